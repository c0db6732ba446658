//! Where models lie on this machine, and which one the settings mean.

use std::path::{Path, PathBuf};

use crate::exit::Usage;
use crate::messages::say;
use crate::named;
use crate::pull::Manifest;
use crate::settings::Settings;
use crate::wire::known;

/// The folder of models: the one that the settings name, else below the user's data.
///
/// # Errors
/// When there is no home folder.
pub(crate) fn folder(settings: &Settings) -> Result<PathBuf, Usage> {
    if !settings.model_folder.is_empty() {
        return Ok(PathBuf::from(&settings.model_folder));
    }
    let data = named::data().map(|data| data.join("models"));
    data.ok_or_else(|| Usage(say!("no-model-home")))
}

/// Whether a part of a name leads nowhere else, in a path or in an address.
pub(crate) fn is_plain(part: &str) -> bool {
    let letters = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    !part.is_empty() && !part.starts_with('.') && part.chars().all(letters)
}

/// A model's folder, whether or not it is there: its name, without what stands before a slash.
///
/// # Errors
/// When it is no name.
pub(crate) fn place(models: &Path, name: &str) -> Result<PathBuf, Usage> {
    let last = name.rsplit('/').next().unwrap_or_default();
    if !is_plain(last) {
        return Err(Usage(say!("model-name", name = name)));
    }
    Ok(models.join(known(last).map_or(last, |known| known.name)))
}

/// The folder of a model that is there.
///
/// # Errors
/// When it is not there.
pub(crate) fn there(models: &Path, name: &str) -> Result<PathBuf, Usage> {
    let folder = place(models, name)?;
    match () {
        () if is_whole(&folder) => Ok(folder),
        () if folder.is_dir() => Err(Usage(say!("model-not-whole", folder = &folder, name = name))),
        () => Err(Usage(say!("model-not-there", folder = &folder, name = name))),
    }
}

/// The folder of a model that may go: one that was fetched, if only in part, or holds what a model is made of.
///
/// # Errors
/// When there is none, or it may be anything.
pub(crate) fn to_remove(models: &Path, name: &str) -> Result<PathBuf, Usage> {
    let folder = place(models, name)?;
    match () {
        () if !folder.is_dir() => Err(Usage(say!("model-not-there", folder = &folder, name = name))),
        () if Manifest::is_begun(&folder) || has_weights(&folder) => Ok(folder),
        () => Err(Usage(say!("model-no-model", folder = &folder))),
    }
}

/// Whether a folder holds all of a model: all that was fetched, else what a model is made of.
pub(crate) fn is_whole(folder: &Path) -> bool {
    let fetched = Manifest::read(folder).unwrap_or_default().files;
    let begun = Manifest::is_begun(folder);
    let has_all = fetched.keys().all(|path| folder.join(path).is_file());
    if fetched.is_empty() { !begun && has_weights(folder) } else { has_all }
}

fn has_weights(folder: &Path) -> bool {
    ["config.json", "model.safetensors"].iter().all(|name| folder.join(name).is_file())
}

/// The folder that `embed.model` means: a path, or the name of a model that is there.
///
/// # Errors
/// When neither is there.
pub(crate) fn meant(settings: &Settings) -> Result<PathBuf, Usage> {
    let given = Path::new(&settings.embed_model);
    if given.join("config.json").is_file() {
        return Ok(given.to_owned());
    }
    there(&folder(settings)?, &settings.embed_model)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_models_are_told_and_removed() {
        let models = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = models.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        write("thesis/chapter.md", "years of work");
        write("mine/config.json", "{}");
        write("mine/model.safetensors", "");
        write("fetched/config.json", "{}");
        write("fetched/quipu-model.json", "{\"files\":{\"config.json\":\"0\"}}");
        write("half/config.json", "{}");
        write("half/quipu-model.json.part", "{\"files\":{\"config.json\":\"0\"}}");
        write("torn/quipu-model.json", "{\"files\":{\"config.json\":\"0\"}}");
        let is = |of: fn(&Path, &str) -> Result<PathBuf, Usage>, name: &str| of(models.path(), name).is_ok();
        let told =
            ["thesis", "mine", "fetched", "half", "torn", "absent"].map(|name| (is(there, name), is(to_remove, name)));
        assert_eq!(told, [(false, false), (true, true), (true, true), (false, true), (false, true), (false, false)]);
    }
}
