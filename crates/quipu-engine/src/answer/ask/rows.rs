//! The sources of an answer as rows of entities, of relations and of passages, each within a budget of its own, as
//! LightRAG and nano-graphrag write a context. A row is the number by which it is cited and one line of JSON.

use crate::answer::ask::sources::Row;
use std::collections::BTreeMap;

use quipu_kernel::model::Key;
use quipu_kernel::text::fold_name;
use quipu_kernel::view::{Reason, Thing, ThingKind, Why};
use serde_json::{Value, json};

use super::sources::{CHUNKS, Source, unscored};
use crate::base::EngineError;
use crate::base::hits::ShownHit;
use crate::base::ports::{Kept, RelationRow, Store};
use crate::write::describe::{self, Telling};

/// The maximum number of rows per kind.
const ROWS: usize = 60;

/// The entities of an evidence with their descriptions, within `most` tokens. An entity without a description gets
/// the hits that name it.
pub(super) async fn entities(
    store: &dyn Store,
    kept: Option<&dyn Kept>,
    things: &[Thing],
    hits: &[ShownHit],
    most: u64,
) -> Result<Vec<Source>, EngineError> {
    let mut out = Within::new(most);
    for thing in things.iter().filter(|thing| thing.kind == ThingKind::Entity).take(ROWS) {
        let told = match kept {
            Some(kept) => describe::telling(store, kept, thing.key, &thing.words).await?,
            None => None,
        };
        let source = match told {
            Some(Telling { name, kind, text, chunks }) => {
                let hits = unscored(store, &chunks[..chunks.len().min(CHUNKS)]).await?;
                Source { head: name.clone(), text, hits, row: Row::Entity(name, kind) }
            }
            None => {
                let found = store.named(&[fold_name(&thing.words)]).await?;
                let Some(entity) = found.into_iter().find(|row| row.key == thing.key) else { continue };
                let kind = entity.kind.label().to_owned();
                let (head, hits) = (thing.words.clone(), naming(&thing.words, hits));
                Source { head, text: String::new(), hits, row: Row::Entity(thing.words.clone(), kind) }
            }
        };
        if !out.take(source) {
            break;
        }
    }
    Ok(out.sources)
}

/// The hits whose texts name something.
fn naming(name: &str, hits: &[ShownHit]) -> Vec<ShownHit> {
    let low = name.to_lowercase();
    hits.iter().filter(|hit| hit.text.to_lowercase().contains(&low)).take(CHUNKS).cloned().collect()
}

/// The relations of an evidence, within `most` tokens; each is supported by the chunks that state it.
pub(super) async fn relations(store: &dyn Store, things: &[Thing], most: u64) -> Result<Vec<Source>, EngineError> {
    let of_kind = things.iter().filter(|thing| thing.kind == ThingKind::Relation).take(ROWS);
    let said: Vec<(Key, [&str; 3])> = of_kind.filter_map(|thing| Some((thing.key, stated(&thing.why)?))).collect();
    let mut names: Vec<String> = said.iter().map(|(_, [source, ..])| fold_name(source)).collect();
    names.sort_unstable();
    names.dedup();
    let rows: BTreeMap<Key, RelationRow> =
        store.entities(&names).await?.into_iter().flat_map(|(_, rows)| rows).map(|row| (row.key, row)).collect();
    let mut out = Within::new(most);
    for (key, [source, predicate, target]) in said {
        let Some(row) = rows.get(&key) else { continue };
        let hits = unscored(store, &row.chunks[..row.chunks.len().min(CHUNKS)]).await?;
        let (head, text) = (source.to_owned(), format!("{source} {predicate} {target}"));
        let row = Row::Relation(source.to_owned(), predicate.to_owned(), target.to_owned());
        if !out.take(Source { head, text, hits, row }) {
            break;
        }
    }
    Ok(out.sources)
}

/// The statement in a reason.
fn stated(why: &Why) -> Option<[&str; 3]> {
    match &why.reason {
        Reason::States { source, predicate, target, .. } => Some([source, predicate, target]),
        _ => why.parts.iter().find_map(stated),
    }
}

/// Sources within a budget.
struct Within {
    left: u64,
    sources: Vec<Source>,
}

impl Within {
    fn new(most: u64) -> Self {
        Self { left: most, sources: Vec::new() }
    }

    /// Takes a source with support; true if there is room for another.
    fn take(&mut self, source: Source) -> bool {
        let tokens = source.tokens();
        if tokens > self.left {
            return false;
        }
        if !source.hits.is_empty() {
            self.left -= tokens;
            self.sources.push(source);
        }
        true
    }
}

/// The sources as rows under headings, in their order.
pub(super) fn written(sources: &[Source]) -> String {
    let heading = |source: &Source| match source.row {
        Row::Entity(..) => "Entities:",
        Row::Relation(..) => "Relations:",
        Row::Passage => "Passages:",
    };
    let mut lines: Vec<String> = Vec::new();
    let mut under = "";
    for (n, source) in (1..).zip(sources) {
        if heading(source) != under {
            under = heading(source);
            lines.extend((n > 1).then(String::new));
            lines.push(under.to_owned());
        }
        lines.push(format!("[{n}] {}", row(source)));
    }
    lines.join("\n")
}

fn row(source: &Source) -> Value {
    match &source.row {
        Row::Passage => json!({ "source": source.head, "text": source.text }),
        Row::Entity(name, kind) if source.text.is_empty() => json!({ "entity": name, "kind": kind }),
        Row::Entity(name, kind) => json!({ "entity": name, "kind": kind, "about": source.text }),
        Row::Relation(of, predicate, to) => json!({ "source": of, "predicate": predicate, "target": to }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_under_headings_with_their_numbers() {
        let source = |head: &str, text: &str, row: Row| {
            let (head, text) = (head.to_owned(), text.to_owned());
            Source { head, text, row, hits: Vec::new() }
        };
        let sources = [
            source("Ada", "", Row::Entity("Ada".into(), "person".into())),
            source("", "", Row::Relation("Ada".into(), "knew".into(), "Babbage".into())),
            source("Letters", "Ada knew\nBabbage.", Row::Passage),
        ];
        let said = "Entities:\n[1] {\"entity\":\"Ada\",\"kind\":\"person\"}\n\nRelations:\n\
            [2] {\"predicate\":\"knew\",\"source\":\"Ada\",\"target\":\"Babbage\"}\n\nPassages:\n\
            [3] {\"source\":\"Letters\",\"text\":\"Ada knew\\nBabbage.\"}";
        assert_eq!(written(&sources), said);
    }
}
