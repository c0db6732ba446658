//! `quipu model check`: every model that the settings name is tried, as it would be asked.

use std::sync::Arc;
use std::time::Instant;

use quipu_engine::gateway::{Ledger, Long, Price, Tried, try_llm};
use quipu_engine::ports::{LlmError, Role};
use serde::Serialize;

use super::Place;
use crate::exit::Outcome;
use crate::messages::{Failure, Message, failure, say};
use crate::print;
use crate::settings::{Settings, TABLE, Work};
use crate::wire::{self, Format, Models};
use crate::workspace::STORE;

/// A model that was tried.
#[derive(Debug, Serialize)]
pub(crate) struct CheckRow {
    /// What it is asked for.
    pub(crate) work: Vec<&'static str>,
    /// Its name.
    pub(crate) model: String,
    /// Its server, where it has one.
    pub(crate) url: Option<String>,
    /// Whether it works.
    pub(crate) works: bool,
    /// How a chat model does.
    pub(crate) chat: Option<Tried>,
    /// How a chat model is held to JSON.
    pub(crate) format: Option<Format>,
    /// Components of a vector.
    pub(crate) dimension: Option<usize>,
    /// The cosine that any two texts have at least.
    pub(crate) background: Option<f32>,
    /// Seconds that the trial of another model took.
    pub(crate) seconds: Option<f64>,
    /// Why it does not work.
    pub(crate) error: Option<Failure>,
    /// Names of what could be better; their words are for people.
    pub(crate) advice: Vec<&'static str>,
    #[serde(skip)]
    pub(crate) told: Vec<Message>,
}

/// Tries every model.
///
/// # Errors
/// When settings cannot be used, or standard output is closed.
pub(crate) async fn check(place: &Place<'_>, settings: &Settings) -> anyhow::Result<Outcome> {
    let shelves = place.folder.join(STORE).is_dir().then(|| wire::shelves(&place.folder));
    let ledger = Arc::new(Ledger::default());
    let models = Models::new(&at_once(settings.clone()), ledger.clone(), shelves)?;
    let mut rows = Vec::new();
    for works in groups(settings) {
        rows.push(chat(&models, settings, works).await?);
    }
    rows.extend(embed(settings).await);
    rows.extend(rerank(&models, settings).await?);
    models.finish()?;
    let named = Work::ALL.into_iter().any(|work| settings.llm(work).is_some());
    if place.common.json {
        print::json(&rows)?;
    } else {
        rows.iter().try_for_each(print::checked)?;
        if !named {
            print::text(&format!("\n{}\n", say!("check-none")))?;
        }
    }
    Ok(if rows.iter().all(|row| row.works) { Outcome::Done } else { Outcome::Failed })
}

/// The settings without retries: what fails shall be seen, and soon.
fn at_once(mut settings: Settings) -> Settings {
    for row in TABLE.iter().filter(|row| row.key.starts_with("llm.") && row.key.ends_with(".retries")) {
        // Its own row accepts it.
        let _ = (row.set)(&mut settings, "0");
    }
    settings
}

/// Kinds of work by the model that does them.
fn groups(settings: &Settings) -> Vec<Vec<Work>> {
    let mut groups: Vec<Vec<Work>> = Vec::new();
    for work in Work::ALL.into_iter().filter(|work| *work != Work::Rerank) {
        let Some(own) = settings.llm(work) else { continue };
        let same = |group: &&mut Vec<Work>| settings.llm(group[0]).is_some_and(|other| other.chat == own.chat);
        match groups.iter_mut().find(same) {
            Some(group) => group.push(work),
            None => groups.push(vec![work]),
        }
    }
    groups
}

fn row(work: Vec<&'static str>, model: String, url: Option<String>) -> CheckRow {
    CheckRow {
        work,
        model,
        url,
        works: true,
        chat: None,
        format: None,
        dimension: None,
        background: None,
        seconds: None,
        error: None,
        advice: Vec::new(),
        told: Vec::new(),
    }
}

impl CheckRow {
    fn failed(mut self, error: impl Into<anyhow::Error>) -> Self {
        (self.works, self.error) = (false, Some(failure(&error.into())));
        self
    }
}

