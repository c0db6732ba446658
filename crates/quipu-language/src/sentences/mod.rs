//! The readers of a sentence, side by side behind one trait, [`ReadSentences`].
//!
//! | reader | result | used by |
//! |---|---|---|
//! | [`TreebankSentences`] (`treebank/`, then `parser/`) | words in the manner of the Penn Treebank, where a title, a date or a code span is one word, brackets apart | statements of a chunk, when it is indexed |
//! | [`ClauseSentences`] (`stated/`) | clauses of pieces: words by families, names, numbers, dates, a topic's name for its pronouns | answers, when a question is asked |
//! | [`PaperLines`] (`scholarly/`) | words in that manner with LaTeX off, hyphens apart and formulas whole | concepts of a paper |
//! | [`PaperProse`] (`scholarly/`) | words between blanks, numbers that measure, cue phrases | contributions of a paper |
//!
//! They split words differently on purpose: weights of the parser were trained on one way, patterns and scores were
//! fitted on the others. A reader changes stored facts ([`TreebankSentences`]) or answers (the others).

mod clauses;
mod papers;
mod treebank;

pub use clauses::ClauseSentences;
pub use papers::{PaperLines, PaperProse};
pub use treebank::{TreebankSentences, shown};

/// A reader of sentences.
pub trait ReadSentences {
    /// The result for the sentences of a text.
    type Said<'t>;

    /// Reads the sentences of a text, in order. Linear in the text, total, and a function of the text and of the
    /// reader's own inputs.
    fn read<'t>(&self, text: &'t str) -> Self::Said<'t>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_reader_reads_the_same_text_in_its_own_way() {
        let text = "Lamp (a lamp) is owned by Yard. It has 12 parts.";
        let treebank = TreebankSentences { title: "Lamp", mentions: &[], opens: true }.read(text);
        let words: Vec<&str> = treebank.sentences[1].words.iter().map(|word| word.read).collect();
        assert_eq!(words, ["It", "has", "12", "parts", "."]);
        let clauses = ClauseSentences { title: "Lamp", names: &[] }.read(text);
        assert_eq!(clauses[1].text(), "Lamp has 12 parts.");
        assert_eq!(PaperLines.read(text)[0].brackets.len(), 1);
        let prose = PaperProse { most: 1 }.read(text);
        assert_eq!(prose.iter().map(|(_, read)| read.is_some()).collect::<Vec<_>>(), [true, false]);
    }
}
