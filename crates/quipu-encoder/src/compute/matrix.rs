//! Products of matrices, by the `gemm-f32` crate: the one place where its raw pointers are met.
//!
//! A matrix is a slice with two steps, so that a head of a projection, or a transpose, is a view and no copy.
//! Both constructors check that the last component lies inside the slice, which makes the product safe.

use gemm_common::Parallelism;

/// The layout of a matrix in a slice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// From one row to the next.
    pub(crate) row_step: usize,
    /// From one column to the next.
    pub(crate) column_step: usize,
}

impl Layout {
    /// Rows one after the other.
    pub(crate) fn packed(rows: usize, columns: usize) -> Self {
        Self::strided(rows, columns, columns)
    }

    /// Rows that begin `row_step` apart.
    pub(crate) fn strided(rows: usize, columns: usize, row_step: usize) -> Self {
        Self { rows, columns, row_step, column_step: 1 }
    }

    /// The layout with rows and columns exchanged.
    pub(crate) fn transposed(self) -> Self {
        Self { rows: self.columns, columns: self.rows, row_step: self.column_step, column_step: self.row_step }
    }

    /// True if every component lies in a slice of `length`.
    fn fits(self, length: usize) -> bool {
        let last = |count: usize, step: usize| count.checked_sub(1).map(|steps| steps.checked_mul(step));
        match (last(self.rows, self.row_step), last(self.columns, self.column_step)) {
            (None, _) | (_, None) => true,
            (Some(Some(row)), Some(Some(column))) => row.checked_add(column).is_some_and(|last| last < length),
            _ => false,
        }
    }
}

/// A matrix that is read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Matrix<'a> {
    values: &'a [f32],
    layout: Layout,
}

impl<'a> Matrix<'a> {
    /// # Panics
    /// When the layout reaches beyond the slice.
    pub(crate) fn new(values: &'a [f32], layout: Layout) -> Self {
        assert!(layout.fits(values.len()), "{layout:?} reaches beyond {} numbers", values.len());
        Self { values, layout }
    }
}

/// `out = scale * left * right`, on the calling thread.
///
/// # Panics
/// When the shapes do not fit together.
pub(crate) fn product(left: Matrix<'_>, right: Matrix<'_>, scale: f32, out: &mut [f32], layout: Layout) {
    assert!(layout.fits(out.len()), "{layout:?} reaches beyond {} numbers", out.len());
    assert!(layout.row_step >= layout.columns && layout.column_step == 1, "rows of a product must not overlap");
    let (a, b) = (left.layout, right.layout);
    assert_eq!((a.columns, a.rows, b.columns), (b.rows, layout.rows, layout.columns), "shapes of a product");
    let step = |step: usize| step as isize;
    #[allow(unsafe_code)] // Every component lies in its slice, as was checked; `out` is borrowed alone.
    unsafe {
        // The kernel writes columns: the product's rows are columns of the product of both turned over.
        gemm_f32::gemm::f32::get_gemm_fn()(
            layout.columns,
            layout.rows,
            a.columns,
            out.as_mut_ptr(),
            step(layout.row_step),
            step(layout.column_step),
            false,
            right.values.as_ptr(),
            step(b.row_step),
            step(b.column_step),
            left.values.as_ptr(),
            step(a.row_step),
            step(a.column_step),
            0.0,
            scale,
            false,
            false,
            false,
            Parallelism::None,
        );
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn naive(left: &[f32], right: &[f32], rows: usize, inner: usize, columns: usize) -> Vec<f64> {
        let at = |row: usize, column: usize| {
            (0..inner).map(|k| f64::from(left[row * inner + k]) * f64::from(right[k * columns + column])).sum()
        };
        (0..rows * columns).map(|place| at(place / columns, place % columns)).collect()
    }

    proptest! {
        #[test]
        fn a_product_is_what_three_loops_give(rows in 1_usize..20, inner in 1_usize..40, columns in 1_usize..50, seed: u32) {
            let number = |at: usize| ((at as u32).wrapping_mul(2_654_435_761).wrapping_add(seed) >> 8) as f32 / 16_777_216.0 - 0.5;
            let left: Vec<f32> = (0..rows * inner).map(number).collect();
            let right: Vec<f32> = (0..inner * columns).map(|at| number(at + 7)).collect();
            let mut out = vec![f32::NAN; rows * columns];
            let views = (Matrix::new(&left, Layout::packed(rows, inner)), Matrix::new(&right, Layout::packed(inner, columns)));
            product(views.0, views.1, 1.0, &mut out, Layout::packed(rows, columns));
            for (got, expected) in out.iter().zip(naive(&left, &right, rows, inner, columns)) {
                prop_assert!((f64::from(*got) - expected).abs() < 1e-5);
            }
        }
    }

    #[test]
    fn a_transpose_is_a_view() {
        let values = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        let layout = Layout::packed(2, 3);
        let mut out = [0.0; 4];
        let (left, right) = (Matrix::new(&values, layout), Matrix::new(&values, layout.transposed()));
        product(left, right, 2.0, &mut out, Layout::packed(2, 2));
        assert_eq!(out, [28.0, 64.0, 64.0, 154.0]);
    }

    #[test]
    fn a_layout_must_fit() {
        assert!(Layout::strided(2, 3, 10).fits(13) && !Layout::strided(2, 3, 10).fits(12));
        assert!(Layout::packed(0, 3).fits(0) && !Layout::strided(3, 1, usize::MAX).fits(usize::MAX));
    }
}
