//! Checks of a sentence against its sources: parts that they do not support, and quotes.

use crate::answer::ask::sources::Source;
use quipu_kernel::text::fold_name;
use quipu_kernel::text::language_of;
/// True if a sentence is in another language than a source, so that words cannot decide.
pub(crate) fn foreign(sentence: &str, source: &Source) -> bool {
    let of = language_of(sentence);
    source.hits.iter().any(|hit| !of.is_empty() && language_of(&hit.text) != of)
}

/// True if words stand in a text, however they are spaced and written.
pub(crate) fn stands_in(quote: &str, text: &str) -> bool {
    let folded = |text: &str| fold_name(text).split_whitespace().collect::<Vec<_>>().join(" ");
    let quote = folded(quote.trim_matches(|c: char| !c.is_alphanumeric()));
    quote.split(' ').count() >= 3 && folded(text).contains(&quote)
}
