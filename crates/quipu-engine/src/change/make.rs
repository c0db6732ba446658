//! Making bodies: text -split-> chunks -(skip what is known)-> -extract-> facts -embed-> vectors.

use quipu_kernel::change::{Owner, keeps, rekey};
use quipu_kernel::model::{Chunk, Document, Facts, Key, searched};
use rustc_hash::FxHashMap;

use crate::ports::{Body, BodyChange, BodyChunk, EmbedError, NewChunk, Role, StoredChunk};
use crate::{EngineError, Workspace};

/// What a body's chunks are made from.
pub(super) enum Text {
    /// Nobody has the text any more.
    Gone,
    /// The store has it, under another owner or title.
    Stored(Vec<StoredChunk>),
    /// Nobody had it.
    Fresh {
        /// The document that owns it.
        document: Box<Document>,
        /// Chunks of the body that the document owned before.
        known: Vec<StoredChunk>,
        /// Its title then, if it owned one.
        known_title: Option<String>,
    },
    /// Its chunks are given, in the order of the text.
    Given(Vec<NewChunk>),
}

/// A body to be made.
pub(super) struct Make {
    pub(super) text: Key,
    pub(super) owner: Option<Owner>,
    pub(super) from: Text,
}

impl Make {
    /// How much work it is, in bytes of text.
    pub(super) fn size(&self) -> usize {
        match &self.from {
            Text::Gone => 0,
            Text::Stored(chunks) => chunks.iter().map(|stored| stored.chunk.text.len()).sum(),
            Text::Fresh { document, .. } => document.text.len(),
            Text::Given(chunks) => chunks.iter().map(|new| new.chunk.text.len()).sum(),
        }
    }
}

/// Makes bodies on a worker thread.
pub(super) async fn on_worker(workspace: Workspace, makes: Vec<Make>) -> Result<Vec<BodyChange>, EngineError> {
    let runtime = tokio::runtime::Handle::current();
    let work = move || {
        let mut bodies: Vec<BodyChange> = makes.into_iter().map(|make| made(&workspace, make)).collect();
        runtime.block_on(embed(&workspace, &mut bodies))?;
        Ok(bodies)
    };
    let done: Result<Result<Vec<BodyChange>, EmbedError>, _> = tokio::task::spawn_blocking(work).await;
    let died =
        |error: tokio::task::JoinError| EngineError::Worker { at: "making chunks".into(), reason: error.to_string() };
    Ok(done.map_err(died)??)
}

fn made(workspace: &Workspace, make: Make) -> BodyChange {
    let Some(Owner { key: owner, title }) = make.owner else { return BodyChange::Remove(make.text) };
    let chunks = match make.from {
        Text::Gone => Vec::new(),
        Text::Stored(stored) => handed(stored, owner),
        Text::Given(chunks) => given(workspace, chunks, owner),
        Text::Fresh { document, known, known_title } => {
            fresh(workspace, workspace.splitter.split(&document), &title, &known, known_title.as_deref())
        }
    };
    BodyChange::Put(Body { text: make.text, owner, title, chunks })
}

/// Stored chunks under a new owner, with the facts they had.
fn handed(mut stored: Vec<StoredChunk>, owner: Key) -> Vec<BodyChunk> {
    rekey(stored.iter_mut().map(|stored| &mut stored.chunk), owner);
    stored.into_iter().map(|stored| new_chunk(stored.chunk, stored.facts)).collect()
}

/// Given chunks under the owner that they have here, with facts where none came with them.
fn given(workspace: &Workspace, mut chunks: Vec<NewChunk>, owner: Key) -> Vec<BodyChunk> {
    rekey(chunks.iter_mut().map(|new| &mut new.chunk), owner);
    for new in chunks.iter_mut().filter(|new| new.facts.is_empty()) {
        new.facts.push(workspace.extractor.extract(&new.chunk));
    }
    chunks.into_iter().map(|new| BodyChunk::New(Box::new(new))).collect()
}

/// Chunks just cut: kept where the store has them, else with the facts found in them.
fn fresh(
    workspace: &Workspace,
    chunks: Vec<Chunk>,
    title: &str,
    known: &[StoredChunk],
    known_title: Option<&str>,
) -> Vec<BodyChunk> {
    let known: FxHashMap<Key, &Chunk> = known.iter().map(|stored| (stored.chunk.key, &stored.chunk)).collect();
    let kept =
        |chunk: &Chunk| known.get(&chunk.key).is_some_and(|old| keeps(old, known_title.unwrap_or(""), chunk, title));
    let become_body = |chunk: Chunk| {
        if kept(&chunk) {
            BodyChunk::Kept { key: chunk.key, body: chunk.body, prefix: chunk.prefix, pages: chunk.pages }
        } else {
            let facts = workspace.extractor.extract(&chunk);
            new_chunk(chunk, vec![facts])
        }
    };
    chunks.into_iter().map(become_body).collect()
}

fn new_chunk(chunk: Chunk, facts: Vec<Facts>) -> BodyChunk {
    BodyChunk::New(Box::new(NewChunk { chunk, facts, vector: None }))
}

/// Gives the new chunks of all bodies that have none their vectors, asked for together: models work best on many.
async fn embed(workspace: &Workspace, bodies: &mut [BodyChange]) -> Result<(), EmbedError> {
    let Some(embedder) = &workspace.embedder else { return Ok(()) };
    let (mut new, mut texts) = (Vec::new(), Vec::new());
    for body in bodies {
        let BodyChange::Put(Body { title, chunks, .. }) = body else { continue };
        for chunk in chunks {
            if let BodyChunk::New(chunk) = chunk
                && chunk.vector.is_none()
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

/// The text that stands for a chunk before an embedding model.
fn embedded(title: &str, chunk: &Chunk) -> String {
    let parts = searched(title, &chunk.headings, &chunk.prefix_text, &chunk.text);
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
}
