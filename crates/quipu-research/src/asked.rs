//! Calls of sources of papers, on threads that may block: a source waits for its pace.

use std::time::Duration;

use quipu_adapters::papers::{ArxivClient, ArxivSettings};
use quipu_papers::arxiv::PaperQuery;
use quipu_papers::{PaperSource, PapersFound, SourceAsking};

pub use quipu_papers::{SourceError, SourceWait};

use crate::{Papers, ResearchError};
use quipu::Error;
use quipu::extend::{Outcome, Teller, aside};
use quipu::names::data;
use quipu_engine::index::Stop;

use crate::PapersEvent;

/// The pause between two requests that arXiv requires, in seconds.
const ARXIVS_PAUSE: f64 = 3.0;

impl Papers {
    /// Allows requests to arXiv after it has refused to talk to this address; returns true if they were forbidden.
    ///
    /// # Errors
    /// When the file that keeps the pace cannot be used.
    pub fn let_sources_go(&self) -> Outcome<bool> {
        let quipu = self.clone();
        aside(move || async move { Ok(quipu.arxiv()?.go().map_err(ResearchError::from)?) })
    }

    fn arxiv(&self) -> Result<ArxivClient, Error> {
        let settings = self.settings();
        let url = settings.research_arxiv.trim_end_matches('/').to_owned();
        let own = url.ends_with("arxiv.org");
        let pause = settings.research_pause.max(if own { ARXIVS_PAUSE } else { 0.0 });
        let state = data().ok_or(Error::NoDataHome)?.join("sources");
        Ok(ArxivClient::new(&ArxivSettings {
            url,
            mail: settings.research_mail.clone(),
            pause: Duration::from_secs_f64(pause),
            state,
        }))
    }

    /// Searches the source for a topic.
    pub(super) async fn search_source(
        &self,
        query: PaperQuery,
        most: usize,
        teller: &Teller<PapersEvent>,
        stop: &Stop,
    ) -> Result<PapersFound, Error> {
        self.ask_source(teller, stop, move |source, asking| source.search(&query, most, asking)).await
    }

    /// Asks the source of papers, on a thread that may wait.
    pub(super) async fn ask_source<T: Send + 'static>(
        &self,
        teller: &Teller<PapersEvent>,
        stop: &Stop,
        ask: impl FnOnce(&dyn PaperSource, &SourceAsking<'_>) -> Result<T, SourceError> + Send + 'static,
    ) -> Result<T, Error> {
        let (client, teller, stop) = (self.arxiv()?, teller.clone(), stop.clone());
        let asked = tokio::task::spawn_blocking(move || {
            let stopped = || stop.asked();
            let told = |wait| teller.tell(PapersEvent::Waiting(wait));
            ask(&client, &SourceAsking { stopped: &stopped, told: &told })
        });
        match asked.await {
            Ok(Err(SourceError::Stopped)) => Err(Error::Stopped),
            Ok(given) => Ok(given.map_err(ResearchError::from)?),
            Err(error) => Err(Error::Ended { reason: error.to_string() }),
        }
    }
}
