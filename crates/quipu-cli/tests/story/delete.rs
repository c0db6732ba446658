//! With a deleted document exactly its own facts are removed.

use super::Story;

#[test]
fn adding_and_deleting_leaves_what_was() {
    let story = Story::of_the_tower();
    let before = story.dump();
    story.write("more/guest.md", b"# Guest\n\nIlse Varga met Otto Lind at the Tower.\n");
    story.run(&["index", "notes"]).succeeded();
    assert_ne!(story.dump(), before);
    let run = story.run(&["delete", "notes/more/guest.md"]).succeeded();
    assert!(run.out.contains("1 document deleted"), "{}", run.out);
    assert_eq!(story.dump(), before);
}

#[test]
fn a_document_goes_by_id_path_or_glob() {
    let story = Story::of_the_tower();
    let path = story.path("ilse.md");
    std::fs::remove_file(&path).expect("a note can go");
    story.run(&["delete", path.to_str().expect("a path is UTF-8")]).succeeded();
    let deleted = story.json(&["delete", "notes/*.md", "notes/nowhere.md"]);
    assert_eq!(deleted["deleted"], serde_json::json!(["notes/mayak.md", "notes/tower.md"]));
    assert_eq!(deleted["unmatched"], serde_json::json!(["notes/nowhere.md"]));
    assert_eq!(story.json(&["status"])["documents"], 0);
}

#[test]
fn documents_are_named_on_standard_input() {
    let story = Story::of_the_tower();
    let run = story.pipe(&["delete", "-"], "notes/ilse.md\n\n  notes/nowhere.md\n").succeeded();
    assert!(run.out.contains("1 document deleted") && run.out.contains("notes/nowhere.md"), "{}", run.out);
    assert_eq!(story.json(&["status"])["documents"], 2);
}
