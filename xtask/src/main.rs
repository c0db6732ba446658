//! Work on the repository that is more than a test. `cargo xtask faults` strikes the binary in every conceivable way,
//! and checks that no data is lost; `cargo xtask counts` counts the instructions of the kernel's hot loops; `cargo
//! xtask real` runs a story with real, small models; `cargo xtask parser` trains the parser; `cargo
//! xtask trust` fits the trust in statements; `cargo xtask structure`
//! counts the items that the rules of the house bound.
#![allow(clippy::print_stdout, clippy::print_stderr)] // It talks to whoever runs it.

mod counts;
mod faults;
mod http;
mod licences;
mod load;
mod parser;
mod quote_trust;
mod real;
mod structure;
mod trust;

use std::process::ExitCode;

const HELP: &str = "\
cargo xtask faults [--seconds N] [--seed N] [--long] [--release] [--quipu PATH] [--only KIND]

  --seconds N   about N seconds of chance, and everything else once [default: 60]
  --long        as many strikes as the promises say, and the largest texts
  --seed N      another choice of moments and bits [default: 1]
  --release     the binary as it is shipped, instead of one with checks of arithmetic
  --quipu PATH  a binary that is built, instead of building one
  --only KIND   one kind: kill strike full places damage readers hostile served

cargo xtask counts [--update]

  counts the instructions of the kernel's hot loops with valgrind, and fails when one has grown by
  more than a tenth since bench/counts.txt was written
  --update      write bench/counts.txt anew

cargo xtask real [--only STEP]

  the loop with real models: llama.cpp with SmolLM2-135M-Instruct, and a server of multilingual-e5-small; both come as
  packages, and the first time one is built, for a quarter of an hour

cargo xtask load ADDRESS --requests FILE [--connections N] [--seconds N] [--rate N] [--token SECRET]

  many connections ask a server as fast as it answers, or so often a second whether it answers or not; prints JSON.
  FILE holds requests, a line each: {\"method\", \"path\", \"body\"}

cargo xtask structure [--names] [--circles]

  counts lines, functions, circles of imports between files and between folders, and names that are used more than once
  --names       each such name, with its files
  --circles     each circle

cargo xtask licences

  gathers the licences of all crates in the binary, which `quipu licences` prints

cargo xtask trust [--check]

  fits the weights of trust in statements to the judgements of eval/relations, and says how well they are calibrated
  --check       write nothing, and fail where the weights are others

cargo xtask parser [--check] [--held FILE] [--bits N,N,N,N] [--rounds N]

  trains the parser from the kept silver text and writes its weights, the same each time
  --check       write nothing, and fail where the weights are others
  --held FILE   say too how it agrees with the sentences of another silver file
  --bits        sizes of the tables of tags, steps, labels and sorts
  --parse TITLE TEXT   print how a text is parsed
  --show FILE   print the sentences of texts as the parser reads them, for a teacher
  --pack LIST FILE   keep what a teacher said as a silver file";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.split_first() {
        Some((task, rest)) if task == "faults" => faults::Plan::read(rest).map(|plan| faults::run(&plan)),
        Some((task, rest)) if task == "counts" => Ok(counts::run(rest)),
        Some((task, rest)) if task == "real" => Ok(real::run(rest)),
        Some((task, rest)) if task == "load" => Ok(load::run(rest)),
        Some((task, rest)) if task == "structure" => Ok(structure::run(rest)),
        Some((task, [])) if task == "licences" => Ok(licences::run()),
        Some((task, [])) if task == "trust" => Ok(trust::run(false).and_then(|()| quote_trust::run(false))),
        Some((task, [check])) if task == "trust" && check == "--check" => {
            Ok(trust::run(true).and_then(|()| quote_trust::run(true)))
        }
        Some((task, rest)) if task == "parser" => parser::Plan::read(rest).map(|plan| parser::run(&plan)),
        _ => Err(anyhow::anyhow!("which task?")),
    };
    match done {
        Err(error) => {
            eprintln!("{error}\n\n{HELP}");
            ExitCode::from(2)
        }
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(error)) => {
            eprintln!("\nA law is broken: {error:#}");
            ExitCode::FAILURE
        }
    }
}
