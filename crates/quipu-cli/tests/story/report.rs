//! An unreadable file is a line of the report, and the run goes on.

use super::Story;

#[test]
fn every_file_that_gave_nothing_is_named_with_the_reason() {
    let story = Story::of(&[("good.md", "# Good\n\nA good note.\n"), ("empty.md", "")]);
    story.write("picture.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01");
    let report = story.json(&["index", "notes"]);
    assert_eq!(report["added"], 1);
    let skipped: Vec<_> = report["skipped"].as_array().into_iter().flatten().map(|line| line["path"].clone()).collect();
    assert_eq!(skipped, ["notes/empty.md", "notes/picture.png"], "{report:#}");
    let run = story.run(&["index", "notes"]).succeeded();
    assert!(run.out.contains("skipped: notes/empty.md is empty"), "{}", run.out);
}

#[test]
fn a_document_cut_at_the_most_text_is_said_to_be_partial() {
    let story = Story::of(&[("large.txt", &"All work and no play. ".repeat(60_000))]);
    let report = story.json(&["index", "notes", "--set", "index.max_document=1"]);
    assert_eq!(report["partial"].as_array().map(Vec::len), Some(1), "{report:#}");
    assert_eq!(report["added"], 1);
}

#[test]
fn a_path_that_is_not_there_is_named() {
    let story = Story::of(&[("good.md", "# Good\n\nA good note.\n")]);
    let report = story.json(&["index", "notes", "nowhere"]);
    assert_eq!(report["added"], 1);
    assert_eq!(report["skipped"][0]["path"], "nowhere", "{report:#}");
}

#[test]
fn ignored_files_and_the_store_are_not_read() {
    let story =
        Story::of(&[("good.md", "# Good\n\nA note.\n"), ("secret.md", "# Secret\n"), (".quipuignore", "secret.md\n")]);
    let report = story.json(&["index", "notes", "-w", "notes"]);
    assert_eq!(report["added"], 1, "{report:#}");
    assert_eq!(story.json(&["index", "notes", "-w", "notes"])["unchanged"], 1);
}
