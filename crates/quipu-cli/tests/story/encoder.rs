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
