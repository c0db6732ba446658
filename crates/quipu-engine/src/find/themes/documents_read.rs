//! Documents as their themes see them: title, headings, beginning, folders.

use quipu_kernel::text::Stems;
use quipu_kernel::themes::{DocumentDigest, ThemeSource};
use quipu_language::answer::plain;
use rustc_hash::FxHashMap;

use crate::base::ports::{DocumentRow, SelectChunks, Store, StoreError};

/// Bytes of the text that are read: some three hundred words of any script.
const START: usize = 4_000;

/// A title of so many documents or more names none of them.
const REPEATED: usize = 3;

/// The name by which a document is told from others: its title, or its file's name where others have the title.
pub(super) fn telling_titles(rows: &[DocumentRow]) -> Vec<String> {
    let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
    rows.iter().for_each(|row| *counts.entry(&row.title).or_default() += 1);
    let title = |row: &DocumentRow| match counts[row.title.as_str()] < REPEATED {
        true => row.title.clone(),
        false => file_words(&row.source.path),
    };
    rows.iter().map(title).collect()
}

/// The name of a file as words, without its extension and the numbers before it; of an index page that of its folder.
fn file_words(path: &str) -> String {
    let mut names = path.rsplit('/').filter(|name| !name.is_empty());
    let file = names.next().unwrap_or_default();
    let stem = file.split('.').next().unwrap_or_default();
    let stem = match INDEX_NAMES.contains(&stem.to_lowercase().as_str()) {
        true => names.next().unwrap_or(stem),
        false => stem,
    };
    let said: Vec<&str> = stem.split(['-', '_', ' ']).filter(|word| !word.is_empty()).collect();
    let numbers = said.iter().take_while(|word| word.chars().all(|c| c.is_ascii_digit())).count();
    said[numbers.min(said.len().saturating_sub(1))..].join(" ")
}

/// The digest of a document of this title.
pub(super) async fn digest_of(
    store: &dyn Store,
    row: &DocumentRow,
    title: &str,
    stems: &mut Stems,
) -> Result<DocumentDigest, StoreError> {
    let chunks = store.chunks(&SelectChunks::BareOf(row.key)).await?;
    let (mut headings, mut start): (Vec<String>, String) = (Vec::new(), String::new());
    for stored in &chunks {
        for heading in stored.chunk.headings.iter().filter(|heading| **heading != row.title) {
            if !headings.contains(heading) {
                headings.push(heading.clone());
            }
        }
        if start.len() < START {
            start.push_str(&stored.chunk.text);
            start.push('\n');
        }
    }
    let folders = folders(&row.source.path);
    let source = ThemeSource {
        key: row.key,
        title,
        headings: &headings,
        start: &plain(&start),
        language: &row.language,
        folders: &folders,
    };
    Ok(DocumentDigest::of(&source, stems))
}

/// Names of the page of a folder, without the extension.
pub(super) const INDEX_NAMES: [&str; 6] = ["readme", "index", "_index", "overview", "introduction", "about"];

/// The folders above a file; the members of an archive stand below it.
pub(super) fn folders(path: &str) -> Vec<String> {
    let mut names: Vec<String> = path.split('/').filter(|name| !name.is_empty()).map(str::to_owned).collect();
    names.pop();
    names
}
