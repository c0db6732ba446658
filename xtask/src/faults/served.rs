//! `kill -9` of a server at random moments, while several clients upload, decide, and ask: acknowledged work is
//! there at the end, and nothing is done twice, though a client whose connection broke off repeats its request under
//! the same key.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use rustix::process::Signal;
use serde_json::{Value, json};

use super::Faults;
use super::chance::Chance;
use super::quipu::Running;
use super::table::Table;
use crate::http::Connection;

/// Number of promised kills, and the time for them.
const KILLS: u64 = 50;
const TIME: Duration = Duration::from_secs(30 * 60);
/// Number of clients.
const CLIENTS: u64 = 4;
/// Limit of uploaded documents: of more jobs than a thousand the oldest are forgotten.
const UPLOADS: u64 = 800;
/// The room of the workspace.
const SPACE: &str = "/api/v1/workspaces/default";

/// The replies that clients received.
#[derive(Default)]
struct Told {
    /// Documents by id, with the job that was acknowledged.
    uploads: BTreeMap<String, String>,
    /// Decisions by the names that they merge, with their numbers.
    decisions: BTreeMap<(String, String), u64>,
    asked: u64,
    /// Requests that were sent again, since their connection broke off.
    again: u64,
    /// Replies that no client may get.
    odd: Vec<String>,
}

