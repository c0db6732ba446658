//! The HTTP client: proxies from the environment, certificates of the system. Where it asks is always
//! an address that the user configured.

use std::sync::Arc;
use std::time::Duration;

use rustls::crypto::ring;
use ureq::Agent;
use ureq::tls::{Certificate, RootCerts, TlsConfig};

/// A client that waits `answer` for a server to connect and to begin its answer, and `body` for the
/// whole of it. A status is no error.
pub fn agent(answer: Duration, body: Duration) -> Agent {
    let certificates = rustls_native_certs::load_native_certs().certs;
    let certificates = certificates.iter().map(|found| Certificate::from_der(found).to_owned()).collect::<Vec<_>>();
    let tls = TlsConfig::builder()
        .unversioned_rustls_crypto_provider(Arc::new(ring::default_provider()))
        .root_certs(RootCerts::Specific(Arc::new(certificates)))
        .build();
    let config = Agent::config_builder()
        .tls_config(tls)
        .http_status_as_error(false)
        .timeout_connect(Some(answer))
        .timeout_recv_response(Some(answer))
        .timeout_recv_body(Some(body))
        .user_agent(concat!("quipu/", env!("CARGO_PKG_VERSION")))
        .build();
    config.into()
}
