//! Pairs of entities whose names may mean one thing (candidates for entity resolution), for a person to decide.
//!
//! Names alone are compared: by their letters, the order of their words, initials, acronyms, a family name, a slip of
//! the pen. Nothing is joined by it, and entities joined by rules or a person are one entity and no pair.
//!
//! Cost: one walk over the best-known entities, about twenty signatures of eight bytes each.

use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hasher as _};

use quipu_kernel::model::{Key, Kind};
use serde::Serialize;

use super::entity_brief::EntityBrief;

/// Maximum number of entities compared: those in the most chunks.
const COMPARED: usize = 50_000;
/// Maximum number of entities that share a signature: a more frequent one is uninformative.
const SHARED: usize = 8;
/// The least number of letters for which one letter may differ.
const LETTERS: usize = 6;

/// The reason why two names may mean one thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Likeness {
    /// They have the same letters: `data base` and `Database`.
    SameLetters,
    /// They have the same words in another order: `Varga Ilse`.
    WordOrder,
    /// One has initials for names of the other: `I. Varga`.
    Initials,
    /// One is made of the first letters of the other: `EEA`.
    Acronym,
    /// One is the family name of the other, and of no other entity.
    FamilyName,
    /// One letter differs: `Okonjo` and `Okonyo`.
    Spelling,
}

impl Likeness {
    /// The certainty, from 0 to 1.
    fn score(self) -> f64 {
        match self {
            Self::SameLetters => 0.95,
            Self::WordOrder => 0.9,
            Self::Initials => 0.8,
            Self::Acronym => 0.75,
            Self::FamilyName => 0.6,
            Self::Spelling => 0.5,
        }
    }
}

/// Two entities that may be one.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct NamePair {
    /// The one that is in more chunks.
    pub a: EntityBrief,
    /// The other.
    pub b: EntityBrief,
    /// The likelihood, from 0 to 1: a rank, no probability.
    pub score: f64,
    /// The reasons, the strongest first.
    pub why: Vec<Likeness>,
}

/// The pairs among entities, given the best known first: the likeliest first, then those in the most chunks.
pub(super) fn pairs(rows: &[EntityBrief]) -> Vec<NamePair> {
    let rows = &rows[..rows.len().min(COMPARED)];
    let mut found: BTreeMap<(usize, usize), Vec<Likeness>> = BTreeMap::new();
    let mut signed: HashMap<(Likeness, u64), Vec<usize>> = HashMap::new();
    for (at, row) in rows.iter().enumerate() {
        sign(row, |likeness, signature| {
            let those = signed.entry((likeness, signature)).or_default();
            if those.len() <= SHARED && those.last() != Some(&at) {
                those.push(at);
            }
        });
    }
    for ((likeness, _), those) in signed {
        let few = (2..=SHARED).contains(&those.len());
        for (first, a) in those.iter().enumerate().filter(|_| few) {
            for b in &those[first + 1..] {
                if holds(likeness, &rows[*a], &rows[*b], those.len()) {
                    let why = found.entry((*a, *b)).or_default();
                    if !why.contains(&likeness) {
                        why.push(likeness);
                    }
                }
            }
        }
    }
    let pair = |((a, b), mut why): ((usize, usize), Vec<Likeness>)| {
        why.sort_unstable();
        let score = why.iter().map(|why| why.score()).fold(0.0, f64::max);
        NamePair { a: rows[a].clone(), b: rows[b].clone(), score, why }
    };
    let mut out: Vec<NamePair> = found.into_iter().map(pair).collect();
    let order = |pair: &NamePair| (pair.b.chunks, pair.a.chunks);
    let keys = |pair: &NamePair| -> (Key, Key) { (pair.a.key, pair.b.key) };
    out.sort_by(|x, y| {
        y.score.total_cmp(&x.score).then_with(|| order(y).cmp(&order(x))).then_with(|| keys(x).cmp(&keys(y)))
    });
    out
}

