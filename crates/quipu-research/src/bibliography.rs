//! Papers of the workspace as a bibliography: BibTeX, RIS, CSL JSON.

use quipu::Error;
use quipu::extend::{Outcome, aside};
use quipu_papers::{Paper, bib};

use crate::Papers;
use crate::ResearchError;

/// A format of bibliographies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BibliographyForm {
    /// BibTeX, as LaTeX reads it.
    #[default]
    Bibtex,
    /// RIS, as programs for references read it.
    Ris,
    /// CSL JSON, as processors of citations read it.
    Csl,
}

impl BibliographyForm {
    /// All forms.
    pub const ALL: [Self; 3] = [Self::Bibtex, Self::Ris, Self::Csl];

    /// The form of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|form| form.name() == name)
    }

    /// The name that people type.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bibtex => "bibtex",
            Self::Ris => "ris",
            Self::Csl => "csl",
        }
    }

    /// The papers in this form.
    pub fn write(self, papers: &[Paper]) -> String {
        match self {
            Self::Bibtex => bib::write_bibtex(papers),
            Self::Ris => bib::write_ris(papers),
            Self::Csl => bib::write_csl(papers),
        }
    }
}

impl Papers {
    /// Papers of the workspace as a bibliography: those named, or all.
    ///
    /// # Errors
    /// When a name is no paper's, or the workspace cannot be read.
    pub fn bibliography(&self, form: BibliographyForm, names: Vec<String>) -> Outcome<(String, usize)> {
        let quipu = self.clone();
        aside(move || async move {
            let chosen: Vec<Paper> = quipu.chosen(&names).await?.into_iter().map(|kept| kept.paper).collect();
            Ok((form.write(&chosen), chosen.len()))
        })
    }

    /// Reads a bibliography in any known form; returns the papers, and its unreadable parts as lines for
    /// people.
    ///
    /// # Errors
    /// When the file cannot be read, or is no bibliography.
    pub fn read_bibliography(path: &std::path::Path) -> Result<(Vec<Paper>, Vec<String>), Error> {
        let bytes = std::fs::read(path).map_err(|reason| Error::File { path: path.to_owned(), reason })?;
        let name = path.display().to_string();
        let read = bib::read(&bytes, &name)
            .map_err(|error| ResearchError::Bibliography { path: path.to_owned(), reason: error.to_string() })?;
        let told = read.troubles.into_iter().map(|trouble| match trouble.line {
            Some(line) => format!("{name}:{line}: {}", trouble.told),
            None => format!("{name}: {}", trouble.told),
        });
        Ok((read.papers, told.collect()))
    }
}
