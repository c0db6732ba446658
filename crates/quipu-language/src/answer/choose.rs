//! Choosing units: the best, others with a close score, and the next step of a chain; as many as such a question wants,
//! none that repeats another, within a budget of words; then in the order to be read.

use rustc_hash::FxHashSet;

use super::asked::{AnswerKind, Asked, WantedValue, is_of_date};
use super::cues::begins_with_pronoun;
use super::read_text::ReadText;
use super::score::ScoredUnit;
use super::topic::{TopicName, framed};
use super::units::{Unit, UnitKind};
use super::word_weights::{WeighedWords, WordSet};
use super::{AnswerOptions, Chosen, Days, Passage, comparison_units, drawn, shape};
use quipu_kernel::model::Span;
use quipu_kernel::text::{count_words, words};

/// Two units that share more than this part of their words say the same.
const SAME: f64 = 0.7;
/// Score that a unit e times as long as those before it must gain to compensate its length: long ones are mostly beside
/// the point.
const LENGTH: f64 = 1.0;
/// Lengths below this are alike, in bytes.
const SHORT: usize = 60;
/// Gain of the next step of a chain for new words of the question, and for holding a value of the expected type.
const NEW: f64 = 5.0;
const HOLDS: f64 = 3.0;
/// Maximal difference from the best score for the next step of a chain.
const CHAIN: f64 = 12.0;
/// A list with this share of the question is the asked list.
const WHOLE: f64 = 0.9;
/// A unit says as much as another where it says this share of it.
const AS_MUCH: f64 = 0.6;
/// A member of a list stands for the list where it says this share of what the list says of the question.
const NARROW: f64 = 0.9;
/// A member with a date stands for the list where a time is asked for and it says this share of what the list says itself.
const DATED: f64 = 0.5;
/// The longest sentence that is put beside one for context, in words.
const LONGEST_CONTEXT: usize = 40;

/// The chosen units.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct ChosenUnits {
    /// The units, in the order to be read.
    pub(super) units: Vec<Chosen>,
    /// The conclusion drawn from them.
    pub(super) conclusion: Option<String>,
    /// The one of two compared things that no unit is about.
    pub(super) missing: Option<String>,
    /// True if they answer, whatever the words of the question that no text says.
    pub(super) is_sure: bool,
}

/// The options as a kind of question wants them.
fn wanted(asked: Asked, options: &AnswerOptions) -> AnswerOptions {
    let AnswerOptions { units, words, margin, beside, more } = *options;
    match asked.kind {
        AnswerKind::Describe => {
            AnswerOptions { units: units + 2, words: words + 30, margin: 2.0 * margin, beside: 2.0 * beside, more }
        }
        AnswerKind::Compare => AnswerOptions { margin: 2.0 * margin, ..*options },
        AnswerKind::Steps | AnswerKind::List => AnswerOptions { words: words * 4, ..*options },
        _ => options.clone(),
    }
}

