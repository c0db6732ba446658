//! Neighbouring words of a question, and their common occurrences in a chunk (sequential dependence:
//! Metzler and Croft, 2005, "A Markov random field model for term dependencies").
//!
//! Words are compared as the index holds them, stemmed by the chunk's language. Cost: one pass over the
//! text, where only words that begin as a question's word are stemmed.

use super::asked_words::NEAR;
use super::{PairHit, Question, QuestionWord, WordPair};
use crate::text;

/// The pairs of `question` that stand together in a text of a language, given in the parts in which it is
/// searched; words of two parts are never near each other.
pub fn pairs_in<'t>(question: &Question, parts: impl IntoIterator<Item = &'t str>, language: &str) -> Vec<PairHit> {
    let places = places(question, parts, language);
    let hit = |(at, pair): (u32, &WordPair)| {
        let (first, second) = (places.get(pair.first as usize)?, places.get(pair.second as usize)?);
        let near = first.iter().filter(|place| is_near(**place, second)).count() as u32;
        let follows = |place: &&u32| second.binary_search(&(**place + pair.gap)).is_ok();
        (near > 0).then(|| PairHit { pair: at, ordered: first.iter().filter(follows).count() as u32, near })
    };
    (0..).zip(&question.pairs).filter_map(hit).collect()
}

/// True if one of `others`, in order, is at most [`NEAR`] from `place`.
fn is_near(place: u32, others: &[u32]) -> bool {
    let from = others.partition_point(|other| *other + NEAR < place);
    others.get(from).is_some_and(|other| *other <= place + NEAR)
}

/// True if the term of `word` may equal a term of the question's word: Russian stems are beginnings of their words,
/// English ones (dying, die) keep the first letter.
fn may_be(word: &str, asked: &QuestionWord) -> bool {
    match word.as_bytes().first() {
        Some(first) if first.is_ascii() => asked.text.as_bytes().first() == Some(first),
        _ => asked.terms.iter().any(|term| word.starts_with(term.as_str())),
    }
}

/// Places of each word of the question that is in a pair, by position, in order.
fn places<'t>(question: &Question, parts: impl IntoIterator<Item = &'t str>, language: &str) -> Vec<Vec<u32>> {
    let mut out = vec![Vec::new(); question.words.len()];
    let paired = |at: u32| question.pairs.iter().any(|pair| pair.first == at || pair.second == at);
    let asked: Vec<(usize, &QuestionWord)> =
        (0..).zip(&question.words).filter(|(at, _)| paired(*at)).map(|(at, word)| (at as usize, word)).collect();
    let mut place = 0;
    for part in parts {
        text::each_word(part, &mut |word, _| {
            place += 1;
            if asked.iter().any(|(_, asked)| may_be(word, asked)) {
                let term = text::stemmed(word, language);
                for (at, _) in asked.iter().filter(|(_, asked)| asked.terms.contains(&term)) {
                    out[*at].push(place);
                }
            }
        });
        place += NEAR;
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn hits(question: &str, parts: &[&str], language: &str) -> Vec<(u32, u32, u32)> {
        let found = pairs_in(&Question::new(question), parts.iter().copied(), language);
        found.into_iter().map(|hit| (hit.pair, hit.ordered, hit.near)).collect()
    }

    #[test]
    fn neighbours_are_words_that_say_something() {
        let question = Question::new("Who founded the University of Chicago, and who the University of Chicago Press?");
        let words = |pair: &WordPair| {
            let text = |at: u32| question.words[at as usize].text.as_str();
            (text(pair.first), text(pair.second), pair.gap)
        };
        let pairs: Vec<_> = question.pairs.iter().map(words).collect();
        let between = [("chicago", "university", 4), ("chicago", "press", 1)];
        assert_eq!(pairs, [[("founded", "university", 2), ("university", "chicago", 2)], between].concat());
        assert!(Question::new("Who is who?").pairs.is_empty());
        assert!(Question::new("copper copper").pairs.is_empty());
    }

    #[test]
    fn pairs_follow_each_other_or_stand_near() {
        let asked = "the clock tower";
        assert_eq!(hits(asked, &["The clock tower has a clock."], "en"), [(0, 1, 2)]);
        assert_eq!(hits(asked, &["A tower with two clocks"], "en"), [(0, 0, 1)]);
        assert_eq!(hits(asked, &["A clock, one two three four five six seven eight, a tower"], "en"), []);
        assert_eq!(hits("часовой завод", &["На часовом заводе"], "ru"), [(0, 1, 1)]);
        assert_eq!(hits("University of Chicago", &["the University of Chicago"], "en"), [(0, 1, 1)]);
    }

    #[test]
    fn parts_do_not_touch() {
        assert_eq!(hits("clock tower", &["the clock", "tower"], "en"), []);
        assert_eq!(hits("clock tower", &["the clock tower", "clock"], "en"), [(0, 1, 1)]);
    }

    const WORDS: [&str; 6] = ["clock", "clocks", "tower", "the", "bell", "Башня"];

    fn said() -> impl Strategy<Value = Vec<&'static str>> {
        prop::collection::vec(prop::sample::select(&WORDS[..]), 0..40)
    }

    proptest! {
        #[test]
        fn counts_are_those_of_every_pair_of_places(asked in said(), text in said()) {
            let question = Question::new(&asked.join(" "));
            let mut terms = Vec::new();
            text::terms(&text.join(" "), "en", |term| terms.push(term.to_owned()));
            let is = |at: u32, place: usize| {
                terms.get(place).is_some_and(|term| question.words[at as usize].terms.contains(term))
            };
            let naive = |pair: &WordPair| {
                let places = || (0..terms.len()).filter(|place| is(pair.first, *place));
                let near = |place: &usize| {
                    (0..terms.len()).any(|other| is(pair.second, other) && other.abs_diff(*place) <= NEAR as usize)
                };
                let follows = |place: &usize| is(pair.second, place + pair.gap as usize);
                (places().filter(follows).count() as u32, places().filter(near).count() as u32)
            };
            let found = pairs_in(&question, [text.join(" ").as_str()], "en");
            for (at, pair) in (0..).zip(&question.pairs) {
                let hit = found.iter().find(|hit| hit.pair == at).map_or((0, 0), |hit| (hit.ordered, hit.near));
                let (ordered, near) = naive(pair);
                prop_assert_eq!(hit, (ordered, near));
                prop_assert!(ordered <= near);
            }
        }
    }
}
