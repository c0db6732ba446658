//! A workspace whose vectors come from a sentence encoder in the process.

use std::path::{Path, PathBuf};

use crate::Story;

/// The folder of the real all-MiniLM-L6-v2, where `scripts/fetch-models.sh` put it.
fn minilm() -> Option<PathBuf> {
    let beside = || {
        let built = Path::new(env!("CARGO_BIN_EXE_quipu"));
        built.ancestors().map(|folder| folder.join("models")).find(|folder| folder.is_dir())
    };
    let models = std::env::var_os("ENCODER_MODELS").map(PathBuf::from).or_else(beside)?;
    Some(models.join("all-MiniLM-L6-v2")).filter(|folder| folder.is_dir())
}

#[test]
fn a_passage_is_found_by_what_it_means() {
    let Some(model) = minilm() else {
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
fn a_model_that_is_not_there_is_named_with_what_to_do() {
    let story = Story::of(&[("a.md", "Words.\n")]);
    let run = story.run(&["index", "notes", "--set", "embed.model=all-MiniLM-L6-v2"]).ended(2);
    assert!(run.err.contains("quipu model pull all-MiniLM-L6-v2"), "{}", run.err);
}
