//! Communities inside communities: each that is too large falls into parts, found inside it alone, until all fit or one
//! does not fall apart.
//!
//! After a change the tree regrows: at each level communities begin as they were and only the surroundings of the
//! change move; everything below a community with unchanged members and ties is kept as it is.

use super::leiden::{Resolution, leiden, leiden_after};
use super::weighted::Weighted;

/// Stands for no community.
pub const NOBODY: u32 = u32::MAX;

/// Rules of nested communities.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TreeRules {
    /// See [`Resolution`].
    pub resolution: Resolution,
    /// A community of more entities falls into parts.
    pub largest: usize,
}

impl Default for TreeRules {
    fn default() -> Self {
        Self { resolution: Resolution::default(), largest: 32 }
    }
}

/// A community in its tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grown {
    /// The community that it is a part of; none at level 0.
    pub parent: Option<u32>,
    /// Level in the tree, from 0.
    pub level: u32,
    /// True if it is too large and cannot be split.
    pub whole: bool,
}

/// A tree of communities, parents before children.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CommunityTree {
    /// The communities, level by level.
    pub communities: Vec<Grown>,
    /// The deepest community of each vertex, or [`NOBODY`].
    pub leaves: Vec<u32>,
}

impl CommunityTree {
    /// The communities that hold one, itself first, outwards.
    pub fn upwards(&self, from: u32) -> impl Iterator<Item = u32> + '_ {
        let start = (from != NOBODY).then_some(from);
        std::iter::successors(start, |at| self.communities[*at as usize].parent)
    }

    /// The community of a level that holds one, or that itself where it lies higher.
    pub fn at_level(&self, from: u32, level: u32) -> u32 {
        let deep_enough = |at: &u32| self.communities[*at as usize].level <= level;
        self.upwards(from).find(deep_enough).unwrap_or(NOBODY)
    }

    /// The parts of each community.
    pub fn children(&self) -> Vec<Vec<u32>> {
        let mut children = vec![Vec::new(); self.communities.len()];
        for (at, community) in (0..).zip(&self.communities) {
            community.parent.into_iter().for_each(|parent| children[parent as usize].push(at));
        }
        children
    }

    /// Number of vertices of each community, those of its parts included.
    pub fn sizes(&self) -> Vec<u32> {
        let mut sizes = vec![0; self.communities.len()];
        self.leaves.iter().flat_map(|leaf| self.upwards(*leaf)).for_each(|at| sizes[at as usize] += 1);
        sizes
    }
}

/// The tree of a graph in which every vertex has a tie.
pub fn grown(graph: &Weighted, rules: &TreeRules) -> CommunityTree {
    Growing::new(graph, rules, None).tree()
}

/// The tree of a graph that had another tree before, whose leaves are given by the vertices of today, [`NOBODY`] for
/// new ones. `touched` are the vertices whose ties are not as they were.
pub fn regrown(graph: &Weighted, rules: &TreeRules, before: &CommunityTree, touched: &[bool]) -> CommunityTree {
    Growing::new(graph, rules, Some(Before { tree: before, sizes: before.sizes(), touched })).tree()
}

struct Before<'a> {
    tree: &'a CommunityTree,
    sizes: Vec<u32>,
    touched: &'a [bool],
}

impl Before<'_> {
    /// The community of exactly this level that held a vertex.
    fn of(&self, vertex: u32, level: u32) -> Option<u32> {
        let found = self.tree.at_level(self.tree.leaves[vertex as usize], level);
        (found != NOBODY && self.tree.communities[found as usize].level == level).then_some(found)
    }
}

struct Growing<'a> {
    graph: &'a Weighted,
    rules: &'a TreeRules,
    before: Option<Before<'a>>,
    tree: CommunityTree,
    place: Vec<u32>,
}

/// A community that may fall into parts, and which one it was before.
struct Open {
    at: u32,
    members: Vec<u32>,
    was: Option<u32>,
    /// True if its members and their ties are unchanged.
    stands: bool,
}

impl<'a> Growing<'a> {
    fn new(graph: &'a Weighted, rules: &'a TreeRules, before: Option<Before<'a>>) -> Self {
        let tree = CommunityTree { communities: Vec::new(), leaves: vec![NOBODY; graph.len()] };
        Self { graph, rules, before, tree, place: vec![NOBODY; graph.len()] }
    }

