//! Execution of a plan's parts: search, reading, grading, and a second search where the evidence is weak.

use quipu_language::clauses::clause_pieces::pieces;
use quipu_language::clauses::grade::{ENOUGH, of_finding};
use quipu_language::clauses::verb_families::words_of;
use quipu_language::clauses::wanted::{AskedFact, AskedSort};
use serde_json::json;

use super::agent_run::AgentRun;
use super::choose::{Picking, pick};
use super::contradictions::{among, by_question};
use super::run_state::PartAnswer;
use crate::base::EngineError;
use crate::base::agent_events::{Considered, Happened};

/// Number of candidates of a part with which the next one is tried.
const WIDEST: usize = 5;
/// Number of considered values that are reported.
const TOLD: usize = 8;

impl AgentRun<'_> {
    /// Executes a part, grades the result, and searches again where that is weak.
    pub(super) async fn work_at(&mut self, at: usize) -> Result<(), EngineError> {
        self.act(at).await?;
        self.judge(at);
        while self.is_weak(at) && self.correct(at).await? {
            self.judge(at);
        }
        if self.exhaust(at).await? {
            self.judge(at);
        }
        Ok(())
    }

    /// Ends the run at a part at which the store or the embedding model failed; results of other parts are reported.
    ///
    /// # Errors
    /// When there are no results.
    pub(super) fn broke(&mut self, at: usize, error: EngineError) -> Result<(), EngineError> {
        if self.parts.iter().all(|part| part.answers.is_empty()) {
            return Err(error);
        }
        let part = self.parts[at].id;
        self.event(None, Happened::Corrected { part, how: format!("failed: {error}") });
        self.stopped = Some("failed");
        Ok(())
    }

    /// Acts on a part: with each candidate of the parts that it needs, until one is answered.
    pub(super) async fn act(&mut self, at: usize) -> Result<(), EngineError> {
        let mut best: Option<(AskedFact, String, Picking)> = None;
        for (asked, filled) in self.filled(at) {
            let hits = self.bounds.hits;
            // A set is found by its words, one thing by its neighbourhood.
            let way = if asked.many { "lexical" } else { "walk" };
            let look = PartLook { text: searched(&asked, &filled), way, hits };
            let found = self.step(at, &asked, &filled, look).await?;
            let answered = !found.picked.is_empty();
            if best.is_none() || answered {
                best = Some((asked, filled, found));
            }
            if answered {
                break;
            }
        }
        if let Some((asked, filled, found)) = best {
            self.keep(at, asked, filled, found);
        }
        self.parts[at].done = true;
        Ok(())
    }

    /// One step: a search for a part's question, and the answers in its passages.
    async fn step(
        &mut self,
        at: usize,
        asked: &AskedFact,
        filled: &str,
        look: PartLook,
    ) -> Result<Picking, EngineError> {
        let (id, tool) = (self.parts[at].id, self.parts[at].tool.clone());
        let PartLook { text, way, hits } = look;
        let arguments = json!({ "ask": filled, "query": text, "way": way, "k": hits });
        let parent = self.event(None, Happened::StepStarted { part: id, tool: tool.clone(), arguments });
        let began = self.ms();
        let (count, _) =
            self.evidence.retrieve(self.workspace, &mut self.environment, self.query, text, way, hits).await?;
        // Only a search by words finds all statements.
        self.parts[at].complete = way == "lexical" && count < hits;
        let found = self.read(at, asked);
        let considered =
            found.picked.iter().take(TOLD).map(|one| Considered { what: one.value.clone(), score: one.covered });
        let document = |hit: usize| self.evidence.hits.get(hit).map(|read| read.hit.document.clone());
        let mut refs: Vec<String> = found.picked.iter().filter_map(|one| document(one.hit)).collect();
        refs.dedup();
        let ended = Happened::StepEnded {
            part: id,
            tool,
            ok: true,
            considered: considered.collect(),
            chosen: found.picked.iter().take(TOLD).map(|one| one.value.clone()).collect(),
            why: found.picked.first().map(|one| one.text.clone()).unwrap_or_default(),
            refs,
            read: self.evidence.hits.len(),
            empty: found.picked.is_empty(),
            dropped: found.dropped,
            ms: self.ms() - began,
        };
        self.event(Some(parent), ended);
        Ok(found)
    }

    /// The answers in the passages; for a question that may ask for a stated number or a counted set, the number first.
    fn read(&mut self, at: usize, asked: &AskedFact) -> Picking {
        let found = pick(asked, &self.evidence);
        let set = asked.sort == AskedSort::Number && asked.many && found.picked.is_empty();
        if !set {
            return found;
        }
        let named = AskedFact {
            sort: AskedSort::Name,
            keys: asked.keys.iter().filter(|key| Some(*key) != asked.class.as_ref()).cloned().collect(),
            ..asked.clone()
        };
        self.parts[at].asked.sort = AskedSort::Name;
        pick(&named, &self.evidence)
    }

    /// The questions of a part with each candidate in place of the parts it needs, the best first.
    fn filled(&self, at: usize) -> Vec<(AskedFact, String)> {
        let part = &self.parts[at];
        let mut out = vec![(part.asked.clone(), part.filled.clone())];
        for need in &part.needs {
            let slot = format!("{{{need}}}");
            let values: Vec<String> =
                self.parts[need - 1].answers.iter().map(|one| one.picked.value.clone()).take(WIDEST).collect();
            let with = |(asked, filled): &(AskedFact, String), value: &String| {
                let words: Vec<String> = pieces(value, &[])
                    .into_iter()
                    .filter(|piece| piece.text.chars().any(char::is_alphanumeric))
                    .map(|piece| piece.low)
                    .collect();
                let known =
                    asked.known.iter().flat_map(|word| if *word == slot { words.clone() } else { vec![word.clone()] });
                let asked =
                    AskedFact { known: known.collect(), shown: asked.shown.replace(&slot, value), ..asked.clone() };
                (asked, filled.replace(&slot, value))
            };
            out = out
                .iter()
                .flat_map(|one| values.iter().map(|value| with(one, value)).collect::<Vec<_>>())
                .take(WIDEST)
                .collect();
        }
        out
    }

    fn keep(&mut self, at: usize, asked: AskedFact, filled: String, found: Picking) {
        let part = &mut self.parts[at];
        let sort = part.asked.sort;
        part.asked = AskedFact { sort, ..asked };
        part.filled = filled;
        part.answers = found.picked.into_iter().map(|picked| PartAnswer { picked }).collect();
    }

    /// Grades the result of a part.
    pub(super) fn judge(&mut self, at: usize) {
        let part = &self.parts[at];
        let named = part.asked.known.is_empty() || self.evidence.has(&part.asked.known);
        let (grade, why) = match part.answers.first() {
            Some(one) => {
                let grade = of_finding(one.picked.covered, one.picked.sorted);
                (grade, format!("one statement says {:.0} % of what is asked", one.picked.covered * 100.0))
            }
            None if named => (2, "the name is found, what is asked of it is not".to_owned()),
            None => (1, "the name is not found".to_owned()),
        };
        let id = part.id;
        self.parts[at].grade = grade;
        self.event(None, Happened::Graded { part: id, grade, why });
        let (found, sides) = if self.parts[at].asked.many || self.parts[at].asked.when.is_some() {
            (Vec::new(), None)
        } else {
            among(&self.parts[at].answers, &self.evidence)
        };
        let single = !self.parts[at].asked.many && self.parts[at].asked.when.is_none();
        self.parts[at].sides = sides;
        if single && self.parts[at].sides.is_none() {
            let part = &self.parts[at];
            if let Some(conflict) = by_question(&part.filled, &part.answers, &self.evidence) {
                self.parts[at].answers.extend(conflict.answers);
                self.parts[at].sides = Some(conflict.sides);
                self.event(None, Happened::Contradiction(conflict.found));
            }
        }
        for one in found {
            self.event(None, Happened::Contradiction(one));
        }
    }

    /// True if the result of a part is too weak to be reported.
    pub(super) fn is_weak(&self, at: usize) -> bool {
        self.parts[at].grade < ENOUGH
    }

    /// Reads all passages that name the class of a set: only then its members are all that the documents name. Returns
    /// true if it looked.
    async fn exhaust(&mut self, at: usize) -> Result<bool, EngineError> {
        let part = &self.parts[at];
        let (asked, filled) = (AskedFact { sort: self.planned_sort(at), ..part.asked.clone() }, part.filled.clone());
        // Of several candidates of an earlier part only the first with an answer was looked at.
        let one = part.needs.iter().all(|need| self.parts[need - 1].answers.len() == 1);
        let is_name = part.asked.sort == AskedSort::Name;
        let may = asked.many && part.complete && one && !asked.denied && !part.answers.is_empty();
        self.parts[at].complete = false;
        let Some(class) = asked.class.clone().filter(|_| may && is_name) else { return Ok(false) };
        if !self.may_step() {
            return Ok(false);
        }
        let text = std::iter::once(class.as_str()).chain(words_of(&class)).collect::<Vec<_>>().join(" ");
        let look = PartLook { text, way: "lexical", hits: self.bounds.hits };
        let found = self.step(at, &asked, &filled, look).await?;
        self.parts[at].complete &= !found.unsorted;
        self.keep(at, asked, filled, found);
        Ok(true)
    }

    /// Searches again: by another way first, then among more passages. Returns true if it did.
    pub(super) async fn correct(&mut self, at: usize) -> Result<bool, EngineError> {
        let tried = self.corrections(at);
        let (first, other) = if self.parts[at].asked.many { ("lexical", "walk") } else { ("walk", "lexical") };
        let (how, way, hits) = match tried {
            0 => ("other way", other, self.bounds.hits),
            1 => ("widen", first, self.bounds.hits * 4),
            _ => return Ok(false),
        };
        if tried >= self.bounds.corrections || !self.may_step() {
            return Ok(false);
        }
        let id = self.parts[at].id;
        self.event(None, Happened::Corrected { part: id, how: how.to_owned() });
        let (asked, filled) = (self.parts[at].asked.clone(), self.parts[at].filled.clone());
        let look = PartLook { text: searched(&asked, &filled), way, hits };
        let found = self.step(at, &asked, &filled, look).await?;
        self.keep(at, asked, filled, found);
        Ok(true)
    }
}

/// A search for a part.
struct PartLook {
    /// The words to look for.
    text: String,
    /// The strategy.
    way: &'static str,
    /// Number of passages.
    hits: usize,
}

/// The words to look for: the question's, and those of its families in the other language.
fn searched(asked: &AskedFact, filled: &str) -> String {
    let class = asked.class.iter();
    let families = asked.keys.iter().chain(class).flat_map(|key| words_of(key));
    let mut out = filled.to_owned();
    for word in families {
        out.push(' ');
        out.push_str(word);
    }
    out
}
