//! The files that record the replies of runs (`llm.record`): concurrent jobs of a process that write into one file
//! share its tape, and the last of them sorts its lines.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use quipu_engine::gateway::{Tape, sorted};

use crate::{Error, durable};

/// A tape that is written, and by how many.
struct Running {
    tape: Arc<Tape>,
    users: usize,
}

/// The tapes of this process, by their files.
static RUNNING: Mutex<BTreeMap<PathBuf, Running>> = Mutex::new(BTreeMap::new());

/// A share in a tape, until its work ends or it is dropped.
pub(crate) struct TapeShare {
    path: PathBuf,
    tape: Arc<Tape>,
    over: AtomicBool,
}

impl TapeShare {
    /// A share in the recording of a file, which is created if missing.
    ///
    /// # Errors
    /// When the file cannot be opened.
    pub(crate) fn of(path: &Path) -> Result<Self, Error> {
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        let file = File::options().create(true).append(true).open(path).map_err(Error::at(path))?;
        let path = path.canonicalize().map_err(Error::at(path))?;
        let fresh = || Running { tape: Arc::new(Tape::new(Box::new(file))), users: 0 };
        let Running { tape, users } = running.entry(path.clone()).or_insert_with(fresh);
        *users += 1;
        Ok(Self { path, tape: tape.clone(), over: AtomicBool::new(false) })
    }

    /// The tape.
    pub(crate) fn tape(&self) -> Arc<Tape> {
        self.tape.clone()
    }

    /// Ends the work. The last one puts the lines into an order that the next run will have, too.
    ///
    /// # Errors
    /// When the file cannot be read or written.
    pub(crate) fn finish(&self) -> Result<(), Error> {
        if self.over.swap(true, Ordering::Relaxed) {
            return Ok(());
        }
        // The lock keeps other runs from writing into the file that is replaced.
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(Running { users, .. }) = running.get_mut(&self.path).filter(|one| one.users > 1) {
            *users -= 1;
            return Ok(());
        }
        running.remove(&self.path);
        let lines = std::fs::read_to_string(&self.path).map_err(Error::at(&self.path))?;
        durable::write(&self.path, sorted(&lines).as_bytes()).map_err(Error::at(&self.path))
    }
}

impl Drop for TapeShare {
    fn drop(&mut self) {
        // A cancelled job has no caller to report to.
        let _ = self.finish();
    }
}

#[cfg(test)]
mod tests {
    use quipu_engine::gateway::Recorded;
    use quipu_engine::ports::{Boxed, Heard, Llm, LlmCard, LlmError, Prompt, Reply, Usage};

    use super::*;

    /// A model with a constant reply.
    #[derive(Default)]
    struct Same(LlmCard);

    impl Llm for Same {
        fn card(&self) -> &LlmCard {
            &self.0
        }

        fn reply<'a>(&'a self, _: &'a Prompt, _: Option<Heard<'a>>) -> Boxed<'a, Result<Reply, LlmError>> {
            Box::pin(async { Ok(Reply::new("yes", Usage::default())) })
        }
    }

    fn ask(share: &TapeShare, what: &str) {
        let llm = Recorded::new(Arc::new(Same::default()), share.tape());
        futures::executor::block_on(llm.reply(&Prompt::new("Be brief.", what, 10), None)).unwrap();
    }

    #[test]
    fn works_at_once_lose_no_reply_and_the_last_one_sorts_them() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.jsonl");
        let lines = || std::fs::read_to_string(&path).unwrap();
        let (first, second) =
            (TapeShare::of(&path).unwrap(), TapeShare::of(&folder.path().join("./run.jsonl")).unwrap());
        (0..20).for_each(|at| ask(if at % 2 == 0 { &first } else { &second }, &format!("{at}?")));
        first.finish().unwrap();
        (20..30).for_each(|at| ask(&second, &format!("{at}?")));
        assert_eq!(lines().lines().count(), 30);
        drop(second);
        assert_eq!(lines(), sorted(&lines()));
        let third = TapeShare::of(&path).unwrap();
        ask(&third, "and then?");
        third.finish().unwrap();
        assert_eq!((lines().lines().count(), lines()), (31, sorted(&lines())));
    }
}
