//! A watched folder is read again as soon as something in it changes.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use quipu_scripted::{Plan, start};
use serde_json::Value;

use crate::Story;
use crate::model_reads::{name_the_model, of_notes, read_by};

/// A run of `watch` whose reports come one after the other.
struct Watching {
    child: Child,
    reports: Receiver<Value>,
}

impl Watching {
    fn start(story: &Story, path: &str) -> Self {
        let mut command = story.command(&["watch", path, "--prune", "--json"]);
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the binary runs");
        let lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
        let (send, reports) = channel();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let _ = send.send(serde_json::from_str(&line).expect("a report a line"));
            }
        });
        Self { child, reports }
    }

    fn next(&self) -> Value {
        self.reports.recv_timeout(Duration::from_secs(60)).expect("a change is reported")
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn what_is_written_edited_and_removed_is_followed() {
    let story = Story::of(&[("tower.md", "The bell was cast by Ilse Varga.\n"), (".gitignore", "secret*\n")]);
    let watching = Watching::start(&story, "notes");
    assert_eq!(watching.next()["added"], 1);
    story.write("secret.md", b"Nobody reads this.\n");
    story.write("mill.md", b"The mill was built by Oskar Lind.\n");
    let report = watching.next();
    assert_eq!(
        (&report["added"], &report["unchanged"]),
        (&Value::from(1), &Value::from(0)),
        "only the new file is read"
    );
    story.write("mill.md", b"The mill was built by Greta Holm, they say.\n");
    assert_eq!(watching.next()["changed"], 1);
    std::fs::remove_file(story.path("tower.md")).expect("it was written");
    assert_eq!(watching.next()["removed"], serde_json::json!(["notes/tower.md"]));
    let answer = story.json(&["ask", "Who built the mill?"]);
    assert!(answer["answer"].as_str().is_some_and(|answer| answer.contains("Greta Holm")), "{answer}");
}

#[test]
fn a_root_that_goes_away_and_comes_back_loses_nothing() {
    let story = Story::of(&[("tower.md", "The bell was cast by Ilse Varga.\n"), ("mill.md", "The mill is old.\n")]);
    let watching = Watching::start(&story, "notes");
    assert_eq!(watching.next()["added"], 2);
    let (notes, away) = (story.folder.path().join("notes"), story.folder.path().join("away"));
    std::fs::rename(&notes, &away).expect("a folder can move");
    let report = watching.next();
    assert_eq!(
        (&report["kept"], &report["removed"]),
        (&serde_json::json!(["notes/mill.md", "notes/tower.md"]), &serde_json::json!([]))
    );
    assert_eq!(story.json(&["status"])["documents"], 2);
}

#[test]
fn a_model_reads_what_changes() {
    let server = start(Plan::default()).unwrap();
    let story = of_notes(2, 1);
    name_the_model(&story, &server.url(), "");
    let watching = Watching::start(&story, "notes");
    let first = watching.next();
    assert_eq!((&first["added"], &first["model"]["windows"]), (&Value::from(2), &Value::from(2)));
    let calls = server.counts().begun;
    story.write("mill.md", b"The mill was built by Oskar Lind of Tarnfeld.\n");
    let report = watching.next();
    assert_eq!((&report["added"], &report["model"]["windows"]), (&Value::from(1), &Value::from(1)));
    assert!(server.counts().begun > calls, "it was asked about the new file");
    assert!(read_by(&story.dump(), "model") >= 3, "facts of the model stand beside those of rules");
}

#[cfg(unix)]
#[test]
fn a_file_whose_name_looks_like_a_pattern_goes_alone() {
    let story = Story::of(&[("a?.md", "The bell was cast by Ilse Varga.\n"), ("ab.md", "The mill turns.\n")]);
    let watching = Watching::start(&story, "notes");
    assert_eq!(watching.next()["added"], 2);
    std::fs::remove_file(story.path("a?.md")).expect("it was written");
    assert_eq!(watching.next()["removed"], serde_json::json!(["notes/a?.md"]));
    assert_eq!(story.json(&["status"])["documents"], 1);
}

#[test]
fn a_file_that_is_saved_by_putting_another_in_its_place_is_followed_on() {
    let story = Story::of(&[("tower.md", "The bell was cast by Ilse Varga.\n")]);
    let watching = Watching::start(&story, "notes/tower.md");
    assert_eq!(watching.next()["added"], 1);
    for who in ["Oskar Lind", "Greta Holm and others"] {
        story.write("tower.md.new", format!("The bell was cast by {who}.\n").as_bytes());
        std::fs::rename(story.path("tower.md.new"), story.path("tower.md")).expect("it was written");
        let report = watching.next();
        assert_eq!((&report["changed"], &report["added"]), (&1.into(), &0.into()), "{who}");
    }
}
