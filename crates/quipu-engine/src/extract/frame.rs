//! A profile made ready to be asked with: its prompts with all but title and text filled in, and the
//! schema of replies, once for all windows of a run.

use serde_json::{Value, json};

use super::profile::{Profile, Type};
use crate::gateway::tokens;
use crate::ports::{Prompt, Shape, Speaker, Usage};

/// See the module.
pub(super) struct Frame {
    system: String,
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
        let language = match profile.output_language.as_str() {
            "" => String::new(),
            language => profile.language.replace("{language}", language),
        };
        let claims = if profile.with_claims { profile.claims.as_str() } else { "" };
        let user = profile.user.replace("{entities}", &list(&profile.entity)).replace("{relations}", &relations);
        let user = user.replace("{claims}", claims).replace("{language}", &language);
        let [system, again, repair] =
            [&profile.system, &profile.again, &profile.repair].map(|text| text.trim().to_owned());
        Self { system, user, again, repair, shape: shape(profile), room }
    }

    /// What is asked of a text.
    pub(super) fn prompt(&self, title: &str, text: &str) -> Prompt {
        let prompt = Prompt::new(self.system.as_str(), filled(&self.user, title, text), self.room);
        Prompt { shape: self.shape.clone(), ..prompt }
    }

    /// Tokens of that, nearly.
    pub(super) fn near(&self, title: &str, text: &str) -> u64 {
        tokens::near_turns([self.system.as_str(), &filled(&self.user, title, text)])
    }

    /// A prompt that asks for what was left out of a reply to another.
    pub(super) fn more(&self, prompt: Prompt, said: &str, usage: Usage) -> Prompt {
        prompt.replied(said, usage).and(Speaker::User, self.again.as_str())
    }

    /// A prompt that asks once more, for a reply that can be read.
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

/// Title and text in their places. The document comes last: what it holds is never taken for a place to fill.
fn filled(user: &str, title: &str, text: &str) -> String {
    let (before, behind) = user.split_once("{text}").unwrap_or((user, ""));
    let [before, behind] = [before, behind].map(|part| part.replace("{title}", title));
    [&before, text, &behind].concat().trim().to_owned()
}

fn shape(profile: &Profile) -> Shape {
    if profile.form != "json" {
        return Shape::Prose;
    }
    let relation = ["source", "target", "predicate", "description", "keywords", "strength", "valid_from", "valid_to"];
    let mut properties = json!({
        "entities": list_of(&["name", "type", "description"]),
        "relationships": list_of(&relation),
    });
    let mut required = vec!["entities", "relationships"];
    if profile.with_claims {
        let claim = ["subject", "object", "type", "status", "start_date", "end_date", "description", "quote"];
        properties["claims"] = list_of(&claim);
        required.push("claims");
    }
    let schema = json!({
        "type": "object", "properties": properties, "required": required, "additionalProperties": false,
    });
    Shape::Json { name: "facts".to_owned(), schema }
}

/// A list of objects with these fields, all of which a strict server asks to be required.
fn list_of(fields: &[&str]) -> Value {
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
