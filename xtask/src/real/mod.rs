//! The loop with real models, small as they are: index, ask, the agent, stream, length stop, context overflow, a stream that is
//! cancelled, JSON after a schema, and a server that is killed in the middle and comes back.
//!
//! Replies of such small models are poor; the assertions are that no part is lost without being counted, and that every
//! run ends in order. The figures are printed. Where the servers cannot be fetched it reports that and
//! asserts nothing.

mod servers;
mod whole;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use rustix::process::Signal;
use serde_json::Value;
use tempfile::TempDir;

use self::servers::Servers;
use crate::faults::quipu::{Binaries, Ended};
use crate::faults::table::Table;

/// No step may take longer.
const LONGEST: Duration = Duration::from_secs(900);
/// The question to the samples.
const QUESTION: &str = "Who made the quartz pendulum of the meridian clock?";

/// Runs all steps, and prints their results.
pub(crate) fn run(arguments: &[String]) -> anyhow::Result<()> {
    let only = match arguments {
        [] => None,
        [flag, step] if flag == "--only" => Some(step.as_str()),
        _ => anyhow::bail!("`cargo xtask real` takes no arguments but --only STEP"),
    };
    let Some(servers) = Servers::fetched()? else {
        println!("== real: skipped, the servers cannot be fetched");
        return Ok(());
    };
    let mut real = Real::new(servers)?;
    let began = Instant::now();
    for (name, step) in STEPS {
        if only.is_some_and(|only| !name.starts_with(only)) {
            continue;
        }
        println!("== {name}");
        let table = step(&mut real).with_context(|| format!("{name}: the folder is {}", real.folder.path().display()));
        let keep = table.is_err();
        match table {
            Ok(table) => table.print(),
            Err(error) => {
                real.folder.disable_cleanup(keep);
                return Err(error);
            }
        }
    }
    println!("all in {:.0} s", began.elapsed().as_secs_f64());
    Ok(())
}

type StepOf = fn(&mut Real) -> anyhow::Result<Table>;

/// The steps, in their order.
const STEPS: [(&str, StepOf); 10] = [
    ("check: what the servers can", check),
    ("index: the samples, read by the model", index),
    ("ask: an answer, streamed and checked", ask),
    ("agent: the loop, to its end", agent),
    ("whole: reports, and answers about all of it", whole::whole),
    ("length: an answer that is cut off", length),
    ("overflow: a prompt that is too long", overflow),
    ("cancel: a stream that nobody waits for", cancel),
    ("outage: the server is killed in the middle, and comes back", outage),
    ("embed: vectors by the other server", embed),
];

/// A workspace with the samples, and the servers.
struct Real {
    servers: Servers,
    binaries: Binaries,
    settings: String,
    folder: TempDir,
    samples: PathBuf,
}

impl Real {
    fn new(servers: Servers) -> anyhow::Result<Self> {
        let binaries = Binaries::build(None, false)?;
        let folder = tempfile::tempdir()?;
        let settings = format!(
            "[llm]\nurl = {:?}\nname = \"smollm2\"\ncontext = 4096\nmost_at_once = 2\nretries = 0\nfirst_seconds = 90\n\
             idle_seconds = 60\n[extract]\nwindow = 250\ngleanings = 0\nroom = 150\n[answer]\npassages = 900\nroom = 120\n",
            servers.chat_url()
        );
        std::fs::write(folder.path().join("quipu.toml"), &settings)?;
        let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../samples");
        servers.start("chat")?;
        Ok(Self { servers, binaries, settings, folder, samples })
    }

    /// Runs a command to an orderly end.
    fn run(&self, arguments: &[&str]) -> anyhow::Result<Ended> {
        let mut run = self.binaries.command(self.folder.path(), arguments);
        run.limit = LONGEST;
        run.start()?.end()?.orderly(&arguments.join(" "))
    }

    /// Runs a command that prints JSON, however it ends.
    fn json(&self, arguments: &[&str]) -> anyhow::Result<(Value, Ended)> {
        let ended = self.run(&[arguments, &["--json"]].concat())?;
        let value = serde_json::from_str(&ended.out).with_context(|| ended.said())?;
        Ok((value, ended))
    }

    fn people(&self) -> String {
        self.samples.join("people").display().to_string()
    }
}

fn number(value: &Value, path: &str) -> u64 {
    value.pointer(path).and_then(Value::as_u64).unwrap_or_default()
}

/// Number of windows that a run of the model could not read.
fn failed(report: &Value) -> u64 {
    report["failed"].as_array().map_or(0, Vec::len) as u64
}

