//! Originals: the uploaded bytes, whole or a part, in a form that a browser shows without running anything.

use std::io::SeekFrom;
use std::sync::Arc;

use axum::body::Body as Bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use futures::StreamExt as _;
use quipu::documents::GIVEN;
use quipu_research::papers;
use tokio::fs::File;
use tokio::io::{AsyncReadExt as _, AsyncSeekExt as _};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::middleware::authentication::Space;
use crate::middleware::extractors::Last;
use crate::problem::HttpProblem;
use crate::schemas::FileBytes;
use crate::shapes::Failures;

/// Size of a read.
const PIECE: u64 = 64 << 10;

pub(super) fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(original))
}

/// Opens the original of a document
///
/// The uploaded bytes, or those of a paper from its source, or those of one `Range`. A type that a browser would run
/// comes as an attachment.
#[utoipa::path(get, path = "/documents/{document}/original", operation_id = "original", tag = "documents",
    params(("name" = String, Path, description = "The workspace."), ("document" = String, Path, description = "Its key or id."), ("Range" = Option<String>, Header, description = "One range of bytes.")),
    responses((status = 200, description = "The bytes.", body = FileBytes, content_type = "application/octet-stream"),
        (status = 206, description = "A range of the bytes.", body = FileBytes, content_type = "application/octet-stream"),
        (status = 416, description = "The range is not satisfiable.", body = HttpProblem, content_type = "application/problem+json"), Failures))]
async fn original(Space(served): Space, headers: HeaderMap, Last(name): Last) -> Result<Response, HttpProblem> {
    let none = || {
        let detail = "this document has no original: it was read from a folder, or uploaded by an older program";
        HttpProblem::new(StatusCode::NOT_FOUND, "no-original", detail)
    };
    let document = served.quipu().document_row(&name).await?.ok_or_else(|| HttpProblem::not_found("document"))?;
    let source = document.source.path.as_str();
    let uploaded = source.strip_prefix(GIVEN).and_then(|name| name.strip_prefix('/'));
    let path = match uploaded {
        Some(uploaded) => {
            let failed = |error| HttpProblem::of_file("originals", error);
            let upload = served.originals.find(uploaded).map_err(failed)?.ok_or_else(none)?;
            served.originals.path(&upload.hash)
        }
        // The text of a paper, as its source gave it.
        None => papers(&served.quipu()).file(&document.id).await?.ok_or_else(none)?,
    };
    let file = File::open(path).await.map_err(|_| none())?;
    let bytes = file.metadata().await.map_err(|error| HttpProblem::of_file("the file", error))?.len();
    let uploaded = uploaded.unwrap_or(source);
    let (kind, how) = shown_as(&document.source.mime, uploaded);
    let mut response = sent(file, bytes, &headers).await?;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CONTENT_DISPOSITION, disposition(how, uploaded));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("sandbox; default-src 'none'"));
    Ok(response)
}

/// A file as a reply: whole, or the requested range.
pub(super) async fn sent(mut file: File, bytes: u64, asked: &HeaderMap) -> Result<Response, HttpProblem> {
    let range = asked.get(header::RANGE).and_then(|range| range.to_str().ok()).and_then(|text| range(text, bytes));
    let (start, end) = match range {
        Some(Err(())) => {
            let detail = format!("the file has {bytes} bytes, and none of those");
            return Err(HttpProblem::new(StatusCode::RANGE_NOT_SATISFIABLE, "range", detail));
        }
        Some(Ok(range)) => range,
        None => (0, bytes),
    };
    file.seek(SeekFrom::Start(start)).await.map_err(|error| HttpProblem::of_file("the file", error))?;
    let pieces = futures::stream::unfold((file, end - start), |(mut file, left)| async move {
        let mut piece = vec![0; left.min(PIECE) as usize];
        if left == 0 {
            return None;
        }
        match file.read(&mut piece).await {
            Ok(0) => None,
            Ok(read) => {
                piece.truncate(read);
                Some((Ok::<_, std::io::Error>(piece), (file, left - read as u64)))
            }
            Err(error) => Some((Err(error), (file, 0))),
        }
    });
    // The compression layer polls once more after the end.
    let mut response = Response::new(Bytes::from_stream(pieces.fuse()));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(end - start));
    headers.insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    if range.is_some() {
        let told = format!("bytes {start}-{}/{bytes}", end.saturating_sub(1));
        if let Ok(told) = HeaderValue::from_str(&told) {
            headers.insert(header::CONTENT_RANGE, told);
        }
        *response.status_mut() = StatusCode::PARTIAL_CONTENT;
    }
    Ok(response)
}

