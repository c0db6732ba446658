//! Options of strategies: one struct, and one table from which every door derives its help.

use std::fmt::Display;
use std::str::FromStr;

use crate::rank::traverse::{EdgeRules, Order, Roots};
use crate::view::Whose;

/// How `hybrid` joins words and vectors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Fusion {
    /// BM25 over its best, and the cosine, weighed by `alpha`.
    #[default]
    Max,
    /// Reciprocal ranks.
    Rrf,
}

impl Display for Fusion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Max => "max",
            Self::Rrf => "rrf",
        })
    }
}

impl FromStr for Fusion {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "max" => Ok(Self::Max),
            "rrf" => Ok(Self::Rrf),
            _ => Err("max or rrf".to_owned()),
        }
    }
}

/// What `global` reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Over {
    /// Reports of communities.
    #[default]
    Reports,
    /// Chunks, without any community.
    Chunks,
}

impl Display for Over {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Reports => "reports",
            Self::Chunks => "chunks",
        })
    }
}

impl FromStr for Over {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "reports" => Ok(Self::Reports),
            "chunks" => Ok(Self::Chunks),
            _ => Err("reports or chunks".to_owned()),
        }
    }
}

/// Which communities `global` reads the reports of, where a model answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CommunityLevel {
    /// Those that a model rates as helpful, from the outermost inwards (dynamic community selection).
    #[default]
    Dynamic,
    /// All of a level, and those above it that have no parts.
    At(u32),
}

impl Display for CommunityLevel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Dynamic => f.write_str("dynamic"),
            Self::At(level) => write!(f, "{level}"),
        }
    }
}

impl FromStr for CommunityLevel {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "dynamic" => Ok(Self::Dynamic),
            level => level.parse().map(Self::At).map_err(|_| "`dynamic` or the number of a level".to_owned()),
        }
    }
}

/// One option: its name, its meaning, how to read and to show it.
#[derive(Debug, Clone, Copy)]
pub struct Parameter {
    /// The name, as settings and flags spell it.
    pub name: &'static str,
    /// What it means, with its unit, in one line.
    pub about: &'static str,
    show: fn(&Options) -> String,
    set: fn(&mut Options, &str) -> Result<(), String>,
}

impl Parameter {
    /// Its value in `options`, as text.
    pub fn value(&self, options: &Options) -> String {
        (self.show)(options)
    }

    /// Its default, as text.
    pub fn default(&self) -> String {
        self.value(&Options::default())
    }
}

/// Why an option could not be set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// No option has this name.
    #[error("no option is called {found:?}; did you mean {nearest:?}?")]
    Unknown {
        /// The name given.
        found: String,
        /// The name most like it.
        nearest: &'static str,
    },
    /// The value does not fit.
    #[error("{name} cannot be {found:?}; give {expected}")]
    Value {
        /// The option.
        name: &'static str,
        /// The value given.
        found: String,
        /// What would fit.
        expected: String,
    },
}

impl Options {
    /// Sets an option by name from text.
    ///
    /// # Errors
    /// When there is no such option, or the value is not of its kind.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let Some(parameter) = PARAMETERS.iter().find(|parameter| parameter.name == name) else {
            return Err(OptionError::Unknown { found: name.to_owned(), nearest: nearest(name) });
        };
        (parameter.set)(self, value.trim()).map_err(|expected| OptionError::Value {
            name: parameter.name,
            found: value.to_owned(),
            expected,
        })
    }
}

fn nearest(name: &str) -> &'static str {
    let names = PARAMETERS.iter().map(|parameter| parameter.name);
    names.min_by_key(|known| (edits(name, known), *known)).unwrap_or("limit")
}

/// Levenshtein's distance in bytes; what is longer than any name is far from all.
fn edits(a: &str, b: &str) -> usize {
    let (a, b) = (&a.as_bytes()[..a.len().min(64)], b.as_bytes());
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut corner = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let best = (corner + usize::from(x != y)).min(row[j] + 1).min(row[j + 1] + 1);
            corner = std::mem::replace(&mut row[j + 1], best);
        }
    }
    row[b.len()]
}

fn number(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|number: &f64| number.is_finite()).ok_or_else(|| "a number".to_owned())
}

fn count(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| "a whole number".to_owned())
}

fn truth(text: &str) -> Result<bool, String> {
    text.parse().map_err(|_| "true or false".to_owned())
}