async fn chat(models: &Models, settings: &Settings, works: Vec<Work>) -> anyhow::Result<CheckRow> {
    let work = works[0];
    let names = works.iter().map(|work| work.name()).collect();
    let used = settings.llm(work);
    let url = used.as_ref().map(|used| used.chat.url.clone());
    let name = used.as_ref().map(|used| used.chat.card.name.clone()).unwrap_or_default();
    let mut row = row(names, name, url);
    let Some((llm, server)) = models.llm(work)? else { return Ok(row) };
    if let Some(server) = &server {
        server.forget().await;
    }
    let tried = match try_llm(&*llm).await {
        Ok(tried) => tried,
        Err(error) => return Ok(row.failed(error)),
    };
    row.format = match &server {
        Some(server) => Some(server.habits().await.format),
        None => None,
    };
    let priced = used.is_some_and(|used| used.manners.price != Price::default());
    let local = row.url.as_deref().is_none_or(is_local);
    row.told = advice(&tried, row.format, priced || local, llm.card().context);
    row.advice = row.told.iter().map(|message| message.id().trim_start_matches("check-")).collect();
    row.chat = Some(tried);
    Ok(row)
}

/// What could be better.
fn advice(tried: &Tried, format: Option<Format>, priced: bool, context: u32) -> Vec<Message> {
    let held = match (tried.json, format) {
        (false, _) => Some(say!("check-no-json")),
        (true, Some(Format::Object)) => Some(say!("check-no-schema")),
        (true, Some(Format::Plain)) => Some(say!("check-no-format")),
        _ => None,
    };
    let long = match tried.long {
        Long::Cut { read, of } => Some(say!("check-cuts", read = read, of = of, context = context)),
        Long::Refused { of } => Some(say!("check-refuses-long", of = of, context = context)),
        Long::Whole | Long::Untold => None,
    };
    let found = [
        long,
        held,
        (!tried.streams).then(|| say!("check-no-stream")),
        (!tried.told).then(|| say!("check-no-tokens")),
        tried.thinks.then(|| say!("check-thinks")),
        (!priced).then(|| say!("check-no-price")),
    ];
    found.into_iter().flatten().collect()
}

/// Whether a server is on this machine, where nobody is paid.
fn is_local(url: &str) -> bool {
    let host = url.split("://").nth(1).unwrap_or(url);
    ["127.", "localhost", "[::1]", "0.0.0.0"].iter().any(|begin| host.starts_with(begin))
}

/// The model of vectors, if there is one.
async fn embed(settings: &Settings) -> Option<CheckRow> {
    if settings.embed_model == "none" {
        return None;
    }
    let url = (settings.embed_model == "openai").then(|| settings.embed_url.clone());
    let name = if url.is_some() { &settings.embed_name } else { &settings.embed_model };
    let mut row = row(vec!["embed"], name.clone(), url);
    let settings = settings.clone();
    let began = Instant::now();
    let opened = tokio::task::spawn_blocking(move || wire::embedder_alone(&settings)).await;
    let embedder = match opened {
        Ok(Ok(Some(embedder))) => embedder,
        Ok(Ok(None)) => return None,
        Ok(Err(error)) => return Some(row.failed(error)),
        Err(error) => return Some(row.failed(error)),
    };
    match embedder.embed(&["The bell of the tower."], Role::Passage).await {
        Ok(vectors) => row.dimension = vectors.into_iter().flatten().next().map(|vector| vector.len()),
        Err(error) => return Some(row.failed(error)),
    }
    row.seconds = Some(began.elapsed().as_secs_f64());
    match embedder.background().await {
        Ok(background) => row.background = Some(background),
        Err(error) => return Some(row.failed(error)),
    }
    Some(row)
}

/// The reranker, if there is one.
async fn rerank(models: &Models, settings: &Settings) -> anyhow::Result<Option<CheckRow>> {
    let (Some(reranker), Some(used)) = (models.reranker()?, settings.llm(Work::Rerank)) else { return Ok(None) };
    let mut row = row(vec![Work::Rerank.name()], reranker.name().to_owned(), Some(used.chat.url));
    let began = Instant::now();
    let texts = ["The harbour froze in winter.", "Ilse Varga cast the bell of the tower."];
    Ok(Some(match reranker.score("Who cast the bell of the tower?", &texts).await {
        Ok(scores) if scores[0] < scores[1] => {
            row.seconds = Some(began.elapsed().as_secs_f64());
            row
        }
        Ok(_) => {
            let reason = "it prefers the text that does not answer".to_owned();
            row.failed(LlmError::Senseless { model: reranker.name().to_owned(), reason })
        }
        Err(error) => row.failed(error),
    }))
}
