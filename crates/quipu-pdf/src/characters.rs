//! The characters of a page as the parser gives them, with two repairs of its losses: the width of letters in turned
//! text, and text that a layout program placed from another file.
//!
//! The parser measures a letter along the page's level axis, so text that runs up or down has no width. A page with
//! such text is read a second time with its content turned by a quarter. Text between marks of `/PlacedPDF` is left out
//! by the parser unless it is most of the page; a first string of control characters, which give no text, makes it most
//! of the page.

use pdf_oxide::PdfDocument;
use pdf_oxide::content::{Operator, TextElement, parse_content_stream};
use pdf_oxide::extractors::TextExtractor;
use pdf_oxide::layout::TextChar;
use pdf_oxide::object::Object;

use crate::restored::restore;

/// Turns everything after it by a quarter with the clock: upward text runs to the right.
const QUARTER: &[u8] = b"0 -1 1 0 0 0 cm\n";
/// The mark of placed text.
const PLACED: &[u8] = b"PlacedPDF";
/// Content larger than this is not read for placed text.
const LONGEST_PLACED: usize = 4 << 20;

/// The characters of a page's content.
#[derive(Debug, Default)]
pub(crate) struct Content {
    pub(crate) chars: Vec<TextChar>,
    /// Number of its codes where not one gives a character.
    pub(crate) unread: usize,
}

/// The characters of a page's content; none where the content cannot be read.
pub(crate) fn content(document: &PdfDocument, page: usize) -> Option<Content> {
    let content = document.get_page_content_data(page).ok()?;
    if !PdfDocument::may_contain_text_public(&content) {
        return Some(Content::default());
    }
    let entries = document.get_page(page).ok()?;
    let resources = entries.as_dict()?.get("Resources").and_then(|resources| document.resolve_object(resources).ok());
    let resources = resources.unwrap_or_else(|| Object::Dictionary(Default::default()));
    let placed = content.len() < LONGEST_PLACED && may_place(document, &resources, &content);
    let placed = if placed { dominating(content.len()) } else { Vec::new() };
    let chars = read(document, page, &resources, &placed, &content)?;
    let unread = if chars.is_empty() { codes(&content) } else { 0 };
    Some(Content { chars, unread })
}

/// Number of bytes of text in the operators of some content.
fn codes(content: &[u8]) -> usize {
    let shown = |operator: &Operator| match operator {
        Operator::Tj { text } | Operator::Quote { text } | Operator::DoubleQuote { text, .. } => text.len(),
        Operator::TJ { array } => {
            array.iter().map(|part| if let TextElement::String(text) = part { text.len() } else { 0 }).sum()
        }
        _ => 0,
    };
    parse_content_stream(content).map_or(0, |operators| operators.iter().map(shown).sum())
}

/// The characters of some content, upright and turned ones with their widths.
pub(crate) fn read(
    document: &PdfDocument,
    page: usize,
    resources: &Object,
    before: &[u8],
    content: &[u8],
) -> Option<Vec<TextChar>> {
    let run = |turn: &[u8]| -> Option<Vec<TextChar>> {
        let mut extractor = TextExtractor::new();
        extractor.set_page_index(u32::try_from(page).unwrap_or(u32::MAX));
        extractor.set_resources(resources.clone());
        extractor.set_document(document);
        // Fonts that cannot be read leave letters without a map, which is said elsewhere.
        let _ = document.load_fonts_public(resources, &mut extractor);
        let mut chars = extractor.extract_owned(&[before, turn, content].concat()).ok()?;
        restore(&mut chars);
        Some(chars)
    };
    let mut chars = run(b"")?;
    if chars.iter().any(is_turned) {
        chars.retain(|char| !is_turned(char));
        chars.extend(run(QUARTER)?.into_iter().map(turned_back).filter(is_turned));
    }
    chars.iter_mut().for_each(widen);
    Some(chars)
}

/// Runs rather up or down than to a side.
fn is_turned(char: &TextChar) -> bool {
    char.matrix.is_some_and(|matrix| matrix[1].abs() > matrix[0].abs())
}

/// A character of the second reading in the frame of the first.
fn turned_back(mut char: TextChar) -> TextChar {
    (char.origin_x, char.origin_y) = (-char.origin_y, char.origin_x);
    if let Some(matrix) = &mut char.matrix {
        (matrix[0], matrix[1]) = (-matrix[1], matrix[0]);
    }
    char
}

/// The width of a slanted letter along its own baseline.
fn widen(char: &mut TextChar) {
    let Some(matrix) = char.matrix else { return };
    let (along, across) = (matrix[0].abs().max(matrix[1].abs()), matrix[0].abs().min(matrix[1].abs()));
    if across > 0.01 * along {
        char.advance_width *= along.hypot(across) / along;
    }
}

/// True if placed text may stand on the page or in its forms.
fn may_place(document: &PdfDocument, resources: &Object, content: &[u8]) -> bool {
    let drawn = resources.as_dict().and_then(|resources| resources.get("XObject"));
    let drawn = drawn.and_then(|drawn| document.resolve_object(drawn).ok());
    let forms = drawn.as_ref().and_then(Object::as_dict).is_some_and(|drawn| {
        drawn.values().filter_map(Object::as_reference).any(|form| document.is_form_xobject(form))
    });
    forms || content.windows(PLACED.len()).any(|window| window == PLACED)
}

/// Placed text of nothing, longer than all that other content can show.
fn dominating(content: usize) -> Vec<u8> {
    let mut placed = b"/PlacedPDF BMC BT (".to_vec();
    placed.resize(placed.len() + 3 * content + 1024, 1);
    placed.extend_from_slice(b") Tj ET EMC\n");
    placed
}
