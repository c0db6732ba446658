//! A run that lets a model write reports: level by level from the innermost, those of one level concurrently, the most
//! important first; each report is durable as soon as it is there.

use crate::find::communities::written::writer::ReportWriter;
use std::cell::Cell;
use std::collections::BTreeMap;

use futures::{StreamExt as _, stream};
use quipu_kernel::model::Key;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::ask;
use super::checked::Checked;
use super::kept::{self, MissingReport, WrittenReport};
use super::material::{Material, material};
use crate::base::EngineError;
use crate::base::Stopped;
use crate::base::gateway::{LedgerLine, tokens};
use crate::base::ports::{Kept, LlmError, Store, Usage};
use crate::find::communities::ClusterProgress;
use crate::find::communities::extract::Grounds;
use crate::find::communities::report::{Report, TOLERANCE, changed};
use crate::write::extract::{Learned, is_of_all};
use crate::write::index::Watch;

/// In a workspace of fewer chunks every community is written of.
const FEW: usize = 500;

/// The result of a run.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, schemars::JsonSchema)]
pub struct WrittenReports {
    /// The model.
    pub model: String,
    /// Reports that were written.
    pub made: u64,
    /// Reports that were up to date.
    pub stood: u64,
    /// Number of these whose communities changed too little to be written again.
    pub slightly: u64,
    /// Communities that are too small for a report by a model.
    #[serde(default)]
    pub small: u64,
    /// Reports that could not be written, in this run; those without a model stand in for them.
    pub missing: Vec<MissingReport>,
    /// Reports that could not be written before and were left alone.
    pub left: u64,
    /// Findings and sentences of replies that nothing bore out.
    pub dropped: u64,
    /// The usage of models.
    pub spent: LedgerLine,
    /// The reason why the run ended before all were written.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stopped: Option<Stopped>,
}

impl WrittenReports {
    /// True if anything is missing that another run could bring.
    pub fn is_whole(&self) -> bool {
        self.missing.is_empty() && self.left == 0 && self.stopped.is_none()
    }
}

/// The action for one community.
pub(super) enum Due {
    /// None: its report is up to date.
    Stands,
    /// None: it changed too little.
    Slightly,
    /// None: it is too small.
    Small,
    /// None: it failed before.
    Left,
    /// Its report is requested.
    Asked(Box<(Material, Key)>),
}

/// The input of a run: communities with the stored data of each.
pub(super) struct Course<'a> {
    pub(super) store: &'a dyn Store,
    pub(super) grounds: &'a Grounds<'a>,
    /// The reports as they are, by community.
    pub(super) reports: FxHashMap<Key, Report>,
    pub(super) written: FxHashMap<Key, WrittenReport>,
    pub(super) missing: FxHashMap<Key, MissingReport>,
}

impl<'a> Course<'a> {
    pub(super) async fn begin(
        store: &'a dyn Store,
        shelf: &dyn Kept,
        grounds: &'a Grounds<'a>,
    ) -> Result<Self, EngineError> {
        let written = kept::written(shelf).await?;
        let reports =
            crate::find::communities::told::attached(crate::find::communities::shelf::reports(shelf).await?, &written);
        Ok(Self { store, grounds, reports, written, missing: kept::missing(shelf).await? })
    }

    /// The communities of each level, the innermost first; in each the most important first.
    pub(super) fn levels(&self) -> Vec<(u32, Vec<u32>)> {
        let mut levels: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        self.grounds.order().for_each(|at| levels.entry(self.grounds.level(at)).or_default().push(at));
        let rating = |at: &u32| self.reports.get(&self.grounds.id(*at)).map_or(0.0, |report| report.rating);
        for of in levels.values_mut() {
            of.sort_by(|x, y| rating(y).total_cmp(&rating(x)).then(x.cmp(y)));
        }
        levels.into_iter().rev().collect()
    }

