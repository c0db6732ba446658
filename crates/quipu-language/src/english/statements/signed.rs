//! The signs of a statement: of its rule, its verb, its ends and its sentence.

use super::verbs::CONDITIONS;
use super::{End, Scribe, StatementRule};
use crate::parser::{Label, Tag};
use crate::read::{ReadWord, WordKind};
use crate::trust::{Sign, Signs};

/// Margins below which the parser hesitated, a quarter and a sixteenth of the usual one.
const HESITANT: [i32; 2] = [120, 30];

impl Scribe<'_, '_> {
    /// The signs of a verb, which all its statements have.
    pub(super) fn signs_of_verb(&self, verb: usize) -> Signs {
        let tree = &self.tree;
        let helped = |words: &[&str]| {
            tree.own_kids(verb).iter().any(|kid| tree.labels[*kid] == Label::Aux && tree.is(*kid, words))
        };
        let label = tree.labels[verb];
        let own = tree.has(verb, &[Label::Nsubj, Label::NsubjPass]);
        let below = matches!(label, Label::Advcl | Label::Ccomp | Label::Pcomp | Label::Csubj);
        Signs::default()
            .with_if(helped(&["may", "might", "could", "would"]), Sign::Perhaps)
            .with_if(helped(&["can", "must", "will", "should", "shall"]), Sign::Modal)
            .with_if(self.is_denied(verb), Sign::Denied)
            .with_if(!own && !matches!(label, Label::Acl | Label::Relcl), Sign::Shared)
            .with_if(!own && label == Label::Acl, Sign::Participle)
            .with_if(label == Label::Relcl, Sign::Relative)
            .with_if(own && below, Sign::Subordinate)
            .with_if(tree.has(verb, &[Label::Xcomp, Label::Ccomp]), Sign::Clause)
    }

    /// The signs of a statement between two ends.
    pub(super) fn signs(&self, source: End, predicate: &str, target: End, rule: StatementRule) -> Signs {
        let technical = self.page.technical;
        let notion = |end: End| matches!(end, End::Notion(..));
        let word = |end: End| match end {
            End::Notion(start, end) => !self.page.text[start..end].contains(' '),
            _ => false,
        };
        let named = || self.tree.words.iter().any(|word| word.kind == WordKind::Topic);
        Signs::default()
            .with(of_rule(rule))
            .with_if(technical, Sign::Technical)
            .with_if(notion(source), Sign::SourceNotion)
            .with_if(notion(target), Sign::TargetNotion)
            .with_if(word(source), Sign::SourceWord)
            .with_if(word(target), Sign::TargetWord)
            .with_if(notion(target) && technical, Sign::TechnicalNotion)
            .with_if(!notion(source) && technical, Sign::TechnicalName)
            .with_if(rule == StatementRule::Object && technical, Sign::TechnicalObject)
            .with_if(rule == StatementRule::Passive && technical, Sign::TechnicalPassive)
            .with_if(rule == StatementRule::IsA && technical, Sign::TechnicalIsA)
            .with_if(matches!(target, End::Date(..)), Sign::TargetDate)
            .with_if(source == End::Topic, Sign::Topic)
            .with_if(source == End::Topic && !named(), Sign::TopicUnnamed)
            .with_if(predicate.ends_with(" by"), Sign::Agent)
    }

