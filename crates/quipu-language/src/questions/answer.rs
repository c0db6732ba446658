//! A question by the answer that it wants.

use super::ReadQuestion;
use crate::answer::{Asked, asked};

/// Reads how a question is put and what must stand in an answer, by its folded words in order.
#[derive(Debug, Clone, Copy)]
pub struct KindOfAnswer;

impl ReadQuestion for KindOfAnswer {
    type Form<'q> = [&'q str];
    type Asked = Asked;

    fn read(&self, question: &[&str]) -> Asked {
        asked(question)
    }
}
