//! Damage that only the processor detects: the store reads its files through mapped memory, so a
//! truncated or scrambled file causes a signal instead of an error. It ends the run with
//! a message and an exit code like any other failure.
#![allow(unsafe_code)] // Signals are unsafe by nature; what answers them calls only what may be called in one.

use std::sync::OnceLock;

use libc::{c_int, c_void, siginfo_t};

use crate::messages::say;

/// The message, prepared in advance, and the exit code of a failure.
static SAID: OnceLock<String> = OnceLock::new();
const FAILED: c_int = 3;

/// The standard library's handler of a bad access, which detects a stack overflow.
static BEFORE: OnceLock<usize> = OnceLock::new();

type Action = extern "C" fn(c_int, *mut siginfo_t, *mut c_void);

extern "C" fn damaged(signal: c_int, info: *mut siginfo_t, context: *mut c_void) {
    if signal == libc::SIGSEGV
        && let Some(before) = BEFORE.get().filter(|before| **before > libc::SIG_IGN)
    {
        // It ends the process when the stack overflowed, and returns when not.
        let before = unsafe { std::mem::transmute::<usize, Action>(*before) };
        before(signal, info, context);
    }
    unsafe {
        let said = SAID.get().map_or(&[][..], |said| said.as_bytes());
        libc::write(libc::STDERR_FILENO, said.as_ptr().cast(), said.len());
        libc::_exit(FAILED);
    }
}

/// Takes over the signals of bad accesses, and of the database's own checks. A file that would grow larger than the
/// system lets it (`ulimit -f`) is an error of the write, and no signal.
pub(crate) fn install() {
    unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
    SAID.get_or_init(|| format!("quipu: {}\n", say!("damaged").ready()));
    for signal in [libc::SIGBUS, libc::SIGSEGV, libc::SIGABRT] {
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            let mut before: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = damaged as Action as usize;
            action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
            libc::sigemptyset(&raw mut action.sa_mask);
            libc::sigaction(signal, &raw const action, &raw mut before);
            if signal == libc::SIGSEGV {
                BEFORE.get_or_init(|| before.sa_sigaction);
            }
        }
    }
}

/// Leaves Ctrl-C to the pager from here on.
pub(crate) fn leave_interrupts_to_the_pager() {
    unsafe { libc::signal(libc::SIGINT, libc::SIG_IGN) };
}
