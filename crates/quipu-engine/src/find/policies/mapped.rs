//! Points that a model extracts from reports or chunks, group by group, with supporting chunks (the map of map and
//! reduce, GraphRAG). The reduce is the writing of the answer: it reads the points as its numbered sources.

use std::collections::BTreeSet;

use quipu_kernel::model::Key;
use quipu_kernel::random::SplitMix;
use quipu_kernel::replies::points;
use quipu_kernel::view::{Evidence, EvidencePoint, Hit, Note, Question, Reason, Why};
use rustc_hash::FxHashMap;
use serde_json::{Value, json};

use super::global::GlobalOptions;
use crate::base::EngineError;
use crate::base::gateway::tokens;
use crate::base::ports::{Prompt, SelectChunks, Shape, StoredChunk};
use crate::base::prompt::PromptTemplate;
use crate::find::communities::Report;
use crate::find::communities::labels::Labels;
use crate::find::environment::{Asks, Environment};

/// The most tokens of the points from one group.
pub(super) const ROOM: u32 = 1_200;
/// The seed by which groups are shuffled, always alike.
const SEED: u64 = 7;
/// The maximum share of the model's context for a prompt, its reply included.
const SHARE: f64 = 0.75;

/// A text that a model reads to answer: a report or a chunk.
pub(super) enum Readable<'a> {
    Report(&'a Report),
    Chunk(&'a StoredChunk),
}

impl Readable<'_> {
    /// As a model reads it.
    fn told(&self, labels: &mut Labels) -> String {
        match self {
            Self::Report(report) => report.told(labels),
            Self::Chunk(StoredChunk { chunk, .. }) => {
                let heading = chunk.headings.join(" › ");
                let parts = [heading.as_str(), &chunk.prefix_text, chunk.text.trim()];
                let text = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n");
                format!("[{}] {text}", labels.of(chunk.key))
            }
        }
    }

    /// Its title.
    fn title(&self) -> &str {
        match self {
            Self::Report(report) => &report.title,
            Self::Chunk(StoredChunk { chunk, .. }) => chunk.headings.first().map_or("", String::as_str),
        }
    }

    /// Estimated tokens.
    pub(super) fn tokens(&self) -> u64 {
        tokens::near(&self.told(&mut Labels::default())) + 1
    }
}

/// A group of texts for one request.
pub(super) struct Batch {
    pub(super) text: String,
    labels: Labels,
    /// The title under which each chunk is shown.
    titles: FxHashMap<Key, String>,
}

impl Batch {
    /// One group of all of these.
    pub(super) fn of<'a>(all: impl IntoIterator<Item = &'a Readable<'a>>) -> Self {
        let mut batch = Self { text: String::new(), labels: Labels::default(), titles: FxHashMap::default() };
        for one in all {
            let before = batch.labels.chunks().len();
            let told = one.told(&mut batch.labels);
            if !batch.text.is_empty() {
                batch.text.push_str("\n\n");
            }
            batch.text += &told;
            for chunk in &batch.labels.chunks()[before..] {
                batch.titles.insert(*chunk, one.title().to_owned());
            }
        }
        batch
    }

    /// A group of the first of these that fit into so many tokens, at least one.
    pub(super) fn within(all: &[Readable<'_>], most: u64) -> Self {
        Self::of(all.iter().take(tokens::held(all.iter().map(Readable::tokens), most).max(1)))
    }

    /// The points of a reply about it: those that help and name chunks that it was given.
    fn points(&self, reply: &str) -> Result<Vec<EvidencePoint>, String> {
        let said = points(reply).ok_or("it holds no list of points")?;
        let point = |said: quipu_kernel::replies::SaidPoint| {
            let chunks = self.labels.named(&said.refs);
            let title = chunks.first().and_then(|chunk| self.titles.get(chunk)).cloned().unwrap_or_default();
            let score = said.score.unwrap_or(50.0);
            (score > 0.0 && !chunks.is_empty()).then_some(EvidencePoint { text: said.text, score, title, chunks })
        };
        Ok(said.into_iter().filter_map(point).collect())
    }
}

/// All of these in groups of at most so many tokens, shuffled alike each time; within a group the order is kept.
pub(super) fn batches(all: &[Readable<'_>], environment: &Environment<'_>) -> Vec<Batch> {
    let context = environment.model().map_or(0, |model| u64::from(model.llm.card().context));
    let fits = (context.saturating_sub(u64::from(ROOM)) as f64 * SHARE) as u64;
    let most = (GlobalOptions::of(environment.options()).map_tokens as u64).min(fits);
    let mut order: Vec<usize> = (0..all.len()).collect();
    let mut random = SplitMix::new(SEED);
    for at in (1..order.len()).rev() {
        order.swap(at, random.below(at + 1));
    }
    let (mut groups, mut size): (Vec<Vec<usize>>, u64) = (Vec::new(), 0);
    for at in order {
        let tokens = all[at].tokens();
        match groups.last_mut() {
            Some(group) if size + tokens <= most => {
                size += tokens;
                group.push(at);
            }
            _ => {
                size = tokens;
                groups.push(vec![at]);
            }
        }
    }
    groups.iter_mut().for_each(|group| group.sort_unstable());
    groups.into_iter().map(|group| Batch::of(group.into_iter().map(|at| &all[at]))).collect()
}

/// A request about a group: the prompt template, the name of its placeholder, and the name of the reply's schema.
#[derive(Clone, Copy)]
pub(super) struct MapWords<'a> {
    pub(super) told: &'a PromptTemplate,
    pub(super) place: &'static str,
    pub(super) schema: &'static str,
}

