//! The values of a field that can satisfy a test: an ordered index looks at these instead of all.

use super::{FieldIs, FieldTest};

/// The values that a test may admit: those that any of its parts reach. Others it never admits.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ValueReach<'a> {
    /// Lower-case forms of values (see [`fold_char`](crate::text::fold_char)).
    pub spelt: Vec<&'a str>,
    /// A beginning of the lower-case form of values.
    pub begun: Option<&'a str>,
    /// True if values that begin with a digit, a sign or a point may match.
    pub numbers: bool,
    /// True if any value may match.
    pub all: bool,
}

impl FieldTest {
    /// The values that it may admit.
    pub fn reach(&self) -> ValueReach<'_> {
        match &self.is {
            FieldIs::Equals(wanted) | FieldIs::OneOf(wanted) => ValueReach {
                spelt: wanted.folded().iter().map(String::as_str).collect(),
                numbers: wanted.has_numbers(),
                ..ValueReach::default()
            },
            FieldIs::Begins(text) => ValueReach { begun: Some(text.folded()), ..ValueReach::default() },
            FieldIs::Between(range) => {
                ValueReach { numbers: range.is_of_numbers(), all: !range.is_of_numbers(), ..ValueReach::default() }
            }
            FieldIs::Ends(_) | FieldIs::Holds(_) | FieldIs::Exists => ValueReach { all: true, ..ValueReach::default() },
        }
    }
}

impl ValueReach<'_> {
    /// True if a value that begins with this byte may be a number.
    pub fn is_of_number(first: u8) -> bool {
        first.is_ascii_digit() || matches!(first, b'+' | b'-' | b'.')
    }
}
