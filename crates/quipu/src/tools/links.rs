//! Addresses of places in documents: on the page of a server, or by the document's own name where there is none.

use quipu_kernel::model::Key;
use serde_json::{Value, json};

/// The address of a stretch of a document where no page shows it: that of a document of the web, else a name of its own.
pub(super) fn own(source: &str, document: &str, place: Option<(u64, u64)>) -> String {
    if source.contains("://") {
        return source.to_owned();
    }
    let place = place.map_or_else(String::new, |(start, end)| format!("#{start}-{end}"));
    format!("quipu:{}{place}", escaped(document))
}

/// Where the page shows a workspace, of a server that people reach under an address.
pub fn page_of(address: &str, workspace: &str) -> String {
    format!("{}/w/{workspace}", address.trim_end_matches('/'))
}

/// Where the page of a workspace shows a document, or a stretch of it: `PAGE/d/KEY?s=START&e=END`.
pub fn place_on(page: &str, document: &str, stretch: Option<(u64, u64)>) -> String {
    let stretch = stretch.map_or_else(String::new, |(start, end)| format!("?s={start}&e={end}"));
    format!("{page}/d/{}{stretch}", Key::document(document))
}

/// Makes every address of a place in a document lead to a page (see [`place_on`]).
pub(super) fn lead_to(given: &mut Value, page: &str) {
    match given {
        Value::Object(map) => {
            let document = map.get("document").and_then(Value::as_str);
            let is_own = map.get("url").and_then(Value::as_str).is_some_and(|url| url.starts_with("quipu:"));
            if let Some(document) = document.filter(|_| is_own) {
                let byte = |name: &str| map.get(name).and_then(Value::as_u64);
                let url = place_on(page, document, byte("start").zip(byte("end")));
                map.insert("url".to_owned(), json!(url));
            }
            map.values_mut().for_each(|value| lead_to(value, page));
        }
        Value::Array(members) => members.iter_mut().for_each(|value| lead_to(value, page)),
        _ => {}
    }
}

/// A text as a part of an address: what is no plain letter, figure or mark by its bytes.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => out.push(char::from(byte)),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lead_to_the_page_that_shows_the_place() {
        assert_eq!(own("notes/a.md", "notes/a b.md#2", Some((1, 5))), "quipu:notes/a%20b.md%232#1-5");
        assert_eq!(own("https://a.example/x", "x", None), "https://a.example/x");
        let mut found = json!({ "results": [{ "document": "a", "url": own("a", "a", None), "start": 1, "end": 5 },
            { "document": "b", "url": "https://b.example" }] });
        lead_to(&mut found, &page_of("http://h/", "notes"));
        let key = Key::document("a");
        assert_eq!(found["results"][0]["url"], format!("http://h/w/notes/d/{key}?s=1&e=5"));
        assert_eq!(found["results"][1]["url"], "https://b.example");
    }
}
