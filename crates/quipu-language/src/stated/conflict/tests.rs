//! Tests of pairs of sentences by example.

use super::*;

fn pair(one: &str, other: &str) -> (Clash, Difference) {
    let undated = |text| Dated { text, day: None };
    let found = compared(undated(one), undated(other), &[]);
    (found.clash, found.difference)
}

#[test]
fn what_cannot_both_hold_is_a_conflict() {
    for (one, other, difference) in [
        ("The tower is 30 metres high.", "The tower is 45 metres high.", Difference::Number),
        ("The lease runs for 18 months.", "The lease runs for three years.", Difference::Number),
        ("The tunnel was opened on 2 May 1971.", "The tunnel was opened on 9 May 1971.", Difference::Date),
        ("Ada Lind was born in Turku.", "Ada Lind was born in Bergen.", Difference::Object),
        ("Quarry Hall is owned by the Lind family.", "The Moreau family owns Quarry Hall.", Difference::Object),
        ("The pool is heated.", "The pool is not heated.", Difference::Negation),
        ("Smoking is allowed on deck.", "Smoking is forbidden on deck.", Difference::Negation),
        ("Концерт был отменен.", "Концерт прошел с успехом.", Difference::Nothing),
        ("Длина моста составляет 300 метров.", "Длина моста составляет 350 метров.", Difference::Number),
    ] {
        let expected = if difference == Difference::Nothing { Clash::None } else { Clash::Conflict };
        assert_eq!(pair(one, other), (expected, difference), "{one} {other}");
    }
}

#[test]
fn what_can_both_hold_is_none() {
    for (one, other) in [
        ("The walk is 5 km long.", "The walk is about 3 miles long."),
        ("Ada Lind speaks Finnish.", "Ada Lind speaks Danish."),
        ("Ada Lind was born in Turku.", "Ada Lind was born in Finland."),
        ("The pool is heated.", "The pool is not heated in summer."),
        ("Not all rooms are heated.", "All rooms are heated."),
        ("The north tower is 30 metres high.", "The south tower is 45 metres high."),
        ("Ada Lind leads the Harbour team.", "Ada Lind leads the Bridge team."),
        ("Some think that the bridge will fall.", "The council thinks that the bridge will stand."),
        ("The school was founded in 1901.", "The school was founded on 4 June 1901."),
    ] {
        assert_eq!(pair(one, other).0, Clash::None, "{one} {other}");
    }
}

#[test]
fn what_was_so_first_is_a_change() {
    let at = |text, year| Dated { text, day: Some(Day { year, month: 0, day: 0 }) };
    let found =
        compared(at("Ada Lind leads the Harbour team.", 2020), at("Per Holm leads the Harbour team.", 2023), &[]);
    assert_eq!((found.clash, found.difference), (Clash::Change, Difference::Object));
    let found = compared(at("Ada Lind was born in 1920.", 2001), at("Ada Lind was born in 1921.", 2010), &[]);
    assert_eq!(found.clash, Clash::Conflict);
}
