//! Flags of `quipu model`.

use clap::{Args, Subcommand};

/// Fetch, list and remove models that encode or read sentences; try every model that the settings name
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quipu model list                       what is known by name, and what is here
  quipu model pull all-MiniLM-L6-v2      fetch it; broken off, it goes on where it was
  quipu model pull reader                a model that helps to choose sentences
  quipu model pull org/name              any BERT encoder with safetensors, by its repository
  quipu model pull NAME --mirror https://hub.example.org
  quipu model path all-MiniLM-L6-v2      its folder
  quipu model check                      what works, how fast, and what to change

A file's SHA-256 is checked where it is known; else the first fetch is trusted and kept in quipu-model.json, \
and a later one must be equal.")]
pub(crate) struct ModelArgs {
    /// What to do
    #[command(subcommand)]
    pub(crate) what: ModelWhat,
}

/// What can be done with models.
#[derive(Debug, Subcommand)]
pub(crate) enum ModelWhat {
    /// Fetch a model by its name, or its repository as `org/name`
    Pull {
        /// Its name, or repository
        name: String,
        /// Address of a hub of the same layout
        #[arg(long, value_name = "URL")]
        mirror: Option<String>,
    },
    /// List the models that are known by name and those that are here
    List,
    /// Print the folder of a model
    Path {
        /// Its name
        name: String,
    },
    /// Try every model that the settings name: what works, how fast, and what to change
    Check,
    /// Remove a model's folder
    Remove {
        /// Its name
        name: String,
    },
}

/// Give every chunk a vector of another model
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quipu reembed --model all-MiniLM-L6-v2     a model that `quipu model pull` fetched
  quipu reembed --model ~/models/bge-small   a folder
  quipu reembed --model static               back to the vectors inside the binary
  quipu reembed --model openai --set embed.url=http://127.0.0.1:8080/v1 --set embed.name=bge-m3

Questions are answered by the vectors before until all new ones are there; then those take over at once, and \
`embed.model` is written into the workspace's quipu.toml. Stopped or killed, it goes on where it was when it is \
run again. Meanwhile documents cannot be indexed; texts, facts and words stay as they are.")]
pub(crate) struct ReembedArgs {
    /// The model: as `embed.model` names it [default: what the settings say]
    #[arg(short, long, value_name = "MODEL")]
    pub(crate) model: Option<String>,
}

impl ReembedArgs {
    /// The settings that flags stand for.
    pub(crate) fn flags(&self) -> [(&'static str, &'static str, Option<String>); 1] {
        [("embed.model", "--model", self.model.clone())]
    }
}
