//! `quipu prompts`: what a model is asked, as files.

use std::path::Path;

use anyhow::Context as _;
use quipu_engine::extract::{PROFILES, SampleOptions, TUNING, samples, tune};
use similar::TextDiff;

use super::Place;
use super::llms::Llms;
use crate::cli::{PromptsArgs, PromptsWhat};
use crate::exit::{Outcome, Usage};
use crate::messages::say;
use crate::settings::Work;
use crate::{print, profiles, wire, written};

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
            let options = SampleOptions { samples: usize::from(*samples), tokens: 0, seed: *seed };
            tuned(place, options, output.as_deref()).await
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
async fn tuned(place: &Place<'_>, options: SampleOptions, to: Option<&Path>) -> anyhow::Result<Outcome> {
    free(to)?;
    let settings = place.settings(&[])?.settings;
    let llms = Llms::new(place, &settings, None)?;
    let llm = llms.of(Work::Extract)?.ok_or_else(|| Usage(say!("extract-no-model")))?;
    let store = wire::store_alone(&place.folder, None)?;
    // As much as the model reads in two windows: what fits beside a reply.
    let samples = samples(&*store, &SampleOptions { tokens: 2 * settings.extract_window, ..options }).await?;
    if samples.is_empty() {
        return Err(Usage(say!("prompts-no-samples")).into());
    }
    let words = profiles::words()?;
    let tuned = tune(&llm, &toml::from_str(TUNING)?, &words, &samples, settings.extract_room as u32).await;
    llms.finish()?;
    let tuned = tuned?;
    tuned.profile.check()?;
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
