//! `quipu session`: conversations, listed, shown and deleted.

use serde::Serialize;

use crate::cli::{SessionArgs, SessionWhat};
use crate::exit::Outcome;
use crate::messages::say;
use crate::place::Place;
use crate::print;

/// Lists, shows or deletes.
///
/// # Errors
/// When there is no workspace, or its conversations cannot be read or written.
pub(crate) async fn run(place: &Place<'_>, args: &SessionArgs) -> anyhow::Result<Outcome> {
    let (json, quipu) = (place.common.json, place.quipu(&[])?);
    match &args.what {
        SessionWhat::List => {
            let all = quipu.conversations().await?;
            if json {
                print::json(&all)?
            } else {
                print::sessions(&all)?
            }
            Ok(if all.is_empty() { Outcome::Nothing } else { Outcome::Done })
        }
        SessionWhat::Show { name } => {
            let said = quipu.conversation(name).await?;
            if json {
                print::json(&said)?;
            } else {
                said.iter().try_for_each(print::exchange)?;
            }
            if said.is_empty() {
                if !json {
                    print::note(say!("session-none", name = name))?;
                }
                return Ok(Outcome::Nothing);
            }
            Ok(Outcome::Done)
        }
        SessionWhat::Delete { names } => {
            let mut went = Deleted::default();
            for name in names {
                match quipu.delete_conversation(name).await? {
                    0 => went.unmatched.push(name.clone()),
                    count => went.deleted.push((name.clone(), count)),
                }
            }
            went.say(json)?;
            Ok(if went.unmatched.is_empty() { Outcome::Done } else { Outcome::Nothing })
        }
    }
}

/// The deleted conversations.
#[derive(Debug, Default, Serialize)]
struct Deleted {
    /// Each with its number of questions.
    deleted: Vec<(String, u64)>,
    /// Names that no conversation has.
    unmatched: Vec<String>,
}

impl Deleted {
    fn say(&self, json: bool) -> std::io::Result<()> {
        if json {
            return print::json(self);
        }
        for name in &self.unmatched {
            print::note(say!("session-none", name = name))?;
        }
        let said = |(name, count): &(String, u64)| print::note(say!("session-deleted", name = name, count = *count));
        self.deleted.iter().try_for_each(said)
    }
}
