//! Flags of the commands about papers.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

/// Find papers, add them with what they cite, list them, and write bibliographies
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quipu papers search \"transformer attention\" --category cs.CL --from 2023
  quipu papers add \"transformer attention\" --max 5
  quipu papers add 1706.03762 https://arxiv.org/abs/1810.04805
  quipu papers add ~/papers refs.bib        PDFs of a folder, and a bibliography
  quipu papers list --order cited
  quipu papers cited-by 1706.03762
  quipu papers map
  quipu papers concepts --near \"How does self-attention work?\"
  quipu papers ask \"How does self-attention work?\" --paper 1706.03762 --section methods
  quipu papers table 1706.03762 1810.04805
  quipu papers related 1706.03762
  quipu papers export --form bibtex > refs.bib

A paper can be asked by its abstract at once; its text is fetched behind, as HTML where arXiv has it and else as PDF, one \
request every three seconds over all programs of this user. What a paper cites is matched with the papers that are here and \
is followed by `--strategy traverse --edge 'cites:$id'`.")]
pub(crate) struct PapersArgs {
    /// What to do.
    #[command(subcommand)]
    pub(crate) what: PapersWhat,
}

/// What is done with papers.
#[derive(Debug, Subcommand)]
pub(crate) enum PapersWhat {
    /// Search arXiv; nothing is added
    Search(PapersSearchArgs),
    /// Add papers by ids of arXiv in any form, by a topic, or from PDFs, folders and bibliographies
    Add(PapersAddArgs),
    /// Fetch the texts of papers that have only an abstract
    Fetch,
    /// List the papers that are here
    List(PapersListArgs),
    /// Show a paper: what is known of it, and how much of it is here
    Show(PaperArgs),
    /// List what a paper cites, with the sentences that do
    Cites(CitesArgs),
    /// List the papers here that cite a paper, with the sentences that do
    CitedBy(PaperArgs),
    /// List works that several papers here cite and that are not here
    Missing(MissingArgs),
    /// Show the map of papers: which are alike, which stand together, which others build on, which bridge them
    Map(PapersMapArgs),
    /// List what papers speak of: concepts, methods, algorithms, data and metrics, and what is said of them
    Concepts(ConceptsArgs),
    /// Answer a question from papers alone, with citations
    Ask(PapersAskArgs),
    /// Show what papers contribute: problem, method, data, metric and result of each, cited or not stated
    Table(PapersTableArgs),
    /// List papers near others, with why
    Related(RelatedArgs),
    /// Look for newer versions of papers that are here, and for those that were taken back
    Refresh,
    /// Write papers as a bibliography to standard output
    Export(PapersExportArgs),
    /// Write a bibliography in another form to standard output; nothing is added
    Convert(ConvertArgs),
    /// Let arXiv be asked again after it has refused to talk to this address
    Go,
}

/// Which papers are looked for.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct WhichPapersArgs {
    /// Only papers of this category of arXiv, as `cs.CL` or `cs.*`; may be given again
    #[arg(long, value_name = "CATEGORY")]
    pub(crate) category: Vec<String>,
    /// Only papers of this author; may be given again
    #[arg(long, value_name = "NAME")]
    pub(crate) author: Vec<String>,
    /// Only papers since this year, month or day
    #[arg(long, value_name = "DATE")]
    pub(crate) from: Option<String>,
    /// Only papers until this year, month or day
    #[arg(long, value_name = "DATE")]
    pub(crate) to: Option<String>,
    /// In which order papers are found
    #[arg(long, value_name = "ORDER", default_value = "relevance")]
    pub(crate) sort: SortOfPapers,
    /// How many papers at most
    #[arg(long, value_name = "COUNT", default_value_t = 20)]
    pub(crate) max: usize,
}

/// An order of papers that a source finds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum SortOfPapers {
    /// The best match first
    #[default]
    Relevance,
    /// The newest first
    Newest,
    /// The last changed first
    Updated,
}

impl SortOfPapers {
    /// The name that people type.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Relevance => "relevance",
            Self::Newest => "newest",
            Self::Updated => "updated",
        }
    }
}

/// What to search for.
#[derive(Debug, Args)]
pub(crate) struct PapersSearchArgs {
    /// A topic in words, or a query in arXiv's own language, as `ti:attention AND au:vaswani`
    #[arg(required = true)]
    pub(crate) topic: Vec<String>,
    #[command(flatten)]
    pub(crate) which: WhichPapersArgs,
}

/// What to add.
#[derive(Debug, Args)]
pub(crate) struct PapersAddArgs {
    /// Ids of arXiv in any form, files and folders; words that are none of these are a topic
    #[arg(required = true)]
    pub(crate) papers: Vec<String>,
    #[command(flatten)]
    pub(crate) which: WhichPapersArgs,
    /// Leave texts for `quipu papers fetch`
    #[arg(long)]
    pub(crate) abstracts: bool,
}

/// Which papers to list.
#[derive(Debug, Args)]
pub(crate) struct PapersListArgs {
    /// Words that all stand in title, abstract or names of authors
    pub(crate) words: Vec<String>,
    /// Only papers of this category, as `cs.CL` or `cs.*`; may be given again
    #[arg(long, value_name = "CATEGORY")]
    pub(crate) category: Vec<String>,
    /// Only papers of an author whose name has this part
    #[arg(long, value_name = "NAME")]
    pub(crate) author: Option<String>,
    /// Only papers since this year, month or day
    #[arg(long, value_name = "DATE")]
    pub(crate) from: Option<String>,
    /// Only papers until this year, month or day
    #[arg(long, value_name = "DATE")]
    pub(crate) to: Option<String>,
    /// In which order
    #[arg(long, value_name = "ORDER", default_value = "title")]
    pub(crate) order: OrderOfPapers,
    /// How many to list at most
    #[arg(short = 'k', long, value_name = "COUNT", default_value_t = 50)]
    pub(crate) limit: usize,
}

