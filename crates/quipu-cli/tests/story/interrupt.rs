//! Ctrl-C stops a run cleanly, and the next one goes on to the same end.

use std::fmt::Write as _;
use std::time::Duration;

use super::Story;

fn story() -> Story {
    let story = Story::of(&[]);
    for number in 0..1_000 {
        let mut text = format!("# Note {number}\n\n");
        for line in 0..20 {
            let _ = writeln!(text, "Observer {} saw comet {} over Tower {line}.\n", number % 7, number * line % 101);
        }
        story.write(&format!("{number}.md"), text.as_bytes());
    }
    story
}

#[cfg(unix)]
#[test]
fn what_was_stopped_goes_on_to_the_same_end() {
    let (stopped, whole) = (story(), story());
    let mut run = stopped.command(&["index", "notes"]).spawn().expect("the binary runs");
    let begun = || super::holds(stopped.folder.path(), ".quipu/truth");
    (0..500).take_while(|_| !begun()).for_each(|_| std::thread::sleep(Duration::from_millis(10)));
    std::thread::sleep(Duration::from_millis(20));
    // The shell's own: a small system has no program of that name.
    let kill = std::process::Command::new("sh").args(["-c", &format!("kill -INT {}", run.id())]).status();
    assert!(kill.expect("the shell runs").success() || run.try_wait().expect("it can be asked").is_some());
    let code = run.wait().expect("the run ends").code();
    // A fast machine may be done before it is interrupted.
    assert!(matches!(code, Some(0 | 130)), "{code:?}");
    stopped.run(&["index", "notes"]).succeeded();
    whole.run(&["index", "notes"]).succeeded();
    assert_eq!(stopped.json(&["status"])["documents"], 1_000);
    assert!(stopped.dump() == whole.dump(), "the dumps differ");
}

/// Names of files in progress.
fn unfinished(story: &Story) -> Vec<String> {
    let there = std::fs::read_dir(story.folder.path()).expect("it can be read").flatten();
    let names = there.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.filter(|name| name.starts_with(".quipu-")).collect()
}

#[cfg(unix)]
#[test]
fn an_export_that_was_stopped_leaves_nothing() {
    let story = story();
    story.run(&["index", "notes"]).succeeded();
    for (shape, to) in [("obsidian", "vault"), ("jsonl", "lines.jsonl")] {
        let mut run = story.command(&["export", shape, "--to", to]).spawn().expect("the binary runs");
        let begun = |run: &mut std::process::Child| {
            !unfinished(&story).is_empty() || run.try_wait().expect("it can be asked").is_some()
        };
        (0..5_000).take_while(|_| !begun(&mut run)).for_each(|_| std::thread::sleep(Duration::from_millis(1)));
        let kill = std::process::Command::new("sh").args(["-c", &format!("kill -INT {}", run.id())]).status();
        assert!(kill.expect("the shell runs").success() || run.try_wait().expect("it can be asked").is_some());
        let code = run.wait().expect("the run ends").code();
        // A fast machine may be done before it is interrupted.
        assert!(matches!(code, Some(0 | 130)), "{code:?}");
        assert_eq!(unfinished(&story), [""; 0]);
        assert_eq!(story.folder.path().join(to).exists(), code == Some(0));
    }
}
