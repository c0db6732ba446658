//! Detection of technical texts: manuals, references and notes speak of code and settings, and their pronouns, titles
//! and common nouns mean something else than those of articles.

use quipu_kernel::model::{Kind, Mention, Span};

/// One name from code in this number of sentences makes a text technical.
const EVERY: usize = 4;
/// One sign from code, such as a slash or a brace, in this number of bytes does too.
const SIGNS: usize = 60;

/// True if a text is technical, by its contents alone.
pub(super) fn is_technical(text: &str, sentences: &[Span], mentions: &[Mention]) -> bool {
    if text.contains("```") {
        return true;
    }
    let named = mentions.iter().filter(|mention| matches!(mention.kind, Kind::Identifier | Kind::Service)).count();
    let spans = text.bytes().filter(|byte| *byte == b'`').count() / 2;
    let signs = text.bytes().filter(|byte| b"{}<>=/\\|_#`$@".contains(byte)).count();
    named.max(spans) * EVERY >= sentences.len().max(1) || signs * SIGNS > text.len()
}
