//! A test of a model: one short streamed reply, one that must be JSON, and one to a long prompt.
//!
//! A test has no retries, so that failures are visible.

use serde::Serialize;
use serde_json::Value;
use tokio::time::Instant;

use super::{reasoning, tokens};
use crate::base::ports::{Ending, Heard, Llm, LlmError, Prompt, Reply, Shape};

/// Room of a reply; a model that thinks may need most of it for that.
const ROOM: u32 = 1_000;

/// A reply with more tokens than its own by this factor and margin contains reasoning.
const THINKING: u64 = 2;
const MARGIN: u64 = 20;

/// The longest prompt that is tried, in tokens: longer than those of indexing mostly are.
const LONG: u32 = 6_144;
/// The filler text, and its number of tokens.
const FILLER: (&str, u32) = (include_str!("long.txt"), 23);

/// The result of a prompt that takes most of the context.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(tag = "taken", rename_all = "snake_case")]
pub enum Long {
    /// All of it is read.
    Whole,
    /// Only a part of it is read, without a notice.
    Cut {
        /// Tokens read, as the server reports.
        read: u64,
        /// Tokens that it was sent.
        of: u64,
    },
    /// It is refused.
    Refused {
        /// Tokens that the server was sent.
        of: u64,
    },
    /// Unknown: the server reports no tokens.
    Untold,
}

/// The result of a test.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
#[schemars(rename = "TriedModel")]
pub struct Tried {
    /// Seconds until the first piece.
    pub first_seconds: f64,
    /// Tokens of replies in a second, once they had begun.
    pub tokens_a_second: f64,
    /// True if the reply came in pieces.
    pub streams: bool,
    /// True if the server reports tokens.
    pub told: bool,
    /// True if it takes many more tokens than its reply has: it thinks first, shown or not.
    pub thinks: bool,
    /// True if the JSON reply was JSON.
    pub json: bool,
    /// The result of a long prompt.
    pub long: Long,
}

