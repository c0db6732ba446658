//! Overlays of a page's content: values of form fields, text that was typed or stamped onto the page, and lines that
//! strike text out.
//!
//! A field shows its appearance where its text equals its value, else the value is written into its box; a box to tick
//! is a sign. Buttons, hidden fields and passwords show nothing.

use std::collections::HashMap;

use pdf_oxide::PdfDocument;
use pdf_oxide::layout::TextChar;
use pdf_oxide::object::Object;

use crate::metadata::decoded;
use crate::source::read;

/// Annotations of one page that are looked at.
const MOST: usize = 5_000;
/// Longest value of a field, in bytes.
const LONGEST: usize = 64 << 10;

type Fields = HashMap<String, Object>;
/// Left, lower, right and upper end.
pub(crate) type Area = [f32; 4];

/// Text over the page, and its box.
#[derive(Debug)]
pub(crate) struct Overlay {
    pub(crate) area: Area,
    pub(crate) shows: Shows,
}

/// The source of the text.
#[derive(Debug)]
pub(crate) enum Shows {
    Drawn(Vec<TextChar>),
    Value(String),
}

/// Additions of a page's annotations.
#[derive(Debug, Default)]
pub(crate) struct Overlays {
    pub(crate) texts: Vec<Overlay>,
    /// Boxes of words that are struck out.
    pub(crate) struck: Vec<Area>,
}

/// Reads the annotations of a page; damaged ones are left out.
pub(crate) fn overlays(document: &PdfDocument, page: usize) -> Overlays {
    let mut found = Overlays::default();
    let Ok(dictionary) = document.get_page(page) else { return found };
    let annotations = dictionary.as_dict().and_then(|page| resolved(document, page, "Annots"));
    let Some(annotations) = annotations else { return found };
    let annotations = annotations.as_array().map(Vec::as_slice).unwrap_or_default();
    if annotations.is_empty() {
        return found;
    }
    let catalog = document.catalog().ok();
    let form = catalog.as_ref().and_then(Object::as_dict).and_then(|catalog| resolved(document, catalog, "AcroForm"));
    let form = form.as_ref().and_then(Object::as_dict);
    let stale = form.and_then(|form| form.get("NeedAppearances")).and_then(Object::as_bool).unwrap_or(false);
    let fonts = form.and_then(|form| resolved(document, form, "DR"));
    let reading = Reading { document, page, fonts, stale };
    for annotation in annotations.iter().take(MOST) {
        let Ok(annotation) = document.resolve_object(annotation) else { continue };
        if let Some(annotation) = annotation.as_dict() {
            reading.take(annotation, &mut found);
        }
    }
    found
}

struct Reading<'a> {
    document: &'a PdfDocument,
    page: usize,
    /// Fonts and the like that all fields share.
    fonts: Option<Object>,
    /// Appearances are out of date.
    stale: bool,
}

