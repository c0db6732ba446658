//! A workspace held whole in memory and indexed: the basis of the in-memory store's answers.
//!
//! Built in one pass over sorted contents; positions follow keys, so that order by position is
//! order by key.

use std::collections::{BTreeMap, BTreeSet};

use quipu_engine::ports::{EntityRow, RelationRow};
use quipu_kernel::model::{ExtractedBy, Facts, Key, Kind, relation_key, vote_kind, vote_name};
use quipu_kernel::text;
use quipu_kernel::view::{Counts, MOST_SENSES, QuestionName, SaidIn, Stated, fields};
use rustc_hash::FxHashMap;

use super::contents::{BodyRow, ChunkRow, Contents, steps, weight};
use super::names::Names;

/// A chunk, indexed.
pub(super) struct ResidentChunk {
    pub(super) key: Key,
    pub(super) document: Key,
    /// Documents (positions) that have this text.
    pub(super) copies: Vec<u32>,
    pub(super) length: u32,
    /// The title under which it is searched.
    pub(super) title: String,
    pub(super) entities: Vec<u32>,
    /// The names of titles among them, sorted.
    pub(super) subjects: Vec<u32>,
    /// The facts of each extractor.
    pub(super) said: Vec<(ExtractedBy, SaidIn)>,
}

/// An entity, derived.
pub(super) struct ResidentEntity {
    pub(super) row: EntityRow,
    pub(super) title: bool,
    /// True if any item has this name.
    pub(super) spoken: bool,
    pub(super) chunks: Vec<u32>,
    pub(super) relations: Vec<u32>,
}

/// A relation, derived.
pub(super) struct ResidentRelation {
    pub(super) row: RelationRow,
    pub(super) source: u32,
    pub(super) target: u32,
    pub(super) chunks: Vec<u32>,
}

/// The index of one state of a workspace.
#[derive(Default)]
pub(super) struct Resident {
    pub(super) counts: Counts,
    /// The filterable fields of each document, by position.
    pub(super) fields: Vec<Vec<(String, String)>>,
    pub(super) chunks: Vec<ResidentChunk>,
    /// Chunks and frequencies of each term, by position.
    pub(super) terms: FxHashMap<String, Vec<(u32, u32)>>,
    /// Entity of each name key.
    pub(super) names: FxHashMap<Key, u32>,
    /// Entities of the senses of each plain name's key.
    senses: FxHashMap<Key, Vec<u32>>,
    /// Number of names that are written.
    pub(super) written: u64,
    pub(super) entities: Vec<ResidentEntity>,
    pub(super) relations: Vec<ResidentRelation>,
}