/// The signatures of a name: two names that may be one share some.
fn sign(row: &EntityBrief, mut add: impl FnMut(Likeness, u64)) {
    let folded = row.folded();
    let words: Vec<&str> = folded.split(' ').filter(|word| !word.is_empty()).collect();
    let letters: Vec<char> = folded.chars().filter(|letter| *letter != ' ').collect();
    if letters.len() < 2 {
        return;
    }
    add(Likeness::SameLetters, hash(&letters));
    let mut sorted = words.clone();
    sorted.sort_unstable();
    if words.len() > 1 {
        add(Likeness::WordOrder, hash(&sorted));
    }
    if let [first, .., last] = words.as_slice() {
        add(Likeness::Initials, hash(&(first.chars().next(), last)));
    }
    if row.kind == Kind::Person
        && let Some(last) = words.last()
    {
        add(Likeness::FamilyName, hash(last));
    }
    if (2..=6).contains(&words.len()) {
        let initials: String = words.iter().filter_map(|word| word.chars().next()).collect();
        add(Likeness::Acronym, hash(&initials));
    } else if is_acronym(&row.name) {
        add(Likeness::Acronym, hash(&folded.to_owned()));
    }
    if letters.len() >= LETTERS && !letters.iter().any(char::is_ascii_digit) {
        add(Likeness::Spelling, hash(&letters));
        for left_out in 0..letters.len() {
            let rest: Vec<char> =
                letters.iter().enumerate().filter(|(at, _)| *at != left_out).map(|(_, letter)| *letter).collect();
            add(Likeness::Spelling, hash(&rest));
        }
    }
}

fn hash<T: std::hash::Hash>(of: &T) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

fn is_acronym(name: &str) -> bool {
    (2..=6).contains(&name.chars().count()) && name.chars().all(char::is_uppercase)
}

/// True if the suggestion of a shared signature holds for two entities, given the number that share it.
fn holds(likeness: Likeness, a: &EntityBrief, b: &EntityBrief, shared: usize) -> bool {
    let words = |row: &EntityBrief| row.folded().split(' ').count();
    let short = |row: &EntityBrief| row.folded().split(' ').next().is_some_and(|word| word.chars().count() == 1);
    let same_kind = a.kind == b.kind;
    match likeness {
        // Entities with equal names cannot be split or joined by a decision on names.
        Likeness::SameLetters => a.folded() != b.folded(),
        Likeness::WordOrder => same_kind && a.folded() != b.folded(),
        Likeness::Initials => same_kind && short(a) != short(b),
        Likeness::Acronym => is_acronym(&a.name) != is_acronym(&b.name),
        // A name that several entities have does not identify one.
        Likeness::FamilyName => shared == 2 && (words(a) == 1) != (words(b) == 1),
        Likeness::Spelling => same_kind && words(a) == words(b) && one_apart(a.folded(), b.folded()),
    }
}

/// True if two texts differ by one letter: another, one more, one less, or two that changed places (optimal string
/// alignment).
fn one_apart(a: &str, b: &str) -> bool {
    strsim::osa_distance(a, b) == 1
}

#[cfg(test)]
mod tests {
    use super::super::entity_catalogue::tests::of;
    use super::*;

    fn found(rows: &[(&str, Kind, u64)]) -> Vec<(String, String, Likeness)> {
        pairs(&of(rows).rows).into_iter().map(|pair| (pair.a.name, pair.b.name, pair.why[0])).collect()
    }

    #[test]
    fn names_that_may_be_one_are_paired_with_the_reason() {
        let rows = [
            ("Ilse Varga", Kind::Person, 9),
            ("I. Varga", Kind::Person, 8),
            ("Nadia Okonjo", Kind::Person, 7),
            ("Nadia Okonyo", Kind::Person, 6),
            ("Lagunov", Kind::Person, 5),
            ("Matvey Lagunov", Kind::Person, 4),
            ("Water Board", Kind::Org, 3),
            ("WB", Kind::Org, 2),
            ("Water-board", Kind::Org, 1),
        ];
        let found = found(&rows);
        for (a, b, why) in [
            ("Ilse Varga", "I. Varga", Likeness::Initials),
            ("Nadia Okonjo", "Nadia Okonyo", Likeness::Spelling),
            ("Lagunov", "Matvey Lagunov", Likeness::FamilyName),
            ("Water Board", "WB", Likeness::Acronym),
        ] {
            assert!(found.contains(&(a.to_owned(), b.to_owned(), why)), "{a} and {b}: {found:?}");
        }
    }

    #[test]
    fn a_family_name_that_two_have_is_nobodys_and_numbers_and_equal_names_are_no_pair() {
        let rows = [
            ("Varga", Kind::Person, 9),
            ("Ilse Varga", Kind::Person, 8),
            ("Anna Varga", Kind::Person, 7),
            ("Pier 1 North", Kind::Place, 6),
            ("Pier 2 North", Kind::Place, 5),
            ("NCS", Kind::Entity, 4),
            ("ncs", Kind::Entity, 3),
        ];
        assert_eq!(found(&rows), []);
    }

    #[test]
    fn one_letter_apart() {
        for (a, b, apart) in [
            ("okonjo", "okonyo", true),
            ("okonjo", "okono", true),
            ("okonjo", "okojno", true),
            ("okonjo", "okonjo", false),
            ("okonjo", "oknyo", false),
        ] {
            assert_eq!(one_apart(a, b), apart, "{a} {b}");
        }
    }
}
