//! The tool that lists documents alike.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::paging::Paging;
use super::{ToolSpec, bounded};
use crate::graph::ALIKE;
use crate::{Error, Quipu};

pub(super) struct SimilarTool;

/// Like which.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SimilarInput {
    /// Document id.
    document: String,
    /// Maximum number of documents, 1-50 (10).
    #[serde(default)]
    limit: Option<usize>,
}

/// Those that are alike.
#[derive(Serialize, JsonSchema)]
pub(super) struct SimilarRows {
    /// The documents, the most alike first; none where nothing is near.
    documents: Vec<SimilarRow>,
}

/// A document that is like another.
#[derive(Serialize, JsonSchema)]
pub(super) struct SimilarRow {
    /// Its id.
    document: String,
    /// Its title.
    title: String,
    /// How alike: the cosine of the documents' vectors, as counted from the model's background.
    cosine: f32,
}

impl ToolSpec for SimilarTool {
    const NAME: &'static str = "similar";
    const ABOUT: &'static str = "Lists the documents most similar in content to one.";
    const PAGING: Option<Paging> = Paging::list("documents");
    type Input = SimilarInput;
    type Output = SimilarRows;

    async fn call(quipu: Quipu, SimilarInput { document, limit }: SimilarInput) -> Result<SimilarRows, Error> {
        let of = quipu.document_row(&document).await?.ok_or(Error::NoDocument { id: document.clone() })?;
        let found = quipu.similar_to(&document, bounded(limit, 10, 50), ALIKE).await?;
        let row = |pair: quipu_engine::graph::SimilarPair| {
            let id = if pair.a == of.id { pair.b } else { pair.a };
            let title = found.documents.iter().find(|row| row.id == id).map(|row| row.title.clone());
            SimilarRow { title: title.unwrap_or_default(), document: id, cosine: pair.cosine }
        };
        Ok(SimilarRows { documents: found.pairs.iter().cloned().map(row).collect() })
    }
}
