//! The exit codes are those that `--help` lists.

use super::Story;

#[test]
fn done_nothing_usage_and_failure_differ() {
    let story = Story::of_the_tower();
    story.run(&["search", "tower"]).ended(0);
    story.run(&["search", "zzzzzz", "--strategy", "lexical"]).ended(1);
    story.run(&["ask", "Which enzymes digest cellulose in termites?"]).ended(1);
    story.run(&["show", "entity", "Nobody At All"]).ended(1);
    story.run(&["delete", "nowhere"]).ended(1);
    story.run(&["ask"]).ended(2);
    story.run(&["ask", " "]).ended(2);
    story.run(&["show", "chunk", "no-key"]).ended(2);
    story.run(&["search", "tower", "--strategy", "wlak"]).ended(2);
    story.run(&["doctor"]).ended(0);
    story.run(&["dump", "--output", "no/such/folder/dump"]).ended(3);
}

#[test]
fn a_refusal_says_so() {
    let run = Story::of_the_tower().run(&["ask", "Which enzymes digest cellulose in termites?"]).ended(1);
    assert!(run.out.contains("Nothing in these documents answers this"), "{}", run.out);
}

#[test]
fn without_a_workspace_reading_says_how_to_make_one() {
    let run = Story::of(&[]).run(&["ask", "Who?"]).ended(2);
    assert!(run.err.contains("quipu index"), "{}", run.err);
}

#[test]
fn a_reader_who_leaves_is_no_failure() {
    let story = Story::of_the_tower();
    for arguments in [&["dump"][..], &["completions", "bash"], &["man"], &["docs", "commands"]] {
        let mut child = story.command(arguments).stdout(std::process::Stdio::piped()).spawn().expect("the binary runs");
        drop(child.stdout.take());
        assert_eq!(child.wait().expect("the binary ends").code(), Some(0), "{arguments:?}");
    }
}
