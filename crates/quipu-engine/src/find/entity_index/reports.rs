//! Reports as searchable things: title, summary and findings, by words and by vector, where their communities are kept.

use quipu_kernel::model::Key;
use quipu_kernel::strategies::Options;
use quipu_kernel::view::{Question, Reason, Thing, ThingKind, Why};

use super::admitted::admitted;
use super::found_thing::FoundThing;
use crate::base::{CommunityShelf, EngineError, Workspace};
use crate::find::communities::report_fits;
use crate::find::communities::{self, Report};

/// Maximum number of a community's members that are checked for visible chunks under a filter.
const MEMBERS: usize = 512;

/// The reports that fit a question, best first.
///
/// # Errors
/// When communities cannot be brought up to date or read.
pub(super) async fn found(
    workspace: &Workspace,
    kept: &CommunityShelf,
    question: &Question,
    options: &Options,
) -> Result<Vec<FoundThing>, EngineError> {
    let map = communities::current(workspace, kept).await?;
    let placed: Vec<(u32, u32, &Report)> = map.reports().collect();
    let fits = report_fits(workspace, kept, question, &placed).await?;
    let mut order: Vec<(f64, u32, &Report)> =
        fits.fits.iter().zip(&placed).map(|(fit, (at, _, report))| (*fit, *at, *report)).collect();
    order.retain(|(fit, ..)| *fit > 0.0);
    order.sort_by(|x, y| y.0.total_cmp(&x.0).then(x.2.community.cmp(&y.2.community)));
    let mut out = Vec::new();
    for (fit, at, report) in order {
        if out.len() == options.limit {
            break;
        }
        if !question.filter.is_empty() {
            let members: Vec<(Key, _)> = map.members(at).take(MEMBERS).map(|key| (key, None)).collect();
            if !admitted(&*workspace.store, &question.filter, &members, 1).await?.contains(&true) {
                continue;
            }
        }
        let reason = Reason::Community { community: report.community, title: report.title.clone() };
        let why = Why::sum("report", vec![Why::leaf(reason, fit)]);
        let thing =
            Thing { kind: ThingKind::Report, key: report.community, words: report.title.clone(), score: fit, why };
        out.push(FoundThing { thing, text: report.searched(), cosine: None, above: None, ends: None });
    }
    Ok(out)
}
