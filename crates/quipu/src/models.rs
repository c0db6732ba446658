//! Where models lie on this machine, and which one the settings mean.

use std::path::{Path, PathBuf};

use crate::exit::Usage;
use crate::named;
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
    data.ok_or_else(|| Usage("there is no home folder; name one for models with `model.folder`".to_owned()))
}

/// A model's folder, whether or not it is there: its name, without what stands before a slash.
///
/// # Errors
/// When it is no name.
pub(crate) fn place(models: &Path, name: &str) -> Result<PathBuf, Usage> {
    let last = name.rsplit('/').next().unwrap_or_default();
    let plain = !last.is_empty() && last.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_.".contains(letter));
    if !plain || last.starts_with('.') {
        return Err(Usage(format!("{name:?} is no name of a model; `quipu model list` shows those that are known")));
    }
    Ok(models.join(known(last).map_or(last, |known| known.name)))
}

/// The folder of a model that is there.
///
/// # Errors
/// When it is not there.
pub(crate) fn there(models: &Path, name: &str) -> Result<PathBuf, Usage> {
    let folder = place(models, name)?;
    if folder.is_dir() {
        return Ok(folder);
    }
    Err(Usage(format!("{} is not there; `quipu model pull {name}` fetches it", folder.display())))
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
