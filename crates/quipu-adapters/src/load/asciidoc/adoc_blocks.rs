//! Blocks of AsciiDoc: headings, paragraphs, delimited blocks, admonitions, pictures.

use std::collections::HashMap;

use super::adoc_attributes::{BlockAttributes, DocumentAttributes};
use super::adoc_inline::{SectionNames, inline};
use super::adoc_lines::{Delimiter, attribute_entry, delimiter, heading, is_block_attributes, is_comment, underlined};
use super::adoc_list_marks::list_mark;
use super::adoc_macros::without_tags;
use crate::load::nested_text::NestedText;

/// The deepest that blocks are nested; deeper ones are paragraphs.
const DEEPEST: usize = 24;
/// Kind words of admonitions.
const ADMONITIONS: [(&str, &str); 5] =
    [("NOTE", "Note"), ("TIP", "Tip"), ("IMPORTANT", "Important"), ("CAUTION", "Caution"), ("WARNING", "Warning")];

/// Reads the lines of a file.
pub(super) struct AdocReader<'a> {
    /// The text in the making.
    pub(super) to: NestedText<'a>,
    /// Attributes of the document.
    pub(super) attributes: DocumentAttributes,
    sections: HashMap<String, String>,
    spare: usize,
}

impl SectionNames for HashMap<String, String> {
    fn heading(&mut self, id: &str) -> Option<String> {
        self.get(id).cloned()
    }
}

/// The blank lines and the attributes before a block.
#[derive(Debug, Default)]
pub(super) struct BlockStart {
    /// The first line of the block.
    pub(super) at: usize,
    /// Its attributes.
    pub(super) attributes: BlockAttributes,
}

impl<'a> AdocReader<'a> {
    /// A reader that writes to `to`.
    pub(super) fn new(to: NestedText<'a>, lines: &[&str]) -> Self {
        let (attributes, sections) = (DocumentAttributes::default(), sections_of(lines));
        Self { to, attributes, sections, spare: 1 << 20 }
    }

    /// Words of a paragraph, as Markdown.
    pub(super) fn inline(&mut self, text: &str) -> String {
        let text = self.attributes.resolved(text.strip_suffix(" +").unwrap_or(text)).replace(" +\n", "\n");
        let mut names = SpentNames { sections: &self.sections, spare: &mut self.spare };
        let said = inline(&text, &mut names);
        said.links.iter().for_each(|link| self.to.link(link));
        said.words
    }

    /// Reads lines that stand at one place.
    pub(super) fn body(&mut self, lines: &[&str], depth: usize) {
        if depth > DEEPEST {
            lines.split(|line| line.is_empty()).for_each(|part| self.to.paragraph(&part.join(" ")));
            return;
        }
        let mut at = 0;
        while at < lines.len() && !self.to.is_full() {
            at = self.block(lines, at, depth).max(at + 1);
        }
    }

    /// Reads one block with what stands before it; gives the place behind it.
    pub(super) fn block(&mut self, lines: &[&str], at: usize, depth: usize) -> usize {
        let start = self.start(lines, at);
        let (at, attributes) = (start.at, start.attributes);
        let Some(line) = lines.get(at).copied() else { return at };
        if let Some(kind) = delimiter(line) {
            return self.delimited(lines, at, kind, &attributes, depth);
        }
        if let Some((level, words)) = heading(line) {
            self.heading(level, words);
            return at + 1;
        }
        if let Some(level) = underlined(line, lines.get(at + 1)) {
            self.heading(level, line);
            return at + 2;
        }
        if matches!(line, "'''" | "---" | "***" | "<<<" | "toc::[]" | "- - -" | "* * *" | "+") {
            return at + 1;
        }
        if list_mark(line).is_some() {
            self.caption(&attributes);
            return self.list(lines, at, &attributes, depth);
        }
        if let Some(end) = self.block_macro(line, &attributes).then_some(at + 1) {
            return end;
        }
        self.text(lines, at, &attributes)
    }

    fn heading(&mut self, level: usize, words: &str) {
        let words = self.inline(words);
        self.to.heading(level, &words);
    }

