//! Tests of plans of questions by example.

use super::*;
use crate::nations::nation;
use crate::ties::{Bond, canonical};

fn ties(words: &str, names: usize) -> Option<(Vec<Bond>, Option<Compared>)> {
    plan(words, names).map(|plan| (plan.ties, plan.compared))
}

#[test]
fn a_chain_is_read_from_its_end() {
    assert_eq!(ties("who is the mother of the director of film", 1), Some((vec![Bond::Director, Bond::Mother], None)));
    assert_eq!(ties("when did father die", 1), Some((vec![Bond::Father, Bond::DiedOn], None)));
    assert_eq!(ties("where was the composer of song born", 1), Some((vec![Bond::Composer, Bond::BornIn], None)));
    assert_eq!(ties("who is the paternal grandfather of", 1), Some((vec![Bond::Father, Bond::Father], None)));
    assert_eq!(ties("who is the director of film", 1), None, "one statement answers it");
}

#[test]
fn two_names_are_compared() {
    let both = |words: &str| ties(words, 2);
    assert_eq!(both("who died first or"), Some((vec![Bond::DiedOn], Some(Compared::Earlier))));
    let older = "which film has the director who is older or";
    assert_eq!(both(older), Some((vec![Bond::Director, Bond::BornOn], Some(Compared::Earlier))));
    let same = "do both directors of films and have the same nationality";
    assert_eq!(both(same), Some((vec![Bond::Director, Bond::Nationality], Some(Compared::Same))));
    assert_eq!(both("are and located in the same country"), Some((vec![Bond::Country], Some(Compared::Same))));
}

#[test]
fn predicates_have_one_name_whoever_words_them() {
    assert_eq!(canonical("directs", false), ("directed by", true));
    assert_eq!(canonical("relies on", false), ("depends on", false));
    assert_eq!(canonical("born in", true), ("born on", false));
    assert_eq!(canonical("born in", false), ("born in", false));
    assert_eq!(canonical("written by", false), ("written by", false));
    assert_eq!(canonical("writes", false), ("written by", true));
    assert_eq!(canonical("song by", false), ("performed by", false));
    assert_eq!(canonical("gets hour from", false), ("gets hour from", false));
    assert_eq!(canonical("plays against", false), ("plays against", false));
    assert!(Bond::Director.leads("film by") && Bond::Parent.leads("illegitimate son of"));
}

#[test]
fn a_nation_has_its_adjective() {
    assert_eq!(
        (nation("american"), nation("the united states"), nation("mars")),
        ("united states", "united states", "mars")
    );
}
