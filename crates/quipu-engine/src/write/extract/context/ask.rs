//! Requests for the context of a window's chunks: all in one call; by halves where the reply leaves one out or does not
//! fit.

use std::ops::Range;

use quipu_kernel::model::Key;
use quipu_kernel::replies::contexts;
use quipu_kernel::text::{head, tail};
use serde_json::json;

use crate::base::gateway::{Remembered, tokens};
use crate::base::ports::{Boxed, LlmError, Shape, StoredChunk, Usage};
use crate::base::prompt::Words;

/// The most bytes of a document's beginning that are shown: some 600 tokens.
const BEGINNING: usize = 2_400;
/// The most bytes of a neighbour.
const NEIGHBOUR: usize = 800;
/// Tokens of a reply: for each sentence, and around them.
const ROOM: (u32, u32) = (150, 200);

/// Asks a model where chunks stand.
pub struct ContextAsker {
    pub(super) llm: Remembered,
    words: Words,
    language: String,
}

/// A document whose chunks are asked about.
pub(super) struct ContextDocument<'a> {
    title: &'a str,
    pub(super) chunks: &'a [StoredChunk],
    beginning: String,
}

impl<'a> ContextDocument<'a> {
    pub(super) fn of(title: &'a str, chunks: &'a [StoredChunk]) -> Self {
        let mut beginning = String::new();
        for stored in chunks {
            if beginning.len() >= BEGINNING {
                break;
            }
            beginning.push_str(stored.chunk.text.trim());
            beginning.push_str("\n\n");
        }
        Self { title, chunks, beginning: head(beginning.trim(), BEGINNING).to_owned() }
    }

    fn text(&self, at: usize) -> &str {
        self.chunks.get(at).map_or("", |stored| stored.chunk.text.trim())
    }
}

impl ContextAsker {
    /// Asks `llm` in these words, for sentences in `language`; empty for that of the text.
    pub fn new(llm: Remembered, words: Words, language: String) -> Self {
        Self { llm, words, language }
    }

    /// The key of the request about a window, equal for equal model and input; and its estimated
    /// tokens.
    pub(super) fn question(&self, told: &ContextDocument<'_>, range: &Range<usize>) -> (Key, u64) {
        let (system, user) = (&self.words.system, self.user(told, range));
        let key = Key::text(&[self.llm.model(), "\n", system, "\n", &user].concat());
        (key, tokens::near_turns([system.len(), user.len()]))
    }

    /// The key of statistics of its calls: shared by calls of the same model and prompt texts.
    pub(super) fn learned(&self) -> Vec<u8> {
        format!("context/learned/1/{}/{}", self.llm.model(), Key::text(&self.words.system)).into_bytes()
    }

    /// A sentence for each chunk of a window, and the tokens of the calls that gave them.
    ///
    /// # Errors
    /// When there is no reply, or none that can be read.
    pub(super) fn window<'a>(
        &'a self,
        told: &'a ContextDocument<'a>,
        range: Range<usize>,
    ) -> Boxed<'a, Result<(Vec<String>, Usage), LlmError>> {
        Box::pin(async move {
            match self.asked(told, &range).await {
                Err(error) if range.len() > 1 && self.may_do_less(&error) => {
                    let middle = range.start + range.len() / 2;
                    let (mut both, mut usage) = self.window(told, range.start..middle).await?;
                    let (more, took) = self.window(told, middle..range.end).await?;
                    both.extend(more);
                    usage += took;
                    Ok((both, usage))
                }
                done => done,
            }
        })
    }

    /// True if fewer chunks may do better.
    fn may_do_less(&self, error: &LlmError) -> bool {
        match error {
            LlmError::Cut { .. } | LlmError::TooLong { .. } | LlmError::Senseless { .. } | LlmError::Empty { .. } => {
                true
            }
            LlmError::Refused { .. } => error.is_of_prompt() && self.llm.has_replied(),
            _ => false,
        }
    }

    async fn asked(&self, told: &ContextDocument<'_>, range: &Range<usize>) -> Result<(Vec<String>, Usage), LlmError> {
        let count = range.len();
        let room = ROOM.0.saturating_mul(u32::try_from(count).unwrap_or(u32::MAX)).saturating_add(ROOM.1);
        let mut prompt = self.words.prompt(&self.user(told, range), room);
        prompt.shape = Shape::json("sentences", schema());
        let read = |text: &str| {
            let said: Option<Vec<String>> = contexts(text, count).into_iter().collect();
            said.ok_or_else(|| "it holds no sentence for some passage".to_owned())
        };
        self.llm.ask_counted(&prompt, read).await
    }

    fn user(&self, told: &ContextDocument<'_>, range: &Range<usize>) -> String {
        let passages = range.clone().zip(1..).map(|(at, number)| {
            let headings = told.chunks.get(at).map(|stored| stored.chunk.headings.join(" › ")).unwrap_or_default();
            format!("[{number}] {headings}\n{}", told.text(at))
        });
        let passages = passages.collect::<Vec<_>>().join("\n\n");
        // A window at the start of the document contains the beginning itself.
        let beginning = if range.start == 0 { "" } else { told.beginning.as_str() };
        let before = range.start.checked_sub(1).map_or("", |at| tail(told.text(at), NEIGHBOUR));
        let places = [
            ("title", told.title),
            ("beginning", beginning),
            ("before", before),
            ("passages", &passages),
            ("after", head(told.text(range.end), NEIGHBOUR)),
        ];
        self.words.user(&places, &self.language)
    }
}

fn schema() -> serde_json::Value {
    let sentence = json!({"type": "object", "additionalProperties": false, "required": ["number", "sentence"],
        "properties": {"number": {"type": "integer"}, "sentence": {"type": "string"}}});
    json!({"type": "object", "additionalProperties": false, "required": ["sentences"],
        "properties": {"sentences": {"type": "array", "items": sentence}}})
}
