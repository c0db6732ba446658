//! The input of a strategy, prepared before its view is cut: the things whose texts are near the question. A model may
//! find the keywords of the search, and choose among the statements; without a model rules do.

use crate::find::environment::choosing::shape;
use quipu_kernel::model::{Facts, Key};
use quipu_kernel::replies::object;
use quipu_kernel::strategies::{ModelAsk, Options, Strategy};
use quipu_kernel::view::{
    Evidence, FactSource, NearThing, Needs, Note, Question, Reason, Thing, ThingKind, View, ViewText, Why,
};
use quipu_language::plan::keywords;
use rustc_hash::FxHashMap;
use serde_json::{Value, json};

use super::choosing::Choosing;
use super::{Environment, ExpectedCalls, PolicyModel};
use crate::base::CommunityShelf;
use crate::base::EngineError;
use crate::base::gateway::token_count;
use crate::base::ports::{Prompt, SelectChunks, StoredChunk};
use crate::base::post_filter::passing;
use crate::base::prompt::PromptTemplate;
use crate::base::query::{Query, understand};
use crate::find::communities::{CommunityMap, current};
use crate::find::entity_index::nearest;
use std::sync::Arc;

/// The most tokens of a reply.
const ROOM: u32 = 300;
/// Number of reports that join the evidence.
const REPORTS: usize = 5;

/// A strategy's result, and its method.
pub(crate) struct StrategyResult {
    /// The question, with the entry points of its view.
    pub(crate) question: Question,
    /// The evidence; none if no view was left, or costs are only estimated.
    pub(crate) evidence: Option<Evidence>,
}

/// Looks by a strategy: requests to a model, the view, the strategy's choice, reports. A look of a policy is one step
/// of its own: its inner steps are not reported.
///
/// # Errors
/// When the store or the embedding model fails, or the shelves cannot be read.
pub(crate) async fn run_strategy(
    environment: &mut Environment<'_>,
    strategy: &dyn Strategy,
    question: Question,
    options: &Options,
    told: bool,
) -> Result<StrategyResult, EngineError> {
    let card = strategy.card();
    let needs = strategy.plan(&question, options);
    let model = environment.model().filter(|_| !card.asks.is_empty());
    if let Some(model) = model
        && !environment.add_estimate(&[asks(&question, model, &needs, card.asks)])
    {
        return Ok(StrategyResult { question, evidence: None });
    }
    let mut notes = Vec::new();
    let mut near = match card.asks.contains(&ModelAsk::Keywords) {
        true => by_keywords(environment, &question, &needs, model, options, &mut notes).await?,
        false => nearest(environment.workspace(), &question, &needs, options).await?,
    };
    if let Some(model) = model.filter(|_| card.asks.contains(&ModelAsk::Facts)) {
        near = helping(environment, &question, near, model, &mut notes).await;
    }
    let question = question.beginning_at(near);
    let Some(view) = environment.view(&question, &needs).await? else {
        return Ok(StrategyResult { question, evidence: None });
    };
    let (chunks, entities, relations) = (view.chunks.len(), view.entities.len(), view.relations.len());
    if told {
        environment.say("view", format!("{chunks} chunks, {entities} entities, {relations} relations"));
        if let Some((name, why)) = strategy.chosen(&question, &view, options) {
            environment.say("plan", format!("{name}: {why}"));
        }
    }
    let mut evidence = match strategy.draft(&question, &view, options) {
        Some(draft) => {
            let texts = texts(environment, &question, &view, draft.reads()).await?;
            draft.finish(&texts)
        }
        None => strategy.retrieve(&question, &view, options),
    };
    passing(&*environment.workspace().store, &question.filter, &mut evidence).await?;
    if card.reports {
        reports(environment, &question, &mut evidence).await?;
    }
    evidence.notes.extend(notes);
    evidence.foretold = environment.estimate();
    Ok(StrategyResult { question, evidence: Some(evidence) })
}

/// The texts of chunks of a view, with the facts that the question may see, in one read.
async fn texts(
    environment: &Environment<'_>,
    question: &Question,
    view: &View,
    read: Vec<u32>,
) -> Result<Vec<ViewText>, EngineError> {
    if read.is_empty() {
        return Ok(Vec::new());
    }
    let places: FxHashMap<Key, u32> = read.iter().map(|at| (view.chunks[*at as usize].key, *at)).collect();
    let keys = read.iter().map(|at| view.chunks[*at as usize].key).collect();
    let stored = environment.chunks(&SelectChunks::Keys(keys)).await?;
    let is_seen = |facts: &Facts| match question.facts {
        FactSource::All => true,
        FactSource::Of(by) => facts.extractor == by,
    };
    let text = |StoredChunk { chunk, mut facts }: StoredChunk| {
        facts.retain(is_seen);
        Some(ViewText { chunk: *places.get(&chunk.key)?, language: chunk.language, text: chunk.text, facts })
    };
    Ok(stored.into_iter().filter_map(text).collect())
}

/// The maximum cost: of a question, together with the statements near it.
fn asks(question: &Question, model: PolicyModel<'_>, needs: &Needs, asks: &[ModelAsk]) -> ExpectedCalls {
    let words = |told: &PromptTemplate| token_count::near(&told.system) + token_count::near(&told.user);
    let of = |ask: &ModelAsk| match ask {
        ModelAsk::Keywords => words(&model.ways.keywords),
        ModelAsk::Facts => words(&model.ways.facts) + 40 * needs.near_relations as u64,
    };
    let calls = asks.len() as u64;
    let input = asks.iter().map(of).sum::<u64>() + calls * token_count::near(&question.text);
    ExpectedCalls { calls, input, output: calls * u64::from(ROOM), tests: false }
}

