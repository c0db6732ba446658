//! Tests of invented papers, whole and hostile, in English and Russian.

use proptest::prelude::*;

use super::*;

/// The stretches of an invented paper: each a heading (empty for none) and its text, one after the other.
struct Invented {
    text: String,
    parts: Vec<(Vec<String>, usize, usize)>,
}

impl Invented {
    fn of(parts: &[(&str, &str)]) -> Self {
        let mut out = Self { text: String::from("# A paper\n\n"), parts: Vec::new() };
        for (heading, body) in parts {
            out.text.push_str(heading);
            out.text.push_str("\n\n");
            let start = out.text.len();
            out.text.push_str(body);
            let path = if heading.is_empty() { Vec::new() } else { vec!["A paper".to_owned(), (*heading).to_owned()] };
            out.parts.push((path, start, out.text.len()));
            out.text.push_str("\n\n");
        }
        out
    }

    fn cells(&self, title: &str) -> Vec<StatedCell> {
        let stretch = |(heading, start, end): &'_ (Vec<String>, usize, usize)| (heading.clone(), *start, *end);
        let all: Vec<_> = self.parts.iter().map(stretch).collect();
        let stretches: Vec<PaperStretch<'_>> = all
            .iter()
            .map(|(heading, start, end)| PaperStretch { heading, start: *start, text: &self.text[*start..*end] })
            .collect();
        contributions(title, &stretches)
    }

    fn sentence(&self, cell: ContributionCell, title: &str) -> Option<String> {
        let found = self.cells(title).into_iter().find(|one| one.cell == cell)?;
        Some(self.text[found.start..found.end].to_owned())
    }
}

const TIDES: &str = "Tide tables of small harbours are still computed by hand, and the gauges there suffer from long \
    gaps. \
    We propose TideNet, a recurrent network that fills the gaps of a gauge from its neighbours. \
    We evaluate it on the HarbourLog dataset, which holds 1,240 months of 31 gauges. \
    Quality is measured by the mean absolute error in centimetres. \
    TideNet reduces the error by 38% compared to harmonic analysis. \
    In future work we plan to reduce the cost by 50% with smaller networks.";

fn starts(cells: &[StatedCell]) -> Vec<(&'static str, String)> {
    cells.iter().map(|one| (one.cell.name(), one.text.split(' ').take(2).collect::<Vec<_>>().join(" "))).collect()
}

#[test]
fn an_abstract_fills_all_five() {
    let paper = Invented::of(&[("Abstract", TIDES)]);
    let cells = paper.cells("TideNet: Filling the gaps of tide gauges");
    let expected = [
        ("problem", "Tide tables"),
        ("method", "We propose"),
        ("data", "We evaluate"),
        ("metric", "Quality is"),
        ("result", "TideNet reduces"),
    ];
    assert_eq!(starts(&cells), expected.map(|(cell, words)| (cell, words.to_owned())));
    for one in &cells {
        assert_eq!(&paper.text[one.start..one.end], one.text, "these are short enough to stand whole");
        assert!(one.score >= 1.0);
    }
}

#[test]
fn the_same_without_a_heading() {
    let paper = Invented::of(&[("", TIDES)]);
    assert_eq!(starts(&paper.cells("")), starts(&Invented::of(&[("Abstract", TIDES)]).cells("")));
}

#[test]
fn a_russian_abstract_fills_all_five() {
    let text = "Существующие методы поиска опечаток плохо масштабируются на длинные тексты. \
        В работе предлагается метод поиска опечаток на основе суффиксного дерева. \
        Эксперименты проведены на наборе данных РусСлов, содержащем 12 тысяч предложений. \
        Качество оценивается по метрикам точность и полнота. \
        Показано, что предложенный метод на 17% быстрее по сравнению с перебором.";
    let paper = Invented::of(&[("Аннотация", text)]);
    let expected = [
        ("problem", "Существующие методы"),
        ("method", "В работе"),
        ("data", "Эксперименты проведены"),
        ("metric", "Качество оценивается"),
        ("result", "Показано, что"),
    ];
    assert_eq!(starts(&paper.cells("Поиск опечаток")), expected.map(|(cell, words)| (cell, words.to_owned())));
}

#[test]
fn cells_come_from_their_sections() {
    let paper = Invented::of(&[
        (
            "1 Introduction",
            "Finding typos in old prints remains a challenge. We introduce a reader that looks at two letters at \
                once.",
        ),
        (
            "2 Related work",
            "Smith et al. propose a reader of whole words. It outperforms all others by 12% on the PrintBank corpus.",
        ),
        ("3 Method", "The reader keeps two letters in view and moves one letter at a time."),
        (
            "4 Experiments",
            "We evaluate the reader on the OldPrint corpus of 900 pages. It is evaluated by precision and \
                recall.\n\n| a | b |\n|---|---|\n| we achieve 99% accuracy | on the WrongBank dataset of 7 pages \
                |\n\nOur reader achieves 91.5% precision, 6 points more than a dictionary.",
        ),
        (
            "References",
            "We propose a wrong thing on the RefBank dataset of 10 pages. It achieves 100% accuracy, better than all.",
        ),
    ]);
    let said = |cell| paper.sentence(cell, "Two letters at once").unwrap_or_default();
    assert_eq!(said(ContributionCell::Problem), "Finding typos in old prints remains a challenge.");
    assert!(said(ContributionCell::Method).starts_with("We introduce a reader"));
    assert!(said(ContributionCell::Data).starts_with("We evaluate the reader on the OldPrint"));
    assert_eq!(said(ContributionCell::Metric), "It is evaluated by precision and recall.");
    assert!(said(ContributionCell::Result).starts_with("Our reader achieves 91.5%"));
}

