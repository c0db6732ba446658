//! Logits of cross-encoders equal those of Hugging Face's transformers, which `fixtures/make_cross.py` wrote.

use std::num::NonZeroUsize;

use quipu_encoder::{CrossEncoder, Encoder, EncoderOptions, Runtime};
use serde::Deserialize;

use super::{fixtures, runtimes, small};

#[derive(Deserialize)]
struct Pair {
    question: String,
    text: String,
    logit: f32,
}

fn pairs(name: &str) -> Vec<Pair> {
    let lines = std::fs::read_to_string(fixtures().join(format!("{name}.jsonl"))).expect("the fixtures are there");
    lines.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect()
}

fn open(name: &str, runtime: Runtime, threads: usize) -> CrossEncoder {
    let threads = NonZeroUsize::new(threads).expect("at least one");
    CrossEncoder::open(&fixtures().join(name), &EncoderOptions { threads, runtime }).expect("the folder holds a model")
}

#[test]
fn bert_and_xlm_roberta_equal_the_reference() {
    let models = [("cross-bert", 41), ("cross-xlmr", 42)].into_iter();
    for ((name, longest), runtime) in models.flat_map(|model| runtimes().into_iter().map(move |one| (model, one))) {
        let model = open(name, runtime.clone(), 1);
        assert_eq!((model.name(), model.longest()), (name, longest));
        for pair in pairs(name) {
            let found = model.score(&pair.question, &[&pair.text]).expect("a pair has a score")[0];
            assert!(
                (found - pair.logit).abs() < 1e-3,
                "{name} by {runtime:?}, {:?}: {found}, not {}",
                pair.text,
                pair.logit
            );
        }
    }
}

#[test]
fn company_and_threads_change_no_score() {
    let all = pairs("cross-bert");
    let texts: Vec<&str> = all.iter().map(|pair| pair.text.as_str()).cycle().take(40).collect();
    let together = open("cross-bert", Runtime::Native, 1).score("Who cast the bell?", &texts).expect("scores");
    let spread = open("cross-bert", Runtime::Native, 3).score("Who cast the bell?", &texts).expect("scores");
    let alone = open("cross-bert", Runtime::Native, 1).score("Who cast the bell?", &texts[..1]).expect("a score");
    assert!((together[0] - alone[0]).abs() < 1e-5);
    assert!(together.iter().zip(&spread).all(|(one, other)| (one - other).abs() < 1e-5));
    assert!(open("cross-bert", Runtime::Native, 1).score("who", &[]).is_ok_and(|scores| scores.is_empty()));
}

#[test]
fn an_encoder_is_no_cross_encoder_nor_the_other_way() {
    let options = EncoderOptions::default();
    let told = CrossEncoder::open(&small(), &options).map(|_| ()).expect_err("it has no classifier").to_string();
    assert!(told.contains("config.json") && told.contains("no classifier") && told.contains("choose"), "{told}");
    let told = Encoder::open(&fixtures().join("cross-bert"), &options).map(|_| ()).expect_err("it classifies");
    assert!(told.to_string().contains("a classifier of texts"), "{told}");
}

#[test]
fn a_head_of_two_labels_or_without_weights_is_named() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    for file in ["config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json"] {
        std::fs::copy(fixtures().join("cross-bert").join(file), folder.path().join(file)).expect("a copy");
    }
    let opened = |change: &dyn Fn(String) -> String| {
        let config = std::fs::read_to_string(fixtures().join("cross-bert/config.json")).expect("it is text");
        std::fs::write(folder.path().join("config.json"), change(config)).expect("it is written");
        CrossEncoder::open(folder.path(), &EncoderOptions::default()).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(opened(&|config| config), Ok(()));
    let two = opened(&|config| config.replace("\"0\": \"LABEL_0\"", "\"0\": \"no\", \"1\": \"yes\""));
    assert!(two.is_err_and(|told| told.contains("2 labels")));
    let other = opened(&|config| config.replace("\"model_type\": \"bert\"", "\"model_type\": \"xlm-roberta\""));
    assert!(other.is_err_and(|told| told.contains("classifier.dense.weight")));
}
