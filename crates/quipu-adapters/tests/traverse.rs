//! `traverse` over a store: edges, depths, filters and bounds, told by a handful of documents.

use futures::executor::block_on;
use quipu_adapters::store::MemoryStore;
use quipu_engine::agent::{Policy, Reader, Traverse};
use quipu_engine::ports::{Body, BodyChange, BodyChunk, Change, DocumentChange, DocumentRow, NewChunk, Select, Store};
use quipu_kernel::model::{Chunk, Facts, Key, Span};
use quipu_kernel::rank::traverse::{EdgeRule, Order, TraverseOptions};
use quipu_kernel::view::{Condition, Evidence, Filter, Question, Reason};
use serde_json::{Value, json};

fn put(change: &mut Change, id: &str, text: &str, metadata: &Value) {
    let (key, body) = (Key::document(id), Key::text(text));
    change.documents.push(DocumentChange::Put(Box::new(DocumentRow {
        key,
        id: id.to_owned(),
        source: Default::default(),
        title: String::new(),
        metadata: metadata.as_object().cloned().unwrap_or_default(),
        language: "en".to_owned(),
        format: Default::default(),
        partial: None,
        text: body,
        title_names: Vec::new(),
        title_links: Vec::new(),
    })));
    let chunk = Chunk {
        key: Chunk::key_of(key, &[], text, 0),
        document: key,
        body: Span::new(0, text.len()),
        language: "en".to_owned(),
        text: text.to_owned(),
        ..Chunk::default()
    };
    let chunks = vec![BodyChunk::New(Box::new(NewChunk { chunk, facts: vec![Facts::default()], vector: None }))];
    change.bodies.push(BodyChange::Put(Body { text: body, owner: key, title: String::new(), chunks }));
}

/// Copper links to tin, tin to zinc; lead shares a nested author with copper; iron shares nothing.
fn store() -> MemoryStore {
    let store = MemoryStore::new();
    let mut change = Change::default();
    put(&mut change, "copper", "Copper is red.", &json!({"links": ["tin"], "author": {"name": "Ada"}}));
    put(&mut change, "tin", "Tin is grey.", &json!({"links": ["zinc", "copper"]}));
    put(&mut change, "zinc", "Zinc is blue.", &json!({"year": 1999}));
    put(&mut change, "lead", "Lead is heavy.", &json!({"author": {"name": "Ada"}}));
    put(&mut change, "iron", "Iron is hard.", &json!({"author": {"name": "Bob"}}));
    block_on(store.commit(change)).expect("a store in memory does not fail");
    store
}

fn edge(source: &str, target: &str) -> EdgeRule {
    EdgeRule { source: source.to_owned(), target: target.to_owned() }
}

fn run(question: &str, options: TraverseOptions, views: usize) -> (Vec<String>, Evidence) {
    let store = store();
    let evidence = block_on(Traverse(options).run(&Question::new(question), &mut Reader::new(&store, views)))
        .expect("a store in memory does not fail");
    let id = |key: Key| {
        block_on(store.documents(&Select::Keys(vec![key]))).expect("a store in memory does not fail")[0].id.clone()
    };
    (evidence.hits.iter().map(|hit| id(hit.document)).collect(), evidence)
}

fn linked() -> TraverseOptions {
    TraverseOptions { edges: vec![edge("links", "$id")], ..TraverseOptions::default() }
}

#[test]
fn depth_says_how_many_edges_are_followed() {
    let at = |max_depth| run("copper", TraverseOptions { max_depth, ..linked() }, 20).0;
    assert_eq!(at(0), ["copper"]);
    assert_eq!(at(1), ["copper", "tin"]);
    assert_eq!(at(2), ["copper", "tin", "zinc"]);
}

#[test]
fn every_order_reaches_what_is_linked() {
    for strategy in [Order::Eager, Order::Mmr, Order::Scored] {
        let (ids, evidence) = run("copper", TraverseOptions { strategy, max_depth: 2, ..linked() }, 20);
        assert_eq!(ids[0], "copper", "{strategy:?}");
        assert_eq!(ids.len(), 3, "{strategy:?}");
        for hit in &evidence.hits {
            let sum: f64 = hit.why.parts.iter().map(|part| part.value).sum();
            assert!((sum - hit.score).abs() < 1e-9);
        }
    }
}

#[test]
fn roots_alone_start_a_traversal() {
    let options = TraverseOptions { start_k: 0, initial_roots: vec!["tin".to_owned()], ..linked() };
    let (ids, evidence) = run("", options, 20);
    assert_eq!(ids[0], "tin");
    assert_eq!(ids.len(), 3);
    let edge = evidence.hits[1].why.parts.iter().find_map(|part| match &part.reason {
        Reason::Edge { edge, depth, .. } => Some((edge.as_str(), *depth)),
        _ => None,
    });
    assert_eq!(edge, Some(("links -> $id", 1)));
}

#[test]
fn fields_may_be_nested_and_the_id_may_be_left_from() {
    let by_author = TraverseOptions { edges: vec![edge("author.name", "author.name")], ..TraverseOptions::default() };
    assert_eq!(run("copper", by_author, 20).0, ["copper", "lead"]);
    let backwards = TraverseOptions { edges: vec![edge("$id", "links")], ..TraverseOptions::default() };
    assert_eq!(run("zinc", backwards, 20).0, ["zinc", "tin"]);
}

#[test]
fn filters_and_bounds_hold() {
    let filter = Filter { all: vec![Condition::any_of("year", [json!(1999)])] };
    assert_eq!(run("copper zinc", TraverseOptions { metadata_filter: filter, ..linked() }, 20).0, ["zinc"]);
    assert_eq!(run("copper", TraverseOptions { adjacent_k: 0, ..linked() }, 20).0, ["copper"]);
    let (ids, evidence) = run("copper", TraverseOptions { max_depth: 9, ..linked() }, 2);
    assert_eq!(ids, ["copper", "tin"]);
    assert_eq!(evidence.notes.len(), 1);
}
