//! The answer without a model: the units of the evidence that answer best, or a refusal where none
//! does.
//!
//! A question has a wording and an expected type of answer ([`asked`]). Passages are read into units ([`units`]):
//! sentences, members of lists, rows, code, lists, steps. Units are scored by the words of the question in them and in
//! their context ([`score`]); then chosen, as many as such a question wants, within a budget of words ([`choose`]). The
//! decision to refuse follows from the question and the evidence as a whole ([`refuse`]). Cost: linear in the text of
//! the evidence.
//!
//! An answer that a model wrote is split into sentences ([`written()`]) and compared with its sources ([`Backing`]),
//! and both kinds get a [`Confidence`]. A question that depends on an earlier one is made to stand alone ([`follow`]).

mod about;
pub mod asked;
mod checked;
mod choose;
mod comparison_units;
mod contradicted;
mod cues;
mod drawn;
pub mod follow;
mod heads;
mod kind_name;
mod listed_members;
mod meaning;
mod naming;
mod read_text;
mod reader_scores;
pub mod refuse;
mod respelled;
mod score;
mod shape;
mod subject_labels;
mod support;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_of_kinds;
#[cfg(test)]
mod tests_of_languages;
mod thing_parts;
mod told_units;
pub mod topic;
mod trust;
mod units;
mod word_weights;
mod written_sentences;

pub use about::{AboutSentence, about_sentences, definition_term, points_at_document, telling_stems};
pub use asked::{
    AnswerKind, Asked, Degree, QuestionLanguage, QuestionWords, ValueForm, WantedValue, asked, plain_language,
    question_language,
};
pub use contradicted::{AnswerOfSide, Contradiction, QuestionedText, contradicted, contradictions};
pub use kind_name::{KindName, stems};
pub use listed_members::{ListedMember, listed_members};
pub use meaning::Meanings;
pub use naming::{NamePart, name_part};
pub use reader_scores::{UnitScores, UnitToRead};
pub use refuse::Signals;
pub use shape::joined;
pub use subject_labels::{may_be_a_word, names_a_subject};
pub use support::{Backing, Support, nearest};
pub use thing_parts::ThingPart;
pub use told_units::{ToldUnit, told_units, told_units_below};
pub use trust::{Confidence, QuoteSigns, TrustClass, confidence, confident, quote_confidence};
pub use units::{UnitKind, plain};
pub use written_sentences::{AnswerSentence, declines, without_marks, written};

use quipu_kernel::model::{Format, Span};
use quipu_kernel::text::fold_name;
use quipu_kernel::view::{Question, WordCounts};

/// A stretch of a document that an answer may quote.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Passage<'a> {
    /// Title of its document.
    pub title: &'a str,
    /// Headings above its first byte, outermost first.
    pub headings: &'a [String],
    /// Its text, after the header of a table that began before it.
    pub text: &'a str,
    /// Beginning of the document's own text in `text`.
    pub from: usize,
    /// Markup of the text.
    pub format: Format,
    /// The hits that it holds.
    pub hits: &'a [PassageHit],
}

/// Below this confidence in its best unit alone an answer quotes more units (`docs/answers.md`, Trust). Chosen on the even sets of
/// `eval/reading` and the even questions of `eval/real`: more of them are answered, with no more text beside the point than allowed.
const UNSURE: f64 = 0.43;
/// Words of each unit more.
const WORDS_OF_MORE: usize = 35;

/// The first date that a text says.
pub type Days<'a> = &'a dyn Fn(&str) -> Option<quipu_kernel::model::Day>;

/// A hit in a passage.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PassageHit {
    /// Place in the passage's text.
    pub span: Span,
    /// Its score in the evidence.
    pub score: f64,
    /// Its place in the evidence, from 0.
    pub rank: usize,
}

