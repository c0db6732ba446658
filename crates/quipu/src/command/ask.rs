//! `quipu ask`: a question becomes a cited answer.

use std::io::IsTerminal as _;

use futures::StreamExt as _;
use quipu_engine::Workspace;
use quipu_engine::ask::{Answer, Asking, Event, answer, ask};
use quipu_engine::ports::Kept;
use quipu_engine::sessions::{self, Exchange};

use super::pen::Pen;
use super::{Place, query};
use crate::cli::AskArgs;
use crate::exit::{Outcome, Usage};
use crate::messages::reason;
use crate::settings::Settings;
use crate::{print, wire};

/// Asks, and prints the answer with its citations.
///
/// # Errors
/// When the workspace cannot be read.
pub(crate) async fn run(place: &Place<'_>, args: &AskArgs) -> anyhow::Result<Outcome> {
    let loaded = query::settings(place, &args.look, &args.write.flags())?;
    let query = query::query(&args.question, &args.filter, &loaded.settings)?;
    let workspace = wire::open(&place.folder, &loaded.settings)?;
    let pen = pen(place, &loaded.settings, args.write.offline)?;
    let session = session(place, args.session.as_deref())?;
    let before = before(session.as_ref()).await?;
    let writer = pen.as_ref().map(Pen::asking);
    let asking = Asking { query: &query, before: &before, writer };
    let answer = match (args.events, place.common.json) {
        (true, _) => told(&workspace, asking, print::json_line).await?,
        (_, true) => answer(&workspace, asking).await?,
        _ => shown(&workspace, asking).await?,
    };
    if let Some((kept, name)) = &session {
        sessions::add(&**kept, name, &Exchange::of(&answer)).await?;
    }
    if place.common.json && !args.events {
        print::json(&answer)?;
    }
    if let Some(pen) = pen {
        pen.put_down()?;
    }
    Ok(if answer.refused { Outcome::Nothing } else { Outcome::Done })
}

/// Who writes; nobody where that is not wanted.
pub(super) fn pen(place: &Place<'_>, settings: &Settings, offline: bool) -> anyhow::Result<Option<Pen>> {
    if offline { Ok(None) } else { Pen::of(place, settings) }
}

/// A conversation: where it is kept, and its name.
type Named = (std::sync::Arc<dyn Kept>, String);

/// The conversation of this name.
pub(super) fn session(place: &Place<'_>, name: Option<&str>) -> anyhow::Result<Option<Named>> {
    let Some(name) = name else { return Ok(None) };
    sessions::check(name).map_err(|error| Usage(crate::messages::say!("session-name", name = error.found)))?;
    Ok(Some((wire::shelves(&place.folder).sessions, name.to_owned())))
}

/// What was said in it.
pub(super) async fn before(session: Option<&Named>) -> anyhow::Result<Vec<Exchange>> {
    match session {
        Some((kept, name)) => Ok(sessions::read(&**kept, name).await?),
        None => Ok(Vec::new()),
    }
}

/// Asks and prints: piece by piece where a model writes and somebody watches, else when all is there.
pub(super) async fn shown(workspace: &Workspace, asking: Asking<'_>) -> anyhow::Result<Answer> {
    if asking.writer.is_none() || !std::io::stdout().is_terminal() {
        // Whoever does not listen gets a reply that was cut off again, with more room.
        let answer = answer(workspace, asking).await?;
        print::answer(&answer)?;
        return Ok(answer);
    }
    print::as_it_comes();
    let answer = told(workspace, asking, |event| match event {
        Event::Token { text } => print::piece(text),
        _ => Ok(()),
    });
    let answer = answer.await?;
    print::below(&answer)?;
    Ok(answer)
}

/// Asks; each event is told as it happens.
async fn told(
    workspace: &Workspace,
    asking: Asking<'_>,
    mut tell: impl FnMut(&Event) -> std::io::Result<()>,
) -> anyhow::Result<Answer> {
    let mut events = std::pin::pin!(ask(workspace, asking));
    let mut whole = None;
    while let Some(event) = events.next().await {
        let event = event?;
        tell(&event)?;
        if let Event::End(answer) = event {
            whole = Some(*answer);
        }
    }
    // The last event of a story that ends well is its whole.
    whole.ok_or_else(|| anyhow::anyhow!(reason(&std::io::Error::from(std::io::ErrorKind::UnexpectedEof))))
}
