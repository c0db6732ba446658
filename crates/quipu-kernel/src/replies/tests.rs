//! Tests of reading replies: by example, and of any text.

use proptest::prelude::*;

use super::*;

fn names(notes: &Notes) -> Vec<&str> {
    notes.entities.iter().map(|entity| entity.name.as_str()).collect()
}

fn ends(notes: &Notes) -> Vec<(&str, &str, &str)> {
    let relations = notes.relations.iter();
    relations.map(|of| (of.source.as_str(), of.predicate.as_str(), of.target.as_str())).collect()
}

fn why(notes: &Notes) -> Vec<Loss> {
    notes.lost.iter().map(|lost| lost.why).collect()
}

#[test]
fn tuples_as_they_should_be() {
    let found = notes(
        "(\"entity\"<|>\"Scrooge\"<|>\"person\"<|>\"A miser.\")##\n\
         (\"entity\"<|>MARLEY'S GHOST<|>person<|>A ghost (so he says).)##\n\
         (\"relationship\"<|>\"Scrooge\"<|>\"Marley's Ghost\"<|>\"Is haunted by it.\"<|>10)<|COMPLETE|>",
    );
    assert_eq!(names(&found), ["Scrooge", "MARLEY'S GHOST"]);
    assert_eq!(found.entities[1].description, "A ghost (so he says).");
    let relation = &found.relations[0];
    assert_eq!((relation.strength, relation.description.as_str()), (Some(10.0), "Is haunted by it."));
    assert!(found.whole && found.lost.is_empty());
}

#[test]
fn tuples_as_models_write_them() {
    let text = "Sure! Here they are:\n\nentity<|#|>Радист<|#|>person<|#|>Учился.\n\
                relation<|#|>Радист<|#|>Маяк<|#|>служба, работа<|#|>Служил там.\n<|COMPLETE|>";
    let found = notes(text);
    assert_eq!((names(&found), ends(&found)), (vec!["Радист"], vec![("Радист", "", "Маяк")]));
    assert_eq!(found.relations[0].keywords, ["служба", "работа"]);
    let found = notes("## \n(\"entity\"<|>\"A\"<|>\"x\"<|>\"one\")##\n## \n(\"entity\"<|>\"B\"<|>\"x\"<|>\"two\")");
    assert_eq!((names(&found), found.whole, found.lost.len()), (vec!["A", "B"], true, 0));
    let found = notes(
        "(\"relationship\"<|>\"A\"<|>\"B\"<|>\"Says.\"<|>\"trust, love\"<|>7)##(\"claim\"<|>A<|>NONE<|>LIE<|>TRUE<|>1843-12-24T00:00:00<|>NONE<|>Lied.<|>\"he lied\")",
    );
    assert_eq!((found.relations[0].keywords.len(), found.relations[0].strength), (2, Some(7.0)));
    assert_eq!((found.claims[0].object.as_str(), found.claims[0].quote.as_str()), ("", "he lied"));
}

#[test]
fn what_is_lost_of_tuples_is_counted() {
    let found = notes("(\"entity\"<|>\"A\"<|>\"x\"<|>\"one\")##\n(\"relationship\"<|>\"A\"<|>\"B\"<|>\"and so");
    assert_eq!((names(&found), why(&found)), (vec!["A"], vec![Loss::Cut]));
    assert!(!found.whole);
    let text = "(\"entity\"<|>\"\"<|>\"x\"<|>\"one\")##(\"relationship\"<|>\"A\")##(\"relationship\"<|>\"A\"<|>\"a\"<|>\"self\"<|>1)##\
                (\"entity\"<|>\"<entity_name>\"<|>\"x\"<|>\"one\")<|COMPLETE|>";
    assert_eq!(why(&notes(text)), [Loss::Nameless, Loss::Endless, Loss::Loop, Loss::Placeholder]);
}

