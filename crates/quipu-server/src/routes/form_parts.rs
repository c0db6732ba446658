//! The parts of a form: files, each kept before the next is read, and properties of their documents.

use axum::body::Bytes as Piece;
use axum::extract::Multipart;
use axum::extract::multipart::{Field, MultipartError};
use axum::http::StatusCode;
use quipu::documents::{DocumentProperties, is_document_id};
use serde_json::{Map, Value};

use crate::app::App;
use crate::jobs::with_tags;
use crate::middleware::extractors::DRAINED;
use crate::middleware::pace::RequestPace;
use crate::originals::Arrived;
use crate::problem::HttpProblem;
use crate::served::Served;
use crate::upload_name::of_part;

/// The most bytes of a part that is not a file.
const WORDS: usize = 64 << 10;

/// The parts of a form.
#[derive(Default)]
pub(super) struct FormParts {
    /// The files.
    pub(super) files: Vec<Arrived>,
    /// Properties of their documents.
    pub(super) properties: DocumentProperties,
    /// True if no model is to read them.
    pub(super) offline: bool,
}

/// Reads a form; each file is durable before the next begins.
///
/// # Errors
/// When a part is not one of these, or is too large.
pub(super) async fn form_parts(app: &App, served: &Served, mut form: Multipart) -> Result<FormParts, HttpProblem> {
    let (mut parts, mut tags) = (FormParts::default(), Vec::new());
    loop {
        let field = RequestPace::new(app.options.patience).wait(form.next_field()).await?;
        let Some(mut field) = field.map_err(|error| broken(&error))? else { break };
        if let Some(name) = of_part(field.headers()) {
            if parts.files.len() == app.options.max_files {
                let detail = format!("a request may have {} files; send the rest in another", app.options.max_files);
                return Err(HttpProblem::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", detail));
            }
            parts.files.push(form_file(app, served, name, field).await?);
            continue;
        }
        let name = field.name().unwrap_or_default().to_owned();
        let is_known = matches!(name.as_str(), "id" | "title" | "tags" | "tag" | "tags[]" | "metadata" | "offline");
        if !is_known {
            return Err(HttpProblem::invalid(format!(
                "the part {name:?} is not a file; name it `file` and give it a filename, or send one of id, title, tags, \
                 metadata, offline"
            )));
        }
        let text = words(app, &name, &mut field).await?;
        let said = Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        match name.as_str() {
            "id" => parts.properties.id = said,
            "title" => parts.properties.title = said,
            "metadata" => parts.properties.metadata = object(&text)?,
            "offline" => parts.offline = yes(&text)?,
            _ => tags.extend(tags_of(&text)),
        }
    }
    if let Some(id) = parts.properties.id.as_ref().filter(|id| !is_document_id(id)) {
        let detail = format!("id: {id:?} has more than 1024 bytes, or control characters");
        return Err(HttpProblem::invalid(detail));
    }
    parts.properties.metadata = with_tags(parts.properties.metadata, tags);
    Ok(parts)
}

/// The text of a part that is not a file.
async fn words(app: &App, name: &str, field: &mut Field<'_>) -> Result<String, HttpProblem> {
    let (mut bytes, mut pace) = (Vec::new(), RequestPace::new(app.options.patience));
    while let Some(piece) = piece(field, &mut pace).await? {
        bytes.extend_from_slice(&piece);
        if bytes.len() > WORDS {
            let detail = format!("the part {name:?} is larger than {WORDS} bytes, the limit");
            return Err(HttpProblem::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", detail));
        }
    }
    String::from_utf8(bytes).map_err(|_| HttpProblem::invalid(format!("the part {name:?} is not UTF-8")))
}

/// Metadata as JSON.
fn object(text: &str) -> Result<Map<String, Value>, HttpProblem> {
    if text.trim().is_empty() {
        return Ok(Map::new());
    }
    serde_json::from_str(text)
        .map_err(|error| HttpProblem::invalid(format!("the part \"metadata\" is no object of JSON: {error}")))
}

fn yes(text: &str) -> Result<bool, HttpProblem> {
    match text.trim().to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" | "" => Ok(false),
        _ => Err(HttpProblem::invalid("the part \"offline\" says neither true nor false")),
    }
}

/// Tags in any form that clients send: an array of JSON, a list with commas, or one alone.
fn tags_of(text: &str) -> Vec<String> {
    if let Ok(tags) = serde_json::from_str::<Vec<String>>(text) {
        return tags;
    }
    text.split(',').map(str::trim).filter(|tag| !tag.is_empty()).map(str::to_owned).collect()
}

async fn form_file(app: &App, served: &Served, name: String, mut field: Field<'_>) -> Result<Arrived, HttpProblem> {
    let failed = |error| HttpProblem::of_file("originals", error);
    let mut writing = served.originals.begin().map_err(failed)?;
    let (mut over, mut pace) = (0, RequestPace::new(app.options.patience));
    while let Some(piece) = piece(&mut field, &mut pace).await? {
        if over == 0 && writing.add(&piece).await.map_err(failed)? <= app.options.max_file {
            continue;
        }
        // The rest is read on for a while, so that its sender reads why it was refused.
        over += piece.len();
        if over > DRAINED {
            break;
        }
    }
    if over > 0 {
        let detail = format!("{name} is larger than {} bytes, the limit", app.options.max_file);
        return Err(HttpProblem::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", detail));
    }
    served.originals.finish(name, writing).await.map_err(failed)
}

async fn piece(field: &mut Field<'_>, pace: &mut RequestPace) -> Result<Option<Piece>, HttpProblem> {
    let piece = pace.wait(field.chunk()).await?.map_err(|error| broken(&error))?;
    pace.came(piece.as_ref().map_or(0, Piece::len))?;
    Ok(piece)
}

fn broken(error: &MultipartError) -> HttpProblem {
    HttpProblem::new(StatusCode::BAD_REQUEST, "body", error.body_text())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_come_in_the_forms_that_clients_send() {
        for (text, tags) in [
            ("a, b ,c", vec!["a", "b", "c"]),
            ("[\"a\", \"b, c\"]", vec!["a", "b, c"]),
            (" a ", vec!["a"]),
            ("", vec![]),
        ] {
            assert_eq!(tags_of(text), tags, "{text}");
        }
        assert!(object("[1]").is_err() && object("{").is_err());
        assert_eq!(object(" ").unwrap(), Map::new());
    }
}
