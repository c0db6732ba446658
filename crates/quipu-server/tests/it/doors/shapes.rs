//! Answers as JSON: of our own shape, of a client's schema, and as the arguments of a forced function.

use reqwest::StatusCode;
use serde_json::{Value, json};

use super::{QUESTION, chat, chunks, content, with_bell};
use crate::common::Server;

/// A chat with more fields.
fn with(question: &str, more: &Value) -> Value {
    let mut body = chat(question);
    for (key, value) in more.as_object().expect("a test sends an object") {
        body[key] = value.clone();
    }
    body
}

/// The choice of a reply.
async fn choice(server: &Server, body: &Value) -> Value {
    let (status, reply) = server.post("/v1/chat/completions", body).await;
    assert_eq!(status, StatusCode::OK, "{reply}");
    reply["choices"][0].clone()
}

fn parsed(text: &Value) -> Value {
    serde_json::from_str(text.as_str().expect("it is a text")).expect("it is JSON")
}

/// A schema as libraries generate it from classes.
fn schema() -> Value {
    json!({
        "type": "object", "title": "Reply", "additionalProperties": false,
        "properties": {
            "answer": { "type": "string", "description": "The answer." },
            "sources": { "type": "array", "items": { "$ref": "#/$defs/Source" }, "minItems": 1 },
            "year": { "type": "integer" },
            "confidence": { "type": "number", "minimum": 0, "maximum": 1 },
            "found": { "type": "boolean" },
            "comment": { "anyOf": [{ "type": "string" }, { "type": "null" }] },
        },
        "required": ["answer", "sources", "year", "confidence", "found", "comment"],
        "$defs": { "Source": {
            "type": "object", "additionalProperties": false, "required": ["title", "url", "quote", "page"],
            "properties": {
                "title": { "type": "string" }, "url": { "type": "string", "format": "uri" }, "quote": { "type": "string" },
                "page": { "anyOf": [{ "type": "integer" }, { "type": "null" }] },
            },
        } },
    })
}

