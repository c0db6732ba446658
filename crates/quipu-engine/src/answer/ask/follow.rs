//! A question that was asked in a conversation, made to stand alone (query rewriting, condensing): by the model that
//! writes, else by rule.

use std::fmt::Write as _;

use quipu_language::answer::follow;

use super::rewritten::question_of;
use super::write::Writer;
use crate::answer::sessions::Exchange;
use crate::base::gateway::tokens;
use crate::base::ports::{LlmError, Prompt};
use crate::base::prompt::fill;

/// The most tokens of a rewriting.
const ROOM: u32 = 200;

/// The question as searched: rewritten where it depends on earlier exchanges. Also the error of a model that
/// failed to rewrite it.
pub(super) async fn standing(
    question: &str,
    before: &[Exchange],
    writer: Option<&Writer>,
) -> (Option<String>, Option<LlmError>) {
    if before.is_empty() {
        return (None, None);
    }
    let said: Vec<&str> = before
        .iter()
        .rev()
        .flat_map(|one| [one.answer.as_str(), one.asked.as_deref().unwrap_or(&one.question)])
        .collect();
    // Who is in focus needs no model to be found.
    if let Some(focused) = follow::focused(question, &said) {
        return (Some(focused), None);
    }
    let other = |text: &String| text.trim() != question.trim();
    let failed = match writer {
        Some(writer) => match rewritten(writer, question, before).await {
            Ok(text) => return (Some(text).filter(other), None),
            Err(error) => Some(error),
        },
        None => None,
    };
    (follow::standing(question, &said), failed)
}

async fn rewritten(writer: &Writer, question: &str, before: &[Exchange]) -> Result<String, LlmError> {
    let told = &writer.words.rewrite;
    let history = history(before, writer.options.history);
    let user = fill(told.user.trim(), &[("history", history.trim()), ("question", question)]);
    let prompt = Prompt::new(told.system.trim(), user, ROOM);
    writer.llm.ask(&prompt, question_of).await
}

/// The last exchanges that fit into so many tokens, the oldest first.
fn history(before: &[Exchange], most: u64) -> String {
    let mut left = most;
    let told = |one: &Exchange| format!("Question: {}\nAnswer: {}\n", one.question, one.answer);
    let mut last: Vec<String> = Vec::new();
    for text in before.iter().rev().map(told) {
        let size = tokens::near(&text);
        if size > left && !last.is_empty() {
            break;
        }
        left = left.saturating_sub(size);
        last.push(text);
    }
    last.iter().rev().fold(String::new(), |mut out, text| {
        let _ = writeln!(out, "{text}");
        out
    })
}
