//! Flags of the commands that look into a workspace, measure, and document.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// Show one thing: what it is, what it says and where that stands
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quipu show entity \"Tower Clock\"
  quipu show entity \"Tower Clock\" --tree --depth 2   its neighbours, and theirs
  quipu show entity \"Tower Clock\" --summary         what the documents say of it, in short
  quipu show document notes/clock.md
  quipu show chunk 0f3a…            a key, as --json and dump print it
  quipu show relation \"Tower Clock\"  the relations stated about a name, or one by its key")]
pub(crate) struct ShowArgs {
    /// What kind of thing
    #[arg(value_name = "KIND")]
    pub(crate) kind: Shown,
    /// Its id, name or key
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
    /// Show an entity's neighbours as a tree: those that a relation ties to it, then those that stand with it in a chunk
    #[arg(long)]
    pub(crate) tree: bool,
    /// With --tree: how many levels
    #[arg(long, value_name = "LEVELS", default_value_t = 1, requires = "tree", value_parser = clap::value_parser!(u8).range(1..=5))]
    pub(crate) depth: u8,
    /// With --tree: how many neighbours of one entity
    #[arg(long, value_name = "COUNT", default_value_t = 12, requires = "tree", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) breadth: u16,
    /// Show an entity as a whole: the sections of its own page by their first sentences, and what other pages say of it
    #[arg(long, conflicts_with = "tree")]
    pub(crate) summary: bool,
    /// Show unsure relations of an entity, too: those whose statements are less likely to be right
    #[arg(long)]
    pub(crate) unsure: bool,
}

/// What can be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Shown {
    /// A document: where it was read, what is known of it, its chunks
    Document,
    /// A chunk: its text and what it says
    Chunk,
    /// An entity: its names, what states something about it
    Entity,
    /// A relation: between whom, and who says so
    Relation,
    /// A community, by its id or an entity in it: what it is about
    Community,
}

/// Check every reference, count and kept reply, and rebuild what is derived
#[derive(Debug, Args)]
#[command(after_help = "\
What the documents say is never changed; indexes and counts are derived from it and can be rebuilt. Replies of \
models and conversations are kept beside it: one whose checksum is wrong is named, and with --repair removed. A \
cache that is damaged is thrown away.")]
pub(crate) struct DoctorArgs {
    /// Rebuild what is wrong
    #[arg(long)]
    pub(crate) repair: bool,
}

