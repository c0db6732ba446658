//! The wordings that state a relation: the words that must stand between two names, and their predicate.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// A wording, and the predicate it states.
pub(super) struct PredicateWording {
    /// The words between the two names, lower case, without [`FILLERS`].
    pub words: &'static str,
    /// The predicate, in English for both languages.
    pub predicate: &'static str,
    /// True if the first name is the relation's target ("is used by").
    pub reversed: bool,
}

impl PredicateWording {
    /// True if it can follow a comma: an apposition or a participle. A verb behind a comma has another subject, or is an
    /// instruction ("at a different URL, use the `--host` flag").
    pub(super) fn is_apposed(&self) -> bool {
        let first = self.words.split(' ').next().unwrap_or_default();
        matches!(
            first,
            "part" | "used" | "applied" | "compared" | "часть" | "основан" | "основана" | "основано" | "основаны"
        )
    }
}

const fn states(words: &'static str, predicate: &'static str) -> PredicateWording {
    PredicateWording { words, predicate, reversed: false }
}

const fn reversed(words: &'static str, predicate: &'static str) -> PredicateWording {
    PredicateWording { words, predicate, reversed: true }
}

/// The predicate of a definition.
pub(super) const IS_A: &str = "is a";

static BY_WORDS: LazyLock<FxHashMap<&'static str, &'static PredicateWording>> =
    LazyLock::new(|| PATTERNS.iter().map(|pattern| (pattern.words, pattern)).collect());

/// The pattern of these words, if there is one: as they stand, or without fillers.
pub(super) fn pattern_of<'a>(words: impl Iterator<Item = &'a str> + Clone) -> Option<&'static PredicateWording> {
    let joined = |words: &mut dyn Iterator<Item = &'a str>| words.collect::<Vec<_>>().join(" ");
    let whole = joined(&mut words.clone());
    BY_WORDS
        .get(whole.as_str())
        .or_else(|| BY_WORDS.get(joined(&mut words.filter(|word| !FILLERS.contains(word))).as_str()))
        .copied()
}

/// All wordings but the definition's.
const PATTERNS: &[PredicateWording] = &[
    states("depends on", "depends on"),
    states("depend on", "depends on"),
    states("depended on", "depends on"),
    states("relies on", "depends on"),
    states("rely on", "depends on"),
    states("requires", "depends on"),
    states("зависит от", "depends on"),
    states("зависят от", "depends on"),
    states("опирается на", "depends on"),
    states("требует", "depends on"),
    states("uses", "uses"),
    states("use", "uses"),
    states("makes use of", "uses"),
    states("использует", "uses"),
    states("используют", "uses"),
    states("использовал", "uses"),
    states("применяет", "uses"),
    reversed("is used by", "uses"),
    reversed("are used by", "uses"),
    reversed("was used by", "uses"),
    reversed("used by", "uses"),
    reversed("используется в", "uses"),
    states("calls", "calls"),
    states("call", "calls"),
    states("invokes", "calls"),
    states("вызывает", "calls"),
    states("вызывают", "calls"),
    states("обращается к", "calls"),
    reversed("is called by", "calls"),
    reversed("вызывается из", "calls"),
    states("improves", "improves"),
    states("improve", "improves"),
    states("improved", "improves"),
    states("improves on", "improves"),
    states("improves upon", "improves"),
    states("outperforms", "improves"),
    states("улучшает", "improves"),
    states("улучшают", "improves"),
    states("превосходит", "improves"),
    states("is based on", "is based on"),
    states("was based on", "is based on"),
    states("are based on", "is based on"),
    states("is based upon", "is based on"),
    states("builds on", "is based on"),
    states("is built on", "is based on"),
    states("основан на", "is based on"),
    states("основана на", "is based on"),
    states("основано на", "is based on"),
    states("основаны на", "is based on"),
    states("основывается на", "is based on"),
    states("базируется на", "is based on"),
    states("построен на", "is based on"),
    states("compares to", "compares to"),
    states("compares with", "compares to"),
    states("compared to", "compares to"),
    states("compared with", "compares to"),
    states("is compared to", "compares to"),
    states("is compared with", "compares to"),
    states("in comparison with", "compares to"),
    states("versus", "compares to"),
    states("vs", "compares to"),
    states("по сравнению с", "compares to"),
    states("сравнивается с", "compares to"),
    states("applies to", "applies to"),
    states("apply to", "applies to"),
    states("is applied to", "applies to"),
    states("applied to", "applies to"),
    states("применяется к", "applies to"),
    states("применяется в", "applies to"),
    states("применим к", "applies to"),
    states("is part of", "part of"),
    states("was part of", "part of"),
    states("is a part of", "part of"),
    states("part of", "part of"),
    states("belongs to", "part of"),
    states("is a member of", "part of"),
    states("часть", "part of"),
    states("это часть", "part of"),
    states("является частью", "part of"),
    states("входит в", "part of"),
    states("входит в состав", "part of"),
    states("принадлежит", "part of"),
];

/// Words that may stand among the words of a pattern without changing it.
const FILLERS: &[&str] = &[
    "the",
    "a",
    "an",
    "its",
    "their",
    "also",
    "now",
    "directly",
    "mainly",
    "mostly",
    "heavily",
    "largely",
    "partly",
    "loosely",
    "strongly",
    "often",
    "still",
    "then",
    "only",
    "which",
    "that",
    "who",
    "today",
    "internally",
    "currently",
    "itself",
    "который",
    "которая",
    "которое",
    "которые",
    "также",
    "напрямую",
    "теперь",
    "сейчас",
    "только",
    "сильно",
    "частично",
    "часто",
    "свой",
    "свою",
    "свои",
];
