//! The Markdown loader: front matter, first heading, tags, links; the text itself stays as written.

use quipu_engine::ports::{Input, LoadError, Loaded, Loader, Parsed};
use quipu_kernel::model::Format;
use quipu_kernel::split::{BlockKind, blocks, heading_text};
use quipu_kernel::text::char_start;

use super::decode::{cut_at, decode};
use super::front::front;
use super::markup::read_markup;
use super::metadata::describe;
use super::note_properties::{property_lines, take_page_properties};
use super::{extension, is_text};

/// Limit in bytes of front matter beside the text that is kept.
const FRONT: usize = 1 << 20;
/// The most blocks without words before a title.
const MOST_BEFORE: usize = 40;
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
        let mut front = front(&decoded.text);
        let end = char_start(&decoded.text, front.text_at.saturating_add(input.max_text));
        let text = &decoded.text[front.text_at..end];
        let (title, title_end) = leading_title(text, front.prose_at - front.text_at).unwrap_or_default();
        let properties = property_lines(&front.fields, text.trim().is_empty()).join("\n\n");
        if text.trim().is_empty() && properties.is_empty() {
            return Err(LoadError::Empty);
        }
        take_page_properties(text, &mut front.fields);
        let cut = (end < decoded.text.len()).then(|| cut_at(input.max_text));
        let (head, rest) = text.split_at(title_end);
        let (said, offset) = match properties.is_empty() {
            true => (text.to_owned(), decoded.offset.map(|offset| offset + front.text_at as u64)),
            // Properties stand below the title, so that they belong to its section.
            false => (format!("{head}{}{properties}\n\n{}", gap(head), rest.trim_start_matches(['\r', '\n'])), None),
        };
        let said_end = char_start(&said, input.max_text);
        let mut markup = match properties.is_empty() {
            true => read_markup(&decoded.text[front.prose_at.min(end)..end], Format::Markdown, input.path),
            false => read_markup(&said[..said_end], Format::Markdown, input.path),
        };
        markup.heading = Some(title).filter(|title| !title.is_empty()).or_else(|| spaced_stem(input.path));
        let notes: Vec<String> = [front.broken, cut.or(decoded.partial)].into_iter().flatten().collect();
        let mut parsed = Parsed {
            text: said[..said_end].to_owned(),
            text_offset: offset,
            mime: "text/markdown".to_owned(),
            format: Format::Markdown,
            partial: (!notes.is_empty()).then(|| notes.join("; ")),
            ..Parsed::default()
        };
        describe(&mut parsed, front.fields, markup);
        Ok(parsed.into())
    }
}

/// The break between a heading and the lines below it.
fn gap(head: &str) -> &'static str {
    if head.is_empty() { "" } else { "\n\n" }
}

/// The title that a text begins with: a heading of the first level that no words stand before, and the end of its block.
fn leading_title(text: &str, prose_at: usize) -> Option<(String, usize)> {
    let prose_at = prose_at.min(text.len());
    for block in blocks(&text[prose_at..], Format::Markdown).take(MOST_BEFORE) {
        let part = &text[prose_at..][block.span.clone()];
        match block.kind {
            BlockKind::Heading { level: 1, line } => {
                let words = heading_text(&text[prose_at..][line]);
                return Some((words, prose_at + block.span.end)).filter(|(words, _)| !words.is_empty());
            }
            BlockKind::Paragraph if part.lines().all(is_silent) => {}
            _ => return None,
        }
    }
    None
}

/// True if a line before a title says nothing: markup of pages, pictures, templates, imports, properties of a page.
fn is_silent(line: &str) -> bool {
    let line = line.trim();
    let begins =
        ["<", "![", "[![", "[!", "{%", "{{", "import ", "export ", "-->", "[](", "%%", ":::", "---", "***", "[//]:"];
    line.is_empty()
        || begins.iter().any(|begin| line.starts_with(begin))
        || line.contains(":: ")
        || line.ends_with("-->")
}

/// The name of a file without its extension, as words: `tower-clock.md` is "tower clock"; dates stay as they are.
fn spaced_stem(path: &str) -> Option<String> {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let letters: Vec<char> = stem.chars().collect();
    let is_joint = |at: usize| {
        let beside = [at.checked_sub(1).and_then(|at| letters.get(at)), letters.get(at + 1)];
        matches!(letters[at], '-' | '_') && beside.iter().all(|c| c.is_some_and(|c| c.is_alphabetic()))
    };
    let spaced: String = (0..letters.len()).map(|at| if is_joint(at) { ' ' } else { letters[at] }).collect();
    (spaced != stem && path != "-").then_some(spaced)
}

/// True if a source without an extension begins with front matter or a heading.
fn looks_like_markdown(bytes: &[u8]) -> bool {
    let sample = String::from_utf8_lossy(&bytes[..bytes.len().min(SAMPLE)]);
    let text = sample.trim_start_matches('\u{feff}').trim_start();
    let headed =
        text.lines().next().is_some_and(|line| line.trim_start_matches('#').starts_with(' ') && line.starts_with('#'));
    headed || text.starts_with("---\n") || text.starts_with("---\r\n") || text.starts_with("+++\n")
}
