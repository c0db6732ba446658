//! Themes: groups of documents about one subject, found from titles, headings and beginnings, without a graph.
//!
//! A document is a vector of words (TF-IDF, reduced by latent semantic analysis), beside which stands the vector of their
//! meanings where a lexicon knows them. Groups are the folders where the tree
//! of files says what belongs together, else clusters (spherical k-means). Large groups fall into parts. Names are the
//! words of titles and tags that are frequent in a group and rare outside (class-based TF-IDF).
//!
//! All of it is deterministic: a random number depends on the words alone, never on the order of documents.

mod digest;
mod folders;
mod kmeans;
mod labels;
mod linear_algebra;
mod meant_vectors;
mod reduced;
mod theme_tree;
mod units;

pub use digest::{DocumentDigest, ThemeSource};
pub use theme_tree::{Theme, ThemeTree, nearest_theme, theme_tree};

#[cfg(test)]
mod tests;
