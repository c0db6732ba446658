//! Presets: settings that belong together, by the numbers of the systems that they are named after. Each is a file in
//! the binary, weaker than flags and stronger than files and variables.

use super::SettingsError;
use super::load::flat;

/// A preset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// Its file: its description in a comment, then settings.
    pub text: &'static str,
}

macro_rules! presets {
    ($($name:literal),* $(,)?) => {
        /// All presets, by name.
        pub const PRESETS: &[Preset] = &[$(Preset { name: $name, text: include_str!(concat!("../../../presets/", $name, ".toml")) }),*];
    };
}

presets!(
    "agentic-graph",
    "graph-retriever",
    "graphrag",
    "hipporag",
    "ket-rag",
    "lightrag",
    "mini-agentic",
    "research-assistant",
    "t2rag",
    "vector-cypher",
);

impl Preset {
    /// Its description, in one line.
    pub fn about(&self) -> &'static str {
        self.text.lines().next().unwrap_or_default().trim_start_matches("# ")
    }

    /// The keys that it sets, with their values as texts, in the order of their keys.
    pub fn values(&self) -> Vec<(String, String)> {
        let table: toml::Table = self.text.parse().unwrap_or_default();
        let section = |(name, value): (&String, &toml::Value)| Some(flat(name, value.as_table()?));
        table.iter().filter_map(section).flatten().collect()
    }
}

/// The preset of a name.
///
/// # Errors
/// When it is unknown; the error names the known ones.
pub fn preset(name: &str) -> Result<&'static Preset, SettingsError> {
    PRESETS.iter().find(|preset| preset.name == name).ok_or_else(|| SettingsError::Preset {
        found: name.to_owned(),
        known: PRESETS.iter().map(|preset| preset.name).collect::<Vec<_>>().join(", "),
    })
}

#[cfg(test)]
mod tests {
    use super::super::{LoadedSettings, Origin, TABLE};
    use super::*;

    #[test]
    fn every_preset_is_accepted_and_says_what_it_is() {
        for preset in PRESETS {
            let values = preset.values();
            assert!(!values.is_empty() && preset.about().contains(' '), "{}", preset.name);
            let pairs = values.iter().map(|(key, value)| (key.as_str(), value.as_str()));
            let origin = Origin::Flag("--preset".to_owned());
            let loaded = LoadedSettings::default().with(pairs, &origin).unwrap();
            assert!(loaded.former.is_empty(), "{} has keys of former versions", preset.name);
            for (key, value) in &values {
                let setting = TABLE.iter().find(|setting| setting.key == *key).unwrap();
                let shown = (setting.show)(&loaded.settings);
                assert!(shown == *value || shown.parse::<f64>() == value.parse::<f64>(), "{key}: {shown} for {value}");
            }
        }
    }

    #[test]
    fn presets_have_the_numbers_of_their_sources() {
        let of = |name: &str, key: &str| {
            let values = preset(name).unwrap().values();
            values.into_iter().find(|(known, _)| known == key).map(|(_, value)| value)
        };
        for (name, key, value) in [
            ("lightrag", "look.light.top_k", "40"),
            ("lightrag", "split.tokens", "1200"),
            ("hipporag", "look.ppr.damping", "0.5"),
            ("hipporag", "look.ppr.passage_weight", "0.05"),
            ("ket-rag", "extract.share", "0.8"),
            ("vector-cypher", "look.paths.above", "0.7"),
            ("research-assistant", "look.bm25.k1", "1.5"),
            ("research-assistant", "split.characters", "1000"),
            ("mini-agentic", "look.hops.penalty", "0.3"),
            ("graph-retriever", "look.traverse.start_k", "5"),
            ("graphrag", "communities.largest", "10"),
            ("agentic-graph", "extract.share", "0.25"),
        ] {
            assert_eq!(of(name, key).as_deref(), Some(value), "{name}: {key}");
        }
        assert!(preset("lightrog").unwrap_err().to_string().contains("lightrag"));
    }
}
