//! The walk over the blocks of a text that gathers its units: headings open sections, a sentence that ends with a colon
//! is the lead-in of the next block, a numbered list goes on after code in it.

use std::ops::Range;

use super::lettered_list::LetteredList;
use super::{Unit, UnitKind, Units, fields, idle, prose, span, trimmed};
use quipu_kernel::model::{Format, Span};
use quipu_kernel::split::{Block, BlockKind, blocks, heading_text};
use quipu_kernel::text::count_words;

/// Maximal numbers of blocks of code, and of other words, of a section that is a procedure in prose.
const MOST_CODE: usize = 8;
const LONGEST_PROCEDURE: usize = 200;

/// Gathers units.
pub(super) struct UnitReader<'a> {
    pub(super) text: &'a str,
    /// Beginning of the document's own text.
    pub(super) from: usize,
    out: Units,
    /// Open headings with their levels.
    path: Vec<(u8, String)>,
    pub(super) block: usize,
    /// End of the text read by an earlier block.
    read_to: usize,
    /// The sentence before, where it leads to the next block.
    pub(super) lead: Option<Span>,
    /// The numbered list that may go on after a block of code: position of its unit, and its last number.
    pub(super) open_steps: Option<(usize, u32)>,
    /// The list of lettered paragraphs that is open.
    pub(super) open_list: Option<LetteredList>,
    /// True if the section lists works.
    aside: bool,
}

/// The units of a text of which a reader sees `seen`.
pub(super) fn read(text: &str, seen: String, from: usize, headings: &[String], format: Format) -> Units {
    let mut reader = UnitReader {
        text,
        from,
        out: Units { seen, units: Vec::new(), sections: vec![headings.to_vec()] },
        path: headings.iter().map(|words| (0, words.clone())).collect(),
        block: 0,
        read_to: 0,
        lead: None,
        open_steps: None,
        open_list: None,
        aside: headings.iter().any(|words| idle::is_of_references(words)),
    };
    blocks(text, format).for_each(|block| reader.block(&block));
    reader.end_lettered();
    reader.end_section();
    reader.out
}

impl<'a> UnitReader<'a> {
    /// The visible text of a range, bytes of markup included.
    pub(super) fn seen(&self, range: Range<usize>) -> &str {
        self.out.seen.get(range).unwrap_or_default()
    }

    fn block(&mut self, block: &Block) {
        let range = trimmed(self.text, block.span.clone());
        if let BlockKind::Heading { level, line } = &block.kind {
            return self.heading(*level, &self.text[line.clone()]);
        }
        if range.start < self.from.max(self.read_to) && !matches!(block.kind, BlockKind::Table { .. }) {
            return;
        }
        self.block += 1;
        if matches!(block.kind, BlockKind::Table { .. } | BlockKind::List | BlockKind::Code) {
            self.end_lettered();
        }
        match &block.kind {
            BlockKind::Table { header } => self.table(&range, header),
            BlockKind::List => self.list(&range),
            BlockKind::Code => self.code(&range),
            _ => self.paragraph(&range),
        }
    }

    fn heading(&mut self, level: u8, line: &str) {
        self.end_lettered();
        self.end_section();
        self.path.retain(|(open, _)| *open < level);
        let words = heading_text(line);
        if !words.is_empty() {
            self.path.push((level, words));
        }
        let headings: Vec<String> = self.path.iter().map(|(_, words)| words.clone()).collect();
        self.aside = headings.iter().any(|words| idle::is_of_references(words));
        self.out.sections.push(headings);
        (self.lead, self.open_steps) = (None, None);
    }

    /// Position of the section that is open.
    pub(super) fn section(&self) -> usize {
        self.out.sections.len() - 1
    }

    /// Notes a unit; gives its position.
    pub(super) fn push(&mut self, kind: UnitKind, range: &Range<usize>, lead: Vec<Span>) -> usize {
        let aside = self.aside || idle::is_of_rights(self.seen(range.clone()));
        let section = self.section();
        self.out.units.push(Unit { kind, span: span(range), lead, section, block: self.block, aside });
        self.out.units.len() - 1
    }

