//! Laws of exchange: an exported and imported workspace equals the original.

use std::collections::BTreeSet;
use std::io;

use quipu_engine::Stop;
use quipu_engine::Workspace;
use quipu_engine::exchange::{ImportOptions, ImportReport, Shape, Sink, export, import};
use quipu_engine::ports::Select;
use quipu_kernel::model::Key;
use serde_json::Value;

use super::indexed::index_all;
use super::world::{Documents, World};
use super::{Broken, Empty, alike, patiently, toys};

/// A file in memory.
#[derive(Default)]
struct Memory(Vec<u8>);

impl Sink for Memory {
    fn begin(&mut self, _: &str) -> io::Result<()> {
        self.0.clear();
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.extend_from_slice(bytes);
        Ok(())
    }
}

pub(super) async fn exported(workspace: &Workspace) -> Result<Vec<u8>, Broken> {
    patiently(async || {
        let mut file = Memory::default();
        export(workspace, Shape::Jsonl, &mut file).await?;
        Ok(file.0)
    })
    .await
}

/// Groups of a few documents.
pub(super) async fn imported(workspace: &Workspace, file: &[u8]) -> Result<ImportReport, Broken> {
    let options = ImportOptions { group_bytes: 2_000, workers: 2, stop: Stop::default() };
    patiently(async || import(workspace, &mut &*file, &options).await).await
}

/// An export imported into an empty workspace gives its equal; importing it again does
/// nothing; importing halves of a world into one workspace gives what indexing it gives.
pub(super) async fn an_import_is_what_was_exported(empty: Empty<'_>, seed: u64) -> Result<(), Broken> {
    let mut world = World::new(seed ^ 0xe7c4);
    (0..4).for_each(|_| drop(world.step()));
    let whole = toys::workspace(empty());
    index_all(&whole, &world.documents).await?;
    let file = exported(&whole).await?;
    let restored = toys::workspace(empty());
    let report = imported(&restored, &file).await?;
    Broken::unless(report.is_whole(), "an export reads", || format!("{report:?}"))?;
    alike(&whole, &restored).await?;
    let again = imported(&restored, &file).await?;
    let idle = again.added + again.changed == 0 && again.unchanged == world.documents.len() as u64;
    Broken::unless(idle, "importing again does nothing", || format!("{again:?}"))?;
    let halves: (Documents, Documents) = world.documents.clone().into_iter().partition(|_| world.random.chance(1, 2));
    let (one, both) = (toys::workspace(empty()), toys::workspace(empty()));
    index_all(&one, &halves.0).await?;
    index_all(&both, &halves.1).await?;
    imported(&both, &exported(&one).await?).await?;
    alike(&whole, &both).await
}

/// The ids of all documents.
async fn ids(workspace: &Workspace) -> Result<BTreeSet<String>, Broken> {
    let all = Select::After(None, usize::MAX);
    let rows = patiently(async || Ok(workspace.store.documents(&all).await?)).await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}

fn field<'v>(line: &'v Value, name: &str) -> &'v str {
    line[name].as_str().unwrap_or_default()
}