macro_rules! options {
    ($($field:ident: $kind:ty = $default:expr, $read:path, $about:literal;)*) => {
        /// Options of strategies, each with its default; one struct, so that every door offers the
        /// same.
        #[derive(Debug, Clone, PartialEq)]
        pub struct Options {
            $(#[doc = $about] pub $field: $kind,)*
        }

        impl Default for Options {
            fn default() -> Self {
                Self { $($field: $default),* }
            }
        }

        /// Every option of the strategies, in the order in which help shows them.
        pub const PARAMETERS: &[Parameter] = &[$(Parameter {
            name: stringify!($field),
            about: $about,
            show: |options| options.$field.to_string(),
            set: |options, text| { options.$field = $read(text)?; Ok(()) },
        }),*];
    };
}

options! {
    limit: usize = 10, count, "how many hits to return";
    facts: Whose = Whose::All, Whose::from_str, "whose facts: `all`, those of the `rules`, or those of the `model`";
    k1: f64 = 1.2, number, "BM25: how late a repeated word stops counting";
    b: f64 = 0.75, number, "BM25: how much long chunks are held back, 0 to 1";
    stop_words: bool = false, truth, "whether words such as `the` count in scores";
    fusion: Fusion = Fusion::Max, Fusion::from_str, "hybrid: `max` adds scores over their best, `rrf` adds reciprocal ranks";
    alpha: f64 = 0.3, number, "hybrid, hops, walk: share of the vectors, 0 to 1; 0.3 suits the built-in vectors, 0.5 a sentence encoder, 0.7 one of the E5 family";
    rrf_k: f64 = 60.0, number, "hybrid: constant of reciprocal rank fusion";
    oversample: usize = 3, count, "hybrid, hops: candidates of each kind, times the limit";
    hops: usize = 1, count, "walk, hops: how many times to go from chunks to their entities and on";
    spread: usize = 30, count, "walk, hops: from how many of the best chunks the hops start";
    cap: usize = 30, count, "walk, hops: an entity in more chunks than this is not walked through";
    words_share: f64 = 0.15, number, "walk: share of the start that goes to chunks found by words and vectors, 0 to 1";
    seeds: usize = 20, count, "walk: from how many such chunks it starts";
    proximity: f64 = 0.4, number, "walk: what neighbouring words of the question add where they stand together, as much as a word that weighs as they do at 1; 0 for nothing";
    paired: usize = 10, count, "walk: in how many of the best chunks by BM25 such words are looked for";
    power: f64 = 5.0, number, "walk: exponent on BM25 over its best, among those chunks";
    cosine_power: f64 = 10.0, number, "walk: exponent on the cosine over its best, among those chunks";
    ties: f64 = 0.3, number, "walk: what entities start with that a stated relation which the question asks for ties to those it names, in parts of what those start with; 0 for nothing";
    damping: f64 = 0.85, number, "walk: probability of following an edge, 0 to 1";
    rounds: usize = 15, count, "walk: how many steps are summed";
    rarity: f64 = 0.5, number, "walk: exponent on 1 / the chunks of an entity: how much less common names pull and start";
    again: f64 = 0.0, number, "walk: share of a second walk's start that goes to the best chunks of the first, 0 to 1; 0 for one walk";
    subject: f64 = 20.0, number, "walk: how much more a step from an entity leads to chunks of documents that are about it";
    enter: f64 = 4.0, number, "walk: a step from an entity enters a chunk in proportion to e^(enter x cosine)";
    plain_words: f64 = 0.5, number, "walk: exponent on the part of a word's chunks that use it as a name; 0 trusts every name alike";
    direct: f64 = 1.0, number, "walk: what the best chunk by words and vector gains by itself, as much as the best of the walk has at 1";
    direct_power: f64 = 30.0, number, "walk: exponent on a chunk's words and vector over their best, for that gain";
    gate: f64 = 2.0, number, "walk: scores are multiplied by e^(gate x cosine) in the end";
    hop_penalty: f64 = 0.3, number, "hops: a chunk h hops away counts 1 / (1 + penalty x h)";
    hop_share: f64 = 0.5, number, "hops: share of the graph against words or vectors, 0 to 1";
    edges: EdgeRules = EdgeRules::default(), EdgeRules::from_str, "traverse: metadata edges, as `links:$id,author:author` or a list: a value of the first field leads to documents with it in the second; `$id` is a document's id, `$title`, `$source` and `$language` what it says";
    traverse_strategy: Order = Order::Eager, Order::from_str, "traverse: `eager` takes all that is reached, `mmr` what is near the question and unlike the rest, `scored` orders by nearness and depth";
    start_k: usize = 5, count, "traverse: how many of the nearest chunks it starts from; 0 for none";
    initial_roots: Roots = Roots::default(), Roots::from_str, "traverse: ids of documents it starts from as well, with commas between or as a list; their best chunks take half of the limit at most";
    adjacent_k: usize = 5, count, "traverse: how many of the nearest chunks each step takes";
    max_depth: usize = 1, count, "traverse: how many edges away from the start it goes";
    documents: bool = false, truth, "traverse: whether each document is taken once, by its nearest chunk";
    views: usize = 256, count, "traverse: how often it may look, once for the start and once for each step";
    lambda_mult: f64 = 0.5, number, "traverse, mmr: weight of nearness against unlikeness, 0 to 1";
    tests: usize = 100, count, "lazy: how many chunks are tested for what they say of the question";
    together: usize = 1, count, "lazy, with a model: how many chunks it is shown at once for that";
    over: Over = Over::Reports, Over::from_str, "global: whether it reads `reports` of communities, or `chunks` without any community";
    level: CommunityLevel = CommunityLevel::Dynamic, CommunityLevel::from_str, "global, with a model: `dynamic` for the communities that it rates as helpful, from the outermost inwards, or the level whose reports are all read";
    map_tokens: usize = 12_000, count, "global, with a model: how many tokens of reports or chunks it is given at once";
    read_tokens: usize = 200_000, count, "global, with a model: how many tokens of reports or chunks it reads in all, what fits best first; 0 for everything";
    min_mmr_score: f64 = 0.0, number, "traverse, mmr: chunks that score less are left out";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_reads_back_what_it_shows() {
        for parameter in PARAMETERS {
            let mut options = Options::default();
            options.set(parameter.name, &parameter.default()).unwrap();
            assert_eq!(options, Options::default(), "{}", parameter.name);
            assert!(!parameter.about.is_empty());
        }
    }

    #[test]
    fn wrong_names_and_values_say_what_to_do() {
        let mut options = Options::default();
        let unknown = options.set("dampin", "1").unwrap_err();
        assert!(unknown.to_string().contains("damping"), "{unknown}");
        let value = options.set("damping", "NaN").unwrap_err();
        assert!(value.to_string().contains("a number"), "{value}");
        options.set("fusion", "rrf").unwrap();
        assert_eq!(options.fusion, Fusion::Rrf);
    }
}
