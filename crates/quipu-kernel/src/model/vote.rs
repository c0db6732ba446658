//! Votes: an entity shows the value of most of its contributions.

use super::Kind;

/// The name that most mentions use; among equals the smallest by bytes. Empty without votes.
pub fn vote_name<'a>(forms: impl IntoIterator<Item = (&'a str, u64)>) -> &'a str {
    let best = forms.into_iter().max_by(|(a, votes_a), (b, votes_b)| votes_a.cmp(votes_b).then_with(|| b.cmp(a)));
    best.map_or("", |(form, _)| form)
}

/// The kind that most mentions give; a kind that says something wins over [`Kind::Entity`], and
/// among equals the first in [`Kind::ALL`].
pub fn vote_kind(kinds: impl IntoIterator<Item = (Kind, u64)>) -> Kind {
    let telling = kinds.into_iter().filter(|(kind, votes)| *kind != Kind::Entity && *votes > 0);
    let best = telling.max_by(|(a, votes_a), (b, votes_b)| votes_a.cmp(votes_b).then_with(|| b.cmp(a)));
    best.map_or(Kind::Entity, |(kind, _)| kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_do_not_depend_on_order() {
        assert_eq!(vote_name([("b", 2), ("a", 2), ("c", 1)]), "a");
        assert_eq!(vote_name([("a", 2), ("b", 2)]), "a");
        assert_eq!(vote_kind([(Kind::Entity, 9), (Kind::Place, 1), (Kind::Org, 1)]), Kind::Org);
        assert_eq!(vote_kind([(Kind::Entity, 9)]), Kind::Entity);
    }
}
