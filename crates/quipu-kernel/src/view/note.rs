//! Notes for the reader of an evidence besides its hits, as data. Every door formats them in its reader's language,
//! variant by variant; their `Display`, which JSON shows, is English.

use std::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Order;
use crate::text::language_name;

/// A note for the reader of an evidence: a request that failed, or a result that was cut short.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// The question names no entity of the documents, so that a walk started from its words alone.
    NoNames,
    /// The question has no vector, so that only its words were looked for.
    WordsAlone,
    /// The question has no vector, and the strategy looks by nothing else.
    NoVector,
    /// No statement of the documents lies near the question.
    NoStatements,
    /// The question names no entity of the documents, and none lies near it.
    NoEntry,
    /// A traversal was given no edge, so that it followed nothing.
    NothingFollowed,
    /// An option is set that a traversal of depth 0 does not read.
    IdleAtDepthZero {
        /// The option's name, as in the settings.
        option: &'static str,
    },
    /// An option is set that only the order `mmr` reads.
    IdleInOrder {
        /// The option's name, as in the settings.
        option: &'static str,
        /// The order that was chosen.
        order: Order,
    },
    /// No document that the question may see has the id that a traversal was to start from.
    UnknownRoot {
        /// The id.
        root: String,
    },
    /// No document has the metadata field that an edge names.
    UnknownField {
        /// The field's path.
        field: String,
    },
    /// Nothing is tied to anything, so that there are no communities.
    NoCommunities,
    /// No community is relevant to the question.
    NoCommunitySpeaks,
    /// A model gave no usable reply for some of its input.
    Unread {
        /// Number of unusable replies.
        failed: usize,
        /// Number of calls.
        of: usize,
    },
    /// Not everything was read, by a bound on tokens.
    LeftOut {
        /// Number of reports or chunks left out.
        count: usize,
    },
    /// No model is set that could write the needed statements.
    NoClues,
    /// No model wrote other wordings or a passage that might answer, though a setting requires it.
    NotWorded,
    /// No ranker could rank the hits again as requested.
    NotReranked,
    /// A policy used up its views before it was done.
    ViewsSpent,
    /// A corrective check found that the results may not answer the question.
    Doubted,
    /// A cited document is as its file was once: the file gives this text no more.
    Stale {
        /// The document's id.
        document: String,
        /// The reason.
        why: String,
    },
    /// The question is in another language than the documents nearest to it.
    OtherLanguage {
        /// The code of the question's language.
        question: String,
        /// The codes of the documents' languages.
        documents: Vec<String>,
    },
    /// No document was chosen, so that all were asked.
    AllAsked,
    /// No model is named, so that sentences are quoted and none is written.
    Quoted,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoNames => {
                f.write_str("no name in the question occurs in the documents; the walk starts from words")
            }
            Self::WordsAlone => f.write_str("the question has no vector; words alone were used"),
            Self::NoVector => f.write_str("the question has no vector; ask with `lexical` or `walk`"),
            Self::NoStatements => {
                f.write_str("no statement of the documents lies near the question; the chunks nearest to it are shown")
            }
            Self::NoEntry => {
                f.write_str("no name in the question occurs in the documents, and nothing is near it")
            }
            Self::NothingFollowed => {
                f.write_str("no edge is given, so nothing is followed; `look.traverse.edges` gives some")
            }
            Self::IdleAtDepthZero { option } => {
                write!(f, "`{option}` has no effect where `max_depth` is 0: nothing is followed then")
            }
            Self::IdleInOrder { option, order } => {
                write!(f, "`{option}` has no effect in the order `{order}`; it applies only to `mmr`")
            }
            Self::UnknownRoot { root } => {
                write!(f, "no accessible document has the id \"{root}\", so the traversal does not start from it")
            }
            Self::UnknownField { field } => write!(f, "no document has the field \"{field}\", which an edge names"),
            Self::NoCommunities => f.write_str(
                "no entities in the documents are connected, so there are no communities; ask with `walk`",
            ),
            Self::NoCommunitySpeaks => {
                f.write_str("no community of the documents covers this; `walk` searches single passages")
            }
            Self::Unread { failed, of } => write!(
                f,
                "{failed} of {of} requests to the model gave no usable reply; their part is missing here"
            ),
            Self::LeftOut { count } => {
                write!(f, "{count} reports or passages were not read, because of the limit `look.global.read_tokens`")
            }
            Self::NoClues => f.write_str(
                "no model is configured to write the clues; the statements nearest to the question were searched",
            ),
            Self::NotWorded => f.write_str(
                "`look.before.wordings` and `look.before.hyde` had no effect: no model is configured, or a plain search calls none",
            ),
            Self::NotReranked => f.write_str(
                "the hits were not reranked: the reranker of `look.after.rerank` is unavailable or gave no scores",
            ),
            Self::ViewsSpent => {
                f.write_str("the traversal ended early: its number of views is limited by `look.traverse.views`")
            }
            Self::Doubted => f.write_str("the passages found may not answer this question"),
            Self::Stale { document, why } => {
                write!(f, "\"{document}\" is cited as it was: its file gives this text no more ({why})")
            }
            Self::OtherLanguage { question, documents } => f.write_str(&other_language(question, documents)),
            Self::AllAsked => f.write_str("no document was chosen; all were searched"),
            Self::Quoted => f.write_str("no model is configured: sentences are quoted, not written or rated"),
        }
    }
}

/// The sentence about a question in another language than the documents.
fn other_language(question: &str, documents: &[String]) -> String {
    let documents: Vec<&str> = documents.iter().map(|code| language_name(code)).collect();
    format!(
        "the question is in {}; the documents nearest to it are in {}. Words are matched, not their translations: ask in the language of the documents, or name a multilingual model for vectors (`embed`)",
        language_name(question),
        documents.join(", ")
    )
}

/// A note is one English sentence in JSON.
impl Serialize for Note {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl schemars::JsonSchema for Note {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Note".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "description": "A sentence that the reader should know." })
    }
}

/// Reads the note of such a sentence, for notes without arguments: those with arguments are not read back.
impl<'de> Deserialize<'de> for Note {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let said = String::deserialize(from)?;
        let plain = [
            Self::NoNames,
            Self::WordsAlone,
            Self::NoVector,
            Self::NoStatements,
            Self::NoEntry,
            Self::NothingFollowed,
            Self::NoCommunities,
            Self::NoCommunitySpeaks,
            Self::NoClues,
            Self::NotWorded,
            Self::NotReranked,
            Self::ViewsSpent,
            Self::Doubted,
            Self::AllAsked,
            Self::Quoted,
        ];
        let found = plain.into_iter().find(|note| note.to_string() == said);
        found.ok_or_else(|| D::Error::custom("no note that can be read back"))
    }
}
