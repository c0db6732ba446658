//! Tests of bibliographies as programs write them, broken ones among them: the expected results stand in
//! `files/bib/expected.json`.

use quipu_papers::bib::{folded, groups, keys, plain, read, write_bibtex, write_csl, write_ris};
use quipu_papers::{Author, Bibliography, NoBibliography, Paper, PaperKind, PaperTrouble};
use serde_json::Value;

const FILES: [(&str, &[u8]); 12] = [
    ("01_accents_braces.bib", include_bytes!("../files/bib/01_accents_braces.bib")),
    ("02_corporate_duplicates.bib", include_bytes!("../files/bib/02_corporate_duplicates.bib")),
    ("03_broken.bib", include_bytes!("../files/bib/03_broken.bib")),
    ("04_latin1_crlf.bib", include_bytes!("../files/bib/04_latin1_crlf.bib")),
    ("05_better_bibtex_export.bib", include_bytes!("../files/bib/05_better_bibtex_export.bib")),
    ("01_basic.ris", include_bytes!("../files/bib/01_basic.ris")),
    ("02_bom_crlf_arxiv.ris", include_bytes!("../files/bib/02_bom_crlf_arxiv.ris")),
    ("03_broken.ris", include_bytes!("../files/bib/03_broken.ris")),
    ("04_wos_like.ris", include_bytes!("../files/bib/04_wos_like.ris")),
    ("01_items.csl.json", include_bytes!("../files/bib/01_items.csl.json")),
    ("02_dates_and_ranges.csl.json", include_bytes!("../files/bib/02_dates_and_ranges.csl.json")),
    ("03_broken.csl.json", include_bytes!("../files/bib/03_broken.csl.json")),
];

fn file(name: &str) -> Bibliography {
    let bytes = FILES.iter().find(|(known, _)| *known == name).map_or(&[] as &[u8], |(_, bytes)| bytes);
    read(bytes, "any name").unwrap_or_default()
}

fn expected(name: &str) -> Value {
    let all: Value = serde_json::from_str(include_str!("../files/bib/expected.json")).unwrap_or_default();
    all[name].clone()
}

