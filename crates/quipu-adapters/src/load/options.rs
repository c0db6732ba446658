//! Options of users for the loaders of formats.

use serde::{Deserialize, Serialize};

use super::json::JsonFields;

/// Options of the loaders.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LoadOptions {
    /// True if menus, footers and forms of web pages are read too.
    pub html_all: bool,
    /// Languages in which pictures of pages are read, as tesseract names them; empty: they are not.
    pub ocr: String,
    /// The fields of JSON objects for texts, titles and ids.
    pub json: JsonFields,
}