impl Reading<'_> {
    fn take(&self, annotation: &Fields, found: &mut Overlays) {
        let flags = annotation.get("F").and_then(Object::as_integer).unwrap_or(0);
        // Hidden, or not for the screen.
        if flags & 0b10_0010 != 0 {
            return;
        }
        let numbers = |name| self.numbers(annotation, name);
        let area = numbers("Rect");
        let shows = match annotation.get("Subtype").and_then(Object::as_name) {
            Some("Widget") => self.field(annotation, &area),
            Some("FreeText" | "Stamp") => Some(Shows::Drawn(self.drawn(annotation, &area))),
            Some("StrikeOut") => {
                found.struck.extend(numbers("QuadPoints").chunks_exact(8).map(bounds));
                None
            }
            _ => None,
        };
        if let (Some(shows), [left, low, right, high, ..]) = (shows, area.as_slice()) {
            let area = [left.min(*right), low.min(*high), left.max(*right), low.max(*high)];
            found.texts.push(Overlay { area, shows });
        }
    }

    fn field(&self, field: &Fields, area: &[f32]) -> Option<Shows> {
        let flags = self.inherited(field, "Ff").and_then(|flags| flags.as_integer()).unwrap_or(0);
        let flag = |bit: u32| flags & (1 << (bit - 1)) != 0;
        let value = self.inherited(field, "V");
        let kind = self.inherited(field, "FT");
        match kind.as_ref().and_then(Object::as_name) {
            Some("Btn") if flag(17) => None,
            Some("Btn") => {
                let state = field.get("AS").or(value.as_ref()).and_then(Object::as_name).unwrap_or("Off");
                Some(Shows::Value(if state == "Off" { "☐" } else { "☑" }.to_owned()))
            }
            Some("Tx") if flag(14) => None,
            Some("Tx" | "Ch") => {
                let value = value.and_then(|value| self.value(field, &value)).unwrap_or_default();
                // Letters in boxes of their own stand apart in the appearance.
                if flag(25) && !value.is_empty() {
                    return Some(Shows::Value(value));
                }
                let drawn = self.drawn(field, area);
                let letters = |text: &mut dyn Iterator<Item = char>| -> String {
                    text.filter(|letter| letter.is_alphanumeric()).collect()
                };
                let (shown, meant) = (letters(&mut drawn.iter().map(|c| c.char)), letters(&mut value.chars()));
                let fits = !(shown.is_empty() || self.stale && shown != meant);
                let value = || (!value.trim().is_empty()).then_some(Shows::Value(value));
                if fits { Some(Shows::Drawn(drawn)) } else { value() }
            }
            _ => Some(Shows::Drawn(self.drawn(field, area))),
        }
    }

    /// A field's value as people read it.
    fn value(&self, field: &Fields, value: &Object) -> Option<String> {
        let texts: Vec<String> = match value {
            Object::Array(values) => values.iter().filter_map(|value| self.text(value)).collect(),
            value => self.text(value).into_iter().collect(),
        };
        let options = self.inherited(field, "Opt");
        let options = options.as_ref().and_then(Object::as_array).map(Vec::as_slice).unwrap_or_default();
        let shown = |text: String| {
            let pairs = options.iter().filter_map(|option| self.document.resolve_object(option).ok());
            let named = pairs.filter_map(|pair| {
                let [export, name] = pair.as_array()?.as_slice() else { return None };
                (self.text(export)? == text).then(|| self.text(name)).flatten()
            });
            named.into_iter().next().unwrap_or(text)
        };
        let text = texts.into_iter().map(shown).collect::<Vec<_>>().join(", ");
        (!text.is_empty() && text.len() <= LONGEST).then_some(text)
    }

    fn text(&self, value: &Object) -> Option<String> {
        let value = self.document.resolve_object(value).ok()?;
        let text = value.as_string().map(decoded).or_else(|| Some(value.as_name()?.to_owned()))?;
        Some(text.lines().filter(|line| !line.trim().is_empty()).collect::<Vec<_>>().join("\n"))
    }

    /// The value of an entry of a field or of one of its parents.
    fn inherited(&self, field: &Fields, name: &str) -> Option<Object> {
        if let Some(value) = resolved(self.document, field, name) {
            return Some(value);
        }
        let mut parent = resolved(self.document, field, "Parent");
        for _ in 0..16 {
            let above = parent?;
            let above = above.as_dict()?;
            if let Some(value) = resolved(self.document, above, name) {
                return Some(value);
            }
            parent = resolved(self.document, above, "Parent");
        }
        None
    }

    /// The characters of an annotation's appearance, where it stands on the page.
    fn drawn(&self, annotation: &Fields, area: &[f32]) -> Vec<TextChar> {
        self.appearance(annotation, area).unwrap_or_default()
    }

    fn appearance(&self, annotation: &Fields, area: &[f32]) -> Option<Vec<TextChar>> {
        let appearance = resolved(self.document, annotation, "AP")?;
        let mut drawing = appearance.as_dict()?.get("N")?.clone();
        let mut form = self.document.resolve_object(&drawing).ok()?;
        if let Object::Dictionary(states) = &form {
            drawing = states.get(annotation.get("AS")?.as_name()?)?.clone();
            form = self.document.resolve_object(&drawing).ok()?;
        }
        let form = form.as_dict()?;
        drawing.as_reference()?;
        let [left, low, right, high] = *area.get(..4)? else { return None };
        let (left, low, right, high) = (left.min(right), low.min(high), left.max(right), low.max(high));
        let shape = placed(&self.numbers(form, "BBox"), &self.numbers(form, "Matrix"))?;
        let scale = |to: f32, from: f32| if from > 0.01 && to > 0.01 { to / from } else { 1.0 };
        let (wide, tall) = (scale(right - left, shape[2] - shape[0]), scale(high - low, shape[3] - shape[1]));
        let (x, y) = (left - wide * shape[0], low - tall * shape[1]);
        let content = format!("q {wide} 0 0 {tall} {x} {y} cm /QuipuForm Do Q");
        let mut resources = self.fonts.as_ref().and_then(Object::as_dict).cloned().unwrap_or_default();
        resources.insert("XObject".to_owned(), Object::Dictionary([("QuipuForm".to_owned(), drawing)].into()));
        read(self.document, self.page, &Object::Dictionary(resources), b"", content.as_bytes())
    }

    fn numbers(&self, fields: &Fields, name: &str) -> Vec<f32> {
        let values = resolved(self.document, fields, name);
        let values = values.as_ref().and_then(Object::as_array).map(Vec::as_slice).unwrap_or_default();
        let number = |value: &Object| {
            let value = self.document.resolve_object(value).ok()?;
            value.as_real().or_else(|| value.as_integer().map(|value| value as f64)).map(|value| value as f32)
        };
        values.iter().take(4096).filter_map(number).filter(|value| value.is_finite()).collect()
    }
}

fn resolved(document: &PdfDocument, fields: &Fields, name: &str) -> Option<Object> {
    document.resolve_object(fields.get(name)?).ok().filter(|value| !value.is_null())
}

/// A form's box after its own matrix.
fn placed(shape: &[f32], matrix: &[f32]) -> Option<Area> {
    let [left, low, right, high] = *shape.get(..4)? else { return None };
    let &[a, b, c, d, e, f] = matrix else { return Some(bounds(&[left, low, right, high])) };
    let corners = [(left, low), (right, low), (left, high), (right, high)];
    let corners = corners.map(|(x, y)| [a * x + c * y + e, b * x + d * y + f]);
    Some(bounds(corners.as_flattened()))
}

/// The box around places that stand one after the other.
fn bounds(places: &[f32]) -> Area {
    let mut area = [f32::MAX, f32::MAX, f32::MIN, f32::MIN];
    for place in places.chunks_exact(2) {
        area = [area[0].min(place[0]), area[1].min(place[1]), area[2].max(place[0]), area[3].max(place[1])];
    }
    area
}
