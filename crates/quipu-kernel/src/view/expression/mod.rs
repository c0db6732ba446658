//! Filter expressions (metadata filtering): boolean algebra over predicates on the fields of a document, as JSON and as
//! text.
//!
//! A test holds of a document when any value of its field satisfies it, the values of lists one by one (see
//! [`fields`](super::fields)). An empty text is no value. `not` is the complement: a document without the field passes
//! it.

mod dates;
mod json;
mod parse;
mod range;
mod reach;
mod shown;
mod tokens;
mod values;

#[cfg(test)]
mod tests;

pub use range::{ComparedAs, FieldRange, RangeEnd};
pub use reach::ValueReach;
pub use values::{FieldText, FieldValues};

/// Maximal depth of an expression: a test is 1 deep, and `all`, `any` and `not` are 1 deeper than their contents.
pub const DEEPEST_EXPRESSION: usize = 16;
/// Maximal number of tests in an expression.
pub const MOST_TESTS: usize = 256;
/// Maximal number of values in `one of`.
pub const MOST_VALUES: usize = 1_000;

/// A condition on a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expression {
    /// Every part holds. As read, there are two at least.
    All(Vec<Self>),
    /// One of the parts holds. As read, there are two at least.
    Any(Vec<Self>),
    /// The part does not hold.
    Not(Box<Self>),
    /// A field has a value that satisfies a test.
    Is(FieldTest),
}

/// A test of the values of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldTest {
    field: String,
    is: FieldIs,
}

/// A condition on a value. Comparison ignores the case of letters everywhere, and `ё` equals `е`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldIs {
    /// The value equals this one, as text or as a number.
    Equals(FieldValues),
    /// The value equals one of these.
    OneOf(FieldValues),
    /// The value begins with this text.
    Begins(FieldText),
    /// The value ends with this text.
    Ends(FieldText),
    /// The value holds this text somewhere.
    Holds(FieldText),
    /// The field exists.
    Exists,
    /// The value lies in a range.
    Between(Box<FieldRange>),
}

/// An error in an expression.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {reason}")]
pub struct ExpressionError {
    /// The part that is wrong: of text `character 17`, of JSON a pointer as `/all/1/between`, else the field.
    pub place: String,
    /// The reason, and the valid form.
    pub reason: String,
}

impl ExpressionError {
    fn new(place: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { place: place.into(), reason: reason.into() }
    }
}

impl Expression {
    /// All of these; none of none.
    pub fn all(parts: Vec<Self>) -> Option<Self> {
        several(parts, Self::All)
    }

    /// One of these at least; none of none.
    pub fn any(parts: Vec<Self>) -> Option<Self> {
        several(parts, Self::Any)
    }

    /// The negation of this expression.
    #[must_use]
    pub fn negated(self) -> Self {
        Self::Not(Box::new(self))
    }

    /// The field has a value.
    ///
    /// # Errors
    /// When the field has no name.
    pub fn exists(field: &str) -> Result<Self, ExpressionError> {
        Self::test(field, FieldIs::Exists)
    }

    /// A value of the field equals this one: as text, or as a number where both are numbers.
    ///
    /// # Errors
    /// When the field has no name or the value is empty.
    pub fn equals(field: &str, value: &str) -> Result<Self, ExpressionError> {
        Self::test(field, FieldIs::Equals(FieldValues::of(field, vec![value.to_owned()])?))
    }

    /// A value of the field equals one of these.
    ///
    /// # Errors
    /// When the field has no name, one of the values is empty, or there are none or too many.
    pub fn one_of(field: &str, values: Vec<String>) -> Result<Self, ExpressionError> {
        Self::test(field, FieldIs::OneOf(FieldValues::of(field, values)?))
    }

    /// A value of the field begins so.
    ///
    /// # Errors
    /// When the field has no name or the text is empty.
    pub fn begins(field: &str, text: &str) -> Result<Self, ExpressionError> {
        Self::test(field, FieldIs::Begins(FieldText::of(field, text)?))
    }

    /// A value of the field ends so.
    ///
    /// # Errors
    /// When the field has no name or the text is empty.
    pub fn ends(field: &str, text: &str) -> Result<Self, ExpressionError> {
        Self::test(field, FieldIs::Ends(FieldText::of(field, text)?))
    }

