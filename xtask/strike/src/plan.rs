//! The plan, from variables: `STRIKE_ROOT` (paths below it count), `STRIKE_PART` (the kind of call that
//! counts; all without it), `STRIKE_AT` (the number of the struck one, from 1), `STRIKE_HOW`, and
//! `STRIKE_LOG` (a file that gets four bytes a call: part, stage, kind, struck or not).

use std::ffi::CString;

use crate::Call;
use crate::part::{Part, Stage};

/// The effect of a strike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum How {
    /// Ends the process before the call.
    Kill,
    /// Ends the process in the middle of a write.
    Torn,
    /// Undoes all unsynced writes, then ends the process.
    Drop,
    /// Undoes half of the unsynced writes, as a disk that reorders writes would.
    Shuffle,
    /// Makes the disk full from now on.
    Full,
    /// Fails this one call.
    Broken,
}

/// The target, the moment and the effect of a strike.
pub(crate) struct Plan {
    pub(crate) root: String,
    pub(crate) part: Option<Part>,
    pub(crate) at: u64,
    pub(crate) how: How,
    log: Option<libc::c_int>,
}

impl Plan {
    /// The plan of this process; missing without a root.
    pub(crate) fn read() -> Option<Self> {
        let variable = |name: &str| std::env::var(name).ok();
        let how = match variable("STRIKE_HOW").as_deref() {
            Some("torn") => How::Torn,
            Some("drop") => How::Drop,
            Some("shuffle") => How::Shuffle,
            Some("full") => How::Full,
            Some("broken") => How::Broken,
            _ => How::Kill,
        };
        Some(Self {
            root: variable("STRIKE_ROOT")?,
            part: variable("STRIKE_PART").and_then(|name| Part::named(&name)),
            at: variable("STRIKE_AT").and_then(|at| at.parse().ok()).unwrap_or(u64::MAX),
            how,
            log: variable("STRIKE_LOG").and_then(|path| open(&path)),
        })
    }

    /// True if unsynced writes have to be undone later.
    pub(crate) fn keeps_journal(&self) -> bool {
        matches!(self.how, How::Drop | How::Shuffle)
    }

    /// Notes a call, so that the note stays when the process ends at it.
    pub(crate) fn log(&self, part: Part, stage: Stage, call: &Call<'_>, struck: bool) {
        let Some(log) = self.log else { return };
        let what = match call {
            Call::Write(..) => b'w',
            Call::Sync => b's',
            Call::Cut => b'c',
        };
        let line =
            [part.letter(), if stage.is_between() { b'b' } else { b'.' }, what, if struck { b'!' } else { b'\n' }];
        unsafe { libc::syscall(libc::SYS_write, log, line.as_ptr(), line.len()) };
    }
}

fn open(path: &str) -> Option<libc::c_int> {
    let path = CString::new(path).ok()?;
    let flags = libc::O_WRONLY | libc::O_CREAT | libc::O_APPEND | libc::O_CLOEXEC;
    let descriptor = unsafe { libc::open(path.as_ptr(), flags, 0o644) };
    (descriptor >= 0).then_some(descriptor)
}
