//! A clustering: the entities of a workspace in communities with stable ids, computed in full or updated after changes.

use super::guests::seated;
use super::identity::matched;
use super::leiden::modularity;
use super::pairs::{Grounds, PairRules, TiedPairs, pairs};
use super::tree::{CommunityTree, Grown, NOBODY, TreeRules, grown, regrown};
use super::weighted::Weighted;
use crate::graph::Sparse;
use crate::model::{Key, Kind};
use crate::random::SplitMix;

/// Options of a clustering.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ClusterRules {
    /// Rules of pairs.
    pub pairs: PairRules,
    /// Rules of nested communities.
    pub tree: TreeRules,
    /// Seed of the order in which entities are looked at: another one gives other communities of the same quality.
    pub seed: u64,
}

/// The input of a clustering: contents of a workspace, with entities and chunks by position, in the order of keys.
pub struct Contents<'a> {
    /// Number of the change whose state this is.
    pub change: u64,
    /// Keys of the entities, sorted.
    pub keys: &'a [Key],
    /// Their kinds.
    pub kinds: &'a [Kind],
    /// For each entity its chunks, sorted.
    pub chunks_of: &'a Sparse,
    /// The number of chunks.
    pub chunks: u32,
    /// Pairs of entities with stated relations, the smaller first, each with the number of chunks that state one;
    /// sorted.
    pub stated: &'a [(u32, u32, u32)],
}

/// A community with its id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Community {
    /// Given once, and kept for as long as most of it stays together.
    pub id: Key,
    /// The community that it is a part of, by position; none at level 0.
    pub parent: Option<u32>,
    /// Level in the tree, from 0.
    pub level: u32,
    /// True if it is larger than the size limit and cannot be split.
    pub whole: bool,
}

/// The place of an entity in the tree of communities.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seat {
    /// The entity.
    pub key: Key,
    /// Its deepest community, by position; [`NOBODY`] of one that is tied to nothing.
    pub leaf: u32,
    /// A hash of its ties, by which changes are detected.
    pub ties: u64,
    /// True if it is a hub, and so a guest in its community.
    pub hub: bool,
    /// True if its community of level 0 differs from that at the last full run.
    pub moved: bool,
}

/// The last run over everything.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct FullRun {
    /// Number of the change whose state it saw.
    pub change: u64,
    /// Number of chunks at that run; the base of probabilities until the next full run.
    pub chunks: u32,
    /// Modularity of level 0.
    pub quality: f64,
}

/// Communities of a workspace, with the seats of its entities and its last full run.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Clustering {
    /// Number of the change whose state it shows.
    pub change: u64,
    /// Number of chunks.
    pub chunks: u32,
    /// Modularity of level 0.
    pub quality: f64,
    /// The last run over everything.
    pub full: FullRun,
    /// The entities, by key.
    pub seats: Vec<Seat>,
    /// The communities, parents before children.
    pub communities: Vec<Community>,
}

/// The difference between a clustering and its last full run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Drift {
    /// Modularity today less that of the last full run.
    pub quality: f64,
    /// The share of entities in communities that are in another than then.
    pub moved: f64,
    /// The share by which the number of chunks has changed.
    pub chunks: f64,
}

impl Drift {
    /// True if a full run is advised.
    pub fn is_far(&self) -> bool {
        self.quality <= -0.02 || self.moved >= 0.25 || self.chunks >= 0.2
    }
}

impl Clustering {
    /// The difference from the last full run.
    pub fn drift(&self) -> Drift {
        let seated = self.seats.iter().filter(|seat| seat.leaf != NOBODY);
        let (all, moved) = seated.fold((0u32, 0u32), |(all, moved), seat| (all + 1, moved + u32::from(seat.moved)));
        let then = f64::from(self.full.chunks.max(1));
        Drift {
            quality: self.quality - self.full.quality,
            moved: f64::from(moved) / f64::from(all.max(1)),
            chunks: (f64::from(self.chunks) - f64::from(self.full.chunks)).abs() / then,
        }
    }

    /// Its communities as a tree whose leaves are its entities.
    pub fn tree(&self) -> CommunityTree {
        let grown = |of: &Community| Grown { parent: of.parent, level: of.level, whole: of.whole };
        CommunityTree {
            communities: self.communities.iter().map(grown).collect(),
            leaves: self.seats.iter().map(|seat| seat.leaf).collect(),
        }
    }

    /// The keys of its hubs.
    pub fn hubs(&self) -> impl Iterator<Item = Key> + '_ {
        self.seats.iter().filter(|seat| seat.hub).map(|seat| seat.key)
    }
}

/// A clustering with the ties that it was made of.
#[derive(Debug, Clone, PartialEq)]
pub struct Clustered {
    /// The clustering.
    pub clustering: Clustering,
    /// The position of each vertex's entity.
    pub entities: Vec<u32>,
    /// The ties between the entities that have any.
    pub graph: Weighted,
}

