//! The word index (tantivy): the chunks of each term, with its frequencies.
//!
//! It only finds; the kernel scores. Terms come from the kernel's tokeniser already stemmed, so
//! the index splits at spaces and nothing else. Its commit records the last change whose chunks it
//! covers; readers scan newer ones, and ignore chunks that the truth does not know.

use crate::store::embedded::damage::broken;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use quipu_engine::ports::StoreError;
use serde::{Deserialize, Serialize};
use tantivy::directory::MmapDirectory;
use tantivy::schema::{Field, IndexRecordOption, NumericOptions, Schema, TextFieldIndexing, TextOptions};
use tantivy::tokenizer::WhitespaceTokenizer;
use tantivy::{Index, IndexReader, IndexSettings, IndexWriter, ReloadPolicy, Searcher, TantivyDocument, Term};

use super::damage::caught;
use super::env::at;
use super::first;
use super::unlocked::Unlocked;
use crate::store::refused::refused as refused_by;

/// Memory of the writer before it flushes a segment, in bytes.
const WRITER_MEMORY: usize = 96 << 20;

/// The coverage of a commit of the word index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Covered {
    /// Chunks that came up to this change are in.
    pub(super) added: u64,
    /// Chunks that went up to this change are out.
    pub(super) removed: u64,
    /// One past the largest chunk id that is in.
    pub(super) next_chunk: u32,
}

impl Covered {
    /// Reads the coverage in a commit's payload.
    pub(super) fn decode(payload: &str) -> Result<Self, StoreError> {
        serde_json::from_str(payload).map_err(broken)
    }
}

/// The fields of the index.
#[derive(Clone, Copy)]
pub(super) struct Fields {
    /// The chunk's id.
    pub(super) chunk: Field,
    /// The chunk's number of terms.
    pub(super) length: Field,
    /// The terms.
    pub(super) terms: Field,
}

/// The word index of a workspace.
pub(super) struct Words {
    index: Index,
    reader: IndexReader,
    pub(super) fields: Fields,
    writer: Mutex<Option<IndexWriter>>,
}

fn schema() -> (Schema, Fields) {
    let mut schema = Schema::builder();
    let terms = TextFieldIndexing::default()
        .set_tokenizer("whitespace")
        .set_fieldnorms(false)
        .set_index_option(IndexRecordOption::WithFreqs);
    let fields = Fields {
        chunk: schema.add_u64_field("chunk", NumericOptions::default().set_indexed().set_fast()),
        length: schema.add_u64_field("length", NumericOptions::default().set_fast()),
        terms: schema.add_text_field("terms", TextOptions::default().set_indexing_options(terms)),
    };
    (schema.build(), fields)
}

/// An error of the word index: a refusal of the system, or damage, as a missing file is. A refusal is recognised
/// by its number: some errors of tantivy hold the system's, and some only its text.
fn refused(error: impl std::fmt::Display) -> StoreError {
    match system_said(&error.to_string()) {
        Some(said) if said.kind() != ErrorKind::NotFound => refused_by("the word index", &said),
        _ => broken(error),
    }
}

/// The error of the system inside an error of a library: found by its number, as in
/// errors in display or debug form.
fn system_said(error: &str) -> Option<std::io::Error> {
    let number = [("(os error ", ")"), ("Os { code: ", ",")].into_iter().find_map(|(before, behind)| {
        let (_, number) = error.rsplit_once(before)?;
        number.split_once(behind)?.0.parse().ok()
    });
    number.map(std::io::Error::from_raw_os_error)
}

