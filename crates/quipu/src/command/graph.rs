//! `quipu graph` and `quipu similar`: pictures.

use quipu_engine::graph::{About, Picture, PictureQuery, SimilarQuery, dot, picture, placed, similar, svg};

use super::{Place, query};
use crate::cli::{DrawnArgs, GraphArgs, SimilarArgs};
use crate::exit::{Outcome, Usage};
use crate::messages::{heard, say};
use crate::written::write;
use crate::{print, wire};

/// Draws what is around a question or an entity.
///
/// # Errors
/// When the workspace cannot be read, a name means nothing or several things, or a file cannot be
/// written.
pub(crate) async fn run(place: &Place<'_>, args: &GraphArgs) -> anyhow::Result<Outcome> {
    let drawn = &args.drawn;
    if drawn.html.is_none() && drawn.svg.is_none() && args.dot.is_none() && !place.common.json {
        return Err(Usage(say!("draw-where")).into());
    }
    let loaded = query::settings(place, &args.look, &[])?;
    let about = match (&args.entity, &args.question) {
        (Some(name), _) => About::Entity(name.clone()),
        (None, question) => {
            let text = question.as_deref().unwrap_or_default();
            About::Question(Box::new(query::query(text, &args.filter, &loaded.settings)?))
        }
    };
    let (entities, chunks) = (usize::from(args.entities), usize::from(args.chunks));
    let workspace = wire::open(&place.folder, &loaded.settings)?;
    let picture = picture(&workspace, &PictureQuery { about, entities, chunks }).await?;
    files(&picture, drawn)?;
    if let Some(path) = &args.dot {
        write(path, &dot(&picture))?;
    }
    if place.common.json {
        print::json(&placed(&picture))?;
    }
    Ok(if picture.points.is_empty() { Outcome::Nothing } else { Outcome::Done })
}

/// Finds documents that are alike, and draws or lists them.
///
/// # Errors
/// When there are no vectors, the workspace cannot be read, or a file cannot be written.
pub(crate) async fn alike(place: &Place<'_>, args: &SimilarArgs) -> anyhow::Result<Outcome> {
    if !args.min.is_finite() {
        return Err(Usage(say!("min-cosine")).into());
    }
    let loaded = place.settings(&[])?;
    let workspace = wire::open(&place.folder, &loaded.settings)?;
    let workers = std::thread::available_parallelism().map_or(2, usize::from);
    let found = similar(&workspace, SimilarQuery { k: usize::from(args.k), least: args.min, workers }).await?;
    files(&found.picture(), &args.drawn)?;
    if let Some(path) = &args.graphml {
        write(path, &found.graphml())?;
    }
    let written = args.drawn.html.is_some() || args.drawn.svg.is_some() || args.graphml.is_some();
    match (place.common.json, written) {
        (true, _) => print::json(&found)?,
        (false, true) => {}
        (false, false) => print::similar(&found)?,
    }
    Ok(if found.pairs.is_empty() { Outcome::Nothing } else { Outcome::Done })
}

fn files(picture: &Picture, drawn: &DrawnArgs) -> anyhow::Result<()> {
    if drawn.html.is_some() || drawn.svg.is_some() {
        picture.notes.iter().try_for_each(|note| print::note(say!("note", note = heard(note))))?;
    }
    if let Some(path) = &drawn.html {
        write(path, &print::page(picture)?)?;
    }
    if let Some(path) = &drawn.svg {
        write(path, &svg(picture))?;
    }
    Ok(())
}
