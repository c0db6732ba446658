//! An index without a part of the alias rules (ablation study): the value of that part on
//! questions and on labelled pairs of names.

use std::sync::Arc;

use quipu_engine::Extractor;
use quipu_kernel::extract::Said;
use quipu_kernel::model::{AliasLink, AliasRule, Chunk, Day, Document, Facts, Mention, Name};
use rustc_hash::FxHashSet;

/// The part that is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ablation {
    /// Nothing: the baseline of the others.
    Nothing,
    /// All alias rules: each name is only its written form.
    Aliases,
    /// Rules for Russian names: cases, sound, other script, words around them.
    Russian,
    /// The dictionary of well-known homonyms.
    Homonyms,
}

impl Ablation {
    /// All, the whole first.
    pub const ALL: [Self; 4] = [Self::Nothing, Self::Aliases, Self::Russian, Self::Homonyms];

    /// The part that is left out, in a word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Aliases => "aliases",
            Self::Russian => "russian",
            Self::Homonyms => "homonyms",
        }
    }

    fn takes(self, link: &AliasLink) -> bool {
        match self {
            Self::Nothing => false,
            Self::Aliases => true,
            Self::Russian => link.rule == AliasRule::Sound || cyrillic(&link.a.folded) || cyrillic(&link.b.folded),
            Self::Homonyms => link.rule == AliasRule::Homonym,
        }
    }

    /// Takes its links out of facts, and the senses that only they gave.
    fn take(self, facts: &mut Facts) {
        let (gone, kept): (Vec<AliasLink>, Vec<AliasLink>) = facts.links.drain(..).partition(|link| self.takes(link));
        facts.links = kept;
        if gone.is_empty() {
            return;
        }
        let kept: FxHashSet<&Name> = facts.links.iter().map(|link| &link.b).collect();
        let gone = gone.iter().flat_map(|link| [&link.a, &link.b]);
        let gone: FxHashSet<Name> = gone
            .filter(|name| !name.is_canonical() && !name.sense.is_empty() && !kept.contains(name))
            .cloned()
            .collect();
        facts.settled_names().filter(|name| gone.contains(name)).for_each(|name| name.sense.clear());
    }

    fn take_from(self, said: &mut [Said<'_>]) {
        said.iter_mut().flat_map(|said| said.facts.iter_mut()).for_each(|facts| self.take(facts));
    }
}

fn cyrillic(folded: &str) -> bool {
    folded.contains(|c: char| ('\u{400}'..'\u{500}').contains(&c))
}

/// An extractor that leaves something out.
pub struct Ablated(pub Arc<dyn Extractor>, pub Ablation);

impl Extractor for Ablated {
    fn recipe(&self) -> String {
        self.0.recipe()
    }

    fn extract(&self, title: &str, chunk: &Chunk) -> Facts {
        self.0.extract(title, chunk)
    }

    fn title_names(&self, document: &Document) -> Vec<Mention> {
        self.0.title_names(document)
    }

    fn title_links(&self, document: &Document) -> Vec<AliasLink> {
        let mut links = self.0.title_links(document);
        links.retain(|link| !self.1.takes(link));
        links
    }

    fn settle(&self, title: &str, said: &mut [Said<'_>]) {
        self.0.settle(title, said);
        self.1.take_from(said);
    }

    fn settle_models(&self, title: &str, said: &mut [Said<'_>]) {
        self.0.settle_models(title, said);
        self.1.take_from(said);
    }

    fn spellings(&self, folded: &str) -> Vec<Name> {
        match self.1 {
            Ablation::Aliases => Vec::new(),
            Ablation::Russian if cyrillic(folded) => Vec::new(),
            _ => self.0.spellings(folded),
        }
    }

    fn day(&self, text: &str) -> Option<Day> {
        self.0.day(text)
    }
}
