//! Rows of the truth and their encoding as bytes: one type per table.

use quipu_engine::ports::StoreError;
use quipu_kernel::model::{Context, Key, Pages, Period, Span, searched};

use super::codec::{Reader, Writer};
use super::facts::{read_period, write_period};
use super::postings::Postings;

/// A chunk's place in its body.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Place {
    pub(super) chunk: u32,
    pub(super) body: Span,
    pub(super) prefix: Vec<Span>,
    pub(super) pages: Option<Pages>,
}

/// A document that has a body's text, and the names its title gives to the body's chunks.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct CopyOf {
    pub(super) document: u32,
    pub(super) names: Vec<u32>,
}

/// A text with its copies and chunks.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct BodyRow {
    pub(super) owner: Key,
    pub(super) text: Key,
    pub(super) title: String,
    pub(super) copies: Vec<CopyOf>,
    pub(super) places: Vec<Place>,
}

impl BodyRow {
    /// Names that titles give to every chunk, sorted, without repeats.
    pub(super) fn title_names(&self) -> Vec<u32> {
        let mut names: Vec<u32> = self.copies.iter().flat_map(|copy| copy.names.iter().copied()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut out = Writer::default();
        out.key(self.owner).key(self.text).text(&self.title).number(self.copies.len() as u64);
        for copy in &self.copies {
            out.number(copy.document.into()).number(copy.names.len() as u64);
            for name in &copy.names {
                out.number((*name).into());
            }
        }
        out.number(self.places.len() as u64);
        let (mut chunk, mut offset) = (0, 0);
        for place in &self.places {
            out.signed(i64::from(place.chunk) - chunk);
            chunk = i64::from(place.chunk);
            write_span(&mut out, place.body, offset);
            offset = i64::from(place.body.end);
            write_pages(&mut out, place.pages.as_ref(), place.body.start);
            out.number(place.prefix.len() as u64);
            place.prefix.iter().for_each(|span| write_span(&mut out, *span, offset));
        }
        out.into_bytes()
    }

    /// The owner alone, which every hit needs.
    pub(super) fn owner_of(bytes: &[u8]) -> Result<Key, StoreError> {
        Reader::new("bodies", bytes).key()
    }

    /// The title alone, under which its chunks are searched.
    pub(super) fn title_of(bytes: &[u8]) -> Result<&str, StoreError> {
        let mut from = Reader::new("bodies", bytes);
        from.key()?;
        from.key()?;
        from.text()
    }

    /// Owner and copies, without the places, which views do not need.
    pub(super) fn read_head(bytes: &[u8]) -> Result<Self, StoreError> {
        Self::read_from(&mut Reader::new("bodies", bytes))
    }

    pub(super) fn read(bytes: &[u8]) -> Result<Self, StoreError> {
        let mut from = Reader::new("bodies", bytes);
        let mut row = Self::read_from(&mut from)?;
        let (mut chunk, mut offset) = (0i64, 0i64);
        for _ in 0..from.count()? {
            chunk = chunk.saturating_add(from.signed()?);
            let body = read_span(&mut from, offset)?;
            offset = i64::from(body.end);
            let pages = read_pages(&mut from, body.start)?;
            let prefixes = from.count()?;
            let prefix = (0..prefixes).map(|_| read_span(&mut from, offset)).collect::<Result<_, _>>()?;
            let chunk = u32::try_from(chunk).map_err(|_| from.damaged("a chunk id is too large"))?;
            row.places.push(Place { chunk, body, prefix, pages });
        }
        Ok(row)
    }

    fn read_from(from: &mut Reader<'_>) -> Result<Self, StoreError> {
        let mut row = Self { owner: from.key()?, text: from.key()?, title: from.text()?.to_owned(), ..Self::default() };
        for _ in 0..from.count()? {
            let document = from.id()?;
            let names = (0..from.count()?).map(|_| from.id()).collect::<Result<_, _>>()?;
            row.copies.push(CopyOf { document, names });
        }
        Ok(row)
    }
}

fn write_span(out: &mut Writer, span: Span, from: i64) {
    out.signed(i64::from(span.start) - from).number(span.len() as u64);
}

/// The first page, 0 for none, then the distances between the places where the others begin.
fn write_pages(out: &mut Writer, pages: Option<&Pages>, from: u32) {
    // A first page of 0 would be read as a missing list, and the bytes after it as something else.
    let Some(pages) = pages.filter(|pages| pages.first > 0) else {
        out.number(0);
        return;
    };
    out.number(pages.first.into()).number(pages.breaks.len() as u64);
    let mut last = from;
    for &start in &pages.breaks {
        out.number(start.saturating_sub(last).into());
        last = start;
    }
}

fn read_pages(reader: &mut Reader<'_>, from: u32) -> Result<Option<Pages>, StoreError> {
    let first = reader.id()?;
    if first == 0 {
        return Ok(None);
    }
    let mut last = from;
    let breaks = (0..reader.count()?).map(|_| {
        last = last.saturating_add(reader.id()?);
        Ok(last)
    });
    let breaks = breaks.collect::<Result<_, StoreError>>()?;
    Ok(Some(Pages { first, breaks }))
}

fn read_span(reader: &mut Reader<'_>, from: i64) -> Result<Span, StoreError> {
    let start =
        u32::try_from(from.saturating_add(reader.signed()?)).map_err(|_| reader.damaged("a span is negative"))?;
    let length = reader.id()?;
    Ok(Span { start, end: start.saturating_add(length) })
}

/// A chunk's text and the texts shown with it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct ChunkRow {
    pub(super) body: u32,
    /// Second half of the chunk's key.
    pub(super) suffix: [u8; 8],
    /// Number of terms.
    pub(super) length: u32,
    pub(super) language: String,
    pub(super) headings: Vec<String>,
    pub(super) prefix_text: String,
    pub(super) text: String,
    pub(super) context: Option<Context>,
}

