//! Laws of reads and refusals: stored content is read back, refused content is absent.

use std::collections::{BTreeMap, BTreeSet};

use quipu_engine::Workspace;
use quipu_engine::ports::{
    Body, BodyChange, BodyChunk, Change, DocumentChange, DocumentRow, DumpRow, Select, SelectChunks, StoredChunk,
};
use quipu_kernel::model::{Key, Span, relation_key};
use quipu_kernel::view::{Condition, Filter, Needs, Question, RelationSupport};
use serde_json::json;

use super::indexed::index_all;
use super::world::World;
use super::{Broken, EmptyStore, dump, patiently, toys};

/// A workspace with a few documents.
async fn some(empty: EmptyStore<'_>, seed: u64) -> Result<(World, Workspace), Broken> {
    let world = World::of_at_least(4, seed);
    let workspace = toys::workspace(empty());
    index_all(&workspace, &world.documents).await?;
    Ok((world, workspace))
}

async fn rows(workspace: &Workspace) -> Result<Vec<DumpRow>, Broken> {
    patiently(async || Ok(dump(&*workspace.store).await?)).await
}

async fn documents(workspace: &Workspace, select: Select) -> Result<Vec<DocumentRow>, Broken> {
    patiently(async || Ok(workspace.store.documents(&select).await?)).await
}

async fn chunks(workspace: &Workspace, select: SelectChunks) -> Result<Vec<StoredChunk>, Broken> {
    patiently(async || Ok(workspace.store.chunks(&select).await?)).await
}

/// Stored content is read back: documents by key, by page, by text; chunks by key and in the order of
/// the text, each where the text says; counts as the dump has them. No read changes anything.
pub(super) async fn reads_see_what_was_put(empty: EmptyStore<'_>, seed: u64) -> Result<(), Broken> {
    let (world, workspace) = some(empty, seed ^ 0x4ead).await?;
    let before = rows(&workspace).await?;
    let all = documents(&workspace, Select::After(None, 100)).await?;
    let ids: BTreeSet<&String> = all.iter().map(|row| &row.id).collect();
    Broken::unless(ids == world.documents.keys().collect(), "all documents are listed", || format!("{ids:?}"))?;
    Broken::unless(all.is_sorted_by_key(|row| row.key), "documents are listed by key", || format!("{ids:?}"))?;
    let page = documents(&workspace, Select::After(Some(all[0].key), 2)).await?;
    Broken::unless(page == all[1..3], "a page begins after its key", || format!("{page:?}"))?;
    let keys = documents(&workspace, Select::Keys(vec![all[1].key, Key::document("none")])).await?;
    Broken::unless(keys == all[1..2], "documents are found by key", || format!("{keys:?}"))?;
    for row in &all {
        let copies: BTreeSet<Key> = all.iter().filter(|other| other.text == row.text).map(|other| other.key).collect();
        let found = documents(&workspace, Select::Texts(vec![row.text])).await?;
        let found: BTreeSet<Key> = found.iter().map(|row| row.key).collect();
        Broken::unless(found == copies, "copies are found by text", || format!("{found:?} is not {copies:?}"))?;
        chunks_lie_in_the_text(&workspace, row, &world.documents[&row.id].text).await?;
    }
    counts_agree(&workspace, &before).await?;
    relations_hold_when_they_are_stated(&before)?;
    let after = rows(&workspace).await?;
    Broken::unless(before == after, "no read writes", || "the dump changed".to_owned())
}

