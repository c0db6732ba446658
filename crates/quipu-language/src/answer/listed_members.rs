//! Members of a kind that a document lists: those of a list whose lead-in or heading names the kind, headings below one
//! that names it, and enumerations in a sentence ("repairs such as caulking, painting and tarring").

use quipu_kernel::text::is_stop_word;

use super::heads::{is_about, is_head};
use super::kind_name::{KindName, stems};
use super::told_units::ToldUnit;
use super::units::UnitKind;

/// A member that is written as a proper name.
fn proper(member: ListedMember) -> ListedMember {
    ListedMember { proper: member.name.chars().any(char::is_uppercase), ..member }
}

/// The proper names that stand right before or behind the kind: "the Python programming language".
fn apposed<'t>(text: &'t str, kind: &KindName) -> Vec<&'t str> {
    let words: Vec<(usize, &str)> = text
        .split(' ')
        .scan(0, |at, word| {
            let start = *at;
            *at += word.len() + 1;
            Some((start, word))
        })
        .collect();
    let size = kind.words().len();
    let is_kind = |at: usize| {
        words
            .get(at..at + size)
            .is_some_and(|span| kind.is(&span.iter().map(|(_, word)| *word).collect::<Vec<_>>().join(" ")))
    };
    let capital = |word: &str| word.starts_with(char::is_uppercase) && !word.ends_with([',', '.', ':', ';', ')']);
    let mut out = Vec::new();
    for at in (1..words.len()).filter(|at| is_kind(*at)) {
        let mut first = at;
        while first > 0 && capital(words[first - 1].1) && at - first < LONGEST {
            first -= 1;
        }
        // The capital of a sentence's first word says nothing.
        let begins = first == 0 && at == 1;
        let mut behind = at + size;
        while words.get(behind).is_some_and(|(_, word)| capital(word)) && behind - at - size < LONGEST {
            behind += 1;
        }
        // The last word of a name may have the sign of its clause.
        behind += usize::from(words.get(behind).is_some_and(|(_, word)| word.starts_with(char::is_uppercase)));
        if behind > at + size {
            let last = words[behind - 1];
            out.push(&text[words[at + size].0..last.0 + last.1.len()]);
        }
        if first < at && !begins {
            let end = words[at - 1].0 + words[at - 1].1.len();
            out.push(&text[words[first].0..end]);
        }
    }
    out
}

/// The longest name of a member, in words.
const LONGEST: usize = 6;
/// The least number of members that a sentence without "such as" enumerates.
const FEWEST: usize = 3;

/// A member of a kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedMember {
    /// Its name, as the document writes it.
    pub name: String,
    /// Its name, so that spellings of one member are equal.
    pub key: String,
    /// Position of the unit that lists it.
    pub unit: usize,
    /// True if the place says that it lists kinds.
    pub sure: bool,
    /// True if it is a proper name beside the kind: "the Python programming language".
    pub proper: bool,
}

/// The members of a kind that the units of a document list, in their order.
pub fn listed_members(title: &str, units: &[ToldUnit], kind: &KindName) -> Vec<ListedMember> {
    let mut out = Vec::new();
    // A member of the same list that ends with a colon leads to those behind it.
    let mut leading: Option<(usize, &str)> = None;
    let mut headings: Vec<&[String]> = Vec::new();
    for (at, unit) in units.iter().enumerate() {
        if unit.aside {
            continue;
        }
        for depth in 2..=unit.headings.len() {
            let path = &unit.headings[..depth];
            if !headings.contains(&path) {
                headings.push(path);
                out.extend(below_heading(title, path, kind, at));
            }
        }
        let is_member = matches!(unit.kind, UnitKind::Member);
        if is_member && unit.text.ends_with(':') {
            leading = Some((unit.block, &unit.text));
            continue;
        }
        // A sentence among members ends what was led to.
        if leading.is_some_and(|(block, _)| block != unit.block || is_member && is_sentence(&unit.text)) {
            leading = None;
        }
        let lead = leading.map(|(_, lead)| lead).or(unit.lead.last().map(String::as_str));
        let above = lead.or_else(|| unit.headings.last().map(String::as_str));
        let above = above.or_else(|| kind.is(title).then_some(title)).unwrap_or_default();
        if is_member && unit.listed && is_about(above, kind) && !leads_to_others(above, kind) {
            out.extend(member(&unit.text, kind, at).map(|found| ListedMember { sure: names_kinds(above), ..found }));
        }
        if matches!(unit.kind, UnitKind::Sentence | UnitKind::Member) {
            out.extend(enumerated(&unit.text, kind).into_iter().filter_map(|name| named(name, kind, at)).map(proper));
            let beside = apposed(&unit.text, kind).into_iter().filter_map(|name| named(name, kind, at));
            out.extend(beside.map(proper));
        }
    }
    out
}

