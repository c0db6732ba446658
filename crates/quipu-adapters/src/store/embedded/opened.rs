//! The truth's environment as open in this process, shared by all readers and writers: LMDB's locks are per process.
//!
//! Its map is virtual address space, not disk. It is much larger than the data, so that it seldom has
//! to grow, and yet a thousand fit into a process. Before a writer begins, it grows where little is left; a reader
//! follows where another process made the truth larger than the map. Both need exclusive access in this process
//! ([`Gate`]).

use std::ops::{Deref, DerefMut};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use heed::{Env, EnvFlags, EnvOpenOptions, MdbError, RoTxn, RwTxn, WithoutTls};
use quipu_engine::ports::{Lagging, StoreError};

use super::failures::io;
use super::gate::Gate;
use super::lock::ReadLock;
use super::readers;
use super::unlocked::is_denied;
use crate::store::above;
use crate::store::environment::Environment;
use crate::store::in_use::identity;
use crate::store::lock_file::READERS;
use crate::store::refused::{at, is_full};

/// Timeout of a reader that can leave no mark, for a writer to end.
const PATIENCE: Duration = Duration::from_secs(10);
/// The address space of a truth.
#[derive(Debug, Clone, Copy)]
pub(super) struct Extent {
    /// Bytes of a map at least, while the system gives them.
    least: usize,
    /// The factor of its size over that of the data.
    times: usize,
    /// The map grows before its free space falls below this and a quarter of the data: a commit of 64 MB of text,
    /// with its rewritten pages, takes up to 2 GB.
    spare: usize,
    /// Timeout for readers then: the next commit tries again.
    patience: Duration,
}

impl Extent {
    /// The usual extent: for a thousand truths, 64 GiB each fit into the 128 TiB of a process; ten million chunks take
    /// 37 GB.
    pub(super) const USUAL: Self = Self { least: 64 << 30, times: 4, spare: 4 << 30, patience: Duration::from_secs(1) };

    /// The extent of a temporary truth.
    pub(super) const SMALL: Self = Self { least: 1 << 30, ..Self::USUAL };

    /// Bytes of a map for data of this size.
    fn wanted(self, used: usize) -> usize {
        used.saturating_mul(self.times).checked_next_power_of_two().unwrap_or(used).max(self.least)
    }

    /// True if a map of this size has less free space than it should.
    fn is_short(self, used: usize, size: usize) -> bool {
        size.saturating_sub(used) < used / 4 + self.spare
    }
}

/// The truth's environment.
pub(super) struct Opened {
    env: Environment,
    gate: Gate,
    extent: Extent,
    /// Its map is gone.
    lost: AtomicBool,
    /// The lock against writers, where this process can leave no mark of its reads.
    _alone: Option<ReadLock>,
    /// The identity of the file: another may take its path.
    file: Option<(u64, u64)>,
}

impl Opened {
    /// Opens it. A reader that cannot write where it lies, or has no room there, keeps writers away instead of leaving a mark.
    ///
    /// # Errors
    /// When it cannot be opened, or a writer goes on.
    pub(super) fn open(directory: &Path, create: bool, extent: Extent) -> Result<Self, StoreError> {
        let (env, alone) = match map(directory, true, extent) {
            Err(heed::Error::Io(error)) if !create && is_denied(&error) => {
                let alone = ReadLock::take(above(directory), PATIENCE)?;
                (map(directory, false, extent).map_err(|error| why(directory, &error))?, Some(alone))
            }
            Err(heed::Error::Io(error)) if !create && is_full(&error) => {
                // A writer has no room, either, so that it need not be waited for.
                let alone = ReadLock::take(above(directory), Duration::ZERO).map_err(|_| at(directory, &error))?;
                (map(directory, false, extent).map_err(|error| why(directory, &error))?, Some(alone))
            }
            opened => (opened.map_err(|error| why(directory, &error))?, None),
        };
        // Readers that died without a word would hold old pages for ever.
        if alone.is_none() {
            env.clear_stale_readers().map_err(io)?;
        }
        Ok(Self {
            env,
            gate: Gate::default(),
            extent,
            lost: AtomicBool::new(false),
            _alone: alone,
            file: identity(directory),
        })
    }

    /// The environment, for an owner of a transaction.
    pub(super) fn env(&self) -> &Env<WithoutTls> {
        &self.env
    }

