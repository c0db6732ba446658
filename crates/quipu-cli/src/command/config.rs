//! `quipu config`: settings shown, set, and edited in their files.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, bail};
use quipu::location::FILE;
use quipu::settings::{self, PRESETS, Preset, Setting, TABLE};
use serde_json::json;

use crate::cli::ConfigCommand;
use crate::exit::{Outcome, Usage};
use crate::messages::{origin_told, say};
use crate::place::Place;
use crate::print;
use crate::written;

/// Shows or changes settings.
///
/// # Errors
/// When no setting has a key, a value is not accepted, or a file cannot be read or written.
pub(crate) fn run(place: &Place<'_>, what: &ConfigCommand) -> anyhow::Result<Outcome> {
    match what {
        ConfigCommand::Show { keys, origin } => return show(place, keys, *origin),
        ConfigCommand::Set { key, value, user } => {
            settings::change(&file(place, *user)?, key, Some(value)).map_err(quipu::Error::from)?
        }
        ConfigCommand::Unset { key, user } => {
            settings::change(&file(place, *user)?, key, None).map_err(quipu::Error::from)?
        }
        ConfigCommand::Edit { user } => edit(&file(place, *user)?)?,
        ConfigCommand::Presets { name } => presets(place, name.as_deref())?,
        ConfigCommand::Path { user } => print::line(file(place, *user)?.display())?,
    }
    Ok(Outcome::Done)
}

/// Lists presets, or prints one.
fn presets(place: &Place<'_>, name: Option<&str>) -> anyhow::Result<()> {
    if let Some(name) = name {
        let preset = settings::preset(name).map_err(quipu::Error::from)?;
        return Ok(print::text(preset.text)?);
    }
    if place.common.json {
        let row = |preset: &Preset| {
            let values: std::collections::BTreeMap<String, String> = preset.values().into_iter().collect();
            json!({ "name": preset.name, "about": preset.about(), "settings": values })
        };
        return Ok(print::json(&PRESETS.iter().map(row).collect::<Vec<_>>())?);
    }
    for preset in PRESETS {
        print::line(preset.name)?;
        print::line(format!("    {}", preset.about()))?;
    }
    Ok(())
}

fn file(place: &Place<'_>, user: bool) -> Result<PathBuf, Usage> {
    if !user {
        return Ok(place.folder.join(FILE));
    }
    settings::user_file().ok_or_else(|| Usage(say!("no-config-home")))
}

fn show(place: &Place<'_>, keys: &[String], origin: bool) -> anyhow::Result<Outcome> {
    let loaded = place.settings(&[])?;
    if let Some(unknown) = keys.iter().find(|key| !TABLE.iter().any(|setting| setting.key == **key)) {
        return Err(quipu::Error::from(settings::unknown_key(unknown)).into());
    }
    // Rows for one kind of work say nothing where they are not set.
    let all = |setting: &Setting| setting.work.is_none() || loaded.origins.contains_key(&setting.key);
    let wanted = |setting: &&Setting| if keys.is_empty() { all(setting) } else { keys.contains(&setting.key) };
    let shown: Vec<&Setting> = TABLE.iter().filter(wanted).collect();
    let set_by = |setting: &Setting| loaded.origins.get(&setting.key);
    if place.common.json {
        let row = |setting: &&Setting| json!({ "key": setting.key, "value": (setting.show)(&loaded.settings), "origin": set_by(setting).map_or("default".to_owned(), ToString::to_string) });
        print::json(&shown.iter().map(row).collect::<Vec<_>>())?;
        return Ok(Outcome::Done);
    }
    for setting in shown {
        let told = || set_by(setting).map_or_else(|| say!("origin-unset").to_string(), origin_told);
        let origin = if origin { format!("  # {}", told()) } else { String::new() };
        print::line(format!("{} = {}{origin}", setting.key, (setting.show)(&loaded.settings)))?;
    }
    Ok(Outcome::Done)
}

/// Opens a copy in the user's editor until its settings are valid, then puts it in place.
fn edit(path: &Path) -> anyhow::Result<()> {
    let given = ["VISUAL", "EDITOR"].into_iter().find_map(std::env::var_os);
    let Some(editor) = given.filter(|editor| !editor.is_empty()) else {
        return Err(Usage(say!("no-editor")).into());
    };
    let folder = path.parent().context(say!("no-parent", path = path))?;
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let copy = tempfile::Builder::new().prefix("quipu").suffix(".toml").tempfile()?;
    if path.exists() {
        std::fs::copy(path, copy.path()).with_context(|| path.display().to_string())?;
    }
    // An editor may be a command with flags of its own.
    let words: Vec<String> = editor.to_string_lossy().split_whitespace().map(str::to_owned).collect();
    let (program, flags) = words.split_first().ok_or_else(|| Usage(say!("no-editor")))?;
    let ended = Command::new(program)
        .args(flags)
        .arg(copy.path())
        .status()
        .with_context(|| say!("editor", program = program))?;
    if !ended.success() {
        bail!(say!("editor-failed", program = program, ended = ended.to_string(), path = path));
    }
    let text = std::fs::read_to_string(copy.path())?;
    if let Err(refused) = settings::check_text(path, &text) {
        // The user's text is kept.
        let (_, kept) = copy.keep()?;
        return Err(quipu::Error::from(refused)).with_context(|| say!("edit-refused", path = path, kept = &kept));
    }
    written::write(path, &text)
}
