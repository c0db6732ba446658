//! The kernel's rules as the engine asks for them: how documents are cut and what chunks say.

use quipu_engine::{Extractor, Splitter};
use quipu_kernel::model::{Chunk, Document, Facts, Mention};
use quipu_kernel::split::{SplitOptions, splitter};

use crate::settings::Settings;

/// Cuts documents by the rule and the sizes of the settings.
pub(crate) struct Cut {
    splitter: &'static dyn quipu_kernel::split::Splitter,
    options: SplitOptions,
}

impl Cut {
    /// The rule that the settings name.
    pub(crate) fn new(settings: &Settings) -> Self {
        let splitter = splitter(&settings.splitter).expect("the table accepts only splitters that there are");
        let size_tokens = Some(settings.split_tokens).filter(|tokens| *tokens > 0);
        Self { splitter, options: SplitOptions { size_chars: settings.split_characters, size_tokens } }
    }
}

impl Splitter for Cut {
    fn recipe(&self) -> String {
        format!("{} {:?}", self.splitter.name(), self.options)
    }

    fn split(&self, document: &Document) -> Vec<Chunk> {
        self.splitter.split(document, &self.options)
    }
}

/// Finds facts by the built-in rules.
pub(crate) struct Rules;

impl Extractor for Rules {
    fn extract(&self, chunk: &Chunk) -> Facts {
        quipu_kernel::extract::extract(chunk)
    }

    fn title_names(&self, title: &str) -> Vec<Mention> {
        quipu_kernel::extract::title_names(title)
    }
}
