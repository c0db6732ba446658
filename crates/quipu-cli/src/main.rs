//! The binary `quipu`: parses what was typed, does it, and ends with a code that says how it went.
//!
//! All that it does is a call of the library `quipu`: this floor reads flags and variables, speaks the user's
//! language, hears Ctrl-C and prints.

mod cli;
mod command;
mod exit;
#[cfg(unix)]
mod guard;
mod interrupt;
mod messages;
mod place;
mod print;
mod written;

use std::process::ExitCode;

// What one thread makes and another drops, as indexing does with documents and facts, glibc's arenas
// keep: 1.6 GB of a run over a million chunks.
#[cfg(target_os = "linux")]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

// What jemalloc reads when it starts: an arena for each processor, and pages that nobody uses go back after 0.6 seconds.
// Four arenas for each, and ten seconds, kept 55 MB of what indexing had left behind for the model's run after it; two
// seconds still 9 MB. From 2 MB on, memory comes from the system for each use: LMDB takes so much for lists of
// which it writes little, and what the system gives need not be cleared.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)] // Nothing else is called so: the name is jemalloc's.
#[unsafe(export_name = "malloc_conf")]
#[used]
static MALLOC_CONF: &[u8; 66] = b"percpu_arena:percpu,dirty_decay_ms:600,oversize_threshold:2097152\0";

/// ONNX Runtime libraries from 1.31 on note every process for their maker and send that when there is a network,
/// before anybody can tell them not to; but for this variable, which they read when they are loaded.
#[allow(unsafe_code)] // No other thread runs yet that could read the environment.
fn send_nothing() {
    unsafe { std::env::set_var("ORT_DISABLE_TELEMETRY", "1") };
}

fn main() -> ExitCode {
    send_nothing();
    if let Some(served) = quipu::workers::read_for_another() {
        return if served.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    messages::choose();
    #[cfg(unix)]
    guard::install();
    quipu::tell_damage();
    let cli = match cli::parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Whoever closed the output does not want to read it.
            let _ = print::parsed(&error);
            print::all_said();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    let result = command::run(&cli);
    print::all_said();
    if let Err(error) = &result
        && !exit::is_broken_pipe(error)
    {
        print::failure(error, cli.common.json);
    }
    exit::code(&result)
}
