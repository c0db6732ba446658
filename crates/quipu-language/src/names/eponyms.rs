//! Russian eponyms, terms named after a person: "болезнь Паркинсона", "закон Ома".
//!
//! A noun that names nothing by itself and the name right after it, mostly in the genitive, are one name; the person is
//! another. Two authors that a dash joins make one of any noun ("процесс Габера — Боша"), and a theorem may state its
//! topic. Cost: a look-up a capital.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::found::Found;
use super::spelling::{folded, is_adjective, is_cyrillic, is_surely_adjective};
use super::tokens::{Gap, Shape, Token};
use crate::tables::marks::Marks;
use quipu_kernel::model::Kind;

/// Stems of the nouns.
const NOUNS: &str = "болезн синдром теорем эффект постоянн уравнени гипотез парадокс бином критери комет поправк распределени \
преобразовани формул констант шкал пояс лемм аксиом бозон палочк проб многочлен полином матриц интеграл демон маятник \
бритв дилемм алгоритм";
/// Stems of nouns after which two places or sides stand, and no two authors.
const ROUTES: &str = "рейс поезд трасс маршрут дорог перегон участк участок электричк финал полуфинал шоссе матч встреч лини перелет экспресс пар пут тракт";
/// Endings of them.
const ENDINGS: [&str; 16] = ["", "ь", "ю", "и", "ью", "а", "у", "ом", "е", "ы", "ой", "ая", "ую", "ей", "ем", "я"];
/// The longest ending, in letters.
const LONGEST: usize = 2;

static STEMS: LazyLock<FxHashSet<&str>> = LazyLock::new(|| NOUNS.split_ascii_whitespace().collect());
static ROUTE_STEMS: LazyLock<FxHashSet<&str>> = LazyLock::new(|| ROUTES.split_ascii_whitespace().collect());
/// The shortest noun before several authors, in letters.
const SHORTEST: usize = 5;

/// Adds the eponyms of a text.
pub(super) fn eponyms(text: &str, tokens: &[Token], found: &mut Vec<Found>) {
    for (at, pair) in tokens.windows(2).enumerate() {
        let [noun, name] = pair else { continue };
        let after = name.shape == Shape::Capital && name.gap == Gap::Space && !name.first;
        let written = noun.shape == Shape::Lower || noun.first && noun.shape == Shape::Capital;
        if !after || !is_cyrillic(name.word(text)) {
            continue;
        }
        let last = if written && is_noun(noun.word(text), &STEMS) {
            about(text, tokens, with_others(text, tokens, at + 1))
        } else {
            of_several(text, tokens, at).unwrap_or(at)
        };
        if last > at {
            let first = if is_told_apart(text, tokens, at) { at - 1 } else { at };
            found.push(Found::new(tokens[first].start, tokens[last].core, Kind::Concept));
        }
    }
}

/// True if a word before the noun at `at` distinguishes it from others: "Великая теорема Ферма", "второй закон
/// Ньютона".
fn is_told_apart(text: &str, tokens: &[Token], at: usize) -> bool {
    let Some(before) = at.checked_sub(1).map(|before| &tokens[before]) else { return false };
    let said = before.shape == Shape::Capital && !before.first || before.has(Marks::ORDINAL);
    said && tokens[at].gap == Gap::Space && !tokens[at].first && is_adjective(before.word(text))
}

/// The last of the names that dashes join to the one at `at`: "закон Гласса — Стиголла".
fn with_others(text: &str, tokens: &[Token], at: usize) -> usize {
    let joined = |token: &&Token| {
        token.gap == Gap::Dash && !token.first && token.shape == Shape::Capital && is_cyrillic(token.word(text))
    };
    at + tokens[at + 1..].iter().take_while(joined).count()
}

/// The last word of a theorem's topic: "теорема Гёделя о неполноте".
fn about(text: &str, tokens: &[Token], last: usize) -> usize {
    let goes_on = |at: usize| tokens.get(at).filter(|token| token.goes_on());
    if !goes_on(last + 1).is_some_and(|token| matches!(token.word(text), "о" | "об")) {
        return last;
    }
    let Some(first) = goes_on(last + 2) else { return last };
    let noun = last + 2 + usize::from(is_adjective(first.word(text)));
    // "Гипотеза Римана о том, что …"
    let says = |token: &Token| !token.has(Marks::STOP);
    if says(first) && goes_on(noun).is_some_and(says) { noun } else { last }
}

/// The last of several authors in the genitive, for any noun at `at`: "процесс Габера — Боша".
fn of_several(text: &str, tokens: &[Token], at: usize) -> Option<usize> {
    let last = Some(with_others(text, tokens, at + 1)).filter(|last| *last > at + 1)?;
    let noun = tokens[at].word(text);
    let genitive = |token: &Token| token.word(text).ends_with(['а', 'я']) || token.word(text).ends_with("ого");
    let plain = !is_noun(noun, &ROUTE_STEMS) && !is_surely_adjective(noun) && !tokens[at].has(Marks::STOP);
    (plain && tokens[at].length >= SHORTEST && tokens[at + 1..=last].iter().all(genitive)).then_some(last)
}

fn is_noun(word: &str, stems: &FxHashSet<&str>) -> bool {
    if !is_cyrillic(word) {
        return false;
    }
    let folded = folded(word);
    let cuts = folded.char_indices().rev().map(|(at, _)| at).take(LONGEST);
    std::iter::once(folded.len())
        .chain(cuts)
        .any(|at| stems.contains(&folded[..at]) && ENDINGS.contains(&&folded[at..]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::found::forms;

    fn of(text: &str) -> Vec<&str> {
        forms(text, |tokens, found| eponyms(text, tokens, found))
    }

    #[test]
    fn what_is_called_after_somebody_is_a_term() {
        assert_eq!(
            of("Теорема Ферма трудна. Больной болезнью Бехтерева ходит."),
            ["Теорема Ферма", "болезнью Бехтерева"]
        );
        assert_eq!(
            of("Синтез Фишера — Тропша дорог. Теорема Лагранжа о среднем значении верна."),
            ["Синтез Фишера — Тропша", "Теорема Лагранжа о среднем значении"]
        );
        assert_eq!(
            of("Тогда Великая теорема Ферма ждала. Вторая теорема Ферма тоже."),
            ["Великая теорема Ферма", "Вторая теорема Ферма"]
        );
        assert!(of("Поезд Москва — Астана полон. На участке Калуга — Тула тихо.").is_empty());
        assert_eq!(of("Гипотеза Римана о том, что так, стара."), ["Гипотеза Римана"]);
        assert!(of("Эффект был. Уравнение решил Эйлер. Формула. Эйлер ушёл.").is_empty());
    }
}
