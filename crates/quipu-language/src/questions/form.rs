//! A question by its form.

use super::ReadQuestion;
use crate::plan::{Route, route};

/// Routes a question by its form.
#[derive(Debug, Clone, Copy)]
pub struct FormOfQuestion<'n> {
    /// Words in it that are known to be names, however they are written.
    pub names: &'n [&'n str],
}

impl ReadQuestion for FormOfQuestion<'_> {
    type Form<'q> = str;
    type Asked = Route;

    fn read(&self, question: &str) -> Route {
        route(question, self.names)
    }
}
