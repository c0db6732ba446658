//! Places that cannot be written, that vanish, that another process writes to, or that a stopped process
//! goes on reading.

use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use rustix::process::Signal;

use super::scenario::{self, Scenario, change};
use super::table::Table;
use super::{Faults, laws};

/// Limit of attempts to stop a reader while it reads a state.
const STOPS: u64 = 40;
/// A user without rights, for whom a read-only folder is read-only.
const NOBODY: u32 = 65_534;

/// Tries every place once, or a few times where chance has a say.
pub(crate) fn run(faults: &Faults) -> anyhow::Result<Table> {
    let scenarios = faults.scenarios()?;
    let mut table = Table::default();
    let note = read_only(faults).context("a read-only folder")?;
    table.row("read-only folder", 1, note);
    let times = faults.many(20, 1);
    for turn in 0..times {
        removed(faults, &scenarios[turn % 2], turn as u32 + 1).context("a removed folder")?;
    }
    table.row("folder removed while it is written", times as u64, "the run ends, and the next makes it anew");
    for _ in 0..times {
        two_writers(faults, &scenarios[0]).context("two writers")?;
    }
    table.row("two writers", times as u64, "the second names the first and gives up in time, or waits and goes on");
    let note = stopped_reader(faults, &scenarios[2]).context("a stopped reader")?;
    table.row("a reader stopped by SIGSTOP while a run writes", 1, note);
    let note = slow_dump(faults, scenarios).context("a slow dump")?;
    table.row("a dump that nobody takes through large runs", 1, note);
    Ok(table)
}

/// Writing is refused with the path; reading works or is refused with the path.
fn read_only(faults: &Faults) -> anyhow::Result<String> {
    // As root, the run needs another user to be refused, and the binary where that one can
    // run it.
    let root = rustix::process::geteuid().is_root();
    let place = tempfile::Builder::new().prefix("quipu-read-only-").tempdir()?;
    std::fs::set_permissions(place.path(), PermissionsExt::from_mode(0o755))?;
    let mut binaries = faults.binaries.clone();
    binaries.quipu = place.path().join("quipu");
    std::fs::copy(&faults.binaries.quipu, &binaries.quipu)?;
    let workspace = place.path().join("workspace");
    scenario::copy(&faults.folder.join("scenarios/a/start"), &workspace)?;
    let notes = place.path().join("notes");
    std::fs::create_dir_all(&notes)?;
    std::fs::write(notes.join("new.md"), "# New\n\nA note.\n")?;
    protect(place.path(), true)?;
    let run = |arguments: &[&str]| {
        let mut run = binaries.command(&workspace, arguments);
        if root {
            run.command.uid(NOBODY).gid(NOBODY);
        }
        run.start()?.end()?.orderly(&arguments.join(" "))
    };
    let write = run(&["index", notes.to_str().context("a path is UTF-8")?])?;
    let read = run(&["search", "Ilse Varga"])?;
    protect(place.path(), false)?;
    ensure!(write.code() == Some(3) && write.err.contains(".quipu"), "index {write}");
    ensure!(write.err.contains("denied") || write.err.contains("read-only"), "the error does not say why: {write}");
    ensure!(read.code() == Some(0) || (read.code() == Some(3) && read.err.contains(".quipu")), "search {read}");
    laws::clean(&faults.binaries, &workspace)?;
    Ok(match read.code() {
        Some(0) => "written: refused with the path; read: answered".to_owned(),
        _ => "written and read: refused with the path".to_owned(),
    })
}

/// Takes the right to write from a folder and all below it, or gives it back.
fn protect(folder: &Path, protect: bool) -> anyhow::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            self::protect(&entry.path(), protect)?;
        } else {
            let executable = entry.file_name() == "quipu";
            let mode = if executable {
                0o755
            } else if protect {
                0o444
            } else {
                0o644
            };
            std::fs::set_permissions(entry.path(), PermissionsExt::from_mode(mode))?;
        }
    }
    Ok(std::fs::set_permissions(folder, PermissionsExt::from_mode(if protect { 0o555 } else { 0o755 }))?)
}

/// The workspace's folder vanishes during a run.
fn removed(faults: &Faults, scenario: &Scenario, commits: u32) -> anyhow::Result<()> {
    let workspace = scenario.workspace(&faults.folder)?;
    let running = scenario.run(&faults.binaries, &workspace).start()?;
    let began = Instant::now();
    while change(&workspace).unwrap_or_default() < u64::from(commits % 6) && began.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(1));
    }
    // Files may come while it is removed.
    for _ in 0..50 {
        if std::fs::remove_dir_all(workspace.join(".quipu")).is_ok() {
            break;
        }
    }
    let ended = running.end()?.orderly("the run")?;
    ensure!(matches!(ended.code(), Some(0 | 3)), "{ended}");
    let _ = std::fs::remove_dir_all(workspace.join(".quipu"));
    laws::completes(&faults.binaries, scenario, &workspace)
}

