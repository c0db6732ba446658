//! Sheets and shared texts of Excel, scanned once before the workbook is read: struck-out, raised or lowered text in a
//! cell is marked, and the content of the visible sheets is counted.

use std::ops::Range;

use quick_xml::Reader;
use quick_xml::escape::escape;
use quick_xml::events::{BytesStart, Event};
use rustc_hash::FxHashSet;

use super::prose::edited;
use super::xml::{self, Tag, attribute, is_on, local, read};
use crate::load::marks::Mark;
use crate::load::said::letters;

/// The styles of a workbook's cells.
#[derive(Debug, Default)]
pub(super) struct Styles {
    /// Formats of cells whose font is struck out.
    struck: FxHashSet<usize>,
    /// Formats of cells that show their numbers as they are.
    general: FxHashSet<usize>,
}

impl Styles {
    /// Reads `styles.xml`.
    pub(super) fn read(source: &str) -> Self {
        let Some(root) = read(source) else { return Self::default() };
        let fonts: Vec<bool> =
            root.tag("fonts").into_iter().flat_map(Tag::tags).map(|font| font.is_on("strike")).collect();
        let mut styles = Self::default();
        for (at, format) in root.tag("cellXfs").into_iter().flat_map(Tag::tags).enumerate() {
            let number = |name: &str| format.attribute(name).and_then(|id| id.parse::<usize>().ok());
            if number("fontId").and_then(|font| fonts.get(font)).is_some_and(|struck| *struck) {
                styles.struck.insert(at);
            }
            if number("numFmtId").unwrap_or(0) == 0 {
                styles.general.insert(at);
            }
        }
        styles
    }
}

/// A part that may have changed.
pub(super) struct Marked {
    /// The rewritten part; missing if nothing in it changes.
    pub(super) xml: Option<String>,
    /// The shared texts in order, if it holds them, without marks.
    pub(super) texts: Vec<String>,
    /// Number of letters in its cells; a number counts as one.
    pub(super) letters: usize,
}

/// Marks a part: the shared texts, or a sheet in which `texts` are used; fails if it is broken.
pub(super) fn mark(source: &str, styles: &Styles, texts: &[String]) -> Option<Marked> {
    let mut walk = Walk {
        reader: xml::reader(source),
        edits: Vec::new(),
        styles,
        texts,
        own: Vec::new(),
        letters: 0,
        run: Run::default(),
        cell: None,
        speaks: false,
        in_text: None,
    };
    while walk.step()? {}
    let xml = (!walk.edits.is_empty()).then(|| edited(source, &walk.edits));
    Some(Marked { xml, texts: walk.own, letters: walk.letters })
}

#[derive(Default)]
struct Run {
    struck: bool,
    /// Raised or lowered, where the reader would not see it.
    shifted: Option<Mark>,
}

struct Cell {
    start: Range<usize>,
    kind: String,
    style: usize,
    reference: String,
    value: String,
}

struct Walk<'a, 's> {
    reader: Reader<&'a [u8]>,
    edits: Vec<(Range<usize>, String)>,
    styles: &'s Styles,
    texts: &'s [String],
    own: Vec<String>,
    letters: usize,
    run: Run,
    cell: Option<Cell>,
    /// True if words that come belong to a cell or a text.
    speaks: bool,
    /// The shared text that is open.
    in_text: Option<String>,
}

impl Walk<'_, '_> {
    fn step(&mut self) -> Option<bool> {
        let from = xml::place(&self.reader);
        let event = self.reader.read_event().ok()?;
        let to = xml::place(&self.reader);
        match event {
            Event::Start(start) => self.start(&start, from..to)?,
            Event::Empty(start) => self.empty(&start),
            Event::End(end) => self.end(local(end.name().as_ref()), from..to),
            Event::Eof => return Some(false),
            event if self.speaks => {
                if let Some(words) = xml::words(&event) {
                    self.add(&words);
                }
            }
            _ => {}
        }
        Some(true)
    }

    fn add(&mut self, words: &str) {
        match (&mut self.in_text, &mut self.cell) {
            (Some(text), _) => text.push_str(words),
            (None, Some(cell)) => cell.value.push_str(words),
            _ => {}
        }
    }

    fn start(&mut self, start: &BytesStart<'_>, range: Range<usize>) -> Option<()> {
        match local(start.name().as_ref()) {
            // Readings of Japanese words.
            "rPh" => _ = self.reader.read_to_end(start.name()).ok()?,
            "si" => self.in_text = Some(String::new()),
            "c" => {
                self.cell = Some(Cell {
                    start: range,
                    kind: attribute(start, "t").unwrap_or_default(),
                    style: attribute(start, "s").and_then(|style| style.parse().ok()).unwrap_or_default(),
                    reference: attribute(start, "r").unwrap_or_default(),
                    value: String::new(),
                });
            }
            "r" => self.run = Run::default(),
            "t" => {
                self.speaks = true;
                self.open(range.end);
            }
            "v" => self.speaks = true,
            _ => {}
        }
        Some(())
    }

