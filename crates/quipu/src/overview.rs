//! What all documents are about: the overview of a workspace, and its themes.

use quipu_engine::proposals::current_overview;
use quipu_engine::themes::current_themes;
use serde::Serialize;

pub use quipu_engine::overview::{
    CountedName, DatedDocument, DocumentDates, Overview, OverviewQuestion, ToldDocument, ValueCount,
};
pub use quipu_engine::themes::ThemeBrief;

use crate::Quipu;
use crate::job::{Outcome, aside};

/// The themes of a workspace.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct ThemeList {
    /// Number of the change whose state they show.
    pub change: u64,
    /// The themes: parts follow their whole, the largest first.
    pub themes: Vec<ThemeBrief>,
}

impl Quipu {
    /// What is in the workspace: themes with a sentence each, what is named most, what changed last, and questions that
    /// are answered well. It is made again when something asks for it after a change.
    ///
    /// # Errors
    /// When the workspace cannot be read, or the shelf cannot be written.
    pub fn overview(&self) -> Outcome<Overview> {
        let quipu = self.clone();
        aside(move || async move { Ok(current_overview(&quipu.reading()?).await?) })
    }

    /// The themes of the documents down to a level, 0 for the outermost.
    ///
    /// # Errors
    /// As [`Quipu::overview`].
    pub fn themes(&self, deepest: u32) -> Outcome<ThemeList> {
        let quipu = self.clone();
        aside(move || async move {
            let workspace = quipu.reading()?;
            let map = current_themes(&workspace).await?;
            Ok(ThemeList { change: map.change, themes: map.list(&*workspace.store, deepest).await? })
        })
    }
}