/// The rows of a run of the model.
fn read(table: &mut Table, report: &Value, seconds: f64) {
    table.row("windows read", number(report, "/windows"), format!("{seconds:.0} s"));
    table.row("windows failed", failed(report), "noted, and asked again by retry");
    for (at, what) in ["entities", "relations", "claims"].iter().enumerate() {
        table.row(format!("{what} found"), number(report, &format!("/found/{at}")), "");
    }
    for (why, count) in report["lost"].as_object().into_iter().flatten() {
        table.row("records lost", count.as_u64().unwrap_or_default(), why.clone());
    }
    let spent = |what: &str| number(report, &format!("/spent/extract/{what}"));
    let tokens = format!("{} tokens read, {} written", spent("input"), spent("output"));
    table.row("calls", spent("calls"), tokens);
    table.row("calls that failed", spent("failed"), "");
}

fn check(real: &mut Real) -> anyhow::Result<Table> {
    let mut table = Table::default();
    let (told, ended) = real.json(&["model", "check"])?;
    ensure!(told.to_string().contains("smollm2"), "the model is not named: {told}");
    table.note(format!("exit {:?}: {told}", ended.code()));
    Ok(table)
}

fn index(real: &mut Real) -> anyhow::Result<Table> {
    let mut table = Table::default();
    let (report, ended) = real.json(&["index", &real.people()])?;
    ensure!(matches!(ended.code(), Some(0 | 4)), "it ends whole or not whole: {}", ended.said());
    let model = &report["model"];
    let failed_before = failed(model);
    ensure!(number(model, "/windows") + failed_before > 0, "windows are read or fail: {model:#}");
    read(&mut table, model, ended.seconds);
    let begun = number(model, "/spent/extract/calls");
    let (again, _) = real.json(&["index", &real.people()])?;
    // A window that only timed out is requested again; one that was read is not.
    let asked = number(&again, "/model/windows") + failed(&again["model"]);
    ensure!(asked <= failed_before, "nothing is read twice: {again:#}\nand the run before: {model:#}");
    table.note(format!(
        "a second run asks for {asked} of the {failed_before} windows that failed (the first made {begun} calls)"
    ));
    Ok(table)
}

fn ask(real: &mut Real) -> anyhow::Result<Table> {
    let mut table = Table::default();
    let ended = real.run(&["ask", QUESTION, "--events"])?;
    let events: Vec<Value> = ended.out.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    let tokens = events.iter().filter(|event| event["event"] == "token").count() as u64;
    let end = events.last().context("there is a last event")?;
    ensure!(end["event"] == "end", "the last event is the whole: {end}");
    let sentences = end["sentences"].as_array().cloned().unwrap_or_default();
    let supported = sentences.iter().filter(|one| one["supported"] == true).count() as u64;
    table.row("pieces streamed", tokens, format!("{:.0} s", ended.seconds));
    table.row("sentences", sentences.len() as u64, "");
    table.row("sentences that a source bears out", supported, "");
    table.note(format!("confidence {:.2}: {}", end["confidence"]["value"].as_f64().unwrap_or_default(), end["answer"]));
    Ok(table)
}

/// The questions to the agent: easy for rules, uncertain for them, and not readable by them at all.
const ASKED: [&str; 3] = [
    "From which town does the person who keeps the Meridian Clock come?",
    "Tell me the home of whoever is behind the Meridian Clock",
    "Summarise the main themes of all documents",
];

fn agent(real: &mut Real) -> anyhow::Result<Table> {
    let mut table = Table::default();
    for effort in ["normal", "deep"] {
        for question in ASKED {
            let (answer, ended) = real.json(&["ask", question, "--effort", effort])?;
            let run = &answer["agent"];
            let spent = |what: &str| number(run, &format!("/spent/{what}"));
            let bound = |what: &str| number(run, &format!("/bounds/{what}"));
            for what in ["steps", "views", "calls"] {
                ensure!(spent(what) <= bound(what), "{what} are bounded: {run:#}");
            }
            let last = run["events"].as_array().and_then(|events| events.last()).cloned().unwrap_or_default();
            ensure!(last["event"] == "stopped", "it ends with why it stopped: {run:#}");
            ensure!(answer["answer"].as_str().is_some_and(|text| !text.is_empty()), "something is told: {answer:#}");
            let told = format!(
                "{} steps, {} tokens, {} ({:.0} s): {question}",
                spent("steps"),
                spent("tokens"),
                run["stopped"].as_str().unwrap_or_default(),
                ended.seconds
            );
            table.row(format!("calls, {effort}"), spent("calls"), told);
        }
    }
    Ok(table)
}

fn length(real: &mut Real) -> anyhow::Result<Table> {
    let mut table = Table::default();
    let ended = real.run(&["ask", QUESTION, "--events", "--set", "answer.room=16", "--length", "long"])?;
    let end: Value = serde_json::from_str(ended.out.lines().last().context("there is a last event")?)?;
    let what = end["trouble"][0]["what"].as_str().unwrap_or_default().to_owned();
    // Sixteen tokens of English are some sixty letters: a longer answer did not end by itself.
    let short = end["trouble"].is_null() && end["answer"].as_str().is_some_and(|text| text.len() < 120);
    let ends = end["refused"] == true || short;
    ensure!(what == "broken" || what == "unwritten" || ends, "an answer cut off is told so: {end:#}");
    table.note(format!("told as {what:?}: {}", end["answer"]));
    Ok(table)
}

