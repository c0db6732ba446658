//! Parts of Quipu on data that other libraries are given too: `bench/peers/run` makes the data, runs
//! this and them, and compares. Each command reads plain files and prints one JSON object.
#![allow(clippy::print_stdout, clippy::print_stderr)] // It talks to `bench/peers/run`.

mod clock;
mod dense;
mod files;
mod questions;
mod split;
mod walk;

use std::path::Path;
use std::process::ExitCode;

use anyhow::Context as _;
use serde_json::Value;

const HELP: &str = "\
quipu-peers questions STORE QUESTIONS             asks each line, context only, twice; the second time counts
quipu-peers walk GRAPH DAMPING TOLERANCE SCORES   personalised PageRank on a graph of two sides
quipu-peers vectors TEXTS VECTORS                 embeds each line with the built-in embedder
quipu-peers dense STORE VECTORS QUERIES FOUND     fills a store with vectors, and finds the ten nearest
quipu-peers split TEXT SIZE OVERLAP CHUNKS        cuts a text recursively, and writes the chunks as JSON";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(Some(figures)) => {
            println!("{figures}");
            ExitCode::SUCCESS
        }
        Ok(None) => {
            eprintln!("{HELP}");
            ExitCode::from(2)
        }
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The figures of a command; missing when there is no such command.
fn run(arguments: &[String]) -> anyhow::Result<Option<Value>> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let figures = match words.as_slice() {
        ["questions", store, questions] => questions::ask(Path::new(store), Path::new(questions))?,
        ["walk", graph, damping, tolerance, scores] => {
            let damping = damping.parse().context("DAMPING is a number")?;
            let tolerance = tolerance.parse().context("TOLERANCE is a number")?;
            walk::walk(Path::new(graph), damping, tolerance, Path::new(scores))?
        }
        ["vectors", texts, vectors] => dense::embed(Path::new(texts), Path::new(vectors))?,
        ["dense", store, vectors, queries, found] => {
            dense::find(Path::new(store), Path::new(vectors), Path::new(queries), Path::new(found))?
        }
        ["split", text, size, overlap, chunks] => {
            let size = size.parse().context("SIZE is a number")?;
            let overlap = overlap.parse().context("OVERLAP is a number")?;
            split::split(Path::new(text), size, overlap, Path::new(chunks))?
        }
        _ => return Ok(None),
    };
    Ok(Some(figures))
}
