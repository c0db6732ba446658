//! Reports without a model: of a community without parts from the chunks that mention its members, of one with parts
//! from the reports of its parts.
//!
//! A report is keyed by a hash of its inputs: the members with their names and the chunks that mention them; of a
//! community the hashes of its parts. An existing report with the same hash is reused, under any id of the community.

use std::collections::{BTreeMap, BTreeSet};

use quipu_kernel::communities::report::{
    ReportChunk, WordCount, added, candidates, central, chosen, rating, telling, word_counts,
};
use quipu_kernel::communities::{Clustered, NOBODY};
use quipu_kernel::model::{Facts, Key, Kind, Span, Statement};
use quipu_kernel::text::words;
use quipu_kernel::view::{Needs, Question};
use rustc_hash::FxHashMap;

use super::community_report::{Report, ReportBy, ReportRelation, sketch};
use super::storage::KeptReport;
use super::workspace_contents::CommunityContents;
use crate::base::graph::names_of;
use crate::base::ports::{SelectChunks, Store, StoreError, StoredChunk};

/// Changes in how reports are made count it up.
const RECIPE: &[u8] = b"extract 3";
/// Maximum number of chunks read per community: those with the most mentions.
const READ: usize = 40;
/// Numbers of names that are kept, and that stand in the title.
const NAMES: usize = 8;
const TITLE: usize = 3;
/// A name of more bytes, such as a file's, calls nothing.
const LONG: usize = 40;
/// Numbers of relations and of words that are kept.
const RELATIONS: usize = 5;
const WORDS: usize = 8;
/// Number of candidates for these words.
const COUNTED: usize = 40;
/// Numbers of sentences in the report of a community without parts, and of one with parts.
const SENTENCES: (usize, usize) = (5, 8);

/// Communities with the inputs of their reports.
pub(super) struct ReportGrounds<'a> {
    gathered: &'a CommunityContents,
    clustered: &'a Clustered,
    children: Vec<Vec<u32>>,
    /// The vertices of each community that does not fall apart.
    members: Vec<Vec<u32>>,
    inputs: Vec<Key>,
}

impl<'a> ReportGrounds<'a> {
    pub(super) fn new(gathered: &'a CommunityContents, clustered: &'a Clustered) -> Self {
        let tree = clustered.clustering.tree();
        let children = tree.children();
        let mut members = vec![Vec::new(); tree.communities.len()];
        for (vertex, entity) in (0..).zip(&clustered.entities) {
            let leaf = clustered.clustering.seats[*entity as usize].leaf;
            if leaf != NOBODY {
                members[leaf as usize].push(vertex);
            }
        }
        let mut grounds = Self { gathered, clustered, children, members, inputs: Vec::new() };
        grounds.inputs = grounds.hashed();
        grounds
    }

    /// The hash of each report's inputs.
    fn hashed(&self) -> Vec<Key> {
        let CommunityContents { keys, names, chunks, .. } = self.gathered;
        let mut inputs = vec![Key::default(); self.children.len()];
        for at in (0..inputs.len()).rev() {
            let (mut said, mut told) = (Vec::new(), Vec::new());
            let mut members: Vec<u32> = self.members[at].iter().map(|vertex| self.entity(*vertex)).collect();
            members.sort_unstable();
            for entity in &members {
                said.extend(keys[*entity as usize].bytes());
                said.extend(names[*entity as usize].as_bytes());
                said.push(0);
            }
            for chunk in self.chunks(&members) {
                told.extend(chunks[chunk as usize].key.bytes());
            }
            let mut parts: Vec<Key> = self.children[at].iter().map(|child| inputs[*child as usize]).collect();
            parts.sort_unstable();
            let parts: Vec<u8> = parts.iter().flat_map(|part| *part.bytes()).collect();
            inputs[at] = Key::of("report", &[RECIPE, &said, &told, &parts]);
        }
        inputs
    }

    /// The entities of these vertices.
    pub(super) fn entities(&self, vertices: &[u32]) -> Vec<u32> {
        vertices.iter().map(|vertex| self.entity(*vertex)).collect()
    }

    /// The document of a chunk.
    pub(super) fn document(&self, chunk: u32) -> Key {
        self.gathered.chunks[chunk as usize].document
    }

    /// The name of an entity.
    pub(super) fn name(&self, entity: Key) -> &str {
        let at = self.gathered.keys.binary_search(&entity).ok();
        at.map_or("", |at| self.gathered.names[at].as_str())
    }

    /// Number of chunks.
    pub(super) fn chunk_count(&self) -> usize {
        self.gathered.chunks.len()
    }

