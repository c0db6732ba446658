//! `traverse` over a store: edges, depths, filters and bounds, shown by a handful of documents.

use std::sync::Arc;

use futures::executor::block_on;
use quipu_adapters::store::MemoryStore;
use quipu_engine::Workspace;
use quipu_engine::policies::{Policy, Traverse};
use quipu_engine::ports::{Body, BodyChange, BodyChunk, Change, DocumentChange, DocumentRow, NewChunk, Select, Store};
use quipu_engine::retrieve::environment_of;
use quipu_engine::trace::Trace;
use quipu_kernel::model::{Chunk, Facts, Key, Span};
use quipu_kernel::rank::traverse::{EdgeRule, TraverseOptions};
use quipu_kernel::strategies::Options;
use quipu_kernel::view::Order;
use quipu_kernel::view::{Condition, Evidence, Filter, Question, Reason};
use quipu_proof::laws::toys;
use serde_json::{Value, json};

fn put(change: &mut Change, id: &str, text: &str, metadata: &Value) {
    put_chunks(change, id, &[(text, None)], metadata);
}

/// A document of these chunks, each with its vector.
fn put_chunks(change: &mut Change, id: &str, chunks: &[(&str, Option<[f32; 2]>)], metadata: &Value) {
    let (key, body) = (Key::document(id), Key::text(id));
    change.documents.push(DocumentChange::Put(Box::new(DocumentRow {
        key,
        id: id.to_owned(),
        source: Default::default(),
        title: String::new(),
        metadata: metadata.as_object().cloned().unwrap_or_default(),
        language: "en".to_owned(),
        format: Default::default(),
        partial: None,
        by_hand: Default::default(),
        text: body,
        rules: String::new(),
        title_names: Vec::new(),
        title_links: Vec::new(),
    })));
    let chunk = |(at, (text, vector)): (usize, &(&str, Option<[f32; 2]>))| {
        let chunk = Chunk {
            key: Chunk::key_of(key, &[], text, at as u32),
            document: key,
            body: Span::new(at * 1_000, at * 1_000 + text.len()),
            language: "en".to_owned(),
            text: (*text).to_owned(),
            ..Chunk::default()
        };
        let vector = vector.map(|vector| vector.to_vec());
        BodyChunk::New(Box::new(NewChunk { chunk, facts: vec![Facts::default()], vector }))
    };
    let chunks = chunks.iter().enumerate().map(chunk).collect();
    change.bodies.push(BodyChange::Put(Body { text: body, owner: key, title: String::new(), chunks }));
}

fn committed(change: Change) -> Arc<MemoryStore> {
    let store = Arc::new(MemoryStore::new());
    block_on(store.commit(change)).expect("a store in memory does not fail");
    store
}

/// Copper links to tin, tin to zinc; lead shares a nested author with copper; iron shares nothing.
fn store() -> Arc<MemoryStore> {
    let mut change = Change::default();
    put(&mut change, "copper", "Copper is red.", &json!({"links": ["tin"], "author": {"name": "Ada"}}));
    put(&mut change, "tin", "Tin is grey.", &json!({"links": ["zinc", "copper"]}));
    put(&mut change, "zinc", "Zinc is blue.", &json!({"year": 1999}));
    put(&mut change, "lead", "Lead is heavy.", &json!({"author": {"name": "Ada"}}));
    put(&mut change, "iron", "Iron is hard.", &json!({"author": {"name": "Bob"}}));
    committed(change)
}

fn edge(source: &str, target: &str) -> EdgeRule {
    EdgeRule { source: source.to_owned(), target: target.to_owned() }
}

fn run(question: &str, options: TraverseOptions, views: usize) -> (Vec<String>, Evidence) {
    run_in(&store(), &Question::new(question), options, views)
}

fn run_in(
    store: &Arc<MemoryStore>,
    question: &Question,
    options: TraverseOptions,
    views: usize,
) -> (Vec<String>, Evidence) {
    let workspace = Workspace { embedder: None, ..toys::workspace(store.clone()) };
    let (look, mut trace) = (Options::default(), Trace::silent());
    let mut environment = environment_of(&workspace, &look, &mut trace).with_views(views);
    let evidence =
        block_on(Traverse(options).run(question, &mut environment)).expect("a store in memory does not fail");
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
    let filter = Filter::of(vec![Condition::any_of("year", [json!(1999)])]);
    assert_eq!(run("copper zinc", TraverseOptions { metadata_filter: filter, ..linked() }, 20).0, ["zinc"]);
    assert_eq!(run("copper", TraverseOptions { adjacent_k: 0, ..linked() }, 20).0, ["copper"]);
    let (ids, evidence) = run("copper", TraverseOptions { max_depth: 9, ..linked() }, 2);
    assert_eq!(ids, ["copper", "tin"]);
    assert_eq!(evidence.notes.len(), 1);
}

fn joined(field: &str) -> TraverseOptions {
    TraverseOptions { edges: vec![edge(field, field)], start_k: 1, ..TraverseOptions::default() }
}

