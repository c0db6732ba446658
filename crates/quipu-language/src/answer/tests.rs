//! Properties of an answer of quoted units, on worked cases of each kind of unit and question, and on any text.

use proptest::prelude::*;

use super::*;
use quipu_kernel::model::Day;
use quipu_kernel::view::Counts;

/// A workspace of 100 chunks in which each word of the question stands in `chunks`.
fn counts(question: &Question, chunks: u64) -> WordCounts {
    let workspace = Counts { documents: 100, chunks: 100, length: 5000 };
    WordCounts { workspace, chunks: vec![chunks; question.words.len()] }
}

/// A lexicon that knows no word.
pub(super) fn nothing(_: &str) -> Option<Vec<f32>> {
    None
}

/// The first number of four digits, with the month and the day that a date as machines write it has after it.
pub(super) fn year(text: &str) -> Option<Day> {
    let mut parts = text.split(['T', ' ']).next().unwrap_or_default().split('-').map(str::parse::<u8>);
    let year = text.split('-').next().and_then(|year| year.parse().ok());
    if let (Some(year), Some(_), Some(Ok(month)), Some(Ok(day))) = (year, parts.next(), parts.next(), parts.next()) {
        return Some(Day { year, month, day });
    }
    let mut numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|number| number.len() == 4);
    numbers.next()?.parse().ok().map(|year| Day { year, month: 0, day: 0 })
}

/// One document of Markdown, all of it a hit.
pub(super) struct Page(pub(super) &'static str, pub(super) &'static str);

fn extract(asked: &str, pages: &[Page], options: &AnswerOptions) -> Extract {
    let question = Question::new(asked);
    let hits: Vec<[PassageHit; 1]> = (0..pages.len())
        .map(|rank| [PassageHit { span: Span::new(0, pages[rank].1.len()), score: 1.0 / (rank + 1) as f64, rank }])
        .collect();
    let passage = |(page, hits)| {
        let Page(title, text): &Page = page;
        Passage { title, headings: &[], text, from: 0, format: Format::Markdown, hits }
    };
    let passages: Vec<Passage<'_>> =
        pages.iter().zip(&hits).map(|(page, hits)| passage((page, hits.as_slice()))).collect();
    answer(&question, &counts(&question, 3), &passages, &nothing, &year, options)
}

/// The answer as Markdown.
pub(super) fn said(asked: &str, pages: &[Page]) -> String {
    joined(&extract(asked, pages, &AnswerOptions::default()).units)
}

pub(super) fn refused(asked: &str, pages: &[Page]) -> bool {
    extract(asked, pages, &AnswerOptions::default()).refused
}

const BRIDGE: Page =
    Page("Selm", "The town is old. The iron bridge of Selm was built by John Roe in 1802. Many people visit.");

#[test]
fn a_reader_moves_the_unit_that_it_prefers_and_no_refusal() {
    let page =
        Page("Vault", "The vault of Selm is open in summer. The vault of Selm is dry. The vault of Selm is of brick.");
    let question = Question::new("What is the vault of Selm like?");
    let counts = counts(&question, 1);
    let headings: &[String] = &[];
    let hits = [PassageHit { span: Span::new(0, page.1.len()), score: 1.0, rank: 0 }];
    let passages = [Passage { title: page.0, headings, text: page.1, from: 0, format: Format::Markdown, hits: &hits }];
    let options = AnswerOptions { units: 1, more: 0, ..AnswerOptions::default() };
    let scored = || ScoredEvidence::new(&question, &counts, &passages, &nothing);
    let units = scored().units_to_read(10);
    assert!(units.iter().all(|unit| unit.text.starts_with("Vault. The vault")), "{units:?}");
    let of = |word: Option<&str>| {
        let logits: Vec<f32> = units
            .iter()
            .map(|unit| if word.is_some_and(|word| unit.text.contains(word)) { 9.0 } else { -9.0 })
            .collect();
        let scores = UnitScores::new(&units, &logits);
        let found = scored().answer(&nothing, &year, &options, word.map(|_| &scores));
        (joined(&found.units), found.signals, found.refused)
    };
    let (_, signals, refused) = of(None);
    for word in ["summer", "dry", "brick"] {
        let (text, of_reader, refused_with) = of(Some(word));
        assert!(text.contains(word), "{text}");
        assert_eq!((of_reader, refused_with), (signals, refused));
    }
}

#[test]
fn an_answer_stands_however_it_is_written() {
    assert!(stands("The Crystal Palace", "It burned: the crystal palace, gone."));
    assert!(!stands("1851", "in 1852") && !stands("", "anything"));
}

#[test]
fn one_sentence_answers_where_one_does() {
    let said = said("Who built the iron bridge of Selm?", &[BRIDGE, Page("Iron", "Iron is a metal.")]);
    assert_eq!(said, "The iron bridge of Selm was built by John Roe in 1802. [1]");
}

