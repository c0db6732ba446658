//! Backup and restore: all parts of a workspace in one archive (ZIP), as they are at one moment.
//!
//! The right to write is held while the parts are copied, so that truth, words and vectors are of one change; readers
//! go on. Data beside the truth takes writes of any process at any time: of that a snapshot of LMDB is
//! copied. Locks, temporary files and rebuildable data are left out. The archive ends with a list of its
//! files, by which a restore checks that it is complete.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use quipu_engine::ports::StoreError;
use serde::{Deserialize, Serialize};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use super::env::at;
use super::lock::WriteLock;
use crate::store::kept::copy_shelf;
use crate::store::{FRESH, above};

/// The folder of the parts in the archive.
const PARTS: &str = "store/";
/// The list of files.
const LIST: &str = "quipu-backup.json";
/// The format of archives.
const FORMAT: u32 = 1;
/// The environments beside the truth.
const SHELVES: [&str; 4] = ["replies", "sessions", "communities", "papers"];
/// Size of a copied piece.
const PIECE: usize = 1 << 20;

/// The content of a backup, or of a restore.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, schemars::JsonSchema)]
pub struct BackupReport {
    /// Files.
    pub files: u64,
    /// Their bytes.
    pub bytes: u64,
}

/// The list of an archive's files.
#[derive(Serialize, Deserialize)]
struct Listed {
    format: u32,
    files: BTreeMap<String, u64>,
}

/// The data beside the store's parts in a backup, and the watcher of its progress.
pub struct BackupOptions<'a> {
    /// Timeout for another writer.
    pub patience: Duration,
    /// Files beside the store, by name.
    pub beside: Vec<(String, Vec<u8>)>,
    /// True for parts that are left out, by their paths with `/`.
    pub without: &'a dyn Fn(&str) -> bool,
    /// Receives the bytes copied and the total; false ends the copy.
    pub watch: &'a mut dyn FnMut(u64, u64) -> bool,
}

/// Copies the workspace whose parts lie in `directory` into an archive; nothing where its watcher ended it.
///
/// # Errors
/// When it is missing, another process goes on writing, or something cannot be read or written.
pub fn backup<W: Write + Seek>(
    directory: &Path,
    to: W,
    options: BackupOptions<'_>,
) -> Result<Option<BackupReport>, StoreError> {
    let BackupOptions { patience, beside, without, watch } = options;
    let _alone = WriteLock::take_there(directory, patience)?;
    let mut parts = Vec::new();
    // The data of jobs exists before the jobs: with jobs listed first, none of it is missed.
    let jobs = directory.join("jobs");
    if jobs.is_dir() {
        list(&jobs, "jobs/", without, &mut parts)?;
    }
    list(directory, "", &|path| path == "jobs" || without(path), &mut parts)?;
    let total = parts.iter().map(|part| part.bytes).sum();
    let mut copying = Copying { zip: ZipWriter::new(to), files: BTreeMap::new(), done: 0, total, watch };
    for (name, bytes) in &beside {
        if !copying.add(name, &mut bytes.as_slice())? {
            return Ok(None);
        }
    }
    for part in &parts {
        let copied = match part.shelf() {
            Some(shelf) => copying.shelf(part, &directory.join(shelf))?,
            None => match File::open(&part.place) {
                Ok(mut file) => copying.add(&format!("{PARTS}{}", part.path), &mut file)?,
                // A file that is no longer needed was removed meanwhile.
                Err(error) if error.kind() == io::ErrorKind::NotFound => true,
                Err(error) => return Err(at(&part.place, &error)),
            },
        };
        if !copied {
            return Ok(None);
        }
    }
    copying.finish().map(Some)
}

/// A file of a workspace.
struct Part {
    path: String,
    place: PathBuf,
    bytes: u64,
}

impl Part {
    /// The shelf of the environment, if it is one.
    fn shelf(&self) -> Option<&str> {
        self.path.strip_suffix("/data.mdb").filter(|shelf| SHELVES.contains(shelf))
    }
}

/// The files below a folder that belong into a backup.
fn list(folder: &Path, below: &str, without: &dyn Fn(&str) -> bool, parts: &mut Vec<Part>) -> Result<(), StoreError> {
    let failed = |error: io::Error| at(folder, &error);
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        // Names of ours are plain text.
        let Ok(name) = entry.file_name().into_string() else { continue };
        let path = format!("{below}{name}");
        let passing = name.ends_with(".lock") || name == "lock.mdb" || name.starts_with(FRESH);
        let made_again = below.is_empty() && (name == "cache" || name.ends_with(".new") || name.ends_with(".old"));
        if passing || made_again || without(&path) {
            continue;
        }
        // A file that was removed meanwhile is not needed.
        let Ok(found) = fs::symlink_metadata(entry.path()) else { continue };
        if found.is_dir() {
            list(&entry.path(), &format!("{path}/"), without, parts)?;
        } else if found.is_file() {
            parts.push(Part { path, place: entry.path(), bytes: found.len() });
        }
    }
    Ok(())
}

struct Copying<'a, W: Write + Seek> {
    zip: ZipWriter<W>,
    files: BTreeMap<String, u64>,
    done: u64,
    total: u64,
    watch: &'a mut dyn FnMut(u64, u64) -> bool,
}

