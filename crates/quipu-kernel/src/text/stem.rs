//! Stemming: a chunk's words are stemmed by its own language, a question's word is looked up under
//! every form that some stemmer of the index would give it.

use frostem::{Algorithm, Stemmer};

/// How a word is stemmed.
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
pub(super) fn with_stem(word: &str, language: &str, take: &mut impl FnMut(&str)) {
    match Stemming::of(word, language) {
        Stemming::None => take(word),
        Stemming::English => take(&Stemmer::new(Algorithm::English).stem(word)),
        Stemming::Russian => take(&Stemmer::new(Algorithm::Russian).stem(word)),
    }
}

/// The term of a folded `word` in a text of `language`.
pub fn stemmed(word: &str, language: &str) -> String {
    let mut out = String::new();
    with_stem(word, language, &mut |term| term.clone_into(&mut out));
    out
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
