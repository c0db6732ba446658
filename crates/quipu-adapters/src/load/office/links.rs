//! Links of office documents: those that lead to an address, with the words that lead there.

use crate::load::powers::around;

/// True if a link leads out of its document.
pub(super) fn is_address(target: &str) -> bool {
    target.contains("://") || target.starts_with("mailto:")
}

/// Adds the words of a link; blanks at their ends separate the link from the text beside it.
pub(super) fn push_link(words: &mut String, inside: &str, to: &str) {
    let said = inside.trim();
    if !is_address(to) || said.is_empty() || said == to || to.contains([' ', '(', ')']) {
        words.push_str(inside);
    } else {
        words.push_str(&around(inside, |said| format!("[{said}]({to})")));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_of_a_link_stand_beside_it() {
        let link = |inside: &str, to: &str| {
            let mut words = "see".to_owned();
            push_link(&mut words, inside, to);
            words + "now"
        };
        assert_eq!(link(" the quay ", "https://quay.example"), "see [the quay](https://quay.example) now");
        assert_eq!(link(" below ", "#below"), "see below now");
        assert_eq!(link("", "https://quay.example"), "seenow");
    }
}