    /// True if the environment in a folder is still this one.
    pub(super) fn lies_at(&self, directory: &Path) -> bool {
        !self.is_lost() && self.file == identity(directory)
    }

    /// Does work with the environment, whose map stays in place while the pass exists.
    ///
    /// # Errors
    /// As `work`; when another process made the truth larger, and the map cannot follow.
    pub(super) fn within<'s, T>(
        self: &'s Arc<Self>,
        work: impl Fn(&'s Env<WithoutTls>) -> Result<T, heed::Error>,
    ) -> Result<(T, Pass), StoreError> {
        loop {
            let pass = Pass::of(self);
            if self.is_lost() {
                return Err(io(heed::Error::from(MdbError::MapFull)));
            }
            match work(&self.env) {
                Err(heed::Error::Mdb(MdbError::MapResized)) => drop(pass),
                done => return done.map(|done| (done, pass)).map_err(io),
            }
            self.follow()?;
        }
    }

    /// A snapshot to read from.
    pub(super) fn read(self: &Arc<Self>) -> Result<ReadTxn<'_>, StoreError> {
        self.within(Env::read_txn).map(|(txn, pass)| ReadTxn { txn, _pass: pass })
    }

    /// A snapshot to read from that holds the environment.
    pub(super) fn read_long(self: &Arc<Self>) -> Result<ReadTxn<'static>, StoreError> {
        self.within(|env| env.clone().static_read_txn()).map(|(txn, pass)| ReadTxn { txn, _pass: pass })
    }

    /// The one write transaction.
    pub(super) fn write(self: &Arc<Self>) -> Result<WriteTxn<'_>, StoreError> {
        self.make_room();
        self.within(Env::write_txn).map(|(txn, pass)| WriteTxn { txn, _pass: pass })
    }

    /// The process that reads the oldest state, when that is not the newest.
    pub(super) fn lagging(self: &Arc<Self>) -> Option<Lagging> {
        let (info, _pass) = self.within(|env| Ok(env.info())).ok()?;
        let newest = info.last_txn_id as u64;
        let oldest = readers::oldest(self.env.lock().file()?, self.env.max_readers() as usize)?;
        (oldest.state < newest).then(|| Lagging { process: oldest.process, commits: newest - oldest.state })
    }

    /// Bytes of the file in use.
    pub(super) fn size(&self) -> Result<u64, StoreError> {
        self.env.real_disk_size().map_err(io)
    }

    /// Enlarges the map to the size that another process has written.
    fn follow(&self) -> Result<(), StoreError> {
        let followed = self.gate.alone(PATIENCE, || {
            let length = usize::try_from(self.env.real_disk_size()?).unwrap_or(usize::MAX);
            self.resized(self.extent.wanted(length), length)
        });
        followed.unwrap_or_else(|| Err(MdbError::MapResized.into())).map_err(io)
    }

    /// Enlarges the map where little of it is left; where that is impossible now, the writer goes on in the rest, and
    /// the next one tries again.
    fn make_room(self: &Arc<Self>) {
        let Ok(((used, size), pass)) = self.within(|_| Ok(self.env.used_of())) else { return };
        drop(pass);
        if self.extent.is_short(used, size) {
            let _ = self.gate.alone(self.extent.patience, || self.resized(self.extent.wanted(used), size));
        }
    }

    /// Gives the map `wanted` bytes, or half as many as often as the system has no room for them, but more than `above`.
    fn resized(&self, wanted: usize, above: usize) -> Result<(), heed::Error> {
        let mut sizes = std::iter::successors(Some(wanted), |size| Some(size / 2)).take_while(|size| *size > above);
        let Some(size) = sizes.find(|size| self.env.may_have(*size)) else { return Err(MdbError::MapFull.into()) };
        let resized = self.env.resize(size);
        self.lost.store(resized.is_err(), Ordering::Release);
        resized
    }

    /// True if its map is gone: another thread took the available address space.
    fn is_lost(&self) -> bool {
        self.lost.load(Ordering::Acquire)
    }
}

/// The right to use the map where it is, until dropped.
pub(super) struct Pass(Arc<Opened>);

impl Pass {
    fn of(opened: &Arc<Opened>) -> Self {
        opened.gate.enter();
        Self(Arc::clone(opened))
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        self.0.gate.leave();
    }
}

