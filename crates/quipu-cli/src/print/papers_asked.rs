//! Answers about papers, their contributions, their neighbours, and their updates.

use std::io;

use quipu_research::{ContributionTable, PaperAnswer, PapersRefreshed, RelatedPaper, citation_marks};

use super::papers::brief;
use super::units::one_line;
use super::{Style, answer, line};
use crate::messages::say;

/// An answer, and concepts near the question.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn paper_answer(told: &PaperAnswer) -> io::Result<()> {
    answer(&told.answer)?;
    if told.related_concepts.is_empty() {
        return Ok(());
    }
    let style = Style::of_stdout();
    line(style.dim(&format!("\n{}", say!("papers-related", names = told.related_concepts.join(", ")))))
}

/// Prints the contributions of papers: one below the other.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn contributions(table: &ContributionTable) -> io::Result<()> {
    if table.rows.is_empty() {
        return line(say!("papers-none"));
    }
    let style = Style::of_stdout();
    let names = [
        say!("papers-cell-problem"),
        say!("papers-cell-method"),
        say!("papers-cell-data"),
        say!("papers-cell-metric"),
        say!("papers-cell-result"),
    ];
    for row in &table.rows {
        line(style.bold(&row.title))?;
        for (name, cell) in names.iter().zip(&row.cells) {
            let marks = citation_marks(&cell.citations);
            let said = match &cell.text {
                Some(text) => format!("{} {marks}", one_line(text, usize::MAX)),
                None => style.dim(&say!("papers-cell-none").to_string()),
            };
            line(format!("    {name:<10}{said}", name = name.to_string()))?;
        }
        line("")?;
    }
    if !table.shared_entities.is_empty() {
        line(say!("papers-shared", names = table.shared_entities.join(", ")))?;
    }
    for one in &table.disagreements {
        line(say!("papers-disagree", about = &one.about))?;
        for side in &one.sides {
            let marks = citation_marks(&side.citations);
            line(format!("    {}: “{}” {marks}", side.paper, one_line(&side.text, 200)))?;
        }
    }
    for cited in &table.citations {
        let page =
            cited.citation.page.map(|page| format!(", {}", say!("papers-page", page = page))).unwrap_or_default();
        let section = cited.section.as_ref().map(|section| format!(" › {section}")).unwrap_or_default();
        let place = format!("[{}] {}{section}{page}", cited.citation.n, cited.citation.document);
        line(style.dim(&place))?;
    }
    Ok(())
}

/// Papers near others.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn related_papers(near: &[RelatedPaper]) -> io::Result<()> {
    if near.is_empty() {
        return line(say!("papers-none-near"));
    }
    let style = Style::of_stdout();
    for one in near {
        brief(&one.paper)?;
        line(format!("    {:.2}  {}", one.score, style.dim(&one.why.join("; "))))?;
    }
    Ok(())
}

/// Prints the updates of papers.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn papers_refreshed(report: &PapersRefreshed) -> io::Result<()> {
    line(say!(
        "papers-refreshed",
        count = report.checked,
        newer = report.newer.len(),
        withdrawn = report.withdrawn.len()
    ))?;
    report.newer.iter().chain(&report.withdrawn).try_for_each(brief)?;
    report.missing.iter().try_for_each(|id| line(say!("papers-unknown", id = id)))
}
