//! Before a look: other wordings of the question (multi-query), a passage that might answer it (HyDE, arXiv
//! 2212.10496), its parts (query decomposition). Each wording and part is searched by the same way, and the results are
//! merged by reciprocal ranks.

use quipu_kernel::own_options;
use quipu_kernel::replies::object;
use quipu_kernel::strategies::OptionBounds;
use quipu_kernel::view::{Evidence, Hit, Note, Question};
use quipu_language::plan::{parts, route};
use serde_json::{Value, json};

use crate::base::EngineError;
use crate::base::gateway::token_count;
use crate::base::ports::{EmbeddingRole, Prompt};
use crate::base::query::{Query, understand};
use crate::find::environment::choosing::shape;
use crate::find::environment::{Environment, ExpectedCalls};

/// The most tokens of a reply.
const ROOM: u32 = 300;

own_options! {
    /// Options of the steps before a look.
    pub(crate) struct BeforeOptions of "before" {
        wordings: usize = 0, OptionBounds::Count(0, 10), "with a model: in how many other wordings a question is looked for, too; what they find is merged by reciprocal ranks";
        hyde: bool = false, OptionBounds::Truth, "with a model: whether a passage that might answer is written, whose vector joins the question's (HyDE)";
        parts: bool = false, OptionBounds::Truth, "whether the simpler questions that a question is made of are looked for, too (decomposition)";
    }
}

impl BeforeOptions {
    /// The maximum cost.
    pub(crate) fn asks(&self, question: &Question) -> Option<ExpectedCalls> {
        let calls = u64::from(self.wordings > 0) + u64::from(self.hyde);
        let input = calls * (200 + token_count::near(&question.text));
        (calls > 0).then_some(ExpectedCalls { calls, input, output: calls * u64::from(ROOM), tests: false })
    }

    /// The simpler questions that are searched, too.
    fn simpler(&self, text: &str) -> Vec<String> {
        let plan = if self.parts { parts(text, &route(text, &[]), &[]).parts } else { Vec::new() };
        plan.iter().map(|part| without_places(&part.ask)).filter(|part| part != text && !part.is_empty()).collect()
    }

    /// The maximum number of questions searched.
    pub(crate) fn looks(&self, text: &str) -> usize {
        1 + self.wordings + self.simpler(text).len()
    }

    /// The questions to search: the original one first, then its other wordings.
    ///
    /// # Errors
    /// When the embedding model fails.
    pub(crate) async fn questions(
        &self,
        environment: &mut Environment<'_>,
        mut question: Question,
        query: &Query,
        notes: &mut Vec<Note>,
    ) -> Result<Vec<Question>, EngineError> {
        let mut texts: Vec<String> = Vec::new();
        let model = environment.model();
        if model.is_none() && self.asks(&question).is_some() {
            notes.push(Note::NotWorded);
        }
        if let Some(model) = model {
            if self.wordings > 0 {
                match self.worded(environment, &question).await {
                    Some(wordings) => texts.extend(wordings),
                    None => notes.push(Note::Unread { failed: 1, of: 1 }),
                }
            }
            if self.hyde {
                let prompt = model.ways.guess.prompt(&[("question", &question.text)], ROOM);
                let read = |_: usize, text: &str| match text.trim() {
                    "" => Err("it is empty".to_owned()),
                    text => Ok(text.to_owned()),
                };
                match environment.ask_all(model.llm, &[prompt], read).await.pop() {
                    Some(Ok(guess)) => joined(environment, &mut question, &guess).await?,
                    _ => notes.push(Note::Unread { failed: 1, of: 1 }),
                }
            }
        }
        texts.extend(self.simpler(&question.text));
        texts.retain(|text| *text != question.text && !text.trim().is_empty());
        let mut questions = vec![question];
        for text in texts {
            environment.say("wording", text.clone());
            questions.push(understand(environment.workspace(), &Query { text, ..query.clone() }).await?);
        }
        Ok(questions)
    }

