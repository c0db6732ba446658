//! A small set with its rules, counted by hand.

use quipu_engine::KernelSplitter;
use quipu_language::Rules;

use super::*;

#[test]
fn facts_are_counted_by_half() {
    let corpus = r#"{"_id": "1", "title": "Night Train (film)", "text": "Night Train is a 1959 film directed by Anna Kowalska. It stars Jan Nowak."}"#;
    let questions = [
        r#"{"_id": "a", "text": "?", "gold": ["1"], "evidences": [["Night Train (film)", "director", "Anna Kowalska"], ["Night Train (film)", "publication date", "1959"]]}"#,
        r#"{"_id": "b", "text": "?", "gold": ["1"], "evidences": [["Night Train (film)", "composer", "Jan Nowak"], ["Night Train (film)", "composer", "Ada Byron"]]}"#,
    ];
    let set = Set::parse(corpus, &questions.join("\n")).unwrap();
    let listed = ListedRelations::parse(
        r#"{"_id": "1", "triples": [["Night Train", "has", "Jan Nowak"], ["Jan Nowak", "met", "Anna Kowalska"]]}"#,
    )
    .unwrap();
    let rows = relations(&KernelSplitter::default(), &Rules, &set, Some(&listed));
    let figures = |at: usize| (rows[at].facts, rows[at].standing, rows[at].joined, rows[at].with_predicate);
    assert_eq!(figures(0), (2, 2, 100.0, Some(100.0)));
    assert_eq!(figures(1), (2, 1, 100.0, Some(0.0)));
    assert_eq!((figures(3), figures(4)), ((2, 2, 50.0, None), (0, 0, 0.0, None)));
}
