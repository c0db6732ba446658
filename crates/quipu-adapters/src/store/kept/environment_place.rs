//! One environment on disk: opened when it is first needed, created whole or not at all, grown when
//! it is full.
//!
//! Transactions run under the shared side of a lock of this process; moving or closing the
//! map takes the exclusive side, since LMDB does neither under a transaction. Creating an environment
//! and discarding one happens under a file's lock, for there may be other processes.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use heed::{CompactionOption, Env, EnvFlags, EnvOpenOptions, MdbError, RoTxn, RwTxn, WithoutTls};
use quipu_engine::ports::StoreError;

use super::KeyValueOptions;
use super::checksummed_rows::{FORMAT, KeyValueTables};
use super::trouble::TransactionTrouble;
use crate::store::above;
use crate::store::environment::OpenEnvironment;
use crate::store::in_use::identity;
use crate::store::lock_file::READERS;
use crate::store::refused::at;
use crate::store::room;

/// The path of an environment, and its open handle.
pub(super) struct EnvironmentPlace {
    directory: PathBuf,
    options: KeyValueOptions,
    opened: RwLock<Option<Opened>>,
}

struct Opened {
    env: OpenEnvironment,
    tables: KeyValueTables,
    /// The identity of the environment: another may take its path.
    file: Option<(u64, u64)>,
}

/// The action where an environment is missing or unusable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Need {
    /// The environment is created.
    Write,
    /// There is nothing to read; an unusable cache is discarded.
    Read,
    /// There is nothing to read; an unusable environment is left as it is.
    Look,
}

impl EnvironmentPlace {
    pub(super) fn new(directory: PathBuf, options: KeyValueOptions) -> Self {
        Self { directory, options, opened: RwLock::default() }
    }

    /// Closes the environment where another has its path by now, or none: its workspace was removed.
    pub(super) fn let_go_of_gone(&self) {
        let lies = identity(&self.directory);
        if self.shared().as_ref().is_some_and(|opened| opened.file != lies) {
            *self.exclusive() = None;
        }
    }

