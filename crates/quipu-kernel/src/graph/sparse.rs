//! A sparse matrix by its rows (CSR): four bytes a cell and eight a row.

/// Rows of numbers, each sorted, kept in two arrays however many there are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sparse {
    /// Position of the first cell of each row, and the end of the last row.
    starts: Vec<usize>,
    cells: Vec<u32>,
}

impl Default for Sparse {
    fn default() -> Self {
        Self { starts: vec![0], cells: Vec::new() }
    }
}

impl Sparse {
    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.starts.len() - 1
    }

    /// The number of cells in all rows together.
    pub fn cells(&self) -> usize {
        self.cells.len()
    }

    /// The row at a position; an empty one after the last.
    pub fn row(&self, at: usize) -> &[u32] {
        let ends = self.starts.get(at).zip(self.starts.get(at + 1));
        ends.map_or(&[], |(start, end)| &self.cells[*start..*end])
    }

    /// Adds a row after the last.
    pub fn push(&mut self, row: impl IntoIterator<Item = u32>) {
        self.cells.extend(row);
        self.starts.push(self.cells.len());
    }

    /// Adds the rows of another one after the last.
    pub fn append(&mut self, other: &Self) {
        let before = self.cells.len();
        self.cells.extend(&other.cells);
        self.starts.extend(other.starts[1..].iter().map(|start| before + start));
    }

    /// The transposed matrix: for each column, up to `columns`, the rows that have it, sorted. Columns beyond are
    /// left out. Cost: two passes over the cells.
    #[must_use]
    pub fn transposed(&self, columns: usize) -> Self {
        let mut starts = vec![0; columns + 1];
        let inside = |cell: &&u32| (**cell as usize) < columns;
        self.cells.iter().filter(inside).for_each(|cell| starts[*cell as usize + 1] += 1);
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut cells = vec![0; starts[columns]];
        let mut next = starts.clone();
        for (at, number) in (0..self.rows()).zip(0u32..) {
            for cell in self.row(at).iter().filter(inside) {
                let place = &mut next[*cell as usize];
                cells[*place] = number;
                *place += 1;
            }
        }
        Self { starts, cells }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(rows: &[Vec<u32>]) -> Sparse {
        let mut sparse = Sparse::default();
        rows.iter().for_each(|row| sparse.push(row.iter().copied()));
        sparse
    }

    proptest! {
        #[test]
        fn read_both_ways_it_is_the_same(
            rows in prop::collection::vec(prop::collection::btree_set(0u32..9, 0..6), 0..8),
            cut in 0usize..8,
        ) {
            let rows: Vec<Vec<u32>> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
            let sparse = of(&rows);
            prop_assert_eq!(sparse.rows(), rows.len());
            for (at, row) in rows.iter().enumerate() {
                prop_assert_eq!(sparse.row(at), row.as_slice());
            }
            let across = sparse.transposed(9);
            prop_assert_eq!((across.rows(), across.cells()), (9, sparse.cells()));
            prop_assert_eq!(&across.transposed(rows.len()), &sparse);
            let (first, second) = rows.split_at(cut.min(rows.len()));
            let mut both = of(first);
            both.append(&of(second));
            prop_assert_eq!(both, sparse);
        }
    }

    #[test]
    fn behind_the_last_row_and_column_there_is_nothing() {
        assert_eq!(of(&[vec![1]]).row(7), &[] as &[u32]);
        assert_eq!(of(&[vec![0, 5]]).transposed(1), of(&[vec![0]]));
    }
}
