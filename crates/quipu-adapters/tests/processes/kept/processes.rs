//! Several processes write at once, beside a writer of the truth; one is killed, and nothing that
//! was reported durable is lost. A child process is this test binary, selected by a variable.

use std::io::{BufRead, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use futures::future::try_join_all;
use quipu_adapters::store::{EmbeddedStore, KeyValueOptions, LmdbKeyValue, OpenOptions};
use quipu_engine::ports::{KeyValue, Listing, StoreError};
use tempfile::tempdir;

const FOLDER: &str = "KEPT_CHILD_FOLDER";
const NAME: &str = "KEPT_CHILD_NAME";
const PUTS: &str = "KEPT_CHILD_PUTS";
/// Little room, so that each process meets a map that another one grew.
fn replies(folder: &Path) -> LmdbKeyValue {
    LmdbKeyValue::at(&folder.join("replies"), KeyValueOptions { map: 1 << 16, ..KeyValueOptions::default() })
}

/// Tasks of a child.
const TASKS: u64 = 8;

/// A process that puts values and says each that is durable.
fn child(folder: &Path, name: &str, puts: u64) -> Child {
    let mut command = Command::new(std::env::current_exe().expect("a test knows its binary"));
    command.args(["--exact", "kept::processes::child_process", "--ignored", "--nocapture", "--test-threads", "1"]);
    command.env(FOLDER, folder).env(NAME, name).env(PUTS, puts.to_string());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().expect("the child starts")
}

/// The writes that a child reported durable; the harness may have begun a line of its own before.
fn acknowledged(lines: impl Iterator<Item = std::io::Result<String>>) -> Vec<String> {
    lines.map_while(Result::ok).filter_map(|line| line.split_once("durable ").map(|(_, key)| key.to_owned())).collect()
}

fn value(key: &str) -> Vec<u8> {
    key.as_bytes().repeat(40)
}

async fn put_all(map: &dyn KeyValue, name: &str, task: u64, puts: u64, say: fn(&str)) -> Result<(), StoreError> {
    for number in 0..puts {
        let key = format!("{name}-{task}-{number}");
        map.put(key.as_bytes(), &value(&key)).await?;
        say(&key);
    }
    Ok(())
}

/// Says that a key is durable: one write a line, so that a kill cuts no line in two.
fn say(key: &str) {
    std::io::stdout().write_all(format!("durable {key}\n").as_bytes()).expect("somebody reads");
}

#[tokio::test]
#[ignore = "what the other tests here run as another process"]
async fn child_process() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let name = std::env::var(NAME).expect("the child has a name");
    let puts = std::env::var(PUTS).ok().and_then(|puts| puts.parse().ok()).expect("the child knows how much to do");
    let map = replies(Path::new(&folder));
    let tasks = (0..TASKS).map(|task| put_all(&map, &name, task, puts, say));
    try_join_all(tasks).await.expect("another process does not disturb it");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn processes_write_beside_each_other_and_beside_the_truth() {
    const EACH: u64 = 12;
    let folder = tempdir().expect("a folder can be made");
    let options = OpenOptions { write: true, ..OpenOptions::default() };
    let truth = EmbeddedStore::open(folder.path(), &options).expect("a workspace is made");
    let mut children: Vec<Child> = ["a", "b", "c"].iter().map(|name| child(folder.path(), name, EACH)).collect();
    let map = replies(folder.path());
    try_join_all((0..TASKS).map(|task| put_all(&map, "own", task, EACH, |_| ())))
        .await
        .expect("others do not disturb it");
    for child in &mut children {
        let out = BufReader::new(child.stdout.take().expect("its output is a pipe"));
        assert_eq!(acknowledged(out.lines()).len() as u64, TASKS * EACH);
        assert!(child.wait().expect("it ends").success());
    }
    assert_eq!(map.stored_size().await.expect("it reads").count, 4 * TASKS * EACH);
    for name in ["a", "b", "c", "own"] {
        let listing = Listing { prefix: name.as_bytes().to_vec(), after: None, limit: 1_000 };
        let found = map.list(&listing).await.expect("it reads");
        assert_eq!(found.len() as u64, TASKS * EACH, "{name}");
        assert!(found.iter().all(|(key, found)| *found == value(&String::from_utf8_lossy(key))), "{name}");
    }
    assert_eq!(map.verify(false).await.expect("it reads").problems, Vec::new());
    drop(truth);
}

/// A full disk, as a limit on the size of files: the waiting callers get the error, and the next is
/// served. The limit is a process's, so another one meets it.
#[cfg(unix)]
#[test]
fn a_full_disk_fails_its_own_group_alone() {
    let folder = tempdir().expect("a folder can be made");
    let binary = std::env::current_exe().expect("a test knows its binary");
    let script = r#"trap '' XFSZ; ulimit -f 2048; exec "$0" --exact kept::processes::full_disk --ignored"#;
    let status = Command::new("sh").args(["-c", script]).arg(binary).env(FOLDER, folder.path()).output();
    let output = status.expect("the shell runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[tokio::test]
#[ignore = "what another test here runs as a process with a limit"]
async fn full_disk() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let map = replies(Path::new(&folder));
    map.put(b"before", b"value").await.expect("there is room");
    for _ in 0..3 {
        let large = vec![1; 3 << 20];
        let (one, other) = futures::join!(map.put(b"large", &large), map.put(b"beside", b"value"));
        assert!(one.is_err() && other.is_err(), "{one:?}, {other:?}");
        map.put(b"after", b"value").await.expect("there is room for this");
    }
    for key in [b"before" as &[u8], b"after"] {
        assert_eq!(map.get(key).await.expect("it reads").as_deref(), Some(&b"value"[..]));
    }
    assert_eq!(map.stored_size().await.expect("it reads").count, 2);
    assert_eq!(map.verify(false).await.expect("it reads").problems, Vec::new());
}

#[tokio::test]
async fn a_kill_loses_nothing_that_was_acknowledged() {
    let folder = tempdir().expect("a folder can be made");
    let mut told = Vec::new();
    for (round, wait) in [1usize, 9, 40, 90].into_iter().enumerate() {
        let mut child = child(folder.path(), &format!("round{round}"), 1_000_000);
        let mut lines = BufReader::new(child.stdout.take().expect("its output is a pipe")).lines();
        let mut heard = acknowledged(lines.by_ref().take(wait + 2));
        child.kill().expect("it can be killed");
        heard.extend(acknowledged(lines));
        child.wait().expect("it ends");
        assert!(!heard.is_empty(), "round {round}: it was killed too early");
        told.extend(heard);
        let map = replies(folder.path());
        for key in &told {
            let found = map.get(key.as_bytes()).await.expect("it reads");
            assert!(found == Some(value(key)), "{key} was durable, and is lost");
        }
        assert_eq!(map.verify(false).await.expect("it reads").problems, Vec::new());
        map.put(b"after", b"a kill").await.expect("the lock went with its holder");
    }
}
