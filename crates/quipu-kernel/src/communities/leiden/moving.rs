//! Local moving: each vertex goes to the neighbouring community of the greatest gain, until no vertex gains.

use std::collections::VecDeque;

use super::{Communities, Resolution, gain, shuffle};
use crate::communities::Weighted;
use crate::random::SplitMix;

/// Communities between which vertices move.
pub(super) struct Moving<'g> {
    graph: &'g Weighted,
    resolution: Resolution,
    pub(super) parts: Communities,
    strengths: Vec<u64>,
    sizes: Vec<u32>,
    /// Numbers of empty communities.
    free: Vec<u32>,
    /// Weight of the ties of the vertex at hand to each community, and to which it has any, in the order met.
    ties: Vec<u64>,
    met: Vec<u32>,
}

impl<'g> Moving<'g> {
    pub(super) fn new(graph: &'g Weighted, resolution: Resolution, parts: Communities) -> Self {
        let (mut strengths, mut sizes) = (vec![0; graph.len()], vec![0; graph.len()]);
        for (at, part) in (0..).zip(&parts) {
            strengths[*part as usize] += graph.strength(at);
            sizes[*part as usize] += 1;
        }
        let free = (0..graph.len() as u32).rev().filter(|part| sizes[*part as usize] == 0).collect();
        Self { graph, resolution, parts, strengths, sizes, free, ties: vec![0; graph.len()], met: Vec::new() }
    }

    /// Moves vertices, of a frontier first where there is one, until none gains or, with a frontier, many have moved.
    /// Returns the communities that hold a vertex of the frontier or were entered or left: all without a frontier.
    pub(super) fn settle(&mut self, frontier: Option<&[bool]>, random: &mut SplitMix) -> Vec<bool> {
        let count = self.graph.len();
        let is_first = |at: &u32| frontier.is_none_or(|frontier| frontier[*at as usize]);
        let mut queue: Vec<u32> = (0..count as u32).filter(is_first).collect();
        shuffle(&mut queue, random);
        let mut queue: VecDeque<u32> = queue.into();
        let mut touched = vec![frontier.is_none(); count];
        let mut left = frontier.map_or(usize::MAX, |_| 10 * queue.len() + 1_000);
        let mut waiting = vec![false; count];
        queue.iter().for_each(|at| waiting[*at as usize] = true);
        queue.iter().for_each(|at| touched[self.parts[*at as usize] as usize] = true);
        while let Some(at) = queue.pop_front().filter(|_| left > 0) {
            waiting[at as usize] = false;
            let from = self.parts[at as usize];
            let to = self.best(at);
            if to == from {
                continue;
            }
            self.go(at, to);
            left -= 1;
            (touched[from as usize], touched[to as usize]) = (true, true);
            for (other, _) in self.graph.beside(at) {
                if self.parts[other as usize] != to && !std::mem::replace(&mut waiting[other as usize], true) {
                    queue.push_back(other);
                }
            }
        }
        touched
    }

    /// The community of the greatest gain for a vertex: its own, a neighbouring one, or one of its own alone.
    fn best(&mut self, at: u32) -> u32 {
        let own = self.parts[at as usize];
        for (other, weight) in self.graph.beside(at) {
            let part = self.parts[other as usize];
            let ties = &mut self.ties[part as usize];
            if *ties == 0 {
                self.met.push(part);
            }
            *ties += weight;
        }
        let strength = self.graph.strength(at);
        let of = |part: u32, there: u64| {
            gain(self.graph.total(), self.resolution, self.ties[part as usize], strength, there)
        };
        let mut best = (of(own, self.strengths[own as usize] - strength), own);
        for &part in self.met.iter().filter(|part| **part != own) {
            let gain = of(part, self.strengths[part as usize]);
            if gain > best.0 {
                best = (gain, part);
            }
        }
        if best.0 < 0 && self.sizes[own as usize] > 1 {
            best.1 = self.free.last().copied().unwrap_or(own);
        }
        self.met.drain(..).for_each(|part| self.ties[part as usize] = 0);
        best.1
    }

    fn go(&mut self, at: u32, to: u32) {
        let from = std::mem::replace(&mut self.parts[at as usize], to);
        let strength = self.graph.strength(at);
        self.strengths[from as usize] -= strength;
        self.strengths[to as usize] += strength;
        if self.sizes[to as usize] == 0 {
            self.free.pop();
        }
        self.sizes[from as usize] -= 1;
        self.sizes[to as usize] += 1;
        if self.sizes[from as usize] == 0 {
            self.free.push(from);
        }
    }
}
