//! arXiv's client against a server of recorded replies: real HTTP, real files of the formats.

use std::cell::RefCell;

use quipu_papers::SourceWait;
use quipu_scripted::{RecordedReply, RecordedServer, replay};

use super::*;

const FULL_PAUSE_MS: u64 = 3000;

fn file(name: &str) -> Vec<u8> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../quipu-papers/tests/files/arxiv").join(name);
    std::fs::read(path).unwrap()
}

fn feed(name: &str) -> RecordedReply {
    RecordedReply::of(200, "application/atom+xml; charset=utf-8", file(name))
}

struct Stand {
    server: RecordedServer,
    client: ArxivClient,
    state: tempfile::TempDir,
}

fn stand(pause: u64, answers: impl Fn(&str, usize) -> RecordedReply + Send + Sync + 'static) -> Stand {
    let server = replay("127.0.0.1:0", answers).unwrap();
    let state = tempfile::tempdir().unwrap();
    let settings = ArxivSettings {
        url: server.url(),
        mail: "someone@example.org".to_owned(),
        pause: Duration::from_millis(pause),
        state: state.path().to_owned(),
    };
    Stand { client: ArxivClient::new(&settings), server, state }
}

const ASKING: SourceAsking<'static> = SourceAsking { stopped: &|| false, told: &|_| {} };

fn ids(found: &PapersFound) -> Vec<String> {
    found.papers.iter().filter_map(Paper::versioned).collect()
}

#[test]
fn a_topic_is_asked_as_a_phrase_then_by_its_words_and_kept_for_a_day() {
    let stand = stand(20, |path, _| match path.contains("%22") {
        true => feed("01_id_1706.03762.xml"),
        false => feed("06_page_1_of_3.xml"),
    });
    let query = PaperQuery::topic("transformer attention");
    let found = stand.client.search(&query, 5, &ASKING).unwrap();
    assert_eq!((found.papers.len(), found.by_words), (5, 4));
    assert_eq!(ids(&found)[0], "1706.03762v7");
    let seen = stand.server.seen();
    assert_eq!(seen.len(), 2);
    assert!(
        seen[0].path.starts_with("/api/query?search_query=all:%22transformer+attention%22&start=0&max_results=5"),
        "{}",
        seen[0].path
    );
    assert!(seen[1].path.contains("all:transformer+AND+all:attention"));
    assert!(
        seen[0].agent.starts_with("quipu/") && seen[0].agent.contains("mailto:someone@example.org"),
        "{}",
        seen[0].agent
    );
    assert_eq!(stand.client.search(&query, 5, &ASKING).unwrap(), found);
    assert_eq!(stand.server.seen().len(), 2, "the same question on the same day asks nobody");
}

#[test]
fn a_page_that_is_empty_by_mistake_is_asked_for_again() {
    let stand = stand(20, |_, before| match before {
        0 => feed("07_page_empty_by_mistake.xml"),
        _ => feed("06_page_1_of_3.xml"),
    });
    // The page is one of the middle there; here only its emptiness counts.
    let found = stand.client.search(&PaperQuery::topic("graphs"), 5, &ASKING).unwrap();
    assert_eq!(found.papers.len(), 5);
    assert_eq!(stand.server.seen().len(), 2);
}

#[test]
fn ids_are_asked_for_together_and_what_is_missing_is_told() {
    let stand = stand(20, |_, _| feed("05_ids_three.xml"));
    let ids_asked: Vec<String> =
        ["2410.05779", "arXiv:2405.14831v3", "https://arxiv.org/abs/2502.14802", "1234.12345", "9999.1"]
            .map(str::to_owned)
            .to_vec();
    let found = stand.client.papers(&ids_asked, &ASKING).unwrap();
    assert_eq!(ids(&found), ["2410.05779v3", "2405.14831v3", "2502.14802v2"]);
    assert_eq!(found.missing, ["1234.12345", "9999.1"]);
    assert_eq!(stand.server.seen().len(), 1);
}

#[test]
fn a_busy_source_is_left_alone_longer_each_time() {
    let stand = stand(60, |_, before| match before {
        0 | 1 => RecordedReply::of(429, "text/plain", "Rate exceeded."),
        2 => RecordedReply::of(503, "text/html", file("11_503.html")),
        _ => feed("01_id_1706.03762.xml"),
    });
    let waits = RefCell::new(Vec::new());
    let told = |wait: SourceWait| waits.borrow_mut().push((wait.status, wait.span.as_millis() as u64));
    let asking = SourceAsking { stopped: &|| false, told: &told };
    assert_eq!(stand.client.papers(&["1706.03762".to_owned()], &asking).unwrap().papers.len(), 1);
    // 5, 10 and 15 s, in the proportion of this pause to the full one.
    let scaled = |ms: u64| ms * 60 / FULL_PAUSE_MS;
    assert_eq!(*waits.borrow(), [(429, scaled(5000)), (429, scaled(10_000)), (503, scaled(15_000))]);
}

