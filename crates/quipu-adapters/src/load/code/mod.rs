//! The loader of source code: comments become prose, and each commented definition a section with its
//! code in a fence.
//!
//! Lines are classified by the marks of their language (`languages`), not parsed: a definition is a
//! line that begins with one of its keywords. Comments inside a definition stay in its code. All content
//! of the file is in the text, except the marks of the comments that became prose.

mod languages;
mod outline;

use quipu_engine::ports::{Input, LoadError, Loaded, Loader};
use quipu_kernel::model::{Format, Metadata};

use super::decode::decode;
use super::written::Written;
use super::{extension, is_text};

/// Reads source code.
#[derive(Debug, Clone, Copy, Default)]
pub struct Code;

impl Loader for Code {
    fn name(&self) -> &'static str {
        "code"
    }

    fn accepts(&self, input: &Input<'_>) -> bool {
        languages::of(&extension(input.path)).is_some() && is_text(input)
    }

    fn parse(&self, input: &Input<'_>) -> Result<Loaded, LoadError> {
        let decoded = decode(input.bytes, input.max_text)?;
        let language = languages::of(&extension(input.path)).unwrap_or(&languages::PLAIN);
        let mut written = Written::new(input.max_text);
        outline::write(&mut written, &decoded.text, language);
        written.note(decoded.partial);
        let name = input.path.rsplit('/').next().unwrap_or(input.path);
        let mut fields = Metadata::new();
        fields.insert("title".to_owned(), name.into());
        fields.insert("code".to_owned(), language.name.into());
        Ok(written.finish(input.path, "text/x-source", Format::Markdown, fields)?.into())
    }
}
