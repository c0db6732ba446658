//! The decision to answer at all, from shares of the question, most of them between 0 and 1: a weighted sum, fitted
//! once on questions with known answerability (as in SQuAD 2.0).

use super::Passage;
use super::asked::{QuestionLanguage, WantedValue};
use super::meaning::Meaning;
use super::read_text::{ReadText, UnitReading};
use super::score::{LOOKED_UP, ScoredUnit};
use super::topic::marked_runs;
use super::word_weights::{WeighedWords, WordSet};

/// Signals of the decision.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Signals {
    /// Share of the question's weight that the first passage says.
    pub first: f64,
    /// Share of the question's names that some passage says in full; 1 when it has none.
    pub names: f64,
    /// Share of the words of its names that the best units say, with their titles and headings; 1 when it has none.
    pub names_near: f64,
    /// Share that one unit and its context hold, where the unit holds a value of the expected type.
    pub held: f64,
    /// One over the number of words with weight: one of two words is soon found anywhere.
    pub short: f64,
    /// Degree to which the best unit defines a term of the question.
    pub defines: f64,
    /// The score of the best unit, about 5 to 15.
    pub score: f64,
    /// Share of the question's weight that no word of the best units comes near in meaning.
    pub alien: f64,
    /// 1 if the best unit is a row that the question looks up by a cell, under a header that holds some of the rest of
    /// the question; else 0.
    pub looked_up: f64,
    /// 1 if the question is in a language without spaces, and the best unit says none of its words that neither title
    /// nor headings say: no vector of these words tells that it answers nevertheless.
    pub untold: f64,
}

impl Signals {
    /// The signals as text, for the trace.
    pub fn printed(&self) -> String {
        super::trust::printed(&[
            ("first", self.first),
            ("names", self.names),
            ("names_near", self.names_near),
            ("held", self.held),
            ("short", self.short),
            ("defines", self.defines),
            ("score", self.score),
            ("alien", self.alien),
            ("looked_up", self.looked_up),
            ("untold", self.untold),
            ("doubt", self.doubt()),
        ])
    }

    /// True if the answer must be a refusal.
    pub fn refuse(&self) -> bool {
        self.doubt() > 0.0
    }

    /// Doubt about an answer; above zero it is refused.
    ///
    /// The weights come from a logistic regression on the even-numbered questions of `2wiki`, `musique`, `hotpotqa`
    /// and `xquad` in two languages, each asked of its own documents, of foreign ones, and of its own without the
    /// passages that answer, and on questions over people's own documents, among them some that these do not answer;
    /// the constant is set for few refusals of the latter. That of a row looked up is set by hand: the
    /// others stay as fitted without one.
    pub fn doubt(&self) -> f64 {
        6.05 - 0.95 * self.first
            - 2.59 * self.names
            - 1.62 * self.names_near
            - 1.02 * self.held
            - 1.69 * self.defines
            - 0.30 * self.score
            + 1.22 * self.alien
            + 3.65 * self.short
            - 4.00 * self.looked_up
            + 9.00 * self.untold
    }
}

/// Number of units that are looked at for the words of names, and for words of near meaning.
const NEAR: usize = 3;
const AROUND: usize = 12;
/// The cosine from which on two words are near.
const NEARNESS: f32 = 0.3;