    /// The level of a community.
    pub(super) fn level(&self, at: u32) -> u32 {
        self.clustered.clustering.communities[at as usize].level
    }

    /// The ids of the parts of a community.
    pub(super) fn parts(&self, at: u32) -> impl Iterator<Item = Key> {
        let communities = &self.clustered.clustering.communities;
        self.children[at as usize].iter().map(|child| communities[*child as usize].id)
    }

    fn entity(&self, vertex: u32) -> u32 {
        self.clustered.entities[vertex as usize]
    }

    /// The chunks that mention one of these entities, sorted.
    pub(super) fn chunks(&self, entities: &[u32]) -> Vec<u32> {
        let rows = entities.iter().flat_map(|entity| self.gathered.chunks_of.row(*entity as usize));
        let mut chunks: Vec<u32> = rows.copied().collect();
        chunks.sort_unstable();
        chunks.dedup();
        chunks
    }

    /// All entities of a community.
    pub(super) fn all_members(&self, at: u32) -> Vec<u32> {
        let (mut open, mut found) = (vec![at], Vec::new());
        while let Some(at) = open.pop() {
            found.extend(&self.members[at as usize]);
            open.extend(&self.children[at as usize]);
        }
        found.sort_unstable();
        found
    }

    /// A scratch table of [`ReportGrounds::report`], reused for each report.
    pub(super) fn place(&self) -> Vec<u32> {
        vec![NOBODY; self.clustered.graph.len()]
    }

    /// Communities in the order in which reports are made: parts before their parent.
    pub(super) fn order(&self) -> impl Iterator<Item = u32> {
        (0..self.children.len() as u32).rev()
    }

