//! A vault for Obsidian: a note a document, with its text and links to what it names, and a note an
//! entity, with the relations stated about it.
//!
//! A note's file is named by what never changes its place: a document's id, one of an entity's folded
//! names. So a link can be written before its note is. Ids and names are untrusted: they lead nowhere
//! but below the vault, and names that systems reserve, that are too long or that were taken get a
//! piece of their key.

use std::collections::BTreeMap;

use quipu_kernel::model::Key;
use quipu_kernel::text::char_start;
use rustc_hash::FxHashSet;

use super::documents::{Documents, Whole};
use super::names::{Meant, Names, meant};
use super::rows::Rows;
use super::{ExportReport, Sink, put};
use crate::ports::{DocumentRow, DumpRow, EntityFound, EntityRow, Store};
use crate::{EngineError, Workspace};

/// The longest name of a note, in bytes, without its ending.
const LONGEST: usize = 120;
/// How many entities are looked up at once.
const BATCH: usize = 64;

pub(super) async fn write(workspace: &Workspace, sink: &mut dyn Sink) -> Result<ExportReport, EngineError> {
    let names = Names::of(&workspace.store).await?;
    let mut report = ExportReport::default();
    let mut taken: FxHashSet<Key> = FxHashSet::default();
    let mut documents = Documents::of(&workspace.store);
    while let Some((row, chunks)) = documents.next().await? {
        report.documents += 1;
        report.chunks += chunks.len() as u64;
        let path = format!("Documents/{}", file_of(&row.id, row.key));
        let fresh = taken.insert(Key::text(&path.to_lowercase()));
        let path = if fresh { path } else { format!("{path} {}", short(row.key)) };
        sink.begin(&format!("{path}.md")).map_err(EngineError::Write)?;
        put(sink, &document(&names, &row, &chunks))?;
    }
    let mut rows = Rows::of(&workspace.store, |row| matches!(row, DumpRow::Entity(_)));
    let mut batch: Vec<EntityRow> = Vec::new();
    loop {
        let row = rows.next().await?;
        let ended = row.is_none();
        if let Some(DumpRow::Entity(entity)) = row {
            batch.push(entity);
        }
        if ended || batch.len() >= BATCH {
            report.entities += batch.len() as u64;
            report.relations += entities(&*workspace.store, &names, &batch, sink).await?;
            batch.clear();
        }
        if ended {
            return Ok(report);
        }
    }
}

/// Writes the notes of entities; says how many relations start from them.
async fn entities(
    store: &dyn Store,
    names: &Names,
    rows: &[EntityRow],
    sink: &mut dyn Sink,
) -> Result<u64, EngineError> {
    let asked: Vec<String> = rows.iter().map(|row| meant(row).folded.to_string()).collect();
    let found: BTreeMap<Key, EntityFound> =
        store.entities(&asked).await?.into_iter().map(|found| (found.0.key, found)).collect();
    let mut relations = 0;
    for row in rows {
        let stated = found.get(&row.key).map_or(&[][..], |(_, stated)| stated);
        relations += stated.iter().filter(|said| row.names.contains(&said.source)).count() as u64;
        sink.begin(&format!("{}.md", note_of(&meant(row)))).map_err(EngineError::Write)?;
        let mut text = format!("---\naliases: {}\nkind: {}\n---\n# {}\n", list(row), row.kind.label(), row.name);
        text.push_str(&format!("\nIn {} chunks.\n", row.chunks));
        for said in stated {
            let (source, target) = (names.folded(&said.source), names.folded(&said.target));
            let says = said.predicate.replace(['\n', '[', ']'], " ");
            text.push_str(&format!("\n- {} {says} {}", link(&source, &said.source), link(&target, &said.target)));
        }
        text.push('\n');
        put(sink, &text)?;
    }
    Ok(relations)
}

/// The names of an entity as a list of YAML, which JSON is.
fn list(row: &EntityRow) -> String {
    let names: Vec<&String> =
        [&row.name].into_iter().chain(row.names.iter().filter(|name| **name != row.name)).collect();
    serde_json::to_string(&names).unwrap_or_default()
}

