//! Kinds of questions whose answer is checked, compared, counted or gathered, each on a text of its own.

use super::asked::word_forms::widened;
use super::tests::{Page, nothing, year};
use super::*;
use quipu_kernel::text::{terms, words};
use quipu_kernel::view::Counts;

/// The answer over pages, with the words of the question counted in them.
fn told(asked: &str, pages: &[Page]) -> Extract {
    let question = widened(Question::new(asked));
    let says = |page: &Page, word: &quipu_kernel::view::QuestionWord| {
        let mut found = false;
        terms(page.1, "en", |term| found |= word.terms.iter().any(|known| known == term));
        found || words(page.1).iter().any(|said| word.terms.contains(&said.text))
    };
    let counted = question.words.iter().map(|word| pages.iter().filter(|page| says(page, word)).count() as u64);
    let workspace = Counts { documents: 20, chunks: 20, length: 1000 };
    let counts = WordCounts { workspace, chunks: counted.collect() };
    let hits: Vec<[PassageHit; 1]> = (0..pages.len())
        .map(|rank| [PassageHit { span: Span::new(0, pages[rank].1.len()), score: 1.0 / (rank + 1) as f64, rank }])
        .collect();
    let passages: Vec<Passage<'_>> = pages
        .iter()
        .zip(&hits)
        .map(|(Page(title, text), hits)| Passage {
            title,
            headings: &[],
            text,
            from: 0,
            format: Format::Markdown,
            hits,
        })
        .collect();
    answer(&question, &counts, &passages, &nothing, &year, &AnswerOptions::default())
}

fn text(extract: &Extract) -> String {
    assert!(!extract.refused, "{extract:?}");
    joined(&extract.units)
}

const YARD: Page = Page(
    "Boatyard of Selm",
    "# Boatyard of Selm\n\nThe foreman is Ivo Hahn. He came in 2011.\n\n## Storms\n\nIn 1904 the slipway fell. In 1953 the crane sank. In 1978 \
     the roof flew away.\n\n## People\n\n- Mira Lund, welder\n- Jonas Eck, rigger\n- Ada Roth, welder\n- Nils Berg, painter\n\n## Places\n\n| \
     Berth | Length | Rent |\n|---|---|---|\n| North | 8 | 300 |\n| Quay | 22 | 1,150 |\n| Pond | 12 | 90 |\n",
);

#[test]
fn rows_are_compared_by_the_column_that_is_asked_for() {
    let dearest = told("Which berth has the highest rent?", &[YARD]);
    assert!(text(&dearest).starts_with("Berth: Quay"), "{dearest:?}");
    assert!(dearest.conclusion.is_some_and(|said| said.contains("3 compared (Rent)")));
    let shortest = text(&told("Which berth has the smallest length?", &[YARD]));
    assert!(shortest.starts_with("Berth: North") && !shortest.contains("Pond"), "{shortest}");
}

#[test]
fn a_telephone_number_that_no_unit_holds_is_not_told() {
    let page = |last: &'static str| Page("Harbour office of Selm", last);
    let asked = "What is the telephone number of the harbour office?";
    let without =
        told(asked, &[page("The harbour office of Selm opens at nine. The office has 40 desks and a telephone.")]);
    assert!(without.refused && quote_confidence(&without.trust).value < 0.2, "{without:?}");
    let with =
        told(asked, &[page("The harbour office of Selm opens at nine. Telephone of the office: +44 20 7946 0958.")]);
    assert!(text(&with).contains("+44 20 7946 0958"), "{with:?}");
    let spoken_of = "What happens to the harbour office if its telephone number is lost?";
    let found =
        told(spoken_of, &[page("If the telephone number of the harbour office is lost, the office of Selm closes.")]);
    assert!(text(&found).contains("closes"), "{found:?}");
}

#[test]
fn sentences_of_a_section_are_compared_by_their_dates() {
    let last = text(&told("Which was the last of the storms?", &[YARD]));
    assert!(last.contains("1978") && !last.contains("1904"), "{last}");
    let first = text(&told("Which of the storms was the first?", &[YARD]));
    assert!(first.contains("1904") && !first.contains("1978"), "{first}");
}

#[test]
fn members_of_a_list_are_counted_where_no_text_says_the_number() {
    let welders = told("How many welders does the boatyard of Selm have?", &[YARD]);
    let said = text(&welders);
    assert!(said.contains("Mira Lund") && said.contains("Ada Roth") && !said.contains("Jonas"), "{said}");
    assert!(welders.conclusion.is_some_and(|said| said.starts_with("2,")));
    assert!(told("How many welders does the boatyard of Tarn have?", &[YARD]).refused);
    let stated = Page("Yard", "The yard has four welders. Its people:\n\n- Mira Lund, welder\n- Ada Roth, welder");
    assert!(text(&told("How many welders has the yard?", &[stated])).contains("four welders"));
}

#[test]
fn all_that_is_forbidden_is_told() {
    let page = Page(
        "Pool",
        "The pool of Tarn is heated. Do not use the diving tower after a meal. Bathing costs 4 euros. Guests under ten years must not use the \
         diving tower alone. The café is closed on Mondays. Never use the diving tower in a storm.",
    );
    let said = text(&told("Who must not use the diving tower?", &[page]));
    for part in ["after a meal", "under ten years", "in a storm"] {
        assert!(said.contains(part), "{said}");
    }
    assert!(!said.contains("4 euros"), "{said}");
}

