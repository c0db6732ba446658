//! The first commit of a word index, where it is small: one segment made in memory and copied into the index. A
//! writer's threads, queues and tables cost more than the words of some hundred documents, and most users commit
//! only once.

use std::io::Write as _;
use std::path::Path;

use tantivy::directory::error::OpenReadError;
use tantivy::directory::{Directory as _, RamDirectory, TerminatingWrite as _};
use tantivy::{Index, IndexMeta, TantivyDocument};

/// The longest terms that are taken so, in bytes.
const MOST: usize = 4 << 20;
/// The memory budget of the segment, for a table of some ten thousand terms; it grows.
const MEMORY: usize = 1 << 20;
/// The file of an index that lists its segments.
const METAS: &str = "meta.json";

/// True if terms of this size can be the first commit of an index.
pub(super) fn fits(index: &Index, bytes: usize) -> tantivy::Result<bool> {
    Ok(bytes <= MOST && index.searchable_segment_metas()?.is_empty())
}

/// Commits documents to an empty index; `payload` describes them.
pub(super) fn commit(
    index: &Index,
    documents: impl Iterator<Item = TantivyDocument>,
    payload: String,
) -> tantivy::Result<()> {
    let builder = Index::builder().schema(index.schema()).tokenizers(index.tokenizers().clone());
    let mut writer = builder.single_segment_index_writer(RamDirectory::create(), MEMORY)?;
    for document in documents {
        writer.add_document(document)?;
    }
    let made = writer.finalize()?;
    let metas = IndexMeta { payload: Some(payload), ..made.load_metas()? };
    for path in metas.list_segment_files() {
        let file = match made.directory().open_read(&path) {
            Ok(file) => file,
            // Not every segment has every file.
            Err(OpenReadError::FileDoesNotExist(_)) => continue,
            Err(error) => return Err(error.into()),
        };
        let mut copy = index.directory().open_write(&path)?;
        copy.write_all(&file.read_bytes()?)?;
        copy.terminate()?;
    }
    index.directory().sync_directory()?;
    // From here on they are there.
    index.directory().atomic_write(Path::new(METAS), &serde_json::to_vec_pretty(&metas)?)?;
    Ok(())
}
