//! The loader of canvases (`.canvas`): the words of cards, the notes that they show, and labelled arrows as sentences.

use quipu_engine::ports::{Input, LoadError, Loaded, Loader};
use quipu_kernel::model::{Format, Metadata};
use serde_json::Value;

use super::decode::decode;
use super::text::Text;
use super::text_builder::{TextBuilder, one_line};
use super::{extension, is_text};

/// The longest words of a card that stand for it at the end of an arrow, in characters.
const LONGEST: usize = 120;

/// Reads canvases of Obsidian (JSON Canvas).
#[derive(Debug, Clone, Copy, Default)]
pub struct Canvases;

impl Loader for Canvases {
    fn name(&self) -> &'static str {
        "canvas"
    }

    fn accepts(&self, input: &Input<'_>) -> bool {
        extension(input.path) == "canvas" && is_text(input)
    }

    fn parse(&self, input: &Input<'_>) -> Result<Loaded, LoadError> {
        let decoded = decode(input.bytes, usize::MAX)?;
        let Ok(canvas) = serde_json::from_str::<Value>(&decoded.text) else { return Text.parse(input) };
        let mut written = TextBuilder::new(input.max_text);
        let cards: Vec<&Value> = list(&canvas, "nodes").collect();
        cards.iter().filter_map(|card| said(card)).for_each(|words| written.block(&words));
        let by_id: std::collections::HashMap<&str, &Value> =
            cards.iter().filter_map(|card| Some((text(card, "id")?, *card))).collect();
        for arrow in list(&canvas, "edges") {
            let end = |name: &str| text(arrow, name).and_then(|id| by_id.get(id)).and_then(|card| name_of(card));
            if let (Some(from), Some(to), Some(label)) = (end("fromNode"), end("toNode"), text(arrow, "label")) {
                written.paragraph(&format!("{from} {} {to}", one_line(label)));
            }
        }
        written.note(decoded.partial);
        Ok(written.finish(input.path, "application/json", Format::Markdown, Metadata::new())?.into())
    }
}

fn list<'v>(canvas: &'v Value, name: &str) -> impl Iterator<Item = &'v Value> {
    canvas.get(name).and_then(Value::as_array).into_iter().flatten()
}

fn text<'v>(value: &'v Value, name: &str) -> Option<&'v str> {
    value.get(name)?.as_str().filter(|text| !text.trim().is_empty())
}

/// The words of a card.
fn said(card: &Value) -> Option<String> {
    match text(card, "type")? {
        "text" => text(card, "text").map(str::to_owned),
        "link" => text(card, "url").map(|address| format!("<{address}>")),
        "group" => text(card, "label").map(one_line),
        "file" => name_of(card),
        _ => None,
    }
}

/// A card by its name: its note, its label, or its words without their last point.
fn name_of(card: &Value) -> Option<String> {
    match text(card, "type")? {
        "file" => {
            let file = text(card, "file")?;
            let name = file.rsplit('/').next().unwrap_or(file);
            let name = name.strip_suffix(".md").unwrap_or(name);
            Some(format!("[[{name}]]"))
        }
        "group" => text(card, "label").map(one_line),
        "link" => text(card, "url").map(str::to_owned),
        _ => {
            let words: String =
                one_line(text(card, "text")?).trim_start_matches(['#', ' ']).chars().take(LONGEST).collect();
            Some(words.trim_end_matches(['.', ' ']).to_owned()).filter(|words| !words.is_empty())
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn load(canvas: &str) -> Result<String, LoadError> {
        Ok(Canvases.parse(&Input::whole("v/Map.canvas", canvas.as_bytes(), 1 << 16))?.documents.remove(0).text)
    }

    #[test]
    fn cards_are_read_and_labelled_arrows_are_sentences() {
        let canvas = r#"{"nodes":[{"id":"a","type":"file","file":"Boats/Night Ferry.md"},
            {"id":"b","type":"text","text":"The harbour office sold it in 1950."},{"id":"c","type":"group","label":"Money"},
            {"id":"d","type":"link","url":"https://orr.example"}],
            "edges":[{"fromNode":"b","toNode":"a","label":"says of"},{"fromNode":"a","toNode":"b"}]}"#;
        assert_eq!(
            load(canvas).expect("it is a canvas"),
            "[[Night Ferry]]\n\nThe harbour office sold it in 1950.\n\nMoney\n\n<https://orr.example>\n\n\
             The harbour office sold it in 1950 says of [[Night Ferry]]"
        );
        assert_eq!(load("{}"), Err(LoadError::Empty));
        assert_eq!(load("no canvas").expect("it is text"), "no canvas");
    }

    proptest! {
        #[test]
        fn any_json_is_read(text in "([\\[\\]{}:,\"]|\"nodes\":|\"edges\":|\"type\":\"text\"|\"text\":\"a\"|\"id\":1){0,40}") {
            drop(load(&text));
        }
    }
}