#[test]
fn values_join_by_their_type() {
    let mut change = Change::default();
    put(&mut change, "bell", "Bronze bell.", &json!({"weight": 7, "cast": [{"by": {"name": "Ada"}}]}));
    put(&mut change, "point", "A rope.", &json!({"weight": 7.0}));
    put(&mut change, "listed", "A wheel.", &json!({"weight": [7, 9]}));
    put(&mut change, "text", "A beam.", &json!({"weight": "7"}));
    put(&mut change, "deep", "A hammer.", &json!({"cast": [{"by": {"name": "Ada"}}, {"by": {"name": "Eve"}}]}));
    put(&mut change, "7", "A yoke.", &json!({}));
    let store = committed(change);
    let found = |options: TraverseOptions| {
        let (mut ids, _) = run_in(&store, &Question::new("bronze"), options, 20);
        ids.sort();
        ids
    };
    assert_eq!(found(joined("weight")), ["bell", "listed", "point"]);
    assert_eq!(found(joined("cast.by.name")), ["bell", "deep"]);
    // An id is a text, which a number spells.
    let to_id = TraverseOptions { edges: vec![edge("weight", "$id")], ..joined("weight") };
    assert_eq!(found(to_id), ["7", "bell"]);
}

#[test]
fn a_document_counts_as_near_as_any_known_edge_brings_it() {
    let mut change = Change::default();
    put(&mut change, "root", "Bronze.", &json!({"to": ["first"]}));
    put(&mut change, "best", "Bronze bronze.", &json!({"from": ["first"], "to": ["second"]}));
    put(&mut change, "late", "A rope.", &json!({"from": ["first", "second"], "to": ["third"]}));
    put(&mut change, "last", "A wheel.", &json!({"from": ["third"]}));
    let roots = TraverseOptions { start_k: 0, initial_roots: vec!["root".to_owned()], ..joined("to") };
    let options = TraverseOptions { edges: vec![edge("to", "from")], adjacent_k: 1, max_depth: 2, ..roots };
    let (ids, _) = run_in(&committed(change), &Question::new("bronze"), options, 20);
    assert_eq!(ids, ["root", "best", "late", "last"]);
}

#[test]
fn a_value_of_too_many_documents_brings_some_without_words_or_vectors() {
    let mut change = Change::default();
    put(&mut change, "root", "Bronze bell.", &json!({"kind": "k"}));
    for number in 0..2_050 {
        put(&mut change, &format!("n{number}"), &format!("Rope {number}."), &json!({"kind": "k"}));
    }
    let (ids, _) = run_in(&committed(change), &Question::new("bronze"), joined("kind"), 20);
    assert_eq!((ids.len(), ids[0].as_str()), (6, "root"));
}

#[test]
fn cosines_below_nothing_are_still_near_and_far() {
    let at = |degrees: f32| Some([degrees.to_radians().cos(), degrees.to_radians().sin()]);
    let mut change = Change::default();
    put_chunks(&mut change, "start", &[("A bell.", at(10.0))], &json!({"to": "x"}));
    for degrees in [100, 110, 120, 130, 140, 150] {
        let text = format!("Rope {degrees}.");
        put_chunks(&mut change, &degrees.to_string(), &[(&text, at(degrees as f32))], &json!({"from": "x"}));
    }
    let question = Question { vector: at(0.0).map(|vector| vector.to_vec()), ..Question::new("zzz") };
    let options = TraverseOptions { edges: vec![edge("to", "from")], adjacent_k: 3, ..joined("to") };
    let (ids, _) = run_in(&committed(change), &question, options, 20);
    assert_eq!(ids, ["start", "100", "110", "120"]);
}

#[test]
fn a_long_root_leaves_room_and_a_document_may_be_taken_once() {
    let texts: Vec<String> = (0..14).map(|number| format!("Bronze part {number}.")).collect();
    let chunks: Vec<_> = texts.iter().map(|text| (text.as_str(), None)).collect();
    let mut change = Change::default();
    put_chunks(&mut change, "long", &chunks, &json!({"links": ["rope"]}));
    put(&mut change, "rope", "A rope.", &json!({}));
    let store = committed(change);
    let rooted = TraverseOptions { start_k: 0, initial_roots: vec!["long".to_owned()], ..linked() };
    let (ids, _) = run_in(&store, &Question::new("bronze"), rooted.clone(), 20);
    assert_eq!(ids, [vec!["long"; 5], vec!["rope"]].concat());
    let once = TraverseOptions { documents: true, ..rooted };
    assert_eq!(run_in(&store, &Question::new("bronze"), once, 20).0, ["long", "rope"]);
    let started = TraverseOptions { documents: true, ..linked() };
    assert_eq!(run_in(&store, &Question::new("bronze"), started, 20).0, ["long", "rope"]);
}

#[test]
fn what_was_asked_in_vain_is_told() {
    let notes = |options: TraverseOptions| run("copper", options, 20).1.notes;
    assert_eq!(notes(linked()), []);
    let told = |options, what: &str| {
        let notes = notes(options);
        assert!(notes.len() == 1 && notes[0].to_string().contains(what), "{what}: {notes:?}");
    };
    told(TraverseOptions::default(), "look.traverse.edges");
    told(TraverseOptions { edges: vec![edge("nosuch", "links")], ..linked() }, "\"nosuch\"");
    told(TraverseOptions { edges: vec![edge("links", "nosuch")], ..linked() }, "\"nosuch\"");
    told(TraverseOptions { initial_roots: vec!["gold".to_owned()], ..linked() }, "\"gold\"");
    told(TraverseOptions { lambda_mult: 0.2, ..linked() }, "`lambda_mult`");
    told(TraverseOptions { max_depth: 0, ..linked() }, "`edges`");
    // A field that other documents have needs no note.
    assert_eq!(notes(TraverseOptions { edges: vec![edge("year", "author.name")], ..linked() }), []);
}
