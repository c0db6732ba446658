//! Laws of decisions: a person's decision on names is taken back exactly, outlives the documents, and means
//! the same in any order.

use quipu_engine::delete::delete;
use quipu_engine::inside::bring_decision;
use quipu_engine::ports::DumpRow;
use quipu_engine::{EngineError, Workspace, names};
use quipu_kernel::model::Kind;

use super::indexed::index_all;
use super::world::World;
use super::{Broken, Empty, alike, dump, patiently, toys};

/// Names that the world's documents use.
const NAMES: [&str; 8] = ["Ada", "Engine", "Quipu", "Cord", "Babbage", "AE", "Bernoulli", "Knots"];

/// A decision about two names, one kind after the other; a decision that the names do not allow is skipped.
async fn decide(workspace: &Workspace, turn: usize, a: &str, b: &str) -> Result<bool, EngineError> {
    let documents = ["w/a".to_owned(), "w/c*".to_owned()];
    let made = match turn % 5 {
        0 | 1 => names::merge(workspace, a, b, "said").await,
        2 => names::split(workspace, a, &documents, None, "").await,
        3 => names::split(workspace, a, &[], turn.is_multiple_of(2).then_some(Kind::Person), "").await,
        _ => names::rename(workspace, a, &format!("{a} the {b}"), "").await,
    };
    match made {
        Ok(_) => Ok(true),
        Err(EngineError::Decided { .. } | EngineError::Unnamed { .. } | EngineError::Several { .. }) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Rows without the times of decisions.
async fn rows(workspace: &Workspace) -> Result<Vec<DumpRow>, Broken> {
    let mut rows = patiently(async || Ok(dump(&*workspace.store).await?)).await?;
    for row in &mut rows {
        if let DumpRow::Decision(decision) = row {
            decision.at = 0;
        }
    }
    Ok(rows)
}

async fn count(workspace: &Workspace) -> Result<usize, Broken> {
    Ok(patiently(async || Ok(workspace.store.decisions().await?)).await?.len())
}

/// Decides once, with any number of failures of the store: a durable decision is not made again.
async fn decided(workspace: &Workspace, turn: usize, a: &str, b: &str) -> Result<(), Broken> {
    patiently(async || decide(workspace, turn, a, b).await).await.map(drop)
}

/// Taking back every decision, the last first, gives the workspace that there was.
pub(super) async fn undoing_gives_back_what_was(empty: Empty<'_>, seed: u64) -> Result<(), Broken> {
    let mut world = World::new(seed ^ 0xdec1);
    (0..4).for_each(|_| drop(world.step()));
    let workspace = toys::workspace(empty());
    index_all(&workspace, &world.documents).await?;
    let before = rows(&workspace).await?;
    for turn in 0..6 {
        let (a, b) = (*world.random.of(&NAMES), *world.random.of(&NAMES));
        decided(&workspace, turn, a, b).await?;
        let verified = patiently(async || Ok(workspace.store.verify(false).await?)).await?;
        let sound = verified.problems.is_empty();
        Broken::unless(sound, "a store with decisions is sound", || {
            format!("{turn} {a} {b}: {:?}", verified.problems)
        })?;
    }
    while count(&workspace).await? > 0 {
        patiently(async || match names::undo(&workspace, None).await {
            Ok(_) | Err(EngineError::NoDecision { .. }) => Ok(()),
            Err(error) => Err(error),
        })
        .await?;
    }
    let after = rows(&workspace).await?;
    Broken::unless(before == after, "what is taken back leaves nothing", || differing(&before, &after))
}

/// Decisions made before documents arrive have the meaning of later ones, and removing and adding documents
/// changes nothing of them.
pub(super) async fn decisions_outlive_documents(empty: Empty<'_>, seed: u64) -> Result<(), Broken> {
    let mut world = World::new(seed ^ 0xdec2);
    (0..4).for_each(|_| drop(world.step()));
    let workspace = toys::workspace(empty());
    index_all(&workspace, &world.documents).await?;
    for turn in 0..4 {
        let (a, b) = (*world.random.of(&NAMES), *world.random.of(&NAMES));
        decided(&workspace, turn, a, b).await?;
    }
    let before = rows(&workspace).await?;
    let ids: Vec<String> = world.documents.keys().cloned().collect();
    patiently(async || delete(&workspace, &ids).await.map(drop)).await?;
    index_all(&workspace, &world.documents).await?;
    let after = rows(&workspace).await?;
    Broken::unless(before == after, "decisions outlive documents", || differing(&before, &after))?;
    let other = toys::workspace(empty());
    for decision in patiently(async || Ok(workspace.store.decisions().await?)).await? {
        patiently(async || bring_decision(&other, decision.clone()).await).await?;
    }
    index_all(&other, &world.documents).await?;
    alike(&workspace, &other).await
}

fn differing(ours: &[DumpRow], theirs: &[DumpRow]) -> String {
    let only = |a: &[DumpRow], b: &[DumpRow]| a.iter().find(|row| !b.contains(row)).map(|row| format!("{row:?}"));
    format!("{:?}\n{:?}", only(ours, theirs), only(theirs, ours))
}
