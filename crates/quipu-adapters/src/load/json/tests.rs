//! JSON from many sources: rows, conversations, fields beside texts, pages in strings, encodings.

use encoding_rs::{KOI8_R, WINDOWS_1251};
use proptest::prelude::*;
use quipu_engine::ports::{Input, Loaded, Loader as _};
use quipu_kernel::model::Format;

use super::{Json, JsonLines};

fn json(text: &str) -> Loaded {
    let loaded = Json::default().parse(&Input::whole("a.json", text.as_bytes(), 1 << 20));
    loaded.unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn lines_of(bytes: &[u8]) -> Loaded {
    let loaded = JsonLines::default().parse(&Input::whole("a.jsonl", bytes, 1 << 20));
    loaded.unwrap_or_else(|error| panic!("{error}"))
}

fn lines(text: &str) -> Loaded {
    lines_of(text.as_bytes())
}

fn texts(loaded: &Loaded) -> Vec<&str> {
    loaded.documents.iter().map(|parsed| parsed.text.as_str()).collect()
}

fn names(loaded: &Loaded) -> Vec<Option<&str>> {
    loaded.documents.iter().map(|parsed| parsed.within.as_deref()).collect()
}

#[test]
fn lines_without_a_text_are_rows_of_a_table() {
    let loaded =
        lines("{\"bell\":\"Anna\",\"kg\":71}\n\n{\"bell\":\"Petra\",\"kg\":80}\nnot this\n{\"bell\":\"Olga\"}\n");
    assert_eq!(texts(&loaded), ["| bell | kg |\n|---|---|\n| Anna | 71 |\n| Petra | 80 |\n| Olga |  |"]);
    assert_eq!(names(&loaded), [None]);
    assert!(loaded.skipped[0].0.starts_with("line 4 (\"not this\")"), "{:?}", loaded.skipped);
    assert_eq!(loaded.rows, Some(5));
    let pairs = lines("[\"bell\",\"kg\"]\n[\"Anna\",71]\n[\"Petra\",80]\n");
    assert_eq!(texts(&pairs), ["| bell | kg |\n|---|---|\n| Anna | 71 |\n| Petra | 80 |"]);
    assert_eq!(texts(&lines("\"One.\"\n\"Two.\"\n")), ["- One.\n- Two."]);
}

#[test]
fn rows_beside_documents_are_read_too() {
    let loaded = lines(
        "{\"id\":\"m\",\"text\":\"The mill.\"}\n{\"bell\":\"Anna\",\"kg\":71}\n{\"id\":7}\n{\"id\":9,\"text\":\"More.\"}\n",
    );
    assert_eq!(texts(&loaded), ["The mill.", "- bell: Anna\n- kg: 71", "More."]);
    assert_eq!(names(&loaded), [Some("m"), Some("2"), Some("9")]);
    assert_eq!(loaded.skipped.len(), 1, "what has only an id says nothing");
}

#[test]
fn rows_of_one_id_are_documents_of_their_own() {
    let text = "{\"doc_id\":\"m\",\"text\":\"One.\"}\n{\"doc_id\":\"m\",\"text\":\"Two.\"}\n{\"text\":\"Three.\"}\n";
    assert_eq!(names(&lines(text)), [Some("m"), Some("m:2"), Some("3")]);
    let array = format!("[{}]", text.trim_end().replace('\n', ","));
    assert_eq!(names(&json(&array)), [Some("m"), Some("m:2"), Some("3")]);
}

#[test]
fn pieces_of_rows_are_tables_named_by_their_first_line() {
    let text = "{\"bell\":\"Anna\",\"kg\":71}\n{\"bell\":\"Petra\",\"kg\":80}\n{\"be";
    let piece = JsonLines::default().parse(&Input {
        path: "a.jsonl",
        bytes: text.as_bytes(),
        max_text: 1 << 20,
        before: 40,
        last: false,
    });
    let piece = piece.expect("it is a piece");
    assert_eq!((names(&piece), piece.rest, piece.rows), (vec![Some("41")], 4, Some(2)));
}

#[test]
fn a_text_of_values_that_are_no_lines_is_read_whole() {
    for text in
        ["[{\"text\": \"One.\"},\n {\"text\": \"Two.\"}]", "{\n \"text\": \"One.\"\n}\n{\n \"text\": \"Two.\"\n}\n"]
    {
        assert_eq!(texts(&lines(text)), ["One.", "Two."]);
        assert_eq!(texts(&json(text)), ["One.", "Two."]);
    }
}

#[test]
fn conversations_are_read_as_such() {
    for text in [
        r#"{"messages":[{"role":"user","content":"Who cast it?"},{"role":"assistant","content":"Ilse Varga."}]}"#,
        r#"{"conversations":[{"from":"user","value":"Who cast it?"},{"from":"assistant","value":"Ilse Varga."}]}"#,
        r#"{"contents":[{"role":"user","parts":[{"text":"Who cast it?"}]},{"role":"assistant","parts":[{"text":"Ilse Varga."}]}]}"#,
        r#"{"messages":[{"role":"user","content":[{"type":"text","text":"Who cast it?"}]},{"role":"assistant","content":"Ilse Varga."}]}"#,
        r#"{"chat_messages":[{"sender":"user","text":"Who cast it?"},{"sender":"assistant","text":"Ilse Varga."}]}"#,
        r#"{"thread":[{"author":"user","text":"Who cast it?"},{"author":"assistant","text":"Ilse Varga."}]}"#,
        r#"[{"role":"user","content":"Who cast it?"},{"role":"assistant","content":"Ilse Varga."}]"#,
        r#"[{"type":"user","data":{"content":"Who cast it?"}},{"type":"assistant","data":{"content":"Ilse Varga."}}]"#,
        r#"{"mapping":{"b":{"message":{"author":{"role":"assistant"},"create_time":2.0,"content":{"parts":["Ilse Varga."]}}},"r":{"message":null},"a":{"message":{"author":{"role":"user"},"create_time":1.0,"content":{"parts":["Who cast it?"]}}}}}"#,
    ] {
        for loaded in [lines(text), json(text)] {
            assert_eq!(texts(&loaded), ["user: Who cast it?\n\nassistant: Ilse Varga."], "{text}");
        }
    }
    let pieces = r#"{"messages":[{"from":"Ada","text":["Read ",{"type":"bold","text":"this"}," now."]}]}"#;
    assert_eq!(texts(&json(pieces)), ["Ada: Read this now."]);
    let tool = r#"{"messages":[{"role":"assistant","content":null,"tool_calls":[{"function":{"name":"weigh","arguments":"{\"bell\":1}"}}]},{"role":"tool","content":"71 kg"}],"source":"log 9"}"#;
    let text = lines(tool).documents.remove(0).text;
    for said in ["weigh", "tool: 71 kg", "- source: log 9"] {
        assert!(text.contains(said), "{said}: {text}");
    }
}

#[test]
fn fields_beside_the_text_are_read_below_it() {
    let loaded = json(
        r#"[{"id":5,"name":"Bell","content":"Cast in spring.","kg":71,"tags":["old"],"abstract":"On bells.","note":null}]"#,
    );
    assert_eq!(texts(&loaded), ["Cast in spring.\n\n- name: Bell\n- kg: 71\n- abstract: On bells."]);
    assert_eq!(loaded.documents[0].title.as_deref(), Some("Bell"));
    assert_eq!(loaded.documents[0].metadata["kg"], 71);
    let plain = json(r#"{"id":5,"title":"Bell","text":"Cast in spring.","tags":["old"]}"#);
    assert_eq!((texts(&plain), plain.documents[0].format), (vec!["Cast in spring."], Format::Plain));
    let numbers = vec!["0.5"; 100].join(",");
    let vector = lines(&format!(r#"{{"text":"Rung.","vector":[{numbers}],"kg":71}}"#));
    assert_eq!(texts(&vector), ["Rung.\n\n- kg: 71"]);
    let blank = json(r#"[{"text":" ","body":"Cast in spring."},{"text":"Rung."}]"#);
    assert_eq!(texts(&blank), ["Cast in spring.", "Rung."]);
}

#[test]
fn pages_in_strings_become_text() {
    let page = json(
        r#"[{"title":{"rendered":"Bells &amp; ropes"},"content":{"rendered":"<p>Rung <b>twice</b>.</p>\n<ul><li>at six</li></ul>"}}]"#,
    );
    assert_eq!(texts(&page), ["Rung twice.\n\n- at six"]);
    assert_eq!(page.documents[0].title.as_deref(), Some("Bells & ropes"));
    let cell = json(r#"[{"bell":"Anna","said":"<i>ding</i> &amp; dong"},{"bell":"Petra","said":"dong"}]"#);
    assert!(cell.documents[0].text.contains("| Anna | ding & dong |"), "{}", cell.documents[0].text);
}

#[test]
fn long_texts_are_sections_and_no_cells() {
    let long = "The bell was cast by Ilse Varga. ".repeat(12);
    let text = format!(
        r#"{{"articles":[{{"title":"One","story":"{long}","year":1901}},{{"title":"Two","story":"Short.","year":1902}}]}}"#
    );
    let text = json(&text).documents.remove(0).text;
    for said in ["## articles", "### One", "- year: 1901", "### Two", "- story: Short."] {
        assert!(text.contains(said), "{said}: {text}");
    }
    assert!(!text.contains('|'), "{text}");
}

#[test]
fn what_did_not_come_out_stands_below_what_did() {
    let status = "waiting for the word of the harbour master of the northern quay";
    let message = format!("{{\"role\":\"Ada\",\"text\":\"yes\",\"status\":\"{status}\"}}");
    let loaded = lines(&format!("{{\"text\":\"The bell is cast.\",\"kg\":71,\"thread\":[{message}]}}\n"));
    let text = &loaded.documents[0].text;
    for part in ["The bell is cast.", "kg: 71", "Ada: yes", status] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(loaded.documents[0].partial, None);
}

#[test]
fn lines_of_other_encodings_are_decoded() {
    let text =
        "{\"text\":\"Колокол отлила мастерица Ильзе Варга.\"}\n{\"text\":\"Это было весной, в большой кузнице.\"}\n";
    let expected = ["Колокол отлила мастерица Ильзе Варга.", "Это было весной, в большой кузнице."];
    for encoding in [WINDOWS_1251, KOI8_R] {
        assert_eq!(texts(&lines_of(&encoding.encode(text).0)), expected, "{}", encoding.name());
    }
    for mark in ["", "\u{feff}"] {
        let units = format!("{mark}{text}").encode_utf16().collect::<Vec<_>>();
        let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        for bytes in [little, big] {
            assert_eq!(texts(&lines_of(&bytes)), expected);
            let cut = &bytes[..bytes.len() - 6];
            let piece = JsonLines::default().parse(&Input { last: false, ..Input::whole("a.jsonl", cut, 1 << 20) });
            let piece = piece.expect("it is a piece");
            assert_eq!((texts(&piece), (cut.len() - piece.rest) % 2), (expected[..1].to_vec(), 0));
        }
    }
    let mut mixed = text.repeat(30).into_bytes();
    mixed.extend_from_slice(&WINDOWS_1251.encode("{\"text\":\"Колокол звонил утром и вечером.\"}\n").0);
    let loaded = lines_of(&mixed);
    assert_eq!(loaded.documents.last().map(|parsed| parsed.text.as_str()), Some("Колокол звонил утром и вечером."));
    let mut broken = text.repeat(30).into_bytes();
    broken[20] = 0xff;
    let loaded = lines_of(&broken);
    assert!(loaded.documents[0].partial.as_deref().is_some_and(|why| why.contains("replaced")));
    assert_eq!(loaded.documents[1].partial, None);
}

#[test]
fn hostile_values_cost_no_more_than_their_bytes() {
    for part in ["[", "{\"a\":", "\"<p", "{\"text\":\"<p></p>\"}\n", "[1,2]\n", "{\"a\":1}\n[1]\n"] {
        let text = part.repeat(1_000_000 / part.len());
        let _ = Json::default().parse(&Input::whole("a.json", text.as_bytes(), 1 << 20));
        let _ = JsonLines::default().parse(&Input::whole("a.jsonl", text.as_bytes(), 1 << 20));
    }
    let fields: Vec<String> = (0..50_000).map(|at| format!("\"f{at}\":1")).collect();
    let wide = format!("{{{}}}\n", fields.join(","));
    let _ = Json::default().parse(&Input::whole("a.json", format!("[{wide},{wide}]").as_bytes(), 1 << 20));
    let _ = JsonLines::default().parse(&Input::whole("a.jsonl", wide.repeat(3).as_bytes(), 64 << 20));
    for part in ["<p", "</p>", "<", "&amp", "&amp;", "</p><x"] {
        let text = format!("{{\"text\":\"{}\"}}", part.repeat(100_000 / part.len()));
        let _ = Json::default().parse(&Input::whole("a.json", text.as_bytes(), 1 << 20));
    }
}

fn values() -> impl Strategy<Value = serde_json::Value> {
    let word = "[a-z]{6}".prop_map(serde_json::Value::from);
    let scalar = prop_oneof![word, any::<u32>().prop_map(serde_json::Value::from), Just(serde_json::Value::Null)];
    let name = "(text|content|body|title|id|role|from|messages|kg|note)";
    scalar.prop_recursive(3, 24, 5, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(serde_json::Value::from),
            prop::collection::btree_map(name, inner, 0..5)
                .prop_map(|fields| serde_json::Value::Object(fields.into_iter().collect())),
        ]
    })
}

/// The words of a value that are no ids.
fn words(value: &serde_json::Value, out: &mut Vec<String>) {
    match value {
        serde_json::Value::String(word) => out.push(word.clone()),
        serde_json::Value::Array(values) => values.iter().for_each(|value| words(value, out)),
        serde_json::Value::Object(fields) => {
            fields.iter().filter(|(name, _)| *name != "id").for_each(|(_, value)| words(value, out));
        }
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Every word of a value of any shape is read, or is metadata of the document, or the value is reported
    /// as lost.
    #[test]
    fn no_word_is_lost(all in prop::collection::vec(values(), 1..4)) {
        let text: String = all.iter().map(|value| format!("{value}\n")).collect();
        let whole = serde_json::Value::from(all.clone()).to_string();
        for loaded in [lines_of(text.as_bytes()), Json::default().parse(&Input::whole("a.json", whole.as_bytes(), 1 << 20)).unwrap_or_default()] {
            if loaded.documents.is_empty() || !loaded.skipped.is_empty() {
                continue;
            }
            let read: String = loaded.documents.iter().map(|parsed| format!("{} {:?} {:?}", parsed.text, parsed.title, parsed.metadata)).collect();
            let mut wanted = Vec::new();
            all.iter().for_each(|value| words(value, &mut wanted));
            for word in wanted {
                prop_assert!(read.contains(&word), "{} of {}: {}", word, whole, read);
            }
        }
    }
}
