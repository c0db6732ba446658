//! Documents as their themes see them: title, headings, beginning, folders.

use quipu_kernel::text::Stems;
use quipu_kernel::themes::{DocumentDigest, ThemeSource};
use quipu_language::answer::plain;

use crate::base::ports::{DocumentRow, SelectChunks, Store, StoreError};

/// Bytes of the text that are read: some three hundred words of any script.
const START: usize = 4_000;

/// The digest of a document.
pub(super) async fn digest_of(
    store: &dyn Store,
    row: &DocumentRow,
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
        title: &row.title,
        headings: &headings,
        start: &plain(&start),
        language: &row.language,
        folders: &folders,
    };
    Ok(DocumentDigest::of(&source, stems))
}

/// The folders above a file; the members of an archive stand below it.
pub(super) fn folders(path: &str) -> Vec<String> {
    let mut names: Vec<String> = path.split('/').filter(|name| !name.is_empty()).map(str::to_owned).collect();
    names.pop();
    names
}
