//! Files that are gone are named, and go with `--prune` only.

use super::Story;

#[test]
fn a_missing_file_is_reported_and_pruned_on_demand() {
    let story = Story::of_the_tower();
    std::fs::remove_file(story.path("ilse.md")).expect("a note can go");
    let run = story.run(&["index", "notes"]).succeeded();
    assert!(run.out.contains("missing: notes/ilse.md"), "{}", run.out);
    assert_eq!(story.json(&["status"])["documents"], 3);
    let report = story.json(&["index", "notes", "--prune"]);
    assert_eq!(report["removed"], serde_json::json!(["notes/ilse.md"]));
    assert_eq!(story.json(&["status"])["documents"], 2);
}

#[test]
fn a_move_is_told_as_one() {
    let story = Story::of_the_tower();
    std::fs::rename(story.path("ilse.md"), story.path("varga.md")).expect("a note can move");
    let report = story.json(&["index", "notes", "--prune"]);
    assert_eq!(report["moved"], serde_json::json!([{"from": "notes/ilse.md", "to": "notes/varga.md"}]));
}
