//! The ends of a run: the exit codes that `quipu --help` lists.

use std::process::ExitCode;

use quipu::ErrorKind;
use quipu_server::ServeError;

use crate::messages::Message;

/// The outcome of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Done.
    Done,
    /// Nothing was found.
    Nothing,
    /// Not whole: damage remains, of a store or of a file that was imported, or a model did not read all.
    Damaged,
    /// Done, and the tested models do not work.
    Failed,
    /// Stopped by the user.
    Stopped,
}

/// Wrong usage that the parser of flags cannot see.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Usage(pub(crate) Message);

/// The exit code of a run; the reason of a failure goes to standard error.
pub(crate) fn code(result: &anyhow::Result<Outcome>) -> ExitCode {
    match result {
        Ok(Outcome::Done) => ExitCode::SUCCESS,
        Ok(Outcome::Nothing) => ExitCode::from(1),
        Ok(Outcome::Failed) => ExitCode::from(3),
        Ok(Outcome::Damaged) => ExitCode::from(4),
        Ok(Outcome::Stopped) => ExitCode::from(130),
        Err(error) if is_broken_pipe(error) => ExitCode::SUCCESS,
        Err(error) if is_unnamed(error) => ExitCode::from(1),
        Err(error) if is_usage(error) => ExitCode::from(2),
        Err(_) => ExitCode::from(3),
    }
}

/// True if a run failed because of an invalid argument or setting.
fn is_usage(error: &anyhow::Error) -> bool {
    let of_server = error.downcast_ref::<ServeError>();
    let is_set = |error: &ServeError| {
        matches!(error, ServeError::Open { .. } | ServeError::Proxy { .. } | ServeError::PublicUrl { .. })
    };
    error.is::<Usage>() || kind(error) == Some(ErrorKind::Usage) || of_server.is_some_and(is_set)
}

/// True if a run failed because a given name does not exist.
fn is_unnamed(error: &anyhow::Error) -> bool {
    kind(error) == Some(ErrorKind::Unnamed)
}

fn kind(error: &anyhow::Error) -> Option<ErrorKind> {
    error.downcast_ref::<quipu::Error>().map(quipu::Error::kind)
}

/// True if a run failed only because the reader of its output is gone (`quipu dump | head`).
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let mut causes = error.chain().filter_map(|cause| cause.downcast_ref::<std::io::Error>());
    causes.any(|cause| cause.kind() == std::io::ErrorKind::BrokenPipe)
}
