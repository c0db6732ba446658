//! `global`: an overview of the whole corpus (GraphRAG's global search, arXiv 2404.16130).
//!
//! Without a model it reads themes of documents: for a question about the whole the sentences that say what each is, for
//! another the sentences that cover most of it, grouped by theme. Over reports, every community's report is rated by
//! relevance to the question; the best ones, none part of another, give their sentences under their titles.
//!
//! With a model it rates reports from the outermost communities inwards (dynamic community selection), draws points
//! from those that help, group by group, and the answer is written from the points. Over chunks the same is done
//! without any community: as in the baseline of the field.

mod extracts;
mod global_options;
mod over_chunks;
mod over_themes;
mod selected;

use quipu_kernel::model::Key;
use quipu_kernel::strategies::{Parameter, WayCard};
use quipu_kernel::view::{Evidence, Note, Question};
use quipu_language::plan::{RouteKind, route};
use rustc_hash::FxHashSet;

pub(super) use super::global::extracts::ChosenCommunities;
pub(super) use super::global::global_options::GlobalOptions;
use super::global::global_options::Over;
use super::mapped::{MapBatch, MapWords, MappedGroups, Readable, batches};
use super::{Policy, nothing};
use crate::base::gateway::token_count;
use crate::base::ports::Boxed;
use crate::base::{CommunityShelf, EngineError};
use crate::find::communities::{CommunityMap, Report};
use crate::find::environment::prepared::communities;
use crate::find::environment::{Environment, ExpectedCalls, PolicyModel};

/// The policy.
#[derive(Debug, Clone, Copy, Default)]
pub struct Global;

impl Policy for Global {
    fn name(&self) -> &'static str {
        "global"
    }

    fn about(&self) -> &'static str {
        "what all of it is about: themes of documents, each by its best sentences"
    }

    fn calls(&self) -> usize {
        64
    }

    fn card(&self) -> WayCard {
        WayCard {
            of: "GraphRAG, arXiv 2404.16130",
            steps: &["themes, or reports of communities", "rate", "points", "sentences"],
            ..WayCard::default()
        }
    }

    fn parameters(&self) -> &'static [Parameter] {
        GlobalOptions::PARAMETERS
    }

    fn run<'a>(
        &'a self,
        question: &'a Question,
        environment: &'a mut Environment<'_>,
    ) -> Boxed<'a, Result<Evidence, EngineError>> {
        Box::pin(async move {
            // Reports may contain text of documents that a filter hides from a model.
            let hidden = !question.filter.is_empty() && environment.model().is_some();
            let found = match GlobalOptions::of(environment.options()).over {
                Over::Themes if environment.model().is_none() => {
                    over_themes::over_themes(question, environment).await?
                }
                Over::Themes | Over::Reports if !hidden => over_reports(question, environment).await?,
                _ => over_chunks::over_chunks(question, environment).await?,
            };
            Ok(Evidence { strategy: self.name().to_owned(), ..found })
        })
    }
}

async fn over_reports(question: &Question, environment: &mut Environment<'_>) -> Result<Evidence, EngineError> {
    let Some((kept, map)) = communities(environment).await?.filter(|(_, map)| !map.is_empty()) else {
        return Ok(nothing("global", Note::NoCommunities));
    };
    environment.say("communities", format!("{} reports", map.reports().count()));
    if let Some(model) = environment.model() {
        return by_model(question, environment, model, kept, &map).await;
    }
    extracts(question, environment, kept, &map).await
}

/// The evidence from reports without a model.
pub(super) async fn extracts(
    question: &Question,
    environment: &mut Environment<'_>,
    kept: &CommunityShelf,
    map: &CommunityMap,
) -> Result<Evidence, EngineError> {
    let workspace = environment.workspace();
    let Some(chosen) = ChosenCommunities::of(workspace, kept, question, map).await? else {
        return Ok(nothing("global", Note::NoCommunitySpeaks));
    };
    environment.say("rate", format!("{} communities chosen", chosen.reports.len()));
    chosen.evidence(workspace, question).await
}

