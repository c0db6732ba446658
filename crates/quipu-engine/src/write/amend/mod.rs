//! Amending: a person gives documents another title, or other metadata, than their sources do (metadata overrides).
//!
//! No chunk is split again for it. Chunks whose document has another title are read again, since the title settles the
//! meaning of names in them; filters see the new metadata at once.

use quipu_kernel::model::{Document, Metadata};
use serde::{Deserialize, Deserializer, Serialize};

use crate::base::ports::DocumentRow;
use crate::base::text::text as text_of;
use crate::base::{EngineError, Workspace};
use crate::write::change::{ChangeBatch, ready, see};
use crate::write::delete::find;

/// Documents per commit.
const TOGETHER: usize = 64;

/// A person's changes of a document.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Amendment {
    /// The title: left out it stays, null or blank it is that of the source again.
    #[serde(deserialize_with = "Amendment::said", skip_serializing_if = "Option::is_none")]
    pub title: Option<Option<String>>,
    /// Fields of its metadata; null for the source's value again.
    pub metadata: Metadata,
}

impl Amendment {
    /// Reads a title that is given, null included; not called for one that is left out.
    ///
    /// # Errors
    /// When it is neither text nor null.
    pub fn said<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Option<String>>, D::Error> {
        Option::deserialize(from).map(Some)
    }
}

/// The result of an amendment.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, schemars::JsonSchema)]
pub struct AmendReport {
    /// Ids of the documents that are other than before, sorted.
    pub amended: Vec<String>,
    /// Ids of those that were so already, sorted.
    pub unchanged: Vec<String>,
    /// Targets that matched nothing.
    pub unmatched: Vec<String>,
}

/// Amends every document that one of `targets` names: by id, by source path, or by a glob over either. Needs a tokio
/// runtime.
///
/// # Errors
/// When the store or the embedding model fails; amendments made before stay.
pub async fn amend(
    workspace: &Workspace,
    targets: &[String],
    amendment: &Amendment,
) -> Result<AmendReport, EngineError> {
    let (rows, unmatched) = find(&*workspace.store, targets).await?;
    let mut report = AmendReport { unmatched, ..AmendReport::default() };
    for page in rows.chunks(TOGETHER) {
        let mut documents = Vec::new();
        for row in page {
            let amended = amended(row.clone(), amendment);
            if amended == *row {
                report.unchanged.push(row.id.clone());
                continue;
            }
            report.amended.push(row.id.clone());
            let document = document_of(workspace, amended.clone()).await?;
            documents.push((DocumentRow { title_names: Vec::new(), title_links: Vec::new(), ..amended }, document));
        }
        if !documents.is_empty() {
            let seen = see(&*workspace.store, ChangeBatch { documents, removed: Vec::new() }).await?;
            workspace.store.commit(ready(workspace, seen, 2).await?.change).await?;
        }
    }
    Ok(report)
}

/// The row as a person changes it.
fn amended(mut row: DocumentRow, amendment: &Amendment) -> DocumentRow {
    let mut by_hand = std::mem::take(&mut row.by_hand);
    by_hand.off(&mut row.title, &mut row.metadata);
    if let Some(title) = &amendment.title {
        by_hand.title = title.clone().filter(|title| !title.trim().is_empty());
    }
    for (field, value) in &amendment.metadata {
        match value.is_null() {
            true => _ = by_hand.metadata.remove(field),
            false => _ = by_hand.metadata.insert(field.clone(), value.clone()),
        }
    }
    row.by_hand = by_hand.over(&mut row.title, &mut row.metadata);
    row
}

/// The document of a row, since its title and the beginning of its text affect names.
pub(crate) async fn document_of(workspace: &Workspace, row: DocumentRow) -> Result<Document, EngineError> {
    let text = text_of(&*workspace.store, &row.id).await?.map(|of| of.text).unwrap_or_default();
    let DocumentRow { id, source, title, metadata, language, format, partial, .. } = row;
    Ok(Document { id, source, title, metadata, language, format, partial, pages: Vec::new(), text })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(amendment: serde_json::Value) -> Amendment {
        serde_json::from_value(amendment).expect("it is an amendment")
    }

    #[test]
    fn what_is_left_out_stays_and_null_is_what_the_source_says() {
        assert_eq!(read(json!({})), Amendment::default());
        assert_eq!(read(json!({ "title": null })).title, Some(None));
        assert_eq!(read(json!({ "title": "Tower" })).title, Some(Some("Tower".to_owned())));
        let again = read(serde_json::to_value(read(json!({ "title": null }))).expect("it is JSON"));
        assert_eq!(again.title, Some(None));
    }
}