    /// A value of the field holds this somewhere.
    ///
    /// # Errors
    /// When the field has no name or the text is empty.
    pub fn holds(field: &str, text: &str) -> Result<Self, ExpressionError> {
        Self::test(field, FieldIs::Holds(FieldText::of(field, text)?))
    }

    /// A value of the field lies in a range.
    ///
    /// # Errors
    /// When the field has no name.
    pub fn between(field: &str, range: FieldRange) -> Result<Self, ExpressionError> {
        Self::test(field, FieldIs::Between(Box::new(range)))
    }

    fn test(field: &str, is: FieldIs) -> Result<Self, ExpressionError> {
        // Names of these fields that authors of front matter use.
        let field = match field {
            "" => return Err(ExpressionError::new("a field", "it has no name; name a field of the metadata")),
            "title" => "$title",
            "tag" => "tags",
            other => other,
        };
        Ok(Self::Is(FieldTest { field: field.to_owned(), is }))
    }

    /// True if a document with these fields (see [`fields`](super::fields)) satisfies it.
    pub fn admits(&self, fields: &[(String, String)]) -> bool {
        match self {
            Self::All(parts) => parts.iter().all(|part| part.admits(fields)),
            Self::Any(parts) => parts.iter().any(|part| part.admits(fields)),
            Self::Not(part) => !part.admits(fields),
            Self::Is(test) => fields.iter().any(|(field, value)| *field == test.field && test.admits(value)),
        }
    }

    /// Its tests, from left to right.
    pub fn tests(&self) -> Vec<&FieldTest> {
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().flat_map(Self::tests).collect(),
            Self::Not(part) => part.tests(),
            Self::Is(test) => vec![test],
        }
    }

    fn depth(&self) -> usize {
        match self {
            Self::All(parts) | Self::Any(parts) => 1 + parts.iter().map(Self::depth).max().unwrap_or(0),
            Self::Not(part) => 1 + part.depth(),
            Self::Is(_) => 1,
        }
    }

    /// The expression, if it is within bounds.
    ///
    /// # Errors
    /// When it is deeper than [`DEEPEST_EXPRESSION`] or has more than [`MOST_TESTS`] tests.
    pub fn within_bounds(self) -> Result<Self, ExpressionError> {
        let tests = self.tests().len();
        if tests > MOST_TESTS {
            return Err(too_many(tests));
        }
        if self.depth() > DEEPEST_EXPRESSION {
            return Err(too_deep(""));
        }
        Ok(self)
    }
}

impl FieldTest {
    /// Path of the field: `$title` and `tags` where it was written as `title` or `tag`.
    pub fn field(&self) -> &str {
        &self.field
    }

    /// The condition on a value of the field.
    pub fn is(&self) -> &FieldIs {
        &self.is
    }

    /// True if a value of the field satisfies it; an empty text never does.
    pub fn admits(&self, value: &str) -> bool {
        !value.is_empty()
            && match &self.is {
                FieldIs::Equals(wanted) | FieldIs::OneOf(wanted) => wanted.admit(value),
                FieldIs::Begins(text) => text.begins(value),
                FieldIs::Ends(text) => text.ends(value),
                FieldIs::Holds(text) => text.stands_in(value),
                FieldIs::Exists => true,
                FieldIs::Between(range) => range.admits(value),
            }
    }
}

fn several(mut parts: Vec<Expression>, of: fn(Vec<Expression>) -> Expression) -> Option<Expression> {
    if parts.len() > 1 { Some(of(parts)) } else { parts.pop() }
}

fn too_many(tests: usize) -> ExpressionError {
    let reason =
        format!("it has {tests} tests or more, and may have {MOST_TESTS}; list values of one field by `one of`");
    ExpressionError::new("the expression", reason)
}

fn too_deep(place: &str) -> ExpressionError {
    let place = if place.is_empty() { "the expression" } else { place };
    let reason = format!("it is more than {DEEPEST_EXPRESSION} deep; put fewer brackets and `not` into each other");
    ExpressionError::new(place, reason)
}
