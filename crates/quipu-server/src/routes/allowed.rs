//! Checks of works for their client: paths below allowed roots, sizes within limits, rights of the owner alone.

use std::path::Path;

use axum::http::StatusCode;
use quipu::settings::may_be_set_from_afar;

use crate::app::App;
use crate::clients::Who;
use crate::jobs::JobWork;
use crate::problem::HttpProblem;
use crate::shapes::within;
use crate::tokens::TokenRole;

/// The work, if the client may have it done. Paths lie below an allowed root, each resolved; the owner's own may be
/// anywhere. Fetched addresses and chosen models are checked for all.
pub(super) fn allowed(app: &App, who: &Who, mut work: JobWork) -> Result<JobWork, HttpProblem> {
    match &mut work {
        JobWork::Index { paths, .. } | JobWork::Watch { paths, .. } | JobWork::Eval { paths, .. } => {
            within("paths", paths.len(), 1, 1000)?;
            let long = paths.iter().map(String::len).max().unwrap_or_default();
            within("paths", long, 0, 4096)?;
            if !who.owner {
                paths.iter_mut().try_for_each(|path| rooted(app, path))?;
            }
        }
        JobWork::Backup { to: Some(to) } if !who.owner => return Err(outside(to)),
        JobWork::Backup { to: None } if who.role < TokenRole::Admin => {
            return Err(whole_backup());
        }
        JobWork::Reembed { model: Some(model) } if !who.owner => {
            let is_free = who.role == TokenRole::Admin && may_be_set_from_afar("embed.model", Some(model));
            if !is_free {
                return Err(quipu::Error::NotFromAfar { key: "embed.model".to_owned() }.into());
            }
        }
        JobWork::Delete { documents } | JobWork::Amend { documents, .. } => {
            within("documents", documents.len(), 1, 10_000)?;
        }
        JobWork::Papers { wanted } => {
            within("ids", wanted.ids.len(), 0, 200)?;
            within("max_results", wanted.max_results.unwrap_or(1), 1, 200)?;
            within("topic", wanted.topic.as_ref().map_or(0, String::len), 0, 2048)?;
            wanted.read()?;
            if !who.owner {
                wanted.paths.iter_mut().try_for_each(|path| rooted(app, path))?;
            }
        }
        JobWork::Fetch { addresses, .. } => {
            within("addresses", addresses.len(), 1, FETCHED)?;
            let rules = app.options.rules();
            addresses.iter().try_for_each(|address| rules.check(address))?;
        }
        _ => {}
    }
    Ok(work)
}

pub(super) fn whole_backup() -> HttpProblem {
    let detail = "a backup holds everything; it needs a token of the role admin";
    HttpProblem::new(StatusCode::FORBIDDEN, "forbidden", detail)
}

/// Limit of documents of the web in a job: each may take a minute, while other writers wait.
const FETCHED: usize = 20;

fn outside(path: &str) -> HttpProblem {
    let detail = format!("{path} is not below a readable folder; the owner lists these folders in `server.roots`");
    HttpProblem::new(StatusCode::FORBIDDEN, "path", detail)
}

/// Resolves a path, if it lies below an allowed root: links that lead out count as outside.
fn rooted(app: &App, path: &mut String) -> Result<(), HttpProblem> {
    let resolved = Path::new(path).canonicalize().map_err(|_| outside(path))?;
    if !app.options.roots.iter().any(|root| resolved.starts_with(root)) {
        return Err(outside(path));
    }
    *path = resolved.to_str().ok_or_else(|| outside(path))?.to_owned();
    Ok(())
}
