//! The prompt for the concepts of one paper, and the reader of a language model's reply (lenient parsing of JSON
//! from a model).
//!
//! Nothing here calls a model. A reply may be fenced, may have words before it, may be cut off; its readable parts
//! are kept, the others are reported. Cost: linear in the reply, of which a bounded beginning is read.

use quipu_kernel::text::{head, sentences};
use quipu_language::scholarly::folded;
use rustc_hash::FxHashMap;
use serde_json::Value;

use super::stands::Both;
use super::{Concept, ConceptField, ConceptKind, ConceptPlace, ConceptTie, Concepts, TieKind};

/// The most concepts that a reply may give.
pub const MOST_CONCEPTS: usize = 20;
/// The most bytes of a reply that are read.
const LONGEST_REPLY: usize = 200_000;
/// The most bytes of a name.
const LONGEST_NAME: usize = 200;
/// The most ties of one reply.
const MOST_TIES: usize = 200;
/// Maximal number of losses that are reported one by one.
const MOST_LOSSES: usize = 50;
/// The most places at which a reply's JSON is sought.
const MOST_STARTS: usize = 8;

/// The system prompt.
pub const SYSTEM: &str = include_str!("../../prompts/concepts.system.txt");

/// The user prompt with a paper.
pub fn question(title: &str, summary: &str) -> String {
    format!("Title: {}\n\nAbstract: {}", title.trim(), summary.trim())
}

/// Reads a model's reply for the paper of this title and abstract: its concepts, and the lost parts of the reply with
/// their reasons, one sentence each. A name that stands in the paper is given its places; a tie's end that the reply
/// does not list becomes a concept that is marked as implied.
pub fn read_reply(reply: &str, title: &str, summary: &str) -> (Concepts, Vec<String>) {
    let mut reading = Reading {
        both: Both::of(title, summary),
        sentences: sentences(summary).iter().map(|span| (span.range().start, span.range().end)).collect(),
        whole: summary.len(),
        by_key: FxHashMap::default(),
        out: Concepts::default(),
        losses: Vec::new(),
        lost: 0,
    };
    let found = found(head(reply, LONGEST_REPLY));
    if let Some(loss) = found.loss {
        reading.lose(loss.to_owned());
    }
    let mut beyond = 0;
    for one in &found.entities {
        beyond += usize::from(!reading.concept(one));
    }
    if beyond > 0 {
        reading.lose(format!("{beyond} entities beyond {MOST_CONCEPTS} were left out"));
    }
    found.ties.iter().for_each(|one| reading.tie(one));
    if reading.lost > MOST_LOSSES {
        reading.losses.push(format!("{} more parts of the reply were left out", reading.lost - MOST_LOSSES));
    }
    (reading.out, reading.losses)
}

/// The parts of a reply.
#[derive(Default)]
struct Found {
    entities: Vec<Value>,
    ties: Vec<Value>,
    loss: Option<&'static str>,
}

/// Finds the JSON of a reply and takes it apart.
fn found(reply: &str) -> Found {
    for (at, _) in reply.match_indices('{').take(MOST_STARTS) {
        let mut stream = serde_json::Deserializer::from_str(&reply[at..]).into_iter::<Value>();
        if let Some(Ok(Value::Object(mut all))) = stream.next()
            && ["entities", "relationships", "relations"].iter().any(|key| all.contains_key(*key))
        {
            let mut take = |key: &str| match all.remove(key) {
                Some(Value::Array(values)) => values,
                _ => Vec::new(),
            };
            let (entities, mut ties) = (take("entities"), take("relationships"));
            ties.extend(take("relations"));
            return Found { entities, ties, loss: None };
        }
    }
    let Some(at) = reply.find('{') else {
        return Found { loss: Some("the reply holds no JSON"), ..Found::default() };
    };
    let mut out = whole_objects(&reply[at..]);
    out.loss = Some("the reply is cut off or no whole JSON; its whole parts are kept");
    out
}

/// The whole objects inside the lists of an object that is cut off.
fn whole_objects(text: &str) -> Found {
    let mut out = Found::default();
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    let (mut string, mut object) = (0, 0);
    let mut key = "";
    for (at, byte) in text.bytes().enumerate() {
        if quoted {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => {
                    quoted = false;
                    if depth == 1 {
                        key = &text[string..at];
                    }
                }
                _ => (),
            }
            continue;
        }
        match byte {
            b'"' => (quoted, string) = (true, at + 1),
            b'{' => {
                depth += 1;
                if depth == 2 {
                    object = at;
                }
            }
            b'}' => {
                if depth == 2
                    && let Ok(value) = serde_json::from_str(&text[object..=at])
                {
                    let into = if key == "entities" { &mut out.entities } else { &mut out.ties };
                    into.push(value);
                }
                depth = depth.saturating_sub(1);
            }
            _ => (),
        }
    }
    out
}

