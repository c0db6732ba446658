//! Hits, best first, and the reasons for their scores as a tree.

use std::io;

use quipu::ask::Found;
use quipu::ask::{Reason, Why};
use quipu::things::{ThingKind, ThingProgress, ThingsFound};

use super::answer::place;
use super::units::one_line;
use super::{Style, line, width};
use crate::messages::{Message, heard, note, say};

/// Prints hits; with `why`, the reasons too.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn found(found: &Found, why: bool) -> io::Result<()> {
    let style = Style::of_stdout();
    for (at, hit) in found.hits.iter().enumerate() {
        let place = place(&hit.document, &hit.document, &hit.heading, hit.page, (hit.start, hit.end));
        line(format!("{} {:.4}  {place}", style.bold(&format!("{:>3}.", at + 1)), hit.score))?;
        line(style.dim(&width::cut(&format!("     {}", one_line(&hit.text, 160)), width::of_stdout())))?;
        if why {
            reasons(&hit.why, 1)?;
        }
    }
    for one in &found.notes {
        line(style.dim(&say!("note", note = note(one)).to_string()))?;
    }
    if found.hits.is_empty() {
        line(say!("search-nothing"))?;
    }
    Ok(())
}

/// The progress of building searchable things.
pub(crate) fn making_things(at: &ThingProgress) -> String {
    say!("things-standing", made = at.made, of = at.of).to_string()
}

/// The things that a search found, kind by kind.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn found_things(found: &ThingsFound, why: bool) -> io::Result<()> {
    let style = Style::of_stdout();
    let mut before = None;
    let mut at = 0;
    for one in &found.things {
        let kind = one.thing.kind;
        if before.replace(kind) != Some(kind) {
            at = 0;
            line(style.bold(&heading(found, kind)))?;
        }
        at += 1;
        line(format!(
            "{} {:.4}  {}",
            style.bold(&format!("{at:>3}.")),
            one.thing.score,
            one_line(&one.thing.words, 100)
        ))?;
        line(style.dim(&width::cut(&format!("     {}", one_line(&one.text, 160)), width::of_stdout())))?;
        if why {
            if let Some((cosine, above)) = one.cosine.zip(one.above) {
                let (cosine, above) = (format!("{cosine:.3}"), format!("{above:.1}"));
                line(format!("      {}", say!("things-above", cosine = cosine, above = above)))?;
            }
            reasons(&one.thing.why, 1)?;
        }
    }
    for one in &found.notes {
        line(style.dim(&say!("note", note = note(one)).to_string()))?;
    }
    if found.things.is_empty() {
        line(say!("search-nothing"))?;
    }
    Ok(())
}

/// The heading of the things of a kind, with the number left out.
fn heading(found: &ThingsFound, kind: ThingKind) -> String {
    let (heading, state) = match kind {
        ThingKind::Entity => (say!("things-entities", count = found.entities.things), found.entities),
        ThingKind::Relation => (say!("things-relations", count = found.relations.things), found.relations),
        _ => return say!("things-reports").to_string(),
    };
    match state.left_out {
        0 => heading.to_string(),
        left => format!("{heading}, {}", say!("things-left-out", count = left)),
    }
}

fn reasons(why: &Why, depth: usize) -> io::Result<()> {
    line(format!("{:indent$}{:+.4} {}", "", why.value, reason(&why.reason), indent = 4 + 2 * depth))?;
    why.parts.iter().try_for_each(|part| reasons(part, depth + 1))
}

fn reason(reason: &Reason) -> String {
    let three = |number: f64| format!("{number:.3}");
    match reason {
        Reason::Sum { of } => heard(of),
        Reason::Word { word, frequency, chunks } => {
            say!("why-word", word = word, times = *frequency, chunks = *chunks).to_string()
        }
        Reason::Pair { words, ordered, near } => {
            say!("why-pair", words = words, ordered = *ordered, near = *near).to_string()
        }
        Reason::Cosine { cosine } => say!("why-cosine", cosine = three(*cosine)).to_string(),
        Reason::Relation { source, predicate, target, through: names, .. } => {
            through(&say!("why-relation", source = source, predicate = predicate, target = target), names)
        }
        Reason::Entity { name, through: names, .. } => through(&say!("why-entity", name = name), names),
        Reason::Near { name, .. } => say!("why-near", name = name).to_string(),
        Reason::States { source, predicate, target, .. } => {
            say!("why-states", source = source, predicate = predicate, target = target).to_string()
        }
        Reason::Section { heading } => say!("why-section", heading = heading).to_string(),
        Reason::Clue { clue } => say!("why-clue", clue = clue).to_string(),
        Reason::Reranked { by } => say!("why-reranked", by = by).to_string(),
        Reason::Community { title, .. } => say!("why-community", title = title).to_string(),
        Reason::Passage { chunk, through: names } => through(&say!("why-chunk", chunk = chunk.to_string()), names),
        Reason::Rank { of, rank } => say!("why-place", place = *rank, of = of).to_string(),
        Reason::Alike { chunk, similarity } => {
            say!("why-alike", chunk = chunk.to_string(), cosine = three(*similarity)).to_string()
        }
        Reason::Edge { edge, value, depth } => say!("why-edge", edge = edge, value = value, depth = *depth).to_string(),
    }
}

/// A reason, and the names that lead to it.
fn through(reason: &Message, names: &[String]) -> String {
    match names {
        [] => reason.to_string(),
        names => format!("{reason} {}", say!("why-through", names = names.join(", "))),
    }
}