    /// Skips blank lines, comments and attributes before a block.
    pub(super) fn start(&mut self, lines: &[&str], from: usize) -> BlockStart {
        let mut start = BlockStart { at: from, ..BlockStart::default() };
        while let Some(line) = lines.get(start.at).copied() {
            if let Some((name, value)) = attribute_entry(line) {
                let value = self.value_below(lines, &mut start.at, value);
                self.attributes.set(name, &value);
            } else if is_block_attributes(line) {
                let inner = self.attributes.resolved(&line[1..line.len() - 1]);
                start.attributes.add(&inner);
            } else if let Some(title) = block_title(line) {
                start.attributes.title = Some(title.to_owned());
            } else if !line.is_empty() && !is_comment(line) {
                break;
            }
            start.at += 1;
        }
        start
    }

    /// The value of an attribute, which goes on behind a backslash.
    pub(super) fn value_below(&mut self, lines: &[&str], at: &mut usize, first: &str) -> String {
        let mut value = first.to_owned();
        while let Some(rest) = value.strip_suffix('\\') {
            let rest = rest.trim_end().trim_end_matches(" +").to_owned();
            match lines.get(*at + 1) {
                Some(line) => {
                    value = format!("{rest} {}", line.trim());
                    *at += 1;
                }
                None => value = rest,
            }
        }
        value
    }

    /// The title of a block as a paragraph above it.
    pub(super) fn caption(&mut self, attributes: &BlockAttributes) {
        if let Some(title) = &attributes.title {
            let words = self.inline(title);
            self.to.paragraph(&words);
        }
    }

    /// A block between two equal lines; without the second it runs to the end.
    fn delimited(
        &mut self,
        lines: &[&str],
        at: usize,
        kind: Delimiter,
        attributes: &BlockAttributes,
        depth: usize,
    ) -> usize {
        let close = if kind == Delimiter::Fence { "```" } else { lines[at] };
        let length = lines[at + 1..].iter().take_while(|line| **line != close).count();
        let inner = &lines[at + 1..at + 1 + length];
        let end = at + length + 2;
        let style = attributes.style();
        if kind == Delimiter::Comment || style == "comment" {
            return end;
        }
        if let Some(word) = admonition(style) {
            self.to.lead(word);
            if let Some(title) = &attributes.title {
                let words = self.inline(title);
                self.to.lead(&words);
            }
            self.body(inner, depth + 1);
            self.to.flush_leads();
            return end;
        }
        self.caption(attributes);
        match kind {
            Delimiter::Fence => {
                self.to.code(lines[at].trim_start_matches('`').split(',').next().unwrap_or_default(), &inner.join("\n"))
            }
            Delimiter::Passthrough => self.passed(inner, style),
            Delimiter::Table(mark) => self.table(inner, mark, attributes),
            Delimiter::Listing | Delimiter::Literal | Delimiter::Open
                if matches!(style, "source" | "listing" | "literal") =>
            {
                self.code(inner, attributes)
            }
            Delimiter::Listing | Delimiter::Literal => self.code(inner, attributes),
            Delimiter::Quote if style == "verse" => self.verse(inner, attributes),
            Delimiter::Quote => self.quotation(inner, attributes, depth),
            Delimiter::Open if style == "quote" => self.quotation(inner, attributes, depth),
            _ => self.body(inner, depth + 1),
        }
        end
    }

    /// Code, whose escapes before directives are no part of it.
    fn code(&mut self, lines: &[&str], attributes: &BlockAttributes) {
        let by_default = || if attributes.style() == "source" { self.attributes.get("source-language") } else { None };
        let language = attributes.language().or_else(by_default).unwrap_or_default().to_owned();
        let escaped = |line: &&str| {
            ["\\include::", "\\ifdef::", "\\ifndef::", "\\endif::"].iter().any(|name| line.starts_with(name))
        };
        let lines: Vec<&str> = lines.iter().map(|line| if escaped(line) { &line[1..] } else { line }).collect();
        let lines = match attributes.positional.iter().any(|part| part.contains("attributes"))
            || attributes.named.contains_key("subs")
        {
            true => self.attributes.resolved(&lines.join("\n")),
            false => lines.join("\n"),
        };
        self.to.code(&language, &lines);
    }

