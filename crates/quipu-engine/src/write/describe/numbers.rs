//! Numbers for things, from 0 on, in the order of their first occurrence.

use std::borrow::Borrow;
use std::hash::Hash;

use rustc_hash::FxHashMap;

/// The numbers of things.
pub(super) struct Numbers<T>(FxHashMap<T, u32>);

impl<T> Default for Numbers<T> {
    fn default() -> Self {
        Self(FxHashMap::default())
    }
}

impl<T: Eq + Hash> Numbers<T> {
    /// The number of a thing: the next one where it was not met before.
    pub(super) fn of<Q: Eq + Hash + ToOwned<Owned = T> + ?Sized>(&mut self, thing: &Q) -> u32
    where
        T: Borrow<Q>,
    {
        let next = self.0.len() as u32;
        if let Some(number) = self.known(thing) {
            return number;
        }
        self.0.insert(thing.to_owned(), next);
        next
    }

    /// Number of things.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The number of a thing that was met.
    pub(super) fn known<Q: Eq + Hash + ?Sized>(&self, thing: &Q) -> Option<u32>
    where
        T: Borrow<Q>,
    {
        self.0.get(thing).copied()
    }

    /// All things, each in the place of its number.
    pub(super) fn in_order(&self) -> Vec<&T> {
        let mut all: Vec<(u32, &T)> = self.0.iter().map(|(thing, number)| (*number, thing)).collect();
        all.sort_unstable_by_key(|(number, _)| *number);
        all.into_iter().map(|(_, thing)| thing).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_thing_has_one_number_by_which_it_is_found() {
        let mut numbers = Numbers::<String>::default();
        let things = ["tower", "lamp", "tower", "keeper", "lamp"];
        assert_eq!(things.map(|thing| numbers.of(thing)), [0, 1, 0, 2, 1]);
        assert_eq!(numbers.in_order(), ["tower", "lamp", "keeper"]);
        assert_eq!((numbers.known("keeper"), numbers.known("boat")), (Some(2), None));
    }
}
