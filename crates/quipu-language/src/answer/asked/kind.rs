//! Kinds of questions (question classification after Li and Roth, 2002, by form alone), English and Russian: the
//! wording of a question decides the kind and number of units that answer it.

use super::has;
use crate::english::asked as english;
use crate::halves::{Halves, either};
use crate::russian::asked as russian;

/// The form of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AnswerKind {
    /// For a fact: who, when, where, how many, which; or in no form that is known.
    #[default]
    Fact,
    /// For a definition: what is, что такое.
    Definition,
    /// For the value that holds where nothing is set: by default, по умолчанию.
    Default,
    /// For a bound: at most, up to, не более.
    Limit,
    /// For steps in order: how do I, как настроить.
    Steps,
    /// For all things of a sort: which options are there, перечисли.
    List,
    /// Yes or no: can, is it, можно ли.
    YesNo,
    /// For a reason: why, почему.
    Why,
    /// For a difference or a comparison of two things: difference between, older than, чем отличается.
    Compare,
    /// For a description: tell me about, describe, расскажи.
    Describe,
    /// For input to type: which command, example of, какой командой.
    Command,
}

/// Phrases of a kind; words of a phrase are separated by one space, phrases by a bar.
const DEFAULT: Halves = [english::DEFAULT, russian::DEFAULT];
const LIMIT: Halves = [english::LIMIT, russian::LIMIT];
const STEPS: Halves = [english::STEPS, russian::STEPS];
const WHY: Halves = [english::WHY, russian::WHY];
const COMPARE: Halves = [english::COMPARE, russian::COMPARE];
const DESCRIBE: Halves = [english::DESCRIBE, russian::DESCRIBE];
const COMMAND: Halves = [english::COMMAND, russian::COMMAND];
const LIST: Halves = [english::LIST, russian::LIST];
/// Phrases with which a question begins that asks for several.
const LISTED: Halves = ["list|name all|name the|enumerate", "перечисли|перечислите|назови|назовите"];
const DEFINITION: Halves = [english::DEFINITION, russian::DEFINITION];
/// Words that begin a yes-or-no question.
const WHETHER: Halves = [english::WHETHER, russian::WHETHER];
/// Comparatives of questions about one of two.
pub(super) const MORE: Halves = [english::MORE, russian::MORE];
/// Words with plural endings that are no plurals, after `which` and `what`.
const SINGULAR: &str = "does this was has always makes happens counts means says uses needs gives tells comes goes works decides sets affects causes \
    controls determines allows takes turns shows lets keeps holds stops starts follows wins points class process access status address basis";
/// Verbs without content of the topic after `how does` and `как`.
const WORKING: Halves = [english::WORKING, russian::WORKING];
/// Endings of Russian infinitives: `как установить`.
const INFINITIVE: &[&str] = &["ть", "ти", "чь", "ться", "тись", "чься"];

/// The form of a question of these folded words; the first of these that fits.
pub(super) fn kind(words: &[&str]) -> AnswerKind {
    let says = |phrases: Halves| phrases.iter().flat_map(|half| half.split('|')).any(|phrase| holds(words, phrase));
    let begins = |phrases: Halves| phrases.iter().flat_map(|half| half.split('|')).any(|phrase| starts(words, phrase));
    let words = essential(words);
    let first = words.first().copied().unwrap_or_default();
    if says(COMPARE) || chooses(words) {
        return AnswerKind::Compare;
    }
    if working(words).is_some() {
        return AnswerKind::Describe;
    }
    if begins(DESCRIBE) {
        return if says(STEPS) || steps(words) { AnswerKind::Steps } else { AnswerKind::Describe };
    }
    if says(WHY) {
        return AnswerKind::Why;
    }
    if says(COMMAND) {
        return AnswerKind::Command;
    }
    if says(DEFAULT) || unsaid(words) {
        return AnswerKind::Default;
    }
    if either(WHETHER, first) || words.contains(&"ли") {
        return AnswerKind::YesNo;
    }
    if counts(words) {
        return if says(LIMIT) { AnswerKind::Limit } else { AnswerKind::Fact };
    }
    if says(LIMIT) {
        return AnswerKind::Limit;
    }
    if steps(words) || says(STEPS) {
        return AnswerKind::Steps;
    }
    if begins(LISTED) || plural(words) {
        return AnswerKind::List;
    }
    if defines(words) && says(DEFINITION) {
        return AnswerKind::Definition;
    }
    if says(LIST) { AnswerKind::List } else { AnswerKind::Fact }
}

/// Words of courtesy and of setting the scene before a question.
fn essential<'a, 'w>(words: &'a [&'w str]) -> &'a [&'w str] {
    let polite =
        words.iter().take_while(|word| has("please can could you пожалуйста so and well ok okay а и", word)).count();
    if polite < words.len() && polite > 1 { &words[polite..] } else { words }
}

