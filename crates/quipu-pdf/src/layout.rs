//! One page, from glyphs to blocks in the order of reading.

use crate::blocks::{BlockScene, PdfBlockKind, TextBlock, blocks};
use crate::cells::PdfTable;
use crate::columns::{Gutters, gutter, regions};
use crate::error::OcrReason;
use crate::furniture::{AROUND, Gone, PageEnds, is_form, margins, repeated, strip};
use crate::glyphs::Sheet;
use crate::grids::grids;
use crate::lines::lines;
use crate::plausible::readable;
use crate::ruled::RuledLine;
use crate::stripes::Gutter;
use crate::struck::strike;
use crate::words::{PdfWord, words};

/// A page before it is laid out: repeated parts are unknown until pages after it were read.
#[derive(Debug, Default)]
pub(crate) struct Raw {
    words: Vec<PdfWord>,
    asides: Vec<Vec<PdfWord>>,
    tables: Vec<PdfTable>,
    rules: Vec<RuledLine>,
    /// Letters that the page shows and that are not here.
    dropped: usize,
    pub(crate) needs_ocr: Option<OcrReason>,
    pub(crate) damaged: bool,
}

/// A page as blocks.
#[derive(Debug, Default)]
pub(crate) struct Laid {
    pub(crate) blocks: Vec<TextBlock>,
    pub(crate) needs_ocr: Option<OcrReason>,
    pub(crate) damaged: bool,
    /// True if much of the visible page is not in its blocks.
    pub(crate) left_out: bool,
    /// True if it starts over: the page before is the same form, or the same page.
    pub(crate) anew: bool,
}

/// Share of a page's letters that its blocks say, else it is laid out the plain way.
const SAID: f32 = 0.85;
/// Share that may be left out without a word.
const UNSAID: f32 = 0.2;
/// Letters that may.
const UNSAID_LEAST: usize = 40;
/// Share of a page's letters that may go as furniture.
const FURNITURE: f32 = 0.5;

impl Raw {
    /// Groups the contents of a page; its margins are for `repeated`.
    pub(crate) fn of(sheet: Sheet) -> (Self, PageEnds) {
        let Sheet { glyphs, asides, mut rules, strikes, dropped, top, bottom, pictures, damaged } = sheet;
        let scan = pictures.then_some(OcrReason::Scan);
        let (kept, lost) = readable(glyphs);
        if 2 * lost > kept.len() + lost {
            let needs_ocr = Some(OcrReason::NoCharacterMap);
            return (Self { needs_ocr, damaged, ..Self::default() }, PageEnds::default());
        }
        let unread = (lost > 0).then_some(OcrReason::NoCharacterMap);
        let mut words = words(kept);
        strike(&mut words, &mut rules, &strikes);
        let (words, tables) = grids(words, &rules);
        let mut margins = margins(&words, &tables, top, bottom);
        margins.gutter = gutter(&words);
        rules.retain(RuledLine::is_level);
        let needs_ocr = if words.is_empty() { scan } else { unread };
        let asides = asides.into_iter().map(crate::words::words).collect();
        (Self { words, asides, tables, rules, dropped, needs_ocr, damaged }, margins)
    }

    /// Letters of a face of one width, and all.
    pub(crate) fn mono(&self) -> (usize, usize) {
        let count = |word: &PdfWord| word.text.len();
        let mono = self.words.iter().filter(|word| word.mono).map(count).sum();
        (mono, self.words.iter().map(count).sum())
    }

    /// Lays the page out. `ends` are those of all pages read so far. Letters are counted before and
    /// after: a page that says too few of them is read the plain way, all its lines from the top.
    pub(crate) fn lay(self, ends: &[PageEnds], page: usize, total: usize, plain: bool) -> Laid {
        let shown = self.letters();
        let mut gone = repeated(ends, page, total);
        let mut words = self.words.clone();
        let mut moved = strip(&mut words, &gone);
        if (letters(&words) + letters(&moved) + self.tabled()) as f32 <= (1.0 - FURNITURE) * shown as f32 {
            // A page that is mostly furniture has none.
            gone.retain(|line| line.bare);
            words.clone_from(&self.words);
            moved = strip(&mut words, &gone);
        }
        let stripped = letters(&self.words) - letters(&words) - letters(&moved);
        let scene = BlockScene { plain, first: page == 0, rules: &self.rules };
        let gutters = Gutters { known: gutters(ends, page), rules: self.rules.clone() };
        let mut blocks = self.flow(words, &moved, &gone, scene, &gutters);
        let said = |blocks: &[TextBlock]| blocks.iter().map(said).sum::<usize>();
        let enough = |said: usize| (said + stripped) as f32 >= SAID * shown as f32;
        if !enough(said(&blocks)) {
            blocks = self.plain(scene);
        }
        let unsaid = (shown + self.dropped).saturating_sub(said(&blocks) + stripped);
        let left_out = unsaid >= UNSAID_LEAST && unsaid as f32 > UNSAID * (shown + self.dropped) as f32;
        let anew = is_form(ends, page);
        Laid { blocks, needs_ocr: self.needs_ocr, damaged: self.damaged, left_out, anew }
    }

    /// Letters of all that is here.
    fn letters(&self) -> usize {
        letters(&self.words) + self.tabled() + self.asides.iter().map(|words| letters(words)).sum::<usize>()
    }

    fn tabled(&self) -> usize {
        self.tables.iter().map(PdfTable::letters).sum()
    }

