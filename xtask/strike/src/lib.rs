//! Strikes the process it is preloaded into (`LD_PRELOAD`) at the n-th write or sync of one kind.
//!
//! The C library's writing calls are intercepted; each names the file it is about, is classified by
//! its effect on a workspace ([`part::Part`]), counted, and then let through, refused, or made the
//! last action of the process. The plan comes from variables (see [`plan::Plan`]). The calls
//! below are the system's own, so that nothing here calls itself.
#![allow(unsafe_code)] // The C library's names and pointers are unsafe by nature.

mod journal;
mod part;
mod plan;

use std::sync::{Mutex, OnceLock, PoisonError};

use libc::{c_int, c_long, c_void, iovec, off_t, size_t, ssize_t};

use journal::Journal;
use part::{Part, Stage};
use plan::{How, Plan};

/// A call that changes a file or makes it durable.
enum Call<'a> {
    /// Writes these bytes at this offset.
    Write(&'a [u8], u64),
    /// Makes the file durable.
    Sync,
    /// Sets the file's length.
    Cut,
}

/// The state between calls.
struct Striker {
    plan: Plan,
    stage: Stage,
    journal: Journal,
    counted: u64,
    struck: bool,
}

static STRIKER: OnceLock<Option<Mutex<Striker>>> = OnceLock::new();

fn striker() -> Option<&'static Mutex<Striker>> {
    let made = STRIKER.get_or_init(|| {
        let plan = Plan::read()?;
        let (stage, journal) = (Stage::default(), Journal::default());
        Some(Mutex::new(Striker { plan, stage, journal, counted: 0, struck: false }))
    });
    made.as_ref()
}

/// Does `real`, unless the plan says otherwise; gives its result, or -1 with an error number.
fn through(descriptor: c_int, call: &Call<'_>, real: impl FnOnce() -> c_long) -> c_long {
    let Some(striker) = striker() else { return real() };
    let mut striker = striker.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(path) = part::path_of(descriptor).filter(|path| path.starts_with(&striker.plan.root)) else {
        drop(striker);
        return real();
    };
    let part = Part::of(&path, call);
    striker.event(part, descriptor, &path, call, real)
}

impl Striker {
    fn event(
        &mut self,
        part: Part,
        descriptor: c_int,
        path: &str,
        call: &Call<'_>,
        real: impl FnOnce() -> c_long,
    ) -> c_long {
        let strikes = self.plan.part.is_none_or(|wanted| self.stage.meets(wanted, part)) && part != Part::Other;
        self.counted += u64::from(strikes);
        let now = strikes && self.counted == self.plan.at;
        self.plan.log(part, self.stage, call, now);
        if now {
            self.struck = true;
            match self.plan.how {
                How::Kill => die(),
                How::Torn => {
                    tear(descriptor, call);
                    die()
                }
                How::Drop => {
                    self.journal.undo(|_| true);
                    die()
                }
                How::Shuffle => {
                    let seed = self.plan.at;
                    self.journal.undo(|number| (number ^ seed).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 63 == 0);
                    die()
                }
                How::Full | How::Broken => {}
            }
        }
        if let Some(error) = self.refuses(now, call) {
            unsafe { *libc::__errno_location() = error };
            return -1;
        }
        if let (Call::Write(bytes, offset), true) = (call, self.plan.keeps_journal()) {
            self.journal.note(path, *offset, bytes.len());
        }
        let done = real();
        match call {
            Call::Sync if done == 0 => self.journal.synced(path),
            // The descriptor itself makes every write durable.
            Call::Write(..) if done >= 0 && part == Part::Meta => self.journal.forget_last(path),
            _ => {}
        }
        self.stage.after(part, call);
        done
    }

    /// The error number of a call that is not let through.
    fn refuses(&self, now: bool, call: &Call<'_>) -> Option<c_int> {
        match self.plan.how {
            // A full disk stays full; a sync of existing data still works.
            How::Full if self.struck && !matches!(call, Call::Sync) => Some(libc::ENOSPC),
            How::Broken if now => Some(libc::EIO),
            _ => None,
        }
    }
}

/// Ends the process as a power cut would: nothing runs any more.
fn die() -> ! {
    unsafe {
        libc::kill(libc::getpid(), libc::SIGKILL);
        loop {
            libc::pause();
        }
    }
}

