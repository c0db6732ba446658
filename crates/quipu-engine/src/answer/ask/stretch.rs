//! Stretches of documents around hits: a chunk is cut for searching, and an answer may begin before it and end
//! behind it (the steps of a procedure, the rows of a table). So each hit is widened to its section, within bounds
//! (passage expansion, "small-to-big" retrieval).

use quipu_kernel::model::{Chunk, Format, Key, Span};
use quipu_language::answer::{Chosen, Passage, PassageHit};

use crate::base::citation::{Citation, CitedChunk};
use crate::base::hits::ShownHit;
use crate::base::ports::{SelectChunks, Store, StoreError};
use crate::base::text::join;

/// Number of chunks read on either side of a hit.
const REACH: usize = 8;
/// The most text that is put before and behind a hit, in bytes.
const BEFORE: usize = 6_000;
const BEHIND: usize = 10_000;
/// The most hits that are widened, and the most text that they come to, in bytes.
const HITS: usize = 30;
const BUDGET: usize = 120_000;

/// A stretch of a document's text that holds hits.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Stretch {
    /// Position of its first hit.
    pub(super) hit: usize,
    title: String,
    /// Headings above its first byte, outermost first.
    headings: Vec<String>,
    format: Format,
    /// Its text, behind the header of a table that began before it.
    text: String,
    /// The start of the document's text in it.
    from: usize,
    /// Its chunks, in order.
    chunks: Vec<Chunk>,
    hits: Vec<PassageHit>,
}

impl Stretch {
    /// The stretches around the best hits, in the order of their best.
    pub(super) async fn around(store: &dyn Store, hits: &[ShownHit]) -> Result<Vec<Self>, StoreError> {
        let mut out: Vec<Self> = Vec::new();
        let mut left = BUDGET;
        for (rank, hit) in hits.iter().take(HITS).enumerate() {
            if let Some(known) = out.iter_mut().find(|known| known.holds(hit.chunk)) {
                known.add(hit, rank);
                continue;
            }
            if left == 0 {
                break;
            }
            let near = store.chunks(&SelectChunks::Around(hit.chunk, REACH)).await?;
            let near: Vec<Chunk> = near.into_iter().map(|stored| stored.chunk).collect();
            // A chunk removed since it was found is left out.
            let Some(at) = near.iter().position(|chunk| chunk.key == hit.chunk) else { continue };
            let mut stretch = Self::of(hit, rank, near, at);
            stretch.add(hit, rank);
            left = left.saturating_sub(stretch.text.len());
            out.push(stretch);
        }
        Ok(out)
    }

    fn of(hit: &ShownHit, rank: usize, near: Vec<Chunk>, at: usize) -> Self {
        let own = &near[at].headings;
        let mut room = BEFORE;
        let same = |chunk: &&Chunk| {
            let fits = room >= chunk.text.len();
            room = room.saturating_sub(chunk.text.len());
            fits && chunk.headings == *own
        };
        let before = near[..at].iter().rev().take_while(same).count();
        let mut room = BEHIND;
        let below = |chunk: &&Chunk| {
            let fits = room >= chunk.text.len();
            room = room.saturating_sub(chunk.text.len());
            fits && chunk.headings.starts_with(own)
        };
        let behind = near[at + 1..].iter().take_while(below).count();
        let chunks: Vec<Chunk> = near.into_iter().skip(at - before).take(before + 1 + behind).collect();
        let first = chunks.first();
        let (headings, header) = first.map_or((Vec::new(), ""), |first| (above(first, hit.format), header(first)));
        let mut text = String::from(header);
        if !header.is_empty() {
            text.push('\n');
        }
        let from = text.len();
        join(&chunks, &mut text);
        Self { hit: rank, title: hit.title.clone(), headings, format: hit.format, text, from, chunks, hits: Vec::new() }
    }

    fn holds(&self, chunk: Key) -> bool {
        self.chunks.iter().any(|known| known.key == chunk)
    }

    fn add(&mut self, hit: &ShownHit, rank: usize) {
        if let Some(chunk) = self.chunks.iter().find(|known| known.key == hit.chunk) {
            let span = Span { start: self.place(chunk.body.start), end: self.place(chunk.body.end) };
            self.hits.push(PassageHit { span, score: hit.score, rank });
        }
    }

    /// The passage for the kernel.
    pub(super) fn passage(&self) -> Passage<'_> {
        let Self { title, headings, text, from, format, hits, .. } = self;
        Passage { title, headings, text, from: *from, format: *format, hits }
    }

    /// The offset in the stretch of a byte of the document.
    fn place(&self, offset: u32) -> u32 {
        let start = self.chunks.first().map_or(0, |first| first.body.start);
        offset - start + Span::new(0, self.from).end
    }

    /// The citation of a unit, if its chunks contain every part of it as read; without a number.
    pub(super) fn citation(&self, unit: &Chosen, hit: &ShownHit) -> Option<Citation> {
        let quote = self.text.get(unit.span.range())?;
        let (span, first) = self.source(unit.span)?;
        let stands = |chunk: &Chunk| {
            let (start, end) = (span.start.max(chunk.body.start), span.end.min(chunk.body.end));
            let of =
                |text: &'_ str, from: u32| text.get((start - from) as usize..(end - from) as usize).map(str::to_owned);
            start >= end || of(&chunk.text, chunk.body.start) == of(quote, span.start)
        };
        let (document, source) = (hit.document.as_str(), hit.source.as_str());
        let from = CitedChunk { heading: &unit.headings, ..CitedChunk::of(document, source, first) };
        self.chunks.iter().all(stands).then(|| from.cite_text(span.start, quote))
    }

    /// The document's span of a span of the stretch, and the chunk in which it begins.
    fn source(&self, span: Span) -> Option<(Span, &Chunk)> {
        let first = self.chunks.first()?;
        let shift = |at: u32| at.checked_sub(Span::new(0, self.from).end).map(|at| at + first.body.start);
        let span = Span { start: shift(span.start)?, end: shift(span.end)? };
        let chunk = self.chunks.iter().find(|chunk| chunk.body.start <= span.start && span.start < chunk.body.end)?;
        Some((span, chunk))
    }
}

/// The headings above a chunk that its own text does not begin with.
fn above(chunk: &Chunk, format: Format) -> Vec<String> {
    let own = quipu_kernel::split::leading_headings(&chunk.text, format);
    let outer = chunk.headings.len().saturating_sub(own);
    chunk.headings[..outer].to_vec()
}

/// The header of the table that a chunk continues.
fn header(chunk: &Chunk) -> &str {
    if !chunk.text.starts_with('|') && !chunk.text.lines().next().is_some_and(|line| line.contains('|')) {
        return "";
    }
    let rule = |line: &str| line.contains('-') && line.contains('|') && line.chars().all(|c| "|-: \t".contains(c));
    let prefix = &chunk.prefix_text;
    let mut start = None;
    let mut at = 0;
    for line in prefix.split_inclusive('\n') {
        if rule(line.trim_end()) {
            return &prefix[start.unwrap_or(at)..];
        }
        start = Some(at);
        at += line.len();
    }
    ""
}
