//! The contributions of papers (contribution table, data extraction of systematic reviews): problem, method, data,
//! metric and result of each, cited or not stated; their common concepts, and their disagreements.

mod disagreeing;
mod table_text;

use disagreeing::disagreements;
use quipu::extend::{Outcome, aside, llms};
use quipu::settings::Work;
use quipu_engine::gateway::Cached;
use quipu_engine::ports::{Prompt, ReplyShape};
use quipu_kernel::view::Note;
use quipu_papers::bib::shown;
use quipu_papers::concepts::ConceptGraph;
use quipu_papers::contribution::{ContributionCell, MOST_CELL_WORDS, StatedCell, contribution_prompt, contributions};
use serde::Serialize;
use serde_json::{Value, json};

use crate::Papers;
use crate::ResearchError;
use crate::card::card_id;
use crate::knowledge::graph;
use crate::questions::CitedPaper;
use crate::shelf::KeptPaper;
use crate::stretches::PaperRead;

pub use disagreeing::{DisagreeingSide, PaperDisagreement};
pub use table_text::citation_marks;

/// Maximal number of papers read at once.
const MOST: usize = 100;
/// Maximal number of characters of a paper that a model reads.
const READ: usize = 12_000;
/// The most tokens of its reply.
const ROOM: u32 = 900;
/// Maximal number of shared concepts.
const SHARED: usize = 20;

/// The contributions of papers.
#[derive(Debug, Clone, Default, PartialEq, Serialize, schemars::JsonSchema)]
pub struct ContributionTable {
    /// The papers.
    pub rows: Vec<ContributionRow>,
    /// Citations of the cells.
    pub citations: Vec<CitedPaper>,
    /// Names of concepts that several of the papers speak of, those of the most papers first.
    pub shared_entities: Vec<String>,
    /// Conflicting statements of papers.
    pub disagreements: Vec<PaperDisagreement>,
    /// Notes for the reader.
    pub notes: Vec<Note>,
}

/// The contributions of a paper.
#[derive(Debug, Clone, Default, PartialEq, Serialize, schemars::JsonSchema)]
pub struct ContributionRow {
    /// Its id.
    pub paper: String,
    /// Its title.
    pub title: String,
    /// Its cells, in the order of [`ContributionCell::ALL`].
    pub cells: Vec<CitedCell>,
}

/// The contents of a cell.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct CitedCell {
    /// Its text, in at most 25 words; none where the paper does not state it.
    pub text: Option<String>,
    /// Numbers of its citations.
    pub citations: Vec<usize>,
}

/// The contributions of papers, one after the other.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct PaperSummaries {
    /// All of it as Markdown, with `[n]` after each sentence.
    pub response: String,
    /// The papers.
    pub papers: Vec<SummedUpPaper>,
    /// Citations of the cells.
    pub citations: Vec<CitedPaper>,
    /// Notes for the reader.
    pub notes: Vec<Note>,
}

/// The contributions of one paper.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct SummedUpPaper {
    /// Its id.
    pub paper: String,
    /// Its title.
    pub title: String,
    /// The problem.
    pub problem: CitedCell,
    /// The method.
    pub method: CitedCell,
    /// The data.
    pub data: CitedCell,
    /// The metric.
    pub metric: CitedCell,
    /// The outcome.
    pub result: CitedCell,
}

/// The contributions of papers, side by side.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct PaperComparison {
    /// All of it as Markdown, with `[n]` after each sentence.
    pub response: String,
    /// The table.
    pub table: ComparedTable,
    /// Names of concepts that several of the papers speak of, those of the most papers first.
    pub shared_entities: Vec<String>,
    /// Conflicting statements of papers.
    pub disagreements: Vec<PaperDisagreement>,
    /// Citations of the cells.
    pub citations: Vec<CitedPaper>,
    /// Notes for the reader.
    pub notes: Vec<Note>,
}