/// The one range of a header, its end exclusive; an error where the file has none of it. An unreadable range,
/// or one of several parts, is ignored.
fn range(text: &str, bytes: u64) -> Option<Result<(u64, u64), ()>> {
    let (first, last) = text.strip_prefix("bytes=")?.split_once('-')?;
    let (start, end) = match (first.parse::<u64>(), last.parse::<u64>()) {
        (Ok(first), Ok(last)) if first <= last => (first, bytes.min(last.saturating_add(1))),
        (Ok(first), Err(_)) if last.is_empty() => (first, bytes),
        (Err(_), Ok(last)) if first.is_empty() => (bytes.saturating_sub(last), bytes),
        _ => return None,
    };
    Some(if start < end { Ok((start, end)) } else { Err(()) })
}

/// The media type for a browser's display: only types that run nothing keep their own.
fn shown_as(mime: &str, name: &str) -> (&'static str, &'static str) {
    // A plain text may be another type for a program, as SVG is.
    let is_plain = name.rsplit_once('.').is_none_or(|(_, end)| ["txt", "md", "markdown", "text"].contains(&end));
    match mime {
        "application/pdf" => ("application/pdf", "inline"),
        "image/png" => ("image/png", "inline"),
        "image/jpeg" => ("image/jpeg", "inline"),
        "image/webp" => ("image/webp", "inline"),
        "text/plain" | "text/markdown" if is_plain => ("text/plain; charset=utf-8", "inline"),
        _ => ("application/octet-stream", "attachment"),
    }
}

/// The `Content-Disposition` of a file, for any characters in its name.
pub(super) fn disposition(how: &str, name: &str) -> HeaderValue {
    let base = name.rsplit('/').next().unwrap_or_default();
    let escaped: String = base
        .bytes()
        .map(|byte| match byte {
            byte if byte.is_ascii_alphanumeric() || b"._-".contains(&byte) => char::from(byte).to_string(),
            byte => format!("%{byte:02X}"),
        })
        .collect();
    let value = format!("{how}; filename*=UTF-8''{escaped}");
    HeaderValue::from_str(&value).unwrap_or_else(|_| HeaderValue::from_static("attachment"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_runs_nothing_is_shown_as_itself() {
        assert_eq!(shown_as("application/pdf", "a.pdf").1, "inline");
        assert_eq!(shown_as("text/plain", "a.txt").1, "inline");
        assert_eq!(shown_as("text/plain", "a.svg").1, "attachment");
        for mime in
            ["text/html", "image/svg+xml", "application/xhtml+xml", "text/javascript", "application/x-anything", ""]
        {
            assert_eq!(shown_as(mime, "a.x"), ("application/octet-stream", "attachment"), "{mime}");
        }
    }

    #[test]
    fn a_name_cannot_end_its_header() {
        let value = disposition("inline", "a/б\"\r\nX: 1.pdf");
        assert_eq!(value.to_str().unwrap(), "inline; filename*=UTF-8''%D0%B1%22%0D%0AX%3A%201.pdf");
    }

    #[test]
    fn ranges_are_within_the_file() {
        assert_eq!(range("bytes=0-3", 10), Some(Ok((0, 4))));
        assert_eq!(range("bytes=4-", 10), Some(Ok((4, 10))));
        assert_eq!(range("bytes=-3", 10), Some(Ok((7, 10))));
        assert_eq!(range("bytes=4-18446744073709551615", 10), Some(Ok((4, 10))));
        assert_eq!(range("bytes=10-", 10), Some(Err(())));
        assert_eq!(range("bytes=-0", 10), Some(Err(())));
        for odd in ["bytes=3-1", "bytes=1-2,4-5", "lines=1-2", "bytes=a-b", ""] {
            assert_eq!(range(odd, 10), None, "{odd}");
        }
    }
}
