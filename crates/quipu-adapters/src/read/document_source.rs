//! Documents of a file: never more of it in memory than one document may have, or one piece of
//! a file that holds many.

use std::fs::File;
use std::io::{self, Read};
use std::sync::Arc;

use quipu_engine::index::{SkipCause, Skipped, Source, SourceDocuments};
use quipu_engine::ports::{Input, LoadError, Loader, NoDocument, Parsed, Reach};
use quipu_kernel::model::{Document, Key, Metadata, SourceFile};
use quipu_kernel::text::language_of;
use rustc_hash::FxHashSet;
use serde_json::Value;

use super::FoundFile;
use super::vault::{KnownVaults, named_by_file};
use crate::load::data_runs::{data_runs, without};
use crate::load::{choose, no_document, refusal};

/// Limit of front matter beside the bytes of a text.
const FRONT: usize = 1 << 20;
/// Size of a file's beginning that decides its loader.
const BEGINNING: usize = 64 << 10;
/// Size of the pieces of a file of many documents, unless a document is larger.
const PIECE: usize = 8 << 20;

/// The loaders of a run.
pub type Loaders = Arc<Vec<Box<dyn Loader>>>;

/// Limits of reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadLimits {
    /// The most text of one document, in bytes; a longer one is cut.
    pub max_document: usize,
    /// The largest file of a format that is read whole, in bytes.
    pub max_file: usize,
    /// True if files that are no documents are read, and data within texts.
    pub everything: bool,
}

impl Default for ReadLimits {
    fn default() -> Self {
        Self { max_document: 64 << 20, max_file: 256 << 20, everything: false }
    }
}

/// The unit of sizes in the settings.
const MEGABYTE: usize = 1_000_000;

/// A file as a source of an indexing run: read by the first loader that accepts it, when its turn
/// comes. An unreadable file is a line of the report.
pub fn source(found: FoundFile, loaders: Loaders, limits: ReadLimits, vaults: KnownVaults) -> Source {
    Box::new(move || match Reading::open(&found, &loaders, limits, &vaults) {
        Ok((reading, loader)) => reading.next(loader),
        Err(error) => SourceDocuments::from(Err(Skipped::of(found.source, &error))),
    })
}

/// A file that is being read.
struct Reading {
    found: FoundFile,
    loaders: Loaders,
    limits: ReadLimits,
    file: Box<dyn Read + Send>,
    /// Bytes that were read and are not yet parsed.
    held: Vec<u8>,
    /// True if no input follows the buffered bytes.
    ended: bool,
    /// Number of documents from earlier pieces.
    before: usize,
    /// The names, within the file, of those that pieces gave.
    names: FxHashSet<Key>,
    /// True if the file lies in a vault of notes.
    in_vault: bool,
}

impl Reading {
    /// Opens a file, and chooses the loader that reads it.
    fn open(
        found: &FoundFile,
        loaders: &Loaders,
        limits: ReadLimits,
        vaults: &KnownVaults,
    ) -> Result<(Self, usize), LoadError> {
        let file: Box<dyn Read + Send> = match found.is_stdin() {
            true => Box::new(io::stdin()),
            false => Box::new(File::open(&found.path).map_err(|error| unreadable(&error))?),
        };
        let (found, loaders) = (found.clone(), loaders.clone());
        let (held, names) = (Vec::new(), FxHashSet::default());
        let vault = if found.is_stdin() { None } else { vaults.of(&found.path) };
        let in_vault = vault.is_some();
        if !limits.everything && vault.is_some_and(|vault| vault.leaves_out(&found.path)) {
            return Err(LoadError::NoDocument { kind: NoDocument::Template });
        }
        let mut reading = Self { found, loaders, limits, file, held, ended: false, before: 0, names, in_vault };
        reading.fill(BEGINNING)?;
        if !limits.everything
            && !reading.found.is_stdin()
            && let Some(kind) = no_document(&reading.input())
        {
            return Err(LoadError::NoDocument { kind });
        }
        let loader = choose(&reading.loaders, &reading.input()).ok_or_else(|| refusal(&reading.held))?;
        Ok((reading, loader))
    }

