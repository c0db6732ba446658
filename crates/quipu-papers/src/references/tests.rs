//! Tests with ten reference lists in ten styles, and the expected fields of each.

use proptest::prelude::*;
use serde_json::Value;

use super::*;
use crate::{Author, Paper, PaperDate, PaperTrouble};

const LISTS: [&str; 10] = [
    "01_ieee_numbered",
    "02_nature_dotted_page_break",
    "03_apa_author_year",
    "04_acl_unnumbered",
    "05_vancouver_superscript",
    "06_two_columns_side_by_side",
    "07_alpha_labels",
    "08_physics_without_titles",
    "09_math_repeated_author",
    "10_russian_gost",
];

fn file(name: &str) -> String {
    let path = format!("{}/tests/files/references/{name}", env!("CARGO_MANIFEST_DIR"));
    #[allow(clippy::disallowed_methods)]
    std::fs::read_to_string(path).unwrap()
}

fn json(name: &str) -> Vec<Value> {
    serde_json::from_str(&file(&format!("{name}.json"))).unwrap()
}

fn library() -> (Vec<String>, Vec<Paper>) {
    let text = |value: &Value, key: &str| value[key].as_str().map(str::to_owned);
    let paper = |value: &Value| Paper {
        title: text(value, "title").unwrap(),
        authors: vec![Author { family: text(value, "first").unwrap(), ..Author::default() }],
        published: PaperDate::read(&value["year"].to_string()),
        arxiv: text(value, "arxiv"),
        doi: text(value, "doi"),
        ..Paper::default()
    };
    json("workspace").iter().map(|value| (text(value, "id").unwrap(), paper(value))).unzip()
}

#[derive(Default)]
struct Count {
    right: usize,
    of: usize,
}

impl Count {
    fn add(&mut self, right: bool) -> bool {
        self.of += 1;
        self.right += usize::from(right);
        right
    }

    fn share(&self) -> f64 {
        self.right as f64 / self.of.max(1) as f64
    }
}

#[test]
fn ten_lists_are_split_read_and_matched() {
    let (names, papers) = library();
    let known = KnownPapers::new(&papers);
    let mut counts: Vec<(&str, Count)> = [
        "split",
        "labels",
        "titles",
        "years",
        "authors",
        "venue",
        "doi",
        "arxiv",
        "url",
        "authors_cut",
        "precision",
        "recall",
    ]
    .map(|name| (name, Count::default()))
    .into();
    for list in LISTS {
        let text = file(&format!("{list}.txt"));
        let range = find(&text).expect(list);
        let entries = split_with(&text[range.clone()], &text[..range.start]).entries;
        let expected = json(list);
        if entries.len() != expected.len() {
            println!("{list}: {} entries for {}", entries.len(), expected.len());
        }
        for (at, right) in expected.iter().enumerate() {
            let nothing = Reference::default();
            let entry = entries.get(at).unwrap_or(&nothing);
            compare(list, entry, right, &mut counts);
            let found = matched(&known, entry);
            let (paper, wanted) = (found.paper.map(|at| names[at].as_str()), right["match"].as_str());
            let mut good = true;
            if paper.is_some() {
                good &= counts[10].1.add(paper == wanted);
            }
            if wanted.is_some() {
                good &= counts[11].1.add(paper == wanted);
            }
            if !good {
                println!("{list} {at}: matched {paper:?} for {wanted:?}");
            }
        }
    }
    for (name, count) in &counts {
        println!("{name}: {} of {} = {:.3}", count.right, count.of, count.share());
    }
    let of = |name: &str| counts.iter().find(|(known, _)| *known == name).map(|(_, count)| count).unwrap();
    assert_eq!((of("split").right, of("split").of), (47, 47));
    assert!(of("titles").share() >= 0.9);
    assert!(of("years").share() >= 0.95);
    assert_eq!(of("precision").share(), 1.0);
    assert!(of("recall").share() >= 0.9);
}

/// Compares the fields that the right result states.
fn compare(list: &str, entry: &Reference, right: &Value, counts: &mut [(&str, Count)]) {
    let authors: Vec<String> = right["authors"]
        .as_array()
        .map(|all| all.iter().map(|name| name.as_str().unwrap().to_owned()).collect())
        .unwrap_or_default();
    let number = right["label"]
        .as_str()
        .filter(|label| label.starts_with(|c: char| c.is_ascii_digit()) || list.contains("alpha"));
    let split = number.is_none_or(|label| entry.label.as_deref() == Some(label)) && !entry.printed.is_empty();
    let whole = [entry.venue.as_deref(), entry.volume.as_deref()].into_iter().flatten().collect::<Vec<_>>().join(" ");
    let whole = format!("{whole}, {}", entry.page.as_deref().unwrap_or_default());
    let venue = |right: &str| entry.venue.as_deref() == Some(right) || whole == right;
    let text = |key: &str| right[key].as_str();
    let checks: [(usize, bool, Option<bool>); 10] = [
        (0, true, Some(split)),
        (1, true, Some(entry.label.as_deref() == text("label"))),
        (2, right.get("title").is_some(), Some(entry.title.as_deref() == text("title"))),
        (3, right.get("year").is_some(), Some(entry.year.map(i64::from) == right["year"].as_i64())),
        (4, right.get("authors").is_some(), Some(entry.authors == authors)),
        (5, true, text("venue").map(venue)),
        (6, true, text("doi").map(|doi| entry.doi.as_deref() == Some(doi))),
        (7, true, text("arxiv").map(|id| entry.arxiv.as_deref() == Some(id))),
        (8, true, text("url").map(|url| entry.url.as_deref() == Some(url))),
        (9, right.get("authors").is_some(), Some(entry.authors_cut == right["authors_cut"].as_bool().unwrap_or(false))),
    ];
    for (at, asked, good) in checks {
        if let Some(good) = good.filter(|_| asked)
            && !counts[at].1.add(good)
        {
            println!("{list}: {} differs: {right} read as {entry:?}", counts[at].0);
        }
    }
}