impl<W: Write + Seek> Copying<'_, W> {
    /// Copies a file; false where its watcher ended it.
    fn add(&mut self, name: &str, from: &mut dyn Read) -> Result<bool, StoreError> {
        let refused = |error: io::Error| refused(&error.to_string());
        self.zip.start_file(name, stored_as(name)).map_err(|error| refused(error.into()))?;
        let mut piece = vec![0; PIECE];
        let mut bytes = 0;
        loop {
            let read = from.read(&mut piece).map_err(refused)?;
            if read == 0 {
                break;
            }
            self.zip.write_all(&piece[..read]).map_err(refused)?;
            bytes += read as u64;
            self.done += read as u64;
            if !(self.watch)(self.done, self.total) {
                return Ok(false);
            }
        }
        self.files.insert(name.to_owned(), bytes);
        Ok(true)
    }

    /// Copies a snapshot of the environment in a folder.
    fn shelf(&mut self, part: &Part, folder: &Path) -> Result<bool, StoreError> {
        let beside = folder.parent().unwrap_or(folder);
        let place = tempfile::Builder::new().prefix(FRESH).tempdir_in(beside).map_err(|error| at(beside, &error))?;
        let copy = place.path().join("data.mdb");
        copy_shelf(folder, &copy)?;
        let mut file = File::open(&copy).map_err(|error| at(&copy, &error))?;
        self.add(&format!("{PARTS}{}", part.path), &mut file)
    }

    fn finish(mut self) -> Result<BackupReport, StoreError> {
        let refused = |error: io::Error| refused(&error.to_string());
        let report = BackupReport { files: self.files.len() as u64, bytes: self.done };
        let listed = serde_json::to_vec_pretty(&Listed { format: FORMAT, files: self.files }).unwrap_or_default();
        self.zip.start_file(LIST, stored_as(LIST)).map_err(|error| refused(error.into()))?;
        self.zip.write_all(&listed).map_err(refused)?;
        self.zip.finish().and_then(|mut to| Ok(to.flush()?)).map_err(|error| refused(error.into()))?;
        Ok(report)
    }
}

/// Compression of a file: packed files, and those that must be fast, are stored as they are.
fn stored_as(name: &str) -> SimpleFileOptions {
    let packs = name.ends_with(".json") || name.ends_with(".jsonl") || name.ends_with(".mdb");
    let method = if packs { CompressionMethod::Deflated } else { CompressionMethod::Stored };
    let level = packs.then_some(1);
    SimpleFileOptions::default().compression_method(method).compression_level(level).large_file(true)
}

fn refused(reason: &str) -> StoreError {
    StoreError::Io { part: "the backup".to_owned(), reason: reason.to_owned() }
}

/// Restores a backup: the parts of a store into `directory`, which must not exist, all or nothing; `put`
/// receives the data beside the store, by name, before the store is in its place.
///
/// # Errors
/// When the directory exists, the archive is invalid or incomplete, something cannot be written, or `put` refuses.
pub fn restore<R: Read + Seek>(
    from: R,
    directory: &Path,
    put: &mut dyn FnMut(&str, &[u8]) -> io::Result<()>,
) -> Result<BackupReport, StoreError> {
    if directory.exists() {
        let reason = format!("there is a workspace in {} already; restore into an empty folder", directory.display());
        return Err(refused(&reason));
    }
    let none = |error: zip::result::ZipError| refused(&format!("it is no backup, or broke off: {error}"));
    let mut zip = ZipArchive::new(from).map_err(none)?;
    let listed: Listed = {
        let file = zip.by_name(LIST).map_err(none)?;
        serde_json::from_reader(file.take(1 << 30)).map_err(|error| refused(&format!("its list: {error}")))?
    };
    if listed.format > FORMAT {
        let reason =
            format!("it is of format {}, and this program reads up to {FORMAT}; use a newer one", listed.format);
        return Err(refused(&reason));
    }
    let above = above(directory);
    fs::create_dir_all(above).map_err(|error| at(above, &error))?;
    let fresh = tempfile::Builder::new().prefix(FRESH).tempdir_in(above).map_err(|error| at(above, &error))?;
    let whole = fresh.path().join("store");
    fs::create_dir(&whole).map_err(|error| at(&whole, &error))?;
    let mut beside = Vec::new();
    let mut report = BackupReport::default();
    for (name, bytes) in &listed.files {
        let mut file = zip.by_name(name).map_err(none)?;
        // A name that leads out of the folder is invalid.
        let inside = file.enclosed_name().ok_or_else(|| refused(&format!("{name:?} leads out of it")))?;
        let copied = match inside.strip_prefix(PARTS) {
            Ok(below) => unpack(&mut file, &whole.join(below), *bytes)?,
            Err(_) => {
                let mut held = Vec::new();
                file.take(1 << 24).read_to_end(&mut held).map_err(|error| refused(&error.to_string()))?;
                let copied = held.len() as u64;
                beside.push((name.clone(), held));
                copied
            }
        };
        if copied != *bytes {
            return Err(refused(&format!("{name} has {copied} bytes of {bytes}")));
        }
        report.files += 1;
        report.bytes += bytes;
    }
    for (name, held) in &beside {
        put(name, held).map_err(|error| at(Path::new(name), &error))?;
    }
    synced(&whole)?;
    fs::rename(&whole, directory).map_err(|error| at(directory, &error))?;
    synced(above)?;
    Ok(report)
}

fn unpack(from: &mut dyn Read, place: &Path, most: u64) -> Result<u64, StoreError> {
    let failed = |error: io::Error| at(place, &error);
    if let Some(folder) = place.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    let mut file = File::create(place).map_err(failed)?;
    // The checksum is checked at the end of the file.
    let copied = io::copy(&mut from.take(most.saturating_add(1)), &mut file).map_err(failed)?;
    file.sync_all().map_err(failed)?;
    Ok(copied)
}

fn synced(folder: &Path) -> Result<(), StoreError> {
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(|error| at(folder, &error))
}
