//! One folder with files of every format in two languages, some of them broken: one command reads it, every
//! file has an outcome, and questions find the page.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::Story;

/// The samples: files of a folder except notes about it, and unreadable ones.
fn samples() -> Vec<PathBuf> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../eval/documents"));
    let files = |folder: &Path| -> Vec<PathBuf> {
        let found = std::fs::read_dir(folder).expect("the samples are there").flatten().map(|found| found.path());
        found.filter(|path| path.is_file() && path.extension().is_some()).collect()
    };
    let written = |path: &PathBuf| matches!(path.extension().and_then(|end| end.to_str()), Some("md" | "py"));
    let whole = files(folder).into_iter().filter(|path| !written(path));
    whole.chain(files(&folder.join("broken")).into_iter().filter(|path| !written(path))).collect()
}

/// The texts under a key of a list.
fn texts<'a>(list: &'a Value, key: &'a str) -> impl Iterator<Item = &'a str> {
    list.as_array().into_iter().flatten().filter_map(move |one| one[key].as_str())
}

#[test]
fn a_folder_of_everything_is_read_by_one_command_and_asked() {
    let story =
        Story::of(&[("clock.rs", "/// Winds the tower clock.\npub fn wind(turns: u32) -> u32 {\n    turns\n}\n")]);
    let mut names = vec!["clock.rs".to_owned()];
    for path in samples() {
        let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
        story.write(&name, &std::fs::read(&path).expect("a sample can be read"));
        names.push(name);
    }
    let report = story.json(&["index", "notes"]);
    let dump = story.dump();
    let rows: Vec<Value> = dump.lines().map(|line| serde_json::from_str(line).expect("a row a line")).collect();
    let read: Vec<&str> = rows.iter().filter_map(|row| row["source"]["path"].as_str()).collect();
    let skipped: Vec<&str> = texts(&report["skipped"], "path").collect();
    for name in &names {
        let path = format!("notes/{name}");
        let (read, skipped) = (read.contains(&path.as_str()), skipped.iter().any(|line| line.starts_with(&path)));
        assert!(read || skipped, "{name} is neither read nor reported");
    }
    let endings: std::collections::BTreeSet<_> = read.iter().filter_map(|path| path.rsplit('.').next()).collect();
    for ending in ["csv", "docx", "eml", "epub", "html", "ipynb", "json", "jsonl", "mbox", "pdf", "pptx", "rs", "srt"] {
        assert!(endings.contains(ending), "no {ending} was read: {endings:?}");
    }
    for (question, document, quoted, page) in [
        (
            "What is the depth of berth D6 in the basin?",
            "notes/berths.pdf",
            "1.9",
            story.page_of("notes/berths.pdf", "1.9"),
        ),
        ("What does the keeper do above 3.2 m?", "notes/gauge.pptx", "3.2", Some(3)),
        ("When does the resurfacing of Eel Lane begin?", "notes/budget.xlsx", "2026-03-02", None),
        (
            "Сколько туманных дней всего в 1944–1973 годах?",
            "notes/tuman.pdf",
            "40,3",
            story.page_of("notes/tuman.pdf", "40,3"),
        ),
        ("Что делать с линзой в мае?", "notes/obnovlenie.pptx", "линз", Some(4)),
    ] {
        let answer = story.json(&["ask", question]);
        let citation = answer["citations"].as_array().into_iter().flatten().find(|citation| {
            citation["document"] == document && citation["quote"].as_str().is_some_and(|quote| quote.contains(quoted))
        });
        let citation = citation.unwrap_or_else(|| panic!("{question}: {answer}"));
        assert_eq!(citation["page"].as_u64(), page, "{citation}");
    }
}
