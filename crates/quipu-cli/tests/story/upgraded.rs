//! A workspace of an older format opens: a small one of each format since 9 lies in `tests/older`, made by the program
//! of its time from the notes beside it.
//!
//! One of format 9 was indexed, edited, pruned, decided upon and asked; its sessions lie beside its truth.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::Story;

/// The format that this program reads.
const FORMAT: u64 = 10;

fn older(format: u64) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/older/format{format}"))
}

/// Copies a folder with all that is in it.
pub(crate) fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder can be made");
    for entry in std::fs::read_dir(from).expect("the workspace is there") {
        let entry = entry.expect("the folder can be read");
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        if source.is_dir() {
            copy(&source, &target);
        } else {
            std::fs::write(&target, std::fs::read(&source).expect("a part can be read"))
                .expect("a part can be written");
        }
    }
}

/// A story whose workspace an older program made.
fn story(format: u64) -> Story {
    let story = Story::of(&[]);
    copy(&older(format).join("notes"), &story.folder.path().join("notes"));
    copy(&older(format).join("quipu"), &story.folder.path().join(".quipu"));
    let roots = serde_json::json!([{ "name": "notes", "path": story.folder.path().join("notes") }]);
    std::fs::write(story.folder.path().join(".quipu/roots.json"), roots.to_string()).expect("roots can be written");
    story
}

/// The same facts indexed from scratch: the export of one workspace, imported into another.
fn afresh(story: &Story) -> Story {
    let file = story.folder.path().join("all.jsonl");
    story.run(&["export", "jsonl", "--to", &file.display().to_string()]).succeeded();
    let fresh = Story::of(&[]);
    fresh.run(&["import", &file.display().to_string()]).succeeded();
    fresh
}

#[test]
fn a_workspace_of_format_9_is_brought_up_to_date_without_reading_a_file() {
    let story = story(9);
    let refused = story.run(&["search", "bridge"]).ended(3);
    assert!(refused.err.contains("holds format 9") && refused.err.contains("`quipu upgrade`"), "{}", refused.err);
    let refused = story.run(&["--lang", "ru", "status"]).ended(3);
    assert!(refused.err.contains("`quipu upgrade` обновит его"), "{}", refused.err);
    std::fs::rename(story.folder.path().join("notes"), story.folder.path().join("away")).expect("notes can go");
    let report = story.json(&["upgrade"]);
    assert_eq!((report["from"].as_u64(), report["to"].as_u64()), (Some(9), Some(FORMAT)));
    assert_eq!((report["documents"].as_u64(), report["stopped"].as_bool()), (Some(15), Some(false)));
    story.run(&["doctor"]).succeeded();
    assert!(story.dump() == afresh(&story).dump(), "the dumps differ");
    let shown = story.json(&["show", "entity", "Lantern Service"]);
    let periods = shown[0]["relations"][0]["periods"].as_array().map(Vec::len);
    assert_eq!(periods, Some(2), "{shown}");
    assert_eq!(story.json(&["entity", "log"]).as_array().map(Vec::len), Some(2), "decisions stay");
    assert_eq!(story.json(&["session", "list"]).as_array().map(Vec::len), Some(1), "conversations stay");
    let again = story.run(&["upgrade"]).succeeded();
    assert!(again.out.contains("there is nothing to do"), "{}", again.out);
}

#[test]
fn what_writes_brings_a_small_workspace_up_to_date_by_itself() {
    let story = story(9);
    story.write("new.md", b"# New\n\nWeatherGate depends on Ferry Bridge since 2001.\n");
    let report = story.json(&["index", "notes"]);
    // Its documents were read by the rules of that day.
    assert_eq!((report["added"].as_u64(), report["changed"].as_u64()), (Some(1), Some(15)), "{report}");
    story.run(&["doctor"]).succeeded();
    assert!(story.dump() == afresh(&story).dump(), "the dumps differ");
}

/// Kills upgrades at many moments; the rest always goes on to the same end.
#[cfg(unix)]
#[test]
fn an_upgrade_that_was_killed_goes_on() {
    let whole = story(9);
    whole.run(&["upgrade"]).succeeded();
    let expected = whole.dump();
    for moment in 0..16 {
        let killed = story(9);
        for _ in 0..2 {
            let mut run = killed.command(&["upgrade"]).spawn().expect("the binary runs");
            std::thread::sleep(Duration::from_millis(moment * 2));
            run.kill().expect("a run can be killed");
            run.wait().expect("the run ends");
        }
        killed.run(&["upgrade"]).succeeded();
        killed.run(&["doctor"]).succeeded();
        assert!(killed.dump() == expected, "{moment}: the dumps differ");
    }
}
