//! Questions over all documents: how many mention a word, what is commonest, a thing as a whole.

use super::Story;

/// A harbour with a page of its own, repairs that several logs list, and a page in Russian.
const HARBOUR: [(&str, &str); 6] = [
    (
        "harbour/tide-gauge.md",
        "# Tide Gauge\n\nThe Tide Gauge is a brass float in a well. It was built in May 1874 by the council.\n\n\
         ## Location\n\nThe well stands on the north quay.\n\n## Dependencies\n\nThe Tide Gauge depends on the Old Lock.\n\n\
         ## Cleaning\n\nThe float is cleaned with sand every spring.\n",
    ),
    (
        "harbour/lock.md",
        "# Old Lock\n\nThe keeper reads the Tide Gauge every morning. The lock has two gates of oak.\n",
    ),
    (
        "logs/1901.md",
        "# Log of 1901\n\nThree kinds of repair were done:\n\n- Caulking\n- Tarring\n- Splicing\n\nCaulking is the filling of \
         seams with oakum.\n",
    ),
    ("logs/1902.md", "# Log of 1902\n\nKinds of repair this year:\n\n- Caulking\n- Tarring\n\nThe gauges\nfroze.\n"),
    (
        "logs/1903.md",
        "# Log of 1903\n\nKinds of repair this year:\n\n- Caulking\n\nNobody looked at the gauge, and no gauge_key was lost.\n",
    ),
    (
        "logs/mayak.md",
        "# Маяк\n\nМаяк — это башня с огнём на мысу. Смотритель зажигает маяк вечером. Паром ходит мимо маяка.\n",
    ),
];

fn answer(story: &Story, question: &str) -> String {
    let answer = story.json(&["ask", question]);
    assert_eq!(answer["refused"], false, "{answer:#}");
    answer["answer"].as_str().expect("an answer is a text").to_owned()
}

#[test]
fn documents_that_mention_a_word_are_counted_as_grep_counts_them() {
    let story = Story::of(&HARBOUR);
    story.run(&["index", "notes"]).succeeded();
    let said = answer(&story, "How many documents mention the gauge?");
    assert!(said.starts_with("**3 of 6 documents** mention \"gauge\"."), "{said}");
    assert!(said.contains("In any form (gauge, gauges): **4**") && said.contains("whole words"), "{said}");
    assert!(said.contains("- *Old Lock*: The keeper reads the Tide Gauge every morning. ["), "{said}");
    let said = answer(&story, "Which of the logs mention caulking?");
    assert!(said.starts_with("**3 of 4 documents** (with \"logs\" in title, place or fields)"), "{said}");
    let said = answer(&story, "В скольких документах упоминается маяк?");
    assert!(said.starts_with("**1 из 6 документов** содержит «маяк»."), "{said}");
    let said = answer(&story, "How many documents mention the lighthouse?");
    assert!(said.starts_with("**None of 6 documents** mentions \"lighthouse\"."), "{said}");
    assert!(answer(&story, "How many documents are there?").starts_with("**6 documents**."));
}

#[test]
fn a_noun_of_a_kind_means_all_documents_unless_some_are_set_apart() {
    let notes = [
        ("desk.md", "# Letter paper\n\nThe paper lies on the oak desk.\n"),
        ("oak.md", "# Oak\n\nOak is a wood that lasts.\n"),
        ("pine.md", "# Pine\n\nPine is a wood that smells.\n"),
    ];
    let count = |files: &[(&str, &str)]| {
        let story = Story::of(files);
        story.run(&["index", "notes"]).succeeded();
        answer(&story, "How many letters mention oak, and which ones?")
    };
    let said = count(&notes);
    assert!(said.starts_with("**2 of 3 documents** mention \"oak\"."), "{said}");
    let said = count(&[&notes[..], &[("letters/ada.md", "# Ada\n\nThe oak fell.\n")]].concat());
    assert!(said.starts_with("**1 of 1 document"), "{said}");
}

#[test]
fn members_of_a_kind_are_counted_by_documents() {
    let story = Story::of(&HARBOUR);
    story.run(&["index", "notes"]).succeeded();
    let said = answer(&story, "What are the commonest kinds of repair?");
    assert!(said.starts_with("**Caulking and Tarring**"), "{said}");
    assert!(said.contains("- Caulking, 3 of 3: \"Caulking is the filling of seams with oakum.\" [1]"), "{said}");
    assert!(said.contains("- Tarring, 2") && said.contains("Counted: of 3 documents"), "{said}");
}

#[test]
fn a_thing_is_told_by_its_own_page_and_by_others() {
    let story = Story::of(&HARBOUR);
    story.run(&["index", "notes"]).succeeded();
    for effort in ["quick", "normal"] {
        let answer = story.json(&["ask", "Tell me everything about the tide gauge", "--effort", effort]);
        let said = answer["answer"].as_str().expect("an answer is a text");
        assert!(said.starts_with("**Tide Gauge** (its page)"), "{said}");
        for part in [
            "- *What it is*: The Tide Gauge is a brass float in a well. [1]",
            "- *Where*: The well stands on the north quay.",
            "- *Depends on*: The Tide Gauge depends on the Old Lock.",
            "- *When*: It was built in May 1874 by the council.",
            "- *Cleaning*: The float is cleaned with sand every spring.",
            "- *Old Lock*: The keeper reads the Tide Gauge every morning.",
            "1 other page mentions it.",
        ] {
            assert!(said.contains(part), "{part}: {said}");
        }
    }
    let said = answer(&story, "Расскажи всё о маяке");
    assert!(said.starts_with("**Маяк** (его страница)") && said.contains("- *Что это*: Маяк — это башня"), "{said}");
    let refused = story.json(&["ask", "Tell me everything about the lighthouse"]);
    assert_eq!(refused["refused"], true, "{refused:#}");
}

#[test]
fn an_entity_is_shown_as_a_whole() {
    let story = Story::of(&HARBOUR);
    story.run(&["index", "notes"]).succeeded();
    let run = story.run(&["show", "entity", "Tide Gauge", "--summary"]).succeeded();
    assert!(run.out.contains("brass float") && run.out.contains("[1]"), "{}", run.out);
    let run = story.run(&["show", "document", "x", "--summary"]).ended(2);
    assert!(run.err.contains("--summary"), "{}", run.err);
}
