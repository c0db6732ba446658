//! Paragraphs that are members of a list by the letters they begin with, as laws write them below a sentence that leads to
//! them: `(a) …`, `(b) …`. They are one list, as members with a mark of Markdown are.

use std::ops::Range;

use super::lettered_list::LetteredList;
use super::reader::UnitReader;
use super::visible::BLANK;
use super::{Unit, UnitKind, span};

/// The most characters of a letter or a number in brackets.
const LONGEST: usize = 4;

impl UnitReader<'_> {
    /// Takes a paragraph as a member of an open list, or of one that the sentence before it leads to; false for any other
    /// paragraph, which ends the open list.
    pub(super) fn lettered(&mut self, range: &Range<usize>) -> bool {
        let mark = mark(self.seen(range.clone()));
        // A list of letters ends at a number: laws number what stands above their lists.
        if mark.is_none() || self.open_list.as_ref().is_some_and(|open| Some(open.is_numbered) != mark) {
            self.end_lettered();
        }
        let Some(is_numbered) = mark else { return false };
        if self.open_list.is_none() {
            let Some(lead) = self.lead.take() else { return false };
            let first = self.count();
            let (lead, block) = (vec![lead], self.block);
            let Range { start, end } = *range;
            self.open_list = Some(LetteredList { lead, first, start, end, members: 0, is_numbered, block });
        }
        let Some(open) = self.open_list.as_mut() else { return false };
        (open.end, open.members) = (range.end, open.members + 1);
        let (lead, block) = (open.lead.clone(), open.block);
        let at = self.push(UnitKind::Member, range, lead);
        self.noted(at).block = block;
        true
    }

    /// Ends the open list: where it has several members it is a unit as a whole, before them.
    pub(super) fn end_lettered(&mut self) {
        let Some(open) = self.open_list.take().filter(|open| open.members > 1) else { return };
        let range = open.start..open.end;
        let at = self.push(UnitKind::List, &range, open.lead);
        let whole = Unit { block: open.block, span: span(&range), ..self.noted(at).clone() };
        self.open_steps = None;
        self.move_unit(at, open.first, whole);
    }
}

/// True for a number, false for a letter, that stands in brackets before a text, or a letter before one; none without.
fn mark(seen: &str) -> Option<bool> {
    let visible: String = seen.trim_start().chars().filter(|c| *c != BLANK && *c != '*').take(LONGEST + 2).collect();
    let (mark, _) = visible.split_once(')')?;
    let inner = mark.strip_prefix('(');
    let letters = inner.unwrap_or(mark);
    let is_one = letters.chars().count() == 1 && letters.chars().all(char::is_alphabetic);
    let in_brackets = inner.is_some()
        && (1..=LONGEST).contains(&letters.chars().count())
        && letters.chars().all(char::is_alphanumeric);
    let is_mark =
        is_one || (in_brackets && (letters.len() < 3 || letters.chars().all(|c| matches!(c, 'i' | 'v' | 'x'))));
    is_mark.then(|| letters.starts_with(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_in_brackets_begin_a_member() {
        for text in ["(a) a boat", "(\0a\0) a boat", "b) an oar", "(iii) a sail", "(12) a mast"] {
            assert_eq!(mark(text), Some(text.contains("12")), "{text}");
        }
        for text in ["(see below) a boat", "a boat (old)", "(the) boat", "", ")", "12) a mast"] {
            assert_eq!(mark(text), None, "{text}");
        }
    }
}
