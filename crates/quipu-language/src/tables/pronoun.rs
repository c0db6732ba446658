//! What the tables of pronouns say of each: what it may stand for, and which readers take it.
//!
//! Readers take different pronouns; each row has a column for each reader. Answers depend on the differences, so no
//! column was made like another.

/// The meaning of a pronoun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sort {
    /// A man.
    He,
    /// A woman.
    She,
    /// A thing.
    It,
    /// Several, or a body of people.
    They,
}

/// The readers that take a pronoun, as a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Takers(pub(crate) u8);

impl Takers {
    /// Statements from trees know it for a pronoun, which names nothing by itself.
    pub(crate) const TREES: Self = Self(1);
    /// There it may mean the topic of its document.
    pub(crate) const TOPIC: Self = Self(2);
    /// Clauses put the topic's name in its place.
    pub(crate) const CLAUSES: Self = Self(4);
    /// A sentence that begins with it points back to the one before.
    pub(crate) const ANSWERS: Self = Self(8);
    /// A question with it depends on earlier texts.
    pub(crate) const FOLLOWS: Self = Self(16);
    /// In a question it surely means a person.
    pub(crate) const PERSONS: Self = Self(32);

    /// The union of both sets.
    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    fn any(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// A pronoun with its meaning and its readers.
pub(crate) type Pronoun = (&'static str, Sort, Takers);

/// The rows of a table that these readers take.
pub(crate) fn taken(table: &'static [Pronoun], taker: Takers) -> impl Iterator<Item = &'static Pronoun> {
    table.iter().filter(move |(.., takers)| takers.any(taker))
}
