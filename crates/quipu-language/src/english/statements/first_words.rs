//! The first words of sentences, by their trees: a subject that its verb agrees with is a name, a verb before a name is a
//! step ("Install Docker Compose").

use quipu_kernel::model::{Kind, Mention};

use super::parse_tree::ParseTree;
use super::sentence_names::{NameSpan, TextNames};
use crate::parser::{Label, Tag, is_common};

/// What trees say of names that begin sentences, by bytes of the text.
#[derive(Debug, Default)]
pub(crate) struct FirstWords {
    /// Starts of words that are names after all.
    pub(crate) names: Vec<usize>,
    /// Starts of names that begin with a verb, each with the start of its second word.
    pub(crate) steps: Vec<FirstVerb>,
}

/// A verb that was taken for the beginning of a name.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FirstVerb {
    /// Start of the verb.
    pub(crate) start: usize,
    /// Start of the word after it.
    pub(crate) next: usize,
}

impl FirstWords {
    /// Takes in what a tree says.
    pub(super) fn add(&mut self, tree: &ParseTree<'_, '_>, named: &TextNames<'_>) {
        for name in tree.names.iter().filter(|name| name.known) {
            let Some(mention) = named.at(name.bytes.0) else { continue };
            if is_subject(tree, name, mention) {
                self.names.push(name.bytes.0);
            } else if name.first < name.last && is_step(tree, name) {
                self.steps.push(FirstVerb { start: name.bytes.0, next: tree.words[name.first + 1].start });
            }
        }
    }
}

/// True for one word that is the subject of a verb in the singular, or in the past, and no frequent noun.
fn is_subject(tree: &ParseTree<'_, '_>, name: &NameSpan, mention: &Mention) -> bool {
    let at = name.head;
    let subject = matches!(tree.labels[at], Label::Nsubj | Label::NsubjPass) && tree.tags[at].is_proper();
    let agrees = |at: usize| matches!(tree.tags[at], Tag::Vbd | Tag::Vbz | Tag::Md);
    let head = tree.heads[at];
    let verb = || agrees(head) || tree.kids(head, &[Label::Aux, Label::AuxPass]).into_iter().any(agrees);
    mention.kind == Kind::Word && subject && verb() && !is_common(&mention.form)
}

/// True for a name whose first word is a verb that begins the sentence.
fn is_step(tree: &ParseTree<'_, '_>, name: &NameSpan) -> bool {
    let begins = tree.words[..name.first].iter().all(|word| !word.read.contains(char::is_alphanumeric));
    begins && matches!(tree.tags[name.first], Tag::Vb | Tag::Vbp)
}
