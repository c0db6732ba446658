//! Russian noun phrases that end in a name: a noun, words in the genitive, a name ("глава правительства Москвы"), by
//! government alone. The noun is any common noun in the wanted case; whatever stands between it and the name must be
//! in the genitive or behind a preposition. Cost: a bounded number of pieces a phrase.

use super::given::{ACC, DAT, GEN, INS, NOM, PRE};
use super::line::{LinePiece, LinePieceSort};
use super::names::marks_of;
use super::nouns::{is_adjective_in, is_doer, is_genitive, is_hers, is_oblique, is_plural_adjective, nominative};
use super::tie_words::is_of_date;
use crate::tables::marks::Marks;

/// The most pieces of a phrase.
const MOST: usize = 12;
/// The most words of a predicate beside its noun.
const MOST_WORDS: usize = 6;
/// The most words behind a preposition, with it.
const MOST_BEHIND: usize = 3;
/// Prepositions inside a phrase: "посол в Чехии".
const PREPOSITIONS: [&str; 12] = ["в", "во", "на", "по", "при", "с", "от", "из", "над", "для", "к", "о"];
/// Adjectives that change the meaning of the noun.
const FORMER: [&str; 4] = ["бывш", "прежн", "будущ", "покойн"];
/// Single cases, the nominative first.
const CASES: [u8; 5] = [NOM, GEN | ACC, DAT, INS, PRE];

/// A noun with the name that it governs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NamedNoun {
    /// The noun in the nominative, with the words before the name.
    pub(super) predicate: String,
    /// The place of the name among the mentions.
    pub(super) target: usize,
    /// The first piece.
    pub(super) start: usize,
    /// One past the last piece.
    pub(super) end: usize,
    /// True if the noun has a suffix of people.
    pub(super) is_doer: bool,
    /// True if the noun ends as women's nouns do: "глава".
    pub(super) is_hers: bool,
    /// True if no other word governs the noun: it cannot be a genitive, or ends as "глава" right before the name.
    pub(super) is_plain: bool,
    /// True if a preposition stands before the name.
    pub(super) is_prepositional: bool,
}

/// The single cases among several.
fn single(cases: u8) -> impl Iterator<Item = u8> {
    CASES.into_iter().map(move |case| case & cases).filter(|case| *case != 0)
}

fn is_preposition(piece: &LinePiece) -> bool {
    piece.sort == LinePieceSort::Word && PREPOSITIONS.contains(&piece.low.as_str())
}

/// True if a name may be a genitive: what is no Russian word is in any case.
fn may_be_genitive(name: &LinePiece) -> bool {
    let cyrillic = name.low.starts_with(|c| ('а'..='я').contains(&c));
    !cyrillic || name.quoted || is_genitive(&name.low) || name.low.ends_with(['о', 'э', 'е', 'у'])
}

/// The phrase that ends with the name before a place, its noun in one of `cases`.
pub(super) fn phrase_before(pieces: &[LinePiece], end: usize, cases: u8) -> Option<NamedNoun> {
    let last = last_name(pieces, end)?;
    let mut span = GovernedSpan { target: last, chain: Vec::new(), outer: None, is_prepositional: false };
    for at in (last.saturating_sub(MOST)..last).rev() {
        let piece = &pieces[at];
        match piece.sort {
            LinePieceSort::Name(_) if span.is_kind(pieces, at) => span.chain.push(at),
            LinePieceSort::Name(_) if span.is_open(at) => {
                span = GovernedSpan { target: at, chain: Vec::new(), outer: None, is_prepositional: false };
            }
            LinePieceSort::Word if is_preposition(piece) => span.is_prepositional = true,
            LinePieceSort::Word if span.takes(pieces, at) => span.chain.push(at),
            LinePieceSort::Word if piece.is_content() => {
                span.outer = Some(at);
                break;
            }
            _ => break,
        }
    }
    let found = |case: u8| {
        let head = span.head(pieces, case)?;
        named_noun(pieces, head, span.target, end, case)
    };
    // "день визита председателя" of a name that may be a genitive: the noun for a person is his.
    single(cases).filter_map(found).find(|noun| noun.is_doer).or_else(|| single(cases).find_map(found))
}

/// The name before a place, or before a preposition and its words: "директор НАСА по космическим полётам".
fn last_name(pieces: &[LinePiece], end: usize) -> Option<usize> {
    let words = pieces[..end].iter().rev().take(MOST_BEHIND - 1).take_while(|piece| piece.is_content()).count();
    let at = match words {
        0 => end,
        _ => (end - words).checked_sub(1).filter(|at| is_preposition(&pieces[*at]))?,
    };
    at.checked_sub(1).filter(|at| matches!(pieces[*at].sort, LinePieceSort::Name(_)))
}

