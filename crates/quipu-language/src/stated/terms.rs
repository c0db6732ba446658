//! The terms of a question: the known name, the time, and the extreme among several.

use super::asked_for::{Extreme, When};
use super::clauses::verbal;
use super::families::is_small;
use super::pieces::{Piece, Sort};

/// The name that a question knows, and the noun beside it.
#[derive(Debug, Default)]
pub(super) struct Known {
    pub(super) at: Vec<usize>,
    beside: Vec<usize>,
}

impl Known {
    pub(super) fn covers(&self, at: usize) -> bool {
        self.at.contains(&at) || self.beside.contains(&at)
    }

    pub(super) fn words(&self, pieces: &[Piece]) -> Vec<String> {
        let words = self.at.iter().flat_map(|at| pieces[*at].low.split(' ').map(str::to_owned).collect::<Vec<_>>());
        words.filter(|word| !word.is_empty()).collect()
    }

    pub(super) fn shown(&self, pieces: &[Piece]) -> String {
        let beside = self.beside.first().filter(|at| self.at.last().is_some_and(|last| **at == last + 1));
        let all = self.at.iter().chain(beside);
        all.map(|at| pieces[*at].text.as_str()).collect::<Vec<_>>().join(" ")
    }
}

/// True if a noun gives the sort of the name beside it.
pub(crate) fn is_class(key: &str) -> bool {
    " team group department project library service company family class module server database museum bridg river lake film book band parti bank school univers institut modul ".contains(&format!(" {key} "))
}

/// The first name of a question.
pub(super) fn known(pieces: &[Piece], timed: &[usize]) -> Known {
    let Some(first) = (0..pieces.len()).find(|at| pieces[*at].is_name() && !timed.contains(at)) else {
        return Known::default();
    };
    let mut at: Vec<usize> =
        (first..pieces.len()).take_while(|at| pieces[*at].is_name() && !timed.contains(at)).collect();
    let last = at.last().copied().unwrap_or(first);
    if pieces.get(last + 1).is_some_and(|next| matches!(next.sort, Sort::Version)) {
        at.push(last + 1);
    }
    // "The Orders team", "командой Orders": the noun gives the sort of the name.
    let sort = |piece: &Piece| is_class(&piece.key);
    let after = pieces.get(last + 1).filter(|piece| piece.is_word() && sort(piece)).map(|_| last + 1);
    let before =
        first.checked_sub(1).filter(|at| pieces[*at].is_word() && sort(&pieces[*at]) && !pieces[*at].text.is_ascii());
    Known { at, beside: after.into_iter().chain(before).collect() }
}

/// The time of the asked statement, and the places of the words for it.
pub(super) fn when(pieces: &[Piece]) -> (Option<When>, Vec<usize>) {
    for (at, piece) in pieces.iter().enumerate() {
        let Some(before) = at.checked_sub(1).map(|before| pieces[before].low.as_str()) else { continue };
        if let Some(day) = piece.day() {
            let when = match before {
                "before" | "until" | "till" | "до" => When::Before(day),
                "after" | "since" | "после" | "с" => When::After(day),
                _ => When::At(day),
            };
            return (Some(when), vec![at - 1, at]);
        }
        let names = || (at..pieces.len()).take_while(|at| pieces[*at].is_name()).collect::<Vec<_>>();
        if piece.is_name() && matches!(before, "before" | "after" | "до" | "после") {
            let run = names();
            let name = run.iter().map(|at| pieces[*at].text.as_str()).collect::<Vec<_>>().join(" ");
            let when = if matches!(before, "before" | "до") { When::BeforeName(name) } else { When::AfterName(name) };
            return (Some(when), [vec![at - 1], run].concat());
        }
    }
    (None, Vec::new())
}

/// Words that ask for the most, and for the least.
const MOST: &str = " latest newest most largest biggest longest highest youngest last more later newer longer larger bigger higher greater older's позже новее больше длиннее выше последний последняя последнее последним последней крупнее младше моложе ";
const LEAST: &str = " earliest oldest least fewest smallest shortest lowest first earlier older less fewer sooner smaller shorter lower раньше старше меньше короче ниже первый первая первое первым первой древнее ";

fn is_extreme(low: &str) -> bool {
    MOST.contains(&format!(" {low} ")) || LEAST.contains(&format!(" {low} "))
}

/// True if the word at a place asks for an extreme; "first release" is a name of its own.
pub(super) fn is_extreme_at(pieces: &[Piece], at: usize) -> bool {
    let next = pieces.get(at + 1);
    let named = matches!(pieces[at].low.as_str(), "first" | "last")
        && next.is_some_and(|next| next.is_word() && !is_small(&next.low) && !verbal(next));
    pieces[at].is_word() && is_extreme(&pieces[at].low) && !named
}

/// The extreme of a question: "due last".
pub(crate) fn extreme(pieces: &[Piece]) -> Option<Extreme> {
    let found = (0..pieces.len()).rev().find(|at| is_extreme_at(pieces, *at))?;
    Some(if MOST.contains(&format!(" {} ", pieces[found].low)) { Extreme::Most } else { Extreme::Least })
}
