//! Documents fetched from addresses of untrusted clients, guarded against server-side request forgery (SSRF): never
//! from within this network, unless a host is allowed by name.
//!
//! One parser reads an address for the check and for the request. Its host is looked up once for each hop, every address
//! found is checked, and the connection goes to those alone, so that a changed DNS answer in between has no effect.
//! Redirections are followed by hand, each with its own check. No proxy, no cookies, no credentials.

use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{CONTENT_TYPE, LOCATION};
use reqwest::redirect::Policy;
use reqwest::{Client, Response, Url};

use super::public_address::{is_global, is_link_local};
use super::{NAME, TLS};

/// Limit of redirections.
const HOPS: usize = 5;
/// Timeout of a connection.
const CONNECT: Duration = Duration::from_secs(10);
/// Timeout of the whole fetch.
const WHOLE: Duration = Duration::from_secs(60);
/// Timeout of a delivery.
const DELIVERY: Duration = Duration::from_secs(30);
/// Ports that documents are served at.
const PORTS: [u16; 4] = [80, 443, 8080, 8443];
/// Types of possible documents; others are refused before they are read.
const TYPES: [&str; 2] = ["text/", "application/"];

/// The reason that a document was not fetched.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FetchError {
    /// The address is not one that documents are fetched from.
    #[error("{address}: {reason}; name a document by http:// or https://")]
    Address {
        /// The address.
        address: String,
        /// The fault of the address.
        reason: String,
    },
    /// The address leads to the own network, or nowhere: the error does not reveal which.
    #[error("{host} is not found on the open net; name it in `server.fetch_inside` if it is within this one")]
    Inside {
        /// The host.
        host: String,
    },
    /// The server is not reached, or does not give it.
    #[error("{address}: {reason}")]
    Failed {
        /// The address, without a user.
        address: String,
        /// Why.
        reason: String,
    },
    /// The document is too large.
    #[error("{address} has more than {most} bytes, the most that is fetched")]
    Large {
        /// The address.
        address: String,
        /// Limit in bytes.
        most: u64,
    },
}

/// A DNS look-up: a host's name to its addresses.
pub type HostAddresses =
    Arc<dyn Fn(String, u16) -> Pin<Box<dyn Future<Output = std::io::Result<Vec<SocketAddr>>> + Send>> + Send + Sync>;

/// A client that fetches documents.
#[derive(Clone)]
pub struct Fetcher {
    /// Hosts within this network from which documents may be fetched, as `wiki.lan` or `10.0.0.7:8000`.
    inside: Vec<String>,
    /// The most bytes of a document.
    most: u64,
    lookup: HostAddresses,
}

/// A fetched document, without its bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FetchedDocument {
    /// The final address, after redirections.
    pub address: String,
    /// Its type, as the server says.
    pub mime: String,
    /// The size in bytes.
    pub bytes: u64,
}

impl Fetcher {
    /// A fetcher with this limit of bytes, for outside addresses and for these hosts within this network.
    pub fn new(inside: Vec<String>, most: u64) -> Self {
        let lookup = |host: String, port: u16| -> Pin<Box<dyn Future<Output = _> + Send>> {
            Box::pin(async move { Ok(tokio::net::lookup_host((host, port)).await?.collect()) })
        };
        Self { inside, most, lookup: Arc::new(lookup) }
    }

    /// A fetcher with other look-ups.
    #[must_use]
    pub fn with_lookup(self, lookup: HostAddresses) -> Self {
        Self { lookup, ..self }
    }

    /// Checks that an address can be fetched from at all, without any request.
    ///
    /// # Errors
    /// When it cannot.
    pub fn check(&self, address: &str) -> Result<(), FetchError> {
        let url = parsed(address)?;
        self.port(&url)?;
        match literal(&url) {
            Some(ip) => self.outside(&url, &[SocketAddr::new(ip, 0)]),
            None => Ok(()),
        }
    }

    /// Fetches a document; `take` gets its bytes as they come.
    ///
    /// # Errors
    /// When the address leads inside, the server does not give it, or `take` refuses.
    pub async fn fetch(
        &self,
        address: &str,
        take: &mut (dyn FnMut(&[u8]) -> std::io::Result<()> + Send),
    ) -> Result<FetchedDocument, FetchError> {
        let url = parsed(address)?;
        let shown = url.to_string();
        match tokio::time::timeout(WHOLE, self.fetched(url, take)).await {
            Ok(fetched) => fetched,
            Err(_) => Err(failed(shown, format!("it took more than {} s", WHOLE.as_secs()))),
        }
    }

