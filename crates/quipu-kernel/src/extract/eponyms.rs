//! Russian terms that are called after somebody: "болезнь Паркинсона", "закон Ома".
//!
//! A noun that names nothing by itself and, right behind it, the name, mostly in the genitive, are one name; the person is
//! another. Cost: a look-up a capital.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::found::Found;
use super::spelling::is_cyrillic;
use super::tokens::{Gap, Shape, Token};
use crate::model::Kind;
use crate::text::fold_char;

/// Stems of the nouns.
const NOUNS: &str = "болезн синдром теорем эффект постоянн уравнени гипотез парадокс бином критери комет поправк распределени \
преобразовани формул констант шкал пояс лемм аксиом бозон палочк проб";
/// Endings of them.
const ENDINGS: [&str; 16] = ["", "ь", "ю", "и", "ью", "а", "у", "ом", "е", "ы", "ой", "ая", "ую", "ей", "ем", "я"];
/// The longest ending, in letters.
const LONGEST: usize = 2;

static STEMS: LazyLock<FxHashSet<&str>> = LazyLock::new(|| NOUNS.split_ascii_whitespace().collect());

/// The terms of a text that are called after somebody.
pub(super) fn eponyms(text: &str, tokens: &[Token], found: &mut Vec<Found>) {
    for pair in tokens.windows(2) {
        let [noun, name] = pair else { continue };
        let after = name.shape == Shape::Capital && name.gap == Gap::Space && !name.first;
        let written = noun.shape == Shape::Lower || noun.first && noun.shape == Shape::Capital;
        if after && written && is_cyrillic(&text[name.start..name.core]) && is_noun(&text[noun.start..noun.core]) {
            found.push(Found::new(noun.start, name.core, Kind::Concept));
        }
    }
}

fn is_noun(word: &str) -> bool {
    if !is_cyrillic(word) {
        return false;
    }
    let folded: String = word.chars().flat_map(fold_char).collect();
    let cuts = folded.char_indices().rev().map(|(at, _)| at).take(LONGEST);
    std::iter::once(folded.len())
        .chain(cuts)
        .any(|at| STEMS.contains(&folded[..at]) && ENDINGS.contains(&&folded[at..]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::tokens::tokens;
    use crate::text::sentences;

    fn of(text: &str) -> Vec<&str> {
        let tokens = tokens(text, &sentences(text), &[]);
        let mut found = Vec::new();
        eponyms(text, &tokens, &mut found);
        found.iter().map(|found| &text[found.start..found.end]).collect()
    }

    #[test]
    fn what_is_called_after_somebody_is_a_term() {
        assert_eq!(
            of("Теорема Ферма трудна. Больной болезнью Бехтерева ходит."),
            ["Теорема Ферма", "болезнью Бехтерева"]
        );
        assert!(of("Эффект был. Уравнение решил Эйлер. Формула. Эйлер ушёл.").is_empty());
    }
}