/// True if a name is an acronym right before a name in quotation marks.
fn is_legal_form(form: &LinePiece, name: &LinePiece) -> bool {
    matches!(form.sort, LinePieceSort::Name(_)) && form.low.is_empty() && !form.quoted && name.quoted
}

/// The words before a name, from right to left.
struct GovernedSpan {
    /// The name.
    target: usize,
    /// Words that may be in the genitive, or stand behind a preposition.
    chain: Vec<usize>,
    /// The word before these.
    outer: Option<usize>,
    is_prepositional: bool,
}

impl GovernedSpan {
    /// True if a name at a place stands right before this span's name, or before its preposition.
    fn is_open(&self, at: usize) -> bool {
        self.is_prepositional || self.chain.is_empty() && at + 1 == self.target
    }

    /// True if an acronym at a place is the legal form of a name in quotation marks: "ОАО «Мост»".
    fn is_kind(&self, pieces: &[LinePiece], at: usize) -> bool {
        at + 1 == self.target && is_legal_form(&pieces[at], &pieces[self.target])
    }

    fn takes(&self, pieces: &[LinePiece], at: usize) -> bool {
        let piece = &pieces[at];
        if piece.low == "и" {
            // "министр культуры и спорта"
            return !self.chain.is_empty() && at > 0 && pieces[at - 1].is_content() && is_genitive(&pieces[at - 1].low);
        }
        if !piece.is_content() || is_of_date(&piece.low) {
            return false;
        }
        // "иностранных дел"
        let counted = at > 0 && is_plural_adjective(&pieces[at - 1].low) && !piece.low.ends_with('ь');
        // "министр по государственным сборам"
        let mut before = pieces[..at].iter().rev().take(MOST_BEHIND).skip_while(|word| word.is_content());
        let mut behind = || before.next().is_some_and(is_preposition) && is_oblique(&piece.low);
        is_genitive(&piece.low) || counted || behind()
    }

    /// The noun of the phrase in a case.
    fn head(&self, pieces: &[LinePiece], case: u8) -> Option<usize> {
        let noun = |at: &usize| nominative(&pieces[*at].low, case);
        // "действующего президента": the participle is no noun.
        let of_noun = |at: &usize| self.chain.contains(&(at + 1)) && noun(&(at + 1)).is_some_and(|next| is_doer(&next));
        let fits = |at: &usize| noun(at).filter(|noun| !noun.ends_with("щий") || !of_noun(at));
        if let Some(outer) = self.outer.filter(|at| fits(at).is_some()) {
            return Some(outer);
        }
        let mut leftmost = self.chain.iter().rev();
        if case == NOM {
            // A word to the left would be governed by nothing.
            leftmost.next().copied().filter(|at| fits(at).is_some())
        } else {
            let doer = leftmost.find(|at| fits(at).is_some_and(|noun| is_doer(&noun)));
            // "Переговоры главы МИД": the nearest to the name.
            doer.or_else(|| self.chain.iter().find(|at| fits(at).is_some_and(|noun| is_hers(&noun)))).copied()
        }
    }
}

/// The phrase that begins at a place, its noun in one of `cases`, up to its last name.
pub(super) fn phrase_after(pieces: &[LinePiece], start: usize, cases: u8) -> Option<NamedNoun> {
    single(cases).find_map(|case| {
        let adjective = |piece: &&LinePiece| piece.sort == LinePieceSort::Word && is_adjective_in(&piece.low, case);
        let first = start + pieces.get(start..)?.iter().take(3).take_while(adjective).count();
        // "управляющий" ends as adjectives do.
        let noun = |at: usize| {
            let piece = pieces.get(at).filter(|piece| piece.is_content())?;
            nominative(&piece.low, case).map(|_| at)
        };
        let head = noun(first).or_else(|| noun(first.checked_sub(1).filter(|at| *at >= start)?))?;
        // "директор и совладелец"
        let joined = pieces.get(head + 1).filter(|and| and.low == "и").and_then(|_| noun(head + 2));
        let head = joined.unwrap_or(head);
        let mut span = GovernedSpan { target: head, chain: Vec::new(), outer: None, is_prepositional: false };
        let mut at = head + 1;
        let target = loop {
            let piece = pieces.get(at).filter(|_| at <= head + MOST)?;
            match piece.sort {
                LinePieceSort::Name(_) if pieces.get(at + 1).is_some_and(|next| is_legal_form(piece, next)) => {
                    span.chain.push(at);
                }
                LinePieceSort::Name(_) => break at,
                LinePieceSort::Word if is_preposition(piece) => span.is_prepositional = true,
                LinePieceSort::Word if span.is_prepositional || span.follows(pieces, at) => span.chain.push(at),
                _ => return None,
            }
            at += 1;
        };
        named_noun(pieces, head, target, end_of_names(pieces, target + 1), case)
            .map(|found| NamedNoun { start, ..found })
    })
}

