//! From the descriptions in many passages, the model makes one, again only where they change; answers and
//! `show` use it while it is valid.

use std::process::{Command, Stdio};
use std::time::Duration;

use quipu_scripted::{Latency, Plan, Server, start};
use serde_json::Value;

use super::model_reads::name_the_model;
use crate::Story;

/// Documents that each tell another thing of one person.
fn of_many(count: usize) -> (Story, Server) {
    let server = start(Plan::default()).expect("a server starts");
    let story = Story::of(&[]);
    name_the_model(&story, &server.url(), "");
    (0..count).for_each(|at| tell(&story, at, &format!("Observatory {at}")));
    (story, server)
}

fn tell(story: &Story, at: usize, what: &str) {
    let text = format!("# Log {at}\n\nIlse Varga repaired the {what} in the year {}.\n", 1900 + at);
    story.write(&format!("{at}.md"), text.as_bytes());
}

fn described(report: &Value) -> (u64, u64) {
    let of = |what: &str| report["model"]["described"][what].as_u64().unwrap_or_default();
    (of("made"), of("unchanged"))
}

#[test]
fn one_description_is_made_of_many_and_again_when_they_change() {
    let (story, server) = of_many(12);
    let report = story.json(&["index", "notes"]);
    let (made, _) = described(&report);
    assert!(made >= 1, "{report:#}");
    assert!(report["model"]["spent"]["summarise"]["calls"].as_u64() >= Some(1), "{report:#}");
    let shown = story.json(&["show", "entity", "Ilse Varga"]);
    assert_eq!(shown[0]["description"]["of"], 12, "{shown:#}");
    let begun = server.counts().begun;
    let again = story.json(&["index", "notes"]);
    assert_eq!((described(&again), server.counts().begun), ((0, 0), begun), "nothing has changed");

    tell(&story, 3, "Sundial");
    story.run(&["index", "notes", "--offline"]).succeeded();
    let report = story.json(&["index", "notes"]);
    assert!(described(&report).0 >= 1, "what changed is described anew: {report:#}");
    let shown = story.json(&["show", "entity", "Ilse Varga"]);
    assert_eq!(shown[0]["description"]["of"], 12, "{shown:#}");

    story.run(&["delete", "notes/0.md", "notes/1.md", "notes/2.md", "notes/4.md"]).succeeded();
    let shown = story.json(&["show", "entity", "Ilse Varga"]);
    assert_eq!(shown[0]["description"], Value::Null, "what deleted documents said is not told on");
    story.run(&["extract"]).succeeded();
    let shown = story.json(&["show", "entity", "Ilse Varga"]);
    assert_eq!(shown[0]["description"], Value::Null, "eight descriptions are few enough to stand as they are");
    assert!(shown[0]["described"].as_array().map(Vec::len) >= Some(8), "{shown:#}");
}

#[test]
fn few_descriptions_stand_as_they_are() {
    let (story, _server) = of_many(5);
    let report = story.json(&["index", "notes"]);
    assert_eq!(described(&report), (0, 0), "{report:#}");
    let report = story.json(&["extract", "--set", "extract.fragments=3"]);
    assert!(report["described"]["made"].as_u64() >= Some(1), "{report:#}");
}

#[cfg(unix)]
#[test]
fn describing_that_is_interrupted_says_so() {
    let (reader, latency) = (start(Plan::default()).expect("a server starts"), Latency::Fixed(Duration::from_secs(2)));
    let writer = start(Plan { latency, ..Plan::default() }).expect("a server starts");
    let story = Story::of(&[]);
    let more = format!("[llm.summarise]\nurl = \"{}\"\nmost_at_once = 1\n[extract]\nfragments = 2\n", writer.url());
    name_the_model(&story, &reader.url(), &more);
    for at in 0..6 {
        let text = format!("# Log {at}\n\nIlse Varga met Oskar Lind and Greta Holm at the Observatory {at}.\n");
        story.write(&format!("{at}.md"), text.as_bytes());
    }
    let run = story.command(&["index", "notes", "--json"]).stdout(Stdio::piped()).spawn().expect("the binary runs");
    (0..3_000).take_while(|_| writer.counts().begun == 0).for_each(|_| std::thread::sleep(Duration::from_millis(10)));
    // The shell's own: a small system has no program of that name.
    let kill = Command::new("sh").args(["-c", &format!("kill -INT {}", run.id())]).status();
    assert!(kill.expect("the shell runs").success());
    let ended = run.wait_with_output().expect("the run ends");
    let report: Value = serde_json::from_slice(&ended.stdout).expect("it prints its report");
    assert_eq!(report["model"]["described"]["stopped"], serde_json::json!({ "why": "asked" }), "{report:#}");
    assert_eq!(ended.status.code(), Some(130));
    assert_eq!(writer.counts().begun, 1, "what was under way was waited for, and nothing more is asked");
    let report = story.json(&["extract"]);
    assert!(report["described"]["made"].as_u64() >= Some(1), "the next run goes on: {report:#}");
}
