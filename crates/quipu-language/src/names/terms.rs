//! Russian terms of one word that a text is about: "Квазар светит ярче галактик", and later "квазары".
//!
//! A common noun is a term where the text says so: it begins the text, or a definition ("Блокчейн — это …"), or
//! is a heading; and the text repeats it in lower case. A word capitalised inside a sentence is a name and
//! no term. Cost: a look-up a word, and for a bounded number of terms a comparison a word of equal beginning.

use rustc_hash::FxHashMap;

use super::found::Found;
use super::markup::heading_names;
use super::spelling::{folded, is_adjective, is_cyrillic};
use super::tokens::{Gap, Shape, Token};
use crate::tables::marks::Marks;
use quipu_kernel::model::{Kind, Span};
use quipu_kernel::text::fold_char;

/// The shortest term, in letters.
const SHORTEST: usize = 5;
/// Minimal number of letters of a long word.
const LONG: usize = 11;
/// The most terms of a chunk.
const MOST: usize = 16;
/// The least that forms of one word share, in letters.
const SHARED: usize = 4;
/// Endings of the forms of a noun after their common beginning.
const ENDINGS: [&str; 30] = [
    "", "а", "я", "о", "е", "у", "ю", "ы", "и", "ь", "й", "ой", "ей", "ом", "ем", "ам", "ям", "ах", "ях", "ов", "ев",
    "ью", "ию", "ия", "ии", "ие", "ами", "ями", "ием", "ий",
];

/// The terms of a text, in all their forms; `headings` are those that stand in it, `above` those above it.
pub(super) fn terms(text: &str, tokens: &[Token], headings: &[Span], above: &[String], found: &mut Vec<Found>) {
    let mut terms: Vec<String> = above.iter().filter_map(|heading| of_heading(heading)).collect();
    for at in (0..tokens.len()).filter(|at| told(text, tokens, headings, *at)) {
        let new = term(text, &tokens[at]).filter(|new| !terms.contains(new));
        terms.extend(new.filter(|_| terms.len() < MOST));
    }
    for at in long_words(text, tokens) {
        let new = term(text, &tokens[at]).filter(|new| !terms.iter().any(|old| are_forms(old, new)));
        terms.extend(new.filter(|_| terms.len() < MOST));
    }
    twins(text, tokens, found);
    for term in terms {
        let forms = tokens.iter().filter(|token| are_forms(&term, token.word(text)));
        let forms: Vec<&Token> = forms.collect();
        let named = forms.iter().any(|token| token.is_capital() && !token.first);
        // "натрий" has a genitive, "синий" has not.
        let noun = |token: &&Token| ["ия", "ию", "ием", "ии"].iter().any(|end| token.word(text).ends_with(end));
        if term.ends_with("ий") && !forms.iter().copied().any(|token| noun(&token)) {
            continue;
        }
        if !named && forms.iter().any(|token| token.shape == Shape::Lower) {
            found.extend(forms.iter().map(|token| Found::new(token.start, token.core, Kind::Concept)));
        }
    }
}

/// A word with a capital inside a sentence and without one elsewhere is one thing: "Интернет", "интернет".
fn twins(text: &str, tokens: &[Token], found: &mut Vec<Found>) {
    let none = Marks::HEAD | Marks::ORG | Marks::PLACE | Marks::TITLE | Marks::PERSON_NOUN | Marks::NUMBERED;
    for name in tokens.iter().filter(|token| token.shape == Shape::Capital && !token.first && !token.has(none)) {
        let mut small = tokens.iter().filter(|token| token.stem == name.stem && token.shape == Shape::Lower).peekable();
        if let Some(name) = small.peek().and_then(|_| term(text, name)) {
            let forms = small.filter(|token| are_forms(&name, token.word(text)));
            found.extend(forms.map(|token| Found::new(token.start, token.core, Kind::Concept)));
        }
    }
}

/// Long words that stand in two forms of one noun, each by its first token: such words are seldom used outside of their
/// topic. Shorter ones where a sentence begins with one, and the other is surely a noun: "Хоббит …",
/// and later "хоббитов".
fn long_words(text: &str, tokens: &[Token]) -> Vec<usize> {
    let mut first: FxHashMap<u64, usize> = FxHashMap::default();
    let mut out = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let begins = token.first && token.shape == Shape::Capital;
        let written = token.shape == Shape::Lower || begins;
        if token.length < SHORTEST || !written || token.has(Marks::COMMON) {
            continue;
        }
        let before = *first.entry(token.stem).or_insert(at);
        let (one, other) = (tokens[before].word(text), token.word(text));
        let verb = || [one, other].iter().any(|word| ["л", "ла", "ло", "ли"].iter().any(|end| word.ends_with(end)));
        let declined = one.len() != other.len() || one != other && !verb();
        if before == at || !declined || is_abstract(one) || is_abstract(other) {
            continue;
        }
        let long = tokens[before].length >= LONG && token.length >= LONG;
        let begun = || tokens[before].shape == Shape::Capital && is_oblique(other) || begins && is_oblique(one);
        if long || begun() {
            let folded = folded(one);
            out.extend(are_forms(&folded, other).then_some(before));
        }
    }
    out
}

