//! Refreshing of papers from their source: newer versions and withdrawals are marked.

use quipu::Error;
use quipu::extend::{Job, Working};
use serde::Serialize;

use crate::Papers;
use crate::add::PapersEvent;
use crate::card::PaperCard;
use crate::citing::{counts, indexed};
use crate::shelf::{KeptPaper, PaperShelf};

/// Number of papers of one request.
const AT_ONCE: usize = 100;

/// Changes of papers since they were added.
#[derive(Debug, Clone, Default, PartialEq, Serialize, serde::Deserialize, schemars::JsonSchema)]
pub struct PapersRefreshed {
    /// Number of papers that were checked.
    pub checked: usize,
    /// Papers of which a newer version is known; the one that is here stays until it is added again.
    pub newer: Vec<PaperCard>,
    /// Papers that were taken back.
    pub withdrawn: Vec<PaperCard>,
    /// Ids that the source does not know any more.
    pub missing: Vec<String>,
}

impl Papers {
    /// Asks the source again for every paper of arXiv in the workspace, and marks those with a newer version and those
    /// that were withdrawn. No text is fetched.
    pub fn refresh(&self) -> Job<PapersEvent, PapersRefreshed> {
        let quipu = self.clone();
        Job::start(move |Working { teller, stop }| async move {
            let here: Vec<KeptPaper> = quipu.papers_here().await?;
            let ids: Vec<String> = here.iter().filter_map(|kept| kept.paper.arxiv.clone()).collect();
            let mut report = PapersRefreshed { checked: ids.len(), ..PapersRefreshed::default() };
            let mut changed: Vec<String> = Vec::new();
            for some in ids.chunks(AT_ONCE) {
                let some = some.to_vec();
                let found =
                    quipu.ask_source(&teller, &stop, move |source, asking| source.papers(&some, asking)).await?;
                report.missing.extend(found.missing);
                for paper in found.papers {
                    let known = here.iter().find(|kept| kept.paper.arxiv == paper.arxiv);
                    let Some(kept) = known else { continue };
                    if quipu.marked(kept, paper.version, paper.withdrawn).await? {
                        changed.push(kept.document.clone());
                    }
                }
            }
            let papers = quipu.papers_here().await?;
            let known = indexed(&papers);
            let counts = counts(&papers, &known);
            let of = papers.iter().filter(|kept| changed.contains(&kept.document));
            for card in of.map(|kept| PaperCard::of(kept, &counts)) {
                if card.withdrawn {
                    report.withdrawn.push(card);
                } else {
                    report.newer.push(card);
                }
            }
            Ok(report)
        })
    }

    /// Marks a source's news about a paper; true if anything changed.
    async fn marked(&self, kept: &KeptPaper, newest: Option<u32>, withdrawn: bool) -> Result<bool, Error> {
        let is_newer = newest > kept.newest.or(kept.paper.version);
        if !is_newer && kept.paper.withdrawn == withdrawn {
            return Ok(false);
        }
        let mut marked = KeptPaper { newest: newest.max(kept.newest), ..kept.clone() };
        marked.paper.withdrawn = withdrawn;
        if kept.paper.withdrawn != withdrawn {
            self.mark_paper(&marked).await?;
        }
        PaperShelf(self.shelves().papers).put(std::slice::from_ref(&marked)).await?;
        Ok(true)
    }
}
