//! Addresses of servers: paths are inserted before the query of an address.

/// The address of `path` at a server whose address is `url`: `…/v1?api-version=1` and `embeddings` make
/// `…/v1/embeddings?api-version=1`. One that ends with the path already is the address itself.
pub(crate) fn joined(url: &str, path: &str) -> String {
    let (base, query) = parted(url);
    let base = base.trim_end_matches('/');
    if base.ends_with(&format!("/{path}")) {
        return format!("{base}{query}");
    }
    format!("{base}/{path}{query}")
}

/// An address for display: without its query and its user, which may be private.
pub(crate) fn shown(url: &str) -> String {
    let (base, _) = parted(url);
    let Some((scheme, rest)) = base.split_once("://") else { return base.to_owned() };
    let (host, path) = rest.find('/').map_or((rest, ""), |at| rest.split_at(at));
    let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
    format!("{scheme}://{host}{path}")
}

/// The part before a query, and the query with its question mark; a fragment is dropped.
fn parted(url: &str) -> (&str, &str) {
    let url = url.trim();
    let url = url.split_once('#').map_or(url, |(url, _)| url);
    let (base, query) = url.find('?').map_or((url, ""), |at| url.split_at(at));
    (base, if query == "?" { "" } else { query })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_goes_before_the_query() {
        for (url, whole) in [
            ("http://h:1/v1", "http://h:1/v1/rerank"),
            ("http://h/v1/", "http://h/v1/rerank"),
            ("https://h/openai/v1?api-version=preview", "https://h/openai/v1/rerank?api-version=preview"),
            ("https://h/v1/?a=b/c&d=e", "https://h/v1/rerank?a=b/c&d=e"),
            ("https://h/v1/rerank?key=x", "https://h/v1/rerank?key=x"),
            ("https://h/v1?", "https://h/v1/rerank"),
            (" https://h/v1#top ", "https://h/v1/rerank"),
        ] {
            assert_eq!(joined(url, "rerank"), whole);
        }
    }

    #[test]
    fn what_is_nobodys_business_is_not_shown() {
        assert_eq!(shown("https://me:secret@h:8/v1/embeddings?key=secret"), "https://h:8/v1/embeddings");
        assert_eq!(shown("no address"), "no address");
    }
}