/// A transaction that reads a snapshot.
pub(super) struct ReadTxn<'t> {
    txn: RoTxn<'t, WithoutTls>,
    /// Behind `txn`: fields are dropped in their order.
    _pass: Pass,
}

impl<'t> Deref for ReadTxn<'t> {
    type Target = RoTxn<'t, WithoutTls>;

    fn deref(&self) -> &Self::Target {
        &self.txn
    }
}

impl ReadTxn<'_> {
    /// Ends it; handles of tables that it opened live as long as the environment.
    pub(super) fn commit(self) -> Result<(), heed::Error> {
        self.txn.commit()
    }
}

/// The transaction that writes.
pub(super) struct WriteTxn<'t> {
    txn: RwTxn<'t>,
    /// Behind `txn`: fields are dropped in their order.
    _pass: Pass,
}

impl WriteTxn<'_> {
    /// Makes the writes durable.
    pub(super) fn commit(self) -> Result<(), heed::Error> {
        self.txn.commit()
    }
}

impl<'t> Deref for WriteTxn<'t> {
    type Target = RwTxn<'t>;

    fn deref(&self) -> &Self::Target {
        &self.txn
    }
}

impl DerefMut for WriteTxn<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.txn
    }
}

/// Opens the environment in a folder; without `marks`, there are no writers.
pub(super) fn map(directory: &Path, marks: bool, extent: Extent) -> Result<Environment, heed::Error> {
    let used = std::fs::metadata(directory.join("data.mdb")).map_or(0, |found| found.len());
    let size = extent.wanted(usize::try_from(used).unwrap_or(usize::MAX));
    Environment::open(directory, marks, size, |size| open(directory, size, marks))
}

#[allow(unsafe_code)] // heed marks opening unsafe: the file must not be changed but through LMDB.
fn open(directory: &Path, size: usize, marks: bool) -> Result<Env<WithoutTls>, heed::Error> {
    let mut options = EnvOpenOptions::new().read_txn_without_tls();
    options.map_size(size).max_dbs(64).max_readers(READERS);
    if !marks {
        // There is no writer while this reader holds its lock, so that it need not mark its reads.
        unsafe { options.flags(EnvFlags::READ_ONLY | EnvFlags::NO_LOCK) };
    }
    unsafe { options.open(directory) }
}

