//! The facts of chunks, counted: names get votes, relations weights and links counts, in and out; for a chunk with
//! changed facts, only the difference.

use std::borrow::Cow;

use quipu_engine::ports::{Restated, StoreError};
use quipu_kernel::model::{AliasLink, ExtractedBy, Facts, Name, Span};
use rustc_hash::FxHashMap;

use super::bodies::sorted;
use super::names::At;
use super::{Commit, NameIds};
use crate::store::contents::steps;
use crate::store::embedded::codec::damaged;
use crate::store::embedded::facts::{self, Told};
use crate::store::embedded::failures::io;
use crate::store::embedded::name_row;
use crate::store::embedded::rows::ChunkRow;
use crate::store::embedded::sealed::{content, seal};

/// The places of the facts' names among the changes, and their ids, in the order of [`Facts::names`].
type Places = Vec<(At, u32)>;

fn ids(places: &Places) -> impl Iterator<Item = u32> + '_ {
    places.iter().map(|(_, id)| *id)
}

impl<'c> Commit<'_, 'c> {
    /// Counts the facts of a new chunk, and writes them.
    pub(super) fn says(
        &mut self,
        chunk: u32,
        facts: &'c [Facts],
        text: &str,
        known: &mut NameIds,
    ) -> Result<(), StoreError> {
        let places = self.places(facts, |_| None, known)?;
        facts.iter().zip(&places).for_each(|(facts, places)| self.count(chunk, facts, places));
        self.write_facts(chunk, facts, text, &places)
    }

    /// The places of each facts' names, new or those that they have already.
    fn places(
        &mut self,
        facts: &'c [Facts],
        stand: impl Fn(&Facts) -> Option<Places>,
        known: &mut NameIds,
    ) -> Result<Vec<Places>, StoreError> {
        // Plain names are found as soon among all of the change; those in a sense are hashed for it.
        let mut seen: FxHashMap<&'c Name, (At, u32)> = FxHashMap::default();
        let mut place = |name: &'c Name| {
            let plain = name.sense.is_empty();
            if let Some(place) = (!plain).then(|| seen.get(name)).flatten() {
                return Ok(*place);
            }
            let at = self.names.named(name, &self.tables, &self.txn, &mut self.state, known)?;
            let place = (at, self.names.id(at));
            if !plain {
                seen.insert(name, place);
            }
            Ok(place)
        };
        let mut places = |facts: &'c Facts| match stand(facts) {
            Some(places) => Ok(places),
            None => facts.names().map(&mut place).collect(),
        };
        facts.iter().map(&mut places).collect()
    }

    fn count(&mut self, chunk: u32, facts: &'c Facts, places: &Places) {
        let mut next = places.iter().copied();
        let mut next = || next.next().unwrap_or_default();
        for mention in &facts.mentions {
            let (at, _) = next();
            self.names.vote(at, mention.form.as_str().into(), mention.kind, 1);
            self.names.mention(at, 1);
        }
        for statement in &facts.statements {
            let ends = (next().1, Cow::Borrowed(statement.predicate.as_str()), next().1);
            self.relations.add(ends, chunk, steps(statement.weight), statement.period);
        }
        for link in &facts.links {
            self.links.count(link, next().1, next().1, 1);
        }
    }

    fn write_facts(&mut self, chunk: u32, facts: &[Facts], text: &str, places: &[Places]) -> Result<(), StoreError> {
        let of_chunk = sorted(places.iter().flat_map(ids));
        let bytes = facts::write(facts, text, &of_chunk, places.iter().map(ids));
        self.tables.facts.put(&mut self.txn, &chunk.to_be_bytes(), &seal(bytes)).map_err(io)
    }

    /// Takes back the old facts of a kept chunk, and counts its current ones, except equal ones; its names are
    /// settled later.
    pub(super) fn restate(
        &mut self,
        chunk: u32,
        restated: &'c Restated,
        known: &mut NameIds,
    ) -> Result<(), StoreError> {
        let bytes = self.row(self.tables.chunks, chunk)?.ok_or_else(|| damaged("chunks", "a row is missing"))?;
        let text = ChunkRow::read(bytes)?.text;
        let bytes = self.facts_row(chunk)?;
        let (said, told) = facts::told(content(&bytes))?;
        let Restated { facts, rules_stand } = restated;
        let rules = told.iter().find(|told| *rules_stand && told.extractor == ExtractedBy::Rules);
        // The facts of rules keep their ids, so that their names need not be looked up.
        let standing = |facts: &Facts| rules.filter(|told| told.is(facts, &text, told.names()));
        let stand = |facts: &Facts| Some(standing(facts)?.names().map(|id| (At::default(), id)).collect());
        let places = self.places(facts, stand, known)?;
        let mut stay = vec![false; facts.len()];
        for told in &told {
            let same = |(at, now): (usize, &Facts)| !stay[at] && told.is(now, &text, ids(&places[at]));
            match facts.iter().enumerate().position(same) {
                Some(at) => stay[at] = true,
                None => self.take_back(chunk, &text, told)?,
            }
        }
        let new = facts.iter().zip(&places).zip(stay).filter(|(_, stays)| !stays);
        new.for_each(|((facts, places), _)| self.count(chunk, facts, places));
        self.restated.entry(chunk).or_insert(said);
        self.write_facts(chunk, facts, &text, &places)
    }

    /// A row of facts, which is written to while this is read.
    fn facts_row(&self, chunk: u32) -> Result<Vec<u8>, StoreError> {
        Ok(self.row(self.tables.facts, chunk)?.ok_or_else(|| damaged("facts", "a row is missing"))?.to_vec())
    }

    /// Subtracts an extractor's facts of a chunk from counts, relations and links.
    fn take_back(&mut self, chunk: u32, text: &str, told: &Told<'_>) -> Result<(), StoreError> {
        self.recount(chunk, text, told, -1)
    }

    /// Counts an extractor's facts of a chunk once more, or, where `count` is -1, once less.
    pub(super) fn recount(&mut self, chunk: u32, text: &str, told: &Told<'_>, count: i64) -> Result<(), StoreError> {
        for &(name, kind, span, form) in &told.mentions {
            let form = form.or_else(|| text.get(span.range()));
            let form = form.ok_or_else(|| damaged("facts", "a mention lies outside its chunk"))?;
            let at = self.names.by_id(name);
            self.names.vote(at, form.to_owned().into(), kind, count);
            self.names.mention(at, count);
        }
        for said in &told.statements {
            let ends = (said.source, Cow::Owned(said.predicate.to_owned()), said.target);
            match count {
                1 => self.relations.add(ends, chunk, steps(said.weight), said.period),
                _ => self.relations.take(ends, chunk, steps(said.weight), said.period),
            }
        }
        for &(a, b, rule) in &told.links {
            let link = AliasLink { a: self.name(a)?, b: self.name(b)?, rule, quote: Span::default() };
            self.links.count(&link, a, b, count);
        }
        Ok(())
    }

    /// Takes back all facts of a chunk; gives the ids of its names.
    pub(super) fn take_all_back(&mut self, chunk: u32, text: &str) -> Result<Vec<u32>, StoreError> {
        let bytes = self.facts_row(chunk)?;
        let (said, told) = facts::told(content(&bytes))?;
        told.iter().try_for_each(|told| self.take_back(chunk, text, told))?;
        Ok(said)
    }

    fn name(&self, id: u32) -> Result<Name, StoreError> {
        let bytes = self.row(self.called, id)?.ok_or_else(|| damaged("names", "a row is missing"))?;
        name_row::name(bytes)
    }
}
