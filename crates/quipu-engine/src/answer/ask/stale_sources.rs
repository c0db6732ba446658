//! Notes on cited documents whose files give their texts no more.

use quipu_kernel::model::Key;
use quipu_kernel::view::Note;
use rustc_hash::FxHashSet;

use crate::answer::Answer;
use crate::base::ports::Select;
use crate::base::{Workspace, stale};

/// The answer with a note for each document that it cites and that does not stand any more. A store that fails now leaves
/// the answer as it is: it was found, and an agent says in it what failed.
pub(super) async fn marked(workspace: &Workspace, mut answer: Answer) -> Answer {
    let mut seen = FxHashSet::default();
    let keys: Vec<Key> = answer.citations.iter().map(|cited| Key::document(&cited.document)).collect();
    let keys: Vec<Key> = keys.into_iter().filter(|key| seen.insert(*key)).collect();
    if keys.is_empty() {
        return answer;
    }
    for row in workspace.store.documents(&Select::Keys(keys)).await.unwrap_or_default() {
        if let Some(why) = stale::reason(&row) {
            answer.notes.push(Note::Stale { document: row.id.clone(), why: why.to_owned() });
        }
    }
    answer
}
