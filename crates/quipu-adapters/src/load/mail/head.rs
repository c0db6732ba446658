//! The head of a message: sender, recipients, date and subject.
//!
//! Headers ought to be ASCII. Those that hold other bytes are decoded by the encoding that the body
//! names, else by the likeliest of the whole message, and taken apart again.

use encoding_rs::{Encoding, UTF_8};
use mail_parser::{Address, Message, MessageParser, MessagePart, MimeHeaders as _};
use quipu_kernel::model::Metadata;
use serde_json::Value;

use super::charset::declared;
use crate::load::decode::guess;
use crate::load::written::one_line;

/// The head of a message as it is to be shown.
pub(super) struct Head {
    /// The subject, on one line; empty without one.
    pub(super) subject: String,
    /// Sender, recipients and date, a line each.
    pub(super) lines: Vec<String>,
}

/// Reads the head of a message.
pub(super) fn head(message: &Message<'_>) -> Head {
    let own = message.parts.first().and_then(|part| recoded(message, part));
    let said = own.as_ref().unwrap_or(message);
    Head { subject: subject(said), lines: lines(said) }
}

/// The metadata of a message.
pub(super) fn fields(message: &Message<'_>) -> Metadata {
    let own = message.parts.first().and_then(|part| recoded(message, part));
    let message = own.as_ref().unwrap_or(message);
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
    put("title", Some(subject(message)).filter(|subject| !subject.is_empty()).map(Value::from));
    put("authors", names(message.from()));
    put("to", names(message.to()));
    put("date", message.date().map(|date| date.to_rfc3339().into()));
    put("message", message.message_id().map(Value::from));
    put("in_reply_to", message.in_reply_to().as_text().map(Value::from));
    fields
}

/// The name of the file that a part is, if it says so.
pub(super) fn file_name(message: &Message<'_>, part: &MessagePart<'_>) -> Option<String> {
    let name = one_line(part.attachment_name()?);
    let again = || recoded(message, part)?.parts.first()?.attachment_name().map(one_line);
    let name = if name.contains('\u{fffd}') { again().unwrap_or(name) } else { name };
    Some(name).filter(|name| !name.is_empty())
}

/// The head of a part whose bytes are not UTF-8; missing where they are.
fn recoded(message: &Message<'_>, part: &MessagePart<'_>) -> Option<Message<'static>> {
    let whole = message.raw_message.as_ref();
    let bytes = whole.get(part.offset_header as usize..part.offset_body as usize)?;
    if std::str::from_utf8(bytes).is_ok() {
        return None;
    }
    let narrow = |encoding: &&'static Encoding| *encoding != UTF_8 && encoding.is_ascii_compatible();
    let named = message.parts.iter().find_map(|part| declared(part).filter(narrow));
    let (text, _) = named.unwrap_or_else(|| guess(whole)).decode_without_bom_handling(bytes);
    MessageParser::default().parse_headers(text.as_bytes()).map(Message::into_owned)
}

fn subject(message: &Message<'_>) -> String {
    message.subject().map(one_line).unwrap_or_default()
}

fn lines(message: &Message<'_>) -> Vec<String> {
    let people = [("From", message.from()), ("To", message.to()), ("Cc", message.cc())];
    let people = people.into_iter().filter_map(|(name, address)| {
        let shown = shown(address?);
        (!shown.is_empty()).then(|| format!("{name}: {}", shown.join(", ")))
    });
    let date = message.date().map(|date| format!("Date: {}", date.to_rfc3339()));
    people.chain(date).collect()
}

/// `Name <address>`, or the available part of it.
fn shown(address: &Address<'_>) -> Vec<String> {
    let shown = address.iter().map(|one| match (one.name().map(one_line), one.address()) {
        (Some(name), Some(address)) if name != address => format!("{name} <{address}>"),
        (Some(name), _) => name,
        (None, address) => address.unwrap_or_default().to_owned(),
    });
    shown.filter(|shown| !shown.is_empty()).collect()
}
