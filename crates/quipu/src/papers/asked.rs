//! Sources of papers, asked on threads that may block: a source waits for its pace.

use std::time::Duration;

use quipu_adapters::papers::{ArxivClient, ArxivSettings};
use quipu_papers::{PaperSource, SourceAsking};

pub use quipu_papers::{SourceError, SourceWait};

use crate::job::{Outcome, Teller, aside};
use crate::names::data;
use crate::{Error, Quipu};
use quipu_engine::index::Stop;

use super::PapersEvent;

/// What arXiv asks for between two requests, in seconds.
const ARXIVS_PAUSE: f64 = 3.0;

impl Quipu {
    /// Lets arXiv be asked again after it has refused to talk to this address; says whether it was not to be asked.
    ///
    /// # Errors
    /// When the file that keeps the pace cannot be used.
    pub fn let_sources_go(&self) -> Outcome<bool> {
        let quipu = self.clone();
        aside(move || async move { Ok(quipu.arxiv()?.go()?) })
    }

    /// How long a text takes at least, by the pace of its source: what is told before many are fetched.
    ///
    /// # Errors
    /// When there is no folder for the user's data.
    pub fn paper_pace(&self) -> Result<Duration, Error> {
        Ok(self.arxiv()?.pause())
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

    /// Asks the source of papers, on a thread that may wait.
    pub(super) async fn ask_source<T: Send + 'static>(
        &self,
        (teller, stop): (&Teller<PapersEvent>, &Stop),
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
            Ok(given) => Ok(given?),
            Err(error) => Err(Error::Ended { reason: error.to_string() }),
        }
    }
}