/// Writes the first half only.
fn tear(descriptor: c_int, call: &Call<'_>) {
    if let Call::Write(bytes, offset) = call {
        let half = &bytes[..bytes.len() / 2];
        unsafe { libc::syscall(libc::SYS_pwrite64, descriptor, half.as_ptr(), half.len(), *offset as off_t) };
    }
}

/// The position of the next plain write of a descriptor.
fn position(descriptor: c_int) -> u64 {
    unsafe { libc::syscall(libc::SYS_lseek, descriptor, 0 as off_t, libc::SEEK_CUR) }.max(0) as u64
}

/// The bytes a caller hands over.
unsafe fn handed<'a>(from: *const c_void, length: size_t) -> &'a [u8] {
    if from.is_null() { &[] } else { unsafe { std::slice::from_raw_parts(from.cast(), length) } }
}

/// The bytes that a vector of pieces adds up to.
unsafe fn gathered(pieces: *const iovec, count: c_int) -> Vec<u8> {
    let count = usize::try_from(count).unwrap_or_default();
    let pieces = unsafe { std::slice::from_raw_parts(pieces, count) };
    pieces.iter().flat_map(|piece| unsafe { handed(piece.iov_base, piece.iov_len) }).copied().collect()
}

#[unsafe(no_mangle)]
unsafe extern "C" fn write(descriptor: c_int, from: *const c_void, length: size_t) -> ssize_t {
    let call = Call::Write(unsafe { handed(from, length) }, position(descriptor));
    through(descriptor, &call, || unsafe { libc::syscall(libc::SYS_write, descriptor, from, length) }) as ssize_t
}

#[unsafe(no_mangle)]
unsafe extern "C" fn writev(descriptor: c_int, pieces: *const iovec, count: c_int) -> ssize_t {
    let bytes = unsafe { gathered(pieces, count) };
    let call = Call::Write(&bytes, position(descriptor));
    through(descriptor, &call, || unsafe { libc::syscall(libc::SYS_writev, descriptor, pieces, count) }) as ssize_t
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pwrite(descriptor: c_int, from: *const c_void, length: size_t, offset: off_t) -> ssize_t {
    let call = Call::Write(unsafe { handed(from, length) }, offset as u64);
    let real = || unsafe { libc::syscall(libc::SYS_pwrite64, descriptor, from, length, offset) };
    through(descriptor, &call, real) as ssize_t
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pwrite64(descriptor: c_int, from: *const c_void, length: size_t, offset: off_t) -> ssize_t {
    unsafe { pwrite(descriptor, from, length, offset) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pwritev(descriptor: c_int, pieces: *const iovec, count: c_int, offset: off_t) -> ssize_t {
    let bytes = unsafe { gathered(pieces, count) };
    let real = || unsafe { libc::syscall(libc::SYS_pwritev, descriptor, pieces, count, offset, 0) };
    through(descriptor, &Call::Write(&bytes, offset as u64), real) as ssize_t
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pwritev64(descriptor: c_int, pieces: *const iovec, count: c_int, offset: off_t) -> ssize_t {
    unsafe { pwritev(descriptor, pieces, count, offset) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn fsync(descriptor: c_int) -> c_int {
    through(descriptor, &Call::Sync, || unsafe { libc::syscall(libc::SYS_fsync, descriptor) }) as c_int
}

#[unsafe(no_mangle)]
unsafe extern "C" fn fdatasync(descriptor: c_int) -> c_int {
    through(descriptor, &Call::Sync, || unsafe { libc::syscall(libc::SYS_fdatasync, descriptor) }) as c_int
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ftruncate(descriptor: c_int, length: off_t) -> c_int {
    through(descriptor, &Call::Cut, || unsafe { libc::syscall(libc::SYS_ftruncate, descriptor, length) }) as c_int
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ftruncate64(descriptor: c_int, length: off_t) -> c_int {
    unsafe { ftruncate(descriptor, length) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn rename(from: *const libc::c_char, to: *const libc::c_char) -> c_int {
    if let Some(striker) = striker() {
        let text = |path| unsafe { std::ffi::CStr::from_ptr(path) }.to_string_lossy().into_owned();
        striker.lock().unwrap_or_else(PoisonError::into_inner).journal.renamed(&text(from), &text(to));
    }
    (unsafe { libc::syscall(libc::SYS_renameat, libc::AT_FDCWD, from, libc::AT_FDCWD, to) }) as c_int
}
