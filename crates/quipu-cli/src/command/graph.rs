//! `quipu graph` and `quipu similar`: pictures.

use quipu::graph::{Picture, PictureOf, dot, placed, svg};

use super::query;
use crate::cli::{DrawnArgs, GraphArgs, SimilarArgs};
use crate::exit::{Outcome, Usage};
use crate::messages::{heard, say};
use crate::place::Place;
use crate::print;
use crate::written::write;

/// Draws the surroundings of a question or an entity.
///
/// # Errors
/// When the workspace cannot be read, a name is unknown or ambiguous, or a file cannot be
/// written.
pub(crate) async fn run(place: &Place<'_>, args: &GraphArgs) -> anyhow::Result<Outcome> {
    let drawn = &args.drawn;
    if drawn.html.is_none() && drawn.svg.is_none() && args.dot.is_none() && !place.common.json {
        return Err(Usage(say!("draw-where")).into());
    }
    let quipu = place.quipu(&query::flags(&args.look, &[]))?;
    let of = match (&args.entity, &args.community, &args.question) {
        _ if args.communities => PictureOf::Communities(args.level),
        (Some(name), ..) => PictureOf::Entity(name.clone()),
        (None, Some(name), _) => PictureOf::PartsOf(name.clone()),
        (None, None, question) => {
            let text = question.as_deref().unwrap_or_default();
            PictureOf::Question(Box::new(query::question(text, &args.filter)?))
        }
    };
    let picture = quipu.picture(of, usize::from(args.entities), usize::from(args.chunks)).await?;
    let picture = if args.by_community { quipu.coloured(picture).await? } else { picture };
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
    let (quipu, k) = (place.quipu(&[])?, usize::from(args.k));
    let found = match &args.document {
        Some(document) => quipu.similar_to(document, k, args.min).await?,
        None => quipu.similar(k, args.min).await?,
    };
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
