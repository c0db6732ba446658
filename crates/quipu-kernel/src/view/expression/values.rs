//! Values that tests compare with: case-insensitive text, and numbers.

use super::{ExpressionError, MOST_VALUES, ValueReach};
use crate::text::fold_char;

/// Whole numbers beyond this are not exact as floating point: two that differ might be equal.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Values of which one must be equalled, each as text and as the number that it may write.
#[derive(Debug, Clone)]
pub struct FieldValues {
    texts: Vec<String>,
    /// Their folded forms for comparison, in the same order.
    folded: Vec<String>,
    /// The numbers among them, in order.
    numbers: Vec<f64>,
}

/// A text that begins, ends or stands in a value.
#[derive(Debug, Clone)]
pub struct FieldText {
    text: String,
    folded: String,
}

impl FieldValues {
    /// Values as they were written.
    ///
    /// # Errors
    /// When there are none or too many, or one is empty.
    pub(super) fn of(place: &str, texts: Vec<String>) -> Result<Self, ExpressionError> {
        let wrong = |reason: String| Err(ExpressionError::new(place, reason));
        if texts.is_empty() || texts.len() > MOST_VALUES {
            return wrong(format!("{} values are listed; list from 1 to {MOST_VALUES}", texts.len()));
        }
        if texts.iter().any(String::is_empty) {
            return wrong("an empty text is not a value and equals nothing; test whether the field exists".to_owned());
        }
        let mut folded: Vec<String> = texts.iter().map(|text| fold(text)).collect();
        folded.sort_unstable();
        folded.dedup();
        let mut numbers: Vec<f64> = texts.iter().filter_map(|text| exact(text)).collect();
        numbers.sort_unstable_by(f64::total_cmp);
        Ok(Self { texts, folded, numbers })
    }

    /// The values as they were written.
    pub fn texts(&self) -> &[String] {
        &self.texts
    }

    /// The values as they are compared, in order, each once.
    pub fn folded(&self) -> &[String] {
        &self.folded
    }

    /// True if one of them is a number, which other spellings of that number equal too.
    pub fn has_numbers(&self) -> bool {
        !self.numbers.is_empty()
    }

    pub(super) fn admit(&self, value: &str) -> bool {
        self.folded.binary_search(&fold(value)).is_ok()
            || self.has_numbers()
                && exact(value).is_some_and(|value| self.numbers.binary_search_by(|one| one.total_cmp(&value)).is_ok())
    }
}

impl PartialEq for FieldValues {
    fn eq(&self, other: &Self) -> bool {
        self.texts == other.texts
    }
}

impl Eq for FieldValues {}

impl FieldText {
    pub(super) fn of(place: &str, text: &str) -> Result<Self, ExpressionError> {
        if text.is_empty() {
            let reason = "an empty text stands in every value; ask whether the field exists";
            return Err(ExpressionError::new(place, reason));
        }
        Ok(Self { text: text.to_owned(), folded: fold(text) })
    }

    /// The text as it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text as it is compared.
    pub fn folded(&self) -> &str {
        &self.folded
    }

    pub(super) fn begins(&self, value: &str) -> bool {
        fold(value).starts_with(&self.folded)
    }

    pub(super) fn ends(&self, value: &str) -> bool {
        fold(value).ends_with(&self.folded)
    }

    pub(super) fn stands_in(&self, value: &str) -> bool {
        fold(value).contains(&self.folded)
    }
}

impl PartialEq for FieldText {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for FieldText {}

/// A text as expressions compare it: lower case, `ё` as `е`.
pub(super) fn fold(text: &str) -> String {
    if text.is_ascii() { text.to_ascii_lowercase() } else { text.chars().flat_map(fold_char).collect() }
}

/// The finite number that a text writes.
pub(super) fn number(text: &str) -> Option<f64> {
    let begins = text.bytes().next().is_some_and(ValueReach::is_of_number);
    // Zero has two signs and is one number.
    let number = if begins { text.parse::<f64>().ok()? + 0.0 } else { return None };
    number.is_finite().then_some(number)
}

/// The number in a text, if it is small enough to be distinct from its neighbours.
fn exact(text: &str) -> Option<f64> {
    number(text).filter(|number| number.abs() <= EXACT)
}
