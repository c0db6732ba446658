//! What a source says, counted before it is read: so that no reader loses a share of it without a word.

/// Of a hundred letters in the source, how many must come out for a document to count as whole.
const WHOLE: usize = 95;
/// Of a hundred, below how many the words are read in order and their structure is given up.
const HALF: usize = 60;
/// The fewest letters that are worth a judgement.
const FEWEST: usize = 40;

/// What a source says.
#[derive(Debug, Default)]
pub(super) struct Said {
    /// How many letters and digits it holds.
    pub(super) letters: usize,
    /// Its words in order, a line a paragraph.
    pub(super) words: String,
}

/// How much of a source came out.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Share {
    /// All, as far as can be told.
    Whole,
    /// So many of a hundred letters.
    Some(usize),
    /// So few that its words had better be read in order.
    Few,
}

impl Said {
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

    /// How much of it a text holds that says so many letters.
    pub(super) fn share(&self, read: usize) -> Share {
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

/// How many letters and digits a text has.
pub(super) fn letters(text: &str) -> usize {
    text.chars().filter(|c| c.is_alphanumeric()).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_share_is_noticed_and_a_lost_letter_is_not() {
        let mut said = Said::default();
        said.add(&"twelve keepers ".repeat(20));
        said.end();
        assert_eq!(said.share(said.letters), Share::Whole);
        assert_eq!(said.share(said.letters - 2), Share::Whole);
        assert_eq!(said.share(said.letters * 80 / 100), Share::Some(80));
        assert_eq!(said.share(0), Share::Few);
        assert_eq!(Said::default().share(0), Share::Whole);
    }
}
