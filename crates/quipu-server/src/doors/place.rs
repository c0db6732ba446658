//! Where a citation leads: the address of the page that opens a document at the place.

use axum::http::{HeaderMap, header};
use quipu::ask::{Citation, ShownHit};
use quipu::graph::Key;

use crate::app::App;
use crate::served::Served;

/// Where a workspace and its documents are shown, as whoever asks reaches them.
pub(crate) struct Places {
    page: String,
}

impl Places {
    /// Under the address that the owner gave the server, else under the host that a request was sent to.
    pub(crate) fn of(app: &App, headers: &HeaderMap, served: &Served) -> Self {
        let told = app.options.public_url.as_deref().map(|url| url.trim_end_matches('/').to_owned());
        let asked = || {
            let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
            format!("http://{}", host.map_or_else(|| app.address.to_string(), str::to_owned))
        };
        Self { page: format!("{}/w/{}", told.unwrap_or_else(asked), served.name()) }
    }

    /// The page of the workspace.
    pub(crate) fn page(self) -> String {
        self.page
    }

    /// The place that a citation names.
    pub(crate) fn cited(&self, of: &Citation) -> String {
        self.at(&of.document, of.start, of.end)
    }

    /// The place of a hit.
    pub(crate) fn found(&self, of: &ShownHit) -> String {
        self.at(&of.document, of.start, of.end)
    }

    fn at(&self, document: &str, start: u32, end: u32) -> String {
        format!("{}/d/{}?s={start}&e={end}", self.page, Key::document(document))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_shown_by_its_key() {
        let places = Places { page: "http://localhost:7171/w/papers".to_owned() };
        let key = Key::document("n/1.md");
        assert_eq!(places.at("n/1.md", 3, 9), format!("http://localhost:7171/w/papers/d/{key}?s=3&e=9"));
    }
}
