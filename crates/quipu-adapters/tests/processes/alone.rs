//! Several processes have a workspace open, and each detects the others: while one has it open, no
//! other may take it for one without users, or commits are lost. A child process is this test binary, selected by a
//! variable.
#![cfg(unix)]

use std::path::Path;
use std::process::Command;

use quipu_adapters::store::{EmbeddedStore, OpenOptions};
use quipu_engine::ports::{Change, DecisionChange, Store, StoreError};
use quipu_kernel::model::{Decision, Name, Verdict};
use rustix::process::{Resource, Rlimit, setrlimit};
use tempfile::tempdir;

const FOLDER: &str = "BESIDE_CHILD_FOLDER";
/// The kind of the child process, where it is bounded.
const BOUND: &str = "BESIDE_CHILD_BOUND";
const ALONE: &str = "nobody has it open";

/// Tries the lock that LMDB takes for the only user of a truth.
#[test]
#[ignore = "what the other test here runs as another process"]
fn child_process() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let path = Path::new(&folder).join("truth/lock.mdb");
    let file = std::fs::File::options().read(true).write(true).open(path).expect("the truth has a lock file");
    match rustix::fs::fcntl_lock(&file, rustix::fs::FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => println!("{ALONE}"),
        Err(error) => assert!(matches!(error, rustix::io::Errno::AGAIN | rustix::io::Errno::ACCESS), "{error}"),
    }
}

/// True if another process finds the workspace not open anywhere.
fn looks_alone(folder: &Path) -> bool {
    let mut child = Command::new(std::env::current_exe().expect("a test knows its binary"));
    child.args(["--exact", "alone::child_process", "--ignored", "--nocapture"]).env(FOLDER, folder);
    let output = child.output().expect("the child starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8_lossy(&output.stdout).contains(ALONE)
}

fn open(folder: &Path, write: bool) -> EmbeddedStore {
    EmbeddedStore::open(folder, &OpenOptions { write, ..OpenOptions::default() }).expect("it opens")
}

fn decided(number: u64) -> Change {
    let verdict = Verdict::Apart { name: Name::new("Ilse Varga") };
    let decision = Decision { number, at: 0, reason: String::new(), verdict };
    Change { decisions: vec![DecisionChange::Put(decision)], ..Change::default() }
}

#[tokio::test]
async fn an_open_workspace_is_seen_to_be_open() {
    let folder = tempdir().expect("a folder can be made");
    let writer = open(folder.path(), true);
    assert!(!looks_alone(folder.path()), "as it is opened");
    for number in 1..4 {
        writer.commit(decided(number)).await.expect("it is written");
        assert!(!looks_alone(folder.path()), "after {number} commits");
    }
    drop(writer);
    assert!(looks_alone(folder.path()), "nobody has it open now");
    let reader = open(folder.path(), false);
    assert_eq!(reader.status().await.expect("it reads").change, 3);
    assert!(!looks_alone(folder.path()), "after a reader looked who else reads");
    drop(reader);
    let again = open(folder.path(), true);
    again.commit(decided(4)).await.expect("it is written");
    assert!(!looks_alone(folder.path()), "as it is opened again");
}

/// Opens, writes and reads a workspace in a process that is given little.
#[tokio::test]
#[ignore = "what another test here runs as another process"]
async fn bounded_child() {
    let (Some(folder), Ok(bound)) = (std::env::var_os(FOLDER), std::env::var(BOUND)) else { return };
    let limit = |resource, most| {
        let bounded = Rlimit { current: Some(most), maximum: Some(most) };
        setrlimit(resource, bounded).expect("less is given");
    };
    match bound.as_str() {
        "files" => limit(Resource::Nofile, 3),
        _ => {
            let status = std::fs::read_to_string("/proc/self/statm").expect("it is Linux");
            let pages: u64 = status.split(' ').next().and_then(|pages| pages.parse().ok()).expect("a number");
            limit(Resource::As, pages * 4096 + (400 << 20));
        }
    }
    let options = OpenOptions { write: true, ..OpenOptions::default() };
    let opened = EmbeddedStore::open(Path::new(&folder), &options);
    if bound == "files" {
        let error = opened.err().expect("no file can be opened");
        assert!(matches!(error, StoreError::Limit { .. }) && error.to_string().contains("ulimit -n"), "{error}");
        return;
    }
    let store = opened.expect("a small map is enough for a small workspace");
    for number in 1..20 {
        store.commit(decided(number)).await.expect("it is written");
    }
    assert_eq!(store.status().await.expect("it reads").change, 19);
}

#[cfg(target_os = "linux")]
#[test]
fn who_is_given_little_is_told_what_is_missing_or_does_with_less() {
    for bound in ["files", "space"] {
        let folder = tempdir().expect("a folder can be made");
        let mut child = Command::new(std::env::current_exe().expect("a test knows its binary"));
        child
            .args(["--exact", "alone::bounded_child", "--ignored", "--nocapture"])
            .env(FOLDER, folder.path())
            .env(BOUND, bound);
        let output = child.output().expect("the child starts");
        assert!(output.status.success(), "{bound}: {}", String::from_utf8_lossy(&output.stderr));
    }
}
