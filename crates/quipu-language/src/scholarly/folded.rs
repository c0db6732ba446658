//! Names folded so that case, hyphens and the plural make no difference (normalisation, conflation of plurals).

use quipu_kernel::text::fold_name;

/// The most words of a name that are looked at.
const MOST_WORDS: usize = 24;

/// A name without case, hyphens and plurals: `Self-Attentions` and `self attention` are one. Pluses after a name
/// stay, since `X++` is another thing than `X`.
pub fn folded(name: &str) -> String {
    let plain = fold_name(name);
    let mut out = String::with_capacity(plain.len() + 2);
    for word in plain.split(' ').take(MOST_WORDS) {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(&singular(word));
    }
    let pluses = name.trim_end().bytes().rev().take_while(|byte| *byte == b'+').count().min(4);
    if !out.ends_with('+') {
        out.extend(std::iter::repeat_n('+', pluses));
    }
    out
}

/// The last word of a folded name.
pub fn last_word(folded: &str) -> &str {
    folded.rsplit(' ').next().unwrap_or(folded)
}

/// A word in lower case without the ending of its plural; words that only look like a plural stay.
pub fn singular(word: &str) -> String {
    if word.len() < 4 || !word.is_ascii() {
        return word.to_owned();
    }
    if let Some(stem) = word.strip_suffix("ies").filter(|stem| stem.len() > 2 && !matches!(*stem, "ser" | "spec")) {
        return format!("{stem}y");
    }
    for ending in ["sses", "ches", "shes", "xes", "zzes"] {
        if word.ends_with(ending) {
            return word[..word.len() - 2].to_owned();
        }
    }
    let kept = ["ss", "us", "is", "ics", "ies", "os", "as"].iter().any(|ending| word.ends_with(ending));
    let stem = word.strip_suffix('s').filter(|_| !kept || word == "videos" || word == "areas" || word == "biases");
    stem.unwrap_or(word).to_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn case_hyphens_and_plurals_make_no_difference() {
        assert_eq!(folded("Self-Attentions"), folded("self attention"));
        assert_eq!(folded("Community Summaries"), "community summary");
        assert_eq!([folded("analysis"), folded("loss"), folded("losses")], ["analysis", "loss", "loss"]);
        assert_ne!(folded("RT-DETR++"), folded("RT-DETR"));
        assert_eq!(last_word(&folded("open domain QA tasks")), "task");
    }

    proptest! {
        #[test]
        fn a_plural_of_letters_is_folded_like_the_singular(word in "[a-z]{3,8}[bdfgklmnprtvw]") {
            prop_assert_eq!(folded(&format!("{word}s")), folded(&word));
        }

        #[test]
        fn anything_is_folded(name in "\\PC{0,60}") {
            folded(&name);
        }
    }
}
