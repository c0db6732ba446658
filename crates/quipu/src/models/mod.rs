//! Models: those that read, write, judge and embed, their folders, and their prompts.

pub(crate) mod answer_model;
mod borrowed_model;
mod check;
mod embedded;
pub(crate) mod model_reading;
pub mod profiles;
mod report_model;

use std::path::{Path, PathBuf};
use std::time::Duration;

use quipu_engine::extract::{SampleOptions, TUNING, samples, tune};
use quipu_engine::index::Watch;
use quipu_engine::reembed::{fill, switch};

pub use crate::pull::PullError;
pub use check::{CheckedModel, ModelAdvice};
pub use embedded::Embedded;
pub use quipu_adapters::llm::ReplyFormat;
pub use quipu_encoder::known_models::{HUB, KNOWN, KnownModel, ModelKind, known};
pub use quipu_engine::base::Stopped;
pub use quipu_engine::describe::DescribeReport;
pub use quipu_engine::extract::{
    ContextReport, Estimate, ExtractProgress, ExtractReport, FailedWindow, PROFILES, Profile, Range, Tuned,
};
pub use quipu_engine::gateway::token_count::of as tokens;
pub use quipu_engine::gateway::{LedgerLine, Tried, money};
pub use quipu_engine::ports::EmbeddingRole;
pub use quipu_engine::reembed::{ReembedProgress, ReembedReport};
pub use quipu_kernel::replies::Loss;
pub(crate) use report_model::ReportModel;
pub use report_model::ReportWriting;

use crate::job::{Job, Outcome, Working, aside};
use crate::location::FILE;
use crate::pull::{self, HttpClient, WantedFile};
use crate::settings::{Work, change};
use crate::{Access, Error, Quipu, model_folders, open};
use model_reading::ModelReading;

/// After a broken transfer.
const PAUSE: Duration = Duration::from_secs(2);

/// The progress of a model's download.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fetching {
    /// The path of the file.
    pub path: String,
    /// Bytes of it received.
    pub done: u64,
    /// Bytes of it, if the server reported them.
    pub total: Option<u64>,
}

/// Makes the table by which [`tokens`] are counted, on a thread of its own: the first count of a program that stays then
/// waits for none of it.
pub fn warm_tokens() {
    // Without the thread the first count makes it.
    drop(std::thread::Builder::new().name("tokens".to_owned()).spawn(|| tokens(" ")));
}

impl Quipu {
    /// Lets the model read unread windows, or with `again` failed ones, for at most so much money.
    pub fn extract(&self, again: bool, budget: Option<f64>) -> Job<ExtractProgress, ExtractReport> {
        let quipu = self.clone();
        Job::start(move |Working { teller, stop }| async move {
            let desk = ModelReading::new(&quipu, budget)?;
            let workspace = quipu.writing()?;
            let report = desk.round(&workspace, quipu.settings(), again, teller.listener(|at| at), &stop).await;
            desk.finish()?;
            report
        })
    }

    /// The cost estimate of reading, for the most useful part within a budget or a share, and true if prices are known.
    ///
    /// # Errors
    /// When no model is named, or the workspace cannot be read.
    pub fn estimate(&self, budget: Option<f64>) -> Outcome<(Estimate, bool)> {
        let quipu = self.clone();
        aside(move || async move {
            let desk = ModelReading::new(&quipu, budget)?;
            desk.estimate(&quipu.reading()?, quipu.settings()).await
        })
    }

    /// Computes a vector of every chunk by the model that the settings name; `remember` are settings, keys and values,
    /// that the workspace's file takes before the new vectors come into use, so that the next opening names the same
    /// model.
    pub fn reembed(&self, remember: Vec<(String, String)>) -> Job<ReembedProgress, ReembedReport> {
        let quipu = self.clone();
        Job::start(move |Working { teller, stop }| async move {
            quipu.allowed(Access::Write)?;
            let (store, embedder) = open::to_reembed(quipu.location(), quipu.settings())?;
            let watch = Watch { progress: Some(teller.listener(|at| at)), stop };
            let mut report = fill(&*store, &embedder, &watch).await?;
            if !report.stopped {
                // First, so that a failure between the two is repaired by another run.
                let file = quipu.folder().join(FILE);
                remember.iter().try_for_each(|(key, value)| change(&file, key, Some(value)))?;
                switch(&*store, &embedder, &mut report).await?;
            }
            Ok(report)
        })
    }