/// The units that answer, of `scored`, the best first.
pub(super) fn choose(
    weighed: &WeighedWords,
    passages: &[Passage<'_>],
    read: &[ReadText],
    scored: &[ScoredUnit],
    options: &AnswerOptions,
    days: Days<'_>,
) -> ChosenUnits {
    let options = wanted(weighed.asked, options);
    let drawn = drawn::drawn(&drawn::DrawnFrom { weighed, passages, read, scored, days });
    if let Some(drawn) = drawn {
        let units = drawn.units.iter().map(|one| chosen(weighed, passages, read, one)).collect();
        let (conclusion, missing, is_sure) = (drawn.conclusion, None, drawn.is_sure);
        return ChosenUnits { units: in_reading_order(apart(units)), conclusion, missing, is_sure };
    }
    let mut taken = Taken::new(passages, read, options.words);
    let best = scored.first().map_or(0.0, |best| best.score);
    let sides = (weighed.asked.kind == AnswerKind::Compare).then(|| comparison_units::sides(weighed)).flatten();
    let (both, missing) = sides.as_ref().map_or((Vec::new(), None), |sides| sides.best(weighed, read, scored, days));
    for at in both.iter().take(options.units) {
        taken.put(&scored[*at]);
    }
    for one in scored.iter().filter(|_| both.len() < 2) {
        if !taken.is_whole(weighed)
            && taken.units.len() < options.units
            && taken.says_as_much(weighed, one)
            && best - one.score + taken.longer(one) <= taken.margin(one, &options)
        {
            taken.take(taken.narrowed(weighed, one, scored));
        }
    }
    while both.is_empty()
        && taken.units.len() < options.units
        && !taken.is_whole(weighed)
        && let Some(one) = taken.next_step(weighed, scored, best)
        && taken.take(one)
    {}
    let conclusion = sides.as_ref().and_then(|sides| sides.conclusion(weighed, read, &taken.units, days));
    let missing = sides.as_ref().zip(missing).map(|(sides, side)| sides.name(side).to_owned());
    let units = taken.units.iter().map(|one| chosen(weighed, passages, read, one)).collect();
    ChosenUnits { units: in_reading_order(apart(units)), conclusion, missing, is_sure: false }
}

/// The visible text of a unit with its words.
struct SeenUnit {
    text: String,
    count: usize,
    bag: FxHashSet<String>,
}

impl SeenUnit {
    fn new(text: String) -> Self {
        let words = words(&text);
        Self { count: words.len(), bag: words.into_iter().map(|word| word.text).collect(), text }
    }
}

/// The units chosen so far.
struct Taken<'a> {
    passages: &'a [Passage<'a>],
    read: &'a [ReadText],
    units: Vec<&'a ScoredUnit>,
    bags: Vec<FxHashSet<String>>,
    /// Their texts, each framed.
    text: String,
    said: WordSet,
    bytes: usize,
    /// Words that may still be said.
    left: usize,
}