/// Entities near the low keywords, relations near the high ones.
async fn by_keywords(
    environment: &mut Environment<'_>,
    question: &Question,
    needs: &Needs,
    model: Option<PolicyModel<'_>>,
    options: &Options,
    notes: &mut Vec<Note>,
) -> Result<Vec<NearThing>, EngineError> {
    let said = match model {
        Some(model) => asked_keywords(environment, question, model).await,
        None => None,
    };
    if model.is_some() && said.is_none() {
        notes.push(Note::Unread { failed: 1, of: 1 });
    }
    let (low, high) = said.unwrap_or_else(|| keywords(question));
    environment.say("keywords", format!("low: {low}; high: {high}"));
    let mut near = Vec::new();
    for (text, needs) in
        [(low, Needs { near_relations: 0, ..needs.clone() }), (high, Needs { near_entities: 0, ..needs.clone() })]
    {
        let (filter, strategy) = (question.filter.clone(), String::new());
        let query = Query { text, filter, strategy, options: options.clone() };
        let of = understand(environment.workspace(), &query).await?;
        near.extend(nearest(environment.workspace(), &of, &needs, options).await?);
    }
    Ok(near)
}

async fn asked_keywords(
    environment: &mut Environment<'_>,
    question: &Question,
    model: PolicyModel<'_>,
) -> Option<(String, String)> {
    let list = json!({ "type": "array", "items": { "type": "string" } });
    let shape = shape("keywords", json!({ "low": list, "high": list }), &["low", "high"]);
    let prompt = Prompt { shape, ..model.ways.keywords.prompt(&[("question", &question.text)], ROOM) };
    let read = |_: usize, reply: &str| {
        let said = object(reply).ok_or("it is no object")?;
        let of = |name: &str| said.get(name).map(listed).unwrap_or_default();
        let (low, high) = (of("low"), of("high"));
        match (low.is_empty(), high.is_empty()) {
            (true, true) => Err("it names no keyword".to_owned()),
            (true, false) => Ok((high.clone(), high)),
            (false, true) => Ok((low.clone(), low)),
            (false, false) => Ok((low, high)),
        }
    };
    environment.ask_all(model.llm, &[prompt], read).await.pop()?.ok()
}

/// The texts of a list joined by commas, or a text unchanged.
fn listed(said: &Value) -> String {
    let texts = said.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::trim);
    let list = texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(", ");
    said.as_str().map_or(list, |text| text.trim().to_owned())
}

/// The statements that a model keeps, in order of nearness; all if its reply is unusable. Entities stay.
async fn helping(
    environment: &mut Environment<'_>,
    question: &Question,
    near: Vec<NearThing>,
    model: PolicyModel<'_>,
    notes: &mut Vec<Note>,
) -> Vec<NearThing> {
    let (facts, others): (Vec<_>, Vec<_>) = near.into_iter().partition(|thing| thing.kind == ThingKind::Relation);
    if facts.is_empty() {
        return others;
    }
    let asking = Choosing { told: &model.ways.facts, place: "statements", room: ROOM };
    let Some(kept) = asking.numbers(environment, question, facts.iter().map(|fact| fact.words.as_str())).await else {
        notes.push(Note::Unread { failed: 1, of: 1 });
        return facts.into_iter().chain(others).collect();
    };
    environment.say("facts", format!("{} of {} kept", kept.len().min(facts.len()), facts.len()));
    let kept = (1..).zip(facts).filter(|(number, _)| kept.contains(number)).map(|(_, fact)| fact);
    kept.chain(others).collect()
}

/// Adds the reports of the communities that hold most of the entities found, the better rated first. None with a
/// filter: their contents may come from hidden documents.
async fn reports(
    environment: &Environment<'_>,
    question: &Question,
    evidence: &mut Evidence,
) -> Result<(), EngineError> {
    if !question.filter.is_empty() {
        return Ok(());
    }
    let Some((_, map)) = communities(environment).await? else { return Ok(()) };
    let mut held: FxHashMap<u32, f64> = FxHashMap::default();
    for thing in evidence.things.iter().filter(|thing| thing.kind == ThingKind::Entity) {
        map.around(thing.key).into_iter().for_each(|at| *held.entry(at).or_default() += 1.0);
    }
    let found = map.reports().filter_map(|(at, _, report)| Some((*held.get(&at)?, report)));
    let mut found: Vec<_> = found.collect();
    found.sort_by(|x, y| {
        y.0.total_cmp(&x.0).then(y.1.rating.total_cmp(&x.1.rating)).then(x.1.community.cmp(&y.1.community))
    });
    evidence.things.extend(found.into_iter().take(REPORTS).map(|(count, report)| {
        let (key, words) = (report.community, report.title.clone());
        let why =
            Why::sum("entities", vec![Why::leaf(Reason::Community { community: key, title: words.clone() }, count)]);
        Thing { kind: ThingKind::Report, key, words, score: count, why }
    }));
    Ok(())
}

/// The communities of the workspace, brought up to date, with their shelf; none if they are unavailable.
pub(crate) async fn communities<'e>(
    environment: &Environment<'e>,
) -> Result<Option<(&'e CommunityShelf, Arc<CommunityMap>)>, EngineError> {
    let workspace = environment.workspace();
    let Some(kept) = &workspace.communities else { return Ok(None) };
    Ok(Some((kept, current(workspace, kept).await?)))
}
