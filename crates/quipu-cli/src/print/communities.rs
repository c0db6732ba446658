//! Communities: their tree, one with its sentences, and the report of an update.

use std::io;

use quipu::communities::{
    ClusterProgress, ClusterReport, CommunityBrief, CommunityList, ReportBy, ReportEstimate, ShownCommunity, Stale,
    WrittenReports,
};
use quipu::models::Stopped;

use super::units::{one_line, seconds, thousands};
use super::{Style, line};
use crate::messages::{Message, reason, say};

/// Number of digits of an id that are shown: enough to distinguish communities.
const DIGITS: usize = 8;
/// Limit of missing reports that are listed.
const LISTED: usize = 10;
/// Number of a community's central names that are shown.
const NAMES: usize = 12;

/// The progress of an update.
pub(crate) fn clustering(at: &ClusterProgress) -> String {
    say!("cluster-standing", reports = at.reports, of = at.of).to_string()
}

/// Prints the result of an update.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn clustered(report: &ClusterReport) -> io::Result<()> {
    let levels: Vec<String> = report.levels.iter().map(u64::to_string).collect();
    let total: u64 = report.levels.iter().sum();
    line(say!("cluster-done", count = total, levels = levels.join(" > "), entities = report.entities))?;
    line(say!("cluster-reports", made = report.made, stood = report.stood, time = seconds(report.seconds)))?;
    if !report.hubs.is_empty() {
        line(say!("cluster-hubs", hubs = one_line(&report.hubs.join(", "), 200)))?;
    }
    let share = |of: f64| format!("{:.0}", of * 100.0);
    let quality = format!("{:.3}", report.quality);
    match report.full {
        true => line(say!("cluster-quality", quality = quality))?,
        false => {
            let (drift, moved, grown) = (format!("{:+.3}", report.drift), share(report.moved), share(report.grown));
            line(say!("cluster-drift", quality = quality, drift = drift, moved = moved, grown = grown))?;
        }
    }
    if report.far {
        line(say!("cluster-far"))?;
    }
    if report.stopped {
        line(say!("cluster-stopped"))?;
    }
    report.written.iter().try_for_each(written)
}

/// Prints the model's reports, the missing ones, and the cost.
fn written(told: &WrittenReports) -> io::Result<()> {
    line(say!("cluster-written", made = told.made, model = &told.model, stood = told.stood))?;
    if told.slightly > 0 {
        line(say!("cluster-slightly", count = told.slightly))?;
    }
    if told.small > 0 {
        line(say!("cluster-small", count = told.small))?;
    }
    if told.dropped > 0 {
        line(say!("cluster-dropped", count = told.dropped))?;
    }
    for one in told.missing.iter().take(LISTED) {
        line(say!("cluster-missing", title = &one.title, reason = reason(&one.error)))?;
    }
    let missing = told.missing.len() as u64 + told.left;
    if missing > 0 {
        line(say!("cluster-missing-all", count = missing))?;
    }
    super::extracted::spent(&told.spent)?;
    match &told.stopped {
        Some(Stopped::Asked) => line(say!("cluster-stopped")),
        Some(Stopped::Model(error)) => line(say!("extracted-stopped", reason = reason(error))),
        None => Ok(()),
    }
}

/// Prints the estimated cost of reports.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn estimated_reports(estimate: &ReportEstimate, priced: bool) -> io::Result<()> {
    line(say!("estimated-reports", count = estimate.reports, model = &estimate.model))?;
    for level in &estimate.levels {
        let input = thousands(level.input);
        line(say!("estimated-level", level = level.level, count = level.reports, input = input, stand = level.stand))?;
    }
    let small: u64 = estimate.levels.iter().map(|level| level.small).sum();
    if small > 0 {
        line(say!("cluster-small", count = small))?;
    }
    let ReportEstimate { calls, input, output, money, learned, .. } = estimate;
    super::extracted::ranges([*calls, *input, *output], priced.then_some(*money), *learned)
}

/// Prints communities as a tree.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn communities(list: &CommunityList) -> io::Result<()> {
    if list.communities.is_empty() {
        return line(say!("communities-none"));
    }
    list.communities.iter().try_for_each(|brief| entry(brief, brief.level as usize))?;
    let left = list.total.saturating_sub(list.communities.len() as u64);
    if left > 0 {
        line(say!("communities-left", count = left))?;
    }
    Ok(())
}

/// Prints one community.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn community(shown: &ShownCommunity) -> io::Result<()> {
    let style = Style::of_stdout();
    entry(&shown.brief, 0)?;
    line(format!("  {}", by(shown.brief.by)))?;
    if let Some(stale) = shown.brief.stale {
        line(format!("  {}", is_stale(stale)))?;
    }
    if !shown.summary.is_empty() {
        line(format!("  {}", shown.summary))?;
    }
    for finding in &shown.findings {
        match finding.summary.is_empty() {
            true => line(format!("  - {}", finding.explanation))?,
            false => line(format!("  - {}\n    {}", style.bold(&finding.summary), finding.explanation))?,
        }
        for quote in &finding.quotes {
            line(style.dim(&format!("      {}, bytes {}-{}", quote.document, quote.start, quote.end)))?;
        }
    }
    line(say!("community-names", names = listed(&shown.names)))?;
    let kinds: Vec<String> = shown.kinds.iter().map(|(kind, count)| format!("{} {count}", kind.label())).collect();
    line(say!("community-kinds", kinds = kinds.join(", ")))?;
    for said in &shown.relations {
        line(format!("  {} -[{}]-> {}", said.source, said.predicate, said.target))?;
    }
    for quote in &shown.sentences {
        line(format!("  {}", one_line(&quote.quote, 400)))?;
        line(style.dim(&format!("      {}, bytes {}-{}", quote.document, quote.start, quote.end)))?;
    }
    if !shown.parts.is_empty() {
        line(say!("community-parts"))?;
    }
    shown.parts.iter().try_for_each(|part| entry(part, 1))
}

fn listed(names: &[String]) -> String {
    names.iter().take(NAMES).cloned().collect::<Vec<_>>().join(", ")
}

pub(super) fn by(by: ReportBy) -> Message {
    match by {
        ReportBy::Extract => say!("community-extract"),
        ReportBy::Model => say!("community-model"),
    }
}

pub(super) fn is_stale(stale: Stale) -> Message {
    match stale {
        Stale::Slightly { share } => say!("community-slightly", share = format!("{:.0}", share * 100.0)),
        Stale::Wholly => say!("community-stale"),
    }
}

/// The content of a community, and its importance.
pub(super) fn held(brief: &CommunityBrief) -> Message {
    say!(
        "community-held",
        entities = brief.entities,
        chunks = brief.chunks,
        documents = brief.documents,
        rating = format!("{:.1}", brief.rating)
    )
}

fn entry(brief: &CommunityBrief, depth: usize) -> io::Result<()> {
    let style = Style::of_stdout();
    let (id, indent) = (brief.id.to_string(), "  ".repeat(depth));
    line(format!("{indent}{}  {}  {}", style.dim(&id[..DIGITS]), style.bold(&brief.title), held(brief)))?;
    if let Some(stale) = brief.stale {
        line(format!("{indent}          {}", is_stale(stale)))?;
    }
    match brief.words.is_empty() {
        true => Ok(()),
        false => line(format!("{indent}          {}", brief.words.join(", "))),
    }
}
