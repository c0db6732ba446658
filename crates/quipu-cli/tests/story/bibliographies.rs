//! Bibliographies as people have them: keys that stand twice, titles in TeX, files among others in a folder.

use serde_json::Value;

use super::Story;

fn titles(listed: &Value) -> Vec<&str> {
    let mut titles: Vec<&str> =
        listed["papers"].as_array().into_iter().flatten().filter_map(|card| card["title"].as_str()).collect();
    titles.sort_unstable();
    titles
}

const TWICE: &str = "@article{dup, title={Tides of the north}, author={Berg, Ann}, year=2003}\n\
                     @article{dup, title={Gates of the south}, author={Berg, Ann}, year=2003}\n";

#[test]
fn two_papers_of_one_key_are_two_and_stay_two() {
    let story = Story::of(&[("lib.bib", TWICE)]);
    let added = story.json(&["papers", "add", "notes/lib.bib"]);
    assert!(added["troubles"].to_string().contains("stands twice"), "{added}");
    let both = ["Gates of the south", "Tides of the north"];
    assert_eq!(titles(&story.json(&["papers", "list"])), both);
    let again = story.json(&["papers", "add", "notes/lib.bib"]);
    assert_eq!(
        (again["added"].as_array().map(Vec::len), again["already"].as_array().map(Vec::len)),
        (Some(0), Some(2))
    );
    assert_eq!(titles(&story.json(&["papers", "list"])), both);
    // A title that its owner has mended is no third paper.
    story.write("lib.bib", TWICE.replace("Tides of the north", "Tides of the far north").as_bytes());
    story.json(&["papers", "add", "notes/lib.bib"]);
    assert_eq!(titles(&story.json(&["papers", "list"])), ["Gates of the south", "Tides of the far north"]);
}

#[test]
fn titles_are_shown_in_letters() {
    let tex =
        r#"@article{a, title={Nets in {$\mathbb{R}^n$} of <i>width</i> $O(\log n)$}, author={M{\"u}ller, J{\"o}rg}}"#;
    let story = Story::of(&[("lib.bib", tex)]);
    let added = story.run(&["papers", "add", "notes/lib.bib"]).succeeded();
    assert!(added.out.contains("Nets in ℝⁿ of width O(log n)") && !added.out.contains('\\'), "{}", added.out);
    let written = story.run(&["papers", "export", "--form", "bibtex"]).succeeded();
    assert!(written.out.contains(r"$\mathbb{R}^n$"), "{}", written.out);
}

#[test]
fn a_bibliography_in_a_folder_is_its_papers() {
    let bib = "@article{Berg2009Tides,\n  author = {Berg, Ann},\n  title = {Between the {{Tide}} and the {{Gate}}},\n  \
               journaltitle = {Housing of Water},\n  timestamp = {2015-02-24 12:14:36 +0100}\n}\n";
    let ris = "TY  - JOUR\nTI  - Gates of the south\nAU  - Lind, Otto\nPY  - 2004\nER  - \n";
    let story = Story::of(&[("lib.bib", bib), ("more.ris", ris)]);
    story.run(&["index", "notes"]).succeeded();
    let dump = story.dump();
    let rows: Vec<Value> = dump.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let named = |kind: &str, field: &str| -> Vec<&str> {
        rows.iter().filter(|row| row["row"] == kind).filter_map(|row| row[field].as_str()).collect()
    };
    assert_eq!(named("document", "id"), ["notes/lib.bib#Berg2009Tides", "notes/more.ris#1"]);
    let names = named("entity", "name");
    assert!(names.contains(&"Ann Berg"), "{names:?}");
    assert!(!names.iter().any(|name| name.contains(['{', '}']) || name.contains("timestamp")), "{names:?}");
    story.run(&["papers", "add", "notes"]).succeeded();
    let listed = story.json(&["papers", "list"]);
    assert_eq!(titles(&listed), ["Between the Tide and the Gate", "Gates of the south"]);
    assert_eq!(listed["papers"][0]["authors"][0], "Ann Berg", "{listed}");
}
