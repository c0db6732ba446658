//! Tests of feeds of arXiv, odd ones and hostile ones too.

use proptest::prelude::*;

use super::*;

fn file(name: &str) -> Vec<u8> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files/arxiv").join(name);
    #[expect(clippy::disallowed_methods, reason = "tests read their inputs")]
    std::fs::read(path).unwrap()
}

fn ids(feed: &Feed) -> Vec<String> {
    feed.papers.iter().filter_map(Paper::versioned).collect()
}

#[test]
fn a_paper_is_read_whole() {
    let feed = read_feed(&file("01_id_1706.03762.xml")).unwrap();
    assert_eq!((feed.total, feed.start, ids(&feed)), (1, 0, vec!["1706.03762v7".to_owned()]));
    let paper = &feed.papers[0];
    assert_eq!(paper.title, "Attention Is All You Need");
    let authors: Vec<String> = paper.authors.iter().map(Author::whole).collect();
    assert_eq!(authors.len(), 8);
    assert_eq!((authors[0].as_str(), paper.first_author()), ("Ashish Vaswani", Some("Vaswani")));
    assert_eq!(paper.published.unwrap().to_string(), "2017-06-12");
    assert_eq!(paper.categories, ["cs.CL", "cs.LG"]);
    assert!(paper.summary.as_ref().unwrap().starts_with("The dominant sequence transduction models"));
    assert_eq!(paper.url.as_deref(), Some("http://arxiv.org/abs/1706.03762"));
    assert!(!paper.withdrawn);
}

#[test]
fn the_form_of_before_reads_the_same() {
    let [new, old] = ["01_id_1706.03762.xml", "17_old_format.xml"].map(|name| read_feed(&file(name)).unwrap());
    assert_eq!(new.papers, old.papers);
}

#[test]
fn several_papers_keep_their_order() {
    let feed = read_feed(&file("05_ids_three.xml")).unwrap();
    assert_eq!(ids(&feed), ["2410.05779v3", "2405.14831v3", "2502.14802v2"]);
    let page = read_feed(&file("06_page_2_of_3.xml")).unwrap();
    assert_eq!((page.total, page.start, page.papers.len()), (12, 5, 5));
    let empty = read_feed(&file("07_page_empty_by_mistake.xml")).unwrap();
    assert_eq!((empty.total, empty.papers.len()), (12, 0));
    assert_eq!(read_feed(&file("08_empty.xml")).unwrap().total, 0);
}

#[test]
fn odd_titles_names_and_ids_are_read_as_meant() {
    let feed = read_feed(&file("14_odd_titles.xml")).unwrap();
    let right = [
        "2104.12255v1",
        "2603.10848v1",
        "2306.03845v1",
        "2509.07509v1",
        "2603.01234v2",
        "astro-ph/0601001v1",
        "hep-ph/0301050v2",
    ];
    assert_eq!(ids(&feed), right);
    assert_eq!(feed.papers[0].title, "0");
    assert!(feed.papers[1].title.starts_with("$V_{0.5}$: "));
    assert_eq!(feed.papers[2].title, "$ω$Test: WebView-Oriented Testing for Android Applications");
    let mixed = &feed.papers[4];
    assert!(mixed.title.starts_with("Schrödinger’s “naïve” café: 中文标题 — Русский"), "{}", mixed.title);
    assert!(mixed.title.ends_with("& <b>bold</b>"), "{}", mixed.title);
    assert_eq!(mixed.categories, ["hep-ph", "hep-ex"], "a code of MSC is no category");
    assert_eq!(mixed.doi.as_deref(), Some("10.1140/epjc/s10052-026-00001-0"));
    assert_eq!(mixed.journal_line.as_deref(), Some("Eur. Phys. J. C 86 (2026) 17–29"));
    let families: Vec<&str> = mixed.authors.iter().map(|author| author.family.as_str()).collect();
    assert_eq!(families, ["Čertík", "Núñez-López", "'t Hooft", "ATLAS Collaboration", "王伟"]);
    assert_eq!(mixed.authors[0].affiliation.as_deref(), Some("CNRS – IN2P3"));
    assert!(mixed.authors[3].body);
    assert_eq!(feed.papers[6].authors[0].family, "de Gouvea");
}

#[test]
fn what_was_taken_back_says_so() {
    let feed = read_feed(&file("15_withdrawn.xml")).unwrap();
    assert!(feed.papers[0].withdrawn);
    assert!(!read_feed(&file("16_version_1.xml")).unwrap().papers[0].withdrawn);
    assert!(!is_withdrawn("15 pages", "Cash withdrawn from machines is modelled."));
}

#[test]
fn what_is_no_feed_gives_no_paper() {
    let refused = read_feed(&file("09_error_entry.xml")).unwrap_err();
    assert_eq!(refused, FeedError::Refused { said: "incorrect id format for 1234.123456789".to_owned() });
    assert!(matches!(read_feed(&file("11_503.html")), Err(FeedError::NoFeed { .. })));
    assert!(matches!(read_feed(&file("12_malformed.xml")), Err(FeedError::Broken { .. })));
    let bomb = read_feed(&file("13_entity_bomb.xml")).unwrap_err();
    assert!(bomb.to_string().contains("document type"), "{bomb}");
    assert!(matches!(read_feed(b""), Err(FeedError::NoFeed { .. })));
    assert!(matches!(read_feed(b"<?xml version='1.0'?><rss/>"), Err(FeedError::NoFeed { .. })));
    let deep = format!("<feed xmlns='http://www.w3.org/2005/Atom'>{}", "<a>".repeat(100));
    assert!(matches!(read_feed(deep.as_bytes()), Err(FeedError::Broken { .. })));
}

proptest! {
    #[test]
    fn no_bytes_break_it(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = read_feed(&bytes);
    }

    /// A feed that is cut off at any place is rejected as a whole.
    #[test]
    fn half_a_feed_gives_nothing(part in 0.0..0.99f64) {
        let whole = file("05_ids_three.xml");
        let end = (whole.len() as f64 * part) as usize;
        let end = end.min(whole.len() - "</feed>\n".len());
        prop_assert!(read_feed(&whole[..end]).is_err());
    }
}
