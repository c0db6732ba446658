//! `quipu dump`: everything, a JSON object a line, in the canonical order.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context as _;
use quipu::workspace::DumpRow;

use crate::cli::DumpArgs;
use crate::exit::Outcome;
use crate::messages::say;
use crate::place::Place;

/// The output of rows, and its result.
struct Out {
    to: Box<dyn Write + Send>,
    written: io::Result<()>,
}

/// Writes every row.
///
/// # Errors
/// When the workspace cannot be read or the output cannot be written.
pub(crate) async fn run(place: &Place<'_>, args: &DumpArgs) -> anyhow::Result<Outcome> {
    let quipu = place.quipu(&[])?;
    // A file is not emptied for a workspace that is not there.
    quipu.ready().await?;
    let to: Box<dyn Write + Send> = match &args.output {
        Some(path) => Box::new(BufWriter::new(File::create(path).with_context(|| path.display().to_string())?)),
        None => Box::new(BufWriter::new(io::stdout())),
    };
    let out = Arc::new(Mutex::new(Out { to, written: Ok(()) }));
    let taking = Arc::clone(&out);
    let take = move |row: DumpRow| {
        let mut out = taking.lock().unwrap_or_else(PoisonError::into_inner);
        out.written = write_row(&mut *out.to, &row);
        out.written.is_ok()
    };
    quipu.dump(take).await?;
    let said = || args.output.as_ref().map_or(say!("standard-output").to_string(), |path| path.display().to_string());
    let mut out = out.lock().unwrap_or_else(PoisonError::into_inner);
    std::mem::replace(&mut out.written, Ok(())).with_context(said)?;
    out.to.flush().with_context(said)?;
    Ok(Outcome::Done)
}

fn write_row(out: &mut dyn Write, row: &DumpRow) -> io::Result<()> {
    serde_json::to_writer(&mut *out, row)?;
    out.write_all(b"\n")
}
