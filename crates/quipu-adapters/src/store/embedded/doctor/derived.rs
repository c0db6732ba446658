//! Data derived from the truth: heads, codes, vectors, the word index.

use quipu_engine::ports::StoreError;
use quipu_kernel::rank::codes;
use quipu_kernel::rank::quantise::Quantised;

use super::Findings;
use crate::store::embedded::Inner;
use crate::store::embedded::codec::{damaged, id};
use crate::store::embedded::dense;
use crate::store::embedded::failures::io;
use crate::store::embedded::rows::ChunkRow;
use crate::store::embedded::snapshot::{Rows, Snapshot};
use crate::store::embedded::vector;
use crate::store::embedded::write::head;

const HEADS: &str = "heads";
const CODES: &str = "codes";
pub(super) const WORDS: &str = "word index";

impl Inner {
    pub(super) fn check_derived(
        &self,
        rows: &Rows<'_>,
        snapshot: &Snapshot,
        findings: &mut Findings,
    ) -> Result<(), StoreError> {
        for found in rows.tables.chunks.iter(rows.txn).map_err(io)? {
            let (key, bytes) = found.map_err(io)?;
            let (chunk, row) = (id(key)?, ChunkRow::read(bytes)?);
            let same = snapshot.heads.slot(chunk) == head(&row).as_slice();
            findings.expect(same, HEADS, || format!("chunk {chunk} has another head"));
        }
        let mut code = Vec::new();
        for chunk in &snapshot.alive.vectors {
            let stored = dense::stored(snapshot, chunk);
            let lost = stored.as_ref().is_none_or(|vector| vector.scale == 0.0)
                || !vector::intact(snapshot.vectors.slot(chunk));
            findings.expect(!lost, "vectors", || {
                let document = rows.owner_named(snapshot, chunk);
                format!("chunk {chunk} of {document} has lost its vector; delete that document and index it again")
            });
            code.clear();
            stored.iter().for_each(|vector| codes::write(vector, &mut code));
            let same = lost || snapshot.codes.slot(chunk) == code.as_slice();
            findings.expect(same, CODES, || format!("chunk {chunk} has another code"));
        }
        let indexed = snapshot.indexed(&self.words)?;
        let expected = &snapshot.alive.chunks - &snapshot.tail.ids();
        let (missing, stale) = ((&expected - &indexed.ids).len(), (&indexed.ids - &expected).len());
        findings.expect(missing == 0, WORDS, || format!("{missing} chunks are not in it"));
        findings.expect(stale == 0, WORDS, || format!("{stale} chunks in it are gone"));
        findings.expect(indexed.twice == 0, WORDS, || format!("{} chunks are in it twice", indexed.twice));
        Ok(())
    }

    /// Rebuilds the derived parts that have problems.
    pub(super) fn rebuild(&self, findings: &mut Findings) -> Result<(), StoreError> {
        if findings.has(HEADS) || findings.has(CODES) {
            self.rebuild_slots()?;
            findings.repaired(HEADS);
            findings.repaired(CODES);
        }
        if findings.has(WORDS) {
            self.words.index.clear()?;
            self.catch_up(0)?;
            findings.repaired(WORDS);
        }
        Ok(())
    }

    fn rebuild_slots(&self) -> Result<(), StoreError> {
        let txn = self.truth.read()?;
        let snapshot = self.snapshot(&txn)?;
        let Snapshot { state, alive, .. } = &*snapshot;
        let mut heads = vec![0; state.next_chunk as usize * 16];
        for chunk in &alive.chunks {
            let bytes = self.truth.tables.chunks.get(&txn, &chunk.to_be_bytes()).map_err(io)?;
            let row = ChunkRow::read(bytes.ok_or_else(|| damaged("chunks", "a row is missing"))?)?;
            heads[chunk as usize * 16..][..16].copy_from_slice(&head(&row));
        }
        self.files.heads.write(0, &heads)?;
        let Some(model) = &state.model else { return Ok(()) };
        let zeros = Quantised::zeros(model.dimension);
        let mut slots = Vec::new();
        for chunk in 0..state.next_chunk {
            codes::write(dense::vector_of(&snapshot, chunk).as_ref().unwrap_or(&zeros), &mut slots);
        }
        self.files.write_codes(&slots, state)
    }
}
