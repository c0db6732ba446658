//! Headers of reverse proxies: that they passed a request on, from which address, and below which path.
//!
//! Every client can write such headers. That a request was passed on is believed from all, since it only removes
//! rights; the address of a client only from the proxies that the owner named (`server.proxies`).

use std::net::IpAddr;

use axum::http::{HeaderMap, HeaderName, Uri};
use ipnet::IpNet;

use super::peer::Peer;

/// Headers that only a proxy adds, beside all `X-Forwarded-…`.
const ADDED: [&str; 3] = ["forwarded", "via", "x-real-ip"];
/// The prefix of headers that are named after the forwarded part.
const FORWARDED: &str = "x-forwarded-";
/// The most bytes of a path prefix.
const PREFIX: usize = 200;

/// True if a proxy passed a request on, by its own word.
pub(crate) fn is_forwarded(headers: &HeaderMap) -> bool {
    headers.keys().any(|name| ADDED.contains(&name.as_str()) || name.as_str().starts_with(FORWARDED))
}

/// The proxies that are trusted about a client's address.
#[derive(Debug, Default)]
pub(crate) struct Proxies(Vec<IpNet>);

impl Proxies {
    /// Reads addresses and networks.
    ///
    /// # Errors
    /// When one is neither: it.
    pub(crate) fn read(texts: &[String]) -> Result<Self, String> {
        let net = |text: &String| {
            let address = text.parse::<IpAddr>().map(IpNet::from);
            address.or_else(|_| text.parse()).map_err(|_| text.clone())
        };
        texts.iter().map(net).collect::<Result<_, _>>().map(Self)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn has(&self, address: IpAddr) -> bool {
        self.0.iter().any(|net| net.contains(&address.to_canonical()))
    }

    /// The address of the client: the first one, from the nearest proxy on, that is not itself a trusted proxy's.
    pub(crate) fn client(&self, peer: &Peer, headers: &HeaderMap) -> IpAddr {
        let mut client = peer.address.ip().to_canonical();
        if self.is_empty() || !self.has(client) {
            return client;
        }
        for said in said(headers).into_iter().rev() {
            let Some(before) = said else { break };
            client = before.to_canonical();
            if !self.has(client) {
                break;
            }
        }
        client
    }
}

/// The addresses in the headers of proxies, the first client first; missing for invalid ones.
fn said(headers: &HeaderMap) -> Vec<Option<IpAddr>> {
    let listed = |name: &'static str| {
        let values = headers.get_all(HeaderName::from_static(name)).into_iter();
        values.flat_map(|value| value.to_str().unwrap_or_default().split(',').map(str::trim).map(str::to_owned))
    };
    let plain: Vec<_> = listed("x-forwarded-for").map(|said| address(&said)).collect();
    if !plain.is_empty() {
        return plain;
    }
    // RFC 7239: `for=192.0.2.43;proto=https, for="[2001:db8::17]:4711"`.
    let of = |element: String| {
        let mut pairs = element.split(';').filter_map(|pair| pair.trim().split_once('='));
        let (_, sender) = pairs.find(|(name, _)| name.trim().eq_ignore_ascii_case("for"))?;
        address(sender.trim().trim_matches('"'))
    };
    listed("forwarded").map(of).collect()
}

/// An address, with or without a port.
fn address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|rest| rest.split(']').next()).unwrap_or(text);
    bare.parse().ok().or_else(|| text.parse::<std::net::SocketAddr>().ok().map(|address| address.ip()))
}

/// The public address of the server, as its owner configured it (`server.public_url`).
#[derive(Debug, Default)]
pub(crate) struct PublicAddress {
    /// The host, without its port.
    pub(crate) host: Option<String>,
    /// The origin of its pages, as browsers name it: a proxy may name another host to the server.
    pub(crate) origin: Option<String>,
    /// The path, as `/quipu`; may be empty.
    prefix: String,
}

impl PublicAddress {
    /// Reads an address of a web server.
    ///
    /// # Errors
    /// The text, when it is not such an address.
    pub(crate) fn read(text: Option<&str>) -> Result<Self, String> {
        let Some(text) = text else { return Ok(Self::default()) };
        let wrong = || text.to_owned();
        let uri: Uri = text.parse().map_err(|_| wrong())?;
        let is_web = matches!(uri.scheme_str(), Some("http" | "https"));
        let host = uri.host().filter(|_| is_web && uri.query().is_none()).ok_or_else(wrong)?;
        let prefix = plain_prefix(uri.path()).ok_or_else(wrong)?;
        let origin =
            format!("{}://{}", uri.scheme_str().unwrap_or_default(), uri.authority().map_or(host, |of| of.as_str()));
        Ok(Self { host: Some(host.to_owned()), origin: Some(origin), prefix })
    }

    /// The base path of the server for a request's sender: from a proxy's header, else as the owner configured.
    pub(crate) fn prefix(&self, headers: &HeaderMap) -> String {
        let said = headers.get("x-forwarded-prefix").and_then(|said| said.to_str().ok());
        // The nearest to the client stands first.
        let said = said.and_then(|said| plain_prefix(said.split(',').next().unwrap_or_default().trim()));
        said.unwrap_or_else(|| self.prefix.clone())
    }
}

