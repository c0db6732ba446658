//! What the documents are about: themes, the overview, and the answer to a question about the whole.

use serde_json::Value;

use super::Story;

/// Three subjects, each with its folder, its thing and what that is made of.
pub(super) const SUBJECTS: [(&str, &str, &str); 3] =
    [("lamps", "lamp", "oil"), ("boats", "boat", "tar"), ("bread", "loaf", "flour")];

/// A page of each subject, and pages of its things, in folders of their own.
pub(super) fn subject_files() -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = Vec::new();
    for (folder, thing, stuff) in SUBJECTS {
        let index =
            format!("# {folder}\n\nThis section describes how each {thing} of the island is made of {stuff}.\n");
        files.push((format!("{folder}/index.md"), index));
        for at in 1..5 {
            let text = format!(
                "# The {thing} number {at}\n\nThe {thing} number {at} was built by Ada Lind in 18{at}4. It needs {stuff} every day.\n"
            );
            files.push((format!("{folder}/{thing}-{at}.md"), text));
        }
    }
    files
}

/// The subjects, and a page above them.
fn library() -> Story {
    let above = "# Island library\n\nThe island library is a collection of notes on lamps, boats and bread.\n";
    let mut files = subject_files();
    files.push(("README.md".into(), above.into()));
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let story = Story::of(&files);
    story.run(&["index", "notes"]).succeeded();
    story
}

#[test]
fn the_whole_is_told_by_folders_with_a_sentence_each() {
    let story = library();
    for question in ["What is this about?", "What are the main topics of these notes?", "О чём эти документы?"]
    {
        let answer = story.json(&["ask", question]);
        let text = answer["answer"].as_str().unwrap_or_default();
        assert!(text.contains("collection of notes on lamps, boats and bread"), "{question}: {text}");
        for folder in ["**Lamps**", "**Boats**", "**Bread**"] {
            assert!(text.contains(folder), "{question}: {text}");
        }
        assert!(text.contains("This section describes how each boat of the island is made of tar."), "{text}");
        assert_eq!(answer["strategy"], "overview");
        for citation in answer["citations"].as_array().expect("it cites") {
            let text = story.json(&["read", citation["document"].as_str().expect("a document")])["text"].clone();
            let [start, end] = ["start", "end"].map(|end| citation[end].as_u64().expect("a place") as usize);
            assert_eq!(text.as_str().map(|text| &text[start..end]), citation["quote"].as_str());
        }
    }
}

#[test]
fn a_theme_keeps_its_id_when_a_document_joins_it() {
    let story = library();
    let ids = |list: &Value| -> Vec<(String, u64)> {
        let themes = list["themes"].as_array().expect("there are themes");
        let one = |theme: &Value| (theme["id"].to_string(), theme["documents"].as_u64().unwrap_or_default());
        themes.iter().map(one).collect()
    };
    let before = ids(&story.json(&["themes"]));
    story.write("boats/boat-9.md", b"# The boat number 9\n\nThe boat number 9 needs tar.\n");
    story.run(&["index", "notes"]).succeeded();
    let after = ids(&story.json(&["themes"]));
    assert_eq!(before.iter().map(|one| &one.0).max(), after.iter().map(|one| &one.0).max());
    let count = |list: &[(String, u64)]| list.iter().map(|one| one.1).sum::<u64>();
    assert_eq!((count(&before), count(&after)), (16, 17));
}

#[test]
fn the_overview_proposes_questions_that_it_answers() {
    let story = library();
    let overview = story.json(&["status", "--overview"]);
    assert_eq!(overview["documents"], 16);
    assert!(overview["named"].to_string().contains("Ada Lind"), "{overview:#}");
    let questions = overview["questions"].as_array().expect("there are questions");
    assert!(!questions.is_empty(), "{overview:#}");
    for one in questions {
        let question = one["question"].as_str().expect("a text");
        assert_eq!(
            story.json(&["ask", question, "--set", "answer.effort=quick"])["answer"],
            one["answer"],
            "{question}"
        );
        assert!(!one["citations"].as_array().expect("they are cited").is_empty());
    }
    let shown = story.run(&["status", "--overview"]).succeeded().out;
    assert!(shown.contains("Lamps") && shown.contains("questions that the documents answer"), "{shown}");
    assert!(story.run(&["--lang", "ru", "themes"]).succeeded().out.contains("документ"));
}

#[test]
fn few_documents_are_told_each() {
    let story = Story::of(&[
        ("lamp.md", "# Lamp\n\nA lamp is a light that burns oil all night.\n"),
        ("boat.md", "# Boat\n\nA boat is a vessel that is tarred each spring.\n"),
    ]);
    story.run(&["index", "notes"]).succeeded();
    let text = story.json(&["ask", "What is in these files?"])["answer"].to_string();
    assert!(text.contains("A lamp is a light") && text.contains("A boat is a vessel"), "{text}");
    story.run(&["themes"]).ended(1);
}