    fn tree(mut self) -> CommunityTree {
        let all: Vec<u32> = (0..self.graph.len() as u32).collect();
        let parts = match &self.before {
            None => leiden(self.graph, self.rules.resolution),
            Some(before) => self.seeded(self.graph, before, &all, 0),
        };
        let mut open = self.add(None, 0, &all, &parts);
        let mut level = 1;
        while !open.is_empty() {
            let mut next = Vec::new();
            for Open { at, members, was, stands } in open {
                if let Some(parts) = self.parts(&members, level, was, stands) {
                    next.extend(self.add(Some(at), level, &members, &parts));
                } else {
                    self.tree.communities[at as usize].whole = members.len() > self.rules.largest;
                }
            }
            (open, level) = (next, level + 1);
        }
        self.tree
    }

    /// Adds the parts of a community.
    fn add(&mut self, parent: Option<u32>, level: u32, members: &[u32], parts: &[u32]) -> Vec<Open> {
        let count = parts.iter().max().map_or(0, |most| *most as usize + 1);
        let mut groups = vec![Vec::new(); count];
        members.iter().zip(parts).for_each(|(member, part)| groups[*part as usize].push(*member));
        let mut open = Vec::with_capacity(count);
        for members in groups {
            let at = self.tree.communities.len() as u32;
            self.tree.communities.push(Grown { parent, level, whole: false });
            members.iter().for_each(|member| self.tree.leaves[*member as usize] = at);
            let was = self.before.as_ref().and_then(|before| likest(before, &members, level));
            let stands = was.is_some_and(|was| self.stands(&members, level, was));
            open.push(Open { at, members, was, stands });
        }
        open
    }

    /// True if these are the members and ties of a former community.
    fn stands(&self, members: &[u32], level: u32, was: u32) -> bool {
        self.before.as_ref().is_some_and(|before| {
            let same = |member: &u32| !before.touched[*member as usize] && before.of(*member, level) == Some(was);
            members.len() == before.sizes[was as usize] as usize && members.iter().all(same)
        })
    }

    /// The parts into which a community falls; none where it does not.
    fn parts(&mut self, members: &[u32], level: u32, was: Option<u32>, stands: bool) -> Option<Vec<u32>> {
        if members.len() <= self.rules.largest {
            return None;
        }
        let had = self.before.as_ref().zip(was).filter(|(before, was)| {
            members.iter().any(|member| {
                before
                    .of(*member, level)
                    .is_some_and(|part| before.tree.communities[part as usize].parent == Some(*was))
            })
        });
        let parts = match had {
            Some((before, _)) if stands => kept(before, members, level),
            None if stands => return None,
            Some((before, _)) => {
                let inside = self.graph.among(members, &mut self.place);
                self.seeded(&inside, before, members, level)
            }
            None => leiden(&self.graph.among(members, &mut self.place), self.rules.resolution),
        };
        parts.iter().any(|part| *part != 0).then_some(parts)
    }

    /// The parts of some vertices, from those that they were in before at a level.
    fn seeded(&self, inside: &Weighted, before: &Before<'_>, members: &[u32], level: u32) -> Vec<u32> {
        let was = kept(before, members, level);
        let frontier: Vec<bool> = members
            .iter()
            .map(|member| before.touched[*member as usize] || before.of(*member, level).is_none())
            .collect();
        leiden_after(inside, self.rules.resolution, was, &frontier)
    }
}

/// The parts in which vertices were at a level, numbered in the order met; who was in none is alone.
fn kept(before: &Before<'_>, members: &[u32], level: u32) -> Vec<u32> {
    let mut numbers = vec![NOBODY; before.tree.communities.len()];
    let mut count = 0;
    let number = |member: &u32| {
        let mut new = || {
            count += 1;
            count - 1
        };
        match before.of(*member, level) {
            None => new(),
            Some(part) if numbers[part as usize] == NOBODY => {
                numbers[part as usize] = new();
                numbers[part as usize]
            }
            Some(part) => numbers[part as usize],
        }
    };
    members.iter().map(number).collect()
}

/// The community of before that shares most members with these; ties by its place.
fn likest(before: &Before<'_>, members: &[u32], level: u32) -> Option<u32> {
    let mut were: Vec<u32> = members.iter().filter_map(|member| before.of(*member, level)).collect();
    were.sort_unstable();
    were.chunk_by(|a, b| a == b).map(|same| (same.len(), std::cmp::Reverse(same[0]))).max().map(|(_, was)| was.0)
}
