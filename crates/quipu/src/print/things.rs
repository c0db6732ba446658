//! One thing at a time: a document, a chunk, an entity, a relation.

use std::io;

use quipu_engine::ports::RelationRow;
use quipu_engine::show::{ShownChunk, ShownDocument, ShownEntity};

use super::units::{count, one_line};
use super::{Style, line};

/// Prints a document and the beginnings of its chunks.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn document(shown: &ShownDocument) -> io::Result<()> {
    let (style, row) = (Style::of_stdout(), &shown.document);
    line(&format!("{} {}", style.bold("document"), row.id))?;
    line(&format!("title     {}", row.title))?;
    line(&format!("source    {} ({})", row.source.path, row.source.mime))?;
    if !row.language.is_empty() {
        line(&format!("language  {}", row.language))?;
    }
    if let Some(partial) = &row.partial {
        line(&format!("not whole {partial}"))?;
    }
    for (field, value) in &row.metadata {
        line(&format!("{field:<9} {value}"))?;
    }
    line(&format!("\n{}:", count(shown.chunks.len() as u64, "chunk")))?;
    for chunk in &shown.chunks {
        let heading = chunk.headings.join(" › ");
        line(&format!("{}  bytes {}-{}  {heading}", chunk.key, chunk.body.start, chunk.body.end))?;
        line(&style.dim(&format!("    {}", one_line(&chunk.text, 100))))?;
    }
    Ok(())
}

/// Prints a chunk and what it says.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn chunk(shown: &ShownChunk) -> io::Result<()> {
    let (style, chunk) = (Style::of_stdout(), &shown.chunk);
    line(&format!("{} {}", style.bold("chunk"), chunk.key))?;
    let document = shown.source.as_ref().map_or("", |row| row.id.as_str());
    line(&format!("{document}, bytes {}-{}", chunk.body.start, chunk.body.end))?;
    line(&format!("{}\n", chunk.headings.join(" › ")))?;
    line(&chunk.text)?;
    for facts in &shown.facts {
        line(&format!("\n{}", style.bold("says")))?;
        for mention in &facts.mentions {
            line(&format!("    {} {}", mention.kind.label(), mention.form))?;
        }
        for stated in &facts.statements {
            line(&format!("    {} -- {} -> {}", stated.source.folded, stated.predicate, stated.target.folded))?;
        }
        for link in &facts.links {
            line(&format!("    {} is another name of {}", link.a.folded, link.b.folded))?;
        }
    }
    Ok(())
}

/// Prints an entity and the relations stated about it.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn entity(shown: &ShownEntity) -> io::Result<()> {
    let (style, row) = (Style::of_stdout(), &shown.entity);
    line(&format!("{} {} ({})", style.bold("entity"), row.name, row.kind.label()))?;
    line(&format!("key       {}", row.key))?;
    line(&format!("names     {}", row.names.join(", ")))?;
    line(&format!("mentions  {} in {}", row.mentions, count(row.chunks, "chunk")))?;
    shown.relations.iter().try_for_each(relation)
}

/// Prints a relation.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn relation(row: &RelationRow) -> io::Result<()> {
    line(&format!("{} -- {} -> {} (weight {})", row.source, row.predicate, row.target, row.weight))?;
    row.chunks.iter().try_for_each(|chunk| line(&format!("    stated in chunk {chunk}")))
}