impl Words {
    /// Opens the index in `directory`, or creates an empty one.
    pub(super) fn open(directory: &Path, create: bool) -> Result<Self, StoreError> {
        if create {
            std::fs::create_dir_all(directory).map_err(|error| at(directory, &error))?;
        }
        let (schema, fields) = schema();
        let mapped = MmapDirectory::open(directory).map_err(refused)?;
        let index = caught(|| {
            let opened = if create { Index::open_or_create(mapped, schema) } else { Index::open(Unlocked(mapped)) };
            opened.map_err(refused)
        })?;
        if index.settings() != &IndexSettings::default() || index.schema() != self::schema().0 {
            return Err(broken("it has another schema"));
        }
        index.tokenizers().register("whitespace", WhitespaceTokenizer::default());
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual);
        let reader = caught(|| reader.try_into().map_err(refused))?;
        Ok(Self { index, reader, fields, writer: Mutex::new(None) })
    }

    /// Checks that every file of the index is as written: reads all of it.
    pub(super) fn intact(&self) -> Result<(), StoreError> {
        let damaged = caught(|| self.index.validate_checksum().map_err(refused))?;
        let mut names: Vec<String> = damaged.iter().map(|path| path.display().to_string()).collect();
        names.sort_unstable();
        match names.as_slice() {
            [] => Ok(()),
            names => Err(broken(format!("{} are not what was written", names.join(", ")))),
        }
    }

    /// The coverage of the last commit.
    pub(super) fn covered(&self) -> Result<Covered, StoreError> {
        let payload = self.index.load_metas().map_err(refused)?.payload;
        payload.map_or(Ok(Covered::default()), |payload| Covered::decode(&payload))
    }

    /// A searcher over the newest commit, and its coverage. The two are read until they agree.
    pub(super) fn searcher(&self) -> Result<(Searcher, Covered), StoreError> {
        let mut covered = self.covered()?;
        loop {
            self.reader.reload().map_err(refused)?;
            let searcher = self.reader.searcher();
            let again = self.covered()?;
            if again == covered {
                return Ok((searcher, covered));
            }
            covered = again;
        }
    }

    /// Runs `work` with the one writer, made when first needed.
    fn writing<T>(&self, work: impl FnOnce(&mut IndexWriter) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let mut guard = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        if guard.is_none() {
            let writer = self.index.writer_with_num_threads(1, WRITER_MEMORY).map_err(refused)?;
            // Files of a killed writer would be in the way: names of files begin again with the same ones.
            writer.garbage_collect_files().wait().map_err(refused)?;
            // A writer's first stamp is that of the last commit, and a merge that begins before the next
            // one would lose a chunk taken out under it: so that stamp is given to nothing.
            writer.run(std::iter::empty()).map_err(refused)?;
            *guard = Some(writer);
        }
        let writer = guard.as_mut().ok_or_else(|| broken("no writer"))?;
        caught(|| work(writer))
    }

    /// Takes a chunk in; it is there from the next commit on.
    pub(super) fn add(&self, chunk: u32, length: u32, terms: &str) -> Result<(), StoreError> {
        self.writing(|writer| add(writer, self.fields, chunk, length, terms))
    }

    /// Adds chunks (from id `first` on: length and terms) and removes others, and makes that and earlier
    /// additions durable.
    pub(super) fn commit(
        &self,
        first: u32,
        terms: &[(u32, &str)],
        removed: impl IntoIterator<Item = u32>,
        covered: Covered,
    ) -> Result<(), StoreError> {
        let payload = serde_json::to_string(&covered).map_err(broken)?;
        let mut removed = removed.into_iter().peekable();
        if removed.peek().is_none() && self.is_first(terms)? {
            let documents =
                terms.iter().zip(first..).map(|((length, text), chunk)| document(self.fields, chunk, *length, text));
            return caught(|| first::commit(&self.index, documents, payload).map_err(refused));
        }
        self.writing(|writer| {
            for chunk in removed {
                writer.delete_term(Term::from_field_u64(self.fields.chunk, chunk.into()));
            }
            for ((length, text), chunk) in terms.iter().zip(first..) {
                add(writer, self.fields, chunk, *length, text)?;
            }
            let mut prepared = writer.prepare_commit().map_err(refused)?;
            prepared.set_payload(&payload);
            prepared.commit().map_err(refused)?;
            Ok(())
        })
    }

    /// True if nothing was committed or added before these terms, and they are few.
    fn is_first(&self, terms: &[(u32, &str)]) -> Result<bool, StoreError> {
        let begun = self.writer.lock().unwrap_or_else(PoisonError::into_inner).is_some();
        let bytes = terms.iter().map(|(_, text)| text.len()).sum();
        Ok(!begun && bytes > 0 && first::fits(&self.index, bytes).map_err(refused)?)
    }

    /// Empties the index, so that it is rebuilt from the log.
    pub(super) fn clear(&self) -> Result<(), StoreError> {
        self.writing(|writer| writer.delete_all_documents().map(drop).map_err(refused))?;
        self.commit(0, &[], [], Covered::default())
    }

    /// Drops the writer, with its uncommitted additions.
    pub(super) fn let_go(&self) {
        drop(self.writer.lock().unwrap_or_else(PoisonError::into_inner).take());
    }

    /// Waits for background merges, and lets the writer go.
    pub(super) fn settle(&self) -> Result<(), StoreError> {
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        writer.map_or(Ok(()), |writer| writer.wait_merging_threads().map_err(refused))
    }
}

