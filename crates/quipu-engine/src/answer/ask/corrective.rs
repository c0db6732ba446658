//! A corrective check (corrective RAG, CRAG): a model judges whether the evidence is relevant to the question. If it is
//! not, a reworded search follows; evidence still in doubt is marked, and used as far as possible.

use super::rewritten::question_of;
use super::write::Writer;
use super::{Asking, Drafted, drafted};
use crate::answer::solve::Solved;
use crate::base::hits::ShownHit;
use crate::base::prompt::FixedPrompt;
use crate::base::query::Query;
use crate::base::trace::Trace;
use crate::base::{EngineError, Workspace};
use crate::find::environment::PolicyModel;

/// Number of the best passages that are judged together.
const JUDGED: usize = 5;
/// The most characters of each that are shown.
const SHOWN: usize = 1200;

const JUDGE: FixedPrompt = FixedPrompt {
    system: include_str!("../../../prompts/corrective/judge.system.txt"),
    user: include_str!("../../../prompts/corrective/judge.user.txt"),
};
const REWORD: FixedPrompt = FixedPrompt {
    system: include_str!("../../../prompts/corrective/reword.system.txt"),
    user: include_str!("../../../prompts/corrective/reword.user.txt"),
};

/// The evidence, searched again with other words where the first is irrelevant, and true if it is still in
/// doubt. Without a model there is no check: rules report a refused answer.
pub(super) async fn looked(
    workspace: &Workspace,
    asking: Asking<'_>,
    query: &Query,
    model: Option<PolicyModel<'_>>,
    solved: Option<&Solved>,
    trace: &mut Trace,
) -> Result<(Drafted, bool), EngineError> {
    let first = drafted(workspace, query, model, solved, trace).await?;
    let Some((writer, _)) = asking.writer.filter(|_| asking.corrective) else { return Ok((first, false)) };
    if bears(writer, &query.text, &first.1, trace).await {
        return Ok((first, false));
    }
    let Some(reworded) = reworded(writer, &query.text).await else { return Ok((first, true)) };
    trace.step("rewrite", reworded.clone());
    let again = Query { text: reworded, ..query.clone() };
    let second = drafted(workspace, &again, model, None, trace).await?;
    let is_better = bears(writer, &query.text, &second.1, trace).await;
    Ok(if is_better { (second, false) } else { (first, true) })
}

/// True if the best passages are relevant to the question, unless a model says NO. A failure, or a reply that is
/// neither, counts as relevant.
async fn bears(writer: &Writer, question: &str, hits: &[ShownHit], trace: &mut Trace) -> bool {
    let shown = |hit: &ShownHit| hit.text.chars().take(SHOWN).collect::<String>();
    let passages: Vec<String> = hits.iter().take(JUDGED).map(shown).collect();
    if passages.is_empty() {
        trace.step("check", "NO: there is no passage".to_owned());
        return false;
    }
    let passages = passages.join("\n\n");
    let places = [("passages", passages.as_str()), ("question", question)];
    let room = 8;
    let said = writer.tester.ask(&JUDGE.prompt(&places, room), |text| Ok(verdict(text))).await;
    let (bears, told) = match said {
        Ok(Some(true)) => (true, "YES"),
        Ok(Some(false)) => (false, "NO"),
        Ok(None) => (true, "neither YES nor NO; taken for YES"),
        Err(_) => (true, "the model failed; taken for YES"),
    };
    trace.step("check", told.to_owned());
    bears
}

/// The first of YES and NO that is a word of its own.
fn verdict(text: &str) -> Option<bool> {
    let mut words = text.split(|c: char| !c.is_alphanumeric()).map(str::to_uppercase);
    words.find_map(|word| match word.as_str() {
        "YES" => Some(true),
        "NO" => Some(false),
        _ => None,
    })
}

async fn reworded(writer: &Writer, question: &str) -> Option<String> {
    let room = 200;
    let prompt = REWORD.prompt(&[("question", question)], room);
    let said = writer.llm.ask(&prompt, question_of).await.ok()?;
    Some(said).filter(|said| said.trim() != question.trim())
}

#[cfg(test)]
mod tests {
    use super::verdict;

    #[test]
    fn the_first_of_both_words_counts() {
        for (said, read) in [
            ("YES", Some(true)),
            ("no.", Some(false)),
            ("**No**, they do not; yes would be wrong", Some(false)),
            ("Not known; nobody says. Yes!", Some(true)),
            ("", None),
            ("maybe", None),
        ] {
            assert_eq!(verdict(said), read, "{said}");
        }
    }
}