/// An invalid line costs its document, and the copies whose text stood below it; no other
/// document, for any line. A truncated part is detected.
pub(super) async fn a_bad_line_costs_one_text(empty: Empty<'_>, seed: u64) -> Result<(), Broken> {
    let mut world = World::of_at_least(3, seed ^ 0xbad);
    let whole = toys::workspace(empty());
    index_all(&whole, &world.documents).await?;
    let file = exported(&whole).await?;
    let lines: Vec<&[u8]> = file.split_inclusive(|byte| *byte == b'\n').collect();
    let bad = 1 + world.random.below(lines.len() - 1);
    let kept =
        |(at, line): (usize, &&[u8])| if at == bad { [&line[..line.len() / 2], b"\n"].concat() } else { line.to_vec() };
    let spoiled: Vec<u8> = lines.iter().enumerate().flat_map(kept).collect();
    let restored = toys::workspace(empty());
    let report = imported(&restored, &spoiled).await?;
    let verified = patiently(async || Ok(restored.store.verify(false).await?)).await?;
    let sound = verified.problems.is_empty() && !report.is_whole();
    Broken::unless(sound, "a bad line is told", || format!("{report:?}\n{:?}", verified.problems))?;
    let lines: Vec<Value> = lines.iter().filter_map(|line| serde_json::from_slice(line).ok()).collect();
    let is_document = |line: &&Value| field(line, "row") == "document";
    let owner = lines[..=bad].iter().rfind(is_document).filter(|_| field(&lines[bad], "row") != "end");
    let owns = |owner: &Value| owner["chunks"].as_u64() > Some(0);
    let lost = lines.iter().filter(is_document).filter(|line| {
        let same = |owner: &Value| field(line, "text") == field(owner, "text") && owns(owner);
        owner.is_some_and(|owner| field(line, "id") == field(owner, "id") || same(owner))
    });
    let lost: BTreeSet<String> = lost.map(|line| field(line, "id").to_owned()).collect();
    let all = ids(&whole).await?;
    let found = ids(&restored).await?;
    Broken::unless(found == &all - &lost, "a bad line costs its text and no other", || {
        format!("line {bad}: {found:?} of {all:?} without {lost:?}\n{report:?}")
    })?;
    let cut: Vec<u8> = file[..file.len() * 2 / 3].to_vec();
    let report = imported(&toys::workspace(empty()), &cut).await?;
    Broken::unless(report.missing.is_some(), "a file that was cut off is told", || format!("{report:?}"))
}

/// Chunks without a vector at their export have none after the import, though a model
/// could make one.
pub(super) async fn what_has_no_vector_gets_none(empty: Empty<'_>, seed: u64) -> Result<(), Broken> {
    let mut world = World::of_at_least(4, seed ^ 0x0ec);
    let whole = toys::workspace(empty());
    let blind = Workspace { embedder: None, ..whole.clone() };
    let halves: (Documents, Documents) = world.documents.clone().into_iter().partition(|_| world.random.chance(1, 2));
    index_all(&whole, &halves.0).await?;
    index_all(&blind, &halves.1).await?;
    let restored = toys::workspace(empty());
    imported(&restored, &exported(&whole).await?).await?;
    alike(&whole, &restored).await
}

/// One of two bodies with the same key and different texts is refused: within a file and against
/// the existing content.
pub(super) async fn no_text_is_two(empty: Empty<'_>, seed: u64) -> Result<(), Broken> {
    let world = World::of_at_least(2, seed ^ 0x2e0);
    let whole = toys::workspace(empty());
    index_all(&whole, &world.documents).await?;
    let file = exported(&whole).await?;
    let lines = file.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice::<Value>(line).ok());
    let mut owner = Key::default();
    let forged: Vec<String> = lines.filter_map(|line| forged(line, &mut owner)).collect();
    let forged = forged.join("\n");
    let report = imported(&whole, forged.as_bytes()).await?;
    let before = world.documents.keys().cloned().collect();
    let same = ids(&whole).await? == before && !report.refused.is_empty();
    Broken::unless(same, "a text that is there keeps its words", || format!("{report:?}"))?;
    let both = [&file[..], forged.as_bytes()].concat();
    let restored = toys::workspace(empty());
    let report = imported(&restored, &both).await?;
    let same = ids(&restored).await? == before && !report.refused.is_empty();
    Broken::unless(same, "a text of a file keeps its words", || format!("{report:?}"))
}

/// A line under another id, whose key `owner` becomes, and with other words; missing where it holds no words.
fn forged(mut line: Value, owner: &mut Key) -> Option<String> {
    match field(&line, "row") {
        "document" if line["chunks"].as_u64() == Some(0) => return None,
        "document" => {
            let id = format!("forged {}", field(&line, "id"));
            *owner = Key::document(&id);
            line["id"] = Value::from(id);
        }
        "chunk" => {
            let length = line["chunk"]["text"].as_str()?.len();
            line["chunk"]["text"] = Value::from("x".repeat(length));
            line["chunk"]["document"] = Value::from(owner.to_string());
            line["facts"] = Value::Array(Vec::new());
        }
        _ => {}
    }
    Some(line.to_string())
}
