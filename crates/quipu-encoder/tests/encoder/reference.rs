//! Vectors equal those of Hugging Face's transformers, which `fixtures/make.py` wrote.

use std::path::Path;

use serde::Deserialize;

use super::{cosine, encode, fetched, fixtures, open, runtimes, small};
use quipu_encoder::{Encoder, EncodingRole, Pooling, Runtime};

#[derive(Deserialize)]
struct Line {
    text: String,
    times: usize,
    tokens: usize,
    vector: Vec<f32>,
}

/// The least cosine to the vectors of a file, every number of tokens being equal.
fn compare(encoder: &Encoder, file: &str) -> f64 {
    let lines = std::fs::read_to_string(fixtures().join(file)).expect("the fixtures are there");
    let lines: Vec<Line> = lines.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect();
    let texts: Vec<String> = lines.iter().map(|line| line.text.repeat(line.times)).collect();
    for (line, text) in lines.iter().zip(&texts) {
        let tokens = encoder.count_tokens(text, EncodingRole::Passage).expect("a text has tokens");
        assert_eq!(tokens, line.tokens, "tokens of {:?}", line.text);
    }
    let vectors = encode(encoder, &texts, EncodingRole::Passage);
    let cosines = vectors.iter().zip(&lines).map(|(vector, line)| (cosine(vector, &line.vector), &line.text));
    let (least, text) = cosines.min_by(|a, b| a.0.total_cmp(&b.0)).expect("there are fixtures");
    println!("{file}: the least cosine, {least:.8}, is that of {text:?}");
    least
}

fn equals_the_reference(folder: &Path, file: &str) {
    for runtime in runtimes() {
        let encoder = open(folder, runtime.clone());
        let least = compare(&encoder, file);
        println!("{file} by {runtime:?}: least cosine {least:.8}");
        assert!(least > 1.0 - 1e-5, "{file} by {runtime:?}: {least}");
    }
}

#[test]
fn a_small_xlm_roberta_equals_the_reference() {
    equals_the_reference(&small(), "xlmr.jsonl");
}

#[test]
fn minilm_equals_the_reference() {
    let Some(folder) = fetched("all-MiniLM-L6-v2", "minilm") else { return };
    equals_the_reference(&folder, "minilm.jsonl");
}

#[test]
fn the_card_says_what_the_folder_says() {
    let encoder = open(&small(), Runtime::Native);
    let card = encoder.card();
    assert_eq!((card.dimension, card.longest, card.normalised, card.pooling), (32, 24, true, Pooling::Cls));
    assert_eq!((card.name.as_str(), card.prefixes.question.as_str()), ("xlmr", "query: "));
    assert_eq!(card.prefixes.passage, "");
}

#[test]
fn a_question_is_a_passage_behind_its_prefix() {
    let encoder = open(&small(), Runtime::Native);
    let question = encode(&encoder, &["who".to_owned()], EncodingRole::Question);
    let passage = encode(&encoder, &["query: who".to_owned(), "who".to_owned()], EncodingRole::Passage);
    assert_eq!(question[0], passage[0]);
    assert_ne!(question[0], passage[1]);
}
