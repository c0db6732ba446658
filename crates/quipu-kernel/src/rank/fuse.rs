//! Fusing rankings: sums of scores brought to one scale, and reciprocal ranks.
//!
//! Maximum normalisation as in Bruch, Gai and Ingber (2023, "An Analysis of Fusion Functions for
//! Hybrid Retrieval"); reciprocal rank fusion from Cormack, Clarke and Buettcher (2009). Cost:
//! linear. Tunables: the share `alpha` of the vectors; `k` of the ranks.

/// The largest finite score, or 0 when none is above it.
pub fn largest(scores: impl IntoIterator<Item = f64>) -> f64 {
    scores.into_iter().filter(|score| score.is_finite()).fold(0.0, f64::max)
}

/// `score / largest`, and 0 when that says nothing.
pub fn normalised(score: f64, largest: f64) -> f64 {
    if largest > 0.0 && score.is_finite() { score / largest } else { 0.0 }
}

/// The part of one ranking in reciprocal rank fusion; `rank` counts from 1.
pub fn reciprocal(k: f64, rank: usize) -> f64 {
    1.0 / (k.max(0.0) + rank as f64)
}

/// A cosine as a number that adds up: a missing one and one that is not finite are 0.
pub fn cosine(cosine: Option<f32>) -> f64 {
    cosine.filter(|value| value.is_finite()).map_or(0.0, |value| f64::from(value).clamp(-1.0, 1.0))
}

/// Cosine of two vectors; 0 when one is missing, of zeros, or of another length.
pub fn similarity(a: Option<&[f32]>, b: Option<&[f32]>) -> f64 {
    let (Some(a), Some(b)) = (a, b) else { return 0.0 };
    if a.len() != b.len() {
        return 0.0;
    }
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(x, y)| f64::from(*x) * f64::from(*y)).sum::<f64>();
    let lengths = (dot(a, a) * dot(b, b)).sqrt();
    if lengths > 0.0 && lengths.is_finite() { dot(a, b) / lengths } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_come_to_one_scale() {
        assert_eq!(largest([1.0, f64::NAN, 4.0, f64::INFINITY]), 4.0);
        assert_eq!(largest([-1.0]), 0.0);
        assert_eq!(normalised(1.0, 4.0), 0.25);
        assert_eq!(normalised(1.0, 0.0), 0.0);
        assert_eq!(normalised(f64::NAN, 1.0), 0.0);
        assert_eq!((reciprocal(60.0, 1), reciprocal(-1.0, 2)), (1.0 / 61.0, 0.5));
    }

    #[test]
    fn cosines_are_numbers() {
        assert_eq!(cosine(Some(f32::NAN)), 0.0);
        assert_eq!(cosine(None), 0.0);
        assert_eq!([0.5, 1.5, -0.5, -1.5].map(|value| cosine(Some(value))), [0.5, 1.0, -0.5, -1.0]);
        assert!((similarity(Some(&[1.0, 1.0]), Some(&[2.0, 2.0])) - 1.0).abs() < 1e-12);
        assert_eq!(similarity(Some(&[1.0]), Some(&[1.0, 0.0])), 0.0);
        assert_eq!(similarity(Some(&[0.0]), Some(&[1.0])), 0.0);
    }
}
