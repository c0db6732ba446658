//! Tests of concepts and ties by example, and properties for any text.

use proptest::prelude::*;

use super::*;
use crate::concepts::TieKind;

const TITLE: &str = "KnotNet: Graph Attention for Cord Classification";
const SUMMARY: &str = "Cord classification (CC) is hard for convolutional neural networks. We propose KnotNet, a graph \
    attention approach based on the Transformer architecture. KnotNet uses spectral clustering and contrastive learning. \
    On the CordBank dataset, it outperforms ResNet-50 and improves accuracy by 3%. CC with fewer labels remains open.";

fn named<'a>(concepts: &'a Concepts, name: &str) -> &'a Concept {
    let found = concepts.concepts.iter().find(|one| folded(&one.name) == folded(name));
    found.unwrap_or_else(|| panic!("{name} is not among {:?}", concepts.concepts))
}

#[test]
fn concepts_are_found_with_their_kinds() {
    let concepts = read(TITLE, SUMMARY);
    let kind = |name: &str| named(&concepts, name).kind;
    assert_eq!(kind("KnotNet"), ConceptKind::Algorithm);
    assert_eq!(kind("convolutional neural networks"), ConceptKind::Algorithm);
    assert_eq!(kind("spectral clustering"), ConceptKind::Method);
    assert_eq!(kind("contrastive learning"), ConceptKind::Method);
    assert_eq!(kind("CordBank"), ConceptKind::Dataset);
    assert_eq!(kind("ResNet-50"), ConceptKind::Algorithm);
    assert_eq!(kind("accuracy"), ConceptKind::Metric);
    assert_eq!(kind("cord classification"), ConceptKind::Concept);
    assert!(named(&concepts, "cord classification").aliases.iter().any(|alias| alias == "CC"));
    assert!(!concepts.concepts.iter().any(|one| folded(&one.name) == "approach"));
}

#[test]
fn places_are_where_the_names_stand() {
    let concepts = read(TITLE, SUMMARY);
    let places = &named(&concepts, "cord classification").places;
    let said: Vec<&str> = places
        .iter()
        .map(|place| match place.field {
            ConceptField::Title => &TITLE[place.start..place.end],
            ConceptField::Abstract => &SUMMARY[place.start..place.end],
        })
        .collect();
    assert_eq!(said, ["Cord Classification", "Cord classification", "CC", "CC"]);
}

#[test]
fn cues_tie_what_stands_beside_them() {
    let concepts = read(TITLE, SUMMARY);
    let tied = |source: &str, kind: TieKind, target: &str| {
        let at = |name: &str| concepts.concepts.iter().position(|one| folded(&one.name) == folded(name));
        concepts.ties.iter().any(|tie| (Some(tie.source), tie.kind, Some(tie.target)) == (at(source), kind, at(target)))
    };
    assert!(tied("KnotNet", TieKind::AppliesTo, "cord classification"), "{concepts:?}");
    assert!(tied("KnotNet", TieKind::Uses, "spectral clustering"), "{concepts:?}");
    assert!(tied("KnotNet", TieKind::Uses, "contrastive learning"), "{concepts:?}");
    assert!(tied("KnotNet", TieKind::ComparesTo, "ResNet-50"), "{concepts:?}");
    assert!(tied("KnotNet", TieKind::Uses, "CordBank"), "{concepts:?}");
}

#[test]
fn names_are_written_as_the_design_has_them() {
    let json = serde_json::to_value((ConceptKind::Concept, TieKind::AppliesTo, ConceptField::Abstract)).unwrap();
    assert_eq!(json, serde_json::json!(["CONCEPT", "APPLIES_TO", "abstract"]));
}

#[test]
fn hostile_texts_end_soon() {
    for text in ["(AB) ab ", "a. ", "x-", "$", "((((", "\\cite{", "Model A1 for B2 with C3, ", "é(É) ", "A "] {
        let long = text.repeat(100_000 / text.len());
        assert!(read(&long, &long).concepts.len() <= MOST);
    }
    assert_eq!(read("", ""), Concepts::default());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]
    #[test]
    fn of_any_text_places_are_texts(
        title in "(\\PC|[A-Z][a-z]{2,6} |: ){0,20}",
        summary in "(\\PC|[a-z]{2,7} |[A-Z]{2,4} |\\(|\\)|\\. |-|\\$|\\\\[a-z]+\\{){0,80}",
    ) {
        let concepts = read(&title, &summary);
        for one in &concepts.concepts {
            for place in &one.places {
                let text = if place.field == ConceptField::Title { &title } else { &summary };
                prop_assert!(text.get(place.start..place.end).is_some_and(|said| !said.is_empty()));
            }
        }
        for tie in &concepts.ties {
            prop_assert!(tie.source != tie.target && tie.source.max(tie.target) < concepts.concepts.len());
        }
    }
}
