//! `quipu dump`: everything, a JSON object a line, in the canonical order.

use std::io::{self, BufWriter, Write};

use anyhow::Context as _;
use quipu_engine::ports::DumpRow;

use super::Place;
use crate::cli::DumpArgs;
use crate::exit::Outcome;
use crate::messages::say;
use crate::wire;

/// Writes every row.
///
/// # Errors
/// When the workspace cannot be read or the output cannot be written.
pub(crate) async fn run(place: &Place<'_>, args: &DumpArgs) -> anyhow::Result<Outcome> {
    let loaded = place.settings(&[])?;
    let workspace = wire::open(&place.folder, &loaded.settings)?;
    let mut out: Box<dyn Write + Send> = match &args.output {
        Some(path) => {
            Box::new(BufWriter::new(std::fs::File::create(path).with_context(|| path.display().to_string())?))
        }
        None => Box::new(BufWriter::new(io::stdout())),
    };
    let mut written: io::Result<()> = Ok(());
    let mut take = |row: DumpRow| {
        written = write_row(&mut out, &row);
        written.is_ok()
    };
    workspace.store.dump(&mut take).await?;
    let said = || args.output.as_ref().map_or(say!("standard-output").to_string(), |path| path.display().to_string());
    written.with_context(said)?;
    out.flush().with_context(said)?;
    Ok(Outcome::Done)
}

fn write_row(out: &mut dyn Write, row: &DumpRow) -> io::Result<()> {
    serde_json::to_writer(&mut *out, row)?;
    out.write_all(b"\n")
}
