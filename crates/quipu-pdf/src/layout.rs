//! One page, from glyphs to blocks in the order of reading.

use crate::blocks::{Block, Kind, blocks};
use crate::columns::regions;
use crate::error::OcrReason;
use crate::furniture::{Margin, margins, repeated, strip};
use crate::glyphs::Sheet;
use crate::grids::{Table, grids};
use crate::plausible::readable;
use crate::words::{Word, words};

/// A page before it is laid out: what repeats is not known until pages after it were read.
#[derive(Debug, Default)]
pub(crate) struct Raw {
    words: Vec<Word>,
    asides: Vec<Vec<Word>>,
    tables: Vec<Table>,
    pub(crate) needs_ocr: Option<OcrReason>,
    pub(crate) damaged: bool,
}

/// A page as blocks.
#[derive(Debug, Default)]
pub(crate) struct Laid {
    pub(crate) blocks: Vec<Block>,
    pub(crate) needs_ocr: Option<OcrReason>,
    pub(crate) damaged: bool,
}

impl Raw {
    /// Groups what stands on a page; its margins are for `repeated`.
    pub(crate) fn of(sheet: Sheet) -> (Self, Vec<Margin>) {
        let Sheet { glyphs, asides, rules, top, bottom, pictures, damaged } = sheet;
        let scan = pictures.then_some(OcrReason::Scan);
        let (kept, lost) = readable(glyphs);
        if 2 * lost > kept.len() + lost {
            let needs_ocr = Some(OcrReason::NoCharacterMap);
            return (Self { needs_ocr, damaged, ..Self::default() }, Vec::new());
        }
        let unread = (lost > 0).then_some(OcrReason::NoCharacterMap);
        let (words, tables) = grids(words(kept), &rules);
        let margins = margins(&words, top, bottom);
        let needs_ocr = if words.is_empty() { scan } else { unread };
        let asides = asides.into_iter().map(crate::words::words).collect();
        (Self { words, asides, tables, needs_ocr, damaged }, margins)
    }

    /// Letters of a face of one width, and all.
    pub(crate) fn mono(&self) -> (usize, usize) {
        let count = |word: &Word| word.text.len();
        let mono = self.words.iter().filter(|word| word.mono).map(count).sum();
        (mono, self.words.iter().map(count).sum())
    }

    /// Lays the page out. `margins` are those of all pages read so far.
    pub(crate) fn lay(mut self, margins: &[Vec<Margin>], page: usize, total: usize, plain: bool) -> Laid {
        strip(&mut self.words, &repeated(margins, page, total));
        let body = body(&self.words);
        let mut tables: Vec<Option<Table>> = self.tables.into_iter().map(Some).collect();
        let (mut flow, mut notes): (Vec<Block>, Vec<Block>) = (Vec::new(), Vec::new());
        for region in regions(self.words) {
            let mut found = blocks(&region, &mut tables, plain);
            let at = notes_from(&found, body);
            notes.extend(found.drain(at..).map(|block| Block { kind: Kind::Note, ..block }));
            append(&mut flow, found);
        }
        for aside in self.asides {
            for region in regions(aside) {
                flow.extend(blocks(&region, &mut tables, plain));
            }
        }
        flow.extend(notes);
        Laid { blocks: flow, needs_ocr: self.needs_ocr, damaged: self.damaged }
    }
}

/// The size of most letters.
fn body(words: &[Word]) -> f32 {
    let mut sizes: Vec<(f32, usize)> = words.iter().map(|word| (word.size, word.text.len())).collect();
    sizes.sort_by(|a, b| a.0.total_cmp(&b.0));
    let all: usize = sizes.iter().map(|(_, count)| count).sum();
    let mut seen = 0;
    let middle = sizes.iter().find(|(_, count)| {
        seen += count;
        2 * seen >= all
    });
    middle.map_or(10.0, |(size, _)| *size)
}

/// Where footnotes begin among a region's blocks: small print at its end that starts with a sign.
fn notes_from(blocks: &[Block], body: f32) -> usize {
    let small = |block: &&Block| block.kind == Kind::Text && block.size < 0.93 * body;
    let from = blocks.len() - blocks.iter().rev().take_while(small).count();
    let signed = |block: &Block| {
        let first = block.lines.first().and_then(|line| line.split(' ').next()).unwrap_or_default();
        let inner = first.trim_end_matches([')', '.']);
        let digits = first.chars().take_while(char::is_ascii_digit).count();
        "*†‡§¶".contains(first.chars().next().unwrap_or(' '))
            || (1..4).contains(&digits) && (inner.len() == digits || digits < 3)
    };
    from + blocks[from..].iter().take_while(|block| !signed(block)).count()
}

/// Adds a region's blocks; a paragraph may go on from one column to the next.
fn append(flow: &mut Vec<Block>, more: Vec<Block>) {
    let mut more = more.into_iter();
    let Some(first) = more.next() else { return };
    match flow.last_mut() {
        Some(last) if goes_on(last, &first) => {
            last.lines.extend(first.lines);
            last.full = first.full;
        }
        _ => flow.push(first),
    }
    flow.extend(more);
}

/// No heading: several lines, or an end like a sentence's.
fn is_text(block: &Block) -> bool {
    block.lines.len() > 2 || block.lines.last().is_some_and(|line| line.ends_with(['.', ';', ',']))
}

/// Whether a paragraph continues in a block that stands elsewhere.
pub(crate) fn goes_on(last: &Block, next: &Block) -> bool {
    let text = |block: &Block| matches!(block.kind, Kind::Text | Kind::Entry);
    let alike = (last.size - next.size).abs() < 0.6 && last.bold == next.bold;
    if !text(last) || next.kind != Kind::Text || !alike {
        return false;
    }
    let (Some(end), Some(start)) = (last.lines.last(), next.lines.first()) else { return false };
    let first = start.chars().find(|letter| !"«“„\"'(".contains(*letter)).unwrap_or(' ');
    let ends = end.trim_end_matches(['"', '”', '»', ')']).ends_with(['.', '!', '?', ':', '…', '。']);
    let letter = end.ends_with(|letter: char| letter.is_alphabetic() || ",-–\u{ad}".contains(letter));
    !ends && (first.is_lowercase() || last.full && letter && next.indent < 0.8 * next.size && is_text(next))
}