    /// A block that another program reads: a formula, or HTML.
    fn passed(&mut self, lines: &[&str], style: &str) {
        let text = lines.join("\n");
        if matches!(style, "stem" | "latexmath" | "asciimath") {
            self.to.paragraph(&format!("$$ {} $$", text.trim()));
            return;
        }
        let lower = text.to_lowercase();
        if !lower.contains("<script") && !lower.contains("<style") {
            without_tags(&text).split("\n\n").for_each(|part| self.to.paragraph(part));
        }
    }

    fn quotation(&mut self, lines: &[&str], attributes: &BlockAttributes, depth: usize) {
        self.to.begin_quote();
        self.body(lines, depth + 1);
        self.to.end_quote();
        self.source(attributes);
    }

    fn verse(&mut self, lines: &[&str], attributes: &BlockAttributes) {
        let lines: Vec<String> = lines.iter().map(|line| self.inline(line)).collect();
        self.to.verse(&lines);
        self.source(attributes);
    }

    /// The author and the work of a quotation.
    fn source(&mut self, attributes: &BlockAttributes) {
        let named = |name: &str| attributes.named.get(name).cloned();
        let author = attributes.positional.get(1).cloned().or_else(|| named("attribution"));
        let work = attributes.positional.get(2).cloned().or_else(|| named("citetitle"));
        let words: Vec<String> = [author, work].into_iter().flatten().filter(|part| !part.is_empty()).collect();
        if !words.is_empty() {
            let words = self.inline(&words.join(", "));
            self.to.paragraph(&format!("— {words}"));
        }
    }

    /// `name::target[words]` alone in its line.
    fn block_macro(&mut self, line: &str, attributes: &BlockAttributes) -> bool {
        let Some((name, rest)) = line.split_once("::") else { return false };
        let is_name =
            !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
        let Some((target, words)) = rest.strip_suffix(']').and_then(|rest| rest.split_once('[')).filter(|_| is_name)
        else {
            return false;
        };
        if target.contains(char::is_whitespace) {
            return false;
        }
        let first = super::adoc_attributes::parts_of(words).into_iter().next().unwrap_or_default();
        match name {
            "toc" => {}
            "image" => {
                self.caption(attributes);
                if !first.contains('=') {
                    let words = self.inline(&first);
                    self.to.paragraph(&words);
                }
            }
            _ => {
                self.caption(attributes);
                self.to.link(target);
            }
        }
        true
    }

    /// A paragraph of any style; gives the place behind it.
    fn text(&mut self, lines: &[&str], at: usize, attributes: &BlockAttributes) -> usize {
        let end = at + 1 + lines[at + 1..].iter().take_while(|line| !ends_paragraph(line)).count();
        let style = attributes.style();
        let is_literal = lines[at].starts_with([' ', '\t']) && style != "normal";
        if matches!(style, "source" | "listing" | "literal") || (is_literal && admonition(style).is_none()) {
            let end = at + lines[at..].iter().take_while(|line| !line.is_empty()).count();
            self.caption(attributes);
            self.code(&dedented(&lines[at..end]), attributes);
            return end;
        }
        let text: Vec<&str> = lines[at..end].iter().filter(|line| !is_comment(line)).copied().collect();
        if matches!(style, "stem" | "latexmath" | "asciimath" | "pass") {
            self.passed(&text, style);
            return end;
        }
        if style == "verse" {
            self.caption(attributes);
            self.verse(&text, attributes);
            return end;
        }
        if style == "comment" {
            return end;
        }
        let text = text.join("\n");
        let (word, text) = match admonition(style) {
            Some(word) => (Some(word), text.as_str()),
            None => admonished(&text),
        };
        if let Some(word) = word {
            self.to.lead(word);
        }
        if let Some(title) = &attributes.title {
            let words = self.inline(title);
            if word.is_some() { self.to.lead(&words) } else { self.to.paragraph(&words) }
        }
        let is_quote = style == "quote" || text.starts_with("> ");
        let words = match is_quote {
            true => self.inline(text.replace("\n> ", "\n").replace("\n>", "\n").trim_start_matches("> ")),
            false => self.inline(text),
        };
        if is_quote {
            self.to.begin_quote();
        }
        self.to.paragraph(&words);
        if is_quote {
            self.to.end_quote();
            self.source(attributes);
        }
        end
    }
}

