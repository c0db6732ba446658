//! Other forms and spellings under which a word of a question may stand in a text, by rules of writing: the irregular
//! forms of English verbs, British and American spelling, letters typed without their keys (`ss` for `ß`, `ue` for `ü`),
//! versions with and without a `v`.
//!
//! Stems unite the regular forms. A form that no text has costs one look into a table of terms.

use quipu_kernel::text::{is_stop_word, variants};
use quipu_kernel::view::{Question, QuestionWord};

use super::version_words;
use crate::english::verbs::irregular_forms;

/// Maximal number of places of a word that are written in another way.
const MOST_PLACES: usize = 4;
/// A word of fewer letters has no other spelling: most short words are one letter from another word.
const SHORTEST: usize = 5;

/// The question, its words with the terms of their other forms.
pub(crate) fn widened(mut question: Question) -> Question {
    let versions = versions(&question.text);
    let all: Vec<String> = question.words.iter().map(|word| word.text.clone()).collect();
    for word in &mut question.words {
        let mut forms = if is_stop_word(&word.text) { Vec::new() } else { forms(&word.text) };
        if !versions.is_empty() {
            forms.extend(of_version(&word.text, &versions));
        }
        // A form that is itself a word of the question belongs to that one.
        forms.retain(|form| !all.contains(form));
        add(word, &forms);
    }
    question
}

fn add(word: &mut QuestionWord, forms: &[String]) {
    for term in forms.iter().flat_map(|form| variants(form)) {
        if !word.terms.contains(&term) {
            word.terms.push(term);
        }
    }
}

/// Other forms and spellings of a folded word.
fn forms(word: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    out.extend(irregular_forms(word).filter(|form| form.len() > 2 && !is_stop_word(form)).map(str::to_owned));
    if word.chars().count() >= SHORTEST {
        out.extend(other_english(word));
        out.extend(other_letters(word));
    }
    out.retain(|form| form != word && !is_stop_word(form));
    out
}

/// Pairs of British and American spelling, inside a word; the rules hold in both directions.
const INSIDE: &[[&str; 2]] = &[["our", "or"], ["isation", "ization"], ["ising", "izing"], ["ised", "ized"]];
/// Pairs at the end of a word.
const ENDS: &[[&str; 2]] = &[
    ["ise", "ize"],
    ["ises", "izes"],
    ["yse", "yze"],
    ["ysed", "yzed"],
    ["tre", "ter"],
    ["tres", "ters"],
    ["bre", "ber"],
    ["ogue", "og"],
    ["ogues", "ogs"],
    ["ence", "ense"],
    ["ences", "enses"],
    ["mme", "m"],
    ["mmes", "ms"],
    ["grey", "gray"],
    ["que", "ck"],
    ["ques", "cks"],
];
/// Endings before which British spelling doubles an `l`.
const DOUBLED: &[[&str; 2]] =
    &[["lled", "led"], ["lling", "ling"], ["ller", "ler"], ["llers", "lers"], ["lment", "llment"]];

/// The British or American spelling of an English word.
fn other_english(word: &str) -> Vec<String> {
    if !word.is_ascii() {
        return Vec::new();
    }
    let mut out = Vec::new();
    let inside = INSIDE.iter().flat_map(|[a, b]| [(a, b), (b, a)]);
    for (from, to) in inside {
        if let Some(at) = word.rfind(from).filter(|at| *at > 1) {
            out.push(format!("{}{to}{}", &word[..at], &word[at + from.len()..]));
        }
    }
    let ends = ENDS.iter().chain(DOUBLED).flat_map(|[a, b]| [(a, b), (b, a)]);
    for (from, to) in ends {
        if let Some(stem) = word.strip_suffix(from).filter(|stem| stem.len() > 1) {
            out.push(format!("{stem}{to}"));
        }
    }
    out
}

/// Letters of German and of the North with what is typed where their keys are missing; with each that it may stand for.
const TYPED: &[(&str, &str)] = &[
    ("ss", "ß"),
    ("ae", "ä"),
    ("oe", "ö"),
    ("ue", "ü"),
    ("aa", "å"),
    ("o", "ø"),
    ("l", "ł"),
    ("a", "ä"),
    ("o", "ö"),
    ("u", "ü"),
    ("a", "å"),
    ("s", "ß"),
    ("ae", "æ"),
    ("oe", "ø"),
    ("oe", "œ"),
];
/// Number of the pairs of two letters that are also replaced together: `groessmann` is `größmann`.
const TOGETHER: usize = 5;

