//! After a look: another ranking of its best hits, by cosine, by a model or by a server of rerank models; passages that
//! are diverse before redundant ones (maximal marginal relevance); the chunks before and after a hit.

use std::fmt::Display;
use std::str::FromStr;

use quipu_kernel::model::Key;
use quipu_kernel::own_options;
use quipu_kernel::rank::fuse::similarity;
use quipu_kernel::rank::mmr::Mmr;
use quipu_kernel::replies::ratings_to;
use quipu_kernel::strategies::{OptionBounds, Options};
use quipu_kernel::view::{Evidence, Hit, Note, Question, Reason, Why};
use rustc_hash::FxHashMap;
use serde_json::json;

use crate::base::EngineError;
use crate::base::Workspace;
use crate::base::ports::{EmbeddingRole, Prompt, SelectChunks};
use crate::base::query::nearness;
use crate::find::environment::choosing::passages;
use crate::find::environment::choosing::shape;
use crate::find::environment::{Environment, ExpectedCalls};

/// A rating is from 0 to this.
const MOST: f64 = 10.0;
/// The most tokens that a passage and its rating take; longer ones are shown cut.
const PASSAGE: u64 = 400;
const RATING: u32 = 20;

/// The reranker of the best hits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Rerank {
    /// The server, where one is named.
    #[default]
    Auto,
    /// No reranking.
    None,
    /// The cosine of their texts and the question.
    Cosine,
    /// A model, which rates each from 0 to 10.
    Model,
    /// A server of rerank models (`llm.rerank`).
    Server,
}

impl Display for Rerank {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Auto => "auto",
            Self::None => "none",
            Self::Cosine => "cosine",
            Self::Model => "model",
            Self::Server => "server",
        })
    }
}

impl FromStr for Rerank {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = [Self::Auto, Self::None, Self::Cosine, Self::Model, Self::Server];
        known
            .into_iter()
            .find(|by| by.to_string() == text)
            .ok_or_else(|| "auto, none, cosine, model or server".to_owned())
    }
}

quipu_kernel::kinds_of_text!(Rerank);

own_options! {
    /// Options of the steps after a look.
    pub(crate) struct AfterOptions of "after" {
        rerank: Rerank = Rerank::Auto, OptionBounds::Text, "who ranks the best hits again: `none`, the `cosine` of their texts, a `model` that rates each from 0 to 10, or a `server` of rerank models, which `llm.rerank` names; `auto`: that server where one is named";
        from: usize = 10, OptionBounds::Count(1, 1000), "how many of the best hits are ranked again, or chosen among where `mmr` is below 1";
        to: usize = 0, OptionBounds::Count(0, 1000), "how many hits are kept of those that are ranked again; 0: all, and the others behind them";
        mmr: f64 = 1.0, OptionBounds::Number(0.0, 1.0), "weight of a hit's place against its likeness to better ones, 0 to 1; 1 leaves the order (maximal marginal relevance)";
        neighbours: usize = 0, OptionBounds::Count(0, 10), "how many chunks before and after each hit join it";
    }
}

impl AfterOptions {
    /// The reranker in a workspace.
    #[must_use]
    pub(crate) fn within(self, workspace: &Workspace) -> Self {
        let by = if workspace.reranker.is_some() { Rerank::Server } else { Rerank::None };
        if self.rerank == Rerank::Auto { Self { rerank: by, ..self } } else { self }
    }

    /// The options of a look that is reranked afterwards: with the number of hits needed for that.
    pub(crate) fn widened(&self, options: &Options) -> Options {
        let again = self.rerank != Rerank::None || self.mmr < 1.0;
        if again { options.limited(options.limit.max(self.from)) } else { options.clone() }
    }

    /// True if anything is done.
    pub(crate) fn is_asked(&self) -> bool {
        self.rerank != Rerank::None || self.mmr < 1.0 || self.neighbours > 0
    }

    /// The maximum cost.
    pub(crate) fn asks(&self) -> Option<ExpectedCalls> {
        let count = self.from as u64;
        let output = count * u64::from(RATING);
        (self.rerank == Rerank::Model).then_some(ExpectedCalls {
            calls: 1,
            input: 200 + count * PASSAGE,
            output,
            tests: false,
        })
    }

    /// Runs the requested steps.
    ///
    /// # Errors
    /// When the store or the embedding model fails.
    pub(crate) async fn refine(
        &self,
        environment: &mut Environment<'_>,
        question: &Question,
        evidence: &mut Evidence,
        limit: usize,
    ) -> Result<(), EngineError> {
        if self.rerank != Rerank::None && !evidence.hits.is_empty() {
            self.rank_again(environment, question, evidence).await?;
        }
        if self.mmr < 1.0 {
            self.spread(environment, evidence).await?;
        }
        evidence.hits.truncate(limit);
        if self.neighbours > 0 {
            self.widen(environment, evidence).await?;
        }
        Ok(())
    }

