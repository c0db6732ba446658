//! A reader of questions by the expected answer.

use super::ReadQuestion;
use crate::answer::{Asked, asked};

/// Reads the form of a question and the type of value that must stand in an answer, by its words alone.
#[derive(Debug, Clone, Copy)]
pub struct KindOfAnswer;

impl ReadQuestion for KindOfAnswer {
    type Form<'q> = str;
    type Asked = Asked;

    fn read(&self, question: &str) -> Asked {
        asked(question)
    }
}
