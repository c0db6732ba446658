//! A thing found in the index.

use quipu_kernel::model::Key;
use quipu_kernel::view::Thing;
use serde::Serialize;
/// A thing that was found.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct FoundThing {
    /// The thing, with the reason for its score.
    #[serde(flatten)]
    pub thing: Thing,
    /// Its searched text.
    pub text: String,
    /// The cosine of its text and the question, as computed by the model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cosine: Option<f64>,
    /// The distance in standard deviations of the cosine above the mean of unrelated things.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub above: Option<f64>,
    /// The keys of source and target, for a relation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends: Option<(Key, Key)>,
}
