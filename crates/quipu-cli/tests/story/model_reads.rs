//! A model reads the indexed chunks: its facts stand beside those of the rules, no request is sent twice, and the
//! cost is estimated before.

use std::fmt::Write as _;
use std::path::Path;

use quipu_scripted::{Plan, start};
use serde_json::Value;

use crate::Story;

/// The settings of a story whose model a server is; `more` goes below `[llm]`.
pub(crate) fn name_the_model(story: &Story, url: &str, more: &str) {
    let text = format!("[embed]\nmodel = \"none\"\n[llm]\nurl = \"{url}\"\nname = \"scripted\"\n{more}\n");
    story.write("../quipu.toml", text.as_bytes());
}

/// A note of several sections, with names of its own; longer ones have more windows.
pub(crate) fn note(number: usize, sections: usize) -> String {
    let mut text = format!("# Night {number}\n");
    for section in 0..sections {
        let _ = writeln!(text, "\n## Watch {section} of night {number}\n");
        for line in 0..24 {
            let (who, what) = ((number * 7 + line) % 19, (number * 31 + section * 5 + line) % 101);
            let _ = writeln!(
                text,
                "Observer {who} of Kronstadt saw comet {what} over Tower {line}. Keeper {number}-{section} wrote it down.\n"
            );
        }
    }
    text
}

/// A story of this number of notes.
pub(crate) fn of_notes(notes: usize, sections: usize) -> Story {
    let story = Story::of(&[]);
    (0..notes).for_each(|number| story.write(&format!("{number:03}.md"), note(number, sections).as_bytes()));
    story
}

