//! Prints how well mentions are found: on the labelled sentences, and on the entities that the gold
//! evidence of a question set names.
//!
//!     cargo run --release -p quipu-kernel --example mention_scores -- eval/mentions [2WIKI] [--errors]
#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::disallowed_methods)]

use std::collections::{HashMap, HashSet};
use std::path::Path;

use quipu_kernel::extract::{Score, extract, title_names};
use quipu_kernel::model::{Chunk, Kind, Mention};
use quipu_kernel::text::fold_name;
use serde_json::Value;

fn rows(path: &Path) -> Vec<Value> {
    std::fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn found(text: &str, language: &str) -> Vec<Mention> {
    let chunk = Chunk { text: text.to_owned(), language: language.to_owned(), ..Chunk::default() };
    extract(&chunk).mentions
}

/// A concept without a capital is no name: the labels leave such out.
fn is_named(mention: &&Mention) -> bool {
    mention.kind != Kind::Concept || mention.form.chars().any(char::is_uppercase)
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let errors = args.iter().any(|arg| arg == "--errors");
    let paths: Vec<&String> = args.iter().filter(|arg| !arg.starts_with("--")).collect();
    for language in ["en", "ru"] {
        sentences(&Path::new(paths[0]).join(format!("{language}.jsonl")), language, errors);
        let held = score_of(&rows(&Path::new(paths[0]).join(format!("held_{language}.jsonl"))), language);
        print_score(language, "held", &held);
    }
    if let Some(set) = paths.get(1) {
        coverage(Path::new(set), errors);
    }
}

fn sentences(path: &Path, language: &str, errors: bool) {
    let rows = rows(path);
    for (half, parity) in [("even", 0), ("odd", 1)] {
        let part: Vec<Value> = rows.iter().skip(parity).step_by(2).cloned().collect();
        print_score(language, half, &score_of(&part, language));
        if errors && parity == 0 {
            part.iter().for_each(|row| differences(row, language));
        }
    }
}

fn labels(row: &Value) -> Vec<&str> {
    row["mentions"].as_array().unwrap().iter().map(|label| label.as_str().unwrap()).collect()
}

fn score_of(rows: &[Value], language: &str) -> Score {
    let mut score = Score::default();
    for row in rows {
        let mentions = found(row["text"].as_str().unwrap(), language);
        score.add(labels(row), mentions.iter().filter(is_named).map(|mention| mention.form.as_str()));
    }
    score
}

fn print_score(language: &str, half: &str, score: &Score) {
    println!(
        "{language} {half:4}  precision {:.3}  recall {:.3}   lenient {:.3} / {:.3}   ({} labelled, {} found)",
        score.precision(),
        score.recall(),
        score.lenient_precision(),
        score.lenient_recall(),
        score.labelled,
        score.found
    );
}

/// Only ever printed for even sentences: the odd ones are not to be looked at.
fn differences(row: &Value, language: &str) {
    let (id, labels, mentions) = (&row["_id"], labels(row), found(row["text"].as_str().unwrap(), language));
    let mut free: Vec<String> = mentions.iter().filter(is_named).map(|mention| mention.name.folded.clone()).collect();
    let mut missed = Vec::new();
    for label in labels {
        match free.iter().position(|form| *form == fold_name(label)) {
            Some(at) => drop(free.swap_remove(at)),
            None => missed.push(label),
        }
    }
    if !missed.is_empty() || !free.is_empty() {
        println!("{id}  missed {missed:?}  wrong {free:?}");
    }
}

/// The share of the names in the gold evidence that are entities of a gold passage.
fn coverage(set: &Path, errors: bool) {
    let passages: HashMap<String, Value> =
        rows(&set.join("corpus.jsonl")).into_iter().map(|row| (row["_id"].as_str().unwrap().to_owned(), row)).collect();
    let mut halves = [(0, 0), (0, 0)];
    for (at, question) in rows(&set.join("questions.jsonl")).iter().enumerate() {
        let mut texts = String::new();
        let mut names: HashSet<String> = HashSet::new();
        for id in question["gold"].as_array().unwrap() {
            let passage = &passages[id.as_str().unwrap()];
            let (title, text) = (passage["title"].as_str().unwrap(), passage["text"].as_str().unwrap());
            texts.push_str(&format!(" {} {} ", fold_name(title), fold_name(text)));
            names.extend(title_names(title).into_iter().chain(found(text, "en")).map(|mention| mention.name.folded));
        }
        let wanted: HashSet<String> = question["evidences"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|fact| [&fact[0], &fact[2]])
            .map(|name| fold_name(name.as_str().unwrap()))
            .collect();
        for name in wanted.iter().filter(|name| texts.contains(&format!(" {name} "))) {
            halves[at % 2].1 += 1;
            halves[at % 2].0 += usize::from(names.contains(name));
            if errors && at % 2 == 0 && !names.contains(name) {
                println!("evidence not found: {name}");
            }
        }
    }
    for (half, (hit, all)) in ["even", "odd"].iter().zip(halves) {
        println!("evidence {half:4}  {hit} of {all} = {:.3}", hit as f64 / all.max(1) as f64);
    }
}
