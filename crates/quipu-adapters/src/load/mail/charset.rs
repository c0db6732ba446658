//! The text of a part of a message: in the encoding that the part names where that can be true, else
//! decoded like any file.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::quoted_printable::quoted_printable_decode;
use mail_parser::{Encoding as Transfer, Message, MessagePart, MimeHeaders as _, PartType};
use quipu_engine::ports::LoadError;

use crate::load::decode::{decode, other};

/// Names that stand for an encoding and tell nothing of the bytes.
const NAMELESS: [&str; 5] = ["us-ascii", "ascii", "unknown-8bit", "x-unknown", "default"];

/// The encoding that a part names, if it says anything.
pub(super) fn declared(part: &MessagePart<'_>) -> Option<&'static Encoding> {
    let label = part.content_type()?.attribute("charset")?.trim();
    let tells = !NAMELESS.iter().any(|name| label.eq_ignore_ascii_case(name));
    Encoding::for_label(label.as_bytes()).filter(|_| tells)
}

/// The text of a part, and a note on missing text. Where the whole message was `recoded`, raw text in
/// it is UTF-8, even if its part names another encoding.
pub(super) fn text(message: &Message<'_>, part: &MessagePart<'_>, is_recoded: bool) -> (String, Option<String>) {
    let bytes = bytes(message, part);
    let as_it_is = is_recoded && part.encoding == Transfer::None;
    let read = match declared(part).filter(|_| !as_it_is) {
        Some(encoding) if encoding != UTF_8 && !is_utf8_after_all(&bytes, encoding) => {
            let mark = usize::from(bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff")) * 2;
            let mark = if encoding.is_ascii_compatible() { 0 } else { mark };
            other(encoding, &bytes[mark..]).map(|decoded| (decoded.text.into_owned(), decoded.partial))
        }
        // One that only the library knows.
        None if !as_it_is && names_another(part) => Ok((as_read(part), None)),
        _ => decode(&bytes, usize::MAX).map(|decoded| (decoded.text.into_owned(), decoded.partial)),
    };
    match read {
        Ok(read) => read,
        Err(LoadError::Empty) => (String::new(), None),
        Err(_) => (as_read(part), None),
    }
}

/// The bytes of a part, as they were before they were sent.
pub(super) fn bytes<'m>(message: &'m Message<'_>, part: &'m MessagePart<'_>) -> Cow<'m, [u8]> {
    if let PartType::Binary(bytes) | PartType::InlineBinary(bytes) = &part.body {
        return bytes.as_ref().into();
    }
    let raw = message.raw_message.get(part.offset_body as usize..part.offset_end as usize).unwrap_or_default();
    let decoded = match part.encoding {
        Transfer::None => return raw.into(),
        Transfer::Base64 => base64_decode(raw),
        Transfer::QuotedPrintable => quoted_printable_decode(raw),
    };
    decoded.map_or_else(|| as_read(part).into_bytes().into(), Cow::Owned)
}

/// True if bytes are UTF-8 beyond ASCII, which text in an encoding of one byte a letter never is by
/// chance.
fn is_utf8_after_all(bytes: &[u8], encoding: &'static Encoding) -> bool {
    let single = encoding.is_single_byte() || encoding == WINDOWS_1252;
    single && !bytes.is_ascii() && std::str::from_utf8(bytes).is_ok()
}

/// True if a part names an encoding, though none that browsers know.
fn names_another(part: &MessagePart<'_>) -> bool {
    let label = part.content_type().and_then(|kind| kind.attribute("charset")).map(str::trim);
    label.is_some_and(|label| {
        let known = mail_parser::decoders::charsets::map::charset_decoder(label.as_bytes()).is_some();
        known && Encoding::for_label(label.as_bytes()).is_none()
    })
}

/// A part as the library read it.
fn as_read(part: &MessagePart<'_>) -> String {
    match &part.body {
        PartType::Text(text) | PartType::Html(text) => text.as_ref().to_owned(),
        PartType::Binary(bytes) | PartType::InlineBinary(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        PartType::Message(_) | PartType::Multipart(_) => String::new(),
    }
}
