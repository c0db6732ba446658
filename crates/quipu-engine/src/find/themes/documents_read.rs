//! Documents as their themes see them: title, headings, beginning, folders.

use quipu_kernel::text::Stems;
use quipu_kernel::themes::{DocumentDigest, ThemeSource};
use quipu_language::answer::{names_a_subject, plain};
use rustc_hash::FxHashMap;

use crate::base::ports::{DocumentRow, Lexicon, SelectChunks, Store, StoreError, StoredChunk};

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

/// Fields that hold what authors file a document under.
const TAGS: [&str; 4] = ["tags", "keywords", "categories", "topics"];

/// Makes digests of documents, and remembers the words that they have in common.
pub(super) struct DigestMaker<'w> {
    store: &'w dyn Store,
    lexicon: Option<&'w dyn Lexicon>,
    stems: Stems,
    /// Words of titles, with whether they can name a subject.
    names: FxHashMap<String, bool>,
}

impl<'w> DigestMaker<'w> {
    pub(super) fn new(store: &'w dyn Store, lexicon: Option<&'w dyn Lexicon>) -> Self {
        Self { store, lexicon, stems: Stems::default(), names: FxHashMap::default() }
    }

    /// The digest of a document of this title.
    pub(super) async fn digest(&mut self, row: &DocumentRow, title: &str) -> Result<DocumentDigest, StoreError> {
        let chunks = self.store.chunks(&SelectChunks::BareOf(row.key)).await?;
        Ok(self.of(row, title, &chunks))
    }

    fn of(&mut self, row: &DocumentRow, title: &str, chunks: &[StoredChunk]) -> DocumentDigest {
        let (headings, start) = beginning(row, chunks);
        let (folders, start, tags) = (folders(&row.source.path), plain(&start), tags(row));
        let said = || format!("{title}. {title}. {}. {}. {start}", tags.join(", "), headings.join(". "));
        let source = ThemeSource {
            key: row.key,
            title,
            tags: &tags,
            vector: self.lexicon.and_then(|lexicon| lexicon.vector(&said())),
            index: is_index(row),
            headings: &headings,
            start: &start,
            language: &row.language,
            folders: &folders,
        };
        let known = &mut self.names;
        let mut names = |label: &str| match known.get(label) {
            Some(names) => *names,
            None => *known.entry(label.to_owned()).or_insert(names_a_subject(label)),
        };
        DocumentDigest::of(source, &mut self.stems, &mut names)
    }
}

/// The headings of a document, each once, and the beginning of its text.
fn beginning(row: &DocumentRow, chunks: &[StoredChunk]) -> (Vec<String>, String) {
    let (mut headings, mut start): (Vec<String>, String) = (Vec::new(), String::new());
    for stored in chunks {
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
    (headings, start)
}

/// The words that authors file a document under.
fn tags(row: &DocumentRow) -> Vec<String> {
    let said = TAGS.iter().filter_map(|field| row.metadata.get(*field));
    let each = said.flat_map(|value| match value {
        serde_json::Value::Array(values) => values.iter().filter_map(|one| one.as_str().map(str::to_owned)).collect(),
        serde_json::Value::String(text) => text.split([',', ';']).map(|one| one.trim().to_owned()).collect(),
        _ => Vec::new(),
    });
    let mut tags: Vec<String> = each.filter(|tag| !tag.is_empty()).collect();
    tags.sort();
    tags.dedup();
    tags
}

/// Names of the page of a folder, without the extension.
const INDEX_NAMES: [&str; 6] = ["readme", "index", "_index", "overview", "introduction", "about"];

/// The folders above a file; the members of an archive stand below it.
pub(super) fn folders(path: &str) -> Vec<String> {
    let mut names: Vec<String> = path.split('/').filter(|name| !name.is_empty()).map(str::to_owned).collect();
    names.pop();
    names
}

/// True for the page of a folder.
pub(super) fn is_index(row: &DocumentRow) -> bool {
    let file = row.source.path.rsplit('/').next().unwrap_or_default();
    let stem = file.split('.').next().unwrap_or_default().to_lowercase();
    INDEX_NAMES.contains(&stem.as_str())
}
