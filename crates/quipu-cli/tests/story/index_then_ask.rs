//! A folder is indexed, a question is answered, and the answer points at the bytes it quotes.

use super::Story;

#[test]
fn an_answer_cites_the_bytes_of_the_file() {
    let story = Story::of_the_tower();
    let answer = story.json(&["ask", "Who cast the bell of the tower?"]);
    assert_eq!(answer["refused"], false, "{answer:#}");
    let citations = answer["citations"].as_array().expect("an answer has citations");
    assert!(!citations.is_empty());
    for citation in citations {
        let source = citation["source"].as_str().expect("a citation names its source");
        let file = std::fs::read_to_string(story.folder.path().join(source)).expect("the source is a file");
        let text = file.split("---\n").last().expect("the text follows the front matter");
        let offset = |end: &str| citation[end].as_u64().expect("an offset") as usize;
        assert_eq!(&text[offset("start")..offset("end")], citation["quote"].as_str().expect("a quote"));
    }
    let cited =
        citations.iter().any(|citation| citation["quote"].as_str().is_some_and(|quote| quote.contains("Ilse Varga")));
    assert!(cited, "{answer:#}");
}

#[test]
fn the_answer_for_people_numbers_its_sources() {
    let story = Story::of_the_tower();
    let run = story.run(&["ask", "Who cast the bell of the tower?"]).succeeded();
    assert!(run.out.contains("[1]") && run.out.contains("notes/tower.md › Tower"), "{}", run.out);
}

#[test]
fn the_graph_finds_what_shares_no_word_with_the_question() {
    let story = Story::of_the_tower();
    let found = |strategy| {
        let found = story.json(&["search", "Who cast the bell?", "--strategy", strategy]);
        let hits = found["hits"].as_array().cloned().unwrap_or_default();
        hits.iter().filter_map(|hit| Some(hit["document"].as_str()?.to_owned())).collect::<Vec<_>>()
    };
    assert_eq!(found("lexical"), ["notes/tower.md"]);
    assert!(found("walk").contains(&"notes/ilse.md".to_owned()), "{:?}", found("walk"));
}

#[test]
fn a_question_in_russian_is_answered() {
    let story = Story::of_the_tower();
    let run = story.run(&["ask", "Кто шлифовал линзу?"]).succeeded();
    assert!(run.out.contains("Матвей Лагунов"), "{}", run.out);
}

#[test]
fn a_question_may_come_from_standard_input() {
    let story = Story::of_the_tower();
    let run = story.pipe(&["search", "-"], "bell of the tower\n").succeeded();
    assert!(run.out.contains("notes/tower.md"), "{}", run.out);
}

#[test]
fn a_note_names_the_language_of_the_documents_that_a_word_ties_to_the_question() {
    let story = Story::of_the_tower();
    story.write("lake.md", "# Озеро Тихое\n\nСмотритель озера Тихое — Анна Ковалёва. Она живёт у воды.\n".as_bytes());
    story.run(&["index", "notes"]).succeeded();
    let noted =
        |question: &str| story.json(&["ask", question])["notes"].to_string().contains("nearest to it are in Russian");
    assert!(noted("Who is the keeper of the lake Тихое?"));
    assert!(!noted("Which enzymes digest cellulose in termites?"));
}
