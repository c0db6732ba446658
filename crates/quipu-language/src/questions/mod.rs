//! The readers of a question, side by side behind one trait, [`ReadQuestion`].
//!
//! | reader | result | used by |
//! |---|---|---|
//! | [`KindOfAnswer`] (`answer/asked/`) | the form of a question, and the type of value that must stand in an answer ([`Asked`](crate::answer::Asked)) | the answer that quotes |
//! | [`FormOfQuestion`] (`plan/route.rs`) | its kind by its form, with the rule that says so ([`Route`](crate::plan::Route)) | the agent, the strategy `auto`, the monitor |
//! | [`SmallTalkOfText`] (`talk.rs`) | the kind of [`SmallTalk`], where a text is nothing else | the first answerer |
//! | [`DefinitionOfText`] (`definition.rs`) | the name whose meaning it asks for | the answerer of definitions |
//! | [`QuestionOfWhole`] (`whole/`) | what it asks of all documents at once: how many mention something, what is commonest, a thing as a whole ([`WholeAsked`]) | the answerers that count and gather |
//! | [`WantedFact`] (`clauses/wanted.rs`) | the fact that it asks of sentences: known name, missing value, time ([`AskedFact`](crate::clauses::wanted::AskedFact)) | findings in clauses, parts of a plan |
//!
//! Each takes a question in its own form: as text or as pieces, since rules of each were fitted on
//! that.

mod answer;
mod definition;
mod fact;
mod form;
mod proposed;
mod talk;
mod whole;

pub use answer::KindOfAnswer;
pub use definition::DefinitionOfText;
pub use fact::WantedFact;
pub use form::FormOfQuestion;
pub use proposed::{ProposedKind, ProposedQuestion, proposed_questions};
pub use talk::{SmallTalk, SmallTalkOfText};
pub use whole::{DocumentNoun, MembersAsked, MentionAsked, QuestionOfWhole, WholeAsked, kind_of_noun};

/// A reader of questions.
pub trait ReadQuestion {
    /// The form in which it takes a question.
    type Form<'q>: ?Sized;
    /// Its result.
    type Asked;

    /// Reads a question. Total: a question without a rule is read as the most common case.
    fn read(&self, question: &Self::Form<'_>) -> Self::Asked;
}

#[cfg(test)]
mod tests {
    use quipu_kernel::view::RouteKind;

    use super::*;
    use crate::answer::WantedValue;
    use crate::clauses::clause_pieces::pieces;
    use crate::clauses::wanted::AskedSort;

    #[test]
    fn each_reader_reads_the_same_question_in_its_own_way() {
        let text = "How many bridges cross the Neva?";
        assert_eq!(KindOfAnswer.read(text).value, WantedValue::Number);
        assert_eq!(FormOfQuestion { names: &[] }.read(text).kind, RouteKind::Count);
        assert_eq!(WantedFact.read(&pieces(text, &[])).sort, AskedSort::Number);
    }
}
