//! Requests about one window: the facts, all at once or names before them; another one for an unreadable reply,
//! more for facts left out, and by halves where a reply does not fit.

use std::collections::hash_map::Entry;

use futures::future::join;
use quipu_kernel::model::{Chunk, Key};
use quipu_kernel::replies::{Loss, Lost, Notes, Relation, names, notes};
use rustc_hash::{FxHashMap, FxHashSet};

use super::frame::Frame;
use super::profile::Profile;
use super::window;
use crate::base::gateway::Remembered;
use crate::base::ports::{Boxed, LlmError, Prompt, Usage};

/// A single chunk shorter than this is not asked by halves, in characters.
const SHORTEST_HALF: usize = 400;

/// Asks a model about windows.
pub struct Asker {
    pub(super) llm: Remembered,
    pub(super) gleanings: u32,
    frame: Frame,
    /// The key of the profile.
    pub(super) profile: Key,
    /// The prefix of a window's hash: model, profile and rounds.
    lead: String,
}

/// A reply that was read: its notes and its text; and the usage of the call.
type Read = ((Notes, String), Usage);

/// The notes in the replies about a window, and the tokens of the useful ones.
pub(super) struct WindowReply {
    pub(super) notes: Notes,
    pub(super) usage: Usage,
    /// Number of sequential calls: those with useful replies, and those that were cut before.
    pub(super) in_row: u32,
}

impl WindowReply {
    /// The result of one reply.
    fn of(notes: Notes, usage: Usage) -> Self {
        Self { notes, usage, in_row: 1 }
    }

    /// Adds the result of the next request.
    fn take(&mut self, more: Self) {
        self.add(more.usage, more.in_row);
        add(&mut self.notes, more.notes);
    }

    fn add(&mut self, usage: Usage, in_row: u32) {
        self.usage += usage;
        self.in_row += in_row;
    }

    /// The result with the calls of an earlier reply that did not fit.
    fn after(mut self, tried: &LlmError) -> Self {
        self.in_row += if let LlmError::Cut { times, .. } = tried { *times } else { 1 };
        self
    }
}

impl Asker {
    /// Asks `llm` in the words of a profile, `gleanings` times for facts left out; a reply has at most
    /// `room` tokens at first.
    pub fn new(llm: Remembered, profile: &Profile, gleanings: u32, room: u32) -> Self {
        let (key, frame) = (profile.key(), Frame::of(profile, room));
        let lead = format!("{}\n{key}\n{gleanings}\n", llm.model());
        Self { llm, gleanings, frame, profile: key, lead }
    }

    /// The key of a window: equal for equal text, profile, model and rounds.
    pub(super) fn key(&self, title: &str, text: &str) -> Key {
        Key::text(&[&self.lead, title, "\n", text].concat())
    }

    /// The key of statistics of its calls: shared by calls of the same model, profile and rounds.
    pub(super) fn learned(&self) -> Vec<u8> {
        format!("extract/learned/2/{}/{}/{}", self.llm.model(), self.profile, self.gleanings).into_bytes()
    }

    /// The least and the most calls per window.
    pub(super) fn calls(&self) -> (f64, f64) {
        if self.frame.is_open() { (1.0, 2.0) } else { (1.0, 1.0 + f64::from(self.gleanings)) }
    }

    /// Estimated tokens of the first prompt of a window.
    pub(super) fn near(&self, title: &str, text: &str) -> u64 {
        self.frame.near(title, text)
    }

