//! Documents of the web as originals: each is fetched within limits, and named by its address.

use std::sync::Arc;

use quipu::Error;

use super::log::JobEvent;
use super::means::Means;
use super::queue::RunningJob;
use super::reports::NotFetched;
use crate::originals::Arrived;
use crate::upload_name::clean;

/// Fetches documents, one after the other; failures are reported, and the others go on. It fails where all fail.
///
/// # Errors
/// The error of the first one, where all failed.
pub(super) async fn fetched(
    means: &Means<'_>,
    addresses: &[String],
    run: &RunningJob,
) -> Result<(Vec<Arrived>, Vec<NotFetched>), Error> {
    let (mut arrived, mut refused, mut first) = (Vec::new(), Vec::new(), None);
    for address in addresses {
        match one(means, address).await {
            Ok(one) => arrived.push(one),
            Err(error) => {
                let (address, reason) = (address.clone(), error.to_string());
                let told = Some(reason.clone());
                run.emit(JobEvent::Document { id: address.clone(), state: "skipped".to_owned(), reason: told });
                refused.push(NotFetched { address, reason });
                first = first.or(Some(error));
            }
        }
    }
    match first {
        Some(error) if arrived.is_empty() => Err(error),
        _ => Ok((arrived, refused)),
    }
}

async fn one(means: &Means<'_>, address: &str) -> Result<Arrived, Error> {
    let kept = |reason| Error::File { path: "originals".into(), reason };
    let mut writing = means.originals.begin().map_err(kept)?;
    let found = means.rules.fetch(address, &mut |piece| writing.put(piece)).await?;
    let name = named(&found.address, &found.mime);
    Arc::clone(means.originals).finish(name, writing).await.map_err(kept)
}

/// A name for the document of an address: its host and path, with the extension of its type where it has none.
fn named(address: &str, mime: &str) -> String {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let rest = rest.split('#').next().unwrap_or_default();
    let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
    let mut path = path.trim_end_matches('/').to_owned();
    if !path.contains('/') {
        path.push_str("/index");
    }
    let (folder, last) = path.rsplit_once('/').unwrap_or(("", &path));
    let (stem, extension) = match last.rsplit_once('.') {
        Some((stem, extension)) if is_extension(extension) && !stem.is_empty() => (stem, extension),
        _ => (last, extension_of(mime)),
    };
    // Pages that differ by their questions alone are different pages.
    let asked =
        if query.is_empty() { String::new() } else { format!("-{}", &blake3::hash(query.as_bytes()).to_hex()[..8]) };
    clean(&format!("{folder}/{stem}{asked}.{extension}"))
}

fn is_extension(text: &str) -> bool {
    const KNOWN: [&str; 24] = [
        "html", "htm", "pdf", "md", "txt", "json", "jsonl", "xml", "csv", "tsv", "docx", "xlsx", "pptx", "odt", "epub",
        "rst", "adoc", "asciidoc", "rtf", "tex", "ipynb", "yaml", "yml", "eml",
    ];
    KNOWN.contains(&text.to_ascii_lowercase().as_str())
}

fn extension_of(mime: &str) -> &'static str {
    match mime {
        "application/pdf" => "pdf",
        "application/json" => "json",
        "application/xml" | "text/xml" => "xml",
        "application/epub+zip" => "epub",
        "text/markdown" => "md",
        "text/csv" => "csv",
        "text/plain" => "txt",
        _ => "html",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_fetched_is_named_by_its_address() {
        for (address, mime, name) in [
            ("https://example.org/", "text/html", "example.org/index.html"),
            ("https://example.org", "text/html", "example.org/index.html"),
            ("https://arxiv.org/pdf/1706.03762", "application/pdf", "arxiv.org/pdf/1706.03762.pdf"),
            ("http://example.org:8080/a/b.md#top", "text/plain", "example.org:8080/a/b.md"),
            ("http://example.org/../../etc/passwd", "text/plain", "example.org/etc/passwd.txt"),
        ] {
            assert_eq!(named(address, mime), name, "{address}");
        }
        let asked = |query: &str| named(&format!("http://example.org/a.html?{query}"), "text/html");
        assert!(asked("p=1").starts_with("example.org/a-") && asked("p=1").ends_with(".html"));
        assert_ne!(asked("p=1"), asked("p=2"));
    }
}
