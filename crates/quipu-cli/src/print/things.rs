//! One thing at a time: a document, a chunk, an entity, a relation.

use std::io;

use quipu::graph::RelationRow;
use quipu::graph::{ShownChunk, ShownDocument, ShownEntity, StatedGroup};
use unicode_width::UnicodeWidthStr as _;

use super::link::linked;
use super::units::one_line;
use super::{StreamStyle, line, reasons};
use crate::messages::{heard, say};

/// Prints a document and the beginnings of its chunks.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn document(shown: &ShownDocument) -> io::Result<()> {
    let (style, row) = (StreamStyle::of_stdout(), &shown.document);
    line(format!("{} {}", style.bold(&say!("show-document").to_string()), linked(&row.id, &row.source.path, None)))?;
    let marked = |value: String, own: bool| if own { format!("{value} ({})", say!("show-by-hand")) } else { value };
    let mut fields = vec![
        (say!("show-title").to_string(), marked(row.title.clone(), row.by_hand.title.is_some())),
        (say!("show-source").to_string(), format!("{} ({})", row.source.path, row.source.mime)),
    ];
    if !row.language.is_empty() {
        fields.push((say!("show-language").to_string(), row.language.clone()));
    }
    if let Some(partial) = &row.partial {
        fields.push((say!("show-partial").to_string(), heard(partial)));
    }
    let own = |field: &str| row.by_hand.metadata.contains_key(field);
    fields.extend(row.metadata.iter().map(|(field, value)| (field.clone(), marked(value.to_string(), own(field)))));
    told(&fields)?;
    line(format!("\n{}:", say!("count-chunks", count = shown.chunks.len())))?;
    for chunk in &shown.chunks {
        let heading = chunk.headings.join(" › ");
        let bytes = say!("show-bytes", start = chunk.body.start, end = chunk.body.end);
        line(format!("{}  {bytes}  {heading}", chunk.key))?;
        line(style.dim(&format!("    {}", one_line(&chunk.text, 100))))?;
    }
    Ok(())
}

/// Prints fields below each other, their values in one column.
fn told(fields: &[(String, String)]) -> io::Result<()> {
    let widest = fields.iter().map(|(name, _)| name.width()).max().unwrap_or(0);
    fields.iter().try_for_each(|(name, value)| {
        let pad = " ".repeat(widest.saturating_sub(name.width()));
        line(format!("{name}{pad}  {value}"))
    })
}

/// Prints a chunk and its facts.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn chunk(shown: &ShownChunk) -> io::Result<()> {
    let (style, chunk) = (StreamStyle::of_stdout(), &shown.chunk);
    line(format!("{} {}", style.bold(&say!("show-chunk").to_string()), chunk.key))?;
    let document = shown.source.as_ref().map_or_else(String::new, |row| linked(&row.id, &row.source.path, None));
    line(format!("{document}, {}", say!("show-bytes", start = chunk.body.start, end = chunk.body.end)))?;
    line(format!("{}\n", chunk.headings.join(" › ")))?;
    line(&chunk.text)?;
    if !chunk.context().is_empty() {
        line(format!("\n{}", say!("show-context", text = chunk.context())))?;
    }
    for facts in &shown.facts {
        line(format!("\n{}", style.bold(&say!("show-says").to_string())))?;
        for mention in &facts.mentions {
            line(format!("    {} {}", mention.kind.label(), mention.form))?;
        }
        for stated in &facts.statements {
            line(format!("    {} -- {} -> {}", stated.source.folded, stated.predicate, stated.target.folded))?;
        }
        for link in &facts.links {
            line(format!("    {}", say!("show-alias", name = &link.a.folded, of = &link.b.folded)))?;
        }
    }
    Ok(())
}

/// Prints an entity and the relations stated about it.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn entity(shown: &ShownEntity) -> io::Result<()> {
    let (style, row) = (StreamStyle::of_stdout(), &shown.entity);
    let kind = shown.own_kind.as_deref().unwrap_or(row.kind.label());
    line(format!("{} {} ({kind})", style.bold(&say!("show-entity").to_string()), row.name))?;
    told(&[
        (say!("show-key").to_string(), row.key.to_string()),
        (say!("show-names").to_string(), row.names.join(", ")),
        (
            say!("show-mentions").to_string(),
            say!("show-mentions-in", count = row.mentions, chunks = row.chunks).to_string(),
        ),
    ])?;
    reasons(&shown.reasons)?;
    if let Some(made) = &shown.description {
        line(say!("show-made", text = &made.text, count = made.of))?;
    }
    for said in &shown.described {
        let (text, chunk) = (&said.text, said.chunk.to_string());
        line(match &said.status {
            None => say!("show-described", text = text, chunk = chunk),
            Some(status) => say!("show-claimed", text = text, status = status, chunk = chunk),
        })?;
    }
    if shown.stated.is_empty() {
        shown.relations.iter().try_for_each(relation)?;
    } else {
        shown.stated.iter().try_for_each(|group| stated(&style, group))?;
    }
    if shown.unsure > 0 { line(say!("show-unsure", count = shown.unsure)) } else { Ok(()) }
}

/// The longest sentence shown beside a relation, in characters.
const SENTENCE: usize = 160;

/// Prints the statements of one predicate, each with a sentence that supports it.
fn stated(style: &StreamStyle, group: &StatedGroup) -> io::Result<()> {
    let lead = if group.backwards { "← " } else { "" };
    line(format!("\n{}", style.bold(&format!("{lead}{}", group.predicate))))?;
    group.others.iter().try_for_each(|other| {
        let worded = other.worded.as_ref().map(|worded| format!(" ({worded})")).unwrap_or_default();
        line(format!("    {}{worded}", other.name))?;
        let Some(quote) = &other.quote else { return Ok(()) };
        let place = linked(&quote.document, &quote.source, quote.page);
        line(style.dim(&format!("        {} — {place}", one_line(&quote.quote, SENTENCE))))
    })
}

/// Prints a relation.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn relation(row: &RelationRow) -> io::Result<()> {
    let weight = say!("show-weight", weight = row.weight.to_string());
    line(format!("{} -- {} -> {} ({weight})", row.source, row.predicate, row.target))?;
    row.chunks.iter().try_for_each(|chunk| line(format!("    {}", say!("show-stated", chunk = chunk.to_string()))))
}
