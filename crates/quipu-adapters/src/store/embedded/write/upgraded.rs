//! A workspace of an older format: derived data is rebuilt from the truth, beside the one in use, and taken
//! into use in one commit.
//!
//! The truth (documents, texts, bodies, chunks, facts, decisions, the log) stays as it is, and so does every id in
//! it: of the old names only the texts of ids are read. Each step is a commit that also records its progress,
//! so that after any end of a run the next one goes on. Until the last commit everything is as it was. Cost: that of
//! indexing without reading, splitting, extracting facts and embedding; and, until the last commit, the
//! space of the derived tables twice.

use std::ops::Bound;

use heed::RwTxn;
use quipu_engine::ports::StoreError;
use quipu_kernel::model::Name;
use quipu_kernel::view::fields;
use serde::{Deserialize, Serialize};

use super::bodies::sorted;
use super::decisions::decided;
use super::documents::read_document;
use super::names::At;
use super::{Commit, NameIds, id_of};
use crate::store::embedded::all_tables::Tables;
use crate::store::embedded::codec::{damaged, id};
use crate::store::embedded::env::Truth;
use crate::store::embedded::facts;
use crate::store::embedded::failures::io;
use crate::store::embedded::name_row;
use crate::store::embedded::rows::{BodyRow, ChunkRow};
use crate::store::embedded::sealed::content;
use crate::store::embedded::state::{FORMAT, State};
use crate::store::embedded::tables::Table;

/// Chunks, or documents, of a step.
pub(in crate::store::embedded) const STEP: usize = 2_000;

/// The progress of an upgrade.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Upgrading {
    /// Chunks and documents that are done.
    pub done: u64,
    /// Chunks and documents.
    pub of: u64,
}

/// The stages of an upgrade, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    /// The facts of chunks, from the chunk of this id on.
    Chunks(u32),
    /// The facts of documents, from the document of this id on.
    Documents(u32),
    /// The decisions of people.
    Decisions,
    /// All is done.
    Made,
}

/// Its progress, as a row of the truth.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Course {
    /// The format that the workspace had, and the one that is made.
    formats: (u32, u32),
    stage: Stage,
    done: u64,
    /// The counters of the new tables.
    state: State,
}

/// The key of the row with the progress.
const COURSE: &[u8] = b"upgrade";

impl Course {
    /// Nothing is made yet of a workspace in a state.
    fn new(live: &State) -> Self {
        let none = State { next_relation: 0, next_value: 0, names: 0, relations: 0, ..live.clone() };
        Self { formats: (live.format, FORMAT), stage: Stage::Chunks(0), done: 0, state: none }
    }

    /// The one that goes on, unless an older program wrote meanwhile.
    fn read(tables: &Tables, txn: &RwTxn<'_>, live: &State) -> Result<Option<Self>, StoreError> {
        let Some(bytes) = tables.meta.get(txn, COURSE).map_err(io)? else { return Ok(None) };
        let course: Option<Self> = serde_json::from_slice(bytes).ok();
        let goes_on = |course: &Self| course.formats == (live.format, FORMAT) && course.state.change == live.change;
        Ok(course.filter(goes_on))
    }

    fn write(&self, tables: &Tables, txn: &mut RwTxn<'_>) -> Result<(), StoreError> {
        let bytes =
            serde_json::to_vec(self).map_err(|error| damaged("the course of an upgrade", &error.to_string()))?;
        tables.meta.put(txn, COURSE, &bytes).map_err(io)
    }

    fn at(&self) -> Upgrading {
        Upgrading { done: self.done, of: self.state.chunks + self.state.documents }
    }
}

/// Brings a workspace up to date, `step` chunks or documents a commit; missing when `watch`, which gets the progress
/// before each step, ended it there.
pub(in crate::store::embedded) fn upgrade(
    truth: &mut Truth,
    step: usize,
    watch: &mut dyn FnMut(Upgrading) -> bool,
) -> Result<Option<State>, StoreError> {
    let mut course = begin(truth)?;
    while watch(course.at()) {
        if course.stage == Stage::Made {
            return take_over(truth, &course).map(Some);
        }
        course = advance(truth, course, step)?;
    }
    Ok(None)
}

/// The progress of an earlier run, else empty tables beside those in use.
fn begin(truth: &Truth) -> Result<Course, StoreError> {
    let mut txn = truth.write()?;
    let live = State::read(&truth.tables, &txn)?;
    let beside = truth.beside(&mut txn)?;
    if let Some(course) = Course::read(&truth.tables, &txn, &live)? {
        return Ok(course);
    }
    beside.clear_derived(&mut txn)?;
    let course = Course::new(&live);
    course.write(&truth.tables, &mut txn)?;
    txn.commit().map_err(io)?;
    Ok(course)
}