impl<'a> Taken<'a> {
    fn new(passages: &'a [Passage<'a>], read: &'a [ReadText], left: usize) -> Self {
        let (units, bags, text, said) = (Vec::new(), Vec::new(), String::new(), WordSet::default());
        Self { passages, read, units, bags, text, said, bytes: 0, left }
    }

    fn unit(&self, one: &ScoredUnit) -> &'a Unit {
        &self.read[one.passage].units.units[one.unit]
    }

    /// True if a list or steps are chosen that cover the question: beside them nothing is missing.
    fn is_whole(&self, weighed: &WeighedWords) -> bool {
        let says = |one: &ScoredUnit| weighed.share(self.read[one.passage].said_by(one.unit)) >= WHOLE;
        let is_list = |one: &ScoredUnit| matches!(self.unit(one).kind, UnitKind::List | UnitKind::Steps);
        self.units.iter().any(|one| is_list(one) && says(one))
    }

    /// True for a unit that may stand beside the chosen ones. Where no rules of sentences tell which sentence answers,
    /// it says as much of what the best says of the question, beside title and headings, and has a value as that has.
    fn says_as_much(&self, weighed: &WeighedWords, one: &ScoredUnit) -> bool {
        let Some(best) = self.units.first().filter(|_| !weighed.asked.language.is_ruled()) else { return true };
        let own = |one: &ScoredUnit| {
            let read = &self.read[one.passage];
            read.told[one.unit].own.without(read.named(self.unit(one)))
        };
        let holds = |one: &ScoredUnit| self.read[one.passage].told[one.unit].holds;
        let (all, shared) = (weighed.weight(own(best)), weighed.weight(own(one).both(own(best))));
        // Two that say different words of one weight may both be meant.
        let as_much = shared >= AS_MUCH * all || weighed.weight(own(one)) >= all;
        as_much && (holds(one) || !holds(best))
    }

    /// Takes a unit, unless it repeats another or is too long.
    fn take(&mut self, one: &'a ScoredUnit) -> bool {
        let seen = SeenUnit::new(self.read[one.passage].units.seen(self.unit(one).span));
        let too_long = seen.count > self.left && !self.units.is_empty();
        let is_new = self.left > 0 && !too_long && !self.bags.iter().any(|known| same(known, &seen.bag));
        if is_new {
            self.add(one, seen);
        }
        is_new
    }

    /// Takes a unit, whatever it repeats: of two that differ in a word the difference may be asked for.
    fn put(&mut self, one: &'a ScoredUnit) {
        self.add(one, SeenUnit::new(self.read[one.passage].units.seen(self.unit(one).span)));
    }

    fn add(&mut self, one: &'a ScoredUnit, seen: SeenUnit) {
        let SeenUnit { text, count, bag } = seen;
        self.left = self.left.saturating_sub(count);
        self.bags.push(bag);
        self.text.push_str(&framed(&text));
        self.said = self.said.and(self.read[one.passage].said_by(one.unit));
        self.bytes += text.len();
        self.units.push(one);
    }

    /// The member of a list that holds as much of the question as the list does, for questions that do not ask for all.
    fn narrowed(&self, weighed: &WeighedWords, one: &'a ScoredUnit, scored: &'a [ScoredUnit]) -> &'a ScoredUnit {
        let asked = weighed.asked;
        let (read, list) = (&self.read[one.passage], self.unit(one));
        let one_value =
            asked.value != WantedValue::Anything && !matches!(asked.kind, AnswerKind::List | AnswerKind::Steps);
        let asks_for_all = matches!(asked.kind, AnswerKind::List | AnswerKind::Steps | AnswerKind::Describe);
        // The members of a list are compared where the most or the first of them is asked for.
        if asks_for_all || !list.is_list() || (asked.degree.is_some() && !one_value) {
            return if asked.kind == AnswerKind::List { self.whole_list(weighed, one, scored) } else { one };
        }
        let inside = |other: &&ScoredUnit| {
            let unit = self.unit(other);
            let within = list.span.start <= unit.span.start && unit.span.end <= list.span.end;
            other.passage == one.passage && within && unit.kind == UnitKind::Member
        };
        let says = |member: &&ScoredUnit| {
            let (own, all) = (read.said_by(member.unit), read.said_by(one.unit));
            let as_much = own.holds(all) || (!one_value && weighed.share(own) >= NARROW * weighed.share(all));
            // A member that only its lead-in ties to the question says no more than the others.
            let told = &read.told[member.unit];
            let says_itself = !told.own.without(told.lead.and(read.named(self.unit(member)))).is_empty();
            as_much && if one_value { told.holds } else { says_itself }
        };
        let dated = |member: &&ScoredUnit| {
            let (own, all) = (read.told[member.unit].own, read.told[one.unit].own);
            let seen = read.units.seen(self.unit(member).span);
            let says_most = weighed.weight(own) >= DATED * weighed.weight(all) && !own.is_empty();
            says_most && words(&seen).iter().any(|word| is_of_date(&word.text))
        };
        let members = || scored.iter().filter(inside);
        let of_time = || members().find(dated).filter(|_| asked.value == WantedValue::When);
        members().find(says).or_else(of_time).unwrap_or(one)
    }

    /// The list of a member, where all of a sort are asked for and what leads to the list says more of the question than
    /// the member does itself.
    fn whole_list(&self, weighed: &WeighedWords, one: &'a ScoredUnit, scored: &'a [ScoredUnit]) -> &'a ScoredUnit {
        let (read, member) = (&self.read[one.passage], self.unit(one));
        let told = &read.told[one.unit];
        let above = told.lead.and(read.heads[member.section]);
        if member.kind != UnitKind::Member || weighed.weight(told.own.without(above)) > weighed.weight(above) {
            return one;
        }
        let holds = |other: &&ScoredUnit| {
            let unit = self.unit(other);
            let within = unit.span.start <= member.span.start && member.span.end <= unit.span.end;
            other.passage == one.passage && unit.is_list() && within && unit.lead == member.lead
        };
        scored.iter().find(holds).unwrap_or(one)
    }

    /// Penalty of a unit for being longer than the chosen ones, or gain for being shorter (negative).
    fn longer(&self, one: &ScoredUnit) -> f64 {
        let length = self.unit(one).span.len().max(SHORT / 3) as f64;
        if self.units.is_empty() { 0.0 } else { LENGTH * (length / self.bytes.max(SHORT) as f64).ln() }
    }

    /// Maximal difference from the best score: a sentence that stands in one paragraph with a chosen one is its
    /// context.
    fn margin(&self, one: &ScoredUnit, options: &AnswerOptions) -> f64 {
        let unit = self.unit(one);
        let near = |other: &&&ScoredUnit| {
            let chosen = self.unit(other);
            other.passage == one.passage && chosen.block == unit.block && chosen.kind == UnitKind::Sentence
        };
        let beside = unit.kind == UnitKind::Sentence && self.units.iter().any(|other| near(&other));
        if beside { options.beside } else { options.margin }
    }

    /// The best next step of a chain (multi-hop question answering): of a document that a chosen unit names and the
    /// question does not.
    fn next_step(&self, weighed: &WeighedWords, scored: &'a [ScoredUnit], best: f64) -> Option<&'a ScoredUnit> {
        let question = framed(&weighed.text);
        let leads = |one: &&ScoredUnit| {
            let topic = TopicName::of(self.passages[one.passage].title);
            topic.is_some_and(|topic| !topic.stands_in(&question) && topic.stands_in(&self.text))
        };
        let gain = |one: &ScoredUnit| {
            let read = &self.read[one.passage];
            let new = weighed.share(self.said.and(read.said_by(one.unit))) - weighed.share(self.said);
            one.score + NEW * new + if read.told[one.unit].holds { HOLDS } else { 0.0 }
        };
        let open = scored.iter().filter(|one| !self.units.iter().any(|known| std::ptr::eq(*known, *one)));
        let gains = open.filter(leads).map(|one| (gain(one), one));
        // Of equals the first: `max_by` would give the last.
        let found = gains.reduce(|most, next| if next.0 > most.0 { next } else { most });
        found.filter(|(gain, _)| best - gain <= CHAIN).map(|(_, one)| one)
    }
}

