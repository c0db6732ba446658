//! Making bodies: text -split-> chunks -(skip known ones)-> -extract-> facts -embed-> vectors.

use crate::write::change::body::Make;
use crate::write::change::body::Text;
use quipu_kernel::change::{Owner, keeps, rekey};
use quipu_kernel::extract::Said;
use quipu_kernel::model::{Chunk, Document, ExtractedBy, Facts, Key};
use rustc_hash::{FxHashMap, FxHashSet};

use super::body::Given;
use super::splits::apply;
use crate::base::ports::{Body, BodyChange, BodyChunk, EmbedError, NewChunk, Restated, Role, StoredChunk};
use crate::base::{EngineError, Workspace};

/// Makes bodies on a worker thread.
pub(super) async fn on_worker(workspace: Workspace, makes: Vec<Make>) -> Result<Vec<BodyChange>, EngineError> {
    let runtime = tokio::runtime::Handle::current();
    let work = move || {
        let mut settled = FxHashSet::default();
        let mut bodies: Vec<BodyChange> = makes.into_iter().map(|make| made(&workspace, make, &mut settled)).collect();
        runtime.block_on(embed(&workspace, &mut bodies, &settled))?;
        Ok(bodies)
    };
    worked(work).await
}

/// Bodies that are made already, their new chunks with vectors, which a worker thread makes.
pub(crate) async fn vectored(
    workspace: &Workspace,
    mut bodies: Vec<BodyChange>,
) -> Result<Vec<BodyChange>, EngineError> {
    let (workspace, runtime) = (workspace.clone(), tokio::runtime::Handle::current());
    let work = move || {
        runtime.block_on(embed(&workspace, &mut bodies, &FxHashSet::default()))?;
        Ok(bodies)
    };
    worked(work).await
}

async fn worked(
    work: impl FnOnce() -> Result<Vec<BodyChange>, EmbedError> + Send + 'static,
) -> Result<Vec<BodyChange>, EngineError> {
    let done = tokio::task::spawn_blocking(work).await;
    Ok(done.map_err(EngineError::died("making chunks"))??)
}

/// Makes a body; chunks with known vectors are added to `settled`.
fn made(workspace: &Workspace, make: Make, settled: &mut FxHashSet<Key>) -> BodyChange {
    let Some(Owner { key: owner, title }) = make.owner else { return BodyChange::Remove(make.text) };
    let settle = |said: &mut [Said<'_>]| {
        workspace.extractor.settle(&title, said);
        apply(&make.splits, said);
    };
    let chunks = match make.from {
        Text::Gone => Vec::new(),
        Text::Stored { mut chunks, retitled } => {
            if retitled {
                chunks.iter_mut().for_each(|stored| reread(workspace, &title, &stored.chunk, &mut stored.facts));
            }
            handed(chunks, owner, settle)
        }
        Text::Given(chunks) => given(workspace, chunks, owner, &title, settled, settle),
        Text::Fresh { document, known, known_title, known_rules } => {
            let stale = known_rules != workspace.extractor.recipe();
            fresh(workspace, &document, &title, &known, known_title.as_deref(), stale, settle)
        }
    };
    BodyChange::Put(Body { text: make.text, owner, title, chunks })
}

/// Applies the rules to a chunk again; facts by a model or a person stay.
fn reread(workspace: &Workspace, title: &str, chunk: &Chunk, facts: &mut [Facts]) {
    let by_rules = facts.iter_mut().find(|facts| facts.extractor == ExtractedBy::Rules);
    if let Some(facts) = by_rules {
        *facts = workspace.extractor.extract(title, chunk);
    }
}