/// With fewer relevant documents than this, reports of communities are added.
pub(super) const LEAST_DOCUMENTS: usize = 5;

/// Adds the evidence of community reports that is not there yet.
pub(super) fn join(evidence: &mut Evidence, reports: Evidence) {
    let known: FxHashSet<Key> = evidence.hits.iter().map(|hit| hit.chunk).collect();
    for mut group in reports.groups {
        group.sentences.retain(|(chunk, _)| !known.contains(chunk));
        match evidence.groups.iter_mut().find(|known| known.community == group.community) {
            Some(known) => known.sentences.append(&mut group.sentences),
            None if !group.sentences.is_empty() => evidence.groups.push(group),
            None => {}
        }
    }
    evidence.hits.extend(reports.hits.into_iter().filter(|hit| !known.contains(&hit.chunk)));
}

/// True if a question asks about the whole corpus: then no single sentence answers it, and the reports replace
/// sentences.
pub(super) fn asks_of_whole(question: &Question) -> bool {
    route(&question.text, &[]).kind == RouteKind::Global
}

/// Reads the reports that help, group by group.
async fn by_model(
    question: &Question,
    environment: &mut Environment<'_>,
    model: PolicyModel<'_>,
    kept: &CommunityShelf,
    map: &CommunityMap,
) -> Result<Evidence, EngineError> {
    let mut selection = selected::Selection::of(question, environment, kept, map).await?;
    let most = selection.at_most(environment);
    let words = words(model);
    let reading = foretold_reading(question, environment, words, &most);
    if !environment.add_estimate(&[selection.asks(question, model), reading]) {
        return Ok(nothing("global", Note::NoCommunitySpeaks));
    }
    let chosen = selection.select(question, environment).await;
    let (read, left_out) = within(chosen, GlobalOptions::of(environment.options()).read_tokens as u64, report_tokens);
    environment.say("select", format!("{} reports, {left_out} left out", read.len()));
    let readable: Vec<Readable<'_>> = read.into_iter().map(Readable::Report).collect();
    let mut evidence = mapped(question, environment, words, &batches(&readable, environment)).await?;
    if left_out > 0 {
        evidence.notes.push(Note::LeftOut { count: left_out });
    }
    if let Some(note) = selection.note() {
        evidence.notes.push(note);
    }
    Ok(evidence)
}

fn words(model: PolicyModel<'_>) -> MapWords<'_> {
    MapWords { told: &model.words.map, place: "material", schema: "points" }
}

/// Draws points from these groups.
async fn mapped(
    question: &Question,
    environment: &mut Environment<'_>,
    words: MapWords<'_>,
    batches: &[MapBatch],
) -> Result<Evidence, EngineError> {
    let asked: Vec<_> = batches.iter().map(|batch| (words.prompt(&question.text, batch), batch)).collect();
    let mut mapped = MappedGroups::default();
    mapped.ask(environment, &asked).await;
    environment.say("map", format!("{} points of {} groups", mapped.points.len(), batches.len()));
    mapped.evidence(environment).await
}

/// The maximum cost of extracting points from these.
fn foretold_reading(
    question: &Question,
    environment: &Environment<'_>,
    words: MapWords<'_>,
    reports: &[&Report],
) -> ExpectedCalls {
    let readable: Vec<Readable<'_>> = reports.iter().map(|report| Readable::Report(report)).collect();
    MappedGroups::expected_calls(question, words, &batches(&readable, environment))
}

/// The first of these that fit into so many tokens, and the number of others; 0 means no bound.
fn within<T>(mut of: Vec<T>, most: u64, tokens: impl Fn(&T) -> u64) -> (Vec<T>, usize) {
    let most = if most == 0 { u64::MAX } else { most };
    let held = token_count::held(of.iter().map(tokens), most);
    let left_out = of.len() - held;
    of.truncate(held);
    (of, left_out)
}

/// Tokens of a report as it is read.
fn report_tokens(report: &&Report) -> u64 {
    Readable::Report(report).tokens()
}
