//! Tests of beginnings of papers of many kinds.

use proptest::prelude::*;

use super::*;

fn names(paper: &Paper) -> Vec<String> {
    paper.authors.iter().map(crate::Author::whole).collect()
}

fn families(paper: &Paper) -> Vec<&str> {
    paper.authors.iter().map(|author| author.family.as_str()).collect()
}

#[test]
fn the_front_of_a_page_of_markdown_is_read() {
    let text = "Published as a conference paper at MADE 2024\n\n# From one to many: graphs of\n\n# things and words\n\n\
        Darren Edgeworth^1∗, Ha Tran^2, and Ludwig van der Berg^1,2\n\n^1 University of Nothing, ^2 Made-up Labs\n\n\
        {darren, ha}@example.org\n\narXiv:2404.16130v2 [cs.CL] 19 Feb 2025\n\n## Abstract\n\n\
        We build a graph of things. It answers questions well.\n\n## 1 Introduction\n\nText of it, 10.5555/other.1.\n";
    let paper = front(text, "x.pdf");
    assert_eq!(paper.title, "From one to many: graphs of things and words");
    assert_eq!(names(&paper), ["Darren Edgeworth", "Ha Tran", "Ludwig van der Berg"]);
    assert_eq!(paper.authors[2].family, "van der Berg");
    assert_eq!(paper.summary.as_deref(), Some("We build a graph of things. It answers questions well."));
    assert_eq!(paper.doi, None);
    assert_eq!((paper.arxiv.as_deref(), paper.version), (Some("2404.16130"), Some(2)));
    assert_eq!((paper.year(), paper.updated.map(|day| day.to_string()).as_deref()), (Some(2024), Some("2025-02-19")));
}

#[test]
fn the_front_of_plain_text_is_read() {
    let text = "R E S U L T S  O F\nReplication / Ecology\n[Re] Resampling methods for evaluating the accu-\nracy of habitat models\n\
        Thomas R. Etherington1, ID and David J. Lieske2\n1Land Research, PO Box 69040 – 2Department of Geography, Canada\n\
        Edited by\nA. Editor ID\nPublished\n28 May 2019\nDOI\n10.5281/zenodo.3234524\n\
        Abstract— A short study of how habi-\ntat models can be tested again.\nKeywords: habitat\n1 Introduction\nText.";
    let paper = front(text, "rescience.pdf");
    assert_eq!(families(&paper), ["Etherington", "Lieske"]);
    assert_eq!(paper.doi.as_deref(), Some("10.5281/zenodo.3234524"));
    assert_eq!(paper.published.map(|day| day.to_string()).as_deref(), Some("2019-05-28"));
    assert_eq!(paper.summary.as_deref(), Some("A short study of how habitat models can be tested again."));
}

#[test]
fn russian_fronts_are_read() {
    let text = "# Туман над проливом: что записано\n\n### А. П. Ветрова И. С. Гаврилов\n\n## Аннотация\n\n\
        Журналы маяка велись без перерыва. Мы переписали заметки о тумане.\n\n## 1 Введение\n\nТекст.";
    let paper = front(text, "");
    assert_eq!(paper.title, "Туман над проливом: что записано");
    assert_eq!(names(&paper), ["А. П. Ветрова", "И. С. Гаврилов"]);
    assert!(paper.summary.is_some_and(|text| text.starts_with("Журналы")));
}

#[test]
fn what_is_not_stated_stays_empty() {
    // Two names with a blank between them, or one of four words.
    let paper =
        front("# Tides by eye\n\n### Edith Marlow Tom Penrose\n\n## Abstract\n\nShort.\n\n## 1 Introduction\n", "");
    assert_eq!((names(&paper), paper.summary), (Vec::<String>::new(), None));
    let paper = front("This is a letter. It goes on for a while.\n\nAnd on it goes.", "letter.txt");
    assert_eq!(paper, Paper::default());
    let paper = front("# Two ids\n\ndoi:10.1000/one and doi:10.1000/two", "");
    assert_eq!(paper.doi, None);
    assert_eq!(front("", ""), Paper::default());
}

#[test]
fn a_file_named_by_its_id_has_it() {
    assert_eq!(front("Text", "papers/1706.03762v7.pdf").versioned().as_deref(), Some("1706.03762v7"));
    assert_eq!(front("Text", "hello.1706.03762.pdf").arxiv, None);
}

#[test]
fn blocks_of_name_and_place_are_read() {
    let text = "# A model of nothing\n\nJane Doe\n\nMade-up University\n\njane@example.org\n\nJohn Roe\n\nInstitute of Naught\n\n\
        New York, United States\n\n## Abstract\n\nNothing is modelled here with great care and attention.\n\n## Introduction\n";
    assert_eq!(families(&front(text, "")), ["Doe", "Roe"]);
    let text = "# A model of nothing\n\nDi Cosmo, Roberto1,2, ID and Danelutto, Marco3, ID\n\n## Introduction\n";
    assert_eq!(names(&front(text, "")), ["Roberto Di Cosmo", "Marco Danelutto"]);
}

proptest! {
    #[test]
    fn any_beginning_is_read(text in "(#{0,3} ?[A-Za-zéА-я0-9*∗†,.:@\\[\\]() —-]{0,40}\n{1,2}|Abstract[—. ]|arXiv:2404.16130v1 \\[cs.CL\\] ){0,12}") {
        front(&text, &text);
    }
}
