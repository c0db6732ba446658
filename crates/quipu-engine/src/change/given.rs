//! Documents whose chunks are given, as an import brings them: nothing is cut, and what is known
//! about them is taken as it is; who owns which text is decided as for any other change.

use futures::{StreamExt, TryStreamExt, stream};
use quipu_kernel::change::between;
use quipu_kernel::model::{Document, Key};
use rustc_hash::{FxHashMap, FxHashSet};

use super::make::{self, Make, Text};
use super::{BITE, Batch, Ready, see, standings};
use crate::ports::{BodyChange, Change, DocumentChange, DocumentRow, NewChunk, SelectChunks};
use crate::{EngineError, Workspace};

/// Documents with the chunks of their texts.
#[derive(Debug, Default)]
pub(crate) struct Brought {
    /// The documents, each key once, in order of keys.
    pub(crate) rows: Vec<DocumentRow>,
    /// The chunks of their texts, in the order of the text.
    pub(crate) bodies: FxHashMap<Key, Vec<NewChunk>>,
}

/// The change that brings them, and the ids of those whose text is neither given nor stored.
pub(crate) async fn bring(
    workspace: &Workspace,
    brought: Brought,
    workers: usize,
) -> Result<(Ready, Vec<String>), EngineError> {
    let Brought { mut rows, mut bodies } = brought;
    let mut names = FxHashMap::default();
    for row in &mut rows {
        names.insert(row.key, std::mem::take(&mut row.title_names));
    }
    let documents = rows.into_iter().map(|row| (row, Document::default())).collect();
    let seen = see(&*workspace.store, Batch { documents, removed: Vec::new() }).await?;
    let known: FxHashSet<Key> = seen.old.iter().map(|row| row.text).collect();
    let rows = seen.batch.documents.into_iter().map(|(row, _)| row);
    let (rows, lost): (Vec<_>, Vec<_>) =
        rows.partition(|row| bodies.contains_key(&row.text) || known.contains(&row.text));
    let plan = between(&standings(&seen.old), &standings(&rows), &[]);
    let put: FxHashSet<Key> = plan.add.iter().chain(&plan.edit).copied().collect();
    let documents = rows.into_iter().filter(|row| put.contains(&row.key)).map(|row| {
        let title_names = names.remove(&row.key).unwrap_or_default();
        DocumentChange::Put(Box::new(DocumentRow { title_names, ..row }))
    });
    let documents = documents.collect();
    let (mut bites, mut size) = (vec![Vec::new()], 0);
    for body in &plan.bodies {
        let from = match (&body.before, &body.after) {
            (_, None) => Text::Gone,
            (Some(before), Some(_)) => {
                Text::Stored(workspace.store.chunks(&SelectChunks::OfDocument(before.key)).await?)
            }
            (None, Some(_)) => Text::Given(bodies.remove(&body.text).unwrap_or_default()),
        };
        let make = Make { text: body.text, owner: body.after.clone(), from };
        size += make.size();
        if size >= BITE {
            bites.push(Vec::new());
            size = 0;
        }
        if let Some(bite) = bites.last_mut() {
            bite.push(make);
        }
    }
    let made = stream::iter(bites).map(|bite| make::on_worker(workspace.clone(), bite)).buffered(workers.max(1));
    let made: Vec<Vec<BodyChange>> = made.try_collect().await?;
    let change = Change { documents, bodies: made.into_iter().flatten().collect() };
    Ok((Ready { change, plan, touched: seen.touched }, lost.into_iter().map(|row| row.id).collect()))
}
