//! The overview of a workspace, and its themes.

use std::io;

use quipu::overview::{CountedName, Overview, ThemeBrief, ThemeList, ValueCount};

use super::units::one_line;
use super::{StreamStyle, line};
use crate::messages::{Message, say};

/// Bytes of a sentence that are shown.
const SENTENCE: usize = 240;
/// Numbers of themes and of names in the lines after a run.
const THEMES: usize = 4;
const NAMES: usize = 5;
/// Number of languages and formats that are shown.
const VALUES: usize = 4;

/// Prints themes as a tree.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn themes(list: &ThemeList) -> io::Result<()> {
    if list.themes.is_empty() {
        return line(say!("themes-none"));
    }
    list.themes.iter().try_for_each(theme)
}

fn theme(theme: &ThemeBrief) -> io::Result<()> {
    let style = StreamStyle::of_stdout();
    let indent = "  ".repeat(theme.level as usize);
    line(format!("{indent}{}  {}", style.bold(&theme.name), held(theme.documents)))?;
    if theme.sentences.is_empty() && !theme.titles.is_empty() {
        line(format!("{indent}    {}", one_line(&theme.titles.join("; "), SENTENCE)))?;
    }
    theme.sentences.iter().take(1).try_for_each(|quote| {
        line(format!("{indent}    {}", one_line(&theme.about, SENTENCE)))?;
        line(style.dim(&format!("{indent}    {}, bytes {}-{}", quote.document, quote.start, quote.end)))
    })
}

fn held(documents: u64) -> Message {
    say!("themes-held", documents = documents)
}

/// Prints the overview.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn overview(of: &Overview) -> io::Result<()> {
    let style = StreamStyle::of_stdout();
    line(say!(
        "overview-documents",
        documents = of.documents,
        formats = values(&of.formats),
        languages = values(&of.languages)
    ))?;
    of.about.iter().try_for_each(|quote| line(one_line(&quote.quote, SENTENCE)))?;
    if let Some(dates) = &of.dates {
        line(say!("overview-dates", first = &dates.first, last = &dates.last))?;
    }
    of.themes.iter().try_for_each(theme)?;
    for told in &of.told {
        line(style.bold(&told.title))?;
        told.sentence.iter().try_for_each(|quote| line(format!("    {}", one_line(&quote.quote, SENTENCE))))?;
    }
    if !of.named.is_empty() {
        line(say!("overview-named", names = names(&of.named, of.named.len())))?;
    }
    if !of.latest.is_empty() {
        let latest: Vec<String> = of.latest.iter().map(|one| format!("{} ({})", one.title, one.date)).collect();
        line(say!("overview-latest", documents = latest.join("; ")))?;
    }
    if !of.questions.is_empty() {
        line(say!("overview-questions"))?;
    }
    of.questions.iter().try_for_each(|one| line(format!("  {}", one.question)))
}

/// Prints the lines after a run: themes, names, and questions to begin with.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn overview_in_brief(of: &Overview) -> io::Result<()> {
    of.about.iter().try_for_each(|quote| line(one_line(&quote.quote, SENTENCE)))?;
    let themes: Vec<String> =
        of.themes.iter().take(THEMES).map(|theme| format!("{} ({})", theme.name, theme.documents)).collect();
    if !themes.is_empty() {
        line(say!("overview-themes", themes = themes.join("; ")))?;
    }
    if !of.named.is_empty() {
        line(say!("overview-named", names = names(&of.named, NAMES)))?;
    }
    if of.questions.is_empty() {
        return Ok(());
    }
    line(say!("overview-questions"))?;
    of.questions.iter().take(3).try_for_each(|one| line(format!("  quipu ask \"{}\"", one.question)))
}

fn names(of: &[CountedName], most: usize) -> String {
    of.iter().take(most).map(|name| format!("{} ({})", name.name, name.documents)).collect::<Vec<_>>().join(", ")
}

fn values(of: &[ValueCount]) -> String {
    of.iter().take(VALUES).map(|one| format!("{} {}", one.value, one.documents)).collect::<Vec<_>>().join(", ")
}
