//! The documents with the latest dates, by the fields that state them, with a sentence each.

use quipu_kernel::model::Span;
use quipu_kernel::view::Filter;
use quipu_language::answer::confident;

use super::mentions::SURE;
use super::snippets::{CitedSentences, cut, shown};
use super::wording::WholeWording;
use crate::answer::Answer;
use crate::base::ports::DocumentRow;
use crate::base::{EngineError, Workspace};
use crate::find::texts::{admitted_rows, read_text, stated_date};
use crate::find::themes::document_sentence;

/// Number of documents that are shown.
const SHOWN: usize = 6;
/// The fewest documents that state a date.
const DATED: usize = 2;
/// Fields with the date of a document, the last change first.
const FIELDS: [&str; 2] = ["updated", "date"];

/// The latest documents; none where too few state a date.
pub(super) async fn latest(
    workspace: &Workspace,
    filter: &Filter,
    wording: WholeWording,
) -> Result<Option<Answer>, EngineError> {
    let store = &*workspace.store;
    let rows = admitted_rows(store, filter).await?;
    let mut dated: Vec<(&str, &DocumentRow)> =
        rows.iter().filter_map(|row| Some((stated_date(row, &FIELDS)?, row))).collect();
    if dated.len() < DATED {
        return Ok(None);
    }
    dated.sort_by(|x, y| y.0.cmp(x.0).then_with(|| x.1.key.cmp(&y.1.key)));
    let (mut said, mut lines) = (CitedSentences::default(), Vec::new());
    for (date, row) in dated.iter().take(SHOWN) {
        let mut line = format!("- {date}: *{}*", row.title);
        if let Some(quote) = document_sentence(store, row).await? {
            let document = read_text(store, (*row).clone()).await?;
            let text = cut(&shown(&quote.quote), 0);
            let mark = said.mark(&document, Span { start: quote.start, end: quote.end }, &text);
            line = format!("{line}: {text}{mark}");
        }
        lines.push(line);
    }
    lines.extend(wording.more(dated.len().saturating_sub(SHOWN)));
    let answer = format!("{}\n\n{}", lines.join("\n"), wording.counted_dates(dated.len(), rows.len()));
    let CitedSentences { citations, units } = said;
    Ok(Some(Answer { answer, citations, units, confidence: confident(SURE).into(), ..Answer::default() }))
}
