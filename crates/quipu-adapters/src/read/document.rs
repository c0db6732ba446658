//! A file becomes a document: at most as much of it in memory as a document may have.

use std::fs::File;
use std::io::Read;

use quipu_engine::ports::{Input, LoadError, Loader};
use quipu_kernel::model::{Document, Metadata, SourceFile};
use quipu_kernel::text::language_of;

use super::Found;
use crate::load::parse;

/// What front matter may add to the bytes that are read.
const FRONT: usize = 1 << 20;

/// Reads one file with the first loader that accepts it; keeps at most `max_document` bytes of
/// text.
///
/// # Errors
/// When the file cannot be read, or holds no text: a line for the report.
pub fn read(found: &Found, loaders: &[Box<dyn Loader>], max_document: usize) -> Result<Document, LoadError> {
    // Text in two bytes a character may shrink to half when it becomes UTF-8.
    let bound = max_document.saturating_mul(2).saturating_add(FRONT);
    let bytes = bytes(found, bound).map_err(|error| LoadError::Unreadable { reason: error.to_string() })?;
    let parsed = parse(loaders, &Input { path: &found.source, bytes: &bytes, max_text: max_document })?;
    let more = bytes.len() == bound && found.size as usize != bound;
    Ok(Document {
        id: parsed.id.unwrap_or_else(|| found.source.clone()),
        source: SourceFile { path: found.source.clone(), mime: parsed.mime, text_offset: parsed.text_offset },
        title: parsed.title.unwrap_or_else(|| name_of(found)),
        language: stated_language(&parsed.metadata).unwrap_or_else(|| language_of(&parsed.text).to_owned()),
        metadata: parsed.metadata,
        format: parsed.format,
        partial: parsed.partial.or_else(|| more.then(|| format!("only its first {bound} bytes were read"))),
        text: parsed.text,
    })
}

fn bytes(found: &Found, bound: usize) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let source: Box<dyn Read> = match found.is_stdin() {
        true => Box::new(std::io::stdin().lock()),
        false => Box::new(File::open(&found.path)?),
    };
    bytes.try_reserve_exact((found.size as usize).min(bound))?;
    source.take(bound as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The file's name without its extension.
fn name_of(found: &Found) -> String {
    match found.path.file_stem().filter(|_| !found.is_stdin()) {
        Some(stem) => stem.to_string_lossy().into_owned(),
        None => "standard input".to_owned(),
    }
}

/// The language that front matter states, as `lang: en` or `language: ru-RU`.
fn stated_language(metadata: &Metadata) -> Option<String> {
    let stated = metadata.get("lang").or_else(|| metadata.get("language"))?.as_str()?;
    let code = stated.split(['-', '_']).next()?.to_lowercase();
    (code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_lowercase())).then_some(code)
}