/// Print everything the workspace holds, a JSON object a line, in a canonical order
#[derive(Debug, Args)]
#[command(after_help = "\
Equal workspaces give equal dumps, whatever the order in which documents came.")]
pub(crate) struct DumpArgs {
    /// Write to this file
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// Measure evidence, answers and mentions on sets of questions with known answers
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quipu eval eval/sets/musique
  quipu eval eval/sets/* --strategy lexical --strategy walk
  quipu eval eval/sets/* --no-titles
  quipu eval eval/sets/* --report eval/REPORT.md --configurations eval/configurations.toml
  quipu eval eval/sets/xquad_* eval/sets/2wiki --answers
  quipu eval eval/real/* --evidence
  quipu eval eval/reading --judged
  quipu eval eval/sets/* eval/real/* --matrix
  quipu eval --names eval/names
  quipu eval eval/sets/musique --strategy walk --ablation
  quipu eval --agent eval/agent
  quipu eval eval/agent/software --efforts
  quipu eval --replies eval/replies.json
  quipu eval eval/sets/2wiki --answers --foreign eval/sets/xquad_en
  quipu eval eval/sets/2wiki --mentions eval/mentions
  quipu eval eval/sets/2wiki --relations
  quipu eval eval/sets/musique --listed --strategy ppr

A set is a folder with `corpus.jsonl` (`_id`, `title`, `text`) and `questions.jsonl` (`_id`, `text`, `gold`: ids \
that answer, or `relevance`: ids with grades). With --answers, a question is answered when its `answer` stands in \
what is said, and its refusals are counted: of the set's own questions, of foreign ones, and of its own after their \
gold documents were deleted. With --evidence, a set's files are indexed as `index` would, and a question (`text`, \
`kind`, `answer`: texts of which `need`, \"any\" or \"all\", must be said, `gold`: ids that answer, `evidence`: objects \
with the `document` and its exact `text`) is answered when that is said; what else is said is noise; those of the \
kind `unanswerable` are to be refused. With --efforts, a question (`text`, `must`: groups of wordings of which one each is \
to be said, `pool`: names that may not crowd the answer, `refuse`: whether it has no answer) over such files is asked with \
each effort, by the model that the settings name, if any. With --relations, the facts in a set's `evidences` (subject, predicate, object) \
and the relations in its `triples.jsonl`, if there is one, are held against the statements found by rules. With --mentions, a folder of labelled sentences (`text`, `mentions`) and the \
names in a set's `evidences` are held against what is found. With --no-titles, titles give no entities (they are \
still searched as words). With --report, every configuration of a file is measured, with and without titles. Even \
and odd questions are counted apart: choose settings by the even ones and report the odd ones. A row `mean` is over \
the sets given.")]
pub(crate) struct EvalArgs {
    /// Folders of sets
    #[arg(value_name = "SET", required_unless_present_any = ["mentions", "loaders", "names", "replies", "agent"])]
    pub(crate) sets: Vec<PathBuf>,
    /// Measure answers and refusals, in the strategy that the settings name
    #[arg(long, conflicts_with_all = ["mentions", "strategy"])]
    pub(crate) answers: bool,
    /// Measure quoted answers from real files: a set holds `docs`, a folder of files, instead of `corpus.jsonl`
    #[arg(long, conflicts_with_all = ["answers", "mentions", "strategy", "documents", "no_titles", "shuffled_vectors", "report"])]
    pub(crate) evidence: bool,
    /// Measure answers over real files by the verdicts of people: a set holds `docs`, `questions.jsonl` and
    /// `verdicts.jsonl`; a folder of such sets stands for all of them. With --json every answer is printed, to be judged
    #[arg(long, conflicts_with_all = ["answers", "evidence", "mentions", "strategy", "documents", "no_titles", "shuffled_vectors", "report"])]
    pub(crate) judged: bool,
    /// Measure every way to look on every set in one table: recall of what answers in the first five, and of real files (sets that
    /// hold `docs`) how often the exact evidence is found and the answer said, of even and odd questions
    #[arg(long, conflicts_with_all = ["answers", "evidence", "mentions", "relations", "loaders", "names", "replies", "agent", "efforts", "ablation", "no_titles", "shuffled_vectors", "report"])]
    pub(crate) matrix: bool,
    /// With --answers: ask every other set these questions too, which it does not answer
    #[arg(long, value_name = "SET", requires = "answers")]
    pub(crate) foreign: Vec<PathBuf>,
    /// Measure the mentions found in the labelled sentences of this folder, and in the sets given
    #[arg(long, value_name = "DIR")]
    pub(crate) mentions: Option<PathBuf>,
    /// Measure the stated relations: which facts of a set's evidence a statement joins, and by a fitting predicate
    #[arg(long, conflicts_with_all = ["answers", "evidence", "mentions", "strategy", "shuffled_vectors", "report"])]
    pub(crate) relations: bool,
    /// Measure what is read of the documents in this folder that have their text beside them, as `a.csv` has `a.csv.md`
    #[arg(long, value_name = "DIR", conflicts_with_all = ["mentions", "answers", "strategy", "sets"])]
    pub(crate) loaders: Option<PathBuf>,
    /// Measure which names are told to mean the same, on the labelled pairs of this folder
    #[arg(long, value_name = "DIR", conflicts_with_all = ["loaders", "mentions", "answers", "strategy", "sets"])]
    pub(crate) names: Option<PathBuf>,
    /// With --names: each sort of pairs by itself too
    #[arg(long, requires = "names")]
    pub(crate) by_sort: bool,
    /// Measure what is read of a model's replies, and what is lost: a JSON file, a list of texts or an object of them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["names", "loaders", "mentions", "answers", "strategy", "sets"])]
    pub(crate) replies: Option<PathBuf>,
    /// Measure how questions are routed and contradictions told, on the labelled lines of this folder
    #[arg(long, value_name = "DIR", conflicts_with_all = ["names", "loaders", "mentions", "answers", "strategy", "sets", "replies"])]
    pub(crate) agent: Option<PathBuf>,
    /// Measure what each effort answers rightly, and what a right answer takes: a set holds `docs`, a folder of files
    #[arg(long, conflicts_with_all = ["names", "loaders", "mentions", "answers", "evidence", "relations", "strategy", "replies", "agent", "ablation", "no_titles", "shuffled_vectors", "report"])]
    pub(crate) efforts: bool,
    /// Strategies to measure [default: all]
    #[arg(short, long, value_name = "NAME")]
    pub(crate) strategy: Vec<String>,
    /// Measure without and with the relations that a set's `triples.jsonl` lists, as if a model had read its passages
    #[arg(long, conflicts_with_all = ["answers", "evidence", "matrix", "mentions", "relations", "loaders", "names", "replies", "agent", "efforts", "ablation", "no_titles", "shuffled_vectors", "report"])]
    pub(crate) listed: bool,
    /// Take no entities from titles
    #[arg(long, conflicts_with_all = ["answers", "mentions"])]
    pub(crate) no_titles: bool,
    /// Measure what vectors add: `hybrid` against `lexical`, and against itself with each vector on another chunk
    #[arg(long, conflicts_with_all = ["answers", "mentions", "strategy", "no_titles", "report"])]
    pub(crate) shuffled_vectors: bool,
    /// Measure also what a part of the rules for names is worth: each is left out in turn. For sets, and with --names
    #[arg(long, conflicts_with_all = ["answers", "evidence", "mentions", "relations", "no_titles", "shuffled_vectors", "report", "replies", "loaders"])]
    pub(crate) ablation: bool,
    /// Measure every configuration and write this Markdown file
    #[arg(long, value_name = "FILE", requires = "configurations", conflicts_with_all = ["answers", "mentions", "strategy", "no_titles"])]
    pub(crate) report: Option<PathBuf>,
    /// With --report: what to measure, a TOML file of `[[configuration]]` with `name`, `strategy`, `options`, `became`
    #[arg(long, value_name = "FILE", requires = "report")]
    pub(crate) configurations: Option<PathBuf>,
    /// Ask only the first questions, this many
    #[arg(long, value_name = "COUNT")]
    pub(crate) questions: Option<usize>,
    /// Index only what answers the questions asked, and the first of the other documents up to this many in all
    #[arg(long, value_name = "COUNT")]
    pub(crate) documents: Option<usize>,
    /// Print a Markdown table
    #[arg(long)]
    pub(crate) markdown: bool,
}

/// Measure speed and size on generated text, from files to answers
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quipu bench                              100,000 chunks, and small corpora
  quipu bench --chunks 1000000 --report bench/REPORT.md
  quipu bench --small                      small corpora alone
  quipu bench --store-only                 the store alone: facts and vectors made before

Text is made of sentences of the sets in --sentences with other names in them, some of which stand in up to a third \
of all chunks. It is written to files and goes through the whole of `index`; questions go through the whole of \
`search`. Each part runs in a process of its own, under a limit on memory where the system lets one be set. Figures \
stand beside their targets. A million chunks take about 5 GB in the folder for temporary files.")]
pub(crate) struct BenchArgs {
    /// How many chunks to make
    #[arg(long, value_name = "COUNT", default_value_t = 100_000)]
    pub(crate) chunks: u64,
    /// Work in this folder and keep what is made [default: a temporary one]
    #[arg(long, value_name = "DIR")]
    pub(crate) folder: Option<PathBuf>,
    /// A folder of sets whose sentences are used [default: eval/sets here or above]
    #[arg(long, value_name = "DIR", conflicts_with = "store_only")]
    pub(crate) sentences: Option<PathBuf>,
    /// The most memory, page cache included, in GiB; 0 for no limit
    #[arg(long, value_name = "GIB", default_value_t = 4.0, conflicts_with = "store_only")]
    pub(crate) memory: f64,
    /// How many questions to ask each way, after as many others
    #[arg(long, value_name = "COUNT", default_value_t = 1_000)]
    pub(crate) questions: usize,
    /// Measure small corpora only
    #[arg(long, conflicts_with = "store_only")]
    pub(crate) small: bool,
    /// Measure the store alone, with facts and vectors made before
    #[arg(long)]
    pub(crate) store_only: bool,
    /// Write the figures, and where their time goes, to this Markdown file
    #[arg(long, value_name = "FILE", conflicts_with = "store_only")]
    pub(crate) report: Option<PathBuf>,
    /// One part, in a process of its own
    #[arg(long, hide = true, requires = "folder")]
    pub(crate) phase: Option<BenchPhase>,
    /// The control group of that process
    #[arg(long, hide = true, requires = "phase")]
    pub(crate) group: Option<PathBuf>,
}

/// The parts that `bench` runs in processes of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum BenchPhase {
    /// Index the files
    Index,
    /// Ask in every way
    Ask,
    /// Ask in the default way
    AskWalk,
    /// Add and delete documents
    Change,
    /// Make communities and searchable things
    Beside,
    /// Ask in every way to look
    Ways,
}

/// Print a page of the documentation
#[derive(Debug, Args)]
pub(crate) struct DocsArgs {
    /// Which page
    #[arg(value_name = "PAGE")]
    pub(crate) page: DocsPage,
}

/// What `docs` prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DocsPage {
    /// The help of every command, as Markdown
    Commands,
    /// The table of settings, as Markdown
    Settings,
    /// The ways to look, as Markdown
    Strategies,
    /// The ways to cut, as Markdown
    Splitters,
    /// What an agent should know to use Quipu: a skill file (SKILL.md)
    Skill,
}
