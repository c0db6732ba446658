//! Blocks become Markdown: headings by size, paragraphs on one line, tables with their header.
//!
//! The body's size is that of most letters of the document; larger or bold short paragraphs are
//! headings, and the distinct sizes among them, from the largest, their levels.

use std::collections::BTreeMap;

use crate::blocks::{PdfBlockKind, TextBlock};
use crate::cells::{Cell, PdfTable};
use crate::joining::DocumentWords;

/// Longest heading, in characters.
const LONGEST: usize = 200;

/// The looks of a document's text.
#[derive(Debug, Default)]
pub(crate) struct Looks {
    body: f32,
    /// Most of the document is bold, so that this says nothing.
    bold: bool,
    /// Sizes of headings in tenths of a point, from the largest.
    sizes: Vec<i32>,
}

impl Looks {
    pub(crate) fn of<'a>(blocks: impl Iterator<Item = &'a TextBlock> + Clone) -> Self {
        let (mut sizes, mut bold, mut all): (BTreeMap<i32, usize>, usize, usize) = (BTreeMap::new(), 0, 0);
        for block in blocks.clone().filter(|block| matches!(block.kind, PdfBlockKind::Text | PdfBlockKind::Entry)) {
            let letters = block.letters();
            // Half points are enough; a title alone does not make a body.
            *sizes.entry((2.0 * block.size).round() as i32).or_default() += letters;
            bold += if block.bold { letters } else { 0 };
            all += letters;
        }
        let body =
            sizes.iter().max_by_key(|(size, count)| (**count, -**size)).map_or(10.0, |(size, _)| *size as f32 / 2.0);
        let mut looks = Self { body, bold: 2 * bold > all, sizes: Vec::new() };
        let mut found: Vec<i32> = blocks.filter(|block| looks.is_heading(block)).map(tenths).collect();
        found.sort_unstable_by_key(|size| -size);
        for size in found {
            if looks.sizes.last().is_none_or(|last| last - size > 6) {
                looks.sizes.push(size);
            }
        }
        looks
    }

    /// A short paragraph that is larger than the text, or as large and bold.
    pub(crate) fn is_heading(&self, block: &TextBlock) -> bool {
        let letters = block.letters();
        if block.kind != PdfBlockKind::Text || block.lines.len() > 4 || letters > LONGEST {
            return false;
        }
        let (Some(first), Some(last)) = (block.lines.first(), block.lines.last()) else { return false };
        let words = first.chars().filter(|letter| letter.is_alphabetic()).count() > 1;
        let larger = block.size > 1.12 * self.body;
        let bold = block.bold && !self.bold && block.size > 0.96 * self.body && block.lines.len() < 4;
        let sentence = last.ends_with([',', ';', ':']) || (last.ends_with('.') && !larger);
        words && (larger || bold) && !sentence && !is_caption(first)
    }

    fn level(&self, block: &TextBlock) -> usize {
        let size = tenths(block);
        (self.sizes.iter().position(|known| size > known - 7).unwrap_or(self.sizes.len()) + 1).min(6)
    }
}

fn tenths(block: &TextBlock) -> i32 {
    (10.0 * block.size).round() as i32
}

/// Names a table or a picture.
fn is_caption(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or_default().trim_end_matches(['.', ':']).to_lowercase();
    let named = ["table", "figure", "fig", "listing", "таблица", "табл", "рис", "рисунок"].contains(&first.as_str());
    named && words.next().is_some_and(|word| word.starts_with(|letter: char| letter.is_ascii_digit()))
}

/// The Markdown of blocks in their order. `bare` leaves the first table without its header: it
/// goes on from the page before.
pub(crate) fn markdown(blocks: &[TextBlock], looks: &Looks, words: &DocumentWords, bare: bool) -> String {
    let mut text = String::new();
    let mut before: Option<&TextBlock> = None;
    for (at, block) in blocks.iter().enumerate() {
        let listed =
            block.kind == PdfBlockKind::Entry && before.is_some_and(|before| before.kind == PdfBlockKind::Entry);
        let part = match &block.kind {
            PdfBlockKind::Code => fenced(&block.lines),
            PdfBlockKind::Table(table) => rows(table, words, bare && at == 0),
            PdfBlockKind::Entry => {
                let deeper = before.is_some_and(|before| listed && block.indent > before.indent + 6.0)
                    || (listed
                        && text.rsplit('\n').next().is_some_and(|line| line.starts_with("  - "))
                        && before.is_some_and(|before| (block.indent - before.indent).abs() < 6.0));
                format!("{}- {}", if deeper { "  " } else { "" }, words.join(block.lines.iter().map(String::as_str)))
            }
            PdfBlockKind::Text | PdfBlockKind::Note => {
                let joined = words.join(block.lines.iter().map(String::as_str));
                let joined = without_leaders(&joined);
                if looks.is_heading(block) {
                    format!("{} {joined}", "#".repeat(looks.level(block)))
                } else {
                    escaped(joined)
                }
            }
        };
        if part.trim().is_empty() {
            continue;
        }
        if !text.is_empty() {
            text.push_str(if listed { "\n" } else { "\n\n" });
        }
        text.push_str(&part);
        before = Some(block);
    }
    text
}

/// A paragraph that would read as something else.
fn escaped(text: String) -> String {
    let marked = ["- ", "+ ", "* ", "> ", "|", "```", "~~~"].iter().any(|mark| text.starts_with(mark));
    let hashes = text.trim_start_matches('#');
    let heading = hashes.len() < text.len() && (hashes.is_empty() || hashes.starts_with(' '));
    if marked || heading { format!("\\{text}") } else { text }
}

/// Dots that lead to a page's number.
fn without_leaders(text: &str) -> String {
    if !text.contains(". . .") && !text.contains("....") {
        return text.to_owned();
    }
    let words =
        text.split(' ').filter(|word| word.is_empty() || *word == "…" || !word.chars().all(|letter| letter == '.'));
    words
        .map(|word| if word.ends_with("....") { word.trim_end_matches('.') } else { word })
        .collect::<Vec<_>>()
        .join(" ")
}

fn fenced(lines: &[String]) -> String {
    let longest = lines.iter().flat_map(|line| line.split(|letter| letter != '`')).map(str::len).max().unwrap_or(0);
    let fence = "`".repeat((longest + 1).max(3));
    format!("{fence}\n{}\n{fence}", lines.join("\n"))
}

fn rows(table: &PdfTable, words: &DocumentWords, bare: bool) -> String {
    let cell = |cell: &Cell| words.join(cell.iter().map(String::as_str)).replace('|', "\\|");
    let row = |row: &Vec<Cell>| format!("| {} |", row.iter().map(cell).collect::<Vec<_>>().join(" | "));
    let mut lines: Vec<String> = table.rows.iter().map(row).collect();
    if !bare {
        let width = table.rows.first().map_or(0, Vec::len);
        lines.insert(1.min(lines.len()), format!("|{}", " --- |".repeat(width)));
    }
    lines.join("\n")
}
