//! `/v1/embeddings`, `/v1/rerank` and `/v1/models`: words are counted by their hashes, which is enough
//! for texts with the same words to be near each other.

use hyper::Response;
use serde_json::{Value, json};

use crate::body::Pieces;
use crate::drawn::{FNV, hashed};
use crate::plan::{Plan, RerankShape};
use crate::server::{answer, refusal};

/// A unit vector of a text.
fn vector(text: &str, dimension: usize) -> Vec<f64> {
    let mut vector = vec![0.0; dimension.max(1)];
    for word in words(text) {
        let hash = hashed(FNV, word.as_bytes());
        vector[(hash % dimension.max(1) as u64) as usize] += if hash >> 63 == 1 { -1.0 } else { 1.0 };
    }
    let length = vector.iter().map(|part| part * part).sum::<f64>().sqrt();
    if length == 0.0 {
        vector[0] = 1.0;
        return vector;
    }
    vector.iter().map(|part| part / length).collect()
}

fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// Vectors of the texts, in their order.
pub(crate) fn embeddings(plan: &Plan, request: &Value) -> Response<Pieces> {
    let texts: Vec<&str> = match &request["input"] {
        Value::String(text) => vec![text],
        Value::Array(texts) => texts.iter().filter_map(Value::as_str).collect(),
        _ => return refusal(400, "invalid_request_error", Some("input"), "input must be a text or a list of texts"),
    };
    let rows = texts
        .iter()
        .enumerate()
        .map(|(at, text)| json!({ "object": "embedding", "index": at, "embedding": vector(text, plan.dimension) }));
    let rows: Vec<Value> = rows.collect();
    let tokens = texts.iter().map(|text| text.len().div_ceil(4)).sum::<usize>();
    let body = json!({ "object": "list", "data": rows, "model": request["model"],
                       "usage": { "prompt_tokens": tokens, "total_tokens": tokens } });
    answer(200, "application/json", body.to_string())
}

/// Documents with their scores, the best first, in the shape that the plan says.
pub(crate) fn rerank(plan: &Plan, request: &Value) -> Response<Pieces> {
    let (place, known, code) = match plan.rerank {
        RerankShape::TopN => {
            ("documents", ["model", "query", "documents", "top_n", "return_documents"].as_slice(), 400)
        }
        RerankShape::TopK => ("documents", ["model", "query", "documents", "top_k"].as_slice(), 400),
        RerankShape::Texts => {
            ("texts", ["model", "query", "texts", "documents", "top_n", "return_documents"].as_slice(), 422)
        }
    };
    let other = request.as_object().and_then(|all| all.keys().find(|key| !known.contains(&key.as_str())));
    if let Some(other) = other {
        return refusal(code, "invalid_request_error", Some(other), &format!("{other} is not supported"));
    }
    let (Some(query), Some(documents)) = (request["query"].as_str(), request[place].as_array()) else {
        return refusal(code, "invalid_request_error", Some(place), &format!("query and {place} are required"));
    };
    let wanted: Vec<String> = words(query).collect();
    let mut rows: Vec<(f64, usize)> = Vec::new();
    for (at, document) in documents.iter().enumerate() {
        let text = document.as_str().or_else(|| document["text"].as_str()).unwrap_or_default();
        let there: Vec<String> = words(text).collect();
        let shared = wanted.iter().filter(|word| there.contains(word)).count();
        rows.push((shared as f64 / wanted.len().max(1) as f64, at));
    }
    rows.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let most = request["top_n"].as_u64().map_or(rows.len(), |most| usize::try_from(most).unwrap_or(usize::MAX));
    let name = if plan.rerank == RerankShape::Texts { "score" } else { "relevance_score" };
    let rows: Value = rows.iter().take(most).map(|(score, at)| json!({ "index": at, name: score })).collect();
    let body = match plan.rerank {
        RerankShape::TopN => json!({ "model": request["model"], "results": rows }),
        RerankShape::TopK => json!({ "model": request["model"], "data": rows }),
        RerankShape::Texts => rows,
    };
    answer(200, "application/json", body.to_string())
}

/// The one model.
pub(crate) fn models(plan: &Plan) -> Response<Pieces> {
    let model = json!({ "id": plan.model, "object": "model", "created": 0, "owned_by": "quipu" });
    answer(200, "application/json", json!({ "object": "list", "data": [model] }).to_string())
}
