//! Bold, dim and links, where a terminal shows them and nothing forbids it.

use std::io::{self, IsTerminal};
use std::sync::OnceLock;

use clap::ValueEnum;

/// When something is done that only some terminals show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum When {
    /// Where it is shown
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The flags for the output.
#[derive(Debug, Clone, Copy, Default)]
struct Wished {
    colour: When,
    links: When,
    paged: bool,
}

static WISHED: OnceLock<Wished> = OnceLock::new();

/// Sets the flags' values, before the first output; a value that is no [`When`] is for the parser to refuse.
pub(crate) fn settle(colour: Option<String>, links: Option<String>, unpaged: bool) {
    let when = |said: Option<String>| said.and_then(|said| When::from_str(&said, true).ok()).unwrap_or_default();
    let _ = WISHED.set(Wished { colour: when(colour), links: when(links), paged: !unpaged });
}

/// True if long output may be shown page by page.
pub(super) fn is_paged() -> bool {
    wished().paged && io::stdout().is_terminal() && !is_dumb()
}

/// True if links are shown on standard output.
pub(super) fn has_links() -> bool {
    let shown = || Style::of_stdout().is_terminal && supports_hyperlinks::on(supports_hyperlinks::Stream::Stdout);
    match wished().links {
        When::Always => true,
        When::Never => false,
        When::Auto => shown(),
    }
}

fn wished() -> Wished {
    WISHED.get().copied().unwrap_or_default()
}

fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// The emphasis that a stream shows.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Style {
    shown: bool,
    is_terminal: bool,
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
        let is_terminal = stream.is_terminal();
        Self { shown: coloured(wished().colour, is_terminal, |name| std::env::var_os(name)), is_terminal }
    }

    /// True if emphasis is shown.
    pub(crate) fn is_shown(self) -> bool {
        self.shown
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

/// The flag decides, then `NO_COLOR` (<https://no-color.org>: any value but the empty one), then `CLICOLOR_FORCE`
/// and `CLICOLOR`, then the terminal.
fn coloured(wished: When, is_terminal: bool, variable: impl Fn(&str) -> Option<std::ffi::OsString>) -> bool {
    let is = |name: &str, value: &str| variable(name).is_some_and(|found| found == value);
    let set = |name: &str| variable(name).is_some_and(|value| !value.is_empty());
    match wished {
        When::Always => true,
        When::Never => false,
        When::Auto if set("NO_COLOR") => false,
        When::Auto if set("CLICOLOR_FORCE") && !is("CLICOLOR_FORCE", "0") => true,
        When::Auto => is_terminal && !is("CLICOLOR", "0") && !is("TERM", "dumb"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(wished: When, is_terminal: bool, variables: &[(&str, &str)]) -> bool {
        let of = |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| value.into());
        coloured(wished, is_terminal, of)
    }

    #[test]
    fn the_flag_comes_before_variables_and_they_before_the_terminal() {
        assert!(shown(When::Auto, true, &[("TERM", "xterm"), ("NO_COLOR", "")]));
        assert!(!shown(When::Auto, false, &[]));
        assert!(!shown(When::Auto, true, &[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")]));
        assert!(shown(When::Auto, false, &[("CLICOLOR_FORCE", "1")]));
        assert!(!shown(When::Auto, true, &[("CLICOLOR", "0")]) && !shown(When::Auto, true, &[("TERM", "dumb")]));
        assert!(shown(When::Always, false, &[("NO_COLOR", "1")]));
        assert!(!shown(When::Never, true, &[("CLICOLOR_FORCE", "1")]));
    }
}
