//! Options of communities, set per workspace.

use quipu_kernel::communities::ClusterRules;

/// Options of community updates.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ClusterOptions {
    /// Rules of pairs and sizes of communities. A change of rules rebuilds all communities.
    pub rules: ClusterRules,
}

impl ClusterOptions {
    /// The rules as text: communities made by other rules are not updated but made again.
    pub(crate) fn recipe(&self) -> String {
        format!("{:?}", self.rules)
    }
}
