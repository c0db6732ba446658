//! The structure splitter: the text's own headings, paragraphs, lists, tables and code.
//!
//! A chunk never crosses a heading. Heading lines belong to the body of the first chunk below them
//! and are prefix in the others; a heading with no text of its own goes with its first sub-heading,
//! or is a chunk by itself where none follows. Packing starts over at each heading, so an edit in
//! one section leaves the chunks of all others.
//!
//! Within a section small pieces are joined up to the size, and a chunk ends where its content says
//! so: of the seams that leave it at least [`LEAST`] full, the strongest kind, and among those the
//! one before the piece with the smallest hash (content-defined chunking after Muthitacharoen,
//! Chen and Mazieres, "A low-bandwidth network file system", SOSP 2001, with pieces in place of
//! bytes). So cuts fall into step again soon after an edit. The last two chunks of a section share
//! the remaining text evenly. Cost: linear in the text; memory beyond the chunks: one and a half of
//! them. Tunable: [`LEAST`].

use std::collections::VecDeque;
use std::ops::Range;

use super::blocks::{Block, BlockKind, blocks};
use super::chunks::Chunks;
use super::heading::{clipped, heading_text};
use super::measure::{Extent, FULL, Limits, Ruler};
use super::pieces::{Piece, Seam, pieces, trimmed};
use super::{SplitOptions, Splitter};
use crate::model::{Chunk, Document};
use crate::text::char_start;

/// Minimal share of a chunk's size, where pieces allow it and more text follows.
const LEAST: u64 = FULL / 3 * 2;
/// Amount of text held back, so that the last two chunks of a section can share it.
const HELD: u64 = FULL / 2 * 3;
/// The smaller of the last two chunks is at least this full, where pieces allow it.
const LEAST_TAIL: u64 = FULL / 4;
/// The most of a table's header that is shown again, in bytes.
const LONGEST_HEADER: usize = 2000;

/// The structure splitter.
#[derive(Debug, Clone, Copy, Default)]
pub struct Structure;

impl Splitter for Structure {
    fn name(&self) -> &'static str {
        "structure"
    }

    fn about(&self) -> &'static str {
        "headings, paragraphs, lists, tables and code, whole where they fit; an edit re-does the chunks around it"
    }

    fn recipe(&self, options: &SplitOptions) -> String {
        let Limits { chars, words } = Limits::new(options);
        format!("{chars} {words:?}")
    }

    fn split(&self, document: &Document, options: &SplitOptions) -> Vec<Chunk> {
        let mut packer = Packer::new(document, Limits::new(options));
        for block in blocks(&document.text, document.format) {
            match block.kind {
                BlockKind::Heading { level, line } => packer.heading(level, line, block.span.end),
                _ => packer.block(&block),
            }
        }
        packer.finish()
    }
}

/// A heading that is open: the text read now stands below it.
struct Heading {
    level: u8,
    words: String,
    /// Its line as prefixes show it.
    line: Range<usize>,
    /// Beginning and end of the heading, an underline included.
    span: Range<usize>,
    from: Extent,
}

/// A piece with its measure.
struct Unit {
    span: Range<usize>,
    from: Extent,
    to: Extent,
    seam: Seam,
    hash: u64,
    /// The table's header, when the piece continues a table.
    header: Option<Range<usize>>,
    /// Number of headings, the innermost ones, that begin it.
    own_headings: usize,
}

struct Packer<'a> {
    text: &'a str,
    limits: Limits,
    ruler: Ruler<'a>,
    /// Open headings, outermost first.
    path: Vec<Heading>,
    /// Number of them, the innermost ones, that have no text below them yet.
    waiting: usize,
    units: VecDeque<Unit>,
    chunks: Chunks<'a>,
}

impl<'a> Packer<'a> {
    fn new(document: &'a Document, limits: Limits) -> Self {
        Self {
            text: &document.text,
            limits,
            ruler: Ruler::new(&document.text, limits),
            path: Vec::new(),
            waiting: 0,
            units: VecDeque::new(),
            chunks: Chunks::new(document),
        }
    }

    fn heading(&mut self, level: u8, line: Range<usize>, end: usize) {
        self.pack(true);
        if self.path.last().is_some_and(|last| last.level >= level) {
            self.give_waiting();
        }
        self.path.retain(|open| open.level < level);
        let line = trimmed(self.text, line);
        let shown = line.start..line.start + clipped(&self.text[line.clone()]);
        self.path.push(Heading {
            level,
            words: heading_text(&self.text[line.clone()]),
            line: shown,
            from: self.ruler.to(line.start),
            span: trimmed(self.text, line.start..end),
        });
        self.waiting += 1;
    }

    /// Makes a chunk of headings that have no text.
    fn give_waiting(&mut self) {
        let own = std::mem::take(&mut self.waiting);
        let outer = self.path.len() - own;
        if let (Some(first), Some(last)) = (self.path.get(outer), self.path.last().filter(|_| own > 0)) {
            self.add(first.span.start..last.span.end, own, None);
        }
    }