    /// The report of a community, where the one that it had does not stand; `made` are those of its parts.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(super) async fn report(
        &self,
        store: &dyn Store,
        at: u32,
        made: &FxHashMap<Key, KeptReport>,
        place: &mut [u32],
    ) -> Result<Report, StoreError> {
        let vertices = self.all_members(at);
        let entities = self.entities(&vertices);
        let chunks = self.chunks(&entities);
        let middle = Middle::of(self, &vertices, place);
        let documents: BTreeSet<Key> =
            chunks.iter().map(|chunk| self.gathered.chunks[*chunk as usize].document).collect();
        let mut report = Report {
            community: self.clustered.clustering.communities[at as usize].id,
            input: self.inputs[at as usize],
            by: ReportBy::Extract,
            title: middle.title(),
            entities: entities.len() as u64,
            chunks: chunks.len() as u64,
            documents: documents.len() as u64,
            rating: rating(chunks.len() as u64, self.gathered.chunks.len() as u64),
            kinds: kinds(entities.iter().map(|entity| self.gathered.kinds[*entity as usize])),
            names: middle.names.iter().take(NAMES).cloned().collect(),
            ..Report::default()
        };
        let parts: Vec<Report> = self.parts(at).filter_map(|id| made.get(&id)?.read()).collect();
        match self.children[at as usize].is_empty() {
            true => self.read_chunks(store, &mut report, &middle, &entities, &chunks).await?,
            false => {
                from_parts(&mut report, &middle, &parts);
                report.sketch = sketch(chunks.iter().map(|chunk| self.gathered.chunks[*chunk as usize].key));
            }
        }
        report.words = self.words(store, &report).await?;
        Ok(report)
    }

    /// Number of communities.
    pub(super) fn len(&self) -> usize {
        self.children.len()
    }

    /// The id of a community.
    pub(super) fn id(&self, at: u32) -> Key {
        self.clustered.clustering.communities[at as usize].id
    }

    /// True if a report is up to date.
    pub(super) fn stands(&self, at: u32, report: &KeptReport) -> bool {
        report.input == self.inputs[at as usize]
    }

    async fn read_chunks(
        &self,
        store: &dyn Store,
        report: &mut Report,
        middle: &Middle,
        entities: &[u32],
        chunks: &[u32],
    ) -> Result<(), StoreError> {
        let keys = self.best(middle, entities, chunks);
        let of = self.named(store, entities).await?;
        let read = store.chunks(&SelectChunks::Keys(keys)).await?;
        let passages: Vec<ReportChunk<'_>> = read.iter().map(|stored| passage(stored, &of)).collect();
        let found = candidates(&passages);
        report.sentences = chosen(&found, &middle.weights, SENTENCES.0).into_iter().cloned().collect();
        report.relations = self.relations(&read, &of, middle);
        report.counted = word_counts(read.iter().map(|stored| stored.chunk.text.as_str()), COUNTED);
        report.read = read.len() as u64;
        Ok(())
    }

    /// The chunks to read: those with the most central and rare members, two members rather than one.
    pub(super) fn best(&self, middle: &Middle, entities: &[u32], chunks: &[u32]) -> Vec<Key> {
        let mut said = vec![(0u32, 0.0); chunks.len()];
        for entity in entities {
            let weight = middle.weights.get(&self.gathered.keys[*entity as usize]).copied().unwrap_or_default();
            for chunk in self.gathered.chunks_of.row(*entity as usize) {
                if let Ok(place) = chunks.binary_search(chunk) {
                    said[place].0 += 1;
                    said[place].1 += weight;
                }
            }
        }
        let mut order: Vec<usize> = (0..chunks.len()).collect();
        order.sort_by(|x, y| {
            let ((x_members, x_weight), (y_members, y_weight)) = (said[*x], said[*y]);
            (y_members > 1).cmp(&(x_members > 1)).then(y_weight.total_cmp(&x_weight)).then(x.cmp(y))
        });
        order.into_iter().take(READ).map(|at| self.gathered.chunks[chunks[at] as usize].key).collect()
    }

    /// The entities of each of their names.
    pub(super) async fn named(&self, store: &dyn Store, entities: &[u32]) -> Result<FxHashMap<Key, Key>, StoreError> {
        let CommunityContents { keys, names, .. } = self.gathered;
        let called = |entity: &u32| (keys[*entity as usize], names[*entity as usize].as_str());
        names_of(store, entities.iter().map(called)).await
    }

    /// The relations stated most between members.
    fn relations(&self, read: &[StoredChunk], of: &FxHashMap<Key, Key>, middle: &Middle) -> Vec<ReportRelation> {
        let relation = |one: StatedRelation| ReportRelation {
            source: self.name(one.ends.0).to_owned(),
            predicate: one.predicate,
            target: self.name(one.ends.1).to_owned(),
            chunks: one.chunks.len() as u64,
            chunk: one.first.0,
            span: one.first.1,
        };
        self.stated(read, of, middle).into_iter().take(RELATIONS).map(relation).collect()
    }

    /// The relations stated between members, by number of chunks and centrality of the ends.
    pub(super) fn stated(
        &self,
        read: &[StoredChunk],
        of: &FxHashMap<Key, Key>,
        middle: &Middle,
    ) -> Vec<StatedRelation> {
        let mut found: BTreeMap<(Key, &str, Key), StatedRelation> = BTreeMap::new();
        for stored in read {
            for said in stored.facts.iter().flat_map(|facts: &Facts| &facts.statements) {
                if said.weight < Statement::SURE {
                    continue;
                }
                let ends = of.get(&said.source.key()).zip(of.get(&said.target.key()));
                let Some((source, target)) = ends.filter(|(source, target)| source != target) else { continue };
                let known = found.entry((*source, &said.predicate, *target)).or_insert_with(|| StatedRelation {
                    ends: (*source, *target),
                    predicate: said.predicate.clone(),
                    description: String::new(),
                    chunks: BTreeSet::new(),
                    first: (stored.chunk.key, said.quote),
                });
                known.chunks.insert(stored.chunk.key);
                if known.description.is_empty() {
                    known.description.clone_from(&said.description);
                }
            }
        }
        let weight = |key: &Key| middle.weights.get(key).copied().unwrap_or_default();
        let central = |one: &StatedRelation| weight(&one.ends.0) + weight(&one.ends.1);
        let mut ordered: Vec<StatedRelation> = found.into_values().collect();
        ordered.sort_by(|x, y| y.chunks.len().cmp(&x.chunks.len()).then(central(y).total_cmp(&central(x))));
        ordered
    }

    /// The words that are characteristic of a community.
    async fn words(&self, store: &dyn Store, report: &Report) -> Result<Vec<String>, StoreError> {
        let text = report.counted.iter().map(|count| count.word.as_str()).collect::<Vec<_>>().join(" ");
        // Only how common they are is asked: nothing is ranked.
        let (question, needs) = (Question::new(&text), Needs { lexical: 0, ..Needs::default() });
        let view = store.view(&question, &needs).await?;
        let all: FxHashMap<&str, u64> =
            question.words.iter().zip(&view.word_chunks).map(|(word, chunks)| (word.text.as_str(), *chunks)).collect();
        // Words of its names add no information.
        let named: BTreeSet<String> = report.names.iter().flat_map(|name| words(name)).map(|word| word.text).collect();
        let new = report.counted.iter().filter(|count| !named.contains(&count.word));
        let counted = new.map(|count| {
            let everywhere = all.get(count.word.as_str()).copied().unwrap_or(count.chunks);
            (count.clone(), everywhere)
        });
        let counted: Vec<(WordCount, u64)> = counted.collect();
        Ok(telling(&counted, report.read, self.gathered.chunks.len() as u64, WORDS))
    }
}

