//! Fetching from a server on this machine that breaks off, forgets, lies and changes its mind.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use quipu_engine::Stop;

use super::*;

/// A server's answer for a path.
#[derive(Debug, Clone)]
struct Answer {
    bytes: Vec<u8>,
    tag: &'static str,
    /// Closes after so many bytes of each answer.
    breaks_after: Option<usize>,
    ranges: bool,
    status: u16,
}

impl Answer {
    fn new(bytes: &[u8]) -> Self {
        Self { bytes: bytes.to_vec(), tag: "\"one\"", breaks_after: None, ranges: true, status: 200 }
    }
}

#[derive(Default)]
struct State {
    answers: BTreeMap<String, Answer>,
    /// Path and range of each request.
    asked: Vec<(String, Option<usize>)>,
}

struct Server {
    address: String,
    state: Arc<Mutex<State>>,
}

impl Server {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let address = format!("http://{}", listener.local_addr().expect("it has an address"));
        let state = Arc::new(Mutex::new(State::default()));
        let shared = state.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let _ = serve(&stream, &shared);
            }
        });
        Self { address, state }
    }

    fn put(&self, path: &str, answer: Answer) {
        self.state.lock().expect("no test panics with it").answers.insert(format!("/{path}"), answer);
    }

    fn asked(&self) -> Vec<(String, Option<usize>)> {
        std::mem::take(&mut self.state.lock().expect("no test panics with it").asked)
    }

    fn wanted(&self, path: &str) -> WantedFile {
        WantedFile { path: path.to_owned(), url: format!("{}/{path}", self.address), sha256: None, optional: false }
    }
}

fn serve(mut stream: &TcpStream, state: &Mutex<State>) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream).lines();
    let first = lines.next().unwrap_or_else(|| Ok(String::new()))?;
    let path = first.split(' ').nth(1).unwrap_or_default().to_owned();
    let (mut from, mut condition) = (None, String::new());
    for line in lines {
        let line = line?;
        let (name, value) = line.split_once(": ").unwrap_or_default();
        match name.to_lowercase().as_str() {
            "range" => from = value.trim_start_matches("bytes=").trim_end_matches('-').parse().ok(),
            "if-range" => condition = value.to_owned(),
            "" if line.is_empty() => break,
            _ => {}
        }
    }
    let answer = {
        let mut state = state.lock().expect("no test panics with it");
        state.asked.push((path.clone(), from));
        state.answers.get(&path).cloned()
    };
    let Some(answer) = answer else {
        return stream.write_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    };
    let whole = answer.bytes.len();
    let from = from.filter(|from| answer.ranges && condition == answer.tag && *from < whole);
    let start = from.unwrap_or_default();
    let status = if from.is_some() { 206 } else { answer.status };
    let range = from.map(|from| format!("Content-Range: bytes {from}-{}/{whole}\r\n", whole - 1)).unwrap_or_default();
    let head = format!(
        "HTTP/1.1 {status} Answer\r\nContent-Length: {}\r\nETag: {}\r\n{range}Connection: close\r\n\r\n",
        whole - start,
        answer.tag
    );
    stream.write_all(head.as_bytes())?;
    let end = answer.breaks_after.map_or(whole, |count| (start + count).min(whole));
    stream.write_all(&answer.bytes[start..end])
}

fn fetched(wanted: &[WantedFile], folder: &Path) -> Result<Manifest, PullError> {
    pull(&HttpClient::new(Duration::ZERO), wanted, folder, &mut |_| {})
}

fn read(folder: &Path, path: &str) -> Vec<u8> {
    std::fs::read(folder.join(path)).expect("it was fetched")
}

fn bytes(count: usize) -> Vec<u8> {
    (0..count).map(|at| (at * at % 251) as u8).collect()
}

fn set_up() -> (Server, tempfile::TempDir) {
    (Server::start(), tempfile::tempdir().expect("a folder can be made"))
}

