//! Sections as a filter of chunks: `$section` admits those below headings of a kind (introduction, methods, results …).
//!
//! What a section is follows from its headings alone, so that nothing is kept: the documents that the other conditions admit
//! are read when a question asks for a section.

use std::collections::BTreeSet;

use quipu_engine::ports::{Select, SelectChunks};
use quipu_engine::query::Query;
use quipu_kernel::model::Key;
use quipu_kernel::view::{Condition, Filter, fields, scalar};
use quipu_papers::{SectionKind, kinds};

use crate::{Error, Quipu};

/// What filters call it.
pub(crate) const SECTION: &str = "$section";
/// How many documents are read at once.
const PAGE: usize = 500;

impl Quipu {
    /// The query whose conditions on sections are chunks.
    ///
    /// # Errors
    /// When one names no kind of section, or the workspace cannot be read.
    pub(crate) async fn within_sections(&self, query: Query) -> Result<Query, Error> {
        let (asked, all): (Vec<Condition>, Vec<Condition>) =
            query.filter.all.iter().cloned().partition(|condition| condition.field == SECTION);
        if asked.is_empty() {
            return Ok(query);
        }
        let names: Vec<String> = asked.iter().flat_map(|condition| &condition.any_of).filter_map(scalar).collect();
        let wanted = names.iter().map(|name| named(name)).collect::<Result<BTreeSet<SectionKind>, Error>>()?;
        let others = Filter { all, ..query.filter };
        let chunks = self.chunks_in(&wanted, &others).await?;
        Ok(Query { filter: Filter { chunks: Some(chunks), ..others }, ..query })
    }

    async fn chunks_in(&self, wanted: &BTreeSet<SectionKind>, filter: &Filter) -> Result<Vec<Key>, Error> {
        let store = self.reading()?.store;
        let (mut keys, mut after) = (Vec::new(), None);
        loop {
            let page = store.documents(&Select::After(after, PAGE)).await?;
            let Some(last) = page.last() else { return Ok(keys) };
            after = Some(last.key);
            for row in page.iter().filter(|row| filter.is_empty() || filter.admits(&fields(&row.described()))) {
                let chunks = store.chunks(&SelectChunks::BareOf(row.key)).await?;
                let is_wanted = |headings: &[String]| kinds(headings).is_some_and(|kind| wanted.contains(&kind));
                keys.extend(chunks.iter().filter(|of| is_wanted(&of.chunk.headings)).map(|of| of.chunk.key));
            }
        }
    }
}

/// The kind of section of a name.
///
/// # Errors
/// When there is none; the error names those there are.
pub(super) fn named(name: &str) -> Result<SectionKind, Error> {
    let found = SectionKind::ALL.into_iter().find(|kind| kind.name() == name.trim().to_lowercase());
    found.ok_or_else(|| Error::NoSection { name: name.to_owned() })
}

/// The kinds of sections, by their names.
pub fn section_names() -> String {
    SectionKind::ALL.map(SectionKind::name).join(", ")
}