/// Clusters a workspace: in full, or from a former clustering, where only the surroundings of changes move.
pub fn cluster(contents: &Contents<'_>, rules: &ClusterRules, before: Option<&Clustering>) -> Clustered {
    let found = paired(contents, rules, before);
    let tied = Tied::new(contents, &found, rules.seed);
    let was = before.map(|before| Was::of(before, contents, &tied));
    let inner = tied.inner();
    let mut tree = match &was {
        None => grown(&inner.graph, &rules.tree),
        Some(was) => {
            let leaves = inner.vertices.iter().map(|at| was.leaves[*at as usize]).collect();
            let touched: Vec<bool> = inner.vertices.iter().map(|at| was.touched[*at as usize]).collect();
            regrown(&inner.graph, &rules.tree, &CommunityTree { leaves, ..was.tree.clone() }, &touched)
        }
    };
    let quality = modularity(&inner.graph, rules.tree.resolution, &roots(&tree));
    let mut leaves = vec![NOBODY; tied.graph.len()];
    inner.vertices.iter().zip(&tree.leaves).for_each(|(at, leaf)| leaves[*at as usize] = *leaf);
    tree.leaves = leaves;
    seated(&tied.graph, &mut tree);
    let mut clustering = Clustering {
        change: contents.change,
        chunks: contents.chunks,
        quality,
        full: before.map_or(FullRun { change: contents.change, chunks: contents.chunks, quality }, |old| old.full),
        seats: tied.seats(contents, &tree),
        communities: Vec::new(),
    };
    let old = before.zip(was.as_ref().map(|was| &was.tree));
    clustering.communities = named(&clustering, &tree, old);
    if let Some((before, was)) = old {
        mark_moved(&mut clustering, &tree, before, was);
    }
    Clustered { clustering, entities: tied.entities, graph: tied.graph }
}

/// Marks the entities whose community of level 0 is not the one that they had, since the last full run.
fn mark_moved(clustering: &mut Clustering, is: &CommunityTree, before: &Clustering, was: &CommunityTree) {
    let root = |of: &Clustering, tree: &CommunityTree, leaf: u32| match tree.at_level(leaf, 0) {
        NOBODY => None,
        at => Some(of.communities[at as usize].id),
    };
    let moved = |seat: &Seat| {
        let old = before.seats.binary_search_by_key(&seat.key, |old| old.key).ok().map(|at| &before.seats[at]);
        old.is_some_and(|old| {
            let (was, is) = (root(before, was, old.leaf), root(clustering, is, seat.leaf));
            old.moved || was.is_some() && was != is
        })
    };
    let moved: Vec<bool> = clustering.seats.iter().map(moved).collect();
    clustering.seats.iter_mut().zip(moved).for_each(|(seat, moved)| seat.moved = moved);
}

/// The current pairs, computed with the number of chunks of the last full run.
fn paired(contents: &Contents<'_>, rules: &ClusterRules, before: Option<&Clustering>) -> TiedPairs {
    let position = |key: Key| contents.keys.binary_search(&key).ok().map(|at| at as u32);
    let hubs: Vec<u32> = before.map_or_else(Vec::new, |before| before.hubs().filter_map(position).collect());
    let chunks = before.map_or(contents.chunks, |before| before.full.chunks.max(1));
    let Contents { kinds, chunks_of, stated, .. } = *contents;
    pairs(&Grounds { kinds, chunks_of, chunks, stated, hubs: &hubs }, &rules.pairs)
}

/// The entities that have a tie, in the order in which they are looked at, and their ties.
struct Tied {
    /// Position of each vertex's entity.
    entities: Vec<u32>,
    hub: Vec<bool>,
    graph: Weighted,
    /// A hash of the ties of each vertex.
    ties: Vec<u64>,
}

/// The part of a graph in which communities are found.
struct Inner {
    /// The vertices of the whole graph, in their order.
    vertices: Vec<u32>,
    graph: Weighted,
}

impl Tied {
    fn new(contents: &Contents<'_>, found: &TiedPairs, seed: u64) -> Self {
        let short = |at: u32| {
            let mut bytes = [0; 8];
            bytes.copy_from_slice(&contents.keys[at as usize].bytes()[..8]);
            u64::from_le_bytes(bytes)
        };
        let mut entities: Vec<u32> = found.pairs.iter().flat_map(|(a, b, _)| [*a, *b]).collect();
        entities.sort_unstable();
        entities.dedup();
        entities.sort_by_cached_key(|at| (SplitMix::new(short(*at) ^ seed).bits(), *at));
        let mut place = vec![NOBODY; contents.keys.len()];
        entities.iter().zip(0..).for_each(|(entity, at)| place[*entity as usize] = at);
        let ends = |(a, b, weight): &(u32, u32, u64)| (place[*a as usize], place[*b as usize], *weight);
        let pairs: Vec<(u32, u32, u64)> = found.pairs.iter().map(ends).collect();
        let graph = Weighted::of(entities.len(), &pairs);
        let hub: Vec<bool> = entities.iter().map(|entity| found.hubs.binary_search(entity).is_ok()).collect();
        let side = |at: u32| short(entities[at as usize]) ^ u64::from(hub[at as usize]);
        let tie = |(other, weight): (u32, u64)| SplitMix::new(side(other) ^ weight.rotate_left(32)).bits();
        let of = |at: u32| graph.beside(at).map(tie).fold(u64::from(hub[at as usize]), u64::wrapping_add);
        let ties = (0..entities.len() as u32).map(of).collect();
        Self { entities, hub, graph, ties }
    }