/// The address of a request without the prefix, where a proxy passes it on with it.
pub(crate) fn without_prefix(uri: &Uri, prefix: &str) -> Option<Uri> {
    let target = uri.path_and_query()?.as_str();
    let rest = target.strip_prefix(prefix).filter(|_| !prefix.is_empty() && !is_own(prefix))?;
    let rest = match rest.chars().next() {
        Some('/') => rest.to_owned(),
        None | Some('?') => format!("/{rest}"),
        // Another path that begins alike.
        Some(_) => return None,
    };
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = rest.parse().ok();
    Uri::from_parts(parts).ok()
}

/// True if a prefix equals a path of the server's own: then a removal by a proxy cannot be detected, and is required.
fn is_own(prefix: &str) -> bool {
    let first = prefix.split('/').nth(1).unwrap_or_default();
    ["api", "assets", "dify", "mcp", "v1", "w"].contains(&first)
}

/// A path that can stand before others: of plain segments, without a slash at its end; empty for the root.
fn plain_prefix(path: &str) -> Option<String> {
    let path = path.trim_end_matches('/');
    let is_plain = |segment: &str| {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
        !matches!(segment, "" | "." | "..") && segment.bytes().all(plain)
    };
    let fits = path.len() <= PREFIX && path.strip_prefix('/').is_some_and(|path| path.split('/').all(is_plain));
    (fits || path.is_empty()).then(|| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let pair = |(name, value): &(&'static str, &'static str)| {
            (HeaderName::from_static(name), axum::http::HeaderValue::from_static(value))
        };
        HeaderMap::from_iter(pairs.iter().map(pair))
    }

    #[test]
    fn only_named_proxies_say_from_where_a_request_comes() {
        let peer = Peer::new(([10, 0, 0, 1], 9).into(), ([10, 0, 0, 9], 80).into());
        let client = |proxies: &[&str], pairs: &[(&'static str, &'static str)]| {
            let proxies: Vec<String> = proxies.iter().map(|text| (*text).to_owned()).collect();
            Proxies::read(&proxies).unwrap().client(&peer, &headers(pairs)).to_string()
        };
        let chain = [("x-forwarded-for", "198.51.100.1, 203.0.113.9, 10.0.0.2")];
        assert_eq!(client(&[], &chain), "10.0.0.1");
        assert_eq!(client(&["10.0.0.3"], &chain), "10.0.0.1");
        assert_eq!(client(&["10.0.0.1"], &chain), "10.0.0.2");
        // The client's own headers stand before those of the first proxy.
        assert_eq!(client(&["10.0.0.0/24"], &chain), "203.0.113.9");
        assert_eq!(client(&["10.0.0.1"], &[("forwarded", "for=\"[2001:db8::17]:4711\";proto=https")]), "2001:db8::17");
        assert_eq!(client(&["10.0.0.1"], &[("x-forwarded-for", "203.0.113.9:77")]), "203.0.113.9");
        assert_eq!(client(&["10.0.0.1"], &[("x-forwarded-for", "unknown")]), "10.0.0.1");
        assert_eq!(client(&["10.0.0.1"], &[]), "10.0.0.1");
        assert!(Proxies::read(&["proxy.lan".to_owned()]).is_err());
    }

    #[test]
    fn every_header_of_a_proxy_tells_of_it() {
        for name in ["forwarded", "via", "x-real-ip", "x-forwarded-for", "x-forwarded-anything"] {
            assert!(is_forwarded(&headers(&[(name, "x")])), "{name}");
        }
        assert!(!is_forwarded(&headers(&[("host", "localhost"), ("x-api-key", "x")])));
    }

    #[test]
    fn a_prefix_is_a_plain_path() {
        for (path, plain) in [("/", Some("")), ("", Some("")), ("/a/b.c/", Some("/a/b.c")), ("/quipu", Some("/quipu"))]
        {
            assert_eq!(plain_prefix(path).as_deref(), plain, "{path}");
        }
        for odd in ["//evil.example", "a", "/a//b", "/../x", "/a\"b", "/a b", "/<x>", "/%2e", "\\a"] {
            assert_eq!(plain_prefix(odd), None, "{odd}");
        }
    }

    #[test]
    fn a_prefix_that_is_passed_on_is_taken_off() {
        let off = |path: &str, prefix: &str| without_prefix(&path.parse().unwrap(), prefix).map(|uri| uri.to_string());
        assert_eq!(off("/quipu/w/a?b=c", "/quipu").as_deref(), Some("/w/a?b=c"));
        assert_eq!(off("/quipu", "/quipu").as_deref(), Some("/"));
        assert_eq!(off("/quipu?x=1", "/quipu").as_deref(), Some("/?x=1"));
        assert_eq!(off("/quipus/w", "/quipu"), None);
        assert_eq!(off("/w/a", "/quipu"), None);
        assert_eq!(off("/w/a", ""), None);
        assert_eq!(off("/api/v1/me", "/api"), None);
    }

    #[test]
    fn a_public_address_is_one_of_a_web_server() {
        let read =
            |text: &str| PublicAddress::read(Some(text)).map(|read| (read.host.unwrap_or_default(), read.prefix));
        assert_eq!(read("https://quipu.example.org").unwrap(), ("quipu.example.org".to_owned(), String::new()));
        assert_eq!(read("http://h:8080/a/quipu/").unwrap(), ("h".to_owned(), "/a/quipu".to_owned()));
        for odd in ["quipu.example.org", "ftp://h/", "https://h/?a=b", "https://h/a b", "/quipu", ""] {
            assert!(read(odd).is_err(), "{odd}");
        }
    }
}