    /// The notes on a window.
    ///
    /// # Errors
    /// When there is no reply, or no readable one.
    pub(super) fn window<'a>(
        &'a self,
        title: &'a str,
        chunks: &'a [&'a Chunk],
    ) -> Boxed<'a, Result<WindowReply, LlmError>> {
        Box::pin(async move {
            match (self.text(title, &window::text(chunks)).await, chunks) {
                (Err(error), [_, _, ..]) if self.may_do_less(&error) => {
                    let (first, second) = chunks.split_at(chunks.len() / 2);
                    let told = both(self.window(title, first), self.window(title, second)).await?;
                    Ok(told.after(&error))
                }
                (Err(error), [chunk]) if self.may_do_less(&error) => {
                    let Some((first, second)) = halves(&chunk.text) else { return as_far_as_it_came(error) };
                    let text = async |text| self.text(title, text).await.or_else(as_far_as_it_came);
                    Ok(both(text(first), text(second)).await?.after(&error))
                }
                (done, _) => done,
            }
        })
    }

    /// True if a shorter text may succeed: for one that does not fit, or that a server refuses, with an unknown
    /// message, while it accepts others.
    fn may_do_less(&self, error: &LlmError) -> bool {
        match error {
            LlmError::Cut { .. } | LlmError::TooLong { .. } => true,
            LlmError::Refused { .. } => error.is_of_prompt() && self.llm.has_replied(),
            _ => false,
        }
    }

    /// The notes on a text.
    async fn text(&self, title: &str, text: &str) -> Result<WindowReply, LlmError> {
        match self.frame.names(title, text) {
            Some(prompt) => self.open(&prompt, title, text).await,
            None => self.rounds(title, text).await,
        }
    }

    /// First the names, then facts between them, as HippoRAG asks.
    async fn open(&self, prompt: &Prompt, title: &str, text: &str) -> Result<WindowReply, LlmError> {
        let ((found, _), usage) = self.read(prompt, names).await?;
        let mut told = WindowReply::of(found, usage);
        let given: Vec<&str> = told.notes.entities.iter().map(|entity| entity.name.as_str()).collect();
        if !given.is_empty() {
            let ((facts, _), usage) = self.read(&self.frame.between(title, &given, text), notes).await?;
            told.take(WindowReply::of(facts, usage));
        }
        Ok(told)
    }

    /// All facts in one request, with those of the gleaning rounds.
    async fn rounds(&self, title: &str, text: &str) -> Result<WindowReply, LlmError> {
        let mut prompt = self.frame.prompt(title, text);
        let ((found, mut said), mut usage) = self.read(&prompt, notes).await?;
        let mut told = WindowReply::of(found, usage);
        for _ in 0..self.gleanings {
            prompt = self.frame.more(prompt, &said, usage);
            match self.read(&prompt, notes).await {
                Ok(((more, _), took)) if more.count() == 0 => {
                    told.add(took, 1);
                    break;
                }
                Ok(((more, text), took)) => {
                    told.take(WindowReply::of(more, took));
                    (said, usage) = (text, took);
                }
                // Facts found so far stay; a failed gleaning round is no measurable loss.
                Err(LlmError::Senseless { .. } | LlmError::Empty { .. } | LlmError::Cut { .. }) => break,
                Err(LlmError::TooLong { .. }) => break,
                Err(error) if error.is_of_prompt() => break,
                Err(error) => return Err(error),
            }
        }
        Ok(told)
    }

    /// The reply to a prompt as notes: a complete one, or after one more request the readable part.
    async fn read(&self, prompt: &Prompt, notes: fn(&str) -> Notes) -> Result<Read, LlmError> {
        let whole = |text: &str| match notes(text) {
            found if found.shaped && found.whole => Ok((found, text.to_owned())),
            found if found.shaped => Err("it ends before its end".to_owned()),
            _ => Err("it holds no list of what was asked for".to_owned()),
        };
        match self.llm.ask_counted(prompt, whole).await {
            Err(LlmError::Senseless { .. } | LlmError::Empty { .. }) => {}
            done => return done,
        }
        let any = |text: &str| match notes(text) {
            found if found.shaped => Ok((found, text.to_owned())),
            _ => Err("it holds no list of what was asked for, twice".to_owned()),
        };
        self.llm.ask_counted(&self.frame.mended(prompt), any).await
    }
}

/// The notes on two halves, requested concurrently. Both are awaited, since their replies are paid for.
async fn both(
    first: impl Future<Output = Result<WindowReply, LlmError>>,
    second: impl Future<Output = Result<WindowReply, LlmError>>,
) -> Result<WindowReply, LlmError> {
    let (first, second) = join(first, second).await;
    let (mut both, second) = (first?, second?);
    let in_row = both.in_row.max(second.in_row);
    both.take(second);
    Ok(WindowReply { in_row, ..both })
}

