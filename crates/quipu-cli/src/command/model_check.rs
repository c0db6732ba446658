//! `quipu model check`: every configured model is tested with a real request.

use quipu::Quipu;
use quipu::models::{Advice, CheckedModel, ReplyFormat, Tried};
use quipu::settings::Work;
use serde::Serialize;

use crate::exit::Outcome;
use crate::messages::{Failure, Message, failure, say};
use crate::place::Place;
use crate::print;

/// A model that was tried, as JSON has it.
#[derive(Serialize)]
struct CheckRow<'a> {
    work: &'a [&'static str],
    model: &'a str,
    url: Option<&'a str>,
    works: bool,
    chat: Option<&'a Tried>,
    format: Option<ReplyFormat>,
    dimension: Option<usize>,
    background: Option<f32>,
    seconds: Option<f64>,
    error: Option<Failure>,
    /// Names of possible improvements; their texts are for people.
    advice: Vec<&'static str>,
}

/// Tries every model.
///
/// # Errors
/// When settings cannot be used, or standard output is closed.
pub(crate) async fn check(place: &Place<'_>, quipu: &Quipu) -> anyhow::Result<Outcome> {
    let rows = quipu.check_models().await?;
    let works = rows.iter().all(CheckedModel::works);
    if place.common.json {
        print::json(&rows.iter().map(row).collect::<Vec<_>>())?;
    } else {
        for row in rows {
            let told: Vec<Message> = row.advice.iter().map(|advice| told(*advice)).collect();
            print::checked(&row, failed(row.error.as_ref()).as_ref(), &told)?;
        }
        let named = Work::ALL.into_iter().any(|work| quipu.settings().llm(work).is_some());
        if !named {
            print::text(&format!("\n{}\n", say!("check-none")))?;
        }
    }
    Ok(if works { Outcome::Done } else { Outcome::Failed })
}

fn row(checked: &CheckedModel) -> CheckRow<'_> {
    CheckRow {
        work: &checked.work,
        model: &checked.model,
        url: checked.url.as_deref(),
        works: checked.works(),
        chat: checked.chat.as_ref(),
        format: checked.format,
        dimension: checked.dimension,
        background: checked.background,
        seconds: checked.seconds,
        error: failed(checked.error.as_ref()),
        advice: checked.advice.iter().map(|advice| advice.name()).collect(),
    }
}

fn failed(error: Option<&quipu::Error>) -> Option<Failure> {
    error.map(|error| failure(error))
}

/// An improvement, in words.
fn told(advice: Advice) -> Message {
    match advice {
        Advice::Cuts { read, of, context } => say!("check-cuts", read = read, of = of, context = context),
        Advice::RefusesLong { of, context } => say!("check-refuses-long", of = of, context = context),
        Advice::NoJson => say!("check-no-json"),
        Advice::NoSchema => say!("check-no-schema"),
        Advice::NoFormat => say!("check-no-format"),
        Advice::NoStream => say!("check-no-stream"),
        Advice::NoTokens => say!("check-no-tokens"),
        Advice::Thinks => say!("check-thinks"),
        Advice::NoPrice => say!("check-no-price"),
    }
}
