//! Indexing again does only the necessary work, and reports that.

use super::Story;

#[test]
fn indexing_again_does_nothing_and_says_so() {
    let story = Story::of_the_tower();
    let before = (story.dump(), story.json(&["status"])["change"].clone());
    let run = story.run(&["index", "notes"]).succeeded();
    assert!(run.out.starts_with("Nothing to do: 3 documents"), "{}", run.out);
    assert_eq!((story.dump(), story.json(&["status"])["change"].clone()), before);
}

#[test]
fn an_edit_costs_its_chunks() {
    let section = |name: &str| format!("## {name}\n\n{}\n\n", format!("All about {name}. ").repeat(40));
    let text = |last: &str| format!("# Long\n\n{}{}{}", section("one"), section("two"), section(last));
    let story = Story::of(&[("long.md", &text("three"))]);
    let first = story.json(&["index", "notes"]);
    story.write("long.md", text("four").as_bytes());
    let second = story.json(&["index", "notes"]);
    assert_eq!((&second["changed"], &second["added"]), (&1.into(), &0.into()));
    let (all, again) = (first["chunks_added"].as_u64(), second["chunks_added"].as_u64());
    assert!(again > Some(0) && again < all, "{again:?} of {all:?}");
}

#[test]
fn the_order_of_arrival_changes_nothing() {
    let one = Story::of_the_tower();
    let other = Story::of(&[]);
    for name in ["mayak.md", "ilse.md", "tower.md"] {
        other.write(name, &std::fs::read(one.path(name)).expect("a note"));
        other.run(&["index", "notes"]).succeeded();
    }
    assert_eq!(one.dump(), other.dump());
}
