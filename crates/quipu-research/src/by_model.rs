//! Concepts of papers, from a model that reads title and abstract: one call a paper, kept with it and never repeated.

use quipu::Error;
use quipu::extend::llms;
use quipu::settings::Work;
use quipu_engine::index::Stop;
use quipu_engine::ports::Prompt;
use quipu_papers::concepts::model::{SYSTEM, question, read_reply};

use crate::Papers;
use crate::add::PapersAdded;
use crate::shelf::{KeptPaper, PaperShelf};

/// The most tokens of a reply.
const ROOM: u32 = 1500;
/// Number of failures in a row after which no model is called any more.
const FAILURES: usize = 3;

impl Papers {
    /// Reads titles and abstracts by the model that the settings name for facts, of those of the papers that it has not
    /// read. Failures are reported, and rules read those papers.
    pub(super) async fn concepts_by_model(
        &self,
        ids: &[String],
        stop: &Stop,
        report: &mut PapersAdded,
    ) -> Result<(), Error> {
        let llms = llms(&self.quipu, None)?;
        let Some(llm) = llms.of(Work::Extract)? else { return Ok(()) };
        let shelf = PaperShelf(self.shelves().papers);
        let unread = |kept: &KeptPaper| kept.by_model.is_none() && ids.contains(&kept.document);
        let papers: Vec<KeptPaper> = self.papers_here().await?.into_iter().filter(unread).collect();
        let mut failures = 0;
        for mut kept in papers {
            if stop.asked() || failures >= FAILURES {
                break;
            }
            let (title, summary) = (kept.paper.title.clone(), kept.paper.summary.clone().unwrap_or_default());
            let prompt = Prompt::new(SYSTEM, question(&title, &summary), ROOM);
            match llm.ask(&prompt, |reply| Ok(read_reply(reply, &title, &summary))).await {
                Ok((concepts, troubles)) => {
                    failures = 0;
                    report.troubles.extend(troubles.into_iter().map(|told| format!("{}: {told}", kept.document)));
                    kept.by_model = Some(concepts);
                    shelf.put(std::slice::from_ref(&kept)).await?;
                }
                Err(error) => {
                    failures += 1;
                    report.troubles.push(format!("{}: read by rules, the model failed: {error}", kept.document));
                }
            }
        }
        let spent = llms.ledger.total();
        report.spent = (spent.calls + spent.failed + spent.known > 0).then_some(spent);
        llms.finish()
    }
}