impl MapWords<'_> {
    pub(super) fn prompt(self, question: &str, batch: &Batch) -> Prompt {
        let prompt = self.told.prompt(&[("question", question), (self.place, &batch.text)], ROOM);
        Prompt { shape: Shape::json(self.schema, schema(self.schema)), ..prompt }
    }
}

fn schema(name: &str) -> Value {
    let string = || json!({ "type": "string" });
    let object = |properties: Value, required: &[&str]| json!({ "type": "object", "additionalProperties": false, "required": required, "properties": properties });
    let refs = json!({ "type": "array", "items": string() });
    let score = json!({ "type": "number" });
    let list = |of: Value| json!({ "type": "array", "items": of });
    let points = list(object(
        json!({ "description": string(), "score": score, "refs": refs }),
        &["description", "score", "refs"],
    ));
    match name {
        "claims" => {
            let claim = object(json!({ "claim": string(), "refs": refs }), &["claim", "refs"]);
            object(json!({ "claims": list(claim) }), &["claims"])
        }
        "drift" => {
            let follow = list(object(json!({ "question": string(), "score": score }), &["question", "score"]));
            object(json!({ "points": points, "follow_ups": follow }), &["points", "follow_ups"])
        }
        _ => object(json!({ "points": points }), &["points"]),
    }
}

/// The extracted points, with the number of failed groups.
#[derive(Default)]
pub(super) struct Mapped {
    pub(super) points: Vec<EvidencePoint>,
    /// The replies that were read.
    pub(super) replies: Vec<String>,
    failed: usize,
    of: usize,
}

impl Mapped {
    /// The maximum cost of requests about these groups.
    pub(super) fn foretold(question: &Question, words: MapWords<'_>, batches: &[Batch]) -> Asks {
        let input = batches.iter().map(|batch| tokens::foretold(&words.prompt(&question.text, batch))).sum();
        let calls = batches.len() as u64;
        Asks { calls, input, output: calls * u64::from(ROOM), tests: false }
    }

    /// Asks about every group.
    pub(super) async fn ask(&mut self, environment: &mut Environment<'_>, asked: &[(Prompt, &Batch)]) {
        let Some(model) = environment.model() else { return };
        let prompts: Vec<Prompt> = asked.iter().map(|(prompt, _)| prompt.clone()).collect();
        let read = |at: usize, text: &str| asked[at].1.points(text).map(|points| (points, text.to_owned()));
        let all = environment.ask_all(model.llm, &prompts, read).await;
        self.of += all.len();
        for one in all {
            match one {
                Ok((points, reply)) => {
                    self.points.extend(points);
                    self.replies.push(reply);
                }
                Err(_) => self.failed += 1,
            }
        }
    }

    /// The points as evidence, the most helpful first, with their chunks as hits.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(super) async fn evidence(self, environment: &Environment<'_>) -> Result<Evidence, EngineError> {
        let mut points = self.points;
        points.sort_by(|x, y| y.score.total_cmp(&x.score));
        let mut seen = BTreeSet::new();
        let named = points.iter().flat_map(|point| point.chunks.iter().map(|chunk| (*chunk, point.score)));
        let named: Vec<(Key, f64)> = named.filter(|(chunk, _)| seen.insert(*chunk)).collect();
        let read = environment.chunks(&SelectChunks::Bare(named.iter().map(|(chunk, _)| *chunk).collect())).await?;
        let documents: FxHashMap<Key, Key> =
            read.iter().map(|stored| (stored.chunk.key, stored.chunk.document)).collect();
        let hit = |(chunk, score): &(Key, f64)| {
            let document = *documents.get(chunk)?;
            Some(Hit {
                chunk: *chunk,
                document,
                score: *score,
                why: Why::leaf(Reason::Sum { of: "point".to_owned() }, *score),
            })
        };
        let mut evidence = Evidence { hits: named.iter().filter_map(hit).collect(), ..Evidence::default() };
        if self.failed > 0 {
            evidence.notes.push(Note::Unread { failed: self.failed, of: self.of });
        }
        if points.is_empty() {
            evidence.notes.push(Note::NoCommunitySpeaks);
        }
        evidence.points = points;
        Ok(evidence)
    }
}

#[cfg(test)]
mod tests {
    use quipu_kernel::model::Chunk;

    use super::*;

    #[test]
    fn a_group_holds_the_first_that_fit_and_one_at_least() {
        let stored = |name: &str| {
            let chunk = Chunk { key: Key::text(name), text: "word ".repeat(100), ..Chunk::default() };
            StoredChunk { chunk, facts: Vec::new() }
        };
        let all = ["a", "b", "c"].map(stored);
        let readable: Vec<Readable<'_>> = all.iter().map(Readable::Chunk).collect();
        let held = |most| Batch::within(&readable, most).labels.chunks().to_vec();
        let size = readable[0].tokens();
        assert_eq!(held(1), [Key::text("a")]);
        assert_eq!(held(2 * size), [Key::text("a"), Key::text("b")]);
        assert_eq!(held(9 * size).len(), 3);
    }
}
