//! Laws of a model's context for chunks: it is requested once, again only where its input changed; it
//! is searched, embedded, exported and never quoted; and the end equals that of requests for the last documents
//! alone.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use quipu_adapters::store::MemoryKeyValue;
use quipu_engine::ask::{AnswerRequest, answer};
use quipu_engine::extract::{ContextAsker, ContextReport, ExtractOptions, enrich, failed};
use quipu_engine::gateway::{Ledger, Manners, remembering};
use quipu_engine::index::Watch;
use quipu_engine::inside::embedded_text;
use quipu_engine::ports::{
    Boxed, DumpRow, EmbeddingRole, KeyValue, Llm, LlmCard, LlmError, Prompt, Reply, ReplyListener, Usage,
};
use quipu_engine::query::Query;
use quipu_engine::{EngineError, LanguagePrompt, Workspace};
use quipu_kernel::model::{Chunk, Key};
use quipu_kernel::strategies::Options;
use quipu_kernel::view::Filter;
use serde_json::{Map, Value};

use super::exchanged::{exported, imported};
use super::indexed::forget;
use super::indexed::index_all;
use super::read_by_model::ModelFixture;
use super::world::World;
use super::{Broken, EmptyStore, alike, dump, patiently, toys};

/// A model that makes a word of all its input, for each requested number.
struct Placer {
    card: LlmCard,
    calls: AtomicU64,
    /// True if its output cannot be parsed.
    fails: bool,
}

impl Llm for Placer {
    fn card(&self) -> &LlmCard {
        &self.card
    }

    fn reply<'a>(
        &'a self,
        prompt: &'a Prompt,
        _heard: Option<ReplyListener<'a>>,
    ) -> Boxed<'a, Result<Reply, LlmError>> {
        Box::pin(async move {
            self.calls.fetch_add(1, Ordering::Relaxed);
            let asked = prompt.turns.get(1).map_or("", |turn| turn.text.as_str());
            let numbers = (1..=64).filter(|number| asked.contains(&format!("[{number}] ")));
            let said = numbers.map(|number| (format!("{number}"), Value::from(word(asked, number))));
            let said = Value::Object(said.collect::<Map<_, _>>()).to_string();
            let text = if self.fails { "I cannot.".to_owned() } else { said };
            Ok(Reply::new(text, Usage { input: 9, output: 9, told: true }))
        })
    }
}

/// A word that no text has.
fn word(asked: &str, number: usize) -> String {
    let hash = Key::text(&format!("{number}{asked}"));
    let letters = hash.bytes().iter().take(6).map(|byte| char::from(b'a' + byte % 26));
    format!("zq{}", letters.collect::<String>())
}

/// A model for contexts, and its cache.
struct Places {
    placer: Arc<Placer>,
    shelf: Arc<dyn KeyValue>,
}

impl Places {
    fn new(fails: bool) -> Self {
        let card = LlmCard { name: "toy".to_owned(), context: 8000, ..LlmCard::default() };
        let placer = Placer { card, calls: AtomicU64::new(0), fails };
        Self { placer: Arc::new(placer), shelf: Arc::new(MemoryKeyValue::new()) }
    }

    fn calls(&self) -> u64 {
        self.placer.calls.load(Ordering::Relaxed)
    }

    async fn place(&self, workspace: &Workspace, again: bool) -> Result<ContextReport, EngineError> {
        let ledger = Arc::new(Ledger::default());
        let llm = remembering(self.placer.clone(), "summarise", Manners::default(), &ledger, self.shelf.clone());
        let words = LanguagePrompt {
            system: "place".to_owned(),
            user: "{title}|{beginning}|{before}|{after}|{passages}".to_owned(),
            language: String::new(),
        };
        let asker = ContextAsker::new(llm, words, String::new());
        let options = ExtractOptions { window: 20, at_once: 3, again, only: None, chosen: None };
        enrich(workspace, &asker, &self.shelf, &ledger, &options, &Watch::default()).await
    }
}

async fn rows(workspace: &Workspace) -> Result<Vec<DumpRow>, Broken> {
    patiently(async || Ok(dump(&*workspace.store).await?)).await
}

fn chunks(rows: &[DumpRow]) -> impl Iterator<Item = (&Chunk, &Option<Vec<f32>>)> {
    rows.iter().filter_map(|row| match row {
        DumpRow::Chunk { chunk, vector, .. } => Some((chunk, vector)),
        _ => None,
    })
}

fn keys(rows: &[DumpRow]) -> BTreeSet<Key> {
    chunks(rows).map(|(chunk, _)| chunk.key).collect()
}

