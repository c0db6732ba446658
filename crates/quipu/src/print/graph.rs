//! Paths and trees, as wide as the terminal.

use std::io;

use quipu_engine::graph::{Branch, Paths, Similar, SimilarPair, Step, Tie};

use super::answer::place;
use super::units::{count, one_line};
use super::{Style, line, width};

/// Prints paths, each step with its sentences.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn paths(found: &Paths) -> io::Result<()> {
    let style = Style::of_stdout();
    for (at, path) in found.paths.iter().enumerate() {
        let names: Vec<String> = path.entities.iter().map(|entity| style.bold(&entity.name)).collect();
        line(&format!(
            "{}. {}  ({}, cost {:.1})",
            at + 1,
            names.join(" — "),
            count(path.length as u64, "step"),
            path.cost
        ))?;
        path.steps.iter().try_for_each(|step| self::step(step, style))?;
    }
    if found.paths.is_empty() {
        line(&format!(
            "No path leads from {} to {} in so few steps; --length allows more.",
            found.from.name, found.to.name
        ))?;
    }
    found.notes.iter().try_for_each(|note| line(&style.dim(&format!("Note: {note}"))))
}

fn step(step: &Step, style: Style) -> io::Result<()> {
    let (from, to) = (&step.from, &step.to);
    let together = || format!("stands with, in {}", count(step.chunks as u64, "chunk"));
    let said = step.relation.as_ref();
    let predicate = said.map_or_else(together, |said| said.predicate.clone());
    let (from, to) = if said.is_some_and(|said| said.backwards) { (to, from) } else { (from, to) };
    line(&format!("   {from} -- {predicate} -> {to}"))?;
    for quote in &step.quotes {
        let at = place(&quote.document, &quote.heading, quote.page, (quote.start, quote.end));
        line(&style.dim(&format!("      {}", one_line(&quote.quote, usize::MAX))))?;
        line(&style.dim(&format!("      {at}")))?;
    }
    Ok(())
}

/// Prints the tree around an entity.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn tree(root: &Branch) -> io::Result<()> {
    let style = Style::of_stdout();
    let entity = &root.entity;
    let told = format!("({}, in {})", entity.kind.label(), count(entity.chunks, "chunk"));
    line(&format!("{} {told}", style.bold(&entity.name)))?;
    let mut lines = Vec::new();
    grow(root, "", &mut lines);
    let width = width::of_stdout();
    lines.iter().try_for_each(|text| line(&width::cut(text, width)))
}

/// The lines of what hangs below a branch.
fn grow(branch: &Branch, before: &str, lines: &mut Vec<String>) {
    for (at, below) in branch.branches.iter().enumerate() {
        let last = at + 1 == branch.branches.len() && branch.more == 0;
        let (corner, bar) = if last { ("└─", "  ") } else { ("├─", "│ ") };
        lines.push(format!("{before}{corner} {}", told(below)));
        grow(below, &format!("{before}{bar} "), lines);
    }
    if branch.more > 0 {
        lines.push(format!("{before}└─ … {} more", branch.more));
    }
}

fn told(branch: &Branch) -> String {
    let (name, kind) = (&branch.entity.name, branch.entity.kind.label());
    match &branch.by {
        Some(Tie::Stated { predicate, backwards: false, .. }) => format!("{predicate} -> {name} ({kind})"),
        Some(Tie::Stated { predicate, backwards: true, .. }) => format!("<- {predicate} -- {name} ({kind})"),
        Some(Tie::Together { chunks }) => format!("{name} ({kind}), together in {}", count(*chunks as u64, "chunk")),
        None => name.clone(),
    }
}

/// Prints documents that are alike, the most alike first.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn similar(found: &Similar) -> io::Result<()> {
    let width = width::of_stdout();
    for SimilarPair { a, b, cosine } in &found.pairs {
        line(&width::cut(&format!("{cosine:.3}  {a}  {b}"), width))?;
    }
    let without = if found.without == 0 { String::new() } else { format!("; {} have no vector", found.without) };
    let documents = count(found.compared as u64, "document");
    line(&format!("{} among {documents}{without}.", count(found.pairs.len() as u64, "pair")))
}
