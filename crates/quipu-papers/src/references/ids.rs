//! Identifiers in an entry: DOI, id in arXiv, address. Found ones are blanked out of the text, byte for byte.

/// The identifiers of an entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ids {
    pub(crate) doi: Option<String>,
    pub(crate) arxiv: Option<String>,
    pub(crate) url: Option<String>,
}

/// The prefix of the DOIs that arXiv gives to its papers.
pub(crate) const ARXIV_DOI: &str = "10.48550/arxiv.";

/// All identifiers of a text.
#[derive(Clone, Debug, Default)]
pub(crate) struct AllIds {
    pub(crate) dois: Vec<String>,
    pub(crate) arxiv: Vec<String>,
    urls: Vec<String>,
}

/// Ids of arXiv that are looked for outside of addresses, at most.
const MOST: usize = 8;

/// Finds the identifiers of `text` and blanks them out; the first of each kind.
pub(crate) fn take(text: &mut String) -> Ids {
    let all = take_all(text);
    let doi = all.dois.into_iter().next();
    let arxiv = all.arxiv.into_iter().next().or_else(|| doi.as_deref().and_then(of_doi));
    Ids { doi, arxiv, url: all.urls.into_iter().next() }
}

/// Finds all identifiers of `text` and blanks them out.
pub(crate) fn take_all(text: &mut String) -> AllIds {
    let mut ids = AllIds::default();
    addresses(text, &mut ids);
    dois(text, &mut ids);
    for _ in 0..MOST {
        let Some((id, from, to)) = arxiv(text) else { break };
        blank(text, from, to);
        ids.arxiv.push(id);
    }
    ids
}

/// The id in arXiv that a DOI of arXiv holds.
pub(crate) fn of_doi(doi: &str) -> Option<String> {
    let id = doi.strip_prefix(ARXIV_DOI)?;
    id_at(id).map(|(id, _)| id)
}

/// The id without its version.
pub(crate) fn unversioned(id: &str) -> &str {
    match id.rsplit_once('v') {
        Some((id, version)) if !id.is_empty() && version.bytes().all(|c| c.is_ascii_digit()) => id,
        _ => id,
    }
}

/// Puts blanks in the place of the bytes.
pub(super) fn blank(text: &mut String, from: usize, to: usize) {
    if text.is_char_boundary(from) && text.is_char_boundary(to) && from < to {
        text.replace_range(from..to, &" ".repeat(to - from));
    }
}

fn addresses(text: &mut String, ids: &mut AllIds) {
    let lower = text.to_ascii_lowercase();
    let mut from = 0;
    while let Some(at) = ["http://", "https://", "www.", "doi.org/"]
        .iter()
        .filter_map(|sign| lower[from..].find(sign).map(|at| from + at))
        .min()
    {
        let end = at + length(&text[at..]);
        let address = &text[at..end];
        if let Some(doi) = doi_in(address) {
            ids.dois.push(doi);
        } else {
            if let Some(id) = arxiv_address(address) {
                ids.arxiv.push(id);
            }
            let address = address.to_owned();
            ids.urls.push(address);
        }
        blank(text, at, end);
        from = end.max(at + 4).min(lower.len());
        while !lower.is_char_boundary(from) {
            from += 1;
        }
    }
}