/// Places, edits, reads, places again; against a store that placed the last documents alone.
pub(super) async fn what_is_said_of_places_follows_the_documents(
    empty: EmptyStore<'_>,
    seed: u64,
) -> Result<(), Broken> {
    let mut world = World::of_at_least(4, seed ^ 0x91ace);
    let (lived, places) = (toys::workspace(empty()), Places::new(false));
    index_all(&lived, &world.documents).await?;
    let plain = rows(&lived).await?;
    let report = patiently(async || places.place(&lived, false).await).await?;
    let whole = report.failed.is_empty() && report.stopped.is_none();
    Broken::unless(whole, "all chunks are placed", || format!("{report:?}"))?;
    let before = rows(&lived).await?;
    let all = chunks(&before).all(|(chunk, _)| !chunk.context().is_empty());
    Broken::unless(all && keys(&plain) == keys(&before), "every chunk has a context, and its key", String::new)?;
    let asked = places.calls();
    let report = patiently(async || places.place(&lived, false).await).await?;
    let idle = report.windows == 0 && report.unchanged > 0 && places.calls() == asked;
    Broken::unless(idle && before == rows(&lived).await?, "what is placed is not placed again", || {
        format!("{report:?}, {} calls more", places.calls() - asked)
    })?;
    let restored = toys::workspace(empty());
    imported(&restored, &exported(&lived).await?).await?;
    alike(&lived, &restored).await?;
    world.step();
    index_all(&lived, &world.documents).await?;
    forget(&lived, |id: &String| !world.documents.contains_key(id)).await?;
    let desk = ModelFixture::new(0);
    patiently(async || desk.read(&lived, false).await).await?;
    patiently(async || places.place(&lived, false).await).await?;
    let fresh = toys::workspace(empty());
    index_all(&fresh, &world.documents).await?;
    patiently(async || Places::new(false).place(&fresh, false).await).await?;
    patiently(async || ModelFixture::new(0).read(&fresh, false).await).await?;
    alike(&lived, &fresh).await?;
    let verified = patiently(async || Ok(lived.store.verify(false).await?)).await?;
    Broken::unless(verified.problems.is_empty(), "a placed store is sound", || format!("{:?}", verified.problems))
}

/// A word that only a context says finds its chunk and moves its vector; no answer says it.
pub(super) async fn a_context_is_searched_and_never_quoted(empty: EmptyStore<'_>, seed: u64) -> Result<(), Broken> {
    let world = World::of_at_least(3, seed ^ 0x5ea);
    let lived = toys::workspace(empty());
    index_all(&lived, &world.documents).await?;
    patiently(async || Places::new(false).place(&lived, false).await).await?;
    let placed = rows(&lived).await?;
    for (chunk, vector) in chunks(&placed) {
        let word = chunk.context();
        let query = |strategy: &str| Query {
            text: format!("{word}?"),
            filter: Filter::default(),
            strategy: strategy.to_owned(),
            options: Options::default(),
        };
        let by_words = query("lexical");
        let said = patiently(async || answer(&lived, AnswerRequest::quoted(&by_words)).await).await?;
        let found = said.hits.iter().any(|hit| hit.chunk == chunk.key);
        Broken::unless(found, "a word of a context finds its chunk", || format!("{word}: {:?}", said.hits))?;
        let shown = said.hits.iter().flat_map(|hit| [&hit.text, &hit.prefix, &hit.title]);
        let quoted = said.citations.iter().map(|citation| &citation.quote);
        let silent = shown.chain(quoted).chain([&said.answer]).all(|text| !text.contains(word));
        Broken::unless(silent, "no answer says what a context says", || format!("{said:?}"))?;
        let Some(embedder) = &lived.embedder else { continue };
        let title = world.documents.values().find(|document| document.key() == chunk.document);
        let text = embedded_text(title.map_or("", |of| &of.title), chunk);
        Broken::unless(text.contains(word), "a context is embedded", || text.clone())?;
        let made = patiently(async || Ok(embedder.embed(&[text.as_str()], EmbeddingRole::Passage).await?)).await?;
        let near = match (vector, made.first().and_then(Option::as_ref)) {
            (Some(kept), Some(made)) => kept.iter().zip(made).all(|(a, b)| (a - b).abs() < 0.02),
            (kept, made) => kept.is_none() && made.is_none(),
        };
        Broken::unless(near, "a chunk has the vector of its context and text", || format!("{chunk:?}"))?;
    }
    Ok(())
}

/// Windows without a sensible reply are recorded, left alone, and requested again on demand.
pub(super) async fn what_is_not_placed_is_told(empty: EmptyStore<'_>, seed: u64) -> Result<(), Broken> {
    let world = World::of_at_least(2, seed ^ 0x1057);
    let (lived, mut places) = (toys::workspace(empty()), Places::new(true));
    index_all(&lived, &world.documents).await?;
    let before = rows(&lived).await?;
    patiently(async || places.place(&lived, false).await).await?;
    let asked = places.calls();
    let report = patiently(async || places.place(&lived, false).await).await?;
    let told = patiently(async || Ok(failed(&*places.shelf).await?)).await?;
    let left = !told.is_empty() && report.left >= told.len() as u64 && places.calls() == asked;
    Broken::unless(left && before == rows(&lived).await?, "what failed is left alone", || format!("{report:?}"))?;
    places.placer = Places::new(false).placer;
    patiently(async || places.place(&lived, true).await).await?;
    let told = patiently(async || Ok(failed(&*places.shelf).await?)).await?;
    let all = chunks(&rows(&lived).await?).all(|(chunk, _)| chunk.context.is_some());
    Broken::unless(told.is_empty() && all, "what failed is asked again", || format!("{told:?}"))
}