fn overflow(real: &mut Real) -> anyhow::Result<Table> {
    let mut table = Table::default();
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join("quipu.toml"), &real.settings)?;
    // The samples are too short for it: the pages of the manual are not.
    let manual = real.samples.join("../docs").display().to_string();
    real.binaries.succeed(folder.path(), &["index", &manual, "--offline"])?;
    let question = ["ask", "What does each setting of the store, the model and the answer do?", "--json", "-n", "400"];
    let more = ["--set", "llm.context=100000", "--set", "answer.passages=60000"];
    let mut run = real.binaries.command(folder.path(), &[&question[..], &more].concat());
    run.limit = LONGEST;
    let ended = run.start()?.end()?.orderly("a prompt that is too long")?;
    ensure!(matches!(ended.code(), Some(0 | 1)), "it answers: {}", ended.said());
    let told: Value = serde_json::from_str(&ended.out)?;
    let error = &told["trouble"][0]["error"];
    ensure!(!error.is_null() || told["written_by"].is_string(), "it is told or it fits in the end: {told:#}");
    let (asked, failed) = (number(&told, "/spent/calls"), number(&told, "/spent/failed"));
    ensure!(failed > 0, "the server refused what was too long: {told:#}");
    table.row("calls that the server refused", failed, "with half of the passages each time");
    table.row("calls that it answered", asked, format!("told as {error}"));
    Ok(table)
}

fn cancel(real: &mut Real) -> anyhow::Result<Table> {
    let mut table = Table::default();
    let mut run = real.binaries.command(real.folder.path(), &["ask", "Tell everything about Tarnfeld.", "--events"]);
    run.limit = LONGEST;
    let running = run.start()?;
    std::thread::sleep(Duration::from_millis(2_500));
    running.signal(Signal::INT);
    let ended = running.end()?;
    let began = Instant::now();
    let (told, _) = real.json(&["ask", "Who keeps the great refractor?"])?;
    ensure!(told["answer"].is_string(), "the server answers the next question: {told:#}");
    table.note(format!(
        "interrupted after {:.1} s; the next answer took {:.0} s",
        ended.seconds,
        began.elapsed().as_secs_f64()
    ));
    Ok(table)
}

fn outage(real: &mut Real) -> anyhow::Result<Table> {
    let mut table = Table::default();
    // A changed prompt: everything is to be read again.
    let arguments = ["extract", "--json", "--set", "extract.claims=yes", "--set", "llm.retries=0"];
    let mut run = real.binaries.command(real.folder.path(), &arguments);
    run.limit = LONGEST;
    let running = run.start()?;
    std::thread::sleep(Duration::from_secs(12));
    real.servers.kill()?;
    let ended = running.end()?.orderly("a run whose server is killed")?;
    ensure!(matches!(ended.code(), Some(3 | 4)), "it is told as not whole: {:?} {}", ended.code(), ended.said());
    let report: Value = serde_json::from_str(&ended.out).with_context(|| ended.said())?;
    read(&mut table, &report, ended.seconds);
    table.note(format!("stopped: {}", report["stopped"]));
    real.servers.start("chat")?;
    let (again, ended) = real.json(&["retry", "--set", "extract.claims=yes"])?;
    ensure!(again["stopped"].is_null(), "the server is there again: {again:#}");
    table.note("the server is there again:".to_owned());
    read(&mut table, &again, ended.seconds);
    ensure!(number(&again, "/unchanged") >= number(&report, "/windows"), "what was read is not read again: {again:#}");
    Ok(table)
}

fn embed(real: &mut Real) -> anyhow::Result<Table> {
    let mut table = Table::default();
    real.servers.kill()?;
    real.servers.start("embed")?;
    let folder = tempfile::tempdir()?;
    let text = format!("[embed]\nmodel = \"openai\"\nurl = {:?}\nname = \"e5-{{role}}\"\n", real.servers.embed_url());
    std::fs::write(folder.path().join("quipu.toml"), text)?;
    let mut run = real.binaries.command(folder.path(), &["index", &real.people(), "--json"]);
    run.limit = LONGEST;
    let ended = run.start()?.end()?;
    ensure!(ended.code() == Some(0), "it indexes: {}", ended.said());
    let report: Value = serde_json::from_str(&ended.out)?;
    let found = real.binaries.succeed(folder.path(), &["search", "pendulum maker", "--strategy", "dense", "--json"])?;
    let found: Value = serde_json::from_str(&found)?;
    let hits = found["hits"].as_array().map_or(0, Vec::len) as u64;
    ensure!(hits > 0, "vectors find something: {found:#}");
    table.row("documents embedded", number(&report, "/added"), format!("{:.0} s", ended.seconds));
    table.row("hits of a question by vectors", hits, "");
    Ok(table)
}
