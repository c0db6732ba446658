//! Laws that every strategy of the registry keeps, on views made at random.

use proptest::prelude::*;

use super::{OptionBounds, Options, Parameter, Strategy as Look, strategies};
use crate::model::{Key, Kind};
use crate::rank::bm25::Bm25;
use crate::view::{
    Counts, Evidence, NamedEntity, NearThing, PairHit, Question, Reason, ThingKind, View, ViewChunk, ViewEntity,
    ViewMention, ViewRelation, Why, WordHit,
};

/// Ways made of operators, which break ties by place: a view holds all in the order of keys.
const BY_PLACE: [&str; 10] = [
    "local",
    "light-local",
    "light-global",
    "light-hybrid",
    "light-mix",
    "ppr",
    "skeleton",
    "statements",
    "paths",
    "papers",
];
const WORDS: [&str; 5] = ["copper", "Ada", "Lovelace", "engine", "the"];

fn key(of: &str, number: usize) -> Key {
    Key::of(of, &[&number.to_le_bytes()])
}

fn question(words: &[usize], vector: bool) -> Question {
    let text: Vec<&str> = words.iter().map(|word| WORDS[word % WORDS.len()]).collect();
    let mut question = Question::new(&text.join(" "));
    question.vector = vector.then(|| vec![1.0, 0.0]);
    question
}

/// A chunk at random: (length, word frequencies, pairs of words, cosine).
fn chunk() -> impl Strategy<Value = ViewChunk> {
    let cosine = prop_oneof![Just(None), (-1.0f32..1.0).prop_map(Some), Just(Some(f32::NAN))];
    let hits = || prop::collection::btree_map(0u32..6, 1u32..4, 0..5);
    (1u32..50, hits(), hits(), cosine).prop_map(|(length, hits, pairs, cosine)| {
        let pair = |(pair, near): (u32, u32)| PairHit { pair, ordered: near / 2, near };
        ViewChunk {
            length,
            pairs: pairs.into_iter().map(pair).collect(),
            hits: hits.into_iter().map(|(word, frequency)| WordHit { word, frequency }).collect(),
            cosine,
            ..ViewChunk::default()
        }
    })
}

fn entity() -> impl Strategy<Value = ViewEntity> {
    (0u64..40, any::<bool>()).prop_map(|(chunks, title)| ViewEntity {
        chunks,
        title,
        kind: Kind::Entity,
        ..ViewEntity::default()
    })
}

/// A relation at random, of a predicate that a question may ask for.
fn relation() -> impl Strategy<Value = ViewRelation> {
    let weight = prop_oneof![0.0f32..9.0, Just(f32::NAN), Just(-1.0), Just(f32::INFINITY)];
    (0u32..11, 0u32..11, 0usize..5, weight).prop_map(|(source, target, word, weight)| ViewRelation {
        key: Key::default(),
        source,
        predicate: format!("{} of", WORDS[word]),
        target,
        weight,
        periods: Vec::new(),
        chunks: (0..word as u32).collect(),
    })
}

/// `count` keys in their order, as a view has them, each with its number.
fn sorted(of: &str, count: usize) -> Vec<(usize, Key)> {
    let mut keys: Vec<(usize, Key)> = (0..count).map(|at| (at, key(of, at))).collect();
    keys.sort_by_key(|(_, key)| *key);
    keys
}

fn cases() -> impl Strategy<Value = (Question, View)> {
    let parts = (
        prop::collection::vec(0usize..5, 0..6),
        any::<bool>(),
        prop::collection::vec(chunk(), 0..14),
        prop::collection::vec(entity(), 0..10),
        prop::collection::vec((0u32..11, 0u32..15), 0..40),
        prop::collection::vec((0u32..11, 0u32..20), 0..6),
        prop::collection::vec(relation(), 0..6),
        prop::collection::vec((0usize..10, -0.5f64..1.0), 0..6),
    );
    parts.prop_map(|(words, vector, mut chunks, mut entities, mut pairs, named, mut relations, near_things)| {
        pairs.sort_unstable();
        let mut question = question(&words, vector);
        for (at, chunk) in chunks.iter_mut().enumerate() {
            (chunk.key, chunk.document) = (key("chunk", at), key("document", at / 2));
        }
        for (entity, (at, key)) in entities.iter_mut().zip(sorted("entity", 10)) {
            (entity.key, entity.name) = (key, format!("entity {at}"));
        }
        for (relation, (_, key)) in relations.iter_mut().zip(sorted("relation", 6)) {
            relation.key = key;
            relation.chunks.retain(|chunk| (*chunk as usize) < chunks.len());
        }
        let near = |(at, score): (usize, f64)| match entities.get(at) {
            Some(entity) if at % 2 == 0 => {
                NearThing { kind: ThingKind::Entity, key: entity.key, words: String::new(), ends: None, score }
            }
            _ => NearThing {
                kind: ThingKind::Relation,
                key: sorted("relation", 6)[at % 6].1,
                words: String::new(),
                ends: None,
                score,
            },
        };
        question.near = near_things.into_iter().map(near).collect();
        let view = View {
            counts: Counts { documents: 20, chunks: 40, length: 800 },
            word_chunks: vec![3; question.words.len()],
            chunks,
            entities,
            mentions: pairs.into_iter().map(|(entity, chunk)| ViewMention { entity, chunk }).collect(),
            named: named.into_iter().map(|(entity, name)| NamedEntity { entity, name }).collect(),
            relations,
            ..View::default()
        };
        (question, view)
    })
}