#[test]
fn those_who_do_are_no_answer_to_who_does_not() {
    let page = Page(
        "Crew",
        "Mira Lund sails in the northern fleet. Ivo Hahn cooks. Jonas Eck sails in the southern fleet. Ada Roth sails in the northern fleet.",
    );
    let found = told("Who does not sail in the northern fleet?", &[page]);
    let said = text(&found);
    assert!(said.contains("Jonas Eck") && !said.contains("Mira") && !said.contains("Ada"), "{said}");
    assert!(found.conclusion.is_some());
}

#[test]
fn a_value_is_known_by_its_form() {
    let page = Page(
        "Dentist of Tarn",
        "The dentist is open on Tuesdays. Ring 020 7946 0123 for a visit. Letters go to care@teeth.example. The house was built in 1902.",
    );
    assert_eq!(
        text(&told("What is the telephone number of the dentist?", &[page])),
        "Ring 020 7946 0123 for a visit. [1]"
    );
    let page = Page("Dentist of Tarn", "The dentist is open on Tuesdays. Letters go to care@teeth.example.");
    let mail = text(&told("What is the e-mail address of the dentist?", &[page]));
    assert!(mail.contains("care@teeth.example"), "{mail}");
    let page = Page("Dentist of Tarn", "The dentist is open on Tuesdays.");
    assert!(told("What is the telephone number of the baker?", &[page]).refused);
}

#[test]
fn the_version_that_is_named_is_told() {
    let page = Page(
        "Changes",
        "# Changes\n\nRelease v4.1.7 mended the lock of gates. Release v4.1.70 brought the import of keys. Release v4.2.0 dropped the old door.",
    );
    let said = text(&told("What did version 4.1.70 bring?", &[page]));
    assert!(said.contains("import of keys") && !said.contains("lock"), "{said}");
}

#[test]
fn a_row_with_the_name_stands_before_a_row_with_the_year() {
    let ships =
        "| ship | losses_90_99 | losses_00_09 |\n|---|---|---|\n| Grey Heron | 4 | 2 |\n| Blue Tern | 9 | 1 |\n";
    let seas = "| year | losses |\n|---|---|\n| 1990 | 70 |\n| 1999 | 81 |\n";
    let said = text(&told(
        "How many losses did Blue Tern have from 1990 to 1999?",
        &[Page("seas", seas), Page("ships", ships)],
    ));
    assert!(said.contains("Blue Tern") && !said.contains("year: 1990"), "{said}");
}

#[test]
fn irregular_verbs_and_other_spellings_answer() {
    let page = Page(
        "Town",
        "The river froze in 1740. Tilda Marn forgave the miller. The neighbours organised a fair in 1751.",
    );
    assert!(text(&told("When did the river freeze?", &[page])).contains("1740"));
    let page = Page("Town", "The river froze in 1740. The neighbours organised a fair in 1751.");
    assert!(text(&told("When did the neighbors organize a fair?", &[page])).contains("1751"));
}

#[test]
fn a_misspelt_word_is_read_as_one_of_the_passages_and_said_so() {
    let page = Page("Lighthouse of Tarn", "The lighthouse keeper is Mira Lund. The tower is white.");
    let found = told("who is teh lighthouse keepr of tarn", &[page]);
    assert!(text(&found).contains("Mira Lund"));
    let said = found.conclusion.unwrap_or_default();
    assert!(said.contains("“keepr” read as “keeper”"), "{said}");
}

#[test]
fn lettered_paragraphs_are_a_list_below_what_leads_to_them() {
    let page = Page(
        "Council",
        "The Council may appoint these committees for crafts—\n\n(*a*) a committee for glass and stone,\n\n(*b*) a committee for wool,\n\n(*c*) a \
         committee for boats.\n\nThe Council sits in Tarn.",
    );
    let said = text(&told("Which committees for crafts may the Council appoint?", &[page]));
    assert!(said.contains("glass") && said.contains("wool") && said.contains("boats"), "{said}");
}

#[test]
fn header_fields_are_facts_of_their_own() {
    let page = Page("Proposal", "Number: 12\nSponsor: Mira Lund\nCreated: 3 May 2014\n\nThis proposal is about gates.");
    let said = text(&told("Who is the sponsor of the proposal?", &[page]));
    assert!(said.contains("Mira Lund") && !said.contains("2014"), "{said}");
}

#[test]
fn both_sides_of_a_difference_are_defined() {
    let page = Page(
        "Charts",
        "This chart shows the ebb tide and the flood tide over time. Ebb tide is the time in which the water falls. Flood tide is the time in \
         which the water rises. The page is blue.",
    );
    let said = text(&told("What is the difference between ebb tide and flood tide?", &[page]));
    assert!(said.contains("falls") && said.contains("rises") && !said.contains("chart"), "{said}");
}

#[test]
fn who_may_is_told_by_a_sentence_of_permission() {
    let page = Page(
        "Quay",
        "Sailors that belong to the crew are able to open new books for the crane of the quay. Only wardens can open the crane of the quay. \
         The crane of the quay was built by Harl Venn.",
    );
    let said = text(&told("Who is allowed to open the crane of the quay?", &[page]));
    assert!(said.contains("Only wardens"), "{said}");
}
