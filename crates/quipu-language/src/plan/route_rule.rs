//! A rule by which a question's form says its kind.

use super::RouteKind;

/// A rule.
pub(super) struct RouteRule {
    /// Its name.
    pub(super) name: &'static str,
    /// The kind that it gives.
    pub(super) kind: RouteKind,
    /// Its confidence.
    pub(super) sure: f64,
    /// Forms, of which one must fit.
    pub(super) forms: &'static [&'static str],
    /// If there are any, one of these must fit too.
    pub(super) also: &'static [&'static str],
    /// None of these may fit.
    pub(super) never: &'static [&'static str],
}

pub(super) const fn rule(name: &'static str, kind: RouteKind, sure: f64, forms: &'static [&'static str]) -> RouteRule {
    RouteRule { name, kind, sure, forms, also: &[], never: &[] }
}