    /// The page's blocks in the order of reading; footnotes come last, and before them the text
    /// of its margins.
    fn flow(
        &self,
        words: Vec<PdfWord>,
        moved: &[PdfWord],
        gone: &[Gone],
        scene: BlockScene<'_>,
        gutters: &Gutters,
    ) -> Vec<TextBlock> {
        let body = body(&words);
        let mut tables: Vec<Option<PdfTable>> = self.tables.iter().cloned().map(Some).collect();
        let (mut flow, mut notes): (Vec<TextBlock>, Vec<TextBlock>) = (Vec::new(), Vec::new());
        let upper =
            |word: &&PdfWord| scene.first && gone.iter().any(|line| line.upper && (line.y - word.y).abs() < 2.5);
        let (above, below): (Vec<&PdfWord>, Vec<&PdfWord>) = moved.iter().partition(|word| upper(word));
        let own = |words: Vec<&PdfWord>| -> Vec<TextBlock> {
            let lines = lines(words.into_iter().cloned().collect());
            let scene = BlockScene { plain: true, ..BlockScene::default() };
            lines.iter().flat_map(|line| blocks(std::slice::from_ref(line), &mut [], scene)).collect()
        };
        flow.extend(own(above));
        for region in regions(words, gutters) {
            let mut found = blocks(&region, &mut tables, scene);
            let at = notes_from(&found, body);
            notes.extend(found.drain(at..).map(|block| TextBlock { kind: PdfBlockKind::Note, ..block }));
            append(&mut flow, found);
        }
        for aside in &self.asides {
            for region in regions(aside.clone(), &Gutters::default()) {
                flow.extend(blocks(&region, &mut tables, BlockScene { rules: &[], ..scene }));
            }
        }
        notes.extend(own(below).into_iter().map(|block| TextBlock { kind: PdfBlockKind::Note, ..block }));
        flow.extend(notes);
        flow
    }

    /// All lines of the page from the top, and then those in other directions.
    fn plain(&self, scene: BlockScene<'_>) -> Vec<TextBlock> {
        let mut tables: Vec<Option<PdfTable>> = self.tables.iter().cloned().map(Some).collect();
        let parts = std::iter::once(&self.words).chain(&self.asides);
        parts.flat_map(|words| blocks(&lines(words.clone()), &mut tables, scene)).collect()
    }
}

/// The gutters of a page: its own, and one that several pages around it have.
fn gutters(ends: &[PageEnds], page: usize) -> Vec<Gutter> {
    let own = ends.get(page).and_then(|ends| ends.gutter);
    let around = page.saturating_sub(AROUND)..(page + AROUND + 1).min(ends.len());
    let others: Vec<Gutter> = around.filter(|other| *other != page).filter_map(|other| ends[other].gutter).collect();
    let alike = |one: &Gutter| others.iter().filter(|other| (one.left - other.left).abs() < 4.0).count();
    let needed = if ends.len() < 3 { 1 } else { 2 };
    let mut known: Vec<Gutter> = others.iter().filter(|one| alike(one) >= needed).copied().collect();
    known.extend(own);
    known
}

fn letters(words: &[PdfWord]) -> usize {
    words.iter().map(|word| word.text.chars().count()).sum()
}

/// Letters of a block; text that a table repeats over the columns of a cell counts once.
fn said(block: &TextBlock) -> usize {
    let dense = |text: &String| text.chars().filter(|letter| !letter.is_whitespace()).count();
    match &block.kind {
        PdfBlockKind::Table(table) => table.letters(),
        _ => block.lines.iter().map(dense).sum(),
    }
}

/// The size of most letters.
fn body(words: &[PdfWord]) -> f32 {
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

/// The beginning of footnotes among a region's blocks: small print at its end that starts with a sign.
fn notes_from(blocks: &[TextBlock], body: f32) -> usize {
    let small = |block: &&TextBlock| block.kind == PdfBlockKind::Text && block.size < 0.93 * body;
    let from = blocks.len() - blocks.iter().rev().take_while(small).count();
    let signed = |block: &TextBlock| {
        let first = block.lines.first().and_then(|line| line.split(' ').next()).unwrap_or_default();
        let inner = first.trim_end_matches([')', '.']);
        let digits = first.chars().take_while(char::is_ascii_digit).count();
        "*†‡§¶".contains(first.chars().next().unwrap_or(' '))
            || (1..4).contains(&digits) && (inner.len() == digits || digits < 3)
    };
    from + blocks[from..].iter().take_while(|block| !signed(block)).count()
}

/// Adds a region's blocks; a paragraph may go on from one column to the next.
fn append(flow: &mut Vec<TextBlock>, more: Vec<TextBlock>) {
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
fn is_text(block: &TextBlock) -> bool {
    block.lines.len() > 2 || block.lines.last().is_some_and(|line| line.ends_with(['.', ';', ',']))
}

/// True if a paragraph continues in a block at another place.
pub(crate) fn goes_on(last: &TextBlock, next: &TextBlock) -> bool {
    let text = |block: &TextBlock| matches!(block.kind, PdfBlockKind::Text | PdfBlockKind::Entry);
    let alike = (last.size - next.size).abs() < 0.6 && last.bold == next.bold;
    if !text(last) || next.kind != PdfBlockKind::Text || !alike {
        return false;
    }
    let (Some(end), Some(start)) = (last.lines.last(), next.lines.first()) else { return false };
    let first = start.chars().find(|letter| !"«“„\"'(".contains(*letter)).unwrap_or(' ');
    let ends = end.trim_end_matches(['"', '”', '»', ')']).ends_with(['.', '!', '?', ':', '…', '。']);
    let letter = end.ends_with(|letter: char| letter.is_alphabetic() || ",-–\u{ad}".contains(letter));
    !ends && (first.is_lowercase() || last.full && letter && next.indent < 0.8 * next.size && is_text(next))
}
