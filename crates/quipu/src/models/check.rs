//! A test of every model that the settings name, with its usual kinds of requests.

use std::sync::Arc;
use std::time::Instant;

use quipu_adapters::llm::ReplyFormat;
use quipu_engine::gateway::{Ledger, Long, Price, Tried, try_llm};
use quipu_engine::ports::{LlmError, Role};

use crate::job::{Outcome, aside};
use crate::llms::Models;
use crate::settings::{Settings, TABLE, Work};
use crate::{Error, Quipu, open};

/// A model that was tried.
#[derive(Debug)]
pub struct CheckedModel {
    /// The kinds of its work.
    pub work: Vec<&'static str>,
    /// Its name.
    pub model: String,
    /// Its server, where it has one.
    pub url: Option<String>,
    /// The result of a chat model.
    pub chat: Option<Tried>,
    /// The format to which a chat model's replies are held.
    pub format: Option<ReplyFormat>,
    /// Components of a vector.
    pub dimension: Option<usize>,
    /// The cosine that any two texts have at least.
    pub background: Option<f32>,
    /// Seconds that the trial of another model took.
    pub seconds: Option<f64>,
    /// Its error; none if it works.
    pub error: Option<Error>,
    /// Possible improvements.
    pub advice: Vec<Advice>,
}

/// A possible improvement of a model or its server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Advice {
    /// It reads only a part of long prompts.
    Cuts {
        /// Tokens that it read.
        read: u64,
        /// Tokens that the prompt had.
        of: u64,
        /// Tokens that it reads by the settings.
        context: u32,
    },
    /// It refuses a long prompt.
    RefusesLong {
        /// Tokens that the prompt had.
        of: u64,
        /// Tokens that it reads by the settings.
        context: u32,
    },
    /// It gives no JSON.
    NoJson,
    /// Its server holds it to JSON, but to no schema.
    NoSchema,
    /// Its server holds it to no format.
    NoFormat,
    /// It does not stream.
    NoStream,
    /// Its server does not report tokens.
    NoTokens,
    /// It reasons before it answers.
    Thinks,
    /// No price is set for a server that may be paid.
    NoPrice,
}

impl Advice {
    /// A name for programs, the same in every language and version.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cuts { .. } => "cuts",
            Self::RefusesLong { .. } => "refuses-long",
            Self::NoJson => "no-json",
            Self::NoSchema => "no-schema",
            Self::NoFormat => "no-format",
            Self::NoStream => "no-stream",
            Self::NoTokens => "no-tokens",
            Self::Thinks => "thinks",
            Self::NoPrice => "no-price",
        }
    }
}

impl Quipu {
    /// Tries every model that the settings name, without retries, so that failures show soon.
    ///
    /// # Errors
    /// When the settings cannot be used; a model that fails is a row with an error.
    pub fn check_models(&self) -> Outcome<Vec<CheckedModel>> {
        let quipu = self.clone();
        aside(move || async move {
            let settings = quipu.settings();
            let shelves = quipu.location().is_there().then(|| quipu.shelves());
            let models = Models::new(&at_once(settings.clone()), Arc::new(Ledger::default()), shelves, Arc::default())?;
            let mut rows = Vec::new();
            for works in groups(settings) {
                rows.push(chat(&models, settings, works).await?);
            }
            rows.extend(embed(settings).await);
            rows.extend(rerank(&models, settings).await?);
            models.finish()?;
            Ok(rows)
        })
    }
}

/// The settings without retries, so that failures show soon.
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

fn row(work: Vec<&'static str>, model: String, url: Option<String>) -> CheckedModel {
    CheckedModel {
        work,
        model,
        url,
        chat: None,
        format: None,
        dimension: None,
        background: None,
        seconds: None,
        error: None,
        advice: Vec::new(),
    }
}

impl CheckedModel {
    /// True if it works.
    pub fn works(&self) -> bool {
        self.error.is_none()
    }

    fn failed(mut self, error: impl Into<Error>) -> Self {
        self.error = Some(error.into());
        self
    }
}

async fn chat(models: &Models, settings: &Settings, works: Vec<Work>) -> Result<CheckedModel, Error> {
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
    row.advice = advice(&tried, row.format, priced || local, llm.card().context);
    row.chat = Some(tried);
    Ok(row)
}

/// Possible improvements.
fn advice(tried: &Tried, format: Option<ReplyFormat>, priced: bool, context: u32) -> Vec<Advice> {
    let held = match (tried.json, format) {
        (false, _) => Some(Advice::NoJson),
        (true, Some(ReplyFormat::Object)) => Some(Advice::NoSchema),
        (true, Some(ReplyFormat::Plain)) => Some(Advice::NoFormat),
        _ => None,
    };
    let long = match tried.long {
        Long::Cut { read, of } => Some(Advice::Cuts { read, of, context }),
        Long::Refused { of } => Some(Advice::RefusesLong { of, context }),
        Long::Whole | Long::Untold => None,
    };
    let found = [
        long,
        held,
        (!tried.streams).then_some(Advice::NoStream),
        (!tried.told).then_some(Advice::NoTokens),
        tried.thinks.then_some(Advice::Thinks),
        (!priced).then_some(Advice::NoPrice),
    ];
    found.into_iter().flatten().collect()
}

/// True if a server is on this machine, where calls are free.
fn is_local(url: &str) -> bool {
    let host = url.split("://").nth(1).unwrap_or(url);
    ["127.", "localhost", "[::1]", "0.0.0.0"].iter().any(|begin| host.starts_with(begin))
}

/// The model of vectors, if there is one.
async fn embed(settings: &Settings) -> Option<CheckedModel> {
    if settings.embed_model == "none" {
        return None;
    }
    let url = (settings.embed_model == "openai").then(|| settings.embed_url.clone());
    let name = if url.is_some() { &settings.embed_name } else { &settings.embed_model };
    let mut row = row(vec!["embed"], name.clone(), url);
    let began = Instant::now();
    let embedder = match open::embedder_alone(settings) {
        Ok(Some(embedder)) => embedder,
        Ok(None) => return None,
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
async fn rerank(models: &Models, settings: &Settings) -> Result<Option<CheckedModel>, Error> {
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
