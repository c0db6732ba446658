//! The loader of web pages: the main content of a page, as Markdown.
//!
//! The text is parsed as browsers do (`html5ever`, by way of `scraper`) and walked once, without
//! recursion. Of a page that marks its main part only that is read; menus, forms and hidden parts
//! are left out, unless all is requested, or that would leave out most of the text.

mod head;
mod inline;
mod lists;
mod looks;
mod mark;
mod math;
mod names;
mod page;
mod panels;
mod pictures;
mod reading;
mod scope;
mod scripts;
mod styles;
mod table;
mod terms;
mod weights;

use std::borrow::Cow;

use encoding_rs::Encoding;
use quipu_engine::ports::{Input, LoadError, Loaded, Loader};
use quipu_kernel::model::{Format, Metadata};
use scraper::Html;

pub(super) use scope::Scope;

use super::decode::decode;
use super::written::Written;
use super::{LoadOptions, extension, is_text};

/// Search distance of the name of a page's encoding, as in browsers.
const LABEL: usize = 1024;

/// The reason of a page without words.
const SCRIPTED: &str = "the page holds no text, only scripts that would fetch it; save it whole from a browser";

/// Reads HTML and XHTML.
#[derive(Debug, Clone, Copy, Default)]
pub struct WebPages {
    scope: Scope,
}

impl WebPages {
    /// Reads pages as the options say.
    pub fn new(options: &LoadOptions) -> Self {
        Self { scope: if options.html_all { Scope::All } else { Scope::Main } }
    }
}

impl Loader for WebPages {
    fn name(&self) -> &'static str {
        "html"
    }

    fn accepts(&self, input: &Input<'_>) -> bool {
        let named = matches!(extension(input.path).as_str(), "html" | "htm" | "xhtml" | "xht");
        (named || begins_a_page(input.bytes)) && is_text(input)
    }

    fn is_risky(&self) -> bool {
        true
    }

    fn parse(&self, input: &Input<'_>) -> Result<Loaded, LoadError> {
        let bytes = in_its_encoding(input.bytes);
        let decoded = decode(&bytes, usize::MAX)?;
        let mut written = Written::new(input.max_text);
        let Page { fields, said, scripted } = write_page(&mut written, &decoded.text, self.scope);
        if !said && scripted {
            return Err(LoadError::Unreadable { reason: SCRIPTED.to_owned() });
        }
        written.note(decoded.partial);
        Ok(written.finish(input.path, "text/html", Format::Markdown, fields)?.into())
    }
}

/// The result of reading a page.
pub(super) struct Page {
    /// The metadata of the page.
    fields: Metadata,
    /// True if any part of it is read.
    pub(super) said: bool,
    /// True if the page has scripts, which may hold text that the page itself lacks.
    scripted: bool,
}

/// Writes a page; returns its metadata.
pub(super) fn write(to: &mut Written, text: &str, scope: Scope) -> Metadata {
    write_page(to, text, scope).fields
}

/// Writes a page; returns its metadata and notes.
pub(super) fn write_page(to: &mut Written, text: &str, scope: Scope) -> Page {
    let page = Html::parse_document(text);
    let sight = scope::Sight::of(&page, scope);
    let reading = reading::reading(&sight);
    let said = page::write(to, &sight, &reading);
    to.note(reading.note);
    let is_script = |part: ego_tree::NodeRef<'_, scraper::Node>| {
        part.value().as_element().is_some_and(|element| element.name() == "script")
    };
    Page { fields: head::fields(&page), said, scripted: page.tree.root().descendants().any(is_script) }
}

/// True if the bytes begin like a web page, regardless of the file's name.
fn begins_a_page(bytes: &[u8]) -> bool {
    let beginning = &bytes[..bytes.len().min(LABEL)];
    let unmarked = beginning.strip_prefix("\u{feff}".as_bytes()).unwrap_or(beginning).trim_ascii_start();
    // Most texts are no page by their first byte.
    if !unmarked.starts_with(b"<") {
        return false;
    }
    let beginning = String::from_utf8_lossy(unmarked).to_lowercase();
    let mut rest = beginning.as_str();
    while let Some((_, after)) = rest.strip_prefix("<!--").and_then(|rest| rest.split_once("-->")) {
        rest = after.trim_start();
    }
    if let Some((_, after)) = rest.strip_prefix("<?xml").and_then(|rest| rest.split_once("?>")) {
        rest = after.trim_start();
    }
    rest.starts_with("<!doctype html") || rest.starts_with("<html")
}

/// Bytes that are no UTF-8, by the encoding that the page names.
fn in_its_encoding(bytes: &[u8]) -> Cow<'_, [u8]> {
    let beginning = String::from_utf8_lossy(&bytes[..bytes.len().min(LABEL)]).to_lowercase();
    let label = beginning.split_once("charset=").map(|(_, rest)| rest.trim_start_matches(['"', '\'', ' ']));
    let label = label.and_then(|rest| rest.split(['"', '\'', ' ', ';', '>', '/']).next());
    let Some(encoding) = label.and_then(|label| Encoding::for_label(label.as_bytes())) else { return bytes.into() };
    match Encoding::for_bom(bytes).is_some() || std::str::from_utf8(bytes).is_ok() {
        true => bytes.into(),
        false => encoding.decode(bytes).0.into_owned().into_bytes().into(),
    }
}

#[cfg(test)]
mod tests;
