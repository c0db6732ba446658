//! A message as a letter: its head, its body, and below them its attachments. Attached letters are read in
//! the same way, and text files by their own loaders; the others are named and reported as not
//! read.

use mail_parser::{Encoding, Message, MessageParser, MessagePart, MessagePartId, MimeHeaders as _, PartType};
use quipu_engine::ports::{Input, LoadError, Loader};

use super::body::{body, is_of};
use super::charset;
use super::head::{file_name, head};
use crate::load::text_builder::{TextBuilder, one_line};
use crate::load::{LoadOptions, attached, extension, parse};

/// Nesting limit of attached letters.
const DEEPEST: usize = 8;
/// Kinds of parts that are never read: signatures of the others.
const SEALS: [&str; 4] = ["pgp-signature", "pkcs7-signature", "x-pkcs7-signature", "pgp-keys"];
/// Extensions for attachments with a known media type and a name without an extension.
const ENDINGS: [(&str, &str); 8] = [
    ("text/html", "html"),
    ("text/csv", "csv"),
    ("text/tab-separated-values", "tsv"),
    ("text/calendar", "ics"),
    ("text/markdown", "md"),
    ("text/vtt", "vtt"),
    ("application/json", "json"),
    ("application/x-ndjson", "jsonl"),
];
/// Extensions of text files.
const TEXTS: [&str; 39] = [
    "txt", "text", "log", "md", "markdown", "rst", "adoc", "asciidoc", "csv", "tsv", "tab", "json", "jsonl", "ndjson",
    "geojson", "ipynb", "html", "htm", "xhtml", "xml", "ics", "eml", "srt", "vtt", "yaml", "yml", "toml", "ini", "cfg",
    "conf", "sql", "tex", "py", "js", "ts", "rs", "sh", "c", "java",
];

/// Writes letters.
pub(super) struct Letters {
    written: TextBuilder,
    most: usize,
    is_recoded: bool,
    /// The loaders of attached files.
    readers: Vec<Box<dyn Loader>>,
    /// The names of those that nothing read.
    unread: Vec<String>,
}

impl Letters {
    /// Letters of at most `most` bytes together; with `is_recoded` their raw content is UTF-8.
    pub(super) fn new(options: &LoadOptions, most: usize, is_recoded: bool) -> Self {
        let readers = attached(options);
        Self { written: TextBuilder::new(most), most, is_recoded, readers, unread: Vec::new() }
    }

    /// Writes a letter at this depth of nesting.
    pub(super) fn letter(&mut self, message: &Message<'_>, depth: usize) {
        let head = head(message);
        self.written.heading(depth.min(1) + 1, &head.subject);
        self.written.block(&head.lines.join("\n"));
        let body = body(message, self.is_recoded, self.most);
        self.written.block(body.text());
        body.notes.into_iter().for_each(|note| self.written.note(Some(note)));
        let files: Vec<(&MessagePart<'_>, String)> = body.files.iter().filter_map(|id| named(message, *id)).collect();
        if files.is_empty() {
            return;
        }
        let names: Vec<&str> = files.iter().map(|(_, name)| name.as_str()).collect();
        self.written.block(&format!("Attached: {}", names.join(", ")));
        for (part, name) in &files {
            if !self.file(message, part, name, depth) {
                self.unread.push(name.clone());
            }
        }
    }

    /// The text written, with notes on missing parts.
    pub(super) fn finish(mut self) -> TextBuilder {
        if !self.unread.is_empty() {
            self.written.note(Some(format!("attached files are not read: {}", self.unread.join(", "))));
        }
        self.written
    }

    /// Reads an attachment; true if it could be read.
    fn file(&mut self, message: &Message<'_>, part: &MessagePart<'_>, name: &str, depth: usize) -> bool {
        let bytes = match &part.body {
            PartType::Message(_) | PartType::Multipart(_) if depth >= DEEPEST => return false,
            PartType::Message(letter) => {
                self.letter(letter, depth + 1);
                return true;
            }
            PartType::Multipart(_) => return false,
            _ if SEALS.iter().any(|seal| is_of(part, "application", seal)) => return true,
            PartType::Text(_) | PartType::Html(_) => {
                let recoded = self.is_recoded && part.encoding == Encoding::None;
                let (text, note) = charset::text(message, part, recoded);
                self.written.note(note);
                text.into_bytes().into()
            }
            PartType::Binary(_) | PartType::InlineBinary(_) => charset::bytes(message, part),
        };
        let is_letter = is_of(part, "message", "rfc822") || extension(name) == "eml";
        match MessageParser::default().parse(bytes.as_ref()).filter(|_| is_letter && depth < DEEPEST) {
            Some(letter) if !letter.headers().is_empty() => {
                self.letter(&letter, depth + 1);
                true
            }
            _ => self.text(part, name, &bytes),
        }
    }

    /// Reads a text file below its name; true if it is one.
    fn text(&mut self, part: &MessagePart<'_>, name: &str, bytes: &[u8]) -> bool {
        let kind = kind(part);
        if !is_text(&kind, &extension(name)) {
            return false;
        }
        let ending = ENDINGS.iter().find(|(known, _)| *known == kind).map(|(_, ending)| *ending);
        let path = match ending.filter(|ending| !extension(name).starts_with(ending)) {
            Some(ending) => format!("{name}.{ending}"),
            None => name.to_owned(),
        };
        match parse(&self.readers, &Input::whole(&path, bytes, self.most)) {
            Ok(loaded) => {
                self.written.heading(2, name);
                for parsed in loaded.documents {
                    self.written.block(&parsed.text);
                    self.written.note(parsed.partial);
                }
                for (place, error) in loaded.skipped {
                    self.written.note(Some(format!("{name}: {place} {error}")));
                }
                true
            }
            Err(LoadError::Empty) => true,
            Err(_) => false,
        }
    }
}

/// True if a file is one of text, by its media type or by its extension: programs send tables as files of
/// other programs, and text as bytes.
fn is_text(kind: &str, ending: &str) -> bool {
    let structured = |suffix: &str| kind.starts_with("application/") && kind.ends_with(suffix);
    let told = kind.starts_with("text/") || kind.starts_with("message/");
    told || ["json", "xml", "yaml", "csv", "x-ndjson", "subrip"].iter().any(|end| structured(end))
        || TEXTS.contains(&ending)
}

/// A part that is a file, and its name.
fn named<'m>(message: &'m Message<'_>, id: MessagePartId) -> Option<(&'m MessagePart<'m>, String)> {
    let part = message.part(id)?;
    let name = file_name(message, part).or_else(|| match &part.body {
        PartType::Message(letter) => Some(head(letter).subject).filter(|subject| !subject.is_empty()),
        _ => Some(kind(part)).filter(|kind| !kind.is_empty()),
    });
    Some((part, name.unwrap_or_else(|| "without a name".to_owned())))
}

/// The kind of a part in lower case, as in `text/plain`; empty where it says none.
fn kind(part: &MessagePart<'_>) -> String {
    let Some(kind) = part.content_type() else { return String::new() };
    let words = kind.c_subtype.as_deref().map_or_else(|| kind.c_type.to_string(), |of| format!("{}/{of}", kind.c_type));
    one_line(&words).to_lowercase()
}
