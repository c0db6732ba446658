//! The five cells of papers, printed to be read: `cargo run --release -p quipu-papers --example contributions --
//! FILES`.
//!
//! A `.jsonl` file has one abstract a line (`title`, `abstract`, `fold`); those of the fold `dev` are read, which the
//! option `--fold NAME` before the files changes. Any other file is one paper in Markdown or plain text; its headings
//! are its lines that begin with `#`.

#![allow(clippy::disallowed_methods, clippy::print_stdout, reason = "a program that reads files and prints")]

use quipu_papers::{ContributionCell, PaperStretch, contributions};
use serde::Deserialize;

#[derive(Deserialize)]
struct Labelled {
    fold: String,
    title: String,
    #[serde(rename = "abstract")]
    summary: String,
}

/// A heading path, where its text begins, and the text.
type Part = (Vec<String>, usize, String);

fn parts(text: &str) -> Vec<Part> {
    let mut out: Vec<Part> = vec![(Vec::new(), 0, String::new())];
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        at += line.len();
        let level = line.bytes().take_while(|byte| *byte == b'#').count();
        let last = out.len() - 1;
        if level == 0 {
            out[last].2.push_str(line);
            continue;
        }
        let mut path = out[last].0.clone();
        path.truncate(level - 1);
        path.push(line.trim_start_matches('#').trim().to_owned());
        out.push((path, at, String::new()));
    }
    out
}

fn print(title: &str, text: &str, parts: &[Part]) {
    let stretches: Vec<PaperStretch<'_>> =
        parts.iter().map(|(heading, start, text)| PaperStretch { heading, start: *start, text }).collect();
    let found = contributions(title, &stretches);
    println!("== {title}");
    for cell in ContributionCell::ALL {
        let Some(one) = found.iter().find(|one| one.cell == cell) else {
            println!("{:8} -", cell.name());
            continue;
        };
        let whole: Vec<&str> = text[one.start..one.end].split_whitespace().collect();
        println!("{:8} {:.2} {}\n              ({})", cell.name(), one.score, one.text, whole.join(" "));
    }
    println!();
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut fold = "dev".to_owned();
    let mut args = std::env::args().skip(1);
    while let Some(file) = args.next() {
        if file == "--fold" {
            fold = args.next().unwrap_or_default();
            continue;
        }
        let text = std::fs::read_to_string(&file)?;
        if !file.ends_with(".jsonl") {
            let parts = parts(&text);
            let title = parts.iter().find_map(|(path, _, _)| path.first().cloned()).unwrap_or_default();
            print(&title, &text, &parts);
            continue;
        }
        for line in text.lines() {
            let one: Labelled = serde_json::from_str(line)?;
            if one.fold == fold {
                print(&one.title, &one.summary, &[(vec!["Abstract".to_owned()], 0, one.summary.clone())]);
            }
        }
    }
    Ok(())
}
