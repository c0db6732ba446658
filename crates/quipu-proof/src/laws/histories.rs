//! Laws of histories: the content of a workspace follows from its documents alone.

use crate::laws::indexed::index_all;
use crate::laws::indexed::small_groups;
use crate::laws::indexed::sources;

use quipu_engine::delete::delete;
use quipu_engine::index::{IndexOptions, Watch, index};
use quipu_engine::inside::change_of;
use quipu_engine::{EngineError, Workspace};
use quipu_kernel::model::{Document, Key};

use super::world::{Documents, Step, World};
use super::{Broken, Empty, alike, patiently, toys};

/// Steps of a history.
const STEPS: usize = 6;

/// One batch through the change itself: puts and removals become durable together.
async fn commit(workspace: &Workspace, step: &Step) -> Result<(), EngineError> {
    let documents = step.put.values().cloned().collect();
    let removed = step.removed.iter().map(|id| Key::document(id)).collect();
    workspace.store.commit(change_of(workspace, documents, removed, 2).await?).await?;
    Ok(())
}

/// A step by one of the ways there are: one batch, or the stories one after the other.
async fn apply(workspace: &Workspace, world: &mut World, step: &Step) -> Result<(), Broken> {
    let ids: Vec<String> = step.removed.iter().cloned().collect();
    match world.random.below(3) {
        0 => patiently(async || commit(workspace, step).await).await,
        1 => {
            index_all(workspace, &step.put).await?;
            patiently(async || delete(workspace, &ids).await.map(drop)).await
        }
        _ => {
            patiently(async || delete(workspace, &ids).await.map(drop)).await?;
            index_all(workspace, &step.put).await.map(drop)
        }
    }
}

/// Any history ends as indexing its last state from scratch, in any order, would; and pruning a
/// folder ends there too.
pub(super) async fn any_order_ends_alike(empty: Empty<'_>, seed: u64) -> Result<(), Broken> {
    let mut world = World::new(seed);
    let lived = toys::workspace(empty());
    for _ in 0..STEPS {
        let step = world.step();
        apply(&lived, &mut world, &step).await?;
    }
    let fresh = toys::workspace(empty());
    index_all(&fresh, &world.documents).await?;
    alike(&lived, &fresh).await?;
    let verified = patiently(async || Ok(lived.store.verify(false).await?)).await?;
    Broken::unless(verified.problems.is_empty(), "a living store is sound", || format!("{:?}", verified.problems))?;
    world.step();
    let options = IndexOptions { scope: vec!["w".to_owned()], prune: true, ..small_groups() };
    let backwards = || sources(world.documents.values().rev());
    patiently(async || index(&lived, backwards(), &options, &Watch::default()).await.map(drop)).await?;
    let fresh = toys::workspace(empty());
    index_all(&fresh, &world.documents).await?;
    alike(&lived, &fresh).await
}

/// Two kinds of store that live through the same history are alike at its end, and when they are
/// empty again.
pub(super) async fn agree(one: Empty<'_>, other: Empty<'_>, seed: u64) -> Result<(), Broken> {
    let (mut one, mut other) = (toys::workspace(one()), toys::workspace(other()));
    let mut world = World::new(seed);
    for _ in 0..STEPS {
        let step = world.step();
        let mut again = World::new(world.random.bits());
        apply(&one, &mut again, &step).await?;
        apply(&other, &mut world, &step).await?;
    }
    alike(&one, &other).await?;
    for workspace in [&mut one, &mut other] {
        super::reembedded::revector(workspace, &toys::other()).await?;
    }
    alike(&one, &other).await?;
    for workspace in [&one, &other] {
        patiently(async || delete(workspace, &["**".to_owned()]).await.map(drop)).await?;
    }
    alike(&one, &other).await
}

/// index(A + B), then delete(B), is index(A).
pub(super) async fn delete_takes_back(empty: Empty<'_>, seed: u64) -> Result<(), Broken> {
    let mut world = World::new(seed ^ 0xde1e7e);
    for _ in 0..STEPS {
        world.step();
    }
    let (both, half) = (toys::workspace(empty()), toys::workspace(empty()));
    index_all(&both, &world.documents).await?;
    let (kept, gone): (Documents, Documents) =
        world.documents.clone().into_iter().partition(|_| world.random.chance(1, 2));
    index_all(&half, &kept).await?;
    let ids: Vec<String> = gone.into_keys().collect();
    patiently(async || delete(&both, &ids).await.map(drop)).await?;
    alike(&both, &half).await
}

/// Indexing the same documents again does nothing, and says so.
pub(super) async fn indexing_again_does_nothing(empty: Empty<'_>, seed: u64) -> Result<(), Broken> {
    let mut world = World::new(seed ^ 0xa6a1);
    world.step();
    let workspace = toys::workspace(empty());
    index_all(&workspace, &world.documents).await?;
    let before = patiently(async || Ok(workspace.store.status().await?)).await?;
    let report = index_all(&workspace, &world.documents).await?;
    let after = patiently(async || Ok(workspace.store.status().await?)).await?;
    let idle = report.unchanged == world.documents.len() as u64 && report.added + report.changed == 0;
    Broken::unless(idle && before == after, "indexing again does nothing", || {
        format!("{report:?}\n{before:?}\n{after:?}")
    })
}

/// An edit of one paragraph of a lone document brings one chunk and takes one.
pub(super) async fn an_edit_stays_local(empty: Empty<'_>, seed: u64) -> Result<(), Broken> {
    let text = |changed: &str| format!("# Knots\nOne.\n\nTwo.\n\n{changed}\n\nFour {seed}.\n\nTwo.");
    let documents = |text: String| {
        let document = Document { id: "w/a".to_owned(), title: "T".to_owned(), text, ..Document::default() };
        Documents::from([(document.id.clone(), document)])
    };
    let workspace = toys::workspace(empty());
    index_all(&workspace, &documents(text("Three."))).await?;
    let report = index_all(&workspace, &documents(text("Drei und mehr."))).await?;
    let local = (report.changed, report.chunks_added, report.chunks_removed) == (1, 1, 1);
    Broken::unless(local, "an edit touches only the chunks that it changes", || format!("{report:?}"))?;
    let fresh = toys::workspace(empty());
    index_all(&fresh, &documents(text("Drei und mehr."))).await?;
    alike(&workspace, &fresh).await
}
