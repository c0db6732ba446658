//! A question with the data of its language, as the kernel's strategies get it.

use std::sync::Arc;

use quipu_kernel::view::Question;

use crate::answer::asked::word_forms::widened;
use crate::questions::{FormOfQuestion, ReadQuestion};
use crate::thesaurus::THESAURUS;

/// A question with its route by its form, with the words that say the same, and with other forms and spellings of its
/// words.
pub fn understood(question: Question) -> Question {
    let route = Some(FormOfQuestion { names: &[] }.read(&question.text).kind);
    widened(Question { route, thesaurus: Arc::clone(&THESAURUS), ..question })
}
