//! Tests of a policy's rights and bounds: a small policy with a toy model, over a store of one chunk.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use quipu_kernel::model::{Decision, Key};
use quipu_kernel::strategies::Options;
use quipu_kernel::view::{Counts, Evidence, Filter, Needs, Note, Question, View, ViewChunk, WordHit};

use super::Policy;
use crate::base::gateway::toys::{Scripted, Shelf, busy, said};
use crate::base::gateway::{Bounds, Cached, Ledger, Manners, Patience, remembering};
use crate::base::ports::{
    Boxed, Change, DocumentRow, DumpRow, EntityFound, GraphSnapshot, LlmError, ModelCard, Prompt, Receipt, Reply,
    Select, SelectChunks, Status, Store, StoreError, StoredChunk, Verified, Waiting,
};
use crate::base::query::Query;
use crate::base::trace::Trace;
use crate::base::{EngineError, KernelSplitter, Stop, Workspace};
use crate::find::environment::{Environment, Unasked};
use crate::find::retrieve::environment_of;
use crate::find::retrieve::retrieve;

/// A store of one chunk, which holds every word of any question; it counts the views that were cut.
#[derive(Default)]
pub(crate) struct OneChunk(AtomicUsize);

impl Store for OneChunk {
    fn view<'a>(&'a self, question: &'a Question, _: &'a Needs) -> Boxed<'a, Result<View, StoreError>> {
        Box::pin(async move {
            self.0.fetch_add(1, Ordering::Relaxed);
            let words = question.words.len();
            let hits = (0..words as u32).map(|word| WordHit { word, frequency: 1 }).collect();
            let (key, document) = (Key::text("chunk"), Key::document("a.md"));
            Ok(View {
                counts: Counts { documents: 9, chunks: 9, length: 90 },
                word_chunks: vec![1; words],
                chunks: vec![ViewChunk { key, document, length: 10, hits, ..ViewChunk::default() }],
                lexical: vec![0],
                ..View::default()
            })
        })
    }

    fn documents<'a>(&'a self, _: &'a Select) -> Boxed<'a, Result<Vec<DocumentRow>, StoreError>> {
        Box::pin(async { Ok(Vec::new()) })
    }

    fn chunks<'a>(&'a self, _: &'a SelectChunks) -> Boxed<'a, Result<Vec<StoredChunk>, StoreError>> {
        Box::pin(async { Ok(Vec::new()) })
    }

    fn entities<'a>(&'a self, _: &'a [String]) -> Boxed<'a, Result<Vec<EntityFound>, StoreError>> {
        Box::pin(async { Ok(Vec::new()) })
    }

    fn decisions(&self) -> Boxed<'_, Result<Vec<Decision>, StoreError>> {
        unreachable!("a policy only reads")
    }

    fn graph_snapshot(&self) -> Boxed<'_, Result<Box<dyn GraphSnapshot>, StoreError>> {
        unreachable!("a policy only reads views")
    }

    fn commit(&self, _: Change) -> Boxed<'_, Result<Receipt, StoreError>> {
        unreachable!("a policy only reads")
    }

    fn waiting<'a>(&'a self, _: &'a ModelCard, _: usize) -> Boxed<'a, Result<Waiting, StoreError>> {
        unreachable!("a policy only reads")
    }

    fn put_vectors<'a>(
        &'a self,
        _: &'a ModelCard,
        _: Vec<(Key, Option<Vec<f32>>)>,
    ) -> Boxed<'a, Result<(), StoreError>> {
        unreachable!("a policy only reads")
    }

    fn switch<'a>(&'a self, _: &'a ModelCard) -> Boxed<'a, Result<Receipt, StoreError>> {
        unreachable!("a policy only reads")
    }

    fn dump<'a>(&'a self, _: &'a mut (dyn FnMut(DumpRow) -> bool + Send)) -> Boxed<'a, Result<(), StoreError>> {
        unreachable!("a policy only reads")
    }

    fn status(&self) -> Boxed<'_, Result<Status, StoreError>> {
        unreachable!("a policy only reads")
    }

    fn verify(&self, _: bool) -> Boxed<'_, Result<Verified, StoreError>> {
        unreachable!("a policy only reads")
    }
}

pub(crate) fn workspace() -> (Workspace, Arc<OneChunk>) {
    let store = Arc::new(OneChunk::default());
    let (splitter, extractor) = (Arc::new(KernelSplitter::default()), Arc::new(quipu_language::Rules));
    let (embedder, lexicon, reranker, reader, communities) = (None, None, None, None, None);
    let ontology = Arc::default();
    let store_of = store.clone();
    let workspace =
        Workspace { store: store_of, embedder, lexicon, splitter, extractor, ontology, reranker, reader, communities };
    (workspace, store)
}

pub(crate) fn query(text: &str, strategy: &str) -> Query {
    let (filter, options) = (Filter::default(), Options::default());
    Query { text: text.to_owned(), filter, strategy: strategy.to_owned(), options }
}

