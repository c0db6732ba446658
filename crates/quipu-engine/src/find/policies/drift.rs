//! `drift`: from reports to passages and back (DRIFT search, Microsoft Research, 2024).
//!
//! A model drafts a possible answer, and the reports nearest to it are read for points and follow-up
//! questions. The most promising of these are asked of passages, each by a look of its own, which may bring further
//! questions; after two rounds the answer is written from all points. The calls are bounded: at most nineteen.
//!
//! Without a model the most relevant communities are searched: each with the names of its central members beside the
//! question, and gives its best sentences. For a question about the whole the result is that of `global`.

use std::collections::BTreeSet;

use quipu_kernel::model::Key;
use quipu_kernel::replies::follow_ups;
use quipu_kernel::strategies::WayCard;
use quipu_kernel::text::fold_name;
use quipu_kernel::view::{Evidence, EvidenceGroup, Hit, Needs, Note, Question};

use super::asked_words::AskedWords;
use super::global::{Choice, LEAST_DOCUMENTS, asks_of_whole, extracts, join};
use super::mapped::{Batch, MapWords, Mapped, ROOM, Readable};
use super::{Policy, nothing};
use crate::base::ports::{Boxed, Prompt, Role, SelectChunks, StoredChunk};
use crate::base::query::Query;
use crate::base::{CommunityShelf, EngineError};
use crate::find::communities::report_fits;
use crate::find::communities::{CommunityMap, Report};
use crate::find::environment::prepared::communities;
use crate::find::environment::{Asks, Environment, PolicyModel};

/// Number of reports for the first answer, and of calls for these.
const REPORTS: usize = 20;
const FOLDS: usize = 5;
/// Number of rounds of follow-up questions, and of questions per round.
const ROUNDS: usize = 2;
const QUESTIONS: usize = 6;
/// Number of passages per question.
const PASSAGES: usize = 8;
/// The most tokens of the guessed answer; and those of a passage or of a prompt's text, a report twice as many: texts
/// that do not fit into the total are left out.
const GUESS: u32 = 300;
const FORETOLD: u64 = 400;
/// Without a model: numbers of communities searched, and of sentences from each.
const COMMUNITIES: usize = 8;
const SENTENCES: usize = 3;
/// The least share of the question that a sentence must cover there.
const SAID: f64 = 0.2;

/// The policy.
#[derive(Debug, Clone, Copy, Default)]
pub struct DriftSearch;

impl Policy for DriftSearch {
    fn name(&self) -> &'static str {
        "drift"
    }

    fn about(&self) -> &'static str {
        "from the communities that fit into their passages, and where these lead"
    }

    fn calls(&self) -> usize {
        18
    }

    fn card(&self) -> WayCard {
        WayCard {
            of: "DRIFT search, Microsoft Research",
            steps: &["reports of communities", "guess", "questions", "chunks"],
            ..WayCard::default()
        }
    }

    fn run<'a>(
        &'a self,
        question: &'a Question,
        environment: &'a mut Environment<'_>,
    ) -> Boxed<'a, Result<Evidence, EngineError>> {
        Box::pin(async move {
            let Some((kept, map)) = communities(environment).await?.filter(|(_, map)| !map.is_empty()) else {
                return Ok(nothing(self.name(), Note::NoCommunities));
            };
            // Reports may contain text of documents that a filter hides from a model.
            let found = match environment.model().filter(|_| question.filter.is_empty()) {
                Some(model) => by_model(question, environment, model, kept, &map).await?,
                None => by_rules(question, environment, kept, &map).await?,
            };
            Ok(Evidence { strategy: self.name().to_owned(), ..found })
        })
    }
}

