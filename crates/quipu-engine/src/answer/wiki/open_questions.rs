//! What the documents leave open: things that many name and none explains, names that may mean one thing, and statements
//! that contradict each other.

use std::collections::BTreeSet;

use quipu_kernel::model::{Day, Key};
use quipu_language::answer::plain;
use quipu_language::clauses::conflict::{Clash, Dated, compared};

use super::wiki_corpus::{NamedThing, WikiCorpus, date_of};
use super::wiki_page::{WikiBlock, WikiLine, WikiPage, WikiPageKind, WikiPart};
use super::wiki_words::{WikiPhrase, WikiWords};
use crate::base::Workspace;
use crate::base::citation::Quote;
use crate::base::ports::{Store, StoreError};
use crate::find::graph::{EntityCatalogue, NamePair, StatedGroup};

/// The least number of documents that name a thing whose explanation is missed.
const OFTEN: usize = 3;
/// Most lines of each kind.
const MOST: usize = 30;
/// Most documents linked for an unexplained thing.
const DOCUMENTS: usize = 3;
/// Most pairs of sentences compared for one thing.
const COMPARED: usize = 60;

/// Two sentences that contradict each other.
pub(super) struct WikiConflict {
    thing: usize,
    sides: [Quote; 2],
}

/// What is open.
#[derive(Default)]
pub(super) struct OpenQuestions {
    /// Positions of things that no sentence explains, the most named first.
    pub(super) unexplained: Vec<usize>,
    pub(super) conflicts: Vec<WikiConflict>,
    pub(super) pairs: Vec<NamePair>,
}

impl OpenQuestions {
    /// Notes a thing that nothing explains, if many documents name it.
    pub(super) fn unexplained(&mut self, at: usize, thing: &NamedThing) {
        if thing.documents.len() >= OFTEN && self.unexplained.len() < MOST {
            self.unexplained.push(at);
        }
    }

    /// The page.
    pub(super) fn page(&self, corpus: &WikiCorpus, words: WikiWords) -> WikiPage {
        let heading = |phrase: WikiPhrase| WikiBlock::Heading(words.say(phrase).to_owned());
        let means = |phrase: WikiPhrase| WikiBlock::Text(vec![WikiPart::text(words.say(phrase))]);
        let mut blocks = Vec::new();
        let lists = [
            (WikiPhrase::Conflicts, WikiPhrase::ConflictsMean, self.conflict_lines(corpus)),
            (WikiPhrase::Unexplained, WikiPhrase::UnexplainedMeans, self.unexplained_lines(corpus, words)),
            (WikiPhrase::AlikeNames, WikiPhrase::AlikeMeans, self.pair_lines()),
        ];
        for (name, meaning, lines) in lists.into_iter().filter(|(.., lines)| !lines.is_empty()) {
            blocks.extend([heading(name), means(meaning), WikiBlock::List(lines)]);
        }
        if blocks.is_empty() {
            blocks.push(means(WikiPhrase::NothingOpen));
        }
        let kind = WikiPageKind::Questions;
        let title = words.say(WikiPhrase::OpenQuestions).to_owned();
        WikiPage { kind, keys: vec![kind.key(Key::default())], title, aliases: Vec::new(), blocks }
    }

    fn unexplained_lines(&self, corpus: &WikiCorpus, words: WikiWords) -> Vec<WikiLine> {
        let line = |at: &usize| {
            let thing = &corpus.things[*at];
            let count = words.documents(thing.documents.len() as u64);
            let mut parts = vec![thing_link(thing), WikiPart::text(format!("({count}):"))];
            for (nth, (document, _)) in thing.documents.iter().take(DOCUMENTS).enumerate() {
                parts.extend((nth > 0).then(|| WikiPart::text("·")));
                parts.push(corpus.link(*document));
            }
            parts.into()
        };
        self.unexplained.iter().map(line).collect()
    }

    fn conflict_lines(&self, corpus: &WikiCorpus) -> Vec<WikiLine> {
        let mut lines = Vec::new();
        for conflict in self.conflicts.iter().take(MOST) {
            lines.push(vec![thing_link(&corpus.things[conflict.thing])].into());
            let sides = conflict.sides.iter().filter_map(|side| corpus.sentence(side));
            lines.extend(sides.map(|side| WikiLine { depth: 1, parts: side.into() }));
        }
        lines
    }

    fn pair_lines(&self) -> Vec<WikiLine> {
        let link = |key: Key, name: &str| WikiPart::Page { key: WikiPageKind::Thing.key(key), text: name.to_owned() };
        let quoted = |name: &str| format!("\"{}\"", name.replace(['"', '`', '$', '\\'], "?"));
        let line = |pair: &NamePair| {
            let command = format!("quipu entity merge {} {}", quoted(&pair.a.name), quoted(&pair.b.name));
            let (a, b) = (link(pair.a.key, &pair.a.name), link(pair.b.key, &pair.b.name));
            vec![a, WikiPart::text("·"), b, WikiPart::text("—"), WikiPart::Code(command)].into()
        };
        self.pairs.iter().map(line).collect()
    }
}

fn thing_link(thing: &NamedThing) -> WikiPart {
    WikiPart::Page { key: WikiPageKind::Thing.key(thing.key), text: thing.name.clone() }
}

/// Pairs of names that may mean one thing, the likeliest first; those that a person parted are left out.
pub(super) async fn alike(store: &dyn Store) -> Result<Vec<NamePair>, StoreError> {
    let parted: BTreeSet<Key> =
        store.decisions().await?.iter().filter_map(|one| one.verdict.parts_from_others()).collect();
    let stands = |pair: &NamePair| !parted.contains(&pair.a.key) && !parted.contains(&pair.b.key);
    let pairs = EntityCatalogue::read(store).await?.suggested();
    Ok(pairs.into_iter().filter(stands).take(MOST).collect())
}

/// The first contradiction among the sentences that state one relation of a thing to several others.
pub(super) fn conflict(
    workspace: &Workspace,
    corpus: &WikiCorpus,
    thing: usize,
    stated: &[StatedGroup],
) -> Option<WikiConflict> {
    let name = corpus.things[thing].name.as_str();
    let day = |quote: &Quote| -> Option<Day> {
        workspace.extractor.day(date_of(&corpus.rows[corpus.position(&quote.document)?])?)
    };
    let mut left = COMPARED;
    for group in stated.iter().filter(|group| !group.backwards) {
        let quotes: Vec<(&str, &Quote)> =
            group.others.iter().filter_map(|other| Some((other.name.as_str(), other.quote.as_ref()?))).collect();
        for (at, (one_name, one)) in quotes.iter().enumerate() {
            for (other_name, other) in &quotes[at + 1..] {
                if one.document == other.document || left == 0 {
                    continue;
                }
                left -= 1;
                let (a, b) = (plain(&one.quote), plain(&other.quote));
                let said = compared(
                    Dated { text: &a, day: day(one) },
                    Dated { text: &b, day: day(other) },
                    &[name, one_name, other_name],
                );
                if said.clash == Clash::Conflict {
                    return Some(WikiConflict { thing, sides: [(*one).clone(), (*other).clone()] });
                }
            }
        }
    }
    None
}
