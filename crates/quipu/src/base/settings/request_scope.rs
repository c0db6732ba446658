//! The settings with which a workspace is opened, and those that a request may set for itself.

use quipu_adapters::net::is_this_machine;

use super::{Settings, TABLE};

/// Sections of settings with which a workspace is opened: the embedding model, the reader, the splitter, and
/// rules of names.
const OPENING: [&str; 5] = ["embed", "model", "names", "reader", "split"];

/// Settings of answers that a request may set: none of them names a file.
const ANSWERS: [&str; 12] = [
    "effort",
    "length",
    "style",
    "language",
    "context",
    "passages",
    "entities",
    "relations",
    "history",
    "room",
    "judge",
    "corrective",
];

impl Settings {
    /// The settings with which a workspace is opened, and the defaults of all others: an open workspace serves every
    /// question for which these are the same.
    pub(crate) fn of_opening(&self) -> Self {
        let mut opening = Self::default();
        for row in TABLE.iter().filter(|row| OPENING.contains(&row.section().0)) {
            // Each row accepts the value it shows.
            let _ = (row.set)(&mut opening, &(row.show)(self));
        }
        opening
    }
}

/// True if a user with the right to ask may set a key: search options, and options of answers. All others are the
/// owner's: they name servers, keys and files.
pub fn is_for_requests(key: &str) -> bool {
    match key.split_once('.') {
        Some(("look", _)) => true,
        Some(("answer", name)) => ANSWERS.contains(&name),
        _ => false,
    }
}

/// Sections that cannot be set over the network: the address of a server and its folders, the folders of models,
/// sources of papers, tools of agents.
const OWN: [&str; 4] = ["server", "model", "research", "mcp"];

/// Keys that hold a file, a program's library, or the name of a variable with a key.
const NAMING: [&str; 11] = [
    "key",
    "record",
    "replay",
    "library",
    "prompts",
    "way_prompts",
    "profile",
    "describe",
    "context_words",
    "ocr",
    "prices",
];

/// True if an administrator of a server may set a key to a value over the network: not if it names a file, the
/// variable of a key, or a server that is not this machine's own. A missing value removes it from the file.
pub fn may_be_set_from_afar(key: &str, value: Option<&str>) -> bool {
    let (section, name) = key.rsplit_once('.').unwrap_or(("", key));
    if OWN.contains(&section) || NAMING.contains(&name) {
        return false;
    }
    match (name, value) {
        ("url", Some(address)) => is_this_machine(address),
        ("url", None) => false,
        // A folder of a model holds executed code.
        ("model", Some(model)) => !model.contains(['/', '\\']) && model != ".." && model != ".",
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_of_requests_names_a_server_a_key_or_a_file() {
        for key in ["llm.url", "llm.key", "llm.record", "answer.prompts", "embed.library", "model.folder", "store.wait"]
        {
            assert!(!is_for_requests(key), "{key}");
        }
        assert!(is_for_requests("look.limit") && is_for_requests("answer.language"));
        // A new setting of answers is a decision.
        let answers = TABLE.iter().filter(|row| row.section().0 == "answer" && row.key != "answer.prompts");
        assert_eq!(answers.filter(|row| is_for_requests(&row.key)).count(), ANSWERS.len());
    }

    #[test]
    fn nobody_names_files_keys_or_servers_from_afar() {
        for (key, value) in [
            ("llm.key", "AWS_SECRET"),
            ("llm.answer.key", "X"),
            ("embed.key", "X"),
            ("llm.record", "/tmp/x"),
            ("embed.library", "/tmp/evil.so"),
            ("answer.prompts", "/etc/passwd"),
            ("extract.profile", "/etc/passwd"),
            ("server.roots", "/"),
            ("model.folder", "/"),
            ("embed.model", "/tmp/model"),
            ("llm.url", "http://169.254.169.254/v1"),
            ("embed.url", "http://10.0.0.1/v1"),
            ("llm.url", "http://127.0.0.1.example.org/v1"),
        ] {
            assert!(!may_be_set_from_afar(key, Some(value)), "{key} {value}");
        }
        for (key, value) in [("look.limit", "7"), ("llm.url", "http://127.0.0.1:11434/v1"), ("embed.model", "static")] {
            assert!(may_be_set_from_afar(key, Some(value)), "{key} {value}");
        }
        // A new setting is a decision.
        let names = TABLE.iter().filter(|row| may_be_set_from_afar(&row.key, None));
        let odd: Vec<&str> = names
            .map(|row| row.key.as_str())
            .filter(|key| {
                let name = key.rsplit('.').next().unwrap_or_default();
                ["file", "folder", "path", "key", "url"].iter().any(|word| name.contains(word))
            })
            .collect();
        assert_eq!(odd, ["load.max_file"]);
    }

    #[test]
    fn a_workspace_is_opened_by_few_settings() {
        let set = |key: &str, value: &str| {
            let mut settings = Settings::default();
            let row = TABLE.iter().find(|row| row.key == key).unwrap();
            (row.set)(&mut settings, value).unwrap();
            settings.of_opening()
        };
        assert_eq!(set("answer.language", "ru"), Settings::default());
        assert_eq!(set("look.limit", "3"), Settings::default());
        assert_ne!(set("embed.model", "none"), Settings::default());
        assert_ne!(set("split.characters", "300"), Settings::default());
    }
}
