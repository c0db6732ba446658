//! The page of a thing: what it is, what documents say of it, its stated relations, and where it is named.

use quipu_kernel::model::Key;
use quipu_kernel::text::fold_name;
use quipu_language::answer::ThingPart;
use rustc_hash::FxHashMap;

use super::told_lines::{ToldLine, told_lines};
use super::wiki_corpus::{NamedThing, WikiCorpus};
use super::wiki_page::{WikiBlock, WikiLine, WikiPage, WikiPageKind, WikiPart};
use super::wiki_words::{WikiPhrase, WikiWords};
use crate::answer::whole::summary_among;
use crate::base::graph::resolve_name;
use crate::base::ports::{DocumentRow, EntityFound, EntityRow, RelationRow, StoreError};
use crate::base::{EngineError, Workspace};
use crate::find::graph::{StatedGroup, grouped};

/// Most documents that are read for one thing: those that name it most often.
const READ: usize = 24;
/// Most rows of the table of relations, of documents listed, of other names.
const RELATIONS: usize = 24;
const NAMED_IN: usize = 24;
const ALIASES: usize = 12;

/// A thing with what was found of it.
pub(super) struct WikiThing {
    /// Its page; none where the documents say nothing of it.
    pub(super) page: Option<WikiPage>,
    /// True if a sentence says what it is.
    pub(super) explained: bool,
    /// Its sure relations, by predicate.
    pub(super) stated: Vec<StatedGroup>,
}

/// What documents say of a thing.
pub(super) async fn wiki_thing(
    workspace: &Workspace,
    corpus: &WikiCorpus,
    thing: &NamedThing,
    words: WikiWords,
) -> Result<WikiThing, EngineError> {
    let store = &*workspace.store;
    let found = resolve_name::of_name(store, &thing.name).await?;
    let found = found.into_iter().find(|(row, _)| row.key == thing.key || row.keys.contains(&thing.key));
    let rows: Vec<DocumentRow> = thing.documents.iter().take(READ).map(|(at, _)| corpus.rows[*at].clone()).collect();
    let answer = summary_among(workspace, rows, &thing.name, words.russian).await?;
    let lines = answer.as_ref().map(told_lines).unwrap_or_default();
    let (stated, others) = relations(workspace, found.as_ref()).await?;
    let what = ThingPart::What.label(words.russian);
    let is_a = stated.iter().any(|group| !group.backwards && group.predicate == "is a");
    let explained = is_a || lines.iter().any(|line| line.label.as_deref() == Some(what));
    let says = !lines.is_empty() || !stated.is_empty();
    let page = says.then(|| {
        let parts = ThingParts { corpus, thing, words };
        parts.page(found.as_ref().map(|(row, _)| row), &lines, &stated, &others)
    });
    Ok(WikiThing { page, explained, stated })
}

/// The sure relations of an entity by predicate, and the name at the other end of each.
async fn relations(
    workspace: &Workspace,
    found: Option<&EntityFound>,
) -> Result<(Vec<StatedGroup>, FxHashMap<Key, Key>), StoreError> {
    let Some((row, relations)) = found else { return Ok(Default::default()) };
    let sure: Vec<RelationRow> = relations.iter().filter(|relation| relation.is_sure()).cloned().collect();
    let other = |relation: &RelationRow| match row.keys.contains(&relation.source_name) {
        true => relation.target_name,
        false => relation.source_name,
    };
    let others = sure.iter().map(|relation| (relation.key, other(relation))).collect();
    let mut stated = grouped(workspace, row, &sure).await?;
    stated.iter_mut().for_each(|group| group.others.retain(|one| one.quote.is_some()));
    stated.retain(|group| !group.others.is_empty());
    Ok((stated, others))
}

/// What the parts of a page are made of.
struct ThingParts<'a> {
    corpus: &'a WikiCorpus,
    thing: &'a NamedThing,
    words: WikiWords,
}

impl ThingParts<'_> {
    fn page(
        &self,
        row: Option<&EntityRow>,
        lines: &[ToldLine],
        stated: &[StatedGroup],
        others: &FxHashMap<Key, Key>,
    ) -> WikiPage {
        let aliases = row.map(|row| aliases(row, &self.thing.name)).unwrap_or_default();
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
        let names = row.map(|row| row.keys.as_slice()).unwrap_or_default().iter();
        let names = names.map(|key| WikiPageKind::Thing.key(*key)).filter(|key| *key != own);
        let keys = std::iter::once(own.clone()).chain(names).collect();
        WikiPage { kind: WikiPageKind::Thing, keys, title: self.thing.name.clone(), aliases, blocks }
    }

    /// The first line: the kind, how many documents name it, and its other names.
    fn head(&self, aliases: &[String]) -> Vec<WikiPart> {
        let mut said: Vec<String> = self.words.kind(self.thing.kind).map(str::to_owned).into_iter().collect();
        said.push(self.words.named_in(self.thing.documents.len() as u64));
        let mut parts = vec![WikiPart::text(format!("{}.", capital(&said.join(", "))))];
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
            parts.extend(self.corpus.place(citation).map(WikiPart::Cite));
        }
        parts.into()
    }

    /// The rows of the table of relations: predicate, thing, source.
    fn rows(&self, stated: &[StatedGroup], others: &FxHashMap<Key, Key>) -> Vec<Vec<Vec<WikiPart>>> {
        let mut rows = Vec::new();
        for (group, other) in stated.iter().flat_map(|group| group.others.iter().map(move |other| (group, other))) {
            let Some(place) = other.quote.as_ref().and_then(|quote| self.corpus.quoted(quote)) else { continue };
            let predicate = if group.backwards { format!("← {}", group.predicate) } else { group.predicate.clone() };
            let thing = match others.get(&other.relation) {
                Some(key) => WikiPart::Page { key: WikiPageKind::Thing.key(*key), text: other.name.clone() },
                None => WikiPart::text(other.name.clone()),
            };
            rows.push(vec![vec![WikiPart::text(predicate)], vec![thing], vec![WikiPart::Cite(place)]]);
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

/// The other names of an entity.
fn aliases(row: &EntityRow, shown: &str) -> Vec<String> {
    let own = fold_name(shown);
    row.names.iter().filter(|name| **name != own).take(ALIASES).cloned().collect()
}

/// A text with a capital.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
