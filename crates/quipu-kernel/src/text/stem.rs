//! Stemming: a chunk's words are stemmed by its own language, a question's word is looked up under
//! every form that some stemmer of the index would give it.

use frostem::{Algorithm, Stemmer};
use rustc_hash::FxHashMap;

use super::words::each_word;

/// Maximal number of cached stems, about a megabyte.
const REMEMBERED: usize = 1 << 14;

/// Rules of stemming.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stemming {
    /// Not at all.
    None,
    /// Snowball's English stemmer.
    English,
    /// Snowball's Russian stemmer.
    Russian,
}

impl Stemming {
    /// The stemming of `word` in a text of `language` (ISO 639-1, empty when unknown): by the
    /// word's script, and only where the language uses the stemmer of that script.
    pub fn of(word: &str, language: &str) -> Self {
        match script(word) {
            Script::Latin if matches!(language, "en" | "ru" | "") => Self::English,
            Script::Cyrillic if matches!(language, "en" | "ru" | "") => Self::Russian,
            _ => Self::None,
        }
    }
}

#[derive(PartialEq, Eq)]
enum Script {
    Latin,
    Cyrillic,
    Other,
}

fn script(word: &str) -> Script {
    match word.chars().next() {
        Some('a'..='z') => Script::Latin,
        Some('\u{400}'..='\u{4ff}') => Script::Cyrillic,
        _ => Script::Other,
    }
}

/// Hands the term of a folded `word` in a text of `language` to `take`.
fn with_stem(word: &str, language: &str, take: &mut impl FnMut(&str)) {
    match Stemming::of(word, language) {
        Stemming::None => take(word),
        Stemming::English => take(&Stemmer::new(Algorithm::English).stem(word)),
        Stemming::Russian => take(&Stemmer::new(Algorithm::Russian).stem(word)),
    }
}

/// The terms of a text in `language`: its words, stemmed, in order, with repeats.
pub fn terms(text: &str, language: &str, mut take: impl FnMut(&str)) {
    each_word(text, &mut |word, _| with_stem(word, language, &mut take));
}

/// Stems of words that were met before, as most words of a text were: sooner looked up than found again.
#[derive(Debug, Default)]
pub struct Stems(FxHashMap<Box<str>, Box<str>>);

impl Stems {
    /// The terms of a text in `language`, as [`terms`](super::terms) gives them.
    pub fn terms(&mut self, text: &str, language: &str, mut take: impl FnMut(&str)) {
        each_word(text, &mut |word, _| self.with(word, language, &mut take));
    }

    fn with(&mut self, word: &str, language: &str, take: &mut impl FnMut(&str)) {
        if Stemming::of(word, language) == Stemming::None {
            return take(word);
        }
        if let Some(stem) = self.0.get(word) {
            return take(stem);
        }
        if self.0.len() == REMEMBERED {
            self.0.clear();
        }
        with_stem(word, language, &mut |stem| {
            self.0.insert(word.into(), stem.into());
            take(stem);
        });
    }
}

/// The term of a folded `word` in a text of `language`.
pub fn stemmed(word: &str, language: &str) -> String {
    let mut out = String::new();
    with_stem(word, language, &mut |term| term.clone_into(&mut out));
    out
}

/// The stem of a folded `word` in its own language, where a stemmer of that language is here. Answers compare words by
/// it; an index keeps the words of such a language as they are written.
pub fn own_stem(word: &str, language: &str) -> Option<String> {
    let algorithm = match language {
        "de" => Algorithm::German,
        "fr" => Algorithm::French,
        "es" => Algorithm::Spanish,
        _ => return None,
    };
    Some(Stemmer::new(algorithm).stem(word).to_string())
}

/// Every term under which a folded `word` of a question may stand in an index: the word itself and
/// its stems, without repeats.
pub fn variants(word: &str) -> Vec<String> {
    let mut out = vec![word.to_owned()];
    with_stem(word, "", &mut |stem| {
        if stem != word {
            out.push(stem.to_owned());
        }
    });
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::terms;
    use super::*;

    #[test]
    fn forms_of_a_word_share_the_stem_of_their_language() {
        let stem = |word, language| own_stem(word, language).unwrap();
        assert_eq!(stem("fundó", "es"), stem("fundada", "es"));
        assert_eq!(stem("fondée", "fr"), stem("fondé", "fr"));
        assert_eq!(stem("brücken", "de"), stem("brücke", "de"));
        assert_eq!(own_stem("вежа", "uk"), None);
    }

    proptest! {
        #[test]
        fn remembered_stems_are_those_found_anew(
            texts in prop::collection::vec(("([a-dR]{1,4}(ing|s|ed)? |[а-вИ]{1,4}(ами|ов)? ){0,9}", 0..4_usize), 0..9),
        ) {
            let mut stems = Stems::default();
            for (text, language) in texts {
                let language = ["en", "ru", "", "de"][language];
                let (mut anew, mut remembered) = (Vec::new(), Vec::new());
                terms(&text, language, |term| anew.push(term.to_owned()));
                stems.terms(&text, language, |term| remembered.push(term.to_owned()));
                prop_assert_eq!(anew, remembered);
            }
        }
    }
}