/// The note of a document.
fn document(names: &Names, row: &DocumentRow, chunks: &[Whole]) -> String {
    let field = |name: &str, value: &str| format!("{}: {value}\n", serde_json::Value::from(name));
    let mut text = "---\n".to_owned();
    text.push_str(&field("id", &serde_json::Value::from(row.id.as_str()).to_string()));
    text.push_str(&field("title", &serde_json::Value::from(row.title.as_str()).to_string()));
    text.push_str(&field("source", &serde_json::Value::from(row.source.path.as_str()).to_string()));
    for (name, value) in row.metadata.iter().filter(|(name, _)| !["id", "title", "source"].contains(&name.as_str())) {
        text.push_str(&field(name, &value.to_string()));
    }
    text.push_str("---\n");
    let mut end = 0u32;
    for Whole { chunk, .. } in chunks {
        // Chunks may overlap; what was written is not written again.
        let said = end.saturating_sub(chunk.body.start) as usize;
        let rest = &chunk.text[char_start(&chunk.text, said.min(chunk.text.len()))..];
        text.push_str(rest);
        text.push_str("\n\n");
        end = end.max(chunk.body.end);
    }
    if chunks.is_empty() {
        text.push_str("The same text as another document.\n\n");
    }
    let mut named: BTreeMap<String, String> = BTreeMap::new();
    let said = chunks.iter().flat_map(|whole| &whole.facts).flat_map(|facts| &facts.mentions);
    for mention in said.chain(&row.title_names) {
        let meant = names.entity(&mention.name);
        named.entry(note_of(&meant)).or_insert_with(|| link(&meant, &mention.form));
    }
    if !named.is_empty() {
        let links: Vec<String> = named.into_values().collect();
        text.push_str(&format!("## Entities\n\n{}\n", links.join(" · ")));
    }
    text
}

/// A link to an entity's note, shown as the text says it.
fn link(meant: &Meant, shown: &str) -> String {
    let shown: String = shown.chars().map(|c| if "[]|#^\n\r".contains(c) { ' ' } else { c }).collect();
    format!("[[{}|{}]]", note_of(meant), shown.trim())
}

/// The note of an entity, without its ending.
fn note_of(meant: &Meant) -> String {
    let key = quipu_kernel::model::name_key(&meant.folded, "");
    let file = file_of(&meant.folded.replace('/', " "), meant.key);
    // Another sense of an equal name has a note of its own.
    if key == meant.key || meant.folded.is_empty() {
        format!("Entities/{file}")
    } else {
        format!("Entities/{file} {}", short(meant.key))
    }
}

/// A path below the vault for a name with `/` in it.
fn file_of(name: &str, key: Key) -> String {
    let parts: Vec<String> = name.split(['/', '\\']).map(part_of).filter(|part| !part.is_empty()).collect();
    let path = parts.join("/");
    let path = path.strip_suffix(".md").unwrap_or(&path);
    let plain = path == name.strip_suffix(".md").unwrap_or(name) && path.len() <= LONGEST && !path.is_empty();
    if plain {
        return path.to_owned();
    }
    let cut = &path[..char_start(path, LONGEST.min(path.len()))];
    format!("{} {}", cut.trim_end_matches(['/', ' ', '.']), short(key)).trim_start().to_owned()
}

/// A part of a path as every system takes it.
fn part_of(part: &str) -> String {
    let kept = part.chars().map(|c| if c.is_control() || "<>:\"|?*#^[]".contains(c) { ' ' } else { c });
    let kept = kept.collect::<String>();
    let kept = kept.trim_matches(|c: char| c == ' ' || c == '.');
    let stem = kept.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let reserved = ["con", "prn", "aux", "nul"].contains(&stem.as_str())
        || (stem.len() == 4
            && (stem.starts_with("com") || stem.starts_with("lpt"))
            && stem.ends_with(|c: char| c.is_ascii_digit()));
    if reserved { format!("{kept}_") } else { kept.to_owned() }
}

fn short(key: Key) -> String {
    key.to_string().chars().take(6).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn is_safe(path: &str) -> bool {
        let parts: Vec<&str> = path.split('/').collect();
        parts.iter().all(|part| !part.is_empty() && !part.starts_with('.') && !part.ends_with(['.', ' ']))
            && !path.contains(['\\', ':', '\0', '\n'])
            && path.len() <= LONGEST + 8
    }

    #[test]
    fn notes_are_named_as_their_documents_are() {
        let key = Key::document("x");
        assert_eq!(file_of("notes/a b.md", key), "notes/a b");
        assert_eq!(file_of("../../etc/passwd", key), format!("etc/passwd {}", short(key)));
        assert_eq!(file_of("C:\\x\\con.md", key), format!("C/x/con.md_ {}", short(key)));
        assert_eq!(file_of("..", key), short(key));
    }

    proptest! {
        #[test]
        fn no_name_leads_out_of_the_vault(name in "(\\.|/|\\\\|:|con|\u{0}|\n| |é|.){0,60}", long in 0..4usize) {
            prop_assert!(is_safe(&file_of(&name.repeat(1 + 8 * long), Key::document("x"))));
        }
    }
}
