//! The loaders of mail: a message (`.eml`), and a mailbox (`.mbox`), which is a row of them.
//!
//! `mail-parser` reads messages. The subject is the title and a heading, who wrote to whom and when
//! stands below it; of a body in two forms the plain one is read, else the page. Files that are
//! attached are named, not read.

mod mailbox;

use mail_parser::{Address, Message, MessageParser, MimeHeaders as _};
use quipu_engine::ports::{Input, LoadError, Loaded, Loader, Parsed, Reach};
use quipu_kernel::model::{Format, Metadata};
use serde_json::Value;

use super::extension;
use super::html::{self, Scope};
use super::written::{Written, one_line};
pub use mailbox::Mailbox;

/// Headers by which a message is known, whatever the file is called.
const HEADERS: [&str; 6] = ["return-path:", "received:", "delivered-to:", "mime-version:", "message-id:", "from:"];

/// How many bytes of a file are looked at for them.
const HEAD: usize = 4096;

/// Reads `.eml`.
#[derive(Debug, Clone, Copy, Default)]
pub struct Mail;

impl Loader for Mail {
    fn name(&self) -> &'static str {
        "mail"
    }

    fn accepts(&self, input: &Input<'_>) -> bool {
        match extension(input.path).as_str() {
            "eml" => true,
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
        Ok(message(input, input.bytes)?.into())
    }
}

/// Whether bytes begin with headers of a message, two of which are known.
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
fn message(input: &Input<'_>, bytes: &[u8]) -> Result<Parsed, LoadError> {
    let parsed = MessageParser::default().parse(bytes);
    let message = parsed.filter(|message| !message.headers().is_empty());
    let message = message.ok_or_else(|| LoadError::Unreadable {
        reason: "it has no headers of a message; mend it, or leave it out by .quipuignore".to_owned(),
    })?;
    let mut written = Written::new(input.max_text);
    let subject = message.subject().map(one_line).filter(|subject| !subject.is_empty());
    written.heading(1, subject.as_deref().unwrap_or_default());
    written.block(&heads(&message).join("\n"));
    body(&mut written, &message);
    let files: Vec<String> =
        message.attachments().map(|part| one_line(part.attachment_name().unwrap_or("without a name"))).collect();
    if !files.is_empty() {
        let names = files.join(", ");
        written.block(&format!("Attached: {names}"));
        written.note(Some(format!("attached files are not read: {names}")));
    }
    let parsed =
        written.finish(input.path, "message/rfc822", Format::Markdown, fields(&message, subject.as_deref()))?;
    Ok(Parsed { id: None, ..parsed })
}

/// Who wrote to whom, and when, a line each.
fn heads(message: &Message<'_>) -> Vec<String> {
    let people = [("From", message.from()), ("To", message.to()), ("Cc", message.cc())];
    let people = people.into_iter().filter_map(|(name, address)| {
        let shown = shown(address?);
        (!shown.is_empty()).then(|| format!("{name}: {}", shown.join(", ")))
    });
    let date = message.date().map(|date| format!("Date: {}", date.to_rfc3339()));
    people.chain(date).collect()
}

/// `Name <address>`, or what there is of it.
fn shown(address: &Address<'_>) -> Vec<String> {
    let shown = address.iter().map(|one| match (one.name().map(one_line), one.address()) {
        (Some(name), Some(address)) if name != address => format!("{name} <{address}>"),
        (Some(name), _) => name,
        (None, address) => address.unwrap_or_default().to_owned(),
    });
    shown.filter(|shown| !shown.is_empty()).collect()
}

fn body(written: &mut Written, message: &Message<'_>) {
    let plain = message
        .text_body
        .iter()
        .any(|part| message.part(*part).is_some_and(|part| matches!(part.body, mail_parser::PartType::Text(_))));
    if plain {
        for text in (0..message.text_body_count()).filter_map(|at| message.body_text(at)) {
            written.block(&text.replace("\r\n", "\n"));
        }
        return;
    }
    for page in (0..message.html_body_count()).filter_map(|at| message.body_html(at)) {
        html::write(written, &page, Scope::All);
    }
}

fn fields(message: &Message<'_>, subject: Option<&str>) -> Metadata {
    let mut fields = Metadata::new();
    let mut put = |field: &str, value: Option<Value>| {
        if let Some(value) = value {
            fields.insert(field.to_owned(), value);
        }
    };
    let names = |address: Option<&Address<'_>>| {
        let names: Vec<Value> =
            address?.iter().filter_map(|one| one.name().or(one.address())).map(|name| one_line(name).into()).collect();
        (!names.is_empty()).then_some(Value::Array(names))
    };
    put("title", subject.map(Value::from));
    put("authors", names(message.from()));
    put("to", names(message.to()));
    put("date", message.date().map(|date| date.to_rfc3339().into()));
    put("message", message.message_id().map(Value::from));
    put("in_reply_to", message.in_reply_to().as_text().map(Value::from));
    fields
}
