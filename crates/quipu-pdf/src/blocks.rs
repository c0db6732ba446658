//! Lines become paragraphs, entries of lists, code and tables.
//!
//! A paragraph ends where the white above a line grows, its size or weight changes, a line is
//! indented or stops short of the margin although the next word had room. Lines that read to the
//! left are looked at in a mirror.

use crate::aligned::{DrawnLevels, aligned};
use crate::bylines::authors;
use crate::cells::PdfTable;
use crate::lines::TextLine;
use crate::ruled::RuledLine;

/// Letters of a title, at most.
const LONGEST_TITLE: usize = 250;

/// Kinds of blocks.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum PdfBlockKind {
    Text,
    /// An entry of a list, without its sign.
    Entry,
    Code,
    /// A footnote.
    Note,
    Table(PdfTable),
}

/// Lines that belong together.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct TextBlock {
    pub(crate) kind: PdfBlockKind,
    pub(crate) lines: Vec<String>,
    pub(crate) size: f32,
    pub(crate) bold: bool,
    /// Start of its first line, as the distance from the region's margin by indentation.
    pub(crate) indent: f32,
    /// Its last line reaches the margin, so it may go on elsewhere.
    pub(crate) full: bool,
}

/// What is known about the page of a region.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct BlockScene<'a> {
    /// The whole document is in a face of one width, so that this does not mean code.
    pub(crate) plain: bool,
    /// It is the document's first page.
    pub(crate) first: bool,
    /// The lines drawn on it that are no grid's.
    pub(crate) rules: &'a [RuledLine],
}

/// The blocks of one region. `tables` are those that stand for a word.
pub(crate) fn blocks(lines: &[TextLine], tables: &mut [Option<PdfTable>], scene: BlockScene<'_>) -> Vec<TextBlock> {
    let plain = scene.plain;
    let measure = Measure::of(lines);
    let mut blocks: Vec<TextBlock> = Vec::new();
    let mut open: Vec<&TextLine> = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let line = &lines[at];
        if let Some(table) = line.table().and_then(|at| tables.get_mut(at)).and_then(Option::take) {
            blocks.extend(measure.close(&mut open, plain));
            blocks.push(TextBlock::table(table, line.size));
        } else if let Some((columns, count)) = scene.authors(&blocks, &lines[at..]) {
            blocks.extend(measure.close(&mut open, plain));
            let lines = columns.iter().flatten();
            blocks.extend(lines.filter_map(|line| measure.close(&mut vec![line], plain)));
            at += count;
            continue;
        } else if let Some((table, count)) = aligned(&lines[at..], DrawnLevels::Level(scene.rules)) {
            blocks.extend(measure.close(&mut open, plain));
            blocks.push(TextBlock::table(table, line.size));
            at += count;
            continue;
        } else {
            if open.last().is_some_and(|last| measure.breaks(&open, last, line, plain)) {
                blocks.extend(measure.close(&mut open, plain));
            }
            open.push(line);
        }
        at += 1;
    }
    blocks.extend(measure.close(&mut open, plain));
    blocks
}

impl BlockScene<'_> {
    /// The authors that stand here side by side, before the text begins.
    fn authors(&self, before: &[TextBlock], lines: &[TextLine]) -> Option<(Vec<Vec<TextLine>>, usize)> {
        let begun = before.iter().any(|block| block.letters() > LONGEST_TITLE);
        authors(lines).filter(|_| self.first && !begun)
    }
}

impl TextBlock {
    fn table(table: PdfTable, size: f32) -> Self {
        let kind = PdfBlockKind::Table(table);
        Self { kind, lines: Vec::new(), size, bold: false, indent: 0.0, full: false }
    }

    /// Characters in its lines.
    pub(crate) fn letters(&self) -> usize {
        self.lines.iter().map(|line| line.chars().count()).sum()
    }
}

