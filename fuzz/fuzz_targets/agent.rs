//! The laws of what the agent reads: any question has a route, its plan may run, and what sentences state lies in them; any
//! expression is reckoned or refused; any line is one of an ontology or none.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quipu_language::arithmetic::reckon;
use quipu_language::clauses::clause::{clauses, topic};
use quipu_language::clauses::clause_match::findings;
use quipu_language::clauses::conflict::{Dated, compared};
use quipu_language::clauses::statement::statement;
use quipu_language::plan::{Ontology, parts, route};

fuzz_target!(|data: (&str, &str, &str)| {
    let (question, title, text) = data;
    let routed = route(question, &[]);
    assert!((0.0..=1.0).contains(&routed.sure), "a rule is surer than sure");
    let plan = parts(question, &routed, &[]);
    assert!(plan.holds(), "a plan that may not run");
    let (read, about) = (clauses(title, text, &[]), topic(title, &[]));
    for clause in &read {
        assert!(text.get(clause.span.range()).is_some(), "a clause lies outside");
        let _ = statement(clause, &about);
    }
    for part in &plan.parts {
        for found in findings(&part.wanted, &read, &about) {
            assert!(found.clause < read.len() && found.covered <= 1.0 + 1e-9, "more is found than is asked");
        }
    }
    let _ = compared(Dated { text: question, day: None }, Dated { text, day: None }, &[]);
    let _ = reckon(question);
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    if let Ok(ontology) = Ontology::read(&lines, &lines) {
        let _ = ontology.canonical(question, false);
        let _ = ontology.kind(title);
    }
});