/// The samples of the repository.
fn of_samples() -> Story {
    fn copied(story: &Story, from: &Path, below: &str) {
        for entry in std::fs::read_dir(from).expect("the samples are there").flatten() {
            let name = format!("{below}{}", entry.file_name().to_string_lossy());
            match entry.path().is_dir() {
                true => copied(story, &entry.path(), &format!("{name}/")),
                false => story.write(&name, &std::fs::read(entry.path()).expect("a sample can be read")),
            }
        }
    }
    let story = Story::of(&[]);
    copied(&story, Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples")), "");
    story
}

/// Number of chunks of a dump with facts of this extractor.
pub(crate) fn read_by(dump: &str, extractor: &str) -> usize {
    let of = format!("{{\"extractor\":\"{extractor}\"");
    dump.lines().filter(|line| line.starts_with("{\"row\":\"chunk\"") && line.contains(&of)).count()
}

fn chunks(dump: &str) -> usize {
    dump.lines().filter(|line| line.starts_with("{\"row\":\"chunk\"")).count()
}

#[test]
fn facts_of_a_model_stand_beside_those_of_rules() {
    let server = start(Plan::default()).unwrap();
    let story = of_samples();
    name_the_model(&story, &server.url(), "");
    let report = story.json(&["index", "notes"]);
    let model = &report["model"];
    assert_eq!(
        (&model["model"], &model["failed"], &model["stopped"]),
        (&"scripted".into(), &Value::Array(vec![]), &Value::Null),
        "{model:#}"
    );
    assert!(model["windows"].as_u64() > Some(10) && model["found"][0].as_u64() > Some(100), "{model:#}");
    let calls = |work: &str| model["spent"][work]["calls"].as_u64().unwrap_or_default();
    assert_eq!(calls("extract") + calls("summarise"), server.counts().begun, "{model:#}");
    let dump = story.dump();
    assert_eq!((read_by(&dump, "rules"), read_by(&dump, "model")), (chunks(&dump), chunks(&dump)));
    let again = story.json(&["index", "notes"]);
    assert_eq!(calls("extract") + calls("summarise"), server.counts().begun, "the second run asks nothing");
    assert_eq!((&again["model"]["windows"], &again["model"]["unchanged"]), (&0.into(), &model["windows"]), "{again:#}");
    assert!(story.dump() == dump, "the second run changes nothing");
    let shown = story.run(&["extract"]).succeeded();
    assert!(shown.out.contains("has read everything"), "{}", shown.out);
}

#[test]
fn offline_and_dry_runs_ask_nothing() {
    let server = start(Plan::default()).unwrap();
    let story = of_samples();
    name_the_model(&story, &server.url(), "price_input = 1\nprice_output = 2\n");
    story.run(&["index", "notes", "--offline"]).succeeded();
    let dump = story.dump();
    assert_eq!((read_by(&dump, "model"), server.counts().begun), (0, 0));
    let estimate = story.json(&["index", "notes", "--dry-run"]);
    assert!(estimate["windows"].as_u64() > Some(10) && estimate["learned"] == 0, "{estimate:#}");
    let told = story.run(&["extract", "--dry-run"]).succeeded().out;
    assert!(told.contains("calls:") && told.contains("money:"), "{told}");
    assert_eq!(server.counts().begun, 0);
    let model = story.json(&["extract"]);
    let spent = |what: &str| model["spent"]["extract"][what].as_f64().expect("it is counted");
    let told = |what: &str, end: &str| estimate[what][end].as_f64().expect("it is estimated");
    assert!(told("calls", "low") <= spent("calls") && spent("calls") <= told("calls", "high"), "{estimate:#}");
    assert!(told("input", "low") <= spent("input"), "{estimate:#}");
}

#[test]
fn what_is_learned_of_one_half_foretells_the_other() {
    let server = start(Plan::default()).unwrap();
    let story = Story::of(&[]);
    name_the_model(&story, &server.url(), "price_input = 1\nprice_output = 2\n");
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../eval/sets/2wiki/corpus.jsonl");
    let corpus = std::fs::read_to_string(corpus).expect("the set is there");
    let texts: Vec<Value> =
        corpus.lines().take(1600).map(|line| serde_json::from_str(line).expect("a passage a line")).collect();
    let write = |half: usize| {
        for (number, texts) in texts.chunks(40).enumerate().filter(|(number, _)| number % 2 == half) {
            let text: Vec<&str> = texts.iter().filter_map(|text| text["text"].as_str()).collect();
            story.write(&format!("{number}.md"), text.join("\n\n").as_bytes());
        }
    };
    write(0);
    story.run(&["index", "notes"]).succeeded();
    write(1);
    let begun = server.counts().begun;
    let estimate = story.json(&["index", "notes", "--dry-run"]);
    assert_eq!(server.counts().begun, begun);
    let spent = story.json(&["index", "notes"])["model"]["spent"]["extract"].clone();
    for (what, most) in [("input", 0.03), ("output", 0.15), ("money", 0.15)] {
        let told = (estimate[what]["low"].as_f64().unwrap() + estimate[what]["high"].as_f64().unwrap()) / 2.0;
        let off = told / spent[what].as_f64().unwrap() - 1.0;
        println!("{what}: {:+.2} %", off * 100.0);
        assert!(off.abs() <= most, "{what}: {off:+.3}\n{estimate:#}\n{spent:#}");
    }
}

#[test]
fn a_budget_ends_a_run_cleanly_and_the_next_one_goes_on() {
    let server = start(Plan::default()).unwrap();
    let prices = "price_input = 1000\nprice_output = 1000\nmost_at_once = 2\n";
    let (story, whole) = (of_notes(12, 3), of_notes(12, 3));
    name_the_model(&whole, &server.url(), prices);
    let all = whole.json(&["index", "notes"])["model"].clone();
    let (money, calls) = (all["spent"]["extract"]["money"].as_f64().unwrap(), server.counts().begun);
    name_the_model(&story, &server.url(), prices);
    let budget = format!("{:.2}", money / 2.0);
    let first = story.run(&["index", "notes", "--budget", &budget, "--json"]).ended(4);
    let first: Value = serde_json::from_str(&first.out).expect("a report");
    let model = &first["model"];
    let spent = model["spent"]["extract"]["money"].as_f64().unwrap();
    assert!(spent <= money / 2.0 && spent > money / 10.0, "{spent} of {money}: {model:#}");
    assert_eq!((&model["stopped"]["why"], &model["failed"]), (&"model".into(), &Value::Array(vec![])), "{model:#}");
    let read = read_by(&story.dump(), "model");
    assert!(0 < read && read < chunks(&story.dump()), "{read}");
    story.run(&["search", "Kronstadt"]).succeeded();
    story.run(&["doctor"]).succeeded();
    let rest = story.json(&["extract"]);
    assert_eq!(rest["stopped"], Value::Null, "{rest:#}");
    assert_eq!(server.counts().begun, 2 * calls, "nothing is asked twice");
    assert!(story.dump() == whole.dump(), "the dumps differ");
    let unpriced = of_notes(1, 1);
    name_the_model(&unpriced, &server.url(), "");
    assert!(unpriced.run(&["index", "notes", "--budget", "1"]).ended(2).err.contains("llm.price_input"));
}

#[test]
fn a_file_that_moves_is_not_read_again() {
    let server = start(Plan::default()).unwrap();
    let story = of_notes(3, 9);
    name_the_model(&story, &server.url(), "");
    let first = story.json(&["index", "notes"]);
    assert!(first["model"]["windows"].as_u64() > Some(6), "each note has several windows: {first:#}");
    let calls = server.counts().begun;
    for (from, to) in [("000.md", "nightly.md"), ("001.md", "below/moved.md")] {
        story.write(to, &std::fs::read(story.path(from)).unwrap());
        std::fs::remove_file(story.path(from)).unwrap();
    }
    let again = story.json(&["index", "notes"]);
    assert_eq!(again["model"]["failed"], Value::Array(vec![]), "{again:#}");
    assert_eq!(server.counts().begun, calls, "{again:#}");
}