/// The parts of every sum add up to it, and no leaf repeats the whole.
fn adds_up(why: &Why) -> Result<(), TestCaseError> {
    if let Reason::Sum { .. } = why.reason {
        let sum: f64 = why.parts.iter().map(|part| part.value).sum();
        prop_assert!((sum - why.value).abs() <= 1e-6 * why.value.abs(), "{} is not {}", sum, why.value);
        prop_assert!(!why.parts.is_empty());
    }
    why.parts.iter().try_for_each(adds_up)
}

/// Things are in order, each once, and say why; the counts are those of the view.
fn sound_beside_hits(evidence: &Evidence, view: &View) -> Result<(), TestCaseError> {
    prop_assert_eq!(&evidence.counts, &view.word_counts());
    for pair in evidence.things.windows(2) {
        let (a, b) = (&pair[0], &pair[1]);
        // Scores are comparable among things of one kind, which stand together.
        let in_order = a.score > b.score || (a.score == b.score && a.key < b.key);
        prop_assert!(a.kind < b.kind || (a.kind == b.kind && in_order), "{a:?} {b:?}");
    }
    for thing in &evidence.things {
        prop_assert!(thing.score.is_finite() && thing.score >= 0.0 && thing.score == thing.why.value);
        adds_up(&thing.why)?;
    }
    Ok(())
}

fn sound(evidence: &Evidence, view: &View, look: &dyn Look, options: &Options) -> Result<(), TestCaseError> {
    prop_assert_eq!(&evidence.strategy, look.name());
    prop_assert!(evidence.hits.len() <= options.limit);
    let mut found: Vec<Key> = evidence.hits.iter().map(|hit| hit.chunk).collect();
    found.sort_unstable();
    prop_assert!(found.windows(2).all(|pair| pair[0] != pair[1]), "a chunk is found once");
    prop_assert!(found.iter().all(|key| view.chunks.iter().any(|chunk| chunk.key == *key)), "what is found is there");
    for pair in evidence.hits.windows(2) {
        let (a, b) = (&pair[0], &pair[1]);
        prop_assert!(a.score > b.score || (a.score - b.score).abs() <= 1e-12 * a.score.abs());
    }
    for hit in &evidence.hits {
        prop_assert!(hit.score.is_finite());
        prop_assert!((hit.why.value - hit.score).abs() <= 1e-6 * hit.score.abs());
        prop_assert!(matches!(hit.why.reason, Reason::Sum { .. }), "a score is the sum of what can be checked");
        adds_up(&hit.why)?;
    }
    Ok(())
}

/// Sets an option to the least or the greatest that it accepts.
fn at_a_bound(parameter: &Parameter, least: bool, options: &mut Options) {
    let value = match parameter.bounds {
        OptionBounds::Count(low, high) => if least { low } else { high }.to_string(),
        OptionBounds::Number(low, high) => if least { low } else { high }.to_string(),
        OptionBounds::Truth => least.to_string(),
        OptionBounds::Text => return,
    };
    parameter.set(options, &value).unwrap();
}

/// The view with chunks and entities in another order.
fn turned(view: &View) -> View {
    let (chunks, entities) = (view.chunks.len() as u32, view.entities.len() as u32);
    let turn = |at: u32, of: u32| if at < of { of - 1 - at } else { at };
    let mut out = view.clone();
    out.chunks.reverse();
    out.entities.reverse();
    for mention in &mut out.mentions {
        *mention = ViewMention { entity: turn(mention.entity, entities), chunk: turn(mention.chunk, chunks) };
    }
    for named in &mut out.named {
        named.entity = turn(named.entity, entities);
    }
    for relation in &mut out.relations {
        (relation.source, relation.target) = (turn(relation.source, entities), turn(relation.target, entities));
    }
    out
}

