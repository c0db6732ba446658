//! Long output page by page: on a terminal it goes to a pager.
//!
//! The pager starts with the first word, so that until then Ctrl-C ends the run. One that is left early is no
//! failure: writing to it ends the run quietly, as for any reader who leaves.

use std::io::{self, Write};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::style;

/// The pager where none is named: it leaves at once when all fits, shows colours, and keeps the screen.
const USUAL: &str = "less -FRX";

/// The target of standard output.
enum Output {
    Plain,
    /// A pager that is not started yet.
    Wanted,
    Paged(Child),
}

static OUTPUT: Mutex<Output> = Mutex::new(Output::Plain);

fn output() -> MutexGuard<'static, Output> {
    OUTPUT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From here on, output is shown page by page where it goes to a terminal.
pub(crate) fn page_by_page() {
    if style::is_paged() {
        *output() = Output::Wanted;
    }
}

/// From here on, output is shown as it comes, without a pager that has not started.
pub(crate) fn as_it_comes() {
    let mut output = output();
    if matches!(*output, Output::Wanted) {
        *output = Output::Plain;
    }
}

/// Writes to standard output, by way of the pager if there is one.
pub(super) fn write(bytes: &[u8]) -> io::Result<()> {
    let mut output = output();
    if matches!(*output, Output::Wanted) {
        *output = start().map_or(Output::Plain, Output::Paged);
    }
    match &mut *output {
        Output::Paged(Child { stdin: Some(pipe), .. }) => pipe.write_all(bytes),
        _ => io::stdout().lock().write_all(bytes),
    }
}

/// Waits until the pager is left.
pub(crate) fn all_said() {
    if let Output::Paged(mut pager) = std::mem::replace(&mut *output(), Output::Plain) {
        drop(pager.stdin.take());
        // After any end of it, all output was sent.
        let _ = pager.wait();
    }
}

/// The pager that the user named; missing where that is `cat`, empty, or does not start.
fn start() -> Option<Child> {
    let named = ["QUIPU_PAGER", "PAGER"].into_iter().find_map(|name| std::env::var(name).ok());
    let named = named.unwrap_or_else(|| USUAL.to_owned());
    let mut words = named.split_whitespace();
    let program = words.next().filter(|program| *program != "cat")?;
    let mut command = Command::new(program);
    command.args(words).stdin(Stdio::piped());
    if std::env::var_os("LESS").is_none() {
        command.env("LESS", "FRX");
    }
    let pager = command.spawn().ok()?;
    #[cfg(unix)]
    crate::guard::leave_interrupts_to_the_pager();
    Some(pager)
}
