//! The helpful sentence of a passage, chosen by a model: its reply is a number only, so that a test costs
//! little more than the passage.

use quipu_kernel::model::{Key, Span};
use quipu_kernel::replies::numbers;
use quipu_kernel::text::sentences;
use quipu_kernel::view::Question;

use super::{LazyOptions, claims};
use crate::base::EngineError;
use crate::base::gateway::token_count;
use crate::base::ports::{Prompt, SelectChunks};
use crate::find::environment::{Environment, ExpectedCalls, PolicyModel};

/// The most tokens of a reply: a part for each passage, and a fixed one for longer replies.
const ROOM: (u32, u32) = (4, 4);

/// A model's choices for some passages.
pub(super) struct JudgedChunks {
    /// The sentence of each that helps.
    pub(super) helps: Vec<Option<Span>>,
    /// Replies that could not be read.
    pub(super) unread: usize,
    /// Number of calls.
    pub(super) asked: usize,
}

/// The sentences of some passages, numbered through: a list of them, each with its passage.
struct Numbered {
    text: String,
    sentences: Vec<(usize, Span)>,
}

impl Numbered {
    fn of(passages: &[&str]) -> Self {
        let mut numbered = Self { text: String::new(), sentences: Vec::new() };
        for (at, passage) in passages.iter().enumerate() {
            if at > 0 {
                numbered.text.push('\n');
            }
            for span in sentences(passage) {
                numbered.sentences.push((at, span));
                let said = passage[span.range()].split_whitespace().collect::<Vec<_>>().join(" ");
                numbered.text += &format!("{}. {said}\n", numbered.sentences.len());
            }
        }
        numbered
    }

    fn prompt(&self, question: &str, model: PolicyModel<'_>, count: usize) -> Prompt {
        let places = [("question", question), ("sentences", self.text.trim_end())];
        let room = ROOM.0 * u32::try_from(count).unwrap_or(1) + ROOM.1;
        model.words.test.prompt(&places, room)
    }
}

/// Asks about some passages, in batches of the configured size.
pub(super) async fn judge(
    question: &Question,
    environment: &mut Environment<'_>,
    model: PolicyModel<'_>,
    passages: &[&str],
) -> JudgedChunks {
    let together = LazyOptions::of(environment.options()).together;
    let groups: Vec<(usize, Numbered)> = passages
        .chunks(together)
        .enumerate()
        .map(|(at, some)| (at * together, Numbered::of(some)))
        .filter(|(_, numbered)| !numbered.sentences.is_empty())
        .collect();
    let prompts: Vec<Prompt> =
        groups.iter().map(|(_, numbered)| numbered.prompt(&question.text, model, together)).collect();
    let read = |_: usize, text: &str| numbers(text).ok_or_else(|| "it holds no number".to_owned());
    let replies = environment.ask_all(model.tester, &prompts, read).await;
    let mut judged = JudgedChunks { helps: vec![None; passages.len()], unread: 0, asked: replies.len() };
    for ((first, numbered), reply) in groups.iter().zip(replies) {
        let Ok(found) = reply else {
            judged.unread += 1;
            continue;
        };
        for number in found {
            let Some((at, span)) = number.checked_sub(1).and_then(|at| numbered.sentences.get(at)) else { continue };
            judged.helps[first + at].get_or_insert(*span);
        }
    }
    judged
}

/// The maximum cost of testing these chunks and extracting claims.
///
/// # Errors
/// When the store cannot be read.
pub(super) async fn expected_calls(
    question: &Question,
    environment: &Environment<'_>,
    model: PolicyModel<'_>,
    chunks: &[Key],
) -> Result<[ExpectedCalls; 2], EngineError> {
    let read = environment.chunks(&SelectChunks::Bare(chunks.to_vec())).await?;
    let together = LazyOptions::of(environment.options()).together;
    let (mut calls, mut input, mut output) = (0, 0, 0);
    for some in read.chunks(together) {
        let texts: Vec<&str> = some.iter().map(|stored| stored.chunk.text.as_str()).collect();
        let prompt = Numbered::of(&texts).prompt(&question.text, model, together);
        calls += 1;
        input += token_count::estimated_tokens(&prompt);
        output += u64::from(prompt.room);
    }
    Ok([ExpectedCalls { calls, input, output, tests: true }, claims::expected_calls()])
}
