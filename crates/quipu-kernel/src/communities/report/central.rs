//! Central members of a community: PageRank (Brin and Page, 1998) by the weights of ties.

use crate::communities::Weighted;

/// The probability of following a tie.
const DAMPING: f64 = 0.85;
/// Rounds; communities are small, and the remaining error is then below a thousandth.
const ROUNDS: usize = 40;

/// For each vertex how central it is; all together are 1.
pub fn central(graph: &Weighted) -> Vec<f64> {
    let count = graph.len();
    let share = 1.0 / count.max(1) as f64;
    let mut now = vec![share; count];
    for _ in 0..ROUNDS {
        let idle: f64 = (0..count).filter(|at| graph.strength(*at as u32) == 0).map(|at| now[at]).sum();
        let mut next = vec![(1.0 - DAMPING) * share + DAMPING * idle * share; count];
        for at in 0..count as u32 {
            let strength = graph.strength(at) as f64;
            for (other, weight) in graph.beside(at) {
                next[other as usize] += DAMPING * now[at as usize] * weight as f64 / strength;
            }
        }
        now = next;
    }
    now
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_of_a_star_stands_in_the_middle() {
        let found = central(&Weighted::of(5, &[(0, 1, 5), (1, 2, 5), (1, 3, 5)]));
        assert!(found[1] > found[0] && found[0] > found[4], "{found:?}");
        assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        assert!(central(&Weighted::default()).is_empty());
    }
}
