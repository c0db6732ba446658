//! One tie of a chain, followed over the relations of the things found before.

use quipu_kernel::extract::Extractor;
use quipu_kernel::model::{Facts, Key, Name};
use quipu_language::ties::{Bond, BondOrder};

use super::told::raised;
use super::{Link, Stop};
use crate::base::Workspace;
use crate::base::citation::cited;
use crate::base::graph::OwnedChunks;
use crate::base::ports::{EntityFound, RelationRow, Store, StoreError};

/// The maximum number of things from which a chain continues.
const WIDEST: usize = 3;
/// A thing in more chunks is no step of a chain.
const HUB: u64 = 2_000;
/// The maximum number of relations of one thing that are read in the text.
const MOST_READ: usize = 12;

/// A relation that a tie asks for, with the name at its other end.
struct Candidate<'r> {
    relation: &'r RelationRow,
    folded: &'r str,
    key: Key,
    weight: f64,
}

/// The things to which a tie leads from some things, the best first.
pub(super) async fn hop(workspace: &Workspace, from: &[Stop], tie: Bond) -> Result<Vec<Stop>, StoreError> {
    let mut out: Vec<Stop> = Vec::new();
    for stop in from.iter().take(WIDEST) {
        let things = things(&*workspace.store, stop).await?;
        let mut found = follow(workspace, stop, &things, tie, tie.order()).await?;
        if found.is_empty()
            && let Some((other, order)) = tie.instead()
        {
            found = follow(workspace, stop, &things, other, order).await?;
            found.iter_mut().for_each(|stop| {
                if let Some(last) = stop.links.last_mut() {
                    last.tie = tie;
                }
            });
        }
        let new = |stop: &Stop| out.iter().all(|known| known.folded != stop.folded);
        let found: Vec<Stop> = found.into_iter().filter(new).collect();
        out.extend(found);
    }
    out.truncate(WIDEST);
    Ok(out)
}

/// The entities that the name of a stop may mean, the most likely first.
async fn things(store: &dyn Store, stop: &Stop) -> Result<Vec<EntityFound>, StoreError> {
    let names = [stop.folded.clone()];
    if store.named(&names).await?.iter().any(|row| row.chunks > HUB) {
        return Ok(Vec::new());
    }
    let mut found = store.entities(&names).await?;
    found.sort_by_key(|(row, _)| {
        (!stop.key.is_some_and(|key| row.keys.contains(&key)), std::cmp::Reverse(row.chunks), row.key)
    });
    Ok(found)
}

/// The targets of a tie from the first of some things that has any.
async fn follow(
    workspace: &Workspace,
    stop: &Stop,
    things: &[EntityFound],
    tie: Bond,
    order: BondOrder,
) -> Result<Vec<Stop>, StoreError> {
    for thing in things {
        let mut candidates = candidates(thing, tie, workspace);
        candidates.sort_by(|a, b| b.weight.total_cmp(&a.weight).then_with(|| a.relation.key.cmp(&b.relation.key)));
        candidates.truncate(MOST_READ);
        if candidates.is_empty() {
            continue;
        }
        let chunks = candidates.iter().filter_map(|candidate| candidate.relation.chunks.first().copied());
        let owned = OwnedChunks::read(&*workspace.store, chunks).await?;
        let read =
            candidates.iter().filter_map(|candidate| stated(&owned, stop, candidate, tie, &*workspace.extractor));
        let mut read: Vec<((u32, usize), Stop)> = read.collect();
        if tie.dated() == Some(true) && matches!(tie, Bond::BornOn | Bond::DiedOn) {
            // One of several texts may give the day where others give the year.
            read.sort_by_key(|(_, stop)| stop.day.is_none_or(|day| day.day == 0));
        }
        return Ok(ordered(read, order));
    }
    Ok(Vec::new())
}

