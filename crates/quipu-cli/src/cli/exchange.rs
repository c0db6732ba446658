//! Flags of the commands that write a workspace in other shapes, and read it again.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// Write the workspace in another shape: lines, a graph, tables, a vault of notes
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quipu export jsonl --to backup.jsonl        everything; `quipu import` reads it again
  quipu export jsonl | zstd > backup.zst
  quipu export graphml --to notes.graphml     for Gephi, yEd, Cytoscape, NetworkX, igraph
  quipu export csv --to neo4j/                for Neo4j, see below
  quipu export obsidian --to vault/           open the folder as a vault

jsonl loses nothing: importing it into an empty workspace gives an equal `quipu dump`. The others hold documents, \
chunks, entities, relations and who mentions whom. The tables are read by \
`neo4j-admin database import full --nodes=nodes.csv --relationships=relationships.csv`; line breaks in texts become \
spaces there.")]
pub(crate) struct ExportArgs {
    /// Which shape
    #[arg(value_name = "FORMAT")]
    pub(crate) format: ExportChoice,
    /// Where to: a file, or a folder that is empty or not there yet; `-` is standard output [default: -]
    #[arg(long, value_name = "PATH")]
    pub(crate) to: Option<PathBuf>,
}

/// The shapes of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportChoice {
    /// Lines of JSON that hold everything
    Jsonl,
    /// One GraphML file
    Graphml,
    /// Two tables for Neo4j, in a folder
    Csv,
    /// A folder of Markdown notes for Obsidian: one a document, one an entity
    Obsidian,
}

/// Read what `quipu export jsonl` wrote, into this workspace
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quipu import backup.jsonl -w ~/restored
  zstdcat backup.zst | quipu import -
  quipu -w a export jsonl | quipu -w b import -      one workspace into another

A workspace is made where there is none. In one that is there, a document takes the place of the one with its id. A \
line that does not read is reported with its number, the document it belongs to is left out whole, with copies of its \
text, and the run goes on. A file that does not end as an export does is reported as well; after either the exit code is \
4. Vectors are taken as they are where the embedding model is the same, else made again. That the chunks of a text are \
all of it is believed: import files of people you trust, or index the documents themselves.")]
pub(crate) struct ImportArgs {
    /// The file, or `-` for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
}

/// Copy the workspace whole into one file, also beside a running server
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quipu backup notes.quipu                  everything: graph, replies, conversations, jobs, originals, settings
  quipu -w papers backup /mnt/papers.quipu
  quipu restore notes.quipu -w ~/restored

The copy is of one moment: who writes waits while it is made, who reads does not. It is an archive (ZIP) that `quipu \
restore` checks before anything is put in place. Keys of model servers are not in it: settings name variables alone.")]
pub(crate) struct BackupArgs {
    /// The file to write
    #[arg(value_name = "FILE")]
    pub(crate) to: PathBuf,
    /// Take the place of a file that is there
    #[arg(long)]
    pub(crate) force: bool,
}

/// Put back what `quipu backup` wrote, into a folder without a workspace
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quipu restore notes.quipu                 into this folder
  quipu restore notes.quipu -w ~/restored

All of it is there, or nothing. Settings that lie in the folder stay as they are.")]
pub(crate) struct RestoreArgs {
    /// The file to read
    #[arg(value_name = "FILE")]
    pub(crate) from: PathBuf,
}
