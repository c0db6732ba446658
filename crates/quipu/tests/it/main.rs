//! The library as other programs use it. One binary: linking one for each file took longer than the tests.

mod library;
mod many;