#[test]
fn files_come_once_and_are_remembered() {
    let (server, folder) = set_up();
    server.put("config.json", Answer::new(b"{}"));
    server.put("1_Pooling/config.json", Answer::new(b"[]"));
    let mut wanted = vec![server.wanted("config.json"), server.wanted("1_Pooling/config.json")];
    wanted.push(WantedFile { optional: true, ..server.wanted("absent.json") });
    let manifest = fetched(&wanted, folder.path()).expect("all is there");
    assert_eq!(read(folder.path(), "1_Pooling/config.json"), b"[]");
    assert_eq!(manifest, Manifest::read(folder.path()).expect("it was written"));
    assert_eq!(manifest.files["config.json"], hash(&folder.path().join("config.json")).expect("it is there"));
    assert_eq!(server.asked().len(), 3);
    assert_eq!(fetched(&wanted[..2], folder.path()).expect("all is there"), manifest);
    assert_eq!(server.asked(), [], "what is whole is not asked for again");
}

#[test]
fn a_broken_transfer_goes_on() {
    let (server, folder) = set_up();
    let whole = bytes(300_000);
    server.put("model", Answer { breaks_after: Some(130_000), ..Answer::new(&whole) });
    fetched(&[server.wanted("model")], folder.path()).expect("it comes in parts");
    assert_eq!(read(folder.path(), "model"), whole);
    let ranges: Vec<Option<usize>> = server.asked().into_iter().map(|(_, range)| range).collect();
    assert_eq!(ranges, [None, Some(130_000), Some(260_000)]);
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 2, "nothing is left over");
}

#[test]
fn a_later_run_goes_on() {
    let (server, folder) = set_up();
    let whole = bytes(1000);
    std::fs::write(folder.path().join("model.part"), &whole[..400]).expect("a file can be written");
    std::fs::write(folder.path().join("model.part.tag"), "\"one\"").expect("a file can be written");
    server.put("model", Answer::new(&whole));
    fetched(&[server.wanted("model")], folder.path()).expect("the rest comes");
    assert_eq!(server.asked(), [("/model".to_owned(), Some(400))]);
    assert_eq!(read(folder.path(), "model"), whole);
}

#[test]
fn parts_of_two_files_are_not_joined() {
    let (server, folder) = set_up();
    let whole = bytes(1000);
    std::fs::write(folder.path().join("model.part"), b"of another").expect("a file can be written");
    std::fs::write(folder.path().join("model.part.tag"), "\"older\"").expect("a file can be written");
    server.put("model", Answer::new(&whole));
    fetched(&[server.wanted("model")], folder.path()).expect("the whole comes");
    assert_eq!(read(folder.path(), "model"), whole);
}

#[test]
fn a_server_without_ranges_sends_the_whole_again() {
    let (server, folder) = set_up();
    let whole = bytes(1000);
    server.put("model", Answer { breaks_after: Some(600), ranges: false, ..Answer::new(&whole) });
    let error = fetched(&[server.wanted("model")], folder.path()).expect_err("it never comes whole");
    assert!(error.to_string().contains("run it again"), "{error}");
    server.put("model", Answer { ranges: false, ..Answer::new(&whole) });
    fetched(&[server.wanted("model")], folder.path()).expect("the whole comes");
    assert_eq!(read(folder.path(), "model"), whole);
}

#[test]
fn what_came_before_a_fetch_broke_off_is_not_fetched_again() {
    let (server, folder) = set_up();
    server.put("config", Answer::new(b"small"));
    let both = [server.wanted("config"), server.wanted("model")];
    fetched(&both, folder.path()).expect_err("the model is not there");
    server.asked();
    server.put("model", Answer::new(b"large"));
    fetched(&both, folder.path()).expect("the rest comes");
    assert_eq!(server.asked().len(), 1, "only the rest is asked for");
    assert_eq!((read(folder.path(), "config"), read(folder.path(), "model")), (b"small".to_vec(), b"large".to_vec()));
}

#[test]
fn a_wrong_hash_is_not_kept() {
    let (server, folder) = set_up();
    server.put("model", Answer::new(b"another"));
    let wanted = WantedFile { sha256: Some("0".repeat(64)), ..server.wanted("model") };
    let error = fetched(&[wanted], folder.path()).expect_err("the hash is wrong");
    assert!(matches!(error, PullError::Changed { pinned: true, .. }), "{error}");
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0, "nothing is kept");
}

