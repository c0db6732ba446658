//! The stories end to end over the store in memory: from sources to a cited answer, and back.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use quipu_adapters::store::MemoryStore;
use quipu_engine::answer::Event;
use quipu_engine::ask::answer;
use quipu_engine::ask::{AnswerRequest, EventHeard, answer_heard};
use quipu_engine::delete::delete;
use quipu_engine::index::{IndexOptions, IndexReport, Skipped, Source, Sources, Stop, Watch, given, index};
use quipu_engine::query::Query;
use quipu_engine::search::search;
use quipu_engine::{KernelSplitter, Workspace};
use quipu_kernel::model::{Document, Format, SourceFile};
use quipu_kernel::strategies::Options;
use quipu_kernel::view::Filter;
use quipu_language::Rules;
use quipu_proof::eval::{EvalOptions, Half, Look, Set, eval};

fn workspace() -> Workspace {
    let store = Arc::new(MemoryStore::new());
    Workspace {
        store,
        embedder: None,
        lexicon: None,
        splitter: Arc::new(KernelSplitter::default()),
        extractor: Arc::new(Rules),
        ontology: Arc::default(),
        reranker: None,
        reader: None,
        communities: None,
    }
}

fn document(id: &str, title: &str, text: &str) -> Document {
    let source = SourceFile { path: id.into(), mime: "text/markdown".into(), text_offset: Some(0) };
    let language = quipu_kernel::text::language_of(text).into();
    Document {
        id: id.into(),
        source,
        title: title.into(),
        language,
        format: Format::Markdown,
        text: text.into(),
        ..Document::default()
    }
}

fn notes() -> Vec<Document> {
    vec![
        document(
            "n/engine.md",
            "The Analytical Engine",
            "# The Analytical Engine\n\nThe Analytical Engine was designed by Charles Babbage. It was never finished.\n\n## Programs\n\nIts first program was written by Ada Lovelace.",
        ),
        document("n/ada.md", "Ada Lovelace", "Ada Lovelace was born in London. Her mother was Annabella Byron."),
        document("n/quipu.md", "Quipu", "A quipu keeps numbers in knots on a cord."),
        document("n/copy.md", "A copy", "A quipu keeps numbers in knots on a cord."),
    ]
}

fn sources(documents: Vec<Document>) -> Sources {
    given(documents)
}

async fn run(workspace: &Workspace, sources: Sources, options: &IndexOptions) -> IndexReport {
    index(workspace, sources, options, &Watch::default()).await.expect("a store in memory does not fail")
}

fn query(text: &str, strategy: &str) -> Query {
    Query { text: text.into(), filter: Filter::default(), strategy: strategy.into(), options: Options::default() }
}

fn folder(prune: bool) -> IndexOptions {
    IndexOptions { scope: vec!["n".into()], prune, ..IndexOptions::default() }
}

#[tokio::test]
async fn a_question_gets_an_answer_whose_every_citation_is_in_the_text() {
    let workspace = workspace();
    run(&workspace, sources(notes()), &folder(false)).await;
    for strategy in quipu_engine::ways::all() {
        let query = query("Who wrote the first program of the Analytical Engine?", strategy.name());
        let answer = answer(&workspace, AnswerRequest::quoted(&query)).await.expect("the strategy is there");
        for citation in &answer.citations {
            let text =
                notes().into_iter().find(|document| document.id == citation.document).expect("it was indexed").text;
            assert_eq!(text.get(citation.start as usize..citation.end as usize), Some(citation.quote.as_str()));
        }
        if strategy.name() == "lexical" {
            assert!(
                answer.answer.contains("Ada Lovelace. [1]") || answer.answer.contains("Ada Lovelace. [2]"),
                "{}",
                answer.answer
            );
            assert!(!answer.refused && !answer.citations.is_empty());
        }
    }
}

