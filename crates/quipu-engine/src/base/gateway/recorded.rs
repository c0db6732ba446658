//! Runs as files (record and replay): a line of JSON for every reply, to replay the run without a server.
//!
//! They are recorded next to the server, so that a replayed run passes through all the rest of the
//! gateway. Passing failures are not recorded: the run goes on without them. A line begins with the key
//! of its prompt, so that sorted lines are the same in any order of calls; it holds no address and no key
//! of a server.

use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex, PoisonError};

use quipu_kernel::model::Key;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::base::ports::{Boxed, Heard, Llm, LlmCard, LlmError, Prompt, Reply};

/// One line.
#[derive(Serialize, Deserialize)]
struct Row {
    asked: Key,
    /// The number of earlier equal prompts.
    nth: u32,
    model: String,
    prompt: Prompt,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reply: Option<Reply>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    error: Option<LlmError>,
}

/// The key of a prompt to a model.
fn key(card: &LlmCard, prompt: &Prompt) -> Key {
    let asked = (&card.name, card.temperature, prompt);
    Key::text(&serde_json::to_string(&asked).unwrap_or_default())
}

/// A recording of a run, shared by all of its models.
pub struct Tape {
    state: Mutex<Reel>,
}

struct Reel {
    out: Box<dyn Write + Send>,
    times: FxHashMap<Key, u32>,
}

impl Tape {
    /// Writes lines to `out`, each as soon as there is one.
    pub fn new(out: Box<dyn Write + Send>) -> Self {
        Self { state: Mutex::new(Reel { out, times: FxHashMap::default() }) }
    }

    fn take(&self, card: &LlmCard, prompt: &Prompt, done: &Result<Reply, LlmError>) -> io::Result<()> {
        let asked = key(card, prompt);
        let mut reel = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let times = reel.times.entry(asked).or_default();
        *times += 1;
        let (nth, model, prompt) = (*times - 1, card.name.clone(), prompt.clone());
        let row = Row { asked, nth, model, prompt, reply: done.clone().ok(), error: done.clone().err() };
        let mut line = serde_json::to_vec(&row)?;
        line.push(b'\n');
        reel.out.write_all(&line)?;
        reel.out.flush()
    }
}

/// The lines of a run in an order that does not depend on the order of replies.
pub fn sorted(lines: &str) -> String {
    let mut lines: Vec<&str> = lines.lines().collect();
    lines.sort_unstable();
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// A model whose replies are recorded.
pub struct Recorded {
    llm: Arc<dyn Llm>,
    tape: Arc<Tape>,
}

impl Recorded {
    /// Records the replies of `llm`.
    pub fn new(llm: Arc<dyn Llm>, tape: Arc<Tape>) -> Self {
        Self { llm, tape }
    }
}

impl Llm for Recorded {
    fn card(&self) -> &LlmCard {
        self.llm.card()
    }

    fn reply<'a>(&'a self, prompt: &'a Prompt, heard: Option<Heard<'a>>) -> Boxed<'a, Result<Reply, LlmError>> {
        Box::pin(async move {
            let done = self.llm.reply(prompt, heard).await;
            if !done.as_ref().is_err_and(LlmError::passes) {
                let taken = self.tape.take(self.card(), prompt, &done);
                taken.map_err(LlmError::unkept)?;
            }
            done
        })
    }
}

/// A run that was recorded.
pub struct Recording {
    path: String,
    replies: Mutex<FxHashMap<Key, Told>>,
}

/// The recorded replies to one prompt, and the number of them replayed.
#[derive(Default)]
struct Told {
    rows: Vec<(u32, Result<Reply, LlmError>)>,
    given: usize,
}

impl Recording {
    /// Reads the lines of a run; errors name it by `path`.
    ///
    /// # Errors
    /// When they cannot be read, or a line is no recorded reply.
    pub fn read(lines: impl BufRead, path: String) -> io::Result<Self> {
        let mut replies: FxHashMap<Key, Told> = FxHashMap::default();
        for (at, line) in lines.lines().enumerate() {
            let row: Result<Row, _> = serde_json::from_str(&line?);
            let wrong =
                |reason: String| io::Error::new(io::ErrorKind::InvalidData, format!("line {}: {reason}", at + 1));
            let row = row.map_err(|error| wrong(error.to_string()))?;
            let done = match (row.reply, row.error) {
                (Some(reply), None) => Ok(reply),
                (None, Some(error)) => Err(error),
                _ => return Err(wrong("it holds neither a reply nor an error".to_owned())),
            };
            replies.entry(row.asked).or_default().rows.push((row.nth, done));
        }
        replies.values_mut().for_each(|told| told.rows.sort_by_key(|(nth, _)| *nth));
        Ok(Self { path, replies: Mutex::new(replies) })
    }