async fn by_model(
    question: &Question,
    environment: &mut Environment<'_>,
    model: PolicyModel<'_>,
    kept: &CommunityShelf,
    map: &CommunityMap,
) -> Result<Evidence, EngineError> {
    if !environment.foretell(&[foretold()]) {
        return Ok(nothing("drift", Note::NoCommunitySpeaks));
    }
    let reports = nearest(question, environment, model, kept, map).await?;
    let words = MapWords { told: &model.words.drift, place: "material", schema: "drift" };
    let mut mapped = Mapped::default();
    let readable: Vec<Readable<'_>> = reports.into_iter().map(Readable::Report).collect();
    let together = REPORTS.div_ceil(FOLDS);
    let folds: Vec<Batch> =
        readable.chunks(together).map(|some| Batch::within(some, together as u64 * 2 * FORETOLD)).collect();
    let asked: Vec<(Prompt, &Batch)> = folds.iter().map(|batch| (words.prompt(&question.text, batch), batch)).collect();
    mapped.ask(environment, &asked).await;
    environment.say("prime", format!("{} points of {} reports", mapped.points.len(), readable.len()));
    let mut known = BTreeSet::from([fold_name(&question.text)]);
    for _ in 0..ROUNDS {
        let next = next(&mut mapped, &mut known);
        if next.is_empty() || environment.is_over() {
            break;
        }
        for ask in &next {
            environment.say("follow", ask.clone());
        }
        let passages = looked(environment, question, &next).await?;
        let batch = |chunks: &Vec<StoredChunk>| {
            let readable: Vec<Readable<'_>> = chunks.iter().map(Readable::Chunk).collect();
            Batch::within(&readable, PASSAGES as u64 * FORETOLD)
        };
        let batches: Vec<Batch> = passages.iter().map(batch).collect();
        let asked: Vec<(Prompt, &Batch)> =
            next.iter().zip(&batches).map(|(ask, batch)| (words.prompt(ask, batch), batch)).collect();
        mapped.ask(environment, &asked).await;
    }
    mapped.evidence(environment).await
}

/// The maximum cost.
fn foretold() -> Asks {
    let (folds, asks) = (FOLDS as u64, (ROUNDS * QUESTIONS) as u64);
    let reports = REPORTS as u64 * FORETOLD * 2 + folds * FORETOLD;
    let passages = asks * (PASSAGES as u64 + 1) * FORETOLD;
    let output = u64::from(GUESS) + (folds + asks) * u64::from(ROOM);
    Asks { calls: 1 + folds + asks, input: FORETOLD + reports + passages, output, tests: false }
}

/// The reports nearest to the drafted answer; without vectors, the most relevant to the question.
async fn nearest<'m>(
    question: &Question,
    environment: &mut Environment<'_>,
    model: PolicyModel<'_>,
    kept: &CommunityShelf,
    map: &'m CommunityMap,
) -> Result<Vec<&'m Report>, EngineError> {
    let asked = model.words.guess.prompt(&[("question", &question.text)], GUESS);
    let read = |_: usize, text: &str| match text.trim() {
        "" => Err("it is empty".to_owned()),
        text => Ok(text.to_owned()),
    };
    let guessed = environment.ask_all(model.llm, &[asked], read).await.pop().and_then(Result::ok);
    let workspace = environment.workspace();
    let mut guess = Question::new(&format!("{}\n{}", question.text, guessed.unwrap_or_default()));
    if let Some(embedder) = &workspace.embedder {
        guess.vector = embedder.embed(&[guess.text.as_str()], Role::Passage).await?.pop().flatten();
        guess.background = question.background;
    }
    let placed: Vec<(u32, u32, &Report)> = map.reports().collect();
    let fits = report_fits(workspace, kept, &guess, &placed).await?.fits;
    let reports: Vec<&Report> = placed.into_iter().map(|(_, _, report)| report).collect();
    let mut order: Vec<usize> = (0..reports.len()).collect();
    order.sort_by(|x, y| fits[*y].total_cmp(&fits[*x]).then(reports[*x].community.cmp(&reports[*y].community)));
    Ok(order.into_iter().take(REPORTS).map(|at| reports[at]).collect())
}