    async fn fetched(
        &self,
        mut url: Url,
        take: &mut (dyn FnMut(&[u8]) -> std::io::Result<()> + Send),
    ) -> Result<FetchedDocument, FetchError> {
        for _ in 0..=HOPS {
            let response = self.asked(&url).await?;
            let status = response.status();
            if status.is_redirection() {
                let to = response.headers().get(LOCATION).and_then(|to| to.to_str().ok());
                let to = to.ok_or_else(|| failed(url.to_string(), format!("{status} leads nowhere")))?;
                let next = url.join(to).map_err(|error| failed(url.to_string(), error.to_string()))?;
                url = parsed(next.as_str())?;
                continue;
            }
            if !status.is_success() {
                return Err(failed(url.to_string(), format!("the server says {status}")));
            }
            return self.read(&url, response, take).await;
        }
        Err(failed(url.to_string(), format!("it redirects more than {HOPS} times")))
    }

    /// Asks one server, at the addresses that were checked alone.
    async fn asked(&self, url: &Url) -> Result<Response, FetchError> {
        let client = self.client(url).await?;
        client.get(url.clone()).send().await.map_err(|error| failed(url.to_string(), said(&error)))
    }

    /// A client of one server, which connects to the addresses that were checked alone and follows no redirection.
    async fn client(&self, url: &Url) -> Result<Client, FetchError> {
        self.port(url)?;
        let host = url.host_str().unwrap_or_default().to_owned();
        let found = match literal(url) {
            Some(ip) => vec![SocketAddr::new(ip, 0)],
            None => {
                let port = url.port_or_known_default().unwrap_or_default();
                (self.lookup)(host.clone(), port).await.unwrap_or_default()
            }
        };
        self.outside(url, &found)?;
        let tls = TLS.clone().map_err(|error| failed(url.to_string(), error.to_string()))?;
        let client = Client::builder()
            .use_preconfigured_tls(tls)
            .no_proxy()
            .redirect(Policy::none())
            .connect_timeout(CONNECT)
            .resolve_to_addrs(&host, &found)
            .user_agent(NAME)
            .build();
        client.map_err(|error| failed(url.to_string(), error.to_string()))
    }

