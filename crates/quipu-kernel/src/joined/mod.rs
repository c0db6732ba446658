//! Classes of names that mean one thing (entity resolution). Sure links join names to parts; then a part joins the one
//! that nearly all of its tentative links lead to.
//!
//! The rule of a part's meaning is [`Led`], which every store applies. [`Joined`] derives all classes from
//! all links, the plain way; stores that keep classes by differences are tested against it.

mod classes;
mod led;

pub use classes::Joined;
pub use led::{Led, MOST_LED, meant};
