//! A chain as text: one clause a link, each with its citation, the requested value first.

use super::{Followed, Link, Stop};
use crate::base::citation::Citation;

/// A chain that ends at the requested value.
pub(super) fn chain(end: &Stop) -> Followed {
    told(&end.name, &[end])
}

/// Chains that were compared.
pub(super) fn compared(value: &str, ends: &[Stop]) -> Followed {
    told(value, &ends.iter().collect::<Vec<_>>())
}

fn told(value: &str, ends: &[&Stop]) -> Followed {
    let mut citations: Vec<Citation> = Vec::new();
    let mut told: Vec<&Link> = Vec::new();
    let mut sentences = Vec::new();
    for end in ends {
        let mut clauses: Vec<String> = Vec::new();
        for link in &end.links {
            if told.contains(&link) {
                continue;
            }
            let n = link.cited.clone().number_in(&mut citations);
            clauses.push(format!("{} [{n}]", link.tie.told(&link.from, &link.to)));
            told.push(link);
        }
        if !clauses.is_empty() {
            sentences.push(raised(&format!("{}.", clauses.join("; "))));
        }
    }
    let text = format!("**{value}**. {}", sentences.join(" "));
    Followed { value: value.to_owned(), text, citations }
}

/// A word or a sentence with a capital at its beginning.
pub(super) fn raised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
