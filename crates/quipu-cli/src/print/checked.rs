//! Models that were tried.

use std::io;

use super::units::seconds;
use super::{Style, line};
use quipu::models::CheckedModel;

use crate::messages::{Failure, Message, say};

/// Prints the test of a model: its success, its speed, and possible improvements.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn checked(row: &CheckedModel, failed: Option<&Failure>, told: &[Message]) -> io::Result<()> {
    let style = Style::of_stdout();
    let work = style.bold(&row.work.join(", "));
    match &row.url {
        Some(url) => line(say!("check-model-at", work = work, model = &row.model, url = url))?,
        None => line(say!("check-model", work = work, model = &row.model))?,
    }
    let said = match (failed, &row.chat, row.dimension) {
        (Some(error), ..) => say!("check-fails", reason = &error.message),
        (None, Some(chat), _) => {
            let speed = chat.tokens_a_second.round() as u64;
            say!("check-chat", first = seconds(chat.first_seconds), speed = speed)
        }
        (None, None, Some(dimension)) => {
            say!("check-embed", dimension = dimension, seconds = seconds(row.seconds.unwrap_or_default()))
        }
        (None, None, None) => say!("check-works", seconds = seconds(row.seconds.unwrap_or_default())),
    };
    line(format!("    {said}"))?;
    if let Some(background) = row.background.filter(|background| *background > 0.0) {
        line(format!("    {}", say!("check-background", cosine = format!("{background:.2}"))))?;
    }
    told.iter().try_for_each(|advice| line(format!("    {advice}")))
}
