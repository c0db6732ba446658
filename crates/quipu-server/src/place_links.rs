//! The target of a citation: the address of the page that opens a document at the place.

use axum::http::{HeaderMap, header};
use quipu::ask::{Citation, ShownHit};
use quipu::tools::{page_of, place_on};

use crate::app::App;
use crate::served::Served;

/// The address of the page for a workspace and its documents, as the client reaches it.
pub(crate) struct PublicLinks {
    page: String,
}

impl PublicLinks {
    /// The place under the address that the owner gave the server, else under the host of the request.
    pub(crate) fn of(app: &App, headers: &HeaderMap, served: &Served) -> Self {
        let told = app.options.public_url.clone();
        let asked = || {
            let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
            format!("http://{}", host.map_or_else(|| app.address.to_string(), str::to_owned))
        };
        Self { page: page_of(&told.unwrap_or_else(asked), &served.name()) }
    }

    /// The places under an address.
    #[cfg(test)]
    pub(crate) fn under(page: &str) -> Self {
        Self { page: page.to_owned() }
    }

    /// The page of the workspace.
    pub(crate) fn page(self) -> String {
        self.page
    }

    /// The place that a citation names.
    pub(crate) fn cited(&self, of: &Citation) -> String {
        place_on(&self.page, &of.document, Some((of.start.into(), of.end.into())))
    }

    /// The place of a hit.
    pub(crate) fn found(&self, of: &ShownHit) -> String {
        place_on(&self.page, &of.document, Some((of.start.into(), of.end.into())))
    }
}
