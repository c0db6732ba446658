//! Identifiers of papers as bibliographies write them: DOI, arXiv id, PubMed number.

/// A DOI in lower case, without address, label and trailing stop; none if the text holds none.
pub(super) fn doi(text: &str) -> Option<String> {
    let lower = text.trim().to_lowercase();
    let from = lower.find("10.")?;
    let before = lower.get(..from)?;
    let fits = before.is_empty() || before.ends_with([':', '/', ' ', '(', '=']);
    let doi = lower.get(from..)?.split_whitespace().next()?.trim_end_matches(['.', ',', ';']);
    let (registrant, rest) = doi.strip_prefix("10.")?.split_once('/')?;
    let number = registrant.len() >= 4 && registrant.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    (fits && number && !rest.is_empty()).then(|| doi.to_owned())
}

/// Hosts whose addresses name papers of arXiv.
const HOSTS: [&str; 5] = ["arxiv.org/", "alphaxiv.org/", "ar5iv.org/", "huggingface.co/papers/", "10.48550/arxiv."];
/// Folders between the host and the id.
const FOLDERS: [&str; 5] = ["abs/", "pdf/", "html/", "e-print/", "src/"];

/// The arXiv id that a text names, without its version, and the version. An id without `arXiv:` or an address counts
/// only where it is all of the text.
pub(super) fn arxiv(text: &str) -> Option<(String, Option<u32>)> {
    let lower = text.trim().to_ascii_lowercase();
    for host in HOSTS {
        if let Some((_, rest)) = lower.split_once(host) {
            let rest = FOLDERS.iter().find_map(|folder| rest.strip_prefix(folder)).unwrap_or(rest);
            return id_at(rest).map(|(id, version, _)| (id, version));
        }
    }
    if let Some((_, rest)) = lower.split_once("arxiv:") {
        return id_at(rest.trim_start()).map(|(id, version, _)| (id, version));
    }
    let bare = lower.strip_prefix("abs/").unwrap_or(&lower);
    let (id, version, rest) = id_at(bare)?;
    let subject = rest.trim().strip_prefix('[').is_some_and(|rest| rest.contains(']'));
    (rest.is_empty() || subject).then_some((id, version))
}

/// The id at the beginning of a text in lower case, its version, and the rest.
fn id_at(text: &str) -> Option<(String, Option<u32>, &str)> {
    let (id, rest) = new_form(text).or_else(|| old_form(text))?;
    let (version, rest) = match rest.strip_prefix('v') {
        Some(after) => {
            let digits = digits(after);
            let version = after.get(..digits)?.parse().ok().filter(|version| (1..=999).contains(version))?;
            (Some(version), after.get(digits..)?)
        }
        None => (None, rest),
    };
    let ends = !rest.starts_with(|c: char| c.is_alphanumeric());
    ends.then_some((id, version, rest))
}

fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// `1706.03762`: year and month, four digits to 1412, five from 1501.
fn new_form(text: &str) -> Option<(String, &str)> {
    let (month, rest) = text.split_once('.').filter(|(month, _)| month.len() == 4 && digits(month) == 4)?;
    let number = digits(rest);
    let due = match month.parse().ok().filter(|_| real_month(month))? {
        704..=1412 => 4,
        1501..=9999 => 5,
        _ => return None,
    };
    let id = format!("{month}.{}", rest.get(..number).filter(|number| number.len() == due)?);
    Some((id, rest.get(number..)?))
}

/// `hep-th/9901001`, `math.CA/0611800`: the archive, perhaps with a subject, which is left out.
fn old_form(text: &str) -> Option<(String, &str)> {
    let (archive, rest) = text.split_once('/')?;
    let archive = archive.split('.').next()?;
    let named = (2..=12).contains(&archive.len()) && archive.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
    let number = rest.get(..7).filter(|number| named && digits(number) == 7)?;
    let month = number.get(..4)?;
    let known = month.parse().is_ok_and(|month: u16| (9107..=9912).contains(&month) || month <= 703);
    let ends = digits(rest) == 7;
    (known && ends && real_month(month)).then(|| (format!("{archive}/{number}"), rest.get(7..).unwrap_or_default()))
}

fn real_month(month: &str) -> bool {
    month.get(2..).and_then(|month| month.parse().ok()).is_some_and(|month: u8| (1..=12).contains(&month))
}

/// The number that follows `PMID:`.
pub(super) fn pmid(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    let rest = lower.split_once("pmid")?.1.trim_start_matches([':', ' ']);
    let number = rest.get(..digits(rest))?;
    (1..=9).contains(&number.len()).then(|| number.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_doi_is_bare_and_in_lower_case() {
        assert_eq!(doi("https://doi.org/10.5555/MADEUP.2021.001").as_deref(), Some("10.5555/madeup.2021.001"));
        assert_eq!(doi("doi: 10.1038/nature14539.").as_deref(), Some("10.1038/nature14539"));
        for none in ["", "10.", "10.5/x", "7553", "10.1038", "version 210.1038/x"] {
            assert_eq!(doi(none), None, "{none}");
        }
    }

    #[test]
    fn an_arxiv_id_is_found_in_all_its_forms() {
        let id = |text: &str| arxiv(text).map(|(id, version)| (id, version.unwrap_or(0)));
        for text in [
            "1706.03762",
            "arXiv:1706.03762",
            "http://arxiv.org/abs/1706.03762",
            "https://arxiv.org/pdf/1706.03762.pdf",
            "10.48550/arXiv.1706.03762",
            "https://huggingface.co/papers/1706.03762?x=1",
            "abs/1706.03762",
        ] {
            assert_eq!(id(text), Some(("1706.03762".to_owned(), 0)), "{text}");
        }
        assert_eq!(id("arXiv preprint arXiv:1706.03762v5"), Some(("1706.03762".to_owned(), 5)));
        assert_eq!(id("arXiv:0706.0001v1 [q-bio.CB] 1 Jun 2007"), Some(("0706.0001".to_owned(), 1)));
        assert_eq!(id("math.CA/0611800"), Some(("math/0611800".to_owned(), 0)));
        assert_eq!(id("hep-th/9901001v1"), Some(("hep-th/9901001".to_owned(), 1)));
        for none in
            ["1234.123456789", "2013.12345", "3.14159", "1706.0376", "10.1706.03762", "page 1706.03762", "a/9901001"]
        {
            assert_eq!(id(none), None, "{none}");
        }
    }
}
