//! Papers: found in a source, brought in with their abstracts at once and their texts behind, tied by what they cite.

mod add;
mod asked;
mod bibliography;
mod card;
mod citing;
mod documents;
mod files;
mod knowledge;
mod list;
mod map;
mod shelf;

pub(crate) use add::code;
pub use add::{PapersAdded, PapersEvent, PapersSeen, PapersWanted};
pub use asked::{SourceError, SourceWait};
pub use bibliography::BibliographyForm;
pub use card::PaperCard;
pub use citing::{CitedWork, PaperCitation};
pub use knowledge::{ConceptRelation, PaperConcept, PaperKnowledge, RelatedConcept};
pub use list::{PaperOrderBy, PaperQueryInside, PapersListed};
pub use map::{AlikePapers, BridgePaper, CitingPapers, LEAST, NEAREST, PaperMap};
pub use quipu_papers::arxiv::{ArxivId, PaperOrder, PaperQuery};
pub use quipu_papers::concepts::{ConceptKind, TieKind};
pub use quipu_papers::{PaperDate, TextForm};

pub use shelf::{PaperFailure, PaperSession, PaperState};

use crate::Error;

/// A date that bounds a search, where one is given.
///
/// # Errors
/// When it is none.
pub fn date_given(text: Option<&str>) -> Result<Option<PaperDate>, Error> {
    let read = |text: &str| PaperDate::read(text).ok_or_else(|| Error::DateIsNone { date: text.to_owned() });
    text.map(read).transpose()
}