fn add(writer: &IndexWriter, fields: Fields, chunk: u32, length: u32, terms: &str) -> Result<(), StoreError> {
    writer.add_document(document(fields, chunk, length, terms)).map_err(refused)?;
    Ok(())
}

fn document(fields: Fields, chunk: u32, length: u32, terms: &str) -> TantivyDocument {
    let mut document = TantivyDocument::new();
    document.add_u64(fields.chunk, chunk.into());
    document.add_u64(fields.length, length.into());
    document.add_text(fields.terms, terms);
    document
}

/// The chunk ids and lengths of one segment, by its own document numbers.
pub(super) struct Segment {
    pub(super) chunks: Vec<u32>,
    pub(super) lengths: Vec<u32>,
    /// The documents in the order of their chunks, where that is not their own.
    order: Option<Vec<u32>>,
}

impl Segment {
    fn new(chunks: Vec<u32>, lengths: Vec<u32>) -> Self {
        let by_chunk = || {
            let mut order: Vec<u32> = (0..chunks.len() as u32).collect();
            order.sort_unstable_by_key(|document| chunks[*document as usize]);
            order
        };
        let order = (!chunks.is_sorted()).then(by_chunk);
        Self { chunks, lengths, order }
    }

    /// Tells `take` the documents of those of `chunks`, in their order, that it has.
    pub(super) fn places(&self, chunks: &[u32], mut take: impl FnMut(u32)) {
        let document = |at: usize| self.order.as_ref().map_or(at as u32, |order| order[at]);
        let chunk = |at: usize| self.chunks[document(at) as usize];
        let (mut from, end) = (0, self.chunks.len());
        for &wanted in chunks {
            // In growing steps, then by halves: the next is mostly near.
            let (mut low, mut step) = (from, 1);
            while low + step < end && chunk(low + step) < wanted {
                low += step;
                step *= 2;
            }
            let mut high = (low + step).min(end);
            while low < high {
                let middle = usize::midpoint(low, high);
                if chunk(middle) < wanted {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            from = low;
            if from < end && chunk(from) == wanted {
                take(document(from));
            }
        }
    }
}

/// Segments seen lately, by id.
#[derive(Default)]
pub(super) struct Segments {
    known: Mutex<Vec<(tantivy::index::SegmentId, Arc<Segment>)>>,
}

impl Segments {
    /// The columns of a segment, read once.
    pub(super) fn get(&self, reader: &tantivy::SegmentReader) -> Result<Arc<Segment>, StoreError> {
        let id = reader.segment_id();
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, segment)) = known.iter().find(|(known, _)| *known == id) {
            return Ok(Arc::clone(segment));
        }
        drop(known);
        let column = |name: &str| -> Result<Vec<u32>, StoreError> {
            let column = reader.fast_fields().u64(name).map_err(broken)?;
            let value =
                |document| column.first(document).and_then(|value| u32::try_from(value).ok()).unwrap_or(u32::MAX);
            Ok((0..reader.max_doc()).map(value).collect())
        };
        let segment = Arc::new(Segment::new(column("chunk")?, column("length")?));
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.push((id, Arc::clone(&segment)));
        Ok(segment)
    }

