//! What users may say about how formats are read.

use serde::{Deserialize, Serialize};

use super::json::JsonFields;

/// How formats are read.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LoadOptions {
    /// True if menus, footers and forms of web pages are read too.
    pub html_all: bool,
    /// Languages in which pictures of pages are read, as tesseract names them; empty: they are not.
    pub ocr: String,
    /// Which fields of JSON objects are texts, titles and ids.
    pub json: JsonFields,
}
