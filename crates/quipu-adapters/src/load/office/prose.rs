//! Parts of Word and PowerPoint that hold prose, scanned once before the document is read: content that the library
//! would lose is rewritten, and the words of the part are counted.
//!
//! A formula becomes a line, the word below furigana a word, and a numbered paragraph begins with its number.
//! Everything else stays as it is, byte for byte.

use std::ops::Range;

use quick_xml::Reader;
use quick_xml::escape::escape;
use quick_xml::events::{BytesStart, Event};

use super::formula;
use super::numbers::Count;
use super::xml::{self, attribute, is_on, local, subtree};
use crate::load::marks::Mark;
use crate::load::said::Said;

/// A repaired part, and its words.
pub(super) struct Mended {
    /// The rewritten part; missing if nothing in it changes.
    pub(super) xml: Option<String>,
    /// Its words.
    pub(super) said: Said,
}

/// Repairs a part; fails if it is broken. `count` numbers its paragraphs.
pub(super) fn mend(source: &str, count: Option<Count<'_>>) -> Option<Mended> {
    let mut walk = Walk {
        source,
        reader: xml::reader(source),
        edits: Vec::new(),
        said: Said::default(),
        count,
        begun: None,
        runs: Vec::new(),
        speaks: false,
    };
    while walk.step()? {}
    let xml = (!walk.edits.is_empty()).then(|| edited(source, &walk.edits));
    Some(Mended { xml, said: walk.said })
}

/// A text with its parts replaced, in their order.
pub(super) fn edited(source: &str, edits: &[(Range<usize>, String)]) -> String {
    let mut out = String::with_capacity(source.len() + edits.len() * 64);
    let mut at = 0;
    for (range, anew) in edits {
        out.push_str(source.get(at..range.start).unwrap_or_default());
        out.push_str(anew);
        at = range.end.max(at);
    }
    out.push_str(source.get(at..).unwrap_or_default());
    out
}

/// The properties of a run of letters that the reader would not see everywhere.
#[derive(Default)]
struct Run {
    hidden: bool,
    marks: Vec<Mark>,
}

struct Walk<'a, 'n> {
    source: &'a str,
    reader: Reader<&'a [u8]>,
    edits: Vec<(Range<usize>, String)>,
    said: Said,
    count: Option<Count<'n>>,
    /// The prefix of a paragraph that has begun and whose properties have not been seen.
    begun: Option<String>,
    /// The runs that are open.
    runs: Vec<Run>,
    /// True if words that come are words of the text.
    speaks: bool,
}

impl Walk<'_, '_> {
    /// Takes the next event; false at the end.
    fn step(&mut self) -> Option<bool> {
        let from = xml::place(&self.reader);
        let event = self.reader.read_event().ok()?;
        let to = xml::place(&self.reader);
        match event {
            Event::Start(start) => {
                self.before(local(start.name().as_ref()), from);
                self.start(&start, from, to)?;
            }
            Event::Empty(start) => {
                let is_properties = local(start.name().as_ref()) == "pPr";
                self.before(if is_properties { "" } else { "other" }, if is_properties { to } else { from });
                self.empty(&start);
            }
            Event::End(end) => {
                self.before("other", from);
                self.end(local(end.name().as_ref()), from);
            }
            Event::Eof => return Some(false),
            event if self.speaks => {
                if let Some(words) = xml::words(&event) {
                    self.said.add(&words);
                }
            }
            _ => {}
        }
        Some(true)
    }

    /// Numbers a paragraph that says nothing of its properties.
    fn before(&mut self, name: &str, at: usize) {
        if name != "pPr"
            && let Some(prefix) = self.begun.take()
            && let Some(label) = self.count.as_mut().and_then(|count| count.label(None))
        {
            self.edits.push((at..at, run(&prefix, &Mark::Label.around(&label))));
        }
    }

    fn start(&mut self, start: &BytesStart<'_>, from: usize, to: usize) -> Option<()> {
        let name = start.name();
        match local(name.as_ref()) {
            // Deletions of tracked changes, and parts for older programs only.
            "del" | "moveFrom" | "Fallback" | "instrText" | "delText" | "rt" | "rubyPr" | "pPrChange" | "rPrChange" => {
                self.reader.read_to_end(name).ok()?;
            }
            "oMath" => self.formula(start, from, to)?,
            "ruby" if !self.runs.is_empty() => {
                let words = subtree(&mut self.reader, start)?;
                let base = words.tag("rubyBase").map(|base| base.words_of("t")).unwrap_or_default();
                self.said.add(&base);
                let text = text(prefix(name.as_ref()), &base);
                self.edits.push((from..xml::place(&self.reader), text));
            }
            "p" => self.begun = Some(prefix(name.as_ref()).to_owned()),
            "pPr" => {
                let prefix = self.begun.take();
                let properties = subtree(&mut self.reader, start)?;
                let label = self.count.as_mut().filter(|_| prefix.is_some());
                if let Some(label) = label.and_then(|count| count.label(Some(&properties))) {
                    let at = xml::place(&self.reader);
                    let run = run(&prefix.unwrap_or_default(), &Mark::Label.around(&label));
                    self.edits.push((at..at, run));
                }
            }
            "r" => self.runs.push(Run::default()),
            "rPr" => self.letters(start),
            "t" => {
                self.speaks = !self.runs.last().is_some_and(|run| run.hidden);
                self.mark(to, |mark| mark.pair().0);
            }
            _ => {}
        }
        Some(())
    }

