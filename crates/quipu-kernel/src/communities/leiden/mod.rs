//! Communities by modularity: the Leiden algorithm (Traag, Waltman and van Eck, 2019, arXiv 1810.08473).
//!
//! Vertices move one by one to where most is gained; then each community is refined from single vertices inside it;
//! the result is folded into vertices of a smaller graph, which begins with the unrefined communities; and so on until
//! nothing moves. All of it is repeated from its own result, with vertices in another order each time, which gives the
//! last hundredths of quality: in one order all the time it stands still early.
//!
//! It differs from the paper in its use of chance: refinement takes the best gain (randomness towards 0), ties go to
//! the community met first, orders are drawn from a fixed seed, and gains are whole numbers compared exactly. So equal
//! graphs give equal communities on every machine.
//!
//! A run may begin with communities and a frontier: then only vertices of the frontier and neighbours of moved vertices
//! are looked at (dynamic frontier, arXiv 2405.11658). Cost: about the number of pairs a repetition.

mod folded;
mod moving;
mod refined;

use self::folded::fold;
use self::moving::Moving;
use self::refined::refine;
use super::Weighted;
use crate::random::SplitMix;

/// A resolution of 1 as gains have it.
const ONE: f64 = 65_536.0;
/// Maximal number of repetitions of a run from its own result.
const ROUNDS: u64 = 20;
/// A run that gained nothing so often in a row is over.
const IDLE: usize = 3;

/// The resolution parameter of modularity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Resolution(u32);

impl Resolution {
    /// Above 1 communities are smaller, below 1 larger; within 1/65536 and 65535.
    pub fn new(resolution: f64) -> Self {
        Self((resolution * ONE).round().clamp(1.0, f64::from(u32::MAX)) as u32)
    }
}

impl Default for Resolution {
    fn default() -> Self {
        Self::new(1.0)
    }
}

/// Gain of moving a vertex of strength `own` to communities of strength `there` by ties of weight `ties`.
fn gain(total: u64, resolution: Resolution, ties: u64, own: u64, there: u64) -> i128 {
    let ties = (i128::from(total) * i128::from(ties)) << 16;
    ties - i128::from(resolution.0) * i128::from(own) * i128::from(there)
}

/// The community of each vertex, in whole numbers below the number of vertices.
pub type Communities = Vec<u32>;

/// Communities from single vertices.
pub fn leiden(graph: &Weighted, resolution: Resolution) -> Communities {
    let single = (0..graph.len() as u32).collect();
    improved(graph, resolution, single, None)
}

/// Communities that begin as given, where only the surroundings of the frontier are looked at: at most ten moves for
/// each of its vertices, and a thousand.
pub fn leiden_after(graph: &Weighted, resolution: Resolution, before: Communities, frontier: &[bool]) -> Communities {
    let mut parts = before;
    apart(graph, &mut parts, Some(frontier));
    improved(graph, resolution, parts, Some(frontier))
}

fn improved(
    graph: &Weighted,
    resolution: Resolution,
    mut parts: Communities,
    frontier: Option<&[bool]>,
) -> Communities {
    let rounds = if frontier.is_some() { 1 } else { ROUNDS };
    let mut reached = quality(graph, resolution, &parts);
    let mut idle = 0;
    for round in 0..rounds {
        let next = once(graph, resolution, parts.clone(), frontier, round);
        let quality = quality(graph, resolution, &next);
        if quality > reached {
            (parts, reached, idle) = (next, quality, 0);
        } else {
            idle += 1;
        }
        if idle == IDLE {
            break;
        }
    }
    apart(graph, &mut parts, None);
    numbered(&mut parts, graph.len());
    parts
}

