//! A picture as one self-contained page: style, library, data and script are inside it.
//!
//! Texts of documents are data: they stand in a block of JSON in which no character can end the block,
//! the script shows it as text only, and the page forbids itself to load anything.

use quipu::graph::{Picture, placed};

use crate::messages::{language, say};

/// The graph drawing library: cytoscape.js 3.34.4, MIT; see `assets/cytoscape/README.md`.
pub(crate) const LIBRARY: &str = include_str!("../../assets/cytoscape/cytoscape.min.js");
/// Its licence.
pub(crate) const LICENCE: &str = include_str!("../../assets/cytoscape/LICENSE");
const STYLE: &str = include_str!("../../assets/page/page.css");
const SCRIPT: &str = include_str!("../../assets/page/page.js");

/// The page of a picture.
///
/// # Errors
/// When a number is not finite, which never happens with the engine's pictures.
pub(crate) fn page(picture: &Picture) -> serde_json::Result<String> {
    let data = inert(&serde_json::to_string(&placed(picture))?);
    let title = escaped(&picture.title);
    let language = language().code();
    let [search, find, nearer, farther, all] =
        [say!("page-search"), say!("page-find"), say!("page-nearer"), say!("page-farther"), say!("page-all")];
    Ok(format!(
        "<!doctype html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" \
         content=\"default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:\">\n<meta \
         name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n\
         </head>\n<body>\n<header><h1>{title}</h1><input id=\"search\" type=\"search\" placeholder=\"{search}\" \
         aria-label=\"{find}\"><button id=\"nearer\" aria-label=\"{nearer}\">+</button><button id=\"farther\" aria-label=\"{farther}\">−</button><button id=\"all\">{all}</button></header>\n<main><div id=\"graph\"></div><aside id=\"panel\" \
         aria-live=\"polite\"></aside></main>\n<script id=\"picture\" type=\"application/json\">{data}</script>\n\
         <script>{LIBRARY}</script>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n"
    ))
}

/// A self-contained page of text: it loads nothing and runs no script. `body` is markup, in which texts of documents
/// are [`escaped`]; `title` is text.
pub(crate) fn text_page(title: &str, style: &str, body: &str) -> String {
    let (title, language) = (escaped(title), language().code());
    format!(
        "<!doctype html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" \
         content=\"default-src 'none'; style-src 'unsafe-inline'\">\n<meta name=\"viewport\" content=\"width=device-width, \
         initial-scale=1\">\n<title>{title}</title>\n<style>{style}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{body}</body>\n</html>\n"
    )
}

/// JSON in which nothing can end a script block or begin markup.
fn inert(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '<' => out.push_str("\\u003c"),
            '>' => out.push_str("\\u003e"),
            '&' => out.push_str("\\u0026"),
            '\u{2028}' => out.push_str("\\u2028"),
            '\u{2029}' => out.push_str("\\u2029"),
            _ => out.push(c),
        }
    }
    out
}

/// Text between tags, or in an attribute between quotes.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use quipu::graph::Point;

    use super::*;

    /// Words that would end a block, begin a tag or load something if they were taken for markup.
    const HOSTILE: &str = "</script><script>alert(1)</script><!--<img src=https://evil.example/x>]]>\u{2028}\"'\\&amp;";

    fn hostile() -> Picture {
        let point = Point {
            id: HOSTILE.to_owned(),
            label: HOSTILE.to_owned(),
            kind: HOSTILE.to_owned(),
            about: HOSTILE.to_owned(),
            weight: 1.0,
            quotes: Vec::new(),
            group: None,
        };
        Picture { title: HOSTILE.to_owned(), points: vec![point], lines: Vec::new(), notes: Vec::new() }
    }

    #[test]
    fn what_documents_say_stays_data() {
        let page = page(&hostile()).unwrap();
        assert_eq!(page.matches("<script").count() - LIBRARY.matches("<script").count(), 3, "a block more than ours");
        assert_eq!(page.matches("</script").count(), 3, "a block that ends early");
        assert!(!page.contains("<img") && !page.contains("<!--"));
        let (_, after) = page.split_once("type=\"application/json\">").unwrap();
        let (data, _) = after.split_once("</script>").unwrap();
        let read: serde_json::Value = serde_json::from_str(data).unwrap();
        assert_eq!(read["points"][0]["label"], HOSTILE);
    }

    #[test]
    fn the_page_loads_nothing() {
        let empty = Picture { title: "T".to_owned(), points: Vec::new(), lines: Vec::new(), notes: Vec::new() };
        let page = page(&empty).unwrap();
        let ours = page.replace(LIBRARY, "");
        assert!(!ours.contains("://") && !ours.contains("src=\"") && !ours.contains("href"), "{ours}");
        // The addresses in the library are licences and a home page, in its comments.
        let named: Vec<&str> = LIBRARY
            .match_indices("://")
            .filter_map(|(at, _)| LIBRARY[at + 3..].split(['/', '\n', ')', ' ']).next())
            .collect();
        assert!(
            named.iter().all(|host| ["en.wikipedia.org", "engelschall.com", "opensource.org"].contains(host)),
            "{named:?}"
        );
        assert!(!LIBRARY.contains("</script"));
    }
}