#[tokio::test]
async fn events_tell_the_answer_piece_by_piece() {
    let workspace = workspace();
    run(&workspace, sources(notes()), &folder(false)).await;
    let query = query("Where was Ada Lovelace born?", "lexical");
    let (told, hear) = std::sync::mpsc::channel();
    let listener: EventHeard = Arc::new(move |event| told.send(event).expect("the test listens"));
    let answer =
        answer_heard(&workspace, AnswerRequest::quoted(&query), listener.clone()).await.expect("nothing fails");
    let events: Vec<Event> = hear.try_iter().collect();
    let mut pieces = String::new();
    for event in &events {
        if let Event::Token { text } = event {
            pieces.push_str(text);
        }
    }
    assert_eq!(pieces, answer.answer);
    assert!(matches!(events[0], Event::Step(_)));
    let told: Vec<_> = events.iter().filter(|event| matches!(event, Event::Citation(_))).collect();
    assert_eq!(told.len(), answer.citations.len());
    let step = answer.trace.iter().find(|step| step.step == "answerers").expect("it says who answered");
    assert!(step.detail.ends_with("quotes: units answer"), "{}", step.detail);
    let failing = Query { strategy: "none".into(), ..query };
    assert!(answer_heard(&workspace, AnswerRequest::quoted(&failing), listener).await.is_err());
    assert_eq!(hear.try_iter().count(), 0);
}

#[tokio::test]
async fn what_the_documents_do_not_say_is_refused() {
    let workspace = workspace();
    run(&workspace, sources(notes()), &folder(false)).await;
    let answer = answer(&workspace, AnswerRequest::quoted(&query("Which volcano buried Pompeii?", "lexical")))
        .await
        .expect("it looks");
    assert!(answer.refused && answer.citations.is_empty());
}

#[tokio::test]
async fn a_hit_names_its_copies() {
    let workspace = workspace();
    run(&workspace, sources(notes()), &folder(false)).await;
    let found = search(&workspace, &query("knots on a cord", "lexical")).await.expect("it looks");
    let hit = &found.hits[0];
    let named: BTreeSet<&str> = hit.copies.iter().chain([&hit.document]).map(String::as_str).collect();
    assert_eq!(named, BTreeSet::from(["n/copy.md", "n/quipu.md"]));
}

#[tokio::test]
async fn vanished_files_are_told_moved_ones_named_and_pruned_when_asked() {
    let workspace = workspace();
    run(&workspace, sources(notes()), &folder(false)).await;
    let moved = || {
        let mut documents = notes();
        documents.truncate(2);
        documents.push(document("n/deep/quipu.md", "Quipu", "A quipu keeps numbers in knots on a cord."));
        sources(documents)
    };
    let report = run(&workspace, moved(), &folder(false)).await;
    assert_eq!((report.added, report.unchanged), (1, 2));
    assert_eq!(report.missing, ["n/copy.md", "n/quipu.md"]);
    assert_eq!(report.moved.iter().map(|moved| moved.to.as_str()).collect::<Vec<_>>(), ["n/deep/quipu.md"; 2]);
    let elsewhere =
        run(&workspace, sources(Vec::new()), &IndexOptions { scope: vec!["notes".into()], ..folder(true) }).await;
    assert!(elsewhere.removed.is_empty());
    let report = run(&workspace, moved(), &folder(true)).await;
    assert_eq!(report.removed, ["n/copy.md", "n/quipu.md"]);
    let status = workspace.store.status().await.expect("it reads");
    assert_eq!(status.documents, 3);
}

#[tokio::test]
async fn what_cannot_be_read_is_a_line_of_the_report() {
    let workspace = workspace();
    let mut partial = document("n/long.md", "Long", "Cut here");
    partial.partial = Some("cut at 64 MB of text".into());
    let bad = Skipped::because("n/bad.bin", "is binary");
    let line = bad.clone();
    let again = document("n/long.md", "Long", "Another text of the same id.");
    let sources: Vec<Source> = vec![
        Box::new(move || Err(line).into()),
        Box::new(move || Ok(partial).into()),
        Box::new(move || Ok(again).into()),
    ];
    let report = run(&workspace, Box::new(sources.into_iter()), &folder(false)).await;
    assert_eq!(report.skipped, [bad]);
    assert_eq!(report.partial.len(), 1);
    assert_eq!(report.replaced.len(), 1);
    let found = search(&workspace, &query("another text", "lexical")).await.expect("it looks");
    assert_eq!(found.hits.len(), 1);
}