struct Reading {
    both: Both,
    sentences: Vec<(usize, usize)>,
    whole: usize,
    by_key: FxHashMap<String, usize>,
    out: Concepts,
    losses: Vec<String>,
    lost: usize,
}

impl Reading {
    fn lose(&mut self, loss: String) {
        self.lost += 1;
        if self.lost <= MOST_LOSSES {
            self.losses.push(loss);
        }
    }

    /// Takes one entity of the reply; returns true if there was room for it.
    fn concept(&mut self, value: &Value) -> bool {
        let Some(name) = name(&value["name"]) else {
            self.lose("an entity without a name was left out".to_owned());
            return true;
        };
        let said = value["type"].as_str().unwrap_or_default();
        let Some(kind) = kind(said) else {
            self.lose(format!("entity \"{name}\" was left out: \"{}\" is no type", head(said, LONGEST_NAME)));
            return true;
        };
        self.named(name, kind, false).is_some()
    }

    /// The concept of a name, a new one where it is missing; none where there is no room.
    fn named(&mut self, name: &str, kind: ConceptKind, implied: bool) -> Option<usize> {
        let key = folded(name);
        if let Some(at) = self.by_key.get(&key) {
            let one = &mut self.out.concepts[*at];
            if one.name != name && !one.aliases.iter().any(|alias| alias == name) {
                one.aliases.push(name.to_owned());
            }
            return Some(*at);
        }
        if self.out.concepts.len() >= MOST_CONCEPTS {
            return None;
        }
        let places = self.both.places(&key);
        self.by_key.insert(key, self.out.concepts.len());
        self.out.concepts.push(Concept { name: name.to_owned(), kind, aliases: Vec::new(), places, implied });
        Some(self.out.concepts.len() - 1)
    }

    fn tie(&mut self, value: &Value) {
        let (Some(source), Some(target)) = (name(&value["source"]), name(&value["target"])) else {
            return self.lose("a relation without two ends was left out".to_owned());
        };
        let said = value["relation"].as_str().or_else(|| value["type"].as_str()).unwrap_or_default();
        let told = format!("relation \"{source} {} {target}\" was left out", head(said, LONGEST_NAME));
        let Some(kind) = tie_kind(said) else {
            return self.lose(format!("{told}: it is not one of the five"));
        };
        if folded(source) == folded(target) {
            return self.lose(format!("{told}: both ends are one"));
        }
        if self.out.ties.len() >= MOST_TIES {
            return self.lose(format!("{told}: there are {MOST_TIES} before it"));
        }
        let new = [source, target].iter().filter(|end| !self.by_key.contains_key(&folded(end))).count();
        if self.out.concepts.len() + new > MOST_CONCEPTS {
            return self.lose(format!("{told}: an end of it is beyond {MOST_CONCEPTS} entities"));
        }
        let mut end = |name| self.named(name, ConceptKind::Concept, true);
        if let (Some(source), Some(target)) = (end(source), end(target)) {
            let sentence = self.sentence(source, target);
            let tie = ConceptTie { source, kind, target, sentence };
            let same = |one: &ConceptTie| (one.source, one.kind, one.target) == (source, kind, target);
            if !self.out.ties.iter().any(same) {
                self.out.ties.push(tie);
            }
        }
    }

    /// The first sentence of the abstract in which both stand, or the whole abstract.
    fn sentence(&self, source: usize, target: usize) -> ConceptPlace {
        let places = |at: usize| self.out.concepts[at].places.as_slice();
        let within = |at: usize, start: usize, end: usize| {
            let inside = |place: &ConceptPlace| start <= place.start && place.end <= end;
            places(at).iter().any(|place| place.field == ConceptField::Abstract && inside(place))
        };
        let both = |(start, end): &&(usize, usize)| within(source, *start, *end) && within(target, *start, *end);
        if let Some((start, end)) = self.sentences.iter().find(both) {
            return ConceptPlace { field: ConceptField::Abstract, start: *start, end: *end };
        }
        ConceptPlace { field: ConceptField::Abstract, start: 0, end: self.whole }
    }
}

/// A name that can be kept.
fn name(value: &Value) -> Option<&str> {
    let name = value.as_str()?.trim();
    (name.len() <= LONGEST_NAME && !folded(name).is_empty()).then_some(name)
}

/// A type as models write it: any case.
fn kind(said: &str) -> Option<ConceptKind> {
    serde_json::from_value(Value::String(said.trim().to_uppercase())).ok()
}

/// A relation as models write it: any case, blanks or hyphens for the line between its words.
fn tie_kind(said: &str) -> Option<TieKind> {
    serde_json::from_value(Value::String(said.trim().to_uppercase().replace([' ', '-'], "_"))).ok()
}

#[cfg(test)]
#[path = "model_tests.rs"]
mod tests;
