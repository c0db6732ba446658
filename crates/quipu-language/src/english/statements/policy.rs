//! The selection of statements that rules find, and their weights.
//!
//! Judged by hand: statements between names and dates are right in eight of ten cases and more, those with a common
//! noun at an end in half of them. So in articles a common noun must be a thing of the text anyway; in technical text,
//! where nearly all ends are common nouns, the rules that err least keep theirs.

use super::{Draft, End, Rule};

/// The most bytes of a notion that is an end.
const LONGEST_NOTION: usize = 60;
/// The most words of one.
const MOST_WORDS: usize = 4;

/// Nouns that end as participles do.
const NOUNS: [&str; 12] = [
    "king",
    "building",
    "painting",
    "recording",
    "sibling",
    "wing",
    "spring",
    "ring",
    "meeting",
    "wedding",
    "offering",
    "ending",
];

/// The weight of a statement; none where it is rejected. `is_thing` is true if the names layer has a notion as
/// a thing.
pub(crate) fn weight(draft: &Draft, text: &str, technical: bool, is_thing: impl Fn(End) -> bool) -> Option<f32> {
    let plain = |end: End| !matches!(end, End::Notion(..));
    let (source, target) = (draft.source, draft.target);
    let fits = |end: End| match end {
        End::Notion(start, end) => {
            let form = &text[start..end];
            form.len() <= LONGEST_NOTION && form.split_whitespace().count() <= MOST_WORDS && is_clean(form)
        }
        _ => true,
    };
    if !fits(source) || !fits(target) || draft.predicate.len() > LONGEST_NOTION {
        return None;
    }
    // "A parting from the party in 1999" is a noun that was a verb: its subject is not stated.
    let first = draft.predicate.split(' ').next().unwrap_or_default();
    if draft.rule == Rule::Nominal && first.ends_with("ing") && !NOUNS.contains(&first) {
        return None;
    }
    let said = match draft.rule {
        _ if plain(source) && plain(target) => true,
        Rule::IsA => plain(source) || technical,
        Rule::Apposition | Rule::TitleNoun | Rule::Nationality => plain(source) && !technical,
        Rule::Object | Rule::Passive if technical => true,
        Rule::Preposition if plain(source) && matches!(draft.predicate.as_str(), "dies of" | "dies from") => true,
        _ => [source, target].into_iter().all(|end| plain(end) || is_thing(end)),
    };
    said.then(|| of_rule(draft.rule))
}

/// True if a notion consists of words alone.
fn is_clean(form: &str) -> bool {
    form.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '\'' | '’' | '.' | '_' | '/'))
}

/// A statement's weight by its rule: 2 where it is nearly always right.
fn of_rule(rule: Rule) -> f32 {
    match rule {
        Rule::Life => 2.0,
        Rule::Possessive | Rule::Nationality | Rule::Year => 1.75,
        Rule::IsA | Rule::Apposition | Rule::TitleNoun | Rule::Passive => 1.5,
        Rule::Object | Rule::Nominal => 1.25,
        Rule::Preposition | Rule::ObjectPreposition | Rule::Is => 1.0,
        Rule::IsIn => 0.5,
    }
}
