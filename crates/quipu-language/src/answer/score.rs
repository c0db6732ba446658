//! The score of a unit: a weighted sum of signals that it answers, each between 0 and about 1.
//!
//! The weights come from a listwise logistic regression (ListNet; Cao et al., 2007) on questions over people's own
//! documents, English and Russian: the even-numbered ones of `eval/real` and 350 more that were written for it. There
//! are two passes: signals of words choose [`NEAREST`] units, and only for these the meanings of words are compared.

use super::asked::AnswerKind;
use super::meaning::Meaning;
use super::read_text::{ReadText, UnitReading};
use super::units::{Unit, UnitKind};
use super::word_weights::{WeighedWords, WordSet};
use super::{Passage, PassageHit};
use quipu_kernel::rank::fuse::{largest, normalised};

/// Number of units whose words are compared by meaning.
const NEAREST: usize = 120;
/// Maximal length in words of a list that answers as a whole a question for no list.
const LONGEST_LIST: usize = 120;
/// Weight of a row that is looked up; the decision to refuse does not use it.
pub(super) const LOOKED_UP: f64 = 4.00;
/// Weight of the share that a unit holds itself, in a language without rules of sentences.
const REST_UNRULED: f64 = 5.00;
/// Weights of a reader's signs. Not fitted with the others: without a reader their scores stay as they are.
const READ: f64 = 1.00;
const READ_RANK: f64 = 1.00;
/// Range over which a hit's score fades in the text around it, in bytes.
const FADES: f64 = 1500.0;