/// The margins and the leading of a region.
struct Measure {
    left: f32,
    right: f32,
    leading: f32,
    mirrored: bool,
}

impl Measure {
    fn of(lines: &[TextLine]) -> Self {
        let texts = || lines.iter().filter(|line| line.table().is_none());
        let mirrored = 2 * texts().filter(|line| line.leftward()).count() > texts().count();
        let side = |line: &TextLine| if mirrored { (-line.right, -line.left) } else { (line.left, line.right) };
        let left = texts().map(|line| side(line).0).fold(f32::MAX, f32::min);
        let right = texts().map(|line| side(line).1).fold(f32::MIN, f32::max);
        let mut steps: Vec<f32> = lines
            .windows(2)
            .filter(|pair| (pair[0].size - pair[1].size).abs() < 0.5)
            .map(|pair| (pair[1].y - pair[0].y) / pair[1].size)
            .filter(|step| (0.9..2.6).contains(step))
            .collect();
        steps.sort_by(f32::total_cmp);
        // The lower third: steps inside paragraphs are the small ones.
        let leading = steps.get(steps.len() / 3).copied().unwrap_or(1.25).max(1.0);
        Self { left, right, leading, mirrored }
    }

    fn start(&self, line: &TextLine) -> f32 {
        if self.mirrored { -line.right } else { line.left }
    }

    fn end(&self, line: &TextLine) -> f32 {
        if self.mirrored { -line.left } else { line.right }
    }

    /// True if a line begins a new block after `last`, the last one of `open`.
    fn breaks(&self, open: &[&TextLine], last: &TextLine, line: &TextLine, plain: bool) -> bool {
        let size = last.size.max(line.size);
        let gap = line.y - last.y;
        if (last.mono != line.mono) && !plain {
            return true;
        }
        if line.mono && last.mono && !plain {
            return gap > 3.0 * size;
        }
        if gap > 1.2 * self.leading * size || gap < 0.3 * size || (last.is_spread() && line.is_spread()) {
            return true;
        }
        if (last.size - line.size).abs() > 0.09 * size
            || (last.bold != line.bold && !(self.is_full(last, line) && is_lower(line)))
        {
            return true;
        }
        let note = line.words.first().is_some_and(|word| word.raised);
        if note || line.bullet().is_some() || is_numbered(line) && !self.is_full(last, line) {
            return true;
        }
        self.is_indented(open, last, line) || self.stops_short(last, line)
    }

    fn is_indented(&self, open: &[&TextLine], last: &TextLine, line: &TextLine) -> bool {
        let em = line.size;
        let (here, before) = (self.start(line), self.start(last));
        let middles = (here + self.end(line) - before - self.end(last)).abs() < 1.5 * em;
        if middles && (here - self.left) > 2.0 * em {
            // Centred lines.
            return false;
        }
        let text = open[0].bullet().filter(|_| !self.mirrored);
        if let Some(text) = text {
            return (here - text).abs() > 1.5 * em && here < text && open.len() > 1 || here > text + 1.5 * em;
        }
        let hangs = open.len() == 1
            && (is_numbered(open[0]) || open[0].words.first().is_some_and(|word| word.text.starts_with('[')));
        if here > before + 0.8 * em {
            return !(hangs || open.len() == 1 && self.is_full(last, line));
        }
        // Back to the margin: after a first line that is indented the paragraph goes on.
        here < before - 0.8 * em && (open.len() > 1 || !self.is_full(last, line) && !is_lower(line))
    }

    fn is_full(&self, last: &TextLine, line: &TextLine) -> bool {
        let word = line.words.first().map_or(0.0, |word| word.right - word.left);
        let word = if self.mirrored { line.words.last().map_or(0.0, |word| word.right - word.left) } else { word };
        self.end(last) + word + 0.3 * last.size > self.right - 0.5 * last.size
    }

