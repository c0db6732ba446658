//! Unreachable files are not removed, and a read-only workspace answers.

use std::fs::Permissions;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::Command;

use serde_json::json;

use crate::{Run, Story};

/// A user that owns nothing.
const NOBODY: u32 = 65_534;

fn allow(path: &Path, mode: u32) {
    std::fs::set_permissions(path, Permissions::from_mode(mode)).expect("its owner may say who may what");
}

/// Everything below a folder, itself included.
fn all_below(folder: &Path, visit: &dyn Fn(&Path)) {
    visit(folder);
    for entry in std::fs::read_dir(folder).expect("it is a folder").flatten() {
        if entry.path().is_dir() { all_below(&entry.path(), visit) } else { visit(&entry.path()) }
    }
}

/// The command as a user that permissions restrict, unlike root.
fn as_somebody(story: &Story, mut command: Command) -> Run {
    if story.folder.path().metadata().expect("it is there").uid() == 0 {
        allow(story.folder.path(), 0o755);
        command.uid(NOBODY).gid(NOBODY);
    }
    Run::of(&command.output().expect("the binary runs"))
}

#[test]
fn an_empty_root_and_one_that_is_away_are_kept_unless_forced() {
    let story = Story::of_the_tower();
    let (notes, away) = (story.folder.path().join("notes"), story.folder.path().join("away"));
    std::fs::rename(&notes, &away).expect("a folder can move");
    let report: serde_json::Value = story.json(&["index", "notes", "--prune"]);
    assert_eq!(report["kept"], json!(["notes/ilse.md", "notes/mayak.md", "notes/tower.md"]), "{report:#}");
    assert_eq!((&report["removed"], &report["missing"]), (&json!([]), &json!([])));
    std::fs::create_dir(&notes).expect("an empty folder can be made");
    let run = story.run(&["index", "notes", "--prune"]).ended(1);
    assert!(run.out.contains("kept: 3 documents") && run.out.contains("--prune --force"), "{}", run.out);
    assert_eq!(story.json(&["status"])["documents"], 3);
    let report = story.json(&["index", "notes", "--prune", "--force"]);
    assert_eq!(report["removed"], json!(["notes/ilse.md", "notes/mayak.md", "notes/tower.md"]));
    assert_eq!(story.json(&["status"])["documents"], 0);
}

#[test]
fn what_lies_in_a_folder_that_cannot_be_read_is_kept() {
    let story = Story::of(&[("old/ilse.md", "Ilse Varga cast the bell."), ("tower.md", "The tower is high.")]);
    story.run(&["index", "notes"]).succeeded();
    std::fs::remove_file(story.path("tower.md")).expect("a note can go");
    story.write("mill.md", b"The mill is old.");
    all_below(story.folder.path(), &|path| allow(path, if path.is_dir() { 0o777 } else { 0o666 }));
    allow(&story.path("old"), 0o000);
    let run = as_somebody(&story, story.command(&["index", "notes", "--prune", "--json"]));
    allow(&story.path("old"), 0o777);
    let report: serde_json::Value = serde_json::from_str(&run.out).expect("it prints JSON");
    assert_eq!(report["kept"], json!(["notes/old/ilse.md"]), "{report:#}");
    assert_eq!(report["removed"], json!(["notes/tower.md"]));
}

#[test]
fn a_workspace_that_nobody_may_write_to_answers() {
    let story = Story::of_the_tower();
    let folder = story.folder.path();
    all_below(folder, &|path| allow(path, if path.is_dir() { 0o555 } else { 0o444 }));
    let run = as_somebody(&story, story.command(&["ask", "Who cast the bell of the tower?"])).succeeded();
    all_below(folder, &|path| allow(path, if path.is_dir() { 0o755 } else { 0o644 }));
    assert!(run.out.contains("cast by Ilse Varga"), "{}", run.out);
    story.run(&["delete", "notes/mayak.md"]).succeeded();
}

#[test]
fn dates_that_are_none_and_paths_that_are_not_there_fail() {
    let story = Story::of_the_tower();
    for date in ["1911-02-30", "soon", "1911..1912-14"] {
        assert!(story.run(&["search", "bell", "--date", date]).ended(2).err.contains("is not a date"), "{date}");
    }
    story.run(&["search", "bell", "--date", "1911-05..1911"]).succeeded();
    assert!(story.run(&["index", "nowhere/at-all"]).ended(1).out.contains("cannot be read"));
    assert_eq!(story.run(&["show", "entity", "Nobody At All", "--json"]).ended(1).err, "");
    let gone = story.json(&["session", "delete", "evening"]);
    assert_eq!(gone, json!({"deleted": [], "unmatched": ["evening"]}));
}
