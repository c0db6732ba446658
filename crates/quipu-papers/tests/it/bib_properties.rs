//! Properties that hold for any bytes and for any papers.

use std::slice::from_ref;

use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use quipu_papers::bib::{folded, groups, plain, read, write_bibtex, write_csl, write_ris};
use quipu_papers::{Author, Paper, PaperDate, PaperKind};

/// Words that programs and people write, with signs that are special to TeX.
const WORD: &str = "[A-Za-zéüłЖ]{1,8}[&%#_$~^{}\\\\+.:'\"-]?";

fn words(most: usize) -> impl Strategy<Value = String> {
    vec(WORD, 1..=most)
        .prop_map(|words| words.join(" "))
        .prop_filter("labels are no notes", |text| !text.contains(": "))
}

fn author() -> impl Strategy<Value = Author> {
    let person = ("([a-z]{2,4} )?[A-Z][a-zé]{1,8}", "[A-Z][a-zü]{0,6}( [A-Z]\\.)?", of("Jr\\.|III")).prop_map(
        |(family, given, suffix)| Author { family, given, suffix: suffix.unwrap_or_default(), ..Author::default() },
    );
    let body = vec("[A-Z][a-z&_{,]{1,8}[a-z]", 1..4).prop_map(|words| Author {
        family: words.join(" and "),
        body: true,
        ..Author::default()
    });
    prop_oneof![4 => person, 1 => body]
}

fn date() -> impl Strategy<Value = PaperDate> {
    (prop_oneof![9 => 1000..2100_i32, 1 => -999..-1_i32], of((1..=12_u8, of(1..=28_u8)))).prop_map(|(year, rest)| {
        PaperDate { year, month: rest.map(|(month, _)| month), day: rest.and_then(|(_, day)| day) }
    })
}

fn kind() -> impl Strategy<Value = PaperKind> {
    use PaperKind::{Article, Book, Chapter, Conference, Dataset, Other, Report, Thesis, Web};
    prop::sample::select(vec![Article, Conference, Thesis, Report, Book, Chapter, Dataset, Web, Other])
}

fn paper() -> impl Strategy<Value = Paper> {
    let core = ("[a-z]{3,12}[0-9]{0,4}", kind(), words(8), vec(author(), 1..4), any::<bool>(), vec(author(), 0..2));
    let dates = (of(date()), of(date()), of(date()));
    let ids = (of("10\\.[0-9]{4}/[a-z0-9._-]{1,10}[a-z]"), of("[1-9][0-9]{0,7}"), of("[0-9]{4}-[0-9]{3}[0-9X]"));
    let place = (of(words(4)), of(words(2)), of(words(3)), of(words(2)), of(words(2)));
    let numbers =
        (of("[1-9][0-9]{0,2}"), of("[1-9]-[0-9]"), of("(S?[1-9][0-9]{0,3})(-[1-9][0-9]{0,3})?"), of(words(12)));
    let lists = (vec(words(3), 0..4), vec(words(9), 0..3), vec("/[a-z ;:_é&]{0,8}/[a-z{}~]{1,6}\\.pdf", 0..3));
    (core, dates, ids, place, numbers, lists, of("https://[a-z]{1,8}\\.org/[a-z0-9_~%&=#?-]{0,9}"), any::<bool>())
        .prop_map(|(core, dates, ids, place, numbers, lists, url, withdrawn)| Paper {
            key: Some(core.0),
            kind: core.1,
            title: core.2,
            authors: core.3,
            authors_cut: core.4,
            editors: core.5,
            published: dates.0,
            updated: dates.1,
            accessed: dates.2,
            doi: ids.0,
            pmid: ids.1,
            isbn: ids.2,
            journal: place.0.filter(|_| core.1 != PaperKind::Book),
            publisher: place.1,
            series: place.2,
            place: place.3,
            edition: place.4,
            volume: numbers.0,
            number: numbers.1,
            pages: numbers.2,
            summary: numbers.3,
            tags: lists.0,
            notes: lists.1,
            files: lists.2.into_iter().map(|path| path.split_whitespace().collect::<Vec<_>>().join(" ")).collect(),
            url,
            withdrawn,
            ..Paper::default()
        })
}

fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "@article{",
        "@string{",
        "@comment{",
        "@string(",
        "key,",
        "title",
        "author",
        "crossref",
        " = ",
        "{",
        "}",
        "\"",
        ",",
        "#",
        "\n",
        "\n@book{",
        "% ",
        "\\",
        "$",
        "and",
        " and ",
        "et al.",
        "2020",
        "jan",
        "TY  - JOUR\n",
        "ER  - \n",
        "AU  - ",
        "TI - ",
        "PY  - ",
        "L1  - file://%20",
        "\u{FEFF}",
        "é",
        "[",
        "]",
        ":",
        "\"id\"",
        "\"type\"",
        "\"issued\"",
        "{\"title\":",
        "null",
        ";",
        "<span class=\"nocase\">",
        "</span>",
        "arXiv:1706.03762v",
        "10.5555/x",
        "-",
    ]);
    vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn any_bytes_are_read(bytes in vec(any::<u8>(), 0..200)) {
        let _ = read(&bytes, "x.bib");
        let _ = read(&bytes, "x.ris");
    }

    #[test]
    fn anything_that_looks_like_a_bibliography_is_read(text in pieces()) {
        for start in ["", "@misc{a,", "TY  - BOOK\n", "["] {
            let Ok(found) = read(format!("{start}{text}").as_bytes(), "x.bib") else { continue };
            prop_assert_eq!(groups(&found.papers).iter().map(Vec::len).sum::<usize>(), found.papers.len());
            for text in [write_bibtex(&found.papers), write_ris(&found.papers), write_csl(&found.papers)] {
                let again = read(text.as_bytes(), "x.bib").map(|again| again.papers.len());
                prop_assert!(found.papers.is_empty() || again == Ok(found.papers.len()), "{}", text);
            }
        }
    }

    #[test]
    fn papers_come_back_as_they_were(papers in vec(paper(), 1..4)) {
        let mut papers = papers;
        papers.sort_by(|a, b| a.key.cmp(&b.key));
        papers.dedup_by(|a, b| a.key == b.key);
        for text in [write_bibtex(&papers), write_ris(&papers), write_csl(&papers)] {
            let again = read(text.as_bytes(), "x").map(|again| (again.papers, again.troubles));
            prop_assert_eq!(again, Ok((papers.clone(), Vec::new())), "{}", text);
        }
    }

    #[test]
    fn plain_text_folds_as_its_tex(text in "[a-zé ]{0,20}") {
        prop_assert_eq!(folded(&plain(&text)), folded(&text));
    }
}

/// Inputs that would keep one waiting for hours if anything were looked at again and again. The test ends within a
/// second or two; there is no clock here to say so.
#[test]
fn hostile_inputs_come_to_an_end() {
    let size = 400_000;
    let inputs = [
        "@a{b,".repeat(size / 5),
        "@article{a, title={".repeat(size / 19),
        "@article{a, title={x}}".repeat(size / 22),
        format!("@article{{a, title={{{}}}}}", "{".repeat(size)),
        format!("@article{{a, title={{{}}}}}", "$\\(\\href{".repeat(size / 9)),
        format!("@article{{a, title={{{}}}}}", "{A}$x${".repeat(size / 7)),
        format!("@article{{a, title={{{}}}}}", "{Ab} ".repeat(size / 5)),
        format!("@article{{a, author={{{}}}}}", "a and ".repeat(size / 6)),
        format!("@article{{a, file={{{}}}}}", "a b;".repeat(size / 4)),
        format!("@article{{a, {}}}", (0..size / 9).map(|n| format!("f{n}={n},")).collect::<String>()),
        format!("@string{{a = \"{}\"}}", "x".repeat(9)) + &"@string{a = a # a}".repeat(40) + "@misc{k, title = a # a}",
        "TY  - JOUR\n".repeat(size / 11),
        format!("TY  - JOUR\nAB  - x\n{}", "more\n".repeat(size / 5)),
        format!("[{}", "[".repeat(size)),
        format!("[{}", "{\"title\":\"a\"},".repeat(size / 14)),
        format!("[{{\"title\":\"{}\"}}]", "<span class='nocase'>A".repeat(size / 22)),
    ];
    for text in inputs {
        let found = read(text.as_bytes(), "x.bib").unwrap_or_default();
        let _ =
            (groups(&found.papers), write_bibtex(&found.papers), write_ris(&found.papers), write_csl(&found.papers));
    }
}

/// A preprint with all that a paper can have, and a note that looks like a label.
#[test]
fn a_preprint_keeps_all_it_has() {
    let preprint = Paper {
        key: Some("doe2024all".into()),
        kind: PaperKind::Preprint,
        title: "All of GraphRAG, and of All".into(),
        authors: vec![Author { family: "van Doe".into(), given: "Jane".into(), ..Author::default() }],
        authors_cut: true,
        published: PaperDate::read("2024-01-05"),
        updated: PaperDate::read("2024-02-06"),
        arxiv: Some("2401.01234".into()),
        version: Some(3),
        doi: Some("10.5555/x_y".into()),
        pmid: Some("12".into()),
        url: Some("https://arxiv.org/abs/2401.01234v3".into()),
        more_urls: vec!["https://example.org/~a/b%20c".into(), "https://example.org/2".into()],
        journal_line: Some("J. Made-up 7 (2024) 1-9".into()),
        language: Some("en".into()),
        categories: vec!["cs.CL".into(), "cs.IR".into()],
        comment: Some("9 pages, 3 figures".into()),
        notes: vec!["Seen: yes".into(), "Status: to read".into()],
        tags: vec!["a b".into(), "c, d".into()],
        files: vec!["C:\\a;b\\c.pdf".into(), "files/78/x.pdf".into()],
        withdrawn: true,
        ..Paper::default()
    };
    for text in [write_bibtex(from_ref(&preprint)), write_ris(from_ref(&preprint)), write_csl(from_ref(&preprint))] {
        let again = read(text.as_bytes(), "x").map(|again| (again.papers, again.troubles));
        assert_eq!(again, Ok((vec![preprint.clone()], Vec::new())), "{text}");
    }
    let marked = Paper { case_kept: vec!["All".into()], ..preprint };
    for text in [write_bibtex(from_ref(&marked)), write_csl(from_ref(&marked))] {
        let again = read(text.as_bytes(), "x").map(|again| again.papers);
        assert_eq!(again, Ok(vec![marked.clone()]), "{text}");
    }
}