    /// The next recorded reply; the last one again after the end.
    fn give(&self, card: &LlmCard, prompt: &Prompt) -> Result<Reply, LlmError> {
        let mut replies = self.replies.lock().unwrap_or_else(PoisonError::into_inner);
        let unknown = || LlmError::Unrecorded { model: card.name.clone(), path: self.path.clone() };
        let told = replies.get_mut(&key(card, prompt)).ok_or_else(unknown)?;
        let at = told.given.min(told.rows.len().saturating_sub(1));
        told.given += 1;
        told.rows.get(at).map_or_else(|| Err(unknown()), |(_, done)| done.clone())
    }
}

/// A model that replays the replies of a recorded run, and nothing else.
pub struct Replayed {
    card: LlmCard,
    recording: Arc<Recording>,
}

impl Replayed {
    /// Replays the model of this card.
    pub fn new(card: LlmCard, recording: Arc<Recording>) -> Self {
        Self { card, recording }
    }
}

impl Llm for Replayed {
    fn card(&self) -> &LlmCard {
        &self.card
    }

    fn reply<'a>(&'a self, prompt: &'a Prompt, heard: Option<Heard<'a>>) -> Boxed<'a, Result<Reply, LlmError>> {
        Box::pin(async move {
            let done = self.recording.give(&self.card, prompt);
            if let (Ok(reply), Some(heard)) = (&done, heard) {
                heard(&reply.text);
            }
            done
        })
    }
}

#[cfg(test)]
mod tests {
    use futures::future::join_all;

    use super::super::toys::{Scripted, busy, said};
    use super::*;

    /// A tape that can be read.
    #[derive(Clone, Default)]
    struct Paper(Arc<Mutex<Vec<u8>>>);

    impl Write for Paper {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn prompt(text: &str) -> Prompt {
        Prompt::new("Be brief.", text, 10)
    }

    async fn run(prompts: &[Prompt], script: Vec<Result<Reply, LlmError>>) -> (String, LlmCard) {
        let paper = Paper::default();
        let llm = Recorded::new(Arc::new(Scripted::new(script)), Arc::new(Tape::new(Box::new(paper.clone()))));
        for prompt in prompts {
            let _ = llm.reply(prompt, None).await;
        }
        let lines = String::from_utf8(paper.0.lock().unwrap().clone()).unwrap();
        (lines, llm.card().clone())
    }

    #[tokio::test]
    async fn a_run_is_had_again_in_any_order() {
        let too_long = LlmError::TooLong { model: "toy".to_owned(), reason: "9 of 8".to_owned() };
        let asked = [prompt("a"), prompt("b"), prompt("a"), prompt("c"), prompt("d")];
        let script = vec![Ok(said("one")), Err(busy(None)), Ok(said("two")), Err(too_long.clone()), Ok(said("four"))];
        let (lines, card) = run(&asked, script).await;
        assert_eq!(lines.lines().count(), 4, "what passes is not taken");
        let recording = Recording::read(sorted(&lines).as_bytes(), "run.jsonl".to_owned()).unwrap();
        let llm = Replayed::new(card, Arc::new(recording));
        let mut heard = String::new();
        let four = llm.reply(&asked[4], Some(&mut |piece: &str| heard.push_str(piece))).await;
        assert_eq!((four, heard.as_str()), (Ok(said("four")), "four"));
        assert_eq!(llm.reply(&asked[3], None).await, Err(too_long));
        let said_of_a: Vec<String> = join_all((0..3).map(|_| llm.reply(&asked[0], None)))
            .await
            .into_iter()
            .map(|done| done.unwrap().text)
            .collect();
        assert_eq!(said_of_a, ["one", "two", "two"]);
        let unknown = llm.reply(&prompt("e"), None).await.unwrap_err();
        assert!(matches!(&unknown, LlmError::Unrecorded { path, .. } if path == "run.jsonl"), "{unknown}");
        let room = Prompt { room: 11, ..asked[4].clone() };
        assert!(llm.reply(&room, None).await.is_err(), "another room is another question");
    }

    #[tokio::test]
    async fn sorted_lines_do_not_depend_on_who_came_first() {
        let asked = [prompt("a"), prompt("b"), prompt("c")];
        let turned: Vec<Prompt> = asked.iter().rev().cloned().collect();
        let (one, _) = run(&asked, vec![Ok(said("yes"))]).await;
        let (other, _) = run(&turned, vec![Ok(said("yes"))]).await;
        assert_ne!(one, other);
        assert_eq!(sorted(&one), sorted(&other));
    }

    #[test]
    fn a_line_that_was_never_recorded_is_named() {
        for (lines, at) in [("{}\n", "line 1"), ("\n", "line 1")] {
            let error = Recording::read(lines.as_bytes(), String::new()).err().unwrap().to_string();
            assert!(error.starts_with(at), "{error}");
        }
    }
}
