//! Configured models are tested, and failures are reported with their remedy.

use std::time::Duration;

use quipu_scripted::{Accepts, Fault, Plan, Step, start};

use crate::Story;

/// A story whose settings name a server.
fn of(url: &str) -> Story {
    let story = Story::of(&[]);
    for (key, value) in [("llm.url", url), ("llm.name", "scripted"), ("embed.model", "none")] {
        story.run(&["config", "set", key, value]).succeeded();
    }
    story
}

#[test]
fn without_a_model_it_says_how_to_have_one() {
    let story = Story::of(&[]);
    let run = story.run(&["model", "check"]).succeeded();
    assert!(run.out.contains("embed: static") && run.out.contains("No language model is configured"), "{}", run.out);
    for line in ["quipu config set llm.name qwen3:8b", "https://api.openai.com/v1", "quipu config set llm.key VARIABLE"]
    {
        assert!(run.out.contains(line), "{}", run.out);
    }
    assert!(!story.folder.path().join(".quipu").exists(), "nothing was made for it");
}

#[test]
fn a_good_server_has_no_advice() {
    let server = start(Plan { between: Duration::from_millis(2), ..Plan::default() }).unwrap();
    let story = of(&server.url());
    story.run(&["config", "set", "embed.model", "openai"]).succeeded();
    story.run(&["config", "set", "embed.url", &server.url()]).succeeded();
    story.run(&["config", "set", "llm.rerank.name", "scripted"]).succeeded();
    let rows = story.json(&["model", "check"]);
    let chat = &rows[0];
    assert_eq!(chat["work"], serde_json::json!(["extract", "summarise", "answer", "judge"]), "{rows:#}");
    assert_eq!(
        (&chat["works"], &chat["format"], &chat["advice"]),
        (&true.into(), &"schema".into(), &serde_json::json!([]))
    );
    for can in ["streams", "told", "json"] {
        assert_eq!(chat["chat"][can], true, "{rows:#}");
    }
    assert_eq!((&rows[1]["work"][0], &rows[1]["dimension"]), (&"embed".into(), &64.into()), "{rows:#}");
    assert_eq!((&rows[2]["work"][0], &rows[2]["works"]), (&"rerank".into(), &true.into()), "{rows:#}");
    assert_eq!((server.counts().begun, server.counts().rerank), (3, 1));
    let run = story.run(&["model", "check", "--lang", "ru"]).succeeded();
    assert!(run.out.contains("работает: первый токен через") && !run.out.contains("works"), "{}", run.out);
}

#[test]
fn what_a_server_cannot_do_is_told() {
    let accepts = Accepts { schema: false, object: false, stream_options: false, ..Accepts::default() };
    let server = start(Plan { accepts, usage: false, ..Plan::default() }).unwrap();
    let story = of(&server.url());
    let rows = story.json(&["model", "check"]);
    assert_eq!(rows[0]["works"], true, "{rows:#}");
    assert_eq!(rows[0]["advice"], serde_json::json!(["no-json", "no-tokens"]), "{rows:#}");
    let run = story.run(&["model", "check"]).succeeded();
    assert!(run.out.contains("use a larger model"), "{}", run.out);
}

#[test]
fn a_server_that_does_not_read_long_prompts_is_told() {
    let server = start(Plan { reads: 4_096, between: Duration::from_millis(2), ..Plan::default() }).unwrap();
    let run = of(&server.url()).run(&["model", "check"]).succeeded();
    assert!(run.out.contains("OLLAMA_CONTEXT_LENGTH=8192") && run.out.contains("it reads 4096 of"), "{}", run.out);
    let server = start(Plan { context: 4_096, between: Duration::from_millis(2), ..Plan::default() }).unwrap();
    let story = of(&server.url());
    assert_eq!(story.json(&["model", "check"])[0]["advice"], serde_json::json!(["refuses-long"]));
    story.run(&["config", "set", "llm.context", "4096"]).succeeded();
    assert_eq!(story.json(&["model", "check"])[0]["chat"]["long"], serde_json::json!({ "taken": "whole" }));
}

#[test]
fn a_model_that_does_not_work_ends_with_a_code_and_says_why() {
    let server = start(Plan { key: Some("sk-right".to_owned()), ..Plan::default() }).unwrap();
    let story = of(&server.url());
    let refused = story.run(&["model", "check"]).ended(3);
    assert!(refused.out.contains("does not work") && refused.out.contains("`llm.key` names"), "{}", refused.out);
    story.run(&["config", "set", "llm.key", "STORY_KEY"]).succeeded();
    let with = |key: &str| {
        let output = story.command(&["model", "check"]).env("STORY_KEY", key).output().unwrap();
        let said = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(said).unwrap())
    };
    let (code, said) = with("sk-wrong");
    assert!(code == Some(3) && !said.contains("sk-wrong"), "{said}");
    assert_eq!(with("sk-right").0, Some(0));
    drop(server);
    let gone = story.run(&["model", "check", "--json", "--lang", "ru"]).ended(3);
    assert!(gone.out.contains("\"llm-busy\"") && gone.out.contains("запустите его"), "{}", gone.out);
}

#[test]
fn one_kind_of_work_with_a_model_of_its_own_is_tried_apart() {
    let server = start(Plan::scripted([Step::Fails(Fault::Html)])).unwrap();
    let story = of(&server.url());
    story.run(&["config", "set", "llm.extract.name", "larger"]).succeeded();
    let rows = story.run(&["model", "check", "--json"]).ended(3);
    let rows: serde_json::Value = serde_json::from_str(&rows.out).unwrap();
    assert_eq!((&rows[0]["model"], &rows[0]["error"]["code"]), (&"larger".into(), &"llm-refused".into()), "{rows:#}");
    assert_eq!((&rows[1]["model"], &rows[1]["error"]["code"]), (&"scripted".into(), &"llm-broken".into()), "{rows:#}");
}

#[test]
fn a_run_is_recorded_and_had_again_without_the_server() {
    let server = start(Plan::default()).unwrap();
    let story = of(&server.url());
    story.run(&["model", "check", "--set", "llm.record=run.jsonl"]).succeeded();
    let lines = std::fs::read_to_string(story.folder.path().join("run.jsonl")).unwrap();
    assert_eq!(lines.lines().count(), 3, "{lines}");
    drop(server);
    let again = ["model", "check", "--set", "llm.replay=run.jsonl"];
    assert!(story.run(&again).succeeded().out.contains("works"));
    let other = story.run(&[&again[..], &["--set", "llm.name=other"]].concat()).ended(3);
    assert!(other.out.contains("run.jsonl holds no reply to this prompt of other"), "{}", other.out);
}
