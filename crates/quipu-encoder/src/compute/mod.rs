//! Arithmetic on rows of numbers: products of matrices, and the operations between them.

pub(crate) mod matrix;
pub(crate) mod rows;
