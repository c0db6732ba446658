//! The example of a strategy of one's own gives the documented results, and stays short.

#[path = "../../examples/new_way.rs"]
#[allow(dead_code)]
mod new_way;

use new_way::Names;
use quipu_kernel::model::Key;
use quipu_kernel::strategies::{Options, Strategy, find};
use quipu_kernel::view::{NamedEntity, Question, View, ViewChunk, ViewEntity, ViewMention};

fn view() -> View {
    let key = |of: &str, at: u32| Key::of(of, &[&at.to_le_bytes()]);
    View {
        chunks: (0..3).map(|at| ViewChunk { key: key("chunk", at), ..ViewChunk::default() }).collect(),
        entities: (0..2).map(|at| ViewEntity { key: key("entity", at), ..ViewEntity::default() }).collect(),
        mentions: [(0, 0), (0, 1), (1, 1)].map(|(entity, chunk)| ViewMention { entity, chunk }).to_vec(),
        named: (0..2).map(|entity| NamedEntity { entity, name: 0 }).collect(),
        ..View::default()
    }
}

#[test]
fn the_example_finds_what_holds_most_names() {
    let (view, question) = (view(), Question::new("Ada and Babbage"));
    let mut options = Options::default();
    let scores = |options: &Options| -> Vec<f64> {
        Names.retrieve(&question, &view, options).hits.iter().map(|hit| hit.score).collect()
    };
    assert_eq!(scores(&options), [2.0, 1.0]);
    find(Names.parameters().iter(), "names.least").unwrap().set(&mut options, "2").unwrap();
    assert_eq!(scores(&options), [2.0]);
}

#[test]
fn the_example_is_short() {
    assert!(include_str!("../../examples/new_way.rs").lines().count() < 60);
}
