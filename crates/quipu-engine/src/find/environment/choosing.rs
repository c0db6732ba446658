//! A model chooses among numbered texts by their numbers.

use crate::base::ports::Shape;
use serde_json::Value;
use std::fmt::Write as _;

use quipu_kernel::replies::{numbers, object};
use quipu_kernel::view::Question;
use serde_json::json;

use super::Environment;

use crate::base::ports::Prompt;
use crate::base::prompt::PromptTemplate;

/// Passages for a prompt, each with its number from 1 and cut to so many tokens.
pub(crate) fn passages<'t>(texts: impl Iterator<Item = &'t str>, tokens: u64) -> String {
    let cut = |text: &str| text.trim().chars().take(tokens as usize * 4).collect::<String>();
    let listed: Vec<String> = (1..).zip(texts).map(|(n, text)| format!("[{n}] {}", cut(text))).collect();
    listed.join("\n\n")
}

/// A request to choose among texts.
pub(crate) struct Choosing<'a> {
    /// The prompt template.
    pub(crate) told: &'a PromptTemplate,
    /// The place of the texts in these, and the field of their numbers in the reply.
    pub(crate) place: &'static str,
    /// The most tokens of the reply.
    pub(crate) room: u32,
}

impl Choosing<'_> {
    /// The numbers that it names, from 1, in its order, or that it names none; nothing where no reply can be used.
    pub(crate) async fn numbers<'t>(
        &self,
        environment: &mut Environment<'_>,
        question: &Question,
        texts: impl Iterator<Item = &'t str>,
    ) -> Option<Vec<usize>> {
        let model = environment.model()?;
        let mut listed = String::new();
        for (number, text) in (1..).zip(texts) {
            // Writing to a string cannot fail.
            let _ = writeln!(listed, "{number}. {text}");
        }
        let list = json!({ "type": "array", "items": { "type": "integer" } });
        let shape = shape(self.place, json!({ self.place: list }), &[self.place]);
        let places = [("question", question.text.as_str()), (self.place, listed.as_str())];
        let prompt = Prompt { shape, ..self.told.prompt(&places, self.room) };
        let read = |_: usize, reply: &str| {
            let said = object(reply).and_then(|said| Some(said.get(self.place)?.to_string()));
            let text = said.as_deref().unwrap_or(reply);
            let none = text.trim() == "[]";
            if none { Ok(Vec::new()) } else { numbers(text).ok_or_else(|| "it names no number".to_owned()) }
        };
        environment.ask_all(model.llm, &[prompt], read).await.pop()?.ok()
    }
}

/// The shape of a reply that is an object of these properties.
pub(crate) fn shape(name: &'static str, properties: Value, required: &[&str]) -> Shape {
    Shape::json(
        name,
        json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false }),
    )
}