    /// Parses the next piece.
    fn next(mut self, loader: usize) -> SourceDocuments {
        match self.piece(loader) {
            Ok(read) => {
                let more = !self.ended || !self.held.is_empty();
                SourceDocuments { read, rest: more.then(|| Box::new(move || self.next(loader)) as Source) }
            }
            Err(error) => SourceDocuments::from(Err(self.line(None, &error))),
        }
    }

    fn piece(&mut self, loader: usize) -> Result<Vec<Result<Document, Skipped>>, LoadError> {
        let loaders = self.loaders.clone();
        let loader = &loaders[loader];
        // Text in two bytes a character may shrink to half when it becomes UTF-8.
        let most = self.limits.max_document.saturating_mul(2).saturating_add(FRONT);
        match loader.reach() {
            Reach::Text => self.fill(most)?,
            Reach::Whole => {
                self.fill(self.limits.max_file.saturating_add(1))?;
                if self.held.len() > self.limits.max_file {
                    return Err(LoadError::TooLarge { limit: self.limits.max_file / MEGABYTE });
                }
            }
            Reach::Pieces => return self.pieces(loader.as_ref(), most),
        }
        let loaded = loader.parse(&self.input())?;
        let more = !self.ended && self.found.size as usize != self.held.len();
        let note = more.then(|| format!("only its first {} bytes were read", self.held.len()));
        (self.held, self.ended) = (Vec::new(), true);
        let lines = loaded.skipped.iter().map(|(place, error)| Err(self.line(Some(place), error)));
        let documents = loaded.documents.into_iter().flat_map(|parsed| {
            let partial = parsed.partial.clone().or_else(|| note.clone());
            self.given(Parsed { partial, ..parsed })
        });
        Ok(documents.chain(lines).collect())
    }

    /// The next documents of a file of many: of a piece that holds one at least.
    fn pieces(&mut self, loader: &dyn Loader, most: usize) -> Result<Vec<Result<Document, Skipped>>, LoadError> {
        let mut want = PIECE.min(most);
        loop {
            self.fill(want)?;
            let loaded = loader.parse(&self.input())?;
            if loaded.rest == self.held.len() && !self.ended {
                if want >= most {
                    return Err(LoadError::TooLarge { limit: most / MEGABYTE });
                }
                want = want.saturating_mul(4).min(most);
                continue;
            }
            let all = self.ended && self.before == 0;
            let before = self.before;
            self.before += loaded.rows.unwrap_or(loaded.documents.len() + loaded.skipped.len());
            self.held.drain(..self.held.len() - if self.ended { 0 } else { loaded.rest });
            let mut documents = loaded.documents;
            if !all {
                (before + 1..).zip(&mut documents).for_each(|(number, parsed)| self.tell_apart(parsed, number));
            }
            let lines = loaded.skipped.iter().map(|(place, error)| Err(self.line(Some(place), error)));
            let documents = documents.into_iter().flat_map(|parsed| self.given(parsed));
            return Ok(documents.chain(lines).collect());
        }
    }

    /// A document, and lines on what was left out of its text. A text of nothing else is no document.
    fn given(&self, parsed: Parsed) -> Vec<Result<Document, Skipped>> {
        let (parsed, kinds) = if self.limits.everything { (parsed, Vec::new()) } else { without_data(parsed) };
        let is_note = self.in_vault && parsed.mime == "text/markdown" && parsed.within.is_none();
        let parsed = if is_note { named_by_file(parsed, &self.found.path) } else { parsed };
        let line = |kind| Err(self.line(None, &LoadError::NoDocument { kind }));
        let lines = kinds.into_iter().map(line);
        match parsed {
            parsed if lines.len() > 0 && parsed.text.trim().is_empty() => lines.take(1).collect(),
            parsed => std::iter::once(Ok(document(&self.found, parsed))).chain(lines).collect(),
        }
    }

    /// Numbers a document whose name occurred in an earlier piece: a loader knows those of its own piece alone.
    fn tell_apart(&mut self, parsed: &mut Parsed, number: usize) {
        if let Some(within) = &mut parsed.within
            && !self.names.insert(Key::text(within))
        {
            *within = format!("{within}:{number}");
        }
    }

