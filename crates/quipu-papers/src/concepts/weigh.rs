//! The score of a candidate for being a concept: points of a linear score (termhood).
//!
//! The points are whole tenths of log-odds, rounded by hand from twenty labelled abstracts; points without effect when
//! left out one by one were dropped. Cost: a few look-ups a candidate.

use quipu_language::scholarly::{Traits, traits};

use super::candidates::{Candidate, Roles};

/// Candidates with fewer points are left out.
pub(super) const ENOUGH: i32 = 3;

/// The points of a candidate.
pub(super) fn points(one: &Candidate) -> i32 {
    -2 + of_form(one) + of_head(one) + of_use(one)
}

/// True if it is one plain word.
fn is_single(one: &Candidate) -> bool {
    one.words.len() == 1 && !one.named && !one.short
}

fn sum(points: &[(bool, i32)]) -> i32 {
    points.iter().filter(|(holds, _)| *holds).map(|(_, points)| points).sum()
}

/// True if small letters or digits stand beside capitals.
fn is_mixed(name: &str) -> bool {
    let has = |is: fn(char) -> bool| name.chars().any(is);
    has(char::is_uppercase) && (has(char::is_lowercase) && !name.ends_with('s') || has(|c| c.is_ascii_digit()))
}

/// Points for its spelling.
fn of_form(one: &Candidate) -> i32 {
    let single = is_single(one);
    let hyphen = one.words.iter().any(|word| word.contains('-'));
    sum(&[
        (one.named && one.words.len() == 1 && is_mixed(&one.name), 10),
        (one.capital && !one.named, 4),
        (one.capital && single && !hyphen, 7),
        (one.short, 11),
        (one.lead, 30),
        (single && !hyphen, -14),
        (one.trimmed && single, -12),
        (one.words.len() >= 3, 5),
        (one.name.contains('$'), -10),
        (one.name.contains('='), -20),
    ])
}

/// Points for its head noun.
fn of_head(one: &Candidate) -> i32 {
    let head = one.head();
    let known = traits(head);
    let single = is_single(one);
    let term = known.any(Traits::TERM);
    let empty = known.any(Traits::EMPTY) && !one.named;
    let broad = known.any(Traits::BROAD) && !one.named;
    let ends = |endings: &[&str]| endings.iter().any(|ending| head.ends_with(ending));
    sum(&[
        (term && single, 5),
        (term && !single, 7),
        (!(term || empty || broad || one.named), -10),
        (empty && !term, -15),
        (broad && !term && !empty, -2),
        ((empty || broad) && single, -20),
        (known.any(Traits::METRIC), 12),
        (known.any(Traits::DATASET) && !one.named, -12),
        (known.any(Traits::METHOD), 3),
        (known.any(Traits::ALGORITHM), 4),
        (known.any(Traits::UNIT), -10),
        (ends(&["ity", "ness", "ment"]), 7),
        (ends(&["ing", "tion", "sion"]), 5),
    ])
}

/// Points for its places and roles.
fn of_use(one: &Candidate) -> i32 {
    let role = |role: Roles| one.roles.any(role);
    sum(&[
        (one.titled, 10),
        (one.places.len() >= 2, 9),
        (one.places.len() >= 3, 7),
        (role(Roles::AFTER_WITH), 11),
        (role(Roles::AFTER_OF), 9),
        (role(Roles::AFTER_FOR), 6),
        (role(Roles::AFTER_IN), 3),
        (role(Roles::AFTER_ON), 2),
        (role(Roles::SUBJECT), 7),
        (role(Roles::OBJECT), 2),
        (role(Roles::OF_CUE), 4),
        (role(Roles::LISTED), 6),
    ])
}
