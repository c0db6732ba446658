//! A workspace is copied whole into one file, beside a server or without one, and put back from there.

use std::fs;

use crate::Story;
use crate::serve::Serving;

const NOTES: [(&str, &str); 2] =
    [("tower.md", "The bell was cast by Ilse Varga.\n"), ("mill.md", "The mill of Oskar Lind is old.\n")];

#[test]
fn a_backup_is_put_back_whole_or_not_at_all() {
    let story = Story::of(&NOTES);
    story.run(&["index", "notes"]).succeeded();
    story.run(&["ask", "--session", "tea", "Who cast the bell?"]).succeeded();
    story.run(&["entity", "merge", "Ilse Varga", "Oskar Lind", "--reason", "a test"]).succeeded();
    story.run(&["config", "set", "look.limit", "7"]).succeeded();
    let report = story.json(&["backup", "all.quipu"]);
    assert!(report["files"].as_u64().is_some_and(|files| files > 5), "{report}");
    let again = story.run(&["backup", "all.quipu"]);
    assert_eq!(again.code, Some(2), "{}", again.err);
    story.run(&["backup", "all.quipu", "--force"]).succeeded();
    let restored = |arguments: &[&str]| story.run(&[&["-w", "restored"], arguments].concat());
    restored(&["restore", "all.quipu"]).succeeded();
    assert_eq!(restored(&["dump"]).out, story.run(&["dump"]).out, "every row is as it was");
    assert!(restored(&["session", "show", "tea"]).out.contains("Varga"));
    assert!(restored(&["config", "show", "look.limit"]).out.contains('7'));
    restored(&["doctor"]).succeeded();
    // Where a workspace is, nothing is put back; of a part of a file neither.
    assert_eq!(restored(&["restore", "all.quipu"]).code, Some(3));
    let whole = fs::read(story.folder.path().join("all.quipu")).unwrap();
    fs::write(story.folder.path().join("half.quipu"), &whole[..whole.len() / 2]).unwrap();
    assert_eq!(story.run(&["-w", "half", "restore", "half.quipu"]).code, Some(3));
    assert!(!story.folder.path().join("half").join(".quipu").exists());
    let mut damaged = whole;
    // A stretch, since one byte may be of a time that nothing reads.
    let third = damaged.len() / 3;
    damaged[third..third + 64].iter_mut().for_each(|byte| *byte ^= 1);
    fs::write(story.folder.path().join("odd.quipu"), &damaged).unwrap();
    assert_eq!(story.run(&["-w", "odd", "restore", "odd.quipu"]).code, Some(3));
}

#[test]
fn a_server_copies_imports_and_mends_for_the_command_line() {
    let story = Story::of(&NOTES);
    story.run(&["index", "notes"]).succeeded();
    story.run(&["export", "jsonl", "--to", "all.jsonl"]).succeeded();
    story.run(&["delete", "notes/*"]).succeeded();
    let serving = Serving::start(&story);
    let imported = story.json(&["import", "all.jsonl"]);
    assert_eq!(imported["added"], 2, "{imported}");
    assert_eq!(story.json(&["doctor", "--repair"])["problems"], serde_json::json!([]));
    let reembedded = story.json(&["reembed", "--model", "static"]);
    assert!(reembedded.is_object(), "{reembedded}");
    story.run(&["backup", "all.quipu"]).succeeded();
    let (_, jobs) = serving.ask("GET", "/jobs", "");
    let kinds: Vec<&str> = jobs["items"].as_array().unwrap().iter().map(|job| job["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["backup", "reembed", "doctor", "import"]);
    story.run(&["-w", "restored", "restore", "all.quipu"]).succeeded();
    let restored = Serving::of(&story, "restored");
    let (_, jobs) = restored.ask("GET", "/jobs", "");
    let kinds: Vec<&str> = jobs["items"].as_array().unwrap().iter().map(|job| job["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["reembed", "doctor", "import"], "jobs come along, but for the copy's own");
    let (_, found) = restored.ask("GET", "/search?query=bell", "");
    assert!(found["hits"][0]["text"].as_str().is_some_and(|text| text.contains("Varga")), "{found}");
}
