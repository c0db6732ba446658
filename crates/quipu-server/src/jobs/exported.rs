//! Exports into a file that is kept with its job: shapes of several files become an archive (ZIP).

use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::Path;

use quipu::documents::{ExportReport, Sink};
use quipu::{Error, Quipu, durable};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::job::ExportFormat;
use super::queue::Run;

/// The output of an export.
enum Out {
    One(BufWriter<File>),
    Many(Box<ZipWriter<BufWriter<File>>>),
}

impl Sink for Out {
    fn begin(&mut self, name: &str) -> io::Result<()> {
        match self {
            Self::One(_) => Ok(()),
            Self::Many(zip) => Ok(zip.start_file(name, SimpleFileOptions::default().large_file(true))?),
        }
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::One(file) => file.write_all(bytes),
            Self::Many(zip) => zip.write_all(bytes),
        }
    }
}

impl Out {
    fn finish(self) -> io::Result<()> {
        let mut file = match self {
            Self::One(file) => file,
            Self::Many(zip) => zip.finish()?,
        };
        file.flush()?;
        file.get_ref().sync_all()
    }
}

/// Exports the workspace into the job's file, all or nothing.
///
/// # Errors
/// When the workspace cannot be read, or the file cannot be written.
pub(super) async fn exported(quipu: &Quipu, format: ExportFormat, run: &Run) -> Result<ExportReport, Error> {
    let path = run.file(format.file());
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |reason| Error::File { path, reason }
    };
    let place = durable::fresh(0o600).tempfile_in(durable::above(&path)).map_err(failed(&path))?;
    let file = BufWriter::new(place.reopen().map_err(failed(&path))?);
    let out = match format {
        ExportFormat::Jsonl | ExportFormat::Graphml => Out::One(file),
        ExportFormat::Csv | ExportFormat::Obsidian => Out::Many(Box::new(ZipWriter::new(file))),
    };
    let (report, out) = quipu.export(format.shape(), out).await?;
    out.finish().map_err(failed(&path))?;
    place.persist(&path).map_err(|error| failed(&path)(error.error))?;
    Ok(report)
}
