//! Stated relations: two names of one sentence with a known wording between them.
//!
//! Only neighbours are read ("A depends on B"), and the names that a comma or an "and" adds to the
//! second ("A uses B, C and D"). A definition ("A is a noise rock band") gives a concept instead of
//! a second name. Cost: linear in the tokens between names, of which a bounded number is read.

use super::dates::Date;
use super::found::FoundName;
use super::name_tokens::{Gap, NameToken, TokenShape};
use super::patterns::{IS_A, PredicateWording, pattern_of};
use super::spelling::is_adjective;
use crate::russian::cases::is_like_person;
use crate::russian::lowered;
use crate::tables::marks::Marks;
use quipu_kernel::model::{Day, Kind, Name, Period, Span, Statement};

/// The predicate of a part.
const PART_OF: &str = "part of";
/// The predicate of calls between programs.
const CALLS: &str = "calls";
/// Weight of a relation found by rules.
const WEIGHT: f32 = 2.0;
/// The most words between two names.
const MOST_WORDS: usize = 7;
/// The most names that commas add.
const MOST_ADDED: usize = 8;
/// The most dates of a sentence that are read for a period.
const MOST_DATES: usize = 16;
/// The most words of a defined concept.
const MOST_CONCEPT: usize = 3;

/// The input from which the statements of a text are read.
pub(super) struct StatementInput<'a> {
    /// The text.
    pub text: &'a str,
    /// Its tokens.
    pub tokens: &'a [NameToken],
    /// Its sentences.
    pub sentences: &'a [Span],
    /// Its dates.
    pub dates: &'a [Date],
}

/// The concepts that definitions give to the names in `found`: pairs of a name's place in `found`
/// and the concept.
pub(super) fn concepts(reading: &StatementInput, found: &[FoundName]) -> Vec<(usize, FoundName)> {
    let named = |at: &usize| found[*at].kind != Kind::Date;
    (0..found.len()).filter(named).filter_map(|at| reading.concept(&found[at]).map(|concept| (at, concept))).collect()
}

/// The statements between the names in `found`, and of the definitions in `concepts`, in order.
pub(super) fn statements(
    reading: &StatementInput,
    found: &[FoundName],
    concepts: &[(usize, FoundName)],
) -> Vec<Statement> {
    let names: Vec<&FoundName> = found.iter().filter(|f| f.kind != Kind::Date).collect();
    let mut out = Vec::new();
    for (at, pair) in names.windows(2).enumerate() {
        let Some(pattern) = reading.pattern(pair[0], pair[1]) else { continue };
        out.extend(reading.statement(pair[0], pattern.predicate, pair[1], pattern.reversed));
        for added in names[at + 1..].windows(2).take(MOST_ADDED).take_while(|two| reading.adds(two[0], two[1])) {
            out.extend(reading.statement(pair[0], pattern.predicate, added[1], pattern.reversed));
        }
    }
    for (at, concept) in concepts {
        out.extend(reading.statement(&found[*at], IS_A, concept, false));
    }
    out.sort_by_key(|statement: &Statement| statement.quote);
    out
}

