//! Compound files: the program of an old document, a letter or a locked document, by its streams.

use std::io::Cursor;

use memchr::memmem::find;
use office_oxide::DocumentFormat;
use office_oxide::cfb::{CfbReader, DirEntry, EntryType};
use quipu_engine::ports::LoadError;
use rustc_hash::{FxHashMap, FxHashSet};

/// The signature of a compound file.
pub(super) const COMPOUND: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";
/// The stream of a compound file that holds a locked document, in UTF-16.
const LOCKED: &[u8] = b"E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0";
/// The stream that a letter and all in it begins with.
pub(super) const PROPERTIES: &str = "__properties_version1.0";
/// Nesting limit of storages.
const DEEPEST: usize = 12;

/// Streams at the root, and the documents that have them.
const DOCUMENTS: [(&str, DocumentFormat); 4] = [
    ("worddocument", DocumentFormat::Doc),
    ("workbook", DocumentFormat::Xls),
    ("book", DocumentFormat::Xls),
    ("powerpoint document", DocumentFormat::Ppt),
];

/// Root streams of unsupported files, and the names of their formats.
const OTHERS: [(&str, &str); 5] = [
    ("visiodocument", "a Visio drawing"),
    ("quill", "a Publisher document"),
    ("bodytext", "a Hangul (HWP) document"),
    ("catalog", "a store of small pictures (Thumbs.db)"),
    ("propertyset", "a Microsoft Works document"),
];

/// The kind and content of a compound file.
pub(super) enum Compound<'a> {
    /// A document of an old format.
    Document(DocumentFormat),
    /// A letter of Outlook.
    Message(Box<Streams<'a>>),
}

/// Detects the kind of a compound file.
///
/// # Errors
/// When it is locked, or of an unsupported program.
pub(super) fn kind(bytes: &[u8]) -> Result<Compound<'_>, LoadError> {
    if find(bytes, LOCKED).is_some() {
        return Err(LoadError::Locked);
    }
    // A broken file is repaired or refused by the reader of old documents.
    let Some(streams) = Streams::open(bytes) else { return Ok(Compound::Document(DocumentFormat::Doc)) };
    let has = |name: &str| streams.paths.contains_key(name) || streams.storages.contains(name);
    if let Some((_, format)) = DOCUMENTS.into_iter().find(|(name, _)| has(name)) {
        return Ok(Compound::Document(format));
    }
    if has(PROPERTIES) || streams.paths.keys().any(|path| path.starts_with("__substg1.0_")) {
        return Ok(Compound::Message(Box::new(streams)));
    }
    let found = OTHERS.iter().find(|(name, _)| has(name)).map(|(_, what)| *what);
    match found {
        Some(what) => Err(LoadError::Binary { found: what.to_owned() }),
        None if streams.paths.is_empty() => Ok(Compound::Document(DocumentFormat::Doc)),
        None => Err(LoadError::Binary { found: "a compound file of a program that is not known".to_owned() }),
    }
}

/// The streams of a compound file, by their paths in small letters.
pub(super) struct Streams<'a> {
    reader: CfbReader<Cursor<&'a [u8]>>,
    paths: FxHashMap<String, usize>,
    storages: FxHashSet<String>,
}

impl<'a> Streams<'a> {
    /// Opens a compound file; fails if it is broken.
    fn open(bytes: &'a [u8]) -> Option<Self> {
        let reader = CfbReader::new(Cursor::new(bytes)).ok()?;
        let (mut paths, mut storages) = (FxHashMap::default(), FxHashSet::default());
        walk(reader.entries(), &mut paths, &mut storages);
        Some(Self { reader, paths, storages })
    }

    /// The content of a stream.
    pub(super) fn read(&mut self, path: &str) -> Option<Vec<u8>> {
        let at = *self.paths.get(&path.to_lowercase())?;
        self.reader.read_stream_by_index(at).ok()
    }

    /// The child storages of another (or of the root, for `""`) whose names begin with `name`, in their order.
    pub(super) fn storages(&self, inside: &str, name: &str) -> Vec<String> {
        let start = format!("{inside}{name}");
        let own = |path: &&String| path.strip_prefix(&start).is_some_and(|rest| !rest.contains('/'));
        let mut found: Vec<String> = self.storages.iter().filter(own).cloned().collect();
        found.sort_unstable();
        found
    }
}

/// Finds all streams, each once, even in a malformed tree.
fn walk(entries: &[DirEntry], paths: &mut FxHashMap<String, usize>, storages: &mut FxHashSet<String>) {
    let mut seen = FxHashSet::default();
    let root = entries.first().map_or(u32::MAX, |root| root.child);
    let mut left: Vec<(u32, String, usize)> = vec![(root, String::new(), 0)];
    while let Some((at, above, depth)) = left.pop() {
        let Some(entry) = entries.get(at as usize).filter(|_| seen.insert(at)) else { continue };
        left.push((entry.left_sibling, above.clone(), depth));
        left.push((entry.right_sibling, above.clone(), depth));
        let path = format!("{above}{}", entry.name.to_lowercase());
        match entry.entry_type {
            EntryType::Stream => _ = paths.insert(path, at as usize),
            EntryType::Storage if depth < DEEPEST => {
                left.push((entry.child, format!("{path}/"), depth + 1));
                storages.insert(path);
            }
            _ => {}
        }
    }
}
