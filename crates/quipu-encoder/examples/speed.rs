//! Sentences of 128 tokens a CPU second, by this crate alone and by an ONNX Runtime library, in turns.
//!
//!     cargo run --release -p quipu-encoder --example speed -- MODEL_FOLDER [ORT_LIBRARY] [--rounds 9] [--threads 1]

#![allow(clippy::print_stdout)] // A benchmark prints.

use std::error::Error;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Instant;

use quipu_encoder::{Encoder, EncoderOptions, Runtime, Side, find_library};

const TOKENS: usize = 128;
const TEXTS: usize = 64;

fn main() -> Result<(), Box<dyn Error>> {
    let (mut places, mut rounds, mut threads) = (Vec::new(), 9, NonZeroUsize::MIN);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--rounds" => rounds = arguments.next().unwrap_or_default().parse()?,
            "--threads" => threads = arguments.next().unwrap_or_default().parse()?,
            _ => places.push(PathBuf::from(argument)),
        }
    }
    let folder = places.first().ok_or("usage: speed MODEL_FOLDER [ORT_LIBRARY]")?;
    let variable = std::env::var_os("ORT_DYLIB_PATH").map(PathBuf::from);
    let library = find_library(places.get(1).map(PathBuf::as_path), variable.as_deref(), None);
    let mut runtimes = vec![("native", Runtime::Native)];
    runtimes.extend(library.map(|path| ("ONNX Runtime", Runtime::Library(path))));
    measure(folder, &runtimes, rounds, threads)
}

fn measure(
    folder: &Path,
    runtimes: &[(&str, Runtime)],
    rounds: usize,
    threads: NonZeroUsize,
) -> Result<(), Box<dyn Error>> {
    let mut encoders = Vec::new();
    for (name, runtime) in runtimes {
        let began = Instant::now();
        let encoder = Encoder::open(folder, &EncoderOptions { threads, runtime: runtime.clone() })?;
        println!("{name}: opened in {:.0} ms", began.elapsed().as_secs_f64() * 1e3);
        encoders.push((*name, encoder, Vec::new()));
    }
    let texts = texts(&encoders[0].1)?;
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let mut vectors = Vec::new();
    for round in 0..=rounds {
        for (_, encoder, speeds) in &mut encoders {
            let began = cpu_seconds();
            let encoded = encoder.encode(&texts, Side::Passage)?;
            // The first round warms up.
            if round > 0 {
                speeds.push(TEXTS as f64 / (cpu_seconds() - began));
            } else {
                vectors.push(encoded);
            }
        }
    }
    let medians: Vec<f64> = encoders.iter_mut().map(|(_, _, speeds)| median(speeds)).collect();
    for ((name, ..), speed) in encoders.iter().zip(&medians) {
        println!("{name}: {speed:.1} sentences of {TOKENS} tokens a CPU second (median of {rounds})");
    }
    if let ([native, library], [ours, theirs]) = (&medians[..], &vectors[..]) {
        let cosine = |(a, b): (&Vec<f32>, &Vec<f32>)| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
        let least = ours.iter().zip(theirs).map(cosine).fold(f32::INFINITY, f32::min);
        println!("native / ONNX Runtime: {:.2}; least cosine between them: {least:.6}", native / library);
    }
    Ok(())
}

/// Texts of an exact number of tokens, no two alike.
fn texts(encoder: &Encoder) -> Result<Vec<String>, Box<dyn Error>> {
    const WORDS: &[&str] = &[
        "river", "the", "of", "stone", "bridge", "in", "market", "and", "old", "harbour", "letter", "was", "winter",
        "to", "song", "mountain", "a", "road", "lamp", "king", "garden", "with", "ship", "field", "that", "city",
    ];
    let mut texts = Vec::new();
    for at in 0..TEXTS {
        let (mut text, mut next, mut count) = (String::new(), at, 0);
        while count < TOKENS {
            next = (next * 5 + 7 + at) % 9973;
            let longer = format!("{text}{} ", WORDS[next % WORDS.len()]);
            // A word of two tokens may be one too many; this one is one everywhere.
            let short = format!("{text}the ");
            let counts = [encoder.count_tokens(&longer, Side::Passage)?, encoder.count_tokens(&short, Side::Passage)?];
            (text, count) = if counts[0] <= TOKENS { (longer, counts[0]) } else { (short, counts[1]) };
        }
        if count != TOKENS {
            return Err(format!("no text of {TOKENS} tokens was made, but one of {count}").into());
        }
        texts.push(text);
    }
    Ok(texts)
}

fn cpu_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
