//! Mailboxes: messages one after the other, each after a line that begins with `From `.

use memchr::memmem::find_iter;
use quipu_engine::ports::{Input, LoadError, Loaded, Loader, Parsed, Reach};

use super::{begins_a_message, message};
use crate::load::names::Names;
use crate::load::{LoadOptions, extension};

/// The start of a message.
const FROM: &[u8] = b"From ";

/// Reads `.mbox`.
#[derive(Debug, Clone, Default)]
pub struct Mailbox {
    options: LoadOptions,
}

impl Mailbox {
    /// A loader of messages and of their attachments, with these options.
    pub fn new(options: &LoadOptions) -> Self {
        Self { options: options.clone() }
    }
}

impl Loader for Mailbox {
    fn name(&self) -> &'static str {
        "mailbox"
    }

    fn accepts(&self, input: &Input<'_>) -> bool {
        let named = matches!(extension(input.path).as_str(), "mbox" | "mbx");
        let after = || memchr::memchr(b'\n', input.bytes).map(|at| &input.bytes[at + 1..]);
        input.bytes.starts_with(FROM) && (named || after().is_some_and(begins_a_message))
    }

    fn reach(&self) -> Reach {
        Reach::Pieces
    }

    fn is_risky(&self) -> bool {
        true
    }

    fn parse(&self, input: &Input<'_>) -> Result<Loaded, LoadError> {
        let mut starts = vec![0];
        starts.extend(find_iter(input.bytes, b"\nFrom ").map(|at| at + 1));
        // The last one may go on in the next piece.
        let end = if input.last { input.bytes.len() } else { starts.pop().unwrap_or_default() };
        let ends = starts.iter().skip(1).copied().chain([end]);
        let mut loaded = Loaded { rest: input.bytes.len() - end, ..Loaded::default() };
        let mut names = Names::default();
        for (at, (start, end)) in starts.iter().copied().zip(ends).filter(|(start, end)| start < end).enumerate() {
            let number = input.before + at + 1;
            match one(&self.options, input, &input.bytes[start..end]) {
                Ok(parsed) => {
                    let within = Some(names.name(id(&parsed), number));
                    loaded.documents.push(Parsed { within, ..parsed });
                }
                Err(error) => loaded.skipped.push((format!("message {number}"), error)),
            }
        }
        Ok(loaded)
    }
}

/// The message id of the sender, which is stable under changes before the message.
fn id(parsed: &Parsed) -> Option<String> {
    let id = parsed.metadata.get("message").and_then(|id| id.as_str());
    id.filter(|id| id.len() <= 200).map(str::to_owned)
}

/// A message after the line that begins it; lines that were marked so as not to begin one are restored.
fn one(options: &LoadOptions, input: &Input<'_>, bytes: &[u8]) -> Result<Parsed, LoadError> {
    let at = memchr::memchr(b'\n', bytes).map_or(bytes.len(), |at| at + 1);
    let mut own = Vec::with_capacity(bytes.len() - at);
    for line in bytes[at..].split_inclusive(|byte| *byte == b'\n') {
        let marks = line.iter().take_while(|byte| **byte == b'>').count();
        own.extend_from_slice(if marks > 0 && line[marks..].starts_with(FROM) { &line[1..] } else { line });
    }
    message(options, input, &own)
}