/// A heading as a member, where the heading above it names the kind. The title is no such heading.
fn below_heading(title: &str, path: &[String], kind: &KindName, at: usize) -> Option<ListedMember> {
    let [.., above, own] = path else { return None };
    let is_title = stems(above) == stems(title);
    if is_title || !is_about(above, kind) {
        return None;
    }
    named(own, kind, at).map(|found| ListedMember { sure: names_kinds(above), ..found })
}

/// True if a lead-in says that things of another sort follow: "after the repair, the following tests are done".
fn leads_to_others(lead: &str, kind: &KindName) -> bool {
    const FOLLOWING: &[&str] = &["following ", "следующие ", "следующих "];
    const GENERAL: &str = " kinds types sorts ways forms ones standard виды типы способы разновидности ";
    let low = lead.to_lowercase();
    FOLLOWING.iter().filter_map(|word| low.find(word).map(|at| &low[at + word.len()..])).any(|rest| {
        let words: Vec<&str> = rest.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let near = words[..words.len().min(4)].join(" ");
        let general = words.first().is_none_or(|word| GENERAL.contains(&format!(" {word} ")));
        !general && !kind.words().iter().any(|stem| stems(&near).contains(stem))
    })
}

/// True if a heading or a lead-in says that kinds follow.
fn names_kinds(text: &str) -> bool {
    const RUSSIAN: &str = " вид виды видов тип типы типов разновидности категории ";
    let low = text.to_lowercase();
    let english = ["kinds of ", "types of ", "sorts of ", "varieties of ", "categories of "];
    english.iter().any(|kinds| low.contains(kinds))
        || low
            .split(|c: char| !c.is_alphanumeric())
            .any(|word| !word.is_empty() && RUSSIAN.contains(&format!(" {word} ")))
}

/// True if a member of a list is a sentence.
fn is_sentence(text: &str) -> bool {
    text.ends_with(['.', '!', '?']) && text.split_whitespace().count() > LONGEST
}

/// The member that a line of a list names: its words before what explains them.
fn member(text: &str, kind: &KindName, at: usize) -> Option<ListedMember> {
    let ends = [" : ", ": ", " – ", " — ", " - ", " (", ", ", ". "];
    let end = ends.iter().filter_map(|sign| text.find(sign)).min().unwrap_or(text.len());
    named(&text[..end], kind, at)
}

/// A name without marks and articles; none for a clause, and for the kind itself.
fn named(text: &str, kind: &KindName, unit: usize) -> Option<ListedMember> {
    let mark = |c: char| {
        c.is_whitespace() || matches!(c, '*' | '_' | '`' | '"' | '«' | '»' | '“' | '”' | ';' | ',' | '.' | ':')
    };
    let number = |c: char| c.is_ascii_digit() || c == '.' || c == ')';
    let bare = text.trim_matches(mark);
    // "2.1 Jars": the number of a heading.
    let mut name = match bare.split_once(' ') {
        Some((first, rest)) if first.chars().all(number) => rest.trim_matches(mark),
        _ => bare,
    };
    for article in ["the ", "a ", "an ", "or ", "and ", "The ", "A ", "An ", "и ", "или "] {
        name = name.strip_prefix(article).unwrap_or(name);
    }
    let words: Vec<&str> = name.split_whitespace().collect();
    let low: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let clause = low.iter().any(|word| CLAUSE.contains(&format!(" {word} ")));
    let begins = name.chars().next().is_some_and(char::is_alphanumeric) && name.chars().any(char::is_alphabetic);
    let idle = low.iter().all(|word| is_stop_word(word) || IDLE.contains(&format!(" {word} ")));
    let key = stems(name);
    let own = key.iter().all(|stem| kind.words().contains(stem));
    if !begins
        || clause
        || idle
        || own
        || words.len() > LONGEST
        || name.contains(['|', '{', '<', '=', '/', '?', '[', ']', '('])
    {
        return None;
    }
    Some(ListedMember { name: name.to_owned(), key: key.join(" "), unit, sure: false, proper: false })
}

/// Words of clauses, which no name has.
const CLAUSE: &str = " is are was were be been being has have had will would can could may might must should do does did not if when while because you we they he she it i that which who whom whose this these there how what why where than see used called tell ask это является являются был была были будет может могут если когда который которая которые которых что чтобы как так вы мы они он она не есть ";
/// Words that name no member by themselves.
const IDLE: &str = " other others more such some many etc following different various certain several one two first second types kinds things часть другие другое прочее прочие многое многие разные некоторые др т д п ";