    /// The name of the environment.
    pub(super) fn part(&self) -> String {
        self.directory.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    pub(super) fn options(&self) -> &KeyValueOptions {
        &self.options
    }

    /// Reads; nothing where nothing was ever written.
    pub(super) fn read<T>(
        &self,
        work: impl Fn(&KeyValueTables, &RoTxn<'_, WithoutTls>) -> Result<T, TransactionTrouble>,
    ) -> Result<Option<T>, StoreError> {
        self.run(Need::Read, &|opened| work(&opened.tables, &opened.env.read_txn()?)).map_err(|t| self.error(t))
    }

    /// Reads the environment, without discarding it.
    pub(super) fn look<T>(
        &self,
        work: impl Fn(&KeyValueTables, &RoTxn<'_, WithoutTls>) -> Result<T, TransactionTrouble>,
    ) -> Result<Option<T>, TransactionTrouble> {
        self.run(Need::Look, &|opened| work(&opened.tables, &opened.env.read_txn()?))
    }

    /// Writes in one transaction, durable when this returns. `work` may be asked more than once.
    pub(super) fn write(
        &self,
        work: impl Fn(&KeyValueTables, &mut RwTxn<'_>) -> Result<(), TransactionTrouble>,
    ) -> Result<(), StoreError> {
        let done = self.run(Need::Write, &|opened| {
            let mut txn = opened.env.write_txn()?;
            work(&opened.tables, &mut txn)?;
            Ok(txn.commit()?)
        });
        done.map(drop).map_err(|trouble| self.error(trouble))
    }

    /// Copies a snapshot of it to a file, while others write.
    pub(super) fn copy(&self, to: &Path) -> Result<(), StoreError> {
        let copied = self.run(Need::Look, &|opened| Ok(opened.env.copy_to_path(to, CompactionOption::Disabled)?));
        copied.map(drop).map_err(|trouble| self.error(trouble))
    }

    /// Number of commits of this environment, by all processes.
    pub(super) fn commits(&self) -> Result<u64, StoreError> {
        let count = self.run(Need::Look, &|opened| Ok(opened.env.info().last_txn_id as u64));
        count.map(Option::unwrap_or_default).map_err(|trouble| self.error(trouble))
    }

    fn run<T>(
        &self,
        need: Need,
        work: &dyn Fn(&Opened) -> Result<T, TransactionTrouble>,
    ) -> Result<Option<T>, TransactionTrouble> {
        let is_cache = self.options.cache.is_some();
        let mut mended = false;
        loop {
            match self.attempt(need, work) {
                Err(TransactionTrouble::Full) => self.resize(|now| now.saturating_mul(2))?,
                Err(TransactionTrouble::Resized) => self.resize(|_| 0)?,
                Err(TransactionTrouble::Broken(_)) if !mended => {
                    mended = true;
                    *self.exclusive() = None;
                }
                Err(TransactionTrouble::Damaged(_) | TransactionTrouble::Format(_))
                    if !mended && is_cache && need != Need::Look =>
                {
                    mended = true;
                    self.throw_away()?;
                }
                ended => return ended,
            }
        }
    }

    fn attempt<T>(
        &self,
        need: Need,
        work: &dyn Fn(&Opened) -> Result<T, TransactionTrouble>,
    ) -> Result<Option<T>, TransactionTrouble> {
        loop {
            if let Some(opened) = self.shared().as_ref() {
                return work(opened).map(Some);
            }
            if !self.open(need)? {
                return Ok(None);
            }
        }
    }

    /// Opens the environment, or creates it; false where there is none.
    fn open(&self, need: Need) -> Result<bool, TransactionTrouble> {
        let mut opened = self.exclusive();
        if opened.is_some() {
            return Ok(true);
        }
        if need != Need::Write && !self.directory.is_dir() {
            return Ok(false);
        }
        let _lock = self.lock()?;
        if !self.directory.is_dir() {
            self.make()?;
        }
        let env = self.map(&self.directory)?;
        // Readers that died without a word would hold old pages for ever.
        env.clear_stale_readers()?;
        lengthen(&env)?;
        let tables = KeyValueTables::open(&env, self.options.cache.is_some())?;
        *opened = Some(Opened { env, tables, file: identity(&self.directory) });
        Ok(true)
    }

    /// Makes an empty environment beside its place and moves it there.
    fn make(&self) -> Result<(), TransactionTrouble> {
        let fresh = self.directory.with_extension("new");
        remove(&fresh)?;
        std::fs::create_dir_all(&fresh)?;
        let env = self.map(&fresh)?;
        KeyValueTables::create(&env, self.options.cache.is_some())?;
        drop(env);
        // Syncing a file does not promise that it can be found again.
        File::open(&fresh)?.sync_all()?;
        std::fs::rename(&fresh, &self.directory)?;
        Ok(File::open(self.parent())?.sync_all()?)
    }

    fn map(&self, directory: &Path) -> Result<OpenEnvironment, TransactionTrouble> {
        let is_cache = self.options.cache.is_some();
        Ok(OpenEnvironment::open(directory, true, self.options.map, |size| map(directory, size, is_cache))?)
    }

    /// Gives the map another size; 0 is the size that another process gave it.
    fn resize(&self, size: impl Fn(usize) -> usize) -> Result<(), TransactionTrouble> {
        let mut opened = self.exclusive();
        if let Some(now) = opened.as_ref()
            && let Err(error) = now.env.resize(size(now.env.info().map_size))
        {
            // The map is gone; the next user makes another.
            *opened = None;
            return Err(error.into());
        }
        Ok(())
    }

    /// Removes the environment.
    pub(super) fn throw_away(&self) -> Result<(), TransactionTrouble> {
        let gone = self.directory.with_extension("old");
        let mut opened = self.exclusive();
        *opened = None;
        let _lock = self.lock()?;
        remove(&gone)?;
        match std::fs::rename(&self.directory, &gone) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.into()),
            _ => remove(&gone),
        }
    }

    /// Moves the environment aside, for paid replies are never discarded; returns its new place.
    pub(super) fn set_aside(&self) -> Result<Self, TransactionTrouble> {
        let mut opened = self.exclusive();
        *opened = None;
        let _lock = self.lock()?;
        let names = (1..).map(|number| format!("{}.damaged-{number}", self.part()));
        let mut names = names.filter(|name| !self.parent().join(name).exists());
        let aside = self.parent().join(names.next().unwrap_or_default());
        std::fs::rename(&self.directory, &aside)?;
        Ok(Self::new(aside, self.options))
    }

    /// The right to make or to remove environments in this workspace.
    fn lock(&self) -> Result<File, TransactionTrouble> {
        std::fs::create_dir_all(self.parent())?;
        let path = self.parent().join("kept.lock");
        let file = File::options().create(true).write(true).truncate(false).open(path)?;
        file.lock()?;
        Ok(file)
    }

    fn parent(&self) -> &Path {
        above(&self.directory)
    }

    fn shared(&self) -> RwLockReadGuard<'_, Option<Opened>> {
        self.opened.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn exclusive(&self) -> RwLockWriteGuard<'_, Option<Opened>> {
        self.opened.write().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn error(&self, trouble: TransactionTrouble) -> StoreError {
        let path = self.directory.display().to_string();
        match trouble {
            TransactionTrouble::Damaged(reason) => StoreError::Damaged { part: path, reason },
            TransactionTrouble::Format(found) => {
                let advice = if found > FORMAT { "install a newer quipu" } else { "move that folder away" };
                StoreError::Format { path, found, expected: FORMAT, advice: advice.to_owned() }
            }
            TransactionTrouble::Broken(reason) | TransactionTrouble::Failed(reason) => {
                StoreError::Io { part: path, reason }
            }
            TransactionTrouble::Refused(error) => at(&self.directory, &error),
            TransactionTrouble::Full | TransactionTrouble::Resized => {
                at(&self.directory, &heed::Error::Mdb(MdbError::MapFull))
            }
        }
    }
}

/// Extends a truncated file to its length. The missing part reads as zeros, which no page
/// and no checked value is: the read then gives an error, where LMDB alone would cause a signal.
/// (LMDB may leave out the last pages itself, when nothing is in them.)
fn lengthen(env: &Env<WithoutTls>) -> Result<(), TransactionTrouble> {
    let length = || (env.info().last_page_number as u64 + 1) * u64::from(env.stat().page_size);
    if env.real_disk_size()? >= length() {
        return Ok(());
    }
    // No process writes to the end of the file meanwhile.
    let _lock = env.write_txn()?;
    let file = env.try_clone_inner_file()?;
    Ok(room::lengthen(&file, length())?)
}

fn remove(directory: &Path) -> Result<(), TransactionTrouble> {
    match std::fs::remove_dir_all(directory) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.into()),
        _ => Ok(()),
    }
}

#[allow(unsafe_code)] // heed marks opening unsafe: the file must not be changed but through LMDB.
fn map(directory: &Path, size: usize, cache: bool) -> Result<Env<WithoutTls>, heed::Error> {
    let mut options = EnvOpenOptions::new().read_txn_without_tls();
    options.map_size(size).max_dbs(4).max_readers(READERS);
    if cache {
        // One sync a commit instead of two: a machine that loses power loses the last commit, and
        // never the order of pages, which leaving out both would put at risk.
        unsafe { options.flags(EnvFlags::NO_META_SYNC) };
    }
    unsafe { options.open(directory) }
}
