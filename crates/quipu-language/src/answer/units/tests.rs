//! Tests of the units of each kind of block, and of blocks that are no unit.

use proptest::prelude::*;

use super::*;

/// Each unit: its kind, its lead-in, its visible text.
fn read(text: &str) -> Vec<(UnitKind, Vec<String>, String)> {
    let found = units(text, 0, &["Guide".to_owned()], Format::Markdown);
    let told = |unit: &Unit| {
        let lead = unit.lead.iter().map(|lead| found.seen(*lead)).collect();
        (unit.kind, lead, found.seen(unit.span))
    };
    found.units.iter().map(told).collect()
}

fn kinds(text: &str) -> Vec<UnitKind> {
    read(text).into_iter().map(|(kind, ..)| kind).collect()
}

fn said(text: &str) -> Vec<String> {
    read(text).into_iter().map(|(.., said)| said).collect()
}

#[test]
fn a_member_has_its_lead_in_and_the_members_above_it() {
    let text = "The gate needs two things:\n\n- oil\n  - of whales\n  - of seeds\n- a key\n";
    let found = read(text);
    let lead = "The gate needs two things:".to_owned();
    assert_eq!(found[0], (UnitKind::List, vec![lead.clone()], text[28..].trim_end().to_owned()));
    assert_eq!(found[1], (UnitKind::Member, vec![lead.clone()], "oil".to_owned()));
    assert_eq!(found[2].0, UnitKind::List);
    assert_eq!(found[2].1, [lead.clone(), "oil".to_owned()]);
    assert_eq!(found[3], (UnitKind::Member, vec![lead.clone(), "oil".to_owned()], "of whales".to_owned()));
    assert_eq!(found[5], (UnitKind::Member, vec![lead], "a key".to_owned()));
}

#[test]
fn a_row_is_whole_whatever_its_cells_say() {
    let text =
        "| Name | What it is |\n|---|---|\n| `wait` | Seconds to wait. Default: 30. See (b). |\n| `url` | An address |";
    let found = read(text);
    assert_eq!(found.len(), 2);
    assert_eq!(found[0].0, UnitKind::Row);
    assert_eq!(found[0].2, "| `wait` | Seconds to wait. Default: 30. See (b). |");
    assert!(found[0].1[0].starts_with("| Name | What it is |"));
    assert_eq!(said("#|\n|| `wait` | Seconds.\n\nAt least 3. ||\n|| `url` | An address ||\n|#").len(), 2);
}

#[test]
fn numbered_lists_are_steps_and_go_on_behind_code() {
    let text = "1. Build it:\n\n```sh\nmake\n```\n\n2. Run it:\n\n```sh\n./run\n```\n";
    let found = read(text);
    let steps: Vec<&String> =
        found.iter().filter(|(kind, ..)| *kind == UnitKind::Steps).map(|(.., said)| said).collect();
    assert_eq!(steps, [text.trim_end()]);
    let code: Vec<&Vec<String>> =
        found.iter().filter(|(kind, ..)| *kind == UnitKind::Code).map(|(_, lead, _)| lead).collect();
    assert_eq!(code, [&["Build it:"], &["Run it:"]]);
}

#[test]
fn a_short_section_of_prose_and_code_is_a_procedure() {
    let text = "## Set up\n\nGet it:\n\n    fetch it\n\nThen run it.\n\n    run it\n\n## Else\n\nText.";
    let found = read(text);
    let steps = found.iter().find(|(kind, ..)| *kind == UnitKind::Steps).unwrap();
    assert!(steps.2.starts_with("Get it:") && steps.2.ends_with("run it"));
    assert!(!kinds("## Set up\n\nRun it:\n\n    run it\n").contains(&UnitKind::Steps));
}

#[test]
fn setext_headings_are_headings_and_sections_have_their_path() {
    let text = "2.0.0 (2020-01-02)\n==================\nIt is faster.\n\nFixes\n-----\nA leak is mended.";
    let found = units(text, 0, &["Log".to_owned()], Format::Markdown);
    let path = |at: usize| found.sections[found.units[at].section].join(" > ");
    assert_eq!(found.units.len(), 2);
    assert_eq!(path(0), "Log > 2.0.0 (2020-01-02)");
    assert_eq!(path(1), "Log > 2.0.0 (2020-01-02) > Fixes");
}

#[test]
fn a_definition_stands_with_its_term() {
    assert_eq!(
        read("Gate\n: A door in a fence.\n\nText."),
        [
            (UnitKind::Member, vec![], "Gate\n: A door in a fence.".to_owned()),
            (UnitKind::Sentence, vec![], "Text.".to_owned())
        ]
    );
}

#[test]
fn what_answers_nothing_is_no_unit() {
    for text in [
        "- [One](#one)\n- [Two](#two)\n- [Three](#three)",
        "[Back](a.md) | [Next](b.md)",
        "[![build](https://a.b/c.svg)](https://d.e)",
        "```mermaid\ngraph TD\n A --> B\n```",
        "<!-- a remark. Another. -->",
        "[label]: https://a.b 'A title. More.'",
        "***",
        "Introduction ........... 7",
    ] {
        assert_eq!(said(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn works_and_rights_are_aside() {
    let aside = |text: &str| units(text, 0, &[], Format::Markdown).units.iter().all(|unit| unit.aside);
    assert!(aside("## References\n\n1. A. Author: On gates. 1999.\n2. B. Author: On keys. 2001."));
    assert!(aside("Copyright (c) 2020 A. Author. All rights reserved."));
    assert!(!aside("The author has a gate."));
}

#[test]
fn long_members_become_sentences() {
    let long = format!("- {}", "This sentence has just a few words in it. ".repeat(8));
    assert!(kinds(&long).iter().all(|kind| *kind == UnitKind::Sentence));
}

#[test]
fn what_was_put_before_the_text_is_no_unit() {
    let header = "| Name | Value |\n|---|---|\n";
    let text = format!("{header}| a | 1 |");
    let found = units(&text, header.len(), &[], Format::Markdown);
    assert_eq!(found.units.len(), 1);
    assert_eq!(found.seen(found.units[0].lead[0]), header.trim_end());
}

proptest! {
    #[test]
    fn any_text_is_read_and_units_lie_in_it(text in "([-*#|>`:.\n 1a\\[\\]()]|ж|```\n|\n\n|## |1\\. ){0,160}", from in 0usize..20) {
        let from = (0..=from.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        for format in [Format::Markdown, Format::Plain] {
            let found = units(&text, from, &[], format);
            prop_assert_eq!(found.seen.len(), text.len());
            for unit in &found.units {
                prop_assert!(text.get(unit.span.range()).is_some_and(|quote| !quote.trim().is_empty()));
                prop_assert!(unit.span.range().start >= from);
                prop_assert!(unit.section < found.sections.len());
                for lead in &unit.lead {
                    prop_assert!(text.get(lead.range()).is_some());
                }
            }
        }
    }
}
