//! Laws of exchange: what was exported and imported is what it was.

use std::io;

use super::histories::index_all;
use super::world::{Documents, World};
use super::{Broken, Empty, alike, patiently, toys};
use crate::Workspace;
use crate::exchange::{ImportOptions, ImportReport, Shape, Sink, export, import};
use crate::index::Stop;

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

async fn exported(workspace: &Workspace) -> Result<Vec<u8>, Broken> {
    patiently(async || {
        let mut file = Memory::default();
        export(workspace, Shape::Jsonl, &mut file).await?;
        Ok(file.0)
    })
    .await
}

/// Groups of two or three documents.
async fn imported(workspace: &Workspace, file: &[u8]) -> Result<ImportReport, Broken> {
    let options = ImportOptions { group_bytes: 200, workers: 2, stop: Stop::default() };
    patiently(async || import(workspace, &mut &*file, &options).await).await
}

/// Importing what a workspace exported into an empty one gives its equal; importing it again does
/// nothing; importing halves of a world into one workspace gives what indexing it gives.
pub(super) async fn an_import_is_what_was_exported(empty: Empty<'_>, seed: u64) -> Result<(), Broken> {
    let mut world = World::new(seed ^ 0xe7c4);
    (0..4).for_each(|_| drop(world.step()));
    let whole = toys::workspace(empty());
    index_all(&whole, &world.documents).await?;
    let file = exported(&whole).await?;
    let restored = toys::workspace(empty());
    let report = imported(&restored, &file).await?;
    Broken::unless(report.refused.is_empty(), "an export reads", || format!("{report:?}"))?;
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

/// A line that does not read costs its document and no other.
pub(super) async fn a_bad_line_costs_one_document(empty: Empty<'_>, seed: u64) -> Result<(), Broken> {
    let mut world = World::new(seed ^ 0xbad);
    (0..3).for_each(|_| drop(world.step()));
    let whole = toys::workspace(empty());
    index_all(&whole, &world.documents).await?;
    let file = exported(&whole).await?;
    let lines: Vec<&[u8]> = file.split_inclusive(|byte| *byte == b'\n').collect();
    let bad = 1 + world.random.below(lines.len().max(2) - 1);
    let kept = |(at, line): (usize, &&[u8])| if at == bad { line[..line.len() / 2].to_vec() } else { line.to_vec() };
    let spoiled: Vec<Vec<u8>> = lines.iter().enumerate().map(kept).collect();
    let restored = toys::workspace(empty());
    let report = imported(&restored, &spoiled.concat()).await?;
    let status = patiently(async || Ok(restored.store.status().await?)).await?;
    let verified = patiently(async || Ok(restored.store.verify(false).await?)).await?;
    let sound = verified.problems.is_empty() && status.documents == report.added;
    Broken::unless(sound && (lines.len() < 2 || !report.refused.is_empty()), "a bad line costs its document", || {
        format!("{report:?}\n{status:?}\n{:?}", verified.problems)
    })
}
