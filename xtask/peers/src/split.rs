//! Recursive splitting of one text, timed, with the chunks as texts.

use std::path::Path;

use anyhow::Context as _;
use quipu_kernel::rank::measures::percentile;
use quipu_kernel::split::{SplitOptions, recursive_parts};
use serde_json::{Value, json};

use crate::clock::timed;

/// Number of timed runs.
const TIMES: usize = 7;

/// Splits the text, writes the chunks, and returns the time of splitting.
pub(crate) fn split(text: &Path, size: usize, overlap: usize, chunks: &Path) -> anyhow::Result<Value> {
    let text = std::fs::read_to_string(text).with_context(|| text.display().to_string())?;
    let options = SplitOptions { size_chars: Some(size), overlap: Some(overlap), ..SplitOptions::default() };
    let cut = || -> Vec<String> {
        recursive_parts(&text, &options).into_iter().map(|part| text[part.range].trim().to_owned()).collect()
    };
    let mut found = Vec::new();
    let mut times = Vec::new();
    for _ in 0..TIMES {
        // The results of before are freed first, as Python does.
        drop(std::mem::take(&mut found));
        let (cut, took) = timed(cut);
        found = cut;
        times.push(took.cpu);
    }
    std::fs::write(chunks, serde_json::to_vec(&found)?).with_context(|| chunks.display().to_string())?;
    Ok(json!({ "cpu_s": percentile(&times, 0.5) }))
}
