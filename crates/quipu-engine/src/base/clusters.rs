//! Options of communities, set per workspace.

use quipu_kernel::communities::ClusterRules;

/// Options of community updates.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ClusterOptions {
    /// Rules of pairs and sizes of communities. A change of rules rebuilds all communities.
    pub rules: ClusterRules,
}

impl ClusterOptions {
    /// The rules as text: what is kept under another is not gone on with.
    pub(crate) fn recipe(&self) -> String {
        format!("{:?}", self.rules)
    }
}