    /// Lets the model propose a profile by so many samples of the documents; none without documents.
    ///
    /// # Errors
    /// When no model is named, it fails, or the workspace cannot be read.
    pub fn tune(&self, count: usize, seed: u64) -> Outcome<Option<Tuned>> {
        let quipu = self.clone();
        aside(move || async move {
            let settings = quipu.settings();
            let llms = quipu.llms(None)?;
            let llm = llms.of(Work::Extract)?.ok_or(Error::ExtractNoModel)?;
            let store = open::store_alone(quipu.location(), None)?;
            // As much as the model reads in two windows: this fits beside a reply.
            let options = SampleOptions { samples: count, tokens: 2 * settings.extract_window, seed };
            let samples = samples(&*store, &options).await?;
            if samples.is_empty() {
                return Ok(None);
            }
            let wrong = |reason: String| Error::ProfileWrong { name: "tuned".to_owned(), reason };
            let asked = toml::from_str(TUNING).map_err(|error| wrong(error.message().to_owned()))?;
            let tuned = tune(&llm, &asked, &profiles::words()?, &samples, settings.extract_room as u32).await;
            llms.finish()?;
            let tuned = tuned?;
            tuned.profile.check().map_err(|error| wrong(error.to_string()))?;
            Ok(Some(tuned))
        })
    }

    /// Fetches a model into the folder of models, from `mirror`, else from where the settings say; the outcome is its
    /// folder, or if it is stopped [`PullError::Stopped`]: received data is kept. One download at a time fills a
    /// folder.
    pub fn fetch_model(&self, name: &str, mirror: Option<&str>) -> Job<Fetching, PathBuf> {
        let (quipu, name, mirror) = (self.clone(), name.to_owned(), mirror.map(str::to_owned));
        Job::start(move |Working { teller, stop }| async move {
            let settings = quipu.settings();
            let folder = model_folders::place(&model_folders::folder(settings)?, &name)?;
            let set = Some(settings.model_mirror.as_str()).filter(|mirror| !mirror.is_empty());
            let wanted = wanted(&name, mirror.as_deref().or(set).unwrap_or(HUB))?;
            std::fs::create_dir_all(&folder).map_err(Error::at(&folder))?;
            let mut tell = |at: pull::Standing<'_>| {
                teller.emit(Fetching { path: at.path.to_owned(), done: at.done, total: at.total });
            };
            let _alone = pull::alone(&folder)?;
            pull::pull(&HttpClient::new(PAUSE).until(stop), &wanted, &folder, &mut tell)?;
            Ok(folder)
        })
    }
}

/// The files of a model, with their addresses.
fn wanted(name: &str, hub: &str) -> Result<Vec<WantedFile>, Error> {
    let known = known(name);
    if known.is_none() && !is_repository(name) {
        let known = KNOWN.iter().map(|known| known.name).collect::<Vec<_>>().join(", ");
        return Err(Error::ModelUnknown { name: name.to_owned(), known });
    }
    let (repository, revision) = known.map_or((name, "main"), |known| (known.repository, known.revision));
    let base = format!("{}/{repository}/resolve/{revision}", hub.trim_end_matches('/'));
    let files = known.map_or(quipu_encoder::known_models::USUAL, |known| known.files);
    let wanted = files.iter().map(|file| WantedFile {
        path: file.path.to_owned(),
        url: format!("{base}/{}", file.path),
        sha256: file.sha256.map(str::to_owned),
        optional: file.optional,
    });
    Ok(wanted.collect())
}

/// True if a name is that of a repository, org/name: nothing else becomes a part of an address.
fn is_repository(name: &str) -> bool {
    name.split_once('/')
        .is_some_and(|(organisation, name)| model_folders::is_plain(organisation) && model_folders::is_plain(name))
}

/// True if a model is in the folder of models, and whole.
pub fn is_here(models: &Path, name: &str) -> bool {
    model_folders::is_whole(&models.join(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_folders_and_nothing_else() {
        let models = Path::new("/models");
        assert_eq!(model_folders::place(models, "ALL-minilm-l6-v2").ok(), Some(models.join("all-MiniLM-L6-v2")));
        assert_eq!(model_folders::place(models, "org/other_model").ok(), Some(models.join("other_model")));
        for name in ["", "..", "org/..", "org/.hidden", "a b", "a\\b", "org/"] {
            assert!(model_folders::place(models, name).is_err(), "{name}");
        }
    }

    #[test]
    fn repositories_are_an_organisation_and_a_name() {
        assert!(is_repository("intfloat/multilingual-e5-base"));
        for name in ["name", "../etc", "a/../b", "a/b/c", "a b/c", "a/b?c", "/a", "a/"] {
            assert!(!is_repository(name), "{name}");
        }
    }

    #[test]
    fn addresses_have_the_hubs_layout() {
        let files = wanted("all-MiniLM-L6-v2", "https://hub.example.org/").unwrap();
        let weights = files.iter().find(|file| file.path == "model.safetensors").expect("it has weights");
        let base = "https://hub.example.org/sentence-transformers/all-MiniLM-L6-v2/resolve/";
        assert!(weights.url.starts_with(base) && weights.url.ends_with("/model.safetensors"), "{}", weights.url);
        assert!(weights.sha256.is_some());
        let other = wanted("org/name", HUB).unwrap();
        assert!(other.iter().all(|file| file.url.starts_with(&format!("{HUB}/org/name/resolve/main/"))));
    }
}
