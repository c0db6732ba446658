//! Names, links, classes and relations: computed again from the facts of all chunks and the titles of
//! all documents, and compared with the stored ones.

use std::collections::{BTreeMap, BTreeSet};

use quipu_engine::ports::StoreError;
use quipu_kernel::joined::Joined;
use quipu_kernel::model::{AliasLink, AliasRule, Key, Name, Period, Span, Statement, relation_key};

use super::Findings;
use crate::store::contents::steps;
use crate::store::embedded::codec::{Reader, id};
use crate::store::embedded::facts;
use crate::store::embedded::failures::io;
use crate::store::embedded::name_row::NameRow;
use crate::store::embedded::postings::{Owner, Postings};
use crate::store::embedded::rows::{BodyRow, ChunkRow, RelationRow};
use crate::store::embedded::sealed::content;
use crate::store::embedded::snapshot::{Rows, Snapshot};
use crate::store::embedded::write::{
    LinkRow, NAME_RELATIONS, NAMES, RELATIONS, apart, class_of, counted, decided, id_of, pair, read_document, sense_key,
};

/// The sums of a relation's statements.
#[derive(Default)]
struct SaidRelation {
    weight: i64,
    statements: u64,
    chunks: BTreeSet<u32>,
    periods: BTreeMap<Period, u64>,
}

impl SaidRelation {
    fn add(&mut self, statement: &Statement, chunk: u32) {
        self.weight += steps(statement.weight);
        self.statements += 1;
        self.chunks.insert(chunk);
        if statement.period.is_stated() {
            *self.periods.entry(statement.period).or_default() += 1;
        }
    }
}

/// The facts, by name id.
#[derive(Default)]
struct Said {
    /// Name and chunk.
    pairs: Vec<(u32, u32)>,
    mentions: BTreeMap<u32, u64>,
    votes: BTreeMap<u32, u64>,
    titles: BTreeMap<u32, u64>,
    /// Relations by their ends and predicate.
    relations: BTreeMap<(u32, String, u32), SaidRelation>,
    links: BTreeMap<(u32, u32), LinkRow>,
    held: BTreeMap<u32, u64>,
}

impl Said {
    fn link(&mut self, link: &AliasLink, a: u32, b: u32) {
        let (ours, theirs) = counted(link);
        self.links.entry((a, b)).or_default().add(&ours);
        if a != b {
            self.links.entry((b, a)).or_default().add(&theirs);
        }
    }

    /// The links and decisions, as input of the classes.
    fn joined(&self, apart: &BTreeSet<u32>) -> Joined<u32> {
        let mut joined = Joined::default();
        for (&(from, to), row) in &self.links {
            joined.name(from);
            if row.sure > 0 {
                joined.sure(from, to);
            }
            if row.said > 0 {
                joined.said(from, to);
            }
            joined.leads(from, to, row.leads, row.leads_by_title);
        }
        apart.iter().for_each(|name| joined.apart(*name));
        self.titles.keys().for_each(|name| joined.titled(*name));
        joined
    }
}

