//! Filters decide which documents a question may see.

use super::Story;

#[test]
fn each_filter_keeps_its_documents() {
    let story = Story::of_the_tower();
    let seen = |flags: &[&str]| {
        let query = &["search", "bell tower Ilse Varga taught линзу шлифовал", "--strategy", "lexical"];
        let found = story.json(&[query, flags].concat());
        let hits = found["hits"].as_array().cloned().unwrap_or_default();
        let mut documents: Vec<_> = hits.iter().filter_map(|hit| Some(hit["document"].as_str()?.to_owned())).collect();
        documents.sort();
        documents.dedup();
        documents.join(" ")
    };
    assert_eq!(seen(&[]), "notes/ilse.md notes/mayak.md notes/tower.md");
    assert_eq!(seen(&["--document", "notes/ilse.md"]), "notes/ilse.md");
    assert_eq!(seen(&["--tag", "place"]), "notes/tower.md");
    assert_eq!(seen(&["--tag", "place", "--tag", "people"]), "notes/ilse.md notes/tower.md");
    assert_eq!(seen(&["--field", "tags=people"]), "notes/ilse.md");
    assert_eq!(seen(&["--date", "..1920"]), "notes/tower.md");
    assert_eq!(seen(&["--date", "1911..1934"]), "notes/ilse.md notes/tower.md");
    assert_eq!(seen(&["--language", "ru"]), "notes/mayak.md");
    assert_eq!(seen(&["--language", "ru", "--tag", "place"]), "");
}

#[test]
fn an_expression_keeps_its_documents() {
    let story = Story::of_the_tower();
    let query = ["search", "bell tower Ilse Varga taught линзу шлифовал", "--strategy", "lexical"];
    let seen = |flags: &[&str]| {
        let found = story.json(&[&query, flags].concat());
        let hits = found["hits"].as_array().cloned().unwrap_or_default();
        let mut documents: Vec<_> = hits.iter().filter_map(|hit| Some(hit["document"].as_str()?.to_owned())).collect();
        documents.sort();
        documents.dedup();
        documents.join(" ").replace("notes/", "").replace(".md", "")
    };
    for (expression, documents) in [
        ("date < 1920", "tower"),
        ("date between 1911-05 and 1934", "ilse tower"),
        ("date exists and not date > 1911", "tower"),
        ("date is empty", "mayak"),
        ("tags != PLACE", "ilse mayak"),
        ("tag in (place, People)", "ilse tower"),
        ("title holds вар or title begins МА or $id ends tower.md", "mayak tower"),
        ("not (tags exists or $language = de)", "mayak"),
    ] {
        assert_eq!(seen(&["--where", expression]), documents, "{expression}");
    }
    assert_eq!(seen(&["--where", "tags exists", "--date", "..1920"]), "tower");
    assert_eq!(seen(&["--set", "look.where=tags exists"]), "ilse tower");
    assert_eq!(seen(&["--set", "look.where=tags exists", "--where", "date > 1911"]), "ilse");
    let answer = story.json(&["ask", "Who was taught in Tarnfeld?", "--where", "tags = place"]);
    assert_eq!(answer["refused"], true, "{answer:#}");
    let run = story.run(&["tool", "grep", r#"{"pattern": "Ilse", "filter": {"where": "date = 1934"}}"#]).succeeded();
    assert!(run.out.contains("notes/ilse.md") && !run.out.contains("notes/tower.md"), "{}", run.out);
}

#[test]
fn a_wrong_expression_is_told_with_its_place() {
    let story = Story::of_the_tower();
    let run = story.run(&["search", "bell", "--where", "tags = "]).ended(2);
    assert!(run.err.contains("--where") && run.err.contains("character 8: the text ends"), "{}", run.err);
    let run = story.run(&["search", "bell", "--set", "look.where=tags in place"]).ended(2);
    assert!(run.err.contains("look.where") && run.err.contains("character 9"), "{}", run.err);
    let run = story.run(&["search", "bell", "--where", "$section = methods"]).ended(2);
    assert!(run.err.contains("$section is not available in filter expressions"), "{}", run.err);
    let run = story.run(&["tool", "search", r#"{"query": "bell", "filter": {"where": "tags"}}"#]);
    assert!(format!("{}{}", run.out, run.err).contains("expected a test of the field"), "{} {}", run.out, run.err);
}
