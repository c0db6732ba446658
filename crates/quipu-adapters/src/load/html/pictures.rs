//! The words that stand for a picture, where they add information.

use ego_tree::NodeRef;
use quipu_kernel::text::char_start;
use scraper::node::{Element, Node};

use super::names::{is_named, words};
use crate::load::written::one_line;

/// Words that only name the kind of a picture.
const GENERIC: [&str; 30] = [
    "image",
    "img",
    "picture",
    "photo",
    "pic",
    "figure",
    "fig",
    "icon",
    "logo",
    "cover",
    "untitled",
    "graphic",
    "graphics",
    "thumbnail",
    "screenshot",
    "dsc",
    "dscn",
    "spacer",
    "banner",
    "alt",
    "grafik",
    "bild",
    "abbildung",
    "imagen",
    "рисунок",
    "рис",
    "изображение",
    "картинка",
    "фото",
    "обложка",
];
/// Names of pictures that serve navigation.
const SIGNS: [&str; 8] = ["logo", "icon", "icons", "sprite", "avatar", "spacer", "pixel", "emblem"];
/// Extensions of picture files.
const FILES: [&str; 8] = [".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".bmp", ".tif"];
/// The most words that are read for one picture, in bytes.
const LONGEST: usize = 4_000;
/// The most that a figure or a link is searched for the same words.
const NEAR: usize = 400;

/// The words of an element that is a picture; empty for one without words, missing for other elements.
pub(super) fn picture(part: NodeRef<'_, Node>, element: &Element) -> Option<String> {
    let label = || element.attr("aria-label").map(one_line).filter(|label| says(label));
    let role = element.attr("role").unwrap_or_default();
    let silent = matches!(role, "presentation" | "none") || element.attr("aria-hidden") == Some("true");
    match element.name() {
        "img" | "svg" if silent => Some(String::new()),
        "img" => {
            let said = ["alt", "aria-label", "title"]
                .into_iter()
                .find_map(|name| element.attr(name).map(one_line).filter(|said| says(said)));
            Some(said.filter(|said| !is_sign(part, element) && !is_said_near(part, said)).unwrap_or_default())
        }
        "svg" => Some(label().or_else(|| title(part)).filter(|said| !is_said_near(part, said)).unwrap_or_default()),
        _ if role == "img" && element.attr("aria-label").is_some() => Some(label().unwrap_or_default()),
        // The text of a drawn sign, as a tick, is its label.
        "span" | "i" | "b" | "em" if !silent && !part.has_children() => label(),
        _ => None,
    }
}

/// The title of a drawing.
fn title(part: NodeRef<'_, Node>) -> Option<String> {
    let is = |part: &NodeRef<'_, Node>| part.value().as_element().is_some_and(|element| element.name() == "title");
    part.children().find(is).map(|title| text(title, LONGEST)).filter(|title| says(title))
}

/// True if words say more than the name of a file, or that there is a picture.
fn says(said: &str) -> bool {
    let lower = said.to_lowercase();
    let is_file = !lower.contains(' ') && (lower.contains('/') || FILES.iter().any(|end| lower.ends_with(end)));
    let named = FILES.iter().any(|end| lower.ends_with(end)) && lower.split(' ').count() < 4;
    let generic = words(said)
        .all(|word| GENERIC.contains(&word.as_str()) || (said.len() < 24 && word.chars().all(|c| c.is_ascii_digit())));
    // A number alone may be the content of the picture.
    let number = said.chars().all(|c| c.is_ascii_digit() || c == '.' || c == ',');
    !said.is_empty() && said.len() <= LONGEST && !is_file && !named && (!generic || number || !has_letters(said))
}

fn has_letters(said: &str) -> bool {
    said.contains(char::is_alphanumeric)
}

/// True if a picture is the logo of the site: it is a link, and its name says so.
fn is_sign(part: NodeRef<'_, Node>, element: &Element) -> bool {
    let leads = |part: NodeRef<'_, Node>| part.value().as_element().is_some_and(|element| element.name() == "a");
    let file = element.attr("src").unwrap_or_default().rsplit('/').next().unwrap_or_default();
    let dot = ["width", "height"].into_iter().any(|side| matches!(element.attr(side), Some("0" | "1")));
    let called = is_named(element, &SIGNS) || words(file).any(|word| SIGNS.contains(&word.as_str()));
    dot || (called && part.ancestors().take(3).any(leads))
}

/// True if the figure or link around a picture says the same.
fn is_said_near(part: NodeRef<'_, Node>, said: &str) -> bool {
    let around = part.ancestors().take(4).find(|part| {
        part.value().as_element().is_some_and(|element| matches!(element.name(), "figure" | "a" | "button"))
    });
    let plain = |text: &str| words(text).collect::<Vec<_>>().join(" ");
    around.is_some_and(|around| {
        let near = plain(&text(around, NEAR));
        let said = plain(said);
        !said.is_empty() && near.contains(&said)
    })
}

/// The text of a part, up to a length.
fn text(part: NodeRef<'_, Node>, most: usize) -> String {
    let mut out = String::new();
    for text in part.descendants().take(most).filter_map(|part| part.value().as_text()) {
        // Of one text that is longer than the limit, the beginning is enough.
        out.push_str(&text[..char_start(text, 2 * most)]);
        out.push(' ');
        if out.len() > most {
            break;
        }
    }
    one_line(&out)
}

#[cfg(test)]
mod tests {
    use super::says;

    #[test]
    fn names_of_files_and_of_kinds_of_things_say_nothing() {
        for nothing in
            ["", "IMG_1234", "plan.png", "a/b", "Image 3", "Рисунок 1", "my holiday.jpg", "cover", "image001"]
        {
            assert!(!says(nothing), "{nothing}");
        }
        for something in ["Plan of the quay", "yes", "42", "☺", "Обложка книги о пчёлах", "E = mc^2", "1/2 of the hall"]
        {
            assert!(says(something), "{something}");
        }
    }
}
