//! A worker from its inside: it serves requests one by one, until its input ends.

use std::io::{self, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use quipu_engine::ports::{LoadError, Loaded, Loader};

use super::frames::{self, Request};

/// The stack of the reading thread: some libraries follow the nesting of a document by recursion.
const STACK: usize = 256 << 20;

/// Serves requests from `from` to `to` until `from` ends. The process takes at most `memory` bytes,
/// where the system can bound that, and ends with the one that started it.
///
/// # Errors
/// When a request is invalid, or the answer cannot be delivered.
pub fn serve(
    loaders: &[Box<dyn Loader>],
    memory: u64,
    from: &mut (impl Read + Send),
    to: &mut (impl Write + Send),
) -> io::Result<()> {
    bound(memory);
    // A panic is an answer; its message would be read by no process.
    std::panic::set_hook(Box::new(|_| {}));
    std::thread::scope(|scope| {
        let reads =
            std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || requests(loaders, from, to))?;
        reads.join().unwrap_or_else(|_| Err(io::Error::other("the reader died")))
    })
}

pub(super) fn requests(loaders: &[Box<dyn Loader>], from: &mut impl Read, to: &mut impl Write) -> io::Result<()> {
    loop {
        let head = match frames::read(from) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(()),
            head => head?,
        };
        let request: Request = serde_json::from_slice(&head)?;
        let bytes = frames::read(from)?;
        let answer = answer(loaders, &request, &bytes);
        drop(bytes);
        frames::write(to, &serde_json::to_vec(&answer)?)?;
        to.flush()?;
    }
}

fn answer(loaders: &[Box<dyn Loader>], request: &Request, bytes: &[u8]) -> Result<Loaded, LoadError> {
    let unknown = || LoadError::Unreadable { reason: format!("there is no loader {:?}", request.loader) };
    let loader = loaders.iter().find(|loader| loader.name() == request.loader).ok_or_else(unknown)?;
    let parsed = catch_unwind(AssertUnwindSafe(|| loader.parse(&request.input(bytes))));
    parsed.unwrap_or_else(|panic| {
        let said = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
        Err(LoadError::Crashed { reason: format!("panicked: {}", said.unwrap_or("without a word")) })
    })
}

#[cfg(target_os = "linux")]
fn bound(memory: u64) {
    use rustix::process::{Resource, Rlimit, Signal, set_parent_process_death_signal, setrlimit};
    // Where either is refused the file is read all the same, and the time limit holds.
    let _ = setrlimit(Resource::Data, Rlimit { current: Some(memory), maximum: Some(memory) });
    let _ = set_parent_process_death_signal(Some(Signal::KILL));
}

#[cfg(not(target_os = "linux"))]
fn bound(_memory: u64) {}
