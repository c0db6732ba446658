//! Hosts and origins: foreign pages cannot send requests to a server of this machine (DNS rebinding, cross-site
//! requests).

use std::net::IpAddr;

use axum::http::{HeaderMap, Method, StatusCode, Uri, header};

use crate::app::App;
use crate::problem::HttpProblem;

/// Checks that a request was meant for this server, and comes from no foreign page.
///
/// # Errors
/// When either does not hold.
pub(crate) fn check(app: &App, headers: &HeaderMap, method: &Method, uri: &Uri) -> Result<(), HttpProblem> {
    let known = |host: &str| is_known(app, host);
    let misdirected = || {
        let detail = "this host is not served here; name it in `server.hosts` if it is this server's";
        HttpProblem::new(StatusCode::MISDIRECTED_REQUEST, "host", detail)
    };
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = hosts.next().and_then(|host| host.to_str().ok()).ok_or_else(misdirected)?;
    // A request may name its server in its target, too: that one counts.
    let targets = uri.authority().is_none_or(|authority| known(authority.as_str()));
    if hosts.next().is_some() || !known(host) || !targets {
        return Err(misdirected());
    }
    let foreign = || {
        let detail = "pages of another origin may not ask this server; name theirs in `server.origins` if they may";
        HttpProblem::new(StatusCode::FORBIDDEN, "origin", detail)
    };
    let mut origins = headers.get_all(header::ORIGIN).iter();
    if let Some(origin) = origins.next() {
        let origin = origin.to_str().map_err(|_| foreign())?;
        let is_named = || app.options.origins.iter().chain(&app.public.origin).any(|own| own == origin);
        if origins.next().is_some() || !is_own(host, origin) && !is_named() {
            return Err(foreign());
        }
    } else if headers.get("sec-fetch-site").is_some_and(|site| site == "cross-site") {
        // A person may follow a link to here.
        let follows = headers.get("sec-fetch-mode").is_some_and(|mode| mode == "navigate");
        if !(method.is_safe() && follows) {
            return Err(foreign());
        }
    }
    Ok(())
}

/// True if a page's origin is the server itself, by the name that the request came under.
fn is_own(host: &str, origin: &str) -> bool {
    let of = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    of.is_some_and(|of| of.eq_ignore_ascii_case(host))
}

/// True if a host, with or without a port, is one of this server.
fn is_known(app: &App, host: &str) -> bool {
    let name = without_port(host);
    let local = ["localhost", "127.0.0.1", "[::1]"];
    let bound = app.address.ip();
    let bound = if bound.is_ipv6() { format!("[{bound}]") } else { bound.to_string() };
    local.iter().any(|own| own.eq_ignore_ascii_case(name))
        || bound == name
        || app.options.hosts.iter().chain(&app.public.host).any(|own| own.eq_ignore_ascii_case(name))
}

/// True if a request names this machine itself as its host.
pub(crate) fn is_loopback(headers: &HeaderMap) -> bool {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).map(without_port).unwrap_or_default();
    let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    host.eq_ignore_ascii_case("localhost") || bare.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_is_no_part_of_a_name() {
        assert_eq!(without_port("a.example:80"), "a.example");
        assert_eq!(without_port("[::1]:7171"), "[::1]");
        assert_eq!(without_port("[::1]"), "[::1]");
        assert_eq!(without_port("a:"), "a:");
    }

    #[test]
    fn only_addresses_of_this_machine_are_loopback() {
        let of = |host: &str| is_loopback(&HeaderMap::from_iter([(header::HOST, host.parse().unwrap())]));
        for host in ["localhost", "LocalHost:7171", "127.0.0.1:7171", "127.8.8.8", "[::1]:7171", "[::1]"] {
            assert!(of(host), "{host}");
        }
        for host in ["quipu.example.org", "localhost.example.org", "127.0.0.1.example.org", "10.0.0.1", "[::2]", ""] {
            assert!(!of(host), "{host}");
        }
        assert!(!is_loopback(&HeaderMap::new()));
    }

    #[test]
    fn an_origin_is_the_servers_own_by_scheme_and_host() {
        assert!(is_own("localhost:7171", "http://localhost:7171"));
        assert!(!is_own("localhost:7171", "http://localhost:7172"));
        assert!(!is_own("localhost:7171", "null"));
        assert!(!is_own("localhost:7171", "ftp://localhost:7171"));
    }
}