async fn chunks_lie_in_the_text(workspace: &Workspace, row: &DocumentRow, text: &str) -> Result<(), Broken> {
    let found = chunks(workspace, SelectChunks::OfDocument(row.key)).await?;
    let joined: Vec<&str> = found.iter().map(|stored| stored.chunk.text.as_str()).collect();
    Broken::unless(joined.join("\n\n") == text, "chunks come in the order of the text", || format!("{joined:?}"))?;
    for stored in &found {
        let there = text.get(stored.chunk.body.range()) == Some(&stored.chunk.text);
        Broken::unless(there, "a chunk lies where its span says", || format!("{:?}", stored.chunk))?;
    }
    by_models(workspace, row.key).await?;
    let keys: Vec<Key> = found.iter().rev().map(|stored| stored.chunk.key).collect();
    let mut again = chunks(workspace, SelectChunks::Keys(keys.clone())).await?;
    again.reverse();
    Broken::unless(again == found, "chunks come in the order asked", || format!("{again:?}\n{found:?}"))?;
    let mut bare = chunks(workspace, SelectChunks::Bare(keys)).await?;
    bare.reverse();
    let all = chunks(workspace, SelectChunks::BareOf(row.key)).await?;
    Broken::unless(all == bare, "a document's chunks come bare, too", || format!("{all:?}\n{bare:?}"))?;
    let same = bare.iter().map(|stored| &stored.chunk).eq(found.iter().map(|stored| &stored.chunk));
    let none = bare.iter().all(|stored| stored.facts.is_empty());
    Broken::unless(same && none, "bare chunks are the same without facts", || format!("{bare:?}\n{found:?}"))?;
    // One chunk stands for all: stores may be slow.
    for (reach, at) in [(0, 0), (1, bare.len() / 2), (usize::MAX, bare.len().saturating_sub(1))] {
        let Some(stored) = bare.get(at) else { break };
        let near = chunks(workspace, SelectChunks::Around(stored.chunk.key, reach)).await?;
        let end = bare.len().min(at.saturating_add(reach).saturating_add(1));
        let right = near == bare[at.saturating_sub(reach)..end];
        Broken::unless(right, "chunks come with those around them", || format!("{reach} {at} {near:?}"))?;
    }
    let none = chunks(workspace, SelectChunks::Around(Key::of("chunk", &[b"none"]), 3)).await?;
    Broken::unless(none.is_empty(), "around nothing there is nothing", || format!("{none:?}"))
}

/// A relation has the weight and the periods of its statements, and the chunks that state it.
fn relations_hold_when_they_are_stated(rows: &[DumpRow]) -> Result<(), Broken> {
    let mut expected: BTreeMap<Key, (RelationSupport, BTreeSet<Key>)> = BTreeMap::new();
    for row in rows {
        let DumpRow::Chunk { chunk, facts, .. } = row else { continue };
        for said in facts.iter().flat_map(|facts| &facts.statements) {
            let key = relation_key(said.source.key(), &said.predicate, said.target.key());
            let (stated, chunks) = expected.entry(key).or_default();
            stated.add(f64::from(said.weight), [&said.period]);
            chunks.insert(chunk.key);
        }
    }
    let found: BTreeMap<Key, (RelationSupport, BTreeSet<Key>)> = rows
        .iter()
        .filter_map(|row| if let DumpRow::Relation(row) = row { Some(row) } else { None })
        .map(|row| {
            (
                row.key,
                (
                    RelationSupport { weight: row.weight, periods: row.periods.clone() },
                    row.chunks.iter().copied().collect(),
                ),
            )
        })
        .collect();
    Broken::unless(found == expected, "a relation holds when its statements say", || {
        format!("{found:?}, not {expected:?}")
    })
}

/// The statements of models on a document's chunks are found alone.
pub(super) async fn by_models(workspace: &Workspace, document: Key) -> Result<(), Broken> {
    let found = chunks(workspace, SelectChunks::OfDocument(document)).await?;
    let alone = chunks(workspace, SelectChunks::ByModels(document)).await?;
    let same = found.iter().cloned().map(StoredChunk::by_models).eq(alone.iter().cloned());
    Broken::unless(same, "what models say is found alone", || format!("{alone:?}\n{found:?}"))
}

