//! Values of fields of documents, counted: the tags, categories and authors that most of them have.

use std::collections::BTreeMap;

use quipu_kernel::view::{Filter, values};
use quipu_language::answer::{confident, stems};

use super::mentions::SURE;
use super::wording::WholeWording;
use crate::answer::Answer;
use crate::base::ports::DocumentRow;
use crate::base::{EngineError, Workspace};
use crate::find::texts::admitted_rows;

/// Fields that name who wrote a document.
const AUTHORS: [&str; 4] = ["author", "authors", "creator", "by"];
/// Number of values that are shown.
const SHOWN: usize = 10;
/// The longest value that is a name, in letters.
const LONGEST: usize = 80;

/// The authors with the most documents; none where no field names authors.
pub(super) async fn authors(
    workspace: &Workspace,
    filter: &Filter,
    wording: WholeWording,
) -> Result<Option<Answer>, EngineError> {
    let rows = admitted_rows(&*workspace.store, filter).await?;
    Ok(told(&rows, |field| AUTHORS.contains(&field), wording))
}

/// The commonest values of the field that a kind names; none without such a field.
pub(super) fn of_kind(rows: &[DocumentRow], kind: &str, wording: WholeWording) -> Option<Answer> {
    let wanted = stems(kind);
    told(rows, |field| !field.starts_with('$') && !wanted.is_empty() && stems(field) == wanted, wording)
}

/// The commonest values of some fields, each counted once a document; none where fewer than two documents have any.
fn told(rows: &[DocumentRow], is_field: impl Fn(&str) -> bool, wording: WholeWording) -> Option<Answer> {
    let (mut counts, mut having): (BTreeMap<String, usize>, usize) = (BTreeMap::new(), 0);
    for row in rows {
        let described = row.described();
        let own = values(&described).into_iter().filter(|(field, _)| is_field(field));
        let mut said: Vec<String> =
            own.filter_map(|(_, value)| value.as_str().map(|text| text.trim().to_owned())).collect();
        said.retain(|text| !text.is_empty() && text.chars().count() <= LONGEST);
        said.sort();
        said.dedup();
        having += usize::from(!said.is_empty());
        said.into_iter().for_each(|text| *counts.entry(text).or_default() += 1);
    }
    if having < 2 {
        return None;
    }
    let mut counts: Vec<(String, usize)> = counts.into_iter().collect();
    counts.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let (first, _) = counts.first()?;
    let shown = counts.iter().take(SHOWN).enumerate();
    let line = |(at, (value, count)): (usize, &(String, usize))| {
        format!("- {value}, {}", wording.share(*count, having, at == 0))
    };
    let mut lines: Vec<String> = vec![wording.members(std::slice::from_ref(first), 0, (0, having)), String::new()];
    lines.extend(shown.map(line));
    lines.extend(wording.more(counts.len().saturating_sub(SHOWN)));
    let answer = format!("{}\n\n{}", lines.join("\n"), wording.counted_fields(having));
    Some(Answer { answer, confidence: confident(SURE).into(), ..Answer::default() })
}