/// The stops read, in the requested order: by strength, or by place in the text.
fn ordered(mut read: Vec<((u32, usize), Stop)>, order: BondOrder) -> Vec<Stop> {
    if order != BondOrder::Strongest {
        read.sort_by_key(|(place, _)| *place);
    }
    let stops = read.into_iter().map(|(_, stop)| stop);
    match order {
        BondOrder::Strongest | BondOrder::First => stops.take(WIDEST).collect(),
        BondOrder::Second => stops.skip(1).take(1).collect(),
        BondOrder::Last => stops.rev().take(WIDEST).collect(),
    }
}

/// The relations of a thing that a tie asks for.
fn candidates<'r>((row, relations): &'r EntityFound, tie: Bond, workspace: &Workspace) -> Vec<Candidate<'r>> {
    let ontology = &workspace.ontology;
    let is_own = |key: &Key| row.keys.contains(key);
    let mut out: Vec<Candidate<'r>> = Vec::new();
    for relation in relations {
        let predicate = relation.predicate.as_str();
        if predicate.starts_with("not ") || predicate.starts_with("does not ") {
            continue;
        }
        let (folded, key) = match () {
            () if is_own(&relation.source_name) && ontology.leads(tie, predicate) => {
                (&relation.target, relation.target_name)
            }
            () if is_own(&relation.target_name) && ontology.leads_back(tie, predicate) => {
                (&relation.source, relation.source_name)
            }
            () => continue,
        };
        let dated = date(&*workspace.extractor, folded).is_some();
        if tie.dated().is_some_and(|asked| asked != dated) || is_own(&key) {
            continue;
        }
        match out.iter_mut().find(|known| known.key == key) {
            Some(known) => known.weight += relation.weight,
            None => out.push(Candidate { relation, folded, key, weight: relation.weight }),
        }
    }
    out
}

/// The date that a folded name is; months are read with their capitals.
fn date(extractor: &dyn Extractor, folded: &str) -> Option<quipu_kernel::model::Day> {
    if !folded.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let raised = folded.split(' ').map(raised).collect::<Vec<_>>().join(" ");
    extractor.day(&raised).filter(|day| day.year != 0 && raised.split(' ').count() <= 4)
}

/// The target of a candidate, read in the first chunk that states it, with its place in the text.
fn stated(
    owned: &OwnedChunks,
    stop: &Stop,
    candidate: &Candidate<'_>,
    tie: Bond,
    extractor: &dyn Extractor,
) -> Option<((u32, usize), Stop)> {
    let stored = owned.chunks.get(candidate.relation.chunks.first()?)?;
    let statements = stored.facts.iter().flat_map(|facts| &facts.statements);
    let (at, said) = statements.enumerate().find(|(_, said)| candidate.relation.is_stated_by(said))?;
    let other = if said.target.folded == candidate.folded { &said.target } else { &said.source };
    let name = form(&stored.facts, other);
    let from = if stop.links.is_empty() { bare(&stop.name) } else { stop.name.clone() };
    let cited = cited(stored, owned.owner(stored)?, said.quote)?;
    let mut links = stop.links.clone();
    links.push(Link { tie, from, to: name.clone(), cited });
    let day = date(extractor, candidate.folded);
    let reached = Stop { name, folded: candidate.folded.to_owned(), key: Some(candidate.key), day, links };
    Some(((stored.chunk.body.start, at), reached))
}

/// A title without its qualifier.
fn bare(title: &str) -> String {
    match title.rfind(" (") {
        Some(at) if title.ends_with(')') => title[..at].to_owned(),
        _ => title.to_owned(),
    }
}

/// A name as its chunk writes it.
fn form(facts: &[Facts], name: &Name) -> String {
    let mentions = facts.iter().flat_map(|facts| &facts.mentions);
    let mentioned = mentions.filter(|mention| mention.name == *name).map(|mention| mention.form.as_str());
    mentioned.min_by_key(|form| form.len()).unwrap_or(&name.folded).to_owned()
}