/// Limits of an answer.
#[derive(Debug, Clone, PartialEq)]
pub struct AnswerOptions {
    /// At most this many units.
    pub units: usize,
    /// Maximal number of words; the first unit is always taken.
    pub words: usize,
    /// Maximal difference from the best score for a unit of the same length.
    pub margin: f64,
    /// Maximal difference for a sentence of a paragraph of which another one is chosen.
    pub beside: f64,
    /// Number of units beyond these where the best one is likely not what was asked for: those behind it are as likely.
    pub more: usize,
}

impl Default for AnswerOptions {
    fn default() -> Self {
        Self { units: 3, words: 90, margin: 0.5, beside: 1.5, more: 2 }
    }
}

impl AnswerOptions {
    /// Those of an answer whose best unit alone is likely not what was asked for.
    fn widened(&self) -> Self {
        let words = self.words + self.more * WORDS_OF_MORE;
        Self {
            units: self.units + self.more,
            words,
            margin: self.margin + 3.5,
            beside: self.beside + 0.5,
            more: self.more,
        }
    }
}

/// A unit chosen.
#[derive(Debug, Clone, PartialEq)]
pub struct Chosen {
    /// Position of its passage.
    pub passage: usize,
    /// Kind of the unit.
    pub kind: UnitKind,
    /// Place in the passage's text.
    pub span: Span,
    /// Headings above it, outermost first.
    pub headings: Vec<String>,
    /// Its score; higher is better, comparable within one answer only.
    pub score: f64,
    /// The signals of its score that are not zero, for the trace: `said 0.81, holds 1.00`.
    pub signs: String,
    /// Its text as Markdown, with its lead-in.
    pub text: String,
}

/// The answer that passages give by themselves.
#[derive(Debug, Clone, Default)]
pub struct Extract {
    /// The form and the expected type of the question.
    pub asked: Asked,
    /// True if the documents seem not to answer; the units are then the nearest there are.
    pub refused: bool,
    /// Signals of that decision.
    pub signals: Signals,
    /// Signs that the units answer.
    pub trust: QuoteSigns,
    /// The units, in the order to be read: passage by passage, the best first.
    pub units: Vec<Chosen>,
    /// The conclusion from them, in words: the earlier of two.
    pub conclusion: Option<String>,
    /// The one of two compared things that no unit is about.
    pub missing: Option<String>,
    /// Ranks of the hits that hold units, each with the score of its best.
    pub best: Vec<(usize, f64)>,
}

/// True if an expected answer stands in a text, both folded. An expected answer without a letter or digit never
/// does.
pub fn stands(expected: &str, said: &str) -> bool {
    let expected = fold_name(expected);
    !expected.is_empty() && fold_name(said).contains(&expected)
}

/// The best units of `passages` (best first) for the question; `counts` are the frequencies of its words, `lexicon` has
/// the meanings of words, `days` returns the first date of a text. Before a refusal, words that no document has are read
/// as words of the passages one edit away, and the conclusion says so.
pub fn answer(
    question: &Question,
    counts: &WordCounts,
    passages: &[Passage<'_>],
    lexicon: Meanings<'_>,
    days: Days<'_>,
    options: &AnswerOptions,
) -> Extract {
    ScoredEvidence::new(question, counts, passages, lexicon).answer(lexicon, days, options, None)
}

/// Passages whose units are scored by their words: a reader may score the best of them before the answer is chosen.
pub struct ScoredEvidence<'a> {
    question: &'a Question,
    counts: &'a WordCounts,
    passages: &'a [Passage<'a>],
    weighed: word_weights::WeighedWords,
    read: Vec<read_text::ReadText>,
    scored: Vec<score::ScoredUnit>,
    signals: Signals,
}

