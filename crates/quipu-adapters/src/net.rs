//! The HTTP clients: proxies from the environment, certificates of the system. A request goes to an address that the
//! user configured, or to the address of a document that a client names (`fetch`).
//!
//! Files and batches of vectors are requested by one thread each (`ureq`). A thousand calls of language models may be
//! in flight at once, without threads (`reqwest`, HTTP/1.1 only: with HTTP/2 one lost connection would lose them
//! all). Requests to this machine itself use no proxy.

mod address;
mod after;
mod fetch;
mod key;
mod proxy;
mod public_address;
mod status;
mod status_notes;

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use rustls::crypto::ring;
use rustls::pki_types::CertificateDer;
use ureq::Agent;
use ureq::tls::{Certificate, RootCerts, TlsConfig};

pub(crate) use address::{joined, shown};
pub(crate) use after::{after, after_said};
pub use fetch::{FetchError, FetchedDocument, Fetcher, HostAddresses};
pub use key::Secret;
pub(crate) use proxy::between;
pub use proxy::is_this_machine;
pub(crate) use status::{code_in, meant, named};
pub(crate) use status_notes::{is_batch_size, is_filtered, is_too_long, shortened, words};

const NAME: &str = concat!("quipu/", env!("CARGO_PKG_VERSION"));

/// Lifetime of idle connections: many servers close theirs after five seconds, and a call
/// that is sent at that moment is lost.
const IDLE: Duration = Duration::from_secs(4);

static CERTIFICATES: LazyLock<Vec<CertificateDer<'static>>> =
    LazyLock::new(|| rustls_native_certs::load_native_certs().certs);

static TLS: LazyLock<Result<rustls::ClientConfig, rustls::Error>> = LazyLock::new(|| {
    let mut roots = rustls::RootCertStore::empty();
    roots.add_parsable_certificates(CERTIFICATES.iter().cloned());
    trusting(roots)
});

/// A TLS client configuration that trusts the certificates in `roots`.
fn trusting(roots: rustls::RootCertStore) -> Result<rustls::ClientConfig, rustls::Error> {
    let provider = Arc::new(ring::default_provider());
    let config = rustls::ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
    Ok(config.with_root_certificates(roots).with_no_client_auth())
}

/// True if the way to an address may lead over TLS: by itself or by a proxy.
fn may_need_tls(url: &str) -> bool {
    let proxy = |(name, _): (std::ffi::OsString, _)| name.to_string_lossy().to_lowercase().ends_with("_proxy");
    !url.starts_with("http://") || std::env::vars_os().any(proxy)
}

/// A client that waits `answer` for a server to connect and to begin its answer, and `body` for the
/// whole of it. A status is no error.
pub fn agent(answer: Duration, body: Duration) -> Agent {
    agent_for("", answer, body)
}

/// An [`agent`] for one server, without a proxy where the server is this machine.
pub(crate) fn agent_for(url: &str, answer: Duration, body: Duration) -> Agent {
    let certificates = CERTIFICATES.iter().map(|found| Certificate::from_der(found).to_owned()).collect::<Vec<_>>();
    let tls = TlsConfig::builder()
        .unversioned_rustls_crypto_provider(Arc::new(ring::default_provider()))
        .root_certs(RootCerts::Specific(Arc::new(certificates)))
        .build();
    let config = Agent::config_builder();
    let config = if is_this_machine(url) { config.proxy(None) } else { config };
    let config = config
        .tls_config(tls)
        .http_status_as_error(false)
        .timeout_connect(Some(answer))
        .timeout_recv_response(Some(answer))
        .timeout_recv_body(Some(body))
        .user_agent(NAME)
        .build();
    config.into()
}

/// A client for many concurrent calls of one server, with this timeout of connections. It follows no redirection: a
/// key goes only to its own server. The system's certificates are read where they may be needed.
///
/// # Errors
/// When the system provides no means for a client.
pub(crate) fn client(url: &str, connect: Duration) -> Result<reqwest::Client, String> {
    let tls = if may_need_tls(url) { TLS.clone() } else { trusting(rustls::RootCertStore::empty()) };
    let tls = tls.map_err(|error| error.to_string())?;
    let client = reqwest::Client::builder();
    let client = if is_this_machine(url) { client.no_proxy() } else { client };
    let client = client
        .use_preconfigured_tls(tls)
        .connect_timeout(connect)
        .pool_idle_timeout(IDLE)
        .redirect(reqwest::redirect::Policy::none())
        .user_agent(NAME)
        .build();
    client.map_err(|error| error.to_string())
}
