//! Ids of arXiv in all common forms: the identifier schemes of before and after April 2007, with
//! or without a version, and addresses that hold one.

use std::fmt;
use std::str::FromStr;

/// Hosts whose addresses hold an id after one of [`PATHS`].
const HOSTS: [&str; 9] = [
    "arxiv.org",
    "www.arxiv.org",
    "export.arxiv.org",
    "browse.arxiv.org",
    "ar5iv.org",
    "ar5iv.labs.arxiv.org",
    "www.alphaxiv.org",
    "alphaxiv.org",
    "huggingface.co",
];
/// Paths before an id in an address.
const PATHS: [&str; 10] = ["abs/", "pdf/", "html/", "e-print/", "src/", "format/", "ps/", "papers/", "overview/", "a/"];
/// Prefixes of the DOI that each paper of arXiv has.
const DOIS: [&str; 2] = ["10.48550/arxiv.", "10.48550/"];
/// Maximal length of an id with the text around it.
const LONGEST: usize = 512;

/// The id of one paper in arXiv, maybe with a version.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArxivId {
    /// The id alone: `1706.03762`, `hep-th/9901001`.
    pub id: String,
    /// The version, from 1; none means the newest.
    pub version: Option<u32>,
}

/// A text that holds no id of arXiv.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not an id of arXiv; write one as 1706.03762, hep-th/9901001 or an address that contains it")]
pub struct NoArxivId {
    /// The input.
    pub text: String,
}

impl FromStr for ArxivId {
    type Err = NoArxivId;

    /// Reads an id in any form: bare, with `arXiv:` before it, with the category of a stamp after it, as an address of
    /// arXiv or of a mirror, as the DOI of arXiv.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let no = || NoArxivId { text: text.chars().take(80).collect() };
        let trimmed = text.trim().trim_matches(['<', '>', '"', '\'']);
        if trimmed.len() > LONGEST {
            return Err(no());
        }
        bare(of_address(trimmed).ok_or_else(no)?).ok_or_else(no)
    }
}

impl fmt::Display for ArxivId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.id)?;
        self.version.map_or(Ok(()), |version| write!(formatter, "v{version}"))
    }
}

impl ArxivId {
    /// The address of the paper's page, as arXiv writes it in its feeds, without a version.
    pub fn page(&self) -> String {
        format!("http://arxiv.org/abs/{}", self.id)
    }

    /// Every id that stands in a running text as `arXiv:…`, as an address or as its DOI, in their order.
    pub fn within(text: &str) -> Vec<Self> {
        let lower = text.to_ascii_lowercase();
        let mut found: Vec<(usize, Self)> = Vec::new();
        for mark in ["arxiv:", "arxiv.org/", "10.48550/arxiv."] {
            for (at, _) in lower.match_indices(mark) {
                let rest = &text[at + mark.len()..];
                let rest = rest.split_once('/').filter(|_| mark == "arxiv.org/").map_or(rest, |(_, rest)| rest);
                let word = rest.trim_start().split(|c: char| c.is_whitespace() || ",;)]}>\"'".contains(c)).next();
                if let Some(id) = word.and_then(|word| bare(word.trim_end_matches(['.', ':']))) {
                    found.push((at, id));
                }
            }
        }
        found.sort_by_key(|(at, _)| *at);
        let mut ids: Vec<Self> = Vec::new();
        for (_, id) in found {
            if !ids.iter().any(|known| known.id == id.id) {
                ids.push(id);
            }
        }
        ids
    }
}

/// The part after the host and the path of an address, or after a name of the scheme; none for an address
/// of another host.
fn of_address(text: &str) -> Option<&str> {
    let lower = text.to_ascii_lowercase();
    let schemed = ["https://", "http://"].iter().find(|scheme| lower.starts_with(**scheme));
    let rest = schemed.map_or(text, |scheme| &text[scheme.len()..]);
    let lower = rest.to_ascii_lowercase();
    for host in ["doi.org/", "dx.doi.org/", "www.doi.org/", "doi:"] {
        if lower.starts_with(host) {
            return of_doi(rest[host.len()..].trim_start());
        }
    }
    for host in HOSTS {
        if let Some(path) = lower.strip_prefix(host).and_then(|path| path.strip_prefix('/')) {
            let start = PATHS.iter().find(|start| path.starts_with(**start))?;
            return Some(&rest[rest.len() - path.len() + start.len()..]);
        }
    }
    if schemed.is_some() {
        return None;
    }
    if lower.starts_with("10.") {
        return of_doi(rest);
    }
    Some(if lower.starts_with("arxiv:") { rest[6..].trim_start() } else { rest })
}

fn of_doi(text: &str) -> Option<&str> {
    let lower = text.to_ascii_lowercase();
    DOIS.iter().find(|prefix| lower.starts_with(**prefix)).map(|prefix| &text[prefix.len()..])
}

/// An id that begins a text; a version, `.pdf`, a query, a fragment or a stamp's category may follow it.
fn bare(text: &str) -> Option<ArxivId> {
    let text = text.split(['?', '#']).next()?.trim_end_matches('/');
    let (head, tail) = text.find(char::is_whitespace).map_or((text, ""), |at| text.split_at(at));
    // After an id stands nothing, or the rest of a stamp: `[q-bio.CB] 1 Jun 2007`.
    if !tail.trim().is_empty() && !tail.trim_start().starts_with('[') {
        return None;
    }
    let head = head.strip_suffix(".pdf").or_else(|| head.strip_suffix(".PDF")).unwrap_or(head);
    let (id, version) = parted(head)?;
    Some(ArxivId { id: of_2007(id).or_else(|| of_1991(id))?, version })
}

