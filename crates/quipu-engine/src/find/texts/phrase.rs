//! A word or a phrase sought in texts as whole words, as `grep -i -w` does, and in any of its forms.

use quipu_kernel::model::Span;
use quipu_kernel::text::{head, terms, words};
use regex::{Regex, RegexBuilder};

/// The longest phrase, in bytes, and the most memory that a pattern may be compiled to.
const LONGEST: usize = 200;
const COMPILED: usize = 1 << 20;
/// The shortest beginning of a word by which its forms are sought, in letters.
const SHORTEST: usize = 3;

/// A word or a phrase, or several of which one is enough.
#[derive(Debug, Clone)]
pub struct SoughtPhrase(Regex);

impl SoughtPhrase {
    /// A phrase as it is written, but for the case of its letters and its white space; none where it is empty or too long.
    pub fn exact<S: AsRef<str>>(forms: &[S]) -> Option<Self> {
        let parts: Vec<String> = forms.iter().filter_map(|form| written(form.as_ref())).collect();
        if parts.is_empty() {
            None
        } else {
            built(&format!(r"\b{{start-half}}(?:{})\b{{end-half}}", parts.join("|"))).map(Self)
        }
    }

    /// The first place in a text.
    pub fn find(&self, text: &str) -> Option<Span> {
        self.0.find(text).map(|found| Span::new(found.start(), found.end()))
    }

    /// All places in a text.
    pub fn places<'t>(&'t self, text: &'t str) -> impl Iterator<Item = Span> + 't {
        self.0.find_iter(text).map(|found| Span::new(found.start(), found.end()))
    }
}

/// A phrase as a pattern.
fn written(phrase: &str) -> Option<String> {
    let words: Vec<String> = head(phrase, LONGEST).split_whitespace().map(regex::escape).collect();
    (!words.is_empty()).then(|| words.join(r"\s+"))
}

fn built(pattern: &str) -> Option<Regex> {
    RegexBuilder::new(pattern).case_insensitive(true).size_limit(COMPILED).dfa_size_limit(COMPILED).build().ok()
}

/// The forms of a phrase: its words with other endings.
#[derive(Debug, Clone)]
pub struct PhraseForms {
    pattern: Regex,
    stems: Vec<String>,
}

impl PhraseForms {
    /// The forms of a phrase; none where it has signs within that are no words.
    pub fn of(phrase: &str) -> Option<Self> {
        let stems = stemmed(phrase);
        let own = words(phrase);
        let plain = phrase.chars().all(|c| c.is_alphanumeric() || c.is_whitespace() || c == '-');
        if own.is_empty() || own.len() != stems.len() || !plain || phrase.len() > LONGEST {
            return None;
        }
        let parts: Vec<String> = own.iter().zip(&stems).map(|(word, stem)| begin(&word.text, stem)).collect();
        let pattern = built(&format!(r"\b{{start-half}}{}\b{{end-half}}", parts.join(r"[\s-]+")))?;
        Some(Self { pattern, stems })
    }

    /// The first form in a text, as written.
    pub fn find<'t>(&self, text: &'t str) -> Option<(Span, &'t str)> {
        let mut found = self.pattern.find_iter(text).filter(|found| stemmed(found.as_str()) == self.stems);
        found.next().map(|found| (Span::new(found.start(), found.end()), found.as_str()))
    }

    /// All forms in a text, as written.
    pub fn all<'t>(&self, text: &'t str) -> Vec<&'t str> {
        let found = self.pattern.find_iter(text).map(|found| found.as_str());
        found.filter(|found| stemmed(found) == self.stems).collect()
    }
}

fn stemmed(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    terms(text, "", |term| out.push(term.to_owned()));
    out
}

/// A pattern of all words that begin as a word and its stem do.
fn begin(word: &str, stem: &str) -> String {
    let same = word.chars().zip(stem.chars()).take_while(|(a, b)| a == b).count();
    let begin: String = word.chars().take(same).collect();
    let pattern = |text: &str| regex::escape(text).replace('е', "[её]");
    if same < SHORTEST { pattern(word) } else { pattern(&begin) + r"\w*" }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(phrase: &str, text: &str) -> bool {
        SoughtPhrase::exact(&[phrase]).is_some_and(|phrase| phrase.find(text).is_some())
    }

    #[test]
    fn whole_words_are_found_in_any_case() {
        assert!(
            holds("lock gate", "The LOCK  gate is shut.") && holds("lock", "lock-keeper") && holds("C++", "in C++.")
        );
        assert!(!holds("lock", "locks") && !holds("lock", "lock_gate") && !holds("lock gate", "lock, gate"));
        assert!(holds("шлюз", "Старый Шлюз закрыт.") && !holds("шлюз", "шлюзы") && holds(".env", "the .env file"));
        assert!(SoughtPhrase::exact(&[" "]).is_none() && SoughtPhrase::exact::<&str>(&[]).is_none());
    }

    #[test]
    fn forms_share_their_stems() {
        let forms = PhraseForms::of("шлюз").expect("a word has forms");
        assert_eq!(forms.all("Шлюзы и шлюзом, шлюзование."), ["Шлюзы", "шлюзом"]);
        let forms = PhraseForms::of("lock gates").expect("words have forms");
        assert_eq!(forms.find("Two lock-gate keys").map(|(_, text)| text), Some("lock-gate"));
        assert!(PhraseForms::of("C++").is_none());
    }
}
