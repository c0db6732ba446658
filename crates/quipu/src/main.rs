//! The binary `quipu`: parses what was typed, does it, and ends with a code that says how it went.
//!
//! All logic lives in the engine; this floor reads flags and settings, wires adapters to ports
//! (`wire.rs`, the one file that names them) and prints.

mod cli;
mod command;
mod exit;
#[cfg(unix)]
mod guard;
mod models;
mod named;
mod print;
mod pull;
mod roots;
mod settings;
mod sources;
mod wire;
mod workspace;
mod written;

use std::process::ExitCode;

use clap::Parser;

// What one thread makes and another drops, as indexing does with documents and facts, glibc's arenas
// keep: 1.6 GB of a run over a million chunks.
#[cfg(target_os = "linux")]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    if let Some(served) = wire::reads_for_another() {
        return if served.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    #[cfg(unix)]
    guard::install();
    wire::tell_damage();
    let cli = cli::Cli::parse();
    let result = command::run(&cli);
    if let Err(error) = &result
        && !exit::is_broken_pipe(error)
    {
        print::failure(error);
    }
    exit::code(&result)
}
