//! A lenient comparison of two names, as by a reader: all words of one are among the other's, or they are a
//! nation and its adjective.

use quipu_kernel::text::fold_name;
use quipu_language::nations::nation;

/// The folded words of a name, without articles and without a part in brackets behind it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::eval) struct Words(Vec<String>);

impl Words {
    pub(in crate::eval) fn of(name: &str) -> Self {
        let bare = match (name.find('('), name.rfind(')')) {
            (Some(open), Some(close)) if open > 0 && close > open => format!("{}{}", &name[..open], &name[close + 1..]),
            _ => name.to_owned(),
        };
        let folded = fold_name(&bare);
        let words = folded.split(' ').filter(|word| !word.is_empty() && !matches!(*word, "the" | "a" | "an" | "s"));
        Self(words.map(str::to_owned).collect())
    }
}

/// Letters that begin two words of one stem.
const STEM: usize = 4;

fn stem(word: &str) -> Option<&str> {
    word.char_indices().nth(STEM - 1).map(|(at, c)| &word[..at + c.len_utf8()])
}

/// True if two names may mean the same.
pub(in crate::eval) fn alike(Words(one): &Words, Words(other): &Words) -> bool {
    if one.is_empty() || other.is_empty() {
        return false;
    }
    let within = |some: &[String], all: &[String]| some.iter().all(|word| all.contains(word));
    let (less, more) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    if one == other || within(less, more) && less.iter().any(|word| word.len() > 2) && less.len() * 3 >= more.len() {
        return true;
    }
    if nation(&one.join(" ")) == nation(&other.join(" ")) {
        return true;
    }
    match (one.as_slice(), other.as_slice()) {
        ([one], [other]) => stem(one).is_some() && stem(one) == stem(other),
        _ => false,
    }
}

/// A text as its words, with a blank around each.
pub(super) fn spaced(text: &str) -> String {
    format!(" {} ", fold_name(text))
}

/// True if a name stands in a text as [`spaced`] gives it: as it is, as a nation's adjective, or by its first and last
/// word.
pub(super) fn stands(Words(words): &Words, text: &str) -> bool {
    let has = |name: &str| text.contains(&format!(" {name} "));
    let whole = words.join(" ");
    if words.is_empty() {
        return false;
    }
    let same_nation = || {
        let meant = nation(&whole);
        text.split(' ').any(|word| word.len() > 1 && nation(word) == meant) || has(meant)
    };
    let ends = words.len() > 1 && words.first().zip(words.last()).is_some_and(|(first, last)| has(first) && has(last));
    let by_stem = words.len() == 1 && stem(&whole).is_some_and(|stem| text.contains(&format!(" {stem}")));
    has(&whole) || ends || by_stem || same_nation()
}
