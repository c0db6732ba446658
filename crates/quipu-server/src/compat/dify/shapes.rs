//! Requests and replies of Dify.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::openapi::{RefOr, response::Response as Described};
use utoipa::{IntoResponses, ToSchema};

use super::conditions::MetadataCondition;
use crate::problem::HttpProblem;
use crate::shapes::described;

/// The most characters of a question.
const LONGEST: usize = 4000;

/// The request of a search.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct RetrievalBody {
    /// A workspace, or a workspace and a strategy: `papers`, `papers:walk`.
    pub(super) knowledge_id: String,
    /// The question.
    #[schema(max_length = 4000)]
    pub(super) query: String,
    /// The number of passages, and the least score.
    pub(super) retrieval_setting: Option<RetrievalSetting>,
    /// Conditions that documents must meet.
    pub(super) metadata_condition: Option<MetadataCondition>,
}

/// The number of passages, and the least score.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
pub(super) struct RetrievalSetting {
    /// Maximal number of passages; values above 100 are 100.
    #[schema(minimum = 1)]
    top_k: Option<usize>,
    /// The least score, from 0 to 1; 0 takes all.
    #[schema(minimum = 0, maximum = 1)]
    score_threshold: Option<f64>,
}

impl RetrievalSetting {
    /// The number, if given, and the least score.
    pub(super) fn read(self) -> Result<(Option<usize>, f64), HttpProblem> {
        let least = self.score_threshold.unwrap_or_default();
        if self.top_k == Some(0) {
            return Err(HttpProblem::invalid("top_k: it is 0, and may be from 1 to 100"));
        }
        if !(0.0..=1.0).contains(&least) {
            return Err(HttpProblem::invalid(format!("score_threshold: it is {least}, and may be from 0 to 1")));
        }
        Ok((self.top_k, least))
    }
}

impl RetrievalBody {
    /// The body; missing where it is empty, as in the probe at the registration of a knowledge base.
    pub(super) fn read(bytes: &[u8]) -> Result<Option<Self>, HttpProblem> {
        if bytes.trim_ascii().is_empty() {
            return Ok(None);
        }
        let value: Value = serde_json::from_slice(bytes)
            .map_err(|error| HttpProblem::invalid(format!("the body is no JSON: {error}")))?;
        if value.as_object().is_some_and(serde_json::Map::is_empty) {
            return Ok(None);
        }
        let body: Self = serde_path_to_error::deserialize(value).map_err(|error| {
            let (path, error) = (error.path().to_string(), error.into_inner());
            HttpProblem::invalid(if path == "." { error.to_string() } else { format!("{path}: {error}") })
        })?;
        if body.query.chars().count() > LONGEST {
            return Err(HttpProblem::invalid(format!("query: it is longer than {LONGEST} characters")));
        }
        Ok(Some(body))
    }
}

/// The result of a search.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(super) struct DifyReply {
    /// The passages, best first; may be empty.
    #[serde(rename = "records")]
    pub(super) rows: Vec<DifyRow>,
}

/// A passage.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct DifyRow {
    /// Its text.
    pub(super) content: String,
    /// The score, from 0 to 1.
    pub(super) score: f64,
    /// The title of its document.
    pub(super) title: String,
    /// Its place, and the metadata of its document; always an object.
    #[schema(value_type = BTreeMap<String, Value>)]
    pub(super) metadata: Value,
}

/// The failure of a request.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DifyFailure {
    /// 1001 for an invalid header, 1002 for an invalid token, 2001 for an unknown knowledge base, 3001 and 3002
    /// for an invalid condition or value, 3003 where a retry may help.
    pub(super) error_code: u16,
    /// The fault and its remedy.
    pub(super) error_msg: String,
}

/// The failures of this door.
pub(super) struct DifyFailures;

impl IntoResponses for DifyFailures {
    fn responses() -> BTreeMap<String, RefOr<Described>> {
        let statuses = [
            (400, "A condition or a value is not valid."),
            (401, "A token is required."),
            (403, "The token is not valid or lacks permission."),
            (404, "Not found, or no access to it."),
            (408, "The body was sent too slowly."),
            (409, "Conflict with the current state."),
            (413, "The request is too large."),
            (421, "The host is not served here."),
            (429, "Too many requests."),
            (500, "Internal error."),
            (502, "A model's server failed."),
            (503, "Another writer is active."),
            (507, "The disk is full or fails."),
        ];
        described("DifyFailure", "application/json", statuses)
    }
}
