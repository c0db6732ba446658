//! An archive with some of its parts replaced, so that a document can be repaired before it is read.

use std::io::{Cursor, Read, Write};

use rustc_hash::FxHashMap;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// The longest part that is read, in bytes.
const LONGEST: u64 = 256 << 20;

/// Parts of a document, by their names.
pub(super) struct Archive<'a> {
    archive: ZipArchive<Cursor<&'a [u8]>>,
}

impl<'a> Archive<'a> {
    /// Opens an archive; fails if it is broken.
    pub(super) fn open(bytes: &'a [u8]) -> Option<Self> {
        Some(Self { archive: ZipArchive::new(Cursor::new(bytes)).ok()? })
    }

    /// The names of its parts.
    pub(super) fn names(&self) -> Vec<String> {
        self.archive.file_names().filter_map(|name| Some(name.ok()?.into_owned())).collect()
    }

    /// A part as text; missing if it is absent, too long or not UTF-8.
    pub(super) fn text(&mut self, name: &str) -> Option<String> {
        let part = self.archive.by_name(name).ok().filter(|part| part.size() <= LONGEST)?;
        let mut bytes = Vec::new();
        part.take(LONGEST).read_to_end(&mut bytes).ok()?;
        let text = String::from_utf8(bytes).ok()?;
        Some(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
    }

    /// The archive with these parts instead of its own.
    pub(super) fn with(mut self, parts: &[(String, String)]) -> Option<Vec<u8>> {
        let parts: FxHashMap<&str, &str> = parts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let mut to = ZipWriter::new(Cursor::new(Vec::new()));
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        for at in 0..self.archive.len() {
            let part = self.archive.by_index_raw(at).ok()?;
            let anew = part.name().ok().and_then(|name| parts.get_key_value(name.as_ref()));
            match anew {
                Some((name, text)) => {
                    to.start_file(*name, options).ok()?;
                    to.write_all(text.as_bytes()).ok()?;
                }
                None => to.raw_copy_file(part).ok()?,
            }
        }
        Some(to.finish().ok()?.into_inner())
    }
}
