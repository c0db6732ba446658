//! The encoder from outside: against a reference, in any company, and with broken folders.

#![allow(clippy::print_stdout)] // What is skipped, and what was measured, is printed.

mod broken;
mod company;
mod cross;
mod halves;
mod reference;
mod small_e5;

use std::path::{Path, PathBuf};

use quipu_encoder::{Encoder, EncoderOptions, EncodingRole, Runtime, find_library};

/// A small XLM-RoBERTa with random weights.
fn small() -> PathBuf {
    fixtures().join("xlmr")
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

/// The folder that `scripts/fetch-models.sh` fetched under this name; without one, a line reports that a test is
/// skipped.
fn fetched(name: &str, wanted: &str) -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("models");
    let path = std::env::var_os("ENCODER_MODELS").map_or_else(beside, PathBuf::from).join(name);
    if !path.is_dir() {
        println!("skipped: {} is not there; scripts/fetch-models.sh {wanted} fetches it", path.display());
    }
    path.is_dir().then_some(path)
}

/// The built-in runtime, and the library's where it is there.
fn runtimes() -> Vec<Runtime> {
    let variable = std::env::var_os("ORT_DYLIB_PATH").map(PathBuf::from);
    let folder = if variable.is_none() { fetched("onnxruntime", "onnxruntime") } else { None };
    let library = find_library(folder.as_deref(), variable.as_deref(), None);
    std::iter::once(Runtime::Native).chain(library.map(Runtime::Library)).collect()
}

fn open(folder: &Path, runtime: Runtime) -> Encoder {
    Encoder::open(folder, &EncoderOptions { runtime, ..EncoderOptions::default() }).expect("the folder holds a model")
}

fn encode(encoder: &Encoder, texts: &[String], side: EncodingRole) -> Vec<Vec<f32>> {
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    encoder.encode(&texts, side).expect("texts have vectors")
}

fn cosine(a: &[f32], b: &[f32]) -> f64 {
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum::<f64>();
    dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()
}