/// One run down to the smallest graph.
fn once(
    graph: &Weighted,
    resolution: Resolution,
    parts: Communities,
    frontier: Option<&[bool]>,
    round: u64,
) -> Communities {
    let mut random = SplitMix::new(round);
    let mut moving = Moving::new(graph, resolution, parts);
    let mut touched = moving.settle(frontier, &mut random);
    let mut parts = moving.parts;
    let mut folded: Option<(Weighted, Communities)> = None;
    // The vertex of the smaller graph to which each vertex came.
    let mut places: Communities = (0..graph.len() as u32).collect();
    loop {
        let (now, of) = folded.as_ref().map_or((graph, &parts), |(graph, parts)| (graph, parts));
        let refined = refine(now, resolution, of, &touched, &mut random);
        let mut next = fold(now, of, &refined, &touched);
        if next.graph.len() == now.len() {
            // If no vertices join within communities, these are joined with each other as they are.
            next = fold(now, of, of, &touched);
        }
        if next.graph.len() == now.len() {
            break;
        }
        places.iter_mut().for_each(|place| *place = next.places[*place as usize]);
        let mut moving = Moving::new(&next.graph, resolution, next.parts);
        touched = moving.settle(Some(&next.touched), &mut random);
        let parts = moving.parts;
        folded = Some((next.graph, parts));
    }
    if let Some((_, of)) = folded {
        parts = places.iter().map(|place| of[*place as usize]).collect();
    }
    parts
}

/// Quality times the square of twice the weight, exactly: modularity (Newman and Girvan, 2004) with a resolution.
fn quality(graph: &Weighted, resolution: Resolution, parts: &[u32]) -> i128 {
    let mut inside = vec![0u64; graph.len()];
    let mut strengths = vec![0u64; graph.len()];
    for (at, part) in (0..).zip(parts) {
        strengths[*part as usize] += graph.strength(at);
        let ties = graph.beside(at).filter(|(other, _)| parts[*other as usize] == *part).map(|(_, weight)| weight);
        inside[*part as usize] += ties.sum::<u64>() + 2 * graph.inside(at);
    }
    let of = |(inside, strength): (&u64, &u64)| gain(graph.total(), resolution, *inside, *strength, *strength);
    inside.iter().zip(&strengths).map(of).sum()
}

/// Modularity of a partition, from -1/2 to 1; 0 of a graph without pairs.
pub fn modularity(graph: &Weighted, resolution: Resolution, parts: &[u32]) -> f64 {
    if graph.total() == 0 {
        return 0.0;
    }
    let total = graph.total() as f64;
    quality(graph, resolution, parts) as f64 / ONE / total / total
}

/// Makes communities of their own of the parts into which a community falls: of all communities, or of those that hold
/// a vertex of the frontier.
fn apart(graph: &Weighted, parts: &mut [u32], frontier: Option<&[bool]>) {
    let mut looked = vec![true; parts.len()];
    if let Some(frontier) = frontier {
        looked.fill(false);
        frontier.iter().zip(&*parts).filter(|(at, _)| **at).for_each(|(_, part)| looked[*part as usize] = true);
    }
    let mut used = vec![false; parts.len()];
    parts.iter().for_each(|part| used[*part as usize] = true);
    let mut free = (0..parts.len() as u32).filter(|at| !used[*at as usize]).collect::<Vec<_>>().into_iter();
    // True once the first piece of a community, which keeps its number, was met.
    let mut met = vec![false; parts.len()];
    let mut seen = vec![false; parts.len()];
    let mut next = Vec::new();
    for start in 0..parts.len() as u32 {
        let part = parts[start as usize];
        if seen[start as usize] || !looked[part as usize] {
            continue;
        }
        let now = match std::mem::replace(&mut met[part as usize], true) {
            false => part,
            true => free.next().unwrap_or(part),
        };
        seen[start as usize] = true;
        next.push(start);
        while let Some(at) = next.pop() {
            for (other, _) in graph.beside(at) {
                if parts[other as usize] == part && !seen[other as usize] {
                    seen[other as usize] = true;
                    next.push(other);
                }
            }
            parts[at as usize] = now;
            looked[now as usize] = true;
        }
    }
}

/// In another order.
fn shuffle(all: &mut [u32], random: &mut SplitMix) {
    (1..all.len()).rev().for_each(|at| all.swap(at, random.below(at + 1)));
}

/// Numbers communities, whose numbers are below `most`, in the order in which the vertices meet them; returns their
/// number.
fn numbered(parts: &mut [u32], most: usize) -> usize {
    let mut numbers = vec![u32::MAX; most];
    let mut count = 0;
    for part in parts.iter_mut() {
        let number = &mut numbers[*part as usize];
        if *number == u32::MAX {
            (*number, count) = (count, count + 1);
        }
        *part = *number;
    }
    count as usize
}
