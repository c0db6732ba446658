//! The sources of an indexing run: each path becomes a source, read on a worker when its turn comes.

use std::collections::BTreeMap;
use std::path::PathBuf;

use quipu_adapters::read::{FindOptions, Finding, FoundFile, Root, find as find_files};
use quipu_engine::index::{Skipped, Source, Sources};
use serde_json::{Map, Value, json};

use super::{DocumentProperties, Files, GivenFile, roots};
use crate::{Error, Quipu, open};

/// The name of the root of files that are read under names of their own.
pub const GIVEN: &str = "uploads";

/// The amount to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Total {
    /// Files.
    pub files: u64,
    /// Their bytes.
    pub bytes: u64,
}

/// The input of an indexing run.
pub(super) struct FoundSources {
    /// The sources.
    pub(super) sources: Sources,
    /// The parts of the workspace that they cover completely.
    pub(super) scope: Vec<String>,
    /// The parts that could not be read.
    pub(super) unreached: Vec<String>,
    /// True if there is anything to read.
    pub(super) any: bool,
    /// The amount.
    pub(super) total: Total,
}

/// Finds the named sources, and keeps the roots that are new, which needs the right to write.
///
/// # Errors
/// When nothing is there, a root's name is taken, or the roots cannot be kept.
pub(super) fn find(files: &Files, quipu: &Quipu) -> Result<FoundSources, Error> {
    let finding = finding(files, quipu)?;
    if files.id.is_some() && finding.found.len() != 1 {
        return Err(Error::OneId { count: finding.found.len() });
    }
    let bytes = finding.found.iter().map(|found| found.size).sum();
    let total = Total { files: (finding.found.len() + finding.skipped.len()) as u64, bytes };
    let (unreached, any) = (unreached(&finding, files), !finding.found.is_empty());
    let scope = scope(&files.paths, &finding).into_iter().chain(unreached.clone()).collect();
    Ok(FoundSources {
        scope,
        unreached,
        any,
        total,
        sources: sources(finding, stated(files), open::reader(quipu.settings(), quipu.workers())),
    })
}

/// Finds the named files, and keeps the roots that are new: only with the right to write, since
/// concurrent writers would lose roots.
///
/// # Errors
/// As [`find`].
pub(super) fn finding(files: &Files, quipu: &Quipu) -> Result<Finding, Error> {
    let (finding, known) = looked(files, quipu)?;
    if finding.roots != known {
        roots::save(quipu.folder(), &finding.roots)?;
    }
    Ok(finding)
}

/// Finds the named files, and returns the roots that were known before.
///
/// # Errors
/// As [`find`], but that nothing is kept.
pub(super) fn looked(files: &Files, quipu: &Quipu) -> Result<(Finding, Vec<Root>), Error> {
    let known = roots::load(quipu.folder())?;
    let options = FindOptions { hidden: files.hidden, root_name: files.root_name.clone(), ..FindOptions::default() };
    let mut finding = find_files(&files.paths, &known, &options)?;
    finding.found.extend(files.given.iter().map(given));
    Ok((finding, known))
}

/// A text of Markdown with its properties as front matter (YAML): its metadata, its id and its title. Zero
/// characters are left out: a text that was sent as one is no binary for them.
pub fn with_front_matter(
    text: String,
    id: Option<&str>,
    title: Option<&str>,
    mut metadata: Map<String, Value>,
) -> String {
    metadata.extend(id.map(|id| ("id".to_owned(), json!(id))));
    metadata.extend(title.map(|title| ("title".to_owned(), json!(title))));
    let front: String =
        metadata.iter().map(|(field, value)| format!("{}: {}\n", yaml(&json!(field)), yaml(value))).collect();
    let text = if text.contains('\0') { text.replace('\0', "") } else { text };
    if front.is_empty() { text } else { format!("---\n{front}---\n{text}") }
}

/// A value as JSON that is YAML too, which takes some characters for ends of lines, and others for none of a text.
fn yaml(value: &Value) -> String {
    let letter = |letter: char| match letter {
        '\u{7f}'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}' => {
            format!("\\u{:04x}", u32::from(letter))
        }
        letter => letter.to_string(),
    };
    value.to_string().chars().map(letter).collect()
}

/// A file under its name. An unreadable one is reported when it is read.
fn given(file: &GivenFile) -> FoundFile {
    let looked = std::fs::metadata(&file.path);
    let (size, modified) = looked.map_or((0, None), |looked| (looked.len(), looked.modified().ok()));
    FoundFile { path: file.path.clone(), source: source_of(file), root: GIVEN.to_owned(), size, modified }
}

/// The source of a file under its name.
fn source_of(file: &GivenFile) -> String {
    format!("{GIVEN}/{}", file.name)
}

