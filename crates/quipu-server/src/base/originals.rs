//! Originals: uploaded files, kept by their content (content-addressed store), so that a citation can open them.
//!
//! A file is whole and durable before it is acknowledged. Names are data: on disk there are only hashes. A reference
//! links a document source with its content; content without a reference or a job that needs it is removed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use quipu::durable;
use serde::{Deserialize, Serialize};
use tokio::io::AsyncWriteExt as _;
use utoipa::ToSchema;

use crate::unfinished::unfinished;

/// A file that was uploaded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Upload {
    /// Its name as data: relative, without a way up.
    pub name: String,
    /// BLAKE3 of its content, hexadecimal.
    pub hash: String,
    /// Its size.
    pub bytes: u64,
}

/// The originals of a workspace.
pub(crate) struct Originals {
    folder: PathBuf,
    /// Contents that no job needs yet, with their numbers of uploads: they stay.
    arriving: Mutex<BTreeMap<String, usize>>,
}

/// A file that was uploaded and stays until a job needs it.
pub(crate) struct Arrived {
    /// The uploaded file.
    pub(crate) upload: Upload,
    originals: Arc<Originals>,
}

impl Drop for Arrived {
    fn drop(&mut self) {
        let mut arriving = self.originals.arriving();
        if let Some(count) = arriving.get_mut(&self.upload.hash) {
            *count -= 1;
            if *count == 0 {
                arriving.remove(&self.upload.hash);
            }
        }
    }
}

/// A file that is being written.
pub(crate) struct OpenOriginal {
    file: tokio::fs::File,
    place: tempfile::NamedTempFile,
    hasher: blake3::Hasher,
    bytes: u64,
}

impl OpenOriginal {
    /// Adds a piece at once, for callers that do not use [`OpenOriginal::add`].
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn put(&mut self, piece: &[u8]) -> io::Result<()> {
        self.hasher.update(piece);
        self.bytes += piece.len() as u64;
        self.place.write_all(piece)
    }

    /// Adds a piece; returns the number of bytes so far.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) async fn add(&mut self, piece: &[u8]) -> io::Result<u64> {
        self.hasher.update(piece);
        self.bytes += piece.len() as u64;
        self.file.write_all(piece).await?;
        Ok(self.bytes)
    }
}

impl Originals {
    /// The originals beside the parts of a store.
    pub(crate) fn of(store: &Path) -> Self {
        let folder = store.join("originals");
        unfinished(&folder);
        Self { folder, arriving: Mutex::default() }
    }

    fn arriving(&self) -> MutexGuard<'_, BTreeMap<String, usize>> {
        self.arriving.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// True if nothing was ever uploaded.
    pub(crate) fn is_empty(&self) -> bool {
        !self.folder.is_dir()
    }

    /// The path of a content.
    pub(crate) fn path(&self, hash: &str) -> PathBuf {
        self.folder.join(hash)
    }

