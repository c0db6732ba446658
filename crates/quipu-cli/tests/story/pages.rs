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