proptest! {
    #[test]
    fn every_strategy_is_total_and_says_why((question, view) in cases(), limit in 0usize..12) {
        let options = Options::default().limited(limit);
        for look in strategies() {
            let evidence = look.retrieve(&question, &view, &options);
            sound(&evidence, &view, *look, &options)?;
            sound_beside_hits(&evidence, &view)?;
        }
    }

    #[test]
    fn wild_options_break_nothing((question, view) in cases(), wild in prop_oneof![Just(f64::NAN), Just(-3.0), Just(0.0), Just(1e9)], least in any::<bool>()) {
        let mut shared = Options::default();
        (shared.bm25, shared.alpha) = (Bm25 { k1: wild, b: wild }, wild);
        for look in strategies() {
            let mut options = shared.clone();
            look.parameters().iter().for_each(|parameter| at_a_bound(parameter, least, &mut options));
            for hit in look.retrieve(&question, &view, &options).hits {
                prop_assert!(hit.score.is_finite());
            }
        }
    }

    #[test]
    fn order_of_arrival_changes_nothing((question, view) in cases()) {
        let options = Options::default().limited(usize::MAX);
        for look in strategies().iter().filter(|look| !BY_PLACE.contains(&look.name())) {
            let scores = |view: &View| {
                let hits = look.retrieve(&question, view, &options).hits;
                let mut scores: Vec<(Key, f64)> = hits.iter().map(|hit| (hit.chunk, hit.score)).collect();
                scores.sort_by_key(|(chunk, _)| *chunk);
                scores
            };
            let (here, there) = (scores(&view), scores(&turned(&view)));
            prop_assert_eq!(here.len(), there.len(), "{}", look.name());
            for (a, b) in here.iter().zip(&there) {
                prop_assert!(a.0 == b.0 && (a.1 - b.1).abs() <= 1e-9 * a.1.abs(), "{}", look.name());
            }
            prop_assert_eq!(look.retrieve(&question, &view, &options), look.retrieve(&question, &view, &options));
        }
    }
}

#[test]
fn names_are_unique_and_nothing_is_found_in_nothing() {
    let mut names: Vec<&str> = strategies().iter().map(|look| look.name()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), strategies().len());
    for look in strategies() {
        assert!(look.retrieve(&Question::new(""), &View::default(), &Options::default()).hits.is_empty());
        assert!(!look.about().is_empty() && super::strategy(look.name()).is_some());
    }
}

#[test]
fn a_walk_finds_the_second_step_and_names_the_way() {
    // "Ada Lovelace" stands in chunk 0 with "Babbage"; chunk 1 holds Babbage and none of the words.
    let question = Question::new("Who was Ada Lovelace's friend?");
    let names = |wanted: &str| question.names.iter().position(|name| name.folded == wanted).unwrap() as u32;
    let entity = |name: &str, at: usize| ViewEntity {
        key: key("entity", at),
        name: name.to_owned(),
        chunks: 2,
        ..ViewEntity::default()
    };
    let chunk = |at: usize| ViewChunk { key: key("chunk", at), length: 10, ..ViewChunk::default() };
    let view = View {
        counts: Counts { documents: 3, chunks: 3, length: 30 },
        word_chunks: vec![0; question.words.len()],
        chunks: vec![chunk(0), chunk(1), chunk(2)],
        entities: vec![entity("Ada Lovelace", 0), entity("Babbage", 1)],
        mentions: [(0, 0), (1, 0), (1, 1)].map(|(entity, chunk)| ViewMention { entity, chunk }).to_vec(),
        named: vec![NamedEntity { entity: 0, name: names("ada lovelace") }],
        ..View::default()
    };
    let Evidence { hits, things, .. } = super::walk::Walk.retrieve(&question, &view, &Options::default());
    let started: Vec<_> = things.iter().map(|thing| (thing.kind, thing.key, thing.words.as_str())).collect();
    assert_eq!(started, [(ThingKind::Entity, key("entity", 0), "Ada Lovelace")]);
    assert_eq!(hits.iter().map(|hit| hit.chunk).collect::<Vec<_>>(), [key("chunk", 0), key("chunk", 1)]);
    let way = |at: usize| match &hits[at].why.parts[0].reason {
        Reason::Entity { name, through, .. } => (name.clone(), through.clone()),
        other => panic!("{other:?}"),
    };
    assert_eq!(way(0), ("Ada Lovelace".to_owned(), vec![]));
    assert_eq!(way(1), ("Ada Lovelace".to_owned(), vec!["Babbage".to_owned()]));
}
