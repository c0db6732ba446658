//! Requests to a model, in JSON, where rules are unsure: the kind of a question, its parts, and a grade of the
//! evidence. Other output is ignored, and the result of the rules stays.

use quipu_kernel::replies::object as object_in;
use quipu_language::plan::{Composing, Route, RouteKind, given};
use quipu_language::stated::grade::SUREST;
use serde_json::{Value, json};

use super::prompts::AgentWords;
use super::run::Run;
use super::state::PartState;
use crate::base::agent_events::Happened;
use crate::base::ports::{Prompt, Reply, Shape};
use crate::base::prompt::PromptTemplate;

/// A route that is less sure is asked about.
const SURE: f64 = 0.7;
/// The most tokens of a reply in JSON.
const ROOM: u32 = 400;

impl<'e> Run<'e> {
    /// The prompt texts for a model, if one more request is allowed.
    fn may_consult(&mut self) -> Option<&'e AgentWords> {
        let may = self.may_call();
        self.words_of_model.filter(|_| may)
    }

    /// Asks the model for the route where the rules are unsure.
    pub(super) async fn route_by_model(&mut self) {
        if self.route.sure >= SURE {
            return;
        }
        let Some(words) = self.may_consult() else { return };
        let kinds: Vec<&str> = RouteKind::ALL.iter().map(|kind| kind.name()).collect();
        let properties = json!({ "kind": { "type": "string", "enum": kinds }, "why": { "type": "string" } });
        let places = [("kinds", kinds.join(", ")), ("question", self.query.text.clone())];
        let prompt = shaped(&words.route, &places, "route", object(properties, &["kind", "why"]));
        let read = |reply: &Reply| {
            let said = json_of(reply)?;
            let kind = said["kind"].as_str().unwrap_or_default();
            let kind = RouteKind::ALL.into_iter().find(|known| known.name() == kind).ok_or("it names no kind")?;
            Ok((kind, said["why"].as_str().unwrap_or_default().to_owned()))
        };
        if let Ok((kind, why)) = self.asked(&prompt, read).await
            && kind != self.route.kind
            && kind != RouteKind::Direct
        {
            self.route = Route { kind, why: format!("a model: {why}"), sure: SURE };
            self.event(None, Happened::Routed(self.route.clone()));
        }
    }

    /// Asks the model for the parts where the rules see none, or one that they are unsure of.
    pub(super) async fn plan_by_model(&mut self) {
        let vague = *self.composing() == Composing::Look && self.route.kind != RouteKind::Global;
        if !vague && (self.route.sure > SURE || self.parts.len() > 1) {
            return;
        }
        let Some(words) = self.may_consult() else { return };
        let part = object(json!({ "ask": { "type": "string" } }), &["ask"]);
        let properties = json!({ "parts": { "type": "array", "items": part } });
        let places = [("most", self.bounds.parts.to_string()), ("question", self.query.text.clone())];
        let prompt = shaped(&words.plan, &places, "plan", object(properties, &["parts"]));
        let read = |reply: &Reply| {
            let said = json_of(reply)?;
            let parts = said["parts"].as_array().ok_or("it has no parts")?;
            let asks: Vec<String> = parts.iter().filter_map(|part| part["ask"].as_str().map(str::to_owned)).collect();
            if asks.is_empty() { Err("it asks nothing".to_owned()) } else { Ok(asks) }
        };
        let Ok(asks) = self.asked(&prompt, read).await else { return };
        let names = self.names();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let plan = given(&asks, &self.route, &names).filter(|plan| plan.parts.len() <= self.bounds.parts);
        // A single part equals the plan of the rules.
        if let Some(plan) = plan.filter(|plan| vague || plan.parts.len() > 1) {
            self.follow(plan);
        }
    }

    /// Asks the model for a grade of the answers, where the rules are not wholly sure: the lower grade counts.
    pub(super) async fn grade_by_model(&mut self) {
        let found = |part: &&PartState| !part.answers.is_empty();
        if self.parts.iter().filter(found).all(|part| part.grade >= SUREST) {
            return;
        }
        let Some(words) = self.may_consult() else { return };
        let told: Vec<String> = self
            .parts
            .iter()
            .filter(found)
            .map(|part| format!("Part {}: {}\nStatement: {}", part.id, part.filled, part.answers[0].picked.text))
            .collect();
        let grade =
            json!({ "part": { "type": "integer" }, "grade": { "type": "integer" }, "why": { "type": "string" } });
        let each = object(grade, &["part", "grade", "why"]);
        let properties = json!({ "grades": { "type": "array", "items": each } });
        let prompt = shaped(&words.grade, &[("parts", told.join("\n\n"))], "grades", object(properties, &["grades"]));
        let read = |reply: &Reply| {
            let said = json_of(reply)?;
            let grades = said["grades"].as_array().cloned().ok_or("it has no grades")?;
            Ok(grades)
        };
        let Ok(grades) = self.asked(&prompt, read).await else { return };
        for graded in grades {
            let (Some(id), Some(grade)) = (graded["part"].as_u64(), graded["grade"].as_u64()) else { continue };
            let grade = grade.clamp(1, SUREST.into()) as u8;
            let lowered = self.parts.iter_mut().find(|part| part.id as u64 == id && part.grade > grade);
            let Some(part) = lowered else { continue };
            part.grade = grade;
            let (part, why) = (part.id, format!("a model: {}", graded["why"].as_str().unwrap_or_default()));
            self.event(None, Happened::Graded { part, grade, why });
        }
    }
}

/// A prompt whose reply is an object of this schema.
fn shaped(told: &PromptTemplate, places: &[(&str, String)], name: &str, schema: Value) -> Prompt {
    let places: Vec<(&str, &str)> = places.iter().map(|(name, value)| (*name, value.as_str())).collect();
    Prompt { shape: Shape::json(name, schema), ..told.prompt(&places, ROOM) }
}

/// The schema of an object that has all of these.
fn object(properties: Value, required: &[&str]) -> Value {
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

/// The JSON value of a reply.
fn json_of(reply: &Reply) -> Result<Value, String> {
    object_in(&reply.text).map(Value::Object).ok_or_else(|| "it is no object of JSON".to_owned())
}
