//! `quipu model`: the folders of models on this machine, and where they come from.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use serde_json::json;

use super::Place;
use super::model_check::check;
use crate::cli::{ModelArgs, ModelWhat};
use crate::exit::{Outcome, Usage};
use crate::messages::{Message, say};
use crate::models;
use crate::print;
use crate::print::units::bytes;
use crate::pull::{Client, Standing, Wanted, pull};
use crate::settings::Settings;
use crate::wire::{HUB, KNOWN, Known, USUAL, known};

/// After a broken transfer.
const PAUSE: Duration = Duration::from_secs(2);
/// How often it is said where a fetch stands.
const SAY_EVERY: Duration = Duration::from_secs(5);

/// Does what was asked with models.
///
/// # Errors
/// When a model is not known or not there, or cannot be fetched or removed.
pub(crate) async fn run(place: &Place<'_>, args: &ModelArgs) -> anyhow::Result<Outcome> {
    let settings = place.settings(&[])?.settings;
    let models = models::folder(&settings)?;
    match &args.what {
        ModelWhat::Pull { name, mirror } => fetch(&models, name, hub(mirror.as_deref(), &settings)),
        ModelWhat::Check => check(place, &settings).await,
        ModelWhat::List => list(&models, place.common.json),
        ModelWhat::Path { name } => {
            let folder = models::there(&models, name)?;
            print::line(folder.display())?;
            Ok(Outcome::Done)
        }
        ModelWhat::Remove { name } => {
            let folder = models::to_remove(&models, name)?;
            std::fs::remove_dir_all(&folder).with_context(|| folder.display().to_string())?;
            print::note(say!("model-removed", folder = &folder))?;
            Ok(Outcome::Done)
        }
    }
}

/// Where models are fetched: the flag, the setting, else the usual place.
fn hub<'a>(flag: Option<&'a str>, settings: &'a Settings) -> &'a str {
    let set = Some(settings.model_mirror.as_str()).filter(|mirror| !mirror.is_empty());
    flag.or(set).unwrap_or(HUB)
}

fn fetch(models: &Path, name: &str, hub: &str) -> anyhow::Result<Outcome> {
    let folder = models::place(models, name)?;
    let known = known(name);
    if known.is_none() && !is_repository(name) {
        let names = KNOWN.iter().map(|known| known.name).collect::<Vec<_>>().join(", ");
        return Err(Usage(say!("model-unknown", name = name, known = names)).into());
    }
    std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let mut said = Instant::now();
    let mut say = |standing: Standing<'_>| {
        if said.elapsed() > SAY_EVERY {
            said = Instant::now();
            // Where nobody listens, the fetch goes on.
            let _ = print::note(standing_of(standing));
        }
    };
    pull(&Client::new(PAUSE), &wanted(known, name, hub), &folder, &mut say)?;
    print::line(folder.display())?;
    Ok(Outcome::Done)
}

/// Whether a name is that of a repository, org/name: nothing else becomes a part of an address.
fn is_repository(name: &str) -> bool {
    name.split_once('/').is_some_and(|(organisation, name)| models::is_plain(organisation) && models::is_plain(name))
}

fn standing_of(standing: Standing<'_>) -> Message {
    let (path, done) = (standing.path, bytes(standing.done));
    match standing.total {
        Some(total) => say!("model-standing-of", path = path, done = done, total = bytes(total)),
        None => say!("model-standing", path = path, done = done),
    }
}

/// The files of a model, with their addresses.
fn wanted(known: Option<&Known>, name: &str, hub: &str) -> Vec<Wanted> {
    let (repository, revision) = known.map_or((name, "main"), |known| (known.repository, known.revision));
    let base = format!("{}/{repository}/resolve/{revision}", hub.trim_end_matches('/'));
    let files = known.map_or(USUAL, |known| known.files);
    let wanted = files.iter().map(|file| Wanted {
        path: file.path.to_owned(),
        url: format!("{base}/{}", file.path),
        sha256: file.sha256.map(str::to_owned),
        optional: file.optional,
    });
    wanted.collect()
}

fn list(models: &Path, as_json: bool) -> anyhow::Result<Outcome> {
    let mut others: Vec<String> = std::fs::read_dir(models)
        .map(|found| found.flatten().map(|found| found.file_name().to_string_lossy().into_owned()).collect())
        .unwrap_or_default();
    others.retain(|name| known(name).is_none() && here(models, name));
    others.sort();
    if as_json {
        let known = KNOWN.iter().map(|known| {
            json!({ "name": known.name, "dimension": known.dimension, "megabytes": known.megabytes,
                    "languages": known.languages, "licence": known.licence, "here": here(models, known.name) })
        });
        let others = others.iter().map(|name| json!({ "name": name, "here": true }));
        print::json(&known.chain(others).collect::<Vec<_>>())?;
        return Ok(Outcome::Done);
    }
    let mut rows = Vec::new();
    for known in KNOWN {
        let here = if here(models, known.name) { say!("model-here").to_string() } else { String::new() };
        let Known { name, megabytes, dimension, languages, licence, .. } = known;
        let size = bytes(u64::from(*megabytes) * 1_000_000);
        let texts = [*name, &here, &size, &dimension.to_string(), *licence, *languages];
        rows.push(texts.map(str::to_owned));
    }
    rows.extend(others.into_iter().map(|name| {
        let [size, dimension, licence, languages] = [const { String::new() }; 4];
        [name, say!("model-here").to_string(), size, dimension, licence, languages]
    }));
    print::models(&rows)?;
    Ok(Outcome::Done)
}

/// Whether a model is here and whole.
fn here(models: &Path, name: &str) -> bool {
    models::is_whole(&models.join(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_folders_and_nothing_else() {
        let models = Path::new("/models");
        assert_eq!(models::place(models, "ALL-minilm-l6-v2").ok(), Some(models.join("all-MiniLM-L6-v2")));
        assert_eq!(models::place(models, "org/other_model").ok(), Some(models.join("other_model")));
        for name in ["", "..", "org/..", "org/.hidden", "a b", "a\\b", "org/"] {
            assert!(models::place(models, name).is_err(), "{name}");
        }
    }

    #[test]
    fn repositories_are_an_organisation_and_a_name() {
        assert!(is_repository("intfloat/multilingual-e5-base"));
        for name in ["name", "../etc", "a/../b", "a/b/c", "a b/c", "a/b?c", "/a", "a/"] {
            assert!(!is_repository(name), "{name}");
        }
    }

    #[test]
    fn addresses_have_the_hubs_layout() {
        let files = wanted(known("all-MiniLM-L6-v2"), "all-MiniLM-L6-v2", "https://hub.example.org/");
        let weights = files.iter().find(|file| file.path == "model.safetensors").expect("it has weights");
        let base = "https://hub.example.org/sentence-transformers/all-MiniLM-L6-v2/resolve/";
        assert!(weights.url.starts_with(base) && weights.url.ends_with("/model.safetensors"), "{}", weights.url);
        assert!(weights.sha256.is_some());
        let other = wanted(None, "org/name", HUB);
        assert!(other.iter().all(|file| file.url.starts_with(&format!("{HUB}/org/name/resolve/main/"))));
    }
}