    fn empty(&mut self, start: &BytesStart<'_>) {
        let value = attribute(start, "val");
        match local(start.name().as_ref()) {
            "strike" => self.run.struck = is_on(value.as_deref()),
            // The shared texts keep it themselves.
            "vertAlign" if self.in_text.is_none() => {
                self.run.shifted = match value.as_deref() {
                    Some("superscript") => Some(Mark::Up),
                    Some("subscript") => Some(Mark::Down),
                    _ => None,
                };
            }
            "si" => self.own.push(String::new()),
            _ => {}
        }
    }

    fn open(&mut self, at: usize) {
        let marks = [self.run.struck.then_some(Mark::Struck), self.run.shifted];
        let open: String = marks.into_iter().flatten().map(|mark| mark.pair().0).collect();
        if !open.is_empty() {
            self.edits.push((at..at, open));
        }
    }

    fn end(&mut self, name: &str, range: Range<usize>) {
        match name {
            "t" => {
                self.speaks = false;
                let marks = [self.run.shifted, self.run.struck.then_some(Mark::Struck)];
                let close: String = marks.into_iter().flatten().map(|mark| mark.pair().1).collect();
                if !close.is_empty() {
                    self.edits.push((range.start..range.start, close));
                }
            }
            "r" => self.run = Run::default(),
            "v" => self.speaks = false,
            "si" => self.own.extend(self.in_text.take()),
            "c" => {
                if let Some(cell) = self.cell.take() {
                    self.cell(&cell, range.end);
                }
            }
            _ => {}
        }
    }

    /// Counts a cell, and rewrites it if its font is struck out.
    fn cell(&mut self, cell: &Cell, end: usize) {
        let words = match cell.kind.as_str() {
            "s" => cell.value.trim().parse::<usize>().ok().and_then(|at| self.texts.get(at)).map(String::as_str),
            "str" | "inlineStr" => Some(cell.value.as_str()),
            _ => None,
        };
        self.letters += words.map_or(usize::from(!cell.value.trim().is_empty()), letters);
        let shown = words.or(self.styles.general.contains(&cell.style).then_some(cell.value.trim()));
        let Some(words) = shown.filter(|words| self.styles.struck.contains(&cell.style) && !words.trim().is_empty())
        else {
            return;
        };
        // Marks of letters in a cell that is struck out as a whole say nothing more.
        while self.edits.last().is_some_and(|(range, _)| range.start >= cell.start.start) {
            self.edits.pop();
        }
        let place = match cell.reference.as_str() {
            "" => String::new(),
            reference => format!(" r=\"{}\"", escape(reference)),
        };
        let words = Mark::Struck.around(words);
        let anew = format!("<c{place} t=\"inlineStr\"><is><t xml:space=\"preserve\">{}</t></is></c>", escape(&words));
        self.edits.push((cell.start.start..end, anew));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_that_are_struck_out_are_marked() {
        let source =
            "<sst><si><r><rPr><strike/></rPr><t>70 marks</t></r><r><t> 65 marks</t></r></si><si><t>rope</t></si></sst>";
        let marked = mark(source, &Styles::default(), &[]).expect("it is XML");
        assert_eq!(marked.texts, ["70 marks 65 marks", "rope"]);
        let xml = marked.xml.expect("it changes");
        assert!(xml.contains("<t>\u{fdd2}70 marks\u{fdd3}</t></r><r><t> 65 marks</t>"), "{xml}");
    }

    #[test]
    fn a_cell_in_a_font_that_strikes_out_is_marked() {
        let styles = "<styleSheet><fonts><font/><font><strike/></font></fonts><cellXfs><xf fontId='0'/><xf fontId='1'/>\
            <xf fontId='1' numFmtId='14'/></cellXfs></styleSheet>";
        let sheet = "<sheetData><row><c r='A1' s='1' t='s'><v>0</v></c><c r='B1' s='1'><v>12.5</v></c><c r='C1' s='2'><v>45000</v></c>\
            <c r='D1' s='0' t='s'><v>0</v></c></row></sheetData>";
        let marked = mark(sheet, &Styles::read(styles), &["rope & tar".to_owned()]).expect("it is XML");
        let xml = marked.xml.expect("it changes");
        assert!(
            xml.contains("<c r=\"A1\" t=\"inlineStr\"><is><t xml:space=\"preserve\">\u{fdd2}rope &amp; tar\u{fdd3}"),
            "{xml}"
        );
        assert!(xml.contains("\u{fdd2}12.5\u{fdd3}") && xml.contains("<c r='C1' s='2'><v>45000</v></c>"), "{xml}");
        assert_eq!(marked.letters, 7 + 1 + 1 + 7);
    }
}