/// The questions of the replies so far that promise most and were not asked; one that is worded as before is the same.
fn next(mapped: &mut Mapped, known: &mut BTreeSet<String>) -> Vec<String> {
    let mut all: Vec<(String, f64)> = mapped.replies.drain(..).flat_map(|reply| follow_ups(&reply)).collect();
    all.sort_by(|x, y| y.1.total_cmp(&x.1));
    let new = all.into_iter().map(|(ask, _)| ask).filter(|ask| known.insert(fold_name(ask)));
    new.take(QUESTIONS).collect()
}

/// The passages that a look finds for each of these.
async fn looked(
    environment: &mut Environment<'_>,
    question: &Question,
    asks: &[String],
) -> Result<Vec<Vec<StoredChunk>>, EngineError> {
    let mut all = Vec::new();
    for ask in asks {
        let options = environment.options().limited(PASSAGES);
        let (text, filter, strategy) = (ask.clone(), question.filter.clone(), "walk".to_owned());
        let found = environment.look(&Query { text, filter, strategy, options }).await?.unwrap_or_default();
        let keys = found.hits.iter().map(|hit| hit.chunk).collect();
        all.push(environment.chunks(&SelectChunks::Bare(keys)).await?);
    }
    Ok(all)
}

async fn by_rules(
    question: &Question,
    environment: &mut Environment<'_>,
    kept: &CommunityShelf,
    map: &CommunityMap,
) -> Result<Evidence, EngineError> {
    if asks_of_whole(question) {
        return extracts(question, environment, kept, map).await;
    }
    let Some(chosen) = Choice::of(environment.workspace(), kept, question, map).await? else {
        return Ok(nothing("drift", Note::NoCommunitySpeaks));
    };
    let needs = Needs { lexical: 1, ..Needs::default() };
    let Some(view) = environment.view(question, &needs).await? else { return Ok(nothing("drift", Note::ViewsSpent)) };
    let asked = AskedWords::new(question, &view);
    let (mut evidence, mut used) = (Evidence::default(), BTreeSet::new());
    for (_, report) in chosen.reports.iter().take(COMMUNITIES) {
        let options = environment.options().limited(PASSAGES);
        let text = format!("{} {}", question.text, report.names.iter().take(3).cloned().collect::<Vec<_>>().join(" "));
        let query = Query { text, filter: question.filter.clone(), strategy: "walk".to_owned(), options };
        let Some(found) = environment.look(&query).await? else { break };
        let keys = found.hits.iter().map(|hit| hit.chunk).collect();
        let read = environment.chunks(&SelectChunks::Bare(keys)).await?;
        let title = if question.filter.is_empty() { report.title.clone() } else { String::new() };
        let group = EvidenceGroup { community: report.community, title, sentences: Vec::new() };
        add(&mut evidence, group, &found.hits, &asked, &read, &mut used);
    }
    let documents: BTreeSet<Key> = evidence.hits.iter().map(|hit| hit.document).collect();
    if documents.len() < LEAST_DOCUMENTS {
        join(&mut evidence, chosen.evidence(environment.workspace(), question).await?);
    }
    if evidence.groups.is_empty() {
        evidence.notes.push(Note::NoCommunitySpeaks);
    }
    Ok(evidence)
}

/// Adds the sentences that cover most of the question, each once.
fn add(
    evidence: &mut Evidence,
    mut group: EvidenceGroup,
    hits: &[Hit],
    asked: &AskedWords<'_>,
    read: &[StoredChunk],
    used: &mut BTreeSet<Key>,
) {
    let mut best = asked.best_of(hits, read, SAID);
    best.retain(|(_, _, hit)| !used.contains(&hit.chunk));
    best.sort_by(|x, y| y.0.total_cmp(&x.0));
    for (_, span, hit) in best.into_iter().take(SENTENCES) {
        used.insert(hit.chunk);
        group.sentences.push((hit.chunk, span));
        evidence.hits.push(hit.clone());
    }
    if !group.sentences.is_empty() {
        evidence.groups.push(group);
    }
}
