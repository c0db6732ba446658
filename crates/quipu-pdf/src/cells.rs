//! Cells and tables of a page.

/// The lines of text in one cell.
pub(crate) type Cell = Vec<String>;

/// A table and its place.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Table {
    pub(crate) rows: Vec<Vec<Cell>>,
    pub(crate) left: f32,
    pub(crate) right: f32,
    pub(crate) top: f32,
    pub(crate) bottom: f32,
}

impl Table {
    /// Letters in its cells; text repeated over the columns of a cell counts once.
    pub(crate) fn letters(&self) -> usize {
        let count = |cell: &Cell| cell.iter().flat_map(|line| line.chars()).filter(|l| !l.is_whitespace()).count();
        let row = |row: &Vec<Cell>| -> usize {
            let repeated = |at: usize| at > 0 && row.get(at - 1) == row.get(at);
            row.iter().enumerate().filter(|(at, _)| !repeated(*at)).map(|(_, cell)| count(cell)).sum()
        };
        self.rows.iter().map(row).sum()
    }
}