impl<'a> StatementInput<'a> {
    fn tokens_between(&self, start: usize, end: usize) -> &'a [NameToken] {
        let first = self.tokens.partition_point(|token| token.start < start);
        let count = self.tokens[first..].iter().take(MOST_WORDS * 2).take_while(|token| token.end <= end).count();
        &self.tokens[first..first + count]
    }

    fn sentence_of(&self, at: usize) -> Option<Span> {
        let next = self.sentences.partition_point(|span| span.range().start <= at);
        self.sentences[..next].last().copied().filter(|span| at < span.range().end)
    }

    /// True if two spans stand in one sentence with nothing between that separates them.
    fn near(&self, a: &FoundName, b: &FoundName) -> bool {
        b.start >= a.end
            && b.start - a.end <= MOST_WORDS * 24
            && self.sentence_of(a.start) == self.sentence_of(b.start)
            && !self.text[a.end..b.start].contains([';', ':', '.', '!', '?', '|', '\u{2026}'])
    }

    /// The wording between two names.
    fn pattern(&self, a: &FoundName, b: &FoundName) -> Option<&'static PredicateWording> {
        if !self.near(a, b) {
            return None;
        }
        let between = self.tokens_between(a.end, b.start);
        if between.is_empty() || between.len() > MOST_WORDS || between.iter().any(NameToken::is_capital) {
            return None;
        }
        let words = || between.iter().map(|token| &self.text[token.start..token.end]);
        pattern_of(words()).filter(|pattern| self.continues(a, b, words().next(), pattern) && self.fits(a, b, pattern))
    }

    /// True if a wording is not parted from its first name: a verb behind a comma has another subject.
    fn continues(&self, a: &FoundName, b: &FoundName, first: Option<&str>, pattern: &PredicateWording) -> bool {
        let rest = self.text[a.end..b.start].trim_start_matches(['`', '"', '\'', '»', '”', ')', ' ']);
        let relative = |word: &str| matches!(word, "which" | "that" | "who") || word.starts_with("котор");
        !rest.starts_with(',') || first.is_some_and(relative) || pattern.is_apposed()
    }

    /// True if the names fit a Russian wording.
    fn fits(&self, a: &FoundName, b: &FoundName, pattern: &PredicateWording) -> bool {
        if pattern.words.is_ascii() {
            return true;
        }
        let form = |found: &FoundName| &self.text[found.start..found.end];
        // In Russian prose a person "обращается к" a body; a program calls another, and one of them has a Latin letter.
        let is_program = || self.text[a.start..b.end].contains(|c: char| c.is_ascii_alphabetic());
        // What belongs to a person is no part of him.
        let is_owned = || form(b).split(' ').all(|word| is_like_person(&lowered(word)));
        match pattern.predicate {
            CALLS => is_program(),
            PART_OF if pattern.words.contains("принадлеж") => !is_owned(),
            _ => true,
        }
    }

    /// True if the second name is only added to the first, by a comma or a conjunction.
    fn adds(&self, a: &FoundName, b: &FoundName) -> bool {
        let between = if b.start >= a.end {
            self.text[a.end..b.start].trim_matches([' ', '`', '"', '\'', '«', '»', '“', '”', '\n', '[', ']'])
        } else {
            "."
        };
        matches!(between, "," | "and" | "и" | ", and" | "&" | "or" | "или" | ", the" | "and the")
    }

    fn statement(&self, a: &FoundName, predicate: &str, b: &FoundName, reversed: bool) -> Option<Statement> {
        let quote = self.sentence_of(a.start)?;
        let name = |found: &FoundName| Name::new(&self.text[found.start..found.end]);
        let (source, target) = if reversed { (name(b), name(a)) } else { (name(a), name(b)) };
        let told = !source.folded.is_empty() && !target.folded.is_empty() && source != target;
        let period = self.period(quote);
        let predicate = predicate.to_owned();
        told.then(|| Statement {
            source,
            predicate,
            target,
            quote,
            weight: WEIGHT,
            period,
            description: String::new(),
            keywords: Vec::new(),
        })
    }

    /// The period of a statement by its sentence, where its wording is clear.
    fn period(&self, sentence: Span) -> Period {
        let mut period = Period::default();
        let first = self.dates.partition_point(|date| self.tokens[date.first].start < sentence.range().start);
        for date in self.dates[first..]
            .iter()
            .take(MOST_DATES)
            .take_while(|date| date.end <= sentence.range().end)
            .filter(|date| date.day.year != 0)
        {
            let before =
                date.first.checked_sub(1).map_or("", |at| &self.text[self.tokens[at].start..self.tokens[at].end]);
            self.bound(&mut period, before, date.day);
        }
        period
    }

    fn bound(&self, period: &mut Period, before: &str, day: Day) {
        let begun = period.valid_from.is_some();
        match before {
            "since" | "Since" | "from" | "From" | "с" | "С" | "со" => period.valid_from = Some(day),
            "until" | "Until" | "till" | "до" | "До" => period.valid_to = Some(day),
            "to" | "по" if begun => period.valid_to = Some(day),
            "in" | "In" | "в" | "В" if !begun && period.valid_to.is_none() => {
                *period = Period { valid_from: Some(day), valid_to: Some(day) }
            }
            _ => {}
        }
    }

    /// The concept that a definition gives to a name: "is a … noise rock band", "— это быстрый поиск".
    fn concept(&self, name: &FoundName) -> Option<FoundName> {
        let first = self.tokens.partition_point(|token| token.start < name.end);
        let after = &self.tokens[first..self.tokens.len().min(first + MOST_WORDS * 2)];
        let verb = after
            .first()
            .filter(|token| !token.first && token.has(Marks::COPULA) && matches!(token.gap, Gap::Space | Gap::Dash))?;
        let word = |token: &NameToken| &self.text[token.start..token.end];
        if word(verb).is_ascii() {
            let article = after.get(1).filter(|token| matches!(word(token), "a" | "an") && token.gap == Gap::Space);
            article.and_then(|_| english_concept(self.text, &after[2..]))
        } else {
            // The name may only be an attribute of other words in the sentence: "школы в Кении являются".
            let begins = self
                .sentence_of(name.start)
                .is_some_and(|said| self.text[said.range().start..name.start].chars().all(|c| !c.is_alphanumeric()));
            if begins { russian_definition(self.text, word(verb), &after[1..]) } else { None }
        }
    }
}

