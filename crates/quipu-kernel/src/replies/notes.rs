//! Notes of a model's reply, and the records that are lost.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// The longest name that is kept, in characters.
const LONGEST_NAME: usize = 200;
/// The shown length of a lost record, in characters.
const SHOWN: usize = 120;

/// Something named.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Entity {
    /// Its name, as the model writes it.
    pub name: String,
    /// The kind of thing, in the model's word; empty where it is missing.
    pub kind: String,
    /// Description from the text.
    pub description: String,
}

/// A relation between two names.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Relation {
    /// Its source.
    pub source: String,
    /// Its target.
    pub target: String,
    /// The predicate, in the model's words; empty where it does not say.
    pub predicate: String,
    /// Description from the text.
    pub description: String,
    /// Themes.
    pub keywords: Vec<String>,
    /// Strength on the model's own scale; none where it is missing.
    pub strength: Option<f32>,
    /// From when it holds, as the model says it; empty where it does not.
    pub from: String,
    /// Until when.
    pub to: String,
}

/// A claim about something.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Claim {
    /// About whom.
    pub subject: String,
    /// Another concerned name; empty for none.
    pub object: String,
    /// Sort of the claim.
    pub kind: String,
    /// True, false or suspected.
    pub status: String,
    /// From when, as the model says it.
    pub from: String,
    /// Until when.
    pub to: String,
    /// The claim.
    pub description: String,
    /// The words of the text that say so.
    pub quote: String,
}

/// The reason why a record is lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Loss {
    /// The reply ended within it.
    Cut,
    /// The record cannot be read.
    Unreadable,
    /// The record has no name.
    Nameless,
    /// Its name is too long to be one.
    Long,
    /// A relation lacks an end.
    Endless,
    /// A relation leads back to where it starts.
    Loop,
    /// The record repeats an example of the prompt.
    Placeholder,
}

/// A record that is lost.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Lost {
    /// The reason.
    pub why: Loss,
    /// Its beginning.
    pub text: String,
}

impl Lost {
    pub(super) fn new(why: Loss, text: &str) -> Self {
        Self { why, text: beginning(text).to_owned() }
    }
}

/// The notes of one reply.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Notes {
    /// Things named.
    pub entities: Vec<Entity>,
    /// Relations.
    pub relations: Vec<Relation>,
    /// Claims.
    pub claims: Vec<Claim>,
    /// Lost records.
    pub lost: Vec<Lost>,
    /// Number of notes that repeat another one of the same reply word for word.
    pub repeated: u64,
    /// True if the reply is complete.
    pub whole: bool,
    /// True if it has the shape of a list of records, even an empty one.
    pub shaped: bool,
}

impl Notes {
    /// Takes in an entity, or counts it as lost.
    pub(super) fn entity(&mut self, entity: Entity, text: impl FnOnce() -> String) {
        match refused(&entity.name) {
            Some(why) => self.lose(why, &text()),
            None if is_example(&entity) => self.lose(Loss::Placeholder, &text()),
            None => self.entities.push(entity),
        }
    }

    /// Takes in a relation, or counts it as lost.
    pub(super) fn relation(&mut self, relation: Relation, text: impl FnOnce() -> String) {
        let (source, target) = (&relation.source, &relation.target);
        let why = if source.is_empty() || target.is_empty() {
            Some(Loss::Endless)
        } else if is_same(source, target) {
            Some(Loss::Loop)
        } else {
            refused(source).or_else(|| refused(target))
        };
        match why {
            Some(why) => self.lose(why, &text()),
            None => self.relations.push(relation),
        }
    }

    /// Takes in a claim, or counts it as lost.
    pub(super) fn claim(&mut self, claim: Claim, text: impl FnOnce() -> String) {
        match refused(&claim.subject) {
            Some(why) => self.lose(why, &text()),
            None => self.claims.push(claim),
        }
    }

    /// Counts a record as lost.
    pub(super) fn lose(&mut self, why: Loss, text: &str) {
        self.lost.push(Lost::new(why, text));
    }

    /// Number of its records.
    pub fn count(&self) -> usize {
        self.entities.len() + self.relations.len() + self.claims.len()
    }

    /// Takes out word-for-word repetitions.
    pub(super) fn drop_repeated(&mut self) {
        let before = self.count();
        keep_first(&mut self.entities, |entity| [&entity.name, &entity.kind]);
        keep_first(&mut self.relations, |relation| [&relation.source, &relation.target]);
        keep_first(&mut self.claims, |claim| [&claim.subject, &claim.object]);
        self.repeated += (before - self.count()) as u64;
    }
}

/// The beginning of a lost record.
pub(super) fn beginning(text: &str) -> &str {
    let text = text.trim();
    &text[..text.char_indices().nth(SHOWN).map_or(text.len(), |(at, _)| at)]
}

