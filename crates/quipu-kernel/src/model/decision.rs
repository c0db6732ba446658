//! Decisions: a person's statements about names. They are contributions like any other, stronger than those of rules,
//! and each can be undone.

use serde::{Deserialize, Serialize};

use super::{Key, Kind, Mention, Name};

/// A person's decision about names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Decision {
    /// Its number, from 1; a later one has a greater number.
    pub number: u64,
    /// When it was made, in seconds since 1970, UTC.
    pub at: u64,
    /// The reason, in the person's words; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// The decision.
    #[serde(flatten)]
    pub verdict: Verdict,
}

/// Kinds of decisions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(tag = "decided", rename_all = "snake_case")]
pub enum Verdict {
    /// Two names mean the same.
    Merge {
        /// One.
        a: Name,
        /// The other.
        b: Name,
    },
    /// Rules do not join a name with others.
    Apart {
        /// The name.
        name: Name,
    },
    /// In some documents, or where it is of some kind, a name means another thing.
    Split(Split),
    /// The entity of a name is shown by another one, which means the same.
    Rename {
        /// A name of the entity.
        name: Name,
        /// The new name.
        to: String,
    },
}

/// Documents or kinds in which a name means another thing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Split {
    /// The name, in no particular sense.
    pub name: Name,
    /// Ids, paths or globs of documents; none means all.
    pub documents: Vec<String>,
    /// Only mentions of this kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
}

impl Split {
    /// The name that is meant there instead.
    pub fn meant(&self) -> Name {
        let mut evidence = self.documents.join("\n");
        evidence.push_str(self.kind.map_or("", Kind::label));
        self.name.in_sense_of(&evidence)
    }

    /// True if it covers a mention, in a document that it covers.
    pub fn covers(&self, mention: &Mention) -> bool {
        mention.name.folded == self.name.folded && self.kind.is_none_or(|kind| kind == mention.kind)
    }
}

impl Verdict {
    /// The names that it speaks of, which therefore stay known.
    pub fn names(&self) -> Vec<Name> {
        match self {
            Self::Merge { a, b } => vec![a.clone(), b.clone()],
            Self::Apart { name } => vec![name.clone()],
            Self::Split(_) => Vec::new(),
            Self::Rename { name, to } => vec![name.clone(), Name::new(to)],
        }
    }

    /// The name that it says stands alone, or means several things.
    pub fn parts_from_others(&self) -> Option<Key> {
        match self {
            Self::Apart { name } | Self::Split(Split { name, .. }) => Some(name.key()),
            Self::Merge { .. } | Self::Rename { .. } => None,
        }
    }

    /// The two names that it joins.
    pub fn joins(&self) -> Option<(Name, Name)> {
        match self {
            Self::Merge { a, b } => Some((a.clone(), b.clone())),
            Self::Rename { name, to } => Some((name.clone(), Name::new(to))),
            Self::Apart { .. } | Self::Split(_) => None,
        }
    }
}