/// True if a word has an ending that only nouns have, in some case.
fn is_oblique(word: &str) -> bool {
    ["ов", "ев", "ам", "ям", "ами", "ями", "ах", "ях", "ом"].iter().any(|ending| word.ends_with(ending))
}

/// True if a word has an ending of actions or properties, and is no term.
fn is_abstract(word: &str) -> bool {
    const ENDINGS: [&str; 31] = [
        "ость",
        "ости",
        "остью",
        "остей",
        "ение",
        "ения",
        "ению",
        "ением",
        "ении",
        "ений",
        "ание",
        "ания",
        "анию",
        "анием",
        "ании",
        "аний",
        "ство",
        "ства",
        "ству",
        "ством",
        "стве",
        "ать",
        "ить",
        "еть",
        "ться",
        "тся",
        "ешь",
        "али",
        "или",
        "ало",
        "ило",
    ];
    ENDINGS.iter().any(|ending| word.ends_with(ending))
}

/// The word of a token, folded, where it may be a term.
fn term(text: &str, token: &Token) -> Option<String> {
    let word = token.word(text);
    let none = Marks::STOP | Marks::COMMON | Marks::UNIT | Marks::MONTH | Marks::YEAR_WORD | Marks::GIVEN | Marks::LAND;
    let fits = token.length >= SHORTEST
        && is_cyrillic(word)
        && !token.has(none)
        && (!is_adjective(word) || word.ends_with("ий"));
    fits.then(|| folded(word))
}

/// The term that a heading is.
fn of_heading(heading: &str) -> Option<String> {
    let single = heading_names(heading) && !heading.trim().contains(char::is_whitespace);
    let tokens = if single { super::tokens::tokens(heading, &[], &[]) } else { Vec::new() };
    term(heading, tokens.first()?)
}

/// True if the text presents the token at `at` as its topic, or as that of a part of it.
fn told(text: &str, tokens: &[Token], headings: &[Span], at: usize) -> bool {
    let token = tokens[at];
    if token.shape != Shape::Capital || !(token.first || at == 0) {
        return false;
    }
    let next = tokens.get(at + 1).filter(|next| !next.first);
    let defined = next.is_some_and(|next| next.gap == Gap::Dash && text[token.end..next.start].starts_with(' '));
    let begins = at == 0 && next.is_some_and(|next| next.gap == Gap::Space && next.shape == Shape::Lower);
    defined || begins || headings.iter().any(|span| span.range() == (token.start..token.end))
}

/// True if a word is a form of a noun in folded form.
fn are_forms(noun: &str, word: &str) -> bool {
    let same = noun.chars().zip(word.chars().flat_map(fold_char)).take_while(|(a, b)| a == b);
    let (mut letters, mut shared) = (0, 0);
    for (letter, _) in same {
        letters += 1;
        shared += letter.len_utf8();
    }
    // Letters of Russian, `ё` and `е` too, are of one length in either case.
    let ends = |word: &str| word.get(shared..).is_some_and(|ending| ENDINGS.contains(&ending));
    letters >= SHARED && ends(noun) && ends(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::found::forms;

    fn of(text: &str) -> Vec<&str> {
        forms(text, |tokens, found| terms(text, tokens, &[], &[], found))
    }

    #[test]
    fn what_a_text_begins_with_or_defines_is_a_term() {
        assert_eq!(
            of("Глетчер ползёт медленно. Под глетчером вода, и тают глетчеры."),
            ["Глетчер", "глетчером", "глетчеры"]
        );
        assert_eq!(of("Это пишут. Фьорд — залив. Во фьордах тихо."), ["Фьорд", "фьордах"]);
    }

    #[test]
    fn a_name_that_is_written_without_its_capital_too_is_one() {
        let found = of("Все пишут про Ноосферу. Кто-то пишет о ноосфере иначе, а о погоде никак.");
        assert_eq!(found, ["ноосфере"]);
        assert!(of("Так решил Парламент. Без парламента тихо.").is_empty());
    }

    #[test]
    fn a_noun_that_begins_a_sentence_and_comes_back_is_a_term() {
        assert_eq!(of("Было так. Хоббит сыт. Всех хоббитов не накормишь."), ["Хоббит", "хоббитов"]);
        assert!(of("Было так. Строил он долго. Потом строили все.").is_empty());
    }

    #[test]
    fn names_and_words_that_do_not_come_back_are_none() {
        assert!(of("Глетчер ползёт медленно.").is_empty());
        assert!(of("Байкал глубок. На Байкале зима, байкальский лёд.").is_empty());
        assert!(of("Инсулин колют. Инсульт опасен, после инсульта лежат.").is_empty());
    }

    #[test]
    fn forms_differ_by_endings_of_cases() {
        for (one, other) in [("квазар", "квазары"), ("экзопланета", "экзопланет"), ("теория", "теорий")]
        {
            assert!(are_forms(one, other), "{one}");
        }
        assert!(!are_forms("инсулин", "инсульт") && !are_forms("квазар", "квазарный"));
    }
}
