//! A model writes the answer: from the evidence alone, sentence by sentence checked against its sources; its
//! failures are reported, and the documents' own sentences answer then.

use quipu_scripted::{After, Fault, Plan, Server, Step, start};
use serde_json::Value;

use super::model_reads::{name_the_model, of_notes};
use crate::Story;

const QUESTION: &str = "Who cast the bell of the tower?";

/// Notes of the tower, and a server that says these things one after the other.
pub(crate) fn told(script: impl IntoIterator<Item = Step>) -> (Story, Server) {
    let story = Story::of_the_tower();
    let server = start(Plan::scripted(script)).expect("a server starts");
    let text = format!("[llm]\nurl = \"{}\"\nname = \"scripted\"\nretries = 0\n", server.url());
    story.write("../quipu.toml", text.as_bytes());
    (story, server)
}

fn says(text: &str) -> Step {
    Step::Says(text.to_owned())
}

fn sentences(answer: &Value) -> Vec<(bool, String)> {
    let of = |one: &Value| (one["supported"] == true, one["by"].as_str().unwrap_or_default().to_owned());
    answer["sentences"].as_array().into_iter().flatten().map(of).collect()
}

#[test]
fn every_sentence_is_held_against_its_sources() {
    let (story, server) = told([says("Ilse Varga cast the bell [1]. Napoleon paid for it in 1809 [1][9].")]);
    let answer = story.json(&["ask", QUESTION]);
    assert_eq!((&answer["written_by"], &answer["refused"]), (&"scripted".into(), &false.into()), "{answer:#}");
    let text = answer["answer"].as_str().unwrap();
    assert_eq!(text, "Ilse Varga cast the bell [1]. Napoleon paid for it in 1809 [1][9]. [?]");
    assert_eq!(sentences(&answer), [(true, "words".to_owned()), (false, "words".to_owned())], "{answer:#}");
    assert_eq!(answer["sentences"][1]["missing"], serde_json::json!(["1809"]));
    assert_eq!(answer["trouble"][0], serde_json::json!({"what": "unknown", "numbers": [9]}));
    let citation = &answer["citations"][0];
    assert_eq!((&citation["n"], answer["citations"].as_array().unwrap().len()), (&1.into(), 1), "{answer:#}");
    assert_eq!(citation["quote"], "The bell of the tower was cast by Ilse Varga.");
    let trust = |part: &str| answer["confidence"][part].as_f64().unwrap();
    assert!((trust("value") - trust("support") * trust("evidence")).abs() < 1e-9, "{answer:#}");
    assert!(trust("support") > 0.3 && trust("support") < 0.7, "one of two sentences: {answer:#}");
    assert_eq!(server.counts().begun, 1, "what shares no word with its source is not worth a judge");
    assert_eq!(answer["spent"]["calls"], 1);
    let shown = story.run(&["ask", QUESTION]).succeeded().out;
    assert!(shown.contains("1809 [1][9]. [?]") && shown.contains("Confidence") && shown.contains("[1] "), "{shown}");
    assert_eq!(server.counts().begun, 1, "the same question of the same documents costs once");
}

#[test]
fn what_the_documents_do_not_say_is_said_so() {
    let (story, server) = told([says("**NO ANSWER**"), says("The passages do not mention who paid.")]);
    let run = story.run(&["ask", QUESTION]).ended(1);
    assert!(run.out.contains("Nothing in these documents answers this"), "{}", run.out);
    let answer = story.run(&["ask", "Who paid for the bell of the tower?", "--json"]).ended(1);
    assert!(answer.out.contains("\"refused\": true"), "{}", answer.out);
    assert_eq!(server.counts().begun, 2);
}

