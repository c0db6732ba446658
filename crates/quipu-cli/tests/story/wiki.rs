//! A wiki of the workspace: written once, kept current, and nothing in it of a person is lost.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::Story;

const ILSE: &str = "# Ilse Varga\n\nIlse Varga was a bell founder of Tarnfeld.\n\n## Work\n\nIlse Varga cast the bell of the \
                    Tower Clock in her own foundry.\n";

/// Notes with two that are about a person and a clock, one about a gate, and one that names none of them.
fn notes() -> Story {
    let story = Story::of(&[
        (
            "tower.md",
            "---\ndate: 1911-05-02\n---\n# Tower Clock\n\nThe Tower Clock is a striking clock on the market of Tarnfeld. It \
             was paid by the guild.\n\nThe bell of the Tower Clock was cast by Ilse Varga.\n",
        ),
        ("ilse.md", ILSE),
        (
            "gate.md",
            "# Gate\n\nThe Dome Controller depends on the Weather Gate. The Weather Gate is a sensor that closes the dome.\n",
        ),
        ("bread.md", "# Bread\n\nBread of rye is a loaf that keeps for a week. It needs no yeast.\n"),
    ]);
    story.run(&["index", "notes"]).succeeded();
    story
}

/// The text of a page.
fn page(story: &Story, name: &str) -> String {
    let path = story.path("wiki").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All pages with their texts and the times of their last change.
fn pages(folder: &Path) -> BTreeMap<PathBuf, (String, std::time::SystemTime)> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("it can be listed").flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(pages(&path));
        } else {
            let changed = path.metadata().and_then(|about| about.modified()).expect("it has a time");
            found.insert(path.clone(), (std::fs::read_to_string(&path).expect("it is text"), changed));
        }
    }
    found
}

/// The targets of links of a page, decoded.
fn targets(text: &str) -> Vec<(String, String)> {
    let links = text.split('[').skip(1).filter_map(|rest| rest.split_once("]("));
    links.filter_map(|(shown, rest)| Some((shown.to_owned(), rest.split_once(')')?.0.replace("%20", " ")))).collect()
}

#[test]
fn every_link_of_a_wiki_leads_to_a_file_and_its_line() {
    let story = notes();
    let report = story.json(&["wiki", "notes/wiki"]);
    assert_eq!(report["written"], report["pages"], "{report:#}");
    let mut cited = 0;
    for (path, (text, _)) in pages(&story.path("wiki")) {
        for (shown, target) in targets(&text) {
            let (file, line) =
                target.split_once("#L").map_or((target.as_str(), None), |(file, line)| (file, Some(line)));
            let file = path.parent().expect("a page lies in a folder").join(file);
            let read = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            let Some(line) = line.and_then(|line| line.parse::<usize>().ok()) else { continue };
            let there = read.lines().nth(line - 1).unwrap_or_else(|| panic!("{target} has no such line"));
            let before = text.split(&format!("[{shown}]({})", target.replace(' ', "%20"))).next().unwrap_or_default();
            let line = before.lines().last().unwrap_or_default();
            // A row of a table shows no sentence.
            if shown.parse::<u32>().is_ok() && !line.starts_with('|') {
                let sentence = line.rsplit(") ").next().unwrap_or_default().rsplit(": ").next().unwrap_or_default();
                let word = sentence.trim_start_matches("- ").split_whitespace().next().unwrap_or_default();
                assert!(!word.is_empty() && there.contains(word), "{word:?} is not in {there:?} of {target}");
                cited += 1;
            }
        }
    }
    assert!(cited >= 6, "only {cited} sentences are cited");
    let clock = page(&story, "things/Tower Clock.md");
    assert!(clock.contains("is a striking clock on the market of Tarnfeld. [1](../../tower.md#L6)"), "{clock}");
    let gate = page(&story, "things/Weather Gate.md");
    assert!(
        gate.contains("| ← depends on | Dome Controller | [Gate](../sources/Gate.md) [2](../../gate.md#L3) |"),
        "{gate}"
    );
    assert!(page(&story, "index.md").contains("[Bread](sources/Bread.md): Bread of rye is a loaf"));
}

