//! Multi-hop questions, answered over the in-memory store by following statements.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use quipu_adapters::store::MemoryStore;
use quipu_engine::answer::Answer;
use quipu_engine::ask::AnswerRequest;
use quipu_engine::ask::answer;
use quipu_engine::base::Effort;
use quipu_engine::index::{IndexOptions, IndexReport, Watch, given, index};
use quipu_engine::ports::{Boxed, Call, CallHooks, Store, StoreError, Surrounded};
use quipu_engine::query::Query;
use quipu_engine::{EngineError, Extractor, KernelSplitter, Workspace};
use quipu_kernel::model::{Chunk, Document, Facts, Mention, SourceFile};
use quipu_kernel::strategies::Options;
use quipu_kernel::view::Filter;
use quipu_language::Rules;

const PAGES: [(&str, &str); 5] = [
    ("Night Train (1959 film)", "Night Train is a 1959 Polish film directed by Jerzy Zawada. It stars Lucyna Winter."),
    (
        "Jerzy Zawada",
        "Jerzy Zawada (1 January 1922 – 17 January 2007) was a Polish film director. He was the son of Maria Zawada.",
    ),
    ("Maria Zawada", "Maria Zawada was a teacher. She is the mother of Jerzy Zawada."),
    ("Red Morning", "Red Morning is a 1964 Hungarian film directed by Eva Kertész."),
    ("Eva Kertész", "Eva Kertész (born 3 March 1931 in Budapest) is a Hungarian film director."),
];

fn workspace(store: &Arc<MemoryStore>, extractor: Arc<dyn Extractor>) -> Workspace {
    let store = Arc::<MemoryStore>::clone(store);
    Workspace {
        store,
        embedder: None,
        lexicon: None,
        splitter: Arc::new(KernelSplitter::default()),
        extractor,
        ontology: Arc::default(),
        reranker: None,
        reader: None,
        communities: None,
    }
}

async fn indexed(workspace: &Workspace) -> IndexReport {
    index_pages(workspace, &PAGES).await
}

async fn index_pages(workspace: &Workspace, pages: &[(&str, &str)]) -> IndexReport {
    let document = |(title, text): &(&str, &str)| Document {
        id: (*title).to_owned(),
        source: SourceFile { path: (*title).to_owned(), mime: "text/plain".into(), text_offset: Some(0) },
        title: (*title).to_owned(),
        language: "en".to_owned(),
        text: (*text).to_owned(),
        ..Document::default()
    };
    let documents: Vec<Document> = pages.iter().map(document).collect();
    index(workspace, given(documents), &IndexOptions::default(), &Watch::default())
        .await
        .expect("documents are indexed")
}

async fn asked(question: &str) -> Answer {
    let workspace = workspace(&Arc::new(MemoryStore::new()), Arc::new(Rules));
    indexed(&workspace).await;
    let (filter, options) = (Filter::default(), Options::default());
    let query = Query { text: question.to_owned(), filter, strategy: "lexical".to_owned(), options };
    answer(&workspace, AnswerRequest::quoted(&query)).await.expect("a question is answered")
}

#[tokio::test]
async fn a_chain_is_told_link_by_link() {
    let found = asked("Who is the mother of the director of film Night Train (1959 Film)?").await;
    assert_eq!(
        found.answer,
        "**Maria Zawada**. Night Train was directed by Jerzy Zawada [1]; the mother of Jerzy Zawada is Maria Zawada [2]."
    );
    let cited: Vec<&str> = found.citations.iter().map(|citation| citation.document.as_str()).collect();
    assert_eq!(cited, ["Night Train (1959 film)", "Maria Zawada"]);
    for citation in &found.citations {
        let (_, text) = PAGES.iter().find(|(title, _)| *title == citation.document).unwrap();
        assert_eq!(&text[citation.start as usize..citation.end as usize], citation.quote);
    }
}

