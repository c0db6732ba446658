//! Answers that are drawn over several units of one place: the row with the most, the earliest of several sentences, the
//! members of a list that are counted, all that is forbidden, a value known by its form. Each compares or gathers what
//! one table, list or section says, and only where it stands there whole.

mod counted;
mod denials;
mod extremes;
mod numbers;

use super::asked::Degree;
use super::read_text::ReadText;
use super::score::ScoredUnit;
use super::units::Unit;
use super::word_weights::{WeighedWords, WordSet};
use super::{Days, Passage, refuse};
use quipu_kernel::text::{Word, language_of, words};

/// Maximal difference from the best score of a unit whose list, table or section is looked at.
const NEAR: f64 = 4.0;
/// A stretch of a document of more bytes may end before its list or table does.
const WHOLE_BYTES: usize = 6_000;

/// The question and what may answer it.
pub(super) struct DrawnFrom<'a> {
    pub(super) weighed: &'a WeighedWords,
    pub(super) passages: &'a [Passage<'a>],
    pub(super) read: &'a [ReadText],
    /// The units, the best first.
    pub(super) scored: &'a [ScoredUnit],
    pub(super) days: Days<'a>,
}

/// Units that answer together.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct DrawnAnswer {
    /// The units, the best first; none where nothing may be told.
    pub(super) units: Vec<ScoredUnit>,
    /// What they come to, in words.
    pub(super) conclusion: Option<String>,
    /// True if they answer, whatever words of the question no text says.
    pub(super) is_sure: bool,
}

/// The answer to a question that asks over several units; none for any other, or where nothing can be compared.
pub(super) fn drawn(sources: &DrawnFrom<'_>) -> Option<DrawnAnswer> {
    let asked = sources.weighed.asked;
    if asked.denied {
        return denials::gathered(sources);
    }
    if asked.form.is_distinct() {
        return sources.of_form();
    }
    match asked.degree {
        Some(degree) => extremes::extreme(sources, degree),
        None => counted::counted(sources),
    }
}

impl<'a> DrawnFrom<'a> {
    /// The units near the best.
    fn near(&self, within: f64) -> impl Iterator<Item = &'a ScoredUnit> {
        let best = self.scored.first().map_or(0.0, |best| best.score);
        self.scored.iter().take_while(move |one| best - one.score <= within)
    }

    fn unit(&self, one: &ScoredUnit) -> &'a Unit {
        &self.read[one.passage].units.units[one.unit]
    }

    fn seen(&self, one: &ScoredUnit) -> String {
        self.read[one.passage].units.seen(self.unit(one).span)
    }

    /// The folded words of a unit.
    fn folded(&self, one: &ScoredUnit) -> Vec<String> {
        words(&self.seen(one)).into_iter().map(|word: Word| word.text).collect()
    }

    /// True if the lists and tables of a passage stand in it whole.
    fn is_whole(&self, passage: usize) -> bool {
        let passage = &self.passages[passage];
        passage.from == 0 && passage.text.len() <= WHOLE_BYTES
    }

    /// A unit that was perhaps not scored, with the score of another.
    fn like(one: &ScoredUnit, unit: usize) -> ScoredUnit {
        ScoredUnit { unit, ..one.clone() }
    }

    /// True if a passage says every name of the question.
    fn says_names(&self, passage: usize) -> bool {
        let whole = self.read[passage].whole;
        refuse::names(self.weighed).iter().all(|name| whole.holds(*name))
    }

    /// Words of the question in the text above a unit: title, headings, lead-in.
    fn above(&self, one: &ScoredUnit) -> WordSet {
        let read = &self.read[one.passage];
        read.named(self.unit(one)).and(read.told[one.unit].lead)
    }

    /// The best unit with a value of a form that is never another thing, where its passage says the rest of the question;
    /// among several such values of a passage the one that says more of the question.
    fn of_form(&self) -> Option<DrawnAnswer> {
        let form = self.weighed.asked.form;
        let holding = || self.scored.iter().filter(|one| form.stands_in(&self.seen(one), &self.weighed.folded));
        let said = |one: &ScoredUnit| self.weighed.weight(self.read[one.passage].said_by(one.unit));
        let fits = |one: &&ScoredUnit| self.read[one.passage].whole.holds(self.weighed.weighty);
        let best = holding().filter(fits).reduce(|best, one| if said(one) > said(best) { one } else { best })?;
        Some(DrawnAnswer { units: vec![best.clone()], conclusion: None, is_sure: true })
    }
}

/// A conclusion in the language of the question.
fn worded(weighed: &WeighedWords, english: String, russian: String) -> Option<String> {
    Some(if language_of(&weighed.text) == "ru" { russian } else { english })
}

/// True for a degree of time.
fn is_of_time(degree: Degree) -> bool {
    matches!(degree, Degree::First | Degree::Last)
}