/// Tries a model.
///
/// # Errors
/// When it does not reply, or its reply is empty.
pub async fn try_llm(llm: &dyn Llm) -> Result<Tried, LlmError> {
    let prompt = Prompt::new(include_str!("system.txt"), include_str!("prose.txt"), ROOM);
    let began = Instant::now();
    let (mut first, mut pieces) = (None, 0_u32);
    let mut listener = |_: &str| {
        first.get_or_insert_with(|| began.elapsed());
        pieces += 1;
    };
    let reply = llm.reply(&prompt, Some(&mut listener as Heard<'_>)).await?;
    let (all, first) = (began.elapsed(), first.unwrap_or_else(|| began.elapsed()));
    let (text, _) = reasoning::without(&reply.text);
    check(llm, &reply, &text)?;
    let spoken = (all - first).as_secs_f64();
    // A reply that comes at once was generated before it was received.
    let seconds = if pieces > 1 && spoken > 0.0 { spoken } else { all.as_secs_f64() };
    Ok(Tried {
        first_seconds: first.as_secs_f64(),
        tokens_a_second: reply.usage.output as f64 / seconds.max(1e-6),
        streams: pieces > 1,
        told: reply.usage.told,
        thinks: reply.usage.told && reply.usage.output > THINKING * tokens::near(&text) + MARGIN,
        json: gives_json(llm).await?,
        long: takes_long(llm).await?,
    })
}

fn check(llm: &dyn Llm, reply: &Reply, text: &str) -> Result<(), LlmError> {
    let model = llm.card().name.clone();
    match (text.is_empty(), reply.ending) {
        (false, _) => Ok(()),
        (true, Ending::Length) => Err(LlmError::Cut { model, room: ROOM, times: 1, text: String::new() }),
        (true, _) => Err(LlmError::Empty { model, times: 1 }),
    }
}

async fn gives_json(llm: &dyn Llm) -> Result<bool, LlmError> {
    let schema: Value = serde_json::from_str(include_str!("names.json")).unwrap_or_default();
    let shape = Shape::json("names", schema);
    let prompt = Prompt::new(include_str!("system.txt"), include_str!("names.txt"), ROOM);
    let reply = llm.reply(&Prompt { shape, ..prompt }, None).await?;
    let (text, _) = reasoning::without(&reply.text);
    let value: Option<Value> = serde_json::from_str(&text).ok();
    Ok(value.is_some_and(|value| value["names"].is_array()))
}

/// Sends a prompt of three fourths of the context. Servers count tokens otherwise than is done here, but never a
/// fourth fewer of plain English.
async fn takes_long(llm: &dyn Llm) -> Result<Long, LlmError> {
    let (filler, tokens) = FILLER;
    let times = (llm.card().context / 4 * 3).min(LONG) / tokens;
    let text = [filler.repeat(times as usize).as_str(), include_str!("prose.txt")].concat();
    let prompt = Prompt::new(include_str!("system.txt"), text, ROOM);
    let of = u64::from(times * tokens);
    match llm.reply(&prompt, None).await {
        Ok(Reply { usage, .. }) if !usage.told => Ok(Long::Untold),
        Ok(Reply { usage, .. }) if usage.input * 4 < of * 3 => Ok(Long::Cut { read: usage.input, of }),
        // The length of the reply does not matter here.
        Ok(_) | Err(LlmError::Cut { .. } | LlmError::Empty { .. }) => Ok(Long::Whole),
        Err(LlmError::TooLong { .. }) => Ok(Long::Refused { of }),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::super::toys::{Scripted, busy, said};
    use super::*;
    use crate::base::ports::Usage;

    #[tokio::test]
    async fn what_a_model_can_is_found_out() {
        let thought = Reply { usage: Usage { input: 10, output: 200, told: true }, ..said("Yes.") };
        let read = |input| Reply { usage: Usage { input, output: 10, told: true }, ..said("Yes.") };
        let names = || Ok(said("{\"names\": [\"Ilse Varga\"]}"));
        let script = Scripted::new(vec![Ok(thought), names(), Ok(read(6_100))]);
        let tried = try_llm(&script).await.unwrap();
        let Tried { streams, told, thinks, json, long, .. } = tried;
        assert_eq!((streams, told, thinks, json, long), (false, true, true, true, Long::Whole));
        let script = Scripted::new(vec![Ok(said("Yes.")), Ok(said("Ilse Varga")), Ok(read(4_096))]);
        let tried = try_llm(&script).await.unwrap();
        assert!(!tried.thinks && !tried.json, "{tried:?}");
        assert!(matches!(tried.long, Long::Cut { read: 4_096, of: 5_900..6_100 }), "{tried:?}");
        let refused = LlmError::TooLong { model: "toy".to_owned(), reason: "too long".to_owned() };
        let tried = try_llm(&Scripted::new(vec![Ok(said("Yes.")), names(), Err(refused)])).await.unwrap();
        assert!(matches!(tried.long, Long::Refused { .. }), "{tried:?}");
        let untold = Reply { usage: Usage::default(), ..said("Yes.") };
        let tried = try_llm(&Scripted::new(vec![Ok(said("Yes.")), names(), Ok(untold)])).await.unwrap();
        assert_eq!(tried.long, Long::Untold);
    }

    #[test]
    fn the_filler_has_so_many_tokens() {
        assert_eq!(tokens::of(FILLER.0.repeat(10).trim_end()), u64::from(FILLER.1) * 10);
    }

    #[tokio::test]
    async fn a_model_that_says_nothing_does_not_work() {
        assert_eq!(try_llm(&Scripted::new(vec![Err(busy(None))])).await, Err(busy(None)));
        let empty = try_llm(&Scripted::new(vec![Ok(said(""))])).await;
        assert!(matches!(empty, Err(LlmError::Empty { .. })), "{empty:?}");
    }
}
