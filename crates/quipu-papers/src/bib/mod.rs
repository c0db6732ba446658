//! Bibliographies: reading and writing BibTeX and biblatex, RIS and CSL JSON.
//!
//! Reading never stops at an error: a broken entry is skipped and reported with its line. Writing gives the same text
//! for the same papers in any order.

mod author_lists;
mod bib_dates;
mod bibtex;
mod csl;
mod decode;
mod fold;
mod groups;
mod ids;
mod keys;
mod note_labels;
mod protected_case;
mod ris;
mod settle;
mod shown;
mod small_letters;
mod tex;
mod text_cleanup;
mod text_fields;

use serde::{Deserialize, Serialize};

use crate::{Paper, PaperTrouble};

pub use fold::folded;
pub use groups::groups;
pub use keys::keys;
pub use shown::shown;
pub use tex::plain;

/// Maximal size of a bibliography, in bytes.
const LARGEST: usize = 32 << 20;

/// The papers of a bibliography.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bibliography {
    /// The papers, in the order of the file. Volumes of proceedings are among them.
    pub papers: Vec<Paper>,
    /// Problems found while reading.
    pub troubles: Vec<PaperTrouble>,
}

/// The reason why a file is no readable bibliography.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoBibliography {
    /// The file holds nothing that looks like an entry of any format.
    #[error("{0} holds no entry of BibTeX, RIS or CSL JSON")]
    Unknown(String),
    /// The file is larger than is read.
    #[error("{name} has {bytes} bytes, more than the {most} that are read")]
    TooLarge {
        /// The name of the file.
        name: String,
        /// Its size, in bytes.
        bytes: usize,
        /// Its maximal size, in bytes.
        most: usize,
    },
}

/// A format of bibliographies.
#[derive(Clone, Copy)]
enum Form {
    Bibtex,
    Ris,
    Csl,
}

/// Reads a bibliography. Its contents decide its format, and the name of the file where they do not. Text is UTF-8,
/// else in the encoding that the file declares, else Windows-1252.
///
/// # Errors
///
/// [`NoBibliography`] if nothing in it looks like an entry, or if it has more than 32 MiB.
pub fn read(bytes: &[u8], name: &str) -> Result<Bibliography, NoBibliography> {
    if bytes.len() > LARGEST {
        return Err(NoBibliography::TooLarge { name: name.to_owned(), bytes: bytes.len(), most: LARGEST });
    }
    let decoded = decode::decode(bytes);
    let text = decoded.text.as_str();
    let unknown = || NoBibliography::Unknown(name.to_owned());
    let certain = form_of(text);
    let mut bibliography = match certain.or_else(|| form_named(name)).ok_or_else(unknown)? {
        Form::Bibtex => bibtex::read(text),
        Form::Ris => ris::read(text),
        Form::Csl => csl::read(text.trim_start()).ok_or_else(unknown)?,
    };
    if !matches!(certain, Some(Form::Bibtex)) {
        tell_repeated(&mut bibliography);
    }
    if certain.is_none() && bibliography.papers.is_empty() && bibliography.troubles.is_empty() {
        return Err(unknown());
    }
    if let Some(encoding) = decoded.guessed {
        let told = format!("the file is not UTF-8 and does not say what it is: read as {encoding}");
        bibliography.troubles.insert(0, PaperTrouble { line: None, told });
    }
    Ok(bibliography)
}

/// Reports keys that stand twice, where the reader of a format does not: RIS and CSL JSON.
fn tell_repeated(bibliography: &mut Bibliography) {
    let mut seen = rustc_hash::FxHashSet::default();
    let keys = bibliography.papers.iter().filter_map(|paper| paper.key.as_deref());
    let twice: Vec<&str> = keys.filter(|key| !seen.insert(*key)).collect();
    let told = |key: &str| PaperTrouble { line: None, told: format!("{key}: the key stands twice (both are kept)") };
    bibliography.troubles.extend(twice.into_iter().map(told));
}

/// The format of the contents: JSON by its first sign, else by the beginning of the first entry.
fn form_of(text: &str) -> Option<Form> {
    let start = text.trim_start();
    if start.starts_with('[') || start.starts_with('{') {
        return Some(Form::Csl);
    }
    text.lines().find_map(|line| match line.trim_start() {
        line if ris::is_start(line) => Some(Form::Ris),
        line if line.starts_with('@') && bibtex::is_start(line) => Some(Form::Bibtex),
        _ => None,
    })
}

/// The media types of bibliographies: BibTeX, RIS, CSL JSON.
pub const MIMES: [&str; 3] =
    ["application/x-bibtex", "application/x-research-info-systems", "application/vnd.citationstyles.csl+json"];

/// The media type of a file that is a bibliography, judged by its beginning and its name; none of any other file.
/// JSON is one only if it has names of fields that CSL alone uses.
pub fn mime(beginning: &str, name: &str) -> Option<&'static str> {
    let [bibtex, ris, csl] = MIMES;
    let named = form_named(name)?;
    match (form_of(beginning)?, named) {
        (Form::Bibtex, Form::Bibtex) => Some(bibtex),
        (Form::Ris, Form::Ris) => Some(ris),
        (Form::Csl, Form::Csl) => {
            let has = |field: &str| beginning.contains(&format!("\"{field}\""));
            (has("type") && (has("date-parts") || has("container-title"))).then_some(csl)
        }
        _ => None,
    }
}

/// The names of papers within their file: their keys, or their places where they have none; the second paper of a key
/// has its place behind that.
pub fn names(papers: &[Paper]) -> Vec<String> {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut named = Vec::with_capacity(papers.len());
    for (place, paper) in papers.iter().enumerate() {
        named.push(match paper.key.as_deref().filter(|key| !key.trim().is_empty()) {
            Some(key) if seen.insert(key) => key.to_owned(),
            Some(key) => format!("{key}:{}", place + 1),
            None => (place + 1).to_string(),
        });
    }
    named
}

fn form_named(name: &str) -> Option<Form> {
    let name = name.to_lowercase();
    match name.rsplit('.').next()? {
        "bib" | "bibtex" | "biblatex" => Some(Form::Bibtex),
        "ris" => Some(Form::Ris),
        "json" | "csl" => Some(Form::Csl),
        _ => None,
    }
}

/// The papers as a BibTeX file in UTF-8, sorted by their keys, special characters of TeX escaped.
pub fn write_bibtex(papers: &[Paper]) -> String {
    bibtex::write(papers)
}

/// The papers as a RIS file in UTF-8, sorted by their keys.
pub fn write_ris(papers: &[Paper]) -> String {
    ris::write(papers)
}

/// The papers as a list of CSL JSON, sorted by their keys.
pub fn write_csl(papers: &[Paper]) -> String {
    csl::write(papers)
}
