//! Tests of replies of a model, whole and broken.

use proptest::prelude::*;

use super::*;

const TITLE: &str = "A plain network of attention";
const SUMMARY: &str = "We replace recurrence by self-attention. Self attention relates positions of one sequence.";

fn read(reply: &str) -> (Concepts, Vec<String>) {
    read_reply(reply, TITLE, SUMMARY)
}

#[test]
fn names_are_joined_after_folding_and_stand_where_they_are_written() {
    let (concepts, losses) = read(
        r#"{"entities": [{"name": "Self-attention", "type": "METHOD"}, {"name": "self attention", "type": "concept"},
        {"name": "recurrence", "type": "METHOD"}],
        "relationships": [{"source": "self-attention", "relation": "improves", "target": "recurrence"}]}"#,
    );
    assert!(losses.is_empty(), "{losses:?}");
    let names: Vec<&str> = concepts.concepts.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["Self-attention", "recurrence"]);
    assert_eq!(concepts.concepts[0].aliases, ["self attention", "self-attention"]);
    let written: Vec<&str> = concepts.concepts[0].places.iter().map(|at| &SUMMARY[at.start..at.end]).collect();
    assert_eq!(written, ["self-attention", "Self attention"]);
    let tie = &concepts.ties[0];
    assert_eq!((tie.source, tie.kind, tie.target), (0, TieKind::Improves, 1));
    assert_eq!(&SUMMARY[tie.sentence.start..tie.sentence.end], "We replace recurrence by self-attention.");
}

#[test]
fn an_end_that_is_not_listed_is_implied() {
    let (concepts, losses) = read(
        r#"{"entities": [{"name": "self-attention", "type": "METHOD"}],
        "relationships": [{"source": "self-attention", "relation": "IMPROVES", "target": "recurrent attention"}]}"#,
    );
    assert!(losses.is_empty(), "{losses:?}");
    let implied = &concepts.concepts[1];
    assert_eq!(
        (implied.name.as_str(), implied.kind, implied.implied),
        ("recurrent attention", ConceptKind::Concept, true)
    );
}

#[test]
fn a_fence_comes_off_and_what_is_unknown_is_told() {
    let reply = "```json\n{\"entities\": [{\"name\": \"Hadamard transform\", \"type\": \"METHOD\"}, {\"name\": \"H100\", \
        \"type\": \"HARDWARE\"}], \"relationships\": [{\"source\": \"Hadamard transform\", \"relation\": \"REPLACES\", \
        \"target\": \"output projection\"}]}\n```";
    let (concepts, losses) = read(reply);
    assert_eq!((concepts.concepts.len(), concepts.ties.len(), losses.len()), (1, 0, 2));
    assert!(losses[0].contains("HARDWARE") && losses[1].contains("REPLACES"), "{losses:?}");
}

#[test]
fn of_a_reply_that_is_cut_off_whole_parts_stay() {
    let (concepts, losses) =
        read("I found: {\"entities\": [{\"name\": \"memory {banks}\", \"type\": \"METHOD\"}], \"relationships\": [");
    assert_eq!((concepts.concepts[0].name.as_str(), losses.len()), ("memory {banks}", 1));
    let cut = "{\"entities\": [{\"name\": \"a1\", \"type\": \"METHOD\"}, {\"name\": \"b1\", \"ty";
    assert_eq!(read(cut).0.concepts.len(), 1);
    let (none, losses) = read("I cannot say.");
    assert_eq!((none, losses.len()), (Concepts::default(), 1));
}

#[test]
fn a_reply_gives_at_most_twenty() {
    let all: Vec<String> = (0..30).map(|at| format!("{{\"name\": \"thing{at}\", \"type\": \"CONCEPT\"}}")).collect();
    let tie = "{\"source\": \"thing1\", \"relation\": \"USES\", \"target\": \"thing29\"}";
    let reply = format!("{{\"entities\": [{}], \"relationships\": [{tie}]}}", all.join(","));
    let (concepts, losses) = read(&reply);
    assert_eq!((concepts.concepts.len(), concepts.ties.len(), losses.len()), (MOST_CONCEPTS, 0, 2));
}

proptest! {
    #[test]
    fn any_reply_is_read(reply in "(\\PC|[{}\\[\\]\",:]|\"entities\"){0,200}", text in "\\PC{0,80}") {
        let (concepts, _) = read_reply(&reply, &text, &text);
        prop_assert!(concepts.concepts.len() <= MOST_CONCEPTS);
    }

    #[test]
    fn a_reply_cut_anywhere_is_read(at in 0_usize..400) {
        let reply = "{\"entities\": [{\"name\": \"größe\", \"type\": \"METRIC\"}, {\"name\": \"b1\", \"type\": \"METHOD\"}], \
            \"relationships\": [{\"source\": \"b1\", \"relation\": \"USES\", \"target\": \"größe\"}]}";
        let (concepts, losses) = read(head(reply, at));
        prop_assert!(at >= reply.len() || !losses.is_empty());
        prop_assert!(concepts.ties.len() <= 1);
    }
}
