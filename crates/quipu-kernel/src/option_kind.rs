//! What an option may be: its bounds, and how a type reads one. Below everything that has options.

/// Values that an option accepts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum OptionBounds {
    /// A whole number within bounds, both included.
    Count(usize, usize),
    /// A number within bounds, both included.
    Number(f64, f64),
    /// Yes or no.
    Truth,
    /// Any text that its type accepts.
    Text,
}

/// A type that an option may have.
pub trait OptionKind: Sized {
    /// Reads a value.
    ///
    /// # Errors
    /// A description of the accepted values, in English.
    fn read(text: &str, bounds: OptionBounds) -> Result<Self, String>;
}

impl OptionKind for usize {
    fn read(text: &str, bounds: OptionBounds) -> Result<Self, String> {
        let (low, high) = if let OptionBounds::Count(low, high) = bounds { (low, high) } else { (0, Self::MAX) };
        let expected = || match (low, high) {
            (0, Self::MAX) => "a whole number".to_owned(),
            (low, Self::MAX) => format!("a whole number from {low} on"),
            (low, high) => format!("a whole number from {low} to {high}"),
        };
        text.parse().ok().filter(|count| (low..=high).contains(count)).ok_or_else(expected)
    }
}

impl OptionKind for f64 {
    fn read(text: &str, bounds: OptionBounds) -> Result<Self, String> {
        let (low, high) =
            if let OptionBounds::Number(low, high) = bounds { (low, high) } else { (Self::MIN, Self::MAX) };
        let expected = || format!("a number from {low} to {high}");
        text.parse().ok().filter(|number| (low..=high).contains(number)).ok_or_else(expected)
    }
}

impl OptionKind for bool {
    fn read(text: &str, _: OptionBounds) -> Result<Self, String> {
        text.parse().map_err(|_| "true or false".to_owned())
    }
}

/// Lets options be of types that parse themselves from text and describe their values.
#[macro_export]
macro_rules! kinds_of_text {
    ($($kind:ty),*) => {
        $(impl $crate::option_kind::OptionKind for $kind {
            fn read(text: &str, _: $crate::option_kind::OptionBounds) -> Result<Self, String> {
                text.parse()
            }
        })*
    };
}
