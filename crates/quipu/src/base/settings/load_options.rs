//! The options of reading formats, by the settings.

use quipu_adapters::load::LoadOptions;

use super::Settings;

impl Settings {
    /// The options of loaders; named fields come before the default ones.
    pub(crate) fn loads(&self) -> LoadOptions {
        let mut options = LoadOptions {
            html_all: self.load_html == "all",
            everything: self.load_everything == "yes",
            ocr: self.load_ocr.clone(),
            ..LoadOptions::default()
        };
        let fields = &mut options.json;
        for (known, own) in [
            (&mut fields.text, &self.load_json_text),
            (&mut fields.title, &self.load_json_title),
            (&mut fields.id, &self.load_json_id),
        ] {
            known.splice(0..0, own.iter().cloned());
        }
        options
    }
}
