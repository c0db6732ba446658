//! The loader of RTF: paragraphs, headings, lists with the numbers they show, tables, notes and remarks, as Markdown.
//!
//! A text is read once, without recursion. Struck-out, raised or lowered text is marked as in other office documents;
//! pictures, headers and footers of pages, hidden and deleted text are left out. A page that Outlook wrapped in RTF reads as
//! its words.

mod blocks;
mod state;
mod tokens;
mod unpacked;

use encoding_rs::{Encoding, WINDOWS_1252};
use quipu_engine::ports::{Input, LoadError, Loaded, Loader, Reach};
use quipu_kernel::model::{Format, Metadata};
use rustc_hash::FxHashMap;

use super::code_pages::encoding_of_page;
use super::marks::{Mark, settle};
use super::written::{Written, one_line};
use state::{Into, State, encoding_of_charset, is_left_out};
use tokens::{Token, Tokens};
pub(super) use unpacked::unpacked;

/// Nesting limit of groups that are distinguished.
const DEEPEST: usize = 500;

/// Reads `.rtf`.
#[derive(Debug, Clone, Copy, Default)]
pub struct RichText;

impl Loader for RichText {
    fn name(&self) -> &'static str {
        "rtf"
    }

    fn accepts(&self, input: &Input<'_>) -> bool {
        input.bytes.starts_with(b"{\\rtf")
    }

    fn reach(&self) -> Reach {
        Reach::Whole
    }

    fn is_risky(&self) -> bool {
        true
    }

    fn parse(&self, input: &Input<'_>) -> Result<Loaded, LoadError> {
        let mut written = Written::new(input.max_text);
        let (fields, whole) = read(&mut written, input.bytes);
        written.note((!whole).then(|| "it ends before its last group does: it was cut off".to_owned()));
        Ok(written.finish(input.path, "application/rtf", Format::Markdown, fields)?.into())
    }
}

/// Writes a text that is part of another document.
pub(super) fn write(written: &mut Written, bytes: &[u8]) {
    read(written, bytes);
}

/// Writes a text; returns its metadata, and true if it is whole.
fn read(written: &mut Written, bytes: &[u8]) -> (Metadata, bool) {
    let mut reader = Reader {
        to: written,
        open: vec![State::default()],
        deeper: 0,
        usual: WINDOWS_1252,
        fonts: FxHashMap::default(),
        levels: FxHashMap::default(),
        bytes: Vec::new(),
        skip: 0,
        starred: false,
        words: String::new(),
        label: String::new(),
        aside: String::new(),
        author: String::new(),
        notes: Vec::new(),
        noted: 0,
        cells: Vec::new(),
        rows: Vec::new(),
        list: Vec::new(),
        style: String::new(),
        fields: Metadata::new(),
    };
    for token in Tokens::new(bytes) {
        reader.take(token);
        if reader.to.is_full() {
            break;
        }
    }
    let whole = reader.open.len() <= 1 || reader.to.is_full();
    reader.flush();
    reader.paragraph();
    reader.end_table();
    reader.end_list();
    reader.show_notes();
    (reader.fields, whole)
}

struct Reader<'w> {
    to: &'w mut Written,
    /// The groups that are open.
    open: Vec<State>,
    /// Groups that nest too deep to be distinguished.
    deeper: usize,
    /// The encoding of text whose font names none.
    usual: &'static Encoding,
    /// Encodings of fonts.
    fonts: FxHashMap<i32, Option<&'static Encoding>>,
    /// Levels of headings by the styles that have them.
    levels: FxHashMap<i32, usize>,
    /// Bytes that are not decoded yet.
    bytes: Vec<u8>,
    /// Number of characters after `\u` that repeat it for older programs.
    skip: usize,
    /// True if `\*` came right before.
    starred: bool,
    words: String,
    /// The number or bullet before the paragraph.
    label: String,
    /// A note, a remark or a field of the file that is being read.
    aside: String,
    author: String,
    /// Notes of the current paragraph, as blocks.
    notes: Vec<String>,
    noted: usize,
    cells: Vec<String>,
    rows: Vec<Vec<String>>,
    list: Vec<String>,
    /// The name of the style that is described.
    style: String,
    fields: Metadata,
}

