//! Papers: results of a source, added papers, papers of the workspace, and citations.

use std::io;

use quipu_research::{
    CitedWork, PaperCard, PaperCitation, PaperKnowledge, PaperMap, PaperState, PapersAdded, PapersEvent, PapersListed,
    PapersSeen, RelatedConcept,
};

use super::extracted::spent;
use super::units::{one_line, thousands};
use super::{Style, line};
use crate::messages::{Message, say};

/// Number of authors that are named before the others are counted.
const AUTHORS: usize = 3;
/// Number of shown characters of a title.
const TITLE: usize = 160;
/// Number of shown characters of a sentence.
const SENTENCE: usize = 240;

/// The progress of finding and adding.
pub(crate) fn papers_standing(event: &PapersEvent) -> String {
    match event {
        PapersEvent::Waiting(wait) => {
            say!("papers-waiting", status = u64::from(wait.status), seconds = wait.span.as_secs()).to_string()
        }
        PapersEvent::Found(count, total) => say!("papers-told", count = *count, total = *total).to_string(),
        PapersEvent::Ready(cards) => say!("papers-ready", count = cards.len()).to_string(),
        PapersEvent::Fetching { title, number, of, .. } => {
            say!("papers-fetching", number = *number, of = *of, title = one_line(title, 60)).to_string()
        }
        PapersEvent::Reading { title, .. } => say!("papers-reading", title = one_line(title, 60)).to_string(),
        PapersEvent::Done(card) => one_line(&card.title, 80),
    }
}

/// Prints the results of a source.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn papers_found(seen: &PapersSeen) -> io::Result<()> {
    if seen.papers.is_empty() {
        return line(say!("papers-none-found"));
    }
    seen.papers.iter().try_for_each(brief)?;
    let (count, total) = (seen.papers.len(), thousands(seen.total as u64));
    line(say!("papers-found", count = count, total = total))?;
    if seen.by_words > 0 {
        line(say!("papers-by-words", count = seen.by_words))?;
    }
    Ok(())
}

/// Prints the result of adding.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn papers_added(report: &PapersAdded) -> io::Result<()> {
    report.added.iter().try_for_each(brief)?;
    if !report.already.is_empty() {
        line(say!("papers-already", count = report.already.len()))?;
    }
    line(say!("papers-added", count = report.added.len(), read = report.read))?;
    if report.by_words > 0 {
        line(say!("papers-by-words", count = report.by_words))?;
    }
    if report.citing > 0 {
        line(say!("papers-citing", count = report.citing))?;
    }
    for id in &report.missing {
        line(say!("papers-unknown", id = id))?;
    }
    for trouble in &report.troubles {
        line(trouble)?;
    }
    for failure in &report.failed {
        line(say!("papers-failed", id = &failure.id, reason = &failure.detail))?;
    }
    report.spent.iter().try_for_each(spent)?;
    if report.left > 0 {
        line(say!("papers-left", count = report.left))?;
    }
    if report.stopped { line(say!("papers-stopped")) } else { Ok(()) }
}

/// The papers that are here.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn papers_listed(listed: &PapersListed) -> io::Result<()> {
    if listed.papers.is_empty() {
        return line(say!("papers-none"));
    }
    listed.papers.iter().try_for_each(brief)?;
    line(say!("papers-listed", count = listed.papers.len(), total = listed.total))
}

/// A paper, whole.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn paper(card: &PaperCard) -> io::Result<()> {
    brief(card)?;
    line(say!("papers-row-authors", value = card.authors.join(", ")))?;
    if let Some(value) = &card.published {
        line(say!("papers-row-published", value = value))?;
    }
    if let Some(value) = &card.journal {
        line(say!("papers-row-journal", value = value))?;
    }
    if let Some(value) = &card.doi {
        line(say!("papers-row-doi", value = value))?;
    }
    line(say!("papers-row-link", value = &card.link))?;
    if let Some(value) = &card.document {
        line(say!("papers-row-document", value = value))?;
    }
    line(say!("papers-row-cited", cited = card.cited_by_inside, cites = card.cites_inside))?;
    if let Some(reason) = &card.reason {
        line(say!("papers-failed", id = &reason.id, reason = &reason.detail))?;
    }
    if card.summary.is_empty() { Ok(()) } else { line(format!("\n{}", card.summary)) }
}

/// Prints the citing or cited papers.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn paper_citations(citations: &[PaperCitation]) -> io::Result<()> {
    if citations.is_empty() {
        return line(say!("papers-no-citations"));
    }
    let style = Style::of_stdout();
    for citation in citations {
        match &citation.paper {
            Some(card) => brief(card)?,
            None => line(one_line(&citation.reference, TITLE))?,
        }
        if let Some(told) = &citation.told {
            line(format!("    {}", style.dim(told)))?;
        }
        for place in &citation.places {
            line(format!("    “{}”", one_line(&place.sentence, SENTENCE)))?;
        }
    }
    Ok(())
}

/// Works that are cited and are not here.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn cited_works(works: &[CitedWork]) -> io::Result<()> {
    if works.is_empty() {
        return line(say!("papers-none-missing"));
    }
    for work in works {
        let year = work.year.map(|year| format!(" ({year})")).unwrap_or_default();
        let id = work.arxiv.as_ref().or(work.doi.as_ref()).map(|id| format!("  {id}")).unwrap_or_default();
        line(format!("{:>4}  {}{year}{id}", work.cited_by.len(), one_line(&work.title, TITLE)))?;
    }
    Ok(())
}