/// Drops values equal to an earlier one; only those of the same two names are compared.
fn keep_first<T: PartialEq>(all: &mut Vec<T>, names: impl Fn(&T) -> [&String; 2]) {
    let mut known: FxHashMap<[&String; 2], Vec<usize>> = FxHashMap::default();
    let mut first = Vec::with_capacity(all.len());
    for (at, one) in all.iter().enumerate() {
        let same = known.entry(names(one)).or_default();
        first.push(same.iter().all(|other| all[*other] != *one));
        same.push(at);
    }
    let mut first = first.into_iter();
    all.retain(|_| first.next().unwrap_or(true));
}

/// The reason why a name is invalid.
fn refused(name: &str) -> Option<Loss> {
    if !name.chars().any(char::is_alphanumeric) {
        Some(Loss::Nameless)
    } else if name.chars().nth(LONGEST_NAME).is_some() {
        Some(Loss::Long)
    } else if is_placeholder(name) {
        Some(Loss::Placeholder)
    } else {
        None
    }
}

/// True if two names differ at most in the case of their letters.
fn is_same(one: &str, other: &str) -> bool {
    let plain = one.is_ascii() && other.is_ascii();
    if plain { one.eq_ignore_ascii_case(other) } else { one.to_lowercase() == other.to_lowercase() }
}

/// True if the fields hold the schema's descriptions in the place of values.
fn is_example(Entity { name, kind, description }: &Entity) -> bool {
    name == "string" && (kind == "string" || description == "string")
}

/// "<entity_name>", "{name}": placeholders that a prompt writes for names.
fn is_placeholder(name: &str) -> bool {
    // All of them begin so; most names do not.
    if !name.starts_with(['<', '{', 'e', 'E', 's', 'S', 't', 'T']) {
        return false;
    }
    let inner = |open, close| name.strip_prefix(open).and_then(|rest: &str| rest.strip_suffix(close));
    let inner = inner('<', '>').or_else(|| inner('{', '}')).unwrap_or(name).to_lowercase();
    let plain = inner.replace([' ', '-'], "_");
    let words = ["entity_name", "source_entity", "target_entity", "entity1", "entity2", "entity_1", "entity_2"];
    (inner.len() < name.len() && plain.is_ascii()) || words.contains(&plain.as_str())
}

/// A field as it is kept: without quotes around it, entities of HTML, and runs of blanks.
pub(super) fn clean(text: &str) -> String {
    let text = text.trim();
    if is_plain(text) { text.to_owned() } else { cleaned(text) }
}

fn cleaned(mut text: &str) -> String {
    for (open, close) in [('"', '"'), ('“', '”'), ('«', '»'), ('\'', '\''), ('`', '`')] {
        let inner = text.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
        // «Чайка» и «Буря» begins and ends with quotes that do not belong together.
        if let Some(inner) = inner.filter(|inner| !inner.contains([open, close])) {
            text = inner.trim();
        }
    }
    if !text.contains('&') {
        return plain(text);
    }
    let entities = [("&quot;", "\""), ("&#39;", "'"), ("&apos;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")];
    plain(&entities.into_iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to)))
}

/// True if a trimmed text surely needs no cleaning, which most bytes show: each is looked at independently of the
/// others, so that many are checked at once.
fn is_plain(text: &str) -> bool {
    let bytes = text.as_bytes();
    let Some((first, behind)) = bytes.split_first() else { return true };
    let odd = |byte: u8| u8::from(byte.wrapping_sub(b' ') > b'~' - b' ') | u8::from(byte == b'&');
    let twice = |one: u8, next: u8| u8::from(one == b' ') & u8::from(next == b' ');
    let found = bytes.iter().fold(0, |found, byte| found | odd(*byte));
    let found = bytes.iter().zip(behind).fold(found, |found, (one, next)| found | twice(*one, *next));
    found == 0 && !matches!(first, b'"' | b'\'' | b'`')
}

/// A text with one blank between its words.
fn plain(text: &str) -> String {
    let (text, mut before) = (text.trim(), 'x');
    let odd = |c: char| {
        c.is_whitespace() && (c != ' ' || before == ' ') || {
            before = c;
            false
        }
    };
    // Most are so.
    if !text.contains(odd) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

/// A number in a field: "8", "8/10", "strength: 8".
pub(super) fn number(text: &str) -> Option<f32> {
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let rest = &text[start..];
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
    rest[..end].trim_end_matches('.').parse::<f32>().ok().filter(|number| number.is_finite())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_plain_is_kept_as_it_is(text in "[a-c \"'`&.я\n\t\u{a0}«»]{0,12}") {
            prop_assert_eq!(clean(&text), cleaned(text.trim()));
        }
    }
}