    /// Number of hits kept.
    fn kept(&self) -> usize {
        if self.to == 0 { usize::MAX } else { self.to }
    }

    async fn rank_again(
        &self,
        environment: &mut Environment<'_>,
        question: &Question,
        evidence: &mut Evidence,
    ) -> Result<(), EngineError> {
        let mut others = evidence.hits.split_off(self.from.min(evidence.hits.len()));
        let texts = texts(environment, &evidence.hits).await?;
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let scores = match self.rerank {
            Rerank::Auto | Rerank::None => return Ok(()),
            Rerank::Cosine => cosines(environment, question, &texts).await?,
            Rerank::Model => rated(environment, question, &texts).await,
            Rerank::Server => served(environment, question, &texts).await,
        };
        let Some(scores) = scores else {
            evidence.notes.push(Note::NotReranked);
            evidence.hits.append(&mut others);
            evidence.hits.truncate(self.kept());
            return Ok(());
        };
        let by = self.rerank.to_string();
        let mut hits: Vec<Hit> = std::mem::take(&mut evidence.hits);
        for (hit, score) in hits.iter_mut().zip(&scores) {
            // The former reasons of the chunk stay visible; they no longer count.
            let before = hit.why.clone().scaled(0.0);
            let leaf = Why::leaf(Reason::Reranked { by: by.clone() }, *score);
            hit.why = Why::sum("rerank", vec![leaf, before]);
            hit.score = hit.why.value;
        }
        hits.sort_by(|a, b| b.score.total_cmp(&a.score));
        hits.truncate(self.kept());
        if self.to == 0 {
            behind(&mut hits, others);
        }
        environment.say("rerank", format!("{by}: {} of {} hits kept", hits.len(), scores.len()));
        evidence.hits = hits;
        Ok(())
    }

    /// Moves diverse hits before similar ones. Scores follow the new order.
    async fn spread(&self, environment: &Environment<'_>, evidence: &mut Evidence) -> Result<(), EngineError> {
        let texts = texts(environment, &evidence.hits).await?;
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let Some(vectors) = vectors(environment, &texts).await? else { return Ok(()) };
        let hits = std::mem::take(&mut evidence.hits);
        let best = hits.first().map_or(1.0, |hit| hit.score);
        let mut mmr = Mmr::new(self.mmr);
        for (at, hit) in hits.iter().enumerate() {
            mmr.add(at, if best > 0.0 { hit.score / best } else { 0.0 }, 0.0);
        }
        let alike = |a: &usize, b: &usize| similarity(vectors[*a].as_deref(), vectors[*b].as_deref());
        let mut order = Vec::with_capacity(hits.len());
        while let Some(pick) = mmr.pick(f64::NEG_INFINITY, alike) {
            order.push(pick.value);
        }
        // The former scores, in the new order: the list stays sorted by score.
        let scores: Vec<f64> = hits.iter().map(|hit| hit.score).collect();
        evidence.hits = order.into_iter().zip(scores).map(|(at, score)| hits[at].clone().at(score)).collect();
        Ok(())
    }

    /// The chunks before and after each hit, right behind it.
    async fn widen(&self, environment: &Environment<'_>, evidence: &mut Evidence) -> Result<(), EngineError> {
        let mut known: std::collections::BTreeSet<Key> = evidence.hits.iter().map(|hit| hit.chunk).collect();
        let mut wide = Vec::with_capacity(evidence.hits.len());
        for hit in std::mem::take(&mut evidence.hits) {
            let around = environment.chunks(&SelectChunks::Around(hit.chunk, self.neighbours)).await?;
            let (document, score, of) = (hit.document, hit.score, hit.chunk);
            wide.push(hit);
            for stored in around.into_iter().filter(|stored| known.insert(stored.chunk.key)) {
                let reason = Reason::Passage { chunk: of, through: Vec::new() };
                let why = Why::sum("neighbour", vec![Why::leaf(reason, score)]);
                wide.push(Hit { chunk: stored.chunk.key, document, score, why });
            }
        }
        evidence.hits = wide;
        Ok(())
    }
}

/// Adds the other hits behind the reranked ones, their scores as far below the last as they lay below their own best.
fn behind(hits: &mut Vec<Hit>, others: Vec<Hit>) {
    let (Some(last), Some(best)) = (hits.last().map(|hit| hit.score), others.first().map(|hit| hit.score)) else {
        return;
    };
    let factor = if best > 0.0 { last / best } else { 0.0 };
    hits.extend(others.into_iter().map(|hit| {
        let score = hit.score * factor;
        hit.at(score)
    }));
}