/// The map of papers: communities with their papers, then the notable ones.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn paper_map(map: &PaperMap) -> io::Result<()> {
    if map.papers.is_empty() {
        return line(say!("papers-none"));
    }
    let style = Style::of_stdout();
    let last = map.papers.iter().filter_map(|card| card.community).max().unwrap_or_default();
    for community in 0..=last {
        let inside: Vec<&PaperCard> = map.papers.iter().filter(|card| card.community == Some(community)).collect();
        line(style.bold(&say!("papers-community", number = community + 1, count = inside.len()).to_string()))?;
        inside.into_iter().try_for_each(|card| line(format!("  {}", short(card))))?;
    }
    let name = |id: &String| map.papers.iter().find(|card| card.id == *id).map_or_else(|| id.clone(), short);
    let headed = |head: Message, lines: Vec<String>| {
        if lines.is_empty() {
            return Ok(());
        }
        line(style.bold(&head.to_string()))?;
        lines.into_iter().try_for_each(|told| line(format!("  {told}")))
    };
    let alike = map.alike.iter().map(|of| format!("{:.2}  {} — {}", of.weight, name(&of.source), name(&of.target)));
    headed(say!("papers-alike"), alike.collect())?;
    headed(
        say!("papers-cites"),
        map.cites.iter().map(|of| format!("{} → {}", name(&of.source), name(&of.target))).collect(),
    )?;
    headed(say!("papers-prior"), map.prior.iter().map(name).collect())?;
    headed(say!("papers-derivative"), map.derivative.iter().map(name).collect())?;
    let bridges = map.bridges.iter().map(|one| format!("{:>3.0} %  {}", one.share * 100.0, name(&one.id)));
    headed(say!("papers-bridges"), bridges.collect())
}

/// Prints the concepts of papers.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn paper_knowledge(known: &PaperKnowledge, most: usize) -> io::Result<()> {
    let style = Style::of_stdout();
    for concept in known.concepts.iter().take(most) {
        line(format!("{:>4}  {}  {}", concept.papers.len(), concept.name, style.dim(&spelled(&concept.kind))))?;
    }
    let name = |id: &String| {
        known.concepts.iter().find(|concept| concept.id == *id).map_or("", |concept| concept.name.as_str())
    };
    for relation in known.relations.iter().take(most) {
        let said = style.dim(&spelled(&relation.relation));
        line(format!("{} {said} {}", name(&relation.source), name(&relation.target)))?;
    }
    line(say!("papers-concepts", concepts = known.concepts.len(), relations = known.relations.len()))
}

/// A kind as JSON spells it.
fn spelled(kind: &impl serde::Serialize) -> String {
    let value = serde_json::to_value(kind).unwrap_or_default();
    value.as_str().unwrap_or_default().to_owned()
}

/// Concepts near a question.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn related_concepts(related: &[RelatedConcept]) -> io::Result<()> {
    if related.is_empty() {
        return line(say!("papers-no-concepts"));
    }
    related.iter().try_for_each(|one| line(format!("{:>3}  {}  ({})", one.depth, one.name, one.papers.len())))
}

/// A paper as a picture names it: `Vaswani 2017, Attention Is All You Need`.
fn short(card: &PaperCard) -> String {
    let family = card.authors.first().and_then(|name| name.rsplit(' ').next()).unwrap_or_default();
    let year: String = card.published.as_deref().unwrap_or_default().chars().take(4).collect();
    format!("{family} {year}, {}", one_line(&card.title, 80)).trim().to_owned()
}

/// Title, then authors, date and available parts.
pub(super) fn brief(card: &PaperCard) -> io::Result<()> {
    let style = Style::of_stdout();
    line(style.bold(&one_line(&card.title, TITLE)))?;
    let mut parts = Vec::new();
    if !card.authors.is_empty() {
        let named = card.authors.iter().take(AUTHORS).cloned().collect::<Vec<_>>().join(", ");
        let others = card.authors.len().saturating_sub(AUTHORS);
        parts.push(if others > 0 { say!("papers-others", named = named, count = others).to_string() } else { named });
    }
    parts.extend(card.published.as_ref().map(|date| date.chars().take(4).collect()));
    let version = card.version.map(|version| format!("v{version}")).unwrap_or_default();
    parts.push(card.arxiv.as_ref().map_or_else(|| card.id.clone(), |id| format!("{id}{version}")));
    parts.extend(card.categories.first().cloned());
    parts.extend(marks(card));
    line(format!("    {}", style.dim(&parts.join(" · "))))
}

/// The most important facts about a paper.
fn marks(card: &PaperCard) -> Vec<String> {
    let mut marks = Vec::new();
    if card.withdrawn {
        marks.push(say!("papers-mark-withdrawn").to_string());
    }
    if let Some(newer) = card.newer {
        marks.push(say!("papers-mark-newer", version = u64::from(newer)).to_string());
    }
    match card.status {
        Some(PaperState::Read) => marks.push(say!("papers-mark-read").to_string()),
        Some(PaperState::Abstract) => marks.push(say!("papers-mark-abstract").to_string()),
        None => {}
    }
    if card.cited_by_inside > 0 {
        marks.push(say!("papers-mark-cited", count = card.cited_by_inside).to_string());
    }
    marks
}