/// A table of papers.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct ComparedTable {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// A row a paper, its cells in the order of the columns.
    pub rows: Vec<ContributionRow>,
}

impl Papers {
    /// The contributions of papers, by names of papers, or all of a session or the workspace: by one call of a model a
    /// paper where a model writes answers, else from the sentences that state them, by rules. Statements of a model
    /// count only with a quotation.
    ///
    /// # Errors
    /// When one is no paper, there are more than 100, or the workspace cannot be read.
    pub fn contributions(
        &self,
        names: Vec<String>,
        session: Option<String>,
        offline: bool,
    ) -> Outcome<ContributionTable> {
        let quipu = self.clone();
        aside(move || async move {
            let papers = quipu.in_session(session.as_deref(), &names).await?;
            if papers.len() > MOST {
                return Err(ResearchError::TooManyPapers { count: papers.len(), most: MOST }.into());
            }
            let llms = llms(&quipu.quipu, None)?;
            let model = if offline { None } else { llms.of(Work::Answer)? };
            let mut table = ContributionTable::default();
            table.notes.extend((names.is_empty() && session.is_some()).then_some(Note::AllAsked));
            table.notes.extend(model.is_none().then_some(Note::Quoted));
            let mut read = Vec::new();
            for kept in &papers {
                let paper = PaperRead::of(&quipu, kept).await?;
                let cells = stated(model.as_ref(), kept, &paper).await;
                table.add(kept, &paper, cells);
                read.push(paper);
            }
            llms.finish()?;
            table.shared_entities = shared(&papers);
            table.disagreements = disagreements(&papers, &read, &mut table.citations);
            Ok(table)
        })
    }
}

/// The cells of a paper: from a model's quotations, else from rules. After a failure of the model the rules decide.
async fn stated(model: Option<&Cached>, kept: &KeptPaper, paper: &PaperRead) -> Vec<StatedCell> {
    let stretches = paper.stretches();
    let by_rules = contributions(&kept.paper.title, &stretches);
    let Some(llm) = model else { return by_rules };
    let user = contribution_prompt::question(&kept.paper.title, &stretches, READ);
    let prompt = Prompt {
        shape: ReplyShape::json("contribution", schema()),
        ..Prompt::new(contribution_prompt::SYSTEM, user, ROOM)
    };
    let read = |reply: &str| Ok(contribution_prompt::read_reply(reply, &stretches).0);
    let said = llm.ask(&prompt, read).await.unwrap_or_default();
    let of = |cell: ContributionCell| {
        let one = |cells: &[StatedCell]| cells.iter().find(|stated| stated.cell == cell).cloned();
        one(&said).or_else(|| one(&by_rules))
    };
    ContributionCell::ALL.into_iter().filter_map(of).collect()
}

fn schema() -> Value {
    let cell = json!({
        "type": ["object", "null"], "required": ["text", "quote"], "additionalProperties": false,
        "properties": {"text": {"type": "string"}, "quote": {"type": "string"}},
        "description": format!("at most {MOST_CELL_WORDS} words, and the words of the paper that say it; null where it does not say"),
    });
    let names = ContributionCell::ALL.map(ContributionCell::name);
    let properties: serde_json::Map<String, Value> =
        names.iter().map(|name| ((*name).to_owned(), cell.clone())).collect();
    json!({"type": "object", "required": names, "additionalProperties": false, "properties": properties})
}

impl ContributionTable {
    fn add(&mut self, kept: &KeptPaper, paper: &PaperRead, cells: Vec<StatedCell>) {
        let mut row =
            ContributionRow { paper: card_id(kept), title: shown(&kept.paper.title), ..ContributionRow::default() };
        for cell in ContributionCell::ALL {
            let stated = cells.iter().find(|stated| stated.cell == cell);
            let cited = stated
                .and_then(|stated| Some((stated, cite(&mut self.citations, kept, paper, stated.start, stated.end)?)));
            row.cells.push(match cited {
                Some((stated, n)) => CitedCell { text: Some(unmarked(&stated.text)), citations: vec![n] },
                None => CitedCell::default(),
            });
        }
        self.rows.push(row);
    }

