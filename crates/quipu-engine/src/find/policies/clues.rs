//! `clues`: the required knowledge is written as statements with gaps, which are searched, filled from the passages
//! found, and searched again, after T2RAG (arXiv 2508.02435).
//!
//! A model writes the question as clues, each a statement of which a part may be `?`. Those with one gap are searched
//! among the statements of the documents, beside the question; from the passages of the nearest statements the model
//! finds the clues that are known now, and those that are open. After three rounds at most, or when nothing is open,
//! the passages that support known clues are the evidence, then those that were read. Clues open after a round stay
//! open in the next, which the published code loses. Without a model it looks as `statements` does. Cost: a call, and
//! one for each round; a view for each text.

use std::collections::BTreeMap;

use quipu_kernel::model::Key;
use quipu_kernel::own_options;
use quipu_kernel::replies::object;
use quipu_kernel::strategies::{OptionBounds, Options, Parameter, WayCard};
use quipu_kernel::text::fold_name;
use quipu_kernel::view::{Evidence, Hit, Note, Question, Reason, Thing, ThingKind, Why};
use serde_json::{Value, json};

use super::{Policy, nothing};
use crate::base::EngineError;
use crate::base::gateway::tokens;
use crate::base::ports::{Boxed, Prompt, SelectChunks};
use crate::base::query::Query;
use crate::find::environment::choosing::passages;
use crate::find::environment::choosing::shape;
use crate::find::environment::{Asks, Environment, PolicyModel};

/// The most tokens of a reply, and how many a passage takes in a prompt.
const ROOM: u32 = 500;
const PASSAGE: u64 = 400;
/// Number of clues per round, and of statements that are shown with the passages of each.
const TEXTS: usize = 4;
const STATEMENTS: usize = 20;

own_options! {
    /// Options of `clues`.
    pub(crate) struct ClueOptions of "clues" {
        rounds: usize = 3, OptionBounds::Count(1, 10), "how often it looks for what is open, at most";
        passages: usize = 5, OptionBounds::Count(1, 100), "how many passages the model reads in a round";
    }
}

/// The policy.
#[derive(Debug, Clone, Copy, Default)]
pub struct Clues;

impl Policy for Clues {
    fn name(&self) -> &'static str {
        "clues"
    }

    fn about(&self) -> &'static str {
        "statements with gaps, looked for and filled in round by round (T2RAG)"
    }

    fn calls(&self) -> usize {
        1 + ClueOptions::default().rounds
    }

    fn card(&self) -> WayCard {
        WayCard {
            of: "T2RAG, arXiv 2508.02435",
            steps: &["clues", "relations near", "chunks of relations", "clues filled in"],
            ..WayCard::default()
        }
    }

    fn parameters(&self) -> &'static [Parameter] {
        ClueOptions::PARAMETERS
    }

    fn views(&self, options: &Options) -> usize {
        1 + ClueOptions::of(options).rounds * (1 + TEXTS)
    }

    fn run<'a>(
        &'a self,
        question: &'a Question,
        environment: &'a mut Environment<'_>,
    ) -> Boxed<'a, Result<Evidence, EngineError>> {
        Box::pin(async move {
            let own = ClueOptions::of(environment.options());
            let Some(model) = environment.model() else {
                return stated_instead(question, environment, Note::NoClues).await;
            };
            if !environment.foretell(&[foretold(&own, question)]) {
                return Ok(nothing(self.name(), Note::NoClues));
            }
            let Some(open) = asked(question, environment, model).await else {
                return stated_instead(question, environment, Note::Unread { failed: 1, of: 1 }).await;
            };
            let mut solving = Solving { open, ..Solving::default() };
            for _ in 0..own.rounds {
                let found = solving.look(question, environment, own.passages).await?;
                if found.is_empty() || !solving.read(question, environment, model, found).await? {
                    break;
                }
            }
            Ok(Evidence { strategy: self.name().to_owned(), ..solving.evidence(environment.options().limit) })
        })
    }
}

/// The maximum cost.
fn foretold(own: &ClueOptions, question: &Question) -> Asks {
    let rounds = own.rounds as u64;
    let each = PASSAGE * (own.passages as u64 + 1) + 20 * STATEMENTS as u64 + u64::from(ROOM);
    let input = PASSAGE + tokens::near(&question.text) + rounds * each;
    Asks { calls: 1 + rounds, input, output: (1 + rounds) * u64::from(ROOM), tests: false }
}

/// The evidence of `statements`, and why it is no more than that.
async fn stated_instead(
    question: &Question,
    environment: &mut Environment<'_>,
    note: Note,
) -> Result<Evidence, EngineError> {
    let options = environment.options().clone();
    let mut evidence = looked(question, environment, question.text.clone(), options).await?;
    evidence.strategy = "clues".to_owned();
    evidence.notes.push(note);
    Ok(evidence)
}

async fn looked(
    question: &Question,
    environment: &mut Environment<'_>,
    text: String,
    options: Options,
) -> Result<Evidence, EngineError> {
    let (filter, strategy) = (question.filter.clone(), "statements".to_owned());
    Ok(environment.look(&Query { text, filter, strategy, options }).await?.unwrap_or_default())
}

