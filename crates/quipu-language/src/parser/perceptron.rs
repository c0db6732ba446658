//! The averaged perceptron (Collins 2002; Freund and Schapire 1999) in whole numbers, so that training gives the same
//! bits on every machine. The result is the mean of the weights over all steps.

/// Weights that are being learned.
pub(super) struct Perceptron {
    classes: usize,
    mask: usize,
    weights: Vec<i32>,
    /// Each change of a weight times the step it was made at, for the mean.
    changes: Vec<i64>,
    /// Steps until now.
    steps: i64,
}

/// One in this number of non-zero weights may be too great for its place and is cut.
const CUT: usize = 2_000;
/// The greatest weight in a file.
const GREATEST: i64 = 127;

impl Perceptron {
    /// Nothing learned: two to the power of `bits` rows.
    pub(super) fn new(bits: u32, classes: usize) -> Self {
        let size = classes << bits;
        Self { classes, mask: (1 << bits) - 1, weights: vec![0; size], changes: vec![0; size], steps: 1 }
    }

    /// The sums of the rows of features.
    pub(super) fn sums(&self, features: &[u32], sums: &mut [i32]) {
        sums.fill(0);
        for feature in features {
            let row = (*feature as usize & self.mask) * self.classes;
            for (sum, weight) in sums.iter_mut().zip(&self.weights[row..row + self.classes]) {
                *sum += weight;
            }
        }
    }

    /// Counts a step, and corrects the weights if `found` differs from `right`.
    pub(super) fn learn(&mut self, features: &[u32], right: usize, found: usize) {
        self.steps += 1;
        if right == found {
            return;
        }
        for feature in features {
            let row = (*feature as usize & self.mask) * self.classes;
            for (class, by) in [(right, 1), (found, -1)] {
                self.weights[row + class] += by;
                self.changes[row + class] += i64::from(by) * self.steps;
            }
        }
    }

    /// The means as rows of a file, scaled so that few are cut.
    pub(super) fn rows<const C: usize>(&self) -> Vec<[i8; C]> {
        let means: Vec<i64> = self
            .weights
            .iter()
            .zip(&self.changes)
            .map(|(weight, change)| i64::from(*weight) * self.steps - change)
            .collect();
        let mut sizes: Vec<i64> = means.iter().map(|mean| mean.abs()).filter(|size| *size > 0).collect();
        sizes.sort_unstable();
        let great = sizes.get(sizes.len().saturating_sub(1 + sizes.len() / CUT)).copied().unwrap_or(1);
        let scaled = |mean: i64| {
            let doubled = 2 * mean.abs() * GREATEST / great;
            let rounded = ((doubled + 1) / 2).min(GREATEST);
            (rounded * mean.signum()) as i8
        };
        means
            .chunks(self.classes)
            .map(|of| {
                let mut row = [0; C];
                row.iter_mut().zip(of).for_each(|(weight, mean)| *weight = scaled(*mean));
                row
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_is_learned() {
        let mut learned = Perceptron::new(4, 2);
        let mut sums = [0; 2];
        for _ in 0..5 {
            for (features, right) in [([1, 2], 0), ([1, 3], 1)] {
                learned.sums(&features, &mut sums);
                learned.learn(&features, right, usize::from(sums[1] > sums[0]));
            }
        }
        let rows = learned.rows::<4>();
        assert!(rows[2][0] > rows[2][1] && rows[3][1] > rows[3][0] && rows[9] == [0; 4]);
        assert!(rows.as_flattened().contains(&127));
    }
}
