//! Paths with slashes too many: a base address that ends in a slash leads to `/v1//chat/completions`, one that holds
//! the version to `/v1/v1/models`. They are taken for what they mean, before anything decides by the path.
//!
//! Nothing is decoded, and `..` means nothing: an encoded slash stays a part of an id.

use axum::http::{Method, Uri};

/// Segments of base addresses. An empty segment behind other ones may be an id that is missing.
const BASES: [&str; 2] = ["api", "v1"];
/// The base of OpenAI's protocol, which some clients add to an address that holds it.
const TWICE: &str = "/v1/v1/";

/// The address of a request without empty segments, if it has some. Where something is changed or removed in place, only
/// those of the base address: `DELETE …/documents//` names no document, and must not mean all of them.
pub(crate) fn plain_path(method: &Method, uri: &Uri) -> Option<Uri> {
    let target = uri.path_and_query()?;
    let path = target.path().strip_prefix('/')?;
    // Of nearly every request.
    if !target.path().contains("//") && !path.ends_with('/') && !target.path().starts_with(TWICE) {
        return None;
    }
    let harmless = matches!(*method, Method::GET | Method::HEAD | Method::POST | Method::OPTIONS);
    let mut kept: Vec<&str> = Vec::new();
    for segment in path.split('/') {
        let in_base = kept.iter().all(|before| BASES.contains(before));
        if !segment.is_empty() || !(harmless || in_base) {
            kept.push(segment);
        }
    }
    let mut plain = format!("/{}", kept.join("/"));
    while plain.starts_with(TWICE) {
        plain.replace_range(.."/v1".len(), "");
    }
    if plain == target.path() {
        return None;
    }
    let query = target.query().map(|query| format!("?{query}")).unwrap_or_default();
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = format!("{plain}{query}").parse().ok();
    Uri::from_parts(parts).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(method: &Method, path: &str) -> String {
        let uri: Uri = path.parse().unwrap();
        plain_path(method, &uri).unwrap_or(uri).to_string()
    }

    #[test]
    fn slashes_too_many_mean_one() {
        for (sent, meant) in [
            ("/v1//chat/completions", "/v1/chat/completions"),
            ("//v1/chat/completions", "/v1/chat/completions"),
            ("/v1/chat/completions/", "/v1/chat/completions"),
            ("///v1///models///?type=embedding", "/v1/models?type=embedding"),
            ("/v1/v1/models", "/v1/models"),
            ("/v1//v1/models", "/v1/models"),
            ("/api/v1//workspaces/?next=a//b/", "/api/v1/workspaces?next=a//b/"),
            ("http://host:1//v1//models", "http://host:1/v1/models"),
            ("/", "/"),
            ("//", "/"),
            ("/w/a/d/x%2F%2Fy", "/w/a/d/x%2F%2Fy"),
            ("/w//../api/v1/me", "/w/../api/v1/me"),
            ("/v1", "/v1"),
            ("/v10//v1/x", "/v10/v1/x"),
        ] {
            assert_eq!(of(&Method::GET, sent), meant, "{sent}");
        }
    }

    #[test]
    fn a_missing_id_is_not_made_to_mean_all() {
        for (sent, meant) in [
            ("/api/v1/workspaces/a/documents/", "/api/v1/workspaces/a/documents/"),
            ("/api/v1/workspaces//documents/x", "/api/v1/workspaces//documents/x"),
            ("//api//v1//workspaces/a/documents/x", "/api/v1/workspaces/a/documents/x"),
        ] {
            assert_eq!(of(&Method::DELETE, sent), meant, "{sent}");
        }
    }
}