    /// Writes a formula as one run of its own.
    fn formula(&mut self, start: &BytesStart<'_>, from: usize, to: usize) -> Option<()> {
        let name = start.name();
        let formula = subtree(&mut self.reader, start)?;
        let line = formula::line(&formula);
        self.said.add(&line);
        let (begin, prefix) = (self.source.get(from..to)?, prefix(name.as_ref()));
        let anew = format!("{begin}<{prefix}r>{}</{prefix}r></{}>", text(prefix, &line), name.as_ref());
        self.edits.push((from..xml::place(&self.reader), anew));
        Some(())
    }

    fn empty(&mut self, start: &BytesStart<'_>) {
        match local(start.name().as_ref()) {
            "vanish" => {
                let hides = is_on(attribute(start, "val").as_deref());
                if let Some(run) = self.runs.last_mut() {
                    run.hidden = hides;
                }
            }
            "rPr" => self.letters(start),
            "tab" | "br" | "cr" if !self.runs.is_empty() => self.said.words.push(' '),
            _ => {}
        }
    }

    /// Records the properties of a run of PowerPoint: its titles come out without them.
    fn letters(&mut self, start: &BytesStart<'_>) {
        let Some(run) = self.runs.last_mut() else { return };
        if attribute(start, "strike").is_some_and(|strike| is_on(Some(&strike))) {
            run.marks.push(Mark::Struck);
        }
        match attribute(start, "baseline").and_then(|moved| moved.trim_end_matches('%').parse::<f32>().ok()) {
            Some(moved) if moved > 0.0 => run.marks.push(Mark::Up),
            Some(moved) if moved < 0.0 => run.marks.push(Mark::Down),
            _ => {}
        }
    }

    fn mark(&mut self, at: usize, half: impl Fn(Mark) -> char) {
        let marks: String = self.runs.last().into_iter().flat_map(|run| &run.marks).map(|mark| half(*mark)).collect();
        if !marks.is_empty() {
            self.edits.push((at..at, marks));
        }
    }

    fn end(&mut self, name: &str, from: usize) {
        match name {
            "t" => {
                self.speaks = false;
                self.mark(from, |mark| mark.pair().1);
            }
            "r" => _ = self.runs.pop(),
            "p" => self.said.end(),
            _ => {}
        }
    }
}

/// The prefix of a name, with its colon.
fn prefix(name: &str) -> &str {
    name.rfind(':').map_or("", |end| name.get(..=end).unwrap_or_default())
}

fn text(prefix: &str, words: &str) -> String {
    format!("<{prefix}t xml:space=\"preserve\">{}</{prefix}t>", escape(words))
}

fn run(prefix: &str, words: &str) -> String {
    format!("<{prefix}r>{}</{prefix}r>", text(prefix, words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_below_furigana_is_a_word() {
        let source = "<w:p><w:r><w:rPr/><w:ruby><w:rt><w:r><w:t>はし</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>橋</w:t></w:r>\
            </w:rubyBase></w:ruby></w:r><w:r><w:t>を渡る &amp; 戻る</w:t></w:r></w:p>";
        let mended = mend(source, None).expect("it is XML");
        let xml = mended.xml.expect("it changes");
        assert!(xml.contains("<w:r><w:rPr/><w:t xml:space=\"preserve\">橋</w:t></w:r>"), "{xml}");
        assert_eq!(mended.said.words, "橋を渡る & 戻る\n");
    }

    #[test]
    fn what_was_taken_out_or_hidden_is_not_counted_and_nothing_changes_without_need() {
        let source = "<w:p><w:del><w:r><w:delText>old</w:delText></w:r></w:del><w:ins><w:r><w:t>new</w:t></w:r></w:ins>\
            <w:r><w:rPr><w:vanish/></w:rPr><w:t>unseen</w:t></w:r></w:p>";
        let mended = mend(source, None).expect("it is XML");
        assert_eq!((mended.xml, mended.said.words.as_str()), (None, "new\n"));
        assert!(mend("<w:p><w:r", None).is_none());
    }

    #[test]
    fn letters_of_slides_are_marked() {
        let source = "<a:p><a:r><a:rPr baseline='-25000'/><a:t>2</a:t></a:r><a:r><a:rPr strike='sngStrike'><a:ln/></a:rPr><a:t>x</a:t></a:r>\
            <a:r><a:rPr strike='noStrike' baseline='0'/><a:t>y</a:t></a:r></a:p>";
        let xml = mend(source, None).and_then(|mended| mended.xml).expect("it changes");
        assert!(xml.contains("<a:t>\u{fdd6}2\u{fdd7}</a:t>") && xml.contains("<a:t>\u{fdd2}x\u{fdd3}</a:t>"), "{xml}");
        assert!(xml.contains("<a:t>y</a:t>"), "{xml}");
    }

    #[test]
    fn a_formula_is_one_run_in_its_place() {
        let source = "<w:p><m:oMath><m:f><m:num><m:r><m:t>3</m:t></m:r></m:num><m:den><m:r><m:t>8</m:t></m:r></m:den></m:f></m:oMath></w:p>";
        let xml = mend(source, None).and_then(|mended| mended.xml).expect("it changes");
        assert_eq!(xml, "<w:p><m:oMath><m:r><m:t xml:space=\"preserve\">3/8</m:t></m:r></m:oMath></w:p>");
    }
}
