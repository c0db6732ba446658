//! The topic of a chunk: a person, a body of people, or a thing; and its names in the chunk.

use quipu_kernel::text::fold_name;
use rustc_hash::FxHashSet;

use crate::english::kinds::thing_of;
use crate::english::pronouns::topical;
use crate::english::{AFTER_ALL, BODIES, LIGHT, NO_PERSON, SORTS_OF_THINGS, WordList};
use crate::read::{ReadPage, Sentence, Topic, WordKind};
use crate::tables::pronoun::Sort;

/// Maximal distance of the noun that defines the topic from the verb.
const REACH: usize = 14;

/// Properties of the topic of a chunk.
#[derive(Debug, Default)]
pub(super) struct About {
    /// True if there is a topic.
    pub any: bool,
    /// True if it is a person, where that is known.
    pub person: Option<bool>,
    /// True if it is a woman, where it is a person and pronouns show it.
    pub female: Option<bool>,
    /// True if it is a body of people.
    pub body: bool,
    /// Other names that the text begins with for it, folded.
    pub aliases: FxHashSet<String>,
    /// The nouns that it was said to be.
    pub sorts: FxHashSet<String>,
}

impl About {
    /// Properties of a page's topic.
    pub(super) fn of(page: &ReadPage<'_>) -> Self {
        let Some(topic) = page.topic.as_ref().filter(|_| speaks_of_it(page)) else { return Self::default() };
        let mut about = Self { any: true, ..Self::default() };
        let words = page.sentences.iter().flat_map(|sentence| &sentence.words);
        let count =
            |of: Sort| words.clone().filter(|word| topical(of).any(|known| is_any(word.read, &[known]))).count();
        let (his, hers) = (count(Sort::He), count(Sort::She));
        let told = his + hers;
        about.female = (his != hers).then_some(hers > his);
        let first = page.sentences.first();
        about.person = Some(told > 0 && first.is_some_and(|first| !is_any(first.words[0].read, &["it"])));
        let is_thing = |noun: &str| NO_PERSON.has(noun) || thing_of(noun);
        let qualified = topic.qualifier.split(' ').chain(topic.words.last().map(String::as_str)).any(is_thing);
        let thing = first.is_some_and(|first| says(first, &NO_PERSON));
        about.body = first.is_some_and(|first| says(first, &BODIES));
        about.person = match about.person {
            _ if thing => Some(false),
            _ if qualified => Some(false),
            _ if page.sentences.iter().any(has_a_life) => Some(true),
            Some(false) if told == 0 => None,
            person => person,
        };
        about
    }

    /// True if "the NOUN" means the topic.
    pub(super) fn is_called(&self, noun: &str) -> bool {
        self.any
            && !LIGHT.has(noun)
            && (self.sorts.contains(noun) || SORTS_OF_THINGS.has(noun) && self.person != Some(true))
    }

    /// Takes a name for another one of the topic.
    pub(super) fn alias(&mut self, name: &str) {
        self.aliases.insert(fold_name(name));
    }
}

/// True if a page names its topic at all, or begins with a part of its name.
fn speaks_of_it(page: &ReadPage<'_>) -> bool {
    let named = |sentence: &Sentence<'_>| sentence.words.iter().any(|word| word.kind == WordKind::Topic);
    let begins = |sentence: &Sentence<'_>| {
        let head = sentence.words.iter().take(6).map(|word| &page.text[word.start..word.end]);
        let head = head.filter(|word| word.contains(char::is_uppercase)).map(fold_name);
        let shares = |name: &str, topic: &Topic| {
            name.split(' ').any(|word| word.len() > 2 && topic.words.iter().any(|known| known == word))
        };
        page.topic.as_ref().is_some_and(|topic| head.into_iter().any(|name| shares(&name, topic)))
    };
    page.sentences.iter().any(named) || page.sentences.first().is_some_and(begins)
}

fn is_any(word: &str, words: &[&str]) -> bool {
    words.iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// True if a sentence defines its subject by one of these: "is a … film", and no "film director".
fn says(sentence: &Sentence<'_>, nouns: &WordList) -> bool {
    let words = &sentence.words;
    let verb = words.windows(2).position(|pair| {
        is_any(pair[0].read, &["is", "was", "are", "were"]) && is_any(pair[1].read, &["a", "an", "the", "one"])
    });
    let Some(verb) = verb else { return false };
    let near = words[verb + 2..].iter().take(REACH).take_while(|word| !matches!(word.read, "." | "," | ";" | "who"));
    let near: Vec<String> = near.map(|word| word.read.to_lowercase()).collect();
    near.iter().enumerate().any(|(at, word)| {
        let next = near.get(at + 1).map_or("", String::as_str);
        nouns.has(word) && !AFTER_ALL.has(next) && (next != "-" || near.get(at + 2).is_none())
    })
}

/// True if brackets hold the dates of a person's birth or life.
fn has_a_life(sentence: &Sentence<'_>) -> bool {
    sentence.brackets.iter().filter(|bracket| bracket.after < 15).any(|bracket| {
        let born = bracket.words.first().is_some_and(|word| is_any(word.read, &["born", "b.", "b"]));
        let dates = bracket.words.iter().filter(|word| word.kind == WordKind::Date).count();
        let dash = bracket.words.iter().any(|word| matches!(word.read, "–" | "-" | "—"));
        dates > 0 && (born || dates > 1 || dash)
    })
}
