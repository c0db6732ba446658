//! Tests of a model's replies, whole and broken, and of its prompt.

use proptest::prelude::*;

use super::*;

const SUMMARY: &str =
    "Lamps suffer from glare. We propose a lamp with two\nwicks and no glare. It burns 40% longer than others.";
const OTHER: &str = "We thank the town. Nothing here was measured at all.";

fn with<T>(run: impl FnOnce(&[PaperStretch<'_>]) -> T) -> T {
    let (one, two) = (vec!["Abstract".to_owned()], vec!["5 Acknowledgements".to_owned()]);
    run(&[
        PaperStretch { heading: &one, start: 10, text: SUMMARY },
        PaperStretch { heading: &two, start: 500, text: OTHER },
    ])
}

fn read(reply: &str) -> (Vec<StatedCell>, Vec<String>) {
    with(|stretches| read_reply(reply, stretches))
}

const METHOD: &str = r#""method": {"text": "A lamp with two wicks", "quote": "a lamp WITH two wicks"}"#;

#[test]
fn a_cell_stands_where_its_quote_stands() {
    let (cells, troubles) =
        read(&format!("{{\"problem\": null, {METHOD}, \"data\": null, \"metric\": null, \"result\": null}}"));
    assert!(troubles.is_empty(), "{troubles:?}");
    let [one] = cells.as_slice() else { panic!("{cells:?}") };
    assert_eq!((one.cell, one.text.as_str()), (ContributionCell::Method, "A lamp with two wicks"));
    assert_eq!(&SUMMARY[one.start - 10..one.end - 10], "We propose a lamp with two\nwicks and no glare.");
}

#[test]
fn fences_and_words_around_come_off() {
    let (cells, troubles) = read(&format!("Here it is:\n```json\n{{{METHOD}}}\n```\nI hope this helps."));
    assert_eq!((cells.len(), troubles.len()), (1, 0), "{troubles:?}");
}

#[test]
fn an_invented_quote_loses_its_cell() {
    let (cells, troubles) = read(&format!(
        "{{{METHOD}, \"result\": {{\"text\": \"It is best\", \"quote\": \"It is the best lamp of the world.\"}}}}"
    ));
    assert_eq!((cells.len(), troubles.len()), (1, 1));
    assert!(troubles[0].contains("result") && troubles[0].contains("best lamp"), "{troubles:?}");
}

#[test]
fn a_short_quote_must_be_a_whole_sentence() {
    let (_, troubles) = read(r#"{"problem": {"text": "Glare", "quote": "suffer from"}}"#);
    assert!(troubles[0].contains("short"), "{troubles:?}");
    let stretch = [PaperStretch { heading: &[], start: 0, text: "Lamps blind. Others do not." }];
    let (cells, troubles) = read_reply(r#"{"problem": {"text": "Glare", "quote": "lamps blind."}}"#, &stretch);
    assert_eq!((cells.len(), troubles.len()), (1, 0));
    assert_eq!((cells[0].start, cells[0].end), (0, 12));
}

#[test]
fn what_is_unknown_or_no_cell_is_told() {
    let (cells, troubles) = read(&format!(
        "{{{METHOD}, \"novelty\": \"high\", \"data\": \"lamps\", \"metric\": {{\"text\": \
            \"hours\"}}}}"
    ));
    assert_eq!((cells.len(), troubles.len()), (1, 3), "{troubles:?}");
    assert!(troubles.iter().any(|one| one.contains("novelty")) && troubles.iter().any(|one| one.contains("metric")));
}

#[test]
fn of_a_reply_that_is_cut_off_whole_cells_stay() {
    let (cells, troubles) = read(&format!("{{{METHOD}, \"result\": {{\"text\": \"It burns\", \"quo"));
    assert_eq!((cells.len(), troubles.len()), (1, 1), "{troubles:?}");
    assert!(troubles[0].contains("cut off"));
    let (none, troubles) = read("I cannot say.");
    assert_eq!((none.len(), troubles.len()), (0, 1));
}

#[test]
fn a_long_text_is_cut() {
    let long = "word ".repeat(60);
    let (cells, _) =
        read(&format!("{{\"method\": {{\"text\": \"{long}\", \"quote\": \"We propose a lamp with two wicks\"}}}}"));
    assert_eq!(cells[0].text.split_whitespace().count(), crate::contribution::MOST_CELL_WORDS);
    assert!(cells[0].text.ends_with('…'));
}

#[test]
fn a_question_holds_what_counts_and_fits_its_room() {
    let whole = with(|stretches| question("Lamps", stretches, 10_000));
    assert_eq!(whole, format!("Title: Lamps\n\n## Abstract\n{SUMMARY}"));
    for room in 0..200 {
        let text = with(|stretches| question("Лампы", stretches, room));
        assert!(text.chars().count() <= room, "{room}: {text}");
    }
}

proptest! {
    #[test]
    fn any_reply_is_read(reply in "(\\PC|[{}\\[\\]\",:]|\"method\": |\"quote\": |\"lamps suffer from \
        glare\"){0,120}", text in "\\PC{0,80}") {
        let all = [PaperStretch { heading: &[], start: usize::MAX - 3, text: &text }];
        read_reply(&reply, &all);
        let (cells, _) = read(&reply);
        prop_assert!(cells.len() <= 5);
    }

    #[test]
    fn any_part_of_a_text_is_a_quote(from in 0_usize..60, length in 20_usize..50) {
        let quote: String = SUMMARY.chars().skip(from).take(length).collect();
        prop_assume!(quote.trim().trim_matches('.').chars().count() >= 20);
        let reply = serde_json::json!({"data": {"text": "x", "quote": quote}}).to_string();
        let (cells, troubles) = read(&reply);
        prop_assert_eq!((cells.len(), troubles.len()), (1, 0));
    }

    #[test]
    fn a_question_is_never_longer_than_its_room(title in "\\PC{0,30}", text in "\\PC{0,200}", room in 0_usize..300) {
        let (one, two) = (vec!["Results".to_owned()], vec![text.clone()]);
        let all = [
            PaperStretch { heading: &two, start: 0, text: &text },
            PaperStretch { heading: &one, start: 0, text: &text },
        ];
        prop_assert!(question(&title, &all, room).chars().count() <= room);
    }
}
