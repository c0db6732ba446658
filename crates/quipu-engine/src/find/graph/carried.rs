//! The sentences that carry a tie between two entities: the statement itself, else a sentence that
//! names both, else one for each in a chunk that holds both.

use crate::base::citation::Quote;
use std::collections::{BTreeMap, BTreeSet};

use quipu_kernel::model::{Facts, Key, Span};
use quipu_kernel::text::{fold_name, sentences};

use super::seen::Seen;
use crate::base::graph::OwnedChunks;
use crate::base::ports::{EntityFound, Store, StoreError, StoredChunk};

/// A tie that wants its sentences.
pub(in crate::find) struct Tied {
    /// Folded names of one end.
    pub(in crate::find) a: BTreeSet<String>,
    /// Folded names of the other.
    pub(in crate::find) b: BTreeSet<String>,
    /// Chunks that may carry it, the likeliest first.
    pub(in crate::find) chunks: Vec<Key>,
}

/// Number of chunks read per tie.
const READ: usize = 8;

/// The sentences of each tie: those of its best chunk, in two reads.
pub(in crate::find) async fn carried(store: &dyn Store, ties: &[Tied]) -> Result<Vec<Vec<Quote>>, StoreError> {
    let keys = ties.iter().flat_map(|tie| tie.chunks.iter().take(READ)).copied();
    let read = OwnedChunks::read(store, keys).await?;
    Ok(ties.iter().map(|tie| best(tie, &read)).collect())
}

fn best(tie: &Tied, owned: &OwnedChunks) -> Vec<Quote> {
    let read = tie.chunks.iter().take(READ).filter_map(|key| owned.chunks.get(key));
    let carries = read.map(|stored| (spans(tie, stored), stored));
    let Some(((_, spans), stored)) = carries.min_by_key(|((rank, _), _)| *rank) else { return Vec::new() };
    let Some(owner) = owned.owner(stored) else { return Vec::new() };
    spans.into_iter().filter_map(|span| Quote::of(stored, owner, span)).collect()
}

/// The folded names of entities seen in views. For one in very many chunks only the shown name, unless
/// it was read before: a lookup of the others would read all of its statements.
pub(in crate::find) async fn names(
    store: &dyn Store,
    seen: &Seen,
    keys: &BTreeSet<Key>,
    read: &[&EntityFound],
) -> Result<BTreeMap<Key, BTreeSet<String>>, StoreError> {
    let mut out: BTreeMap<Key, BTreeSet<String>> = BTreeMap::new();
    let mut asked = Vec::new();
    for entity in keys.iter().filter_map(|key| seen.entities.get(key)) {
        let folded = fold_name(&entity.name);
        if !entity.hub {
            asked.push(folded.clone());
        }
        out.entry(entity.key).or_default().insert(folded);
    }
    let found = store.entities(&asked).await?;
    for (row, _) in read.iter().copied().chain(&found) {
        out.entry(row.key).or_default().extend(row.names.iter().cloned());
    }
    Ok(out)
}

/// The rank of a chunk as evidence of a tie (0 best), and the sentences.
fn spans(tie: &Tied, stored: &StoredChunk) -> (u8, Vec<Span>) {
    let cut = sentences(&stored.chunk.text);
    let stated = stored.facts.iter().flat_map(|facts| &facts.statements).find(|said| {
        let ends = (&said.source.folded, &said.target.folded);
        (tie.a.contains(ends.0) && tie.b.contains(ends.1)) || (tie.b.contains(ends.0) && tie.a.contains(ends.1))
    });
    if let Some(said) = stated {
        return (0, around(&cut, said.quote).into_iter().collect());
    }
    let (a, b) = (named(&stored.facts, &tie.a), named(&stored.facts, &tie.b));
    let sentence_of = |span: &Span| around(&cut, *span);
    let (a, b): (Vec<Span>, Vec<Span>) =
        (a.iter().filter_map(sentence_of).collect(), b.iter().filter_map(sentence_of).collect());
    if let Some(both) = a.iter().find(|span| b.contains(span)) {
        return (1, vec![*both]);
    }
    match (a.first(), b.first()) {
        (Some(a), Some(b)) => (2, if a < b { vec![*a, *b] } else { vec![*b, *a] }),
        // One of them is in the title or the headings only.
        (Some(only), None) | (None, Some(only)) => (3, vec![*only]),
        (None, None) => (4, cut.first().copied().into_iter().collect()),
    }
}

/// The spans of a chunk's text that mention one of these names.
pub(in crate::find) fn named(facts: &[Facts], names: &BTreeSet<String>) -> Vec<Span> {
    let mentions = facts.iter().flat_map(|facts| &facts.mentions);
    mentions
        .filter(|mention| !mention.span.is_empty() && names.contains(&mention.name.folded))
        .map(|m| m.span)
        .collect()
}

/// The sentence that holds the beginning of a span.
pub(in crate::find) fn around(sentences: &[Span], span: Span) -> Option<Span> {
    let after = sentences.partition_point(|sentence| sentence.start <= span.start);
    after.checked_sub(1).and_then(|at| sentences.get(at)).copied()
}