/// A name as `expected.json` writes it.
fn name(author: &Author) -> String {
    let parts = [&author.family, &author.suffix, &author.given].map(String::as_str);
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

/// One field of a paper in the words of `expected.json`.
fn field(paper: &Paper, field: &str) -> Value {
    let names = |authors: &[Author]| authors.iter().map(name).collect::<Vec<_>>().into();
    match field {
        "key" | "id" => paper.key.clone().into(),
        "type" => match paper.kind {
            PaperKind::Article => "article",
            PaperKind::Conference => "inproceedings",
            PaperKind::Proceedings => "proceedings",
            _ => "another",
        }
        .into(),
        "title" => paper.title.clone().into(),
        "authors" => names(&paper.authors),
        "editors" => names(&paper.editors),
        "year" => paper.year().into(),
        "month" => paper.published.and_then(|date| date.month).into(),
        "day" => paper.published.and_then(|date| date.day).into(),
        "date" => paper.published.map(|date| date.to_string()).into(),
        "journal" | "booktitle" => paper.journal.clone().into(),
        "publisher" => paper.publisher.clone().map(|publisher| publisher + " (from crossref)").into(),
        "volume" => paper.volume.clone().into(),
        "number" => paper.number.clone().into(),
        "pages" => paper.pages.clone().into(),
        "doi" => paper.doi.clone().into(),
        "pmid" => paper.pmid.clone().into(),
        "arxiv" => paper.versioned().into(),
        "abstract" => paper.summary.clone().into(),
        "tags" => paper.tags.clone().into(),
        "notes" => paper.notes.clone().into(),
        "files" => paper.files.clone().into(),
        other => panic!("{other} is no field"),
    }
}

/// Every field of every paper that is listed for these files.
#[test]
fn listed_papers_are_read_as_they_should() {
    let mut checked = 0;
    for (file_name, _) in FILES {
        let Value::Array(due) = expected(file_name) else { continue };
        let papers = file(file_name).papers;
        assert_eq!(papers.len(), due.len(), "{file_name}");
        for (paper, due) in papers.iter().zip(&due) {
            for (what, value) in due.as_object().unwrap() {
                // Notes of the list about itself, not about the paper.
                if what == "note" || (what == "notes" && value.is_string()) {
                    continue;
                }
                assert_eq!(&field(paper, what), value, "{file_name}, {:?}: {what}", paper.key);
                checked += 1;
            }
        }
    }
    assert_eq!(checked, 65);
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

#[test]
fn duplicates_are_joined_and_bodies_are_authors() {
    let due = expected("02_corporate_duplicates.bib");
    let bibliography = file("02_corporate_duplicates.bib");
    let papers = &bibliography.papers;
    // The name in the list of the second paper of a key.
    let called = |place: usize| {
        let key = papers[place].key.clone().unwrap();
        let again = papers[..place].iter().any(|paper| paper.key.as_ref() == Some(&key));
        if again { format!("{key} (second)") } else { key }
    };
    let found = groups(papers);
    assert_eq!(found.len() as u64, due["papers"].as_u64().unwrap());
    let named: Vec<Vec<String>> =
        found.iter().map(|group| group.iter().map(|place| called(*place)).collect()).collect();
    assert_eq!(serde_json::to_value(named).unwrap(), due["groups"]);
    for (place, paper) in papers.iter().enumerate() {
        assert_eq!(field(paper, "arxiv"), due["arxiv"].get(called(place)).cloned().unwrap_or(Value::Null));
    }
    assert_eq!(field(&papers[0], "authors"), due["authors"]["who2019"]);
    assert!(papers[0].authors[0].body && papers[0].authors[1].body && !papers[0].authors[2].body);
    assert_eq!(papers[0].year(), Some(2019));
    assert_eq!(papers[0].publisher.as_deref(), Some("WHO"));
    assert_eq!(papers[0].url.as_deref(), Some("https://example.org/who?a=1&b=2_c"));
    assert!(papers[1].authors_cut && papers[3].authors_cut && !papers[2].authors_cut);
    assert_eq!((papers[1].authors.len(), papers[3].authors.len()), (2, 1));
    assert_eq!(papers[1].categories, ["cs.CL"]);
    assert_eq!(papers[2].authors[6].whole(), "Łukasz Kaiser");
    assert_eq!((papers[4].journal.as_deref(), papers[4].volume.as_deref()), (None, None));
    assert_eq!(bibliography.troubles.len(), 1);
    assert!(bibliography.troubles[0].told.contains("stands twice"));
}

fn with_line(trouble: &PaperTrouble) -> String {
    format!("{}, line {}", trouble.told, trouble.line.unwrap_or_default())
}

#[test]
fn a_broken_bibtex_entry_costs_itself() {
    let due = expected("03_broken.bib");
    let bibliography = file("03_broken.bib");
    let keys: Vec<&str> = bibliography.papers.iter().filter_map(|paper| paper.key.as_deref()).collect();
    assert_eq!(keys, texts(&due["read"]));
    let told: Vec<String> = bibliography.troubles.iter().map(with_line).collect();
    let due = texts(&due["told"]);
    assert_eq!(told.len(), due.len(), "{told:?}");
    for (told, due) in told.iter().zip(due) {
        assert!(told.starts_with(due), "{told} is not {due}");
    }
    assert_eq!(bibliography.papers[2].journal.as_deref(), Some("jmlr"));
    assert_eq!((bibliography.papers[3].kind, bibliography.papers[3].year()), (PaperKind::Other, None));
}

#[test]
fn a_broken_reference_of_ris_costs_itself() {
    let due = expected("03_broken.ris");
    let bibliography = file("03_broken.ris");
    let titles: Vec<&str> = bibliography.papers.iter().map(|paper| paper.title.as_str()).collect();
    assert_eq!(titles, texts(&due["read"]));
    let told: Vec<String> = bibliography
        .troubles
        .iter()
        .map(|trouble| format!("line {}: {}", trouble.line.unwrap(), trouble.told))
        .collect();
    assert_eq!(told, texts(&due["told"]));
}

#[test]
fn the_rest_of_the_files_is_read() {
    let accents = file("01_accents_braces.bib");
    assert_eq!(accents.troubles, []);
    assert_eq!(accents.papers[0].case_kept, ["All Things"]);
    let summary = accents.papers[0].summary.as_deref();
    assert_eq!(summary, Some("We show that $x^2 < y_i$ and nothing else. It ends here."));
    assert_eq!(accents.papers[1].editors[0].whole(), "A. Editor");
    let export = file("05_better_bibtex_export.bib").papers;
    assert_eq!(export[0].summary.as_deref(), Some("An abstract with <b>tags</b> and a dash – here."));
    assert_eq!(export[0].journal.as_deref(), Some("J. Made-up Res."));
    assert_eq!(export[0].journal_short.as_deref(), Some("JMR"));
    assert_eq!(export[0].accessed.map(|date| date.to_string()).as_deref(), Some("2023-01-15"));
    assert_eq!((export[0].isbn.as_deref(), export[0].language.as_deref()), (Some("0000-0000"), Some("english")));
    assert_eq!(export[1].kind, PaperKind::Preprint);
    assert_eq!(export[1].comment.as_deref(), Some("9 pages, under review"));
    assert_eq!(export[1].notes, ["Second note from the library"]);
    assert_eq!(export[1].categories, ["cs.LG"]);
    let basic = file("01_basic.ris").papers;
    assert_eq!(basic[0].url.as_deref(), Some("https://example.org/1"));
    assert_eq!(basic[0].more_urls, ["https://example.org/2"]);
    assert_eq!(basic[0].journal_short.as_deref(), Some("J. Made-up Learn."));
    assert!(basic[1].authors[0].body);
    let latin = file("04_latin1_crlf.bib");
    assert!(latin.troubles[0].told.contains("windows-1252"));
    assert_eq!(file("04_wos_like.ris").papers[0].journal.as_deref(), Some("NATURE"));
}

#[test]
fn csl_objects_are_read() {
    let objects = file("01_items.csl.json");
    assert_eq!(objects.troubles, []);
    let [first, second, third] = objects.papers.as_slice() else { panic!("three papers") };
    assert_eq!(first.title, "The BERT of All Things");
    let names: Vec<String> = first.authors.iter().map(name).collect();
    assert_eq!(names, ["Müller, Jörg", "van den Berg, Jr., Rianne", "World Health Organization"]);
    assert!(first.authors[2].body);
    assert_eq!(first.published.map(|date| date.to_string()).as_deref(), Some("2021-03-01"));
    assert_eq!((first.volume.as_deref(), first.number.as_deref()), (Some("12"), Some("3-4")));
    assert_eq!(first.tags, ["graphs", "retrieval"]);
    assert_eq!((first.pmid.as_deref(), first.notes.clone()), (Some("1"), vec!["Original Date: 2020".to_owned()]));
    assert_eq!(second.versioned().as_deref(), Some("1706.03762"));
    assert_eq!((second.kind, second.doi.clone(), second.number.clone()), (PaperKind::Preprint, None, None));
    assert_eq!(second.published.map(|date| date.to_string()).as_deref(), Some("2017-06-12"));
    assert_eq!((third.key.as_deref(), third.year()), (Some("42"), Some(1987)));
    assert_eq!(third.authors[0].whole(), "Plato");
}

#[test]
fn dates_of_csl_are_read_as_exactly_as_they_are_known() {
    let dates = file("02_dates_and_ranges.csl.json");
    assert_eq!(dates.troubles, []);
    let said: Vec<Option<String>> =
        dates.papers.iter().map(|paper| paper.published.map(|date| date.to_string())).collect();
    let due = [Some("2020"), Some("2019-11"), None, Some("-0044-03-15"), None];
    assert_eq!(said, due.map(|date| date.map(str::to_owned)));
    assert_eq!(dates.papers[1].accessed.map(|date| date.to_string()).as_deref(), Some("2023-01-15"));
}

#[test]
fn broken_objects_of_csl_cost_themselves() {
    let broken = file("03_broken.csl.json");
    assert_eq!(broken.papers.len(), 1);
    assert_eq!(broken.papers[0].title, "Array is fine");
    let told: Vec<String> = broken.troubles.iter().map(with_line).collect();
    assert_eq!(
        told,
        [
            "x: author is no list (left out), line 1",
            "type \"made-up-type\" unknown (kept as document), line 2",
            "nothing is said of it, line 2",
            "not an object (left out), line 3"
        ]
    );
    let cut = read(b"[{\"type\":\"book\",\"title\":\"Whole\"},\n{\"type\":\"bo", "x").unwrap();
    assert_eq!((cut.papers.len(), cut.troubles.len(), cut.troubles[0].line), (1, 1, Some(2)));
}

/// All that is read of the files is still there after each format.
#[test]
fn a_round_trip_keeps_all_fields() {
    for (file_name, _) in FILES {
        let mut papers = file(file_name).papers;
        let own = keys(&papers);
        papers.iter_mut().zip(own).for_each(|(paper, key)| paper.key = Some(key));
        papers.sort_by(|a, b| a.key.cmp(&b.key));
        for (form, text) in [("bib", write_bibtex(&papers)), ("ris", write_ris(&papers)), ("csl", write_csl(&papers))] {
            let again = read(text.as_bytes(), "any name").unwrap();
            assert_eq!(again.troubles, [], "{file_name} as {form}\n{text}");
            for (paper, again) in papers.iter().zip(&again.papers) {
                let due = kept_in(paper, form);
                assert_eq!(again, &due, "{file_name} as {form}\n{text}");
            }
            assert_eq!(again.papers.len(), papers.len());
        }
    }
}

/// The part of a paper that a format can keep: RIS has no place for the case of parts of a title.
fn kept_in(paper: &Paper, form: &str) -> Paper {
    let mut paper = paper.clone();
    if form == "ris" {
        paper.case_kept = Vec::new();
    }
    if form == "bib" {
        paper.key = paper.key.map(|key| key.replace(['{', '}', ' '], ""));
    }
    paper
}

#[test]
fn content_decides_before_the_name() {
    assert_eq!(read(b"@misc{a, title={B}}", "x.ris").unwrap().papers.len(), 1);
    assert_eq!(read(b"TY  - BOOK\nTI  - B\nER  - ", "x.bib").unwrap().papers.len(), 1);
    assert_eq!(read(b"[]", "x.bib").unwrap(), Bibliography::default());
    for (bytes, name) in [(b"".as_slice(), "x.bib"), (b"nothing", "x.txt"), (b"{\"a\": 1}", "x.json"), (b"[1, 2", "x")]
    {
        assert_eq!(read(bytes, name), Err(NoBibliography::Unknown(name.to_owned())));
    }
    let large = read(&vec![b' '; (32 << 20) + 1], "x.bib");
    assert!(matches!(large, Err(NoBibliography::TooLarge { .. })));
}

#[test]
fn what_is_written_is_sorted_and_escaped() {
    let mut papers = file("01_accents_braces.bib").papers;
    papers.reverse();
    papers[2].key = None;
    let text = write_bibtex(&papers);
    let title = "title = {The {BERT} of {All Things}: A study of α-stable {LaTeX} titles \\& 50\\% more ß}";
    assert!(text.contains(title), "{text}");
    assert!(text.starts_with("@proceedings{acl2020,"), "{text}");
    assert!(text.contains("@article{muller2021bert,"), "{text}");
    assert!(text.contains("year = {2021},\n  month = {mar~1},"), "{text}");
    papers.reverse();
    assert_eq!(write_bibtex(&papers), text);
    assert_eq!(plain("{\\'e}"), "é");
    assert_eq!(folded("The {BERT}"), "the bert");
}
