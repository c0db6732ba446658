//! Papers: from a topic to their texts and citations, against a server that stands in for arXiv.

use std::path::Path;
use std::time::{Duration, Instant};

use quipu_scripted::{RecordedReply, RecordedServer, StandIn, replay};
use serde_json::Value;

use super::serve::Serving;
use super::{Story, holds};

/// The least time between two requests, in seconds: arXiv's own is three.
const PAUSE: f64 = 0.05;
/// The client waits from its sending on, the server measures from arrival on: the two differ by the way between.
const CLOCKS: Duration = Duration::from_millis(2);

fn papers() -> StandIn {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/scripted/papers");
    StandIn::read(&folder).expect("the papers can be read")
}

/// A story whose arXiv is this server.
fn at(server: &RecordedServer, pause: f64) -> Story {
    let story = Story::of(&[]);
    let settings = format!("[research]\narxiv = \"{}\"\npause = {pause}\n", server.url());
    story.write("../quipu.toml", settings.as_bytes());
    story
}

/// A story with a server that answers as arXiv would but where `other` says otherwise.
pub(crate) fn with(
    other: impl Fn(&str, usize) -> Option<RecordedReply> + Send + Sync + 'static,
) -> (Story, RecordedServer) {
    let stand = papers();
    let answers = move |path: &str, before| other(path, before).unwrap_or_else(|| stand.answer(path));
    let server = replay("127.0.0.1:0", answers).expect("a server starts");
    (at(&server, PAUSE), server)
}

fn texts_asked(server: &RecordedServer) -> Vec<String> {
    let asked = server.seen().into_iter().map(|seen| seen.path);
    asked.filter(|path| !path.starts_with("/api/")).collect()
}

fn titles(listed: &Value) -> Vec<&str> {
    listed.as_array().expect("a list").iter().filter_map(|card| card["title"].as_str()).collect()
}

#[test]
fn a_topic_becomes_papers_with_texts_that_cite_each_other() {
    let (story, server) = with(|_, _| None);
    let found = story.json(&["papers", "search", "transformer"]);
    assert_eq!(found["papers"].as_array().map(Vec::len), Some(5), "{found}");
    assert!(!holds(story.folder.path(), ".quipu/truth"), "a search makes no workspace");
    let added = story.json(&["papers", "add", "transformer", "--max", "5"]);
    assert_eq!((added["read"].as_u64(), added["left"].as_u64()), (Some(5), Some(0)), "{added}");
    let asked = texts_asked(&server);
    assert_eq!(&asked[..2], ["/html/1706.03762v7", "/html/1810.04805v2"]);
    assert!(asked.contains(&"/pdf/2603.08343v1".to_owned()), "where there is no HTML the PDF is fetched: {asked:?}");
    // Four cite the first, in as many styles.
    let citing = story.json(&["papers", "cited-by", "arXiv:1706.03762v5"]);
    assert_eq!(citing.as_array().map(Vec::len), Some(4), "{citing}");
    let first = story.json(&["papers", "list", "--order", "cited"]);
    assert_eq!(first["papers"][0]["arxiv"], "1706.03762");
    assert_eq!(first["papers"][0]["cited_by_inside"], 4);
    // Citations are followed as metadata.
    let look =
        ["search", "output projection Hadamard", "--strategy", "traverse", "--edge", "cites:$id", "--limit", "20"];
    let hits = story.json(&look);
    let reached = hits["hits"].as_array().expect("hits").iter().any(|hit| hit["document"] == "arxiv/1706.03762");
    assert!(reached, "{hits}");
    // An answer names the page of a PDF.
    let answer = story.json(&["ask", "What replaces the dense matrix after multi-head attention?"]);
    let cited = answer["citations"].as_array().expect("citations").iter();
    let pages: Vec<_> = cited.filter(|of| of["document"] == "arxiv/2603.08343").map(|of| of["page"].clone()).collect();
    assert!(!pages.is_empty() && pages.iter().all(|page| !page.is_null()), "{answer}");
    // Repeated at once, no request is sent.
    let before = server.seen().len();
    let again = story.json(&["papers", "add", "transformer", "--max", "5"]);
    assert_eq!(again["already"].as_array().map(Vec::len), Some(5), "{again}");
    assert_eq!(server.seen().len(), before);
    assert!(!server.overlapped());
    let gap = server.least_gap().expect("several requests");
    assert!(gap + CLOCKS >= Duration::from_secs_f64(PAUSE), "{gap:?}");
}

