//! Refinement: inside each community, single vertices join the part of the greatest gain, as long as both are well tied
//! to the rest of the community. The resulting parts are connected, which a community after local moving need not be.

use super::{Communities, Resolution, gain, shuffle};
use crate::communities::Weighted;
use crate::random::SplitMix;

/// A refined community.
#[derive(Clone, Copy)]
struct Part {
    strength: u64,
    /// Weight of its ties to the rest of its community.
    cut: u64,
    size: u32,
}

/// The refined communities inside those that were touched; the others stay whole.
pub(super) fn refine(
    graph: &Weighted,
    resolution: Resolution,
    parts: &[u32],
    touched: &[bool],
    random: &mut SplitMix,
) -> Communities {
    let mut strengths = vec![0u64; graph.len()];
    (0..).zip(parts).for_each(|(at, part)| strengths[*part as usize] += graph.strength(at));
    let mut refined: Communities = (0..graph.len() as u32).collect();
    // Whole communities are named by their first vertex.
    let mut first = vec![u32::MAX; graph.len()];
    for (at, part) in (0..).zip(parts).filter(|(_, part)| !touched[**part as usize]) {
        let first = &mut first[*part as usize];
        *first = (*first).min(at);
        refined[at as usize] = *first;
    }
    let cut = |at: u32| {
        let inside = graph.beside(at).filter(|(other, _)| parts[*other as usize] == parts[at as usize]);
        inside.map(|(_, weight)| weight).sum::<u64>()
    };
    let alone = |at: u32| Part { strength: graph.strength(at), cut: cut(at), size: 1 };
    let is_touched = |at: u32| touched[parts[at as usize] as usize];
    let nobody = Part { strength: 0, cut: 0, size: 0 };
    let mut of: Vec<Part> = (0..graph.len() as u32).map(|at| if is_touched(at) { alone(at) } else { nobody }).collect();
    let well =
        |part: Part, whole: u64| gain(graph.total(), resolution, part.cut, part.strength, whole - part.strength) >= 0;
    let (mut ties, mut met) = (vec![0u64; graph.len()], Vec::new());
    let mut order: Vec<u32> = (0..graph.len() as u32).filter(|at| is_touched(*at)).collect();
    shuffle(&mut order, random);
    for at in order {
        let (own, whole) = (of[at as usize], strengths[parts[at as usize] as usize]);
        if refined[at as usize] != at || own.size != 1 || !well(own, whole) {
            continue;
        }
        for (other, weight) in graph.beside(at).filter(|(other, _)| parts[*other as usize] == parts[at as usize]) {
            let part = refined[other as usize];
            if ties[part as usize] == 0 {
                met.push(part);
            }
            ties[part as usize] += weight;
        }
        let mut best = (0, at);
        for &part in met.iter().filter(|part| well(of[**part as usize], whole)) {
            let gain = gain(graph.total(), resolution, ties[part as usize], own.strength, of[part as usize].strength);
            if gain > best.0 {
                best = (gain, part);
            }
        }
        let to = best.1;
        if to != at {
            let part = &mut of[to as usize];
            part.cut = part.cut + own.cut - 2 * ties[to as usize];
            part.strength += own.strength;
            part.size += 1;
            of[at as usize] = nobody;
            refined[at as usize] = to;
        }
        met.drain(..).for_each(|part: u32| ties[part as usize] = 0);
    }
    refined
}