impl Rows<'_> {
    /// Checks names, links, classes and relations.
    pub(super) fn check_names(&self, snapshot: &Snapshot, findings: &mut Findings) -> Result<(), StoreError> {
        let said = self.said()?;
        self.compare_names(&said, snapshot, findings)?;
        self.compare_relations(&said, snapshot, findings)?;
        self.compare_links(&said, findings)
    }

    fn said(&self) -> Result<Said, StoreError> {
        let mut said = Said::default();
        for found in self.tables.chunks.iter(self.txn).map_err(io)? {
            let (key, bytes) = found.map_err(io)?;
            let (chunk, row) = (id(key)?, ChunkRow::read(bytes)?);
            let bytes = self.must(self.tables.facts, "facts", chunk)?;
            let ids = facts::names_of(bytes)?;
            let name = |id| self.name(id).map(|row| Name { folded: row.folded, sense: row.sense });
            let named = ids.iter().map(|&id| Ok((name(id)?, id)));
            let mut names = named.collect::<Result<Vec<_>, StoreError>>()?;
            names.sort();
            let id =
                |name: &Name| names.binary_search_by(|(known, _)| known.cmp(name)).map_or(u32::MAX, |at| names[at].1);
            for facts in facts::read(content(bytes), &row.text, name)? {
                for mention in &facts.mentions {
                    *said.mentions.entry(id(&mention.name)).or_default() += 1;
                    *said.votes.entry(id(&mention.name)).or_default() += 1;
                }
                for statement in &facts.statements {
                    let ends = (id(&statement.source), statement.predicate.clone(), id(&statement.target));
                    said.relations.entry(ends).or_default().add(statement, chunk);
                }
                for link in &facts.links {
                    said.link(link, id(&link.a), id(&link.b));
                }
            }
            let body = BodyRow::read_head(self.must(self.tables.bodies, "bodies", row.body)?)?;
            let all: BTreeSet<u32> = ids.into_iter().chain(body.title_names()).collect();
            said.pairs.extend(all.into_iter().map(|name| (name, chunk)));
        }
        for found in self.tables.documents.iter(self.txn).map_err(io)? {
            let row = read_document(found.map_err(io)?.1)?;
            for link in &row.title_links {
                self.hold(link, &mut said)?;
            }
            for mention in row.title_names {
                if let Some(bytes) = self.tables.name_keys.get(self.txn, mention.name.key().bytes()).map_err(io)? {
                    *said.titles.entry(id(bytes)?).or_default() += 1;
                    *said.votes.entry(id(bytes)?).or_default() += 1;
                }
            }
        }
        for decision in decided(&self.tables, self.txn)? {
            for name in decision.verdict.names() {
                if let Some(id) = id_of(self.tables.name_keys, self.txn, name.key())? {
                    *said.held.entry(id).or_default() += 1;
                }
            }
            if let Some((a, b)) = decision.verdict.joins().filter(|(a, b)| a != b) {
                let ends = (self.id_of(&a)?, self.id_of(&b)?);
                said.link(&AliasLink { a, b, rule: AliasRule::Person, quote: Span::default() }, ends.0, ends.1);
            }
        }
        said.pairs.sort_unstable();
        Ok(said)
    }

    fn hold(&self, link: &AliasLink, said: &mut Said) -> Result<(), StoreError> {
        let (a, b) = (self.id_of(&link.a)?, self.id_of(&link.b)?);
        for end in [a, b] {
            *said.held.entry(end).or_default() += 1;
        }
        said.link(link, a, b);
        Ok(())
    }

    fn id_of(&self, name: &Name) -> Result<u32, StoreError> {
        Ok(id_of(self.tables.name_keys, self.txn, name.key())?.unwrap_or(u32::MAX))
    }

    fn compare_names(&self, said: &Said, snapshot: &Snapshot, findings: &mut Findings) -> Result<(), StoreError> {
        let (mut count, mut pairs, mut written, mut senses) = (0, 0, 0, 0);
        for found in self.tables.names.iter(self.txn).map_err(io)? {
            let (key, bytes) = found.map_err(io)?;
            let (name, row) = (id(key)?, NameRow::read(bytes)?);
            count += 1;
            written += u64::from(!row.name().is_canonical());
            if let Some(key) = sense_key(&row.name(), name) {
                senses += 1;
                let listed = self.tables.senses.get(self.txn, &key).map_err(io)?.is_some();
                findings.expect(listed, "names", || format!("{:?} is not found in one of its senses", row.folded));
            }
            let keyed = self.tables.name_keys.get(self.txn, row.key().bytes()).map_err(io)?;
            findings.expect(keyed == Some(key), "names", || format!("{:?} is not found by its key", row.folded));
            let from = said.pairs.partition_point(|(other, _)| *other < name);
            let chunks: Vec<u32> =
                said.pairs[from..].iter().take_while(|(other, _)| *other == name).map(|(_, chunk)| *chunk).collect();
            pairs += chunks.len();
            let listed = row.chunks.ids(Owner { kind: NAMES, id: name }, self.tables.blocks, self.txn)?;
            let same = listed == chunks && row.chunks.count == chunks.len() as u64;
            findings.expect(same, "names", || format!("{:?} is in other chunks than it says", row.folded));
            let of = |counts: &BTreeMap<u32, u64>| counts.get(&name).copied().unwrap_or_default();
            let votes = |votes: u64| row.forms.iter().map(|(_, v)| v).sum::<u64>() == votes;
            let kinds = |votes: u64| row.kinds.iter().map(|(_, v)| v).sum::<u64>() == votes;
            let counted =
                row.mentions == of(&said.mentions) && row.titles == of(&said.titles) && row.held == of(&said.held);
            let voted = votes(of(&said.votes)) && kinds(of(&said.votes));
            findings.expect(counted && voted, "names", || format!("{:?} has other counts than its facts", row.folded));
        }
        findings.expect(pairs == said.pairs.len(), "names", || "facts use names that are not there".to_owned());
        let keys = self.tables.name_keys.len(self.txn).map_err(io)?;
        let state = snapshot.state.names;
        findings.expect(keys == count && state == written, "names", || {
            format!("{count} names, {keys} keys, {written} written, {state} counted")
        });
        let listed = self.tables.senses.len(self.txn).map_err(io)?;
        findings.expect(listed == senses, "names", || format!("{senses} names in senses, {listed} listed"));
        Ok(())
    }

    fn compare_relations(&self, said: &Said, snapshot: &Snapshot, findings: &mut Findings) -> Result<(), StoreError> {
        let mut of_names: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
        let mut count = 0;
        for found in self.tables.relations.iter(self.txn).map_err(io)? {
            let (key, bytes) = found.map_err(io)?;
            let (relation, row) = (id(key)?, RelationRow::read(bytes)?);
            count += 1;
            of_names.entry(row.source).or_default().insert(relation);
            of_names.entry(row.target).or_default().insert(relation);
            let listed = row.chunks.ids(Owner { kind: RELATIONS, id: relation }, self.tables.blocks, self.txn)?;
            let expected = said.relations.get(&(row.source, row.predicate.clone(), row.target));
            let same = expected.is_some_and(|said| {
                let periods = said.periods.iter().map(|(period, count)| (*period, *count));
                said.weight == row.weight
                    && said.statements == row.statements
                    && said.chunks.iter().eq(&listed)
                    && periods.eq(row.stated.iter().copied())
            });
            findings.expect(same, "relations", || format!("{:?} is not what its chunks state", row.predicate));
            let (source, target) = (self.name(row.source)?.key(), self.name(row.target)?.key());
            let keyed = relation_key(source, &row.predicate, target);
            let keyed = self.tables.relation_keys.get(self.txn, keyed.bytes()).map_err(io)?;
            findings.expect(keyed == Some(key), "relations", || format!("{:?} is not found by its key", row.predicate));
        }
        let counted = count == said.relations.len() as u64 && snapshot.state.relations == count;
        findings.expect(counted, "relations", || format!("{count} rows for {} relations", said.relations.len()));
        for found in self.tables.name_relations.iter(self.txn).map_err(io)? {
            let (key, bytes) = found.map_err(io)?;
            let list = Postings::read(&mut Reader::new("name_relations", bytes))?;
            let owner = Owner { kind: NAME_RELATIONS, id: id(key)? };
            let listed = list.ids(owner, self.tables.blocks, self.txn)?;
            let same = of_names.remove(&id(key)?).is_some_and(|ids| ids.iter().eq(&listed));
            findings.expect(same, "relations", || "a name lists other relations than it has".to_owned());
        }
        findings.expect(of_names.is_empty(), "relations", || "a name lists no relations and has some".to_owned());
        Ok(())
    }

    fn compare_links(&self, said: &Said, findings: &mut Findings) -> Result<(), StoreError> {
        let links = self.tables.links.len(self.txn).map_err(io)?;
        findings.expect(links == said.links.len() as u64, "alias links", || {
            format!("{links} ends for {} said", said.links.len())
        });
        for (&(a, b), row) in &said.links {
            let stored = self.tables.links.get(self.txn, &pair(a, b)).map_err(io)?.map(LinkRow::read).transpose()?;
            findings.expect(stored == Some(*row), "alias links", || {
                "a link is counted otherwise than it is said".to_owned()
            });
        }
        self.compare_classes(said, findings)
    }

    /// Compares the classes that are updated by differences with those that follow from all links and decisions.
    fn compare_classes(&self, said: &Said, findings: &mut Findings) -> Result<(), StoreError> {
        let mut expected: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for class in said.joined(&apart(&self.tables, self.txn)?).classes() {
            if let Some(first) = class.first().filter(|_| class.len() > 1) {
                expected.insert(*first, class);
            }
        }
        let members: usize = expected.values().map(Vec::len).sum();
        let rows = self.tables.classes.len(self.txn).map_err(io)?;
        findings.expect(rows == (members + expected.len()) as u64, "alias links", || {
            format!("{rows} rows of classes for {} classes of {members} names", expected.len())
        });
        for (id, names) in &expected {
            let mut whole = true;
            for name in names {
                whole &= class_of(&self.tables, self.txn, *name)?
                    .is_some_and(|(found, row)| found == *id && row.names == *names);
                whole &= self.name(*name)?.linked;
            }
            findings.expect(whole, "alias links", || {
                let shown = self.name(*id).map(|row| row.folded).unwrap_or_default();
                format!("{shown:?} is one of {} names that mean the same, and stored otherwise", names.len())
            });
            self.count_class(*id, names, findings)?;
        }
        Ok(())
    }

    /// Counts the chunks of a class, and finds its key.
    fn count_class(&self, id: u32, names: &[u32], findings: &mut Findings) -> Result<(), StoreError> {
        let Some((_, class)) = class_of(&self.tables, self.txn, id)? else { return Ok(()) };
        let (mut chunks, mut key) = (BTreeSet::new(), None::<Key>);
        for name in names {
            let row = self.name(*name)?;
            chunks.extend(row.chunks.ids(Owner { kind: NAMES, id: *name }, self.tables.blocks, self.txn)?);
            key = key.into_iter().chain([row.key()]).min();
        }
        let same = class.chunks == chunks.len() as u64 && Some(class.key) == key;
        findings.expect(same, "alias links", || {
            format!("a class counts {} chunks, not {}, or has another key", class.chunks, chunks.len())
        });
        Ok(())
    }
}