#[test]
fn abstracts_can_be_asked_before_any_text() {
    let (story, server) = with(|_, _| None);
    let added = story.json(&["papers", "add", "1706.03762", "https://arxiv.org/abs/1810.04805", "--abstracts"]);
    assert_eq!((added["read"].as_u64(), added["left"].as_u64()), (Some(0), Some(2)), "{added}");
    assert_eq!(texts_asked(&server), Vec::<String>::new());
    let hits = story.json(&["search", "dominant sequence transduction models"]);
    assert_eq!(hits["hits"][0]["document"], "arxiv/1706.03762", "{hits}");
    let fetched = story.json(&["papers", "fetch"]);
    assert_eq!((fetched["read"].as_u64(), fetched["left"].as_u64()), (Some(2), Some(0)), "{fetched}");
    let shown = story.json(&["papers", "show", "1706.03762"]);
    assert_eq!((shown["status"].as_str(), shown["source"].as_str()), (Some("read"), Some("html")), "{shown}");
}

#[test]
fn a_broken_text_costs_itself() {
    let (story, _server) = with(|path, _| {
        let broken = path == "/pdf/2603.08391v3";
        broken.then(|| RecordedReply::of(200, "application/pdf", "%PDF-1.7\nno more than that"))
    });
    let run = story.run(&["papers", "add", "transformer", "--json"]).ended(4);
    let added: Value = serde_json::from_str(&run.out).expect("it is JSON");
    assert_eq!(added["read"], 4, "{added}");
    assert_eq!(added["failed"][0]["code"], "pdf-broken", "{added}");
    let shown = story.json(&["papers", "show", "2603.08391"]);
    assert_eq!((shown["status"].as_str(), shown["reason"]["code"].as_str()), (Some("abstract"), Some("pdf-broken")));
    story.run(&["search", "transformer"]).succeeded();
}

#[cfg(unix)]
#[test]
fn what_was_killed_fetches_nothing_twice() {
    let (story, server) = with(|path, _| {
        let slow = path.starts_with("/html/2603");
        slow.then(|| RecordedReply { delay: Duration::from_secs(5), ..RecordedReply::of(404, "text/html", "") })
    });
    let mut run = story.command(&["papers", "add", "transformer"]).spawn().expect("the binary runs");
    let begun = Instant::now();
    while texts_asked(&server).len() < 3 && begun.elapsed() < Duration::from_secs(120) {
        std::thread::sleep(Duration::from_millis(20));
    }
    // The third is on its way; the second was read, or lies there to be read.
    std::thread::sleep(Duration::from_millis(500));
    run.kill().expect("a run can be killed");
    run.wait().expect("the run ends");
    story.run(&["doctor"]).succeeded();
    let fetched = story.json(&["papers", "fetch"]);
    assert_eq!(fetched["left"], 0, "{fetched}");
    let asked = texts_asked(&server);
    for id in ["1706.03762v7", "1810.04805v2"] {
        assert_eq!(asked.iter().filter(|path| path.ends_with(id)).count(), 1, "{asked:?}");
    }
}

