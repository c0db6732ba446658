//! Lines of first pages that are a journal's and not the paper's.

/// True if a line is a journal's, a publisher's or a server's and not the paper's.
pub(super) fn is_furniture(line: &str) -> bool {
    const BEGINNINGS: &str = "published|under review|preprint|accepted|to appear|draft|version|received|edited by|reviewed by|\
        provided proper|copyright|submitted|available online|article in press|contents lists|journal homepage|open access|\
        this paper|this article|this is|удк|ббк|issn";
    const KINDS: &str = "article|research article|original article|review|review article|letter|editorial|research paper|\
        short paper|full paper|technical report|research|original research|research report|paper|статья|doi|date|\
        regular paper|working paper|invited paper|conference paper";
    const INSIDE: &str = "arxiv:|http|www.|©|doi.org|doi:|issn|vol.|volume |proceedings of|conference on|@";
    let lower = line.to_lowercase();
    let lower = lower.trim();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let spaced = words.len() > 3 && words.iter().all(|word| word.chars().count() == 1);
    let letters = lower.chars().filter(|c| c.is_alphabetic()).count();
    let classed = lower.contains(" / ") && words.len() < 6;
    spaced
        || lower.starts_with(['-', '|', '>', '+', '*', '`', '.', ':'])
        || classed
        || letters < 4
        || BEGINNINGS.split('|').any(|word| lower.starts_with(word))
        || KINDS.split('|').any(|word| lower == word)
        || INSIDE.split('|').any(|word| lower.contains(word))
}
