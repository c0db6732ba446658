//! Tentative meanings of one part of names, and the meaning that is chosen.

use std::collections::BTreeMap;

use crate::model::is_meant;

/// A part that is said to mean more other names than this is held to mean none of them: so many things bear
/// such a name that three of four votes for one say little, and each new decision would walk them all.
pub const MOST_LED: usize = 256;

/// Tentative meanings of a part of names: the number of votes for each other name. At most one name more
/// than [`MOST_LED`] of each kind is kept, which is enough to know that they are too many.
#[derive(Debug, Clone)]
pub struct Led<T> {
    plain: BTreeMap<T, u64>,
    by_title: BTreeMap<T, u64>,
}

impl<T> Default for Led<T> {
    fn default() -> Self {
        Self { plain: BTreeMap::new(), by_title: BTreeMap::new() }
    }
}

impl<T: Ord + Copy> Led<T> {
    /// Counts a stated meaning of a name of the part, in words and by titles with a qualifier. `to` is outside
    /// the part, and rules may join both.
    pub fn count(&mut self, to: T, plain: u64, by_title: u64) {
        for (led, votes) in [(&mut self.plain, plain), (&mut self.by_title, by_title)] {
            if votes > 0 && (led.len() <= MOST_LED || led.contains_key(&to)) {
                *led.entry(to).or_default() += votes;
            }
        }
    }

    /// True if the meaning depends on documents that have a name of the part for their whole title.
    pub fn asks_for_titles(&self) -> bool {
        !self.by_title.is_empty()
    }

    /// The votes that count, by name. A document that has the name for its whole title is the name's meaning, so that
    /// titles with a qualifier then say nothing of a `titled` part. None count where they lead to more than
    /// [`MOST_LED`] names.
    pub fn votes(self, titled: bool) -> BTreeMap<T, u64> {
        let mut votes = self.plain;
        for (to, count) in self.by_title.into_iter().filter(|_| !titled) {
            *votes.entry(to).or_default() += count;
        }
        if votes.len() > MOST_LED { BTreeMap::new() } else { votes }
    }
}

/// The part that another one is held to mean, by the votes that lead to each.
pub fn meant<P: Ord + Copy>(votes: impl IntoIterator<Item = (P, u64)>) -> Option<P> {
    let mut by_part: BTreeMap<P, u64> = BTreeMap::new();
    for (part, count) in votes {
        *by_part.entry(part).or_default() += count;
    }
    let all = by_part.values().sum();
    by_part.into_iter().find(|(_, most)| is_meant(*most, all)).map(|(part, _)| part)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Votes for name 0, enough that nothing outvotes it, and one for each of `others` other names.
    fn led(others: u32) -> Led<u32> {
        let mut led = Led::default();
        led.count(0, 5000, 0);
        (1..=others).for_each(|to| led.count(to, 1, 0));
        led
    }

    #[test]
    fn so_many_names_mean_none() {
        let most = MOST_LED as u32;
        assert_eq!(meant(led(most - 1).votes(false)), Some(0));
        assert_eq!(meant(led(most).votes(false)), None);
        let mut one_often = led(most - 1);
        one_often.count(1, 1, 0);
        assert_eq!(meant(one_often.votes(false)), Some(0), "it is names that are counted, not what is said");
    }

    #[test]
    fn titles_of_others_say_nothing_of_a_titled_part() {
        let mut of_titles = led(10);
        assert!(!of_titles.asks_for_titles());
        (20..20 + 2 * MOST_LED as u32).for_each(|to| of_titles.count(to, 0, 2));
        assert!(of_titles.asks_for_titles());
        assert_eq!(meant(of_titles.clone().votes(true)), Some(0));
        assert_eq!(meant(of_titles.votes(false)), None);
    }

    #[test]
    fn names_of_one_part_vote_together() {
        assert_eq!(meant([('a', 2), ('b', 1), ('a', 1)]), Some('a'));
        assert_eq!(meant([('a', 2), ('b', 1)]), None);
        assert_eq!(meant::<char>([]), None);
    }
}