    async fn worded(&self, environment: &mut Environment<'_>, question: &Question) -> Option<Vec<String>> {
        let model = environment.model()?;
        let list = json!({ "type": "array", "items": { "type": "string" } });
        let count = self.wordings.to_string();
        let places = [("question", question.text.as_str()), ("count", count.as_str())];
        let shape = shape("wordings", json!({ "wordings": list }), &["wordings"]);
        let prompt = Prompt { shape, ..model.ways.wordings.prompt(&places, ROOM) };
        let read = |_: usize, reply: &str| {
            let said = object(reply).ok_or("it is no object")?;
            let listed = said.get("wordings").and_then(Value::as_array).ok_or("it holds no wordings")?;
            let texts: Vec<String> = listed.iter().filter_map(|text| Some(text.as_str()?.trim().to_owned())).collect();
            if texts.is_empty() { Err("it holds no wordings".to_owned()) } else { Ok(texts) }
        };
        let mut texts = environment.ask_all(model.llm, &[prompt], read).await.pop()?.ok()?;
        texts.truncate(self.wordings);
        Some(texts)
    }
}

/// A part's question without the placeholders of other parts' results.
fn without_places(ask: &str) -> String {
    let mut rest = ask;
    let mut out = String::new();
    while let Some((before, behind)) = rest.split_once('{') {
        out.push_str(before);
        rest = behind.split_once('}').map_or(behind, |(_, behind)| behind);
    }
    (out + rest).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The vector of a passage that might answer joins the question's, each with half.
async fn joined(environment: &Environment<'_>, question: &mut Question, guess: &str) -> Result<(), EngineError> {
    let Some(embedder) = &environment.workspace().embedder else { return Ok(()) };
    let guessed = embedder.embed(&[guess], EmbeddingRole::Passage).await?.pop().flatten();
    let Some((asked, guessed)) = question.vector.as_mut().zip(guessed).filter(|(asked, by)| asked.len() == by.len())
    else {
        return Ok(());
    };
    asked.iter_mut().zip(guessed).for_each(|(asked, guessed)| *asked = f32::midpoint(*asked, guessed));
    let length = asked.iter().map(|part| part * part).sum::<f32>().sqrt();
    if length > 0.0 {
        asked.iter_mut().for_each(|part| *part /= length);
    }
    Ok(())
}

/// The hits of several wordings, merged by reciprocal ranks; other evidence is that of the first.
pub(crate) fn merged(mut found: Vec<(String, Evidence)>, limit: usize) -> Evidence {
    if found.len() < 2 {
        return found.pop().map(|(_, evidence)| evidence).unwrap_or_default();
    }
    let lists = found.iter_mut().map(|(text, evidence)| (text.as_str(), std::mem::take(&mut evidence.hits)));
    let hits = Hit::by_ranks("wordings", lists.collect(), limit, |_, place, _| place);
    let (_, first) = found.swap_remove(0);
    Evidence { hits, ..first }
}

#[cfg(test)]
mod tests {
    use quipu_kernel::model::Key;
    use quipu_kernel::view::{Reason, Why};

    use super::*;

    fn found(keys: &[u8]) -> Evidence {
        let hit = |key: &u8| {
            let why = Why::sum("toy", vec![Why::leaf(Reason::Cosine { cosine: 1.0 }, 1.0)]);
            Hit { chunk: Key::of("chunk", &[&[*key]]), document: Key::default(), score: 1.0, why }
        };
        Evidence { hits: keys.iter().map(hit).collect(), ..Evidence::default() }
    }

    #[test]
    fn a_part_is_looked_for_without_what_others_find() {
        assert_eq!(without_places("When was {1} born?"), "When was born?");
        assert_eq!(without_places("Who keeps the clock?"), "Who keeps the clock?");
    }

    #[test]
    fn what_several_wordings_find_goes_first() {
        let one = |text: &str, keys: &[u8]| (text.to_owned(), found(keys));
        let evidence = merged(vec![one("a", &[1, 2]), one("b", &[2, 3])], 2);
        let chunks: Vec<Key> = evidence.hits.iter().map(|hit| hit.chunk).collect();
        assert_eq!(chunks, [Key::of("chunk", &[&[2]]), Key::of("chunk", &[&[1]])]);
        assert_eq!(evidence.hits[0].why.parts.len(), 2);
        assert_eq!(merged(vec![one("a", &[1])], 9), found(&[1]), "one wording changes nothing");
    }
}