/// The second writer waits, names the first, and gives up in time; or goes on once the first is done.
fn two_writers(faults: &Faults, scenario: &Scenario) -> anyhow::Result<()> {
    let workspace = scenario.workspace(&faults.folder)?;
    let first = scenario.run(&faults.binaries, &workspace).start()?;
    let began = Instant::now();
    while change(&workspace).unwrap_or_default() < 3 && began.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(1));
    }
    first.signal(Signal::STOP);
    let holder = format!("process {}", first.id());
    let mut second = scenario.run(&faults.binaries, &workspace);
    second.command.env("QUIPU_STORE_WAIT", "1");
    let second = second.start()?.end()?.orderly("the second writer")?;
    ensure!(second.code() == Some(3) && second.err.contains(&holder), "the second writer {second}");
    ensure!(second.seconds < 8.0, "the second writer waits for {:.0} s", second.seconds);
    let mut patient = scenario.run(&faults.binaries, &workspace);
    patient.command.env("QUIPU_STORE_WAIT", "60");
    let patient = patient.start()?;
    std::thread::sleep(Duration::from_millis(200));
    first.signal(Signal::CONT);
    let (first, patient) = (first.end()?, patient.end()?);
    ensure!(first.code() == Some(0) && patient.code() == Some(0), "first {first}\nsecond {patient}");
    laws::completes(&faults.binaries, scenario, &workspace)
}

/// A dump whose rows are not taken holds no old pages: the file grows as it does without, and the dump
/// ends well once it is taken.
fn slow_dump(faults: &Faults, scenarios: &[Scenario]) -> anyhow::Result<String> {
    let (change, more) = (&scenarios[2], &scenarios[1]);
    let grown = |slow: bool| -> anyhow::Result<(u64, usize)> {
        let workspace = change.workspace(&faults.folder)?;
        let mut dump = faults.binaries.command(&workspace, &["dump"]).command;
        let mut dump = if slow { Some(dump.stdout(Stdio::piped()).spawn()?) } else { None };
        for _ in 0..faults.many(20, 1) {
            for (scenario, name) in [(more, "more"), (change, "notes")] {
                let mut writer = scenario.run(&faults.binaries, &workspace);
                writer.command.args(["--root-name", name]);
                let writer = writer.start()?.end()?.orderly("the writer")?;
                ensure!(writer.code() == Some(0), "the writer {writer}");
                let named = writer.out.contains("still reads");
                ensure!(!named, "the dump holds a state: {writer}");
            }
            // The documents that they added are removed, so that the next turn writes as much.
            faults.binaries.succeed(&workspace, &["delete", "*/*", "*/*/*"])?;
        }
        let mut lines = 0;
        if let Some(dump) = &mut dump {
            let taken = BufReader::new(dump.stdout.take().context("its rows are piped")?);
            for line in taken.lines() {
                serde_json::from_str::<serde_json::Value>(&line?).context("a line of the dump")?;
                lines += 1;
            }
            ensure!(dump.wait()?.success() && lines > 0, "the dump fails after {lines} lines");
        }
        laws::clean(&faults.binaries, &workspace)?;
        Ok((truth(&workspace), lines))
    };
    let ((free, _), (held, lines)) = (grown(false)?, grown(true)?);
    ensure!(held <= free + free / 4 + (1 << 20), "the truth grows from {free} to {held} bytes");
    Ok(format!(
        "the truth has {} kB after them, {} kB without it; {lines} rows came in the end",
        held >> 10,
        free >> 10
    ))
}

/// Bytes of the truth's file.
fn truth(workspace: &Path) -> u64 {
    workspace.join(".quipu/truth/data.mdb").metadata().map_or(0, |found| found.len())
}

/// Waits until a process has the truth in its memory, or is gone.
fn opened(process: u32) {
    let maps = || std::fs::read_to_string(format!("/proc/{process}/maps")).unwrap_or_default();
    for _ in 0..2_000 {
        let maps = maps();
        if maps.is_empty() || maps.contains("data.mdb") {
            return;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// A reader that is stopped while it reads a state holds old pages: the writer goes on and names it,
/// and the file grows by no more than the run's writes.
fn stopped_reader(faults: &Faults, scenario: &Scenario) -> anyhow::Result<String> {
    let run = |wait: Option<Duration>| -> anyhow::Result<(u64, bool)> {
        let workspace = scenario.workspace(&faults.folder)?;
        let reader = faults.binaries.command(&workspace, &["dump"]).start()?;
        if let Some(wait) = wait {
            // An open of LMDB locks others out for that moment, so it is stopped after it.
            opened(reader.id());
            std::thread::sleep(wait);
            reader.signal(Signal::STOP);
        }
        let writer = scenario.run(&faults.binaries, &workspace).start()?.end()?.orderly("the writer")?;
        ensure!(writer.code() == Some(0), "the writer {writer}");
        let named = writer.out.contains(&format!("process {} still reads", reader.id()));
        reader.signal(Signal::CONT);
        let reader = reader.end()?.orderly("the reader")?;
        ensure!(reader.code() == Some(0), "the reader {reader}");
        laws::clean(&faults.binaries, &workspace)?;
        Ok((truth(&workspace), named))
    };
    let (free, _) = run(None)?;
    // It reads a state for a part of its time only.
    for turn in 0..STOPS {
        let (held, named) = run(Some(Duration::from_millis(2 + 2 * turn)))?;
        if named {
            ensure!(held < free * 20, "the truth grows from {free} to {held} bytes");
            let (held, free) = (held >> 10, free >> 10);
            return Ok(format!("named by the writer; the truth has {held} kB after the run, {free} kB without it"));
        }
    }
    anyhow::bail!("the writer names none of {STOPS} readers that were stopped")
}