    /// Begins to write one.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn begin(&self) -> io::Result<OpenOriginal> {
        fs::create_dir_all(&self.folder)?;
        let place = durable::fresh(0o666).tempfile_in(&self.folder)?;
        let file = tokio::fs::File::from_std(place.reopen()?);
        Ok(OpenOriginal { file, place, hasher: blake3::Hasher::new(), bytes: 0 })
    }

    /// Makes it durable under its content, which stays at least until the returned value is dropped.
    ///
    /// # Errors
    /// When it cannot be.
    pub(crate) async fn finish(self: &Arc<Self>, name: String, mut writing: OpenOriginal) -> io::Result<Arrived> {
        writing.file.flush().await?;
        writing.file.sync_all().await?;
        let hash = writing.hasher.finalize().to_hex().to_string();
        *self.arriving().entry(hash.clone()).or_default() += 1;
        let arrived = Arrived { upload: Upload { name, hash, bytes: writing.bytes }, originals: self.clone() };
        writing.place.persist(self.path(&arrived.upload.hash)).map_err(|error| error.error)?;
        fs::File::open(&self.folder)?.sync_all()?;
        Ok(arrived)
    }

    /// Makes many files durable at once, each under its content.
    ///
    /// # Errors
    /// When one cannot be; then none is named.
    pub(crate) async fn keep_all(
        self: &Arc<Self>,
        files: impl Iterator<Item = io::Result<(String, Vec<u8>)>> + Send + 'static,
    ) -> io::Result<Vec<Arrived>> {
        let originals = self.clone();
        let kept = tokio::task::spawn_blocking(move || originals.kept_all(files)).await;
        kept.map_err(io::Error::other)?
    }

    fn kept_all(
        self: &Arc<Self>,
        files: impl Iterator<Item = io::Result<(String, Vec<u8>)>>,
    ) -> io::Result<Vec<Arrived>> {
        fs::create_dir_all(&self.folder)?;
        let mut written = Vec::new();
        for file in files {
            let (name, content) = file?;
            let hash = blake3::hash(&content).to_hex().to_string();
            let mut place = durable::fresh(0o666).tempfile_in(&self.folder)?;
            place.write_all(&content)?;
            // Closed: a process may have few files open.
            written.push((Upload { name, hash, bytes: content.len() as u64 }, place.into_temp_path()));
        }
        sync_all(&self.folder, written.iter().map(|(_, place)| &**place))?;
        let mut arrived = Vec::with_capacity(written.len());
        for (upload, place) in written {
            *self.arriving().entry(upload.hash.clone()).or_default() += 1;
            let path = self.path(&upload.hash);
            arrived.push(Arrived { upload, originals: self.clone() });
            place.persist(path).map_err(|error| error.error)?;
        }
        fs::File::open(&self.folder)?.sync_all()?;
        Ok(arrived)
    }

    /// Says that a source has a content from now on.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn refer(&self, upload: &Upload) -> io::Result<()> {
        fs::create_dir_all(self.folder.join(REFERENCES))?;
        durable::write(&self.reference(&upload.name), &serde_json::to_vec(upload)?)
    }

    /// The content of a source.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(crate) fn find(&self, name: &str) -> io::Result<Option<Upload>> {
        match fs::read(self.reference(name)) {
            // A restored backup may be of anybody: a hash is a part of a path.
            Ok(text) => Ok(Some(serde_json::from_slice(&text)?).filter(|upload: &Upload| is_hash(&upload.hash))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Removes contents that no source in `alive` refers to, that nothing in `needed` needs, and that do not just
    /// arrive. It is called only by the one that adds documents, so that no source is new meanwhile.
    ///
    /// # Errors
    /// When something cannot be removed.
    pub(crate) fn sweep(&self, alive: &BTreeSet<String>, needed: impl FnOnce() -> BTreeSet<String>) -> io::Result<()> {
        // A new content is needed by a job before it is released here: none is removed in between.
        let arriving = self.arriving();
        let mut kept = needed();
        kept.extend(arriving.keys().cloned());
        for path in listed(&self.folder.join(REFERENCES))? {
            let upload: Option<Upload> = fs::read(&path).ok().and_then(|text| serde_json::from_slice(&text).ok());
            match upload.filter(|upload| alive.contains(&upload.name)) {
                Some(upload) => drop(kept.insert(upload.hash)),
                None => fs::remove_file(&path)?,
            }
        }
        for path in listed(&self.folder)? {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            let is_content = is_hash(&name) && !kept.contains(&name);
            if is_content && path.is_file() {
                fs::remove_file(&path)?;
            }
        }
        Ok(())
    }

    fn reference(&self, name: &str) -> PathBuf {
        self.folder.join(REFERENCES).join(blake3::hash(name.as_bytes()).to_hex().as_str())
    }
}

/// Makes many files of a folder durable.
fn sync_all<'a>(folder: &Path, files: impl Iterator<Item = &'a Path>) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    if rustix::fs::syncfs(fs::File::open(folder)?).is_ok() {
        return Ok(());
    }
    #[cfg(not(target_os = "linux"))]
    let _ = folder;
    for file in files {
        fs::File::open(file)?.sync_all()?;
    }
    Ok(())
}

fn is_hash(name: &str) -> bool {
    name.len() == 64 && name.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The folder of references.
const REFERENCES: &str = "references";

fn listed(folder: &Path) -> io::Result<Vec<PathBuf>> {
    match fs::read_dir(folder) {
        Ok(entries) => entries.map(|entry| Ok(entry?.path())).collect(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_nobody_needs_goes() {
        let folder = tempfile::tempdir().unwrap();
        let originals = Arc::new(Originals::of(folder.path()));
        let mut uploads = Vec::new();
        for (name, text) in [("a.md", "one"), ("b.md", "two"), ("c.md", "one"), ("d.md", "four")] {
            let mut writing = originals.begin().unwrap();
            writing.add(text.as_bytes()).await.unwrap();
            uploads.push(originals.finish(name.to_owned(), writing).await.unwrap());
        }
        let arrived = uploads;
        let uploads: Vec<Upload> = arrived.iter().map(|arrived| arrived.upload.clone()).collect();
        uploads[..3].iter().for_each(|upload| originals.refer(upload).unwrap());
        originals.sweep(&BTreeSet::new(), BTreeSet::new).unwrap();
        assert!(uploads.iter().all(|upload| originals.path(&upload.hash).is_file()), "they just arrive");
        drop(arrived);
        uploads[..3].iter().for_each(|upload| originals.refer(upload).unwrap());
        assert_eq!(originals.find("c.md").unwrap().unwrap(), uploads[2]);
        let alive = BTreeSet::from(["c.md".to_owned()]);
        let needed = BTreeSet::from([uploads[3].hash.clone()]);
        originals.sweep(&alive, || needed).unwrap();
        let there: Vec<bool> = uploads.iter().map(|upload| originals.path(&upload.hash).is_file()).collect();
        assert_eq!(there, [true, false, true, true]);
        assert_eq!(originals.find("a.md").unwrap(), None);
        assert_eq!(fs::read_to_string(originals.path(&uploads[0].hash)).unwrap(), "one");
    }
}
