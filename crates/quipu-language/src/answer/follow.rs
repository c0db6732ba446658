//! Follow-up questions, made to stand alone without a model: the names that they refer to are appended to them.

use super::asked::only_asks;
use super::topic::marked_runs;
use crate::pronouns::is_pronoun;
use crate::tables::pronoun::Takers;
use quipu_kernel::text::{self, is_stop_word, words};

/// Words that mean something said before, beside pronouns.
const POINTS: &str = "this that these those there then one former latter \
    этот эта это эти этого этой этому этих том там тогда туда оттуда тот та те";
/// Beginnings of follow-up questions.
const GOES_ON: &str = "and but what about how а и но";
/// Words that tell an order in time.
const ORDERS: &str = "before after earlier later previously next last first до после раньше позже прежде потом";
/// Maximal number of names that are appended to a question.
const MOST: usize = 2;

/// True if a question is a follow-up: it holds no name, and points back or only goes on.
pub fn leans(question: &str) -> bool {
    let words: Vec<String> = words(question).into_iter().map(|word| word.text).collect();
    let has = |list: &str, word: &String| list.split_ascii_whitespace().any(|known| known == word.replace('ё', "е"));
    let pronoun = |word: &String| is_pronoun(&word.replace('ё', "е"), Takers::FOLLOWS);
    let points = words.iter().any(|word| has(POINTS, word) || pronoun(word));
    let goes_on = words.len() <= 4 && words.first().is_some_and(|word| has(GOES_ON, word));
    names(question).is_empty() && (points || goes_on)
}

/// Such a question with the names of earlier texts appended: those of the first sentence that names
/// anything, of `said` (the latest first: an answer, its question, and so on). None where the question stands
/// alone or no text holds a name.
pub fn standing(question: &str, said: &[&str]) -> Option<String> {
    if !leans(question) {
        return None;
    }
    let of = |text: &&str| text::sentences(text).into_iter().map(|span| of_sentence(&text[span.range()])).collect();
    let mut sentences = said.iter().flat_map(|text| -> Vec<Vec<String>> { of(text) });
    let mut found = sentences.find(|names| !names.is_empty())?;
    found.truncate(MOST);
    found.extend(topic(question, said));
    Some(format!("{} ({})", question.trim(), found.join(", ")))
}

/// Such a question with its name, where no model is needed: it has a personal pronoun ("and where was she born?"),
/// and the first sentence that names anything names one alone, who is in focus.
pub fn focused(question: &str, said: &[&str]) -> Option<String> {
    let somebody = |word: &str| is_pronoun(word, Takers::PERSONS);
    let words: Vec<String> = words(question).into_iter().map(|word| word.text.replace('ё', "е")).collect();
    if !leans(question) || words.iter().filter(|word| somebody(word)).count() != 1 {
        return None;
    }
    let mut sentences = said.iter().flat_map(|text| {
        text::sentences(text).into_iter().map(|span| of_sentence(&text[span.range()])).collect::<Vec<_>>()
    });
    let found = sentences.find(|names| !names.is_empty())?;
    let full: Vec<&String> = found.iter().filter(|name| name.contains(' ')).collect();
    let one = match (full.as_slice(), found.as_slice()) {
        // Of a team and a person with a full name the person is meant.
        ([one], _) => *one,
        ([], [one]) => one,
        _ => return None,
    };
    let found: Vec<String> = [one.clone()].into_iter().chain(topic(question, said)).collect();
    Some(format!("{} ({})", question.trim(), found.join(", ")))
}

/// The content of the question before, for one that has none of its own and turns to another thing of the same kind ("and
/// who was it before him?"): its words without names, which are appended already.
fn topic(question: &str, said: &[&str]) -> Option<String> {
    let before = said.get(1).filter(|_| content(question).is_empty())?;
    let named: Vec<String> = names(before).iter().flat_map(|name| words(name)).map(|word| word.text).collect();
    let rest: Vec<String> = content(before).into_iter().filter(|word| !named.contains(word)).collect();
    (!rest.is_empty()).then(|| rest.join(" "))
}

/// The words of a question that neither ask, nor point back, nor tell an order.
fn content(question: &str) -> Vec<String> {
    let empty = |word: &String| {
        is_stop_word(word)
            || only_asks(word)
            || is_pronoun(word, Takers::FOLLOWS)
            || [POINTS, GOES_ON, ORDERS].iter().any(|list| list.split_ascii_whitespace().any(|known| known == word))
    };
    words(question).into_iter().map(|word| word.text.replace('ё', "е")).filter(|word| !empty(word)).collect()
}

/// The names that a text seems to hold.
fn names(text: &str) -> Vec<String> {
    text::sentences(text).into_iter().flat_map(|span| of_sentence(&text[span.range()])).collect()
}

/// The names that a sentence seems to hold; a word that only begins it does not count.
fn of_sentence(sentence: &str) -> Vec<String> {
    let first = sentence.split_whitespace().next().unwrap_or_default();
    // A citation after a name is no part of it.
    let uncited = |run: &str| run.split_once(" [").map_or(run, |(name, _)| name).to_owned();
    let clean = |run: &str| uncited(run.trim()).trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    let begins = clean(first);
    let runs = marked_runs(sentence).into_iter().map(|run| clean(&run));
    runs.filter(|run| *run != begins && run.chars().any(char::is_alphabetic)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_said_before_are_put_behind_a_question_that_points_back() {
        let answer = "The bell was cast by Ilse Varga in 1911 [1].";
        assert_eq!(
            standing("When was she born?", &[answer, "Who cast it?"]).as_deref(),
            Some("When was she born? (Ilse Varga)")
        );
        assert_eq!(
            standing("Где он учился?", &["Линзу шлифовал Матвей Лагунов."]).as_deref(),
            Some("Где он учился? (Матвей Лагунов)")
        );
        assert_eq!(
            standing("And when?", &["Nobody knows.", "Who built the Kronstadt Tower?"]).as_deref(),
            Some("And when? (Kronstadt Tower, built)")
        );
        assert_eq!(
            focused("And who before her?", &["The warden is Ilse Varga [1].", "Who is the warden of the mill?"])
                .as_deref(),
            Some("And who before her? (Ilse Varga, warden mill)")
        );
    }

    #[test]
    fn who_alone_is_in_focus_is_meant() {
        let answer = "**Ilse Varga**. The bell was cast by Ilse Varga in 1911 [1].";
        assert_eq!(
            focused("And where was she born?", &["The bell was cast by Ilse Varga.", "Who cast it?"]).as_deref(),
            Some("And where was she born? (Ilse Varga)")
        );
        assert_eq!(
            focused("And where was he born?", &["The Storage team is led by Bo Varga [1]."]).as_deref(),
            Some("And where was he born? (Bo Varga)")
        );
        assert_eq!(focused("And where was it cast?", &[answer]), None, "a thing may be another one");
        assert_eq!(focused("And where was she born?", &["Ada Lind met Ilse Varga in May."]), None, "two may be meant");
        assert_eq!(focused("Where was Ada Lind born?", &[answer]), None);
    }

    #[test]
    fn a_question_that_names_something_stands_alone() {
        assert_eq!(standing("When was Ada Lovelace born?", &["Ilse Varga cast it."]), None);
        assert_eq!(standing("Which enzymes digest cellulose?", &["Ilse Varga cast it."]), None);
        assert_eq!(standing("When was she born?", &[]), None);
    }
}
