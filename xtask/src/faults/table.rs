//! Rows of counts, printed in the form of the notes.

/// The results of one kind of fault.
#[derive(Debug, Default)]
pub(crate) struct Table {
    rows: Vec<(String, u64, String)>,
}

impl Table {
    /// Adds a row: the kind of fault, its number, and a remark.
    pub(crate) fn row(&mut self, what: impl Into<String>, count: u64, note: impl Into<String>) {
        self.rows.push((what.into(), count, note.into()));
    }

    /// A line that counts nothing.
    pub(crate) fn note(&mut self, note: impl Into<String>) {
        self.row("", 0, note);
    }

    /// Number of faults.
    pub(crate) fn total(&self) -> u64 {
        self.rows.iter().map(|(_, count, _)| count).sum()
    }

    /// Prints the rows.
    pub(crate) fn print(&self) {
        for (what, count, note) in &self.rows {
            match what.as_str() {
                "" => println!("   {note}"),
                _ => println!("   {count:>6} {what}{}{note}", if note.is_empty() { "" } else { ": " }),
            }
        }
    }
}
