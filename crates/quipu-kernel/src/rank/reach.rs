//! How far a walk goes over a graph.

/// Tunables of a walk.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Walk {
    /// Probability of following an edge rather than starting again.
    pub damping: f64,
    /// Number of steps that are summed.
    pub rounds: usize,
}

impl Walk {
    /// The damping that is used: within 0 to 1.
    pub(super) fn followed(self) -> f64 {
        if self.damping.is_finite() { self.damping.clamp(0.0, 1.0) } else { 0.0 }
    }
}
