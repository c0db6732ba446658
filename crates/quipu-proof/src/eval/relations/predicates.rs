//! Predicates that may express a kind of fact: parts of their words, and whole endings.

/// Kinds of facts with the parts of predicates that tell them; a `$` stands for the predicate's end.
const TELLING: [(&str, &str); 20] = [
    ("director", "direct|filmmak|film by|helm"),
    ("date of birth", "born|bear|birth|dated"),
    ("date of death", "die|death|killed|shot|murder|execut|assassin"),
    (
        "country of citizenship",
        "nationality|is$|is a|born|citizen|king|queen|emperor|ruler|politician|president|member|from|prince|governor|of$",
    ),
    ("country", "in$|of$|nationality|located|situated|is a"),
    ("publication date", "dated|releas|publish|premier|year|air|in$|issue|made|make"),
    ("father", "son|daughter|child|father|born|heir|bear"),
    ("mother", "son|daughter|child|mother|born|bear"),
    ("place of birth", "born|native|birth|bear"),
    ("country of origin", "nationality|produced|is a|made|from|released"),
    ("spouse", "marr|wife|husband|spouse|wed|widow|consort"),
    ("place of death", "die|death|killed|shot|executed"),
    ("performer", "by|perform|sing|record|song|single|album|releas|band"),
    ("composer", "music|compos|scor|song"),
    ("inception", "found|establish|launch|start|publish|creat|form|began|begin|open|dated|born|organi"),
    ("cause of death", "die|death|kill|shot|assassin|murder"),
    ("educated at", "educat|graduat|attend|stud|degree|alum|receiv|earn"),
    ("founded by", "found|establish|creat|form"),
    ("sibling", "brother|sister|sibling"),
    ("award received", "win|award|receiv|won"),
];

/// True if a statement's predicate may express a fact of this kind.
pub(super) fn fits(kind: &str, predicate: &str) -> bool {
    let told = |parts: &str| {
        parts.split('|').any(|part| match part.strip_suffix('$') {
            Some(end) => predicate.ends_with(end),
            None => predicate.contains(part),
        })
    };
    let of_death = predicate.contains("die") || predicate.contains("death");
    if kind == "date of birth" && of_death {
        return false;
    }
    match TELLING.iter().find(|(known, _)| *known == kind) {
        Some((_, parts)) => told(parts),
        // A kind without a list matches by its own first word: "producer" by "produced by".
        None => kind.get(..6).is_some_and(told),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fact_is_told_in_several_ways() {
        assert!(fits("director", "directed by") && fits("director", "directs") && !fits("director", "written by"));
        assert!(fits("country", "village in") && !fits("date of birth", "died on"));
        assert!(fits("producer", "produced by"));
    }
}