    /// Forgets segments that a searcher no longer has.
    pub(super) fn keep(&self, searcher: &Searcher) {
        let live: Vec<_> = searcher.segment_readers().iter().map(|reader| reader.segment_id()).collect();
        self.known.lock().unwrap_or_else(PoisonError::into_inner).retain(|(id, _)| live.contains(id));
    }
}

#[cfg(test)]
mod tests {
    use tantivy::directory::error::OpenWriteError;
    use tantivy::merge_policy::NoMergePolicy;
    use tantivy::postings::Postings as _;
    use tantivy::{DocSet as _, TantivyError};

    use super::*;

    #[test]
    fn chunks_are_found_in_a_segment_whatever_its_order() {
        for chunks in [vec![2, 3, 5, 8, 13, 21, 22, 23, 40], vec![8, 2, 40, 13, 3, 21, 5, 23, 22], vec![]] {
            let segment = Segment::new(chunks.clone(), vec![1; chunks.len()]);
            for asked in [vec![0, 2, 8, 9, 22, 40, 41], (0..50).collect(), vec![21], vec![]] {
                let mut found = Vec::new();
                segment.places(&asked, |document| found.push(chunks[document as usize]));
                let there: Vec<u32> = asked.iter().copied().filter(|chunk| chunks.contains(chunk)).collect();
                assert_eq!(found, there, "{chunks:?}");
            }
        }
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        entries.map(|name| name.to_string_lossy().into_owned()).collect()
    }

    /// Eight segments that nothing has merged: chunks 0 to 4, chunks 5 to 7, and one chunk each. The last
    /// commit takes chunk 5 out.
    fn unmerged(folder: &Path) {
        let words = Words::open(folder, true).unwrap();
        let unmerged = |writer: &mut IndexWriter| {
            writer.set_merge_policy(Box::new(NoMergePolicy));
            Ok(())
        };
        words.writing(unmerged).unwrap();
        for (first, terms) in [(0, &[(1, "a"); 5][..]), (5, &[(1, "b"); 3])] {
            words.commit(first, terms, [], Covered::default()).unwrap();
        }
        for chunk in 8..14 {
            words.commit(chunk, &[(1, "c")], (chunk == 13).then_some(5), Covered::default()).unwrap();
        }
    }

    fn filled(folder: &Path) -> Words {
        let words = Words::open(folder, true).unwrap();
        let covered = Covered { added: 1, removed: 1, next_chunk: 3 };
        words.commit(0, &[(1, "a"), (1, "b"), (1, "c")], [], covered).unwrap();
        words.settle().unwrap();
        words
    }

    #[test]
    fn what_the_system_refused_is_no_damage_however_it_is_told() {
        let full = || std::io::Error::from_raw_os_error(28);
        let opened = OpenWriteError::wrap_io_error(full(), "a.fast".into());
        let told = [full().into(), opened.into(), TantivyError::InternalError(full().to_string())];
        for error in told {
            let shown = error.to_string();
            let StoreError::Full { reason, .. } = refused(error) else { panic!("{shown} is told as damage") };
            assert!(reason.starts_with("the disk is full"), "{reason}");
        }
        for error in ["(os error )", "(os error 28", "Os { code: x,", "a delete outside of its segment"] {
            let refusal = refused(TantivyError::InternalError(error.into()));
            assert!(matches!(refusal, StoreError::Damaged { .. }), "{refusal}");
        }
    }