fn same(a: &FxHashSet<String>, b: &FxHashSet<String>) -> bool {
    let shared = a.intersection(b).count() as f64;
    shared > SAME * a.len().min(b.len()) as f64
}

/// A scored unit with all that is said of it.
fn chosen(weighed: &WeighedWords, passages: &[Passage<'_>], read: &[ReadText], scored: &ScoredUnit) -> Chosen {
    let (passage, read) = (&passages[scored.passage], &read[scored.passage]);
    let unit = &read.units.units[scored.unit];
    let span = with_context(weighed.asked, read, scored.unit);
    Chosen {
        passage: scored.passage,
        kind: unit.kind,
        span,
        headings: read.units.sections[unit.section].clone(),
        score: scored.score,
        signs: scored.signs.printed(),
        text: shape::shown(weighed, passage, read, scored.unit, span),
    }
}

/// The place of a unit: of a sentence that begins with a pronoun with the one before it, and of a definition with the
/// one after it that begins with one.
fn with_context(asked: Asked, read: &ReadText, at: usize) -> Span {
    let units = &read.units.units;
    let (unit, mut span) = (&units[at], units[at].span);
    let beside = |other: &&Unit| {
        let sentences = other.kind == UnitKind::Sentence && unit.kind == UnitKind::Sentence;
        sentences && other.block == unit.block && count_words(&read.units.seen(other.span)) <= LONGEST_CONTEXT
    };
    let points = |unit: &Unit| begins_with_pronoun(&read.units.seen(unit.span));
    if points(unit)
        && let Some(before) = at.checked_sub(1).map(|before| &units[before]).filter(beside)
    {
        span.start = before.span.start;
    }
    let defines = matches!(asked.kind, AnswerKind::Definition | AnswerKind::Describe);
    if let Some(behind) = units.get(at + 1).filter(beside).filter(|behind| defines && points(behind)) {
        span.end = behind.span.end;
    }
    span
}

/// Units without those that another holds.
fn apart(units: Vec<Chosen>) -> Vec<Chosen> {
    let held = |at: usize| {
        let one = &units[at];
        let holds = |(other_at, other): (usize, &Chosen)| {
            let inside = other.span.start <= one.span.start && one.span.end <= other.span.end;
            other_at != at && other.passage == one.passage && inside && (other.span != one.span || other_at < at)
        };
        units.iter().enumerate().any(holds)
    };
    let kept: Vec<bool> = (0..units.len()).map(|at| !held(at)).collect();
    units.into_iter().zip(kept).filter_map(|(unit, kept)| kept.then_some(unit)).collect()
}

/// Sections in the order of their best units; within one, the order of its text.
fn in_reading_order(mut chosen: Vec<Chosen>) -> Vec<Chosen> {
    let mut sections: Vec<(usize, Vec<String>)> = Vec::new();
    let section = |unit: &Chosen| (unit.passage, unit.headings.clone());
    for unit in &chosen {
        if !sections.contains(&section(unit)) {
            sections.push(section(unit));
        }
    }
    let place = |unit: &Chosen| sections.iter().position(|known| *known == section(unit));
    chosen.sort_by_key(|unit| (place(unit), unit.span));
    chosen
}