/// Asks a model for other words and looks by them, until it has none, a bound is reached or it is stopped.
#[derive(Default)]
struct Reword {
    /// The reason why it stopped asking.
    ended: Mutex<Option<Unasked>>,
}

impl Policy for Reword {
    fn name(&self) -> &'static str {
        "reword"
    }

    fn about(&self) -> &'static str {
        "by the question's words, then by others that a model gives"
    }

    fn run<'a>(
        &'a self,
        question: &'a Question,
        environment: &'a mut Environment<'_>,
    ) -> Boxed<'a, Result<Evidence, EngineError>> {
        Box::pin(async move {
            let mut words = question.text.clone();
            let mut found = Evidence { strategy: self.name().to_owned(), ..Evidence::default() };
            loop {
                let Some(evidence) = environment.retrieve(&query(&words, "lexical")).await? else {
                    found.notes.push(Note::ViewsSpent);
                    break;
                };
                found.hits = evidence.hits;
                let prompt = Prompt::new("", format!("Say otherwise: {words}"), 10);
                let other = |reply: &Reply| match reply.text.as_str() {
                    "nothing" => Err("it has no other words".to_owned()),
                    text => Ok(text.to_owned()),
                };
                match environment.ask(&prompt, other).await {
                    Ok(other) => words = other,
                    Err(why) => {
                        *self.ended.lock().unwrap() = Some(why);
                        break;
                    }
                }
            }
            Ok(found)
        })
    }
}

/// A model for one policy, bounded, and the ledger of the run around it.
fn model(script: &Arc<Scripted>, bounds: Bounds, kept: &Arc<Shelf>) -> (Cached, Arc<Ledger>) {
    let run = Arc::new(Ledger::new(None));
    let patience = Patience { tries: 9, ..Patience::default() };
    let manners = Manners { patience, ..Manners::default() };
    let own = Ledger::within(&run, bounds);
    (remembering(script.clone(), "policy", manners, &own, kept.clone()), run)
}

fn script(texts: &[&str]) -> Arc<Scripted> {
    Arc::new(Scripted::new(texts.iter().map(|text| Ok(said(text))).collect()))
}

/// Runs the policy: its evidence, the reason of its end, the names of its steps as reported.
async fn reword(llm: Option<&Cached>, views: usize, stop: Stop) -> (Evidence, Option<Unasked>, Vec<String>) {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let (workspace, store) = workspace();
    let (policy, options) = (Reword::default(), Options::default());
    let hearing = heard.clone();
    let mut trace = Trace::told(move |step| hearing.lock().unwrap().push(step.step.clone()));
    let mut environment = environment_of(&workspace, &options, &mut trace).with_views(views).with_stop(stop);
    if let Some(llm) = llm {
        environment = environment.with_model(llm);
    }
    let question = Question::new("Which bell?");
    let evidence = policy.run(&question, &mut environment).await.unwrap();
    assert!(store.0.load(Ordering::Relaxed) <= views, "a view more than were given");
    let kept: Vec<String> = trace.into_steps().into_iter().map(|step| step.step).collect();
    let (ended, heard) = (policy.ended.into_inner().unwrap(), heard.lock().unwrap().clone());
    assert_eq!(kept, heard, "what is told is what is kept");
    (evidence, ended, heard)
}

#[tokio::test(start_paused = true)]
async fn a_policy_asks_looks_again_and_says_so_in_order() {
    let script = script(&["the chime", "nothing"]);
    let (llm, run) = model(&script, Bounds::default(), &Arc::default());
    let (evidence, ended, steps) = reword(Some(&llm), 9, Stop::default()).await;
    assert_eq!(steps, ["look", "ask", "look", "ask"]);
    assert!(matches!(ended, Some(Unasked::Failed(LlmError::Senseless { .. }))), "{ended:?}");
    assert_eq!((evidence.hits.len(), script.asked()), (1, 2));
    assert_eq!(run.total().requests(), 2, "the ledger of the run knows of it");
}

#[tokio::test(start_paused = true)]
async fn without_a_model_rules_go_on() {
    let (evidence, ended, steps) = reword(None, 9, Stop::default()).await;
    assert_eq!((evidence.hits.len(), ended, steps), (1, Some(Unasked::Nobody), vec!["look".to_owned()]));
}

/// Other words each time.
fn endless() -> Arc<Scripted> {
    script(&(0..50).map(|at| format!("word{at}")).collect::<Vec<_>>().iter().map(String::as_str).collect::<Vec<_>>())
}

