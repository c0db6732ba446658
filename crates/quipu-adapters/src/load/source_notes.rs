//! Words of a source, counted before it is read, so that lost text is always reported.
//!
//! Readers count in one of two ways. Where the output adds nothing, letters are compared; where it
//! adds names of fields or heads of messages, words of the source are looked up in it.

use std::collections::HashSet;

use super::text_builder::{TextBuilder, one_line};

/// Percent of the letters in the source from which a document counts as complete.
const WHOLE: usize = 95;
/// Percent below which the words are read in order and their structure is given up.
const HALF: usize = 60;
/// The fewest letters that are worth a judgement.
const FEWEST: usize = 40;

/// The words of a source.
#[derive(Debug, Default)]
pub(super) struct SourceNotes {
    /// Number of letters and digits.
    pub(super) letters: usize,
    /// Its words in order, a line a paragraph.
    pub(super) words: String,
}

/// The share of a source that was read.
#[derive(Debug, PartialEq, Eq)]
enum Share {
    /// All of it, as far as known.
    Whole,
    /// So many of a hundred letters.
    Some(usize),
    /// So few that its words had better be read in order.
    Few,
}

impl SourceNotes {
    /// The words of a text.
    pub(super) fn of(text: &str) -> Self {
        Self { letters: letters(text), words: text.to_owned() }
    }

    /// Adds words.
    pub(super) fn add(&mut self, words: &str) {
        self.letters += letters(words);
        self.words.push_str(words);
    }

    /// Ends a paragraph.
    pub(super) fn end(&mut self) {
        if !self.words.is_empty() && !self.words.ends_with('\n') {
            self.words.push('\n');
        }
    }

    /// Number of its letters in words that a text has too.
    pub(super) fn found_in(&self, text: &str) -> usize {
        found(&self.words, &words(text).collect())
    }

    /// Its paragraphs of which a text has not even half.
    pub(super) fn missing_in(&self, text: &str) -> Vec<&str> {
        let there: HashSet<&str> = words(text).collect();
        let is_missing = |line: &&str| found(line, &there) * 100 < letters(line) * HALF;
        self.words.lines().filter(is_missing).collect()
    }

    /// The output, with `read` letters of the source in it: with a note where some are missing, and with
    /// the words of the source in order where most are missing.
    pub(super) fn held(&self, mut written: TextBuilder, read: usize) -> TextBuilder {
        if written.is_full() {
            return written;
        }
        match self.share(read) {
            Share::Whole => {}
            Share::Some(_) => written.note(self.lost(read)),
            Share::Few => {
                written = written.anew();
                self.words.lines().for_each(|line| written.block(&one_line(line)));
                let plain = "its words are read in order, without lists and tables, which could not be read";
                written.note(Some(plain.to_owned()));
            }
        }
        written
    }

    /// The note on missing letters, if so few were read.
    pub(super) fn lost(&self, read: usize) -> Option<String> {
        let percent = read * 100 / self.letters.max(1);
        let lost = !matches!(self.share(read), Share::Whole);
        lost.then(|| format!("only {percent} of 100 letters of its text could be read; save it again"))
    }

    /// Its share in a text with this number of letters.
    fn share(&self, read: usize) -> Share {
        let percent = read * 100 / self.letters.max(1);
        match percent {
            _ if self.letters < FEWEST && read > 0 => Share::Whole,
            _ if self.letters == 0 => Share::Whole,
            WHOLE.. => Share::Whole,
            HALF.. => Share::Some(percent),
            _ if self.words.trim().is_empty() => Share::Some(percent),
            _ => Share::Few,
        }
    }
}

/// Number of letters of a text in words that are present.
fn found(text: &str, there: &HashSet<&str>) -> usize {
    words(text).filter(|word| there.contains(word)).map(letters).sum()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// Number of letters and digits in a text.
pub(super) fn letters(text: &str) -> usize {
    text.chars().filter(|c| c.is_alphanumeric()).count()
}

#[cfg(test)]
mod tests {
    use quipu_kernel::model::{Format, Metadata};

    use super::*;

    #[test]
    fn a_lost_share_is_noticed_and_a_lost_letter_is_not() {
        let mut said = SourceNotes::default();
        said.add(&"twelve keepers ".repeat(20));
        said.end();
        assert_eq!(said.share(said.letters), Share::Whole);
        assert_eq!(said.share(said.letters - 2), Share::Whole);
        assert_eq!(said.share(said.letters * 80 / 100), Share::Some(80));
        assert_eq!(said.share(0), Share::Few);
        assert_eq!(SourceNotes::default().share(0), Share::Whole);
    }

    #[test]
    fn what_came_out_is_told_where_some_of_it_did_not() {
        let mut said = SourceNotes::default();
        for word in ["granite", "lantern", "harbour", "keeper", "winter", "signal", "bell", "rope"] {
            said.add(word);
            said.end();
        }
        let held = |text: &str| {
            let mut written = TextBuilder::new(1000);
            written.block(text);
            let parsed = said.held(written, said.found_in(text)).finish("a", "a", Format::Plain, Metadata::new());
            parsed.map(|parsed| (parsed.text, parsed.partial.is_some())).expect("it holds words")
        };
        let whole = "- what: granite lantern harbour keeper\n- when: winter signal bell rope";
        assert_eq!(held(whole), (whole.to_owned(), false));
        let some = "- what: granite lantern harbour keeper winter signal";
        assert_eq!(held(some), (some.to_owned(), true));
        assert_eq!(
            held("- what: bell"),
            ("granite\n\nlantern\n\nharbour\n\nkeeper\n\nwinter\n\nsignal\n\nbell\n\nrope".to_owned(), true)
        );
    }
}
