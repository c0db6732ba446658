//! Tests of the traversal over metadata edges.

use super::*;

fn reached(name: &str, similarity: f64, depth: usize, vector: [f32; 2]) -> ReachedChunk {
    let key = Key::document(name);
    let near = Why::leaf(Reason::Cosine { cosine: similarity }, similarity);
    ReachedChunk {
        chunk: key,
        document: key,
        near,
        vector: Some(vector.to_vec()),
        depth,
        edge: "links -> $id".into(),
        value: name.into(),
    }
}

fn keys(hits: &[Hit]) -> Vec<Key> {
    hits.iter().map(|hit| hit.chunk).collect()
}

fn of(names: &[&str]) -> Vec<Key> {
    names.iter().map(|name| Key::document(name)).collect()
}

/// `a` and `b` at the start, `c` one edge away.
fn run(options: &TraverseOptions) -> Vec<Hit> {
    let mut traversal = Traversal::new(options);
    traversal.discover(vec![reached("a", 0.9, 0, [1.0, 0.0]), reached("b", 0.8, 0, [1.0, 0.1])], 5);
    let mut found = Some(vec![reached("c", 0.85, 1, [0.0, 1.0])]);
    while !traversal.advance().is_empty() {
        traversal.discover(found.take().unwrap_or_default(), options.adjacent_k);
    }
    traversal.finish()
}

#[test]
fn orders_are_read_by_name() {
    assert_eq!("mmr".parse(), Ok(Order::Mmr));
    assert!("greedy".parse::<Order>().is_err());
}

#[test]
fn each_order_selects_as_it_says() {
    let options = |strategy| TraverseOptions { strategy, ..TraverseOptions::default() };
    assert_eq!(keys(&run(&options(Order::Eager))), of(&["a", "b", "c"]));
    assert_eq!(keys(&run(&options(Order::Scored))), of(&["a", "b", "c"]));
    // `b` repeats `a`, so `c` comes before it, and `b` scores below the least.
    assert_eq!(keys(&run(&options(Order::Mmr))), of(&["a", "c"]));
    for strategy in [Order::Eager, Order::Mmr, Order::Scored] {
        for hit in run(&options(strategy)) {
            let sum: f64 = hit.why.parts.iter().map(|part| part.value).sum();
            assert!((sum - hit.score).abs() < 1e-9);
        }
    }
}

#[test]
fn scores_are_what_each_order_says() {
    let scores = |strategy| -> Vec<f64> {
        let options = TraverseOptions { strategy, min_mmr_score: -1.0, ..TraverseOptions::default() };
        run(&options).iter().map(|hit| hit.score).collect()
    };
    let near = |found: Vec<f64>, expected: [f64; 3]| {
        assert_eq!(found.len(), 3);
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9), "{found:?} {expected:?}");
    };
    near(scores(Order::Eager), [2.0 + 0.9, 2.0 + 0.8, 1.0 + 0.85]);
    near(scores(Order::Scored), [0.9, 0.8, 0.85 / 1.3]);
    // `b` comes last, less by half its likeness to `a`, which is more than that to `c`.
    near(scores(Order::Mmr), [0.45, 0.425, 0.4 - 0.5 / 1.01f64.sqrt()]);
    let options = TraverseOptions { strategy: Order::Mmr, min_mmr_score: -1.0, ..TraverseOptions::default() };
    let alike: Vec<Reason> =
        run(&options).into_iter().filter_map(|hit| Some(hit.why.parts.get(2)?.reason.clone())).collect();
    assert!(matches!(alike.as_slice(), [Reason::Alike { chunk, .. }] if *chunk == Key::document("a")), "{alike:?}");
}

#[test]
fn what_is_found_later_may_score_higher() {
    let found = |strategy| {
        let options = TraverseOptions { strategy, ..TraverseOptions::default() };
        let mut traversal = Traversal::new(&options);
        traversal.discover(vec![reached("a", 0.5, 0, [1.0, 0.0])], 5);
        assert_eq!(traversal.advance().len(), 1);
        traversal.discover(vec![reached("b", 0.9, 1, [0.0, 1.0])], 5);
        assert!(traversal.advance().is_empty(), "the last depth is not followed");
        keys(&traversal.finish())
    };
    assert_eq!(found(Order::Eager), of(&["a", "b"]));
    assert_eq!(found(Order::Scored), of(&["b", "a"]));
}

