//! `quipu prompts`: the prompts of models, as files.

use std::path::Path;

use anyhow::Context as _;
use quipu::models::{PROFILES, profiles};
use similar::TextDiff;

use crate::cli::{PromptsArgs, PromptsWhat};
use crate::exit::{Outcome, Usage};
use crate::messages::say;
use crate::place::Place;
use crate::{print, written};

/// Lists, writes or compares profiles, or lets the model propose one.
///
/// # Errors
/// When there is no such profile, a file cannot be read or written, or the model fails.
pub(crate) async fn run(place: &Place<'_>, args: &PromptsArgs) -> anyhow::Result<Outcome> {
    match &args.what {
        PromptsWhat::List => list(place),
        PromptsWhat::Eject { name, to } => {
            free(to.as_deref())?;
            eject(&profiles::whole(name)?, to.as_deref())?;
            Ok(Outcome::Done)
        }
        PromptsWhat::Tune { output, samples, seed } => {
            tuned(place, (usize::from(*samples), *seed), output.as_deref()).await
        }
        PromptsWhat::Diff { file, from } => {
            let (before, after) = (profiles::whole(from)?, profiles::whole(&file.display().to_string())?);
            let same = before == after;
            print::text(&difference(&before, &after))?;
            Ok(if same { Outcome::Done } else { Outcome::Nothing })
        }
    }
}

/// Lets the model propose a profile.
async fn tuned(place: &Place<'_>, (samples, seed): (usize, u64), to: Option<&Path>) -> anyhow::Result<Outcome> {
    free(to)?;
    let Some(tuned) = place.quipu(&[])?.tune(samples, seed).await? else {
        return Err(Usage(say!("prompts-no-samples")).into());
    };
    let text = toml::to_string_pretty(&tuned.profile)?;
    match to {
        Some(path) if place.common.json => {
            written::whole(path, &text).with_context(|| path.display().to_string())?;
            print::json(&tuned)?;
        }
        None if place.common.json => print::json(&tuned)?,
        _ => eject(&text, to)?,
    }
    Ok(Outcome::Done)
}

/// Refuses to write over a file.
fn free(path: Option<&Path>) -> Result<(), Usage> {
    match path {
        Some(path) if path.exists() => Err(Usage(say!("prompts-there", path = path))),
        _ => Ok(()),
    }
}

/// Writes a profile into a file, else to standard output.
fn eject(text: &str, to: Option<&Path>) -> anyhow::Result<()> {
    let Some(path) = to else { return Ok(print::text(text)?) };
    written::whole(path, text).with_context(|| path.display().to_string())?;
    Ok(print::line(say!("prompts-ejected", path = path))?)
}

fn list(place: &Place<'_>) -> anyhow::Result<Outcome> {
    let mut rows = Vec::new();
    for (name, _) in PROFILES {
        let profile = profiles::of(name)?;
        let types: Vec<String> = profile.entity.iter().map(|of| of.name.clone()).collect();
        rows.push((name, profile.about, types));
    }
    let other = |(name, _): (&'static str, _)| (name, say!("prompts-other", name = name).to_string(), Vec::new());
    rows.extend(profiles::OTHER.map(other));
    if place.common.json {
        let row = |(name, about, types): &(&str, String, Vec<String>)| serde_json::json!({"name": name, "about": about, "entities": types});
        print::json(&rows.iter().map(row).collect::<Vec<_>>())?;
    } else {
        let types =
            |types: &[String]| if types.is_empty() { String::new() } else { format!(" ({})", types.join(", ")) };
        rows.iter().try_for_each(|(name, about, of)| print::line(format!("{name:<10} {about}{}", types(of))))?;
    }
    Ok(Outcome::Done)
}

/// The lines that went and came, with three around them.
fn difference(before: &str, after: &str) -> String {
    TextDiff::from_lines(before, after).unified_diff().missing_newline_hint(false).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_shows_what_went_and_came() {
        let (before, after) = ("a\nb\nc\nd\ne\nf\ng\n", "a\nx\nc\nd\ne\nf\nG\n");
        let expected = "@@ -1,7 +1,7 @@\n a\n-b\n+x\n c\n d\n e\n f\n-g\n+G\n";
        assert_eq!(difference(before, after), expected);
        assert_eq!(difference("a", "a"), "");
    }
}