#[test]
fn what_nothing_says_is_refused() {
    assert!(refused("Who composed the Ninth Symphony of Mahler?", &[BRIDGE]));
    assert!(!refused("Who built the iron bridge of Selm?", &[BRIDGE]));
    let empty = extract("", &[], &AnswerOptions::default());
    assert!(empty.refused && empty.units.is_empty());
}

#[test]
fn one_shared_word_carries_nothing() {
    let page = Page("Minutes", "The council chose a new mascot. It will be shown in May.");
    assert!(refused("How much did the trip of the mascot to Lisbon cost?", &[page]));
}

#[test]
fn imperatives_are_questions() {
    let page =
        || Page("The Iron Bridge", "The Iron Bridge crosses the Sarn. It was built in 1889. It is not open to carts.");
    for asked in ["Tell me about the Iron Bridge", "Describe the Iron Bridge", "Explain the Iron Bridge"] {
        assert!(!refused(asked, &[page()]), "{asked}");
        assert!(said(asked, &[page()]).contains("crosses the Sarn"), "{asked}");
    }
}

#[test]
fn a_sentence_that_points_back_comes_with_what_it_points_to() {
    let page = Page(
        "Velmora",
        "Mara Quill keeps the clock of the Ash Tower. The Ash Tower stands in Velmora. It was built in 1612 and is 48 metres high.",
    );
    let said = said("When was the Ash Tower built?", &[page]);
    assert!(said.contains("The Ash Tower stands in Velmora. It was built in 1612 and is 48 metres high. ["), "{said}");
}

#[test]
fn a_row_is_pairs_and_no_full_stop_ends_it() {
    let page = Page(
        "Settings",
        "## Timeouts\n\n| Field | Meaning | Default |\n|---|---|---|\n| `read` | Time to read. In seconds. | 30 |\n| `write` | Time to write | 90 |",
    );
    let said = said("What is the default of the read timeout?", &[page]);
    assert_eq!(said, "**Timeouts:** Field: `read`; Meaning: Time to read. In seconds.; Default: 30 [1]");
}

#[test]
fn a_row_is_looked_up_by_a_number_in_it() {
    let page = Page(
        "visits",
        "| visit_no | guest | room |\n|---|---|---|\n| V-20 | Olu | 3 |\n| V-21 | Petra | 7 |\n| V-22 | Cyr | 21 |",
    );
    for (asked, row, other) in [
        ("Which guest made visit V-21?", "Petra", "Olu"),
        ("What is V-22?", "Cyr", "Petra"),
        ("Which guest has room 21?", "Cyr", "Petra"),
    ] {
        let found = extract(asked, &[Page(page.0, page.1)], &AnswerOptions::default());
        let said = joined(&found.units);
        assert!(!found.refused && said.contains(row) && !said.contains(other), "{asked} {said} {:?}", found.signals);
    }
    let other = extract("Who painted the ceiling of V-21?", &[page], &AnswerOptions::default());
    assert!(other.signals.looked_up < 1.0, "no column says anything of that");
}

#[test]
fn a_long_row_has_a_line_for_each_pair() {
    let page = Page(
        "Settings",
        "| Field | Meaning | Default |\n|---|---|---|\n| `log.level` | How much is written to the log: everything, what went wrong, or nothing whatever happens | errors |",
    );
    let said = said("Which default has log.level?", &[page]);
    assert!(
        said.starts_with("- Field: `log.level`\n- Meaning: How much") && said.ends_with("- Default: errors [1]"),
        "{said}"
    );
}

#[test]
fn a_member_comes_with_its_lead_in() {
    let page =
        Page("Board", "The board has these parts:\n\n- 40 KiB of memory\n- two lamps\n- a button, which is blue");
    assert_eq!(said("How much memory has the board?", &[page]), "The board has these parts:\n\n- 40 KiB of memory [1]");
}

#[test]
fn a_list_comes_whole_with_its_lead_in_where_things_of_a_sort_are_asked_for() {
    let page = Page(
        "Gates",
        "Gates are old.\n\nThese formats of gates are supported:\n\n- wooden gates\n- iron gates\n- stone gates\n\nGates rust.",
    );
    assert_eq!(
        said("Which formats of gates are supported?", &[page]),
        "These formats of gates are supported:\n\n- wooden gates\n- iron gates\n- stone gates [1]"
    );
}

#[test]
fn steps_come_all_and_in_order() {
    let page = Page(
        "Gate",
        "# Open the gate\n\nThe gate is heavy.\n\n1. Turn the key.\n2. Lift the bar:\n\n```sh\nlift bar\n```\n\n3. Push.\n\nIt opens inwards.",
    );
    let said = said("How do I open the gate?", &[page]);
    let places: Vec<_> =
        ["1. Turn the key.", "2. Lift the bar:", "lift bar", "3. Push."].map(|step| said.find(step)).into();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{said}");
}

