//! `quipu settings`: the table of settings with the values that hold here.

use quipu::settings::{LoadedSettings, Setting, TABLE};
use serde_json::json;

use crate::command_place::CommandPlace;
use crate::exit::CommandOutcome;
use crate::messages::{about_setting, origin_told, say};
use crate::print;

/// Prints every setting.
///
/// # Errors
/// When settings cannot be read, or standard output is closed.
pub(crate) fn run(place: &CommandPlace<'_>) -> anyhow::Result<CommandOutcome> {
    let loaded = place.settings(&[])?;
    if place.common.json {
        let rows: Vec<_> = TABLE.iter().map(|setting| row(setting, &loaded)).collect();
        print::json(&rows)?;
        return Ok(CommandOutcome::Done);
    }
    let mut section = "";
    let shown = |setting: &&Setting| setting.work.is_none() || loaded.origins.contains_key(&setting.key);
    for setting in TABLE.iter().filter(shown) {
        let (this, name) = setting.section();
        if this != section {
            print::line(format!("{}[{this}]", if section.is_empty() { "" } else { "\n" }))?;
            section = this;
        }
        let value = format!("{name} = {}", (setting.show)(&loaded.settings));
        match loaded.origins.get(&setting.key) {
            Some(origin) => print::line(say!("setting-set-by", value = value, origin = origin_told(origin)))?,
            None => print::line(value)?,
        }
        print::line(format!("    {}", about_setting(setting)))?;
    }
    Ok(CommandOutcome::Done)
}

fn origin(setting: &Setting, loaded: &LoadedSettings) -> Option<String> {
    loaded.origins.get(&setting.key).map(ToString::to_string)
}

fn row(setting: &Setting, loaded: &LoadedSettings) -> serde_json::Value {
    json!({
        "key": setting.key,
        "value": (setting.show)(&loaded.settings),
        "origin": origin(setting, loaded).unwrap_or_else(|| "default".to_owned()),
        "variable": setting.variable(),
        "about": setting.about,
    })
}