#[test]
fn only_pages_whose_grounds_changed_are_written_and_notes_stay() {
    let story = notes();
    story.json(&["wiki", "notes/wiki"]);
    let first = pages(&story.path("wiki"));
    let index = story.json(&["index", "notes"]);
    assert_eq!((&index["added"], &index["changed"]), (&0.into(), &0.into()), "a wiki is no document: {index:#}");
    assert!(index["left_out"].to_string().contains("\"wiki\""), "{index:#}");
    let again = story.json(&["wiki", "notes/wiki"]);
    assert_eq!((&again["written"], &again["unchanged"]), (&0.into(), &again["pages"]));
    assert_eq!(pages(&story.path("wiki")), first, "nothing was touched");

    let notes = "## Notes\n\nShe lived in the *old* mill.  \n\n## More\nend";
    let ilse = page(&story, "things/Ilse Varga.md").replace("## Notes\n", notes);
    story.write("wiki/things/Ilse Varga.md", ilse.as_bytes());
    story.write("wiki/things/Mine.md", b"# Mine\n\nA page of my own.\n");
    story.write(
        "ilse.md",
        format!("{ILSE}\nIlse Varga retired in 1934.\n\n## Pupils\n\nShe taught two boys.\n").as_bytes(),
    );
    std::fs::remove_file(story.path("gate.md")).expect("it can be removed");
    story.run(&["index", "notes", "--prune"]).succeeded();
    let third = story.json(&["wiki", "notes/wiki"]);
    let moved: Vec<&str> = third["moved"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert!(moved.contains(&"things/Weather Gate.md") && moved.contains(&"sources/Gate.md"), "{third:#}");
    assert!(page(&story, ".trash/things/Weather Gate.md").contains("is a sensor that closes the dome"));
    let after = page(&story, "things/Ilse Varga.md");
    assert!(after.ends_with(notes) && after != ilse, "{after}");
    let now = pages(&story.path("wiki"));
    for untouched in ["sources/Bread.md", "sources/Tower Clock.md"] {
        let path = story.path("wiki").join(untouched);
        assert_eq!(now[&path], first[&path], "{untouched} was not concerned");
    }
    assert!(page(&story, "sources/Ilse Varga.md").contains("Pupils"));
    assert_eq!(page(&story, "things/Mine.md"), "# Mine\n\nA page of my own.\n");
}

#[test]
fn a_page_that_a_person_changed_is_left_unless_it_is_forced() {
    let story = notes();
    story.json(&["wiki", "notes/wiki"]);
    let bread = page(&story, "sources/Bread.md").replace("that keeps for a week", "that keeps");
    story.write("wiki/sources/Bread.md", bread.as_bytes());
    let shown = story.run(&["wiki", "notes/wiki"]).succeeded().out;
    assert!(shown.contains("kept as you changed it: sources/Bread.md"), "{shown}");
    assert_eq!(page(&story, "sources/Bread.md"), bread);
    assert_eq!(story.json(&["wiki", "notes/wiki", "--force"])["written"], 1);
    assert!(page(&story, "sources/Bread.md").contains("that keeps for a week"));
    story.json(&["--lang", "ru", "wiki", "other"]);
    let index = std::fs::read_to_string(story.folder.path().join("other/index.md")).expect("it is there");
    assert!(index.contains("# Обзор") && index.ends_with("## Заметки\n"), "{index}");
}

#[test]
fn what_the_documents_leave_open_is_listed() {
    let story = notes();
    for (at, year) in [(1, 1932), (2, 1934), (3, 1934)] {
        let text = format!(
            "# Log {at}\n\nThe Salt Bridge opened in {year}. We met Doctor Ivo Lanz and crossed with Doctor Ivo Lanz.\n"
        );
        story.write(&format!("log-{at}.md"), text.as_bytes());
    }
    story.run(&["index", "notes"]).succeeded();
    story.json(&["wiki", "notes/wiki"]);
    let open = page(&story, "open-questions.md");
    assert!(open.contains("The Salt Bridge opened in 1932. [1]") && open.contains("opened in 1934. [2]"), "{open}");
    let unexplained = open.split("never explained").nth(1).unwrap_or_default();
    assert!(unexplained.contains("Ivo Lanz") && unexplained.contains("(3 documents)"), "{open}");
}

#[test]
fn a_file_in_the_place_of_the_folder_is_named() {
    let story = notes();
    let run = story.run(&["wiki", "notes/bread.md"]).ended(3);
    assert!(run.err.contains("bread.md"), "{}", run.err);
    let report = story.json(&["wiki", "few", "--only", "1"]);
    let things = std::fs::read_dir(story.folder.path().join("few/things")).expect("it is there").count();
    assert_eq!(things, 1, "{report:#}");
}
