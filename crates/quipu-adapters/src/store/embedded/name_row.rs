//! Rows of names: owned for the writer, borrowed for readers, who mostly need only the start.

use quipu_engine::ports::StoreError;
use quipu_kernel::model::{Key, Kind, Name, name_key, vote_kind, vote_name};

use super::codec::{Reader, Writer};
use super::postings::{Packed, Postings};

/// A name: the sums of its contributions, and its chunks.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct NameRow {
    /// True if alias links join it with others.
    pub(super) linked: bool,
    /// Number of documents with it as a name of their title.
    pub(super) titles: u64,
    /// Number of links of documents and decisions of people that refer to it.
    pub(super) held: u64,
    /// Chunks that hold it.
    pub(super) chunks: Postings,
    pub(super) folded: String,
    pub(super) sense: String,
    /// Mentions, titles not counted.
    pub(super) mentions: u64,
    /// Votes by kind, by number.
    pub(super) kinds: Vec<(u8, u64)>,
    /// Votes by form, sorted.
    pub(super) forms: Vec<(String, u64)>,
}

impl NameRow {
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut out = Writer::default();
        out.byte(self.linked.into()).number(self.titles);
        self.chunks.write(&mut out);
        out.text(&self.folded)
            .text(&self.sense)
            .number(self.held)
            .number(self.mentions)
            .number(self.kinds.len() as u64);
        for (kind, votes) in &self.kinds {
            out.byte(*kind).number(*votes);
        }
        out.number(self.forms.len() as u64);
        for (form, votes) in &self.forms {
            out.text(form).number(*votes);
        }
        out.into_bytes()
    }

    pub(super) fn read(bytes: &[u8]) -> Result<Self, StoreError> {
        let seen = NameSeen::read(bytes)?;
        let forms = seen.forms.iter().map(|(form, votes)| ((*form).to_owned(), *votes)).collect();
        Ok(Self {
            linked: seen.head.linked,
            titles: seen.head.titles,
            chunks: seen.head.chunks.into(),
            folded: seen.folded.to_owned(),
            sense: seen.sense.to_owned(),
            held: seen.held,
            mentions: seen.mentions,
            kinds: seen.kinds,
            forms,
        })
    }

    /// The key of the name.
    pub(super) fn key(&self) -> Key {
        name_key(&self.folded, &self.sense)
    }

    /// The name itself.
    pub(super) fn name(&self) -> Name {
        Name { folded: self.folded.clone(), sense: self.sense.clone() }
    }

    /// True if no row refers to it any more.
    pub(super) fn is_gone(&self) -> bool {
        self.chunks.count == 0 && self.titles == 0 && self.held == 0
    }
}

/// The name of a row, and no more.
pub(super) fn name(bytes: &[u8]) -> Result<Name, StoreError> {
    let mut from = Reader::new("names", bytes);
    NameHead::read_from(&mut from)?;
    Ok(Name { folded: from.text()?.to_owned(), sense: from.text()?.to_owned() })
}

/// The start of a name's row: the part that a walk over the graph reads.
#[derive(Debug, Clone, Copy)]
pub(super) struct NameHead<'a> {
    pub(super) linked: bool,
    pub(super) titles: u64,
    pub(super) chunks: Packed<'a>,
}

impl<'a> NameHead<'a> {
    pub(super) fn read(bytes: &'a [u8]) -> Result<Self, StoreError> {
        Self::read_from(&mut Reader::new("names", bytes))
    }

    fn read_from(from: &mut Reader<'a>) -> Result<Self, StoreError> {
        Ok(Self { linked: from.byte()? != 0, titles: from.number()?, chunks: Packed::read(from)? })
    }
}

/// A name's row, borrowed.
#[derive(Debug, Clone)]
pub(super) struct NameSeen<'a> {
    pub(super) head: NameHead<'a>,
    pub(super) folded: &'a str,
    pub(super) sense: &'a str,
    pub(super) held: u64,
    pub(super) mentions: u64,
    pub(super) kinds: Vec<(u8, u64)>,
    pub(super) forms: Vec<(&'a str, u64)>,
}

impl<'a> NameSeen<'a> {
    pub(super) fn read(bytes: &'a [u8]) -> Result<Self, StoreError> {
        let mut from = Reader::new("names", bytes);
        let head = NameHead::read_from(&mut from)?;
        let (folded, sense, held, mentions) = (from.text()?, from.text()?, from.number()?, from.number()?);
        let kinds =
            (0..from.count()?).map(|_| Ok((from.byte()?, from.number()?))).collect::<Result<_, StoreError>>()?;
        let forms =
            (0..from.count()?).map(|_| Ok((from.text()?, from.number()?))).collect::<Result<_, StoreError>>()?;
        Ok(Self { head, folded, sense, held, mentions, kinds, forms })
    }

    /// The key of the name.
    pub(super) fn key(&self) -> Key {
        name_key(self.folded, self.sense)
    }

    /// The name it shows.
    pub(super) fn shown(&self) -> &'a str {
        let voted = vote_name(self.forms.iter().copied());
        if voted.is_empty() { self.folded } else { voted }
    }

    /// Its kind, by vote.
    pub(super) fn kind(&self) -> Kind {
        vote_kind(self.kinds.iter().map(|(kind, votes)| (Kind::from_number(*kind), *votes)))
    }
}