#[test]
fn a_judge_is_believed_where_its_quote_stands() {
    let paraphrase = "The founder behind this piece of bronze was Varga [1].";
    let verdict =
        |quote: &str| says(&format!(r#"{{"verdicts": [{{"claim": 1, "supported": true, "quote": "{quote}"}}]}}"#));
    let (story, server) = told([says(paraphrase), verdict("bell of the tower was cast by Ilse Varga")]);
    let answer = story.json(&["ask", QUESTION]);
    assert_eq!(sentences(&answer), [(true, "judge".to_owned())], "{answer:#}");
    assert_eq!(server.counts().begun, 2);
    let (story, _server) = told([says(paraphrase), verdict("bronze was bought by Ilse Varga")]);
    assert_eq!(sentences(&story.json(&["ask", QUESTION])), [(false, "words".to_owned())], "it made its quote up");
    let (story, server) = told([says(paraphrase)]);
    let answer = story.json(&["ask", QUESTION, "--set", "answer.judge=no"]);
    assert_eq!((sentences(&answer), server.counts().begun), (vec![(false, "words".to_owned())], 1));
}

#[test]
fn where_the_model_fails_the_documents_answer() {
    let (story, _server) =
        told([Step::Fails(Fault::Broken), Step::Fails(Fault::Busy(After::Unsaid)), Step::Fails(Fault::Empty)]);
    for _ in 0..2 {
        let answer = story.json(&["ask", QUESTION]);
        assert_eq!((&answer["written_by"], &answer["refused"]), (&Value::Null, &false.into()), "{answer:#}");
        assert_eq!(answer["trouble"][0]["what"], "unwritten", "{answer:#}");
        assert!(answer["answer"].as_str().unwrap().contains("cast by Ilse Varga. [1]"), "{answer:#}");
    }
    let offline = story.json(&["ask", QUESTION, "--offline"]);
    assert_eq!((&offline["trouble"], &offline["written_by"]), (&Value::Null, &Value::Null));
}

#[test]
fn events_come_as_they_happen_and_a_broken_answer_stands_as_far_as_it_came() {
    let (story, _server) = told([says("Ilse Varga cast the bell [1]."), Step::Fails(Fault::Cut)]);
    let events = |question: &str| -> Vec<Value> {
        let run = story.run(&["ask", question, "--events"]);
        run.out.lines().map(|line| serde_json::from_str(line).expect("a line is an event")).collect()
    };
    let whole = events(QUESTION);
    let kinds: Vec<&str> = whole.iter().filter_map(|event| event["event"].as_str()).collect();
    assert!(kinds.starts_with(&["step"]) && kinds.ends_with(&["citation", "end"]), "{kinds:?}");
    assert!(kinds.contains(&"evidence"), "{kinds:?}");
    let text: String = whole.iter().filter_map(|event| event["text"].as_str()).collect();
    assert_eq!(text, "Ilse Varga cast the bell [1].");
    let broken = events("Who was taught in Tarnfeld?");
    let end = broken.last().unwrap();
    let trouble = &end["trouble"][0]["what"];
    assert!(trouble == "broken" || trouble == "unwritten", "{end:#}");
    assert_eq!(end["event"], "end");
}

#[test]
fn a_question_may_lean_on_what_was_said_before() {
    let (story, server) = told([
        says("Ilse Varga cast the bell [1]."),
        says("\"Where was Ilse Varga taught?\"\n"),
        says("She was taught in Tarnfeld [1]."),
    ]);
    story.json(&["ask", QUESTION, "--session", "tower"]);
    let answer = story.json(&["ask", "And where was that taught?", "--session", "tower"]);
    assert_eq!(
        (&answer["asked"], &answer["question"]),
        (&"Where was Ilse Varga taught?".into(), &"And where was that taught?".into())
    );
    assert_eq!(answer["citations"][0]["document"], "notes/ilse.md", "{answer:#}");
    assert_eq!(server.counts().begun, 3);
    let listed = story.json(&["session", "list"]);
    assert_eq!(
        (&listed[0]["name"], &listed[0]["exchanges"], &listed[0]["first"]),
        (&"tower".into(), &2.into(), &QUESTION.into())
    );
    let shown = story.run(&["session", "show", "tower"]).succeeded().out;
    assert!(shown.contains("understood as: Where was Ilse Varga taught?") && shown.contains("Tarnfeld [1]"), "{shown}");
    story.run(&["session", "delete", "tower"]).succeeded();
    story.run(&["session", "show", "tower"]).ended(1);
    story.run(&["session", "list"]).ended(1);
}

#[test]
fn without_a_model_a_conversation_is_understood_by_rule() {
    let story = Story::of_the_tower();
    let input = format!("{QUESTION}\nWhere was she taught?\n/history\n/nonsense\n/quit\nnever asked\n");
    let run = story.pipe(&["chat"], &input).succeeded();
    assert!(run.out.contains("understood as: Where was she taught? (Ilse Varga)"), "{}\n{}", run.out, run.err);
    assert!(run.out.contains("taught in Tarnfeld. [1]") && !run.out.contains("never"), "{}", run.out);
    assert!(run.err.contains("/sources"), "{}", run.err);
    let again = story.pipe(&["chat", "--session", "chat-1"], "/history\n").succeeded();
    assert!(again.out.contains(QUESTION), "{}", again.out);
    let wrong = story.run(&["ask", QUESTION, "--session", "a\nb"]).ended(2);
    assert!(wrong.err.contains("conversation"), "{}", wrong.err);
}

#[test]
fn lengths_and_styles_are_those_of_the_words() {
    let (story, server) = told([says("- Ilse Varga cast it [1].")]);
    story.run(&["ask", QUESTION, "--length", "short", "--style", "list"]).succeeded();
    let run = story.run(&["ask", QUESTION, "--style", "sonnet"]).ended(2);
    assert!(run.err.contains("sonnet") && run.err.contains("prose"), "{}", run.err);
    assert_eq!(server.counts().begun, 1);
}

#[test]
fn a_prompt_that_the_server_finds_too_long_is_asked_with_fewer_passages() {
    let server = start(Plan { context: 1_500, ..Plan::default() }).expect("a server starts");
    let story = of_notes(2, 4);
    name_the_model(&story, &server.url(), "context = 32000\nretries = 0\n");
    story.run(&["index", "notes", "--offline"]).succeeded();
    let question = "Which comet did the observer of Kronstadt see over the tower?";
    let answer =
        story.json(&["ask", question, "-n", "60", "--set", "answer.passages=9000", "--set", "answer.room=100"]);
    assert_eq!(answer["written_by"], "scripted", "{:#}", answer["trouble"]);
    assert!(answer["spent"]["failed"].as_u64() >= Some(1), "{:#}", answer["spent"]);
}

#[test]
fn an_answer_that_stays_cut_stands_as_far_as_it_came() {
    let (story, _server) = told([const { Step::Fails(Fault::Truncated) }; 3]);
    let answer = story.json(&["ask", QUESTION]);
    assert_eq!(answer["trouble"][0]["what"], "broken", "{:#}", answer["trouble"]);
    assert_eq!(answer["written_by"], "scripted");
}
