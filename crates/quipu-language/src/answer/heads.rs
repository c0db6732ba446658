//! Whether a kind is what a lead-in, a heading or a clause is about, and not a word beside it: "six types of treatment are
//! used" leads to treatments, "signs of disease after treatment include" does not.

use super::kind_name::{KindName, stems};

/// Nouns that only say that kinds follow.
const KINDS: &str = " kind kinds type types sort sorts variety varieties category categories form forms way ways number examples list вид виды видов тип типы типов разновидности категории формы ";
/// Words that lead to what hangs on another word.
const PREPOSITIONS: &str = " of for in with to by from on during after before about against without into as than at via через для в во на при после до из от с со о об про без ";
/// Verbs before which the subject of a lead-in stands.
const VERBS: &str = " is are was were be include includes including included may can could might must have has need needs use uses used involve involves cause causes включает включают имеет имеют является являются может могут ";
/// Words that may follow a kind that is no part of a longer name.
const BEHIND: &str = " this these those each every we you they it he she i here now today and or but that which who were was did do does done been being will would should such also often usually most commonly known available given following options methods и или а но которые который бывают были было есть такие следующие ";
/// The most words between a preposition and a kind that hangs on it, and between a kind and the cue of its members.
const NEAR: usize = 8;

/// True if a lead-in or a heading is about a kind.
pub(super) fn is_about(lead: &str, kind: &KindName) -> bool {
    let last = lead.trim_end_matches([':', '.', ' ', '*']).rsplit(['.', ';', '?', '!']).next().unwrap_or_default();
    of(last, kind, true)
}

/// True if what stands before "such as" or "include" ends with a kind.
pub(super) fn is_head(before: &str, kind: &KindName) -> bool {
    of(before, kind, false)
}

/// `leads` is true for a lead-in, in which a verb may not stand before the kind.
fn of(clause: &str, kind: &KindName, leads: bool) -> bool {
    let words: Vec<String> = clause
        .split(|c: char| !c.is_alphanumeric() && c != '-')
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let stem: Vec<Vec<String>> = words.iter().map(|word| stems(word)).collect();
    let length = kind.words().len();
    let is_here = |at: &usize| {
        let run = &stem[at.saturating_sub(length)..=*at];
        let own = |word: &String| run.iter().any(|said| said.contains(word));
        kind.words().iter().all(own) && kind.words().last().is_some_and(|last| stem[*at].contains(last))
    };
    (0..words.len()).filter(is_here).any(|at| {
        let begin = (at + 1).saturating_sub(length);
        // What restricts members stands between their kind and the cue: "signs of adult leukemia include".
        let near = leads || words.len() - at <= NEAR;
        near && ends_name(&words, at) && !hangs(&words, begin) && (!leads || is_subject(&words, begin))
    })
}

fn has(list: &str, word: &str) -> bool {
    list.contains(&format!(" {word} "))
}

/// True if a word is not the first part of a longer name. In Russian what follows a noun restricts it.
fn ends_name(words: &[String], at: usize) -> bool {
    let russian = !words[at].is_ascii();
    russian || words.get(at + 1).is_none_or(|next| [BEHIND, VERBS, PREPOSITIONS].iter().any(|list| has(list, next)))
}

/// True if a kind hangs on another word than one for kinds.
fn hangs(words: &[String], begin: usize) -> bool {
    let from = begin.saturating_sub(NEAR);
    let near = &words[from..begin];
    let Some(at) = near.iter().rposition(|word| has(PREPOSITIONS, word)) else { return false };
    if near[at..].iter().any(|word| has(VERBS, word)) {
        return false;
    }
    (from + at).checked_sub(1).is_some_and(|before| !has(KINDS, &words[before]))
}

/// True if no verb stands before a kind, but for one that only opens the sentence or leads to kinds.
fn is_subject(words: &[String], begin: usize) -> bool {
    let Some(verb) = words[..begin].iter().rposition(|word| has(VERBS, word)) else { return true };
    let opens = verb.checked_sub(1).is_some_and(|before| has(" there these here they following ", &words[before]));
    opens || words[verb..begin].iter().any(|word| word == "following" || has(KINDS, word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_is_told_from_a_word_beside() {
        let about = |lead: &str, kind: &str| is_about(lead, &KindName::of(kind));
        assert!(about("Six types of standard repair are used:", "repairs") && about("Repairs", "repair"));
        assert!(about("The following repairs are done:", "repair") && about("There are three repairs:", "repairs"));
        assert!(
            about("Виды малого ремонта судов", "ремонт")
                && about("Risk factors for rust include the following:", "risk factors")
        );
        assert!(!about("Signs of rust after a repair include the following:", "repair"));
        assert!(!about("Repair crews are:", "repair") && !about("The yard may include a repair and:", "repair"));
        assert!(is_head("the yard does repairs", &KindName::of("repair")));
        assert!(!is_head("signs of rust", &KindName::of("rust")));
    }
}
