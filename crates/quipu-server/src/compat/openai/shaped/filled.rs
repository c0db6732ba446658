//! An answer in the shape of a client's schema, by rules: each property is filled by its name, or by the first words of
//! its description. Where nothing fits it is null or left out, if the schema allows that, else it is a gap.

use std::cell::Cell;

use serde_json::{Map, Value};

use super::answer_facts::{AnswerFacts, FactScope};
use super::json_schema::{AnswerSchema, NESTED, SchemaProblem, number, required, types};
use crate::problem::pointer_part;

/// The most parts of a schema that are tried: alternatives that refer to each other multiply.
const STEPS: usize = 1000;
/// Words that say nothing of what a description is about.
const PLAIN: &[&str] = &[
    "the",
    "a",
    "an",
    "your",
    "final",
    "short",
    "brief",
    "concise",
    "full",
    "complete",
    "direct",
    "list",
    "of",
    "all",
    "exact",
    "generated",
    "natural",
    "language",
    "textual",
    "plain",
    "main",
    "actual",
    "detailed",
    "array",
    "model",
    "s",
    "assistant",
    "set",
    "used",
    "relevant",
    "supporting",
    "overall",
    "is",
    "whether",
    "true",
    "if",
];

/// A value by rules.
pub(super) struct Filled {
    /// The value, or the required part that nothing fills.
    pub(super) value: Result<Value, SchemaProblem>,
    /// True if some part is empty for want of a rule.
    pub(super) gaps: bool,
}

/// Fills a schema from an answer.
pub(super) fn filled(schema: &AnswerSchema, facts: &AnswerFacts, name: &str) -> Filled {
    let filling = Filling { schema, facts, gaps: Cell::new(false), left: Cell::new(STEPS), depth: Cell::new(0) };
    let at = Place { pointer: "", words: words(name), scope: FactScope::Answer };
    let value = filling.part(&schema.root, &at);
    let value = value.and_then(|value| match schema.check(&value) {
        Ok(()) => Ok(value),
        Err(why) => Err(SchemaProblem::new("", why)),
    });
    Filled { value, gaps: filling.gaps.get() }
}

struct Filling<'a> {
    schema: &'a AnswerSchema,
    facts: &'a AnswerFacts,
    gaps: Cell<bool>,
    left: Cell<usize>,
    depth: Cell<usize>,
}

/// A property that is being filled.
struct Place<'a> {
    /// Where it stands in the schema.
    pointer: &'a str,
    /// The words of its name.
    words: Vec<String>,
    scope: FactScope<'a>,
}

type Part = Result<Value, SchemaProblem>;

