//! A workspace whose vectors come from a sentence encoder in the process.

use std::path::{Path, PathBuf};

use crate::Story;

/// The content of `scripts/fetch-models.sh`: the real all-MiniLM-L6-v2, the ONNX Runtime library's folder.
fn fetched(name: &str) -> Option<PathBuf> {
    let beside = || {
        let built = Path::new(env!("CARGO_BIN_EXE_quipu"));
        built.ancestors().map(|folder| folder.join("models")).find(|folder| folder.is_dir())
    };
    let models = std::env::var_os("ENCODER_MODELS").map(PathBuf::from).or_else(beside)?;
    Some(models.join(name)).filter(|folder| folder.is_dir())
}

#[test]
fn a_passage_is_found_by_what_it_means() {
    let Some(model) = fetched("all-MiniLM-L6-v2") else {
        println!("skipped: all-MiniLM-L6-v2 is not there; scripts/fetch-models.sh minilm fetches it");
        return;
    };
    let set = format!("embed.model={}", model.display());
    let story = Story::of(&[
        ("bell.md", "The bell in the tower weighs two tonnes and rings at noon.\n"),
        ("cat.md", "A kitten slept on the warm roof all afternoon.\n"),
        ("tax.md", "Duties on imported grain were lowered in the spring.\n"),
    ]);
    story.run(&["index", "notes", "--set", &set]).succeeded();
    for (question, document) in
        [("Where did the young feline rest?", "notes/cat.md"), ("Were customs tariffs cut?", "notes/tax.md")]
    {
        let found = story.json(&["search", question, "--strategy", "dense", "--set", &set]);
        assert_eq!(found["hits"][0]["document"], document, "{found}");
    }
    let refused = story.run(&["search", "kitten"]).ended(3);
    assert!(refused.err.contains("all-MiniLM-L6-v2") && refused.err.contains("embed.model"), "{}", refused.err);
}

#[test]
fn a_library_that_would_tell_its_maker_of_the_run_writes_nothing() {
    let is_library = |path: &PathBuf| path.to_string_lossy().contains("onnxruntime.");
    let files = |folder: PathBuf| std::fs::read_dir(folder).ok()?.flatten().map(|file| file.path()).find(is_library);
    let (Some(model), Some(library)) = (fetched("all-MiniLM-L6-v2"), fetched("onnxruntime").and_then(files)) else {
        println!("skipped: scripts/fetch-models.sh minilm onnxruntime fetches what this needs");
        return;
    };
    let story = Story::of(&[("a.md", "The bell in the tower rings at noon.\n")]);
    let home = story.folder.path().join("home");
    let (model, library) = (format!("embed.model={}", model.display()), format!("embed.library={}", library.display()));
    let mut command = story.command(&["index", "notes", "--set", &model, "--set", &library]);
    command.env("HOME", &home).env_remove("XDG_CACHE_HOME").env_remove("ORT_DISABLE_TELEMETRY");
    let run = command.output().expect("the binary runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    assert!(!home.exists(), "something was written beside the workspace");
}

#[test]
fn a_model_that_is_not_there_is_named_with_what_to_do() {
    let story = Story::of(&[("a.md", "Words.\n")]);
    let run = story.run(&["index", "notes", "--set", "embed.model=all-MiniLM-L6-v2"]).ended(2);
    assert!(run.err.contains("quipu model pull all-MiniLM-L6-v2"), "{}", run.err);
}

/// A small cross-encoder with random weights: what it prefers means nothing, but it runs.
fn reader() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../quipu-encoder/tests/fixtures/cross-bert");
    format!("reader.model={}", folder.canonicalize().expect("the fixture is there").display())
}

const BELL: &[(&str, &str)] =
    &[("bell.md", "The bell in the tower weighs two tonnes.\n\nThe bell in the tower rings at noon.\n")];

#[test]
fn a_reader_scores_the_units_of_an_answer_and_says_so() {
    let story = Story::of(BELL);
    story.run(&["index", "notes"]).succeeded();
    let question = "When does the bell in the tower ring?";
    let run = story.run(&["ask", question, "--trace", "--set", &reader(), "--set", "reader.milliseconds=600000"]);
    let run = run.succeeded();
    assert!(run.out.contains("reader cross-bert: 2 units in "), "{}", run.out);
    let signs = |set: &[&str]| {
        let typed = [&["ask", question, "--trace", "--json"], set].concat();
        story.run(&typed).succeeded().out
    };
    let with = signs(&["--set", &reader(), "--set", "reader.milliseconds=600000"]);
    assert!(with.contains("read_rank "), "{with}");
    let plain = signs(&[]);
    assert!(!plain.contains("reader ") && !plain.contains("read_rank"), "{plain}");
}

#[test]
fn a_reader_that_fails_costs_no_answer() {
    let story = Story::of(BELL);
    story.run(&["index", "notes"]).succeeded();
    let question = "When does the bell in the tower ring?";
    // Nobody listens on this port.
    let server =
        ["reader.model=server", "llm.rerank.name=order", "llm.rerank.url=http://127.0.0.1:9/v1", "llm.retries=0"];
    let set = server.iter().flat_map(|one| ["--set", one]);
    let run = story.run(&["ask", question, "--trace"].into_iter().chain(set).collect::<Vec<_>>()).succeeded();
    assert!(run.out.contains("reader order: ") && run.out.contains("rings at noon"), "{}", run.out);
    let absent = story.run(&["ask", question, "--set", "reader.model=reader"]).ended(2);
    assert!(absent.err.contains("quipu model pull reader"), "{}", absent.err);
    let listed = story.run(&["model", "list", "--json"]).succeeded();
    let listed: serde_json::Value = serde_json::from_str(&listed.out).expect("it is JSON");
    let of = |name: &str| listed.as_array().and_then(|all| all.iter().find(|one| one["alias"] == name).cloned());
    assert_eq!(of("reader").map(|one| one["kind"].clone()), Some("reader".into()), "{listed}");
}