pub(super) fn signals(
    weighed: &WeighedWords,
    meaning: &Meaning<'_>,
    passages: &[Passage<'_>],
    read: &[ReadText],
    scored: &[ScoredUnit],
) -> Signals {
    let most = |shares: &mut dyn Iterator<Item = f64>| shares.fold(0.0, f64::max);
    let names = names(weighed);
    let best = scored.first();
    let texts = |count: usize| -> String {
        scored.iter().take(count).map(|one| told_with(&passages[one.passage], &read[one.passage], one.unit)).collect()
    };
    let near =
        scored.iter().take(NEAR).fold(WordSet::default(), |said, one| said.and(read[one.passage].said_by(one.unit)));
    let alien = meaning.far(weighed, &texts(AROUND), NEARNESS);
    Signals {
        first: read.first().map_or(0.0, |read| weighed.share(read.whole)),
        names: share(&names, |name| read.iter().any(|read| read.whole.holds(name))),
        names_near: names_near(weighed, &names, near),
        held: most(&mut read.iter().flat_map(|read| {
            read.told.iter().enumerate().map(|(at, told)| held(weighed, read, read.units.units[at].section, told))
        })),
        short: 1.0 / weighed.weighty.count().max(1) as f64,
        defines: best.map_or(0.0, |best| best.signs.defines),
        score: best.map_or(0.0, |best| best.score - LOOKED_UP * best.signs.looked_up),
        alien: weighed.share(alien),
        untold: if best.is_some_and(|best| untold(weighed, &read[best.passage], best.unit)) { 1.0 } else { 0.0 },
        looked_up: if best.is_some_and(|best| looked_up(weighed, &read[best.passage], best.unit)) { 1.0 } else { 0.0 },
    }
}

/// True if a unit is a row that is looked up, and its header holds more of the question than the row does.
fn looked_up(weighed: &WeighedWords, read: &ReadText, at: usize) -> bool {
    let told = &read.told[at];
    let rest = weighed.weighty.without(told.own);
    told.looked_up && (rest.is_empty() || !told.lead.both(weighed.weighty).is_empty())
}

/// True if a unit says nothing of a question in a language without spaces beside its title and headings.
fn untold(weighed: &WeighedWords, read: &ReadText, at: usize) -> bool {
    let rest = weighed.weighty.without(read.named(&read.units.units[at]));
    matches!(weighed.asked.language, QuestionLanguage::Unspaced)
        && !rest.is_empty()
        && rest.both(read.told[at].own).is_empty()
}

/// A unit with its title, its headings and its lead-in.
fn told_with(passage: &Passage<'_>, read: &ReadText, at: usize) -> String {
    let unit = &read.units.units[at];
    let lead: String = unit.lead.iter().map(|lead| read.units.seen(*lead) + " ").collect();
    let headings = read.units.sections[unit.section].join(" ");
    format!("{} {headings} {lead} {} ", passage.title, read.units.seen(unit.span))
}

/// Share that a unit and its passage's title and headings hold; 0 when it holds no value of the expected type.
fn held(weighed: &WeighedWords, read: &ReadText, section: usize, told: &UnitReading) -> f64 {
    if weighed.asked.value != WantedValue::Anything && !told.holds {
        return 0.0;
    }
    weighed.share(told.own.and(read.title).and(read.heads[section]))
}

/// The question's names: runs of words with capitals or digits, except a word that only begins a sentence of it.
pub(super) fn names(weighed: &WeighedWords) -> Vec<WordSet> {
    let pieces: Vec<&str> = weighed.text.split_whitespace().collect();
    let ended = |at: usize| at == 0 || pieces[at - 1].ends_with(['.', '?', '!', '…']);
    let begins = |run: &str| (0..pieces.len()).any(|at| pieces[at] == run && ended(at));
    let runs = marked_runs(&weighed.text).into_iter().filter(|run| !begins(run.trim()));
    runs.map(|name| weighed.said(&name).both(weighed.weighty)).filter(|name| !name.is_empty()).collect()
}

fn share(names: &[WordSet], known: impl Fn(WordSet) -> bool) -> f64 {
    if names.is_empty() {
        return 1.0;
    }
    names.iter().filter(|name| known(**name)).count() as f64 / names.len() as f64
}

fn names_near(weighed: &WeighedWords, names: &[WordSet], near: WordSet) -> f64 {
    let all = names.iter().fold(WordSet::default(), |all, name| all.and(*name));
    let weight = weighed.weight(all);
    if weight > 0.0 { weighed.weight(all.both(near)) / weight } else { 1.0 }
}
