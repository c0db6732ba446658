//! How communities are made: an option of a workspace.

use quipu_kernel::communities::ClusterRules;

/// How communities are brought up to date.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ClusterOptions {
    /// What is a pair, and how large communities may be. Other rules than before mean that all is made anew.
    pub rules: ClusterRules,
}

impl ClusterOptions {
    /// The rules as text: what is kept under another is not gone on with.
    pub(crate) fn recipe(&self) -> String {
        format!("{:?}", self.rules)
    }
}
