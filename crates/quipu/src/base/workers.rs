//! The readers of formats with risky parsers: this process, or workers, each a process of its own.
//!
//! A worker is a program that calls [`read_for_another`] before it does anything else; it is named when a
//! workspace is opened. A file that makes its parser crash, run on or take much memory then costs itself alone.

use std::io;
use std::path::PathBuf;

use quipu_adapters::apart::serve;
use quipu_adapters::load::{LoadOptions, loaders};

/// The argument that makes a program read for another process.
pub(crate) const READS: &str = "__read";

/// The readers of formats with risky parsers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Workers {
    /// This process: a parser that crashes takes it along.
    #[default]
    Inside,
    /// Processes of this program, which calls [`read_for_another`] at its beginning: `quipu`, or the program that
    /// embeds the library.
    Program(PathBuf),
}

/// Reads for another process, if this one was started for that; a program that is named as
/// [`Workers::Program`] calls it first and ends if it returns a result.
pub fn read_for_another() -> Option<io::Result<()>> {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next()? != READS {
        return None;
    }
    let memory = arguments.next()?.to_str()?.parse().ok()?;
    let options: LoadOptions = serde_json::from_str(arguments.next()?.to_str()?).ok()?;
    Some(serve(&loaders(&options), memory, &mut io::stdin(), &mut io::stdout()))
}
