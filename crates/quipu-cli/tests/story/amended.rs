//! A person's metadata of a document replaces that of its file, until it is taken back.

use serde_json::json;

use super::Story;

#[test]
fn a_title_and_fields_outlive_another_reading_and_come_off_whole() {
    let story = Story::of_the_tower();
    let amended = story.json(&[
        "amend",
        "notes/ilse.md",
        "--title",
        "The bell founder",
        "--field",
        "project=tower",
        "--field",
        "tags=[\"bell\"]",
    ]);
    assert_eq!(amended, json!({ "amended": ["notes/ilse.md"], "unchanged": [], "unmatched": [] }));
    let found = story.json(&["search", "bell", "--field", "project=tower"]);
    let hits = found["hits"].as_array().expect("hits are a list");
    assert!(!hits.is_empty() && hits.iter().all(|hit| hit["source"] == "notes/ilse.md"), "{found}");
    let shown = story.run(&["show", "document", "notes/ilse.md"]).succeeded();
    assert!(
        shown.out.contains("The bell founder (by hand)") && shown.out.contains("[\"bell\"] (by hand)"),
        "{}",
        shown.out
    );
    let indexed = story.json(&["index", "notes"]);
    assert_eq!((&indexed["changed"], &indexed["unchanged"]), (&json!(0), &json!(3)), "{indexed}");
    story.write("ilse.md", b"# Ilse Varga\n\nIlse Varga cast another bell in 1899.\n");
    story.run(&["index", "notes"]).succeeded();
    let shown = story.json(&["show", "document", "notes/ilse.md"]);
    assert_eq!((&shown[0]["title"], &shown[0]["metadata"]["project"]), (&json!("The bell founder"), &json!("tower")));
    let back = ["amend", "notes/ilse.md", "--back", "title", "--back", "project", "--back", "tags"];
    story.run(&back).succeeded();
    let unchanged = story.json(&back);
    assert_eq!(unchanged, json!({ "amended": [], "unchanged": ["notes/ilse.md"], "unmatched": [] }));
    let after = story.dump();
    let fresh = Story::of_the_tower();
    fresh.write("ilse.md", b"# Ilse Varga\n\nIlse Varga cast another bell in 1899.\n");
    fresh.run(&["index", "notes"]).succeeded();
    assert_eq!(after, fresh.dump(), "what was taken back leaves nothing behind");
}

#[test]
fn many_are_amended_at_once_and_who_is_missing_is_told() {
    let story = Story::of_the_tower();
    let run = story.run(&["amend", "notes/*.md", "nowhere.md", "--field", "year=1899"]).succeeded();
    assert!(run.out.contains("3 documents amended") && run.out.contains("no document: nowhere.md"), "{}", run.out);
    let shown = story.json(&["show", "document", "notes/mayak.md"]);
    assert_eq!(shown[0]["metadata"]["year"], 1899);
    assert_eq!(story.run(&["amend", "nowhere.md", "--title", "None"]).code, Some(1));
    let wrong = story.run(&["amend", "notes/mayak.md", "--field", "year"]);
    assert!(wrong.code == Some(2) && wrong.err.contains("FIELD=VALUE"), "{}", wrong.err);
}
