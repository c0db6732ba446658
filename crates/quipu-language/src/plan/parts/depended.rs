//! What a question asks of dependencies: both ways, circles, how critical.

use serde::{Deserialize, Serialize};

use crate::stated::pattern::fits;
use crate::stated::pieces::Piece;
use crate::stated::wanted::{VerbSide, wanted};

/// What is asked of dependencies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct AskedDependencies {
    /// Of what.
    pub entity: String,
    /// Whether what depends on it is asked for.
    pub on_it: bool,
    /// Whether what it depends on is.
    pub of_it: bool,
    /// Whether circles are.
    pub cycles: bool,
    /// Whether it is asked how critical it is.
    pub criticality: bool,
    /// The noun of what is asked for.
    pub class: Option<String>,
}

/// What is asked of dependencies.
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
