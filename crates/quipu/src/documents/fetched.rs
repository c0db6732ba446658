//! Documents fetched from addresses of the web.

use std::io;

use quipu_adapters::net::Fetcher;
pub use quipu_adapters::net::{FetchError, FetchedDocument};

use crate::Error;

/// Allowed addresses and sizes of fetched documents.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FetchRules {
    /// Allowed hosts within this network, as `wiki.lan` or `10.0.0.7:8000`. All others must be on the public internet.
    pub inside: Vec<String>,
    /// The most bytes of one.
    pub most: u64,
}

impl FetchRules {
    /// Checks that an address may be fetched from, as far as this is known before a request.
    ///
    /// # Errors
    /// When it may not.
    pub fn check(&self, address: &str) -> Result<(), Error> {
        Ok(self.fetcher().check(address)?)
    }

    /// Fetches a document; `take` gets its bytes as they come.
    ///
    /// # Errors
    /// When the address leads inside, the server does not give it, or `take` refuses.
    pub async fn fetch(
        &self,
        address: &str,
        take: &mut (dyn FnMut(&[u8]) -> io::Result<()> + Send),
    ) -> Result<FetchedDocument, Error> {
        Ok(self.fetcher().fetch(address, take).await?)
    }

    /// Delivers a body of JSON (a webhook) by POST; returns the status of the reply.
    ///
    /// # Errors
    /// When the address leads inside, or the server is not reached.
    pub async fn deliver(
        &self,
        address: &str,
        headers: &[(&'static str, String)],
        body: Vec<u8>,
    ) -> Result<u16, Error> {
        Ok(self.fetcher().deliver(address, headers, body).await?)
    }

    fn fetcher(&self) -> Fetcher {
        Fetcher::new(self.inside.clone(), self.most)
    }
}