#[test]
fn tuples_that_do_not_name_their_kind_are_known_by_their_fields() {
    let found = notes(
        "(\"entity\"<|>\"A\"<|>\"x\"<|>\"one\")##\n(\"B\"<|>\"x\"<|>\"two\")##\n(\"A\"<|>\"B\"<|>\"met\"<|>7)##\n\
         (A<|>NONE<|>LIE<|>TRUE<|>1843-12-24T00:00:00<|>NONE<|>Lied.<|>he lied)##\n(\"C\"<|>\"x\")<|COMPLETE|>",
    );
    assert_eq!((names(&found), ends(&found)), (vec!["A", "B"], vec![("A", "", "B")]));
    assert_eq!((found.claims[0].subject.as_str(), found.claims[0].quote.as_str()), ("A", "he lied"));
    assert_eq!(why(&found), [Loss::Unreadable]);
    let found = notes("(A<|>B<|>LIE<|>TRUE<|>NONE<|>NONE<|>Lied.<|>he lied)<|COMPLETE|>");
    assert_eq!((found.claims.len(), found.whole), (1, true));
}

#[test]
fn relations_within_what_they_lead_from_take_nothing_away() {
    let found = notes(r#"{"entities": [{"name": "A", "relations": [{"source": "A", "target": "B"}]}]}"#);
    assert_eq!((names(&found), ends(&found)), (vec!["A"], vec![("A", "", "B")]));
    let report = notes(r#"{"title": "A and B", "summary": "s", "findings": [{"summary": "f", "explanation": "e"}]}"#);
    assert_eq!((report.count(), report.shaped), (0, true), "a report is no entity");
}

#[test]
fn json_as_it_should_be() {
    let found = notes(
        r#"{"entities": [{"name": "GPT-4o", "type": "METHOD", "description": "A model."}],
            "relationships": [{"source": "GPT-4o", "target": "MMLU", "predicate": "is measured on",
            "description": "d", "keywords": ["a", "b"], "strength": "8/10", "valid_from": "2024"}],
            "claims": [{"subject": "A", "object": "B", "type": "t", "status": "TRUE", "quote": "q"}]}"#,
    );
    assert_eq!((names(&found), ends(&found)), (vec!["GPT-4o"], vec![("GPT-4o", "is measured on", "MMLU")]));
    assert_eq!((found.relations[0].strength, found.relations[0].from.as_str()), (Some(8.0), "2024"));
    assert_eq!(found.claims[0].quote, "q");
    assert!(found.whole && found.shaped && found.lost.is_empty());
    assert!(notes(r#"{"entities": [], "relationships": []}"#).shaped, "nothing found is an answer");
    assert!(!notes("I am sorry, but I cannot.").shaped);
}

#[test]
fn json_as_models_write_it() {
    for text in [
        "Here:\n```json\n{\"entities\": [{\"name\": \"A\", \"type\": \"x\"}, {\"name\": \"B\"}],}\n```\nDone.",
        "{'entities': [{'name': 'A', 'type': None}, {'name': 'B'}]}",
        "{entities: [{name: \"A\"} {name: \"B\"}]} // done",
        "{\"entities\": [\"A\", \"B\"]}",
        "[{\"name\": \"A\"}, {\"name\": \"B\"}]",
        "{\"name\": \"A\"}\n{\"name\": \"B\"}",
        "{\"Entities\": [{\"Entity Name\": \"A\"}, {\"entity\": {\"name\": \"B\"}}]}",
        "{\"entities\": {\"A\": {\"name\": \"A\"}, \"b\": {\"name\": \"B\"}}}",
        "{“entities”: [{“name”: “A”}, {“name”: “B”}]}",
        "{\"result\": {\"entities\": [{\"name\": \"A\"}, {\"name\": \"B\"]}}",
    ] {
        let found = notes(text);
        assert_eq!(names(&found), ["A", "B"], "{text}: {found:?}");
    }
    let found = notes(r#"{"triples": [["A", "uses", "B"], ["B", "uses"], ["C", "made in", 1999]]}"#);
    assert_eq!((ends(&found), why(&found)), (vec![("A", "uses", "B"), ("C", "made in", "1999")], vec![Loss::Endless]));
    let quoted = notes(r#"{"entities": [{"name": "A", "description": "He said "no" and left."}, {"name": "B"}]}"#);
    assert_eq!((names(&quoted), quoted.entities[0].description.as_str()), (vec!["A", "B"], "He said \"no\" and left."));
    let quoted = notes("{\"entities\": [{\"name\": \"A\", \"description\": \"He said \"no\", and left.\"}]}");
    assert_eq!(names(&quoted), ["A"]);
}

#[test]
fn names_alone_may_stand_in_a_bare_list() {
    for text in [
        r#"{"entities": ["Ada", "Bo"]}"#,
        r#"["Ada", "Bo"]"#,
        r#"{"named_entities": ["Ada", "Bo"]}"#,
        r#"Here: [{"name": "Ada"}, "Bo"]"#,
    ] {
        let found = super::names(text);
        assert_eq!((names(&found), found.whole && found.shaped), (vec!["Ada", "Bo"], true), "{text}");
    }
    let cut = super::names(r#"["Ada", "B"#);
    assert_eq!((names(&cut), why(&cut), cut.whole), (vec!["Ada"], vec![Loss::Cut], false));
    let facts = notes(r#"{"facts": [{"subject": "Ada", "predicate": "wrote to", "object": "Bo"}]}"#);
    assert_eq!(ends(&facts), [("Ada", "wrote to", "Bo")]);
}

#[test]
fn what_is_lost_of_json_is_counted() {
    let cut = notes(r#"{"entities": [{"name": "A"}, {"name": "B", "description": "and so"#);
    assert_eq!((names(&cut), why(&cut), cut.whole), (vec!["A"], vec![Loss::Cut], false));
    let cut = notes(r#"{"entities": [{"name": "A"}], "relationships": [{"source": "A", "target": "B"}, {"sou"#);
    assert_eq!((names(&cut), ends(&cut), why(&cut)), (vec!["A"], vec![("A", "", "B")], vec![Loss::Cut]));
    let odd = notes(r#"{"entities": [{"type": "x"}, 7], "relationships": [{"source": "A"}, "A uses B"]}"#);
    assert_eq!(why(&odd), [Loss::Nameless, Loss::Unreadable, Loss::Endless, Loss::Unreadable]);
}

#[test]
fn what_is_said_twice_is_one() {
    let found = notes(r#"{"entities": [{"name": "A"}, {"name": "A"}, {"name": "A", "type": "x"}]}"#);
    assert_eq!((found.entities.len(), found.repeated), (2, 1));
}

#[test]
fn deep_and_long_replies_end() {
    for text in ["[".repeat(100_000), "{\"a\":".repeat(100_000), "{\"a\": \"".to_owned() + &"\"".repeat(100_000)] {
        let found = notes(&text);
        assert_eq!(found.count(), 0);
    }
}

proptest! {
    #[test]
    fn any_text_is_read(text in "(\\PC|[{}\\[\\]\",:'<|>#()\n\\\\]|\"name\"|\"entities\"|entity<\\|>|<\\|COMPLETE\\|>|\\)##){0,60}") {
        let found = notes(&text);
        prop_assert!(found.entities.iter().all(|entity| !entity.name.is_empty()));
    }

    #[test]
    fn good_json_is_read_as_it_is(value in json()) {
        let text = serde_json::to_string_pretty(&value).unwrap();
        let read = loose(&text);
        prop_assert_eq!((read.values, read.cut.len(), read.mended), (vec![value], 0, 0));
    }

    #[test]
    fn a_cut_reply_gives_only_what_the_whole_gives(entities in prop::collection::vec("[a-z]{1,6} [a-z]{1,6}", 1..6), at in 0.0..1.0_f64) {
        let list: Vec<_> = entities.iter().map(|name| serde_json::json!({"name": name, "description": "d"})).collect();
        let text = serde_json::json!({"entities": list}).to_string();
        let cut = notes(&text[..(at * text.len() as f64) as usize]);
        prop_assert!(names(&cut).iter().all(|name| entities.iter().any(|entity| entity == name)), "{:?}", cut);
        prop_assert!(!cut.whole);
    }
}

/// A list or an object of anything.
fn json() -> impl Strategy<Value = serde_json::Value> {
    use serde_json::Value;
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i32>().prop_map(Value::from),
        "[a-zA-Z0-9 .é«»]{0,8}".prop_map(Value::String),
    ];
    let inner = leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::Array),
            prop::collection::btree_map("[a-z]{1,5}", inner, 0..4)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    });
    inner.prop_filter_map("an object or a list that begins like one", |value| match value {
        Value::Object(_) => Some(value),
        _ => None,
    })
}
