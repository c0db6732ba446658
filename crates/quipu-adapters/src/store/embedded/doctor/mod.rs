//! `doctor`: every reference and every count of the truth is computed again from its rows and compared;
//! derived data is compared with the truth, and rebuilt on request.
//!
//! Cost: one walk over every table, and memory for the pairs of names and chunks (8 bytes each).

mod derived;
mod names;
mod truth;

use quipu_engine::ports::{StoreError, Verified};

use super::Inner;
use super::snapshot::{Rows, Snapshot};
use crate::store::findings::Findings;

impl Inner {
    /// Checks everything; with `repair`, rebuilds derived data.
    pub(super) fn verify(&self, repair: bool) -> Result<Verified, StoreError> {
        let mut findings = Findings::default();
        if let Some(reason) = &self.words.lost {
            findings.problem(derived::WORDS, reason.clone());
        } else if let Err(error) = self.words.index.intact() {
            findings.problem(derived::WORDS, error.to_string());
        }
        self.reading(|rows: Rows<'_>, snapshot: &Snapshot| {
            // An unreadable part is a problem like any other, and the rest is still checked.
            for (part, checked) in [
                ("truth", rows.check_truth(snapshot, &mut findings)),
                ("names", rows.check_names(snapshot, &mut findings)),
                ("derived parts", self.check_derived(&rows, snapshot, &mut findings)),
            ] {
                if let Err(error) = checked {
                    findings.problem(part, error.to_string());
                }
            }
            Ok(())
        })?;
        if repair {
            self.rebuild(&mut findings)?;
        }
        Ok(findings.finish())
    }
}

#[cfg(test)]
mod tests {
    use quipu_engine::ports::{BodyChange, BodyChunk};
    use quipu_kernel::model::{AliasLink, AliasRule, Facts, Name, Span};

    use super::super::samples::{bulk, document};
    use super::super::tables::Table;
    use super::super::{EmbeddedStore, OpenOptions};

    /// The problems that `doctor` finds after a change of a byte in a table's first row, `back` before the last.
    fn problems_after(table: impl Fn(&super::Inner) -> Table, back: usize) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let options = OpenOptions { write: true, ..OpenOptions::default() };
        let store = EmbeddedStore::open(folder.path(), &options).unwrap();
        store.inner.commit(&bulk("first")).unwrap();
        let mut txn = store.inner.truth.write().unwrap();
        let table = table(&store.inner);
        let (key, mut row) = table.first(&txn).unwrap().map(|(key, row)| (key.to_vec(), row.to_vec())).unwrap();
        let at = row.len() - 1 - back;
        row[at] ^= 1;
        table.put(&mut txn, &key, &row).unwrap();
        txn.commit().unwrap();
        store.inner.verify(false).unwrap().problems.into_iter().map(|problem| problem.found).collect()
    }

    #[test]
    fn metadata_and_facts_that_are_not_what_was_written_are_told_by_document() {
        let facts = problems_after(|inner| inner.truth.tables.facts, 6);
        assert!(facts.iter().any(|problem| problem.contains("first has lost what it says")), "{facts:?}");
        let document = problems_after(|inner| inner.truth.tables.documents, 0);
        assert!(document.iter().any(|problem| problem.contains("first is not what was written")), "{document:?}");
    }

    #[test]
    fn classes_are_held_against_what_all_facts_say() {
        let name = |folded: &str| Name { folded: folded.to_owned(), sense: String::new() };
        let link = AliasLink { a: name("first"), b: name("1st"), rule: AliasRule::Spelling, quote: Span::default() };
        let mut change = document("first", 2, |_| None);
        let BodyChange::Put(body) = &mut change.bodies[0] else { panic!("a body is put") };
        for chunk in &mut body.chunks {
            let BodyChunk::New(new) = chunk else { panic!("a chunk is new") };
            new.facts.push(Facts { links: vec![link.clone()], ..Facts::default() });
        }
        let folder = tempfile::tempdir().unwrap();
        let options = OpenOptions { write: true, ..OpenOptions::default() };
        let store = EmbeddedStore::open(folder.path(), &options).unwrap();
        store.inner.commit(&change).unwrap();
        assert_eq!(store.inner.verify(false).unwrap().problems, Vec::new());
        let mut txn = store.inner.truth.write().unwrap();
        store.inner.truth.tables.classes.clear(&mut txn).unwrap();
        txn.commit().unwrap();
        let problems = store.inner.verify(false).unwrap().problems;
        let told = problems.iter().any(|problem| problem.found.contains("is one of 2 names that mean the same"));
        assert!(told, "{problems:?}");
    }
}
