//! Names of virtual fields, which filter expressions do not ask for: they follow from chunks, and are not stored.

use quipu_kernel::view::Expression;

/// Names that virtual fields may have. Expressions are evaluated on documents, and a virtual field is one of chunks:
/// none of these is allowed in an expression.
pub const VIRTUAL: [&str; 1] = ["$section"];

/// The virtual field that an expression asks for, if it asks for one.
pub(crate) fn virtual_field(expression: &Expression) -> Option<&str> {
    expression.tests().into_iter().map(|test| test.field()).find(|field| VIRTUAL.contains(field))
}

/// Why an expression does not ask for a virtual field.
pub(crate) fn refusal(field: &str) -> String {
    format!(
        "{field} is not available in filter expressions, which use fields of documents; use it beside one, as a field filter"
    )
}
