//! Votes: an entity shows the value of most of its contributions.

use crate::text::is_nominative_of;

use super::Kind;

/// The name that most mentions use; among equals the smallest by bytes. A form in another case gives way to the
/// nominative, where one is written. Empty without votes.
pub fn vote_name<'a>(forms: impl IntoIterator<Item = (&'a str, u64)>) -> &'a str {
    let forms: Vec<(&str, u64)> = forms.into_iter().filter(|(_, votes)| *votes > 0).collect();
    let most = |among: &mut dyn Iterator<Item = &(&'a str, u64)>| {
        among.max_by(|(a, votes_a), (b, votes_b)| votes_a.cmp(votes_b).then_with(|| b.cmp(a))).map(|(form, _)| *form)
    };
    let best = most(&mut forms.iter()).unwrap_or_default();
    if best.is_ascii() {
        return best;
    }
    most(&mut forms.iter().filter(|(form, _)| is_nominative_of(form, best))).unwrap_or(best)
}

/// An ordinary word has more votes as one than all others together, so many times.
const WORD: u64 = 3;
/// A person or a place has this part of the votes of names, or more: a parser takes any name for one now and then.
const SURE: u64 = 2;
/// The part of any other kind: a sentence says now and then what is not meant.
const SAID: u64 = 10;

/// The kind that most mentions give; a kind that says something wins over [`Kind::Entity`], and
/// among equals the first in [`Kind::ALL`]. A name is a [`Kind::Word`] where more than three of four say so.
pub fn vote_kind(kinds: impl IntoIterator<Item = (Kind, u64)>) -> Kind {
    let mut votes = [0_u64; Kind::ALL.len()];
    for (kind, count) in kinds {
        votes[kind as usize] += count;
    }
    let words = votes[Kind::Word as usize];
    let named = votes.iter().sum::<u64>() - words;
    if words > named.saturating_mul(WORD) {
        return Kind::Word;
    }
    let of = |kind: Kind| votes[kind as usize];
    let part = |kind: Kind| if matches!(kind, Kind::Person | Kind::Place) { SURE } else { SAID };
    let weak = |kind: Kind| of(kind).saturating_mul(part(kind)) < named;
    let telling = Kind::ALL.into_iter().filter(|kind| !matches!(kind, Kind::Entity | Kind::Word));
    let best = telling.filter(|kind| of(*kind) > 0 && !weak(*kind)).max_by(|a, b| of(*a).cmp(&of(*b)).then(b.cmp(a)));
    best.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_do_not_depend_on_order() {
        assert_eq!(vote_name([("b", 2), ("a", 2), ("c", 1)]), "a");
        assert_eq!(vote_name([("a", 2), ("b", 2)]), "a");
        assert_eq!(vote_kind([(Kind::Entity, 5), (Kind::Work, 1), (Kind::Org, 1)]), Kind::Org);
        assert_eq!(vote_kind([(Kind::Entity, 9)]), Kind::Entity);
    }

    #[test]
    fn the_nominative_is_shown() {
        assert_eq!(vote_name([("Азии", 5), ("Азия", 1), ("Азию", 3)]), "Азия");
        assert_eq!(vote_name([("Азии", 5), ("Азию", 3)]), "Азии");
    }

    #[test]
    fn a_word_and_a_guess_need_most_votes() {
        assert_eq!(vote_kind([(Kind::Word, 9), (Kind::Place, 3)]), Kind::Place);
        assert_eq!(vote_kind([(Kind::Word, 10), (Kind::Place, 3)]), Kind::Word);
        assert_eq!(vote_kind([(Kind::Word, 1)]), Kind::Word);
        assert_eq!(vote_kind([(Kind::Entity, 9), (Kind::Person, 3), (Kind::Service, 2)]), Kind::Service);
        assert_eq!(vote_kind([(Kind::Entity, 9), (Kind::Person, 9)]), Kind::Person);
    }
}
