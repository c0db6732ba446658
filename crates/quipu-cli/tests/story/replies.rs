//! Replies of models through every parser: found and lost parts are counted, and each loss is reported.

use crate::Story;

#[test]
fn replies_of_a_file_are_read_and_counted() {
    let story = Story::of(&[]);
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../eval/replies.json");
    let read = story.json(&["eval", "--replies", file]);
    let rows: Vec<_> = read["rows"]
        .as_array()
        .expect("there are rows")
        .iter()
        .map(|row| {
            let count = |name: &str| row[name].as_u64().expect("a row counts");
            (
                row["shape"].as_str().expect("a row has a shape"),
                count("replies"),
                count("whole"),
                row["found"].to_string(),
            )
        })
        .collect();
    let expected = [
        ("json", 5, 4, "[8,2,0]".to_owned()),
        ("prose", 1, 0, "[0,0,0]".to_owned()),
        ("tuples", 5, 4, "[7,3,1]".to_owned()),
    ];
    assert_eq!(rows, expected, "{read:#}");
    let mut lost: Vec<_> =
        read["lost"].as_array().expect("losses are listed").iter().map(|lost| lost[1]["why"].to_string()).collect();
    lost.sort();
    assert_eq!(lost, ["\"cut\"", "\"cut\"", "\"endless\"", "\"endless\"", "\"loop\"", "\"nameless\""], "{read:#}");
    let shown = story.run(&["eval", "--replies", file]).succeeded().out;
    assert!(shown.contains("lost in graphrag, cut, ") && shown.contains("tuples"), "{shown}");
    story.write("none.json", b"[]");
    let none = story.run(&["eval", "--replies", "notes/none.json"]).ended(2);
    assert!(none.err.contains("holds no replies"), "{}", none.err);
}
