//! Tools that add and take away documents: they need the right to write.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{ToolReach, ToolSpec};
use crate::documents::{DeleteReport, DocumentProperties, Files, GIVEN, GivenFile, is_document_id, with_front_matter};
use crate::{Access, Error, Quipu};

pub(super) struct AddDocument;

/// A document.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AddDocumentInput {
    /// Its text, in Markdown.
    text: String,
    /// Its id; a document that has it is replaced. By default one that follows from the text.
    #[serde(default)]
    id: Option<String>,
    /// Its title.
    #[serde(default)]
    title: Option<String>,
    /// What is known about it; any other fields are kept, too.
    #[serde(default)]
    #[schemars(with = "MetadataInput")]
    metadata: Map<String, Value>,
}

/// Fields of metadata that every document may have.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "the schema alone is read: metadata may have any fields")]
struct MetadataInput {
    /// Tags.
    #[schemars(default)]
    tags: Vec<String>,
    /// Who wrote it.
    author: Option<String>,
    /// Its date, as `2024-03-31`.
    date: Option<String>,
}

/// What was added.
#[derive(Serialize, JsonSchema)]
pub(super) struct AddedDocument {
    /// The id of the document.
    document: String,
    /// added, changed or unchanged.
    outcome: String,
    /// What the reader should know.
    notes: Vec<String>,
}

impl ToolSpec for AddDocument {
    const NAME: &'static str = "add_document";
    const ABOUT: &'static str = "Adds a text to the documents, or puts it in the place of the one that has its id. Only when \
        the user asks for it.";
    const NEEDS: Access = Access::Write;
    type Input = AddDocumentInput;
    type Output = AddedDocument;

    fn check(input: &AddDocumentInput) -> Result<(), String> {
        match () {
            () if input.text.trim().is_empty() => Err("text: it is empty".to_owned()),
            () if !input.id.as_deref().is_none_or(is_document_id) => {
                Err("id: from 1 to 1024 bytes, without control characters".to_owned())
            }
            () => Ok(()),
        }
    }

    async fn call(quipu: Quipu, input: AddDocumentInput) -> Result<AddedDocument, Error> {
        let AddDocumentInput { text, id, title, metadata } = input;
        let name = format!("{}.md", &blake3::hash(id.as_ref().unwrap_or(&text).as_bytes()).to_hex()[..16]);
        let text = with_front_matter(text, id.as_deref(), title.as_deref(), metadata);
        let document = id.unwrap_or_else(|| format!("{GIVEN}/{name}"));
        let failed = |reason| Error::File { path: name.clone().into(), reason };
        let folder = tempfile::tempdir().map_err(failed)?;
        let path = folder.path().join(&name);
        std::fs::write(&path, text).map_err(failed)?;
        let given = vec![GivenFile { path, name: name.clone(), properties: DocumentProperties::default() }];
        let indexed = quipu.index(Files { given, ..Files::default() }).await?;
        let report = indexed.index;
        let outcome = match (report.added, report.changed) {
            (0, 0) => "unchanged",
            (0, _) => "changed",
            _ => "added",
        };
        let notes = report.skipped.iter().chain(&report.partial).map(|one| format!("{}: {}", one.path, one.why));
        Ok(AddedDocument { document, outcome: outcome.to_owned(), notes: notes.collect() })
    }
}

pub(super) struct DeleteDocument;

/// Which document.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DeleteDocumentInput {
    /// Its id, exactly.
    id: String,
}

impl ToolSpec for DeleteDocument {
    const NAME: &'static str = "delete_document";
    const ABOUT: &'static str = "Takes a document away, and everything that only it said. Nothing brings it back but reading its \
        source again. Only when the user asks for it.";
    const NEEDS: Access = Access::Write;
    const REACH: ToolReach = ToolReach::Destroys;
    type Input = DeleteDocumentInput;
    type Output = DeleteReport;

    fn check(input: &DeleteDocumentInput) -> Result<(), String> {
        // What is deleted is named by globs, too: one call takes one document away.
        match input.id.contains(['*', '?', '[', '{']) {
            true => Err("id: that of one document, without the signs * ? [ {".to_owned()),
            false => Ok(()),
        }
    }

    async fn call(quipu: Quipu, DeleteDocumentInput { id }: DeleteDocumentInput) -> Result<DeleteReport, Error> {
        let row = quipu.document_row(&id).await?.filter(|row| row.id == id);
        let row = row.ok_or_else(|| Error::NoDocument { id: id.clone() })?;
        quipu.delete(vec![row.id]).await
    }
}