/// A relation between members, as chunks state it.
pub(super) struct StatedRelation {
    /// Source and target.
    pub(super) ends: (Key, Key),
    pub(super) predicate: String,
    /// Its description, in words.
    pub(super) description: String,
    /// The chunks that state it.
    pub(super) chunks: BTreeSet<Key>,
    /// The place of its first statement.
    first: (Key, Span),
}

/// The central members of a community.
pub(super) struct Middle {
    /// Names, the most central first.
    pub(super) names: Vec<String>,
    /// Centrality times rarity of each member.
    weights: BTreeMap<Key, f64>,
    /// The members in the order of the names.
    order: Vec<Key>,
}

impl Middle {
    /// The members, the most central first.
    pub(super) fn order(&self) -> impl Iterator<Item = Key> {
        self.order.iter().copied()
    }

    /// The title of a community: proper names of central members before common words.
    fn title(&self) -> String {
        let mut names: Vec<&str> = self.names.iter().take(NAMES).map(String::as_str).collect();
        names.sort_by_key(|name| !name.contains(char::is_uppercase));
        names.truncate(TITLE);
        names.join(", ")
    }

    pub(super) fn of(grounds: &ReportGrounds<'_>, vertices: &[u32], place: &mut [u32]) -> Self {
        let CommunityContents { keys, names, chunks, chunks_of, .. } = grounds.gathered;
        let ranks = central(&grounds.clustered.graph.among(vertices, place));
        let rare = |entity: u32| {
            let inside = chunks_of.row(entity as usize).len().max(1) as f64;
            (1.0 + chunks.len() as f64 / inside).ln()
        };
        let mut order: Vec<(f64, u32)> =
            ranks.iter().zip(vertices).map(|(rank, vertex)| (*rank, grounds.entity(*vertex))).collect();
        let is_long = |entity: u32| names[entity as usize].len() > LONG;
        order.sort_by(|x, y| is_long(x.1).cmp(&is_long(y.1)).then(y.0.total_cmp(&x.0)).then(x.1.cmp(&y.1)));
        Self {
            names: order.iter().map(|(_, entity)| names[*entity as usize].clone()).collect(),
            weights: order.iter().map(|(rank, entity)| (keys[*entity as usize], rank * rare(*entity))).collect(),
            order: order.iter().map(|(_, entity)| keys[*entity as usize]).collect(),
        }
    }
}

/// The facts about members in a chunk.
fn passage<'a>(stored: &'a StoredChunk, of: &FxHashMap<Key, Key>) -> ReportChunk<'a> {
    let facts = || stored.facts.iter();
    let mentions = facts().flat_map(|facts| &facts.mentions);
    let statements = facts().flat_map(|facts| &facts.statements);
    let is_inside = |name: Key| of.contains_key(&name);
    ReportChunk {
        chunk: stored.chunk.key,
        document: stored.chunk.document,
        text: &stored.chunk.text,
        mentions: mentions.filter_map(|said| Some((*of.get(&said.name.key())?, said.span))).collect(),
        stated: statements
            .filter(|said| is_inside(said.source.key()) && is_inside(said.target.key()))
            .map(|said| said.quote)
            .collect(),
    }
}

/// Fills a report from those of its parts.
fn from_parts(report: &mut Report, middle: &Middle, parts: &[Report]) {
    let found: Vec<_> = parts.iter().flat_map(|part| part.sentences.iter().cloned()).collect();
    report.sentences = chosen(&found, &middle.weights, SENTENCES.1).into_iter().cloned().collect();
    let mut relations: Vec<ReportRelation> = parts.iter().flat_map(|part| part.relations.iter().cloned()).collect();
    relations.sort_by_key(|said| std::cmp::Reverse(said.chunks));
    relations.truncate(RELATIONS);
    report.relations = relations;
    report.counted = added(parts.iter().flat_map(|part| &part.counted), COUNTED);
    report.read = parts.iter().map(|part| part.read).sum();
}

/// Counts by kind, the commonest first.
fn kinds(of: impl Iterator<Item = Kind>) -> Vec<(Kind, u64)> {
    let mut counts: BTreeMap<Kind, u64> = BTreeMap::new();
    of.for_each(|kind| *counts.entry(kind).or_default() += 1);
    let mut counts: Vec<(Kind, u64)> = counts.into_iter().collect();
    counts.sort_by_key(|(kind, count)| (std::cmp::Reverse(*count), *kind));
    counts
}
