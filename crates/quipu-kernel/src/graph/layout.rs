//! Layout of a graph: positions where tied things are near each other and all others keep apart.
//!
//! Fruchterman and Reingold, 1991, "Graph drawing by force-directed placement", with a mild pull to the middle so that
//! parts that nothing ties stay on the page. The start is a spiral in the order of the things (Vogel, 1979), or follows
//! from their names, not chance, so equal graphs are drawn alike. Above [`FEW`] things only near ones push each other,
//! found by a grid as in that paper. Cost: [`ROUNDS`] x (things + ties), or x things squared up to there.

use std::collections::BTreeMap;

use crate::model::Key;

/// A place on the page, in the unit square.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Place {
    /// From left, 0 to 1.
    pub x: f64,
    /// From the top, 0 to 1.
    pub y: f64,
}

/// Number of rounds in which every thing is moved.
const ROUNDS: usize = 300;
/// Maximal number of things that all push all others.
const FEW: usize = 400;
/// The angle between two things of the start, in radians: no two of them come to lie in a line.
const GOLDEN: f64 = 2.399_963_229_728_653;
/// Strength of the pull to the middle, against one tie.
const GRAVITY: f64 = 0.06;

impl Place {
    /// A position that follows from a name alone, so that it does not depend on the rest of the graph.
    pub fn of(name: &str) -> Self {
        let key = Key::text(name);
        let unit = |at: usize| f64::from(u16::from_le_bytes([key.bytes()[at], key.bytes()[at + 1]])) / 65_536.0;
        let (radius, angle) = (unit(0).sqrt() / 2.0, std::f64::consts::TAU * unit(2));
        Self { x: radius * angle.cos(), y: radius * angle.sin() }
    }
}

/// Places on a spiral for `count` things, in their order.
pub fn spiral(count: usize) -> Vec<Place> {
    let place = |i: usize| {
        let (radius, angle) = (((i as f64 + 0.5) / count as f64).sqrt() / 2.0, GOLDEN * i as f64);
        Place { x: radius * angle.cos(), y: radius * angle.sin() }
    };
    (0..count).map(place).collect()
}

/// Places for things that start at these, around the middle, with ties between some of them, each with a weight above
/// 0.
pub fn layout(starts: Vec<Place>, ties: &[(u32, u32, f64)]) -> Vec<Place> {
    let count = starts.len();
    let mut at: Vec<(f64, f64)> = starts.into_iter().map(|Place { x, y }| (x, y)).collect();
    let near = (1.0 / count.max(1) as f64).sqrt();
    for round in 0..ROUNDS {
        let warmth = 0.1 * (1.0 - round as f64 / ROUNDS as f64);
        let mut pull = apart(&at, near);
        for (a, b, weight) in ties.iter().filter(|(a, b, _)| a != b && (*a.max(b) as usize) < count) {
            let (a, b) = (*a as usize, *b as usize);
            let (dx, dy) = (at[b].0 - at[a].0, at[b].1 - at[a].1);
            let force = dx.hypot(dy) / near * weight.clamp(0.1, 2.0);
            pull[a] = (pull[a].0 + dx * force, pull[a].1 + dy * force);
            pull[b] = (pull[b].0 - dx * force, pull[b].1 - dy * force);
        }
        for (place, (dx, dy)) in at.iter_mut().zip(pull) {
            let (dx, dy) = (dx - place.0 * GRAVITY, dy - place.1 * GRAVITY);
            let length = dx.hypot(dy).max(1e-12);
            let step = length.min(warmth) / length;
            *place = (place.0 + dx * step, place.1 + dy * step);
        }
    }
    fitted(&at)
}

