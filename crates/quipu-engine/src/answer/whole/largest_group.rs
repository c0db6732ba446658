//! The groups of documents by size: their themes, which are folders where the tree of files says what belongs together.

use quipu_kernel::view::Filter;
use quipu_language::answer::confident;

use super::mentions::SURE;
use super::wording::WholeWording;
use crate::answer::Answer;
use crate::base::{EngineError, Workspace};
use crate::find::themes::{ThemeBrief, current_themes};

/// The themes, the largest first; none where there are no two, or a filter hides what they say.
pub(super) async fn largest(
    workspace: &Workspace,
    filter: &Filter,
    wording: WholeWording,
) -> Result<Option<Answer>, EngineError> {
    if !filter.is_empty() {
        return Ok(None);
    }
    let themes = current_themes(workspace).await?;
    let mut list = themes.list(&*workspace.store, 0).await?;
    let by_folder = list.iter().any(|theme| theme.folder.is_some());
    list.sort_by_key(|theme| (theme.rest, std::cmp::Reverse(theme.documents)));
    let Some(first) = list.first().filter(|_| list.len() > 1) else { return Ok(None) };
    let of = themes.documents();
    let line = |(at, theme): (usize, &ThemeBrief)| {
        let name = if theme.rest { wording.rest() } else { &theme.name };
        format!("- {name}, {}: {}", wording.share(theme.documents as usize, of, at == 0), theme.titles.join("; "))
    };
    let mut lines: Vec<String> = vec![wording.members(std::slice::from_ref(&first.name), 0, (0, of)), String::new()];
    lines.extend(list.iter().enumerate().map(line));
    let answer = format!("{}\n\n{}", lines.join("\n"), wording.counted_groups(of, by_folder));
    Ok(Some(Answer { answer, confidence: confident(SURE).into(), ..Answer::default() }))
}