/// The bytes of an address or a DOI: up to a blank, without the end of a sentence around it.
fn length(text: &str) -> usize {
    let end = text
        .find(|c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"' | '“' | '”' | '»' | '⟩'))
        .unwrap_or(text.len());
    let mut text = &text[..end];
    loop {
        let cut = text.trim_end_matches(['.', ',', ';', ':', '\'', '*']);
        let unbalanced =
            |open: char, close: char| cut.ends_with(close) && cut.matches(close).count() > cut.matches(open).count();
        let cut = if unbalanced('(', ')') || unbalanced('[', ']') || unbalanced('{', '}') {
            &cut[..cut.len() - 1]
        } else {
            cut
        };
        if cut.len() == text.len() {
            return cut.len();
        }
        text = cut;
    }
}

fn dois(text: &mut String, ids: &mut AllIds) {
    let mut from = 0;
    while let Some(at) = text[from..].find("10.").map(|at| from + at) {
        let end = at + length(&text[at..]);
        let inside = text[..at].ends_with(|c: char| c.is_ascii_alphanumeric() || c == '.');
        match doi_in(&text[at..end]).filter(|_| !inside) {
            Some(doi) => {
                ids.dois.push(doi);
                blank(text, at, end);
                from = end;
            }
            None => from = at + 3,
        }
    }
}

/// The DOI in an address or a word: `10.`, four to nine digits, a stroke, and something.
fn doi_in(text: &str) -> Option<String> {
    let at = text.find("10.")?;
    let rest = &text[at..];
    let (prefix, suffix) = rest[3..].split_once('/')?;
    let digits = prefix.split('.').next().unwrap_or_default();
    let whole = (4..=9).contains(&digits.len()) && prefix.bytes().all(|c| c.is_ascii_digit() || c == b'.');
    let known = at == 0 || text.to_ascii_lowercase()[..at].contains("doi");
    (whole && known && !suffix.is_empty()).then(|| rest.to_lowercase())
}

/// The id in an address of arXiv, or of those that mirror it.
fn arxiv_address(address: &str) -> Option<String> {
    let lower = address.to_ascii_lowercase();
    let host = lower.find("arxiv.org/").or_else(|| lower.find("ar5iv."))?;
    ["/abs/", "/pdf/", "/html/", "/e-print/", "/src/"].iter().find_map(|part| {
        let at = lower[host..].find(part)? + host + part.len();
        id_at(&address[at..]).map(|(id, _)| id)
    })
}

/// An id that the text calls one: `arXiv:1706.03762v5`, `arXiv preprint 1706.03762`, `abs/1810.04805`, and the old
/// form, which speaks for itself: `hep-ph/0301050`. Blanks within (`arXiv:2404. 16130`) come of broken lines.
fn arxiv(text: &str) -> Option<(String, usize, usize)> {
    let lower = text.to_ascii_lowercase();
    for (at, _) in lower.match_indices("arxiv").take(8) {
        let mut rest = at + 5;
        for _ in 0..6 {
            let skipped = lower[rest..].trim_start_matches([' ', ':', '.', ',', '/', '[', '(']);
            rest = lower.len() - skipped.len();
            let word = ["preprint", "e-prints", "e-print", "eprint", "abs/", "arxiv:", "arxiv", "corr", "id"]
                .iter()
                .find(|word| skipped.starts_with(**word));
            rest += word.map_or(0, |word| word.len());
        }
        if let Some((id, length)) = id_at(&text[rest..]) {
            return Some((id, at, rest + length));
        }
    }
    for (at, _) in lower.match_indices("abs/").take(8) {
        if let Some((id, length)) = id_at(&text[at + 4..]) {
            return Some((id, at, at + 4 + length));
        }
    }
    old_form(text)
}

/// An id of the old form with nothing before it.
fn old_form(text: &str) -> Option<(String, usize, usize)> {
    for (stroke, _) in text.match_indices('/').take(64) {
        let archive = text[..stroke].bytes().rev().take_while(|c| c.is_ascii_alphabetic() || matches!(c, b'-' | b'.'));
        let from = stroke - archive.count();
        let from = from + (text[from..stroke].len() - text[from..stroke].trim_start_matches(['.', '-']).len());
        if let Some((id, length)) = id_at(&text[from..]) {
            return Some((id, from, from + length));
        }
    }
    None
}

/// The archives of the old ids.
const ARCHIVES: [&str; 28] = [
    "astro-ph", "cond-mat", "gr-qc", "hep-ex", "hep-lat", "hep-ph", "hep-th", "math-ph", "nlin", "nucl-ex", "nucl-th",
    "physics", "quant-ph", "math", "cs", "q-bio", "stat", "q-fin", "alg-geom", "chao-dyn", "cmp-lg", "dg-ga",
    "funct-an", "patt-sol", "solv-int", "q-alg", "adap-org", "acc-phys",
];

/// The id at the beginning of `text`, in its plain form, and its bytes there.
pub(crate) fn id_at(text: &str) -> Option<(String, usize)> {
    new_form(text).or_else(|| {
        let (archive, rest) = text.split_once('/')?;
        let name = archive.split('.').next().unwrap_or_default().to_ascii_lowercase();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let month: u8 = rest.get(2..4)?.parse().ok()?;
        (digits == 7 && (1..=12).contains(&month) && ARCHIVES.contains(&name.as_str())).then(|| {
            let version = version(&rest[7..]);
            (format!("{name}/{}", &rest[..7 + version]), archive.len() + 8 + version)
        })
    })
}

fn new_form(text: &str) -> Option<(String, usize)> {
    let date = text.get(..4).filter(|date| date.bytes().all(|c| c.is_ascii_digit()))?;
    let month: u8 = date[2..].parse().ok()?;
    let rest = text[4..].strip_prefix('.')?;
    let number = rest.trim_start_matches(' ');
    let blanks = rest.len() - number.len();
    let digits = number.bytes().take_while(u8::is_ascii_digit).count();
    let wanted = if date < "1501" { 4 } else { 5 };
    if !(1..=12).contains(&month) || digits != wanted || blanks > 2 || date < "0704" {
        return None;
    }
    let version = version(&number[digits..]);
    let number = &number[..digits + version];
    Some((format!("{date}.{number}"), 5 + blanks + number.len()))
}

/// The bytes of `v5`.
fn version(text: &str) -> usize {
    let digits = text.strip_prefix('v').map_or(0, |rest| rest.bytes().take_while(u8::is_ascii_digit).count());
    if digits > 0 && digits < 4 { digits + 1 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(text: &str) -> (Option<String>, Option<String>, Option<String>, String) {
        let mut rest = text.to_owned();
        let ids = take(&mut rest);
        assert_eq!(rest.len(), text.len());
        (ids.doi, ids.arxiv, ids.url, rest.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn identifiers_are_taken_out() {
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(
            ids("x, doi: 10.5555/MADEUP.2021.001."),
            (some("10.5555/madeup.2021.001"), None, None, "x, doi: .".into())
        );
        assert_eq!(ids("doi:10.1016/S0140-6736(20)30183-5. P").0, some("10.1016/s0140-6736(20)30183-5"));
        assert_eq!(ids("(https://doi.org/10.1000/a(b)c)").0, some("10.1000/a(b)c"));
        assert_eq!(
            ids("arXiv. https://doi.org/10.48550/arXiv.2404.16130"),
            (some("10.48550/arxiv.2404.16130"), some("2404.16130"), None, "arXiv.".into())
        );
        for text in [
            "arXiv preprint arXiv:1706.03762",
            "arXiv:1706. 03762, 2017",
            "CoRR, abs/1706.03762",
            "ArXiv, abs/1706.03762",
            "https://export.arxiv.org/pdf/1706.03762.pdf",
        ] {
            assert_eq!(ids(text).1, some("1706.03762"), "{text}");
        }
        assert_eq!(ids("arXiv:1810.04805v2 [cs.CL]").1, some("1810.04805v2"));
        assert_eq!(ids("B 573 (2003), hep-ph/0301050.").1, some("hep-ph/0301050"));
        assert_eq!(ids("math.CA/0611800").1, some("math/0611800"));
        assert_eq!(ids("see https://example.org/x.").2, some("https://example.org/x"));
        for text in ["version 10.15/3", "3.14159", "arXiv 2013.12345", "1234.12345", "a 310.1234/5"] {
            assert_eq!(ids(text), (None, None, None, text.to_owned()), "{text}");
        }
        assert_eq!(unversioned("1706.03762v5"), "1706.03762");
        assert_eq!(unversioned("solv-int/9901001"), "solv-int/9901001");
    }
}
