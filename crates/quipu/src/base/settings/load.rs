//! Reads settings: flags over environment over the workspace's file over the user's over defaults.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use quipu_kernel::split::too_much;

use super::former::{FormerKey, former, former_variable};
use super::origin::Origin;
use super::{ExpectedValue, Setting, Settings, TABLE};

/// Variables that are no settings.
const OTHER_VARIABLES: &[&str] = &["QUIPU_WORKSPACE", "QUIPU_LANG", "QUIPU_PAGER", "QUIPU_TOKEN"];

/// An error of the settings.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SettingsError {
    /// No setting has this key.
    #[error("{origin} sets {key:?}, which is not a setting; {advice}")]
    Unknown {
        /// The origin.
        origin: Origin,
        /// The key as written.
        key: String,
        /// The advice.
        advice: UnknownKeyAdvice,
    },
    /// The value is not accepted.
    #[error("{origin} sets {key} to {found:?}, which it does not accept: {expected}")]
    Value {
        /// The origin.
        origin: Origin,
        /// The setting.
        key: String,
        /// The value.
        found: String,
        /// The accepted values.
        expected: ExpectedValue,
    },
    /// No preset has this name.
    #[error("there is no preset {found:?}; there are {known}")]
    Preset {
        /// The name given.
        found: String,
        /// The known ones.
        known: String,
    },
    /// The file is no TOML, or cannot be read.
    #[error("{path}: {reason}; fix the file or move it away")]
    File {
        /// The path of the file.
        path: String,
        /// The reason.
        reason: String,
    },
}

/// The advice on an unknown key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnknownKeyAdvice {
    /// To look at them all.
    All,
    /// To take the nearest.
    Near(String),
}

impl fmt::Display for UnknownKeyAdvice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.write_str("`quipu settings` lists them all"),
            Self::Near(name) => write!(f, "did you mean {name:?}? `quipu settings` lists them all"),
        }
    }
}

/// Settings, and where each that is not a default was set.
#[derive(Debug, Clone, Default)]
pub struct LoadedSettings {
    /// The settings.
    pub settings: Settings,
    /// The origin of each key's last value.
    pub origins: BTreeMap<String, Origin>,
    /// The keys of former versions that were met.
    pub former: Vec<FormerKey>,
}

impl From<Settings> for LoadedSettings {
    fn from(settings: Settings) -> Self {
        Self { settings, ..Self::default() }
    }
}

impl LoadedSettings {
    /// A copy with these keys set to these values, as texts; `origin` is the name of their
    /// origin in errors.
    ///
    /// # Errors
    /// On an unknown key, or a value that is not accepted.
    pub fn with<'a>(
        mut self,
        values: impl IntoIterator<Item = (&'a str, &'a str)>,
        origin: &Origin,
    ) -> Result<Self, SettingsError> {
        for (key, value) in values {
            self.set(key, value, origin)?;
        }
        self.check()?;
        self.follow();
        Ok(self)
    }

    /// Sets values that follow from other settings, unless they are set.
    fn follow(&mut self) {
        if let Some(alpha) = self.settings.encoder_alpha().filter(|_| !self.origins.contains_key("look.vectors.alpha"))
        {
            self.settings.look.alpha = alpha;
        }
    }

    fn set(&mut self, key: &str, value: &str, origin: &Origin) -> Result<(), SettingsError> {
        let Some(setting) = TABLE.iter().find(|setting| setting.key == key) else {
            let Some((key, now)) = former(key) else { return Err(unknown(key, origin)) };
            for key in now {
                self.set(key, value, origin)?;
            }
            self.former.push(FormerKey { origin: origin.clone(), key, now });
            return Ok(());
        };
        (setting.set)(&mut self.settings, value).map_err(|expected| SettingsError::Value {
            origin: origin.clone(),
            key: setting.key.clone(),
            found: value.to_owned(),
            expected,
        })?;
        self.origins.insert(setting.key.clone(), origin.clone());
        Ok(())
    }

    /// Checks that the settings are consistent.
    fn check(&self) -> Result<(), SettingsError> {
        let cut = self.settings.cut();
        let Some((overlap, most)) = too_much(cut.splitter, &cut.options) else { return Ok(()) };
        let key = "split.overlap";
        Err(SettingsError::Value {
            origin: self.origins.get(key).cloned().unwrap_or(Origin::Default),
            key: key.to_owned(),
            found: overlap.to_string(),
            expected: ExpectedValue::Overlap(cut.splitter.name(), most),
        })
    }
}

