//! Conversations, and their exchanges.

use std::io;

use quipu::ask::{Exchange, Session};

use super::table::{Column, table};
use super::units::{day, one_line};
use super::{Style, line};
use crate::messages::say;

/// Prints conversations: name, day of the last question, number of questions, the first question.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn sessions(all: &[Session]) -> io::Result<()> {
    if all.is_empty() {
        return line(say!("sessions-none"));
    }
    let row = |of: &Session| [of.name.clone(), day(of.last), of.exchanges.to_string(), one_line(&of.first, 80)];
    let rows: Vec<[String; 4]> = all.iter().map(row).collect();
    table(&[Column::Left, Column::Left, Column::Right, Column::Gives(0)], &rows)
}

/// Prints a question and its answer.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn exchange(said: &Exchange) -> io::Result<()> {
    let style = Style::of_stdout();
    line(format!("{} {}", style.bold(">"), style.bold(&said.question)))?;
    if let Some(asked) = &said.asked {
        line(style.dim(&say!("session-asked", question = asked).to_string()))?;
    }
    line(format!("{}\n", said.answer.trim_end()))
}