    fn block(&mut self, block: &Block) {
        let at = self.ruler.to(block.span.start);
        let limits = self.first_waiting().map_or(self.limits, |first| self.limits.below(at.since(first.from)));
        let header = match &block.kind {
            BlockKind::Table { header } => Some(self.shown_header(header)),
            _ => None,
        };
        pieces(self.text, block, limits, &mut |piece| self.push(piece, header.as_ref()));
    }

    fn first_waiting(&self) -> Option<&Heading> {
        self.path.get(self.path.len() - self.waiting)
    }

    fn shown_header(&self, header: &Range<usize>) -> Range<usize> {
        header.start..char_start(self.text, header.end.min(header.start + LONGEST_HEADER))
    }

    fn push(&mut self, piece: Piece, header: Option<&Range<usize>>) {
        if piece.seam == Seam::Char {
            self.ruler.part();
        }
        let from = self.ruler.to(piece.span.start);
        let (start, from) =
            self.first_waiting().map_or((piece.span.start, from), |first| (first.span.start, first.from));
        self.units.push_back(Unit {
            to: self.ruler.to(piece.span.end),
            from,
            seam: piece.seam,
            hash: hash_of(&self.text.as_bytes()[piece.span.clone()]),
            header: header.filter(|_| piece.in_table).cloned(),
            own_headings: std::mem::take(&mut self.waiting),
            span: start..piece.span.end,
        });
        self.pack(false);
    }

    /// Makes chunks of the pieces held, all of them when the section is at its end.
    fn pack(&mut self, at_end: bool) {
        while let Some(count) = self.next_cut(at_end) {
            let units: Vec<Unit> = self.units.drain(..count).collect();
            if let (Some(first), Some(last)) = (units.first(), units.last()) {
                self.add(first.span.start..last.span.end, first.own_headings, first.header.clone());
            }
        }
    }

    fn add(&mut self, body: Range<usize>, own_headings: usize, header: Option<Range<usize>>) {
        let above = &self.path[..self.path.len() - own_headings];
        let prefix = above.iter().map(|open| open.line.clone()).chain(header).collect();
        let words = self.path.iter().map(|open| open.words.clone()).filter(|words| !words.is_empty()).collect();
        self.chunks.add(body, words, prefix);
    }

    /// Number of the held pieces that make the next chunk; none while more text may change that.
    fn next_cut(&self, at_end: bool) -> Option<usize> {
        let (first, last) = (self.units.front()?, self.units.back()?);
        match self.limits.fill(first.from, last.to) {
            all if all > HELD => Some(self.content_cut(first)),
            all if all > FULL => at_end.then(|| self.even_cut(first, last)),
            _ => at_end.then_some(self.units.len()),
        }
    }

    /// The strongest seam that leaves the chunk between [`LEAST`] and full, by smallest hash; else
    /// the last seam at which it is not over-full.
    fn content_cut(&self, first: &Unit) -> usize {
        let mut best = None;
        let mut last = 1;
        for (count, fill) in self.cuts(first).take_while(|(_, fill)| *fill <= FULL) {
            last = count;
            let next = &self.units[count];
            let rank = (next.seam, std::cmp::Reverse(next.hash), count);
            if fill >= LEAST && best.is_none_or(|best| rank > best) {
                best = Some(rank);
            }
        }
        best.map_or(last, |(_, _, count)| count)
    }

    /// The strongest seam that leaves neither side over-full nor tiny, by even sides; else the last
    /// at which the first side is not over-full.
    fn even_cut(&self, first: &Unit, last: &Unit) -> usize {
        let mut best = None;
        let mut fallback = 1;
        for (count, fill) in self.cuts(first).take_while(|(_, fill)| *fill <= FULL) {
            fallback = count;
            let next = &self.units[count];
            let rest = self.limits.fill(next.from, last.to);
            let rank = (next.seam, std::cmp::Reverse(fill.abs_diff(rest)), count);
            if rest <= FULL && fill.min(rest) >= LEAST_TAIL && best.is_none_or(|best| rank > best) {
                best = Some(rank);
            }
        }
        best.map_or(fallback, |(_, _, count)| count)
    }

    /// Each way to cut the held pieces in two: the number of the first ones, and the fill of their chunk.
    fn cuts(&self, first: &Unit) -> impl Iterator<Item = (usize, u64)> {
        let from = first.from;
        (1..self.units.len()).map(move |count| (count, self.limits.fill(from, self.units[count - 1].to)))
    }

    fn finish(mut self) -> Vec<Chunk> {
        self.pack(true);
        self.give_waiting();
        self.chunks.finish()
    }
}

/// FNV-1a of the first bytes of a piece, mixed (the plain hash of short texts keeps their order).
fn hash_of(bytes: &[u8]) -> u64 {
    let hash = bytes
        .iter()
        .take(64)
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    (hash ^ (hash >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
