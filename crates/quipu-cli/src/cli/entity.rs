//! Flags of `entity`: what a person says of names.

use clap::{Args, Subcommand};

/// Say which names mean the same, and which do not; take it back, list what was said
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quipu entity merge \"Ada Lovelace\" \"Countess of Lovelace\" --reason \"her title\"
  quipu entity split Mercury --documents 'planets/**'   there it means another thing
  quipu entity split Mercury --documents band.md --as \"Freddie Mercury\"
  quipu entity split \"J. Smith\"      no rule joins it with other names any more
  quipu entity rename \"ada lovelace\" \"Ada, Countess of Lovelace\"
  quipu entity log
  quipu entity undo                  the last one; `quipu entity undo 3` the third

What is said stands beside the documents: it outlives indexing them again, goes with `export` and `import`, and no \
document is read again for it. `quipu show entity NAME` tells why the names of an entity are held to mean the same.")]
pub(crate) struct EntityArgs {
    /// What to say
    #[command(subcommand)]
    pub(crate) what: EntityWhat,
}

/// What can be said of names.
#[derive(Debug, Subcommand)]
pub(crate) enum EntityWhat {
    /// Two names mean the same thing
    Merge {
        /// A name of one entity
        #[arg(value_name = "NAME")]
        a: String,
        /// A name of the other
        #[arg(value_name = "OTHER")]
        b: String,
        /// Why, in your words
        #[arg(long, value_name = "TEXT", default_value = "")]
        reason: String,
    },
    /// A name means another thing in some documents, or something else than the names that rules join it with
    Split {
        /// The name
        #[arg(value_name = "NAME")]
        name: String,
        /// In these documents: ids, paths or globs
        #[arg(long, value_name = "ID|GLOB", num_args = 1.., value_delimiter = ',')]
        documents: Vec<String>,
        /// Where it is of this kind: PERSON, ORG, PLACE, WORK…, as `quipu show entity` prints it
        #[arg(long, value_name = "KIND")]
        kind: Option<String>,
        /// What it is called there
        #[arg(long = "as", value_name = "NEW")]
        called: Option<String>,
        /// Why, in your words
        #[arg(long, value_name = "TEXT", default_value = "")]
        reason: String,
    },
    /// Show an entity by another name, which means it too from then on
    Rename {
        /// A name of the entity
        #[arg(value_name = "NAME")]
        name: String,
        /// The name to show
        #[arg(value_name = "NEW")]
        to: String,
        /// Why, in your words
        #[arg(long, value_name = "TEXT", default_value = "")]
        reason: String,
    },
    /// Take back what was said: the last, or the one of this number
    Undo {
        /// Its number, as `quipu entity log` prints it
        #[arg(value_name = "NUMBER")]
        number: Option<u64>,
    },
    /// List what was said and stands: when, what, and why
    Log,
}