#[test]
fn what_changed_since_the_first_fetch_is_noticed() {
    let (server, folder) = set_up();
    server.put("model", Answer::new(b"first"));
    fetched(&[server.wanted("model")], folder.path()).expect("it comes");
    std::fs::remove_file(folder.path().join("model")).expect("it was there");
    server.put("model", Answer { tag: "\"two\"", ..Answer::new(b"second") });
    let error = fetched(&[server.wanted("model")], folder.path()).expect_err("it changed");
    assert!(error.to_string().contains("remove it and fetch it again"), "{error}");
    server.put("model", Answer::new(b"first"));
    fetched(&[server.wanted("model")], folder.path()).expect("it is as it was");
}

#[test]
fn a_damaged_file_is_fetched_again() {
    let (server, folder) = set_up();
    server.put("model", Answer::new(b"right"));
    fetched(&[server.wanted("model")], folder.path()).expect("it comes");
    std::fs::write(folder.path().join("model"), b"wrong").expect("a file can be written");
    fetched(&[server.wanted("model")], folder.path()).expect("it comes again");
    assert_eq!(read(folder.path(), "model"), b"right");
}

#[test]
fn refusals_and_silence_are_errors() {
    let (server, folder) = set_up();
    let error = fetched(&[server.wanted("absent")], folder.path()).expect_err("it is not there");
    assert!(matches!(error, PullError::Refused { status: 404, .. }), "{error}");
    server.put("busy", Answer { status: 503, ..Answer::new(b"later") });
    assert!(fetched(&[server.wanted("busy")], folder.path()).is_err());
    assert!(server.asked().len() >= 4, "a busy server is asked again");
    let nowhere = WantedFile { url: "http://127.0.0.1:9/model".to_owned(), ..server.wanted("model") };
    let error = fetched(&[nowhere], folder.path()).expect_err("nobody listens");
    assert!(matches!(error, PullError::Broken { .. }), "{error}");
}

#[test]
fn paths_stay_in_the_folder() {
    let (server, folder) = set_up();
    for path in ["../model", "/model", "a/../../b", ""] {
        let error = fetched(&[server.wanted(path)], folder.path()).expect_err("it leads out");
        assert!(matches!(error, PullError::Astray(_)), "{error}");
    }
}

#[test]
fn a_fetch_that_is_stopped_keeps_what_came_and_goes_on_later() {
    let (server, folder) = set_up();
    let whole = bytes(1_000_000);
    server.put("model", Answer::new(&whole));
    let stop = Stop::default();
    let client = HttpClient::new(Duration::ZERO).until(stop.clone());
    let mut progress = |at: Standing<'_>| {
        if at.done > 0 {
            stop.ask()
        }
    };
    let stopped = pull(&client, &[server.wanted("model")], folder.path(), &mut progress);
    assert!(matches!(stopped, Err(PullError::Stopped)), "{stopped:?}");
    let came = std::fs::metadata(folder.path().join("model.part")).expect("a part is kept").len() as usize;
    assert!(came > 0 && came < whole.len(), "{came}");
    server.asked();
    fetched(&[server.wanted("model")], folder.path()).expect("the rest comes");
    assert_eq!(server.asked(), [("/model".to_owned(), Some(came))]);
    assert_eq!(read(folder.path(), "model"), whole);
}

#[test]
fn a_fetch_that_waits_can_be_stopped() {
    let (server, folder) = set_up();
    server.put("busy", Answer { status: 503, ..Answer::new(b"later") });
    let stop = Stop::default();
    let (client, wanted) = (HttpClient::new(Duration::from_secs(3600)).until(stop.clone()), server.wanted("busy"));
    let place = folder.path().to_owned();
    let fetch = std::thread::spawn(move || pull(&client, &[wanted], &place, &mut |_| {}));
    while server.asked().is_empty() {
        std::thread::yield_now();
    }
    stop.ask();
    let stopped = fetch.join().expect("it ends");
    assert!(matches!(stopped, Err(PullError::Stopped)), "{stopped:?}");
}

#[test]
fn one_fetch_at_a_time_fills_a_folder() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let first = alone(folder.path()).expect("nobody fetches");
    let second = alone(folder.path());
    assert!(matches!(&second, Err(PullError::Busy { folder: known }) if known == folder.path()), "{second:?}");
    drop(first);
    alone(folder.path()).expect("the first one is done");
}
