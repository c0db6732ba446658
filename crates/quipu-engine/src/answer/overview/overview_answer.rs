//! The answer to a question about all documents: the themes with a sentence each, and what is named most.

use quipu_language::answer::{UnitKind, confidence, plain};

use super::overview_words::OverviewWords;
use super::{CountedName, DocumentDates, Overview};
use crate::answer::{Answer, AnswerUnit};
use crate::base::citation::{Quote, cited};
use crate::base::graph::OwnedChunks;
use crate::base::ports::{Store, StoreError};
use crate::find::themes::ThemeBrief;

/// Numbers of names and of themes in the text.
const NAMED: usize = 6;
const THEMES: usize = 16;
/// Numbers of titles of a theme with a name of its own, and of formats.
const TITLES: usize = 4;
const FORMATS: usize = 5;

/// The answer of an overview; none of an empty workspace.
pub(crate) async fn overview_answer(
    store: &dyn Store,
    overview: &Overview,
    russian: bool,
) -> Result<Option<Answer>, StoreError> {
    if overview.documents == 0 {
        return Ok(None);
    }
    let words = OverviewWords { russian };
    let mut answer = Answer { strategy: Answer::OVERVIEW.to_owned(), ..Answer::default() };
    let told = told_things(overview, words);
    let quoted = told.iter().filter_map(|one| one.quote).chain(&overview.about);
    let quoted = quoted.chain(overview.alike.as_ref().map(|alike| &alike.first)).map(|quote| quote.chunk);
    let owned = OwnedChunks::read(store, quoted).await?;
    let mut parts: Vec<String> = Vec::new();
    parts.extend(overview.about.as_ref().and_then(|quote| add(&mut answer, &owned, quote)));
    if let Some(alike) = overview.about.is_none().then_some(overview.alike.as_ref()).flatten() {
        let said = add(&mut answer, &owned, &alike.first);
        parts.extend(said.map(|said| format!("{} {said}", words.alike(alike.documents))));
    }
    parts.push(opening(overview, words));
    let mut lines = Vec::new();
    for one in &told {
        let said = one.quote.and_then(|quote| add(&mut answer, &owned, quote));
        lines.push(match said {
            Some(said) => format!("- {}: {said}", one.heading),
            None if one.titles.is_empty() => format!("- {}", one.heading),
            None => format!("- {}: {}", one.heading, one.titles.join("; ")),
        });
    }
    parts.push(lines.join("\n"));
    let named: Vec<String> = overview.named.iter().take(NAMED).map(counted).collect();
    if !named.is_empty() {
        parts.push(format!("{}: {}.", words.named_most(), named.join(", ")));
    }
    if overview.themes.len() > 1 && !overview.latest.is_empty() {
        let latest: Vec<String> = overview.latest.iter().map(|one| format!("{} ({})", one.title, one.date)).collect();
        parts.push(format!("{}: {}.", words.latest(), latest.join("; ")));
    }
    if answer.citations.is_empty() && overview.themes.is_empty() {
        parts.push(words.nothing().to_owned());
    }
    answer.answer = parts.join("\n\n");
    answer.confidence = confidence(answer.citations.iter().map(|_| 1.0), 0.0).into();
    Ok(Some(answer))
}

/// A theme or a document of the answer.
struct ToldThing<'a> {
    heading: String,
    quote: Option<&'a Quote>,
    /// Titles of its documents, in place of a sentence.
    titles: &'a [String],
}

/// The themes, or the documents where they are few.
fn told_things(overview: &Overview, words: OverviewWords) -> Vec<ToldThing<'_>> {
    let of_theme = |theme: &'_ ThemeBrief| heading(theme, words);
    if overview.themes.is_empty() {
        let told = overview.told.iter();
        return told
            .map(|one| ToldThing { heading: format!("**{}**", one.title), quote: one.sentence.as_ref(), titles: &[] })
            .collect();
    }
    let told = overview.themes.iter().take(THEMES);
    let titles = |theme: &'_ ThemeBrief| if theme.rest { theme.titles.len() } else { theme.titles.len().min(TITLES) };
    told.map(|theme| ToldThing {
        heading: of_theme(theme),
        quote: theme.sentences.first(),
        titles: &theme.titles[..titles(theme)],
    })
    .collect()
}

/// The first line: counts, and the time.
pub(super) fn opening(overview: &Overview, words: OverviewWords) -> String {
    let mut said = format!("**{}**", words.documents(overview.documents));
    let formats = overview.formats.iter().take(FORMATS);
    let formats: Vec<String> = formats.map(|format| format!("{} {}", format.value, format.documents)).collect();
    if formats.len() > 1 {
        said.push_str(&format!(" ({})", formats.join(", ")));
    }
    if !overview.themes.is_empty() {
        said.push_str(&format!(", {}", words.themes(overview.themes.len() as u64)));
    }
    if let Some(DocumentDates { first, last }) = &overview.dates {
        said.push_str(&format!(", {}", words.dated(first, last)));
    }
    said.push('.');
    for one in &overview.series {
        said.push_str(&format!(" {}: {}.", one.value, words.documents(one.documents)));
    }
    said
}

/// A theme with its number of documents.
fn heading(theme: &ThemeBrief, words: OverviewWords) -> String {
    let name = if theme.rest { words.rest() } else { &theme.name };
    format!("**{name}** ({})", words.documents(theme.documents))
}

fn counted(name: &CountedName) -> String {
    format!("{} ({})", name.name, name.documents)
}

/// Adds a sentence with its citation.
fn add(answer: &mut Answer, owned: &OwnedChunks, quote: &Quote) -> Option<String> {
    let stored = owned.chunks.get(&quote.chunk)?;
    let citation = cited(stored, owned.owner(stored)?, quote.span_in(&stored.chunk)?)?;
    let n = answer.citations.len() + 1;
    let text = plain(&citation.quote);
    answer.units.push(AnswerUnit { n, kind: UnitKind::Sentence, text: text.clone() });
    answer.citations.push(citation.numbered(n));
    Some(format!("{text} [{n}]"))
}