/// The part of the workspace that a run could not look into; nothing where that is not to matter.
pub(super) fn unreached(finding: &Finding, files: &Files) -> Vec<String> {
    if files.force { Vec::new() } else { finding.unreached.clone() }
}

/// Folders are read whole; documents of deleted files in them are missing.
fn scope(paths: &[PathBuf], finding: &Finding) -> Vec<String> {
    let folders = paths.iter().filter(|path| path.is_dir());
    folders.filter_map(|folder| roots::source_of(folder, &finding.roots)).collect()
}

/// The stated properties of files, by their sources; of every source, where the run has an id.
pub(super) fn stated(files: &Files) -> StatedProperties {
    let given = files.given.iter().filter(|file| !file.properties.is_empty());
    let of = given.map(|file| (source_of(file), file.properties.clone())).collect();
    StatedProperties { id: files.id.clone(), of }
}

/// The stated properties of a run's files.
#[derive(Default)]
pub struct StatedProperties {
    /// The id of the one document of the one file.
    id: Option<String>,
    /// Properties by the source of a file.
    of: BTreeMap<String, DocumentProperties>,
}

impl StatedProperties {
    fn take(&mut self, source: &str) -> DocumentProperties {
        let mut properties = self.of.remove(source).unwrap_or_default();
        properties.id = self.id.clone().or(properties.id);
        properties
    }
}

/// Files as sources of a run, each with its stated properties.
pub fn sources(
    finding: Finding,
    mut stated: StatedProperties,
    read: impl Fn(FoundFile) -> Source + Send + 'static,
) -> Sources {
    let lost = finding.skipped.into_iter().map(|lost| {
        let skipped = Skipped::because(lost.path, lost.why);
        Box::new(move || Err(skipped).into()) as Source
    });
    let found = finding.found.into_iter().map(move |found| {
        let properties = stated.take(&found.source);
        if properties.is_empty() { read(found) } else { with_properties(read(found), properties) }
    });
    Box::new(lost.chain(found))
}

/// A source whose documents get stated properties.
fn with_properties(source: Source, properties: DocumentProperties) -> Source {
    Box::new(move || {
        let mut given = source();
        if let Some(id) = &properties.id {
            let several = given.rest.is_some() || given.read.iter().flatten().nth(1).is_some();
            if let Some(first) = given.read.iter_mut().flatten().next() {
                if several {
                    let why = "holds several documents, and an id names one; leave the id out";
                    return Err(Skipped::because(first.source.path.clone(), why)).into();
                }
                first.id.clone_from(id);
            }
        }
        for document in given.read.iter_mut().flatten() {
            document.title = properties.title.clone().unwrap_or_else(|| std::mem::take(&mut document.title));
            document.metadata.extend(properties.metadata.clone());
        }
        given.rest = given.rest.map(|rest| with_properties(rest, properties));
        given
    })
}

#[cfg(test)]
mod tests {
    use quipu_adapters::load::Markdown;
    use quipu_engine::ports::{Input, Loader as _};

    use super::*;

    #[test]
    fn what_is_known_of_a_text_is_read_as_it_was_given() {
        let odd = "\u{1} \u{7f} \u{80} \u{85} \u{9f} \u{2028} \u{2029} \u{feff} \u{fdd0} \u{fffe} \u{ffff} \u{1f680} \u{10ffff} \t\n\r\" \\ ' # : - --- % @ `";
        for odd in odd.split(' ').chain([odd]) {
            let said = format!("The bell{odd} hangs");
            let metadata = Map::from_iter([
                ("keeper".to_owned(), json!([said, { said.as_str(): said }])),
                (format!("ke{odd}y"), json!(7)),
            ]);
            let written = with_front_matter(said.clone(), Some("bell"), Some(&said), metadata.clone());
            let loaded = Markdown.parse(&Input::whole("a.md", written.as_bytes(), 1 << 20)).expect("it is text");
            let document = &loaded.documents[0];
            assert_eq!((&document.partial, document.text.trim_start_matches('\n')), (&None, said.as_str()), "{odd:?}");
            assert_eq!(document.id.as_deref(), Some("bell"), "{odd:?}");
            assert_eq!(document.title.as_deref().map(str::trim), Some(said.trim()), "{odd:?}");
            for (field, value) in &metadata {
                assert_eq!(document.metadata.get(field), Some(value), "{odd:?}");
            }
        }
    }

    #[test]
    fn a_text_that_was_sent_holds_no_zeros() {
        let text = "T\0h\0e\0 \0b\0e\0l\0l".to_owned();
        assert_eq!(with_front_matter(text.clone(), None, None, Map::new()), "The bell");
        let metadata = Map::from_iter([("kee\0per".to_owned(), json!("Il\0se"))]);
        let written = with_front_matter(text, Some("a"), Some("Be\0ll"), metadata);
        assert!(written.ends_with("---\nThe bell") && !written.contains('\0'), "{written}");
    }
}
