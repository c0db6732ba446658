//! Lists as units: each member with its lead-in (the sentence before the list, the members above it), the list as
//! a whole, and the members below one as a list with that member as lead-in.

use std::ops::Range;

use super::reader::Reader;
use super::{UnitKind, idle, prose, span, trimmed};
use quipu_kernel::model::Span;
use quipu_kernel::split::MarkdownLine;

/// A member of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Member {
    /// Its own text, without its mark and the members below it.
    own: Range<usize>,
    /// Beginning of its line.
    start: usize,
    /// Columns before its mark.
    indent: usize,
    /// Its number, where it has one.
    number: Option<u32>,
    /// Position of the member that it stands below.
    above: Option<usize>,
    /// Number of members right below it.
    below: usize,
}

impl Reader<'_> {
    /// The units of a list.
    pub(super) fn list(&mut self, range: &Range<usize>) {
        let members = members(self.text, range);
        let (source, seen) = (&self.text[range.clone()], self.seen(range.clone()));
        let leads_elsewhere = members.len() > 1 && idle::is_navigation(source, seen, members.len());
        let lead: Vec<Span> = self.lead.take().into_iter().collect();
        if idle::is_contents(source) || leads_elsewhere {
            return;
        }
        let whole = self.whole(range, &members, &lead);
        for at in 0..members.len() {
            self.member(&members, at, &lead);
            if members[at].below > 1 {
                self.branch(&members, at, &lead);
            }
        }
        let last = members.last().filter(|last| prose::leads(self.seen(last.own.clone())));
        self.lead = last.map(|last| span(&last.own));
        self.open_steps =
            whole.zip(members.iter().rev().filter(|member| member.above.is_none()).find_map(|top| top.number));
    }

    /// The list as one unit; it may continue a list before a block of code.
    fn whole(&mut self, range: &Range<usize>, members: &[Member], lead: &[Span]) -> Option<usize> {
        let number = members.first().and_then(|member| member.number);
        let section = self.section();
        if let Some((at, _)) = self.open_steps.filter(|(_, last)| number == last.checked_add(1))
            && self.noted(at).section == section
        {
            let open = self.noted(at);
            (open.span.end, open.kind) = (span(range).end, UnitKind::Steps);
            return Some(at);
        }
        let tops = || members.iter().filter(|member| member.above.is_none());
        let kind = kind(tops());
        let alone = tops().count() < 2 && kind == UnitKind::List;
        (!alone && range.start >= self.from).then(|| self.push(kind, range, lead.to_vec()))
    }

    fn member(&mut self, members: &[Member], at: usize, lead: &[Span]) {
        let own = members[at].own.clone();
        let seen = self.seen(own.clone());
        // A mere lead-in of the members below it is shown with them.
        if own.start < self.from || idle::is_silent(seen) || (members[at].below > 0 && prose::leads(seen)) {
            return;
        }
        let parts: Vec<Range<usize>> =
            prose::parts(seen).into_iter().map(|part| own.start + part.start..own.start + part.end).collect();
        let kind = if parts.len() == 1 { UnitKind::Member } else { UnitKind::Sentence };
        let lead = above(members, at, lead);
        parts.iter().for_each(|part| _ = self.push(kind, part, lead.clone()));
    }

    /// The members below one, as a list that it leads to.
    fn branch(&mut self, members: &[Member], at: usize, lead: &[Span]) {
        let behind = &members[at + 1..];
        let inner = &behind[..behind.iter().take_while(|member| member.indent > members[at].indent).count()];
        let (Some(first), Some(last)) = (inner.first(), inner.last()) else { return };
        let kind = kind(inner.iter().filter(|member| member.above == Some(at)));
        let mut lead = above(members, at, lead);
        lead.push(span(&members[at].own));
        if first.start >= self.from {
            self.push(kind, &(first.start..last.own.end), lead);
        }
    }
}

/// The kind of a list: steps if most members are numbered.
fn kind<'m>(members: impl Iterator<Item = &'m Member> + Clone) -> UnitKind {
    let numbered = members.clone().filter(|member| member.number.is_some()).count();
    if numbered * 2 > members.count() { UnitKind::Steps } else { UnitKind::List }
}

/// The lead-in of a member: that of the list, then the members above it, outermost first.
fn above(members: &[Member], at: usize, lead: &[Span]) -> Vec<Span> {
    let up = std::iter::successors(members[at].above, |above| members[*above].above);
    let mut out: Vec<Span> = up.map(|above| span(&members[above].own)).collect();
    out.extend(lead.iter().rev());
    out.reverse();
    out
}

/// The members of the list in `block`, in the order of the text.
fn members(text: &str, block: &Range<usize>) -> Vec<Member> {
    let mut out: Vec<Member> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let (mut at, mut fence) = (block.start, None);
    while let Some(line) = MarkdownLine::at(text, at).filter(|line| line.start < block.end) {
        at = line.next;
        match (&fence, line.fence()) {
            (None, Some(opened)) => fence = Some(opened),
            (Some(opened), _) if opened.closed_by(&line) => fence = None,
            (None, None) if line.is_list_start() && !line.is_rule() => {
                let indent = line.indent();
                while open.last().is_some_and(|last| out[*last].indent >= indent) {
                    open.pop();
                }
                let above = open.last().copied();
                if let Some(above) = above {
                    out[above].below += 1;
                }
                let (mark, number) = mark(line.content());
                let own = line.end - line.content().len() + mark..line.end;
                open.push(out.len());
                out.push(Member { own, start: line.start, indent, number, above, below: 0 });
                continue;
            }
            _ => {}
        }
        if let Some(last) = out.last_mut() {
            last.own.end = line.end.min(block.end);
        }
    }
    out.iter_mut().for_each(|member| member.own = trimmed(text, member.own.clone()));
    out
}

/// The length of a list's mark with the space after it, and its number.
fn mark(content: &str) -> (usize, Option<u32>) {
    let digits = content.bytes().take_while(u8::is_ascii_digit).count();
    (content.len().min(digits + 2), content[..digits].parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_know_what_they_stand_below() {
        let text = "1. Open\n   it.\n   - left\n   - right\n\n     more\n2. Close\n\n   ```\n   - no member\n   ```";
        let found = members(text, &(0..text.len()));
        let said: Vec<(&str, Option<u32>, Option<usize>, usize)> =
            found.iter().map(|member| (&text[member.own.clone()], member.number, member.above, member.below)).collect();
        assert_eq!(
            said,
            [
                ("Open\n   it.", Some(1), None, 2),
                ("left", None, Some(0), 0),
                ("right\n\n     more", None, Some(0), 0),
                ("Close\n\n   ```\n   - no member\n   ```", Some(2), None, 0)
            ]
        );
    }
}
