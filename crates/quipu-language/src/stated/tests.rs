//! Properties for any input: nothing of this module panics, and plans are valid.

use proptest::prelude::*;

use super::clauses::{clauses, topic};
use super::conflict::{Dated, compared};
use super::find::{findings, pairs};
use super::pieces::pieces;
use super::statement::statement;
use super::wanted::wanted;
use crate::plan::{parts, route};

const TEXT: &str = "([A-ZА-Яa-zа-яё]{0,7}|[0-9]{1,4}|that|which|котор(ая|ого)|of the|depends on|is|it|and|or|[«»\"(),.;:?!%-]|\n- |May|мая| ){0,24}";

proptest! {
    #[test]
    fn sentences_of_any_sort_are_read(title in "[A-Za-zА-я ]{0,12}", text in TEXT, other in TEXT) {
        let known = topic(&title, &[]);
        let asked = wanted(&pieces(&other, &[]));
        let read = clauses(&title, &text, &[]);
        findings(&asked, &read, &known);
        for clause in &read {
            prop_assert!(text.get(clause.span.range()).is_some());
            pairs(clause, &known, &["depend", "use"]);
            statement(clause, &known);
        }
        compared(Dated { text: &text, day: None }, Dated { text: &other, day: None }, &[]);
    }

    #[test]
    fn every_plan_holds(question in TEXT) {
        let plan = parts(&question, &route(&question, &[]), &[]);
        prop_assert!(plan.holds(), "{:?}", plan);
    }

    #[test]
    fn a_sentence_does_not_contradict_itself(text in TEXT) {
        let same = Dated { text: &text, day: None };
        prop_assert_eq!(compared(same, same, &[]).clash, super::conflict::Clash::None);
    }
}
