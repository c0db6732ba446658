//! Work on the repository that is more than a test. `cargo xtask faults` strikes the binary in every
//! way that can be thought of, and looks whether anything was lost.
#![allow(clippy::print_stdout, clippy::print_stderr)] // It talks to whoever runs it.

mod faults;

use std::process::ExitCode;

const HELP: &str = "\
cargo xtask faults [--seconds N] [--seed N] [--long] [--release] [--only KIND]

  --seconds N   about N seconds of chance, and everything else once [default: 60]
  --long        as many strikes as the promises say, and the largest texts
  --seed N      another choice of moments and bits [default: 1]
  --release     the binary as it is shipped, instead of one with checks of arithmetic
  --only KIND   one kind: kill strike full places damage readers hostile";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let plan = match arguments.split_first() {
        Some((task, rest)) if task == "faults" => faults::Plan::read(rest),
        _ => Err(anyhow::anyhow!("which task?")),
    };
    let plan = match plan {
        Ok(plan) => plan,
        Err(error) => {
            eprintln!("{error}\n\n{HELP}");
            return ExitCode::from(2);
        }
    };
    match faults::run(&plan) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nA law is broken: {error:#}");
            ExitCode::FAILURE
        }
    }
}