/// A statement with possibly unknown parts.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Clue([String; 3]);

impl Clue {
    fn read(said: &Value) -> Option<Self> {
        let part = |name: &str| said.get(name)?.as_str().map(|text| text.trim().to_owned());
        let parts = [part("source")?, part("predicate")?, part("target")?];
        parts.iter().any(|part| !unknown(part)).then_some(Self(parts))
    }

    /// Number of its unknown parts.
    fn gaps(&self) -> usize {
        self.0.iter().filter(|part| unknown(part)).count()
    }

    /// The search text: the clue without its gaps.
    fn text(&self) -> String {
        let known: Vec<&str> = self.0.iter().filter(|part| !unknown(part)).map(String::as_str).collect();
        known.join(" ")
    }

    fn said(&self) -> String {
        self.0.join(" ")
    }
}

fn unknown(part: &str) -> bool {
    part.is_empty() || part.starts_with('?')
}

fn clues(said: Option<&Value>) -> Vec<Clue> {
    said.and_then(Value::as_array).into_iter().flatten().filter_map(Clue::read).collect()
}

fn clue_shape(more: Value) -> Value {
    let text = json!({ "type": "string" });
    let mut properties = json!({ "source": text, "predicate": text, "target": text });
    let mut required = vec!["source", "predicate", "target"];
    if let (Some(all), Some(more)) = (properties.as_object_mut(), more.as_object()) {
        all.extend(more.clone());
        required.extend(more.keys().map(String::as_str));
    }
    let one =
        json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false });
    json!({ "type": "array", "items": one })
}

/// The clues of a question, as a model writes them; none where no reply can be used.
async fn asked(question: &Question, environment: &mut Environment<'_>, model: PolicyModel<'_>) -> Option<Vec<Clue>> {
    let shape = shape("clues", json!({ "clues": clue_shape(json!({})) }), &["clues"]);
    let prompt = Prompt { shape, ..model.ways.clues.prompt(&[("question", &question.text)], ROOM) };
    let read = |_: usize, reply: &str| {
        let found = clues(object(reply).as_ref().and_then(|said| said.get("clues")));
        if found.is_empty() { Err("it names no clue".to_owned()) } else { Ok(found) }
    };
    let found = environment.ask_all(model.llm, &[prompt], read).await.pop()?.ok()?;
    say(environment, "open", &found);
    Some(found)
}

fn say(environment: &mut Environment<'_>, step: &str, clues: &[Clue]) {
    if !clues.is_empty() {
        environment.say(step, clues.iter().map(Clue::said).collect::<Vec<_>>().join("; "));
    }
}

/// The known facts so far.
#[derive(Default)]
struct Solving {
    open: Vec<Clue>,
    /// Known clues, each with the chunk that supports it.
    known: Vec<(Clue, Key)>,
    /// Earlier search texts, folded.
    asked: Vec<String>,
    /// Passages that were found, each with its best score.
    found: BTreeMap<Key, Hit>,
    things: Vec<Thing>,
    notes: Vec<Note>,
}

impl Solving {
    /// The passages of the statements nearest to the clues with one gap, and to the question in the first round.
    async fn look(
        &mut self,
        question: &Question,
        environment: &mut Environment<'_>,
        passages: usize,
    ) -> Result<Vec<Hit>, EngineError> {
        let searchable = self.open.iter().filter(|clue| clue.gaps() == 1).take(TEXTS).map(Clue::text);
        let mut texts: Vec<String> = std::iter::once(question.text.clone()).chain(searchable).collect();
        texts.retain(|text| !self.asked.contains(&fold_name(text)));
        self.asked.extend(texts.iter().map(|text| fold_name(text)));
        let mut best: BTreeMap<Key, Hit> = BTreeMap::new();
        for text in texts {
            let options = environment.options().limited(passages.max(environment.options().limit));
            let evidence = looked(question, environment, text, options).await?;
            for hit in evidence.hits {
                if best.get(&hit.chunk).is_none_or(|known| known.score < hit.score) {
                    best.insert(hit.chunk, hit);
                }
            }
            self.things.extend(evidence.things);
        }
        let mut hits: Vec<Hit> = best.into_values().collect();
        Hit::best_first(&mut hits);
        for hit in &hits {
            self.found.entry(hit.chunk).or_insert_with(|| hit.clone());
        }
        hits.truncate(passages);
        Ok(hits)
    }

