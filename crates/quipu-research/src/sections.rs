//! Sections as a filter of chunks: `$section` admits those below headings of a kind (introduction, methods, results …).
//!
//! The kind of a section follows from its headings alone, so that nothing is kept: the documents that the other
//! conditions admit are read when a question asks for a section.

use std::collections::BTreeSet;

use futures::future::BoxFuture;
use quipu::Error;
use quipu::fields::VirtualField;
use quipu_engine::ports::{Select, SelectChunks, Store};
use quipu_kernel::model::Key;
use quipu_kernel::view::{Filter, fields};
use quipu_papers::{SectionKind, kinds};

use crate::ResearchError;

/// The field's name in filters.
pub(crate) const SECTION: &str = "$section";
/// Number of documents read at once.
const PAGE: usize = 500;

/// The field `$section`: chunks below headings of a kind. A program that opens a workspace adds it to
/// `Opening::fields`.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sections;

impl VirtualField for Sections {
    fn name(&self) -> &'static str {
        SECTION
    }

    fn chunks<'a>(
        &'a self,
        store: &'a dyn Store,
        values: &'a [String],
        others: &'a Filter,
    ) -> BoxFuture<'a, Result<Vec<Key>, Error>> {
        Box::pin(async move {
            let wanted = values.iter().map(|name| named(name)).collect::<Result<BTreeSet<SectionKind>, Error>>()?;
            chunks_in(store, &wanted, others).await
        })
    }
}

async fn chunks_in(store: &dyn Store, wanted: &BTreeSet<SectionKind>, filter: &Filter) -> Result<Vec<Key>, Error> {
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

/// The kind of section of a name.
///
/// # Errors
/// When there is no kind of this name; the error lists the kinds.
pub(super) fn named(name: &str) -> Result<SectionKind, Error> {
    let found = SectionKind::ALL.into_iter().find(|kind| kind.name() == name.trim().to_lowercase());
    found.ok_or_else(|| ResearchError::NoSection { name: name.to_owned() }.into())
}

/// The kinds of sections, by their names.
pub fn section_names() -> String {
    SectionKind::ALL.map(SectionKind::name).join(", ")
}
