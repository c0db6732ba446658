//! Tests of the concepts of several papers, and of the concepts near a question.

use super::*;
use crate::concepts::{Concept, ConceptField, ConceptPlace, ConceptTie};

const NOWHERE: ConceptPlace = ConceptPlace { field: ConceptField::Abstract, start: 0, end: 0 };

fn paper(names: &[(&str, ConceptKind, &[&str])], ties: &[(usize, TieKind, usize)]) -> Concepts {
    let concept = |(name, kind, aliases): &(&str, ConceptKind, &[&str])| Concept {
        name: (*name).to_owned(),
        kind: *kind,
        aliases: aliases.iter().map(|alias| (*alias).to_owned()).collect(),
        ..Concept::default()
    };
    let tie =
        |&(source, kind, target): &(usize, TieKind, usize)| ConceptTie { source, kind, target, sentence: NOWHERE };
    Concepts { concepts: names.iter().map(concept).collect(), ties: ties.iter().map(tie).collect() }
}

#[test]
fn the_same_name_of_one_kind_is_one() {
    let graph = joined(&[
        paper(
            &[("Self-attention", ConceptKind::Method, &[]), ("BLEU", ConceptKind::Metric, &[])],
            &[(0, TieKind::Uses, 1)],
        ),
        paper(
            &[("self attention", ConceptKind::Method, &[]), ("BLEU", ConceptKind::Metric, &[])],
            &[(0, TieKind::Uses, 1)],
        ),
        paper(&[("self attention", ConceptKind::Concept, &[])], &[(0, TieKind::Uses, 7)]),
    ]);
    let said: Vec<(&str, ConceptKind, &[usize])> =
        graph.concepts.iter().map(|one| (one.name.as_str(), one.kind, one.papers.as_slice())).collect();
    assert_eq!(
        said,
        [
            ("BLEU", ConceptKind::Metric, [0, 1].as_slice()),
            ("self attention", ConceptKind::Concept, &[2]),
            ("Self-attention", ConceptKind::Method, &[0, 1]),
        ]
    );
    let sentence = graph.ties[0].sentence;
    assert_eq!(graph.ties, [SharedTie { source: 2, kind: TieKind::Uses, target: 0, papers: vec![0, 1], sentence }]);
}

#[test]
fn a_short_form_of_one_paper_is_the_name_of_another() {
    let long = ("retrieval-augmented generation", ConceptKind::Method, ["RAG", "RAG systems"].as_slice());
    let graph = joined(&[paper(&[long], &[]), paper(&[("RAG", ConceptKind::Method, &[])], &[])]);
    assert_eq!(graph.concepts.len(), 1);
    assert_eq!(graph.concepts[0].papers, [0, 1]);
    assert_eq!(around(&graph, "What is RAG?", 0), [(0, 0)]);
}

#[test]
fn a_short_form_that_is_a_stop_word_is_named_only_as_it_is_written() {
    let graph = joined(&[paper(&[("importance sampling", ConceptKind::Method, &["IS"])], &[])]);
    assert!(around(&graph, "What is a proposal?", 2).is_empty());
    assert_eq!(around(&graph, "When does IS fail?", 2), [(0, 0)]);
}

#[test]
fn concepts_around_a_question_come_by_their_steps() {
    let pairs = [
        ("self-attention", "multi-head attention"),
        ("self-attention", "transformer"),
        ("attention", "query-key-value"),
        ("attention", "transformer"),
        ("transformer", "encoder"),
        ("transformer", "BERT"),
        ("BERT", "GLUE"),
        ("GLUE", "accuracy"),
    ];
    let kind = ConceptKind::Concept;
    let papers: Vec<Concepts> = pairs
        .iter()
        .map(|(one, other)| paper(&[(one, kind, &[]), (other, kind, &[])], &[(0, TieKind::Uses, 1)]))
        .collect();
    let graph = joined(&papers);
    let reached: Vec<(&str, usize)> = around(&graph, "How does self-attention work?", 2)
        .into_iter()
        .map(|(at, depth)| (graph.concepts[at].name.as_str(), depth))
        .collect();
    assert_eq!(
        reached,
        [
            ("attention", 0),
            ("self-attention", 0),
            ("multi-head attention", 1),
            ("query-key-value", 1),
            ("transformer", 1),
            ("BERT", 2),
            ("encoder", 2),
        ]
    );
}
