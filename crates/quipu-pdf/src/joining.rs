//! Lines become running text: a hyphen at a line's end goes, stays, or was never one.
//!
//! The document itself is the dictionary: a word that stands whole elsewhere was broken here; one
//! that stands with its hyphen keeps it, and so do two halves that are long words of their own.
//! Cost: linear; the words of the document are held once.

use std::collections::HashSet;

use crate::letters::{SOFT_HYPHEN, is_dense};

/// Letters that each half of a compound has, where nothing else speaks for it.
const HALF: usize = 4;

/// All words of a document, in small letters, compounds with their hyphens.
#[derive(Debug, Default)]
pub(crate) struct Vocabulary(HashSet<String>);

impl Vocabulary {
    /// Takes in the words of one block's lines, except for halves.
    pub(crate) fn learn(&mut self, lines: &[String]) {
        let mut broken = false;
        for line in lines {
            let mut words: Vec<&str> = line.split_whitespace().collect();
            if broken && !words.is_empty() {
                words.remove(0);
            }
            broken = line.ends_with(['-', SOFT_HYPHEN]);
            if broken {
                words.pop();
            }
            for word in words {
                let word = trimmed(word).to_lowercase();
                if word.contains('-') {
                    word.split('-').filter(|part| !part.is_empty()).for_each(|part| self.insert(part));
                }
                self.insert(&word);
            }
        }
    }

    fn insert(&mut self, word: &str) {
        if word.len() < 60 && !self.0.contains(word) {
            self.0.insert(word.to_owned());
        }
    }

    /// One text of several lines.
    pub(crate) fn join<'a>(&self, lines: impl IntoIterator<Item = &'a str>) -> String {
        let mut text = String::new();
        for line in lines {
            let line = line.trim();
            if !line.is_empty() {
                self.add(&mut text, line);
            }
        }
        text.retain(|letter| letter != SOFT_HYPHEN);
        text
    }

    fn add(&self, text: &mut String, line: &str) {
        let first = line.chars().next().unwrap_or(' ');
        let mut back = text.chars().rev();
        let (last, before) = (back.next(), back.next().unwrap_or(' '));
        match last {
            None => {}
            Some(SOFT_HYPHEN) => {
                text.pop();
            }
            Some('-') if before.is_alphanumeric() && first.is_alphanumeric() => {
                let broken = before.is_alphabetic() && first.is_lowercase() && self.was_whole(text, line);
                text.truncate(text.len() - usize::from(broken));
            }
            Some(last) if is_dense(last) && is_dense(first) => {}
            Some(_) => text.push(' '),
        }
        text.push_str(line);
    }

    /// True if the hyphen between two lines only breaks a word.
    fn was_whole(&self, text: &str, line: &str) -> bool {
        let start = text.trim_end_matches('-').split_whitespace().next_back().unwrap_or_default();
        let start = trimmed(start).to_lowercase();
        let end = trimmed(line.split_whitespace().next().unwrap_or_default()).to_lowercase();
        let has = |word: &str| self.0.contains(word);
        if has(&format!("{start}{end}")) {
            return true;
        }
        let (half, other) = (start.rsplit('-').next().unwrap_or_default(), end.split('-').next().unwrap_or_default());
        let long = |word: &str| word.chars().count() >= HALF && has(word);
        !(has(&format!("{start}-{end}")) || long(half) && long(other))
    }
}

fn trimmed(word: &str) -> &str {
    word.trim_matches(|letter: char| !letter.is_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(known: &str, lines: &[&str]) -> String {
        let mut vocabulary = Vocabulary::default();
        vocabulary.learn(&[known.to_owned()]);
        vocabulary.join(lines.iter().copied())
    }

    #[test]
    fn broken_words_are_whole_again() {
        assert_eq!(joined("an address", &["the ad-", "dress of"]), "the address of");
        assert_eq!(joined("", &["per\u{ad}", "haps so\u{ad}on"]), "perhaps soon");
        assert_eq!(joined("", &["инфор-", "мация"]), "информация");
    }

    #[test]
    fn compounds_keep_their_hyphen() {
        assert_eq!(joined("a well-known word", &["the well-", "known one"]), "the well-known one");
        assert_eq!(joined("both long and term count", &["a long-", "term view"]), "a long-term view");
        assert_eq!(joined("", &["COVID-", "19 and F-", "Droid"]), "COVID-19 and F-Droid");
        assert_eq!(joined("", &["a dash -", "here"]), "a dash - here");
    }

    #[test]
    fn dense_scripts_need_no_space() {
        assert_eq!(joined("", &["日本", "語の文"]), "日本語の文");
        assert_eq!(joined("", &["코로나", "관련"]), "코로나 관련");
    }
}
