//! Events of an agent's run, as data: the trace is a list of these, shown alike by every interface.

use quipu_language::plan::{PartPlan, Route};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::effort::{AgentBounds, Effort};

/// An event with its time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct AgentEvent {
    /// Its number, from 1.
    pub id: usize,
    /// The event that it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<usize>,
    /// Milliseconds since the run began.
    pub at: f64,
    /// The event.
    #[serde(flatten)]
    pub what: Happened,
}

/// An event of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(tag = "event")]
pub enum Happened {
    /// The run began.
    #[serde(rename = "started")]
    Started {
        /// The question.
        question: String,
        /// The effort.
        effort: Effort,
        /// Its bounds.
        bounds: AgentBounds,
    },
    /// The question was routed.
    #[serde(rename = "routed")]
    Routed(Route),
    /// A plan was made.
    #[serde(rename = "planned")]
    Planned(PartPlan),
    /// A step begins.
    #[serde(rename = "step.started")]
    StepStarted {
        /// The part of the plan.
        part: usize,
        /// The tool.
        tool: String,
        /// Its arguments.
        arguments: Value,
    },
    /// A step ended.
    #[serde(rename = "step.ended")]
    StepEnded {
        /// The part of the plan.
        part: usize,
        /// The tool.
        tool: String,
        /// True if it succeeded.
        ok: bool,
        /// The candidates, best first.
        considered: Vec<Considered>,
        /// The chosen candidates.
        chosen: Vec<String>,
        /// The reason.
        why: String,
        /// Documents of the chosen candidates.
        refs: Vec<String>,
        /// Number of passages read.
        read: usize,
        /// True if it found nothing.
        empty: bool,
        /// Number of candidates left out.
        dropped: usize,
        /// Duration in milliseconds.
        ms: f64,
    },
    /// Evidence was graded.
    #[serde(rename = "graded")]
    Graded {
        /// The part of the plan.
        part: usize,
        /// The grade, 1 to 5.
        grade: u8,
        /// The reason.
        why: String,
    },
    /// A second search for evidence, because the first was weak.
    #[serde(rename = "corrected")]
    Corrected {
        /// The part of the plan.
        part: usize,
        /// The method of the second search.
        how: String,
    },
    /// Two statements cannot both hold, or the one followed the other.
    #[serde(rename = "contradiction")]
    Contradiction(Contradicting),
    /// A draft of an answer was made.
    #[serde(rename = "draft")]
    Draft {
        /// Its text.
        text: String,
    },
    /// The draft was checked.
    #[serde(rename = "checked")]
    Checked {
        /// Number of answered parts.
        answered: usize,
        /// Number of all parts.
        of: usize,
        /// Number of citations that passed the check.
        citations: usize,
        /// Open questions.
        open: Vec<String>,
    },
    /// The draft and the quotes of one look were judged by one measure.
    #[serde(rename = "judged")]
    Judged {
        /// Share of such drafts that are right; none without a draft that has a value.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        draft: Option<f64>,
        /// Share of such quotes that are right; 0 where the look refuses.
        look: f64,
        /// The answer that is told: `draft` or `look`.
        told: String,
        /// The signs of the draft.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        signs: String,
    },
    /// The run has an answer.
    #[serde(rename = "answered")]
    Answered {
        /// The value of the answer.
        value: String,
    },
    /// The run has no answer.
    #[serde(rename = "refused")]
    Refused {
        /// The reason.
        why: String,
    },
    /// The run ended.
    #[serde(rename = "stopped")]
    Stopped {
        /// The reason: `done`, `steps`, `views`, `seconds` or `cancelled`.
        because: String,
    },
}

/// A candidate of a step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Considered {
    /// The candidate.
    pub what: String,
    /// The share of the question that its statement covers.
    pub score: f64,
}

/// Two statements beside each other.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Contradicting {
    /// `conflict` or `change`.
    pub label: String,
    /// The kind of the difference.
    pub kind: String,
    /// The one.
    pub a: Stating,
    /// The other.
    pub b: Stating,
}

/// A side of a contradiction.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Stating {
    /// The value it states.
    pub value: String,
    /// The document.
    pub document: String,
    /// The date, where one is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The statement.
    pub text: String,
}

/// The resources that a run used.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, schemars::JsonSchema)]
pub struct AgentSpent {
    /// Steps.
    pub steps: usize,
    /// Views.
    pub views: usize,
    /// Calls of a model.
    pub calls: u64,
    /// Tokens.
    pub tokens: u64,
    /// Seconds.
    pub seconds: f64,
}

/// The trace of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct AgentTrace {
    /// The effort.
    pub effort: Effort,
    /// The bounds.
    pub bounds: AgentBounds,
    /// The resources used.
    pub spent: AgentSpent,
    /// The reason of its end.
    pub stopped: String,
    /// The events.
    pub events: Vec<AgentEvent>,
}

impl AgentTrace {
    /// Adds an event of the end: before the last one, which says why the run stopped. Returns it.
    pub(crate) fn closes_with(&mut self, what: Happened) -> AgentEvent {
        let at = self.events.last().map_or(0.0, |last| last.at);
        let before = self.events.len().saturating_sub(1);
        let event = AgentEvent { id: before + 1, parent: None, at, what };
        self.events.insert(before, event.clone());
        self.events.iter_mut().skip(before + 1).for_each(|later| later.id += 1);
        event
    }
}

impl Happened {
    /// The name of the event.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Started { .. } => "started",
            Self::Routed(_) => "routed",
            Self::Planned(_) => "planned",
            Self::StepStarted { .. } => "step.started",
            Self::StepEnded { .. } => "step.ended",
            Self::Graded { .. } => "graded",
            Self::Corrected { .. } => "corrected",
            Self::Contradiction(_) => "contradiction",
            Self::Draft { .. } => "draft",
            Self::Checked { .. } => "checked",
            Self::Judged { .. } => "judged",
            Self::Answered { .. } => "answered",
            Self::Refused { .. } => "refused",
            Self::Stopped { .. } => "stopped",
        }
    }

    /// The event in one line.
    pub fn told(&self) -> String {
        match self {
            Self::Started { effort, .. } => format!("{effort}"),
            Self::Routed(route) => {
                let rule = route.why.split(":").next().unwrap_or_default();
                format!("{} ({rule})", route.kind.name())
            }
            Self::Planned(plan) => {
                plan.parts.iter().map(|part| format!("{} {}", part.id, part.ask)).collect::<Vec<_>>().join(" → ")
            }
            Self::StepStarted { part, tool, arguments } => format!("{part} {tool} {arguments}"),
            Self::StepEnded { part, tool, chosen, read, .. } => {
                let found = if chosen.is_empty() { "nothing".to_owned() } else { chosen.join(", ") };
                format!("{part} {tool} → {found} ({read} passages)")
            }
            Self::Graded { part, grade, why } => format!("{part}: {grade} of 5, {why}"),
            Self::Corrected { part, how } => format!("{part}: {how}"),
            Self::Contradiction(found) => format!("{}: {} / {}", found.label, found.a.value, found.b.value),
            Self::Draft { text } => text.clone(),
            Self::Checked { answered, of, citations, .. } => {
                format!("{answered} of {of} parts, {citations} citations")
            }
            Self::Judged { draft, look, told, .. } => {
                let draft = draft.map_or_else(|| "none".to_owned(), |draft| format!("{:.0} %", draft * 100.0));
                format!("{told} (draft {draft}, look {:.0} %)", look * 100.0)
            }
            Self::Answered { value } => value.clone(),
            Self::Refused { why } => why.clone(),
            Self::Stopped { because } => because.clone(),
        }
    }
}