impl ChunkRow {
    /// Its searched texts, under its document's title.
    pub(super) fn searched<'a>(&'a self, title: &'a str) -> [&'a str; 4] {
        let context = self.context.as_ref().map_or("", |context| &context.text);
        searched(title, &self.headings, [context, &self.prefix_text, &self.text])
    }

    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut out = Writer::default();
        out.number(self.body.into()).raw(&self.suffix).number(self.length.into()).text(&self.language);
        out.number(self.headings.len() as u64);
        for heading in &self.headings {
            out.text(heading);
        }
        out.text(&self.prefix_text).text(&self.text).number(u64::from(self.context.is_some()));
        if let Some(Context { text, of }) = &self.context {
            out.text(text).key(*of);
        }
        out.into_bytes()
    }

    pub(super) fn read(bytes: &[u8]) -> Result<Self, StoreError> {
        let mut from = Reader::new("chunks", bytes);
        let body = from.id()?;
        let mut suffix = [0; 8];
        suffix.copy_from_slice(from.take(8)?);
        let (length, language) = (from.id()?, from.text()?.to_owned());
        let headings = (0..from.count()?).map(|_| Ok(from.text()?.to_owned())).collect::<Result<_, StoreError>>()?;
        let (prefix_text, text) = (from.text()?.to_owned(), from.text()?.to_owned());
        let context = match from.number()? {
            0 => None,
            _ => Some(Context { text: from.text()?.to_owned(), of: from.key()? }),
        };
        Ok(Self { body, suffix, length, language, headings, prefix_text, text, context })
    }
}

/// A relation between two names.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct RelationRow {
    pub(super) source: u32,
    pub(super) target: u32,
    pub(super) predicate: String,
    /// Sum of its statements' weights, in 1/1024, so that subtracting is exact.
    pub(super) weight: i64,
    /// Number of statements.
    pub(super) statements: u64,
    /// Numbers of statements per stated period, sorted.
    pub(super) stated: Vec<(Period, u64)>,
    /// Chunks that state it.
    pub(super) chunks: Postings,
}