async fn counts_agree(workspace: &Workspace, rows: &[DumpRow]) -> Result<(), Broken> {
    let status = patiently(async || Ok(workspace.store.status().await?)).await?;
    let count = |of: fn(&DumpRow) -> bool| rows.iter().filter(|row| of(row)).count() as u64;
    let documents = count(|row| matches!(row, DumpRow::Document(_)));
    let chunks = count(|row| matches!(row, DumpRow::Chunk { .. }));
    let relations = count(|row| matches!(row, DumpRow::Relation(_)));
    let vectors = count(|row| matches!(row, DumpRow::Chunk { vector: Some(_), .. }));
    let counted = (status.documents, status.chunks, status.relations, status.vectors);
    let found = || format!("{status:?} is not {documents}, {chunks}, {relations}, {vectors}");
    Broken::unless(counted == (documents, chunks, relations, vectors), "counts are those of the dump", found)?;
    for row in rows {
        if let DumpRow::Entity(entity) | DumpRow::Word(entity) = row {
            let found = patiently(async || Ok(workspace.store.entities(&entity.names).await?)).await?;
            let rows = patiently(async || Ok(workspace.store.named(&entity.names).await?)).await?;
            let same = rows.iter().eq(found.iter().map(|(found, _)| found));
            Broken::unless(same, "entities are found the same without relations", || {
                format!("{rows:?} is not {found:?}")
            })?;
            Broken::unless(rows.contains(entity), "an entity is found by its names", || {
                format!("{rows:?} is not {entity:?}")
            })?;
        }
    }
    Ok(())
}

/// A change that keeps a chunk that is not there is refused, and nothing of it is there.
pub(super) async fn a_refused_change_leaves_nothing(empty: EmptyStore<'_>, seed: u64) -> Result<(), Broken> {
    let (_, workspace) = some(empty, seed ^ 0x4ef5e).await?;
    let before = rows(&workspace).await?;
    let mut row = documents(&workspace, Select::After(None, 1)).await?.remove(0);
    let owner = row.key;
    row.title.push('!');
    let text = Key::text("a text that nobody has");
    let kept = BodyChunk::Kept { key: text, body: Span::default(), prefix: Vec::new(), pages: None, facts: None };
    let body = Body { text, owner, title: row.title.clone(), chunks: vec![kept] };
    let change = Change {
        documents: vec![DocumentChange::Put(Box::new(row))],
        bodies: vec![BodyChange::Put(body)],
        ..Change::default()
    };
    let refused = workspace.store.commit(change).await.is_err();
    Broken::unless(refused, "a change that keeps what is not there is refused", String::new)?;
    let after = rows(&workspace).await?;
    Broken::unless(before == after, "a refused change leaves nothing", || "the dump changed".to_owned())
}

/// A filter admits exactly the chunks of texts of which some copy passes.
pub(super) async fn filters_admit_by_any_copy(empty: EmptyStore<'_>, seed: u64) -> Result<(), Broken> {
    let (world, workspace) = some(empty, seed ^ 0xf117e4).await?;
    let all = documents(&workspace, Select::After(None, 100)).await?;
    let mut passing: BTreeMap<Key, bool> = BTreeMap::new();
    for row in &all {
        let tags = world.documents[&row.id].metadata.get("tags").and_then(serde_json::Value::as_array);
        let passes = tags.is_some_and(|tags| tags.contains(&json!("knot")));
        *passing.entry(row.text).or_default() |= passes;
    }
    let mut question = Question::new("Ada uses Engine and Quipu");
    question.filter = Filter::of(vec![Condition::any_of("tags", [json!("knot")])]);
    let needs = Needs { entities: true, hops: 2, ..Needs::default() };
    let view = patiently(async || Ok(workspace.store.view(&question, &needs).await?)).await?;
    for chunk in &view.chunks {
        let owner = all.iter().find(|row| row.key == chunk.document);
        let admitted = owner.is_some_and(|owner| passing[&owner.text]);
        Broken::unless(admitted, "a filter admits only texts of which a copy passes", || format!("{:?}", chunk.key))?;
    }
    let chosen: Vec<Key> = view.chunks.iter().map(|chunk| chunk.key).step_by(2).collect();
    question.filter = Filter { chunks: Some(chosen.clone()), ..Filter::default() };
    let view = patiently(async || Ok(workspace.store.view(&question, &needs).await?)).await?;
    let outside = view.chunks.iter().find(|chunk| !chosen.contains(&chunk.key));
    Broken::unless(outside.is_none(), "a filter of chunks admits only these", || format!("{outside:?}"))
}
