//! The loader of Jupyter notebooks: prose as it is, code and what it printed in fences.
//!
//! Of an output that is there in several forms its plain text is kept. Formats 3 and 4 are read.

use quipu_engine::ports::{Input, LoadError, Loaded, Loader};
use quipu_kernel::model::{Format, Metadata};
use serde::Deserialize;

use super::decode::decode;
use super::written::Written;
use super::{extension, is_text};

/// Reads `.ipynb`.
#[derive(Debug, Clone, Copy, Default)]
pub struct Notebook;

/// A notebook, as far as it is read.
#[derive(Deserialize)]
struct Book {
    #[serde(default)]
    cells: Vec<Cell>,
    /// Where format 3 keeps its cells.
    #[serde(default)]
    worksheets: Vec<Sheet>,
    #[serde(default)]
    metadata: BookMetadata,
}

#[derive(Deserialize)]
struct Sheet {
    #[serde(default)]
    cells: Vec<Cell>,
}

#[derive(Deserialize, Default)]
struct BookMetadata {
    title: Option<String>,
    #[serde(default)]
    kernelspec: Kernel,
    #[serde(default)]
    language_info: Kernel,
}

#[derive(Deserialize, Default)]
struct Kernel {
    language: Option<String>,
    name: Option<String>,
}

#[derive(Deserialize)]
struct Cell {
    cell_type: String,
    /// The text; format 3 calls that of code its input.
    #[serde(default, alias = "input")]
    source: Text,
    /// The level of a heading of format 3.
    level: Option<u8>,
    #[serde(default)]
    outputs: Vec<Output>,
}

#[derive(Deserialize)]
struct Output {
    #[serde(default)]
    text: Text,
    #[serde(default)]
    data: Data,
    ename: Option<String>,
    evalue: Option<String>,
}

#[derive(Deserialize, Default)]
struct Data {
    #[serde(default, rename = "text/plain")]
    plain: Text,
}

/// A text, whole or in lines.
#[derive(Deserialize)]
#[serde(untagged)]
enum Text {
    Whole(String),
    Lines(Vec<String>),
    /// What is no text is nothing to read.
    Other(serde::de::IgnoredAny),
}

impl Default for Text {
    fn default() -> Self {
        Self::Lines(Vec::new())
    }
}

impl Text {
    fn whole(self) -> String {
        match self {
            Self::Whole(text) => text,
            Self::Lines(lines) => lines.concat(),
            Self::Other(_) => String::new(),
        }
    }
}

impl Loader for Notebook {
    fn name(&self) -> &'static str {
        "notebook"
    }

    fn accepts(&self, input: &Input<'_>) -> bool {
        extension(input.path) == "ipynb" && is_text(input)
    }

    fn parse(&self, input: &Input<'_>) -> Result<Loaded, LoadError> {
        let decoded = decode(input.bytes, usize::MAX)?;
        let book: Book = serde_json::from_str(&decoded.text).map_err(|error| LoadError::Unreadable {
            reason: format!("it is no Jupyter notebook: {error}; mend it, or leave it out by .quipuignore"),
        })?;
        let BookMetadata { title, kernelspec, language_info } = book.metadata;
        let language = kernelspec.language.or(language_info.name).or(language_info.language).unwrap_or_default();
        let language: String = language.to_lowercase().chars().filter(|c| c.is_alphanumeric()).take(20).collect();
        let mut written = Written::new(input.max_text);
        let cells = book.worksheets.into_iter().flat_map(|sheet| sheet.cells).chain(book.cells);
        cells.for_each(|cell| write(&mut written, cell, &language));
        let fields: Metadata = title.map(|title| ("title".to_owned(), title.into())).into_iter().collect();
        written.note(decoded.partial);
        Ok(written.finish(input.path, "application/x-ipynb+json", Format::Markdown, fields)?.into())
    }
}

fn write(written: &mut Written, cell: Cell, language: &str) {
    let source = cell.source.whole();
    match (cell.cell_type.as_str(), cell.level) {
        ("code", _) => {
            written.code(language, &source);
            cell.outputs.into_iter().for_each(|output| write_output(written, output));
        }
        ("heading", Some(level)) => {
            written.block(&format!("{} {}", "#".repeat(level.clamp(1, 6).into()), source.trim()));
        }
        _ => written.block(&source),
    }
}

fn write_output(written: &mut Written, output: Output) {
    let text = match (output.ename, output.evalue) {
        (Some(name), value) => format!("{name}: {}", value.unwrap_or_default()),
        _ => output.text.whole() + &output.data.plain.whole(),
    };
    written.code("text", &without_colours(&text));
}

/// Without the marks by which terminals change colour.
fn without_colours(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|c: char| c.is_ascii_alphabetic()).map_or(0, |at| at + 1);
        out.push_str(&part[end..]);
    }
    out
}
