//! `kill -9` in the middle of an indexing run loses nothing that was durable, and the next run goes on
//! to the same end. `cargo xtask faults` does this at every moment there is; here is one.

use std::fmt::Write as _;
use std::time::Duration;

use super::Story;

/// Notes of a kilobyte or so.
const NOTES: u64 = 400;

fn story() -> Story {
    let story = Story::of(&[]);
    for number in 0..NOTES {
        let mut text = format!("# Note {number}\n\n");
        for line in 0..12 {
            let _ = writeln!(
                text,
                "Observer {} of Kronstadt saw comet {} over Tower {line}.\n",
                number % 7,
                number * line % 101
            );
        }
        story.write(&format!("{number}.md"), text.as_bytes());
    }
    story.write("../quipu.toml", b"[index]\nsync_megabytes = 0.02\n");
    story
}

fn documents(story: &Story) -> u64 {
    story.json(&["status"])["documents"].as_u64().expect("status counts documents")
}

#[cfg(unix)]
#[test]
fn what_was_killed_goes_on_to_the_same_end() {
    let (killed, whole) = (story(), story());
    let mut run = killed.command(&["index", "notes"]).spawn().expect("the binary runs");
    let begun = || killed.folder.path().join(".quipu/truth").is_dir() && documents(&killed) > 0;
    (0..2_000).take_while(|_| !begun()).for_each(|_| std::thread::sleep(Duration::from_millis(5)));
    run.kill().expect("a run can be killed");
    run.wait().expect("the run ends");
    killed.run(&["doctor"]).succeeded();
    let (durable, all) = (documents(&killed), NOTES);
    assert!((1..=all).contains(&durable), "{durable} of {all} documents are there");
    killed.run(&["index", "notes"]).succeeded();
    whole.run(&["index", "notes"]).succeeded();
    killed.run(&["doctor"]).succeeded();
    assert_eq!(documents(&killed), all);
    assert!(killed.dump() == whole.dump(), "the dumps differ");
}

/// A truncated file of the store ends every command with a message, never with a signal, and
/// `doctor --repair` rebuilds derived data.
#[test]
fn a_file_that_was_cut_short_is_named_and_made_again() {
    let story = Story::of_the_tower();
    let before = story.dump();
    for name in ["heads.slots", "codes.slots", "words/meta.json"] {
        let path = story.folder.path().join(".quipu").join(name);
        let length = path.metadata().expect("the part is there").len();
        let file = std::fs::File::options().write(true).open(&path).expect("the part can be written");
        file.set_len(length / 2).expect("the part can be cut");
        let search = story.run(&["search", "tower"]);
        assert_eq!(search.code, Some(3), "{name}: {}{}", search.out, search.err);
        assert!(search.err.contains("damaged") && search.err.contains("doctor --repair"), "{name}: {}", search.err);
        assert!(story.run(&["doctor", "--repair"]).succeeded().out.contains("(repaired)"), "{name}");
        story.run(&["doctor"]).succeeded();
        story.run(&["search", "tower"]).succeeded();
        assert!(story.dump() == before, "{name}: the dumps differ");
    }
}

#[test]
fn a_truth_that_was_cut_short_is_refused_with_a_message() {
    let story = Story::of_the_tower();
    let path = story.folder.path().join(".quipu/truth/data.mdb");
    let length = path.metadata().expect("the truth is there").len();
    for part in [2, 8, 64] {
        let file = std::fs::File::options().write(true).open(&path).expect("the truth can be written");
        file.set_len(length / part).expect("the truth can be cut");
        let search = story.run(&["search", "tower"]);
        assert!(matches!(search.code, Some(0 | 1 | 3)), "1/{part}: {:?}", search.code);
        assert!(search.code != Some(3) || search.err.contains("quipu: "), "1/{part}: {}", search.err);
    }
}
