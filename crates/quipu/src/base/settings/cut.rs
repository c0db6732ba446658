//! The splitting of documents and the reading of relations, by the settings.

use quipu_engine::Cut;
use quipu_kernel::split::{Encoding, KeepSeparator, SplitOptions, splitter};
use quipu_language::plan::Ontology;

use super::Settings;

impl Settings {
    /// A user's additions to the tables of predicates and kinds.
    pub(crate) fn ontology(&self) -> Ontology {
        Ontology::read(&self.relation_predicates, &self.relation_kinds).expect("the table accepts only lines that are")
    }

    /// The splitter and its options.
    pub fn cut(&self) -> Cut {
        let expected = "the table accepts only names that there are";
        Cut {
            splitter: splitter(&self.splitter).expect(expected),
            options: SplitOptions {
                size_chars: self.split_characters,
                size_tokens: self.split_tokens,
                overlap: self.split_overlap,
                separators: self.split_separators.clone(),
                keep_separator: KeepSeparator::named(&self.split_keep_separator).expect(expected),
                encoding: Encoding::named(&self.split_encoding).expect(expected),
            },
        }
    }
}
