//! Paths and trees, as wide as the terminal.

use std::io;

use quipu::graph::{Branch, Paths, Similar, SimilarPair, Step, Tie, Tree};

use super::answer::place;
use super::table::{Column, table};
use super::units::one_line;
use super::{Style, line, width};
use crate::messages::{heard, say};

/// Prints paths, each step with its sentences.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn paths(found: &Paths) -> io::Result<()> {
    let style = Style::of_stdout();
    for (at, path) in found.paths.iter().enumerate() {
        let names: Vec<String> = path.entities.iter().map(|entity| style.bold(&named(&entity.name))).collect();
        let told = say!("path-told", steps = path.length, cost = format!("{:.1}", path.cost));
        line(format!("{}. {}  ({told})", at + 1, names.join(" — ")))?;
        path.steps.iter().try_for_each(|step| self::step(step, style))?;
    }
    if found.paths.is_empty() {
        line(say!("path-none", from = &found.from.name, to = &found.to.name))?;
    }
    found.notes.iter().try_for_each(|note| line(style.dim(&say!("note", note = heard(note)).to_string())))
}

fn step(step: &Step, style: Style) -> io::Result<()> {
    let (from, to) = (&step.from, &step.to);
    let together = || say!("path-together", chunks = step.chunks).to_string();
    let said = step.relation.as_ref();
    let predicate = said.map_or_else(together, |said| said.predicate.clone());
    let (from, to) = if said.is_some_and(|said| said.backwards) { (to, from) } else { (from, to) };
    line(format!("   {} -- {} -> {}", named(from), named(&predicate), named(to)))?;
    for quote in &step.quotes {
        let at = place(&quote.document, &quote.source, &quote.heading, quote.page, (quote.start, quote.end));
        line(style.dim(&format!("      {}", one_line(&quote.quote, usize::MAX))))?;
        line(style.dim(&format!("      {at}")))?;
    }
    Ok(())
}

/// Prints the tree around an entity.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn tree(tree: &Tree) -> io::Result<()> {
    let (style, root) = (Style::of_stdout(), &tree.root);
    let entity = &root.entity;
    let told = say!("tree-root", kind = entity.kind.label(), chunks = entity.chunks);
    line(format!("{} ({told})", style.bold(&named(&entity.name))))?;
    let mut lines = Vec::new();
    grow(root, "", &mut lines);
    let width = width::of_stdout();
    lines.iter().try_for_each(|text| line(width::cut(text, width)))?;
    tree.notes.iter().try_for_each(|note| line(style.dim(&say!("note", note = heard(note)).to_string())))
}

/// The lines below a branch.
fn grow(branch: &Branch, before: &str, lines: &mut Vec<String>) {
    for (at, below) in branch.branches.iter().enumerate() {
        let last = at + 1 == branch.branches.len() && branch.more == 0;
        let (corner, bar) = if last { ("└─", "  ") } else { ("├─", "│ ") };
        lines.push(format!("{before}{corner} {}", told(below)));
        grow(below, &format!("{before}{bar} "), lines);
    }
    if branch.more > 0 {
        lines.push(format!("{before}└─ {}", say!("tree-more", count = branch.more)));
    }
}

fn told(branch: &Branch) -> String {
    let (name, kind) = (named(&branch.entity.name), branch.entity.kind.label());
    match &branch.by {
        Some(Tie::Stated { predicate, backwards: false, .. }) => {
            format!("{} -> {name} ({kind})", named(predicate))
        }
        Some(Tie::Stated { predicate, backwards: true, .. }) => {
            format!("<- {} -- {name} ({kind})", named(predicate))
        }
        Some(Tie::Together { chunks }) => format!("{name} ({kind}), {}", say!("tree-together", chunks = *chunks)),
        None => name,
    }
}

/// A name, on one line.
fn named(name: &str) -> String {
    one_line(name, usize::MAX)
}

/// Prints documents that are alike, the most alike first.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn similar(found: &Similar) -> io::Result<()> {
    let row = |SimilarPair { a, b, cosine }: &SimilarPair| [format!("{cosine:.3}"), a.clone(), b.clone()];
    table(&[Column::Right, Column::Gives(0), Column::Gives(0)], &found.pairs.iter().map(row).collect::<Vec<_>>())?;
    let (pairs, documents) = (found.pairs.len(), found.compared);
    match found.without {
        0 => line(say!("similar-pairs", pairs = pairs, documents = documents)),
        without => line(say!("similar-pairs-without", pairs = pairs, documents = documents, without = without)),
    }
}
