//! The loader of vector drawings (SVG): the sentences in them are read; shapes and labels are not. A drawing without
//! sentences is no document.

use quick_xml::Reader;
use quick_xml::events::Event;
use quipu_engine::ports::{Input, LoadError, Loaded, Loader, NoDocument};
use quipu_kernel::model::{Format, Metadata};

use super::decode::decode;
use super::text_builder::{TextBuilder, one_line};
use super::{extension, is_text};

/// The fewest words of a text in a drawing that is more than a label.
const WORDS: usize = 4;
/// Elements whose words belong to one text.
const TEXTS: [&str; 4] = ["text", "desc", "title", "foreignObject"];

/// Reads SVG.
#[derive(Debug, Clone, Copy, Default)]
pub struct Drawings;

impl Loader for Drawings {
    fn name(&self) -> &'static str {
        "drawings"
    }

    fn accepts(&self, input: &Input<'_>) -> bool {
        let named = match extension(input.path).as_str() {
            "svg" => true,
            "" | "xml" => {
                let begin = String::from_utf8_lossy(&input.bytes[..input.bytes.len().min(1 << 10)]);
                begin.trim_start().starts_with('<')
                    && begin.find("<svg").is_some_and(|at| !begin[..at].contains("<html"))
                    && begin.contains("http://www.w3.org/2000/svg")
            }
            _ => false,
        };
        named && is_text(input)
    }

    fn parse(&self, input: &Input<'_>) -> Result<Loaded, LoadError> {
        let decoded = decode(input.bytes, input.max_text)?;
        let Drawing { title, texts } = read(&decoded.text);
        let mut written = TextBuilder::new(input.max_text);
        texts.iter().filter(|text| is_said(text)).for_each(|text| written.paragraph(text));
        if written.text().is_empty() {
            return Err(LoadError::NoDocument { kind: NoDocument::Drawing });
        }
        let mut fields = Metadata::new();
        fields.extend(title.map(|title| ("title".to_owned(), title.into())));
        written.note(decoded.partial);
        Ok(written.finish(input.path, "image/svg+xml", Format::Markdown, fields)?.into())
    }
}

/// True if a text is more than a label: a few words, or a short sentence.
fn is_said(text: &str) -> bool {
    let words = text.split_whitespace().count();
    words >= WORDS || (words + 1 == WORDS && text.ends_with(['.', '!', '?', '…', '。']))
}

/// The words of a drawing.
#[derive(Default)]
struct Drawing {
    title: Option<String>,
    texts: Vec<String>,
}

/// Reads the words of a drawing as far as its markup is right.
fn read(svg: &str) -> Drawing {
    let mut reader = Reader::from_str(svg);
    reader.config_mut().check_end_names = false;
    let (mut drawing, mut open, mut words) = (Drawing::default(), None::<(String, usize)>, String::new());
    loop {
        match reader.read_event() {
            Ok(Event::Start(element)) => match &mut open {
                Some((_, depth)) => {
                    *depth += 1;
                    words.push(' ');
                }
                None if TEXTS.contains(&element.local_name().as_ref()) => {
                    open = Some((element.local_name().as_ref().to_owned(), 0));
                }
                None => {}
            },
            Ok(Event::End(_)) => match &mut open {
                Some((_, depth)) if *depth > 0 => *depth -= 1,
                Some((name, _)) => {
                    let said = one_line(&std::mem::take(&mut words));
                    match name.as_str() {
                        "title" if drawing.title.is_none() => {
                            drawing.title = Some(said).filter(|said| !said.is_empty())
                        }
                        _ => drawing.texts.push(said),
                    }
                    open = None;
                }
                None => {}
            },
            Ok(Event::Text(text)) if open.is_some() => words.push_str(&text),
            Ok(Event::CData(text)) if open.is_some() => words.push_str(&text),
            Ok(Event::GeneralRef(reference)) if open.is_some() => {
                let named = quick_xml::escape::unescape(&format!("&{};", &*reference)).map(|c| c.into_owned());
                words.push_str(&named.unwrap_or_default());
            }
            Ok(Event::Eof) | Err(_) => return drawing,
            Ok(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(svg: &str) -> Result<(Option<String>, String), LoadError> {
        let mut loaded = Drawings.parse(&Input::whole("a/bell.svg", svg.as_bytes(), 1 << 20))?;
        let parsed = loaded.documents.remove(0);
        Ok((parsed.title, parsed.text))
    }

    #[test]
    fn sentences_of_a_drawing_are_read_and_shapes_are_not() {
        let head = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 24 24\"><title>The bell</title>";
        let icon = format!("{head}<path d=\"M12.22 2h-.44\" stroke=\"currentColor\"/><text>API</text></svg>");
        assert_eq!(load(&icon), Err(LoadError::NoDocument { kind: NoDocument::Drawing }));
        let said =
            format!("{head}<text>DB</text><text><tspan>The bell was cast</tspan><tspan>in 1802.</tspan></text></svg>");
        assert_eq!(load(&said), Ok((Some("The bell".to_owned()), "The bell was cast in 1802.".to_owned())));
    }
}
