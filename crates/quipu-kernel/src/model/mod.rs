//! The data model: one type a thing, the same in code, JSON, page and docs.

mod by_hand;
mod chunk;
mod decision;
mod document;
mod facts;
mod key;
mod name;
mod pages;
mod time;
mod vote;

pub use crate::span::Span;
pub use by_hand::ByHand;
pub use chunk::{Chunk, Context, searched};
pub use decision::{Decision, Split, Verdict};
pub use document::{Document, Format, Metadata, SourceFile};
pub use facts::{AliasLink, AliasRule, Claim, Description, ExtractedBy, Facts, Kind, Mention, Statement, is_meant};
pub use key::{Key, KeyError};
pub use name::{Name, name_key, relation_key};
pub use pages::Pages;
pub use time::{DAY_OF_1970, Day, Period, day_number};
pub use vote::{vote_kind, vote_name};
