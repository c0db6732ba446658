//! A question as understood without a model: its words, the names it may hold, its vector.

use std::sync::Arc;

use super::asked_words::{QuestionWord, WordPair, neighbours};
use super::{FactSource, Filter, RouteKind, Thesaurus, ThingKind};
use crate::model::{Key, Name};
use crate::text;

/// A run of the question's words that may be the name of an entity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuestionName {
    /// The folded name.
    pub folded: String,
    /// Key of the name in no particular sense.
    pub key: Key,
    /// Keys of names that it leads to by sound or spelling.
    pub also: Vec<Key>,
    /// First word and one past the last, in words of the folded question.
    pub words: (usize, usize),
    /// True if the question itself marks it as a name (capitals, quotes, digits).
    pub marked: bool,
}

/// A question, understood.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Question {
    /// The question as asked.
    pub text: String,
    /// Its distinct words, in order of first use.
    pub words: Vec<QuestionWord>,
    /// Its neighbouring words that are no stop words.
    pub pairs: Vec<WordPair>,
    /// Runs of up to seven words that may be names, longest first within one start.
    pub names: Vec<QuestionName>,
    /// Its vector, when the workspace has an embedder that covers its script.
    pub vector: Option<Vec<f32>>,
    /// The cosine that its vector has with passages that have nothing to do with it: 0 to below 1.
    pub background: f32,
    /// Things whose own texts lie nearest to it, nearest first, where a strategy asks for them; the names of it that
    /// have no words are theirs.
    pub near: Vec<NearThing>,
    /// Filter of the documents that it may see.
    pub filter: Filter,
    /// The extractors whose facts it may see.
    pub facts: FactSource,
    /// Its kind by its form, where a reader of its language has set it.
    pub route: Option<RouteKind>,
    /// Words of the same meaning in its language.
    pub thesaurus: Arc<Thesaurus>,
}

/// A thing whose own text lies near a question.
#[derive(Debug, Clone, PartialEq)]
pub struct NearThing {
    /// Its kind: entity or relation.
    pub kind: ThingKind,
    /// Its key.
    pub key: Key,
    /// Name of the entity, or text of the relation.
    pub words: String,
    /// For a relation: the keys of its source and its target.
    pub ends: Option<(Key, Key)>,
    /// Nearness to the question; comparable among things of one kind.
    pub score: f64,
}

/// A name of more senses than this says nothing of which is meant.
pub const MOST_SENSES: usize = 30;
/// The longest name looked for in a question, in words.
const LONGEST_NAME: usize = 7;
/// Maximal number of words of a question that are read.
const LONGEST_QUESTION: usize = 512;

/// A question of more words is a text that was pasted: a paragraph, a ticket, a mail. Questions of several steps have up
/// to 44 words in the labelled sets, pasted arguments from 64.
const LONG: usize = 50;

/// True if a text has more words than a question has.
pub fn is_long_text(text: &str) -> bool {
    text::count_words(text) > LONG
}

impl Question {
    /// Understands a text: words, terms and candidate names. The vector and the filter are set by
    /// the caller, the route and the thesaurus by a reader of the language.
    pub fn new(text: &str) -> Self {
        Self::spelled(text, |_| Vec::new())
    }

    /// The question, with the names that `spellings` returns for each folded name.
    pub fn spelled(text: &str, spellings: impl Fn(&str) -> Vec<Name>) -> Self {
        let mut words: Vec<QuestionWord> = Vec::new();
        let mut said = Vec::new();
        for word in text::words(text).into_iter().take(LONGEST_QUESTION) {
            let at = words.iter().position(|known| known.text == word.text).unwrap_or_else(|| {
                words.push(QuestionWord { terms: text::variants(&word.text), text: word.text, count: 0 });
                words.len() - 1
            });
            words[at].count += 1;
            said.push(at as u32);
        }
        let pairs = neighbours(&words, &said);
        Self { text: text.to_owned(), words, pairs, names: names(text, &spellings), ..Self::default() }
    }

    /// True if it is a text that was pasted rather than a question.
    pub fn is_long(&self) -> bool {
        is_long_text(&self.text)
    }

    /// The question with things that a view of it begins at, as at those that it names.
    #[must_use]
    pub fn beginning_at(mut self, near: Vec<NearThing>) -> Self {
        let keys: Vec<Key> =
            near.iter().flat_map(|thing| thing.ends.map_or(vec![thing.key], |(a, b)| vec![a, b])).collect();
        for key in keys {
            // It lies in no words of the question, and in those of no other name.
            let at = LONGEST_QUESTION + self.names.len();
            let words = (at, at + 1);
            self.names.push(QuestionName { folded: String::new(), key, also: Vec::new(), words, marked: true });
        }
        self.near = near;
        self
    }
}

fn names(text: &str, spellings: &dyn Fn(&str) -> Vec<Name>) -> Vec<QuestionName> {
    let marked = marked_words(text);
    let folded: Vec<&str> = marked.iter().map(|(word, _)| word.as_str()).collect();
    let mut out = Vec::new();
    for start in 0..folded.len() {
        for end in (start + 1..=(start + LONGEST_NAME).min(folded.len())).rev() {
            let name = folded[start..end].join(" ");
            let key = crate::model::name_key(&name, "");
            let any_marked = marked[start..end].iter().any(|(_, marked)| *marked);
            let also = spellings(&name).iter().map(Name::key).collect();
            out.push(QuestionName { folded: name, key, also, words: (start, end), marked: any_marked });
        }
    }
    out
}

/// The words of the folded question, each with true if its source began with a capital or a digit.
fn marked_words(text: &str) -> Vec<(String, bool)> {
    let mut out = Vec::new();
    for piece in text.split_whitespace() {
        let marked = piece.chars().find(|c| c.is_alphanumeric()).is_some_and(|c| c.is_uppercase() || c.is_numeric());
        out.extend(
            text::fold_name(piece).split(' ').filter(|word| !word.is_empty()).map(|word| (word.to_owned(), marked)),
        );
    }
    out.truncate(LONGEST_QUESTION);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_names_of_a_question() {
        let question = Question::new("Who founded the Analytical Society, and who the Royal Society?");
        let society = question.words.iter().find(|word| word.text == "society").map(|word| word.count);
        assert_eq!(society, Some(2));
        assert!(question.names.iter().any(|name| name.folded == "analytical society" && name.marked));
        assert!(Question::new("").words.is_empty());
    }
}
