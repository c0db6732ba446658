//! The word lists behind the rules: data, one file a language, read once into [`super::lexicon`].

use super::lexicon::Marks;
use crate::english::names as english;
use crate::months::MONTHS;
use crate::russian::names as russian;

/// Whole words: marks and the words that have them, lower case, separated by white space.
pub(super) fn words() -> impl Iterator<Item = (Marks, &'static str)> {
    let months = MONTHS.iter().flat_map(|month| [month.english, month.short()].into_iter().chain(month.russian()));
    let lists = english::WORDS.iter().chain(russian::WORDS).copied();
    lists.chain(months.map(|name| (Marks::MONTH, name)))
}

/// Beginnings of Russian words, to which up to three letters of ending may come.
pub(super) fn stems() -> impl Iterator<Item = (Marks, &'static str)> {
    russian::STEMS.iter().copied()
}
