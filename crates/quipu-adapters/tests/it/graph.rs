//! Paths between and around entities in very many chunks: paths, trees and pictures of more than one
//! view, with their notes on omitted parts.

use std::collections::BTreeSet;
use std::sync::Arc;

use quipu_adapters::store::MemoryStore;
use quipu_engine::Workspace;
use quipu_engine::graph::{PathQuery, Paths, Picture, SimilarQuery, Tree, TreeQuery, paths, similar, tree};
use quipu_engine::index::{IndexOptions, Watch, given, index};
use quipu_engine::picture::{PictureCentre, PictureQuery, picture};
use quipu_kernel::model::{Document, SourceFile};
use quipu_proof::laws::toys;

/// A workspace of toys with these texts, each a document of its own.
async fn of(texts: impl IntoIterator<Item = String>) -> Workspace {
    let workspace = toys::workspace(Arc::new(MemoryStore::new()));
    let documents = texts.into_iter().enumerate().map(|(at, text)| {
        let id = format!("w/{at}");
        let source = SourceFile { path: id.clone(), ..SourceFile::default() };
        Document { id, source, text, ..Document::default() }
    });
    let documents: Vec<Document> = documents.collect();
    index(&workspace, given(documents), &IndexOptions::default(), &Watch::default()).await.expect("memory takes it");
    workspace
}

/// So many texts that name something, and nothing else.
fn often(name: &str) -> impl Iterator<Item = String> {
    (0..72).map(move |at| format!("{name} rests {at}"))
}

async fn between(workspace: &Workspace, from: &str, to: &str, ways: usize, longest: usize) -> Paths {
    let query = PathQuery { from: from.to_owned(), to: to.to_owned(), ways, longest };
    paths(&*workspace.store, &query).await.expect("both are there")
}

/// The names that each way passes.
fn names(found: &Paths) -> Vec<Vec<&str>> {
    found.paths.iter().map(|way| way.entities.iter().map(|entity| entity.name.as_str()).collect()).collect()
}

#[tokio::test]
async fn two_frequent_names_that_meet_once_under_other_names_are_one_step_apart() {
    // Facts of two documents about a short name count in others.
    let links =
        ["Engine (AE) stands here", "Engine (AE) stays", "Cord (CD) hangs here", "Cord (CD) swings", "AE beside CD"];
    let links = links.map(str::to_owned);
    let workspace = of(often("Engine").chain(often("Cord")).chain(links)).await;
    let found = between(&workspace, "Engine", "Cord", 3, 4).await;
    assert_eq!(found.paths.first().map(|way| way.length), Some(1), "{found:#?}");
    assert!(found.paths[0].steps[0].quotes[0].quote.contains("beside"), "{found:#?}");
    assert_eq!(found.notes.iter().filter(|note| note.contains("too many")).count(), 2, "{:?}", found.notes);
}

#[tokio::test]
async fn a_frequent_name_is_reached_from_the_other_end() {
    let links = ["Engine (AE) stands here", "Engine (AE) stays", "Xan met AE", "Ada met Xan"].map(str::to_owned);
    let workspace = of(often("Engine").chain(links)).await;
    for (from, to) in [("Ada", "Engine"), ("Engine", "Ada")] {
        let found = between(&workspace, from, to, 1, 2).await;
        assert_eq!(found.paths.first().map(|way| way.length), Some(2), "{found:#?}");
        assert!(found.notes.iter().any(|note| note.contains("too many")), "{:?}", found.notes);
    }
}

#[tokio::test]
async fn a_short_way_through_a_frequent_name_goes_before_a_long_one() {
    let links = ["Ada met Hub", "Bob met Hub", "Ada met Xan", "Xan met Yve", "Yve met Bob"].map(str::to_owned);
    let workspace = of(often("Hub").chain(links)).await;
    let found = between(&workspace, "Ada", "Bob", 2, 4).await;
    assert_eq!(names(&found), [vec!["Ada", "Hub", "Bob"], vec!["Ada", "Xan", "Yve", "Bob"]]);
    assert!(found.notes.is_empty(), "{:?}", found.notes);
}

