//! Flags of the commands that draw lines between things.

use std::path::PathBuf;

use clap::Args;

use super::{FilterArgs, LookArgs};

/// Find the shortest paths between two entities, with the sentences that carry each step
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quipu path \"Ilse Varga\" Tarnfeld
  quipu path \"Ilse Varga\" Tarnfeld -k 5 --length 3
  quipu path \"Ilse Varga\" Tarnfeld --json | jq '.paths[0].steps[].quotes[].quote'

A step leads from one entity to another where a relation is stated between them, or where they stand in a chunk \
together; aliases are one entity. Paths of fewest steps come first, then the cheapest: a stated relation costs 1, \
standing together 2, and an entity on the way 0.1 for each doubling of the number of its chunks, and 1 \
more if it is a date or an idea, so that rare names go before common ones. Through an entity in more than 60 chunks a path leads only where there are too few others.")]
pub(crate) struct PathArgs {
    /// Name of one entity
    #[arg(value_name = "A")]
    pub(crate) from: String,
    /// Name of the other
    #[arg(value_name = "B")]
    pub(crate) to: String,
    /// How many paths to find at most
    #[arg(short = 'k', long, value_name = "COUNT", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=50))]
    pub(crate) paths: u8,
    /// How many steps a path may have
    #[arg(long, value_name = "STEPS", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=8))]
    pub(crate) length: u8,
}

/// Draw what is around a question or an entity, or communities: one page to look into, SVG or DOT
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quipu graph \"Who cast the bell of the tower?\" --html bell.html
  quipu graph --entity \"Ilse Varga\" --html ilse.html --svg ilse.svg
  quipu graph --entity \"Ilse Varga\" --dot - | dot -Tpdf > ilse.pdf

The page holds everything it needs and loads nothing: zoom, search, click a thing or a line to read the sentence \
behind it. The same workspace is drawn the same.")]
#[command(group = clap::ArgGroup::new("about").required(true).args(["question", "entity", "communities", "community"]))]
pub(crate) struct GraphArgs {
    /// The question whose evidence is drawn, or `-` to read it from standard input
    #[arg(value_name = "QUESTION")]
    pub(crate) question: Option<String>,
    /// Draw what is around this entity
    #[arg(long, value_name = "NAME", conflicts_with_all = ["strategy", "limit", "edge", "document", "tag", "field", "date", "language"])]
    pub(crate) entity: Option<String>,
    /// Draw communities, each as one thing with the sentences that say most of it
    #[arg(long)]
    pub(crate) communities: bool,
    /// With --communities: which level, 0 for the outermost
    #[arg(long, value_name = "LEVEL", default_value_t = 0, requires = "communities")]
    pub(crate) level: u32,
    /// Draw the parts of this community, by its id or the name of an entity in it
    #[arg(long, value_name = "NAME")]
    pub(crate) community: Option<String>,
    /// Give entities the colours of their communities, not of their kinds
    #[arg(long)]
    pub(crate) by_community: bool,
    /// How many entities or communities to draw at most
    #[arg(long, value_name = "COUNT", default_value_t = 40, value_parser = clap::value_parser!(u16).range(1..=500))]
    pub(crate) entities: u16,
    /// How many chunks to draw at most
    #[arg(long, value_name = "COUNT", default_value_t = 12, value_parser = clap::value_parser!(u16).range(0..=500))]
    pub(crate) chunks: u16,
    /// Where to draw.
    #[command(flatten)]
    pub(crate) drawn: DrawnArgs,
    /// Write DOT for Graphviz to this file, or to standard output with `-`
    #[arg(long, value_name = "FILE")]
    pub(crate) dot: Option<PathBuf>,
    /// How to look.
    #[command(flatten)]
    pub(crate) look: LookArgs,
    /// Where to look.
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
}

/// Where to draw.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct DrawnArgs {
    /// Write one self-contained page to this file, or to standard output with `-`
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Write SVG to this file, or to standard output with `-`
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
}

/// List which documents are alike: each with its nearest, each pair once
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quipu similar
  quipu similar notes/tower.md --k 10
  quipu similar --k 5 --min 0.6 --json
  quipu similar --html alike.html --graphml alike.graphml

A document is the mean of its chunks' vectors; a pair is told when one is among the nearest of the other and their \
cosine is above --min, counted from the cosine that the model gives any two texts. Every pair is compared: twice the \
documents take four times as long.")]
pub(crate) struct SimilarArgs {
    /// Only what is like this document, by its id or key
    pub(crate) document: Option<String>,
    /// How many nearest a document has at most
    #[arg(short, long, value_name = "COUNT", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) k: u16,
    /// Above which cosine
    #[arg(long, value_name = "COSINE", default_value_t = quipu::graph::ALIKE)]
    pub(crate) min: f32,
    /// Where to draw.
    #[command(flatten)]
    pub(crate) drawn: DrawnArgs,
    /// Write GraphML to this file, or to standard output with `-`
    #[arg(long, value_name = "FILE")]
    pub(crate) graphml: Option<PathBuf>,
}
