//! Things by their own short texts (entities, relations): a flat index that a scan searches, by words and by codes of
//! vectors.
//!
//! There are fewer things than words in them, and their texts are short: a scan over all terms costs as much as a scan
//! over the codes of their vectors, and nothing needs lists by word (inverted files) that each change would have to
//! mend. to mend. The result of a scan becomes a [`View`](crate::view::View) whose chunks are things, so that the
//! strategies for chunks (`lexical`, `dense`, `hybrid`) rank things too, with the same reasons. Cost: linear in the
//! packed bytes, some 250 a thing.

mod packed;
mod scan;
mod spread;

pub use packed::{PackedThing, things_in, write_thing};
pub use scan::Scan;
pub use spread::{PAIRS, Spread};