fn of_schema(schema: &Value) -> Value {
    json!({ "response_format": { "type": "json_schema", "json_schema": { "name": "reply", "strict": true, "schema": schema } } })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_json_object_is_one_object_and_nothing_else() {
    let server = with_bell().await;
    let question = format!("{QUESTION} Answer in JSON.");
    let mut body = with(&question, &json!({ "response_format": { "type": "json_object" } }));
    let whole = choice(&server, &body).await;
    assert_eq!(whole["finish_reason"], "stop");
    let said = parsed(&whole["message"]["content"]);
    assert!(said["answer"].as_str().unwrap().contains("Ilse Varga"), "{said}");
    assert_eq!((&said["refused"], said["confidence"].is_number()), (&json!(false), true));
    let cited = &said["citations"][0];
    assert_eq!(
        (&cited["n"], &cited["document"], &cited["page"]),
        (&json!(1), &json!("notes/bell one.md"), &Value::Null)
    );
    assert!(cited["quote"].as_str().unwrap().contains("1871") && cited["url"].as_str().unwrap().starts_with("http://"));
    assert!(cited["title"].is_string());
    body["stream"] = json!(true);
    body["stream_options"] = json!({ "include_usage": true });
    let (pieces, done) = chunks(&server, &body).await;
    assert!(done && pieces.last().unwrap()["usage"]["completion_tokens"].as_u64().unwrap() > 10);
    assert_eq!(serde_json::from_str::<Value>(&content(&pieces)).unwrap(), said);
    body["stream"] = json!(false);
    body["max_tokens"] = json!(5);
    let cut = choice(&server, &body).await;
    assert_eq!(cut["finish_reason"], "length");
    assert!(whole["message"]["content"].as_str().unwrap().starts_with(cut["message"]["content"].as_str().unwrap()));
    body["model"] = json!("papers:context");
    let (status, error) = server.post("/v1/chat/completions", &body).await;
    assert_eq!((status, error["error"]["param"].as_str()), (StatusCode::BAD_REQUEST, Some("response_format")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_schema_is_obeyed_or_refused_by_its_part() {
    let server = with_bell().await;
    let mut body = with("When was the bell of the tower cast?", &of_schema(&schema()));
    let said = parsed(&choice(&server, &body).await["message"]["content"]);
    assert_eq!((&said["year"], &said["found"], &said["comment"]), (&json!(1871), &json!(true), &Value::Null), "{said}");
    assert!(!said["answer"].as_str().unwrap().contains("[1]"), "{said}");
    assert!(said["sources"][0]["url"].as_str().unwrap().starts_with("http://"), "{said}");
    body["stream"] = json!(true);
    assert_eq!(serde_json::from_str::<Value>(&content(&chunks(&server, &body).await.0)).unwrap(), said);
    let mut odd = schema();
    odd["properties"]["weight"] = json!({ "type": "number" });
    odd["required"] = json!(["answer", "weight"]);
    for stream in [false, true] {
        let mut body = with(QUESTION, &of_schema(&odd));
        body["stream"] = json!(stream);
        let (status, error) = server.post("/v1/chat/completions", &body).await;
        let param = Some("response_format.json_schema.schema.properties.weight");
        assert_eq!((status, error["error"]["param"].as_str()), (StatusCode::BAD_REQUEST, param), "{error}");
        assert!(error["error"]["message"].as_str().unwrap().contains("llm.url"), "{error}");
    }
    odd["properties"]["weight"] = json!({ "type": "string", "pattern": "kg$" });
    let (status, error) = server.post("/v1/chat/completions", &with(QUESTION, &of_schema(&odd))).await;
    assert_eq!(status, StatusCode::BAD_REQUEST, "{error}");
    assert!(error["error"]["message"].as_str().unwrap().contains("`pattern` is not supported"), "{error}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refusal_has_the_shape_too() {
    let server = with_bell().await;
    let wish = of_schema(&json!({
        "type": "object", "required": ["answer", "refused", "sources"], "additionalProperties": false,
        "properties": { "answer": { "type": "string" }, "refused": { "type": "boolean" },
            "sources": { "type": "array", "items": { "type": "string" } } },
    }));
    let said = parsed(&choice(&server, &with("How many zebras graze on Mars?", &wish)).await["message"]["content"]);
    assert_eq!((&said["refused"], &said["sources"]), (&json!(true), &json!([])), "{said}");
    assert!(!said["answer"].as_str().unwrap().is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_forced_function_is_called_with_the_answer() {
    let server = with_bell().await;
    let parameters = json!({ "type": "object", "required": ["answer", "citations"],
        "properties": { "answer": { "type": "string" }, "citations": { "type": "array", "items": { "type": "string" } } } });
    let tools = json!([{ "type": "function", "function": { "name": "final_result", "parameters": parameters } }]);
    for forced in [json!("required"), json!({ "type": "function", "function": { "name": "final_result" } })] {
        let mut body = with(QUESTION, &json!({ "tools": tools, "tool_choice": forced }));
        let whole = choice(&server, &body).await;
        assert_eq!((&whole["finish_reason"], &whole["message"]["content"]), (&json!("tool_calls"), &Value::Null));
        let call = &whole["message"]["tool_calls"][0];
        assert_eq!((&call["type"], &call["function"]["name"]), (&json!("function"), &json!("final_result")));
        let said = parsed(&call["function"]["arguments"]);
        assert!(said["answer"].as_str().unwrap().contains("Varga"), "{said}");
        assert_eq!(said["citations"], json!(["notes/bell one.md"]));
        body["stream"] = json!(true);
        let (pieces, done) = chunks(&server, &body).await;
        assert!(done);
        let calls: Vec<&Value> = pieces
            .iter()
            .map(|piece| &piece["choices"][0]["delta"]["tool_calls"][0])
            .filter(|call| !call.is_null())
            .collect();
        assert!(calls[0]["id"].is_string() && calls[0]["function"]["name"] == "final_result");
        let arguments: String = calls.iter().filter_map(|call| call["function"]["arguments"].as_str()).collect();
        assert_eq!(serde_json::from_str::<Value>(&arguments).unwrap(), said);
        let last = pieces.iter().rev().find_map(|piece| piece["choices"][0]["finish_reason"].as_str());
        assert_eq!(last, Some("tool_calls"));
    }
    let body = with(QUESTION, &json!({ "tools": tools, "tool_choice": "auto" }));
    assert!(choice(&server, &body).await["message"]["content"].as_str().unwrap().contains("Varga"));
    let city = json!([{ "type": "function", "function": { "name": "weather", "parameters": {
        "type": "object", "properties": { "city": { "type": "string" } }, "required": ["city"] } } }]);
    let (status, error) = server
        .post("/v1/chat/completions", &with(QUESTION, &json!({ "tools": city, "tool_choice": "required" })))
        .await;
    let param = Some("tools.0.function.parameters.properties.city");
    assert_eq!((status, error["error"]["param"].as_str()), (StatusCode::BAD_REQUEST, param), "{error}");
}
