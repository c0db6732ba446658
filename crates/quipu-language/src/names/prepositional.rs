//! Russian names of a capitalised noun with a prepositional phrase: "Договор о нераспространении ядерного
//! оружия", "Война за испанское наследство".
//!
//! The extent of such a name follows from two occurrences: the noun may be declined, the rest stays as it is. One of
//! them must be written so inside a sentence. Cost: a look-up a capital before a preposition, and a comparison with a
//! bounded number of others of its stem.

use rustc_hash::FxHashMap;

use super::alias::is_form_of_given;
use super::found::Found;
use super::spelling::{folded, is_cyrillic};
use super::tokens::{Shape, Token};
use crate::tables::marks::Marks;
use quipu_kernel::model::Kind;

/// Joining prepositions.
const PREPOSITIONS: [&str; 5] = ["о", "об", "за", "по", "против"];
/// Words that form adverbial phrases with a preposition, and belong to no name.
const SAYINGS: [&str; 12] = [
    "сравнению",
    "отношению",
    "поводу",
    "мнению",
    "случаю",
    "причине",
    "данным",
    "словам",
    "мере",
    "сути",
    "счет",
    "счёт",
];
/// The most words after the noun.
const MOST: usize = 9;
/// The most capitals that are compared with each.
const COMPARED: usize = 8;
/// The shortest noun, in letters.
const SHORTEST: usize = 4;

/// The names of a text that prepositions join.
pub(super) fn prepositional(text: &str, tokens: &[Token], found: &mut Vec<Found>) {
    let mut heads: FxHashMap<String, Vec<usize>> = FxHashMap::default();
    for at in (0..tokens.len()).filter(|at| is_head(text, tokens, *at)) {
        let folded = folded(tokens[at].word(text));
        let stem = folded.trim_end_matches(|c| "аеиоуыэюяьй".contains(c));
        let alike = heads.entry(stem.to_owned()).or_default();
        for other in alike.iter().rev().take(COMPARED) {
            let inside = !tokens[at].first || !tokens[*other].first;
            if let Some(more) = shared(text, tokens, *other, at).filter(|_| inside) {
                let name = |at: usize| Found::new(tokens[at].start, tokens[at + more].core, Kind::Entity);
                found.extend([name(*other), name(at)]);
            }
        }
        alike.push(at);
    }
}

/// The token at `at` where it goes on in lower case.
fn lower(tokens: &[Token], at: usize) -> Option<&Token> {
    tokens.get(at).filter(|token| token.goes_on())
}

/// True if a Russian word with a capital, and no person's or country's, stands before a preposition.
fn is_head(text: &str, tokens: &[Token], at: usize) -> bool {
    let token = &tokens[at];
    let joins = || lower(tokens, at + 1).is_some_and(|next| PREPOSITIONS.contains(&next.word(text)));
    let says = || lower(tokens, at + 2).is_none_or(|next| SAYINGS.contains(&next.word(text)));
    let given = || is_form_of_given(&folded(token.word(text)));
    token.shape == Shape::Capital
        && token.length >= SHORTEST
        && !token.has(Marks::STOP | Marks::GIVEN | Marks::LAND | Marks::NATION)
        && is_cyrillic(token.word(text))
        && joins()
        && !says()
        && !given()
}

/// Number of equal words after two nouns: the preposition, and a noun at least.
fn shared(text: &str, tokens: &[Token], one: usize, other: usize) -> Option<usize> {
    let folded = |token: &Token| folded(token.word(text));
    let same = |behind: &usize| match (lower(tokens, one + behind), lower(tokens, other + behind)) {
        (Some(one), Some(other)) => folded(one) == folded(other),
        _ => false,
    };
    let mut last = (1..=MOST).take_while(same).last()?;
    while last > 1 && tokens[one + last].has(Marks::STOP | Marks::LOOSE | Marks::PARTICLE) {
        last -= 1;
    }
    (last > 1).then_some(last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::found::forms;

    fn of(text: &str) -> Vec<&str> {
        forms(text, |tokens, found| prepositional(text, tokens, found))
    }

    #[test]
    fn what_comes_back_as_it_was_belongs_to_the_name() {
        let text = "Пакт о разделе морей подписан. Статьи Пакта о разделе морей и приложений забыты.";
        assert_eq!(of(text), ["Пакт о разделе морей", "Пакта о разделе морей"]);
    }

    #[test]
    fn what_is_said_once_or_goes_on_otherwise_is_none() {
        assert!(of("Пакт о разделе морей подписан. Статьи Пакта о ловле забыты.").is_empty());
        assert!(of("Пушкин о нем знал. Потом Пушкин о ней забыл.").is_empty());
        assert!(of("Так Москва по сравнению с ней мала. А Москва по сравнению с той велика.").is_empty());
        assert!(of("Пакт о разделе.").is_empty());
    }
}