/// Stored chunks under a new owner, with the facts they had, understood under its title.
fn handed(mut stored: Vec<StoredChunk>, owner: Key, settle: impl Fn(&mut [Said<'_>])) -> Vec<BodyChunk> {
    rekey(stored.iter_mut().map(|stored| &mut stored.chunk), owner);
    settle(
        &mut stored
            .iter_mut()
            .map(|stored| Said { chunk: &stored.chunk, facts: &mut stored.facts })
            .collect::<Vec<_>>(),
    );
    stored.into_iter().map(|stored| new_chunk(stored.chunk, stored.facts)).collect()
}

/// Given chunks under their owner here, with extracted facts if none were given.
fn given(
    workspace: &Workspace,
    mut chunks: Vec<Given>,
    owner: Key,
    title: &str,
    settled: &mut FxHashSet<Key>,
    settle: impl Fn(&mut [Said<'_>]),
) -> Vec<BodyChunk> {
    rekey(chunks.iter_mut().map(|given| &mut given.chunk.chunk), owner);
    settled.extend(chunks.iter().filter(|given| given.settled).map(|given| given.chunk.chunk.key));
    for Given { chunk: new, .. } in chunks.iter_mut().filter(|given| given.chunk.facts.is_empty()) {
        new.facts.push(workspace.extractor.extract(title, &new.chunk));
    }
    let new = chunks.iter_mut().map(|given| &mut given.chunk);
    settle(&mut new.map(|new| Said { chunk: &new.chunk, facts: &mut new.facts }).collect::<Vec<_>>());
    chunks.into_iter().map(|given| BodyChunk::New(Box::new(given.chunk))).collect()
}

/// Chunks just cut: kept where the store has them, else with the facts found in them. Facts of a kept
/// chunk are replaced where the others change their meaning, or where other rules read it, which makes
/// it `stale`.
fn fresh(
    workspace: &Workspace,
    document: &Document,
    title: &str,
    known: &[StoredChunk],
    known_title: Option<&str>,
    stale: bool,
    settle: impl Fn(&mut [Said<'_>]),
) -> Vec<BodyChunk> {
    let known: FxHashMap<Key, &StoredChunk> = known.iter().map(|stored| (stored.chunk.key, stored)).collect();
    let kept = |chunk: &Chunk| {
        known.get(&chunk.key).filter(|old| keeps(&old.chunk, known_title.unwrap_or(""), chunk, title)).copied()
    };
    let chunks = workspace.splitter.split(document);
    let mut facts: Vec<Vec<Facts>> = chunks
        .iter()
        .map(|chunk| match kept(chunk) {
            Some(old) => {
                let mut facts = old.facts.clone();
                if stale {
                    reread(workspace, title, chunk, &mut facts);
                }
                facts
            }
            None => vec![workspace.extractor.extract(title, chunk)],
        })
        .collect();
    settle(&mut chunks.iter().zip(&mut facts).map(|(chunk, facts)| Said { chunk, facts }).collect::<Vec<_>>());
    let become_body = |(chunk, facts): (Chunk, Vec<Facts>)| match kept(&chunk) {
        Some(old) => {
            let facts = (old.facts != facts).then_some(Restated { facts, rules_stand: false });
            BodyChunk::Kept { key: chunk.key, body: chunk.body, prefix: chunk.prefix, pages: chunk.pages, facts }
        }
        None => new_chunk(chunk, facts),
    };
    chunks.into_iter().zip(facts).map(become_body).collect()
}

fn new_chunk(chunk: Chunk, facts: Vec<Facts>) -> BodyChunk {
    BodyChunk::New(Box::new(NewChunk { chunk, facts, vector: None }))
}

/// Computes the vectors of the new chunks of all bodies, except those that are `settled`, in one request: models
/// work best on many.
async fn embed(workspace: &Workspace, bodies: &mut [BodyChange], settled: &FxHashSet<Key>) -> Result<(), EmbedError> {
    let Some(embedder) = &workspace.embedder else { return Ok(()) };
    let (mut new, mut texts) = (Vec::new(), Vec::new());
    for body in bodies {
        let BodyChange::Put(Body { title, chunks, .. }) = body else { continue };
        for chunk in chunks {
            if let BodyChunk::New(chunk) = chunk
                && !settled.contains(&chunk.chunk.key)
            {
                texts.push(embedded(title, &chunk.chunk));
                new.push(chunk);
            }
        }
    }
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let vectors = embedder.embed(&texts, Role::Passage).await?;
    for (new, vector) in new.into_iter().zip(vectors) {
        new.vector = vector;
    }
    Ok(())
}

/// The text of a chunk for an embedding model.
pub(crate) fn embedded(title: &str, chunk: &Chunk) -> String {
    chunk.searched(title).into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
}