impl RelationRow {
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut out = Writer::default();
        out.number(self.source.into()).number(self.target.into()).text(&self.predicate);
        out.signed(self.weight).number(self.statements);
        self.chunks.write(&mut out);
        out.number(self.stated.len() as u64);
        for (period, statements) in &self.stated {
            write_period(&mut out, *period);
            out.number(*statements);
        }
        out.into_bytes()
    }

    /// The periods that its statements give, sorted, each once.
    pub(super) fn periods(&self) -> Vec<Period> {
        self.stated.iter().map(|(period, _)| *period).collect()
    }

    pub(super) fn read(bytes: &[u8]) -> Result<Self, StoreError> {
        let mut from = Reader::new("relations", bytes);
        Ok(Self {
            source: from.id()?,
            target: from.id()?,
            predicate: from.text()?.to_owned(),
            weight: from.signed()?,
            statements: from.number()?,
            chunks: Postings::read(&mut from)?,
            stated: (0..from.count()?)
                .map(|_| Ok((read_period(&mut from)?, from.number()?)))
                .collect::<Result<_, StoreError>>()?,
        })
    }
}

/// Names that alias links join.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct ClassRow {
    /// Smallest key of its names.
    pub(super) key: Key,
    /// Chunks that hold any of them.
    pub(super) chunks: u64,
    /// The names, sorted by id.
    pub(super) names: Vec<u32>,
}

impl ClassRow {
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut out = Writer::default();
        out.key(self.key).number(self.chunks).number(self.names.len() as u64);
        for name in &self.names {
            out.number((*name).into());
        }
        out.into_bytes()
    }

    pub(super) fn read(bytes: &[u8]) -> Result<Self, StoreError> {
        let mut from = Reader::new("classes", bytes);
        let (key, chunks) = (from.key()?, from.number()?);
        let names = (0..from.count()?).map(|_| from.id()).collect::<Result<_, _>>()?;
        Ok(Self { key, chunks, names })
    }
}

/// The effect of one change on chunks: the derived indexes read it to catch up.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct LogRow {
    /// First id given and one past the last.
    pub(super) added: (u32, u32),
    /// Ids that went, sorted.
    pub(super) removed: Vec<u32>,
}

impl LogRow {
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut out = Writer::default();
        out.number(self.added.0.into()).number(self.added.1.into()).number(self.removed.len() as u64);
        for id in &self.removed {
            out.number((*id).into());
        }
        out.into_bytes()
    }

    pub(super) fn read(bytes: &[u8]) -> Result<Self, StoreError> {
        let mut from = Reader::new("log", bytes);
        let added = (from.id()?, from.id()?);
        let removed = (0..from.count()?).map(|_| from.id()).collect::<Result<_, _>>()?;
        Ok(Self { added, removed })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn places() -> impl Strategy<Value = Place> {
        let spans = || (any::<u32>(), any::<u32>()).prop_map(|(a, b)| Span { start: a.min(b), end: a.max(b) });
        let pages =
            (0..3u32, prop::collection::vec(any::<u32>(), 0..4)).prop_map(|(first, breaks)| Pages { first, breaks });
        (any::<u32>(), spans(), prop::collection::vec(spans(), 0..3), prop::option::of(pages))
            .prop_map(|(chunk, body, prefix, pages)| Place { chunk, body, prefix, pages })
    }

    proptest! {
        #[test]
        fn whatever_pages_places_have_their_row_reads_to_its_end(places in prop::collection::vec(places(), 0..6)) {
            let row = BodyRow { title: "t".to_owned(), places, ..BodyRow::default() };
            let read = BodyRow::read(&row.bytes()).expect("what was written reads");
            let chunks = |row: &BodyRow| row.places.iter().map(|place| place.chunk).collect::<Vec<_>>();
            prop_assert_eq!(chunks(&read), chunks(&row));
        }
    }
}
