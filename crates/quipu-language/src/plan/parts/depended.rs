//! The analysis of questions about dependencies: both directions, cycles, criticality.

use serde::{Deserialize, Serialize};

use crate::stated::pattern::fits;
use crate::stated::pieces::Piece;
use crate::stated::wanted::{VerbSide, wanted};

/// A question about dependencies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct AskedDependencies {
    /// The thing.
    pub entity: String,
    /// True for a question about its dependents.
    pub on_it: bool,
    /// True for a question about its dependencies.
    pub of_it: bool,
    /// True for a question about cycles.
    pub cycles: bool,
    /// True for a question about its criticality.
    pub criticality: bool,
    /// The noun of the asked values.
    pub class: Option<String>,
}

/// The question about dependencies in some pieces, if there is one.
pub(super) fn dependencies(read: &[Piece]) -> Option<AskedDependencies> {
    let asked = wanted(read);
    if asked.known.is_empty() {
        return None;
    }
    let any = |patterns: &[&str]| patterns.iter().any(|pattern| fits(read, pattern));
    let cycles = any(&["cycle*|circular*|cyclic", "цикл*"]);
    let criticality = any(&["critical*|criticality|essential|important", "критич*"]);
    let breaks = any(&[
        "break*|fail*|affect*|impact*|stop*|happens|goes",
        "слома*",
        "упад*",
        "перестан*",
        "затрон*|затрагив*",
        "откаж*",
        "пострада*",
        "останов*",
    ]);
    let depends = any(&["depend*|rely|relies|need*|require*", "завис*|нуж*"]);
    let of_it = depends && asked.side == Some(VerbSide::Before) && !breaks;
    let on_it = !of_it && (depends || breaks);
    let class = asked.class.filter(|class| !matches!(class.as_str(), "depend" | "thing" | "critic"));
    Some(AskedDependencies {
        entity: asked.shown,
        on_it: on_it && !cycles,
        of_it: of_it && !cycles,
        cycles,
        criticality,
        class,
    })
}