/// The notes in a reply that was cut off with all the room there is, for a text that is not divided further: its
/// complete records are read, and the last one is lost and counted.
fn as_far_as_it_came(error: LlmError) -> Result<WindowReply, LlmError> {
    let LlmError::Cut { text, times, .. } = &error else { return Err(error) };
    let mut found = notes(text);
    if found.count() == 0 {
        return Err(error);
    }
    if found.lost.iter().all(|lost| lost.why != Loss::Cut) {
        found.lost.push(Lost { why: Loss::Cut, text: String::new() });
    }
    Ok(WindowReply { in_row: *times, ..WindowReply::of(found, Usage::default()) })
}

/// Adds further facts: of two descriptions of a name the longer one, of two relations of the
/// same ends the first.
fn add(found: &mut Notes, more: Notes) {
    let mut known: FxHashMap<String, usize> = FxHashMap::default();
    for (at, entity) in found.entities.iter().enumerate() {
        known.entry(entity.name.to_lowercase()).or_insert(at);
    }
    for entity in more.entities {
        match known.entry(entity.name.to_lowercase()) {
            Entry::Occupied(at) => {
                let known = &mut found.entities[*at.get()];
                if known.description.len() < entity.description.len() {
                    *known = entity;
                } else {
                    found.repeated += 1;
                }
            }
            Entry::Vacant(place) => {
                place.insert(found.entities.len());
                found.entities.push(entity);
            }
        }
    }
    let ends = |of: &Relation| [&of.source, &of.target, &of.predicate].map(|text| text.to_lowercase());
    let mut known: FxHashSet<[String; 3]> = found.relations.iter().map(ends).collect();
    for relation in more.relations {
        if known.insert(ends(&relation)) {
            found.relations.push(relation);
        } else {
            found.repeated += 1;
        }
    }
    found.claims.extend(more.claims);
    found.lost.extend(more.lost);
    found.repeated += more.repeated;
    found.whole &= more.whole;
}

/// A text in two, at the blank line or else the blank nearest to its middle.
fn halves(text: &str) -> Option<(&str, &str)> {
    text.chars().nth(SHORTEST_HALF)?;
    let middle = text.len() / 2;
    let nearest = |sign: &str| text.match_indices(sign).map(|(at, _)| at).min_by_key(|at| at.abs_diff(middle));
    let near = |at: &usize| at.abs_diff(middle) < text.len() / 4;
    let at = nearest("\n\n").filter(near).or_else(|| nearest(". ").map(|at| at + 1)).or_else(|| nearest(" "))?;
    Some(text.split_at(at)).filter(|(first, second)| !first.trim().is_empty() && !second.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_falls_apart_near_its_middle() {
        assert_eq!(halves("short"), None);
        let text = format!("{}\n\n{}", "a ".repeat(200), "b ".repeat(210));
        let (first, second) = halves(&text).unwrap();
        assert!(first.ends_with("a ") && second.trim().starts_with('b'));
        assert_eq!(halves(&"я".repeat(500)), None, "there is no blank to cut at");
    }

    #[test]
    fn a_reply_that_stays_cut_is_read_as_far_as_it_came() {
        let cut = |text: &str| LlmError::Cut { model: "toy".to_owned(), room: 9, times: 1, text: text.to_owned() };
        let found =
            as_far_as_it_came(cut(r#"{"entities": [{"name": "Ada", "type": "person"}, {"name": "Bo"#)).unwrap().notes;
        assert_eq!((found.entities.len(), found.lost.len(), found.lost[0].why), (1, 1, Loss::Cut));
        assert!(as_far_as_it_came(cut("Once upon a time")).is_err(), "there is nothing in it");
    }

    #[test]
    fn what_is_found_again_is_one() {
        let mut found = notes(
            r#"{"entities": [{"name": "Ada", "description": "d"}], "relationships": [{"source": "A", "target": "B"}]}"#,
        );
        let more = notes(
            r#"{"entities": [{"name": "ADA", "description": "longer"}, {"name": "Bo"}], "relationships": [{"source": "a", "target": "b"}]}"#,
        );
        add(&mut found, more);
        assert_eq!(found.entities.iter().map(|of| of.name.as_str()).collect::<Vec<_>>(), ["ADA", "Bo"]);
        assert_eq!((found.relations.len(), found.repeated), (1, 1));
    }
}
