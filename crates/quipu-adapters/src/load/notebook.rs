//! The loader of Jupyter notebooks: prose as it is, code and what it printed in fences.
//!
//! Of an output in several forms the plain text is kept, unless it only names the kind of the
//! object; then its Markdown, HTML, TeX or JSON is read. Formats 3 and 4 are supported.

use std::collections::BTreeMap;

use quipu_engine::ports::{Input, LoadError, Loaded, Loader};
use quipu_kernel::model::{Format, Metadata};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;

use super::decode::decode;
use super::html::{self, Scope};
use super::text_builder::TextBuilder;
use super::unique::Distinct;
use super::{extension, is_text};

/// Reads `.ipynb`.
#[derive(Debug, Clone, Copy, Default)]
pub struct Notebook;

/// A notebook, as far as it is read.
#[derive(Deserialize)]
struct Book {
    #[serde(default)]
    cells: Vec<Cell>,
    /// The cells of format 3.
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
    /// The outputs of format 3, which format 4 keeps as data.
    #[serde(flatten)]
    forms: Forms,
    ename: Option<String>,
    evalue: Option<String>,
}

#[derive(Deserialize, Default)]
struct Data {
    #[serde(default, rename = "text/plain")]
    plain: Text,
    #[serde(flatten)]
    forms: Forms,
    #[serde(default, rename = "application/json")]
    json: Option<Value>,
    /// Names of its other forms.
    #[serde(flatten)]
    others: BTreeMap<String, IgnoredAny>,
}

/// The forms in which an output says more than its plain text may.
#[derive(Deserialize, Default)]
struct Forms {
    #[serde(default, rename = "text/markdown", alias = "markdown")]
    markdown: Text,
    #[serde(default, rename = "text/html", alias = "html")]
    html: Text,
    #[serde(default, rename = "text/latex", alias = "latex")]
    latex: Text,
}

/// A text, whole or in lines.
#[derive(Deserialize)]
#[serde(untagged)]
enum Text {
    Whole(String),
    Lines(Vec<String>),
    /// Any other value, which is ignored.
    Other(IgnoredAny),
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
            reason: format!("it is not a Jupyter notebook: {error}; fix it, or exclude it in .quipuignore"),
        })?;
        let BookMetadata { title, kernelspec, language_info } = book.metadata;
        let language = kernelspec.language.or(language_info.name).or(language_info.language).unwrap_or_default();
        let language: String = language.to_lowercase().chars().filter(|c| c.is_alphanumeric()).take(20).collect();
        let mut written = TextBuilder::new(input.max_text);
        let cells = book.worksheets.into_iter().flat_map(|sheet| sheet.cells).chain(book.cells);
        let mut unread = Distinct::default();
        cells.for_each(|cell| write(&mut written, cell, &language, &mut unread));
        let names = unread.members().collect::<Vec<_>>().join(", ");
        written.note((!names.is_empty()).then(|| format!("outputs that are only there as {names} are not read")));
        let fields: Metadata = title.map(|title| ("title".to_owned(), title.into())).into_iter().collect();
        written.note(decoded.partial);
        Ok(written.finish(input.path, "application/x-ipynb+json", Format::Markdown, fields)?.into())
    }
}

fn write(written: &mut TextBuilder, cell: Cell, language: &str, unread: &mut Distinct) {
    let source = cell.source.whole();
    match (cell.cell_type.as_str(), cell.level) {
        ("code", _) => {
            written.code(language, &source);
            cell.outputs.into_iter().for_each(|output| write_output(written, output, unread));
        }
        ("heading", Some(level)) => {
            written.block(&format!("{} {}", "#".repeat(level.clamp(1, 6).into()), source.trim()));
        }
        _ => written.block(&source),
    }
}

