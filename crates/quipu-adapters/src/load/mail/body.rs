//! The body of a message: its parts in their order, the richest of alternative forms,
//! and the parts that are files.

use std::collections::HashSet;

use mail_parser::{Message, MessagePart, MessagePartId, MimeHeaders as _, PartType};

use super::charset;
use super::forms::{Form, chosen};
use crate::load::html::{self, Scope};
use crate::load::said::Said;
use crate::load::written::Written;

/// Nesting limit of parts.
const DEEPEST: usize = 32;
/// Kinds of text that are files even without a mark as an attachment.
const FILES: [&str; 4] = ["calendar", "vcard", "x-vcard", "rfc822-headers"];

/// The text of a body, and its files.
pub(super) struct Body {
    written: Written,
    has_page: bool,
    /// The parts that are files.
    pub(super) files: Vec<MessagePartId>,
    /// Notes on missing parts of the body.
    pub(super) notes: Vec<String>,
}

impl Body {
    /// The text.
    pub(super) fn text(&self) -> &str {
        self.written.text()
    }
}

/// Reads the body of a message, of at most `most` bytes, and compares it with the words of its plain parts.
pub(super) fn body(message: &Message<'_>, is_recoded: bool, most: usize) -> Body {
    let mut body = Parts { message, is_recoded, most }.read(0, 0);
    if !body.written.is_full() {
        let said = said(message, is_recoded);
        body.notes.extend(said.lost(said.found_in(body.text())));
    }
    body
}

/// The words of all plain parts of a message, except those that are a form of another part.
fn said(message: &Message<'_>, is_recoded: bool) -> Said {
    let mut forms = HashSet::new();
    let mut said = Said::default();
    for (id, part) in (0..).zip(&message.parts) {
        match &part.body {
            // The content of a part comes after it.
            PartType::Multipart(parts) if forms.contains(&id) || is_of(part, "multipart", "alternative") => {
                forms.extend(parts.iter().copied());
            }
            PartType::Text(_) if !forms.contains(&id) && !is_file(part, id) && !is_of(part, "text", "x-amp-html") => {
                said.add(&charset::text(message, part, is_recoded).0);
                said.end();
            }
            _ => {}
        }
    }
    said
}

struct Parts<'m> {
    message: &'m Message<'m>,
    is_recoded: bool,
    most: usize,
}

impl Parts<'_> {
    fn read(&self, id: MessagePartId, depth: usize) -> Body {
        let written = Written::new(self.most);
        let mut body = Body { written, has_page: false, files: Vec::new(), notes: Vec::new() };
        self.part(&mut body, id, depth);
        body
    }

    fn part(&self, body: &mut Body, id: MessagePartId, depth: usize) {
        let Some(part) = self.message.part(id) else { return };
        match &part.body {
            PartType::Multipart(parts) if depth < DEEPEST && is_of(part, "multipart", "alternative") => {
                self.forms(body, parts, depth);
            }
            PartType::Multipart(parts) if depth < DEEPEST => {
                parts.iter().for_each(|part| self.part(body, *part, depth + 1));
            }
            PartType::Text(_) | PartType::Html(_) if !is_file(part, id) => {
                let (text, note) = charset::text(self.message, part, self.is_recoded);
                body.notes.extend(note);
                if matches!(part.body, PartType::Html(_)) || is_of(part, "text", "x-amp-html") {
                    html::write(&mut body.written, &text, Scope::All);
                    body.has_page = true;
                } else {
                    body.written.block(&text.replace("\r\n", "\n"));
                }
            }
            _ => body.files.push(id),
        }
    }

    fn forms(&self, body: &mut Body, parts: &[MessagePartId], depth: usize) {
        let bodies: Vec<Body> = parts.iter().map(|part| self.read(*part, depth + 1)).collect();
        let form = |body: &Body| Form { text: body.text().to_owned(), is_page: body.has_page };
        let forms: Vec<Form> = bodies.iter().map(form).collect();
        for at in chosen(&forms) {
            body.written.block(&forms[at].text);
            body.has_page |= forms[at].is_page;
            body.notes.extend(bodies[at].notes.iter().cloned());
        }
        body.files.extend(bodies.into_iter().flat_map(|body| body.files));
    }
}

/// True if a part is of a kind, as in `text/plain`.
pub(super) fn is_of(part: &MessagePart<'_>, kind: &str, of_it: &str) -> bool {
    part.is_content_type(kind, of_it)
}

/// True if a text is a file that came with the message. The first part of all is the message.
fn is_file(part: &MessagePart<'_>, id: MessagePartId) -> bool {
    let sent_as_file = part.content_disposition().is_some_and(mail_parser::ContentType::is_attachment);
    let named = part.attachment_name().is_some();
    FILES.iter().any(|kind| is_of(part, "text", kind)) || (id != 0 && (sent_as_file || named))
}
