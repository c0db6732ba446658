//! Dense linear algebra of a few columns: orthonormal columns, and the eigenvectors of a small symmetric matrix.

/// A matrix, row by row.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct DenseMatrix {
    pub(super) columns: usize,
    pub(super) values: Vec<f32>,
}

impl DenseMatrix {
    /// A matrix of zeros.
    pub(super) fn zeros(rows: usize, columns: usize) -> Self {
        Self { columns, values: vec![0.0; rows * columns] }
    }

    /// A row.
    pub(super) fn row(&self, at: usize) -> &[f32] {
        &self.values[at * self.columns..(at + 1) * self.columns]
    }

    /// A row, to change.
    pub(super) fn row_mut(&mut self, at: usize) -> &mut [f32] {
        &mut self.values[at * self.columns..(at + 1) * self.columns]
    }

    /// Number of rows.
    pub(super) fn rows(&self) -> usize {
        self.values.len().checked_div(self.columns).unwrap_or(0)
    }

    /// The products of its columns with each other, column by column.
    pub(super) fn gram(&self) -> Vec<f64> {
        let n = self.columns;
        let mut gram = vec![0.0; n * n];
        for row in self.values.chunks_exact(n) {
            for (i, x) in row.iter().enumerate() {
                for (sum, y) in gram[i * n..].iter_mut().zip(&row[..=i]) {
                    *sum += f64::from(*x) * f64::from(*y);
                }
            }
        }
        for i in 0..n {
            for j in 0..i {
                gram[j * n + i] = gram[i * n + j];
            }
        }
        gram
    }

    /// Each row times a square matrix, given row by row.
    pub(super) fn times(&mut self, square: &[f64]) {
        let n = self.columns;
        let mut made = vec![0.0f64; n];
        for row in self.values.chunks_exact_mut(n) {
            made.iter_mut().for_each(|value| *value = 0.0);
            for (x, factors) in row.iter().zip(square.chunks_exact(n)) {
                made.iter_mut().zip(factors).for_each(|(sum, factor)| *sum += f64::from(*x) * factor);
            }
            row.iter_mut().zip(&made).for_each(|(value, made)| *value = *made as f32);
        }
    }

    /// Makes its columns orthonormal; columns that depend on others become zero. By the eigenvectors of the products of
    /// columns (Löwdin), twice, since the first pass loses half of the digits.
    pub(super) fn orthonormalise(&mut self) {
        for _ in 0..2 {
            let (values, vectors) = eigen(self.gram(), self.columns);
            let largest = values.iter().copied().fold(0.0, f64::max);
            let n = self.columns;
            let mut scaled = vectors;
            for row in scaled.chunks_exact_mut(n) {
                for (entry, value) in row.iter_mut().zip(&values) {
                    *entry *= if *value > largest * 1e-9 { value.sqrt().recip() } else { 0.0 };
                }
            }
            self.times(&scaled);
        }
    }
}

/// Eigenvalues and eigenvectors (as columns) of a symmetric matrix: Jacobi's cyclic rotations (Golub and Van Loan, 8.5).
pub(super) fn eigen(mut a: Vec<f64>, n: usize) -> (Vec<f64>, Vec<f64>) {
    let mut vectors = vec![0.0; n * n];
    (0..n).for_each(|i| vectors[i * n + i] = 1.0);
    let trace: f64 = (0..n).map(|i| a[i * n + i].abs()).sum();
    for _ in 0..30 {
        let off: f64 = (0..n).flat_map(|i| (0..i).map(move |j| (i, j))).map(|(i, j)| a[i * n + j].abs()).sum();
        if off <= trace * 1e-12 {
            break;
        }
        for p in 0..n {
            for q in p + 1..n {
                rotate(&mut a, &mut vectors, p, q);
            }
        }
    }
    ((0..n).map(|i| a[i * n + i]).collect(), vectors)
}

/// One rotation, after which entry (p, q) is zero.
fn rotate(a: &mut [f64], vectors: &mut [f64], p: usize, q: usize) {
    let n = a.len().isqrt();
    let apq = a[p * n + q];
    if apq == 0.0 {
        return;
    }
    let theta = (a[q * n + q] - a[p * n + p]) / (2.0 * apq);
    let t = theta.signum() / (theta.abs() + theta.hypot(1.0));
    let t = if theta == 0.0 { 1.0 } else { t };
    let c = t.hypot(1.0).recip();
    let s = t * c;
    for k in 0..n {
        let (x, y) = (a[k * n + p], a[k * n + q]);
        a[k * n + p] = c * x - s * y;
        a[k * n + q] = s * x + c * y;
    }
    for k in 0..n {
        let (x, y) = (a[p * n + k], a[q * n + k]);
        a[p * n + k] = c * x - s * y;
        a[q * n + k] = s * x + c * y;
    }
    for row in vectors.chunks_exact_mut(n) {
        let (x, y) = (row[p], row[q]);
        row[p] = c * x - s * y;
        row[q] = s * x + c * y;
    }
}

/// The product of two vectors.
pub(super) fn dot(x: &[f32], y: &[f32]) -> f32 {
    x.iter().zip(y).map(|(x, y)| x * y).sum()
}

/// Scales a vector to length 1; zero stays.
pub(super) fn normalise(x: &mut [f32]) {
    let length = dot(x, x).sqrt();
    if length > 0.0 {
        x.iter_mut().for_each(|value| *value /= length);
    }
}
