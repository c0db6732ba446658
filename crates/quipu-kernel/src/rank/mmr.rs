//! Maximal marginal relevance (Carbonell and Goldstein, 1998, "The Use of MMR, Diversity-Based
//! Reranking"): picks candidates near the question and far from those picked before.
//!
//! `lambda` weighs nearness to the question, 1 - `lambda` distance from the chosen. Cost: one
//! similarity for each pair of candidate and chosen, none computed twice.

/// Picks from candidates one at a time; candidates may join between picks.
#[derive(Debug, Clone)]
pub struct Mmr<T> {
    lambda: f64,
    waiting: Vec<Candidate<T>>,
}

#[derive(Debug, Clone)]
struct Candidate<T> {
    value: T,
    relevance: f64,
    redundancy: f64,
}

/// A picked candidate with its score.
#[derive(Debug, Clone, PartialEq)]
pub struct Pick<T> {
    /// The candidate.
    pub value: T,
    /// Its similarity to the question.
    pub relevance: f64,
    /// Its greatest similarity to a candidate picked before; 0 for the first.
    pub redundancy: f64,
    /// `lambda * relevance - (1 - lambda) * redundancy`.
    pub score: f64,
}

impl<T: Ord + Clone> Mmr<T> {
    /// No candidates yet. `lambda` is held within 0 and 1.
    pub fn new(lambda: f64) -> Self {
        Self { lambda: if lambda.is_nan() { 0.5 } else { lambda.clamp(0.0, 1.0) }, waiting: Vec::new() }
    }

    /// A candidate joins, with its similarity to the question and its greatest similarity to a candidate picked already
    /// (0 before the first pick). A value that is not a number counts as 0.
    pub fn add(&mut self, value: T, relevance: f64, redundancy: f64) {
        self.waiting.push(Candidate { value, relevance: finite(relevance), redundancy: finite(redundancy) });
    }

    /// Takes the best candidate (ties to the smallest value), unless it scores below `least`; the
    /// others learn how similar they are to it.
    pub fn pick(&mut self, least: f64, similarity: impl Fn(&T, &T) -> f64) -> Option<Pick<T>> {
        let best = (0..self.waiting.len()).max_by(|&a, &b| {
            let (a, b) = (&self.waiting[a], &self.waiting[b]);
            self.score(a).total_cmp(&self.score(b)).then_with(|| b.value.cmp(&a.value))
        })?;
        let score = self.score(&self.waiting[best]);
        if score < least {
            return None;
        }
        let chosen = self.waiting.swap_remove(best);
        for other in &mut self.waiting {
            other.redundancy = other.redundancy.max(finite(similarity(&other.value, &chosen.value)));
        }
        Some(Pick { value: chosen.value, relevance: chosen.relevance, redundancy: chosen.redundancy, score })
    }

    fn score(&self, candidate: &Candidate<T>) -> f64 {
        self.lambda * candidate.relevance - (1.0 - self.lambda) * candidate.redundancy
    }
}

fn finite(value: f64) -> f64 {
    if value.is_finite() { value } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Carbonell and Goldstein's formula as written: all similarities computed again for each pick.
    fn naive(points: &[f64], lambda: f64, count: usize) -> Vec<usize> {
        let similarity = |a: f64, b: f64| 1.0 - (a - b).abs();
        let mut chosen: Vec<usize> = Vec::new();
        while chosen.len() < count.min(points.len()) {
            let score = |i: usize| {
                let redundancy = chosen.iter().map(|&c| similarity(points[i], points[c])).fold(0.0, f64::max);
                lambda * similarity(points[i], 0.0) - (1.0 - lambda) * redundancy
            };
            let rest = (0..points.len()).filter(|i| !chosen.contains(i));
            let best = rest.fold(None, |best: Option<usize>, i| match best {
                Some(b) if score(b) >= score(i) => Some(b),
                _ => Some(i),
            });
            chosen.extend(best);
        }
        chosen
    }

    proptest! {
        #[test]
        fn picks_as_the_formula_says(points in prop::collection::vec(0.0f64..1.0, 0..20), lambda in 0.0f64..1.0) {
            let mut mmr = Mmr::new(lambda);
            for (i, point) in points.iter().enumerate() {
                mmr.add(i, 1.0 - point, 0.0);
            }
            let mut picked = Vec::new();
            while let Some(pick) = mmr.pick(f64::NEG_INFINITY, |a, b| 1.0 - (points[*a] - points[*b]).abs()) {
                picked.push(pick.value);
            }
            prop_assert_eq!(picked, naive(&points, lambda, points.len()));
        }
    }

    #[test]
    fn a_low_score_ends_the_picking() {
        let mut mmr = Mmr::new(1.0);
        mmr.add("near", 0.9, 0.0);
        mmr.add("far", 0.1, 0.0);
        assert_eq!(mmr.pick(0.5, |_, _| 0.0).map(|pick| pick.value), Some("near"));
        assert_eq!(mmr.pick(0.5, |_, _| 0.0), None);
        assert_eq!(mmr.pick(0.1, |_, _| 0.0).map(|pick| pick.value), Some("far"), "it scores just so");
        mmr.add("nan", f64::NAN, f64::NAN);
        assert!(mmr.pick(0.0, |_, _| f64::NAN).is_some());
    }
}
