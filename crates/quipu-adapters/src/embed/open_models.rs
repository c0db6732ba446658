//! Models that are open in this process, one of a folder: each holds its weights in memory, some hundred megabytes, and
//! takes a while to open.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::SystemTime;

use quipu_encoder::{Runtime, find_library};

/// The value that finds an ONNX Runtime library in the usual places.
const AUTO: &str = "auto";

/// The file that makes a model another when it is replaced.
const WEIGHTS: &str = "model.safetensors";

/// An open model, shared by its users.
struct Known<T> {
    folder: PathBuf,
    library: String,
    /// Length and time of the weights.
    weights: Option<(u64, SystemTime)>,
    model: Weak<T>,
}

/// The models of one kind.
pub(super) struct OpenModels<T>(Mutex<Vec<Known<T>>>);

impl<T> OpenModels<T> {
    /// None is open.
    pub(super) const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// The open model of a folder and a library, else what `open` opens.
    pub(super) fn get<E>(
        &self,
        folder: &Path,
        library: &str,
        open: impl FnOnce() -> Result<T, E>,
    ) -> Result<Arc<T>, E> {
        let found = std::fs::metadata(folder.join(WEIGHTS)).ok();
        let weights = found.and_then(|found| Some((found.len(), found.modified().ok()?)));
        // A request for one that is being opened waits for it.
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|one| one.model.strong_count() > 0);
        let same = |one: &&Known<T>| one.folder == folder && one.library == library && one.weights == weights;
        if let Some(model) = known.iter().find(same).and_then(|one| one.model.upgrade()) {
            return Ok(model);
        }
        let model = Arc::new(open()?);
        let (folder, library) = (folder.to_owned(), library.to_owned());
        known.push(Known { folder, library, weights, model: Arc::downgrade(&model) });
        Ok(model)
    }
}

/// The runtime that `library` names: an ONNX Runtime library, `auto` to look for one, or nothing for the built-in one.
///
/// # Errors
/// When no library is there.
pub(super) fn runtime(library: &str) -> Result<Runtime, String> {
    if library.is_empty() {
        return Ok(Runtime::Native);
    }
    let given = Some(Path::new(library)).filter(|_| library != AUTO);
    let variable = std::env::var_os("ORT_DYLIB_PATH");
    let found = find_library(given, variable.as_deref().map(Path::new), None);
    let missing = || format!("no ONNX Runtime library is at {library:?} or in the usual places; unset embed.library");
    found.map(Runtime::Library).ok_or_else(missing)
}
