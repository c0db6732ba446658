//! A workspace that gets the vectors of another model, from a server that speaks OpenAI's protocol.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::{Value, json};

use crate::Story;

/// Documents of the story, a chunk each: more than one batch.
const DOCUMENTS: usize = 150;

/// A server of vectors that counts the requested texts.
struct Server {
    url: String,
    texts: Arc<AtomicU64>,
    /// Milliseconds that a text takes.
    slowness: Arc<AtomicU64>,
    /// Number of texts after which it refuses all others.
    most: Arc<AtomicU64>,
}

impl Server {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let url = format!("http://{}/v1", listener.local_addr().expect("it listens"));
        let counter = |from: u64| Arc::new(AtomicU64::new(from));
        let (texts, slowness, most) = (counter(0), counter(0), counter(u64::MAX));
        let (counted, slow, limit) = (texts.clone(), slowness.clone(), most.clone());
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (counted, slow, limit) = (counted.clone(), slow.clone(), limit.clone());
                // A client that is killed leaves a broken stream.
                std::thread::spawn(move || drop(answer(stream, &counted, &slow, &limit)));
            }
        });
        Self { url, texts, slowness, most }
    }

    fn asked(&self) -> u64 {
        self.texts.load(Ordering::Relaxed)
    }
}

fn answer(mut stream: TcpStream, counted: &AtomicU64, slowness: &AtomicU64, most: &AtomicU64) -> std::io::Result<()> {
    let mut request = Vec::new();
    let mut part = [0; 4096];
    let (head, length) = loop {
        let read = stream.read(&mut part)?;
        request.extend(&part[..read]);
        let text = String::from_utf8_lossy(&request).to_lowercase();
        let head = text.find("\r\n\r\n").map(|at| at + 4);
        let length: Option<usize> =
            text.split("content-length: ").nth(1).and_then(|rest| rest.split("\r\n").next()?.parse().ok());
        match (head, length) {
            (Some(head), Some(length)) if request.len() >= head + length => break (head, length),
            _ if read == 0 => return Ok(()),
            _ => {}
        }
    };
    let asked: Value = serde_json::from_slice(&request[head..head + length])?;
    let texts: Vec<&str> = asked["input"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    if counted.load(Ordering::Relaxed) + texts.len() as u64 > most.load(Ordering::Relaxed) {
        let refused = "HTTP/1.1 401 Unauthorized\r\nContent-Length: 12\r\nConnection: close\r\n\r\nkey revoked\n";
        return stream.write_all(refused.as_bytes());
    }
    counted.fetch_add(texts.len() as u64, Ordering::Relaxed);
    std::thread::sleep(Duration::from_millis(slowness.load(Ordering::Relaxed) * texts.len() as u64));
    let vector = |text: &str| -> Vec<f64> {
        let ends = [text.len(), text.bytes().map(usize::from).sum(), text.split(' ').count()];
        ends.iter().map(|number| (number % 17) as f64 + 1.0).collect()
    };
    let data: Vec<Value> =
        texts.iter().enumerate().map(|(at, text)| json!({ "index": at, "embedding": vector(text) })).collect();
    let body = json!({ "data": data }).to_string();
    let head = format!("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\n", body.len());
    stream.write_all(format!("{head}Connection: close\r\n\r\n{body}").as_bytes())
}

fn story() -> Story {
    let story = notes();
    story.run(&["index", "notes"]).succeeded();
    story
}

fn notes() -> Story {
    let story = Story::of(&[]);
    for number in 0..DOCUMENTS {
        let text = format!("# Note {number}\n\nThe bell number {number} was cast by Ilse Varga.\n");
        story.write(&format!("n{number}.md"), text.as_bytes());
    }
    story
}

#[test]
fn what_a_server_gave_before_it_failed_is_not_asked_for_again() {
    let (server, story) = (Server::start(), notes());
    let url = format!("embed.url={}", server.url);
    let arguments = ["index", "notes", "--set", "embed.model=openai", "--set", &url];
    server.most.store(140, Ordering::Relaxed);
    let failed = story.run(&arguments).ended(3);
    assert!(failed.err.contains("key revoked"), "{}", failed.err);
    let before = server.asked();
    server.most.store(u64::MAX, Ordering::Relaxed);
    let report = story.json(&arguments);
    assert_eq!((&report["added"], &report["uncovered"]), (&json!(DOCUMENTS), &json!(0)));
    let asked = server.asked() - before;
    assert!(before > 100 && before + asked < DOCUMENTS as u64 + 30, "first {before}, then {asked}");
    assert_eq!(story.json(&["status", "--set", "embed.model=openai"])["vectors"], DOCUMENTS as u64);
}

#[test]
fn a_killed_run_goes_on_and_nothing_is_seen_before_its_end() {
    let (server, story) = (Server::start(), story());
    let set = [format!("embed.url={}", server.url), "embed.batch=16".to_owned(), "embed.name=small".to_owned()];
    let flags: Vec<&str> = set.iter().flat_map(|set| ["--set", set]).collect();
    let arguments = [&["reembed", "--model", "openai"], flags.as_slice()].concat();
    let before = story.dump();
    server.slowness.store(20, Ordering::Relaxed);
    let mut run = story.command(&arguments).spawn().expect("the binary runs");
    let progress = story.folder.path().join(".quipu/reembed.json");
    let done = || {
        let read: Value = serde_json::from_slice(&std::fs::read(&progress).unwrap_or_default()).unwrap_or_default();
        read["done"].as_u64().unwrap_or(0)
    };
    while done() == 0 {
        assert!(run.try_wait().expect("it can be asked").is_none(), "it ended before its first batch was durable");
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(story.dump(), before, "what is in use is as it was");
    let hit = story.json(&["search", "bell number 7", "--strategy", "hybrid"]);
    assert_eq!(hit["hits"][0]["document"], "notes/n7.md");
    run.kill().expect("it can be killed");
    run.wait().expect("it ends");
    let durable = done();
    assert!(durable < DOCUMENTS as u64, "it was killed on the way");

    server.slowness.store(0, Ordering::Relaxed);
    story.write("late.md", b"# Late\n\nThis came between the two runs.\n");
    story.run(&["index", "notes"]).succeeded();
    let before = server.asked();
    let report = story.json(&arguments);
    assert_eq!((&report["switched"], &report["chunks"]), (&json!(true), &json!(DOCUMENTS as u64 + 1 - durable)));
    // One text more asks the server for the length of its vectors.
    assert_eq!(server.asked() - before, DOCUMENTS as u64 + 2 - durable, "what was durable is not asked for again");
    let status = story.json(&["status"]);
    assert_eq!(status["vectors"], DOCUMENTS as u64 + 1);
    assert_eq!(status["model"]["dimension"], 3);
    assert!(!progress.exists());
    let slots = |name: &str| story.folder.path().join(".quipu").join(name).exists();
    assert!(slots("vectors.1.slots") && !slots("vectors.slots"));
    story.run(&["doctor"]).succeeded();

    let fresh = Story::of(&[]);
    for note in std::fs::read_dir(story.folder.path().join("notes")).expect("it is there").flatten() {
        fresh.write(&note.file_name().to_string_lossy(), &std::fs::read(note.path()).expect("it can be read"));
    }
    let arguments = [&["index", "notes", "--set", "embed.model=openai"], flags.as_slice()].concat();
    fresh.run(&arguments).succeeded();
    assert_eq!(story.dump(), fresh.run(&["dump", "--set", "embed.model=openai", "--set", &set[2]]).succeeded().out);
}

#[test]
fn the_settings_remember_the_model_and_doing_it_again_does_nothing() {
    let (server, story) = (Server::start(), story());
    let url = format!("embed.url={}", server.url);
    let arguments = ["reembed", "--model", "openai", "--set", &url];
    story.run(&arguments).succeeded();
    let file = std::fs::read_to_string(story.folder.path().join("quipu.toml")).expect("settings were written");
    assert!(file.contains("model = \"openai\"") && file.contains(&server.url), "{file}");
    let asked = server.asked();
    let again = story.json(&["reembed"]);
    assert_eq!((&again["chunks"], &again["switched"]), (&json!(0), &json!(true)));
    assert_eq!(server.asked(), asked + 1);
    story.run(&["index", "notes"]).succeeded();
    let back = story.json(&["reembed", "--model", "static"]);
    assert_eq!(back["model"], "static-1");
    let refused = story.run(&["search", "bell", "--set", "embed.model=openai"]).ended(3);
    assert!(refused.err.contains("static-1") && refused.err.contains("quipu reembed"), "{}", refused.err);
}

#[test]
fn without_a_model_or_a_workspace_it_says_what_to_do() {
    let story = Story::of(&[("a.md", "Words.\n")]);
    let run = story.run(&["reembed", "--model", "static"]).ended(2);
    assert!(run.err.contains("quipu index PATH"), "{}", run.err);
    story.run(&["index", "notes"]).succeeded();
    let run = story.run(&["reembed", "--model", "none"]).ended(2);
    assert!(run.err.contains("--model"), "{}", run.err);
}
