//! Settings are shown, set and edited in their file; nothing that no setting accepts gets there.

use crate::{Run, Story};

#[test]
fn a_setting_is_set_shown_with_its_origin_and_taken_out() {
    let story = Story::of(&[]);
    story.run(&["config", "set", "look.limit", "3"]).succeeded();
    let shown = story.run(&["config", "show", "look.limit", "--origin"]).succeeded().out;
    assert!(shown.starts_with("look.limit = 3  # ") && shown.contains("quipu.toml"), "{shown}");
    let rows = story.json(&["config", "show", "look.limit"]);
    assert_eq!((rows[0]["value"].as_str(), rows.as_array().map(Vec::len)), (Some("3"), Some(1)));
    story.run(&["config", "unset", "look.limit"]).succeeded();
    let shown = story.run(&["config", "show", "look.limit", "--origin"]).succeeded().out;
    assert!(shown.contains("# default"), "{shown}");
}

#[test]
fn what_no_setting_accepts_is_refused_with_advice() {
    let story = Story::of(&[]);
    let run = story.run(&["config", "set", "look.limits", "3"]);
    assert!(run.code == Some(2) && run.err.contains("\"look.limit\""), "{}", run.err);
    let run = story.run(&["config", "set", "split.characters", "1"]);
    assert!(run.code == Some(2) && run.err.contains("does not accept"), "{}", run.err);
    assert!(!story.folder.path().join("quipu.toml").exists());
}

#[test]
fn a_token_for_programs_in_a_variable_is_no_setting() {
    let story = Story::of(&[]);
    let with = |name: &str| Run::of(&story.command(&["config", "show"]).env(name, "qp_x").output().expect("it runs"));
    with("QUIPU_TOKEN").succeeded();
    let run = with("QUIPU_TOKENS");
    assert!(run.code == Some(2) && run.err.contains("QUIPU_TOKENS"), "{}", run.err);
}

#[cfg(unix)]
#[test]
fn an_edit_that_breaks_the_file_changes_nothing() {
    let story = Story::of(&[
        ("break.sh", "echo 'nonsense = [' > \"$1\"\n"),
        ("mend.sh", "printf '[look]\\nlimit = 4\\n' > \"$1\"\n"),
    ]);
    story.run(&["config", "set", "look.limit", "3"]).succeeded();
    let edited = |editor: &str| {
        let mut command = story.command(&["config", "edit"]);
        Run::of(&command.env("VISUAL", editor).env_remove("EDITOR").output().expect("the binary runs"))
    };
    let run = edited("sh notes/break.sh");
    assert!(run.code == Some(2) && run.err.contains("is unchanged"), "{:?} {}", run.code, run.err);
    let kept = run.err.split_whitespace().find_map(|word| {
        Some(word.trim_end_matches(':')).filter(|word| word.ends_with(".toml") && !word.ends_with("quipu.toml"))
    });
    let kept = kept.unwrap_or_else(|| panic!("{}", run.err));
    assert_eq!(std::fs::read_to_string(kept).expect("it is kept"), "nonsense = [\n");
    std::fs::remove_file(kept).expect("it is there");
    assert_eq!(story.run(&["config", "show", "look.limit"]).out, "look.limit = 3\n");
    edited("sh notes/mend.sh").succeeded();
    assert_eq!(story.run(&["config", "show", "look.limit"]).out, "look.limit = 4\n");
    let run = edited("");
    assert!(run.code == Some(2) && run.err.contains("EDITOR"), "{}", run.err);
}
