//! Makes a graph with communities in it, or finds those of one: `bench/communities/run` holds both against igraph.
//!
//! A graph is a file of lines, each two vertices and the weight of their tie.
#![allow(clippy::print_stdout, clippy::disallowed_methods)] // A program: it has files and a clock.

use std::error::Error;
use std::fmt::Write as _;
use std::time::Instant;

use quipu_kernel::communities::{Resolution, UNIT, Weighted, leiden, modularity};
use quipu_kernel::random::SplitMix;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["make", pairs, file] => std::fs::write(file, made(pairs.parse()?))?,
        ["find", file] => find(&std::fs::read_to_string(file)?)?,
        _ => return Err("make PAIRS FILE, or find FILE".into()),
    }
    Ok(())
}

/// A graph of `count` pairs and a quarter as many vertices, in groups of 8 to 200: seven of ten pairs are inside a
/// group, the others lead to vertices that have many already.
fn made(count: usize) -> String {
    let (mut random, vertices) = (SplitMix::new(count as u64), count / 4);
    let mut group_of = Vec::with_capacity(vertices);
    let mut groups: Vec<Vec<u32>> = Vec::new();
    while group_of.len() < vertices {
        let largest = 8 << random.below(6);
        let size = (largest - random.below(largest / 2)).min(200).min(vertices - group_of.len());
        groups.push((0..size).map(|at| (group_of.len() + at) as u32).collect());
        group_of.extend(std::iter::repeat_n(groups.len() - 1, size));
    }
    let mut known = std::collections::BTreeSet::new();
    let mut ends: Vec<u32> = Vec::new();
    while known.len() < count {
        let from = random.below(vertices) as u32;
        let to = match random.chance(7, 10) || ends.is_empty() {
            true => *random.of(&groups[group_of[from as usize]]),
            false => *random.of(&ends),
        };
        if from != to && known.insert((from.min(to), from.max(to))) {
            ends.extend([from, to]);
        }
    }
    let mut text = String::new();
    for (a, b) in known {
        let _ = writeln!(text, "{a} {b} {:.4}", 0.2 + 0.8 * random.unit());
    }
    text
}

fn find(text: &str) -> Result<(), Box<dyn Error>> {
    let mut pairs = Vec::new();
    for line in text.lines() {
        let mut parts = line.split(' ');
        let mut part = || parts.next().ok_or("a line of two vertices and a weight");
        let (a, b): (u32, u32) = (part()?.parse()?, part()?.parse()?);
        pairs.push((a, b, (part()?.parse::<f64>()? * UNIT).round() as u64));
    }
    let vertices = pairs.iter().map(|(a, b, _)| a.max(b) + 1).max().unwrap_or(0) as usize;
    // As in a workspace, where a hash gives the order.
    let mut order: Vec<u32> = (0..vertices as u32).collect();
    order.sort_by_key(|at| SplitMix::new(u64::from(*at)).bits());
    let mut place = vec![0; vertices];
    order.iter().zip(0..).for_each(|(vertex, at)| place[*vertex as usize] = at);
    pairs.iter_mut().for_each(|(a, b, _)| (*a, *b) = (place[*a as usize], place[*b as usize]));
    let began = Instant::now();
    let graph = Weighted::of(vertices, &pairs);
    let parts = leiden(&graph, Resolution::default());
    let seconds = began.elapsed().as_secs_f64();
    let quality = modularity(&graph, Resolution::default(), &parts);
    let communities = parts.iter().max().map_or(0, |most| most + 1);
    println!("{{\"quality\": {quality:.6}, \"communities\": {communities}, \"seconds\": {seconds:.3}}}");
    Ok(())
}