#[tokio::test(start_paused = true)]
async fn no_bound_is_exceeded_by_one() {
    for calls in 0..4 {
        let script = endless();
        let (llm, run) = model(&script, Bounds { calls: Some(calls), ..Bounds::default() }, &Arc::default());
        let (_, ended, _) = reword(Some(&llm), 99, Stop::default()).await;
        assert_eq!(ended, Some(Unasked::Bounded(LlmError::CallsSpent { most: calls })));
        assert_eq!((script.asked() as u64, run.total().requests()), (calls, calls));
    }
    for most in [0, 1, 30, 70, 200] {
        let script = endless();
        let (llm, run) = model(&script, Bounds { tokens: Some(most), ..Bounds::default() }, &Arc::default());
        let (_, ended, _) = reword(Some(&llm), 99, Stop::default()).await;
        assert_eq!(ended, Some(Unasked::Bounded(LlmError::TokensSpent { most })));
        assert!(run.total().tokens() <= most, "{:?}", run.total());
        assert_eq!(most < 30, script.asked() == 0, "what surely fits is asked");
    }
    for views in 0..4 {
        let (llm, _) = model(&endless(), Bounds::default(), &Arc::default());
        let (evidence, ended, _) = reword(Some(&llm), views, Stop::default()).await;
        assert_eq!((ended, evidence.notes), (None, vec![Note::ViewsSpent]));
    }
}

#[tokio::test(start_paused = true)]
async fn what_is_asked_again_counts_against_the_bound() {
    let script = Arc::new(Scripted::new(vec![Err(busy(None))]));
    let (llm, run) = model(&script, Bounds { calls: Some(3), ..Bounds::default() }, &Arc::default());
    let (_, ended, _) = reword(Some(&llm), 9, Stop::default()).await;
    assert_eq!(ended, Some(Unasked::Bounded(LlmError::CallsSpent { most: 3 })));
    assert_eq!((script.asked(), run.total().failed), (3, 3));
}

#[tokio::test(start_paused = true)]
async fn what_is_known_costs_nothing_and_no_bound_forbids_it() {
    let kept = Arc::default();
    let (llm, _) = model(&script(&["the chime", "nothing"]), Bounds::default(), &kept);
    reword(Some(&llm), 9, Stop::default()).await;
    let again = script(&["nothing"]);
    let (llm, run) = model(&again, Bounds { calls: Some(1), ..Bounds::default() }, &kept);
    let (_, ended, steps) = reword(Some(&llm), 9, Stop::default()).await;
    assert!(matches!(ended, Some(Unasked::Failed(_))), "{ended:?}");
    assert_eq!((steps.len(), again.asked(), run.total().known), (4, 1, 1));
}

#[tokio::test(start_paused = true)]
async fn the_word_to_stop_ends_a_call_under_way_and_leaves_the_evidence() {
    let hour = Duration::from_secs(3600);
    let script = Arc::new(Scripted::slow(vec![Ok(said("the chime"))], hour));
    let (llm, _) = model(&script, Bounds::default(), &Arc::default());
    let stop = Stop::default();
    let later = stop.clone();
    let word = async move {
        tokio::time::sleep(Duration::from_secs(5)).await;
        later.ask();
    };
    let began = tokio::time::Instant::now();
    let ((evidence, ended, steps), ()) = tokio::join!(reword(Some(&llm), 9, stop.clone()), word);
    assert!(began.elapsed() < hour);
    assert_eq!((evidence.hits.len(), ended), (1, Some(Unasked::Stopped)));
    assert_eq!(steps, ["look", "ask"], "a call that was dropped is told too");
    let (evidence, ..) = reword(Some(&llm), 9, stop).await;
    assert_eq!((evidence.hits.len(), script.asked()), (0, 1), "once said it stands");
}

#[tokio::test(start_paused = true)]
async fn a_policy_may_look_by_a_policy_within_the_same_views() {
    let (workspace, store) = workspace();
    let (options, mut trace) = (Options::default(), Trace::silent());
    let mut environment = environment_of(&workspace, &options, &mut trace).with_views(2);
    let within = environment.retrieve(&query("Which bell?", "traverse")).await.unwrap().unwrap();
    assert_eq!((within.strategy.as_str(), environment.views_left()), ("traverse", 1));
    assert!(environment.retrieve(&query("Which bell?", "walk")).await.unwrap().is_some());
    assert!(environment.is_over() && environment.retrieve(&query("Which bell?", "traverse")).await.unwrap().is_none());
    assert_eq!(store.0.load(Ordering::Relaxed), 2);
    assert!(matches!(environment.retrieve(&query("", "nosuch")).await, Err(EngineError::Strategy { .. })));
}

#[tokio::test]
async fn refusal_needs_no_view_of_its_own() {
    let (workspace, store) = workspace();
    let looked = retrieve(&workspace, &query("Which bell?", "traverse"), None, &mut Trace::silent()).await.unwrap();
    assert_eq!(store.0.load(Ordering::Relaxed), 1);
    let counts = looked.evidence.counts;
    assert_eq!((counts.workspace.chunks, counts.chunks), (9, vec![1; looked.question.words.len()]));
}
