//! Evaluation: questions with known answers are asked of an index made by the normal pipeline.

mod ablated;
mod answers;
mod efforts;
mod eval_row;
mod followed;
mod judged;
mod labelled_mentions;
mod listed_facts;
mod loaded;
mod name_pairs;
mod quoted;
mod relations;
mod score;
mod scored_question;
mod set;
mod shuffled;
mod untitled;
mod vectors;

use quipu_engine::query::Query;
use quipu_engine::{EngineError, Workspace};
use quipu_kernel::strategies::Options;
use quipu_kernel::view::Filter;

pub use ablated::{Ablated, Ablation};
pub use answers::{AnswerRow, answers};
pub use efforts::{EffortRow, TriedQuestion, WantedQuestion};
pub use eval_row::{EvalRow, Half, Interval};
pub use followed::{FollowedRow, followed_rows};
pub use judged::{AnswerVerdict, JudgedAnswer, JudgedQuestion, JudgedRow, Verdicts, judged_answers};
pub use labelled_mentions::{EvidenceRow, LabelledSentences, MentionRow, evidence};
pub use listed_facts::ListedFacts;
pub use loaded::TextLikeness;
pub use name_pairs::{LabelledPair, NameScores, PairJudgement, PairText, Pairs, judged};
pub use quoted::{Expected, Need, QuotedQuestion, QuotedRow, QuotedScore, quoted};
pub use relations::{ListedRelations, StatedRow, relations};
use scored_question::{QuestionScores, Texts};
pub use set::{Set, SetQuestion};
pub use shuffled::{RecordedVectors, Shuffled};
pub use untitled::Untitled;
pub use vectors::{VectorRow, vectors};

/// A measured strategy with its options.
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    /// The name of its rows.
    pub name: String,
    /// Name of the strategy.
    pub strategy: String,
    /// The strategy's options.
    pub options: Options,
}

/// Options of an evaluation.
#[derive(Debug, Clone, PartialEq)]
pub struct EvalOptions {
    /// The strategies; the first is the baseline of the others unless one is named `lexical`.
    pub looks: Vec<Look>,
    /// Number of resamples for the intervals.
    pub resamples: usize,
}

/// Asks every question of the set in every way. The workspace already holds the set's
/// documents (see [`Set::sources`]). Questions without gold are left out.
///
/// # Errors
/// When a strategy is unknown, or the store or the embedding model fails.
pub async fn eval(workspace: &Workspace, set: &Set, options: &EvalOptions) -> Result<Vec<EvalRow>, EngineError> {
    let texts = Texts::read(&*workspace.store).await?;
    let mut asked = Vec::new();
    for look in &options.looks {
        asked.push((look.name.as_str(), ask_all(workspace, &texts, set, look).await?));
    }
    let baseline = asked.iter().find(|(name, _)| *name == "lexical").or(asked.first());
    let row = |half: Half, (name, questions): &(&str, Vec<QuestionScores>)| {
        let against = baseline.filter(|(other, _)| other != name).map(|(_, questions)| questions.as_slice());
        eval_row::row(name, half, questions, against, options.resamples)
    };
    Ok(asked.iter().flat_map(|each| Half::EACH.map(|half| row(half, each))).collect())
}

async fn ask_all(
    workspace: &Workspace,
    texts: &Texts,
    set: &Set,
    look: &Look,
) -> Result<Vec<QuestionScores>, EngineError> {
    let (filter, strategy, options) = (Filter::default(), look.strategy.clone(), look.options.clone());
    let mut query = Query { text: String::new(), filter, strategy, options };
    let mut out = Vec::new();
    let with_gold = |(_, question): &(usize, &SetQuestion)| question.relevance.values().any(|grade| *grade > 0.0);
    for (position, question) in set.questions.iter().enumerate().filter(with_gold) {
        query.text.clone_from(&question.text);
        out.push(scored_question::ask(workspace, texts, position, question, &query).await?);
    }
    Ok(out)
}
