//! Texts in a batch: lines of JSON that are kept as one file until a job makes a document of each.

use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::sync::Arc;

use quipu::Error;
use quipu::documents::{GIVEN, is_document_id, with_front_matter};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use crate::originals::{Arrived, Originals};
use crate::problem::HttpProblem;
use crate::upload_name::clean;

/// The most texts of a batch.
pub(crate) const MOST_TEXTS: usize = 10_000;

/// A text of a batch.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BatchText {
    /// The text, in Markdown.
    pub(crate) text: String,
    /// The id of the document; by default a part of its content's hash.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<String>,
    /// Its title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) title: Option<String>,
    /// Its tags.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) tags: Vec<String>,
    /// Its metadata, by field.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    #[schema(value_type = Object)]
    pub(crate) metadata: Map<String, Value>,
}

impl BatchText {
    /// The id of its document.
    pub(crate) fn document(&self) -> String {
        self.id.clone().unwrap_or_else(|| format!("{GIVEN}/{}", self.file_name()))
    }

    /// The name of its original: its id, or a part of its content's hash.
    pub(crate) fn file_name(&self) -> String {
        let name = match &self.id {
            Some(id) => clean(id),
            None => blake3::hash(self.text.as_bytes()).to_hex()[..16].to_owned(),
        };
        let is_markdown = Path::new(&name).extension().is_some_and(|extension| extension == "md");
        if is_markdown { name } else { format!("{name}.md") }
    }

    /// Its content as a file of Markdown, with its properties as front matter.
    pub(crate) fn into_markdown(self) -> String {
        let metadata = with_tags(self.metadata, self.tags);
        with_front_matter(self.text, self.id.as_deref(), self.title.as_deref(), metadata)
    }

    /// Checks what no schema says; `place` names the text, as `/3`.
    pub(crate) fn check(&self, place: &str) -> Result<(), HttpProblem> {
        let wrong = |part: &str, detail: &str| {
            Err(HttpProblem::invalid(format!("{part}: {detail}")).at(&format!("{place}/{part}")))
        };
        match () {
            () if self.text.trim().is_empty() => wrong("text", "it is empty"),
            () if !self.id.as_deref().is_none_or(is_document_id) => {
                wrong("id", "from 1 to 1024 bytes, without control characters")
            }
            () => Ok(()),
        }
    }
}

/// Metadata with tags beside those that it has.
pub(crate) fn with_tags(mut metadata: Map<String, Value>, tags: Vec<String>) -> Map<String, Value> {
    if !tags.is_empty() {
        let known = match metadata.remove("tags") {
            Some(Value::Array(known)) => known,
            Some(Value::Null) | None => Vec::new(),
            Some(one) => vec![one],
        };
        let mut all = known;
        for tag in tags.into_iter().map(|tag| json!(tag)) {
            if !all.contains(&tag) {
                all.push(tag);
            }
        }
        metadata.insert("tags".to_owned(), Value::Array(all));
    }
    metadata
}

/// Checks a batch: every text is valid, no id is used twice, and there are not too many. Texts are not kept.
///
/// # Errors
/// With the place of the first fault.
pub(crate) fn checked(
    texts: impl Iterator<Item = Result<impl Borrow<BatchText>, HttpProblem>>,
) -> Result<usize, HttpProblem> {
    let mut known = BTreeMap::new();
    let mut count = 0;
    for (at, text) in texts.enumerate() {
        let text = text?;
        let text: &BatchText = text.borrow();
        text.check(&format!("/{at}"))?;
        if let Some(id) = &text.id
            && let Some(before) = known.insert(id.clone(), at)
        {
            let detail = format!("id: {id:?} is that of the text {before}, too");
            return Err(HttpProblem::invalid(detail).at(&format!("/{at}/id")));
        }
        count += 1;
    }
    match count {
        0 => Err(HttpProblem::invalid("the batch has no text")),
        count if count > MOST_TEXTS => {
            let detail = format!("the batch has {count} texts, and may have {MOST_TEXTS}; send the rest in another");
            Err(HttpProblem::new(axum::http::StatusCode::PAYLOAD_TOO_LARGE, "too-large", detail))
        }
        count => Ok(count),
    }
}

/// The texts of lines of JSON, read one by one; empty lines are passed over. One more than a batch may have is the last.
pub(crate) fn texts_of_lines(input: impl BufRead) -> impl Iterator<Item = Result<BatchText, HttpProblem>> {
    let read = |(at, line): (usize, io::Result<String>)| {
        let wrong = |reason: String| HttpProblem::invalid(format!("line {}: {reason}", at + 1));
        let line = match line {
            Ok(line) => line,
            Err(error) => return Some(Err(wrong(error.to_string()))),
        };
        let line = line.trim_start_matches('\u{feff}').trim();
        (!line.is_empty()).then(|| serde_json::from_str(line).map_err(|error| wrong(error.to_string())))
    };
    input.lines().enumerate().filter_map(read).take(MOST_TEXTS + 1)
}

/// Makes an original of every text of a batch that is kept.
///
/// # Errors
/// When the batch cannot be read, or an original not be written.
pub(super) async fn split(originals: &Arc<Originals>, hash: &str) -> Result<Vec<Arrived>, Error> {
    let path = originals.path(hash);
    let failed = |reason| Error::File { path: "originals".into(), reason };
    let input = BufReader::new(File::open(&path).map_err(failed)?);
    let file = |text: Result<BatchText, HttpProblem>| {
        let text = text.map_err(|problem| io::Error::other(problem.detail))?;
        Ok((text.file_name(), text.into_markdown().into_bytes()))
    };
    originals.keep_all(texts_of_lines(input).map(file)).await.map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(id: Option<&str>) -> BatchText {
        let id = id.map(str::to_owned);
        BatchText { text: "The bell.".to_owned(), id, title: None, tags: Vec::new(), metadata: Map::new() }
    }

    #[test]
    fn a_batch_is_checked_as_a_whole() {
        let lines = "\u{feff}{\"text\": \"a\"}\n\n{\"text\": \"b\", \"id\": \"b\", \"tags\": [\"x\"]}\n";
        assert_eq!(checked(texts_of_lines(lines.as_bytes())).unwrap(), 2);
        let wrong = checked(texts_of_lines("{\"text\": \"a\"}\n{\"tekst\": 1}".as_bytes())).unwrap_err();
        assert!(wrong.detail.starts_with("line 2: "), "{}", wrong.detail);
        let twice = [text(Some("a")), text(None), text(Some("a"))];
        assert_eq!(checked(twice.iter().map(Ok)).unwrap_err().errors[0].pointer, "/2/id");
        let empty = [text(None), BatchText { text: " ".to_owned(), ..text(None) }];
        assert_eq!(checked(empty.iter().map(Ok)).unwrap_err().errors[0].pointer, "/1/text");
        assert!(checked(std::iter::empty::<Result<BatchText, _>>()).is_err());
        assert_eq!(checked(std::iter::repeat_n(&text(None), MOST_TEXTS + 1).map(Ok)).unwrap_err().status, 413);
    }

    #[test]
    fn tags_stand_beside_those_of_the_metadata() {
        let tags = |known: Value| {
            with_tags(Map::from_iter([("tags".to_owned(), known)]), vec!["b".to_owned()])["tags"].clone()
        };
        assert_eq!(tags(json!(["a", "b"])), json!(["a", "b"]));
        assert_eq!(tags(json!("a")), json!(["a", "b"]));
        assert_eq!(with_tags(Map::new(), Vec::new()), Map::new());
    }
}