    /// The action for a community.
    pub(super) async fn due(&self, writer: &ReportWriter<'_>, at: u32) -> Result<Due, EngineError> {
        let id = self.grounds.id(at);
        let is_small = |report: &Report| report.entities < writer.options.least && self.grounds.chunk_count() >= FEW;
        if self.reports.get(&id).is_some_and(is_small) {
            return Ok(Due::Small);
        }
        let parts: Vec<Report> = self.grounds.parts(at).filter_map(|id| self.reports.get(&id).cloned()).collect();
        let options = writer.options;
        // A small model reads less than the settings allow for.
        let most =
            options.tokens.min(u64::from(writer.llm.card().context).saturating_sub(u64::from(ask::ROOM)) * 3 / 4);
        let material = material(self.store, self.grounds, at, &parts, &options.words, most).await?;
        let of = ask::key(writer, &material);
        let report = self.reports.get(&id);
        Ok(match (self.written.get(&id), self.missing.get(&id)) {
            (Some(written), _) if written.of == of => Due::Stands,
            (Some(written), _) if !parts.is_empty() && report.is_some_and(|now| changes_little(now, written)) => {
                Due::Slightly
            }
            (_, Some(missing)) if missing.of == of && !options.again && !missing.error.passes() => Due::Left,
            _ => Due::Asked(Box::new((material, of))),
        })
    }
}

fn changes_little(now: &Report, written: &WrittenReport) -> bool {
    changed(&now.sketch, &written.sketch).is_some_and(|share| share <= TOLERANCE)
}

/// The result of one community.
enum Done {
    Nothing(Due),
    Reply(Box<(Material, Key)>, Result<(Checked, Usage), LlmError>),
}

/// Lets a model write the reports that are missing or stale. Asked to stop, it waits for the calls under way and begins
/// no other. Needs a tokio runtime.
///
/// # Errors
/// When the store fails, or the shelf cannot be read or written; the failure of a model is part of the report.
pub(in crate::find::communities) async fn write_reports(
    store: &dyn Store,
    shelf: &dyn Kept,
    grounds: &Grounds<'_>,
    writer: &ReportWriter<'_>,
    watch: &Watch<ClusterProgress>,
) -> Result<WrittenReports, EngineError> {
    let mut course = Course::begin(store, shelf, grounds).await?;
    let before = writer.llm.ledger().total();
    let told = WrittenReports { model: writer.llm.model().to_owned(), ..WrittenReports::default() };
    let mut tally = Tally { shelf, writer, told, learned: Learned::default(), refusals: 0, done: 0 };
    for (_, of) in course.levels() {
        if tally.told.stopped.is_some() {
            break;
        }
        let found = tally.level(&course, &of, watch).await?;
        for report in found {
            let id = report.community;
            if let Some(known) = course.reports.remove(&id) {
                course.reports.insert(id, known.with(report.clone()));
            }
            course.written.insert(id, report);
        }
    }
    let Tally { mut told, learned, .. } = tally;
    told.spent = writer.llm.ledger().total().since(before);
    if told.spent.known == 0 && told.missing.is_empty() {
        let learned = learned.of_run([told.spent.calls, told.spent.input, told.spent.output]);
        Learned::learn(&**writer.kept, writer.learned(), learned).await?;
    }
    Ok(told)
}

/// The state of a run.
struct Tally<'a, 'w> {
    shelf: &'a dyn Kept,
    writer: &'a ReportWriter<'w>,
    told: WrittenReports,
    learned: Learned,
    refusals: u32,
    done: u64,
}