fn paper(title: &str, family: &str, year: i32) -> Paper {
    Paper {
        title: title.into(),
        authors: vec![Author { family: family.into(), ..Author::default() }],
        published: PaperDate::read(&year.to_string()),
        ..Paper::default()
    }
}

fn reference(title: &str, family: &str, year: i32) -> Reference {
    let title = Some(title.to_owned()).filter(|title| !title.is_empty());
    Reference { title, authors: vec![family.into()], year: Some(year), ..Reference::default() }
}

#[test]
fn rules_hold_in_their_order() {
    let mut papers = vec![
        paper("Deep learning of $\\alpha$ things in graphs", "Müller", 2020),
        paper("A survey", "Smith", 2019),
        paper("Slow things", "Jones", 2001),
    ];
    papers[2].journal_line = Some("Phys.Lett. B573 (2003) 94".into());
    let known = KnownPapers::new(&papers);
    let of = |reference: &Reference| {
        let found = matched(&known, reference);
        (found.paper, found.rule)
    };
    let title = "Deep Learning of α-things in Graphs";
    assert_eq!(of(&reference(title, "Other", 2022)), (Some(0), Some(MatchRule::Title)));
    assert_eq!(of(&reference(title, "Müller", 2023)), (None, None));
    assert_eq!(
        of(&reference("Deep Lerning of alpha things in graphs", "Muller", 2021)),
        (Some(0), Some(MatchRule::Words))
    );
    assert_eq!(of(&reference("Deep Lerning of alpha things in graphs", "Other", 2020)), (None, None));
    assert_eq!(of(&reference("A survey", "Smith", 2019)), (Some(1), Some(MatchRule::Title)));
    assert_eq!(of(&reference("A survey", "Smith", 2020)), (None, None));
    assert_eq!(of(&reference("A survey", "Brown", 2019)), (None, None));
    let entry = split("[1] A. Jones, Phys. Lett. B 573, 94 (2003).").entries.remove(0);
    assert_eq!(of(&entry), (Some(2), Some(MatchRule::Journal)));
}

#[test]
fn wrong_ids_are_doubtful_and_equal_papers_are_none() {
    let mut papers = vec![paper("Graphs of many things", "Edge", 2024), paper("Seas of paper and ink", "Wei", 2023)];
    papers.push(papers[1].clone());
    papers[0].arxiv = Some("2404.16130".into());
    let known = KnownPapers::new(&papers);
    let mut pasted = reference("Waves upon waves", "Zhang", 2024);
    pasted.arxiv = Some("2404.16130v2".into());
    let found = matched(&known, &pasted);
    assert_eq!((found.paper, found.rule, found.doubtful), (Some(0), Some(MatchRule::Arxiv), true));
    let found = matched(&known, &reference("Seas of Paper and Ink", "Wei", 2023));
    assert_eq!((found.paper, found.rule), (None, Some(MatchRule::Title)));
    assert!(found.told.is_some_and(|told| told.contains("2 papers")));
}

#[test]
fn what_is_odd_about_a_list_is_told() {
    let list = split(
        "## References\n\n- [1] **A. One**. *First* things. 2001.\n- [2] B. Two. Second things. 2002.\n- [4] C. Four. [Fourth things](https://arxiv.org/abs/2404.16130). 2004.\n",
    );
    assert_eq!(list.entries.len(), 3);
    assert_eq!(
        list.troubles,
        [PaperTrouble { line: Some(5), told: "number 3 is missing from the reference list".into() }]
    );
    let last = &list.entries[2];
    assert_eq!((last.title.as_deref(), last.arxiv.as_deref()), (Some("Fourth things"), Some("2404.16130")));
}

#[test]
fn entries_within_one_paragraph_are_parted() {
    let text = "References\n[1] A. One. First things. 2001. [2] B. Two. Second things. 2002. [3] C. Three. Third things of [1]. 2003.";
    let list = split(text).entries;
    assert_eq!(
        list.iter().map(|entry| entry.title.as_deref().unwrap_or("")).collect::<Vec<_>>(),
        ["First things", "Second things", "Third things of [1]"]
    );
    assert_eq!(&text[list[1].place.clone()], "[2] B. Two. Second things. 2002. ");
}

#[test]
fn an_entry_that_repeats_another_has_its_fields() {
    let list = split("¹ Smith J. A survey. Lancet. 2020;395:497-506.\n² Ibid., p. 500.\n").entries;
    assert_eq!((list[1].same_as, list[1].title.as_deref()), (Some(0), Some("A survey")));
    assert_eq!(list[1].printed, "[2] Ibid., p. 500.");
}

proptest! {
    #[test]
    fn any_text_is_read(text in "\\PC{0,200}") {
        whole(&text);
    }

    #[test]
    fn any_list_is_read(text in "References\n(\\[[0-9]{1,2}\\]|[0-9]\\.|[¹²³]|\\^4|-|\\*|———| {2,9})[A-Za-zé.,;:()\"“” \n\\[\\]/0-9—-]{0,200}") {
        whole(&text);
    }
}

fn whole(text: &str) {
    let range = find(text).unwrap_or(0..text.len());
    let list = &text[range];
    let entries = split(list).entries;
    let known = KnownPapers::new(&library().1[..2]);
    for entry in &entries {
        assert!(list.get(entry.place.clone()).is_some());
        matched(&known, entry);
    }
    cited(text, &entries);
}
