//! The subjects of verbs: joined verbs, participles and "to" clauses share the subject of the verb that governs them;
//! participles and relative clauses take the noun that they follow.

use super::Scribe;
use crate::english::RELATIVE;
use crate::parser::{Label, Tag};

/// Maximal number of steps up to a subject.
const DEEPEST: usize = 6;
/// Maximal number of steps up from a participle to a noun.
const HIGHEST: usize = 8;

impl Scribe<'_, '_> {
    /// The subjects of a verb.
    pub(super) fn subjects(&self, verb: usize) -> Vec<usize> {
        self.subjects_within(verb, DEEPEST)
    }

    fn subjects_within(&self, verb: usize, depth: usize) -> Vec<usize> {
        let tree = &self.tree;
        let Some(depth) = depth.checked_sub(1) else { return Vec::new() };
        if let Some(own) = tree.kids(verb, &[Label::Nsubj, Label::NsubjPass]).first() {
            let relative = RELATIVE.has(tree.lower(*own)) && tree.labels[verb] == Label::Relcl;
            return if relative { vec![tree.heads[verb]] } else { tree.joined(*own) };
        }
        let (label, head, tag) = (tree.labels[verb], tree.heads[verb], tree.tags[verb]);
        if head == verb {
            return Vec::new();
        }
        let verbal = |at: usize| tree.tags[at].is_verb() || tree.tags[at] == Tag::Md;
        let participle = matches!(tag, Tag::Vbn | Tag::Vbg | Tag::Vbd);
        let loose = matches!(label, Label::Acl | Label::Relcl | Label::Conj | Label::Advcl | Label::Dep | Label::Xcomp);
        if loose && participle && !tree.is_noun(head) && !verbal(head) {
            return self.climbed(head, depth);
        }
        match label {
            Label::Relcl if matches!(tag, Tag::Vbz | Tag::Vbd | Tag::Vbp) => vec![head],
            Label::Acl if tag == Tag::Vbn && self.is_enumerated(verb, head) => {
                self.subjects_within(tree.heads[tree.heads[head]], depth)
            }
            Label::Acl if tag != Tag::Vb => vec![head],
            Label::Conj | Label::Advcl | Label::Xcomp | Label::Dep | Label::Ccomp | Label::Pcomp if verbal(head) => {
                self.subjects_within(head, depth)
            }
            Label::Conj if matches!(tree.tags[head], Tag::Jj | Tag::Rb) => self.subjects_within(head, depth),
            Label::Conj if tree.is_noun(head) => vec![head],
            Label::Pcomp if tree.tags[tree.heads[head]].is_verb() => self.subjects_within(tree.heads[head], depth),
            _ => Vec::new(),
        }
    }

    /// "Made by X, directed by Y": a participle after a comma belongs beside the one whose agent it follows.
    fn is_enumerated(&self, verb: usize, head: usize) -> bool {
        let tree = &self.tree;
        let by = tree.heads[head];
        tree.labels[head] == Label::Pobj
            && tree.labels[by] == Label::Agent
            && verb > 0
            && tree.word(verb - 1) == ","
            && tree.has(verb, &[Label::Agent])
    }

    /// The noun or verb above a word that is neither.
    fn climbed(&self, from: usize, depth: usize) -> Vec<usize> {
        let tree = &self.tree;
        let mut at = from;
        for _ in 0..HIGHEST {
            if tree.heads[at] == at || tree.is_noun(at) || tree.tags[at].is_verb() {
                break;
            }
            at = tree.heads[at];
        }
        if tree.tags[at].is_verb() {
            return self.subjects_within(at, depth);
        }
        if tree.is_noun(at) { vec![at] } else { Vec::new() }
    }

    /// True if a verb is passive.
    pub(super) fn is_passive(&self, verb: usize) -> bool {
        let tree = &self.tree;
        let (tag, label) = (tree.tags[verb], tree.labels[verb]);
        if !matches!(tag, Tag::Vbn | Tag::Vbd) {
            return false;
        }
        if tree.has(verb, &[Label::NsubjPass, Label::AuxPass]) || label == Label::Acl {
            return true;
        }
        if label == Label::Advcl && tag == Tag::Vbn && !tree.has(verb, &[Label::Aux]) {
            return true;
        }
        if label == Label::Conj && tag == Tag::Vbn && !tree.has(verb, &[Label::Nsubj, Label::Aux]) {
            let head = tree.heads[verb];
            if matches!(tree.tags[head], Tag::Vbn | Tag::Vbd) && self.is_passive(head) || tree.tags[head].is_noun() {
                return true;
            }
        }
        let by = || tree.kids(verb, &[Label::Prep, Label::Agent]).into_iter().any(|kid| tree.is(kid, &["by"]));
        by() && !tree.has(verb, &[Label::Dobj, Label::Nsubj])
    }

    /// True if a verb or one of its arguments is denied.
    pub(super) fn is_denied(&self, verb: usize) -> bool {
        let tree = &self.tree;
        let no = |at: usize| tree.labels[at] == Label::Det && tree.is(at, &["no", "neither", "none"]);
        let taken = tree.kids(verb, &[Label::Nsubj, Label::NsubjPass, Label::Dobj, Label::Attr]);
        tree.has(verb, &[Label::Neg]) || taken.iter().any(|kid| tree.own_kids(*kid).iter().any(|at| no(*at)))
    }
}
