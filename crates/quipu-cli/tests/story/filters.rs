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
