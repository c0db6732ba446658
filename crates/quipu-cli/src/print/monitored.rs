//! Counts of questions as a table.

use std::io;

use quipu::monitor::{KindCount, Monitored};

use super::line;
use super::table::{Column, table};
use crate::messages::say;

/// Prints the statistics.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn monitored(counted: &Monitored) -> io::Result<()> {
    let Monitored { asked, from_cache, written, refused, calls, tokens, .. } = counted;
    line(say!(
        "monitor-all",
        asked = *asked,
        refused = *refused,
        cached = *from_cache,
        written = *written,
        calls = *calls,
        tokens = *tokens
    ))?;
    if counted.unread > 0 {
        line(say!("monitor-unread", count = counted.unread))?;
    }
    if counted.kinds.is_empty() {
        return Ok(());
    }
    let head = ["kind", "asked", "refused", "good", "bad", "time"].map(said);
    let row = |of: &KindCount| {
        let KindCount { kind, asked, refused, good, bad, median_ms } = of;
        let counts = [asked, refused, good, bad].map(u64::to_string);
        let [asked, refused, good, bad] = counts;
        [kind.clone(), asked, refused, good, bad, format!("{median_ms} ms")]
    };
    let rows: Vec<[String; 6]> = std::iter::once(head).chain(counted.kinds.iter().map(row)).collect();
    table(&[Column::Gives(0), Column::Right, Column::Right, Column::Right, Column::Right, Column::Right], &rows)
}

/// The head of a column.
fn said(column: &str) -> String {
    match column {
        "kind" => say!("monitor-kind"),
        "asked" => say!("monitor-asked"),
        "refused" => say!("monitor-refused"),
        "good" => say!("monitor-good"),
        "bad" => say!("monitor-bad"),
        _ => say!("monitor-time"),
    }
    .to_string()
}