#[test]
fn who_stays_busy_is_asked_no_more_for_a_while() {
    let stand = stand(6, |_, _| RecordedReply::of(429, "text/plain", "Rate exceeded."));
    let busy = stand.client.papers(&["1706.03762".to_owned()], &ASKING).unwrap_err();
    assert!(matches!(busy, SourceError::Busy { .. }), "{busy}");
    assert_eq!(stand.server.seen().len(), 4, "once and three times again");
    assert!(matches!(stand.client.papers(&["1706.03762".to_owned()], &ASKING), Err(SourceError::Busy { .. })));
    assert_eq!(stand.server.seen().len(), 4);
}

#[test]
fn whoever_is_refused_asks_no_more_until_a_person_says_go() {
    let stand = stand(6, |_, before| match before {
        0 => RecordedReply::of(403, "text/html", "Denied"),
        _ => feed("01_id_1706.03762.xml"),
    });
    let ids = ["1706.03762".to_owned()];
    assert_eq!(stand.client.papers(&ids, &ASKING), Err(SourceError::Shut));
    assert_eq!(stand.client.papers(&ids, &ASKING), Err(SourceError::Shut));
    assert_eq!(stand.server.seen().len(), 1);
    assert!(stand.client.go().unwrap());
    assert!(stand.client.papers(&ids, &ASKING).is_ok());
}

#[test]
fn what_is_no_feed_is_an_error_that_says_so() {
    let stand = stand(6, |path, _| match path {
        path if path.contains("0001") => RecordedReply::of(400, "application/atom+xml", file("09_error_entry.xml")),
        path if path.contains("0002") => feed("13_entity_bomb.xml"),
        _ => RecordedReply::of(200, "text/html", file("11_503.html")),
    });
    let ask = |id: &str| stand.client.papers(&[id.to_owned()], &ASKING).unwrap_err().to_string();
    assert_eq!(ask("2101.00011"), "arXiv refuses the request: incorrect id format for 1234.123456789");
    assert!(ask("2101.00020").contains("document type"));
    assert!(ask("2101.00300").contains("page of HTML"), "{}", ask("2101.00300"));
}

#[test]
fn a_text_is_html_where_there_is_some_and_else_a_pdf_that_is_one() {
    let stand = stand(6, |path, _| match path {
        "/html/1706.03762v7" => {
            RecordedReply::of(200, "text/html; charset=utf-8", "<html class='ltx_page'>text</html>")
        }
        "/pdf/1810.04805v2" => RecordedReply::of(200, "application/pdf", "%PDF-1.7 text"),
        "/pdf/2005.11401v4" => RecordedReply::of(200, "text/html", "<html>Are you a robot?</html>"),
        _ => RecordedReply::of(404, "text/html", "<html>No HTML</html>"),
    });
    let paper =
        |id: &str, version: u32| Paper { arxiv: Some(id.to_owned()), version: Some(version), ..Paper::default() };
    let text = |paper: &Paper| stand.client.text(paper, &ASKING);
    assert_eq!(text(&paper("1706.03762", 7)).unwrap().unwrap().form, TextForm::Html);
    assert_eq!(text(&paper("1810.04805", 2)).unwrap().unwrap().form, TextForm::Pdf);
    assert!(text(&paper("2005.11401", 4)).unwrap_err().to_string().contains("it is no PDF"));
    assert_eq!(text(&paper("2401.00001", 1)), Ok(None));
    let withdrawn = Paper { withdrawn: true, ..paper("1706.03762", 7) };
    assert_eq!(text(&withdrawn), Ok(None), "what was withdrawn has no text");
    let seen: Vec<String> = stand.server.seen().into_iter().map(|seen| seen.path).collect();
    assert_eq!(seen.len(), 7, "{seen:?}");
}

#[test]
fn several_clients_keep_one_pace() {
    let stand = stand(80, |_, _| RecordedReply { delay: Duration::from_millis(10), ..feed("08_empty.xml") });
    std::thread::scope(|scope| {
        for client in 0..4 {
            let (url, state) = (stand.server.url(), stand.state.path().to_owned());
            scope.spawn(move || {
                let pause = Duration::from_millis(80);
                let other = ArxivClient::new(&ArxivSettings { url, mail: String::new(), pause, state });
                for number in 0..3 {
                    other.papers(&[format!("2401.0{client}00{number}")], &ASKING).unwrap();
                }
            });
        }
    });
    assert_eq!(stand.server.seen().len(), 12);
    assert!(!stand.server.overlapped());
    let gap = stand.server.least_gap().unwrap();
    assert!(gap >= Duration::from_millis(78), "{gap:?}");
}
