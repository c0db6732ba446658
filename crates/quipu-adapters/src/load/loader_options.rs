//! Options of users for the loaders of formats.

use serde::{Deserialize, Serialize};

/// Options of the loaders.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LoadOptions {
    /// True if menus, footers and forms of web pages are read too.
    pub html_all: bool,
    /// True if files that are no documents are read, too.
    #[serde(default)]
    pub everything: bool,
    /// Languages in which pictures of pages are read, as tesseract names them; empty: they are not.
    pub ocr: String,
    /// The fields of JSON objects for texts, titles and ids.
    pub json: JsonFields,
}

/// Names of fields, each the first that an object has; dots lead into nested objects.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JsonFields {
    /// Fields of the text, which stands first; other fields are read below it.
    pub text: Vec<String>,
    /// Fields of the title.
    pub title: Vec<String>,
    /// Fields of the id within the file.
    pub id: Vec<String>,
}

impl Default for JsonFields {
    fn default() -> Self {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Self {
            text: names(&[
                "text",
                "content",
                "body",
                "abstract",
                "passage",
                "contents",
                "page_content",
                "markdown",
                "content.rendered",
                "body.storage.value",
                "body.view.value",
            ]),
            title: names(&["title", "name", "headline", "subject", "title.rendered"]),
            id: names(&["_id", "id", "doc_id", "docid", "pid", "uuid"]),
        }
    }
}
