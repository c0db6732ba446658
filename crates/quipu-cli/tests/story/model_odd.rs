//! Servers and models with deviations: incomplete replies are reported and not kept, a refusal of one prompt is that of
//! one window, and words around the requested reply are ignored.

use quipu_scripted::{Plan, Server, Step, start};
use serde_json::{Value, json};

use crate::Story;
use crate::model_reads::name_the_model;
use crate::written::told;

const QUESTION: &str = "Who cast the bell of the tower?";
const ANSWER: &str = "The bell of the tower was cast by Ilse Varga [1].";

fn refuses(status: u16, body: &Value) -> Step {
    Step::Refuses(status, body.to_string())
}

fn ends(text: &str, finish: &str) -> Step {
    let choice = json!({"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": finish});
    Step::Answers("application/json", json!({ "choices": [choice] }).to_string())
}

/// Notes of these numbers of lines, and a server that follows a script and gets one request at a time.
fn notes(lines: &[usize], script: Vec<Step>) -> (Story, Server) {
    let server = start(Plan::scripted(script)).expect("the server starts");
    let story = Story::of(&[]);
    for (number, lines) in lines.iter().enumerate() {
        let line = format!("Keeper {number} of Kronstadt rang the bell of Tarnfeld at noon.\n\n");
        story.write(&format!("{number}.md"), format!("# Day {number}\n\n{}", line.repeat(*lines)).as_bytes());
    }
    name_the_model(&story, &server.url(), "retries = 0\nmost_at_once = 1\n[extract]\ngleanings = 0");
    (story, server)
}

#[test]
fn a_reply_that_a_filter_or_a_failure_ended_is_told_and_not_kept() {
    for finish in ["SAFETY", "network_error"] {
        let (story, server) = told([ends("The bell of", finish), ends(ANSWER, "stop")]);
        let first = story.json(&["ask", QUESTION]);
        assert!(first["trouble"].as_array().is_some_and(|trouble| !trouble.is_empty()), "{first:#}");
        let second = story.json(&["ask", QUESTION]);
        assert_eq!((&second["answer"], server.counts().begun), (&ANSWER.into(), 2), "{second:#}");
    }
}

#[test]
fn what_a_filter_refuses_fails_its_windows_and_the_run_goes_on() {
    let filtered = json!({"error": {"code": "data_inspection_failed", "message": "Input data may contain inappropriate content."}});
    let script = (0..5).map(|_| refuses(400, &filtered)).collect();
    let (story, _server) = notes(&[1; 8], script);
    let run = story.run(&["index", "notes", "--json"]).ended(4);
    let model = serde_json::from_str::<Value>(&run.out).expect("a report")["model"].clone();
    let failed = model["failed"].as_array().map(Vec::len);
    assert_eq!((failed, &model["read"], &model["stopped"]), (Some(5), &3.into(), &Value::Null), "{model:#}");
    assert!(run.out.contains("inappropriate content"), "{}", run.out);
}

#[test]
fn a_refusal_in_unknown_words_is_halved_once_there_was_a_reply() {
    let unknown = json!({"error": {"message": "Zu viel auf einmal"}});
    // One note is read; the other is refused whole, and read by halves.
    let (story, server) = notes(
        &[40, 40],
        vec![Step::Says(r#"{"entities": [], "relationships": []}"#.to_owned()), refuses(422, &unknown)],
    );
    let model = story.json(&["index", "notes"])["model"].clone();
    assert_eq!(
        (&model["failed"], &model["read"], &model["stopped"]),
        (&json!([]), &2.into(), &Value::Null),
        "{model:#}"
    );
    assert!(server.counts().begun >= 4, "{model:#}");
}

#[test]
fn a_server_that_refuses_every_prompt_still_ends_the_run() {
    let unknown = json!({"error": {"message": "No such deployment here"}});
    let (story, server) = notes(&[1; 12], (0..99).map(|_| refuses(400, &unknown)).collect());
    let run = story.run(&["index", "notes", "--json"]);
    assert_eq!(run.code, Some(3), "{}{}", run.out, run.err);
    assert!(server.counts().begun < 30 && run.out.contains("No such deployment here"), "{}", run.out);
}

#[test]
fn a_rewriting_with_words_around_it_is_the_question_alone() {
    let (story, _server) = told([
        ends(ANSWER, "stop"),
        ends("Certainly! Rewritten question:\n\n> Where was Ilse Varga taught?\n\nI replaced the pronoun.", "stop"),
        ends("Ilse Varga was taught in Tarnfeld [1].", "stop"),
    ]);
    story.json(&["ask", QUESTION, "--session", "s"]);
    let second = story.json(&["ask", "Where was that taught?", "--session", "s"]);
    assert_eq!(second["asked"], "Where was Ilse Varga taught?", "{second:#}");
}

#[test]
fn a_judge_may_answer_in_words_and_without_the_name_of_the_list() {
    let verdict = r#"Sure: [{"claim": "Claim 1", "verdict": "Supported", "evidence": "bell of the tower was cast by Ilse Varga"}]"#;
    let (story, _server) =
        told([ends("The founder behind this piece of bronze was Varga [1].", "stop"), ends(verdict, "stop")]);
    let answer = story.json(&["ask", QUESTION]);
    assert_eq!(
        (&answer["sentences"][0]["supported"], &answer["sentences"][0]["by"]),
        (&true.into(), &"judge".into()),
        "{answer:#}"
    );
}

#[test]
fn a_key_that_no_header_holds_is_named_and_a_server_of_this_machine_needs_no_proxy() {
    let (story, server) = told([ends(ANSWER, "stop")]);
    let asked = |name: &str, value: &str, more: &[&str]| {
        let arguments = [&["ask", QUESTION, "--json"], more].concat();
        let out = story.command(&arguments).env(name, value).output().expect("the binary runs");
        String::from_utf8_lossy(&out.stdout).into_owned() + &String::from_utf8_lossy(&out.stderr)
    };
    let refused = asked("BELL_KEY", "sk-1\r\nsk-2", &["--set", "llm.key=BELL_KEY"]);
    assert!(refused.contains("BELL_KEY holds a line break") && !refused.contains("sk-1"), "{refused}");
    assert_eq!(server.counts().begun, 0, "nothing was asked");
    let direct = asked("http_proxy", "http://127.0.0.1:9", &[]);
    assert!(direct.contains("\"written_by\": \"scripted\""), "{direct}");
    // An earlier answer is known, for any model.
    let far = ["--set", "llm.url=http://bell.invalid/v1", "--set", "llm.name=other"];
    let through =
        asked("HTTP_PROXY", "http://me:secret@127.0.0.1:9", &far) + &asked("http_proxy", "http://127.0.0.1:9", &far);
    assert!(through.contains("the proxy 127.0.0.1:9 (") && !through.contains("secret"), "{through}");
}
