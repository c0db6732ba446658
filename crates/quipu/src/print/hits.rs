//! Hits, best first, and the reasons for their scores as a tree.

use std::io;

use quipu_engine::search::Found;
use quipu_kernel::view::{Reason, Why};

use super::answer::place;
use super::units::{count, one_line};
use super::{Style, line};

/// Prints hits; with `why`, the reasons too.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn found(found: &Found, why: bool) -> io::Result<()> {
    let style = Style::of_stdout();
    for (at, hit) in found.hits.iter().enumerate() {
        let place = place(&hit.document, &hit.heading, hit.page, (hit.start, hit.end));
        line(&format!("{} {:.4}  {place}", style.bold(&format!("{:>3}.", at + 1)), hit.score))?;
        line(&style.dim(&format!("     {}", one_line(&hit.text, 160))))?;
        if why {
            reasons(&hit.why, 1)?;
        }
    }
    for note in &found.notes {
        line(&style.dim(&format!("Note: {note}")))?;
    }
    if found.hits.is_empty() {
        line("Nothing matches.")?;
    }
    Ok(())
}

fn reasons(why: &Why, depth: usize) -> io::Result<()> {
    line(&format!("{:indent$}{:+.4} {}", "", why.value, reason(&why.reason), indent = 4 + 2 * depth))?;
    why.parts.iter().try_for_each(|part| reasons(part, depth + 1))
}

fn reason(reason: &Reason) -> String {
    let through =
        |names: &[String]| if names.is_empty() { String::new() } else { format!(" through {}", names.join(", ")) };
    match reason {
        Reason::Sum { of } => of.clone(),
        Reason::Word { word, frequency, chunks } => {
            format!("the word {word:?}, {} here, in {}", count(u64::from(*frequency), "time"), count(*chunks, "chunk"))
        }
        Reason::Cosine { cosine } => format!("cosine {cosine:.3}"),
        Reason::Entity { name, through: names, .. } => format!("the question names {name:?}{}", through(names)),
        Reason::Passage { chunk, through: names } => format!("chunk {chunk}{}", through(names)),
        Reason::Rank { of, rank } => format!("place {rank} by {of}"),
        Reason::Alike { chunk, similarity } => format!("says what chunk {chunk} says (cosine {similarity:.3})"),
        Reason::Edge { edge, value, depth } => format!("{edge} = {value:?}, depth {depth}"),
    }
}