/// The state shared by the clients and the killer.
struct Stage {
    address: Mutex<String>,
    told: Mutex<Told>,
    next: AtomicU64,
    over: AtomicBool,
    pause: Duration,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills servers until the promised number, and checks the rest.
pub(crate) fn run(faults: &Faults) -> anyhow::Result<Table> {
    let workspace = faults.folder.join("served");
    std::fs::create_dir_all(&workspace)?;
    let kills = faults.many(KILLS, 4);
    let between = if faults.plan.long { TIME / KILLS as u32 } else { Duration::from_millis(1500) };
    let stage = Stage {
        address: Mutex::default(),
        told: Mutex::default(),
        next: AtomicU64::new(0),
        over: AtomicBool::new(false),
        pause: if faults.plan.long { Duration::from_millis(600) } else { Duration::from_millis(5) },
    };
    let mut chance = faults.chance("served");
    let server = std::thread::scope(|scope| -> anyhow::Result<Running> {
        for client in 0..CLIENTS {
            let (stage, mut chance) = (&stage, Chance::of(faults.plan.seed, &format!("client {client}")));
            scope.spawn(move || work(stage, &mut chance));
        }
        let killed = (0..kills).try_for_each(|_| {
            let server = start(faults, &workspace, &stage)?;
            std::thread::sleep(between.mul_f64(0.3 + 1.4 * chance.share()));
            server.signal(Signal::KILL);
            ensure!(server.end()?.was_killed(), "the server ended before it was killed");
            Ok(())
        });
        let last = killed.and_then(|()| start(faults, &workspace, &stage));
        // Clients end after their current request: the last server answers it.
        stage.over.store(true, Ordering::Relaxed);
        if last.is_err() {
            locked(&stage.address).clear();
        }
        last
    })?;
    let told = locked(&stage.told);
    let held = holds(&stage, &told);
    server.signal(Signal::TERM);
    let ended = server.end()?;
    held?;
    ensure!(ended.code() == Some(0), "a server that is asked to end {ended}");
    faults.binaries.succeed(&workspace, &["doctor"])?;
    let mut table = Table::default();
    let note = format!(
        "{} uploads, {} decisions, {} questions were acknowledged; {} requests were sent again",
        told.uploads.len(),
        told.decisions.len(),
        told.asked,
        told.again
    );
    table.row("kill -9 of a server at work", kills, note);
    Ok(table)
}

/// Starts a server, and says where it is.
fn start(faults: &Faults, workspace: &Path, stage: &Stage) -> anyhow::Result<Running> {
    let mut run = faults.binaries.command(workspace, &["serve", "--listen", "127.0.0.1:0"]);
    run.limit = TIME;
    let server = run.start()?;
    let until = Instant::now() + Duration::from_secs(30);
    loop {
        let said = server.said();
        let address = said.split("http://").nth(1).and_then(|rest| rest.split_once('/')).map(|(address, _)| address);
        if let Some(address) = address {
            address.clone_into(&mut locked(&stage.address));
            return Ok(server);
        }
        ensure!(Instant::now() < until, "the server does not say where it is: {said}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// The work of a client until the end.
fn work(stage: &Stage, chance: &mut Chance) {
    let mut waiting: Vec<u64> = Vec::new();
    while !stage.over.load(Ordering::Relaxed) {
        match chance.below(4) {
            0 | 1 => {
                let number = stage.next.fetch_add(1, Ordering::Relaxed);
                if number < UPLOADS && upload(stage, number) {
                    waiting.push(number);
                }
            }
            2 if !waiting.is_empty() => {
                let number = waiting.remove(0);
                if !merge(stage, number) {
                    waiting.push(number);
                }
            }
            _ => {
                let body = json!({ "question": "Who cast the bell?" });
                if asked(stage, ("POST", &format!("{SPACE}/ask")), "", &body).is_some() {
                    locked(&stage.told).asked += 1;
                }
            }
        }
        std::thread::sleep(stage.pause);
    }
}

fn upload(stage: &Stage, number: u64) -> bool {
    let (id, text) = document(number);
    let body = json!({ "id": id, "text": text });
    let key = format!("upload-{number}");
    let job = match asked(stage, ("POST", &format!("{SPACE}/documents")), &key, &body) {
        Some((202 | 200, job)) => job,
        Some((status, said)) => {
            locked(&stage.told).odd.push(format!("upload: {status} {said}"));
            return false;
        }
        None => return false,
    };
    let job = job["id"].as_str().unwrap_or_default().to_owned();
    locked(&stage.told).uploads.insert(id, job);
    true
}

fn merge(stage: &Stage, number: u64) -> bool {
    let (a, b) = names(number);
    let body = json!({ "a": a, "b": b });
    let key = format!("merge-{number}");
    match asked(stage, ("POST", &format!("{SPACE}/names/merge")), &key, &body) {
        Some((201, deed)) => {
            let number = deed["number"].as_u64().unwrap_or_default();
            locked(&stage.told).decisions.insert((a, b), number);
            true
        }
        // Its document is not read yet: a refusal had no effect, and the request is repeated.
        Some((404, _)) | None => false,
        // It broke off: its sender does not know the outcome.
        Some((409, said)) if said["code"] == "interrupted" => true,
        Some((status, said)) => {
            locked(&stage.told).odd.push(format!("merge: {status} {said}"));
            true
        }
    }
}

/// Sends a request until it is answered, under one key, like a client whose connection broke off; nothing where all
/// is over before.
fn asked(stage: &Stage, what: (&str, &str), key: &str, body: &Value) -> Option<(u16, Value)> {
    let body = body.to_string();
    let mut headers = vec![("Content-Type", "application/json")];
    headers.extend((!key.is_empty()).then_some(("Idempotency-Key", key)));
    loop {
        let address = locked(&stage.address).clone();
        let replied = Connection::to(&address).and_then(|mut open| open.ask(what, &headers, body.as_bytes()));
        match replied {
            Ok(reply) => {
                let said: Value = serde_json::from_slice(&reply.body).unwrap_or_default();
                // Where one of the same key is under way, its reply is waited for.
                if said["code"] != "running" {
                    return Some((reply.status, said));
                }
            }
            Err(_) => locked(&stage.told).again += 1,
        }
        if address.is_empty() && stage.over.load(Ordering::Relaxed) {
            return None;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// A document with the names of two people that no other has.
fn document(number: u64) -> (String, String) {
    let (a, b) = names(number);
    let text =
        format!("# Bell {number}\n\nThe bell number {number} was cast by {a}. It was tuned by {b} in the same year.\n");
    (format!("bell-{number}"), text)
}

fn names(number: u64) -> (String, String) {
    const SYLLABLES: [&str; 16] =
        ["ba", "ke", "di", "lo", "mu", "na", "re", "si", "to", "vu", "za", "pe", "fi", "go", "hu", "ja"];
    let word = |mut rest: u64, first: &str| {
        let mut word = first.to_owned();
        for _ in 0..3 {
            word.push_str(SYLLABLES[(rest % 16) as usize]);
            rest /= 16;
        }
        word
    };
    (
        format!("{} {}", word(number, "Ar"), word(number, "Bel")),
        format!("{} {}", word(number, "Or"), word(number, "Dun")),
    )
}

/// The law: acknowledged work is there, once.
fn holds(stage: &Stage, told: &Told) -> anyhow::Result<()> {
    let address = locked(&stage.address).clone();
    let get = |path: &str| -> anyhow::Result<Value> {
        let reply = Connection::to(&address)?.ask(("GET", &format!("{SPACE}{path}")), &[], &[])?;
        ensure!(reply.status == 200, "GET {path}: {} {}", reply.status, String::from_utf8_lossy(&reply.body));
        Ok(serde_json::from_slice(&reply.body)?)
    };
    let all = |path: &str| -> anyhow::Result<Vec<Value>> {
        let (mut rows, mut cursor) = (Vec::new(), String::new());
        loop {
            let page = get(&format!("{path}?limit=1000{cursor}"))?;
            rows.extend(page["items"].as_array().cloned().unwrap_or_default());
            let Some(next) = page["next"].as_str() else { return Ok(rows) };
            cursor = format!("&cursor={next}");
        }
    };
    let jobs = loop {
        let jobs = all("/jobs")?;
        let open = |job: &Value| matches!(job["state"].as_str(), Some("queued" | "running"));
        if !jobs.iter().any(open) {
            break jobs;
        }
        std::thread::sleep(Duration::from_millis(100));
    };
    let states: BTreeMap<&str, &str> =
        jobs.iter().filter_map(|job| Some((job["id"].as_str()?, job["state"].as_str()?))).collect();
    let keys: Vec<&str> = jobs.iter().filter_map(|job| job["idempotency_key"].as_str()).collect();
    let distinct: BTreeSet<&&str> = keys.iter().collect();
    ensure!(keys.len() == distinct.len(), "a job was added twice under one key");
    let mut documents = BTreeMap::new();
    for row in all("/documents")? {
        *documents.entry(row["id"].as_str().unwrap_or_default().to_owned()).or_insert(0) += 1;
    }
    for (id, job) in &told.uploads {
        let state = states.get(job.as_str()).copied().with_context(|| format!("the job {job} of {id} is lost"))?;
        ensure!(state == "done", "the job {job} of {id} is {state}");
        ensure!(documents.get(id) == Some(&1), "{id} was acknowledged, and is not there once");
        let number = id.trim_start_matches("bell-").parse().unwrap_or_default();
        let reply = Connection::to(&address)?.ask(("GET", &format!("{SPACE}/documents/{id}/original")), &[], &[])?;
        let original = String::from_utf8_lossy(&reply.body).into_owned();
        ensure!(reply.status == 200 && original.ends_with(&document(number).1), "the original of {id}: {original}");
    }
    let log = get("/names/log")?;
    let log = log["items"].as_array().cloned().unwrap_or_default();
    for ((a, b), number) in &told.decisions {
        let same = log.iter().filter(|decision| {
            let said = decision.to_string().to_lowercase();
            said.contains(&a.to_lowercase()) && said.contains(&b.to_lowercase())
        });
        let numbers: Vec<Option<u64>> = same.map(|decision| decision["number"].as_u64()).collect();
        ensure!(numbers == [Some(*number)], "{a} = {b} was decided as {number}, and is there as {numbers:?}");
    }
    ensure!(told.odd.is_empty(), "{:?}", told.odd);
    let done = told.uploads.len() as u64 > CLIENTS && told.asked > 0 && !told.decisions.is_empty();
    ensure!(done, "too little was done between the kills");
    Ok(())
}