impl Filling<'_> {
    /// The value of a part of the schema.
    fn part(&self, part: &Value, at: &Place<'_>) -> Part {
        let depth = self.depth.get();
        let Some(left) = self.left.get().checked_sub(1).filter(|_| depth < NESTED) else {
            return Err(SchemaProblem::new(at.pointer, "its parts are too many or too deep"));
        };
        self.left.set(left);
        self.depth.set(depth + 1);
        let value = self.part_here(part, at);
        self.depth.set(depth);
        value
    }

    fn part_here(&self, part: &Value, at: &Place<'_>) -> Part {
        let schema = self.schema.resolved(part);
        let Some(keywords) = schema.as_object() else { return self.gap(at, "anything") };
        if let Some(constant) = keywords.get("const") {
            return Ok(constant.clone());
        }
        if let Some(joined) = self.joined(keywords) {
            return self.part(&joined, at);
        }
        let value = self.valued(keywords, schema, at);
        let value = value.and_then(|value| match self.schema.fits(schema, &value) {
            Ok(()) => Ok(value),
            Err(why) => Err(SchemaProblem::new(at.pointer, why)),
        });
        match value {
            Err(_) if self.schema.allows_null(schema) => {
                self.gaps.set(true);
                Ok(Value::Null)
            }
            value => value,
        }
    }

    fn valued(&self, keywords: &Map<String, Value>, schema: &Value, at: &Place<'_>) -> Part {
        for keyword in ["anyOf", "oneOf"] {
            if let Some(all) = keywords.get(keyword).and_then(Value::as_array) {
                return self.alternative(all, schema, at);
            }
        }
        if let Some(all) = keywords.get("enum").and_then(Value::as_array) {
            return self.chosen(all, at);
        }
        let named = types(keywords);
        let kinds = match () {
            () if !named.is_empty() => named,
            () if keywords.contains_key("properties") => vec!["object"],
            () if keywords.contains_key("items") => vec!["array"],
            () => vec!["string", "boolean", "number"],
        };
        let mut last = self.gap(at, kinds.first().copied().unwrap_or("nothing"));
        for kind in kinds {
            let value = match kind {
                "object" => self.object(keywords, at),
                "array" => self.array(keywords, at),
                "string" => self.text(keywords, schema, at),
                "integer" | "number" => self.number(schema, at, kind),
                "boolean" => {
                    self.facts.flag(&at.words, at.scope).map_or_else(|| self.gap(at, kind), |flag| Ok(flag.into()))
                }
                _ => self.gap(at, kind),
            };
            match value {
                Ok(value) => return Ok(value),
                Err(problem) => last = Err(problem),
            }
        }
        last
    }

    /// The first alternative that can be filled and is not null.
    fn alternative(&self, all: &[Value], schema: &Value, at: &Place<'_>) -> Part {
        let mut last = self.gap(at, "alternatives");
        for one in all {
            match self.part(one, at) {
                Ok(Value::Null) => {}
                Ok(value) if self.schema.fits(schema, &value).is_ok() => return Ok(value),
                Ok(_) => {}
                Err(problem) => last = Err(problem),
            }
        }
        last
    }

    /// The allowed value that an answer has: the only one, or the only one that its text names.
    fn chosen(&self, all: &[Value], at: &Place<'_>) -> Part {
        if let [only] = all {
            return Ok(only.clone());
        }
        let known = self.facts.texts(&at.words, at.scope);
        if let Some(found) = known.iter().find_map(|text| all.iter().find(|one| one.as_str() == Some(text.as_str()))) {
            return Ok(found.clone());
        }
        let said = words(&self.facts.text);
        let named = all.iter().filter(|one| {
            let name = one.as_str().map(words).unwrap_or_default();
            !name.is_empty() && said.windows(name.len()).any(|run| run == name)
        });
        let named: Vec<&Value> = named.collect();
        match (named.as_slice(), at.scope, self.facts.is_refused()) {
            ([only], FactScope::Answer, false) => Ok((*only).clone()),
            _ => self.gap(at, "one of the listed values"),
        }
    }

    fn object(&self, keywords: &Map<String, Value>, at: &Place<'_>) -> Part {
        let mut out = Map::new();
        let needed: Vec<&str> = required(keywords).collect();
        let scope = match (at.scope, self.facts.cited(&at.words)) {
            (FactScope::Answer, Some(cited)) => match cited.first() {
                Some(first) => FactScope::Cited(first),
                None => return self.gap(at, "a citation"),
            },
            (scope, _) => scope,
        };
        for (name, schema) in keywords.get("properties").and_then(Value::as_object).into_iter().flatten() {
            let pointer = format!("{}/properties/{}", at.pointer, pointer_part(name));
            match self.part(schema, &Place { pointer: &pointer, words: self.words_of(name, schema, scope), scope }) {
                Ok(value) => drop(out.insert(name.clone(), value)),
                Err(problem) if needed.contains(&name.as_str()) => return Err(problem),
                Err(_) => self.gaps.set(true),
            }
        }
        Ok(Value::Object(out))
    }

    fn array(&self, keywords: &Map<String, Value>, at: &Place<'_>) -> Part {
        let free = Value::Bool(true);
        let each = keywords.get("items").unwrap_or(&free);
        let pointer = format!("{}/items", at.pointer);
        let member = |words: Vec<String>, scope| self.part(each, &Place { pointer: &pointer, words, scope });
        let mut all = Vec::new();
        if let Some(cited) = self.facts.cited(&at.words).filter(|_| matches!(at.scope, FactScope::Answer)) {
            for one in cited {
                all.push(member(at.words.clone(), FactScope::Cited(one))?);
            }
        } else if let Some(points) = self.facts.points(&at.words).filter(|_| matches!(at.scope, FactScope::Answer)) {
            let resolved = self.schema.resolved(each);
            let of_text = points.iter().map(|point| Value::from(point.as_str()));
            let of_text: Vec<Value> = of_text.filter(|point| self.schema.fits(resolved, point).is_ok()).collect();
            match of_text.is_empty() && !points.is_empty() {
                true => all.push(member(Vec::new(), FactScope::Answer)?),
                false => all = of_text,
            }
        } else if matches!(at.scope, FactScope::Cited(_)) {
            all.push(member(at.words.clone(), at.scope)?);
        } else {
            return self.gap(at, "array");
        }
        let mut distinct: Vec<Value> = Vec::new();
        for one in all {
            if one.is_object() || !distinct.contains(&one) {
                distinct.push(one);
            }
        }
        distinct.truncate(number(keywords, "maxItems").map_or(usize::MAX, |most| most as usize));
        Ok(Value::Array(distinct))
    }

    fn text(&self, keywords: &Map<String, Value>, schema: &Value, at: &Place<'_>) -> Part {
        let most = number(keywords, "maxLength").map_or(usize::MAX, |most| most as usize);
        let mut all = self.facts.texts(&at.words, at.scope);
        if keywords.get("format").is_some() {
            // `source` with the format of an address is its address.
            all.reverse();
        }
        let cut = all.iter().map(|text| text.chars().take(most).collect::<String>());
        let fitting = cut.map(Value::from).find(|text| self.schema.fits(schema, text).is_ok());
        fitting.map_or_else(|| self.gap(at, "string"), Ok)
    }

    fn number(&self, schema: &Value, at: &Place<'_>, kind: &str) -> Part {
        let whole = |value: &Value| kind != "integer" || value.as_f64().is_some_and(|number| number.fract() == 0.0);
        let most = schema.get("maximum").and_then(Value::as_f64);
        let mut all = self.facts.numbers(&at.words, at.scope);
        // A confidence out of 100, 10 or 5, as its maximum says.
        if let Some(at) = most.and_then(|most| [100.0, 10.0, 5.0].iter().position(|of| *of == most)) {
            if all.len() == 5 {
                all.rotate_left(at + 1);
            }
        } else if all.len() == 5 && kind == "integer" {
            all.rotate_left(if most == Some(1.0) { 4 } else { 1 });
        }
        let fitting = all.into_iter().find(|value| whole(value) && self.schema.fits(schema, value).is_ok());
        fitting.map_or_else(|| self.gap(at, kind), Ok)
    }

    /// The words of a property: those of its name, or the first of its description where the name means nothing.
    fn words_of(&self, name: &str, schema: &Value, scope: FactScope<'_>) -> Vec<String> {
        let own = words(name);
        let facts = self.facts;
        let known = !facts.texts(&own, scope).is_empty()
            || !facts.numbers(&own, scope).is_empty()
            || facts.flag(&own, scope).is_some()
            || facts.cited(&own).is_some()
            || facts.points(&own).is_some();
        let described = schema.get("description").or_else(|| self.schema.resolved(schema).get("description"));
        let first = described.and_then(Value::as_str).map(words).unwrap_or_default();
        let first = first.into_iter().find(|word| !PLAIN.contains(&word.as_str()));
        if known { own } else { first.map_or(own, |first| vec![first]) }
    }

    /// A schema that is joined from several, as one.
    fn joined(&self, keywords: &Map<String, Value>) -> Option<Value> {
        let all = keywords.get("allOf")?.as_array()?;
        let mut out = keywords.clone();
        out.remove("allOf");
        for one in all {
            for (keyword, value) in self.schema.resolved(one).as_object()? {
                match (out.get_mut(keyword), value) {
                    (Some(Value::Object(known)), Value::Object(more)) => known.extend(more.clone()),
                    (Some(Value::Array(known)), Value::Array(more)) if keyword == "required" => {
                        known.extend(more.clone())
                    }
                    _ => drop(out.insert(keyword.clone(), value.clone())),
                }
            }
        }
        Some(Value::Object(out))
    }

    fn gap(&self, at: &Place<'_>, kind: &str) -> Part {
        let named = at.pointer.rsplit('/').next().filter(|name| !name.is_empty()).unwrap_or("the root");
        Err(SchemaProblem::new(at.pointer, format!("nothing in an answer fills `{named}` ({kind})")))
    }
}

/// The words of a name: `finalAnswer`, `final_answer` and `Final answer` alike.
fn words(name: &str) -> Vec<String> {
    let (mut out, mut small) = (vec![String::new()], false);
    for letter in name.chars() {
        let begins = !letter.is_alphanumeric() || letter.is_uppercase() && small;
        if begins && out.last().is_some_and(|word| !word.is_empty()) {
            out.push(String::new());
        }
        if let Some(word) = out.last_mut().filter(|_| letter.is_alphanumeric()) {
            word.extend(letter.to_lowercase());
        }
        small = letter.is_lowercase() || letter.is_ascii_digit();
    }
    out.retain(|word| !word.is_empty());
    out
}
