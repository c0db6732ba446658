//! Lists without repeats, in the order in which their members came.

use std::collections::HashSet;

use serde_json::Value;

/// The most members kept: a text of a million links has no million neighbours worth an edge.
const MOST: usize = 10_000;
/// The longest member kept, in bytes.
const LONGEST: usize = 2_000;

/// Distinct strings in the order of their first coming.
#[derive(Debug, Default)]
pub(super) struct Distinct {
    seen: HashSet<String>,
    members: Vec<String>,
}

impl Distinct {
    /// Adds a member unless an equal one, letter case aside, is there.
    pub(super) fn add(&mut self, member: &str) {
        let member = member.trim();
        let room = self.members.len() < MOST && !member.is_empty() && member.len() <= LONGEST;
        if room && self.seen.insert(member.to_lowercase()) {
            self.members.push(member.to_owned());
        }
    }

    /// The members, in their order.
    pub(super) fn members(&self) -> impl Iterator<Item = &str> {
        self.members.iter().map(String::as_str)
    }

    /// The members as a JSON list; missing when there are no members.
    pub(super) fn into_value(self) -> Option<Value> {
        (!self.members.is_empty()).then(|| self.members.into())
    }
}
