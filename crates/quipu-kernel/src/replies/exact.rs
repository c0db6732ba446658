//! Replies in exactly the requested form, read in one pass. Most are; all others are left to the tolerant reader.

use std::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Number;

use super::ends::is_number;
use super::notes::{Claim, Entity, Notes, Relation, clean, number};

/// A field as it is kept.
struct Clean(String);

impl<'de> Deserialize<'de> for Clean {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Text;
        impl Visitor<'_> for Text {
            type Value = Clean;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Clean, E> {
                Ok(Clean(clean(text)))
            }
        }
        from.deserialize_str(Text)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lists {
    entities: Vec<OneEntity>,
    relationships: Vec<OneRelation>,
    #[serde(default)]
    claims: Vec<OneClaim>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OneEntity {
    name: Clean,
    #[serde(rename = "type")]
    kind: Clean,
    description: Clean,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OneRelation {
    source: Clean,
    target: Clean,
    predicate: Clean,
    description: Clean,
    keywords: Vec<Clean>,
    strength: Number,
    valid_from: Clean,
    valid_to: Clean,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OneClaim {
    subject: Clean,
    object: Clean,
    #[serde(rename = "type")]
    kind: Clean,
    status: Clean,
    start_date: Clean,
    end_date: Clean,
    description: Clean,
    quote: Clean,
}

impl From<OneEntity> for Entity {
    fn from(said: OneEntity) -> Self {
        Self { name: said.name.0, kind: said.kind.0, description: said.description.0 }
    }
}

impl From<OneRelation> for Relation {
    fn from(said: OneRelation) -> Self {
        Self {
            source: said.source.0,
            target: said.target.0,
            predicate: said.predicate.0,
            description: said.description.0,
            keywords: said.keywords.into_iter().map(|word| word.0).filter(|word| !word.is_empty()).collect(),
            strength: number(&said.strength.to_string()),
            from: said.valid_from.0,
            to: said.valid_to.0,
        }
    }
}

impl From<OneClaim> for Claim {
    fn from(said: OneClaim) -> Self {
        Self {
            subject: said.subject.0,
            object: said.object.0,
            kind: said.kind.0,
            status: said.status.0,
            from: said.start_date.0,
            to: said.end_date.0,
            description: said.description.0,
            quote: said.quote.0,
        }
    }
}

/// The notes of a reply that has exactly the requested fields, and of which nothing is lost.
pub(super) fn read(reply: &str) -> Option<Notes> {
    if has_odd_blanks(reply) {
        return None;
    }
    let Lists { entities, relationships, claims } = serde_json::from_str(reply).ok()?;
    let mut out = Notes { shaped: true, whole: true, ..Notes::default() };
    entities.into_iter().for_each(|said| out.entity(said.into(), String::new));
    relationships.into_iter().for_each(|said| out.relation(said.into(), String::new));
    claims.into_iter().for_each(|said| out.claim(said.into(), String::new));
    // The other reader resolves numbers.
    let numbered = out.relations.iter().any(|of| is_number(&of.source) && is_number(&of.target));
    (out.lost.is_empty() && !numbered).then_some(out)
}

/// True if it may hold escapes that the other reader takes for blanks.
fn has_odd_blanks(reply: &str) -> bool {
    ["\\b", "\\f"].iter().any(|escape| reply.contains(escape))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::super::fields;
    use super::*;

    fn text() -> impl Strategy<Value = String> {
        "([a-zA-Zа-я0-9 .,&<>\"'«»\\n\\\\{}\\[\\]:]|&quot;){0,12}"
    }

    proptest! {
        #[test]
        fn what_is_read_at_once_is_what_the_other_reader_finds(
            entities in prop::collection::vec([text(), text(), text()], 0..4),
            relations in prop::collection::vec(([text(), text(), text(), text()], -20.0..20.0_f32), 0..4),
            claims in prop::collection::vec([text(), text(), text()], 0..2),
        ) {
            let entities: Vec<_> = entities.iter()
                .map(|[name, kind, said]| json!({"name": name, "type": kind, "description": said})).collect();
            let relations: Vec<_> = relations.iter().map(|([source, target, predicate, said], strength)| json!({
                "source": source, "target": target, "predicate": predicate, "description": said,
                "keywords": [predicate, ""], "strength": strength, "valid_from": "", "valid_to": said,
            })).collect();
            let claims: Vec<_> = claims.iter().map(|[subject, object, said]| json!({
                "subject": subject, "object": object, "type": said, "status": "TRUE", "start_date": "", "end_date": "",
                "description": said, "quote": subject,
            })).collect();
            let reply = json!({"entities": entities, "relationships": relations, "claims": claims}).to_string();
            let slowly = fields::read(&reply);
            prop_assume!(!relations.iter().any(|of| ["source", "target"].iter().all(|end| {
                of[*end].as_str().is_some_and(|text| is_number(&clean(text)))
            })));
            match read(&reply) {
                Some(at_once) => prop_assert_eq!(at_once, slowly),
                None => prop_assert!(!slowly.lost.is_empty() || has_odd_blanks(&reply)),
            }
        }
    }

    #[test]
    fn anything_else_is_left_to_the_other_reader() {
        let entity = r#"{"name": "Ada", "type": "person", "description": "d"}"#;
        let reply = |tail: &str| format!(r#"{{"entities": [{entity}], "relationships": []{tail}}}"#);
        assert_eq!(read(&reply("")).map(|notes| notes.entities.len()), Some(1));
        for other in [format!("Here: {}", reply("")), reply(r#", "notes": []"#), reply(",").replace("}]", "}],")] {
            assert_eq!(read(&other), None, "{other}");
        }
    }
}
