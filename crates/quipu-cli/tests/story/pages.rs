//! Citations say the page or slide on which a quote stands, and lead into sheets and tables.

use serde_json::Value;

use crate::Story;

/// A sample of `eval/documents`.
macro_rules! sample {
    ($name:literal) => {
        ($name, &include_bytes!(concat!("../../../../eval/documents/", $name))[..])
    };
}

/// The first citation of an answer.
fn cited(story: &Story, question: &str) -> Value {
    story.json(&["ask", question])["citations"][0].clone()
}

#[test]
fn a_slide_is_cited_by_its_number() {
    let story = Story::of(&[]);
    for (name, bytes) in [sample!("gauge.pptx"), sample!("obnovlenie.pptx"), sample!("railway.pptx")] {
        story.write(name, bytes);
    }
    story.run(&["index", "notes"]).succeeded();
    for (question, document, page) in [
        ("What does the keeper do above 3.2 m?", "notes/gauge.pptx", 3),
        ("Where was the board of the gauge found?", "notes/gauge.pptx", 4),
        ("Что отстаёт на четыре секунды?", "notes/obnovlenie.pptx", 2),
        ("Что делать с линзой в мае?", "notes/obnovlenie.pptx", 4),
    ] {
        let citation = cited(&story, question);
        assert_eq!(
            (citation["document"].as_str(), citation["page"].as_u64()),
            (Some(document), Some(page)),
            "{citation}"
        );
    }
}

#[test]
fn a_row_of_a_sheet_is_quoted_below_the_name_of_its_sheet() {
    let story = Story::of(&[]);
    for (name, bytes) in [sample!("budget.xlsx"), sample!("muzei.xlsx")] {
        story.write(name, bytes);
    }
    story.run(&["index", "notes"]).succeeded();
    let answer = story.json(&["ask", "When does the resurfacing of Eel Lane begin?"]);
    let citations = answer["citations"].as_array().expect("a list");
    let row = citations.iter().find(|one| one["quote"].as_str().is_some_and(|quote| quote.contains("2026-03-02")));
    let row = row.unwrap_or_else(|| panic!("{answer}"));
    assert_eq!(
        (row["document"].as_str(), row["heading"][0].as_str()),
        (Some("notes/budget.xlsx"), Some("Works in hand"))
    );
}

#[test]
fn a_row_of_a_table_in_a_pdf_is_cited_by_its_page_in_two_languages() {
    let story = Story::of(&[]);
    for (name, bytes) in [sample!("berths.pdf"), sample!("tuman.pdf"), sample!("tides-paper.pdf")] {
        story.write(name, bytes);
    }
    story.run(&["index", "notes"]).succeeded();
    for (question, document, quoted) in [
        ("What is the depth of berth D6 in the basin?", "notes/berths.pdf", "1.9"),
        ("Сколько туманных дней всего в 1944–1973 годах?", "notes/tuman.pdf", "40,3"),
    ] {
        let answer = story.json(&["ask", question]);
        let citations = answer["citations"].as_array().expect("a list");
        let row = citations.iter().find(|one| one["quote"].as_str().is_some_and(|quote| quote.contains(quoted)));
        let row = row.unwrap_or_else(|| panic!("{question}: {answer}"));
        assert_eq!(row["document"], document);
        assert_eq!(row["page"].as_u64(), story.page_of(document, quoted), "{row}");
    }
}

/// Three pages that are one chunk.
const FALCON: [&str; 3] = [
    "The station of Halbrook has kept its journal since 1911. WeatherGate depends on AuthService.",
    "In the spring the mast was painted. StationFeed depends on AuthService. The old boiler went to a museum.",
    "The team of the bridge was small. Ivo Brandt led the team Falcon from 2019 to 2022. We show that a short mast halves the noise.",
];

/// The page of the citation whose quote has these words.
fn page_of_quote(answer: &Value, words: &str) -> u64 {
    let citations = answer["citations"].as_array().into_iter().flatten();
    let mut quoting = citations.filter(|one| one["quote"].as_str().is_some_and(|quote| quote.contains(words)));
    quoting.next().and_then(|one| one["page"].as_u64()).unwrap_or_else(|| panic!("no page of {words:?}: {answer:#}"))
}

#[test]
fn a_chunk_that_crosses_pages_is_cited_by_the_page_of_its_sentence_whoever_answers() {
    let story = Story::of(&[]);
    story.write("station.pdf", &quipu_scripted::pdf_of_pages(&FALCON));
    story.run(&["index", "notes"]).succeeded();
    let chunks = story.json(&["show", "document", "notes/station.pdf"])[0]["chunks"].as_array().map(Vec::len);
    assert_eq!(chunks, Some(1), "the test is of one chunk");
    for effort in ["quick", "normal", "deep"] {
        let answer = story.json(&["ask", "Who led the team Falcon from 2019 to 2022?", "--effort", effort]);
        assert_eq!(page_of_quote(&answer, "Ivo Brandt"), 3, "{effort}");
        let answer = story.json(&["ask", "What depends on AuthService?", "--effort", effort]);
        assert_eq!(page_of_quote(&answer, "StationFeed"), 2, "{effort}");
        let answer = story.json(&["tool", "ask", r#"{"question": "Who led the team Falcon from 2019 to 2022?"}"#]);
        assert_eq!(page_of_quote(&answer["result"], "Ivo Brandt"), 3, "by a tool");
    }
}

#[test]
fn a_contribution_of_a_paper_is_cited_by_the_page_of_its_sentence() {
    let story = Story::of(&[]);
    story.write("station.pdf", &quipu_scripted::pdf_of_pages(&FALCON));
    story.run(&["papers", "add", "notes/station.pdf"]).succeeded();
    let table = story.json(&["papers", "table"]);
    assert_eq!(page_of_quote(&table, "halves the noise"), 3);
}
