//! Stands in for `subsetter`, which `pdf_oxide` calls where it writes fonts into a PDF. Quipu only reads them: the real one
//! brings four crates that take a minute and a half to compile and of which nothing is called. Cutting a font fails here, by name.

use std::fmt;

/// Which glyph of a font is which of its cut, in order of their coming; the first is always the glyph of what is missing.
#[derive(Debug, Clone, Eq, PartialEq, Hash)]
pub struct GlyphRemapper(Vec<u16>);

impl Default for GlyphRemapper {
    fn default() -> Self {
        Self(vec![0])
    }
}

impl GlyphRemapper {
    /// Of no glyph but that of what is missing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Of these glyphs.
    pub fn new_from_glyphs(glyphs: &[u16]) -> Self {
        let mut all = Self::new();
        for glyph in glyphs {
            if !all.0.contains(glyph) {
                all.0.push(*glyph);
            }
        }
        all
    }

    /// The number of a glyph in the cut.
    pub fn get(&self, old: u16) -> Option<u16> {
        self.0.iter().position(|glyph| *glyph == old).and_then(|at| u16::try_from(at).ok())
    }
}

/// Fonts are not cut here.
#[derive(Debug, Clone, Copy, Eq, PartialEq)]
pub struct Error;

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("this build reads PDF files and writes none: tools/subsetter")
    }
}

impl std::error::Error for Error {}

/// Would cut a font.
///
/// # Errors
/// Always.
pub fn subset(_: &[u8], _: u32, _: &GlyphRemapper) -> Result<Vec<u8>, Error> {
    Err(Error)
}
