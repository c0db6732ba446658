//! Communities: the tree of them, one with its sentences, and how bringing them up to date went.

use std::io;

use quipu::communities::{ClusterProgress, ClusterReport, CommunityBrief, CommunityList, ReportBy, ShownCommunity};

use super::units::{one_line, seconds};
use super::{Style, line};
use crate::messages::{Message, say};

/// How many digits of an id are shown: enough to tell communities apart.
const DIGITS: usize = 8;
/// How many names of a community's middle are shown.
const NAMES: usize = 12;

/// Where bringing up to date stands.
pub(crate) fn clustering(at: &ClusterProgress) -> String {
    say!("cluster-standing", reports = at.reports, of = at.of).to_string()
}

/// What bringing up to date did.
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
    Ok(())
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

fn by(by: ReportBy) -> Message {
    match by {
        ReportBy::Extract => say!("community-extract"),
        ReportBy::Model => say!("community-model"),
    }
}

fn entry(brief: &CommunityBrief, depth: usize) -> io::Result<()> {
    let style = Style::of_stdout();
    let (id, indent) = (brief.id.to_string(), "  ".repeat(depth));
    let held = say!(
        "community-held",
        entities = brief.entities,
        chunks = brief.chunks,
        documents = brief.documents,
        rating = format!("{:.1}", brief.rating)
    );
    line(format!("{indent}{}  {}  {held}", style.dim(&id[..DIGITS]), style.bold(&brief.title)))?;
    match brief.words.is_empty() {
        true => Ok(()),
        false => line(format!("{indent}          {}", brief.words.join(", "))),
    }
}