    /// The signs of the words at the ends and between them.
    pub(super) fn signs_of_ends(&self, [source, target]: [Option<usize>; 2]) -> Signs {
        let tree = &self.tree;
        let cut = |at: Option<usize>| {
            at.is_some_and(|at| tree.kids(at, &[Label::Prep, Label::Relcl, Label::Acl]).iter().any(|kid| *kid > at))
        };
        let points = |at: Option<usize>| {
            let this = ["this", "that", "these", "those", "such", "same", "other", "another"];
            at.is_some_and(|at| tree.own_kids(at).iter().any(|kid| tree.is(*kid, &this)))
        };
        let joined = |at: Option<usize>| {
            at.is_some_and(|at| tree.labels[tree.head_of(at)] == Label::Conj || tree.has(at, &[Label::Conj]))
        };
        let (one, other) = (source.unwrap_or(0), target.unwrap_or(0));
        let (first, last) = (one.min(other), one.max(other));
        let margins = self.tree.margins.get(first..=last).unwrap_or_default();
        let least = margins.iter().copied().min().unwrap_or(i32::MAX);
        Signs::default()
            .with_if(points(source), Sign::SourceThis)
            .with_if(points(target), Sign::TargetThis)
            .with_if(cut(source), Sign::SourceCut)
            .with_if(cut(target), Sign::TargetCut)
            .with_if(joined(source), Sign::SourceJoined)
            .with_if(joined(target), Sign::TargetJoined)
            .with_if(last - first > 8, Sign::Far)
            .with_if(last - first > 16, Sign::Farther)
            .with_if(least < HESITANT[0], Sign::Unsure)
            .with_if(least < HESITANT[1], Sign::VeryUnsure)
    }

    /// True if a list has both ends, and so no verb says anything between them: "`int` and `float` are encoded as text".
    pub(super) fn is_listed(&self, ends: [Option<usize>; 2], rule: StatementRule) -> bool {
        let by_verb = matches!(rule, StatementRule::Object | StatementRule::Passive | StatementRule::Preposition);
        let [Some(one), Some(other)] = ends else { return false };
        let mut between = one.min(other) + 1..one.max(other);
        let joins = |at: usize| self.tree.is(at, &[",", "and", "or", "/"]) || self.tree.spans[at].is_some();
        by_verb && !between.is_empty() && between.all(joins)
    }

    /// The last word of an end in this sentence.
    pub(super) fn word_of(&self, end: End) -> Option<usize> {
        self.tree.words.iter().position(|word| match end.bytes() {
            Some((_, stop)) => word.end == stop,
            None => word.kind == WordKind::Topic,
        })
    }

    /// The signs of the sentence.
    pub(super) fn signs_of_sentence(&self) -> Signs {
        let tree = &self.tree;
        let any = |words: &[&str]| tree.words.iter().any(|word: &ReadWord<'_>| words.contains(&word.read));
        let root = (0..tree.len()).find(|at| tree.heads[*at] == *at);
        let verbal = root.is_some_and(|root| tree.tags[root].is_verb() || tree.tags[root] == Tag::Md);
        let begins =
            tree.words.first().is_some_and(|word| word.read.starts_with(|c: char| c.is_uppercase() || c == '"'));
        let ends = tree.words.last().is_some_and(|word| matches!(word.read, "." | "!" | "?" | "\"" | "”" | "''"));
        let condition = (0..tree.len()).any(|at| tree.is(at, &CONDITIONS));
        Signs::default()
            .with_if(condition, Sign::Condition)
            .with_if(tree.len() > 35, Sign::Long)
            .with_if(tree.names.len() > 5, Sign::ManyNames)
            .with_if(!verbal, Sign::NoVerb)
            .with_if(any(&[":", ";", "--", "—", "–"]), Sign::Parted)
            .with_if(any(&["\"", "“", "”", "``", "''"]), Sign::Quoted)
            .with_if(!(begins && ends), Sign::Ragged)
    }
}

/// The sign of a rule.
fn of_rule(rule: StatementRule) -> Sign {
    match rule {
        StatementRule::Life => Sign::Life,
        StatementRule::Object => Sign::Object,
        StatementRule::Passive => Sign::Passive,
        StatementRule::Preposition => Sign::Preposition,
        StatementRule::ObjectPreposition => Sign::ObjectPreposition,
        StatementRule::IsA => Sign::IsA,
        StatementRule::Apposition => Sign::Apposition,
        StatementRule::Is => Sign::Is,
        StatementRule::IsIn => Sign::IsIn,
        StatementRule::Nominal => Sign::Nominal,
        StatementRule::Possessive => Sign::Possessive,
        StatementRule::TitleNoun => Sign::TitleNoun,
        StatementRule::Nationality => Sign::Nationality,
        StatementRule::Year => Sign::Year,
    }
}
