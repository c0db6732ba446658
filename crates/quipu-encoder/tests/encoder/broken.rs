//! Broken folders: an error that names the file and the next step, and never a panic.

use std::path::Path;

use proptest::prelude::*;
use quipu_encoder::{Encoder, EncoderOptions, Side};

use super::small;

/// Files of a folder, those that it cannot be without first.
const FILES: &[&str] = &[
    "config.json",
    "model.safetensors",
    "tokenizer.json",
    "1_Pooling/config.json",
    "modules.json",
    "sentence_bert_config.json",
    "tokenizer_config.json",
    "config_sentence_transformers.json",
];

/// Copies a model's folder.
pub(crate) fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to.join("1_Pooling")).expect("a folder can be made");
    for name in FILES {
        std::fs::copy(from.join(name), to.join(name)).expect("a file can be copied");
    }
}

/// The result of opening the small model after a change to it.
fn opened(change: impl FnOnce(&Path)) -> Result<(), String> {
    let folder = tempfile::tempdir().expect("a folder can be made");
    copy(&small(), folder.path());
    change(folder.path());
    let encoder = Encoder::open(folder.path(), &EncoderOptions::default()).map_err(|error| error.to_string())?;
    encoder.encode(&["the king and I", ""], Side::Passage).map(|_| ()).map_err(|error| error.to_string())
}

fn write(folder: &Path, name: &str, bytes: &[u8]) {
    std::fs::write(folder.join(name), bytes).expect("a file can be written");
}

/// Replaces a text in a file that has it.
fn replaced(name: &str, old: &str, new: &str) -> Result<(), String> {
    opened(|folder| {
        let text = std::fs::read_to_string(folder.join(name)).expect("the file is text");
        assert!(text.contains(old), "{name} lacks {old}");
        write(folder, name, text.replace(old, new).as_bytes());
    })
}

fn complaint(result: Result<(), String>, parts: &[&str]) {
    let message = result.expect_err("the folder is broken");
    for part in parts {
        assert!(message.contains(part), "{message:?} does not say {part:?}");
    }
    assert!(message.contains("fetch") || message.contains("choose"), "{message:?} does not say what to do");
}

#[test]
fn a_missing_file_is_named() {
    for name in &FILES[..3] {
        complaint(opened(|folder| std::fs::remove_file(folder.join(name)).expect("it was there")), &[name]);
    }
    for name in &FILES[3..] {
        let result = opened(|folder| std::fs::remove_file(folder.join(name)).expect("it was there"));
        assert_eq!(result, Ok(()), "{name} may be absent");
    }
    let nowhere = Encoder::open("/nowhere/at all".as_ref(), &EncoderOptions::default());
    complaint(nowhere.map(|_| ()).map_err(|error| error.to_string()), &["/nowhere/at all"]);
}

#[test]
fn rubbish_is_named() {
    for name in FILES {
        complaint(opened(|folder| write(folder, name, b"<html>404</html>")), &[name]);
        complaint(opened(|folder| write(folder, name, b"")), &[name]);
    }
    let huge = vec![b' '; 2 << 20];
    complaint(opened(|folder| write(folder, "config.json", &huge)), &["config.json", "too many"]);
}

#[test]
fn what_cannot_be_run_is_named() {
    let config = |old, new, said: &[&str]| complaint(replaced("config.json", old, new), said);
    config("xlm-roberta", "llama", &["config.json", "llama"]);
    config("\"gelu\"", "\"swish\"", &["config.json", "swish"]);
    config("absolute", "relative_key", &["config.json", "positions"]);
    config("\"num_attention_heads\": 4", "\"num_attention_heads\": 5", &["config.json", "5 heads"]);
    config("\"num_hidden_layers\": 2", "\"num_hidden_layers\": 0", &["config.json", "num_hidden_layers"]);
    config("\"hidden_size\": 32", "\"hidden_size\": 99999999999", &["config.json", "hidden_size"]);
    config("\"pad_token_id\": 1", "\"pad_token_id\": 18446744073709551615", &["config.json"]);
    let pooling = replaced("1_Pooling/config.json", "cls_token\": true", "max_tokens\": true");
    complaint(pooling, &["1_Pooling", "max_tokens"]);
    complaint(replaced("modules.json", "models.Normalize", "models.Dense"), &["modules.json", "Dense"]);
    complaint(replaced("sentence_bert_config.json", "24", "2"), &["sentence_bert_config.json", "2"]);
}

#[test]
fn a_wrong_shape_is_named() {
    let config = |old, new, said: &[&str]| complaint(replaced("config.json", old, new), said);
    config("\"hidden_size\": 32", "\"hidden_size\": 64", &["model.safetensors", "embeddings", "64", "32"]);
    config("\"num_hidden_layers\": 2", "\"num_hidden_layers\": 3", &["model.safetensors", "layer.2", "None"]);
    config("\"intermediate_size\": 64", "\"intermediate_size\": 65", &["model.safetensors", "intermediate"]);
    config("\"intermediate_size\": 64", "\"intermediate_size\": 16777216", &["model.safetensors", "intermediate"]);
}

#[test]
fn a_token_without_a_row_is_named() {
    let result = replaced("tokenizer.json", "[\"<mask>\",0.0]", "[\"<mask>\",0.0],[\"▁kin\",-0.01]");
    complaint(result, &["tokenizer.json", "beyond"]);
}

#[test]
fn weights_that_are_no_numbers_are_named() {
    let result = opened(|folder| {
        let path = folder.join("model.safetensors");
        let mut bytes = std::fs::read(&path).expect("the weights are there");
        let size = u64::from_le_bytes(bytes[..8].try_into().expect("eight bytes")) as usize;
        bytes[8 + size..].fill(0xff);
        std::fs::write(path, bytes).expect("the weights can be written");
    });
    complaint(result, &["damaged"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_bytes_give_an_error_or_a_model(at in 0..FILES.len(), bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = opened(|folder| write(folder, FILES[at], &bytes));
    }

    #[test]
    fn a_cut_file_is_an_error_or_a_model(at in 0..FILES.len(), share in 0.0_f64..1.0) {
        let result = opened(|folder| {
            let bytes = std::fs::read(folder.join(FILES[at])).expect("the file is there");
            write(folder, FILES[at], &bytes[..((bytes.len() - 2) as f64 * share) as usize]);
        });
        prop_assert!(result.is_err_and(|message| message.contains(FILES[at])));
    }

    #[test]
    fn a_changed_byte_gives_an_error_or_a_model(at in 0..FILES.len(), place in any::<prop::sample::Index>(), byte: u8) {
        let _ = opened(|folder| {
            let mut bytes = std::fs::read(folder.join(FILES[at])).expect("the file is there");
            // Of the weights, the header: the bytes after it may be any number.
            let most = bytes.len().min(4096);
            bytes[place.index(most)] = byte;
            write(folder, FILES[at], &bytes);
        });
    }
}