/// One step.
fn advance(truth: &Truth, course: Course, step: usize) -> Result<Course, StoreError> {
    let mut txn = truth.write()?;
    let tables = truth.beside(&mut txn)?;
    let Course { formats, stage, done, state } = course;
    let mut commit = Commit::over(tables, txn, state, truth.tables.names)?;
    let mut told = 0;
    let stage = match stage {
        Stage::Chunks(first) => {
            let ids = from(tables.chunks, &commit.txn, first, step)?;
            ids.iter().try_for_each(|id| commit.chunk_anew(*id))?;
            told = ids.len() as u64;
            ids.last().map_or(Stage::Documents(0), |last| Stage::Chunks(last + 1))
        }
        Stage::Documents(first) => {
            let ids = from(tables.documents, &commit.txn, first, step)?;
            ids.iter().try_for_each(|id| commit.document_anew(*id, truth.tables.name_keys))?;
            told = ids.len() as u64;
            ids.last().map_or(Stage::Decisions, |last| Stage::Documents(last + 1))
        }
        Stage::Decisions => {
            let mut ids = NameIds::default();
            for decision in decided(&tables, &commit.txn)? {
                commit.tell(&decision.verdict, 1, &mut ids)?;
            }
            Stage::Made
        }
        Stage::Made => Stage::Made,
    };
    commit.derive(&mut NameIds::default())?;
    let Commit { mut txn, state, .. } = commit;
    let course = Course { formats, stage, done: done + told, state };
    course.write(&tables, &mut txn)?;
    txn.commit().map_err(io)?;
    Ok(course)
}

/// Takes the new tables into use, and empties the old ones.
fn take_over(truth: &mut Truth, course: &Course) -> Result<State, StoreError> {
    let mut txn = truth.write()?;
    let beside = truth.beside(&mut txn)?;
    let live = State::read(&truth.tables, &txn)?;
    let State { next_name, next_relation, next_value, names, relations, .. } = course.state;
    let state = State { format: FORMAT, next_name, next_relation, next_value, names, relations, ..live };
    truth.tables.clear_derived(&mut txn)?;
    truth.tables.meta.delete(&mut txn, COURSE).map_err(io)?;
    truth.side.other().write(truth.tables.meta, &mut txn)?;
    state.write(&truth.tables, &mut txn)?;
    txn.commit().map_err(io)?;
    truth.turn(beside);
    Ok(state)
}

/// The ids of a table from one on, at most `most` of them.
fn from(table: Table, txn: &RwTxn<'_>, first: u32, most: usize) -> Result<Vec<u32>, StoreError> {
    let first = first.to_be_bytes();
    let keys = (Bound::Included(first.as_slice()), Bound::Unbounded);
    let found = table.range(txn, &keys).map_err(io)?;
    found.take(most.max(1)).map(|found| id(found.map_err(io)?.0)).collect()
}

impl Commit<'_, '_> {
    /// Recounts the facts of a chunk, and the names of its facts and of its titles.
    fn chunk_anew(&mut self, chunk: u32) -> Result<(), StoreError> {
        let missing = |part: &str| damaged(part, &format!("the row of chunk {chunk} is missing"));
        let row = ChunkRow::read(self.row(self.tables.chunks, chunk)?.ok_or_else(|| missing("chunks"))?)?;
        let body = self.row(self.tables.bodies, row.body)?.ok_or_else(|| missing("bodies"))?;
        let titles = BodyRow::read_head(body)?.title_names();
        let bytes = self.row(self.tables.facts, chunk)?.ok_or_else(|| missing("facts"))?.to_vec();
        let (said, told) = facts::told(content(&bytes))?;
        let names = sorted(said.into_iter().chain(titles));
        names.iter().try_for_each(|name| self.revived(*name).map(drop))?;
        told.iter().try_for_each(|told| self.recount(chunk, &row.text, told, 1))?;
        self.join(chunk, &names);
        Ok(())
    }

    /// Recounts the facts of a document; `keys` gives the ids of its names.
    fn document_anew(&mut self, document: u32, keys: Table) -> Result<(), StoreError> {
        let bytes = self.row(self.tables.documents, document)?;
        let row = read_document(bytes.ok_or_else(|| damaged("documents", "a row is missing"))?)?;
        for (field, value) in fields(&row.described()) {
            self.fields.add(field, value, document);
        }
        for mention in &row.title_names {
            let at = self.named_before(&mention.name, keys)?;
            self.names.vote(at, mention.form.clone().into(), mention.kind, 1);
            self.names.title(at, 1);
        }
        for link in &row.title_links {
            let ends = (self.named_before(&link.a, keys)?, self.named_before(&link.b, keys)?);
            self.title_link(link, ends, 1);
        }
        Ok(())
    }

