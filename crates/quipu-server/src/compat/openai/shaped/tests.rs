//! Shapes that clients want, and answers in them.

use quipu::ask::Answer;
use serde_json::{Value, json};

use super::*;

fn chat(more: Value) -> ChatBody {
    let mut body = json!({ "model": "a", "messages": [{ "role": "user", "content": "Who cast the bell?" }] });
    for (key, value) in more.as_object().unwrap() {
        body[key] = value.clone();
    }
    serde_json::from_value(body).unwrap()
}

fn facts(text: &str, refused: bool) -> AnswerFacts {
    let answer = Answer {
        question: "Who cast the bell?".to_owned(),
        answer: text.to_owned(),
        refused,
        confidence: quipu::ask::Trust {
            value: 0.83,
            class: quipu::ask::TrustClass::Stated,
            support: 1.0,
            evidence: 0.83,
        },
        ..Answer::default()
    };
    AnswerFacts::of(&answer, &PublicLinks::under("http://localhost/w/a"))
}

fn by_rule(schema: &Value) -> Result<Value, String> {
    let schema = AnswerSchema::read(schema, "").unwrap();
    let value = filled(&schema, &facts("Ilse Varga cast it in 1871. [1]", false), "").value;
    value.inspect(|value| schema.check(value).unwrap()).map_err(|problem| problem.pointer)
}

#[test]
fn a_forced_function_is_the_one_that_is_named() {
    let tool =
        |name: &str| json!({ "type": "function", "function": { "name": name, "parameters": { "type": "object" } } });
    let of = |choice: Value, tools: Value| {
        let shape = WantedShape::of(&chat(json!({ "tool_choice": choice, "tools": tools })));
        shape
            .map(|shape| shape.and_then(|shape| shape.called().map(str::to_owned)))
            .map_err(|it| it.errors[0].pointer.clone())
    };
    let (one, two) = (json!([tool("say")]), json!([tool("look"), tool("say")]));
    let named = |name: &str| json!({ "type": "function", "function": { "name": name } });
    assert_eq!(of(json!("auto"), two.clone()), Ok(None));
    assert_eq!(of(json!("none"), one.clone()), Ok(None));
    assert_eq!(of(json!(null), one.clone()), Ok(None));
    assert_eq!(of(json!("required"), one.clone()), Ok(Some("say".to_owned())));
    assert_eq!(of(named("say"), two.clone()), Ok(Some("say".to_owned())));
    for (choice, tools) in
        [(json!("required"), two.clone()), (json!("required"), json!([])), (named("sing"), two), (json!(7), one)]
    {
        assert_eq!(of(choice.clone(), tools), Err("/tool_choice".to_owned()), "{choice}");
    }
}

#[test]
fn a_shape_that_is_not_known_is_refused_by_its_name() {
    for (format, pointer) in [
        (json!({ "type": "grammar" }), "/response_format/type"),
        (json!({ "type": "json_schema" }), "/response_format/json_schema/schema"),
        (
            json!({ "type": "json_schema", "json_schema": { "schema": { "not": {} } } }),
            "/response_format/json_schema/schema/not",
        ),
    ] {
        let problem = WantedShape::of(&chat(json!({ "response_format": format }))).unwrap_err();
        assert_eq!(problem.errors[0].pointer, pointer);
    }
    assert!(WantedShape::of(&chat(json!({ "response_format": { "type": "text" } }))).unwrap().is_none());
    let object = WantedShape::of(&chat(json!({ "response_format": { "type": "json_object" } }))).unwrap();
    assert!(matches!(object, Some(WantedShape::Object)));
}