/// The reason that an environment cannot be opened.
pub(super) fn why(directory: &Path, error: &heed::Error) -> StoreError {
    let part = directory.display().to_string();
    match error {
        heed::Error::EnvAlreadyOpened => {
            let reason = "it was replaced while this process had it open; close it there, or start the program again";
            StoreError::Io { part, reason: reason.to_owned() }
        }
        heed::Error::Mdb(error @ (MdbError::Invalid | MdbError::VersionMismatch | MdbError::Corrupted)) => {
            StoreError::Io { part, reason: format!("{error}; move it away and index the documents again") }
        }
        error => at(directory, error),
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use proptest::prelude::*;
    use tempfile::tempdir;

    use super::super::env::Truth;
    use super::*;

    /// A map that is full soon.
    const TIGHT: Extent = Extent { least: 1 << 20, times: 2, spare: 1 << 18, patience: Duration::from_millis(20) };
    const FOLDER: &str = "OPENED_CHILD_FOLDER";

    fn open(directory: &Path) -> Truth {
        Truth::open_in(directory, true, TIGHT).unwrap()
    }

    /// Writes one row more, of this size; returns its number.
    fn write(truth: &Truth, kilobytes: usize) -> Result<u32, StoreError> {
        let mut txn = truth.write()?;
        let number = rows(truth, &txn);
        let value = vec![number as u8; kilobytes << 10];
        truth.tables.texts.put(&mut txn, &number.to_be_bytes(), &value).map_err(io)?;
        txn.commit().map_err(io).map(|()| number)
    }

    fn rows(truth: &Truth, txn: &RoTxn<'_>) -> u32 {
        truth.tables.texts.len(txn).unwrap() as u32
    }

    /// Number of rows that a reader sees, each checked to be as written.
    fn seen(truth: &Truth, txn: &RoTxn<'_>) -> u32 {
        for (number, row) in truth.tables.texts.iter(txn).unwrap().enumerate() {
            let (key, value) = row.unwrap();
            assert_eq!(key, (number as u32).to_be_bytes());
            assert!(value.iter().step_by(500).all(|byte| *byte == number as u8), "row {number}");
        }
        rows(truth, txn)
    }

    fn map_of(truth: &Truth) -> usize {
        truth.opened().env.used_of().1
    }

    #[test]
    fn the_map_grows_while_others_read() {
        let folder = tempdir().unwrap();
        let truth = open(&folder.path().join("truth"));
        let small = map_of(&truth);
        let done = AtomicBool::new(false);
        let written = std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    let mut before = 0;
                    while !done.load(Ordering::Relaxed) {
                        let now = seen(&truth, &truth.read().unwrap());
                        assert!(now >= before);
                        before = now;
                    }
                });
            }
            let written = (0..100).try_for_each(|_| write(&truth, 100).map(drop));
            done.store(true, Ordering::Relaxed);
            written
        });
        written.unwrap();
        assert!(map_of(&truth) > small * 10, "{} of {small}", map_of(&truth));
    }

    #[test]
    #[ignore = "what the next test runs as another process"]
    fn child_process() {
        let Some(folder) = std::env::var_os(FOLDER) else { return };
        let truth = open(Path::new(&folder));
        for _ in 0..30 {
            write(&truth, 100).unwrap();
        }
    }

    #[test]
    fn who_has_it_open_follows_where_another_process_made_it_larger() {
        let folder = tempdir().unwrap();
        let directory = folder.path().join("truth");
        let truth = open(&directory);
        write(&truth, 1).unwrap();
        let early = truth.read_long().unwrap();
        let grown = || {
            let mut child = Command::new(std::env::current_exe().unwrap());
            child.args(["--exact", "store::embedded::opened::tests::child_process", "--ignored"]);
            let output = child.env(FOLDER, &directory).output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
        };
        grown();
        // A map is not moved under a reader, whose data stays.
        assert_eq!(seen(&truth, &early), 1);
        std::thread::scope(|scope| {
            let late = scope.spawn(|| seen(&truth, &truth.read().unwrap()));
            std::thread::sleep(Duration::from_millis(50));
            drop(early);
            assert_eq!(late.join().unwrap(), 31);
        });
        // The first to come is a writer.
        grown();
        assert_eq!(write(&truth, 1).unwrap(), 61);
        assert_eq!(seen(&truth, &truth.read().unwrap()), 62);
    }

    #[test]
    fn what_cannot_be_had_leaves_the_map_as_it_is() {
        let folder = tempdir().unwrap();
        let truth = open(&folder.path().join("truth"));
        write(&truth, 1).unwrap();
        // More than any processor has, and no half of it above the used part.
        let size = map_of(&truth);
        let too_much = truth.opened().resized(1 << 62, 1 << 61);
        assert!(matches!(too_much, Err(heed::Error::Mdb(MdbError::MapFull))));
        assert_eq!((map_of(&truth), write(&truth, 1).unwrap()), (size, 1));
        assert_eq!(seen(&truth, &truth.read().unwrap()), 2);
    }

    #[derive(Debug, Clone, Copy)]
    enum Step {
        Write(usize),
        Read,
        End,
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn nothing_is_lost_and_nobody_sees_what_came_later(
            steps in prop::collection::vec(
                prop_oneof![4 => (1..400_usize).prop_map(Step::Write), 1 => Just(Step::Read), 1 => Just(Step::End)],
                1..40,
            )
        ) {
            let folder = tempdir().unwrap();
            let truth = open(&folder.path().join("truth"));
            let (mut count, mut readers) = (0, Vec::new());
            for step in steps {
                match step {
                    Step::Write(kilobytes) => match write(&truth, kilobytes) {
                        Ok(number) => {
                            prop_assert_eq!(number, count);
                            count += 1;
                        }
                        // The map is full, and readers keep it from growing.
                        Err(StoreError::Limit { .. }) if !readers.is_empty() => {}
                        Err(error) => prop_assert!(false, "{}", error),
                    },
                    Step::Read => readers.push((count, truth.read_long().unwrap())),
                    Step::End => drop(readers.pop()),
                }
            }
            for (count, txn) in &readers {
                prop_assert_eq!(seen(&truth, txn), *count);
            }
            readers.clear();
            prop_assert_eq!(write(&truth, 1).unwrap(), count);
            prop_assert_eq!(seen(&truth, &truth.read().unwrap()), count + 1);
        }
    }
}