/// True if words hold a phrase, one after the other.
pub(super) fn holds(words: &[&str], phrase: &str) -> bool {
    let phrase: Vec<&str> = phrase.split_ascii_whitespace().collect();
    !phrase.is_empty() && words.windows(phrase.len()).any(|window| window == phrase)
}

/// True if words begin with a phrase, after an optional word of courtesy.
fn starts(words: &[&str], phrase: &str) -> bool {
    let polite = words.iter().take_while(|word| has("please can could you пожалуйста", word)).count();
    words[polite..].iter().zip(phrase.split_ascii_whitespace()).filter(|(a, b)| **a == *b).count()
        == phrase.split_ascii_whitespace().count()
}

/// `If I give no backlog`, `если код не передать`: a condition in which something is not done.
fn unsaid(words: &[&str]) -> bool {
    let condition = words.iter().position(|word| has("if when unless если когда", word));
    let behind = condition.map_or(&[][..], |at| &words[at + 1..]);
    let asks_when = condition == Some(0) && has("when когда", words[0]);
    !asks_when
        && behind.iter().take(6).any(|word| has("no not nothing none without t never не ни ничего нет без", word))
}

/// `How many`, `сколько`: a number, and no list.
fn counts(words: &[&str]) -> bool {
    words.windows(2).any(|pair| {
        pair[0] == "how" && has("many much long old far tall large big high deep often fast wide heavy", pair[1])
    }) || words.contains(&"сколько")
}

/// `How does self-attention work`, `как работает самовнимание`: the verb of a question for a mere description; none
/// where the question has more content, as `how does a clerk work with the files`.
pub(in crate::answer) fn working<'w>(words: &[&'w str]) -> Option<&'w str> {
    let asks = words.windows(2).any(|pair| pair[0] == "how" && has("does do did", pair[1]));
    match (asks, words) {
        _ if words.len() > 8 => None,
        (true, [.., verb]) if either(WORKING, verb) => Some(verb),
        (false, ["как", verb, _, ..]) | (false, [_, "как", verb, _, ..]) if either(WORKING, verb) => Some(verb),
        (false, ["как", _, .., verb]) if either(WORKING, verb) => Some(verb),
        _ => None,
    }
}

/// `Which is older, A or B`: a choice of one of two.
fn chooses(words: &[&str]) -> bool {
    let or = words.iter().any(|word| *word == "or" || *word == "или");
    let which = words
        .iter()
        .any(|word| has("which who what whose when кто что какой какая какое который которая которое где", word));
    or && which && words.iter().any(|word| either(MORE, word))
}

/// `Как установить`: how something is done.
fn steps(words: &[&str]) -> bool {
    words.windows(2).any(|pair| pair[0] == "как" && INFINITIVE.iter().any(|end| pair[1].ends_with(end)))
        || (words.first() == Some(&"как") && words.len() > 1)
}

/// `Which formats are supported`: a question word, and a plural soon after it.
fn plural(words: &[&str]) -> bool {
    let many = |word: &&str| word.len() > 3 && word.ends_with('s') && !word.ends_with("ss") && !has(SINGULAR, word);
    let asks = |word: &str, reach: usize| {
        words.iter().position(|known| *known == word).is_some_and(|at| words[at + 1..].iter().take(reach).any(many))
    };
    let verb = || words.iter().any(|word| has("are were do can have exist there could may must should will did", word));
    asks("which", 3)
        || (asks("what", 2) && verb())
        || words.first().is_some_and(|first| has("какие каких какими", first))
}

/// True if a question only asks for a definition: at most three words that count after the verb, and no `of`, `that`,
/// `in` that would make it ask for a property of something.
fn defines(words: &[&str]) -> bool {
    let asks = |word: &&&str| {
        has(
            "what s is are does do was were the a an mean means meant by called stand for you we count counts as define \
        definition meaning of considered что такое значит означает называется называют понимается под это такой такая такое",
            word,
        )
    };
    let telling = words.iter().filter(|word| !asks(word)).count();
    let property = |word: &&str| {
        has(
            "that which who when where in on at to from during between used use после для который которая которое",
            word,
        )
    };
    let of = words.iter().position(|word| *word == "of");
    let meaning = |at: usize| has("meaning definition kind", words[at.saturating_sub(1)]);
    telling <= 4 && !words.iter().skip(2).any(property) && of.is_none_or(meaning)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_something_works_asks_what_there_is_to_say_of_it() {
        let of = |text: &str| kind(&text.split(' ').collect::<Vec<_>>());
        for text in [
            "how does self attention work",
            "how do bells function",
            "как работает самовнимание",
            "как устроен колокол",
        ] {
            assert_eq!(of(text), AnswerKind::Describe, "{text}");
        }
        for text in ["how does one work with files", "как установить колокол", "how long does it work"]
        {
            assert_ne!(of(text), AnswerKind::Describe, "{text}");
        }
    }
}