    fn named_before(&mut self, name: &Name, keys: Table) -> Result<At, StoreError> {
        let id = id_of(keys, &self.txn, name.key())?;
        self.revived(id.ok_or_else(|| damaged("names", "a name that a title uses is missing"))?)
    }

    /// The place of a name that has an id, and perhaps no row yet.
    fn revived(&mut self, id: u32) -> Result<At, StoreError> {
        if self.names.knows(id) || self.row(self.tables.names, id)?.is_some() {
            return Ok(self.names.by_id(id));
        }
        let bytes = self.row(self.called, id)?.ok_or_else(|| damaged("names", "a row is missing"))?;
        let name = name_row::name(bytes)?;
        Ok(self.names.renewed(id, name))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::time::Duration;

    use quipu_engine::ports::{BodyChange, BodyChunk, Change, DocumentChange, Store as _};
    use quipu_kernel::model::{
        AliasLink, AliasRule, Day, Decision, ExtractedBy, Facts, Kind, Mention, Name, Period, Span, Statement, Verdict,
    };

    use super::*;
    use crate::store::embedded::samples::document;
    use crate::store::embedded::state::FORMAT;
    use crate::store::embedded::{EmbeddedStore, OpenOptions};
    use quipu_engine::ports::{DecisionChange, DumpRow};

    fn name(folded: &str) -> Name {
        Name { folded: folded.to_owned(), sense: String::new() }
    }

    /// Sample facts of a chunk, with everything that tables are derived from.
    fn facts(at: usize) -> Facts {
        let (a, b) = (name(&format!("a{}", at % 5)), name(&format!("b{}", at % 3)));
        let mention = |name: &Name| Mention {
            name: name.clone(),
            form: name.folded.to_uppercase(),
            span: Span::default(),
            kind: Kind::Person,
        };
        let from = |year| Some(Day { year, month: 0, day: 0 });
        let said = Statement {
            source: a.clone(),
            predicate: "uses".to_owned(),
            target: b.clone(),
            quote: Span::default(),
            weight: 2.0,
            period: Period {
                valid_from: if at.is_multiple_of(2) { from(1990 + at as i16 % 4) } else { None },
                valid_to: None,
            },
            description: String::new(),
            keywords: Vec::new(),
        };
        let link = |b, rule| AliasLink { a: a.clone(), b, rule, quote: Span::default() };
        let sense = Name { folded: "s".to_owned(), sense: format!("{}", at % 2) };
        Facts {
            extractor: ExtractedBy::Model,
            mentions: vec![mention(&a), mention(&b), mention(&sense)],
            statements: vec![said],
            links: vec![
                link(name("short"), AliasRule::Acronym),
                link(name(&format!("A{}", at % 5)), AliasRule::Spelling),
            ],
            ..Facts::default()
        }
    }

    /// A document that says all there is to say.
    fn telling(id: &str) -> Change {
        let mut change = document(id, 7, |_| None);
        for body in &mut change.bodies {
            let BodyChange::Put(body) = body else { continue };
            for (at, chunk) in body.chunks.iter_mut().enumerate() {
                if let BodyChunk::New(new) = chunk {
                    new.facts.push(facts(at + id.len()));
                }
            }
        }
        for row in &mut change.documents {
            let DocumentChange::Put(row) = row else { continue };
            row.metadata.insert("tags".to_owned(), serde_json::json!(["x", id]));
            row.title_names =
                vec![Mention { name: name("a1"), form: "A1".to_owned(), span: Span::default(), kind: Kind::Work }];
            row.title_links = vec![AliasLink {
                a: name("a2"),
                b: name("called so"),
                rule: AliasRule::Declared,
                quote: Span::default(),
            }];
        }
        change
    }

    fn decisions() -> Change {
        let of = |number, verdict| DecisionChange::Put(Decision { number, at: 0, reason: String::new(), verdict });
        Change {
            decisions: vec![
                of(1, Verdict::Merge { a: name("b1"), b: name("b2") }),
                of(2, Verdict::Apart { name: name("a3") }),
                of(3, Verdict::Rename { name: name("nobody"), to: "Nobody".to_owned() }),
            ],
            ..Change::default()
        }
    }

    fn writes() -> OpenOptions {
        OpenOptions { write: true, ..OpenOptions::default() }
    }

    fn dumped(store: &EmbeddedStore) -> Vec<DumpRow> {
        let mut rows = Vec::new();
        let mut take = |row| {
            rows.push(row);
            true
        };
        futures::executor::block_on(store.dump(&mut take)).unwrap();
        rows
    }

    /// A workspace as a program of an older format leaves it: without derived tables of this format.
    fn older(folder: &Path) -> Vec<DumpRow> {
        let store = EmbeddedStore::open(folder, &writes()).unwrap();
        for change in [
            telling("one"),
            telling("other"),
            telling("third"),
            decisions(),
            crate::store::embedded::samples::without("one"),
        ] {
            store.inner.commit(&change).unwrap();
        }
        assert_eq!(store.inner.verify(false).unwrap().problems, Vec::new());
        let rows = dumped(&store);
        let truth = &store.inner.truth;
        let mut txn = truth.write().unwrap();
        let mut state = State::read(&truth.tables, &txn).unwrap();
        for table in [truth.tables.relations, truth.tables.links, truth.tables.classes, truth.tables.fields] {
            table.clear(&mut txn).unwrap();
        }
        state.format = FORMAT - 1;
        state.write(&truth.tables, &mut txn).unwrap();
        txn.commit().unwrap();
        rows
    }

    /// Runs an upgrade that ends after this number of steps; true if it completed.
    fn run(folder: &Path, steps: usize) -> bool {
        let mut truth = Truth::open(&folder.join("truth"), true).unwrap();
        let mut left = steps;
        let mut watch = |_: Upgrading| {
            left = left.saturating_sub(1);
            left > 0
        };
        upgrade(&mut truth, 3, &mut watch).unwrap().is_some()
    }

    #[test]
    fn what_is_derived_is_made_anew_and_goes_on_wherever_it_ended() {
        for steps in [2, 3, 5, 9, usize::MAX] {
            let folder = tempfile::tempdir().unwrap();
            let before = older(folder.path());
            let mut runs = 1;
            while !run(folder.path(), steps) {
                runs += 1;
                assert!(runs < 100, "it never ends");
                let refused = EmbeddedStore::open(folder.path(), &OpenOptions::default()).err();
                assert!(refused.is_some(), "half of it is in use");
            }
            assert_eq!(runs > 1, steps < 20, "{steps}");
            let store = EmbeddedStore::open(folder.path(), &writes()).unwrap();
            assert_eq!(store.inner.verify(false).unwrap().problems, Vec::new());
            assert!(dumped(&store) == before, "the dumps differ");
            store.inner.commit(&telling("fourth")).unwrap();
            store.inner.commit(&crate::store::embedded::samples::without("third")).unwrap();
            assert_eq!(store.inner.verify(false).unwrap().problems, Vec::new());
        }
    }

    #[test]
    fn a_second_upgrade_uses_the_tables_of_the_first_and_what_was_written_between_is_seen() {
        let folder = tempfile::tempdir().unwrap();
        older(folder.path());
        assert!(!run(folder.path(), 4));
        // An older program writes, which begun work cannot know of.
        let truth = Truth::open(&folder.path().join("truth"), true).unwrap();
        let mut txn = truth.write().unwrap();
        let mut state = State::read(&truth.tables, &txn).unwrap();
        state.change += 1;
        state.write(&truth.tables, &mut txn).unwrap();
        truth
            .tables
            .log
            .put(
                &mut txn,
                &state.change.to_be_bytes(),
                &crate::store::embedded::rows::LogRow {
                    added: (state.next_chunk, state.next_chunk),
                    removed: Vec::new(),
                }
                .bytes(),
            )
            .unwrap();
        txn.commit().unwrap();
        drop(truth);
        assert!(run(folder.path(), usize::MAX));
        for _ in 0..2 {
            let store = EmbeddedStore::open(folder.path(), &writes()).unwrap();
            assert_eq!(store.inner.verify(false).unwrap().problems, Vec::new());
            let truth = &store.inner.truth;
            let mut txn = truth.write().unwrap();
            let mut state = State::read(&truth.tables, &txn).unwrap();
            state.format = FORMAT - 1;
            state.write(&truth.tables, &mut txn).unwrap();
            txn.commit().unwrap();
            drop(store);
            // An open for writing upgrades a small workspace by itself.
            EmbeddedStore::open(folder.path(), &writes()).unwrap();
        }
    }

    #[test]
    fn a_reader_says_what_to_do_and_a_newer_format_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        older(folder.path());
        let reads = OpenOptions::default();
        let refused = EmbeddedStore::open(folder.path(), &reads).err().map(|error| error.to_string());
        assert!(refused.is_some_and(|refused| refused.contains("`quipu upgrade`")));
        let report = EmbeddedStore::upgrade(folder.path(), Duration::ZERO, &mut |_| true).unwrap();
        assert_eq!((report.from, report.to, report.documents, report.stopped), (FORMAT - 1, FORMAT, 2, false));
        assert!(EmbeddedStore::open(folder.path(), &reads).is_ok());
        let again = EmbeddedStore::upgrade(folder.path(), Duration::ZERO, &mut |_| true).unwrap();
        assert_eq!((again.from, again.to), (FORMAT, FORMAT));
    }
}
