//! Settings come from flags, variables and files; an unknown one names the nearest.

use super::Story;

#[test]
fn an_unknown_key_is_an_error_that_names_the_nearest() {
    let story = Story::of(&[]);
    std::fs::write(story.folder.path().join("quipu.toml"), "[split]\ncharacter = 800\n")
        .expect("settings can be written");
    let run = story.run(&["settings"]).ended(2);
    assert!(run.err.contains("\"split.character\"") && run.err.contains("\"split.characters\""), "{}", run.err);
}

#[test]
fn the_strongest_source_wins_and_is_named() {
    let story = Story::of(&[]);
    std::fs::create_dir_all(story.folder.path().join("config/quipu")).expect("a folder can be made");
    std::fs::write(story.folder.path().join("config/quipu/config.toml"), "[look]\nlimit = 3\nk1 = 1.5\n")
        .expect("written");
    std::fs::write(story.folder.path().join("quipu.toml"), "[look]\nlimit = 4\n").expect("written");
    let value = |run: &super::Run, key: &str| {
        let rows: Vec<serde_json::Value> = serde_json::from_str(&run.out).expect("settings are JSON");
        let row = rows.into_iter().find(|row| row["key"] == key).expect("the key is there");
        (row["value"].as_str().map(str::to_owned), row["origin"].as_str().map(str::to_owned))
    };
    let run = story.run(&["settings", "--json"]).succeeded();
    assert_eq!(value(&run, "look.limit").0.as_deref(), Some("4"));
    assert_eq!(value(&run, "look.bm25.k1").0.as_deref(), Some("1.5"));
    let run =
        super::Run::of(&story.command(&["settings", "--json"]).env("QUIPU_LOOK_LIMIT", "5").output().expect("runs"));
    assert_eq!(value(&run, "look.limit").0.as_deref(), Some("5"));
    let run = story.run(&["settings", "--json", "--set", "look.limit=6"]).succeeded();
    let (limit, origin) = value(&run, "look.limit");
    assert_eq!((limit.as_deref(), origin.as_deref()), (Some("6"), Some("the flag --set")));
}

#[test]
fn a_setting_changes_what_is_done() {
    let story = Story::of_the_tower();
    let hits = |flags: &[&str]| {
        story.json(&[&["search", "tower lens Varga линзу"], flags].concat())["hits"].as_array().map(Vec::len)
    };
    assert!(hits(&[]) > Some(1));
    assert_eq!(hits(&["--set", "look.limit=1"]), Some(1));
    assert_eq!(hits(&["-n", "1"]), Some(1));
}