/// The word with letters in place of what is typed for them, and typed without them.
fn other_letters(word: &str) -> Vec<String> {
    let mut out = Vec::new();
    if !word.is_ascii() {
        let typed =
            |all: &[(&str, &str)]| all.iter().fold(word.to_owned(), |word, (ascii, own)| word.replace(own, ascii));
        out.push(typed(&TYPED[..TOGETHER]));
        out.push(typed(TYPED));
        out.push(typed(&TYPED[TOGETHER..]));
        let own = TYPED.iter().filter(|(_, own)| word.contains(own));
        out.extend(own.map(|(ascii, own)| word.replace(own, ascii)));
    }
    if word.starts_with(|c: char| c.is_ascii() || TYPED.iter().any(|(_, own)| own.starts_with(c))) {
        let pairs: Vec<(usize, &(&str, &str))> = TYPED[..TOGETHER]
            .iter()
            .flat_map(|pair| word.match_indices(pair.0).map(move |(at, _)| (at, pair)))
            .take(MOST_PLACES)
            .collect();
        for chosen in 1..1_usize << pairs.len() {
            out.extend(replaced(
                word,
                pairs.iter().enumerate().filter(|(at, _)| chosen >> at & 1 == 1).map(|(_, p)| *p),
            ));
        }
        let single =
            TYPED[TOGETHER..].iter().flat_map(|pair| word.match_indices(pair.0).map(move |(at, _)| (at, pair)));
        out.extend(single.filter_map(|one| replaced(word, std::iter::once(one))));
    }
    out
}

/// A word with a letter at each of these places, the first place first; none where places overlap.
fn replaced<'p>(word: &str, places: impl Iterator<Item = (usize, &'p (&'p str, &'p str))>) -> Option<String> {
    let mut places: Vec<(usize, &(&str, &str))> = places.collect();
    places.sort_by_key(|(at, _)| *at);
    let (mut out, mut end) = (String::with_capacity(word.len()), 0);
    for (at, (typed, own)) in places {
        out.push_str(word.get(end..at)?);
        out.push_str(own);
        end = at + typed.len();
    }
    out.push_str(word.get(end..)?);
    Some(out)
}

/// The first parts of the versions that a text names: `2` of `v2.3.10` and of `2.3.10`.
fn versions(text: &str) -> Vec<String> {
    quoted_versions(text).filter_map(|version| Some(version.split('.').next()?.to_owned())).collect()
}

/// The versions that a text names, without a `v` before them: two numbers or more with dots between them.
pub(crate) fn quoted_versions(text: &str) -> impl Iterator<Item = &str> {
    let pieces = text.split(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | ',' | ';' | '"' | '`' | '«' | '»'));
    pieces.filter_map(|piece| {
        let piece = piece.trim_end_matches(['?', '.', '!', ':', '\'']);
        let bare = piece.strip_prefix(['v', 'V']).unwrap_or(piece);
        let is_part = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        (bare.contains('.') && bare.split('.').all(is_part)).then_some(bare)
    })
}

/// Other forms of a word of a question that names a version: its first number with and without a `v`, and the words for
/// a version, which say the same.
fn of_version(word: &str, versions: &[String]) -> Vec<String> {
    if versions.iter().any(|first| first == word) {
        return vec![format!("v{word}")];
    }
    if let Some(first) = word.strip_prefix('v').filter(|rest| versions.iter().any(|first| first == rest)) {
        return vec![first.to_owned()];
    }
    version_words(word).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn meet(asked: &str, said: &str) -> bool {
        let question = widened(Question::new(asked));
        let terms: Vec<&String> = question.words.iter().flat_map(|word| &word.terms).collect();
        quipu_kernel::text::words(said).iter().all(|word| variants(&word.text).iter().any(|form| terms.contains(&form)))
    }

    #[test]
    fn irregular_forms_of_a_verb_meet() {
        for (asked, said) in [("sink", "sank"), ("swam", "swim"), ("throw", "thrown"), ("wore", "wearing")] {
            assert!(meet(asked, said), "{asked}: {said}");
        }
        assert!(!meet("walk", "stood"));
    }

    #[test]
    fn british_and_american_spelling_meet() {
        for (one, other) in [
            ("harbor", "harbours"),
            ("organise", "organized"),
            ("analyse", "analyze"),
            ("theater", "theatre"),
            ("catalog", "catalogue"),
            ("licence", "license"),
            ("traveler", "traveller"),
            ("program", "programme"),
        ] {
            assert!(meet(one, other), "{one}: {other}");
            assert!(meet(other, one), "{other}: {one}");
        }
        assert!(!meet("four", "for"));
    }

    #[test]
    fn letters_typed_without_their_keys_meet() {
        for (one, other) in [
            ("Fussgaengerbruecke", "Fußgängerbrücke"),
            ("Oeffnungszeiten", "Öffnungszeiten"),
            ("Strassengebühr", "Straßengebühr"),
            ("Tromso", "Tromsø"),
            ("Mueller", "Müller"),
            ("Muller", "Müller"),
            ("Mlawa", "Mława"),
        ] {
            assert!(meet(one, other), "{one}: {other}");
            assert!(meet(other, one), "{other}: {one}");
        }
    }

    #[test]
    fn a_version_is_found_with_and_without_its_letter() {
        assert!(meet("What did version 4.1.7 mend?", "release v4.1.7"));
        assert!(meet("What did v4.1.7 mend?", "4.1.7"));
        assert!(!meet("Who has 4 boats?", "v4"));
        assert_eq!(quoted_versions("See v2.0, 3.1.4. Or 5 (6.7)?").collect::<Vec<_>>(), ["2.0", "3.1.4", "6.7"]);
    }

    proptest! {
        #[test]
        fn any_word_has_few_forms(word in "\\PC{0,30}|[aeoulsth]{0,60}") {
            let question = widened(Question::new(&word));
            for word in &question.words {
                prop_assert!(word.terms.len() < 400, "{:?}", word);
            }
        }
    }
}