    /// Delivers a body of JSON (a webhook) by POST; returns the status of the reply, whose body is not read. No
    /// redirection is followed.
    ///
    /// # Errors
    /// When the address leads inside, or the server is not reached within 30 seconds.
    pub async fn deliver(
        &self,
        address: &str,
        headers: &[(&'static str, String)],
        body: Vec<u8>,
    ) -> Result<u16, FetchError> {
        let url = parsed(address)?;
        let client = self.client(&url).await?;
        let mut request =
            client.post(url.clone()).header(CONTENT_TYPE, "application/json").timeout(DELIVERY).body(body);
        for (name, value) in headers {
            request = request.header(*name, value);
        }
        let response = request.send().await.map_err(|error| failed(url.to_string(), said(&error)))?;
        Ok(response.status().as_u16())
    }

    async fn read(
        &self,
        url: &Url,
        mut response: Response,
        take: &mut (dyn FnMut(&[u8]) -> std::io::Result<()> + Send),
    ) -> Result<FetchedDocument, FetchError> {
        let mime = response.headers().get(CONTENT_TYPE).and_then(|mime| mime.to_str().ok()).unwrap_or_default();
        let mime = mime.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        if !mime.is_empty() && !TYPES.iter().any(|kind| mime.starts_with(kind)) {
            return Err(failed(url.to_string(), format!("it is {mime}, which is not a document")));
        }
        let large = || FetchError::Large { address: url.to_string(), most: self.most };
        if response.content_length().is_some_and(|length| length > self.most) {
            return Err(large());
        }
        let mut bytes = 0;
        loop {
            let piece = response.chunk().await.map_err(|error| failed(url.to_string(), said(&error)))?;
            let Some(piece) = piece else { break };
            bytes += piece.len() as u64;
            if bytes > self.most {
                return Err(large());
            }
            take(&piece).map_err(|error| failed(url.to_string(), error.to_string()))?;
        }
        Ok(FetchedDocument { address: url.to_string(), mime, bytes })
    }

    fn port(&self, url: &Url) -> Result<(), FetchError> {
        let port = url.port_or_known_default().unwrap_or_default();
        if PORTS.contains(&port) || self.allows(url) {
            return Ok(());
        }
        let reason = format!("documents are not fetched at port {port}");
        Err(FetchError::Address { address: url.to_string(), reason })
    }

    /// Checks that all addresses of a host are public, or that the host is allowed.
    fn outside(&self, url: &Url, found: &[SocketAddr]) -> Result<(), FetchError> {
        // The metadata services of clouds are never fetched, even if their host is allowed.
        let open = |address: &SocketAddr| is_global(address.ip());
        let linked = |address: &SocketAddr| is_link_local(address.ip());
        let allowed = self.allows(url) && !found.iter().any(linked);
        if !found.is_empty() && (allowed || found.iter().all(open)) {
            return Ok(());
        }
        Err(FetchError::Inside { host: url.host_str().unwrap_or_default().to_owned() })
    }

    /// True if the owner named the host.
    fn allows(&self, url: &Url) -> bool {
        let host = url.host_str().unwrap_or_default();
        let with_port = format!("{host}:{}", url.port_or_known_default().unwrap_or_default());
        self.inside.iter().any(|own| own.eq_ignore_ascii_case(host) || own.eq_ignore_ascii_case(&with_port))
    }
}

/// An address as everything below reads it.
fn parsed(address: &str) -> Result<Url, FetchError> {
    let wrong = |reason: &str| FetchError::Address { address: shown(address), reason: reason.to_owned() };
    let url = Url::parse(address.trim()).map_err(|error| wrong(&error.to_string()))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(wrong("it is not of the web"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(wrong("it names a user"));
    }
    if url.host_str().is_none_or(str::is_empty) {
        return Err(wrong("it names no host"));
    }
    Ok(url)
}

/// An address, possibly invalid, for display: without a possible password, and not too long.
fn shown(address: &str) -> String {
    super::shown(address).chars().filter(|letter| !letter.is_control()).take(200).collect()
}

/// The address of a host that is one.
fn literal(url: &Url) -> Option<IpAddr> {
    url.host_str()?.trim_matches(['[', ']']).parse().ok()
}

fn failed(address: String, reason: String) -> FetchError {
    FetchError::Failed { address, reason }
}

/// The reason of a failed request, without its address.
fn said(error: &reqwest::Error) -> String {
    let causes = std::iter::successors(std::error::Error::source(error), |cause| cause.source());
    causes.last().map_or_else(|| "the connection failed".to_owned(), ToString::to_string)
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};
    use std::net::TcpListener;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    fn outside() -> Fetcher {
        Fetcher::new(Vec::new(), 1000)
    }

    async fn whole(fetcher: &Fetcher, address: &str) -> Result<(FetchedDocument, String), FetchError> {
        let mut text = Vec::new();
        let fetched = fetcher.fetch(address, &mut |bytes| text.write_all(bytes)).await?;
        Ok((fetched, String::from_utf8(text).unwrap()))
    }

    /// A server that gives each request the next reply; returns its port, and the count of requests.
    fn server(replies: Vec<String>) -> (u16, Arc<AtomicUsize>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (port, came) = (listener.local_addr().unwrap().port(), Arc::new(AtomicUsize::new(0)));
        let count = came.clone();
        std::thread::spawn(move || {
            for reply in replies {
                let Ok((mut stream, _)) = listener.accept() else { return };
                count.fetch_add(1, Ordering::Relaxed);
                let mut head = [0; 2048];
                let _ = stream.read(&mut head);
                let _ = stream.write_all(reply.as_bytes());
            }
        });
        (port, came)
    }

    fn ok(kind: &str, body: &str) -> String {
        format!("HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\r\n{body}", body.len())
    }

    #[test]
    fn what_leads_inside_is_refused_in_every_spelling() {
        for address in [
            "http://127.0.0.1/",
            "http://0x7f.1/",
            "http://127.1/",
            "http://2130706433/",
            "http://0177.0.0.1/",
            "http://[::1]/",
            "http://[::ffff:127.0.0.1]/",
            "http://[::ffff:7f00:1]/",
            "http://[64:ff9b::7f00:1]/",
            "http://[2002:7f00:1::]/",
            "http://169.254.169.254/latest/meta-data/",
            "http://168.63.129.16/",
            "http://[fd00:ec2::254]/",
            "http://[fe80::1]/",
            "http://10.1.2.3/",
            "http://172.16.0.1/",
            "http://192.168.1.1/",
            "http://100.64.0.1/",
            "http://198.18.0.1/",
            "http://224.0.0.1/",
            "http://255.255.255.255/",
            "http://0.0.0.0/",
            "http://[fc00::1]/",
            "http://１２７.0.0.1/",
        ] {
            assert!(matches!(outside().check(address), Err(FetchError::Inside { .. })), "{address}");
        }
        for address in [
            "file:///etc/passwd",
            "ftp://example.org/",
            "gopher://example.org/",
            "http://me:secret@example.org/",
            "http://example.org:22/",
            "http://example.org:6379/",
            "//example.org/",
            "example.org",
            "",
        ] {
            let refused = outside().check(address).unwrap_err();
            assert!(matches!(refused, FetchError::Address { .. }), "{address}: {refused}");
            assert!(!refused.to_string().contains("secret"), "{refused}");
        }
        for address in ["http://93.184.215.14/a", "https://example.org/b.pdf", "http://[2606:2800:21f:cb07::1]/"] {
            assert_eq!(outside().check(address), Ok(()), "{address}");
        }
        // The metadata services of clouds stay closed, even if the owner allows them.
        let named = Fetcher::new(vec!["169.254.169.254".to_owned(), "10.0.0.7".to_owned()], 1000);
        assert!(named.check("http://169.254.169.254/").is_err());
        assert_eq!(named.check("http://10.0.0.7:9000/"), Ok(()));
    }

    #[tokio::test]
    async fn names_count_by_what_they_mean_when_they_are_asked() {
        let (port, came) = server(vec![ok("text/html", "inside")]);
        let local = SocketAddr::from(([127, 0, 0, 1], port));
        let lookup: HostAddresses = Arc::new(move |_, _| Box::pin(async move { Ok(vec![local]) }));
        let refused = whole(&outside().with_lookup(lookup), "http://rebound.example/").await.unwrap_err();
        assert_eq!(refused, FetchError::Inside { host: "rebound.example".to_owned() });
        // One address of many is enough.
        let both: HostAddresses =
            Arc::new(move |_, _| Box::pin(async move { Ok(vec![SocketAddr::from(([93, 184, 215, 14], 80)), local]) }));
        assert!(whole(&outside().with_lookup(both), "http://mixed.example/").await.is_err());
        // One that changes between look-ups is looked up once.
        let looked = Arc::new(AtomicUsize::new(0));
        let count = looked.clone();
        let changing: HostAddresses = Arc::new(move |_, _| {
            count.fetch_add(1, Ordering::Relaxed);
            Box::pin(async move { Ok(vec![local]) })
        });
        let named = Fetcher::new(vec![format!("inner.example:{port}")], 1000).with_lookup(changing);
        let (fetched, text) = whole(&named, &format!("http://inner.example:{port}/a.html")).await.unwrap();
        assert_eq!((fetched.mime.as_str(), fetched.bytes, text.as_str()), ("text/html", 6, "inside"));
        assert_eq!((looked.load(Ordering::Relaxed), came.load(Ordering::Relaxed)), (1, 1));
    }

    #[tokio::test]
    async fn redirections_sizes_and_types_are_checked() {
        let to = |place: &str| format!("HTTP/1.1 302 Found\r\nLocation: {place}\r\nContent-Length: 0\r\n\r\n");
        let inner = |replies: Vec<String>| {
            let (port, _) = server(replies);
            (Fetcher::new(vec![format!("127.0.0.1:{port}")], 10), format!("http://127.0.0.1:{port}/"))
        };
        let (fetcher, address) = inner(vec![to("/next"), ok("text/plain", "short")]);
        assert_eq!(whole(&fetcher, &address).await.unwrap().1, "short");
        for place in ["http://169.254.169.254/", "file:///etc/passwd", "http://127.0.0.1:1/", "http://a:b@example.org/"]
        {
            let (fetcher, address) = inner(vec![to(place)]);
            let refused = whole(&fetcher, &address).await.unwrap_err();
            assert!(!matches!(refused, FetchError::Failed { .. }), "{place}: {refused}");
        }
        let (fetcher, address) = inner(vec![to("/"); 9]);
        assert!(whole(&fetcher, &address).await.unwrap_err().to_string().contains("more than 5"));
        let (fetcher, address) = inner(vec![ok("text/plain", "much too long")]);
        assert!(matches!(whole(&fetcher, &address).await.unwrap_err(), FetchError::Large { most: 10, .. }));
        let endless = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nendless, endless, endless".to_owned();
        let (fetcher, address) = inner(vec![endless]);
        assert!(matches!(whole(&fetcher, &address).await.unwrap_err(), FetchError::Large { .. }));
        let (fetcher, address) = inner(vec![ok("image/png", "x")]);
        assert!(whole(&fetcher, &address).await.unwrap_err().to_string().contains("not a document"));
    }
}
