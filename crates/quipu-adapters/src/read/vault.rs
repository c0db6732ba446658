//! Vaults of notes: folders of Obsidian, Logseq, Foam or Dendron. The name of a note is that of its file; templates and
//! what the vault's own settings ignore are no notes.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use quipu_engine::ports::Parsed;
use rustc_hash::FxHashMap;
use serde_json::Value;

/// The folders and files that make a folder a vault.
const MARKS: [&str; 5] = [".obsidian", ".foam", "dendron.yml", ".dendron.yml", "logseq/config.edn"];
/// The most folders above a file that are looked at.
const HIGHEST: usize = 16;
/// The largest file of settings, in bytes.
const LARGEST: u64 = 1 << 20;

/// The vaults of a run, by the folder of a file: the folders above it and the settings are read once.
#[derive(Debug, Clone, Default)]
pub struct KnownVaults(Arc<Mutex<FxHashMap<PathBuf, Option<Arc<Vault>>>>>);

impl KnownVaults {
    /// The vault that a file lies in.
    pub(super) fn of(&self, file: &Path) -> Option<Arc<Vault>> {
        let folder = file.parent()?;
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry(folder.to_owned()).or_insert_with(|| Vault::of(file).map(Arc::new)).clone()
    }
}

/// A vault.
#[derive(Debug)]
pub(super) struct Vault {
    folder: PathBuf,
    /// The beginnings of paths below it that are no notes.
    ignored: Vec<String>,
}

impl Vault {
    fn of(file: &Path) -> Option<Self> {
        let mut folders = file.ancestors().skip(1).take(HIGHEST).filter(|folder| !folder.as_os_str().is_empty());
        let folder = folders.find(|folder| MARKS.iter().any(|mark| folder.join(mark).exists()))?;
        let mut vault = Self { folder: folder.to_owned(), ignored: Vec::new() };
        vault.ignored = vault.ignored();
        Some(vault)
    }

    /// True if the vault leaves a file out: a template, or what its settings ignore.
    pub(super) fn leaves_out(&self, file: &Path) -> bool {
        let Ok(below) = file.strip_prefix(&self.folder) else { return false };
        let below = below.to_string_lossy().replace('\\', "/");
        self.ignored.iter().any(|ignored| below.starts_with(ignored.as_str()))
    }

    /// The beginnings of paths that the settings ignore.
    fn ignored(&self) -> Vec<String> {
        let folder = |value: Option<&Value>| {
            let folder = value?.as_str()?.trim_matches('/');
            (!folder.is_empty()).then(|| format!("{folder}/"))
        };
        let templates = self.setting(".obsidian/templates.json");
        let templater = self.setting(".obsidian/plugins/templater-obsidian/data.json");
        let app = self.setting(".obsidian/app.json");
        // A filter between slashes is a regular expression, which is left to Obsidian.
        let filters = app.get("userIgnoreFilters").and_then(Value::as_array).into_iter().flatten();
        let filters = filters.filter_map(Value::as_str).map(|filter| filter.trim_start_matches("./").to_owned());
        let settings = self.folder.join("logseq/config.edn").exists().then(|| "logseq/".to_owned());
        filters
            .filter(|filter| !filter.is_empty() && !filter.starts_with('/'))
            .chain(settings)
            .chain(folder(templates.get("folder")))
            .chain(folder(templater.get("templates_folder")))
            .collect()
    }

    fn setting(&self, name: &str) -> Value {
        let read = std::fs::File::open(self.folder.join(name)).and_then(|file| {
            let mut text = String::new();
            file.take(LARGEST).read_to_string(&mut text).map(|_| text)
        });
        read.ok().and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
    }
}

/// A note under the name of its file; a heading or title with other words is another name of it.
pub(super) fn named_by_file(mut parsed: Parsed, file: &Path) -> Parsed {
    let Some(stem) = file.file_stem() else { return parsed };
    let name = stem.to_string_lossy().replace("___", "/").replace("%2F", "/");
    let other = parsed.title.replace(name.clone());
    let Some(other) = other.filter(|other| other.to_lowercase() != name.to_lowercase()) else { return parsed };
    let known = match parsed.metadata.remove("aliases") {
        Some(Value::Array(known)) => known,
        Some(Value::String(known)) => vec![known.into()],
        _ => Vec::new(),
    };
    let is_known = known.iter().any(|alias| alias.as_str() == Some(other.as_str()));
    let aliases: Vec<Value> = known.into_iter().chain((!is_known).then(|| other.into())).collect();
    parsed.metadata.insert("aliases".to_owned(), aliases.into());
    parsed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vault_leaves_out_what_its_settings_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        let write = |name: &str, text: &str| {
            std::fs::create_dir_all(path(name).parent().expect("a folder")).expect("it is made");
            std::fs::write(path(name), text).expect("it is written");
        };
        assert!(Vault::of(&path("Boats/Ferry.md")).is_none());
        write(".obsidian/app.json", r#"{"userIgnoreFilters": ["Old/", "/re.*/"]}"#);
        write(".obsidian/templates.json", r#"{"folder": "Forms"}"#);
        write(".obsidian/plugins/templater-obsidian/data.json", r#"{"templates_folder": "Scripts/Forms"}"#);
        let vault = Vault::of(&path("Boats/Ferry.md")).expect("a vault");
        for (name, out) in [
            ("Boats/Ferry.md", false),
            ("Old/a.md", true),
            ("Forms/b.md", true),
            ("Scripts/Forms/c.md", true),
            ("Formsome.md", false),
        ] {
            assert_eq!(vault.leaves_out(&path(name)), out, "{name}");
        }
    }

    #[test]
    fn a_note_has_the_name_of_its_file() {
        let named = |title: &str| {
            let parsed = Parsed { title: Some(title.to_owned()), ..Parsed::default() };
            let parsed = named_by_file(parsed, Path::new("v/Night Ferry.md"));
            (parsed.title.unwrap_or_default(), parsed.metadata.get("aliases").map(ToString::to_string))
        };
        assert_eq!(named("night ferry"), ("Night Ferry".to_owned(), None));
        assert_eq!(named("Ferries"), ("Night Ferry".to_owned(), Some("[\"Ferries\"]".to_owned())));
    }
}