    /// Reads on until this number of bytes is buffered, or the file ends.
    fn fill(&mut self, want: usize) -> Result<(), LoadError> {
        let missing = want.saturating_sub(self.held.len());
        if missing == 0 || self.ended {
            return Ok(());
        }
        let left = (self.found.size as usize).saturating_sub(self.held.len());
        let read = self.held.try_reserve(missing.min(left)).map_err(io::Error::other);
        let read = read.and_then(|()| self.file.by_ref().take(missing as u64).read_to_end(&mut self.held));
        self.ended = read.map_err(|error| unreadable(&error))? < missing;
        Ok(())
    }

    fn input(&self) -> Input<'_> {
        let Self { found, held, ended, before, .. } = self;
        let max_text = self.limits.max_document;
        Input { path: &found.source, bytes: held, max_text, before: *before, last: *ended }
    }

    fn line(&self, place: Option<&str>, error: &LoadError) -> Skipped {
        let why = place.map_or_else(|| error.to_string(), |place| format!("{place} {error}"));
        Skipped { path: self.found.source.clone(), why, cause: SkipCause::of(error) }
    }
}

fn unreadable(error: &io::Error) -> LoadError {
    LoadError::Unreached { reason: error.to_string() }
}

/// The parsed document without zero characters from escapes (of JSON and YAML, say): they mean nothing in a
/// text, and databases and servers of models refuse them.
fn without_zeros(parsed: Parsed) -> Parsed {
    let bare = |text: String| if text.contains('\0') { text.replace('\0', "") } else { text };
    let zeros: Vec<usize> = parsed.text.match_indices('\0').map(|(at, _)| at).collect();
    let place = |page: u32| page - zeros.partition_point(|at| *at < page as usize) as u32;
    Parsed {
        pages: parsed.pages.into_iter().map(place).collect(),
        text_offset: parsed.text_offset.filter(|_| zeros.is_empty()),
        text: bare(parsed.text),
        title: parsed.title.map(bare),
        within: parsed.within.map(bare),
        metadata: parsed.metadata.into_iter().map(|(field, value)| (bare(field), bare_value(value))).collect(),
        ..parsed
    }
}

/// The parsed document without bytes and keys in its text, and the kinds of what was left out.
fn without_data(parsed: Parsed) -> (Parsed, Vec<NoDocument>) {
    let runs = data_runs(&parsed.text);
    if runs.is_empty() {
        return (parsed, Vec::new());
    }
    let mut kinds: Vec<NoDocument> = runs.iter().map(|(_, kind)| *kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let (text, place) = without(&parsed.text, &runs);
    let pages = parsed.pages.iter().map(|page| place(*page as usize) as u32).collect();
    (Parsed { text, pages, text_offset: None, ..parsed }, kinds)
}

fn bare_value(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(text.replace('\0', "")),
        Value::Array(values) => Value::Array(values.into_iter().map(bare_value).collect()),
        Value::Object(fields) => {
            fields.into_iter().map(|(field, value)| (field.replace('\0', ""), bare_value(value))).collect()
        }
        value => value,
    }
}

pub(super) fn document(found: &FoundFile, parsed: Parsed) -> Document {
    let parsed = without_zeros(parsed);
    let path = found.source.clone();
    let id = parsed.within.as_ref().map_or_else(|| path.clone(), |within| format!("{path}#{within}"));
    let title = parsed.title.unwrap_or_else(|| match &parsed.within {
        Some(within) => format!("{} {within}", name_of(found)),
        None => name_of(found),
    });
    Document {
        id: parsed.id.unwrap_or(id),
        source: SourceFile { path, mime: parsed.mime, text_offset: parsed.text_offset },
        title,
        language: stated_language(&parsed.metadata).unwrap_or_else(|| language_of(&parsed.text).to_owned()),
        metadata: parsed.metadata,
        format: parsed.format,
        partial: parsed.partial,
        pages: parsed.pages,
        text: parsed.text,
    }
}

/// The file's name without its extension.
fn name_of(found: &FoundFile) -> String {
    match std::path::Path::new(&found.source).file_stem().filter(|_| !found.is_stdin()) {
        Some(stem) => stem.to_string_lossy().into_owned(),
        None => "standard input".to_owned(),
    }
}

/// The language that front matter states, as `lang: en` or `language: ru-RU`.
fn stated_language(metadata: &Metadata) -> Option<String> {
    let stated = metadata.get("lang").or_else(|| metadata.get("language"))?.as_str()?;
    let code = stated.split(['-', '_']).next()?.to_lowercase();
    (code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_lowercase())).then_some(code)
}
