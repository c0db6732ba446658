//! `quipu session`: conversations, listed, shown and deleted.

use quipu_engine::sessions;

use super::Place;
use crate::cli::{SessionArgs, SessionWhat};
use crate::exit::Outcome;
use crate::messages::say;
use crate::{print, wire};

/// Lists, shows or deletes.
///
/// # Errors
/// When there is no workspace, or its conversations cannot be read or written.
pub(crate) async fn run(place: &Place<'_>, args: &SessionArgs) -> anyhow::Result<Outcome> {
    let (json, kept) = (place.common.json, wire::sessions(&place.folder)?);
    match &args.what {
        SessionWhat::List => {
            let all = sessions::list(&*kept).await?;
            if json {
                print::json(&all)?
            } else {
                print::sessions(&all)?
            }
            Ok(if all.is_empty() { Outcome::Nothing } else { Outcome::Done })
        }
        SessionWhat::Show { name } => {
            let said = sessions::read(&*kept, name).await?;
            if json {
                print::json(&said)?;
            } else {
                said.iter().try_for_each(print::exchange)?;
            }
            if said.is_empty() {
                print::note(say!("session-none", name = name))?;
                return Ok(Outcome::Nothing);
            }
            Ok(Outcome::Done)
        }
        SessionWhat::Delete { names } => {
            let mut outcome = Outcome::Done;
            for name in names {
                let count = sessions::delete(&*kept, name).await?;
                if count == 0 {
                    print::note(say!("session-none", name = name))?;
                    outcome = Outcome::Nothing;
                } else {
                    print::note(say!("session-deleted", name = name, count = count))?;
                }
            }
            Ok(outcome)
        }
    }
}
