//! Tokens of the server.

use std::io;

use quipu_server::Token;

use super::table::{Column, table};

/// Prints tokens: id, name, role, workspaces, end.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn tokens(all: &[Token]) -> io::Result<()> {
    let row = |token: &Token| {
        let workspaces = if token.workspaces.is_empty() { "*".to_owned() } else { token.workspaces.join(", ") };
        let until = token.until.clone().unwrap_or_default();
        [token.id.clone(), token.name.clone(), token.role.name().to_owned(), workspaces, until]
    };
    let rows: Vec<[String; 5]> = all.iter().map(row).collect();
    table(&[Column::Left, Column::Gives(0), Column::Left, Column::Gives(1), Column::Left], &rows)
}
