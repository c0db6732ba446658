use super::*;
use crate::tools::{find, tools};

fn fits(tool: &str, given: Value) -> Result<Value, String> {
    find(tool).unwrap().arguments(given).map_err(|error| error.to_string())
}

#[test]
fn what_models_write_means_what_they_meant() {
    for (tool, given, meant) in [
        ("search", json!({ "query": "bell", "limit": "3" }), json!({ "query": "bell", "limit": 3 })),
        ("search", json!({ "query": "bell", "limit": 3.0 }), json!({ "query": "bell", "limit": 3 })),
        ("search", json!({ "query": "bell", "limit": " 4.0 " }), json!({ "query": "bell", "limit": 4 })),
        ("search", json!({ "query": "bell", "limit": [5] }), json!({ "query": "bell", "limit": 5 })),
        ("search", json!({ "query": 1871 }), json!({ "query": "1871" })),
        ("search", json!({ "query": "1871" }), json!({ "query": "1871" })),
        ("search", json!({ "query": "true" }), json!({ "query": "true" })),
        ("search", json!({ "query": "null" }), json!({ "query": "null" })),
        ("search", json!({ "query": "{\"a\": 1}" }), json!({ "query": "{\"a\": 1}" })),
        ("search", json!("{\"query\": \"bell\", \"limit\": \"2\"}"), json!({ "query": "bell", "limit": 2 })),
        ("search", json!({ "query": "a", "limit": "null", "strategy": "" }), json!({ "query": "a" })),
        ("search", json!({ "query": "a", "filter": "", "cursor": null }), json!({ "query": "a" })),
        ("search", json!({ "query": "a", "max-tokens": "900" }), json!({ "query": "a", "max_tokens": 900 })),
        ("search", json!({ "Query": "a", "maxTokens": 900 }), json!({ "query": "a", "max_tokens": 900 })),
        (
            "grep",
            json!({ "pattern": "a", "literal": "False", "ignore_case": 1 }),
            json!({ "pattern": "a", "literal": false, "ignore_case": true }),
        ),
        (
            "search",
            json!({ "query": "a", "filter": { "documents": "a.md" } }),
            json!({ "query": "a", "filter": { "documents": ["a.md"] } }),
        ),
        (
            "search",
            json!({ "query": "a", "filter": "{\"tags\": [\"x\"]}" }),
            json!({ "query": "a", "filter": { "tags": ["x"] } }),
        ),
        (
            "search",
            json!({ "query": "a", "filter": { "tags": "[\"x\", 3]", "date": 2024, "where": null } }),
            json!({ "query": "a", "filter": { "tags": ["x", "3"], "date": "2024" } }),
        ),
        (
            "search",
            json!({ "query": "a", "filter": { "documents": "[ab], c.md" } }),
            json!({ "query": "a", "filter": { "documents": ["[ab], c.md"] } }),
        ),
        (
            "search",
            json!({ "query": "a", "filter": { "fields": ["year=2020", "author=A = B"] } }),
            json!({ "query": "a", "filter": { "fields": { "year": ["2020"], "author": ["A = B"] } } }),
        ),
        (
            "search",
            json!({ "query": "a", "filter": { "fields": { "year": 2020, "tag": ["x", "y"] } } }),
            json!({ "query": "a", "filter": { "fields": { "year": ["2020"], "tag": ["x", "y"] } } }),
        ),
        (
            "find_things",
            json!({ "query": "a", "kinds": "Entities, reports" }),
            json!({ "query": "a", "kinds": ["entities", "reports"] }),
        ),
        ("status", Value::Null, json!({})),
        ("status", json!([]), json!({})),
        ("status", json!(""), json!({})),
        (
            "add_document",
            json!({ "text": "x", "metadata": "{\"year\": \"3\", \"deep\": {\"a\": [1]}}" }),
            json!({ "text": "x", "metadata": { "year": "3", "deep": { "a": [1] } } }),
        ),
    ] {
        let got = fits(tool, given.clone());
        assert_eq!(got.as_ref(), Ok(&meant), "{tool} {given}");
        assert_eq!(fits(tool, meant.clone()), Ok(meant), "what fits stays");
    }
}

#[test]
fn what_cannot_be_meant_is_refused_and_the_error_names_what_is_wanted() {
    for (tool, given, told) in [
        ("search", json!({ "quary": "x" }), "did you mean \"query\"?"),
        ("search", json!({ "query": "x", "zzz": 1 }), "(known: "),
        ("search", json!({ "limit": 3 }), "query: it is missing"),
        ("search", json!({ "query": null }), "query: it is missing"),
        ("search", json!({ "query": "x", "limit": "many" }), "limit: a whole number"),
        ("search", json!({ "query": "x", "limit": 2.5 }), "limit: a whole number"),
        ("search", json!({ "query": "x", "limit": -1 }), "limit: a whole number, 0 or more"),
        ("search", json!({ "query": "x", "limit": true }), "limit: a whole number"),
        ("search", json!({ "query": "x", "limit": "inf" }), "limit: a whole number"),
        ("search", json!({ "query": ["a", "b"] }), "query: a text is wanted"),
        ("search", json!({ "query": "x", "filter": "tags" }), "filter: an object (known: "),
        (
            "search",
            json!({ "query": "x", "filter": { "tag": ["a"] } }),
            "filter: there is no argument \"tag\"; did you mean \"tags\"?",
        ),
        ("search", json!({ "query": "x", "filter": { "fields": ["year"] } }), "name=value"),
        ("search", json!({ "query": "x", "max_tokens": 1, "maxTokens": 2 }), "twice"),
        ("grep", json!({ "pattern": "x", "literal": "perhaps" }), "literal: true or false"),
        ("find_things", json!({ "query": "x", "kinds": ["people"] }), "one of entities, relations, reports"),
        ("search", json!(3), "an object"),
        ("search", json!("bell"), "an object"),
        ("search", json!([1]), "an object"),
    ] {
        let error = fits(tool, given.clone()).err().unwrap_or_default();
        assert!(error.contains(told) && error.contains(tool), "{tool} {given}: {error}");
    }
}

#[test]
fn no_value_makes_it_panic_and_what_it_makes_fits() {
    let odd = [
        json!(null),
        json!(""),
        json!("x"),
        json!(-0.0),
        json!(1e300),
        json!(u64::MAX),
        json!(i64::MIN),
        json!([]),
        json!([[]]),
        json!([[1], "a", null]),
        json!({}),
        json!({ "": null }),
        json!("[[["),
        json!("{"),
        json!("\"\\\"{}\\\"\""),
        json!(true),
    ];
    for tool in tools() {
        let schema = tool.input();
        for name in schema["properties"].as_object().unwrap().keys() {
            for value in &odd {
                if let Ok(once) = tool.arguments(json!({ name: value })) {
                    assert_eq!(tool.arguments(once.clone()).ok(), Some(once), "{} {name} {value}", tool.name);
                }
            }
        }
    }
}
