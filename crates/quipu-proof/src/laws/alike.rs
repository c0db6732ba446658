//! Two stores with equal contents are alike: equal dumps, equal graphs read whole, equal views, equal evidence.

use crate::laws::dumped::dump;
use quipu_engine::Workspace;
use quipu_engine::ports::{DumpRow, Role};
use quipu_kernel::model::ExtractedBy;
use quipu_kernel::model::Key;
use quipu_kernel::strategies::{Options, strategies, strategy};
use quipu_kernel::view::{Condition, Expression, Filter, Needs, Question, Related, Whose};
use serde_json::json;

use super::{Broken, patiently};

/// Questions that reach words in two languages, names, aliases, titles, and nothing.
const QUESTIONS: [&str; 7] =
    ["Who uses Engine?", "What did Ada count in 1843?", "ae", "Что знала Ада?", "knots of the Quipu", "zzz", ""];

/// Compares two workspaces: dumps, graphs read whole, then the views and hits of every strategy.
///
/// # Errors
/// When they differ; the first difference is named.
pub async fn alike(left: &Workspace, right: &Workspace) -> Result<(), Broken> {
    let ours = patiently(async || Ok(dump(&*left.store).await?)).await?;
    let theirs = patiently(async || Ok(dump(&*right.store).await?)).await?;
    if let Some(different) = difference(&ours, &theirs) {
        return Err(Broken::new("equal contents give equal dumps", different));
    }
    super::whole::same(&*left.store, &*right.store).await?;
    for text in QUESTIONS {
        let some = ours.iter().filter_map(chunk_of).step_by(3).collect();
        for filter in filters().into_iter().chain([Filter { chunks: Some(some), ..Filter::default() }]) {
            same_views(left, right, text, filter, Whose::All).await?;
        }
        for by in [ExtractedBy::Rules, ExtractedBy::Model] {
            same_views(left, right, text, Filter::default(), Whose::Of(by)).await?;
        }
    }
    Ok(())
}

fn chunk_of(row: &DumpRow) -> Option<Key> {
    if let DumpRow::Chunk { chunk, .. } = row { Some(chunk.key) } else { None }
}

fn filters() -> [Filter; 5] {
    let tagged = Condition::any_of("tags", [json!("knot")]);
    let named = Condition::any_of("$id", [json!("w/a"), json!("w/c"), json!("w/e")]);
    let either = Filter { any: vec![tagged.clone(), named.clone()], ..Filter::default() };
    let against =
        Filter { expression: Expression::equals("tags", "KNOT").map(Expression::negated).ok(), ..Filter::default() };
    [Filter::default(), Filter::of(vec![tagged]), Filter::of(vec![named]), either, against]
}

async fn same_views(
    left: &Workspace,
    right: &Workspace,
    text: &str,
    filter: Filter,
    facts: Whose,
) -> Result<(), Broken> {
    let mut question = Question { filter, facts, ..Question::new(text) };
    if let Some(embedder) = &left.embedder {
        let vectors = patiently(async || Ok(embedder.embed(&[text], Role::Question).await?)).await?;
        question.vector = vectors.into_iter().next().flatten();
    }
    let broad = Needs {
        pairs: 5,
        dense: 20,
        entities: true,
        hops: 2,
        cosines: true,
        vectors: true,
        subjects: true,
        relations: Related::Everyone,
        ..Needs::default()
    };
    let tight = Needs { lexical: 2, cap: 2, spread: 2, stop_words: true, ..broad.clone() };
    let listed = Needs { lexical: 1, listed: 3, ..Needs::default() };
    let followed = Needs { lexical: 1, entities: true, follow: 2, cap: 3, ..Needs::default() };
    let options = Options::default();
    let planned = strategies().iter().map(|way| (way.name(), way.plan(&question, &options)));
    for (name, needs) in planned.chain([
        ("everything", broad),
        ("a small cap", tight),
        ("a short list", listed),
        ("relations on", followed),
    ]) {
        let ours = patiently(async || Ok(left.store.view(&question, &needs).await?)).await?;
        let theirs = patiently(async || Ok(right.store.view(&question, &needs).await?)).await?;
        if ours != theirs {
            let found = format!("{text:?} ({name}, {:?})\n{ours:?}\n{theirs:?}", question.filter);
            return Err(Broken::new("equal contents give equal views", found));
        }
        if let Some(way) = strategy(name) {
            let found = way.retrieve(&question, &ours, &options) == way.retrieve(&question, &theirs, &options);
            Broken::unless(found, "equal views give equal evidence", || format!("{text:?} ({name})"))?;
        }
    }
    Ok(())
}

fn difference(ours: &[DumpRow], theirs: &[DumpRow]) -> Option<String> {
    let longest = ours.len().max(theirs.len());
    let at = (0..longest).find(|at| ours.get(*at) != theirs.get(*at))?;
    Some(format!("row {at}\n{:?}\n{:?}", ours.get(at), theirs.get(at)))
}
