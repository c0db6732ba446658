//! The law of names that lead to many others: beyond a bound they mean none of them, in every store.

use quipu_engine::Workspace;
use quipu_engine::delete::delete;
use quipu_engine::ports::DumpRow;
use quipu_kernel::model::Document;
use quipu_kernel::resolution::MOST_LED;

use super::indexed::index_all;
use super::world::DocumentMap;
use super::{Broken, EmptyStore, alike, dump, patiently, toys};

/// Votes for the one thing that `AE` means, however many others it leads to once each.
const VOTES: usize = 4 * MOST_LED;

/// A document that says of `AE` that it means each of `others`, and the engine `votes` times.
fn document(id: &str, votes: usize, others: std::ops::Range<usize>) -> DocumentMap {
    let engine = ["Engine (AE)"].repeat(votes).join(" ");
    let others: Vec<String> = others.map(|at| format!("Aeon{at} (AE)")).collect();
    let text = format!("{engine}\n\n{}", others.join(" "));
    let document = Document { id: id.to_owned(), text: text.trim().to_owned(), ..Document::default() };
    DocumentMap::from([(document.id.clone(), document)])
}

/// True if `AE` is one entity with the engine.
async fn means_the_engine(workspace: &Workspace) -> Result<bool, Broken> {
    let rows = patiently(async || Ok(dump(&*workspace.store).await?)).await?;
    let both = |names: &[String]| ["ae", "engine"].iter().all(|name| names.iter().any(|known| known == name));
    Ok(rows.iter().any(|row| matches!(row, DumpRow::Entity(entity) | DumpRow::Word(entity) if both(&entity.names))))
}

async fn sound(workspace: &Workspace) -> Result<(), Broken> {
    let verified = patiently(async || Ok(workspace.store.verify(false).await?)).await?;
    Broken::unless(verified.problems.is_empty(), "a store of names that mean many things is sound", || {
        format!("{:?}", verified.problems)
    })
}

/// `AE` means the engine while it leads to no more names than the bound, none of them with two more, and the
/// engine again when these are removed, in any order of changes.
pub(super) async fn what_leads_to_many_means_none(empty: EmptyStore<'_>) -> Result<(), Broken> {
    let law = "a name that leads to too many others means none of them";
    let (few, more) = (document("w/few", VOTES, 1..MOST_LED), document("w/more", 0, MOST_LED..MOST_LED + 2));
    let (workspace, backwards) = (toys::workspace(empty()), toys::workspace(empty()));
    index_all(&workspace, &few).await?;
    Broken::unless(means_the_engine(&workspace).await?, law, || format!("{MOST_LED} are not too many"))?;
    index_all(&workspace, &more).await?;
    Broken::unless(!means_the_engine(&workspace).await?, law, || format!("{} are too many", MOST_LED + 2))?;
    sound(&workspace).await?;
    index_all(&backwards, &more).await?;
    index_all(&backwards, &few).await?;
    alike(&workspace, &backwards).await?;
    patiently(async || delete(&workspace, &["w/more".to_owned()]).await.map(drop)).await?;
    Broken::unless(means_the_engine(&workspace).await?, law, || "what has gone still counts".to_owned())?;
    sound(&workspace).await
}

/// Two kinds of store agree on a name that leads to too many others.
pub(super) async fn agree(one: EmptyStore<'_>, other: EmptyStore<'_>) -> Result<(), Broken> {
    let (one, other) = (toys::workspace(one()), toys::workspace(other()));
    for workspace in [&one, &other] {
        index_all(workspace, &document("w/all", VOTES, 1..MOST_LED + 2)).await?;
    }
    alike(&one, &other).await
}
