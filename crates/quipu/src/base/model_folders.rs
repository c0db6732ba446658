//! The folders of models on this machine, and the resolution of the one in the settings.

use std::path::{Path, PathBuf};

use quipu_encoder::known_models::known;

use crate::pull::Manifest;
use crate::settings::Settings;
use crate::{Error, names};

/// The folder of models: the one that the settings name, else below the user's data.
///
/// # Errors
/// When there is no home folder.
pub fn folder(settings: &Settings) -> Result<PathBuf, Error> {
    if !settings.model_folder.is_empty() {
        return Ok(PathBuf::from(&settings.model_folder));
    }
    let data = names::data().map(|data| data.join("models"));
    data.ok_or(Error::NoModelHome)
}

/// True if a part of a name leads nowhere else, in a path or in an address.
pub fn is_plain(part: &str) -> bool {
    let letters = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    !part.is_empty() && !part.starts_with('.') && part.chars().all(letters)
}

/// A model's folder, even if it is missing: its name, without the part before a slash.
///
/// # Errors
/// When it is invalid.
pub fn place(models: &Path, name: &str) -> Result<PathBuf, Error> {
    let last = name.rsplit('/').next().unwrap_or_default();
    if !is_plain(last) {
        return Err(Error::ModelName { name: name.to_owned() });
    }
    Ok(models.join(known(last).map_or(last, |known| known.name)))
}

/// The folder of an existing model.
///
/// # Errors
/// When it is not there.
pub fn there(models: &Path, name: &str) -> Result<PathBuf, Error> {
    let folder = place(models, name)?;
    match () {
        () if is_whole(&folder) => Ok(folder),
        () if folder.is_dir() => Err(Error::ModelNotWhole { folder, name: name.to_owned() }),
        () => Err(Error::ModelNotThere { folder, name: name.to_owned() }),
    }
}

/// The folder of a model to remove: one that was downloaded, if only in part, or holds the files of a model.
///
/// # Errors
/// When it does not exist, or is no folder of a model.
pub fn to_remove(models: &Path, name: &str) -> Result<PathBuf, Error> {
    let folder = place(models, name)?;
    match () {
        () if !folder.is_dir() => Err(Error::ModelNotThere { folder, name: name.to_owned() }),
        () if Manifest::is_begun(&folder) || has_weights(&folder) => Ok(folder),
        () => Err(Error::ModelNoModel { folder }),
    }
}

/// True if a folder holds a complete model: all downloaded files, else the files that a model needs.
pub fn is_whole(folder: &Path) -> bool {
    let fetched = Manifest::read(folder).unwrap_or_default().files;
    let begun = Manifest::is_begun(folder);
    let has_all = fetched.keys().all(|path| folder.join(path).is_file());
    if fetched.is_empty() { !begun && has_weights(folder) } else { has_all }
}

fn has_weights(folder: &Path) -> bool {
    ["config.json", "model.safetensors"].iter().all(|name| folder.join(name).is_file())
}

/// The folder of `embed.model`: a path, or the name of an existing model.
///
/// # Errors
/// When neither is there.
pub fn meant(settings: &Settings) -> Result<PathBuf, Error> {
    named(settings, &settings.embed_model)
}

/// The folder of a model: a path, or the name of an existing model.
///
/// # Errors
/// When neither is there.
pub fn named(settings: &Settings, name: &str) -> Result<PathBuf, Error> {
    let given = Path::new(name);
    if given.join("config.json").is_file() {
        return Ok(given.to_owned());
    }
    there(&folder(settings)?, name)
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
        let is = |of: fn(&Path, &str) -> Result<PathBuf, Error>, name: &str| of(models.path(), name).is_ok();
        let told =
            ["thesis", "mine", "fetched", "half", "torn", "absent"].map(|name| (is(there, name), is(to_remove, name)));
        assert_eq!(told, [(false, false), (true, true), (true, true), (false, true), (false, true), (false, false)]);
    }
}