#[test]
fn properties_are_filled_by_their_names() {
    let text = "Ilse Varga cast it in 1871.";
    for (name, schema, value) in [
        ("answer", json!({ "type": "string" }), json!(text)),
        ("finalAnswer", json!({ "type": "string", "maxLength": 10 }), json!("Ilse Varga")),
        ("reply_text", json!({ "type": ["string", "null"] }), json!(text)),
        ("out", json!({ "type": "string", "description": "The answer to the question." }), json!(text)),
        ("year", json!({ "type": "integer" }), json!(1871)),
        ("confidence", json!({ "type": "number", "minimum": 0, "maximum": 1 }), json!(0.83)),
        ("confidence", json!({ "type": "integer", "maximum": 100 }), json!(83)),
        ("confidence", json!({ "enum": ["low", "medium", "high"] }), json!("high")),
        ("refused", json!({ "type": "boolean" }), json!(false)),
        ("is_answered", json!({ "type": "boolean" }), json!(true)),
        ("not_found", json!({ "type": "boolean" }), json!(false)),
        ("question", json!({ "type": "string" }), json!("Who cast the bell?")),
        ("sources", json!({ "type": "array", "items": { "type": "string" } }), json!([])),
        ("key_facts", json!({ "type": "array", "items": { "type": "string" } }), json!([text])),
        ("kind", json!({ "const": "answer" }), json!("answer")),
        ("caster", json!({ "enum": ["Ilse Varga", "Oskar Lind"] }), json!("Ilse Varga")),
        ("colour", json!({ "anyOf": [{ "type": "string" }, { "type": "null" }] }), json!(null)),
        (
            "inner",
            json!({ "type": "object", "properties": { "answer": { "type": "string" } }, "required": ["answer"] }),
            json!({ "answer": text }),
        ),
        (
            "detail",
            json!({ "allOf": [{ "type": "object", "properties": { "text": { "type": "string" } } }] }),
            json!({ "text": text }),
        ),
    ] {
        let schema = json!({ "type": "object", "properties": { name: schema }, "required": [name], "additionalProperties": false });
        assert_eq!(by_rule(&schema), Ok(json!({ name: value })), "{schema}");
    }
}

#[test]
fn a_required_property_that_an_answer_does_not_have_is_named() {
    for (name, schema) in [
        ("age", json!({ "type": "integer" })),
        ("colour", json!({ "type": "string" })),
        ("people", json!({ "type": "array", "items": { "type": "string" } })),
        ("sources", json!({ "type": "array", "items": { "type": "string" }, "minItems": 1 })),
        ("metal", json!({ "enum": ["bronze", "iron"] })),
        ("source", json!({ "type": "object", "properties": { "url": { "type": "string" } }, "required": ["url"] })),
    ] {
        let needed = json!({ "type": "object", "properties": { "answer": { "type": "string" }, name: schema }, "required": [name] });
        assert_eq!(by_rule(&needed), Err(format!("/properties/{name}")), "{schema}");
        let spare = json!({ "type": "object", "properties": { "answer": { "type": "string" }, name: schema } });
        assert_eq!(by_rule(&spare), Ok(json!({ "answer": "Ilse Varga cast it in 1871." })), "{schema}");
    }
}

#[test]
fn schemas_that_lead_to_themselves_end() {
    let tree = json!({ "type": "object", "properties": { "answer": { "type": "string" }, "child": { "$ref": "#" } }, "required": ["answer"] });
    assert!(by_rule(&tree).is_ok());
    let endless = json!({ "anyOf": [{ "$ref": "#" }, { "$ref": "#" }] });
    assert!(by_rule(&endless).is_err());
    assert!(
        by_rule(&json!({ "$ref": "#" })).is_ok_and(|value| value.is_null())
            || by_rule(&json!({ "$ref": "#" })).is_err()
    );
}

#[test]
fn a_refusal_says_so() {
    let schema = json!({ "type": "object", "properties": { "answer": { "type": "string" }, "found": { "type": "boolean" },
        "refused": { "type": "boolean" }, "citations": { "type": "array", "items": { "type": "object" } } },
        "required": ["answer", "found", "refused", "citations"] });
    let schema = AnswerSchema::read(&schema, "").unwrap();
    let value = filled(&schema, &facts("Nothing in these documents answers this.", true), "").value.unwrap();
    let text = "Nothing in these documents answers this.";
    assert_eq!(value, json!({ "answer": text, "found": false, "refused": true, "citations": [] }));
}
