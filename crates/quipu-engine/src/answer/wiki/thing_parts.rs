//! The page of a thing: its names, what documents say of it, its stated relations, and where it is named.

use quipu_kernel::model::Key;
use rustc_hash::FxHashMap;

use super::told_lines::ToldLine;
use super::wiki_corpus::{NamedThing, WikiCorpus};
use super::wiki_page::{WikiBlock, WikiLine, WikiPage, WikiPageKind, WikiPart};
use super::wiki_words::{WikiPhrase, WikiWords};
use crate::find::graph::StatedGroup;

/// Most rows of the table of relations, and most documents listed.
const RELATIONS: usize = 24;
const NAMED_IN: usize = 24;

/// What the parts of a page are made of.
pub(super) struct ThingParts<'a> {
    pub(super) corpus: &'a WikiCorpus,
    pub(super) thing: &'a NamedThing,
    pub(super) words: WikiWords,
}

impl ThingParts<'_> {
    /// The page: `names` are the keys of all names of the thing, `others` that at the other end of each relation.
    pub(super) fn page(
        &self,
        names: &[Key],
        aliases: Vec<String>,
        lines: &[ToldLine],
        stated: &[StatedGroup],
        others: &FxHashMap<Key, Key>,
    ) -> WikiPage {
        let mut blocks = vec![WikiBlock::Text(self.head(&aliases))];
        if !lines.is_empty() {
            blocks.push(WikiBlock::Heading(self.words.say(WikiPhrase::Told).to_owned()));
            blocks.push(WikiBlock::List(lines.iter().map(|line| self.line(line)).collect()));
        }
        let rows: Vec<Vec<Vec<WikiPart>>> = self.rows(stated, others);
        if !rows.is_empty() {
            blocks.push(WikiBlock::Heading(self.words.say(WikiPhrase::Relations).to_owned()));
            let head = [WikiPhrase::Relation, WikiPhrase::Thing, WikiPhrase::Source];
            blocks.push(WikiBlock::Table(head.map(|phrase| self.words.say(phrase).to_owned()).into(), rows));
        }
        blocks.push(WikiBlock::Heading(self.words.say(WikiPhrase::NamedIn).to_owned()));
        blocks.push(WikiBlock::List(self.named_in()));
        let own = WikiPageKind::Thing.key(self.thing.key);
        let names = names.iter().map(|key| WikiPageKind::Thing.key(*key)).filter(|key| *key != own);
        let keys = std::iter::once(own.clone()).chain(names).collect();
        WikiPage { kind: WikiPageKind::Thing, keys, title: self.thing.name.clone(), aliases, blocks }
    }

    /// The first line: how many documents name it, and its other names.
    fn head(&self, aliases: &[String]) -> Vec<WikiPart> {
        let said = self.words.named_in(self.thing.documents.len() as u64);
        let mut parts = vec![WikiPart::text(said)];
        if !aliases.is_empty() {
            let label = self.words.say(WikiPhrase::AlsoCalled);
            parts.push(WikiPart::text(format!("{label}: {}.", aliases.join(", "))));
        }
        parts
    }

    /// A line of what documents say; a label that is the title of the cited document leads to its page.
    fn line(&self, line: &ToldLine) -> WikiLine {
        let mut parts = Vec::new();
        if let Some(label) = &line.label {
            let cited = line.sentences.first().and_then(|(_, citation)| self.corpus.position(&citation.document));
            let titled = cited.filter(|at| self.corpus.rows[*at].title.trim() == label.trim());
            parts.push(match titled {
                Some(at) => self.corpus.link(at),
                None => WikiPart::Label(label.clone()),
            });
            parts.push(WikiPart::text(":"));
        }
        for (text, citation) in &line.sentences {
            parts.push(WikiPart::text(text.clone()));
            parts.extend(self.corpus.place(citation, text).map(WikiPart::Cite));
        }
        parts.into()
    }

    /// The rows of the table of relations: predicate, thing, source.
    fn rows(&self, stated: &[StatedGroup], others: &FxHashMap<Key, Key>) -> Vec<Vec<Vec<WikiPart>>> {
        let mut rows = Vec::new();
        for (group, other) in stated.iter().flat_map(|group| group.others.iter().map(move |other| (group, other))) {
            let Some(quote) = &other.quote else { continue };
            let Some((place, at)) = self.corpus.quoted(quote).zip(self.corpus.position(&quote.document)) else {
                continue;
            };
            let predicate = if group.backwards { format!("← {}", group.predicate) } else { group.predicate.clone() };
            let thing = match others.get(&other.relation) {
                Some(key) => WikiPart::Page { key: WikiPageKind::Thing.key(*key), text: other.name.clone() },
                None => WikiPart::text(other.name.clone()),
            };
            let source = vec![self.corpus.link(at), WikiPart::Cite(place)];
            rows.push(vec![vec![WikiPart::text(predicate)], vec![thing], source]);
        }
        rows.truncate(RELATIONS);
        rows
    }

    /// The documents that name it.
    fn named_in(&self) -> Vec<WikiLine> {
        let documents = &self.thing.documents;
        let mut lines: Vec<WikiLine> = Vec::new();
        for (at, count) in documents.iter().take(NAMED_IN) {
            let places = self.words.places(*count as u64);
            lines.push(vec![self.corpus.link(*at), WikiPart::text(format!("({places})"))].into());
        }
        let left = documents.len().saturating_sub(NAMED_IN);
        lines.extend((left > 0).then(|| WikiLine::from(vec![WikiPart::text(self.words.more(left))])));
        lines
    }
}