#[tokio::test]
async fn a_long_way_needs_more_than_one_view() {
    // Forty others around each link of the chain, so that a step takes several views.
    let chain = (0..5).map(|at| format!("C{at} met C{}", at + 1));
    let crowd = (0..5).flat_map(|at| (0..40).map(move |other| format!("C{at} met O{at}x{other}")));
    let workspace = of(chain.chain(crowd)).await;
    let found = between(&workspace, "C0", "C5", 1, 5).await;
    assert_eq!(names(&found), [["C0", "C1", "C2", "C3", "C4", "C5"]]);
    assert!(between(&workspace, "C0", "C5", 1, 4).await.paths.is_empty());
}

async fn grown(workspace: &Workspace, name: &str, depth: usize, breadth: usize) -> Tree {
    let query = TreeQuery { name: name.to_owned(), depth, breadth };
    tree(&*workspace.store, &query).await.expect("it is there")
}

#[tokio::test]
async fn a_tree_of_very_many_is_bounded_and_says_so() {
    // Each of fifty knows forty others: two thousand on the third level.
    let texts = (0..50).map(|at| format!("Root met A{at}")).chain((0..50).flat_map(|at| {
        (0..4).map(move |few| {
            let others: Vec<String> = (0..10).map(|one| format!("B{at}x{few}x{one}")).collect();
            format!("A{at} met {}", others.join(" "))
        })
    }));
    let workspace = of(texts).await;
    let whole = grown(&workspace, "A1", 1, 100).await;
    assert_eq!((whole.root.branches.len(), whole.root.more, whole.notes.len()), (41, 0, 0));
    let narrow = grown(&workspace, "A1", 1, 5).await;
    assert_eq!((narrow.root.branches.len(), narrow.root.more), (5, 36));
    let large = grown(&workspace, "A1", 5, 100).await;
    assert_eq!(large.notes.len(), 1, "{:?}", large.notes);
}

/// Things that no line ties to the first.
fn loose(picture: &Picture) -> Vec<&str> {
    let mut tied = BTreeSet::from([0u32]);
    for _ in &picture.points {
        for line in &picture.lines {
            if tied.contains(&line.from) || tied.contains(&line.to) {
                tied.extend([line.from, line.to]);
            }
        }
    }
    let loose = picture.points.iter().zip(0..).filter(|(_, at)| !tied.contains(at));
    loose.map(|(point, _)| point.label.as_str()).collect()
}

#[tokio::test]
async fn nothing_around_an_entity_floats_loose() {
    let texts = ["Root met Xan", "Root met Yve", "Xan uses Yve", "Root met Zoe", "Root met Una and Zoe"];
    let workspace = of(texts.map(str::to_owned)).await;
    for chunks in [0, 1, 2, 9] {
        let query = PictureQuery { about: PictureCentre::Entity("Root".to_owned()), entities: 9, chunks };
        let picture = picture(&workspace, &query).await.expect("it is there");
        assert_eq!(loose(&picture), [""; 0], "{chunks} chunks: {picture:#?}");
        assert!(picture.points.len() >= 5 && picture.points.len() <= 5 + chunks, "{picture:#?}");
    }
    let few = PictureQuery { about: PictureCentre::Entity("Root".to_owned()), entities: 3, chunks: 1 };
    assert_eq!(picture(&workspace, &few).await.expect("it is there").points.len(), 4);
}

#[tokio::test]
async fn copies_are_as_alike_as_one_text_is_to_itself() {
    let texts = ["Ada counts knots", "Ada counts knots", "Ada counts cords", "Москва"].map(str::to_owned);
    let workspace = of(texts).await;
    let found =
        similar(&workspace, SimilarQuery { of: None, k: 3, least: 0.3, workers: 2 }).await.expect("there are vectors");
    assert_eq!((found.compared, found.without), (3, 1));
    let first = &found.pairs[0];
    assert!(first.cosine > 0.999 && [&first.a, &first.b].iter().all(|id| ["w/0", "w/1"].contains(&id.as_str())));
    assert_eq!(found.pairs.len(), 3, "{:?}", found.pairs);
    let of = found.documents.iter().find(|document| document.id == "w/2").map(|document| document.key);
    let nearest =
        similar(&workspace, SimilarQuery { of, k: 1, least: 0.3, workers: 1 }).await.expect("there are vectors");
    assert_eq!((nearest.compared, nearest.pairs.len()), (3, 1));
    assert!([&nearest.pairs[0].a, &nearest.pairs[0].b].contains(&&"w/2".to_owned()), "{:?}", nearest.pairs);
}