#[test]
fn depth_and_number_are_bounds() {
    let plain = TraverseOptions { max_depth: 0, select_k: 1, ..TraverseOptions::default() };
    assert_eq!(plain.starts(), 1);
    assert_eq!(keys(&run(&plain)), of(&["a"]));
    let narrow = TraverseOptions { adjacent_k: 0, ..TraverseOptions::default() };
    assert_eq!(keys(&run(&narrow)), of(&["a", "b"]));
    assert_eq!(narrow.starts(), 5);
    let one = TraverseOptions { strategy: Order::Mmr, select_k: 1, ..TraverseOptions::default() };
    let mut traversal = Traversal::new(&one);
    let three = ["a", "b", "c"].map(|name| reached(name, 0.9, 0, [1.0, 0.0]));
    traversal.discover(three.to_vec(), 2);
    assert_eq!(traversal.waiting.len(), 2);
    assert_eq!((traversal.advance().len(), traversal.advance().len()), (1, 0));
}

#[test]
fn what_was_seen_takes_a_place_among_the_nearest_only_by_vectors() {
    let found = |by_vectors: bool| {
        let options = TraverseOptions::default();
        let mut traversal = Traversal::new(&options);
        if by_vectors {
            traversal = traversal.by_vectors(0.0);
        }
        traversal.discover(vec![reached("a", 0.9, 0, [1.0, 0.0])], 5);
        traversal.advance();
        let near = [("a", 0.9), ("b", 0.8), ("c", 0.7)].map(|(name, near)| reached(name, near, 1, [0.0, 1.0]));
        traversal.discover(near.to_vec(), 2);
        traversal.advance();
        keys(&traversal.finish())
    };
    assert_eq!(found(true), of(&["a", "b"]));
    assert_eq!(found(false), of(&["a", "b", "c"]));
}

#[test]
fn documents_with_one_text_are_each_selected() {
    let options = TraverseOptions::default();
    let mut traversal = Traversal::new(&options);
    let one = reached("a", 0.9, 0, [1.0, 0.0]);
    let other = ReachedChunk { document: Key::document("b"), ..one.clone() };
    traversal.discover(vec![one.clone(), other, one], 5);
    traversal.advance();
    let mut documents: Vec<Key> = traversal.finish().iter().map(|hit| hit.document).collect();
    documents.sort();
    let mut both = of(&["a", "b"]);
    both.sort();
    assert_eq!(documents, both);
}

#[test]
fn likeness_is_above_the_background_and_negative_nearness_falls_with_depth() {
    let (a, b) = (reached("a", 0.5, 0, [1.0, 0.0]), reached("b", 0.5, 0, [0.8, 0.6]));
    assert!((alike(&a, &b, None) - 0.8).abs() < 1e-6 && (alike(&a, &b, Some(0.6)) - 0.5).abs() < 1e-6);
    assert_eq!(alike(&a, &b, Some(0.9)), 0.0);
    let options = TraverseOptions { strategy: Order::Scored, max_depth: 2, ..TraverseOptions::default() };
    let mut traversal = Traversal::new(&options);
    traversal.discover(vec![reached("deep", -0.5, 1, [1.0, 0.0]), reached("near", -0.5, 0, [0.0, 1.0])], 5);
    traversal.advance();
    assert_eq!(keys(&traversal.finish()), of(&["near", "deep"]));
}

#[test]
fn bounds_may_be_as_large_as_numbers_are() {
    for strategy in [Order::Eager, Order::Mmr, Order::Scored] {
        let (select_k, max_depth, adjacent_k) = (usize::MAX, usize::MAX, usize::MAX);
        let options = TraverseOptions { strategy, select_k, max_depth, adjacent_k, ..TraverseOptions::default() };
        assert!(!run(&options).is_empty());
    }
}
