//! Where a citation leads: the address of the page that opens a document at the place.

use axum::http::{HeaderMap, header};
use quipu::ask::{Citation, ShownHit};

use crate::app::App;

/// The addresses of a workspace's documents, as a client reaches them.
pub(crate) struct Places {
    base: String,
}

impl Places {
    /// As seen from where a request came: under the host that it was sent to.
    pub(crate) fn of(app: &App, headers: &HeaderMap, workspace: &str) -> Self {
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let host = host.map_or_else(|| app.address.to_string(), str::to_owned);
        Self { base: format!("http://{host}/w/{}/d", quoted(workspace)) }
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
        format!("{}/{}?s={start}&e={end}", self.base, quoted(document))
    }
}

/// A text as a segment of a path (percent-encoding).
fn quoted(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    let one = |byte: u8| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    text.bytes().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_one_segment() {
        assert_eq!(quoted("notes/a b#7.md"), "notes%2Fa%20b%237.md");
        assert_eq!(quoted("я"), "%D1%8F");
        let places = Places { base: "http://localhost:7171/w/papers/d".to_owned() };
        assert_eq!(places.at("n/1.md", 3, 9), "http://localhost:7171/w/papers/d/n%2F1.md?s=3&e=9");
    }
}