#[tokio::test]
async fn dates_are_compared_by_value() {
    let found = asked("Which film has the director who was born first, Night Train (1959 Film) or Red Morning?").await;
    assert!(found.answer.starts_with("**Night Train (1959 Film)**. Night Train was directed by"), "{}", found.answer);
    assert!(found.answer.contains("Jerzy Zawada was born on 1 January 1922"), "{}", found.answer);
    let same =
        asked("Do both directors of films Night Train (1959 Film) and Red Morning have the same nationality?").await;
    assert!(same.answer.starts_with("**No**."), "{}", same.answer);
}

#[tokio::test]
async fn where_a_link_is_missing_nothing_is_made_up() {
    let found = asked("Who is the father of the director of film Red Morning?").await;
    assert!(!found.answer.starts_with("**"), "{}", found.answer);
}

/// Rules of another day, which stated nothing.
struct Before;

impl Extractor for Before {
    fn recipe(&self) -> String {
        "before".to_owned()
    }

    fn extract(&self, _title: &str, chunk: &Chunk) -> Facts {
        Facts { statements: Vec::new(), ..quipu_language::names::extract(chunk) }
    }

    fn title_names(&self, document: &Document) -> Vec<Mention> {
        Rules.title_names(document)
    }
}

#[tokio::test]
async fn what_other_rules_read_is_stated_anew() {
    let store = Arc::new(MemoryStore::new());
    indexed(&workspace(&store, Arc::new(Before))).await;
    let relations = async || -> u64 { store.status().await.unwrap().relations };
    assert_eq!(relations().await, 0);
    let now = workspace(&store, Arc::new(Rules));
    assert_eq!(indexed(&now).await.changed, 5);
    assert!(relations().await > 8);
    assert_eq!(indexed(&now).await.unchanged, 5);
}

/// Lets this number of calls through, and fails all that follow.
struct FailsAfter(AtomicUsize);

impl CallHooks for FailsAfter {
    fn before<'a>(&'a self, _: Call<'a>) -> Boxed<'a, Result<(), StoreError>> {
        let left = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        let gone = || StoreError::Io { part: "truth".into(), reason: "the disk is gone".into() };
        Box::pin(std::future::ready(left.map(drop).map_err(|_| gone())))
    }
}

/// The agent's answer where the store fails after this number of calls.
async fn solved_until(calls: usize) -> Result<Answer, EngineError> {
    let pages = [
        ("LampService", "LampService is owned by the Platform team."),
        ("Teams", "The Platform team is led by Ada Lind. The Storage team is led by Bo Varga."),
    ];
    let memory = Arc::new(MemoryStore::new());
    let whole = workspace(&memory, Arc::new(Rules));
    index_pages(&whole, &pages).await;
    let store = Arc::new(Surrounded { store: memory, around: FailsAfter(AtomicUsize::new(calls)) });
    let (filter, options) = (Filter::default(), Options::default());
    let text = "Who leads the team that owns LampService?".to_owned();
    let query = Query { text, filter, strategy: "walk".to_owned(), options };
    answer(&Workspace { store, ..whole }, AnswerRequest { effort: Effort::Deep, ..AnswerRequest::quoted(&query) }).await
}

#[tokio::test]
async fn what_was_found_before_the_store_failed_is_told() {
    let (mut nothing, mut part, mut whole) = (0, 0, 0);
    for calls in 0..40 {
        match solved_until(calls).await {
            Err(error) => {
                assert!(error.to_string().contains("the disk is gone") && part + whole == 0, "{calls}: {error}");
                nothing += 1;
            }
            Ok(answer) if answer.agent.as_ref().is_some_and(|agent| agent.stopped == "failed") => {
                assert!(answer.answer.contains("Platform") && !answer.answer.contains("Ada Lind"), "{}", answer.answer);
                let events = serde_json::to_string(&answer.agent).unwrap();
                assert!(events.contains("the disk is gone") && answer.refused && whole == 0, "{events}");
                part += 1;
            }
            Ok(answer) => {
                assert!(answer.answer.contains("Ada Lind") && !answer.refused, "{calls}: {answer:#?}");
                whole += 1;
            }
        }
    }
    assert!(nothing > 0 && part > 0 && whole > 0, "{nothing} {part} {whole}");
}
