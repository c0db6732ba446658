//! Messages of the parser of flags on wrong usage, in the language of the run; in English its own words.

use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::{Language, Message, language, say};

/// The error in the arguments, the right usage, and where to learn more.
pub(crate) fn wrong(error: &clap::Error) -> String {
    match language() {
        Language::En => error.render().to_string(),
        _ => told(error),
    }
}

fn told(error: &clap::Error) -> String {
    let Some(wrong) = reason(error) else { return error.render().to_string() };
    let mut lines = vec![say!("clap-error", wrong = wrong).to_string()];
    let near = [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue];
    let near: Vec<String> = near.into_iter().flat_map(|kind| texts(error, kind)).collect();
    if !near.is_empty() {
        lines.push(format!("\n{}", say!("clap-near", names = near.join(", "))));
    }
    if let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage) {
        let usage = usage.to_string();
        lines.push(format!("\n{}", say!("clap-usage", usage = usage.trim_start_matches("Usage: "))));
    }
    lines.push(format!("\n{}\n", say!("clap-more")));
    lines.join("\n")
}

fn reason(error: &clap::Error) -> Option<Message> {
    let one = |kind| texts(error, kind).join(", ");
    let (arg, value) = (one(ContextKind::InvalidArg), one(ContextKind::InvalidValue));
    Some(match error.kind() {
        ErrorKind::UnknownArgument => say!("clap-unknown-argument", arg = arg),
        ErrorKind::InvalidSubcommand => say!("clap-unknown-command", command = one(ContextKind::InvalidSubcommand)),
        ErrorKind::InvalidValue if value.is_empty() => say!("clap-no-value", arg = arg),
        ErrorKind::InvalidValue => {
            say!("clap-value", arg = arg, value = value, known = one(ContextKind::ValidValue))
        }
        ErrorKind::ValueValidation => {
            let why = std::error::Error::source(error).map(ToString::to_string).unwrap_or_default();
            // The standard library's words for an invalid number.
            let whole = why.contains("invalid digit") || why.contains("integer");
            let why = if whole { say!("clap-whole").to_string() } else { super::heard(&why) };
            say!("clap-value-invalid", arg = arg, value = value, why = why)
        }
        ErrorKind::MissingRequiredArgument => say!("clap-missing", args = arg),
        ErrorKind::MissingSubcommand => say!("clap-missing-command", known = one(ContextKind::ValidSubcommand)),
        ErrorKind::ArgumentConflict => match one(ContextKind::PriorArg) {
            prior if prior == arg => say!("clap-twice", arg = arg),
            prior => say!("clap-conflict", arg = arg, prior = prior),
        },
        ErrorKind::TooManyValues => say!("clap-too-many", arg = arg, value = value),
        ErrorKind::WrongNumberOfValues | ErrorKind::TooFewValues => say!("clap-number-of-values", arg = arg),
        ErrorKind::NoEquals => say!("clap-no-equals", arg = arg),
        ErrorKind::InvalidUtf8 => say!("clap-utf8"),
        _ => return None,
    })
}

fn texts(error: &clap::Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        Some(ContextValue::StyledStr(text)) => vec![text.to_string()],
        _ => Vec::new(),
    }
}
