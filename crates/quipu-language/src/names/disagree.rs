//! A check of names that a text joins: two of which it says that they are things of other kinds are not one.
//!
//! Only kinds with evidence count, and only those that exclude each other: a person is no place, a date is nothing else.
//! Cost: a walk over the mentions of a chunk for each of its links.

use quipu_kernel::model::{Facts, Kind, Name};

/// Leaves out links between names of kinds that exclude each other.
pub(crate) fn leave_disagreeing(facts: &mut Facts) {
    let Facts { links, mentions, .. } = facts;
    let kind = |name: &Name| {
        let mut kinds = mentions.iter().filter(|mention| mention.name == *name).map(|mention| mention.kind);
        let first = kinds.next()?;
        kinds.all(|kind| kind == first).then_some(first)
    };
    links.retain(|link| match (kind(&link.a), kind(&link.b)) {
        (Some(one), Some(other)) => !exclude(one, other),
        _ => true,
    });
}

/// True for two kinds that no thing is both of.
fn exclude(one: Kind, other: Kind) -> bool {
    match (one, other) {
        (Kind::Person, Kind::Place) | (Kind::Place, Kind::Person) => true,
        (one, other) => (one == Kind::Date) != (other == Kind::Date),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quipu_kernel::model::{AliasLink, AliasRule, Mention, Span};

    #[test]
    fn a_person_is_no_place_and_a_date_nothing_else() {
        let left = |one: Kind, other: Kind| {
            let mention = |form: &str, kind| Mention {
                name: Name::new(form),
                form: form.to_owned(),
                span: Span::new(0, 1),
                kind,
            };
            let link =
                AliasLink { a: Name::new("Ulm"), b: Name::new("Ola"), rule: AliasRule::Known, quote: Span::default() };
            let mentions = vec![mention("Ulm", one), mention("Ola", other)];
            let mut facts = Facts { links: vec![link], mentions, ..Facts::default() };
            leave_disagreeing(&mut facts);
            facts.links.len()
        };
        assert_eq!(left(Kind::Place, Kind::Person), 0);
        assert_eq!(left(Kind::Date, Kind::Work), 0);
        assert_eq!(left(Kind::Entity, Kind::Person), 1);
        assert_eq!(left(Kind::Org, Kind::Place), 1);
    }
}
