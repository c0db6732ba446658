//! A paper with its bibliographic metadata, as sources and bibliographies describe it.

use serde::{Deserialize, Serialize};

/// The metadata of one paper. A field that its source does not give is empty; nothing is guessed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Paper {
    /// The key under which a bibliography cites it (`vaswani2017attention`), where it came from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Kind of the work.
    pub kind: PaperKind,
    /// The title, in Unicode, with blanks collapsed. TeX between dollar signs stays.
    pub title: String,
    /// Parts of the title whose letters keep their case, in their order, where a bibliography marks them and their
    /// letters alone do not tell it ("All Things", but not "BERT").
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub case_kept: Vec<String>,
    /// The authors, in their order.
    pub authors: Vec<Author>,
    /// True if the list of authors ends in "and others" or "et al."
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub authors_cut: bool,
    /// The editors of the containing work.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub editors: Vec<Author>,
    /// The abstract.
    #[serde(rename = "abstract", skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// When it first appeared, as exactly as is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published: Option<PaperDate>,
    /// When the version that is described appeared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub updated: Option<PaperDate>,
    /// Its id in arXiv without the version: `1706.03762`, `hep-th/9901001`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arxiv: Option<String>,
    /// The version in arXiv that is described, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
    /// The publisher's DOI: lower case, without the address before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doi: Option<String>,
    /// Its number in PubMed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pmid: Option<String>,
    /// Address at which it can be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Further addresses, where a bibliography gives several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub more_urls: Vec<String>,
    /// When the address was last looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accessed: Option<PaperDate>,
    /// The journal, the book or the proceedings that it stands in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub journal: Option<String>,
    /// The short title of the journal, where it is given beside the full one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub journal_short: Option<String>,
    /// The journal, volume and pages as one line, where a source gives only that (arXiv's `journal_ref`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub journal_line: Option<String>,
    /// The publisher.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub publisher: Option<String>,
    /// Place of publication.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// The edition of a book.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edition: Option<String>,
    /// The series that it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub series: Option<String>,
    /// The volume.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub volume: Option<String>,
    /// The number or issue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<String>,
    /// The pages, a plain hyphen between the first and the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pages: Option<String>,
    /// ISBN or ISSN.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub isbn: Option<String>,
    /// The language, as the source calls it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// Categories of arXiv, the primary one first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub categories: Vec<String>,
    /// Keywords and tags of its reader.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Notes of its reader, or of its authors.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The authors' comment in arXiv ("15 pages, 5 figures").
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// Paths of its files, where a bibliography names them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
    /// True if its authors or arXiv withdrew it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub withdrawn: bool,
}

impl Paper {
    /// The year in which it appeared.
    pub fn year(&self) -> Option<i32> {
        self.published.map(|date| date.year)
    }

    /// The family name of its first author, or the name of the body that wrote it.
    pub fn first_author(&self) -> Option<&str> {
        self.authors.first().map(|author| author.family.as_str())
    }

    /// `1706.03762v7`: its id in arXiv with the version, where that is known.
    pub fn versioned(&self) -> Option<String> {
        let id = self.arxiv.as_ref()?;
        Some(self.version.map_or_else(|| id.clone(), |version| format!("{id}v{version}")))
    }
}

/// Kinds of works.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PaperKind {
    /// An article in a journal.
    Article,
    /// A paper in the proceedings of a conference.
    Conference,
    /// A preprint, as in arXiv.
    Preprint,
    /// A thesis.
    Thesis,
    /// A report.
    Report,
    /// A book.
    Book,
    /// A chapter of a book.
    Chapter,
    /// A volume of proceedings: a container of papers.
    Proceedings,
    /// A set of data.
    Dataset,
    /// A page of the web.
    Web,
    /// Anything else.
    #[default]
    Other,
}

/// An author of a paper: a person, or a body whose whole name stands in `family`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(default)]
pub struct Author {
    /// The family name with its particles ("van den Berg"), or the whole name of a body.
    pub family: String,
    /// The given names or initials; empty for a body.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub given: String,
    /// "Jr.", "III".
    #[serde(skip_serializing_if = "String::is_empty")]
    pub suffix: String,
    /// True if it is a body, such as an organisation or a collaboration.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub body: bool,
    /// The author's affiliation, if the source gives it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub affiliation: Option<String>,
}

impl Author {
    /// `Ashish Vaswani`: the name as one writes it.
    pub fn whole(&self) -> String {
        let parts = [self.given.as_str(), self.family.as_str(), self.suffix.as_str()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    }
}

/// A date as exactly as it is known: a year, a month of it, or a day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(into = "String", try_from = "String")]
pub struct PaperDate {
    /// The year; below zero before the common era.
    pub year: i32,
    /// The month, 1 to 12.
    pub month: Option<u8>,
    /// The day, 1 to 31; none without a month.
    pub day: Option<u8>,
}

impl PaperDate {
    /// Reads `2017`, `2017-06`, `2017-06-12`, a timestamp that begins so (`2017-06-12T17:57:34Z`), and years before the
    /// common era (`-0044-03-15`).
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        let (sign, text) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
        let mut parts = text.splitn(3, ['-', '/']);
        let year = sign * parts.next()?.parse::<i32>().ok().filter(|year| (1..=9999).contains(year))?;
        let within = |text: &str, most: u8| text.parse().ok().filter(|number| (1..=most).contains(number));
        let month = match parts.next().filter(|part| !part.is_empty()) {
            Some(part) => Some(within(part, 12)?),
            None => None,
        };
        let day = match parts.next().filter(|part| !part.is_empty() && month.is_some()) {
            Some(part) => Some(within(part.split(|c: char| !c.is_ascii_digit()).next()?, 31)?),
            None => None,
        };
        Some(Self { year, month, day })
    }
}

impl std::fmt::Display for PaperDate {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sign = if self.year < 0 { "-" } else { "" };
        write!(formatter, "{sign}{:04}", self.year.unsigned_abs())?;
        if let Some(month) = self.month {
            write!(formatter, "-{month:02}")?;
            if let Some(day) = self.day {
                write!(formatter, "-{day:02}")?;
            }
        }
        Ok(())
    }
}

impl From<PaperDate> for String {
    fn from(date: PaperDate) -> Self {
        date.to_string()
    }
}

impl TryFrom<String> for PaperDate {
    type Error = String;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::read(&text).ok_or_else(|| format!("{text:?} is no date"))
    }
}

/// A problem of reading: it is reported, and the rest goes on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
pub struct PaperTrouble {
    /// The line where it stands, from 1; none where a file has no lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The problem and its treatment, as a sentence.
    pub told: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_read_as_exactly_as_it_is_given() {
        let written = |text: &str| PaperDate::read(text).map(|date| date.to_string());
        assert_eq!(written("2017").as_deref(), Some("2017"));
        assert_eq!(written("2017-6").as_deref(), Some("2017-06"));
        assert_eq!(written("2017-06-12T17:57:34Z").as_deref(), Some("2017-06-12"));
        assert_eq!(written("2021/03/01/").as_deref(), Some("2021-03-01"));
        assert_eq!(written("2021/3/1").as_deref(), Some("2021-03-01"));
        assert_eq!(written("-44-3-15").as_deref(), Some("-0044-03-15"));
        assert_eq!(written("-0044-03-15").as_deref(), Some("-0044-03-15"));
        for wrong in ["", "-", "--5", "soon", "2017-13", "2017-06-41", "0", "12345"] {
            assert_eq!(written(wrong), None, "{wrong}");
        }
    }
}
