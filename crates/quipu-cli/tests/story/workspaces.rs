//! Workspaces have names, which any folder can use.

use crate::Story;

#[test]
fn a_named_workspace_is_made_used_renamed_and_deleted() {
    let story = Story::of(&[("tower.md", "The bell was cast by Ilse Varga.\n")]);
    story.run(&["workspace", "create", "clocks"]).succeeded();
    story.run(&["-w", "clocks", "index", "notes"]).succeeded();
    let answer = story.json(&["-w", "clocks", "ask", "Who cast the bell?"]);
    assert_eq!(answer["citations"][0]["document"], "notes/tower.md");
    let listed = story.json(&["workspace", "list"]);
    assert_eq!((listed[0]["name"].as_str(), listed[0]["documents"].as_u64()), (Some("clocks"), Some(1)));
    story.run(&["workspace", "rename", "clocks", "towers"]).succeeded();
    story.run(&["-w", "clocks", "status"]).ended(2);
    story.run(&["-w", "towers", "status"]).succeeded();
    let asked = story.run(&["workspace", "delete", "towers"]).ended(2);
    assert!(asked.err.contains("--yes"), "{}", asked.err);
    story.run(&["workspace", "delete", "towers", "--yes"]).succeeded();
    assert_eq!(story.json(&["workspace", "list"]), serde_json::json!([]));
    assert!(story.path("tower.md").exists(), "documents stay");
}

#[test]
fn a_name_is_free_and_no_path() {
    let story = Story::of(&[]);
    for wrong in ["", "a/b", "..", "a b"] {
        let run = story.run(&["workspace", "create", wrong]).ended(2);
        assert!(run.err.contains("is not a name"), "{wrong:?}: {}", run.err);
    }
    story.run(&["workspace", "create", "one", "--at", "here"]).succeeded();
    assert!(story.folder.path().join("here/.quipu").is_dir());
    let run = story.run(&["workspace", "create", "one"]).ended(2);
    assert!(run.err.contains("rename"), "{}", run.err);
    story.run(&["workspace", "rename", "two", "three"]).ended(2);
}

#[test]
fn one_that_somebody_writes_to_is_not_deleted() {
    let story = Story::of(&[("tower.md", "The bell was cast by Ilse Varga.\n")]);
    story.run(&["workspace", "create", "clocks", "--at", "clocks"]).succeeded();
    let store = story.folder.path().join("clocks/.quipu");
    let lock = std::fs::File::options().write(true).open(store.join("write.lock")).expect("a writer made it");
    lock.lock().expect("nobody writes now");
    // A missing model says nothing about the writer.
    std::fs::write(story.folder.path().join("quipu.toml"), "[embed]\nmodel = \"no-such-model\"\n")
        .expect("it can be written");
    std::fs::write(story.folder.path().join("clocks/quipu.toml"), "[store]\nwait = 0\n").expect("it can be written");
    let run = story.run(&["workspace", "delete", "clocks", "--yes"]).ended(3);
    assert!(run.err.contains("is writing to"), "{}", run.err);
    assert!(store.is_dir());
    drop(lock);
    let listed = story.json(&["workspace", "list"]);
    assert_eq!((&listed[0]["documents"], &listed[0]["error"]), (&0.into(), &serde_json::Value::Null), "{listed}");
    story.run(&["workspace", "delete", "clocks", "--yes"]).succeeded();
    assert!(!store.exists());
}

#[test]
fn a_name_is_no_path_where_the_file_of_names_is_damaged() {
    let story = Story::of(&[("tower.md", "The bell was cast by Ilse Varga.\n")]);
    story.run(&["workspace", "create", "clocks"]).succeeded();
    std::fs::write(story.folder.path().join("data/quipu/workspaces.json"), "{").expect("it can be written");
    let run = story.run(&["-w", "clocks", "index", "notes"]).ended(3);
    assert!(run.err.contains("is damaged"), "{}", run.err);
    assert!(!story.folder.path().join("clocks").exists());
    // A path needs no names.
    story.run(&["-w", "./notes", "status"]).ended(2);
}

#[test]
fn one_that_is_made_while_another_goes_keeps_its_name() {
    let story = Story::of(&[]);
    story.run(&["workspace", "create", "clocks", "--at", "clocks"]).succeeded();
    let lock = std::fs::File::options().write(true).open(story.folder.path().join("clocks/.quipu/write.lock"));
    let lock = lock.expect("a writer made it");
    lock.lock().expect("nobody writes now");
    let mut going = story.command(&["workspace", "delete", "clocks", "--yes"]).spawn().expect("the binary runs");
    std::thread::sleep(std::time::Duration::from_millis(500));
    story.run(&["workspace", "create", "mills"]).succeeded();
    drop(lock);
    assert!(going.wait().expect("it ends").success());
    let listed = story.json(&["workspace", "list"]);
    let names: Vec<_> = listed.as_array().expect("a list").iter().map(|row| row["name"].as_str()).collect();
    assert_eq!(names, [Some("mills")]);
}
