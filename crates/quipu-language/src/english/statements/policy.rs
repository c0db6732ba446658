//! The selection of statements that rules find.
//!
//! Judged by hand: statements between names and dates are right in eight of ten cases and more, those with a common
//! noun at an end in half of them. So in articles a common noun must be a thing of the text anyway; in technical text,
//! where nearly all ends are common nouns, the rules that err least keep theirs.

use super::{End, StatementDraft, StatementRule};

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

/// True if a statement is kept. `is_thing` is true if the names layer has a notion as a thing.
pub(crate) fn keeps(draft: &StatementDraft, text: &str, technical: bool, is_thing: impl Fn(End) -> bool) -> bool {
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
        return false;
    }
    // "A parting from the party in 1999" is a noun that was a verb: its subject is not stated.
    let first = draft.predicate.split(' ').next().unwrap_or_default();
    if draft.rule == StatementRule::Nominal && first.ends_with("ing") && !NOUNS.contains(&first) {
        return false;
    }
    match draft.rule {
        _ if plain(source) && plain(target) => true,
        StatementRule::IsA => plain(source) || technical,
        StatementRule::Apposition | StatementRule::TitleNoun | StatementRule::Nationality => {
            plain(source) && !technical
        }
        StatementRule::Object | StatementRule::Passive if technical => true,
        StatementRule::Preposition if plain(source) && matches!(draft.predicate.as_str(), "dies of" | "dies from") => {
            true
        }
        _ => [source, target].into_iter().all(|end| plain(end) || is_thing(end)),
    }
}

/// True if a notion consists of words alone.
fn is_clean(form: &str) -> bool {
    form.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '\'' | '’' | '.' | '_' | '/'))
}
