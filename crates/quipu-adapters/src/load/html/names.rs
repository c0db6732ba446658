//! Names of parts by the author of a page: words of classes and ids.

use scraper::node::Element;

/// The words of a name: `accordionBody` and `accordion-body` have the same two.
pub(super) fn words(name: &str) -> impl Iterator<Item = String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for c in name.chars() {
        let begins = c.is_uppercase() && before.is_lowercase() || c.is_ascii_digit() && before.is_alphabetic();
        if !c.is_alphanumeric() || begins {
            words.push(String::new());
        }
        if c.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(c.to_lowercase());
        }
        before = c;
    }
    words.into_iter().filter(|word| !word.is_empty())
}

/// True if a class or the id of an element has one of the words.
pub(super) fn is_named(element: &Element, names: &[&str]) -> bool {
    [element.attr("class"), element.attr("id")]
        .into_iter()
        .flatten()
        .any(|name| words(name).any(|word| names.contains(&word.as_str())))
}

/// True if a class or the id of an element is one of the names.
pub(super) fn is_called(element: &Element, names: &[&str]) -> bool {
    let called = |name: &str| names.iter().any(|known| known.eq_ignore_ascii_case(name));
    element.id().is_some_and(called) || element.classes().any(called)
}