/// Reads all settings. `files` go from weak to strong; `flags` are pairs of a key and a value with
/// the flag that gave them.
///
/// # Errors
/// On an unknown key, a value that is not accepted, or a file that is no TOML.
pub fn load(
    files: &[PathBuf],
    variables: impl Iterator<Item = (String, String)>,
    flags: &[(String, String, String)],
) -> Result<LoadedSettings, SettingsError> {
    let mut loaded = LoadedSettings::default();
    for file in files {
        read_file(&mut loaded, file)?;
    }
    let mut variables: Vec<_> = variables.filter(|(name, _)| name.starts_with("QUIPU_")).collect();
    variables.sort();
    for (name, value) in variables.iter().filter(|(name, _)| !OTHER_VARIABLES.contains(&name.as_str())) {
        let origin = Origin::Variable(name.clone());
        let setting = TABLE.iter().find(|setting| setting.variable() == *name);
        let key = setting.map(|setting| setting.key.as_str()).or_else(|| former_variable(name));
        loaded.set(key.unwrap_or(name), value, &origin)?;
    }
    for (key, value, flag) in flags {
        loaded.set(key, value, &Origin::Flag(flag.clone()))?;
    }
    loaded.check()?;
    loaded.follow();
    Ok(loaded)
}

/// The user's file: `$XDG_CONFIG_HOME/quipu/config.toml`, else below `~/.config`.
pub fn user_file() -> Option<PathBuf> {
    let given = std::env::var_os("XDG_CONFIG_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || std::env::var_os("HOME").map(|home| Path::new(&home).join(".config"));
    given.or_else(home).map(|folder| folder.join("quipu").join("config.toml"))
}

fn read_file(loaded: &mut LoadedSettings, path: &Path) -> Result<(), SettingsError> {
    let failed =
        |reason: String| SettingsError::File { path: path.display().to_string(), reason: reason.trim_end().to_owned() };
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(failed(error.to_string())),
    };
    read_text(loaded, path, &text)
}

/// Takes in the text of a file of settings.
///
/// # Errors
/// As [`load`].
fn read_text(loaded: &mut LoadedSettings, path: &Path, text: &str) -> Result<(), SettingsError> {
    let failed =
        |reason: String| SettingsError::File { path: path.display().to_string(), reason: reason.trim_end().to_owned() };
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| failed(error.to_string()))?;
    let origin = Origin::File(path.to_owned());
    for (section, values) in &table {
        let Some(values) = values.as_table() else {
            return Err(unknown(section, &origin));
        };
        for (key, value) in flat(section, values) {
            loaded.set(&key, &value, &origin)?;
        }
    }
    Ok(())
}

/// The keys of a section and of those within it, with their values as texts.
pub(super) fn flat(section: &str, values: &toml::Table) -> Vec<(String, String)> {
    let each = |(name, value): (&String, &toml::Value)| {
        let key = format!("{section}.{name}");
        match value {
            toml::Value::Table(within) => flat(&key, within),
            toml::Value::String(text) => vec![(key, text.clone())],
            other => vec![(key, other.to_string())],
        }
    };
    values.iter().flat_map(each).collect()
}

fn unknown(key: &str, origin: &Origin) -> SettingsError {
    let name = |setting: &Setting| match origin {
        Origin::Variable(_) => setting.variable(),
        _ => setting.key.clone(),
    };
    if let Some((_, [now, ..])) = former(key) {
        return SettingsError::Unknown {
            origin: origin.clone(),
            key: key.to_owned(),
            advice: UnknownKeyAdvice::Near((*now).to_owned()),
        };
    }
    let near = TABLE.iter().map(|setting| (likeness(key, &name(setting)), name(setting)));
    let nearest = near.max_by(|a, b| a.0.total_cmp(&b.0)).filter(|(likeness, _)| *likeness > 0.7);
    let advice = nearest.map_or(UnknownKeyAdvice::All, |(_, name)| UnknownKeyAdvice::Near(name));
    SettingsError::Unknown { origin: origin.clone(), key: key.to_owned(), advice }
}

/// Checks that a text is valid as a file of settings.
///
/// # Errors
/// As [`load`].
pub fn check_text(path: &Path, text: &str) -> Result<LoadedSettings, SettingsError> {
    let mut loaded = LoadedSettings::default();
    read_text(&mut loaded, path, text)?;
    loaded.check()?;
    Ok(loaded)
}

/// The error for a key that no setting has, typed by hand.
pub fn unknown_key(key: &str) -> SettingsError {
    unknown(key, &Origin::Flag("quipu config".to_owned()))
}

