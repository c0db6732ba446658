//! The loader of tables: comma-separated values and similar formats become one Markdown table.
//!
//! The first rows decide the separator: the character that gives most of them the same
//! number of cells, and leaves the fewest with a stray quote or another such character. The first row is
//! the header; rows above it with a single cell are paragraphs. Quotes are mended first, then `csv` parses.

use csv::{ReaderBuilder, StringRecord};
use quipu_engine::ports::{Input, LoadError, Loaded, Loader};
use quipu_kernel::model::{Format, Metadata};
use quipu_kernel::text::char_start;

use super::decode::decode;
use super::quotes::quoted;
use super::said::{Said, letters};
use super::written::Written;
use super::{extension, is_text};

/// Possible separators; among equals the first is taken.
const SEPARATORS: [u8; 4] = *b",;\t|";
/// Number of rows in the sample.
const ROWS: usize = 50;
/// Size of the sample that decides the separator, in bytes.
const SAMPLE: usize = 256 << 10;
/// Limit of lines that are named for an unclosed quote.
const TOLD: usize = 5;

/// Reads CSV and TSV.
#[derive(Debug, Clone, Copy, Default)]
pub struct Tables;

impl Loader for Tables {
    fn name(&self) -> &'static str {
        "tables"
    }

    fn accepts(&self, input: &Input<'_>) -> bool {
        matches!(extension(input.path).as_str(), "csv" | "tsv" | "tab") && is_text(input)
    }

    fn parse(&self, input: &Input<'_>) -> Result<Loaded, LoadError> {
        let decoded = decode(input.bytes, input.max_text)?;
        let (separator, text) = separator(&decoded.text);
        let mut written = Written::new(input.max_text);
        let text = quoted(text, separator);
        write(&mut written, &text.text, separator);
        let read = letters(written.text());
        let mut written = Said::of(&text.text).held(written, read);
        written.note(told(&text.open));
        let mime = if separator == b'\t' { "text/tab-separated-values" } else { "text/csv" };
        written.note(decoded.partial);
        Ok(written.finish(input.path, mime, Format::Markdown, Metadata::new())?.into())
    }
}

/// The note on unclosed quotes, with their lines.
fn told(open: &[usize]) -> Option<String> {
    let mut lines: Vec<String> = open.iter().take(TOLD).map(usize::to_string).collect();
    lines.extend((open.len() > TOLD).then(|| "…".to_owned()));
    let lines = lines.join(", ");
    (!open.is_empty()).then(|| format!("quotes that are never closed were read as letters, in line {lines}"))
}

/// The rows that are not blank; a text that is no table is one of one column.
fn rows(text: &str, separator: u8) -> impl Iterator<Item = StringRecord> {
    let mut reader =
        ReaderBuilder::new().delimiter(separator).has_headers(false).flexible(true).from_reader(text.as_bytes());
    let mut row = StringRecord::new();
    std::iter::from_fn(move || reader.read_record(&mut row).unwrap_or_default().then(|| row.clone()))
        .filter(|row| row.iter().any(|cell| !cell.trim().is_empty()))
}

/// The separator of cells, and the text after a line that states it, as spreadsheets write it (`sep=;`).
fn separator(text: &str) -> (u8, &str) {
    if let Some((first, rest)) = text.split_once('\n')
        && let Some([said]) = first.trim_end().strip_prefix("sep=").map(str::as_bytes)
        && said.is_ascii()
    {
        return (*said, rest);
    }
    let sample = &text[..char_start(text, SAMPLE)];
    let likely = SEPARATORS.into_iter().rev().max_by_key(|separator| {
        let rows: Vec<StringRecord> = rows(&quoted(sample, *separator).text, *separator).take(ROWS).collect();
        let alike = |width: usize| rows.iter().filter(|other| other.len() == width).count();
        let widest =
            rows.iter().map(StringRecord::len).filter(|width| *width > 1).map(|width| (alike(width), width)).max();
        let cells = rows.iter().flat_map(StringRecord::iter);
        let (odd, all) = cells.fold((0, 0), |(odd, all), cell| (odd + usize::from(is_odd(cell, *separator)), all + 1));
        widest.map(|(alike, width)| (alike, 100 - odd * 100 / all.max(1), width))
    });
    (likely.unwrap_or(b','), text)
}

/// True if a cell looks as if its row were cut at the wrong character: it holds a quote, or another
/// separator that is no comma of a number.
fn is_odd(cell: &str, separator: u8) -> bool {
    let bytes = cell.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let in_number = |at: usize| bytes[at] == b',' && at > 0 && digit(at - 1) && digit(at + 1);
    (0..bytes.len()).any(|at| match bytes[at] {
        b'"' => true,
        byte => byte != separator && SEPARATORS.contains(&byte) && !in_number(at),
    })
}

fn write(written: &mut Written, text: &str, separator: u8) {
    let is_table = rows(text, separator).take(ROWS).any(|row| filled(&row) > 1);
    let mut begun = false;
    for row in rows(text, separator) {
        if begun {
            written.row(row.iter());
        } else if is_table && filled(&row) == 1 {
            row.iter().for_each(|cell| written.block(cell));
        } else {
            written.header(row.iter());
            begun = true;
        }
        if written.is_full() {
            return;
        }
    }
}

fn filled(row: &StringRecord) -> usize {
    row.iter().filter(|cell| !cell.trim().is_empty()).count()
}