fn write_output(written: &mut TextBuilder, output: Output, unread: &mut Distinct) {
    let Data { plain, forms, json, others } = output.data;
    let text = match (output.ename, output.evalue) {
        (Some(name), value) => format!("{name}: {}", value.unwrap_or_default()),
        _ => output.text.whole() + &plain.whole(),
    };
    if !only_names(&text) {
        return written.code("text", &without_colours(&text));
    }
    let said = |form: Text, older: Text| Some(form.whole() + &older.whole()).filter(|text| !text.trim().is_empty());
    if let Some(markdown) = said(forms.markdown, output.forms.markdown) {
        written.block(&markdown);
    } else if let Some(page) = said(forms.html, output.forms.html) {
        html::write(written, &page, Scope::All);
    } else if let Some(latex) = said(forms.latex, output.forms.latex) {
        written.code("latex", &latex);
    } else if let Some(json) = json {
        written.code("json", &json.to_string());
    } else {
        written.code("text", &text);
        // Pictures are never read, with or without a text, so that they are not reported.
        let names = others.keys().filter(|name| name.contains('/') && !name.starts_with("image/"));
        names.filter(|_| text.trim().is_empty()).for_each(|name| unread.add(name));
    }
}

/// True if a text only names the kind of the object, as `<IPython.core.display.HTML object>`.
fn only_names(text: &str) -> bool {
    let text = text.trim();
    text.is_empty() || (text.starts_with('<') && text.ends_with('>') && !text.contains('\n') && text.len() < 200)
}

/// The text without the escape sequences of terminal colours.
fn without_colours(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|c: char| c.is_ascii_alphabetic()).map_or(0, |at| at + 1);
        out.push_str(&part[end..]);
    }
    out
}

#[cfg(test)]
mod tests {
    use quipu_engine::ports::Parsed;

    use super::*;

    fn read(bytes: &[u8]) -> Parsed {
        let mut loaded = Notebook.parse(&Input::whole("a.ipynb", bytes, 1 << 20)).expect("a notebook");
        loaded.documents.remove(0)
    }

    #[test]
    fn an_output_of_a_notebook_is_read_in_the_form_that_says_something() {
        let book = |output: &str| {
            let cells = format!(r#"[{{"cell_type": "code", "source": "f()", "outputs": [{output}]}}]"#);
            read(format!(r#"{{"nbformat": 4, "metadata": {{}}, "cells": {cells}}}"#).as_bytes())
        };
        let table = r#"["<table><tr><th>a</th></tr>", "<tr><td>7</td></tr></table>"]"#;
        let rows = "```\nf()\n```\n\n| a |\n|---|\n| 7 |";
        for (output, text) in [
            (format!(r#"{{"data": {{"text/html": {table}}}}}"#), rows),
            (
                format!(
                    r#"{{"data": {{"text/plain": ["<IPython.core.display.HTML object>"], "text/html": {table}}}}}"#
                ),
                rows,
            ),
            (format!(r#"{{"output_type": "display_data", "html": {table}}}"#), rows),
            (
                format!(r#"{{"data": {{"text/plain": ["7"], "text/html": {table}}}}}"#),
                "```\nf()\n```\n\n```text\n7\n```",
            ),
            (
                r#"{"data": {"text/markdown": "**7**", "text/plain": "<IPython.core.display.Markdown object>"}}"#
                    .to_owned(),
                "```\nf()\n```\n\n**7**",
            ),
            (r#"{"data": {"application/json": {"b": [7]}}}"#.to_owned(), "```\nf()\n```\n\n```json\n{\"b\":[7]}\n```"),
        ] {
            let parsed = book(&output);
            assert_eq!((parsed.text.as_str(), parsed.partial), (text, None));
        }
        let lost = book(r#"{"data": {"application/x-plot": {"b": [7]}, "image/png": "aa"}}"#);
        assert_eq!(lost.partial.as_deref(), Some("outputs that are only there as application/x-plot are not read"));
        assert_eq!(book(r#"{"data": {"image/png": "aa"}}"#).partial, None);
    }
}
