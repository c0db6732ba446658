//! A request for one report: its prompt, its key, and a second try after a refusal.

use quipu_kernel::model::Key;
use serde_json::{Value, json};

use super::checked::{Checked, checked};
use super::material::Material;
use super::writer::ReportWriter;
use crate::base::ports::{LlmError, Prompt, Shape, Usage};
use crate::base::prompt::{fill, in_language};

/// The most tokens of a report.
pub(super) const ROOM: u32 = 1_600;

/// The prompt for a report from this material; `wrong` is the reason why an earlier one was refused.
pub(super) fn asked(writer: &ReportWriter<'_>, material: &Material, wrong: &str) -> Prompt {
    let words = &writer.options.words;
    let language = in_language(&words.language, &writer.options.language, &words.same_language);
    let mut prompt = words.report.prompt(&[("material", &material.text), ("language", &language)], ROOM);
    if !wrong.is_empty() {
        let added = fill(&words.wrong, &[("wrong", wrong)]);
        if let Some(turn) = prompt.turns.last_mut() {
            turn.text.push_str(added.trim_end());
        }
    }
    Prompt { shape: Shape::json("report", schema()), ..prompt }
}

/// The key of a question: equal material and prompt texts for the same model have the same key.
pub(super) fn key(writer: &ReportWriter<'_>, material: &Material) -> Key {
    let prompt = asked(writer, material, "");
    let turns = prompt.turns.iter().map(|turn| turn.text.as_bytes());
    let parts: Vec<&[u8]> = [writer.llm.model().as_bytes()].into_iter().chain(turns).collect();
    let chunks: Vec<u8> = material.labels.chunks().iter().flat_map(|chunk| *chunk.bytes()).collect();
    Key::of("written report", &[parts, vec![&chunks[..]]].concat())
}

/// The report, without unsupported parts.
///
/// # Errors
/// When there is no reply, or nothing of it is supported the second time either.
pub(super) async fn ask(writer: &ReportWriter<'_>, material: &Material) -> Result<(Checked, Usage), LlmError> {
    let read = |text: &str| checked(text, material);
    let prompt = asked(writer, material, "");
    match writer.llm.ask_counted(&prompt, read).await {
        Err(LlmError::Senseless { reason, .. }) => once_more(writer, material, &reason).await,
        Err(LlmError::Empty { .. } | LlmError::Cut { .. }) => once_more(writer, material, "it did not end").await,
        done => done,
    }
}

async fn once_more(writer: &ReportWriter<'_>, material: &Material, wrong: &str) -> Result<(Checked, Usage), LlmError> {
    writer.llm.ask_counted(&asked(writer, material, wrong), |text: &str| checked(text, material)).await
}

fn schema() -> Value {
    let refs = json!({ "type": "array", "items": { "type": "string" } });
    let finding = json!({ "type": "object", "additionalProperties": false, "required": ["summary", "explanation", "refs"],
        "properties": { "summary": { "type": "string" }, "explanation": { "type": "string" }, "refs": refs } });
    json!({ "type": "object", "additionalProperties": false,
        "required": ["title", "summary", "rating", "reason", "findings"],
        "properties": { "title": { "type": "string" }, "summary": { "type": "string" }, "rating": { "type": "number" },
            "reason": { "type": "string" }, "findings": { "type": "array", "items": finding } } })
}
