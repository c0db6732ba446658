//! The loaders of mail: a message (`.eml`), and a mailbox (`.mbox`), which is a row of them.
//!
//! `mail-parser` parses messages. The subject is the title and a heading; sender, recipients and
//! date stand below it, then the body, then the attachments: other messages and text files are
//! read, the rest is named.

mod body;
mod charset;
mod forms;
mod head;
mod letter;
mod mailbox;

use std::borrow::Cow;

use mail_parser::MessageParser;
use quipu_engine::ports::{Input, LoadError, Loaded, Loader, Parsed, Reach};
use quipu_kernel::model::Format;

use super::decode::{BytesKind, kind};
use super::{LoadOptions, extension};
use letter::Letters;
pub use mailbox::Mailbox;

/// Headers that identify a message, regardless of the file's name.
const HEADERS: [&str; 6] = ["return-path:", "received:", "delivered-to:", "mime-version:", "message-id:", "from:"];

/// Limit in bytes of a file's beginning that is searched for them.
const HEAD: usize = 4096;

/// Reads `.eml`.
#[derive(Debug, Clone, Default)]
pub struct Mail {
    options: LoadOptions,
}

impl Mail {
    /// A loader of messages and of their attachments, with these options.
    pub fn new(options: &LoadOptions) -> Self {
        Self { options: options.clone() }
    }
}

impl Loader for Mail {
    fn name(&self) -> &'static str {
        "mail"
    }

    fn accepts(&self, input: &Input<'_>) -> bool {
        match extension(input.path).as_str() {
            "eml" | "emlx" => true,
            "" | "txt" | "msg" | "mail" => begins_a_message(input.bytes),
            _ => false,
        }
    }

    fn reach(&self) -> Reach {
        Reach::Whole
    }

    fn is_risky(&self) -> bool {
        true
    }

    fn parse(&self, input: &Input<'_>) -> Result<Loaded, LoadError> {
        Ok(message(&self.options, input, input.bytes)?.into())
    }
}

/// True if bytes begin with headers of a message, two of which are known.
fn begins_a_message(bytes: &[u8]) -> bool {
    let beginning = &bytes[..bytes.len().min(HEAD)];
    let head = &beginning[..memchr::memmem::find(beginning, b"\n\n").unwrap_or(beginning.len())];
    let lines = || head.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii_end);
    let is_header = |line: &[u8]| {
        line.starts_with(b" ")
            || line.starts_with(b"\t")
            || memchr::memchr(b':', line).is_some_and(|end| end > 0 && !line[..end].contains(&b' '))
    };
    // Most texts are no message by their first line.
    if !lines().filter(|line| !line.is_empty()).take(3).all(is_header) {
        return false;
    }
    let begins = |line: &[u8], header: &str| {
        line.get(..header.len()).is_some_and(|start| start.eq_ignore_ascii_case(header.as_bytes()))
    };
    HEADERS.iter().filter(|header| lines().any(|line| begins(line, header))).count() >= 2
}

/// A message as a document.
fn message(options: &LoadOptions, input: &Input<'_>, bytes: &[u8]) -> Result<Parsed, LoadError> {
    let (bytes, is_recoded) = plain(without_length(bytes));
    let parsed = MessageParser::default().parse(bytes.as_ref());
    let message = parsed.filter(|message| !message.headers().is_empty());
    let message = message.ok_or_else(|| LoadError::Unreadable {
        reason: "it has no headers of a message; fix it, or exclude it in .quipuignore".to_owned(),
    })?;
    let mut letters = Letters::new(options, input.max_text, is_recoded);
    letters.letter(&message, 0);
    let fields = head::fields(&message);
    let parsed = letters.finish().finish(input.path, "message/rfc822", Format::Markdown, fields)?;
    Ok(Parsed { id: None, ..parsed })
}

/// A message in bytes of which ASCII is a part; the flag is true if all of it was in two bytes a character,
/// as saved by programs that write "Unicode".
fn plain(bytes: &[u8]) -> (Cow<'_, [u8]>, bool) {
    match kind(bytes) {
        Ok(BytesKind::Other(encoding, mark)) if !encoding.is_ascii_compatible() => {
            let (text, _) = encoding.decode_without_bom_handling(&bytes[mark..]);
            (text.into_owned().into_bytes().into(), true)
        }
        Ok(BytesKind::Utf8(mark)) => (bytes[mark..].into(), false),
        _ => (bytes.into(), false),
    }
}

/// The message in a file of Apple's Mail: its first line is the length of the message, and fields of
/// the program follow it.
fn without_length(bytes: &[u8]) -> &[u8] {
    let Some(end) = memchr::memchr(b'\n', &bytes[..bytes.len().min(40)]) else { return bytes };
    let (first, rest) = (bytes[..end].trim_ascii(), &bytes[end + 1..]);
    let is_length = !first.is_empty() && first.iter().all(u8::is_ascii_digit);
    match std::str::from_utf8(first).ok().filter(|_| is_length).and_then(|first| first.parse::<usize>().ok()) {
        Some(length) => &rest[..rest.len().min(length)],
        None => bytes,
    }
}

#[cfg(test)]
mod tests;
