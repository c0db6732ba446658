//! Sentences that the crates below produce as data (why a file was skipped, notes, problems of a check), in the
//! language of the run.
//!
//! They are stored and written to JSON in English. The catalogue holds them as patterns, `data-*` of
//! `en.ftl`: a sentence that matches one of these patterns is parsed by it and translated; another stays as it is. A
//! test checks every pattern against its source.

use std::io;
use std::sync::LazyLock;

use fluent_bundle::FluentResource;
use fluent_syntax::ast::{Entry, Expression, InlineExpression, PatternElement};

use super::system_errors::system;
use super::{ArgumentValue, MessageLanguage, catalogue, language};

/// Nesting limit of reasons.
const DEEPEST: usize = 4;

/// A pattern: the text before its first argument, then each argument with the text after it.
#[derive(Debug, Default)]
struct Shape {
    id: String,
    first: String,
    rest: Vec<(String, String)>,
}

static SHAPES: LazyLock<Vec<Shape>> = LazyLock::new(|| {
    let file = FluentResource::try_new(catalogue::ENGLISH.to_owned()).unwrap_or_else(|(file, _)| file);
    let mut shapes: Vec<Shape> = file.entries().filter_map(shape).collect();
    // The one with the most words of its own knows best.
    shapes.sort_by_key(|shape| (std::cmp::Reverse(shape.own()), shape.id.clone()));
    shapes
});

/// A sentence of the crates below, in the language of the reader.
pub(crate) fn heard(text: &str) -> String {
    again(text, language(), DEEPEST)
}

fn again(text: &str, language: MessageLanguage, depth: usize) -> String {
    if depth == 0 {
        return text.to_owned();
    }
    if let Some(said) = known(text, language, depth) {
        return said;
    }
    if let Some(name) =
        text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).filter(|name| !name.contains('"'))
    {
        return match language {
            MessageLanguage::En => text.to_owned(),
            MessageLanguage::Ru => format!("«{name}»"),
        };
    }
    let parts: Vec<&str> = text.split("; ").collect();
    let said = |part: &&str| known(part, language, depth);
    if parts.len() > 1 && parts.iter().any(|part| said(part).is_some()) {
        return parts
            .iter()
            .map(|part| said(part).unwrap_or_else(|| (*part).to_owned()))
            .collect::<Vec<_>>()
            .join("; ");
    }
    text.to_owned()
}

fn known(text: &str, language: MessageLanguage, depth: usize) -> Option<String> {
    if let Some(error) = of_the_system(text) {
        return Some(system(&error).spoken(language));
    }
    let (shape, found) = SHAPES.iter().find_map(|shape| Some((shape, shape.taken_apart(text)?)))?;
    let arguments: Vec<(&str, ArgumentValue)> = (shape.rest.iter().zip(found))
        .map(|((name, _), value)| (name.as_str(), number_or(again(value, language, depth - 1))))
        .collect();
    Some(catalogue::text(language, &shape.id, &arguments))
}

/// Numbers choose the form of words.
fn number_or(text: String) -> ArgumentValue {
    let number = text.parse::<u32>().ok().filter(|number| number.to_string() == text);
    number.map_or(ArgumentValue::Text(text), |number| ArgumentValue::Number(f64::from(number)))
}

/// The error of the system that the standard library shows as `No such file or directory (os error 2)`.
fn of_the_system(text: &str) -> Option<io::Error> {
    let (said, code) = text.strip_suffix(')')?.rsplit_once(" (os error ")?;
    let error = io::Error::from_raw_os_error(code.parse().ok()?);
    error.to_string().starts_with(said).then_some(error)
}

fn shape(entry: &Entry<&str>) -> Option<Shape> {
    let Entry::Message(message) = entry else { return None };
    let id = message.id.name.to_owned();
    let pattern = message.value.as_ref().filter(|_| id.starts_with("data-"))?;
    let mut shape = Shape { id, ..Shape::default() };
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => shape.add(value),
            PatternElement::Placeable { expression: Expression::Inline(inline) } => match inline {
                InlineExpression::VariableReference { id } => shape.rest.push((id.name.to_owned(), String::new())),
                InlineExpression::StringLiteral { value } => shape.add(value),
                _ => return None,
            },
            PatternElement::Placeable { .. } => return None,
        }
    }
    Some(shape)
}

impl Shape {
    fn add(&mut self, text: &str) {
        self.rest.last_mut().map_or(&mut self.first, |(_, after)| after).push_str(text);
    }

    fn own(&self) -> usize {
        self.first.len() + self.rest.iter().map(|(_, after)| after.len()).sum::<usize>()
    }

    /// The arguments of a sentence that this pattern made.
    fn taken_apart<'t>(&self, text: &'t str) -> Option<Vec<&'t str>> {
        let mut left = text.strip_prefix(self.first.as_str())?;
        let Some(((_, last), before)) = self.rest.split_last() else { return left.is_empty().then(Vec::new) };
        let mut found = Vec::new();
        for (_, after) in before {
            let (argument, more) = left.split_once(after.as_str())?;
            found.push(argument);
            left = more;
        }
        found.push(left.strip_suffix(last.as_str())?);
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_is_taken_apart_and_said_anew() {
        let no_file = io::Error::from_raw_os_error(2);
        let said = format!("is damaged or cut off ({no_file}); open it and save it again in the program that made it");
        let russian = again(&said, MessageLanguage::Ru, DEEPEST);
        assert!(russian.contains("повреждён") && russian.contains("нет такого файла"), "{russian}");
        let english = again(&said, MessageLanguage::En, DEEPEST);
        assert!(english.contains("check the path") && english.ends_with("that made it"), "{english}");
        assert_eq!(again("what nobody says", MessageLanguage::Ru, DEEPEST), "what nobody says");
        let notes = "the end of the file is missing; cut at 64 MB of text; what nobody says";
        assert_eq!(again(notes, MessageLanguage::En, DEEPEST), notes);
        assert!(again(notes, MessageLanguage::Ru, DEEPEST).ends_with("МБ текста; what nobody says"));
    }
}