impl Reader<'_> {
    fn state(&mut self) -> &mut State {
        // The outermost state is never taken away.
        if self.open.is_empty() {
            self.open.push(State::default());
        }
        let last = self.open.len() - 1;
        &mut self.open[last]
    }

    fn take(&mut self, token: Token) {
        let starred = std::mem::take(&mut self.starred);
        match token {
            Token::Byte(byte, _) if self.skip > 0 => {
                self.skip -= 1;
                _ = byte;
            }
            Token::Byte(byte, _) => self.bytes.push(byte),
            Token::Open if self.open.len() >= DEEPEST => self.deeper += 1,
            Token::Close if self.deeper > 0 => self.deeper -= 1,
            Token::Open => {
                self.flush();
                self.skip = 0;
                let state = self.state().inner();
                self.open.push(state);
            }
            Token::Close => {
                self.flush();
                self.skip = 0;
                self.close();
            }
            Token::Symbol(b'*') => self.starred = true,
            Token::Symbol(symbol) => {
                self.flush();
                match symbol {
                    b'~' => self.say("\u{a0}"),
                    b'_' => self.say("\u{2011}"),
                    _ => {}
                }
            }
            Token::Word(word, number) => {
                if word != "u" {
                    self.skip = 0;
                }
                self.flush();
                self.word(&word, number, starred);
            }
        }
    }

    /// Decodes the bytes that have come.
    fn flush(&mut self) {
        if !self.bytes.is_empty() {
            let bytes = std::mem::take(&mut self.bytes);
            let font = self.state().font;
            let encoding = self.fonts.get(&font).copied().flatten().unwrap_or(self.usual);
            let (words, _) = encoding.decode_without_bom_handling(&bytes);
            self.say(&words);
        }
    }

    /// Writes words to the destination of the current group.
    fn say(&mut self, words: &str) {
        let state = self.state().clone();
        if state.hidden || state.wrapped {
            return;
        }
        let mut words = words.to_owned();
        if !words.trim().is_empty() {
            if let Some(mark) = state.shifted {
                words = mark.around(&words);
            }
            if state.struck {
                words = Mark::Struck.around(&words);
            }
        }
        match state.into {
            Into::Text => self.words.push_str(&words),
            Into::Label => self.label.push_str(&words),
            Into::Note | Into::Remark | Into::Field(_) => self.aside.push_str(&words),
            Into::Author => self.author.push_str(&words),
            Into::Styles => self.style.push_str(&words),
            Into::Fonts | Into::Nothing => {}
        }
    }

    /// Ends a group, with the text gathered in it.
    fn close(&mut self) {
        if self.open.len() < 2 {
            return;
        }
        let Some(ended) = self.open.pop() else { return };
        let outer = self.state().into;
        if ended.into == Into::Styles {
            self.end_style(ended.style);
        }
        if ended.into == outer {
            return;
        }
        match ended.into {
            Into::Note => {
                let note = settle(&one_line(&std::mem::take(&mut self.aside)));
                if !note.is_empty() {
                    self.noted += 1;
                    self.words.push_str(&format!("[^{}]", self.noted));
                    self.notes.push(format!("[^{}]: {note}", self.noted));
                }
            }
            Into::Remark => {
                let remark = settle(&one_line(&std::mem::take(&mut self.aside)));
                let author = one_line(&std::mem::take(&mut self.author));
                let by = if author.is_empty() { String::new() } else { format!(" by {author}") };
                if !remark.is_empty() {
                    self.notes.push(format!("> Comment{by}: {remark}"));
                }
            }
            Into::Field(field) => {
                let said = one_line(&std::mem::take(&mut self.aside));
                if !said.is_empty() {
                    self.fields.insert(field.to_owned(), said.into());
                }
            }
            _ => {}
        }
    }

    /// Remembers the level of a style that is one of headings.
    fn end_style(&mut self, style: i32) {
        let name = std::mem::take(&mut self.style).trim().trim_end_matches(';').to_lowercase();
        let level = ["heading ", "заголовок "].iter().find_map(|start| name.strip_prefix(start)?.trim().parse().ok());
        if let Some(level) = level.filter(|level| (1..=9).contains(level)) {
            self.levels.insert(style, level);
        }
    }

    fn word(&mut self, word: &str, number: Option<i32>, starred: bool) {
        let on = number != Some(0);
        if let Some(into) = Into::of(word) {
            self.state().into = into;
            return;
        }
        if starred || is_left_out(word) {
            self.state().into = Into::Nothing;
            return;
        }
        match word {
            "ansicpg" => {
                let page = u32::try_from(number.unwrap_or(1252)).ok();
                self.usual = page.and_then(encoding_of_page).unwrap_or(self.usual);
            }
            "mac" => self.usual = encoding_rs::MACINTOSH,
            "f" if self.state().into == Into::Fonts => self.state().font = number.unwrap_or(0),
            "fcharset" if self.state().into == Into::Fonts => {
                let font = self.state().font;
                self.fonts.insert(font, encoding_of_charset(number.unwrap_or(0)));
            }
            "u" => self.letter(number.unwrap_or(0)),
            "par" | "sect" | "page" => self.paragraph_mark(),
            "line" | "softline" => self.say("\n"),
            "tab" => self.say(" "),
            "cell" | "nestcell" => self.cell(),
            "row" | "nestrow" => self.row(word == "nestrow"),
            _ => match state::sign(word) {
                Some(sign) => self.say(sign),
                None => self.state().set(word, number, on),
            },
        }
    }

    /// A character by its number in UTF-16; the halves of a pair come one after the other.
    fn letter(&mut self, number: i32) {
        let unit = (number & 0xffff) as u32;
        let state = self.state();
        let high = std::mem::take(&mut state.high);
        let skip = state.skipped;
        let letter = match unit {
            0xd800..=0xdbff => {
                state.high = unit;
                None
            }
            0xdc00..=0xdfff if high > 0 => char::from_u32(0x10000 + ((high - 0xd800) << 10) + (unit - 0xdc00)),
            // Letters of symbol fonts have no meaning that is known.
            0xf000..=0xf0ff => char::from_u32(unit - 0xf000).filter(char::is_ascii_alphanumeric),
            unit => char::from_u32(unit),
        };
        if let Some(letter) = letter {
            self.say(letter.encode_utf8(&mut [0; 4]));
        }
        self.skip = skip;
    }

    fn paragraph_mark(&mut self) {
        let (into, in_table) = (self.state().into, self.state().in_table);
        match into {
            Into::Text if in_table => self.words.push('\n'),
            Into::Text => self.paragraph(),
            Into::Note | Into::Remark => self.aside.push(' '),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