/// `1706.03762v5` as the id and its version.
fn parted(text: &str) -> Option<(&str, Option<u32>)> {
    let Some(at) = text.rfind(['v', 'V']).filter(|at| text[..*at].ends_with(|c: char| c.is_ascii_digit())) else {
        return Some((text, None));
    };
    let version: u32 = text[at + 1..].parse().ok().filter(|version| (1..1000).contains(version))?;
    Some((&text[..at], Some(version)))
}

/// `YYMM.NNNN` until December 2014, `YYMM.NNNNN` after.
fn of_2007(text: &str) -> Option<String> {
    let (month, number) = text.split_once('.')?;
    let date = year_month(month).filter(|date| *date >= 704)?;
    let digits = if date >= 1501 { 5 } else { 4 };
    let right = number.len() == digits && number.bytes().all(|byte| byte.is_ascii_digit());
    right.then(|| text.to_owned())
}

/// `archive/YYMMNNN` or `archive.CLASS/YYMMNNN`, July 1991 to March 2007; the class is no part of the id.
fn of_1991(text: &str) -> Option<String> {
    let (archive, number) = text.split_once('/')?;
    let (archive, class) = archive.split_once('.').unwrap_or((archive, ""));
    let named = archive.len() >= 2 && archive.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'-');
    let classed = class.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'-');
    let numbered = number.len() == 7 && number.bytes().all(|byte| byte.is_ascii_digit());
    let date = numbered.then(|| year_month(&number[..4])).flatten()?;
    let known = (9107..=9912).contains(&date) || date <= 703;
    (named && classed && known).then(|| format!("{}/{number}", archive.to_ascii_lowercase()))
}

/// Four digits of which the last two are a month.
fn year_month(text: &str) -> Option<u32> {
    let digits = text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|date: &u32| digits && (1..=12).contains(&(date % 100)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> Option<String> {
        text.parse::<ArxivId>().ok().map(|id| id.to_string())
    }

    #[test]
    fn an_id_is_read_in_every_form() {
        for (text, right) in [
            ("1706.03762", "1706.03762"),
            ("1706.03762v5", "1706.03762v5"),
            (" arXiv:1706.03762v5 ", "1706.03762v5"),
            ("ARXIV: 1706.03762", "1706.03762"),
            ("arXiv:0706.0001v1 [q-bio.CB] 1 Jun 2007", "0706.0001v1"),
            ("hep-th/9901001v1", "hep-th/9901001v1"),
            ("math.CA/0611800", "math/0611800"),
            ("arXiv:math/0611800v2", "math/0611800v2"),
            ("https://arxiv.org/abs/1706.03762v5", "1706.03762v5"),
            ("http://export.arxiv.org/pdf/1706.03762.pdf", "1706.03762"),
            ("www.arxiv.org/html/2404.16130v2/#S3", "2404.16130v2"),
            ("https://arxiv.org/pdf/1706.03762v7.pdf?download=1#page=2", "1706.03762v7"),
            ("https://arxiv.org/e-print/hep-th/9901001", "hep-th/9901001"),
            ("https://ar5iv.labs.arxiv.org/html/1706.03762", "1706.03762"),
            ("https://ar5iv.org/abs/1706.03762", "1706.03762"),
            ("https://www.alphaxiv.org/abs/2502.14802", "2502.14802"),
            ("https://huggingface.co/papers/2502.14802", "2502.14802"),
            ("https://doi.org/10.48550/arXiv.2502.14802", "2502.14802"),
            ("10.48550/arxiv.2502.14802", "2502.14802"),
            ("doi:10.48550/arXiv.2502.14802", "2502.14802"),
        ] {
            assert_eq!(read(text).as_deref(), Some(right), "{text}");
        }
    }

    #[test]
    fn what_only_looks_like_an_id_is_none() {
        for text in [
            "",
            "1234.123456789",
            "2013.12345",
            "3.14159",
            "1706.0376",
            "0706.00011",
            "1706.03762 and more",
            "1706.03762v0",
            "hep-th/0813001",
            "hep-th/9106001",
            "hep-th/0704001",
            "https://example.org/abs/1706.03762",
            "https://arxiv.org/list/cs.CL/recent",
            "transformer attention",
            "10.1145/3366423.3380000",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn ids_are_found_in_a_running_text_once_each() {
        let text = "See arXiv:1706.03762v5, https://arxiv.org/abs/1810.04805; arXiv:1706.03762 and doi 10.48550/arXiv.2005.11401.";
        let ids: Vec<String> = ArxivId::within(text).iter().map(ToString::to_string).collect();
        assert_eq!(ids, ["1706.03762v5", "1810.04805", "2005.11401"]);
    }

    proptest! {
        #[test]
        fn no_text_breaks_it(text in ".{0,200}") {
            if let Ok(id) = text.parse::<ArxivId>() {
                prop_assert_eq!(id.to_string().parse::<ArxivId>(), Ok(id));
            }
            let _ = ArxivId::within(&text);
        }
    }
}