/// The texts of hits, in their order.
async fn texts(environment: &Environment<'_>, hits: &[Hit]) -> Result<Vec<String>, EngineError> {
    let keys = hits.iter().map(|hit| hit.chunk).collect();
    let read = environment.chunks(&SelectChunks::Bare(keys)).await?;
    let mut by_key: FxHashMap<Key, String> =
        read.into_iter().map(|stored| (stored.chunk.key, stored.chunk.text)).collect();
    Ok(hits.iter().map(|hit| by_key.remove(&hit.chunk).unwrap_or_default()).collect())
}

async fn vectors(environment: &Environment<'_>, texts: &[&str]) -> Result<Option<Vec<Option<Vec<f32>>>>, EngineError> {
    match &environment.workspace().embedder {
        Some(embedder) if !texts.is_empty() => Ok(Some(embedder.embed(texts, EmbeddingRole::Passage).await?)),
        _ => Ok(None),
    }
}

async fn cosines(
    environment: &Environment<'_>,
    question: &Question,
    texts: &[&str],
) -> Result<Option<Vec<f64>>, EngineError> {
    let near = nearness(environment.workspace(), question, texts).await?;
    Ok((!near.is_empty()).then(|| near.into_iter().map(|near| near.max(0.0)).collect()))
}

/// A model's rating of each text, from 0 to 1; a missing rating is 0.
async fn rated(environment: &mut Environment<'_>, question: &Question, texts: &[&str]) -> Option<Vec<f64>> {
    let model = environment.model()?;
    let listed = passages(texts.iter().copied(), PASSAGE);
    let rating = json!({ "type": "object", "properties": { "passage": { "type": "integer" }, "rating": { "type": "number" } },
        "required": ["passage", "rating"], "additionalProperties": false });
    let shape = shape("reranked", json!({ "ratings": { "type": "array", "items": rating } }), &["ratings"]);
    let places = [("question", question.text.as_str()), ("passages", listed.as_str())];
    let room = u32::try_from(texts.len()).unwrap_or(1).saturating_mul(RATING) + RATING;
    let prompt = Prompt { shape, ..model.ways.rerank.prompt(&places, room) };
    let read = |_: usize, reply: &str| {
        let said = ratings_to(reply, texts.len(), MOST);
        if said.iter().all(Option::is_none) { Err("it rates nothing".to_owned()) } else { Ok(said) }
    };
    let said = environment.ask_all(model.llm, &[prompt], read).await.pop()?.ok()?;
    Some(said.into_iter().map(|rating| rating.unwrap_or_default() / MOST).collect())
}

/// The scores of a server, from 0 to 1: values outside are logits, mapped by the logistic function.
async fn served(environment: &mut Environment<'_>, question: &Question, texts: &[&str]) -> Option<Vec<f64>> {
    let reranker = environment.workspace().reranker.as_ref()?;
    let scores = match reranker.score(&question.text, texts).await {
        Ok(scores) => scores,
        Err(error) => {
            environment.say("rerank", error.to_string());
            return None;
        }
    };
    let is_part = scores.iter().all(|score| (0.0..=1.0).contains(score));
    let part = |score: &f32| if is_part { f64::from(*score) } else { 1.0 / (1.0 + f64::from(-score).exp()) };
    Some(scores.iter().map(part).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_look_is_wide_enough_for_what_is_ranked_again() {
        let options = Options::default().limited(3);
        let none = AfterOptions { rerank: Rerank::None, ..AfterOptions::default() };
        assert_eq!((none.widened(&options).limit, none.asks()), (3, None));
        let model = AfterOptions { rerank: Rerank::Model, ..none };
        assert_eq!(model.widened(&options).limit, 10);
        assert_eq!(AfterOptions { mmr: 0.5, from: 20, ..none }.widened(&options).limit, 20);
        assert_eq!(model.asks().map(|asks| asks.calls), Some(1));
    }

    #[test]
    fn a_hit_that_moves_keeps_its_reasons() {
        let why = Why::sum("toy", vec![Why::leaf(Reason::Cosine { cosine: 0.5 }, 0.5)]);
        let hit = Hit { chunk: Key::default(), document: Key::default(), score: 0.5, why };
        let mut ranked = vec![hit.clone().at(0.2)];
        behind(&mut ranked, vec![hit.clone(), hit.clone().at(0.4)]);
        let scores: Vec<f64> = ranked.iter().map(|hit| hit.score).collect();
        assert!((scores[1] - 0.2).abs() < 1e-9 && (scores[2] - 0.16).abs() < 1e-9, "{scores:?}");
        let moved = hit.at(0.25);
        assert_eq!((moved.score, moved.why.parts[0].value), (0.25, 0.25));
    }
}
