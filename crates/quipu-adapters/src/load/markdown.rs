//! The Markdown loader: front matter, first heading, tags, links; the text itself stays as written.

use quipu_engine::ports::{Input, LoadError, Loaded, Loader, Parsed};
use quipu_kernel::model::Format;
use quipu_kernel::text::char_start;

use super::decode::{cut_at, decode};
use super::front::front;
use super::markup::read_markup;
use super::metadata::describe;
use super::{extension, is_text};

/// Limit in bytes of front matter beside the text that is kept.
const FRONT: usize = 1 << 20;
/// Size of the sample of a source without an extension.
const SAMPLE: usize = 4 << 10;

/// Reads Markdown.
#[derive(Debug, Clone, Copy, Default)]
pub struct Markdown;

impl Loader for Markdown {
    fn name(&self) -> &'static str {
        "markdown"
    }

    fn accepts(&self, input: &Input<'_>) -> bool {
        let named = match extension(input.path).as_str() {
            "md" | "markdown" | "mdown" | "mkd" | "mkdn" | "mdx" | "qmd" | "rmd" => true,
            "" => looks_like_markdown(input.bytes),
            _ => false,
        };
        named && is_text(input)
    }

    fn parse(&self, input: &Input<'_>) -> Result<Loaded, LoadError> {
        let decoded = decode(input.bytes, input.max_text.saturating_add(FRONT))?;
        let front = front(&decoded.text);
        let end = char_start(&decoded.text, front.text_at.saturating_add(input.max_text));
        let text = &decoded.text[front.text_at..end];
        if text.trim().is_empty() {
            return Err(LoadError::Empty);
        }
        let cut = (end < decoded.text.len()).then(|| cut_at(input.max_text));
        let markup = read_markup(&decoded.text[front.prose_at.min(end)..end], Format::Markdown, input.path);
        let notes: Vec<String> = [front.broken, cut.or(decoded.partial)].into_iter().flatten().collect();
        let mut parsed = Parsed {
            text: text.to_owned(),
            text_offset: decoded.offset.map(|offset| offset + front.text_at as u64),
            mime: "text/markdown".to_owned(),
            format: Format::Markdown,
            partial: (!notes.is_empty()).then(|| notes.join("; ")),
            ..Parsed::default()
        };
        describe(&mut parsed, front.fields, markup);
        Ok(parsed.into())
    }
}

/// True if a source without an extension begins with front matter or a heading.
fn looks_like_markdown(bytes: &[u8]) -> bool {
    let sample = String::from_utf8_lossy(&bytes[..bytes.len().min(SAMPLE)]);
    let text = sample.trim_start_matches('\u{feff}').trim_start();
    let headed =
        text.lines().next().is_some_and(|line| line.trim_start_matches('#').starts_with(' ') && line.starts_with('#'));
    headed || text.starts_with("---\n") || text.starts_with("---\r\n") || text.starts_with("+++\n")
}