impl Tally<'_, '_> {
    /// Writes the reports of one level, and returns the new ones.
    async fn level(
        &mut self,
        course: &Course<'_>,
        of: &[u32],
        watch: &Watch<ClusterProgress>,
    ) -> Result<Vec<WrittenReport>, EngineError> {
        let (mut found, writer) = (Vec::new(), self.writer);
        // A run that ends waits for the calls under way: they are paid for.
        let ends = Cell::new(false);
        let ends = &ends;
        let each = |at: u32| async move {
            if ends.get() || watch.stop.asked() {
                return Ok((at, None));
            }
            let done = match course.due(writer, at).await? {
                Due::Asked(asked) => {
                    let reply = ask::ask(writer, &asked.0).await;
                    Done::Reply(asked, reply)
                }
                due => Done::Nothing(due),
            };
            Ok::<_, EngineError>((at, Some(done)))
        };
        let mut all = stream::iter(of.iter().copied()).map(each).buffer_unordered(writer.options.at_once.max(1));
        while let Some(done) = all.next().await {
            let (at, done) = done?;
            let Some(done) = done else {
                self.told.stopped.get_or_insert(Stopped::Asked);
                continue;
            };
            let id = course.grounds.id(at);
            let Some(now) = course.reports.get(&id) else { continue };
            let report = match done {
                Done::Nothing(due) => self.stands(&due, course.written.get(&id), now),
                Done::Reply(asked, reply) => {
                    let (material, of) = *asked;
                    self.replied(now, material, of, reply).await?
                }
            };
            if let Some(report) = report {
                kept::keep(self.shelf, &report).await?;
                found.push(report);
            }
            ends.set(self.told.stopped.is_some());
            self.done += 1;
            if let Some(progress) = &watch.progress {
                progress(&ClusterProgress { reports: self.done, of: course.grounds.len() as u64 });
            }
        }
        drop(all);
        if let Err(error) = writer.llm.settled().await {
            self.told.stopped.get_or_insert(Stopped::Model(error));
        }
        Ok(found)
    }

    /// Counts a community without a request. A reused report answers the same question, even if its grounds have
    /// changed.
    fn stands(&mut self, due: &Due, written: Option<&WrittenReport>, now: &Report) -> Option<WrittenReport> {
        match due {
            Due::Left => self.told.left += 1,
            Due::Small => self.told.small += 1,
            Due::Slightly => {
                self.told.slightly += 1;
                self.told.stood += 1;
            }
            Due::Stands | Due::Asked(_) => {
                self.told.stood += 1;
                let behind = written.filter(|written| written.input != now.input)?;
                return Some(WrittenReport { input: now.input, sketch: now.sketch.clone(), ..behind.clone() });
            }
        }
        None
    }

    /// Stores a reply, or records the reason of its failure.
    async fn replied(
        &mut self,
        now: &Report,
        material: Material,
        of: Key,
        reply: Result<(Checked, Usage), LlmError>,
    ) -> Result<Option<WrittenReport>, EngineError> {
        match reply {
            Ok((checked, usage)) => {
                self.learned.window(tokens::near_prompt(&ask::asked(self.writer, &material, "")), usage);
                self.refusals = 0;
                self.told.made += 1;
                self.told.dropped += checked.dropped;
                Ok(Some(written(self.writer, now, material, of, checked)))
            }
            Err(error) if is_of_all(&error, self.writer.llm.has_replied(), &mut self.refusals) => {
                self.told.stopped.get_or_insert(Stopped::Model(error));
                Ok(None)
            }
            Err(error) => {
                let missing = MissingReport { community: now.community, title: now.title.clone(), of, error };
                kept::miss(self.shelf, &missing).await?;
                self.told.missing.push(missing);
                Ok(None)
            }
        }
    }
}

/// A report that was written now.
fn written(
    writer: &ReportWriter<'_>,
    now: &Report,
    material: Material,
    of: Key,
    Checked { said, findings, dropped }: Checked,
) -> WrittenReport {
    WrittenReport {
        community: now.community,
        of,
        input: now.input,
        sketch: now.sketch.clone(),
        model: writer.llm.model().to_owned(),
        title: said.title,
        summary: said.summary,
        rating: said.rating.unwrap_or(now.rating),
        reason: said.reason,
        findings,
        left_out: material.left_out,
        dropped,
    }
}