#[test]
fn several_processes_keep_one_pace() {
    const SHARED: f64 = 0.3;
    let server = papers().serve("127.0.0.1:0").expect("a server starts");
    let story = at(&server, SHARED);
    let search = |topic: &str| story.command(&["papers", "search", topic]).spawn().expect("the binary runs");
    // Each asks twice: by the phrase, then by its words.
    let runs: Vec<_> = (0..5).map(|number| search(&format!("attention number{number}"))).collect();
    for mut run in runs {
        run.wait().expect("the run ends");
    }
    assert_eq!(server.seen().len(), 10);
    assert!(!server.overlapped());
    let gap = server.least_gap().expect("several requests");
    assert!(gap + CLOCKS >= Duration::from_secs_f64(SHARED), "{gap:?}");
}

#[test]
fn a_source_that_stays_busy_says_so_and_what_is_here_can_be_asked() {
    let (story, server) =
        with(|path, _| path.starts_with("/html/").then(|| RecordedReply::of(429, "text/plain", "Rate exceeded.")));
    let run = story.run(&["papers", "add", "1706.03762", "1810.04805", "--json"]).ended(4);
    let added: Value = serde_json::from_str(&run.out).expect("it is JSON");
    assert_eq!(
        (added["failed"][0]["code"].as_str(), added["left"].as_u64()),
        (Some("source-busy"), Some(2)),
        "{added}"
    );
    assert_eq!(texts_asked(&server).len(), 4, "once, three times again, and then nobody else");
    let hits = story.json(&["search", "dominant sequence transduction models"]);
    assert_eq!(hits["hits"][0]["document"], "arxiv/1706.03762");
    // After a busy reply no request is sent meanwhile.
    let later = story.run(&["papers", "search", "attention"]).ended(3);
    assert!(later.err.contains("arXiv is busy"), "{}", later.err);
    let shut = replay("127.0.0.1:0", |_, _| RecordedReply::of(403, "text/html", "Denied")).expect("a server starts");
    let story = at(&shut, PAUSE);
    for _ in 0..2 {
        let run = story.run(&["papers", "search", "attention"]).ended(3);
        assert!(run.err.contains("quipu papers go"), "{}", run.err);
    }
    assert_eq!(shut.seen().len(), 1);
    assert!(story.run(&["papers", "go"]).succeeded().err.contains("are allowed again"));
}

#[test]
fn bibliographies_come_in_and_go_out() {
    let story = Story::of(&[(
        "refs.bib",
        "@article{varga1934, author = {Varga, Ilse and Lagunov, Matvey}, title = {On the Tuning of Tower Bells},\n  \
         year = 1934, journal = {Annals of Bells}, volume = 3, doi = {10.5555/bells.1934.1},\n  \
         abstract = {Bells of bronze are tuned by turning their lips.}}\n@book{broken, title = {No end\n",
    )]);
    let run = story.run(&["papers", "add", "notes/refs.bib", "--json"]).ended(4);
    let added: Value = serde_json::from_str(&run.out).expect("it is JSON");
    assert_eq!(titles(&added["added"]), ["On the Tuning of Tower Bells"]);
    assert!(added["troubles"][0].as_str().is_some_and(|line| line.contains("refs.bib")), "{added}");
    let hits = story.json(&["search", "tuned by turning their lips"]);
    assert_eq!(hits["hits"][0]["document"], "doi/10.5555/bells.1934.1");
    let written = story.run(&["papers", "export"]).succeeded().out;
    assert!(written.starts_with("@article{varga1934,") && written.contains("10.5555/bells.1934.1"), "{written}");
    let ris = story.run(&["papers", "convert", "notes/refs.bib", "--form", "ris"]).ended(4).out;
    assert!(ris.contains("AU  - Varga, Ilse"), "{ris}");
    let none = story.run(&["papers", "show", "no such paper"]).ended(1);
    assert!(none.err.contains("quipu papers list"), "{}", none.err);
    let missing = story.run(&["papers", "add", "other.bib"]);
    assert!(missing.code != Some(0) && missing.err.contains("other.bib"), "{}", missing.err);
}

