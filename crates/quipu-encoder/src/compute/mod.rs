//! Arithmetic on rows of numbers: products of matrices, and what lies between them.

pub(crate) mod matrix;
pub(crate) mod rows;