impl GovernedSpan {
    /// True if a word may follow the noun.
    fn follows(&self, pieces: &[LinePiece], at: usize) -> bool {
        let next_is_name = || matches!(pieces.get(at + 1).map(|next| next.sort), Some(LinePieceSort::Name(_)));
        let piece = &pieces[at];
        piece.low == "и" && !self.chain.is_empty() && !next_is_name()
            || piece.is_content() && (is_genitive(&piece.low) || at > 0 && is_plural_adjective(&pieces[at - 1].low))
    }
}

/// One past the names and prepositional groups that follow a name.
fn end_of_names(pieces: &[LinePiece], from: usize) -> usize {
    let mut end = from;
    let mut at = from;
    while let Some(piece) = pieces.get(at).filter(|_| at < from + MOST) {
        match piece.sort {
            LinePieceSort::Name(_) => end = at + 1,
            LinePieceSort::Word if is_preposition(piece) || piece.is_content() && is_genitive(&piece.low) => {}
            _ => break,
        }
        at += 1;
    }
    end
}

/// The number of adjectives in the genitive right before a name.
fn own_adjectives(between: &[LinePiece]) -> usize {
    let ends = |piece: &&LinePiece| is_adjective_in(&piece.low, GEN) && !piece.low.ends_with("ей");
    between.iter().rev().take_while(ends).count()
}

/// A noun with its name, if the words between say how they belong together.
fn named_noun(pieces: &[LinePiece], head: usize, target: usize, end: usize, case: u8) -> Option<NamedNoun> {
    // "владелец и председатель": the nearer noun governs.
    let is_noun =
        |at: usize| pieces.get(at).filter(|_| at < target).and_then(|piece| nominative(&piece.low, case)).is_some();
    let head = if pieces[head + 1].low == "и" && is_noun(head + 2) { head + 2 } else { head };
    let noun = nominative(&pieces[head].low, case)?;
    let mut between = &pieces[head + 1..target];
    let name = &pieces[target];
    let is_prepositional = between.iter().any(is_preposition);
    if !is_prepositional && !may_be_genitive(name) && between.is_empty() {
        return None;
    }
    // A name in quotation marks, or in the nominative, has the noun before it as its kind: "движения «Левый фронт»".
    if !is_prepositional && (name.quoted || !may_be_genitive(name)) {
        let kind = between.len().saturating_sub(1);
        let described = between[..kind].iter().rev().take_while(|piece| is_adjective_in(&piece.low, GEN)).count();
        between = &between[..kind - described];
    }
    // "глава государственной Комиссии": the adjective is of the name, but no land has one ("сборной Швеции").
    let own = if marks_of(&name.low).any(Marks::LAND) { 0 } else { own_adjectives(between) };
    between = &between[..between.len() - own];
    if between.len() > MOST_WORDS {
        return None;
    }
    let adjective = |piece: &&LinePiece| piece.sort == LinePieceSort::Word && is_adjective_in(&piece.low, case);
    let adjectives = pieces[..head].iter().rev().take(3).take_while(adjective).count();
    let start = head - adjectives;
    if start > 0 && pieces[start - 1].low == "не" {
        return None;
    }
    let is_former = |piece: &LinePiece| FORMER.iter().any(|stem| piece.low.starts_with(stem));
    let former = if pieces[start..head].iter().any(is_former) { "бывший " } else { "" };
    let rest: String =
        between.iter().filter(|piece| !piece.low.is_empty()).map(|piece| format!(" {}", piece.low)).collect();
    Some(NamedNoun {
        predicate: format!("{former}{noun}{rest}"),
        target: name.mention()?,
        start,
        end,
        // "Сверкающая Монблана" is no noun, "управляющий банком «Маяк»" is one.
        is_doer: is_doer(&noun) && !(between.is_empty() && !name.low.is_empty() && noun.ends_with(['й', 'я'])),
        is_hers: is_hers(&noun) && (case == NOM || between.is_empty()),
        is_plain: !is_genitive(&pieces[head].low) || case == NOM && between.is_empty() && is_hers(&noun),
        is_prepositional,
    })
}