    /// The part without hubs and without entities tied to hubs alone.
    fn inner(&self) -> Inner {
        let stays = |at: u32| !self.hub[at as usize];
        let is_tied = |at: &u32| stays(*at) && self.graph.beside(*at).any(|(other, _)| stays(other));
        let vertices: Vec<u32> = (0..self.entities.len() as u32).filter(is_tied).collect();
        let graph = self.graph.among(&vertices, &mut vec![NOBODY; self.graph.len()]);
        Inner { vertices, graph }
    }

    /// Every entity's seat; that of one without a tie is nowhere.
    fn seats(&self, contents: &Contents<'_>, tree: &CommunityTree) -> Vec<Seat> {
        let nowhere = |key: &Key| Seat { key: *key, leaf: NOBODY, ties: 0, hub: false, moved: false };
        let mut seats: Vec<Seat> = contents.keys.iter().map(nowhere).collect();
        for (at, entity) in self.entities.iter().enumerate() {
            let seat = &mut seats[*entity as usize];
            (seat.leaf, seat.ties, seat.hub) = (tree.leaves[at], self.ties[at], self.hub[at]);
        }
        seats
    }
}

/// The clustering of before, by the vertices of today.
struct Was {
    tree: CommunityTree,
    leaves: Vec<u32>,
    touched: Vec<bool>,
}

impl Was {
    fn of(before: &Clustering, contents: &Contents<'_>, tied: &Tied) -> Self {
        let seat = |at: usize| {
            let key = contents.keys[tied.entities[at] as usize];
            before.seats.binary_search_by_key(&key, |seat| seat.key).ok().map(|at| before.seats[at])
        };
        let seats: Vec<Option<Seat>> = (0..tied.entities.len()).map(seat).collect();
        let leaves = seats.iter().map(|seat| seat.map_or(NOBODY, |seat| seat.leaf)).collect();
        let touched = seats.iter().zip(&tied.ties).map(|(seat, ties)| seat.is_none_or(|seat| seat.ties != *ties));
        Self { tree: before.tree(), leaves, touched: touched.collect() }
    }
}

fn roots(tree: &CommunityTree) -> Vec<u32> {
    tree.leaves.iter().map(|leaf| tree.at_level(*leaf, 0)).collect()
}

/// The communities with their ids.
fn named(clustering: &Clustering, tree: &CommunityTree, old: Option<(&Clustering, &CommunityTree)>) -> Vec<Community> {
    let first = firsts(clustering, tree);
    let fresh = |at: usize, level: u32| {
        let Some(first) = first[at] else { return Key::default() };
        let mut parts = vec![level.to_le_bytes().to_vec(), first.bytes().to_vec()];
        // Another one with this member may have had this id.
        parts.extend(old.map(|_| clustering.change.to_le_bytes().to_vec()));
        Key::of("community", &parts.iter().map(Vec::as_slice).collect::<Vec<_>>())
    };
    let was = match old {
        Some((before, was)) => matched(was, tree, &side_by_side(before, clustering)),
        None => vec![None; tree.communities.len()],
    };
    let of = |(at, grown): (usize, &Grown)| {
        let kept = was[at].zip(old).map(|(was, (before, _))| before.communities[was as usize].id);
        let Grown { parent, level, whole } = *grown;
        Community { id: kept.unwrap_or_else(|| fresh(at, level)), parent, level, whole }
    };
    tree.communities.iter().enumerate().map(of).collect()
}

/// The smallest member of each community.
fn firsts(clustering: &Clustering, tree: &CommunityTree) -> Vec<Option<Key>> {
    let mut firsts = vec![None; tree.communities.len()];
    for seat in &clustering.seats {
        for at in tree.upwards(seat.leaf) {
            firsts[at as usize].get_or_insert(seat.key);
        }
    }
    firsts
}

/// For each entity of before or today its deepest community then and now.
fn side_by_side(before: &Clustering, today: &Clustering) -> Vec<(u32, u32)> {
    let (mut old, mut new) = (before.seats.iter().peekable(), today.seats.iter().peekable());
    let mut both = Vec::with_capacity(before.seats.len().max(today.seats.len()));
    loop {
        let order = match (old.peek(), new.peek()) {
            (None, None) => return both,
            (Some(_), None) => std::cmp::Ordering::Less,
            (None, Some(_)) => std::cmp::Ordering::Greater,
            (Some(old), Some(new)) => old.key.cmp(&new.key),
        };
        let was = if order.is_le() { old.next().map_or(NOBODY, |seat| seat.leaf) } else { NOBODY };
        let is = if order.is_ge() { new.next().map_or(NOBODY, |seat| seat.leaf) } else { NOBODY };
        both.push((was, is));
    }
}
