//! Which names mean one thing? Sure links join names to parts; then a part joins the one that nearly all of
//! what is tentatively said of it leads to.
//!
//! The rule of what a part means is [`Led`], which every store applies. [`Joined`] derives all classes from
//! all that is said, the plain way; a store that keeps classes by differences is held against it.

mod classes;
mod led;

pub use classes::Joined;
pub use led::{Led, MOST_LED, meant};