    fn stops_short(&self, last: &TextLine, line: &TextLine) -> bool {
        if self.is_full(last, line) {
            return false;
        }
        let text = last.text();
        let apart = line.y - last.y > 1.8 * line.size;
        let short = self.end(last) < self.right - 0.1 * (self.right - self.left);
        let ends = text.ends_with(['.', '!', '?', ':', ';', '…', '»', '”', '"', ')', '。', '؟']);
        short && !is_lower(line) && (ends || apart || self.end(last) < self.right - 0.35 * (self.right - self.left))
    }

    fn close(&self, open: &mut Vec<&TextLine>, plain: bool) -> Option<TextBlock> {
        let (first, last) = (*open.first()?, *open.last()?);
        // A lone address or name in such a face is no code.
        let coded = open.len() > 1 || first.text().contains(['{', '}', '(', '=', ';', '\\', '<', '$']);
        let mono = open.iter().all(|line| line.mono) && coded;
        let size = open.iter().map(|line| line.size).fold(0.0, f32::max);
        let entry = first.bullet().is_some();
        let kind = match (mono && !plain, entry) {
            (true, _) => PdfBlockKind::Code,
            (_, true) => PdfBlockKind::Entry,
            _ => PdfBlockKind::Text,
        };
        let mut lines: Vec<String> = match kind {
            PdfBlockKind::Code => code(open),
            _ => open.iter().map(|line| line.text()).collect(),
        };
        if let (PdfBlockKind::Entry, Some(line)) = (&kind, lines.first_mut()) {
            *line = line.split_once(' ').map_or(String::new(), |(_, text)| text.to_owned());
        }
        let full = self.end(last) > self.right - 0.12 * (self.right - self.left);
        let bold = open.iter().all(|line| line.bold);
        let indent = self.start(first) - self.left;
        open.clear();
        Some(TextBlock { kind, lines, size, bold, indent, full })
    }
}

fn is_lower(line: &TextLine) -> bool {
    let first = line.words.first().and_then(|word| word.text.chars().next());
    first.is_some_and(|letter| letter.is_lowercase() || ",;.)]".contains(letter))
}

/// Begins with `1.`, `2)`, `(a)` or `[3]`.
fn is_numbered(line: &TextLine) -> bool {
    let Some(word) = line.words.first().filter(|_| line.words.len() > 1) else { return false };
    let text = word.text.as_str();
    let inner = text.trim_matches(['(', ')', '[', ']', '.']);
    let short = inner.chars().count() <= 3 && inner.chars().all(char::is_alphanumeric);
    let number = inner.chars().all(|letter| letter.is_ascii_digit()) || text.ends_with(')') || text.starts_with('(');
    !inner.is_empty() && text.len() > inner.len() && short && number
}

/// Lines of code with their indentation, by the width of a letter.
fn code(lines: &[&TextLine]) -> Vec<String> {
    let left = lines.iter().map(|line| line.left).fold(f32::MAX, f32::min);
    let letters: usize = lines.iter().flat_map(|line| &line.words).map(|word| word.text.chars().count()).sum();
    let width: f32 = lines.iter().flat_map(|line| &line.words).map(|word| word.right - word.left).sum();
    let width = (width / letters.max(1) as f32).max(1.0);
    let spaces = |white: f32| " ".repeat(((white / width).round().clamp(0.0, 200.0)) as usize);
    let mut code: Vec<String> = Vec::new();
    let mut before: Option<&TextLine> = None;
    for line in lines {
        if before.is_some_and(|before| line.y - before.y > 1.8 * line.size) {
            code.push(String::new());
        }
        let mut text = spaces(line.left - left);
        for (at, word) in line.words.iter().enumerate() {
            if at > 0 {
                let white = spaces(word.left - line.words[at - 1].right);
                text.push_str(if white.is_empty() { " " } else { &white });
            }
            text.push_str(&word.text);
        }
        code.push(text);
        before = Some(line);
    }
    code
}