/// The names that a sentence enumerates as members of a kind.
fn enumerated<'t>(text: &'t str, kind: &KindName) -> Vec<&'t str> {
    CUES.iter()
        .find_map(|(cue, sure)| {
            let at = text.find(cue)?;
            let before = clause_end(&text[..at]);
            // What restricts the members stands between the kind and the cue: "signs of adult leukemia include".
            if !is_head(before, kind) || !sure && !subject(before, kind) {
                return None;
            }
            let names = split(&text[at + cue.len()..]);
            (names.len() >= if *sure { 2 } else { FEWEST }).then_some(names)
        })
        .unwrap_or_default()
}

/// The words of a clause in which its subject ends.
const NEAR: usize = 8;

/// Words before an enumeration, and whether they alone are sure of one.
const CUES: &[(&str, bool)] = &[
    (" such as ", true),
    (", including ", true),
    (" including ", true),
    (" include the following: ", true),
    (" include: ", true),
    (" include ", true),
    (" includes ", true),
    (" are: ", true),
    (" are ", false),
    (", такие как ", true),
    (" таких, как ", true),
    (", как ", false),
    (", например ", true),
    (" включают ", true),
    (" включают в себя ", true),
    (" относятся ", true),
    (" относят ", true),
    (" бывают ", false),
];

/// The last clause of a text.
fn clause_end(text: &str) -> &str {
    text.rfind(['.', ';', ':', '?']).map_or(text, |at| &text[at + 1..])
}

/// True if a clause begins with the kind, which is then what is enumerated.
fn subject(before: &str, kind: &KindName) -> bool {
    let words: Vec<&str> = before.split_whitespace().take(NEAR).collect();
    let begin = words[..words.len().min(4)].join(" ");
    kind.stands_in(&begin)
}

/// The parts of an enumeration, up to the end of its clause.
fn split(text: &str) -> Vec<&str> {
    let end = text.find([';', ':', '(', '—']).unwrap_or(text.len());
    let text = text[..end].trim_end_matches(['.', '!', '?']);
    let text = text.find(". ").map_or(text, |end| &text[..end]);
    let mut out = Vec::new();
    for part in text.split(", ") {
        let mut rest = part;
        for joint in [" and ", " or ", " и ", " или "] {
            if let Some((one, other)) = rest.split_once(joint) {
                out.push(one);
                rest = other;
                break;
            }
        }
        out.push(rest);
    }
    out.retain(|part| !part.trim().is_empty());
    out
}

#[cfg(test)]
mod tests {
    use quipu_kernel::model::Format;

    use super::super::told_units::told_units;
    use super::*;

    fn of(title: &str, text: &str, kind: &str) -> Vec<String> {
        let found = listed_members(title, &told_units(text, Format::Markdown), &KindName::of(kind));
        found.into_iter().map(|member| member.name).collect()
    }

    #[test]
    fn members_stand_in_lists_that_name_the_kind() {
        let text = "Three kinds of repair are known:\n\n- Caulking: filling of seams\n- **Tarring**\n- a new mast\n\n\
                    Bring:\n\n- rope\n- wax\n";
        assert_eq!(of("Yard", text, "repairs"), ["Caulking", "Tarring", "new mast"]);
        let others = "After a repair the following tests are done:\n\n- Rowing\n- Sailing\n";
        assert!(of("Yard", others, "repair").is_empty());
        let flat = "- The boats are old.\n- Two repairs are done:\n- Caulking\n- Tarring\n- The yard is closed on all Sundays.\n- Rope\n";
        assert_eq!(of("Yard", flat, "repair"), ["Caulking", "Tarring"]);
    }

    #[test]
    fn members_are_headings_below_one_that_names_the_kind() {
        let text = "# Yard\n\n## Repairs\n\nMany.\n\n### Caulking\n\nWith oakum.\n\n### Tarring\n\nHot.\n\n## People\n\nFew.\n";
        assert_eq!(of("Yard", text, "repairs"), ["Caulking", "Tarring"]);
    }

    #[test]
    fn members_are_enumerated_in_sentences() {
        let english = "The yard does repairs such as caulking, tarring and painting. Boats are old, grey and wet.";
        assert_eq!(of("Yard", english, "repair"), ["caulking", "tarring", "painting"]);
        let russian = "Верфь делает ремонт разных видов, например конопатку, смоление и покраску.";
        assert_eq!(of("Верфь", russian, "ремонт"), ["конопатку", "смоление", "покраску"]);
        assert!(of("Yard", "She is good at repairs and at songs.", "repairs").is_empty());
        assert_eq!(
            of("Yard", "Plans are drawn with the Fairway Draft drawing program here.", "drawing program"),
            ["Fairway Draft"]
        );
    }
}
