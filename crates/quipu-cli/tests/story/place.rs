//! The place of the workspace: the folder named, the nearest above with a store, the current one.

use super::{Story, holds};

#[test]
fn a_folder_below_uses_the_workspace_above() {
    let story = Story::of_the_tower();
    assert!(holds(story.folder.path(), ".quipu"));
    let output = story.command(&["search", "tower"]).current_dir(story.folder.path().join("notes")).output();
    assert_eq!(output.expect("the binary runs").status.code(), Some(0));
}

#[test]
fn a_named_folder_is_the_workspace() {
    let story = Story::of(&[("a.md", "# A\n\nAn apple.\n")]);
    story.run(&["index", "notes", "--workspace", "elsewhere"]).succeeded();
    assert!(holds(story.folder.path(), "elsewhere/.quipu") && !holds(story.folder.path(), ".quipu"));
    let output = story.command(&["search", "apple"]).env("QUIPU_WORKSPACE", "elsewhere").output();
    assert_eq!(output.expect("the binary runs").status.code(), Some(0));
}

#[test]
fn standard_input_is_a_document_with_an_id() {
    let story = Story::of(&[]);
    story.pipe(&["index", "-", "--id", "from-a-pipe"], "A pomegranate has many seeds.\n").succeeded();
    let found = story.json(&["search", "pomegranate"]);
    assert_eq!(found["hits"][0]["document"], "from-a-pipe", "{found:#}");
}
