//! The shape of JSON is a promise: fields may be added, never renamed.

use super::Story;
use serde_json::Value;

/// Every path of fields in a value, the parts of lists under `[]`.
fn shape(value: &Value, path: &str, paths: &mut Vec<String>) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, value)| shape(value, &format!("{path}.{name}"), paths)),
        Value::Array(values) => values.iter().for_each(|value| shape(value, &format!("{path}[]"), paths)),
        _ => paths.push(path.to_owned()),
    }
}

/// The distinct paths, without those inside reasons, which differ by question.
fn shape_of(value: &Value) -> String {
    let mut paths = Vec::new();
    shape(value, "", &mut paths);
    paths.retain(|path| !path.contains(".why.") && !path.contains(".metadata."));
    paths.sort();
    paths.dedup();
    paths.join("\n")
}

#[test]
fn answers_keep_their_shape() {
    let story = Story::of_the_tower();
    insta::assert_snapshot!("ask", shape_of(&story.json(&["ask", "Who cast the bell of the tower?"])));
    insta::assert_snapshot!("search", shape_of(&story.json(&["search", "bell of the tower"])));
    insta::assert_snapshot!("status", shape_of(&story.json(&["status"])));
}

#[test]
fn an_evaluation_keeps_its_shape() {
    let story = Story::of(&[
        ("corpus.jsonl", "{\"_id\":\"a\",\"title\":\"Tower\",\"text\":\"The bell was cast by Ilse Varga.\"}\n"),
        ("questions.jsonl", "{\"_id\":\"q\",\"text\":\"Who cast the bell?\",\"gold\":[\"a\"]}\n"),
    ]);
    let rows = story.json(&["eval", "notes", "--strategy", "lexical"]);
    let all = rows.as_array().into_iter().flatten().find(|row| row["half"] == "all").expect("there is a row for all");
    assert_eq!((&all["set"], &all["strategy"]), (&"notes".into(), &"lexical".into()));
    for figure in ["recall@1", "recall@2", "recall@5", "recall@10", "mrr", "ndcg@10"] {
        assert_eq!(all[figure], 100.0, "{figure}: {all:#}");
    }
    assert!(all["p50_ms"].is_number() && all["p95_ms"].is_number());
}