    /// Number of the units so far.
    pub(super) fn count(&self) -> usize {
        self.out.units.len()
    }

    /// Puts a unit, changed, before others.
    pub(super) fn move_unit(&mut self, at: usize, before: usize, unit: Unit) {
        self.out.units.remove(at);
        self.out.units.insert(before.min(self.out.units.len()), unit);
    }

    /// A unit that was noted.
    pub(super) fn noted(&mut self, at: usize) -> &mut Unit {
        &mut self.out.units[at]
    }

    fn code(&mut self, range: &Range<usize>) {
        let section = self.section();
        let before = self.out.units.last().filter(|unit| unit.kind == UnitKind::Sentence && unit.section == section);
        let lead = self.lead.take().or(before.map(|unit| unit.span));
        if idle::is_diagram(&self.text[range.clone()]) {
            return;
        }
        // A step that ends with a colon goes on with the input to type.
        if let Some((at, _)) = self.open_steps
            && prose::leads(self.seen(self.out.units[at].span.range()))
        {
            self.noted(at).span.end = span(range).end;
        }
        self.push(UnitKind::Code, range, lead.into_iter().collect());
    }

    fn paragraph(&mut self, range: &Range<usize>) {
        let (source, seen) = (&self.text[range.clone()], self.seen(range.clone()));
        if idle::is_silent(seen) || idle::is_navigation(source, seen, 2) {
            return;
        }
        if source.starts_with("||") || source.starts_with("#|") {
            // Blank lines may separate the blocks of such a table.
            let end = self.text[range.start..].find("\n|#").filter(|_| source.starts_with('#'));
            self.read_to = end.map_or(range.end, |length| range.start + length);
            return self.wide_rows(&(range.start..self.read_to));
        }
        if self.lettered(range) {
            return;
        }
        let seen = self.seen(range.clone());
        let within = |at: Range<usize>| range.start + at.start..range.start + at.end;
        if let Some(fields) = fields::fields(seen) {
            let fields: Vec<Range<usize>> = fields.into_iter().map(within).collect();
            let lead: Vec<Span> = self.lead.take().into_iter().collect();
            return fields.iter().for_each(|at| _ = self.push(UnitKind::Member, at, lead.clone()));
        }
        if let Some(defined) = prose::definitions(seen) {
            let defined: Vec<Range<usize>> = defined.into_iter().map(within).collect();
            return defined.iter().for_each(|at| _ = self.push(UnitKind::Member, at, Vec::new()));
        }
        let sentences: Vec<Range<usize>> = prose::sentences(seen).into_iter().map(within).collect();
        for sentence in sentences {
            let lead: Vec<Span> = self.lead.take().into_iter().collect();
            if prose::leads(self.seen(sentence.clone())) {
                self.lead = Some(span(&sentence));
            } else {
                self.push(UnitKind::Sentence, &sentence, lead);
            }
        }
    }

    /// Makes one procedure of a section, from its first words to its last code, where it is short.
    fn end_section(&mut self) {
        let section = self.section();
        let begin = self.out.units.iter().rposition(|unit| unit.section != section).map_or(0, |last| last + 1);
        let own = &self.out.units[begin..];
        let code: Vec<&Unit> = own.iter().filter(|unit| unit.kind == UnitKind::Code).collect();
        let (Some(first), Some(last)) = (own.first(), code.last()) else { return };
        let listed = own.iter().any(|unit| matches!(unit.kind, UnitKind::Steps | UnitKind::Row));
        if listed || !(2..=MOST_CODE).contains(&code.len()) {
            return;
        }
        let sentences = own.iter().filter(|unit| unit.kind == UnitKind::Sentence);
        let words: usize = sentences.map(|unit| count_words(self.seen(unit.span.range()))).sum();
        let start = first.lead.first().map_or(first.span.start, |lead| lead.start.min(first.span.start));
        let procedure = Span { start, end: last.span.end }.range();
        if words <= LONGEST_PROCEDURE {
            self.block += 1;
            self.push(UnitKind::Steps, &procedure, Vec::new());
        }
    }
}
