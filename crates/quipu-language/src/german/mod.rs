//! German: the names of its months. Its function words are those of the kernel's `text/`.

/// The months, in lower case.
pub(crate) const MONTHS: [&str; 12] = [
    "januar",
    "februar",
    "märz",
    "april",
    "mai",
    "juni",
    "juli",
    "august",
    "september",
    "oktober",
    "november",
    "dezember",
];
