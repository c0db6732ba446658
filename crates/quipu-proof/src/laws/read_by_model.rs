//! Laws of reading by a model: a run that ends early is continued, an edit requests only the changed part,
//! a failed part is requested again, and the end equals that of one run over the last documents.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use quipu_adapters::store::MemoryKeyValue;
use quipu_engine::describe::Overheard;
use quipu_engine::extract::{ExtractOptions, ExtractReport, Profile, Type, WindowReader, extract, failed};
use quipu_engine::gateway::{Ledger, Manners, remembering};
use quipu_engine::index::Watch;
use quipu_engine::ports::{
    Boxed, DumpRow, KeyValue, Llm, LlmCard, LlmError, Prompt, Reply, ReplyListener, Select, Usage,
};
use quipu_engine::{EngineError, Workspace};
use serde_json::json;

use super::indexed::forget;
use super::indexed::index_all;
use super::reads::by_models;
use super::world::World;
use super::{Broken, EmptyStore, alike, dump, patiently, toys};

/// A model that finds the words with a capital, and says that the first uses the last.
struct Reader {
    card: LlmCard,
    calls: AtomicU64,
    /// One of this number of calls is invalid; 0 for none.
    fails: u64,
}

impl Llm for Reader {
    fn card(&self) -> &LlmCard {
        &self.card
    }

    fn reply<'a>(
        &'a self,
        prompt: &'a Prompt,
        _heard: Option<ReplyListener<'a>>,
    ) -> Boxed<'a, Result<Reply, LlmError>> {
        Box::pin(async move {
            let call = self.calls.fetch_add(1, Ordering::Relaxed);
            let text = prompt.turns.get(1).map_or("", |turn| turn.text.as_str());
            let bad = self.fails > 0 && call % self.fails < 2;
            let text = if bad { "I cannot.".to_owned() } else { said(text) };
            Ok(Reply::new(text, Usage { input: 9, output: 9, told: true }))
        })
    }
}

fn said(text: &str) -> String {
    let mut names: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
    names.retain(|word| word.chars().next().is_some_and(char::is_uppercase));
    names.dedup();
    let entities: Vec<_> = names
        .iter()
        .map(|name| json!({"name": name, "type": "concept", "description": format!("is {name}")}))
        .collect();
    let ends = names.first().zip(names.last()).filter(|(first, last)| first != last);
    let relations: Vec<_> =
        ends.iter().map(|(a, b)| json!({"source": a, "target": b, "predicate": "uses", "strength": 5})).collect();
    json!({"entities": entities, "relationships": relations}).to_string()
}

/// A model that reads, and its cache.
pub(super) struct ModelFixture {
    reader: Arc<Reader>,
    shelf: Arc<dyn KeyValue>,
}

impl ModelFixture {
    pub(super) fn new(fails: u64) -> Self {
        let card = LlmCard { name: "toy".to_owned(), context: 8000, ..LlmCard::default() };
        let reader = Reader { card, calls: AtomicU64::new(0), fails };
        Self { reader: Arc::new(reader), shelf: Arc::new(MemoryKeyValue::new()) }
    }

    fn calls(&self) -> u64 {
        self.reader.calls.load(Ordering::Relaxed)
    }

    pub(super) async fn read(&self, workspace: &Workspace, again: bool) -> Result<ExtractReport, EngineError> {
        Ok(self.read_aloud(workspace, again).await?.0)
    }

    /// A run with its reports.
    async fn read_aloud(&self, workspace: &Workspace, again: bool) -> Result<(ExtractReport, Overheard), EngineError> {
        let ledger = Arc::new(Ledger::default());
        let llm = remembering(self.reader.clone(), "extract", Manners::default(), &ledger, self.shelf.clone());
        let profile = Profile {
            form: "json".to_owned(),
            user: "{text}".to_owned(),
            entity: vec![Type { name: "concept".to_owned(), about: String::new() }],
            ..Profile::default()
        };
        let asker = Arc::new(WindowReader::new(llm, &profile, 0, 100));
        let options = ExtractOptions { window: 20, at_once: 3, again, only: None, chosen: None };
        let (kept, mut said) = (self.shelf.clone(), Overheard::default());
        let report = extract(workspace, asker, kept, ledger, &options, Some(&mut said), &Watch::default()).await?;
        Ok((report, said))
    }

