//! Documents of many formats are read as a person would read them.

use crate::Story;

/// The least that pairs of words, and cells of tables, agree with what was written down by hand.
const WORDS: f64 = 0.9;
const CELLS: f64 = 0.85;

#[test]
fn every_sample_is_read_as_it_was_written_down() {
    let samples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../eval/documents");
    let rows = Story::of(&[]).json(&["eval", "--loaders", samples]);
    let rows = rows.as_array().expect("rows come as a list");
    for row in rows {
        assert!(row["failed"].is_null() && row["words"].as_f64() >= Some(WORDS), "{row}");
        assert!(row["cells"].as_f64().is_none_or(|cells| cells >= CELLS), "{row}");
    }
    for format in ["csv", "tsv", "ipynb", "srt", "vtt"] {
        assert!(rows.iter().any(|row| row["format"] == format), "there is no sample of {format}");
    }
}
