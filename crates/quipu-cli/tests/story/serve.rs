//! A server beside the command line: it alone writes, commands hand their work over, and a kill loses nothing.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use serde_json::Value;

use crate::Story;

/// A server of the story's workspace.
pub(crate) struct Serving {
    child: Child,
    address: String,
}

impl Serving {
    pub(crate) fn start(story: &Story) -> Self {
        Self::by(story.command(&["serve", "--listen", "127.0.0.1:0"]))
    }

    /// A server of another workspace in the story's folder.
    pub(crate) fn of(story: &Story, workspace: &str) -> Self {
        Self::by(story.command(&["-w", workspace, "serve", "--listen", "127.0.0.1:0"]))
    }

    fn by(mut command: std::process::Command) -> Self {
        let mut child = command.stderr(Stdio::piped()).spawn().expect("the binary runs");
        let mut said = BufReader::new(child.stderr.take().expect("it is piped"));
        let mut line = String::new();
        said.read_line(&mut line).expect("it says where it answers");
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let address = address.unwrap_or_else(|| panic!("no address in {line:?}")).to_owned();
        // Its log goes on.
        std::thread::spawn(move || std::io::copy(&mut said, &mut std::io::sink()));
        Self { child, address }
    }

    /// A reply of the server about its workspace: its status and its JSON.
    pub(crate) fn ask(&self, method: &str, path: &str, body: &str) -> (u16, Value) {
        self.asked(method, &format!("/api/v1/workspaces/default{path}"), "", body)
    }

    /// A reply as it comes, with its head; `headers` end each in a line break.
    pub(crate) fn heard(&self, method: &str, path: &str, headers: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\n{headers}\
             Content-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(head.as_bytes()).expect("it reads");
        let mut reply = String::new();
        stream.read_to_string(&mut reply).expect("it answers");
        reply
    }

    /// A reply of the server: its status and its JSON.
    pub(crate) fn asked(&self, method: &str, path: &str, headers: &str, body: &str) -> (u16, Value) {
        let reply = self.heard(method, path, headers, body);
        let status = reply.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        let body = reply.split_once("\r\n\r\n").map(|(_, body)| body).unwrap_or_default();
        // Where pieces are sent, each has its length before it.
        let json = body.find(['{', '[']).zip(body.rfind(['}', ']'])).map(|(from, to)| &body[from..=to]);
        (status, json.and_then(|json| serde_json::from_str(json).ok()).unwrap_or_default())
    }

    /// Waits until a job is over.
    fn over(&self, id: &str) -> Value {
        for _ in 0..3000 {
            let (_, job) = self.ask("GET", &format!("/jobs/{id}"), "");
            if matches!(job["state"].as_str(), Some("done" | "failed" | "cancelled")) {
                return job;
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        panic!("the job {id} goes on");
    }

    fn kill(mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn commands_that_write_hand_their_work_to_the_server() {
    let story = Story::of(&[
        ("tower.md", "The bell was cast by Ilse Varga.\n"),
        ("mill.md", "The mill of Oskar Lind is old.\n"),
    ]);
    let serving = Serving::start(&story);
    let indexed = story.json(&["index", "notes"]);
    assert_eq!(indexed["added"], 2, "{indexed}");
    let (status, jobs) = serving.ask("GET", "/jobs", "");
    assert_eq!((status, &jobs["items"][0]["kind"], &jobs["items"][0]["state"]), (200, &"index".into(), &"done".into()));
    let (_, answer) = serving.ask("POST", "/ask", r#"{"question": "Who cast the bell?"}"#);
    assert!(answer["answer"].as_str().is_some_and(|answer| answer.contains("Ilse Varga")), "{answer}");
    let deed = story.json(&["entity", "merge", "Ilse Varga", "Oskar Lind", "--reason", "a test"]);
    assert_eq!(deed["number"], 1, "{deed}");
    assert_eq!(story.json(&["entity", "undo"])["number"], 1);
    let amended = story.json(&["amend", "notes/mill.md", "--title", "The mill"]);
    assert_eq!(amended["amended"], serde_json::json!(["notes/mill.md"]), "{amended}");
    assert_eq!(story.json(&["delete", "notes/mill.md"])["deleted"], serde_json::json!(["notes/mill.md"]));
    let said = story.run(&["index", "-"]);
    assert_eq!(said.code, Some(2), "{}", said.err);
    serving.kill();
    // Its file stays behind after a kill, and does no harm.
    assert_eq!(story.json(&["index", "notes"])["added"], 1);
}

#[test]
fn a_job_that_a_kill_ended_goes_on_by_itself() {
    let documents: Vec<(String, String)> = (0..300)
        .map(|at| (format!("d{at}.md"), format!("# Document {at}\n\n{}", "The bell rings at noon. ".repeat(200))))
        .collect();
    let named: Vec<(&str, &str)> = documents.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let story = Story::of(&named);
    let first = Serving::start(&story);
    let mut indexing = story.command(&["index", "notes"]);
    let mut indexing = indexing.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the binary runs");
    let id = loop {
        let (_, jobs) = first.ask("GET", "/jobs", "");
        let job = &jobs["items"][0];
        if job["state"] == "running" || job["state"] == "done" {
            break job["id"].as_str().expect("it has an id").to_owned();
        }
    };
    first.kill();
    assert!(!indexing.wait().expect("it ends").success(), "whoever watched it is told");
    let second = Serving::start(&story);
    let job = second.over(&id);
    assert_eq!(job["state"], "done", "{job}");
    let (_, status) = second.ask("GET", "/status", "");
    assert_eq!(status["documents"], 300, "{status}");
}