    /// Reads unread chunks; the facts that the run received are the stored ones.
    async fn hear(&self, workspace: &Workspace) -> Result<ExtractReport, Broken> {
        let (report, said) = patiently(async || self.read_aloud(workspace, false).await).await?;
        let stored = patiently(async || Ok(Overheard::of(&*workspace.store).await?)).await?;
        let (heard, stored) = (said.tallies(), stored.tallies());
        Broken::unless(heard == stored, "what is heard is what is stored", || format!("{heard:?}, not {stored:?}"))?;
        Ok(report)
    }
}

/// Reads, edits, reads again; against a store that read the last documents alone.
pub(super) async fn what_a_model_reads_follows_the_documents(empty: EmptyStore<'_>, seed: u64) -> Result<(), Broken> {
    let mut world = World::of_at_least(4, seed ^ 0x11a0);
    let (lived, desk) = (toys::workspace(empty()), ModelFixture::new(0));
    index_all(&lived, &world.documents).await?;
    let report = desk.hear(&lived).await?;
    Broken::unless(report.is_whole() && report.windows > 0, "all is read", || format!("{report:?}"))?;
    let (before, asked) = (patiently(async || Ok(dump(&*lived.store).await?)).await?, desk.calls());
    desk.hear(&lived).await?;
    let after = patiently(async || Ok(dump(&*lived.store).await?)).await?;
    let idle = before == after && desk.calls() == asked;
    Broken::unless(idle, "what is read is not read again", || format!("{} calls more", desk.calls() - asked))?;
    for row in patiently(async || Ok(lived.store.documents(&Select::After(None, usize::MAX)).await?)).await? {
        by_models(&lived, row.key).await?;
    }
    world.step();
    index_all(&lived, &world.documents).await?;
    let gone = |id: &String| !world.documents.contains_key(id);
    forget(&lived, gone).await?;
    desk.hear(&lived).await?;
    let fresh = toys::workspace(empty());
    index_all(&fresh, &world.documents).await?;
    patiently(async || ModelFixture::new(0).read(&fresh, false).await).await?;
    alike(&lived, &fresh).await?;
    let verified = patiently(async || Ok(lived.store.verify(false).await?)).await?;
    Broken::unless(verified.problems.is_empty(), "a read store is sound", || format!("{:?}", verified.problems))?;
    let described = |row: &DumpRow| match row {
        DumpRow::Chunk { facts, .. } => facts.iter().any(|facts| !facts.descriptions.is_empty()),
        _ => false,
    };
    Broken::unless(before.iter().any(described), "descriptions are kept", String::new)
}

/// A window that fails affects nothing else, is reported and left alone, and is read on a new request.
pub(super) async fn what_fails_is_told_and_asked_again(empty: EmptyStore<'_>, seed: u64) -> Result<(), Broken> {
    let world = World::of_at_least(4, seed ^ 0xfa11);
    let (lived, mut desk) = (toys::workspace(empty()), ModelFixture::new(5));
    index_all(&lived, &world.documents).await?;
    // A store that fails ends a run, after which some windows are read and others noted.
    desk.hear(&lived).await?;
    let told = patiently(async || Ok(failed(&*desk.shelf).await?)).await?;
    let asked = desk.calls();
    let report = patiently(async || desk.read(&lived, false).await).await?;
    let left = report.left == told.len() as u64 && report.windows == 0 && desk.calls() == asked;
    Broken::unless(left, "what failed is left alone", || format!("{report:?}, {} told", told.len()))?;
    desk.reader = ModelFixture::new(0).reader;
    let report = patiently(async || desk.read(&lived, true).await).await?;
    let told = patiently(async || Ok(failed(&*desk.shelf).await?)).await?;
    Broken::unless(report.is_whole() && told.is_empty(), "what failed is read again", || format!("{report:?}"))?;
    let fresh = toys::workspace(empty());
    index_all(&fresh, &world.documents).await?;
    patiently(async || ModelFixture::new(0).read(&fresh, false).await).await?;
    alike(&lived, &fresh).await
}
