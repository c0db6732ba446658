//! A vault for Obsidian: a note a document, with its text and links to its entities, and a note an
//! entity, with the relations stated about it.
//!
//! A note's file is named by an invariant: a document's id, one of an entity's folded
//! names. So a link can be written before its note is. Ids and names are untrusted: they lead nowhere
//! but below the vault, and names that systems reserve, that are too long or that meet others get a
//! piece of their key: a note is never where a folder is, and no two names differ by case alone.

use std::collections::BTreeMap;

use quipu_kernel::model::Key;
use quipu_kernel::text::char_start;
use rustc_hash::FxHashSet;

use super::dump_rows::DumpRows;
use super::entity_names::{EntityNames, Meant, meant};
use super::stored_documents::{ExportedChunk, StoredDocuments};
use super::{ExportReport, Sink, put};
use crate::base::ports::{DocumentRow, DumpRow, EntityFound, EntityRow, RelationRow, Store};
use crate::base::{EngineError, Workspace};

/// The longest name of a note, in bytes, without its ending.
const LONGEST: usize = 120;
/// Batch size of entity lookups.
const BATCH: usize = 64;

pub(super) async fn write(workspace: &Workspace, sink: &mut dyn Sink) -> Result<ExportReport, EngineError> {
    let names = EntityNames::of(&workspace.store).await?;
    let mut report = ExportReport::default();
    let mut taken = Taken::default();
    let mut documents = StoredDocuments::of(&workspace.store);
    while let Some((row, chunks)) = documents.next().await? {
        report.documents += 1;
        report.chunks += chunks.len() as u64;
        let path = taken.free(&file_of(&row.id, row.key), row.key);
        sink.begin(&format!("Documents/{path}.md")).map_err(EngineError::Write)?;
        put(sink, &document(&names, &row, &chunks))?;
    }
    let mut rows = DumpRows::of(&workspace.store, |row| matches!(row, DumpRow::Entity(_)));
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

/// Existing files and folders; some systems treat names that differ by case as one.
#[derive(Default)]
struct Taken {
    files: FxHashSet<Key>,
    folders: FxHashSet<Key>,
}

impl Taken {
    /// The path of a note, without its ending, where nothing else is: as it is named, else with a piece
    /// of its key, else with the whole of it.
    fn free(&mut self, path: &str, key: Key) -> String {
        let marked = format!("{path} {}", short(key));
        // If a folder of the path exists as a file, a flat name beside it is used.
        let flat = format!("{} {key}", path.replace('/', " "));
        let mut tried = [path.to_owned(), marked, flat].into_iter();
        tried.find(|path| self.take(path)).unwrap_or_else(|| key.to_string())
    }

    /// Takes a path; false when something is in its way.
    fn take(&mut self, path: &str) -> bool {
        let as_file = |path: &str| Key::text(&format!("{}.md", path.to_lowercase()));
        let as_folder = |path: &str| Key::text(&path.to_lowercase());
        let above = || path.match_indices('/').map(|(at, _)| as_folder(&path[..at]));
        let file = as_file(path);
        if self.files.contains(&file) || self.folders.contains(&file) || above().any(|at| self.files.contains(&at)) {
            return false;
        }
        self.folders.extend(above());
        self.files.insert(file)
    }
}

/// Writes the notes of entities; returns the number of relations that start from them.
async fn entities(
    store: &dyn Store,
    names: &EntityNames,
    rows: &[EntityRow],
    sink: &mut dyn Sink,
) -> Result<u64, EngineError> {
    let asked: Vec<String> = rows.iter().filter_map(|row| row.names.first().cloned()).collect();
    let found: BTreeMap<Key, EntityFound> =
        store.entities(&asked).await?.into_iter().map(|found| (found.0.key, found)).collect();
    let mut relations = 0;
    for row in rows {
        let stated = found.get(&row.key).map_or(&[][..], |(_, stated)| stated);
        let stated: Vec<&RelationRow> = stated.iter().filter(|said| !names.has_word_end(said)).collect();
        relations += stated.iter().filter(|said| row.keys.contains(&said.source_name)).count() as u64;
        sink.begin(&format!("{}.md", note_of(&meant(row)))).map_err(EngineError::Write)?;
        let mut text = format!("---\naliases: {}\nkind: {}\n---\n# {}\n", list(row), row.kind.label(), row.name);
        text.push_str(&format!("\nIn {} chunks.\n", row.chunks));
        for said in stated {
            let source = names.keyed(said.source_name, &said.source);
            let target = names.keyed(said.target_name, &said.target);
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
fn document(names: &EntityNames, row: &DocumentRow, chunks: &[ExportedChunk]) -> String {
    let field = |name: &str, value: &str| format!("{}: {value}\n", serde_json::Value::from(name));
    let mut text = "---\n".to_owned();
    text.push_str(&field("id", &serde_json::Value::from(row.id.as_str()).to_string()));
    text.push_str(&field("title", &serde_json::Value::from(row.title.as_str()).to_string()));
    text.push_str(&field("source", &serde_json::Value::from(row.source.path.as_str()).to_string()));
    for (name, value) in row.metadata.iter().filter(|(name, _)| !["id", "title", "source"].contains(&name.as_str())) {
        text.push_str(&field(name, &value.to_string()));
    }
    text.push_str("---\n");
    text.push_str(&joined(chunks));
    if !chunks.is_empty() {
        text.push_str("\n\n");
    }
    if chunks.is_empty() {
        text.push_str("The same text as another document.\n\n");
    }
    let mut named: BTreeMap<String, String> = BTreeMap::new();
    let said = chunks.iter().flat_map(|whole| &whole.facts).flat_map(|facts| &facts.mentions);
    for mention in said.chain(&row.title_names).filter(|mention| !names.is_word(mention.name.key())) {
        let meant = names.entity(&mention.name);
        named.entry(note_of(&meant)).or_insert_with(|| link(&meant, &mention.form));
    }
    if !named.is_empty() {
        let links: Vec<String> = named.into_values().collect();
        text.push_str(&format!("## Entities\n\n{}\n", links.join(" · ")));
    }
    text
}

/// The text of chunks. What lay between them was blank and is not kept: of one byte it can only have been
/// a space or a line break, of more a blank line.
fn joined(chunks: &[ExportedChunk]) -> String {
    let mut text = String::new();
    let mut end = None;
    for ExportedChunk { chunk, .. } in chunks {
        let before = end.unwrap_or(chunk.body.start);
        text.push_str(match chunk.body.start.saturating_sub(before) {
            0 => "",
            1 => "\n",
            _ => "\n\n",
        });
        // Chunks may overlap; text is written once.
        let said = before.saturating_sub(chunk.body.start) as usize;
        text.push_str(&chunk.text[char_start(&chunk.text, said.min(chunk.text.len()))..]);
        end = Some(before.max(chunk.body.end));
    }
    text
}

/// A link to an entity's note, shown as in the text.
fn link(meant: &Meant, shown: &str) -> String {
    let shown: String = shown.chars().map(|c| if "[]|#^\n\r".contains(c) { ' ' } else { c }).collect();
    format!("[[{}|{}]]", note_of(meant), shown.trim())
}

/// The note of an entity, without its ending.
fn note_of(meant: &Meant) -> String {
    let key = quipu_kernel::model::name_key(&meant.folded, "");
    let file = file_of(&meant.folded.replace('/', " "), meant.key);
    // Another sense of an equal name has a note of its own, and so has a name that only its file would make equal.
    let bent = meant.folded.contains(['/', '\\']) || meant.folded.ends_with(".md");
    if (key == meant.key && !bent) || meant.folded.is_empty() {
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
    format!("{} {}", cut.trim_end_matches(|c: char| c.is_whitespace() || "/.".contains(c)), short(key))
        .trim_start()
        .to_owned()
}

/// A part of a path as every system takes it.
fn part_of(part: &str) -> String {
    let kept = part.chars().map(|c| if c.is_control() || "<>:\"|?*#^[]".contains(c) { ' ' } else { c });
    let kept = kept.collect::<String>();
    let kept = kept.trim_matches(|c: char| c.is_whitespace() || c == '.');
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

    #[test]
    fn names_that_meet_are_told_apart() {
        let ids = ["notes/a.md", "notes/a.md/b", "notes/A", "notes/a", "notes", "notes/a.md.md/c", "a/b", "a.md/x"];
        let mut taken = Taken::default();
        let paths: Vec<String> =
            ids.iter().map(|id| taken.free(&file_of(id, Key::document(id)), Key::document(id))).collect();
        for path in &paths {
            let others = || paths.iter().filter(|other| *other != path).map(|other| other.to_lowercase());
            assert!(is_safe(path) || path.len() > LONGEST, "{path}");
            let (file, folder) = (format!("{}.md", path.to_lowercase()), format!("{}.md/", path.to_lowercase()));
            assert!(others().all(|other| format!("{other}.md") != file && !other.starts_with(&folder)), "{paths:?}");
        }
        assert_eq!(paths.len(), paths.iter().collect::<std::collections::BTreeSet<_>>().len(), "{paths:?}");
    }

    #[test]
    fn entities_that_only_files_make_equal_have_notes_of_their_own() {
        let note =
            |folded: &str| note_of(&Meant { key: quipu_kernel::model::name_key(folded, ""), folded: folded.into() });
        let notes: std::collections::BTreeSet<String> = ["a b", "a/b", "a", "a.md"].map(note).into();
        assert_eq!(notes.len(), 4, "{notes:?}");
    }

    #[test]
    fn gaps_between_chunks_are_as_wide_as_they_were() {
        let whole = |start: u32, text: &str| {
            let body = quipu_kernel::model::Span { start, end: start + text.len() as u32 };
            let chunk = quipu_kernel::model::Chunk { body, text: text.to_owned(), ..Default::default() };
            ExportedChunk { chunk, facts: Vec::new(), vector: None }
        };
        let chunks = [whole(2, "one"), whole(5, "two"), whole(9, "three"), whole(12, "ee four"), whole(24, "five")];
        assert_eq!(joined(&chunks), "onetwo\nthree four\n\nfive");
    }

    #[test]
    fn a_name_of_odd_blanks_and_dots_is_no_hidden_file() {
        assert!(is_safe(&file_of(&"\u{a0}.".repeat(9), Key::document("x"))));
    }

    proptest! {
        #[test]
        fn no_two_names_meet(ids in prop::collection::btree_set("(a|A|b|/|\\.md| ){1,6}", 1..12)) {
            let mut taken = Taken::default();
            let free = |id: &String| format!("{}.md", taken.free(&file_of(id, Key::document(id)), Key::document(id)));
            let files: Vec<String> = ids.iter().map(free).map(|file| file.to_lowercase()).collect();
            for (at, file) in files.iter().enumerate() {
                for other in files[..at].iter().chain(&files[at + 1..]) {
                    prop_assert!(file != other && !other.starts_with(&format!("{file}/")), "{files:?}");
                }
            }
        }

        #[test]
        fn no_name_leads_out_of_the_vault(name in "(\\.|/|\\\\|:|con|\u{0}|\n| |é|.){0,60}", long in 0..4usize) {
            prop_assert!(is_safe(&file_of(&name.repeat(1 + 8 * long), Key::document("x"))));
        }
    }
}
