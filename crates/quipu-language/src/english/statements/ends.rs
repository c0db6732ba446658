//! The meaning of words as ends of statements: a name, a date, the topic, a notion; and the subjects of a noun.

use quipu_kernel::text::fold_name;

use super::{End, Scribe};
use crate::english::pronouns::{is_pronoun, of_topic};
use crate::english::{LIGHT, RELATIVE, SHORT_OF};
use crate::parser::{Label, Tag};
use crate::read::WordKind;
use crate::tables::pronoun::PronounSort;

/// Maximal number of steps from a noun to its subject.
const DEEPEST: usize = 4;

impl Scribe<'_, '_> {
    /// The end that a word stands for.
    pub(super) fn end(&self, at: usize) -> Option<End> {
        let tree = &self.tree;
        let at = tree.head_of(at);
        if let Some(name) = tree.name(at) {
            return match name.kind {
                WordKind::Date => Some(End::Date(name.bytes.0, name.bytes.1)),
                WordKind::Topic if self.about.any => Some(End::Topic),
                // "A London-based firm" is no London.
                _ if self.is_modifier(name.bytes.1) => None,
                _ => self.called(name.bytes, name.known),
            };
        }
        let lower = tree.lower(at);
        if is_pronoun(lower) {
            return self.meant(at, lower);
        }
        if RELATIVE.has(lower) || LIGHT.has(lower) {
            return None;
        }
        let bears = matches!(
            self.tree.labels[at],
            Label::Attr
                | Label::Pobj
                | Label::Dobj
                | Label::Nsubj
                | Label::NsubjPass
                | Label::Conj
                | Label::Appos
                | Label::Oprd
        );
        match tree.tags[at] {
            Tag::Nn | Tag::Nns | Tag::Nnp | Tag::Nnps | Tag::Fw => self.notion(at, lower),
            Tag::Jj | Tag::Vbg if bears && !self.page.technical => self.notion(at, lower),
            _ => None,
        }
    }

    /// True if a hyphen joins a name that ends here to a word in lower case.
    fn is_modifier(&self, end: usize) -> bool {
        let rest = self.page.text.get(end..).unwrap_or_default().trim_start_matches(' ');
        rest.strip_prefix('-').is_some_and(|rest| rest.trim_start_matches(' ').starts_with(char::is_lowercase))
    }

    /// The end that a name in the text stands for.
    fn called(&self, (start, end): (usize, usize), known: bool) -> Option<End> {
        if self.about.any {
            let form = &self.page.text[start..end];
            let folded = fold_name(form);
            let topic = self.page.topic.as_ref()?;
            let alone = !folded.contains(' ') && self.about.person == Some(true) && topic.is_part(form);
            if topic.is_called(form) || self.about.aliases.contains(&folded) || alone {
                return Some(End::Topic);
            }
        }
        known.then_some(End::Name(start, end))
    }

    /// The end that a common noun stands for: the topic ("the film"), else a notion.
    fn notion(&self, at: usize, lower: &str) -> Option<End> {
        let tree = &self.tree;
        let (mut first, last) = tree.phrase(at);
        while first < last && SHORT_OF.has(tree.lower(first)) {
            first += 1;
        }
        let definite =
            tree.own_kids(at).iter().any(|kid| tree.labels[*kid] == Label::Det && tree.is(*kid, &["the", "this"]));
        let more = tree.has(at, &[Label::Prep, Label::Relcl, Label::Acl]);
        if definite && !more && self.about.is_called(lower) {
            return Some(End::Topic);
        }
        let (start, end) = tree.bytes(first, last);
        let letters = self.page.text[start..end].chars().filter(|c| c.is_alphabetic()).count();
        (letters > 1).then_some(End::Notion(start, end))
    }

    /// The end that a pronoun stands for: the topic where it fits, else the subject before.
    fn meant(&self, at: usize, pronoun: &str) -> Option<End> {
        let sort = of_topic(pronoun)?;
        let it = sort == PronounSort::It;
        if sort == PronounSort::They {
            return (self.about.any && self.about.body).then_some(End::Topic);
        }
        if self.page.technical {
            return None;
        }
        if self.about.any {
            let hers = sort == PronounSort::She;
            let fits = if it { self.about.person != Some(true) } else { self.about.person != Some(false) };
            let told = it || self.about.female.is_none_or(|female| female == hers);
            if fits && told {
                return Some(End::Topic);
            }
            if it {
                return None;
            }
            if fits {
                return self.named_before(at);
            }
        }
        self.last_subject.filter(|end| matches!(end, End::Name(..)) || it && matches!(end, End::Notion(..)))
    }

    /// The nearest name before a word, in its sentence.
    fn named_before(&self, at: usize) -> Option<End> {
        let tree = &self.tree;
        let named = (0..at)
            .rev()
            .find(|before| tree.is_named(*before) && tree.labels[tree.head_of(*before)] != Label::Compound)?;
        self.end(named).filter(|end| matches!(end, End::Name(..)))
    }

    /// The subjects of a noun: itself where it is a name, else the name whose predicate or apposition it is.
    pub(super) fn said_of(&self, at: usize) -> Vec<End> {
        self.said_of_within(at, DEEPEST)
    }

    fn said_of_within(&self, at: usize, depth: usize) -> Vec<End> {
        let tree = &self.tree;
        let at = tree.head_of(at);
        if tree.is_named(at) || is_pronoun(tree.lower(at)) {
            return self.end(at).into_iter().collect();
        }
        let Some(depth) = depth.checked_sub(1) else { return Vec::new() };
        let head = tree.heads[at];
        let from = |subjects: Vec<usize>| -> Vec<End> {
            subjects.into_iter().flat_map(|subject| self.said_of_within(subject, depth)).collect()
        };
        let above = tree.labels[tree.head_of(head)];
        match tree.labels[at] {
            Label::Conj if matches!(above, Label::Attr | Label::Appos | Label::Conj) => {
                return self.said_of_within(head, depth);
            }
            Label::Attr => return from(self.subjects(head)),
            Label::Appos => return self.said_of_within(head, depth),
            _ => {}
        }
        let apposed: Vec<usize> =
            tree.kids(at, &[Label::Appos]).into_iter().filter(|kid| tree.is_named(*kid)).collect();
        if !apposed.is_empty() {
            return apposed.into_iter().filter_map(|kid| self.end(kid)).collect();
        }
        if tree.labels[at] == Label::Pobj && tree.is(head, &["as"]) && tree.tags[tree.heads[head]].is_verb() {
            return from(self.subjects(tree.heads[head]));
        }
        if matches!(tree.labels[at], Label::Nsubj | Label::NsubjPass) && tree.is(head, &["is", "was", "are", "were"]) {
            let named: Vec<usize> =
                tree.kids(head, &[Label::Attr]).into_iter().filter(|kid| tree.is_named(*kid)).collect();
            if !named.is_empty() {
                let all = named.into_iter().flat_map(|kid| tree.joined(kid));
                return all.filter_map(|kid| self.end(kid)).collect();
            }
        }
        self.end(at).into_iter().collect()
    }
}
