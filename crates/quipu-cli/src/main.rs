//! The binary `quipu`: parses its arguments, runs the command, and ends with an exit code for the outcome.
//!
//! Every command is a call of the library `quipu`: this crate reads flags and variables, speaks the user's
//! language, handles Ctrl-C and prints.

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

// Memory that one thread allocates and another frees, as indexing does with documents and facts, stays in glibc's
// arenas: 1.6 GB of a run over a million chunks.
#[cfg(target_os = "linux")]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

// The options of jemalloc: an arena per processor, and unused pages are returned after 0.6 seconds.
// Four arenas per processor, and ten seconds, kept 55 MB of the memory of indexing during the model's run after it; two
// seconds still 9 MB. From 2 MB on, memory comes from the system for each use: LMDB takes that much for lists of
// which it writes little, and memory from the system need not be cleared.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)] // Nothing else is called so: the name is jemalloc's.
#[unsafe(export_name = "malloc_conf")]
#[used]
static MALLOC_CONF: &[u8; 66] = b"percpu_arena:percpu,dirty_decay_ms:600,oversize_threshold:2097152\0";

/// ONNX Runtime libraries from 1.31 on record every process for their vendor and send that when there is a network,
/// before any call can disable it. Only this variable does, which they read when they are loaded.
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
            // The output may be closed: an error of printing is ignored.
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
