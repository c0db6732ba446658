//! What is no document is left out and counted; what a file said once is no answer when the file says it no more.

use serde_json::{Value, json};

use super::Story;

const BYTES: &str = "iVBORw0KGgoAAAANSUhEUgAAAAUA+9TXL0Y4OHwAAAABJRU5ErkJggg/x3Kq7";

/// The ids of all documents.
fn documents(story: &Story) -> Vec<String> {
    let dump = story.dump();
    let rows = dump.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let documents = rows.filter(|row| row["row"] == "document");
    documents.filter_map(|row| row["id"].as_str().map(str::to_owned)).collect()
}

fn mixed() -> Story {
    let key = format!("-----BEGIN RSA PRIVATE KEY-----\n{BYTES}\n-----END RSA PRIVATE KEY-----\n");
    let picture = format!("# Bell\n\nThe bell was cast in 1802.\n\n![bell](data:image/png;base64,{BYTES})\n");
    let script = "function a(b,c){return b+c}var d=a(1,2);".repeat(60);
    Story::of(&[
        ("bell.md", picture.as_str()),
        ("lock.md", "# Lock files\n\nA lock file holds the versions that were chosen by Greta Holm.\n"),
        ("bell.md~", "The bell was cast in 1699.\n"),
        ("#bell.md#", "The bell was cast in 1701.\n"),
        (
            "cog.svg",
            "<svg xmlns=\"http://www.w3.org/2000/svg\"><path d=\"M12.22 2h\" stroke=\"currentColor\"/></svg>\n",
        ),
        ("Cargo.lock", "version = 4\n\n[[package]]\nname = \"bell\"\n"),
        ("site/app.js", script.as_str()),
        ("site/app.js.map", "{\"version\":3,\"sources\":[\"a.ts\"],\"mappings\":\"AAAA\"}\n"),
        ("id_rsa", key.as_str()),
        ("scan.pdf.part", "half of it\n"),
    ])
}

#[test]
fn what_is_no_document_is_one_line_by_kind_and_a_setting_reads_it() {
    let story = mixed();
    let run = story.run(&["index", "notes"]).succeeded();
    let lines: Vec<&str> = run.out.lines().filter(|line| line.starts_with("left out")).collect();
    assert_eq!(lines.len(), 1, "{}", run.out);
    assert!(lines[0].contains("2 leftovers of editors") && lines[0].contains("load.everything"), "{}", lines[0]);
    assert_eq!(documents(&story), ["notes/bell.md", "notes/lock.md"]);
    let report = story.json(&["index", "notes"]);
    let kinds: Vec<(&str, u64)> = report["left_out"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|of| Some((of["kind"].as_str()?, of["count"].as_u64()?)))
        .collect();
    let one = ["drawing", "minified", "source-map", "lock"].map(|kind| (kind, 1));
    let due = [&one[..], &[("leftover", 2), ("unfinished", 1), ("key", 1), ("data", 1)]].concat();
    assert_eq!((kinds, &report["skipped"]), (due, &json!([])));
    assert!(!story.dump().contains(&BYTES[..40]), "bytes within a text are no words");
    let all = story.json(&["index", "notes", "--set", "load.everything=yes"]);
    assert_eq!((&all["left_out"], documents(&story).len()), (&json!([]), 10));
}

#[test]
fn an_emptied_file_answers_no_more_with_prune_and_says_so_without() {
    let story = Story::of(&[
        ("vault.md", "The safe code of the vault is 7741.\n"),
        ("bell.md", "The bell was cast in 1802.\n"),
    ]);
    story.run(&["index", "notes"]).succeeded();
    story.write("vault.md", b"");
    let report = story.json(&["index", "notes"]);
    assert_eq!((&report["stale"], &report["missing"]), (&json!(["notes/vault.md"]), &json!([])), "{report}");
    let answer = story.json(&["ask", "What is the safe code of the vault?"]);
    let notes = answer["notes"].to_string();
    assert!(answer.to_string().contains("7741") && notes.contains("notes/vault.md"), "{answer}");
    assert!(notes.contains("gives this text no more"), "{notes}");
    let other = story.json(&["ask", "When was the bell cast?"]);
    assert!(!other["notes"].to_string().contains("no more"), "{other}");
    // It stays marked once, and a text that comes back takes the mark away.
    let again = story.json(&["index", "notes"]);
    assert_eq!((&again["stale"], &again["changed"]), (&json!(["notes/vault.md"]), &json!(0)), "{again}");
    story.write("vault.md", b"The safe code of the vault is 7741.\n");
    assert_eq!(story.json(&["index", "notes"])["stale"], json!([]));
    let answer = story.json(&["ask", "What is the safe code of the vault?"]);
    assert!(!answer["notes"].to_string().contains("no more"), "{answer}");
    story.write("vault.md", b"\x00\x01\x02\x03\x00\x00\x07");
    let report = story.json(&["index", "notes", "--prune"]);
    assert_eq!((&report["removed"], &report["stale"]), (&json!(["notes/vault.md"]), &json!([])), "{report}");
    assert_eq!(documents(&story), ["notes/bell.md"]);
}