/// Repulsion between things.
fn apart(at: &[(f64, f64)], near: f64) -> Vec<(f64, f64)> {
    let mut out = vec![(0.0, 0.0); at.len()];
    if at.len() <= FEW {
        for a in 0..at.len() {
            (0..a).for_each(|b| push(at, near, a, b, &mut out));
        }
        return out;
    }
    let cell = |(x, y): (f64, f64)| ((x / (2.0 * near)).floor() as i64, (y / (2.0 * near)).floor() as i64);
    let mut cells: BTreeMap<(i64, i64), Vec<usize>> = BTreeMap::new();
    for (i, place) in at.iter().enumerate() {
        cells.entry(cell(*place)).or_default().push(i);
    }
    for ((x, y), here) in &cells {
        for (i, a) in here.iter().enumerate() {
            here[..i].iter().for_each(|b| push(at, near, *a, *b, &mut out));
        }
        // Each two cells that touch, once.
        for beside in [(x + 1, *y), (x - 1, y + 1), (*x, y + 1), (x + 1, y + 1)] {
            for b in cells.get(&beside).into_iter().flatten() {
                here.iter().for_each(|a| push(at, near, *a, *b, &mut out));
            }
        }
    }
    out
}

fn push(at: &[(f64, f64)], near: f64, a: usize, b: usize, out: &mut [(f64, f64)]) {
    let (dx, dy) = (at[a].0 - at[b].0, at[a].1 - at[b].1);
    let force = near * near / (dx * dx + dy * dy).max(1e-6);
    out[a] = (out[a].0 + dx * force, out[a].1 + dy * force);
    out[b] = (out[b].0 - dx * force, out[b].1 - dy * force);
}

/// Places that fill the unit square.
fn fitted(at: &[(f64, f64)]) -> Vec<Place> {
    let ends = |of: fn(&(f64, f64)) -> f64| {
        let values = at.iter().map(of);
        let (low, high) = values.fold((f64::MAX, f64::MIN), |(low, high), v| (low.min(v), high.max(v)));
        (low, (high - low).max(1e-9))
    };
    let ((left, width), (top, height)) = (ends(|at| at.0), ends(|at| at.1));
    let inside = |value: f64, low: f64, size: f64| if size > 1e-6 { (value - low) / size } else { 0.5 };
    at.iter().map(|(x, y)| Place { x: inside(*x, left, width), y: inside(*y, top, height) }).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_thing_has_a_place_of_its_own_on_the_page(
            count in 0..30usize, ties in prop::collection::vec((0..40u32, 0..40u32, 0.0..5.0f64), 0..40),
        ) {
            let places = layout(spiral(count), &ties);
            prop_assert_eq!(places.len(), count);
            prop_assert!(places.iter().all(|place| (0.0..=1.0).contains(&place.x) && (0.0..=1.0).contains(&place.y)));
            for (i, a) in places.iter().enumerate() {
                prop_assert!(places[..i].iter().all(|b| (a.x - b.x).hypot(a.y - b.y) > 1e-4), "{:?}", places);
            }
        }
    }

    #[test]
    fn many_things_have_places_too() {
        let ties: Vec<(u32, u32, f64)> = (0..2_000u32).map(|i| (i, i / 2, 1.0)).collect();
        let places = layout(spiral(2_000), &ties);
        let far = |a: usize, b: usize| (places[a].x - places[b].x).hypot(places[a].y - places[b].y);
        let tied = ties.iter().map(|(a, b, _)| far(*a as usize, *b as usize)).sum::<f64>();
        let others = ties.iter().map(|(a, _, _)| far(*a as usize, (*a as usize + 997) % 2_000)).sum::<f64>();
        assert!(places.iter().all(|place| place.x.is_finite() && place.y.is_finite()) && 3.0 * tied < others);
    }

    #[test]
    fn what_is_tied_stands_nearer_than_what_is_not() {
        let places = layout(spiral(6), &[(0, 1, 1.0), (1, 2, 1.0), (0, 2, 1.0), (3, 4, 1.0), (4, 5, 1.0), (3, 5, 1.0)]);
        let far = |a: usize, b: usize| (places[a].x - places[b].x).hypot(places[a].y - places[b].y);
        assert!(far(0, 1) < far(0, 3) && far(3, 5) < far(2, 5));
    }
}
