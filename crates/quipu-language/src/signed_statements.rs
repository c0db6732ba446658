//! The statements of a sentence with their signs, for the fit.

use quipu_kernel::model::Chunk;

use crate::english::statements::{End, PageDrafts, drafts, policy};
use crate::names::extract;
use crate::parser::Parser;
use crate::rules::mention_at;
use crate::sentences::{ReadSentences, TreebankSentences};
use crate::trust::Signs;

/// A statement that the rules find in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedStatement {
    /// The form of the first end.
    pub source: String,
    /// The predicate.
    pub predicate: String,
    /// The form of the second end.
    pub target: String,
    /// The signs.
    pub signs: Signs,
}

/// The statements of an English text below a title; `technical` is a property of the document that the text is from.
pub fn signed_statements(title: &str, text: &str, technical: bool) -> Vec<SignedStatement> {
    let chunk = Chunk { text: text.to_owned(), language: "en".to_owned(), ..Chunk::default() };
    let mentions = extract(&chunk).mentions;
    let mut page = TreebankSentences { title, mentions: &mentions, opens: false }.read(&chunk.text);
    page.technical = technical;
    page.topic = page.topic.take().filter(|_| !technical);
    let PageDrafts { drafts, .. } = drafts(&page, &mut Parser::english(), &mentions);
    let thing = |end: End| mention_at(&mentions, end).is_some();
    let kept = drafts.iter().filter(|draft| policy::keeps(draft, text, technical, thing));
    kept.map(|draft| SignedStatement {
        source: draft.source.form(&page).to_owned(),
        predicate: draft.predicate.clone(),
        target: draft.target.form(&page).to_owned(),
        signs: draft.signs,
    })
    .collect()
}
