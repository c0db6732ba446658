//! A profile prepared for requests: its prompts with all places but title and text filled, and the
//! schema of replies, once for all windows of a run.

use serde_json::{Value, json};

use super::profile::{Profile, Type};
use crate::base::gateway::tokens;
use crate::base::ports::{Prompt, Shape, Speaker, Usage};
use crate::base::prompt::{fill, fill_len, in_language};

/// The prompts of a profile.
pub(super) struct Frame {
    system: String,
    /// The prompt for names, if they are requested first, and the format of the reply.
    names: Option<(String, Shape)>,
    user: String,
    again: String,
    repair: String,
    shape: Shape,
    room: u32,
}

impl Frame {
    /// The prompts of a profile, for replies of at most `room` tokens.
    pub(super) fn of(profile: &Profile, room: u32) -> Self {
        let relations = match list(&profile.relation) {
            list if list.is_empty() => list,
            list => format!(", by one of these predicates:\n{list}\n"),
        };
        let language = in_language(&profile.language, &profile.output_language, "");
        let claims = if profile.with_claims { profile.claims.as_str() } else { "" };
        let entities = list(&profile.entity);
        let places =
            [("entities", entities.as_str()), ("relations", &relations), ("claims", claims), ("language", &language)];
        let framed = |text: &str| fill(text, &places);
        let open = !profile.names.is_empty();
        let shape = |of: Value| match profile.form.as_str() {
            "json" => Shape::json("facts", of),
            _ => Shape::Prose,
        };
        let [system, again, repair] =
            [&profile.system, &profile.again, &profile.repair].map(|text| text.trim().to_owned());
        Self {
            system,
            names: open.then(|| (framed(&profile.names), shape(names()))),
            user: framed(&profile.user),
            again,
            repair,
            shape: shape(if open { facts() } else { lists(profile.with_claims) }),
            room,
        }
    }

    /// The prompt for all facts of a text at once.
    pub(super) fn prompt(&self, title: &str, text: &str) -> Prompt {
        self.asked(of_text(&self.user, title, "", text), &self.shape)
    }

    /// The prompt for the names in a text, if they are requested first.
    pub(super) fn names(&self, title: &str, text: &str) -> Option<Prompt> {
        let (names, shape) = self.names.as_ref()?;
        Some(self.asked(of_text(names, title, "", text), shape))
    }

    /// The prompt for facts between the given names.
    pub(super) fn between(&self, title: &str, names: &[&str], text: &str) -> Prompt {
        let names: Vec<String> = names.iter().map(|name| format!("- {name}")).collect();
        self.asked(of_text(&self.user, title, &names.join("\n"), text), &self.shape)
    }

    /// Estimated tokens of the first prompt.
    pub(super) fn near(&self, title: &str, text: &str) -> u64 {
        let first = self.names.as_ref().map_or(&self.user, |(names, _)| names);
        let asked = fill_len(first.trim(), &[("title", title), ("names", ""), ("text", text)]);
        tokens::near_turns([self.system.len(), asked])
    }

    /// True if names are requested first.
    pub(super) fn is_open(&self) -> bool {
        self.names.is_some()
    }

    fn asked(&self, user: String, shape: &Shape) -> Prompt {
        Prompt { shape: shape.clone(), ..Prompt::new(self.system.as_str(), user, self.room) }
    }

    /// A prompt for facts left out of a reply to another.
    pub(super) fn more(&self, prompt: Prompt, said: &str, usage: Usage) -> Prompt {
        prompt.replied(said, usage).and(Speaker::User, self.again.as_str())
    }

    /// A second prompt, for a readable reply.
    pub(super) fn mended(&self, prompt: &Prompt) -> Prompt {
        prompt.clone().and(Speaker::User, self.repair.as_str())
    }
}

fn list(types: &[Type]) -> String {
    let line = |of: &Type| match of.about.as_str() {
        "" => format!("- {}", of.name),
        about => format!("- {}: {about}", of.name),
    };
    types.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// A prompt with the texts in its places.
fn of_text(question: &str, title: &str, names: &str, text: &str) -> String {
    fill(question, &[("title", title), ("names", names), ("text", text)]).trim().to_owned()
}

/// Lists of entities, relations and, where they are wanted, claims.
pub(super) fn lists(with_claims: bool) -> Value {
    let relation = ["source", "target", "predicate", "description", "keywords", "strength", "valid_from", "valid_to"];
    let mut properties = json!({
        "entities": list_of(&["name", "type", "description"]),
        "relationships": list_of(&relation),
    });
    let mut required = vec!["entities", "relationships"];
    if with_claims {
        let claim = ["subject", "object", "type", "status", "start_date", "end_date", "description", "quote"];
        properties["claims"] = list_of(&claim);
        required.push("claims");
    }
    json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
}

/// A list of names.
fn names() -> Value {
    let names = json!({"type": "array", "items": {"type": "string"}});
    json!({
        "type": "object", "properties": {"entities": names}, "required": ["entities"], "additionalProperties": false,
    })
}

/// A list of facts.
fn facts() -> Value {
    let facts = list_of(&["subject", "predicate", "object"]);
    json!({"type": "object", "properties": {"facts": facts}, "required": ["facts"], "additionalProperties": false})
}

/// A list of objects with these fields, all of them required, as a strict server demands.
pub(super) fn list_of(fields: &[&str]) -> Value {
    let of = |field: &&str| match *field {
        "keywords" => json!({"type": "array", "items": {"type": "string"}}),
        "strength" => json!({"type": "number"}),
        _ => json!({"type": "string"}),
    };
    let properties: serde_json::Map<String, Value> =
        fields.iter().map(|field| ((*field).to_owned(), of(field))).collect();
    let each = json!({
        "type": "object", "properties": properties, "required": fields, "additionalProperties": false,
    });
    json!({"type": "array", "items": each})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_filled_in_is_no_place_to_fill() {
        let asked = of_text("{title}: {names}\n{text}\n", "A {text}", "- {title}", "the {names} {title}");
        assert_eq!(asked, "A {text}: - {title}\nthe {names} {title}");
    }
}
