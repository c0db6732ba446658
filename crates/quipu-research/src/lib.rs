//! Papers on top of Quipu: found in a source, added with their abstracts at once and their texts later, tied by their
//! citations.
//!
//! [`papers`] makes [`Papers`] of a workspace. [`Sections`] is the field `$section` of filters, which a program that
//! opens the workspace passes to it. [`tools`] are all tools that doors offer, those of papers among the library's.
//!
//! ```no_run
//! use quipu::{Access, Quipu};
//! use quipu_research::{PapersWanted, papers};
//!
//! # async fn example() -> Result<(), quipu::Error> {
//! let quipu = Quipu::open("papers", Access::Create)?;
//! let wanted = PapersWanted { ids: vec!["1706.03762".to_owned()], ..PapersWanted::default() };
//! papers(&quipu).add(wanted).await?;
//! let cited_by = papers(&quipu).cited_by("1706.03762").await?;
//! # Ok(())
//! # }
//! ```

mod add;
mod bibliography;
mod by_model;
mod card;
mod citing;
mod contributed;
mod error;
mod knowledge;
mod list;
mod map;
mod paper_documents;
mod paper_files;
mod paper_reading;
mod paper_tools;
mod paper_views;
mod questions;
mod refresh;
mod related;
mod reply;
mod same_paper;
mod sections;
mod shelf;
mod source_threads;
mod stretches;
mod walk;

pub use add::{PapersAdded, PapersEvent, PapersSeen, PapersWanted};
pub use bibliography::BibliographyForm;
pub use card::PaperCard;
pub use citing::{CitedWork, CitingPlace, PaperCitation};
pub use contributed::{
    CitedCell, ComparedTable, ContributionRow, ContributionTable, DisagreeingSide, PaperComparison, PaperDisagreement,
    PaperSummaries, SummedUpPaper, citation_marks,
};
pub use error::ResearchError;
pub use knowledge::{ConceptRelation, PaperConcept, PaperKnowledge, RelatedConcept};
pub use list::{PaperOrderBy, PaperQueryInside, PapersListed};
pub use map::{AlikePapers, BridgePaper, CitingPapers, LEAST, NEAREST, PaperMap};
pub use paper_reading::{PaperOutline, PaperPart, PaperPortion};
pub use paper_tools::{find, tools};
pub use questions::{CallTokens, CitedPaper, KeptChunk, PaperAnswer, PaperQuestion, PaperTrace};
pub use refresh::PapersRefreshed;
pub use related::{PaperNearness, RelatedPaper};
pub use reply::{GraphOfConcepts, PaperGraph, UnreadPaper};
pub use sections::{Sections, section_names};
pub use shelf::{PaperFailure, PaperSession, PaperState};
pub use source_threads::{SourceError, SourceWait};
pub use walk::{PaperWalk, ReachedConcept, StatedBy, WalkedRelation};

pub use quipu_papers::arxiv::{ArxivId, PaperOrder, PaperQuery};
pub use quipu_papers::concepts::{ConceptKind, TieKind};
pub use quipu_papers::{PaperDate, TextForm};

use std::sync::Arc;

use quipu::extend;
use quipu::settings::Settings;
use quipu::{Error, Quipu};
use quipu_engine::Workspace;
use quipu_engine::ports::SideStores;

/// The papers of a workspace. It is cheap to clone; nothing is read before it is needed.
#[derive(Clone)]
pub struct Papers {
    quipu: Quipu,
}

/// The papers of a workspace, whose questions may ask for sections.
pub fn papers(quipu: &Quipu) -> Papers {
    Papers { quipu: extend::with_field(quipu, Arc::new(Sections)) }
}

impl Papers {
    fn settings(&self) -> &Settings {
        self.quipu.settings()
    }

    fn reading(&self) -> Result<Workspace, Error> {
        extend::reading(&self.quipu)
    }

    fn writing(&self) -> Result<Workspace, Error> {
        extend::writing(&self.quipu)
    }

    fn shelves(&self) -> SideStores {
        extend::side_stores(&self.quipu)
    }
}

/// A date that bounds a search, where one is given.
///
/// # Errors
/// When the text is no date.
pub fn date_given(text: Option<&str>) -> Result<Option<PaperDate>, Error> {
    let read = |text: &str| PaperDate::read(text).ok_or_else(|| Error::DateIsNone { date: text.to_owned() });
    text.map(read).transpose()
}
