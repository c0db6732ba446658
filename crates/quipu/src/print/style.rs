//! Bold and dim, where a terminal shows them and `NO_COLOR` does not forbid it.

use std::io::{self, IsTerminal};

/// How a stream shows emphasis.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Style {
    shown: bool,
}

impl Style {
    /// The style of standard output.
    pub(crate) fn of_stdout() -> Self {
        Self::of(&io::stdout())
    }

    /// The style of standard error.
    pub(crate) fn of_stderr() -> Self {
        Self::of(&io::stderr())
    }

    fn of(stream: &impl IsTerminal) -> Self {
        // https://no-color.org: any value but the empty one forbids colour.
        let forbidden = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        Self { shown: stream.is_terminal() && !forbidden && !dumb }
    }

    /// Text that stands out.
    pub(crate) fn bold(self, text: &str) -> String {
        self.wrapped("1", text)
    }

    /// Text that steps back.
    pub(crate) fn dim(self, text: &str) -> String {
        self.wrapped("2", text)
    }

    fn wrapped(self, code: &str, text: &str) -> String {
        if self.shown { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }
}