    /// One paper after the other, as `summarise` gives it.
    pub fn summed_up(&self) -> PaperSummaries {
        let papers = self.rows.iter().map(|ContributionRow { paper, title, cells }| {
            let cell = |cell: ContributionCell| cells.get(cell as usize).cloned().unwrap_or_default();
            let [problem, method, data, metric, result] = ContributionCell::ALL.map(cell);
            SummedUpPaper { paper: paper.clone(), title: title.clone(), problem, method, data, metric, result }
        });
        PaperSummaries {
            response: self.told(),
            papers: papers.collect(),
            citations: self.citations.clone(),
            notes: self.notes.clone(),
        }
    }

    /// All side by side, as `compare` gives it.
    pub fn compared(&self) -> PaperComparison {
        let columns = ContributionCell::ALL.map(ContributionCell::name).map(str::to_owned).to_vec();
        PaperComparison {
            response: self.told(),
            table: ComparedTable { columns, rows: self.rows.clone() },
            shared_entities: self.shared_entities.clone(),
            disagreements: self.disagreements.clone(),
            citations: self.citations.clone(),
            notes: self.notes.clone(),
        }
    }
}

/// The number of the citation of a place in a paper's text, added where it is missing; none for an empty place.
fn cite(
    citations: &mut Vec<CitedPaper>,
    kept: &KeptPaper,
    paper: &PaperRead,
    start: usize,
    end: usize,
) -> Option<usize> {
    let same = |one: &&CitedPaper| {
        let of = (one.citation.start as usize, one.citation.end as usize);
        one.citation.document == kept.document && of == (start, end)
    };
    if let Some(known) = citations.iter().find(same) {
        return Some(known.citation.n);
    }
    let (citation, chunk) = paper.cite(start, end)?;
    let n = citations.len() + 1;
    citations.push(CitedPaper {
        paper: card_id(kept),
        title: shown(&kept.paper.title),
        section: citation.heading.last().cloned(),
        chunk: Some(chunk.to_string()),
        borne_out: true,
        citation: citation.numbered(n),
    });
    Some(n)
}

/// Names of concepts that several of the papers speak of, those of the most papers first.
fn shared(papers: &[KeptPaper]) -> Vec<String> {
    let ConceptGraph { mut concepts, .. } = graph(papers);
    concepts.retain(|concept| concept.papers.len() > 1);
    concepts.sort_by_key(|concept| std::cmp::Reverse(concept.papers.len()));
    concepts.into_iter().take(SHARED).map(|concept| concept.name).collect()
}

/// A text without the marks by which it cites others (`[1]`, `[3, 5]`): beside the marks of a table they would mislead.
fn unmarked(text: &str) -> String {
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(open) = rest.find('[') {
        let (before, behind) = rest.split_at(open);
        let inside = behind.find(']').map(|close| &behind[1..close]);
        let is_mark =
            |inside: &&str| !inside.is_empty() && inside.chars().all(|c| c.is_ascii_digit() || " ,;–-".contains(c));
        match inside.filter(is_mark) {
            Some(inside) => {
                out.push_str(before.trim_end());
                rest = &behind[inside.len() + 2..];
            }
            None => {
                out.push_str(&rest[..=open]);
                rest = &rest[open + 1..];
            }
        }
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::unmarked;

    #[test]
    fn marks_of_citations_go_and_other_brackets_stay() {
        assert_eq!(unmarked("It is a stack [1]."), "It is a stack.");
        assert_eq!(unmarked("[3, 5] say [CLS] and a[i] = [0.1]"), " say [CLS] and a[i] = [0.1]");
        assert_eq!(unmarked("open ["), "open [");
    }
}
