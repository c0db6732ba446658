//! Weights of two bytes are read as those of four.

use std::collections::BTreeMap;
use std::path::Path;

use quipu_encoder::{Encoder, EncoderOptions, EncodingRole};
use serde_json::{Value, json};

use super::{cosine, encode, open, small};

/// The small model with its weights written in two bytes.
fn halved(folder: &Path, kind: &str, half: impl Fn(f32) -> u16) {
    super::broken::copy(&small(), folder);
    let path = folder.join("model.safetensors");
    let bytes = std::fs::read(&path).expect("the weights are there");
    let (size, rest) = bytes.split_at(8);
    let size = u64::from_le_bytes(size.try_into().expect("eight bytes")) as usize;
    let mut header: BTreeMap<String, Value> = serde_json::from_slice(&rest[..size]).expect("a header");
    for (_, entry) in header.iter_mut().filter(|(name, _)| *name != "__metadata__") {
        let offsets = [0, 1].map(|at| entry["data_offsets"][at].as_u64().expect("an offset") / 2);
        (entry["dtype"], entry["data_offsets"]) = (json!(kind), json!(offsets));
    }
    let header = serde_json::to_vec(&header).expect("a header");
    let numbers = rest[size..].as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes));
    let numbers = numbers.flat_map(|number| half(number).to_le_bytes());
    let all = (header.len() as u64).to_le_bytes().into_iter().chain(header.iter().copied()).chain(numbers);
    std::fs::write(path, all.collect::<Vec<u8>>()).expect("the weights can be written");
}

#[test]
fn halves_are_read() {
    let texts = ["the king", "ёжик и река", ""].map(str::to_owned);
    let whole = encode(&open(&small(), quipu_encoder::Runtime::Native), &texts, EncodingRole::Passage);
    type Half = fn(f32) -> u16;
    let kinds: [(&str, Half); 2] =
        [("F16", |x| half::f16::from_f32(x).to_bits()), ("BF16", |x| half::bf16::from_f32(x).to_bits())];
    for (kind, half) in kinds {
        let folder = tempfile::tempdir().expect("a folder can be made");
        halved(folder.path(), kind, half);
        let encoder = Encoder::open(folder.path(), &EncoderOptions::default()).expect("the halves are read");
        for (a, b) in whole.iter().zip(encode(&encoder, &texts, EncodingRole::Passage)) {
            assert!(cosine(a, &b) > 0.999, "{kind}: {}", cosine(a, &b));
        }
    }
}