/// The headings of sections, as long as references to them do not grow the text too much.
struct SpentNames<'a> {
    sections: &'a HashMap<String, String>,
    spare: &'a mut usize,
}

impl SectionNames for SpentNames<'_> {
    fn heading(&mut self, id: &str) -> Option<String> {
        let words = self.sections.get(id)?;
        *self.spare = self.spare.checked_sub(words.len())?;
        Some(words.clone())
    }
}

/// Lines without their common indentation.
pub(super) fn dedented<'a>(lines: &[&'a str]) -> Vec<&'a str> {
    let columns = lines.iter().map(|line| line.len() - line.trim_start().len()).min().unwrap_or_default();
    lines.iter().map(|line| line.get(columns..).unwrap_or(line.trim_start())).collect()
}

/// The kind word of an admonition by its style.
fn admonition(style: &str) -> Option<&'static str> {
    ADMONITIONS.iter().find(|(name, _)| *name == style).map(|(_, word)| *word)
}

/// The kind word that a paragraph begins with, and the rest of the paragraph.
fn admonished(text: &str) -> (Option<&'static str>, &str) {
    let found = ADMONITIONS.iter().find_map(|(name, word)| Some((*word, text.strip_prefix(name)?.strip_prefix(": ")?)));
    found.map_or((None, text), |(word, rest)| (Some(word), rest))
}

/// The words of `.Title`.
fn block_title(line: &str) -> Option<&str> {
    line.strip_prefix('.').filter(|title| !title.is_empty() && !title.starts_with(['.', ' ']))
}

/// True if a paragraph ends before a line.
pub(super) fn ends_paragraph(line: &str) -> bool {
    line.is_empty() || line == "+" || delimiter(line).is_some() || is_block_attributes(line)
}

/// The headings of a file by their ids: those written above them, and those made of their words.
fn sections_of(lines: &[&str]) -> HashMap<String, String> {
    let mut all = HashMap::new();
    let mut ids: Vec<&str> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let id = line.strip_prefix("[[").or(line.strip_prefix("[#")).and_then(|line| line.strip_suffix(']'));
        if let Some(id) = id {
            ids.push(id.trim_end_matches(']').split([',', '.']).next().unwrap_or_default());
            continue;
        }
        let words =
            heading(line).map(|(_, words)| words).or_else(|| underlined(line, lines.get(at + 1)).map(|_| *line));
        if let Some(words) = words {
            let (words, own) = inner_anchor(words);
            for id in ids.drain(..).chain(own) {
                all.entry(id.to_owned()).or_insert_with(|| words.to_owned());
            }
            all.entry(made_id(words)).or_insert_with(|| words.to_owned());
        } else if !line.is_empty() && !is_block_attributes(line) {
            ids.clear();
        }
    }
    all
}

/// The words of a heading behind its anchor `[[id]]`, and the id.
fn inner_anchor(words: &str) -> (&str, Option<&str>) {
    let inner = words.strip_prefix("[[").and_then(|rest| rest.split_once("]]"));
    inner.map_or((words, None), |(id, rest)| (rest.trim_start(), Some(id)))
}

/// The id that a heading has by its words.
fn made_id(words: &str) -> String {
    let mut id = String::from("_");
    for c in words.to_lowercase().chars() {
        match c {
            c if c.is_alphanumeric() => id.push(c),
            ' ' | '-' | '.' | '_' if !id.ends_with('_') => id.push('_'),
            _ => {}
        }
    }
    id.trim_end_matches('_').to_owned()
}