#[test]
fn wrapped_lines_are_joined_and_numbers_counted_up() {
    let page = Page("Gate", "To open the gate:\n\n1. Turn the\n   key.\n1. Lift the bar.\n   - slowly\n1. Push.\n");
    assert_eq!(
        said("How do I open the gate?", &[page]),
        "To open the gate:\n\n1. Turn the key.\n2. Lift the bar.\n   - slowly\n3. Push. [1]"
    );
}

#[test]
fn a_list_without_end_is_cut_between_its_members() {
    let members: String = (0..90).map(|at| format!("- gate number {at} of iron\n")).collect();
    let page: &'static str = Box::leak(format!("The gates are:\n\n{members}").into_boxed_str());
    let said = said("Which gates are there?", &[Page("Gates", page)]);
    assert!(said.contains("gate number 40") && !said.contains("gate number 89") && said.contains("- … (+"), "{said}");
}

#[test]
fn code_is_given_whole_and_only_to_who_asks_what_to_type() {
    let text = "The gate is opened by its daemon, as it says:\n\n```sh\ngate open --slowly\ngate wait\n```\n\nThe gate is opened at dawn.";
    let command = said("Which command opens the gate slowly?", &[Page("Gate", text)]);
    assert!(command.contains("```sh\ngate open --slowly\ngate wait\n```\n[1]"), "{command}");
    assert!(!said("When is the gate opened?", &[Page("Gate", text)]).contains("```"));
}

#[test]
fn a_definition_wins_where_one_is_asked_for() {
    let page = || {
        Page(
            "Words",
            "Bundles are sent. A bundle can be large, and a bundle is kept. A bundle is a set of files with one name. Who sends a bundle signs it.",
        )
    };
    assert!(said("What is a bundle?", &[page()]).contains("A bundle is a set of files with one name."));
    let russian = Page(
        "Слова",
        "Бандл можно отправить. Бандл — это набор файлов с одним именем. Кто отправил бандл, тот его подписал.",
    );
    assert!(said("Что такое бандл?", &[russian]).contains("Бандл — это набор файлов с одним именем."));
}

#[test]
fn a_definition_goes_on_with_its_pronoun() {
    let page =
        Page("Files", "A dep file lies beside each program. It lists what the program was made from. Rain is wet.");
    let said = said("What is a dep file?", &[page]);
    assert!(
        said.starts_with("A dep file lies beside each program. It lists what the program was made from. [1]"),
        "{said}"
    );
}

#[test]
fn defaults_bounds_and_reasons_are_known_by_their_words() {
    let text = "The queue can be seen. By default the queue holds 512 calls. The queue holds at most 4,096 calls. The queue is short because memory is dear.";
    let first = |asked: &str| said(asked, &[Page("Queue", text)]);
    assert!(first("How many calls does the queue hold if I set nothing?").contains("512"));
    assert!(first("What is the maximum of calls that the queue holds?").contains("4,096"));
    assert!(first("Why is the queue short?").contains("because memory is dear"));
}

#[test]
fn a_heading_is_said_where_it_holds_the_version() {
    let page =
        Page("Log", "2.1.0\n=====\n\n- A hole in the parser of gates is closed.\n\n2.0.0\n=====\n\n- Gates are new.");
    assert_eq!(
        said("Which version closed the hole in the parser of gates?", &[page]),
        "**2.1.0:** A hole in the parser of gates is closed. [1]"
    );
}

#[test]
fn headings_tell_what_follows_and_are_no_answer() {
    let page = Page("Tower", "## The clock of the tower\n\nMira Holt keeps the clock wound. Rain does not stop it.");
    let said = said("Who keeps the clock of the tower?", &[page]);
    assert!(said.contains("Mira Holt keeps the clock wound.") && !said.contains('#'), "{said}");
}

#[test]
fn both_sides_of_a_comparison_come() {
    let pages = || {
        [
            Page("Oil", "Whale oil burns brightly. Whale oil smells of the sea."),
            Page("Seeds", "Seed oil burns slowly. Seed oil smells of nothing."),
        ]
    };
    let both = said("What is the difference between whale oil and seed oil?", &pages());
    assert!(both.contains("Whale oil") && both.contains("Seed oil"), "{both}");
    let one = extract("How does whale oil differ from tallow?", &pages(), &AnswerOptions::default());
    assert_eq!(one.missing.as_deref(), Some("tallow"));
}

