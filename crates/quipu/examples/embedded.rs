//! A program that has Quipu within it and reads risky formats by processes of its own: it is its own worker.
//!
//! ```sh
//! cargo run -p quipu --example embedded -- report.pdf "What does it say?"
//! ```

// A program prints; the library does not.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::process::ExitCode;

use quipu::workers::read_for_another;
use quipu::{Access, Files, Opening, Quipu, Workers};

fn main() -> ExitCode {
    // Before anything else: this process may be a worker of the one that started it.
    if let Some(served) = read_for_another() {
        return if served.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    let runtime = tokio::runtime::Runtime::new().expect("the system gives threads");
    match runtime.block_on(answered()) {
        Ok(answer) => println!("{answer}"),
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

async fn answered() -> Result<String, Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (file, question) = arguments.next().zip(arguments.next()).ok_or("name a file and ask a question")?;
    let place = tempfile::tempdir()?;
    let opening = Opening { workers: Workers::Program(std::env::current_exe()?), ..Opening::default() };
    let quipu = Quipu::open_with(place.path(), Access::Create, opening)?;
    let indexed = quipu.index(Files::of([file])).await?;
    if let Some(skipped) = indexed.index.skipped.first() {
        return Err(format!("{} {}", skipped.path, skipped.why).into());
    }
    Ok(quipu.ask(question).await?.answer)
}