/// Declares signals with their weights.
macro_rules! signs {
    ($($(#[$doc:meta])* $name:ident: $weight:expr,)+) => {
        /// Signals for a unit.
        #[derive(Debug, Clone, Copy, PartialEq, Default)]
        pub(super) struct Signs {
            $($(#[$doc])* pub(super) $name: f64,)+
        }

        impl Signs {
            /// Their weighted sum.
            fn score(&self) -> f64 {
                0.0 $(+ self.$name * $weight)+
            }

            /// Those that are not zero, as text: `said 0.81, holds 1.00`.
            pub(super) fn printed(&self) -> String {
                let all = [$((stringify!($name), self.$name),)+];
                super::trust::printed(&all)
            }
        }
    };
}

signs! {
    /// Share of the question's weight that the unit, its lead-in, its title and headings hold.
    said: 1.27,
    /// The share with less weight for words that most units hold.
    said_rare: 1.10,
    /// The share with the rest of its paragraph.
    block: 1.13,
    /// Share that its section says.
    section: 1.53,
    /// Share that its passage says.
    passage: 1.64,
    /// Share that it holds itself, of the words that neither title nor headings hold.
    rest: -1.91,
    /// Score of the hit that it stands in or near, over the best.
    hit: 1.21,
    /// Share of the hits that are of its document.
    document: 1.35,
    /// 1 if it holds a value of the expected type.
    holds: 1.95,
    /// 1 if a whole list holds such a value: lists often hold one.
    list_holds: -0.65,
    /// 1 if it has the wording of an answer to such a question.
    cued: 1.94,
    /// 1 if a whole list has such a wording.
    list_cued: -0.55,
    /// Degree to which it defines a term of the question.
    defines: 1.54,
    /// Degree to which it defines a term, for questions for a definition.
    definition: 1.50,
    /// 1 if it is a numbered list, for questions for steps.
    steps: 2.18,
    /// 1 if it is a list, for questions for things of a sort.
    list: 1.31,
    /// 1 if it is a row that the question looks up by a cell. Not fitted: no other unit says more.
    looked_up: LOOKED_UP,
    /// As `rest`, in a language without rules of sentences, whose words have few vectors or none. Not fitted.
    rest_unruled: REST_UNRULED,
    /// 1 if it is code.
    code: 0.53,
    /// 1 if it is one member of a list.
    member: -0.94,
    /// 1 if it has no lead-in.
    alone: -0.63,
    /// Cosine of it with its lead-in.
    cosine: 1.30,
    /// Cosine of it with its title and headings.
    cosine_headed: 1.66,
    /// Cosine of the heading above it.
    cosine_heading: 1.62,
    /// Cosine to the part of the question that neither title nor headings hold.
    cosine_rest: 1.82,
    /// Share of the question's weight that it, its title and headings say or nearly say.
    aligned: 2.21,
    /// The aligned share with less weight for words that most units hold.
    aligned_rare: 2.10,
    /// Probability by a reader that it answers; 0 without one.
    read: READ,
    /// 1 over its rank by a reader; 0 without one.
    read_rank: READ_RANK,
}

/// A unit with its score.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ScoredUnit {
    pub(super) passage: usize,
    pub(super) unit: usize,
    pub(super) signs: Signs,
    pub(super) score: f64,
}

impl ScoredUnit {
    /// Computes the score again, after a sign has changed.
    pub(super) fn rescore(&mut self) {
        self.score = self.signs.score();
    }
}

/// The scale for the signals of all units.
struct Measure<'a> {
    weighed: &'a WeighedWords,
    /// Weight of each word of the question by how few units say it.
    rare: Vec<f64>,
    /// The best score of a hit.
    best: f64,
    hits: f64,
}

/// Scores the units of all passages that may answer at all.
pub(super) fn score(
    weighed: &WeighedWords,
    meaning: &Meaning<'_>,
    passages: &[Passage<'_>],
    read: &[ReadText],
) -> Vec<ScoredUnit> {
    let hits = || passages.iter().flat_map(|passage| passage.hits);
    let measure = Measure {
        weighed,
        rare: rare(weighed, read),
        best: largest(hits().map(|hit| hit.score)),
        hits: hits().count() as f64,
    };
    let mut out = Vec::new();
    for (at, (passage, read)) in passages.iter().zip(read).enumerate() {
        let same =
            passages.iter().filter(|other| other.title == passage.title).map(|other| other.hits.len()).sum::<usize>();
        for (place, (unit, told)) in read.units.units.iter().zip(&read.told).enumerate() {
            if may_answer(weighed, unit, told) {
                let signs = measure.words(passage, read, unit, told, same);
                out.push(ScoredUnit { passage: at, unit: place, signs, score: signs.score() });
            }
        }
    }
    sort(&mut out);
    out.truncate(NEAREST);
    for one in &mut out {
        measure.meaning(meaning, &passages[one.passage], &read[one.passage], one.unit, &mut one.signs);
        one.score = one.signs.score();
    }
    sort(&mut out);
    out
}

pub(super) fn sort(scored: &mut [ScoredUnit]) {
    scored.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| (a.passage, a.unit).cmp(&(b.passage, b.unit))));
}

/// True if a unit can answer such a question: code only if the question asks for input to type or names something in
/// it, lists of works and lines of rights only if it asks for them, a long list as a whole only if it asks for things
/// of a sort, and questions never.
fn may_answer(weighed: &WeighedWords, unit: &Unit, told: &UnitReading) -> bool {
    let code = unit.kind != UnitKind::Code
        || matches!(weighed.asked.kind, AnswerKind::Command | AnswerKind::Steps)
        || told.literal;
    let list = !unit.is_list()
        || matches!(weighed.asked.kind, AnswerKind::List | AnswerKind::Steps)
        || told.length <= LONGEST_LIST;
    code && list && !told.asks && (!unit.aside || weighed.asked.aside)
}

/// Weight of each word of the question that counts, by how few single units say it: the idf of units.
fn rare(weighed: &WeighedWords, read: &[ReadText]) -> Vec<f64> {
    let units =
        || read.iter().flat_map(|read| read.units.units.iter().zip(&read.told)).filter(|(unit, _)| !unit.is_list());
    let all = units().count() as f64;
    let weight = |(at, weight): (usize, &f64)| {
        let some = units().filter(|(_, told)| told.own.and(told.lead).has(at)).count() as f64;
        if *weight > 0.0 { (1.0 + (all - some + 0.5) / (some + 0.5)).ln() } else { 0.0 }
    };
    weighed.weights.iter().enumerate().map(weight).collect()
}

impl Measure<'_> {
    /// Sets the signals of words.
    fn words(&self, passage: &Passage<'_>, read: &ReadText, unit: &Unit, told: &UnitReading, same: usize) -> Signs {
        let (weighed, kind) = (self.weighed, self.weighed.asked.kind);
        let led = told.own.and(told.lead).and(told.back);
        let named = read.named(unit);
        let rest = self.rest(named);
        let flag = |yes: bool| if yes { 1.0 } else { 0.0 };
        let is_list = unit.is_list();
        let defining = matches!(kind, AnswerKind::Definition | AnswerKind::Describe);
        Signs {
            said: weighed.share(led.and(named)),
            said_rare: share(&self.rare, led.and(named)),
            block: share(&self.rare, led.and(told.block)),
            section: weighed.share(read.sections[unit.section]),
            passage: weighed.share(read.whole),
            rest: share(&rest, told.own),
            rest_unruled: if weighed.asked.language.is_ruled() { 0.0 } else { share(&rest, told.own) },
            hit: passage.hits.iter().map(|hit| self.hit(hit, unit)).fold(0.0, f64::max),
            document: same as f64 / self.hits.max(1.0),
            holds: flag(told.holds),
            list_holds: flag(is_list && told.holds),
            cued: flag(told.cued),
            list_cued: flag(is_list && told.cued),
            defines: told.defines,
            definition: if defining { told.defines } else { 0.0 },
            steps: flag(unit.kind == UnitKind::Steps && kind == AnswerKind::Steps),
            list: flag(is_list && kind == AnswerKind::List),
            looked_up: flag(told.looked_up),
            code: flag(unit.kind == UnitKind::Code),
            member: flag(unit.kind == UnitKind::Member),
            alone: flag(unit.lead.is_empty()),
            ..Signs::default()
        }
    }

    /// Sets the signals of meaning.
    fn meaning(&self, meaning: &Meaning<'_>, passage: &Passage<'_>, read: &ReadText, at: usize, signs: &mut Signs) {
        let unit = &read.units.units[at];
        let headings = &read.units.sections[unit.section];
        let own = read.units.seen(unit.span);
        let mut led: String = unit.lead.iter().map(|lead| read.units.seen(*lead) + " ").collect();
        led.push_str(&own);
        let headed = format!("{} {} {led}", passage.title, headings.join(" "));
        let named = read.named(unit);
        signs.cosine = meaning.cosine(&led);
        signs.cosine_headed = meaning.cosine(&headed);
        signs.cosine_heading = headings.last().map_or(0.0, |heading| meaning.cosine_again(heading));
        signs.cosine_rest = meaning.cosine_to(WordSet::all().without(named), &own);
        signs.aligned = meaning.aligned(self.weighed, &headed, &self.weighed.weights);
        signs.aligned_rare = meaning.aligned(self.weighed, &headed, &self.rare);
    }

    /// Weights of the words that neither title nor headings say.
    fn rest(&self, named: WordSet) -> Vec<f64> {
        self.rare.iter().enumerate().map(|(at, weight)| if named.has(at) { 0.0 } else { *weight }).collect()
    }

    /// The score of a hit, as far as it reaches to a unit.
    fn hit(&self, hit: &PassageHit, unit: &Unit) -> f64 {
        let before = hit.span.start.saturating_sub(unit.span.start);
        let far = before.max(unit.span.start.saturating_sub(hit.span.end));
        normalised(hit.score, self.best).clamp(0.0, 1.0) * (-f64::from(far) / FADES).exp()
    }
}

/// Share of the weights that some words have.
fn share(weights: &[f64], said: WordSet) -> f64 {
    let total: f64 = weights.iter().sum();
    let found: f64 = weights.iter().enumerate().filter(|(at, _)| said.has(*at)).map(|(_, weight)| weight).sum();
    if total > 0.0 { found / total } else { 0.0 }
}

/// Ranks of the hits that hold units, each with the score of the best that begins in it.
pub(super) fn best(passages: &[Passage<'_>], read: &[ReadText], scored: &[ScoredUnit]) -> Vec<(usize, f64)> {
    let of = |at: usize, hit: &PassageHit| {
        let inside = |one: &&ScoredUnit| {
            let start = read[one.passage].units.units[one.unit].span.start;
            one.passage == at && hit.span.start <= start && start < hit.span.end
        };
        scored.iter().find(inside).map(|one| (hit.rank, one.score))
    };
    let of = &of;
    passages
        .iter()
        .enumerate()
        .flat_map(|(at, passage)| passage.hits.iter().filter_map(move |hit| of(at, hit)))
        .collect()
}