/// An order of papers that are here.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum OrderOfPapers {
    /// By title
    #[default]
    Title,
    /// The newest first
    Year,
    /// The most cited by papers here first
    Cited,
}

/// Which paper.
#[derive(Debug, Args)]
pub(crate) struct PaperArgs {
    /// The paper: an id of arXiv in any form, a DOI, the id of its document, its title
    pub(crate) paper: String,
}

/// Of which paper, and how much.
#[derive(Debug, Args)]
pub(crate) struct CitesArgs {
    /// The paper: an id of arXiv in any form, a DOI, the id of its document, its title
    pub(crate) paper: String,
    /// List references too that are no paper here
    #[arg(long)]
    pub(crate) all: bool,
}

/// How many to list.
#[derive(Debug, Args)]
pub(crate) struct MissingArgs {
    /// How many to list at most
    #[arg(short = 'k', long, value_name = "COUNT", default_value_t = 20)]
    pub(crate) limit: usize,
}

/// Which map.
#[derive(Debug, Args)]
pub(crate) struct PapersMapArgs {
    /// The papers, by any names that they have; none: all
    pub(crate) papers: Vec<String>,
    /// How many nearest a paper has at most
    #[arg(long, value_name = "COUNT", default_value_t = quipu_research::NEAREST)]
    pub(crate) nearest: usize,
    /// Above which cosine two papers are alike
    #[arg(long, value_name = "COSINE", default_value_t = quipu_research::LEAST)]
    pub(crate) min: f32,
}

/// What is spoken of.
#[derive(Debug, Args)]
pub(crate) struct ConceptsArgs {
    /// The papers, by any names that they have; none: all
    pub(crate) papers: Vec<String>,
    /// Only what this question names, and what papers relate to that
    #[arg(long, value_name = "QUESTION")]
    pub(crate) near: Option<String>,
    /// How many to list at most
    #[arg(short = 'k', long, value_name = "COUNT", default_value_t = 40)]
    pub(crate) limit: usize,
}

/// A question of papers.
#[derive(Debug, Args)]
pub(crate) struct PapersAskArgs {
    /// The question
    pub(crate) question: String,
    /// Only this paper, by any name that it has; may be given again; none: all papers
    #[arg(long, value_name = "PAPER")]
    pub(crate) paper: Vec<String>,
    /// Only sections of this kind, as `methods`; may be given again
    #[arg(long, value_name = "KIND")]
    pub(crate) section: Vec<String>,
    /// Look by vectors alone, not by words too
    #[arg(long)]
    pub(crate) vectors: bool,
    /// Let no model rate what was found
    #[arg(long)]
    pub(crate) unrated: bool,
    /// Let no model write: answer by sentences of the papers
    #[arg(long)]
    pub(crate) offline: bool,
    /// Go on with this conversation, or begin it
    #[arg(long, value_name = "NAME")]
    pub(crate) session: Option<String>,
}

/// Which papers to show side by side.
#[derive(Debug, Args)]
pub(crate) struct PapersTableArgs {
    /// The papers, by any names that they have; none: all
    pub(crate) papers: Vec<String>,
    /// In which form
    #[arg(long, value_name = "FORM", default_value = "text")]
    pub(crate) form: FormOfTable,
    /// Let no model read them: quote what rules find
    #[arg(long)]
    pub(crate) offline: bool,
}

/// A form of tables.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum FormOfTable {
    /// One paper below the other
    #[default]
    Text,
    /// A table of Markdown
    Markdown,
    /// Values between commas, for spreadsheets
    Csv,
}

/// Near which papers.
#[derive(Debug, Args)]
pub(crate) struct RelatedArgs {
    /// The papers, by any names that they have
    #[arg(required = true)]
    pub(crate) papers: Vec<String>,
    /// By what they are near
    #[arg(long, value_name = "NEARNESS", default_value = "all")]
    pub(crate) by: NearnessOfPapers,
    /// How many to list at most
    #[arg(short = 'k', long, value_name = "COUNT", default_value_t = 10)]
    pub(crate) limit: usize,
}

/// By what papers are near.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum NearnessOfPapers {
    /// By all of it
    #[default]
    All,
    /// By their texts
    Likeness,
    /// By what both cite
    Coupling,
    /// By who cites both
    Cocitation,
    /// By what both speak of
    Entities,
}

/// A form of bibliographies.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum FormOfBibliography {
    /// BibTeX, as LaTeX reads it
    #[default]
    Bibtex,
    /// RIS, as programs for references read it
    Ris,
    /// CSL JSON, as processors of citations read it
    Csl,
}

/// What to write.
#[derive(Debug, Args)]
pub(crate) struct PapersExportArgs {
    /// The papers, by any names that they have; none: all
    pub(crate) papers: Vec<String>,
    /// In which form
    #[arg(long, value_name = "FORM", default_value = "bibtex")]
    pub(crate) form: FormOfBibliography,
}

/// What to write in another form.
#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    /// The bibliography: BibTeX, RIS or CSL JSON
    pub(crate) file: PathBuf,
    /// In which form
    #[arg(long, value_name = "FORM", default_value = "bibtex")]
    pub(crate) form: FormOfBibliography,
}