impl<'a> ScoredEvidence<'a> {
    /// Reads the passages for a question, as [`answer`] does.
    pub fn new(
        question: &'a Question,
        counts: &'a WordCounts,
        passages: &'a [Passage<'a>],
        lexicon: Meanings<'_>,
    ) -> Self {
        let weighed = word_weights::WeighedWords::new(question, counts);
        let meaning = meaning::Meaning::new(question, lexicon);
        let read: Vec<read_text::ReadText> =
            passages.iter().map(|passage| read_text::read(&weighed, passage)).collect();
        let scored = score::score(&weighed, &meaning, passages, &read);
        let signals = refuse::signals(&weighed, &meaning, passages, &read, &scored);
        Self { question, counts, passages, weighed, read, scored, signals }
    }

    /// The best units by their words, at most `most`: a reader looks at no others.
    pub fn units_to_read(&self, most: usize) -> Vec<UnitToRead> {
        self.scored.iter().take(most).map(|one| UnitToRead::new(one, self.passages, &self.read)).collect()
    }

    /// The answer of [`answer`]; `scores` are those of a reader, if there is one.
    pub fn answer(
        self,
        lexicon: Meanings<'_>,
        days: Days<'_>,
        options: &AnswerOptions,
        scores: Option<&UnitScores>,
    ) -> Extract {
        let (question, counts, passages) = (self.question, self.counts, self.passages);
        let extract = self.spelt(days, options, scores);
        if !extract.refused {
            return extract;
        }
        let Some(meant) = respelled::RespelledQuestion::of(question, counts, passages) else { return extract };
        let again = ScoredEvidence::new(&meant.question, &meant.counts, passages, lexicon).spelt(days, options, None);
        if again.refused {
            return extract;
        }
        let conclusion = again.conclusion.iter().fold(meant.told(), |told, more| format!("{told} {more}"));
        Extract { conclusion: Some(conclusion), ..again }
    }

    /// The best units for the question as it is spelt.
    fn spelt(self, days: Days<'_>, options: &AnswerOptions, scores: Option<&UnitScores>) -> Extract {
        let Self { passages, weighed, read, mut scored, signals, .. } = self;
        // A reader tells less than the words whether there is an answer at all: it has no part in the signals.
        if let Some(scores) = scores {
            scores.sign(&mut scored);
        }
        let checked = checked::checked(&weighed, &read, &scored);
        let alone = QuoteSigns { units: 1.0, ..trust_signs(&signals, checked.first()) };
        let is_wide = options.more > 0 && quote_confidence(&alone).value < UNSURE;
        let options = &if is_wide { options.widened() } else { options.clone() };
        let choose::ChosenUnits { units, conclusion, missing, is_sure } =
            choose::choose(&weighed, passages, &read, &checked, options, days);
        let best = score::best(passages, &read, &scored);
        // A telephone number or an address is known by its form: without one the units do not answer.
        let Asked { form, formed, .. } = weighed.asked;
        let lacks_form = formed && !units.iter().any(|unit| form.stands_in(&unit.text, &weighed.folded));
        let refused = units.is_empty() || lacks_form || (!is_sure && signals.refuse());
        let flag = |yes: bool| if yes { 1.0 } else { 0.0 };
        let (count, sure, wide) = (units.len() as f64, flag(is_sure), flag(is_wide));
        let best_signs = if lacks_form { QuoteSigns::default() } else { trust_signs(&signals, checked.first()) };
        let trust = QuoteSigns { units: count, sure, wide, ..best_signs };
        Extract { asked: weighed.asked, refused, signals, trust, units, conclusion, missing, best }
    }
}

/// The signs that the units answer which the decision and the best unit give.
fn trust_signs(signals: &Signals, best: Option<&score::ScoredUnit>) -> QuoteSigns {
    let Some(score::ScoredUnit { signs, score, .. }) = best else { return QuoteSigns::default() };
    QuoteSigns {
        best: *score,
        aligned_rare: signs.aligned_rare,
        said_rare: signs.said_rare,
        block: signs.block,
        cosine: signs.cosine,
        defines: signs.defines,
        rest: signs.rest.max(signs.rest_unruled),
        holds: signs.holds,
        hit: signs.hit,
        first: signals.first,
        doubt: signals.doubt(),
        ..QuoteSigns::default()
    }
}