#[tokio::test]
async fn a_stopped_run_keeps_what_it_read_and_the_next_goes_on() {
    let workspace = workspace();
    let stop = Stop::default();
    let asked = stop.clone();
    let told = Arc::new(Mutex::new(Vec::new()));
    let heard = told.clone();
    let progress = move |progress: &quipu_engine::index::Progress| {
        heard.lock().expect("no listener panics").push(*progress);
        if progress.durable > 0 {
            asked.ask();
        }
    };
    let many = || sources((0..300).map(|i| document(&format!("n/{i}"), "T", &format!("Text number {i}."))).collect());
    let options = IndexOptions { group_bytes: 100, ..folder(true) };
    let watch = Watch { progress: Some(Arc::new(progress)), stop };
    let report = index(&workspace, many(), &options, &watch).await.expect("it stops cleanly");
    assert!(report.stopped && report.durable > 0 && report.durable < 300, "{report:?}");
    assert!(report.missing.is_empty() && report.removed.is_empty());
    assert!(told.lock().expect("no listener panics").is_sorted_by_key(|progress| progress.durable));
    let rest = run(&workspace, many(), &options).await;
    assert_eq!(rest.added + rest.unchanged, 300);
    assert!(rest.unchanged >= report.durable);
}

#[tokio::test]
async fn deleting_goes_by_id_path_and_glob() {
    let workspace = workspace();
    run(&workspace, sources(notes()), &folder(false)).await;
    let report = delete(&workspace, &["n/ada.md".into(), "n/q*".into(), "none".into()]).await.expect("it deletes");
    assert_eq!(report.deleted, ["n/ada.md", "n/quipu.md"]);
    assert_eq!(report.unmatched, ["none"]);
    let found = search(&workspace, &query("knots on a cord", "lexical")).await.expect("it looks");
    assert_eq!(found.hits[0].document, "n/copy.md");
}

#[tokio::test]
async fn a_set_is_measured_in_halves_against_lexical() {
    let corpus = r#"{"_id":"a","title":"Ada","text":"Ada Lovelace was born in London."}
{"_id":"b","title":"Knots","text":"A quipu keeps numbers in knots."}
{"_id":"c","title":"Engine","text":"The engine was designed by Babbage."}"#;
    let questions = r#"{"_id":"1","text":"Who was born in London?","gold":["a"]}
{"_id":"2","text":"What keeps numbers in knots?","relevance":{"b":2,"c":0}}
{"_id":"3","text":"Nothing is gold here?","gold":[]}"#;
    let set = Set::parse(corpus, questions).expect("it is of the shape");
    let workspace = workspace();
    run(&workspace, set.sources(), &IndexOptions::default()).await;
    let look = |name: &str| Look { name: name.to_owned(), strategy: name.to_owned(), options: Options::default() };
    let options = EvalOptions { looks: vec![look("walk"), look("lexical")], resamples: 50 };
    let rows = eval(&workspace, &set, &options).await.expect("the strategies are there");
    let halves: Vec<(Half, usize)> = rows.iter().map(|row| (row.half, row.questions)).collect();
    assert_eq!(halves, [(Half::Even, 1), (Half::Odd, 1), (Half::All, 2)].repeat(2));
    let lexical = rows.iter().rfind(|row| row.half == Half::All).expect("there are rows");
    assert_eq!((lexical.recall_2, lexical.mrr, lexical.ndcg_10), (100.0, 100.0, 100.0));
    assert!(lexical.recall_5_interval.is_none() && rows[0].recall_5_interval.is_some());
    let json = serde_json::to_value(&rows).expect("rows are plain");
    assert!(json[0]["recall@2"].is_number() && json[0]["half"] == "even");
}
