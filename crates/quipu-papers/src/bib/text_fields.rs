//! Fields that are one plain text in each format, and their names there.

use crate::Paper;

/// A field that is one plain text.
pub(super) struct Plain {
    pub(super) get: fn(&Paper) -> Option<&str>,
    pub(super) slot: fn(&mut Paper) -> &mut Option<String>,
    /// Its names in BibTeX and biblatex; the first one is written.
    pub(super) bibtex: &'static [&'static str],
    /// Its tags in RIS; the first one is written.
    pub(super) ris: &'static [&'static str],
    /// Its name in CSL JSON.
    pub(super) csl: &'static str,
}

macro_rules! plain {
    ($field:ident, $bibtex:expr, $ris:expr, $csl:literal) => {
        Plain {
            get: |paper| paper.$field.as_deref(),
            slot: |paper| &mut paper.$field,
            bibtex: &$bibtex,
            ris: &$ris,
            csl: $csl,
        }
    };
}

/// All of them, in the order in which they are written.
pub(super) const PLAIN: [Plain; 8] = [
    plain!(journal_short, ["shortjournal"], ["JA", "J2", "J1", "JO"], "container-title-short"),
    plain!(series, ["series"], ["T3"], "collection-title"),
    plain!(volume, ["volume"], ["VL"], "volume"),
    plain!(edition, ["edition"], ["ET"], "edition"),
    plain!(publisher, ["publisher", "institution", "school", "organization"], ["PB"], "publisher"),
    plain!(place, ["address", "location"], ["CY", "PP"], "publisher-place"),
    plain!(language, ["language", "langid"], ["LA"], "language"),
    plain!(summary, ["abstract"], ["AB", "N2"], "abstract"),
];