#[test]
fn what_is_not_stated_is_missing() {
    let paper = Invented::of(&[(
        "Abstract",
        "The old harbour lies in the north of the town. Ships came there in spring. People sold fish and salt on its \
            pier. How did they live?",
    )]);
    assert!(paper.cells("The harbour").is_empty());
    let theory = Invented::of(&[(
        "Abstract",
        "We introduce a calculus of knots with three moves. We show that every knot has a normal form.",
    )]);
    let cells = theory.cells("Knots");
    assert_eq!(
        cells.iter().map(|one| one.cell).collect::<Vec<_>>(),
        [ContributionCell::Method, ContributionCell::Result]
    );
}

#[test]
fn other_work_and_work_to_come_are_no_contribution() {
    let paper = Invented::of(&[(
        "Abstract",
        "Jones et al. propose a lamp that reduces glare by 40%. In the future we plan to develop a lamp that \
            achieves 90% accuracy on the LampBank dataset. The rest of the paper is organized as follows.",
    )]);
    assert!(paper.cells("Lamps").is_empty(), "{:?}", paper.cells("Lamps"));
}

#[test]
fn a_problem_is_told_where_it_is_and_not_where_it_is_meant() {
    let text = "Existing lamps fail to light large rooms. To address this limitation, earlier lamps rely on costly \
        mirrors. \
        We propose a lamp with two wicks. We show that it is brighter than a mirror, and discuss future work.";
    let cells = Invented::of(&[("Abstract", text)]).cells("");
    let of = |cell| cells.iter().find(|one| one.cell == cell).map(|one| one.text.as_str()).unwrap_or_default();
    assert_eq!(of(ContributionCell::Problem), "Existing lamps fail to light large rooms.");
    assert!(of(ContributionCell::Result).starts_with("We show that it is brighter"), "{cells:?}");
}

#[test]
fn a_sentence_fills_two_cells_only_where_nothing_else_would_do() {
    let both = "We propose a lamp without glare. On the LampBank dataset of 300 rooms our lamp achieves 92% accuracy.";
    let cells = Invented::of(&[("Abstract", both)]).cells("");
    let places: Vec<_> = cells.iter().filter(|one| one.cell != ContributionCell::Method).map(|one| one.start).collect();
    assert!(places.len() > 1 && places.windows(2).all(|pair| pair[0] == pair[1]), "{cells:?}");
    let apart = format!("{both} We measure accuracy and latency on the test set.");
    let cells = Invented::of(&[("Abstract", &apart)]).cells("");
    let of = |cell| cells.iter().find(|one| one.cell == cell).map(|one| one.start);
    assert_ne!(of(ContributionCell::Metric), of(ContributionCell::Result));
}

#[test]
fn long_sentences_are_cut_at_a_clause() {
    let text = "In order to help those who read the logs of many small harbours along the coast in winter and in the \
        early spring, \
        when the ice is thin and the nights are long, we propose a lamp with two wicks, which burns for a week, needs no \
        care, and costs little more than the oil that it burns in a night.";
    let cells = Invented::of(&[("Abstract", text)]).cells("");
    let method = cells.iter().find(|one| one.cell == ContributionCell::Method).unwrap();
    assert!(method.text.starts_with("…we propose a lamp") && method.text.ends_with('…'), "{}", method.text);
    assert!(method.text.split_whitespace().count() <= MOST_CELL_WORDS);
}

#[test]
fn captions_count_little() {
    let text = "Table 2: Accuracy of all lamps on the LampBank dataset of 300 rooms.";
    let cells =
        Invented::of(&[("Abstract", "We propose a lamp without glare and without smoke."), ("4 Results", text)])
            .cells("");
    assert!(cells.iter().all(|one| !matches!(one.cell, ContributionCell::Result)), "{cells:?}");
}

#[test]
fn hostile_text_ends() {
    let path = vec!["x".repeat(100_000); 300];
    let long = "We propose ".repeat(100_000);
    let many = "We propose a lamp with a long wick. ".repeat(30_000);
    let commas = "a,".repeat(200_000);
    for text in
        [long.as_str(), many.as_str(), commas.as_str(), "....", "\u{0}\u{0}", "…—…—…", "я".repeat(3_000_000).as_str()]
    {
        let all =
            [PaperStretch { heading: &path, start: usize::MAX, text }, PaperStretch { heading: &[], start: 7, text }];
        assert!(contributions(text, &all).len() <= 5);
    }
    assert!(contributions("", &[]).is_empty());
}

#[test]
fn names_are_those_of_serde() {
    for cell in ContributionCell::ALL {
        assert_eq!(serde_json::to_string(&cell).unwrap(), format!("\"{}\"", cell.name()));
    }
}

proptest! {
    #[test]
    fn any_text_is_read(
        title in "\\PC{0,20}",
        parts in prop::collection::vec(
            ("(Abstract|4 Results|Method|References|\\PC{0,9})", "(\\PC|we propose |our |on the |dataset |accuracy \
                |by 12% |than |, |[.] |\n|мы предлагаем |на наборе данных ){0,40}"), 0..4),
    ) {
        let parts: Vec<(&str, &str)> = parts.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        let paper = Invented::of(&parts);
        let cells = paper.cells(&title);
        prop_assert!(cells.windows(2).all(|pair| pair[0].cell < pair[1].cell));
        for one in cells {
            prop_assert!(paper.text.get(one.start..one.end).is_some_and(|text| !text.trim().is_empty()));
            prop_assert!(one.text.split_whitespace().count() <= MOST_CELL_WORDS && !one.text.is_empty());
        }
    }
}