    #[test]
    fn what_the_next_writer_takes_out_first_is_out_after_a_merge() {
        // So many segments are merged as soon as another is written, before the commit that takes a
        // chunk out of one of them.
        let folder = tempfile::tempdir().unwrap();
        unmerged(folder.path());
        let words = Words::open(folder.path(), true).unwrap();
        words.commit(14, &[(1, "d")], [6], Covered::default()).unwrap();
        words.settle().unwrap();
        let (searcher, _) = words.searcher().unwrap();
        assert!(searcher.segment_readers().len() < 9, "nothing was merged");
        assert_eq!(searcher.num_docs(), 13, "chunks 0 to 14 without 5 and 6");
    }

    #[test]
    fn what_a_killed_writer_left_is_not_in_the_way_of_the_next() {
        let folder = tempfile::tempdir().unwrap();
        drop(filled(folder.path()));
        let before = names(folder.path());
        // The files of a commit that takes a chunk out, and then the index as if it had not come so far.
        let meta = std::fs::read(folder.path().join("meta.json")).unwrap();
        let covered = Covered { added: 2, removed: 2, next_chunk: 3 };
        Words::open(folder.path(), true).unwrap().commit(0, &[], [1], covered).unwrap();
        assert!(names(folder.path()).iter().any(|name| !before.contains(name)), "a commit wrote no file");
        std::fs::write(folder.path().join("meta.json"), meta).unwrap();
        let words = Words::open(folder.path(), true).unwrap();
        words.commit(0, &[], [1], covered).unwrap();
        assert_eq!((words.covered().unwrap(), words.searcher().unwrap().0.num_docs()), (covered, 2));
    }

    /// The content of an index: for each term the chunks with its frequencies, and their lengths.
    fn held(words: &Words) -> Vec<(String, Vec<(u32, u32, u32)>)> {
        let (searcher, _) = words.searcher().unwrap();
        let [reader] = searcher.segment_readers() else { panic!("one segment was expected") };
        let columns = Segments::default().get(reader).unwrap();
        let inverted = reader.inverted_index(words.fields.terms).unwrap();
        let mut terms = inverted.terms().stream().unwrap();
        let mut out = Vec::new();
        while let Some((term, info)) = terms.next() {
            let mut postings = inverted.read_postings_from_terminfo(info, IndexRecordOption::WithFreqs).unwrap();
            let mut list = Vec::new();
            while postings.doc() != tantivy::TERMINATED {
                let at = postings.doc() as usize;
                list.push((columns.chunks[at], columns.lengths[at], postings.term_freq()));
                postings.advance();
            }
            out.push((String::from_utf8(term.to_vec()).unwrap(), list));
        }
        out
    }

    #[test]
    fn a_first_commit_is_what_a_writer_would_have_made() {
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let texts: Vec<String> = (0..300).map(|at| format!("all w{} w{} w{}", at, at % 7, at % 7)).collect();
        let terms: Vec<(u32, &str)> = texts.iter().map(|text| (4, text.as_str())).collect();
        let covered = Covered { added: 1, removed: 0, next_chunk: 305 };
        let [quick, slow] = folders.each_ref().map(|folder| Words::open(folder.path(), true).unwrap());
        slow.writing(|_| Ok(())).unwrap();
        for words in [&quick, &slow] {
            words.commit(5, &terms, [], covered).unwrap();
            assert_eq!(words.covered().unwrap(), covered);
            words.intact().unwrap();
        }
        assert!(quick.writer.lock().unwrap().is_none(), "a writer was made");
        assert_eq!(held(&quick), held(&slow));
        for words in [quick, slow] {
            words.commit(305, &[(1, "w1")], [5], Covered::default()).unwrap();
            words.settle().unwrap();
            assert_eq!(words.searcher().unwrap().0.num_docs(), 300, "one came and one went");
        }
    }
}
