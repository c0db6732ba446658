//! `quipu prompts`: what a model is asked, as files.

use anyhow::Context as _;
use quipu_engine::extract::PROFILES;

use super::Place;
use crate::cli::{PromptsArgs, PromptsWhat};
use crate::exit::{Outcome, Usage};
use crate::messages::say;
use crate::{print, profiles, written};

/// Lists, writes or compares profiles.
///
/// # Errors
/// When there is no such profile, or a file cannot be read or written.
pub(crate) fn run(place: &Place<'_>, args: &PromptsArgs) -> anyhow::Result<Outcome> {
    match &args.what {
        PromptsWhat::List => list(place),
        PromptsWhat::Eject { name, to: None } => {
            print::text(&profiles::whole(name)?)?;
            Ok(Outcome::Done)
        }
        PromptsWhat::Eject { name, to: Some(path) } => {
            if path.exists() {
                return Err(Usage(say!("prompts-there", path = path.as_path())).into());
            }
            written::whole(path, &profiles::whole(name)?).with_context(|| path.display().to_string())?;
            print::line(say!("prompts-ejected", path = path.as_path()))?;
            Ok(Outcome::Done)
        }
        PromptsWhat::Diff { file, from } => {
            let (before, after) = (profiles::whole(from)?, profiles::whole(&file.display().to_string())?);
            let same = before == after;
            print::text(&difference(&before, &after))?;
            Ok(if same { Outcome::Done } else { Outcome::Nothing })
        }
    }
}

fn list(place: &Place<'_>) -> anyhow::Result<Outcome> {
    let mut rows = Vec::new();
    for (name, _) in PROFILES {
        let profile = profiles::of(name)?;
        let types: Vec<String> = profile.entity.iter().map(|of| of.name.clone()).collect();
        rows.push((name, profile.about, types));
    }
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

/// The lines that went and came: profiles are short, so that common beginnings and ends tell enough.
fn difference(before: &str, after: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let rest = (&old[same..], &new[same..]);
    let tail = rest.0.iter().rev().zip(rest.1.iter().rev()).take_while(|(a, b)| a == b).count();
    let mut out = String::new();
    for (sign, lines) in [('-', &old[same..old.len() - tail]), ('+', &new[same..new.len() - tail])] {
        lines.iter().for_each(|line| out.push_str(&format!("{sign} {line}\n")));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_shows_what_went_and_came() {
        assert_eq!(difference("a\nb\nc", "a\nx\nc"), "- b\n+ x\n");
        assert_eq!(difference("a", "a"), "");
    }
}
