//! Proxies from the environment, named in the errors of servers that are not reached.

use std::net::IpAddr;

use reqwest::Url;

/// True if an address is that of this machine.
pub fn is_this_machine(url: &str) -> bool {
    let Some(host) = host(url) else { return false };
    let own = |address: IpAddr| address.is_loopback() || address.is_unspecified();
    host == "localhost" || host.ends_with(".localhost") || host.parse().is_ok_and(own)
}

/// The proxy for requests to a server, with the variable that names it.
pub(crate) fn between(url: &str) -> Option<String> {
    between_by(url, |name| std::env::var(name).ok().filter(|value| !value.trim().is_empty()))
}

fn between_by(url: &str, variable: impl Fn(&str) -> Option<String>) -> Option<String> {
    if is_this_machine(url) {
        return None;
    }
    let host = host(url)?;
    let either =
        |name: &str| [name.to_owned(), name.to_uppercase()].into_iter().find_map(|name| Some((variable(&name)?, name)));
    if either("no_proxy").is_some_and(|(list, _)| excepts(&list, &host)) {
        return None;
    }
    let own = if url.trim().to_lowercase().starts_with("https") { "https_proxy" } else { "http_proxy" };
    let (address, name) = either(own).or_else(|| either("all_proxy"))?;
    Some(format!("{} ({name})", bare(&address)))
}

/// The host of an address, in lower case.
fn host(url: &str) -> Option<String> {
    let url = Url::parse(url.trim()).ok()?;
    Some(url.host_str()?.trim_matches(['[', ']']).to_lowercase())
}

/// The address of a proxy, without its user and path.
fn bare(address: &str) -> &str {
    let rest = address.trim().split_once("://").map_or(address.trim(), |(_, rest)| rest);
    let rest = rest.split('/').next().unwrap_or(rest);
    rest.rsplit_once('@').map_or(rest, |(_, host)| host)
}

/// True if a list of hosts names one, or the domain that it is in.
fn excepts(list: &str, host: &str) -> bool {
    list.split([',', ' '])
        .map(|name| name.trim().trim_start_matches("*.").trim_start_matches('.').to_lowercase())
        .any(|name| name == "*" || (!name.is_empty() && (host == name || host.ends_with(&format!(".{name}")))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_is_known_by_all_its_names() {
        for own in ["http://localhost:1/v1", "http://127.0.0.3/v1?a=b", "http://[::1]:8/v1", "http://LOCALHOST/"] {
            assert!(is_this_machine(own), "{own}");
        }
        assert!(!is_this_machine("http://localhost.example.org/v1") && !is_this_machine("http://10.0.0.1/v1"));
        assert!(!is_this_machine("") && !is_this_machine("no address"));
    }

    #[test]
    fn a_proxy_is_named_without_its_user() {
        let set = |pairs: &'static [(&str, &str)]| {
            move |name: &str| pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        };
        let http = set(&[("HTTP_PROXY", "http://me:secret@gate:3128/"), ("NO_PROXY", "10.0.0.1, .inner.org")]);
        assert_eq!(between_by("http://far.org/v1", http).as_deref(), Some("gate:3128 (HTTP_PROXY)"));
        for direct in ["https://far.org", "http://10.0.0.1", "http://a.inner.org", "http://localhost:1"] {
            assert_eq!(between_by(direct, http), None, "{direct}");
        }
        let all = set(&[("all_proxy", "gate:1"), ("https_proxy", "socks5://other:2")]);
        assert_eq!(between_by("http://far.org", all).as_deref(), Some("gate:1 (all_proxy)"));
        assert_eq!(between_by("https://far.org", all).as_deref(), Some("other:2 (https_proxy)"));
    }
}
