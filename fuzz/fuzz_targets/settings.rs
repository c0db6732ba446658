//! Any text is a file of settings or an error that says what to mend.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;

#[allow(dead_code, unused_imports)]
#[path = "../../crates/quipu/src/settings/mod.rs"]
mod settings;

/// What the settings need of adapters.
mod wire {
    pub(crate) use quipu_adapters::embed::ServerOptions;
    pub(crate) use quipu_adapters::llm::{ChatOptions, Waits};
    pub(crate) use quipu_adapters::load::LoadOptions;
    pub(crate) use quipu_adapters::net::Secret;
}

/// What the settings need of the catalogue of messages: names and arguments, in no language.
mod messages {
    use std::fmt;

    #[derive(Debug, Clone)]
    pub(crate) struct Message(pub(crate) &'static str, pub(crate) Vec<String>);

    impl Message {
        pub(crate) fn spoken(&self, _: Language) -> String {
            self.to_string()
        }
    }

    impl fmt::Display for Message {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "{} {}", self.0, self.1.join(" "))
        }
    }

    #[allow(dead_code)]
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub(crate) enum Language {
        En,
        Ru,
    }

    pub(crate) fn language() -> Language {
        Language::En
    }

    pub(crate) fn heard(text: &str) -> String {
        text.to_owned()
    }

    pub(crate) fn about(_: &str, _: &str, english: &str) -> String {
        english.to_owned()
    }

    macro_rules! say {
        ($id:literal $(, $name:ident = $value:expr)* $(,)?) => {
            $crate::messages::Message($id, vec![$(format!("{:?}", $value)),*])
        };
    }
    pub(crate) use say;
}

fuzz_target!(|data: &str| match settings::check_text(Path::new("quipu.toml"), data) {
    // What was accepted is accepted again as it is shown.
    Ok(mut loaded) => {
        for setting in settings::TABLE.iter() {
            let shown = (setting.show)(&loaded.settings);
            assert_eq!((setting.set)(&mut loaded.settings, &shown), Ok(()), "{}", setting.key);
        }
    }
    Err(error) => assert!(!error.to_string().is_empty()),
});