#[test]
fn which_is_older_gets_both_dates_and_says_which() {
    let pages = || {
        [
            Page("The Iron Bridge", "The Iron Bridge crosses the Sarn. It was built in 1889 by Harl Venn. It is long."),
            Page("The Ash Tower", "Mara Quill keeps the clock. The Ash Tower was built in 1612 and is high."),
        ]
    };
    let older = extract("Which is older, the Ash Tower or the Iron Bridge?", &pages(), &AnswerOptions::default());
    assert_eq!(older.conclusion.as_deref(), Some("The earlier is Ash Tower (1612); Iron Bridge: 1889."));
    let text = joined(&older.units);
    assert!(text.contains("1612") && text.contains("1889"), "{text}");
    let newer = extract("Which is newer, the Ash Tower or the Iron Bridge?", &pages(), &AnswerOptions::default());
    assert_eq!(newer.conclusion.as_deref(), Some("The later is Iron Bridge (1889); Ash Tower: 1612."));
    let other =
        extract("Whose builder is older, the Ash Tower or the Iron Bridge?", &pages(), &AnswerOptions::default());
    assert_eq!(other.conclusion, None, "the dates are of other things");
}

#[test]
fn what_a_unit_names_is_followed() {
    let pages = [
        Page("Nocturne in Grey", "Nocturne in Grey is a film directed by Alma Reyes."),
        Page("Alma Reyes", "Alma Reyes grew up in Tarn. Alma Reyes was born in Porto in 1931."),
        Page("Porto", "Porto is a port. Many were born there."),
    ];
    let said = said("Where was the director of Nocturne in Grey born?", &pages);
    assert!(said.contains("directed by Alma Reyes") && said.contains("born in Porto"), "{said}");
}

#[test]
fn nothing_is_said_twice() {
    let found = extract("Who built the iron bridge of Selm?", &[BRIDGE, BRIDGE], &AnswerOptions::default());
    let texts: std::collections::BTreeSet<&String> = found.units.iter().map(|unit| &unit.text).collect();
    assert_eq!(texts.len(), found.units.len());
}

#[test]
fn meaning_tells_words_apart_that_the_question_does_not_say() {
    // Three directions: leave and holiday, keys, and all the rest.
    let lexicon = |text: &str| {
        let mut vector = [0.01_f32, 0.01, 0.01];
        for word in quipu_kernel::text::words(text) {
            let at = match word.text.as_str() {
                "leave" | "holiday" | "holidays" => 0,
                "keys" | "key" => 1,
                _ => 2,
            };
            vector[at] += if at == 2 { 0.05 } else { 1.0 };
        }
        let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
        Some(vector.map(|x| x / length).into())
    };
    let question = Question::new("How many holidays may I carry over?");
    let text = "You may carry over keys, 90 of them. You may carry over leave, 30 days of it.";
    let hits = [PassageHit { span: Span::new(0, text.len()), score: 1.0, rank: 0 }];
    let passage = Passage { title: "", headings: &[], text, from: 0, format: Format::Markdown, hits: &hits };
    let options = AnswerOptions { units: 1, more: 0, ..AnswerOptions::default() };
    let found = answer(&question, &counts(&question, 3), &[passage], &lexicon, &year, &options);
    assert_eq!(found.units[0].text, "You may carry over leave, 30 days of it.");
}

proptest! {
    #[test]
    fn any_text_is_answered_within_the_budget(
        asked in "\\PC{0,60}",
        texts in prop::collection::vec("(\\PC{0,8}[ .?!\n]|- |1\\. |\\| |```\n){0,30}", 0..5),
        units in 0usize..5,
        words in 0usize..40,
        score in prop_oneof![Just(f64::NAN), -1.0f64..2.0],
    ) {
        let question = Question::new(&asked);
        let hits: Vec<[PassageHit; 1]> = texts.iter().enumerate()
            .map(|(rank, text)| [PassageHit { span: Span::new(0, text.len()), score, rank }])
            .collect();
        let passages: Vec<Passage<'_>> = texts.iter().zip(&hits)
            .map(|(text, hits)| Passage { title: text, headings: &[], text, from: 0, format: Format::Markdown, hits })
            .collect();
        let options = AnswerOptions { units, words, more: 0, ..AnswerOptions::default() };
        let found = answer(&question, &counts(&question, 1), &passages, &nothing, &year, &options);
        prop_assert!(found.units.len() <= units + 2);
        for unit in &found.units {
            prop_assert!(texts[unit.passage].get(unit.span.range()).is_some());
        }
        prop_assert!(!found.units.is_empty() || found.refused);
        let s = found.signals;
        for share in [s.first, s.names, s.names_near, s.held, s.short, s.defines, s.alien, s.looked_up] {
            prop_assert!((0.0..=1.0 + 1e-9).contains(&share));
        }
        prop_assert!(joined(&found.units).len() <= 100_000);
    }
}