/// The similarity of two keys, from 0 to 1; a key without its section counts like one with.
fn likeness(key: &str, known: &str) -> f64 {
    let name = known.split_once('.').map_or(known, |(_, name)| name);
    strsim::jaro_winkler(key, known).max(strsim::jaro_winkler(key, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn none() -> std::iter::Empty<(String, String)> {
        std::iter::empty()
    }

    fn flag(key: &str, value: &str) -> Vec<(String, String, String)> {
        vec![(key.to_owned(), value.to_owned(), "--set".to_owned())]
    }

    #[test]
    fn the_stronger_source_wins() {
        let folder = tempfile::tempdir().unwrap();
        let (weak, strong) = (folder.path().join("weak.toml"), folder.path().join("strong.toml"));
        std::fs::write(&weak, "[split]\ncharacters = 100\ntokens = 10\n[look]\nlimit = 3\n").unwrap();
        std::fs::write(&strong, "[split]\ncharacters = 200\ntokens = 20\n").unwrap();
        let variables = [("QUIPU_SPLIT_CHARACTERS".to_owned(), "300".to_owned()), ("HOME".to_owned(), "x".to_owned())];
        let loaded = load(&[weak, strong], variables.into_iter(), &flag("embed.model", "none")).unwrap();
        let settings = &loaded.settings;
        assert_eq!((settings.split_characters, settings.split_tokens, settings.look.limit), (Some(300), Some(20), 3));
        assert_eq!(settings.embed_model, "none");
        assert_eq!(loaded.origins["split.characters"], Origin::Variable("QUIPU_SPLIT_CHARACTERS".to_owned()));
        assert!(!loaded.origins.contains_key("look.bm25.k1"));
    }

    #[test]
    fn the_share_of_the_vectors_is_that_of_their_model_unless_it_is_said() {
        let alpha = |flags: &[Vec<_>]| load(&[], none(), &flags.concat()).unwrap().settings.look.alpha;
        let named = |name| alpha(&[flag("embed.model", "openai"), flag("embed.name", name)]);
        assert_eq!([alpha(&[]), alpha(&[flag("embed.model", "none")])], [0.3, 0.3]);
        assert_eq!(["all-MiniLM-L6-v2", "/e5/bge"].map(|name| alpha(&[flag("embed.model", name)])), [0.5, 0.5]);
        assert_eq!(alpha(&[flag("embed.model", "/models/multilingual-e5-small/")]), 0.7);
        assert_eq!(
            [named("e5-{role}"), named("intfloat/E5-base-v2"), named("text-embedding-3-small")],
            [0.7, 0.7, 0.5]
        );
        assert_eq!(alpha(&[flag("embed.model", "e5"), flag("look.vectors.alpha", "0.4")]), 0.4);
    }

    #[test]
    fn an_unknown_key_names_the_nearest() {
        let error = load(&[], none(), &flag("split.charactres", "1")).unwrap_err().to_string();
        assert!(error.contains("\"split.characters\""), "{error}");
        let error = load(&[], [("QUIPU_LOOK_LIMITS".to_owned(), "1".to_owned())].into_iter(), &[]).unwrap_err();
        assert!(error.to_string().contains("\"QUIPU_LOOK_LIMIT\""), "{error}");
        let error = load(&[], none(), &flag("zzz", "1")).unwrap_err().to_string();
        assert!(!error.contains("did you mean"), "{error}");
    }

    #[test]
    fn a_list_of_texts_is_read_from_files_and_flags() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("quipu.toml");
        std::fs::write(&file, "[split]\nseparators = [\"\\n## \", \"\"]\noverlap = \"default\"\n").unwrap();
        let loaded = load(&[file], none(), &[]).unwrap();
        assert_eq!(loaded.settings.split_separators, ["\n## ", ""]);
        let loaded = load(&[], none(), &flag("split.separators", r#"["a", "b"]"#)).unwrap();
        assert_eq!(loaded.settings.split_separators, ["a", "b"]);
        for wrong in ["a", "[1]", "[\"a\"", "[]\nother = 1"] {
            let error = load(&[], none(), &flag("split.separators", wrong)).unwrap_err().to_string();
            assert!(error.contains("a list of texts"), "{error}");
        }
    }

    #[test]
    fn an_overlap_that_chunks_cannot_hold_is_refused() {
        let flags = |method: &str| [flag("split.method", method), flag("split.overlap", "1100")].concat();
        let error = load(&[], none(), &flags("recursive")).unwrap_err().to_string();
        assert!(error.contains("split.overlap") && error.contains("at most 1000"), "{error}");
        assert!(load(&[], none(), &flags("tokens")).is_ok());
        assert!(load(&[], none(), &flags("structure")).is_ok());
    }

    #[test]
    fn a_value_out_of_bounds_is_refused() {
        for (key, value) in
            [("split.characters", "1"), ("look.bm25.b", "NaN"), ("look.strategy", "wlak"), ("look.limit", "many")]
        {
            let error = load(&[], none(), &flag(key, value)).unwrap_err().to_string();
            assert!(error.contains(key) && error.contains("does not accept"), "{error}");
        }
    }

    #[test]
    fn every_default_is_accepted_by_its_own_row() {
        for setting in TABLE.iter() {
            let mut settings = Settings::default();
            let shown = (setting.show)(&settings);
            assert_eq!((setting.set)(&mut settings, &shown), Ok(()), "{}", setting.key);
            assert_eq!(settings, Settings::default());
        }
    }
}