impl Resident {
    /// The entities of a plain name's key, in any of its senses.
    pub(super) fn named(&self, key: Key) -> impl Iterator<Item = u32> + '_ {
        let senses = self.senses.get(&key).into_iter().flatten().copied();
        let mut ids: Vec<u32> = self.names.get(&key).copied().into_iter().chain(senses).collect();
        ids.sort_unstable();
        ids.dedup();
        ids.into_iter()
    }

    /// The entities that a question's name may mean: names of too many senses are left out.
    pub(super) fn meant(&self, name: &QuestionName) -> Vec<u32> {
        let senses = self.senses.get(&name.key).filter(|senses| senses.len() <= MOST_SENSES && !name.folded.is_empty());
        let keys = [&name.key].into_iter().chain(&name.also);
        let mut ids: Vec<u32> =
            keys.filter_map(|key| self.names.get(key)).chain(senses.into_iter().flatten()).copied().collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    /// Indexes contents.
    pub(super) fn build(contents: &Contents) -> Self {
        let mut out = Self::default();
        let mut names = Names::default();
        let position: BTreeMap<Key, u32> = contents.chunks.keys().copied().zip(0..).collect();
        let copies = out.documents(contents, &position, &mut names);
        for (text, body) in &contents.bodies {
            for key in &body.chunks {
                if let Some(row) = contents.chunks.get(key) {
                    out.chunk(row, body, copies.get(text).cloned().unwrap_or_default());
                }
            }
        }
        out.chunks.sort_by_key(|chunk| chunk.key);
        out.words(contents);
        for (row, at) in contents.chunks.values().zip(0..) {
            mentions(row, at, &mut names);
        }
        for decision in contents.decisions.values() {
            names.decided(decision);
        }
        out.entities(&names);
        out.relations(contents);
        for (row, at) in contents.chunks.values().zip(0..) {
            out.chunks[at].said = row.facts.iter().map(|facts| (facts.extractor, out.said(facts, at))).collect();
        }
        out
    }

    /// The facts in the chunk at a position.
    fn said(&self, facts: &Facts, at: usize) -> SaidIn {
        let mut relations: BTreeMap<Key, Stated> = BTreeMap::new();
        for statement in &facts.statements {
            let key = relation_key(statement.source.key(), &statement.predicate, statement.target.key());
            relations.entry(key).or_default().add(weight(steps(statement.weight)), [&statement.period]);
        }
        let stated = facts.statements.iter().flat_map(|statement| [&statement.source, &statement.target]);
        let linked = facts.links.iter().flat_map(|link| [&link.a, &link.b]);
        let names = facts.mentions.iter().map(|mention| &mention.name).chain(stated).chain(linked);
        let entities = names.filter_map(|name| self.names.get(&name.key())).chain(&self.chunks[at].subjects);
        let entities: BTreeSet<u32> = entities.copied().collect();
        SaidIn { entities: entities.into_iter().collect(), relations: relations.into_iter().collect() }
    }

    /// Documents: their fields, their title names; gives the copies of each text.
    fn documents(
        &mut self,
        contents: &Contents,
        position: &BTreeMap<Key, u32>,
        names: &mut Names,
    ) -> BTreeMap<Key, Vec<u32>> {
        let mut copies: BTreeMap<Key, Vec<u32>> = BTreeMap::new();
        for (document, at) in contents.documents.values().zip(0..) {
            copies.entry(document.text).or_default().push(at);
            self.fields.push(fields(&document.described()));
            let body = contents.bodies.get(&document.text);
            let chunks: Vec<u32> =
                body.into_iter().flat_map(|body| &body.chunks).filter_map(|key| position.get(key).copied()).collect();
            for mention in &document.title_names {
                let key = names.see(&mention.name, chunks.iter().copied());
                names.vote(key, mention);
                names.title(key, chunks.iter().copied());
            }
            for link in &document.title_links {
                names.see(&link.a, []);
                names.see(&link.b, []);
                names.link(link);
            }
        }
        self.counts.documents = contents.documents.len() as u64;
        self.counts.chunks = contents.chunks.len() as u64;
        copies
    }

    fn chunk(&mut self, row: &ChunkRow, body: &BodyRow, copies: Vec<u32>) {
        let key = row.chunk.key;
        let (entities, subjects) = (Vec::new(), Vec::new());
        self.chunks.push(ResidentChunk {
            key,
            document: body.owner,
            copies,
            length: 0,
            title: body.title.clone(),
            entities,
            subjects,
            said: Vec::new(),
        });
    }

    /// Terms of every chunk, by position.
    fn words(&mut self, contents: &Contents) {
        for (row, at) in contents.chunks.values().zip(0..) {
            let Some(resident) = self.chunks.get_mut(at as usize) else { continue };
            let mut counts: BTreeMap<String, u32> = BTreeMap::new();
            for part in row.chunk.searched(&resident.title) {
                text::terms(part, &row.chunk.language, |term| *counts.entry(term.to_owned()).or_default() += 1);
            }
            let length = counts.values().sum();
            resident.length = length;
            self.counts.length += u64::from(length);
            for (term, count) in counts {
                self.terms.entry(term).or_default().push((at, count));
            }
        }
    }

    fn entities(&mut self, names: &Names) {
        for class in names.classes() {
            let at = self.entities.len() as u32;
            let of = |key: &Key| names.chunks.get(key).into_iter().flatten().copied();
            let chunks: BTreeSet<u32> = class.iter().flat_map(of).collect();
            let mut forms: BTreeMap<&str, u64> = BTreeMap::new();
            let mut kinds: BTreeMap<Kind, u64> = BTreeMap::new();
            for key in &class {
                for (form, votes) in names.forms.get(key).into_iter().flatten() {
                    *forms.entry(form).or_default() += votes;
                }
                for (kind, votes) in names.kinds.get(key).into_iter().flatten() {
                    *kinds.entry(*kind).or_default() += votes;
                }
            }
            let row = EntityRow {
                key: class.first().copied().unwrap_or_default(),
                name: shown(names.renamed(&class).unwrap_or(vote_name(forms.clone())), &class, names),
                kind: vote_kind(kinds),
                names: names.called(&class),
                keys: class.clone(),
                chunks: chunks.len() as u64,
                mentions: class.iter().filter_map(|key| names.mentions.get(key)).sum(),
            };
            for &chunk in &chunks {
                self.chunks[chunk as usize].entities.push(at);
            }
            self.names.extend(class.iter().map(|key| (*key, at)));
            for name in class.iter().filter_map(|key| names.all.get(key)) {
                self.written += u64::from(!name.is_canonical());
                if !name.sense.is_empty() && !name.is_canonical() {
                    self.senses.entry(name.plain().key()).or_default().push(at);
                }
            }
            let title = class.iter().any(|key| names.titles.contains_key(key));
            let subject: BTreeSet<u32> =
                class.iter().filter_map(|key| names.titles.get(key)).flatten().copied().collect();
            for chunk in subject {
                self.chunks[chunk as usize].subjects.push(at);
            }
            self.entities.push(ResidentEntity {
                row,
                title,
                spoken: !forms.is_empty(),
                chunks: chunks.into_iter().collect(),
                relations: Vec::new(),
            });
        }
    }

    fn relations(&mut self, contents: &Contents) {
        let mut rows: BTreeMap<Key, ResidentRelation> = BTreeMap::new();
        for (row, at) in contents.chunks.values().zip(0u32..) {
            for statement in row.facts.iter().flat_map(|facts| &facts.statements) {
                let (source, target) = (statement.source.key(), statement.target.key());
                let key = relation_key(source, &statement.predicate, target);
                let entity = |name: Key| self.names.get(&name).copied().unwrap_or_default();
                let relation = rows.entry(key).or_insert_with(|| ResidentRelation {
                    row: RelationRow {
                        key,
                        source: statement.source.folded.clone(),
                        source_name: source,
                        predicate: statement.predicate.clone(),
                        target: statement.target.folded.clone(),
                        target_name: target,
                        weight: 0.0,
                        periods: Vec::new(),
                        chunks: Vec::new(),
                    },
                    source: entity(source),
                    target: entity(target),
                    chunks: Vec::new(),
                });
                relation.row.weight = weight(steps(relation.row.weight as f32) + steps(statement.weight));
                if let Err(place) = relation.row.periods.binary_search(&statement.period)
                    && statement.period.is_stated()
                {
                    relation.row.periods.insert(place, statement.period);
                }
                if relation.chunks.last() != Some(&at) {
                    relation.chunks.push(at);
                    relation.row.chunks.push(row.chunk.key);
                }
            }
        }
        for (relation, at) in rows.into_values().zip(0..) {
            for entity in [relation.source, relation.target] {
                if self.entities[entity as usize].relations.last() != Some(&at) {
                    self.entities[entity as usize].relations.push(at);
                }
            }
            self.relations.push(relation);
        }
    }
}

/// The voted form; a name that only statements use shows its folded form.
fn shown(voted: &str, class: &[Key], names: &Names) -> String {
    let fallback = || class.iter().filter_map(|key| names.all.get(key)).map(|name| name.folded.as_str()).min();
    if voted.is_empty() { fallback().unwrap_or_default().to_owned() } else { voted.to_owned() }
}

/// The names of one chunk: all that its facts speak of.
fn mentions(row: &ChunkRow, at: u32, names: &mut Names) {
    for facts in &row.facts {
        for mention in &facts.mentions {
            let key = names.see(&mention.name, [at]);
            names.vote(key, mention);
            *names.mentions.entry(key).or_default() += 1;
        }
        for name in facts.names() {
            names.see(name, [at]);
        }
        facts.links.iter().for_each(|link| names.link(link));
    }
}
