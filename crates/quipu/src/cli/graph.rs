//! Flags of the commands that draw lines between things.

use clap::Args;

/// Find the shortest paths between two entities, with the sentences that carry each step
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quipu path \"Ilse Varga\" Tarnfeld
  quipu path \"Ilse Varga\" Tarnfeld -k 5 --length 3
  quipu path \"Ilse Varga\" Tarnfeld --json | jq '.paths[0].steps[].quotes[].quote'

A step leads from one entity to another where a relation is stated between them, or where they stand in a chunk \
together; aliases are one entity. Paths of fewest steps come first, then the cheapest: a stated relation costs 1, \
standing together 2, and an entity on the way 0.1 for each doubling of the number of its chunks, so that rare names \
go before common ones. Through an entity in more than 60 chunks a path leads only where there are too few others.")]
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
