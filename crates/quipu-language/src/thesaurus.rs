//! Words of the same meaning, as data for code that compares words without knowing their language.

use std::sync::{Arc, LazyLock};

use quipu_kernel::view::Thesaurus;

use crate::ties::wordings;
use crate::{english, russian};

/// The families of words, the small words and the canonical predicates of all languages here.
pub(crate) static THESAURUS: LazyLock<Arc<Thesaurus>> = LazyLock::new(|| {
    let mut thesaurus = Thesaurus::default();
    let families = english::families::FAMILIES.lines().chain(russian::families::FAMILIES.lines());
    for (name, words) in families.filter_map(|line| line.split_once(": ")) {
        thesaurus.family(name, words.split(' '));
    }
    thesaurus.small(english::families::SMALL.split_whitespace().chain(russian::families::SMALL.split_whitespace()));
    wordings().for_each(|(name, wordings)| thesaurus.predicate(name, wordings));
    Arc::new(thesaurus)
});
