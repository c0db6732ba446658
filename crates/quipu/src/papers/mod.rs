//! Papers: found in a source, brought in with their abstracts at once and their texts behind, tied by what they cite.

mod add;
mod asked;
mod bibliography;
mod by_model;
mod card;
mod citing;
mod contributed;
mod documents;
mod files;
mod knowledge;
mod list;
mod map;
mod questions;
mod reading;
mod refresh;
mod related;
mod reply;
mod sections;
mod shelf;
mod stretches;
mod walk;

pub(crate) use add::code;
pub use add::{PapersAdded, PapersEvent, PapersSeen, PapersWanted};
pub use asked::{SourceError, SourceWait};
pub use bibliography::BibliographyForm;
pub use card::PaperCard;
pub use citing::{CitedWork, CitingPlace, PaperCitation};
pub use contributed::{
    CitedCell, ComparedTable, ContributionRow, ContributionTable, DisagreeingSide, PaperComparison, PaperDisagreement,
    PaperSummaries, SummedUpPaper, citation_marks,
};
pub use knowledge::{ConceptRelation, PaperConcept, PaperKnowledge, RelatedConcept};
pub use list::{PaperOrderBy, PaperQueryInside, PapersListed};
pub use map::{AlikePapers, BridgePaper, CitingPapers, LEAST, NEAREST, PaperMap};
pub use questions::{CallTokens, CitedPaper, KeptChunk, PaperAnswer, PaperQuestion, PaperTrace};
pub use reading::{PaperOutline, PaperPart, PaperPortion};
pub use refresh::PapersRefreshed;
pub use related::{PaperNearness, RelatedPaper};
pub use reply::{GraphOfConcepts, PaperGraph, UnreadPaper};
pub(crate) use sections::SECTION;
pub use sections::section_names;
pub use shelf::{PaperFailure, PaperSession, PaperState};
pub use walk::{PaperWalk, ReachedConcept, StatedBy, WalkedRelation};

pub use quipu_papers::arxiv::{ArxivId, PaperOrder, PaperQuery};
pub use quipu_papers::concepts::{ConceptKind, TieKind};
pub use quipu_papers::{PaperDate, TextForm};

use crate::Error;

/// A date that bounds a search, where one is given.
///
/// # Errors
/// When it is none.
pub fn date_given(text: Option<&str>) -> Result<Option<PaperDate>, Error> {
    let read = |text: &str| PaperDate::read(text).ok_or_else(|| Error::DateIsNone { date: text.to_owned() });
    text.map(read).transpose()
}