#[test]
fn files_are_papers_by_what_they_begin_with() {
    let story = Story::of(&[(
        "bells.md",
        "# How Bells Ring\n\nIlse Varga\n\n## Abstract\n\nBells ring when they are struck, and how long they ring depends on the \
         bronze that they were cast of. We measure that for forty bells of three towers.\n\n## 1 Introduction\n\nBells \
         were tuned before [1].\n\n## References\n\n[1] I. Varga and M. Lagunov. On the tuning of tower bells. Annals of \
         Bells, 3, 1934.\n",
    )]);
    story.write(
        "refs.bib",
        b"@article{varga1934, author={Varga, Ilse and Lagunov, M.}, title={On the Tuning of Tower Bells}, year=1934}",
    );
    story.run(&["papers", "add", "notes/refs.bib"]).succeeded();
    story.run(&["papers", "add", "notes/bells.md"]).succeeded();
    let shown = story.json(&["papers", "show", "How Bells Ring"]);
    assert_eq!(shown["authors"][0], "Ilse Varga", "{shown}");
    let summary = shown["summary"].as_str().expect("an abstract");
    assert!(summary.starts_with("Bells ring when they are struck,"), "{shown}");
    let cites = story.json(&["papers", "cites", "How Bells Ring"]);
    assert_eq!(cites[0]["paper"]["title"], "On the Tuning of Tower Bells", "{cites}");
    assert_eq!(cites[0]["places"][0]["sentence"], "Bells were tuned before [1].");
    // It is read again by its path, and stays a paper.
    story.run(&["index", "notes/bells.md"]).succeeded();
    assert_eq!(story.json(&["papers", "cites", "How Bells Ring"]), cites);
}

#[test]
fn a_server_adds_papers_and_gives_their_files() {
    let (story, _server) = with(|_, _| None);
    let serving = Serving::start(&story);
    let added = story.json(&["papers", "add", "transformer", "--max", "5"]);
    assert_eq!((added["read"].as_u64(), added["left"].as_u64()), (Some(5), Some(0)), "{added}");
    let (_, jobs) = serving.ask("GET", "/jobs", "");
    assert_eq!((jobs["items"][0]["kind"].as_str(), jobs["items"][0]["state"].as_str()), (Some("papers"), Some("done")));
    for document in ["arxiv%2F1706.03762", "arxiv%2F2603.08343"] {
        let (status, _) = serving.ask("GET", &format!("/documents/{document}/original"), "");
        assert_eq!(status, 200, "{document}");
    }
    let wrong = r#"{"kind":"papers","wanted":{"topic":"attention","from":"soon"}}"#;
    let (status, job) = serving.ask("POST", "/jobs", wrong);
    assert_eq!((status, job["code"].as_str()), (400, Some("date-is-none")), "{job}");
}

/// Every command of the page about papers does as described, in its order.
#[test]
fn the_page_of_research_says_what_can_be_done() {
    let (story, _server) = with(|_, _| None);
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/research.md"));
    let page = page.expect("the page can be read");
    let blocks = page.split("```sh\n").skip(1).filter_map(|part| part.split("```").next());
    let mut count = 0;
    for line in blocks.flat_map(str::lines) {
        let arguments: Vec<String> = words(line.strip_prefix("quipu ").expect("it is a command of ours"));
        let run = story.run(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
        // Some have nothing to find, and say so.
        assert!(matches!(run.code, Some(0 | 1)), "{line}\n{}{}", run.out, run.err);
        count += 1;
    }
    assert!(count > 12, "{count}");
}

/// A line as a shell parts it, with quotes of both kinds.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), String::new(), None);
    for letter in line.chars() {
        match quote {
            Some(open) if letter == open => quote = None,
            None if letter == '"' || letter == '\'' => quote = Some(letter),
            None if letter == ' ' => words.push(std::mem::take(&mut word)),
            _ => word.push(letter),
        }
    }
    words.push(word);
    words
}
