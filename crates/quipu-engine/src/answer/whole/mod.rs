//! Answers over all documents at once: how many or which of them mention a word, the members of a kind with the number of
//! documents that name each, and a thing as a whole. Texts are read to their end, not looked up: a count is exact, or is
//! said to be cut.

mod defined_name;
mod definitions;
mod field_values;
mod largest_group;
mod latest;
mod members;
mod mention_count;
mod mentions;
mod named_documents;
mod named_kinds;
mod snippets;
mod thing;
mod thing_pages;
mod thing_sections;
mod wording;

use quipu_kernel::text::language_of;
use quipu_kernel::view::Filter;
use quipu_language::questions::WholeAsked;

use crate::answer::Answer;
use crate::base::ports::DocumentRow;
use crate::base::{EngineError, Workspace};
pub(crate) use defined_name::definition;
use wording::WholeWording;

/// The answer to a question over all documents that a filter admits; none where they do not answer it so.
///
/// # Errors
/// When the store cannot be read.
pub(crate) async fn over_all(
    workspace: &Workspace,
    filter: &Filter,
    question: &str,
    asked: &WholeAsked,
) -> Result<Option<Answer>, EngineError> {
    let wording = WholeWording { russian: language_of(question) == "ru" };
    match asked {
        WholeAsked::Documents(of) => mentions::documents(workspace, filter, of, wording).await,
        WholeAsked::Mentions(asked) => mentions::mentions(workspace, filter, asked, wording).await,
        WholeAsked::Members(asked) => members::members(workspace, filter, asked, wording).await,
        WholeAsked::LargestGroup => largest_group::largest(workspace, filter, wording).await,
        WholeAsked::Latest => latest::latest(workspace, filter, wording).await,
        WholeAsked::Authors => field_values::authors(workspace, filter, wording).await,
        WholeAsked::Thing(name) => thing::thing(workspace, filter, name, Some(wording)).await,
    }
}

/// A thing as a whole, by any of its names, in the language of its own page; none where no document names it.
///
/// # Errors
/// When the store cannot be read.
pub async fn summary_of(workspace: &Workspace, name: &str) -> Result<Option<Answer>, EngineError> {
    let found = thing::thing(workspace, &Filter::default(), name, None).await?;
    Ok(found.map(|answer| Answer { question: name.to_owned(), ..answer }))
}

/// The label of a sentence that opens the page or the section of a thing, and does not define it.
pub(crate) fn in_short(russian: bool) -> &'static str {
    WholeWording { russian }.in_short()
}

/// As [`summary_of`], of some documents alone, in a language.
///
/// # Errors
/// When the store cannot be read.
pub(crate) async fn summary_among(
    workspace: &Workspace,
    rows: Vec<DocumentRow>,
    name: &str,
    russian: bool,
) -> Result<Option<Answer>, EngineError> {
    thing::thing_among(workspace, rows, name, Some(WholeWording { russian })).await
}
