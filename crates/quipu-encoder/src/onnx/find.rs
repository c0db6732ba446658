//! The search for an ONNX Runtime library.

use std::path::{Path, PathBuf};

/// Names of the library begin and end so.
#[cfg(target_os = "windows")]
const NAME: (&str, &str) = ("onnxruntime", ".dll");
#[cfg(target_os = "macos")]
const NAME: (&str, &str) = ("libonnxruntime", ".dylib");
#[cfg(not(any(target_os = "windows", target_os = "macos")))]
const NAME: (&str, &str) = ("libonnxruntime", ".so");

/// Folders of the system where packages put it. Windows has one of its own in its system folder, which is too old.
const FOLDERS: &[&str] = &[
    "/usr/local/lib",
    "/usr/lib",
    "/usr/lib64",
    "/usr/lib/x86_64-linux-gnu",
    "/usr/lib/aarch64-linux-gnu",
    "/opt/onnxruntime/lib",
    "/opt/homebrew/lib",
];

/// The library at `setting` (a file, or the folder it lies in), else at `variable` (the value of
/// `ORT_DYLIB_PATH`), else in `beside` (the folder of the program), else in the system's usual places.
///
/// A configured path without a library is not replaced by another: the result is then none.
pub fn find_library(setting: Option<&Path>, variable: Option<&Path>, beside: Option<&Path>) -> Option<PathBuf> {
    if let Some(named) = setting.or(variable).filter(|path| !path.as_os_str().is_empty()) {
        return if named.is_dir() { inside(named) } else { named.is_file().then(|| named.to_owned()) };
    }
    beside.and_then(inside).or_else(|| FOLDERS.iter().find_map(|folder| inside(folder.as_ref())))
}

/// The library in a folder: the shortest name is the one that links to the newest.
fn inside(folder: &Path) -> Option<PathBuf> {
    let files = std::fs::read_dir(folder).ok()?.filter_map(|file| Some(file.ok()?.path()));
    let fits = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let rest = name.strip_prefix(NAME.0).unwrap_or_default();
        // `libonnxruntime.so.1.31.1` and `libonnxruntime.1.31.1.dylib`, but not `libonnxruntime_providers_shared.so`.
        rest.starts_with('.') && rest.contains(NAME.1) && path.is_file()
    };
    files.filter(fits).min_by_key(|path| (path.as_os_str().len(), path.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_named_comes_first_and_is_not_replaced() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let library = folder.path().join(format!("{}{}", NAME.0, NAME.1));
        let other = folder.path().join(format!("{}_providers{}", NAME.0, NAME.1));
        std::fs::write(&other, "").expect("a file can be written");
        assert_eq!(find_library(Some(folder.path()), None, None), None);
        std::fs::write(&library, "").expect("a file can be written");
        assert_eq!(find_library(Some(folder.path()), None, None), Some(library.clone()));
        assert_eq!(find_library(None, Some(&library), None), Some(library.clone()));
        assert_eq!(find_library(None, None, Some(folder.path())), Some(library.clone()));
        assert_eq!(find_library(Some("/nowhere".as_ref()), Some(&library), Some(folder.path())), None);
    }
}