    /// Lets a model fill gaps; true if a clue is open that was not searched.
    async fn read(
        &mut self,
        question: &Question,
        environment: &mut Environment<'_>,
        model: PolicyModel<'_>,
        hits: Vec<Hit>,
    ) -> Result<bool, EngineError> {
        let keys: Vec<Key> = hits.iter().map(|hit| hit.chunk).collect();
        let chunks = environment.chunks(&SelectChunks::Bare(keys)).await?;
        let passages = passages(chunks.iter().map(|one| one.chunk.text.as_str()), PASSAGE);
        let stated = self.things.iter().filter(|thing| thing.kind == ThingKind::Relation);
        let stated: Vec<&str> = stated.take(STATEMENTS).map(|thing| thing.words.as_str()).collect();
        let lines = |clues: &mut dyn Iterator<Item = &Clue>| clues.map(Clue::said).collect::<Vec<_>>().join("\n");
        let (known, open) = (lines(&mut self.known.iter().map(|(clue, _)| clue)), lines(&mut self.open.iter()));
        let places = [
            ("question", question.text.as_str()),
            ("passages", &passages),
            ("statements", &stated.join("\n")),
            ("known", &known),
            ("open", &open),
        ];
        let passage = json!({ "passage": { "type": "integer" } });
        let properties = json!({ "known": clue_shape(passage), "open": clue_shape(json!({})) });
        let shape = shape("filled", properties, &["known", "open"]);
        let prompt = Prompt { shape, ..model.ways.filled.prompt(&places, ROOM) };
        let read = |_: usize, reply: &str| object(reply).ok_or_else(|| "it is no object".to_owned());
        let Some(Ok(said)) = environment.ask_all(model.llm, &[prompt], read).await.pop() else {
            self.notes.push(Note::Unread { failed: 1, of: 1 });
            return Ok(false);
        };
        let mut new = Vec::new();
        for value in said.get("known").and_then(Value::as_array).into_iter().flatten() {
            let number = value.get("passage").and_then(Value::as_u64).and_then(|n| usize::try_from(n).ok());
            let chunk = number.and_then(|n| chunks.get(n.checked_sub(1)?)).map(|stored| stored.chunk.key);
            let Some((clue, chunk)) = Clue::read(value).filter(|clue| clue.gaps() == 0).zip(chunk) else { continue };
            if !self.known.iter().any(|(known, _)| *known == clue) {
                new.push(clue.clone());
                self.known.push((clue, chunk));
            }
        }
        say(environment, "known", &new);
        let left = clues(said.get("open"));
        // If a clue was filled, the open clues are those of the reply; else those from before stay open.
        if !left.is_empty() || !new.is_empty() {
            self.open = left;
        }
        say(environment, "open", &self.open);
        let is_new = |clue: &Clue| clue.gaps() == 1 && !self.asked.contains(&fold_name(&clue.text()));
        Ok(self.open.iter().any(is_new))
    }

    /// The chunks that support known clues, in the order of their discovery, then the other hits.
    fn evidence(self, limit: usize) -> Evidence {
        let mut borne: BTreeMap<Key, Vec<Why>> = BTreeMap::new();
        for (place, (clue, chunk)) in (1..).zip(&self.known) {
            let leaf = Why::leaf(Reason::Clue { clue: clue.said() }, 1.0 / f64::from(place));
            borne.entry(*chunk).or_default().push(leaf);
        }
        let best = self.found.values().map(|hit| hit.score).fold(f64::MIN_POSITIVE, f64::max);
        let hit = |hit: Hit| {
            let mut parts = borne.get(&hit.chunk).cloned().unwrap_or_default();
            // A passage without support for a clue ranks behind all others.
            let behind = 1.0 / (self.known.len() + 1) as f64;
            parts.push(hit.why.scaled(behind / best));
            let why = Why::sum("clues", parts);
            Hit { score: why.value, why, ..hit }
        };
        let mut hits: Vec<Hit> = self.found.into_values().map(hit).collect();
        Hit::best_first(&mut hits);
        hits.truncate(limit);
        Evidence { hits, things: Thing::each_once(self.things), notes: self.notes, ..Evidence::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clue_is_looked_for_by_what_it_says() {
        let clue = |source, predicate, target| {
            Clue::read(&json!({ "source": source, "predicate": predicate, "target": target }))
        };
        let one = clue("Meridian Clock", "repaired by", "?who").expect("it says something");
        assert_eq!((one.gaps(), one.text().as_str()), (1, "Meridian Clock repaired by"));
        assert_eq!(clue("?", "?", ""), None, "nothing is known of it");
    }

    #[test]
    fn what_bears_out_what_is_known_goes_first() {
        let key = |n: u8| Key::of("chunk", &[&[n]]);
        let hit = |n: u8, score: f64| {
            let why = Why::sum("toy", vec![Why::leaf(Reason::Cosine { cosine: score }, score)]);
            (key(n), Hit { chunk: key(n), document: key(0), score, why })
        };
        let clue = Clue(["a", "b", "c"].map(str::to_owned));
        let found = BTreeMap::from([hit(1, 0.9), hit(2, 0.1), hit(3, 0.5)]);
        let solving = Solving { known: vec![(clue, key(2))], found, ..Solving::default() };
        let evidence = solving.evidence(2);
        let chunks: Vec<Key> = evidence.hits.iter().map(|hit| hit.chunk).collect();
        assert_eq!(chunks, [key(2), key(1)]);
        assert!(evidence.hits.iter().all(|hit| (hit.score - hit.why.value).abs() < 1e-9));
    }
}
