//! The text of a paper in stretches under its headings, and the position of a byte of it.

use quipu::Error;
use quipu_engine::citation::{Citation, CitedChunk};
use quipu_engine::ports::SelectChunks;
use quipu_engine::texts::text_of;
use quipu_kernel::model::{Chunk, Key};
use quipu_papers::contribution::PaperStretch;

use crate::Papers;
use crate::shelf::KeptPaper;

/// A paper's text, as it is indexed.
pub(super) struct PaperRead {
    text: String,
    chunks: Vec<Chunk>,
    /// Headings of each stretch, and its bytes.
    stretches: Vec<(Vec<String>, usize, usize)>,
    /// The source of the text.
    pub(super) source: String,
}

/// The position of a byte of a text.
pub(super) struct Standing {
    /// Headings above it, outermost first.
    pub(super) heading: Vec<String>,
    /// Its page, from 1, where there are pages.
    pub(super) page: Option<u32>,
}

impl PaperRead {
    /// Reads a paper of the workspace.
    pub(super) async fn of(quipu: &Papers, kept: &KeptPaper) -> Result<Self, Error> {
        let store = quipu.reading()?.store;
        let chunks = store.chunks(&SelectChunks::BareOf(Key::document(&kept.document))).await?;
        let chunks: Vec<Chunk> = chunks.into_iter().map(|stored| stored.chunk).collect();
        let text = text_of(&chunks);
        let mut stretches: Vec<(Vec<String>, usize, usize)> = Vec::new();
        for chunk in &chunks {
            let (start, end) = (chunk.body.start as usize, chunk.body.end as usize);
            match stretches.last_mut().filter(|(heading, ..)| *heading == chunk.headings) {
                // Chunks may overlap.
                Some(last) => last.2 = last.2.max(end),
                None => stretches.push((chunk.headings.clone(), start, end)),
            }
        }
        Ok(Self { text, chunks, stretches, source: kept.document.clone() })
    }

    /// Its stretches, in the order of the text.
    pub(super) fn stretches(&self) -> Vec<PaperStretch<'_>> {
        self.stretches
            .iter()
            .filter_map(|(heading, start, end)| {
                Some(PaperStretch { heading, start: *start, text: self.text.get(*start..*end)? })
            })
            .collect()
    }

    /// Its whole text.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The bytes of a page; none where there is no such page.
    pub(super) fn page(&self, page: u32) -> Option<(usize, usize)> {
        let on = |at: u32| self.place(at as usize).and_then(|place| place.page);
        let starts = self.chunks.iter().flat_map(|chunk| {
            let breaks = chunk.pages.iter().flat_map(|pages| pages.breaks.iter().copied());
            std::iter::once(chunk.body.start).chain(breaks)
        });
        let starts: std::collections::BTreeSet<u32> = starts.collect();
        let first = starts.iter().copied().find(|at| on(*at) == Some(page))?;
        let next = starts.range(first..).copied().find(|at| on(*at).is_some_and(|other| other > page));
        Some((first as usize, next.map_or(self.text.len(), |next| next as usize)))
    }

    /// The citation of the text between two bytes, without a number, with the chunk that it begins in.
    pub(super) fn cite(&self, start: usize, end: usize) -> Option<(Citation, Key)> {
        let quote = self.text.get(start..end)?;
        let at = start as u32;
        let chunk = self.chunk_at(at)?;
        // A paper's document is named by its source.
        Some((CitedChunk::of(&self.source, &self.source, chunk).cite_text(at, quote), chunk.key))
    }

    /// The chunk that holds a byte.
    fn chunk_at(&self, at: u32) -> Option<&Chunk> {
        self.chunks.iter().find(|chunk| chunk.body.start <= at && at < chunk.body.end)
    }

    /// The position of a byte.
    pub(super) fn place(&self, at: usize) -> Option<Standing> {
        let at = at as u32;
        let chunk = self.chunk_at(at)?;
        let page = chunk.pages.as_ref().map(|pages| pages.at(at));
        Some(Standing { heading: chunk.headings.clone(), page })
    }
}
