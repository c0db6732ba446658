//! Decisions of people on names, and the reasons of equal names.

use std::io;

use quipu::graph::{AliasRule, Decision, Kind, Verdict};
use quipu::graph::{Deed, JoinReason};

use super::units::{day, one_line};
use super::{Style, line};
use crate::messages::{Message, say};

/// Prints decisions, oldest first.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn decisions(standing: &[Decision]) -> io::Result<()> {
    if standing.is_empty() {
        return line(say!("entity-none"));
    }
    standing.iter().try_for_each(|decision| line(told(decision)))
}

/// Prints a decision that was made, with the entities it speaks of.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn deed(deed: &Deed) -> io::Result<()> {
    line(told(&deed.decision))?;
    for entity in &deed.entities {
        let (kind, chunks) = (entity.kind.label(), say!("count-chunks", count = entity.chunks));
        line(format!("  {} ({kind}, {chunks}): {}", entity.name, entity.names.join(", ")))?;
    }
    // A number as it is typed, without marks between its digits.
    line(say!("entity-undo", number = deed.decision.number.to_string()))
}

/// Prints a decision that was taken back.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn undone(gone: &Decision) -> io::Result<()> {
    line(say!("entity-undone", what = told(gone).trim()))
}

/// Prints why the names of an entity are held to mean the same.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn reasons(reasons: &[JoinReason]) -> io::Result<()> {
    let style = Style::of_stdout();
    for reason in reasons {
        let why = rule(reason.rule).to_string();
        line(match reason.count {
            ..=1 => say!("show-joined", a = &reason.b, b = &reason.a, why = why),
            count => say!("show-joined-often", a = &reason.b, b = &reason.a, why = why, count = count),
        })?;
        let document = reason.document.as_deref().unwrap_or_default();
        let evidence = format!("{document}  {}", one_line(&reason.quote, 100));
        if !evidence.trim().is_empty() {
            line(style.dim(&format!("    {}", evidence.trim())))?;
        }
    }
    Ok(())
}

fn told(decision: &Decision) -> String {
    let reason = if decision.reason.is_empty() { String::new() } else { format!("  ({})", decision.reason) };
    format!("{:>3}  {}  {}{reason}", decision.number, day(decision.at), what(&decision.verdict))
}

fn what(verdict: &Verdict) -> Message {
    match verdict {
        Verdict::Merge { a, b } => say!("entity-merged", a = &a.folded, b = &b.folded),
        Verdict::Apart { name } => say!("entity-apart", name = &name.folded),
        Verdict::Rename { name, to } => say!("entity-renamed", name = &name.folded, to = to),
        Verdict::Split(split) => {
            let (name, documents) = (&split.name.folded, split.documents.join(", "));
            match (split.kind.map(Kind::label), split.documents.is_empty()) {
                (Some(kind), true) => say!("entity-split-kind", name = name, kind = kind),
                (Some(kind), false) => say!("entity-split-both", name = name, kind = kind, documents = documents),
                (None, _) => say!("entity-split", name = name, documents = documents),
            }
        }
    }
}

fn rule(rule: AliasRule) -> Message {
    match rule {
        AliasRule::Acronym => say!("joined-by-acronym"),
        AliasRule::Link => say!("joined-by-link"),
        AliasRule::Person => say!("joined-by-person"),
        AliasRule::Spelling => say!("joined-by-spelling"),
        AliasRule::Plural => say!("joined-by-plural"),
        AliasRule::Sound => say!("joined-by-sound"),
        AliasRule::Short => say!("joined-by-short"),
        AliasRule::Title => say!("joined-by-title"),
        AliasRule::Known => say!("joined-by-known"),
        AliasRule::Declared => say!("joined-by-declared"),
        AliasRule::Usual => say!("joined-by-usual"),
        AliasRule::Homonym => say!("joined-by-homonym"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_days() {
        assert_eq!(day(0), "1970-01-01");
        assert_eq!(day(951_782_400), "2000-02-29");
        assert_eq!(day(1_715_904_000), "2024-05-17");
        assert_eq!(day(1_735_689_599), "2024-12-31");
    }
}