/// The last words of the noun phrase that begins here.
fn english_concept(text: &str, after: &[NameToken]) -> Option<FoundName> {
    let word = |token: &NameToken| &text[token.start..token.end];
    let breaks = Marks::STOP | Marks::LOOSE | Marks::COPULA | Marks::PARTICLE;
    let ends = |token: &NameToken| token.first || token.gap != Gap::Space || token.has(breaks);
    let participle =
        |at: usize, token: &NameToken| at > 0 && (word(token).ends_with("ed") || PARTICIPLES.contains(&word(token)));
    let phrase = after.iter().enumerate().take_while(|(at, token)| !ends(token) && !participle(*at, token)).count();
    let words = &after[..phrase];
    let of = after.get(phrase).is_some_and(|token| token.has(Marks::OF));
    if of && words.last().is_some_and(|token| KINDS_OF.contains(&word(token))) {
        return None;
    }
    let lower = words.iter().rev().take(MOST_CONCEPT).take_while(|token| token.shape == TokenShape::Lower).count();
    span_of(&words[phrase - lower..])
}

/// Participles after a noun that do not end in "ed".
const PARTICIPLES: [&str; 10] = ["written", "known", "made", "set", "held", "sung", "led", "built", "drawn", "found"];
/// Nouns that say nothing before "of".
const KINDS_OF: [&str; 16] = [
    "type",
    "kind",
    "form",
    "sort",
    "series",
    "set",
    "part",
    "member",
    "number",
    "group",
    "piece",
    "list",
    "pair",
    "variety",
    "collection",
    "class",
];

/// The adjectives and the noun that begin here: in any case after "это", in the instrumental after
/// "является"; after "был" a participle is likelier than a definition.
fn russian_definition(text: &str, verb: &str, after: &[NameToken]) -> Option<FoundName> {
    const INSTRUMENTAL: [&str; 8] = ["ом", "ем", "ой", "ей", "ью", "ами", "ями", "ым"];
    let word = |token: &NameToken| &text[token.start..token.end];
    let plain = |token: &NameToken| {
        !token.first && token.gap == Gap::Space && token.shape == TokenShape::Lower && !token.has(Marks::STOP)
    };
    // "городом" ends as adjectives do in another case, but not in the instrumental.
    let noun_like = |token: &NameToken| word(token).ends_with("ом") || word(token).ends_with("ем");
    let adjective = |token: &&NameToken| plain(token) && is_adjective(word(token)) && !noun_like(token);
    let adjectives = after.iter().take(MOST_CONCEPT).take_while(adjective).count();
    let noun = after.get(adjectives).filter(|token| plain(token) && adjectives < MOST_CONCEPT && token.length > 2)?;
    let defines = match verb {
        "это" => true,
        "является" | "являются" => INSTRUMENTAL.iter().any(|ending| word(noun).ends_with(ending)),
        _ => false,
    };
    if defines { span_of(&after[..=adjectives]) } else { None }
}

fn span_of(words: &[NameToken]) -> Option<FoundName> {
    let (first, last) = (words.first()?, words.last()?);
    Some(FoundName::new(first.start, last.core, Kind::Concept))
}
