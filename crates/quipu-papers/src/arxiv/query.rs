//! Queries to arXiv's query interface: the `search_query` of a topic and its bounds.

use super::ArxivId;
use crate::PaperDate;

/// Prefixes of fields; a text that has one is a query already.
const FIELDS: [&str; 12] =
    ["ti:", "au:", "abs:", "co:", "jr:", "cat:", "rn:", "id:", "all:", "submittedDate:", "lastUpdatedDate:", "doi:"];
/// Maximal number of words of a topic in a query; arXiv refuses very long queries.
const MOST_WORDS: usize = 24;

/// A search for papers, as a person states it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PaperQuery {
    /// The topic in words, or a query in arXiv's own language (`ti:attention AND cat:cs.CL`), which goes as it is.
    pub topic: String,
    /// Categories, of which a paper has at least one: `cs.CL`, `cs.*`.
    pub categories: Vec<String>,
    /// Names of authors, all of whom a paper has.
    pub authors: Vec<String>,
    /// The first day, month or year of submission.
    pub from: Option<PaperDate>,
    /// The last day, month or year of submission.
    pub to: Option<PaperDate>,
    /// The order.
    pub order: PaperOrder,
}

/// The order in which papers are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PaperOrder {
    /// The best match first.
    #[default]
    Relevance,
    /// The newest first.
    Newest,
    /// The last changed first.
    Updated,
}

impl PaperQuery {
    /// A search for a topic without bounds.
    pub fn topic(topic: impl Into<String>) -> Self {
        Self { topic: topic.into(), ..Self::default() }
    }

    /// The value of `search_query` that asks for the topic as one phrase.
    pub fn phrase(&self) -> String {
        self.bounded(self.own().unwrap_or_else(|| format!("all:\"{}\"", words(&self.topic).join(" "))))
    }

    /// The value of `search_query` that asks for all words of the topic wherever they stand; none if that asks nothing
    /// other than [`phrase`](Self::phrase) does.
    pub fn all_words(&self) -> Option<String> {
        let words = words(&self.topic);
        if self.own().is_some() || words.len() < 2 {
            return None;
        }
        let each: Vec<String> = words.iter().map(|word| format!("all:{word}")).collect();
        Some(self.bounded(each.join(" AND ")))
    }

    /// True if an author's name fits: the query has family names only, given names are compared here.
    pub fn fits(&self, authors: &[String]) -> bool {
        self.authors.iter().all(|asked| {
            let asked = folded(asked);
            authors.iter().any(|name| {
                let name = folded(name);
                asked.iter().all(|part| {
                    name.iter().any(|other| {
                        // An initial stands for every name that begins with it.
                        other == part || part.chars().count() == 1 && other.starts_with(part.as_str())
                    })
                })
            })
        })
    }

    /// The topic, where it is a query in arXiv's language.
    fn own(&self) -> Option<String> {
        let begins = |word: &str| FIELDS.iter().any(|field| word.starts_with(field));
        let own = self.topic.split_whitespace().any(|word| begins(word.trim_start_matches('(')));
        own.then(|| self.topic.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    fn bounded(&self, topic: String) -> String {
        let mut parts = Vec::new();
        if topic != "all:\"\"" {
            parts.push(topic);
        }
        if !self.categories.is_empty() {
            let each: Vec<String> = self.categories.iter().map(|category| format!("cat:{}", category.trim())).collect();
            parts.push(if each.len() == 1 { each.concat() } else { format!("({})", each.join(" OR ")) });
        }
        for author in &self.authors {
            let family = words(author).pop().unwrap_or_default();
            parts.push(format!("au:\"{family}\""));
        }
        if self.from.is_some() || self.to.is_some() {
            let from = self.from.map_or_else(|| "199107010000".to_owned(), first_minute);
            let to = self.to.map_or_else(|| "299912312359".to_owned(), last_minute);
            parts.push(format!("submittedDate:[{from} TO {to}]"));
        }
        if parts.len() > 1 && parts[0].contains(" OR ") && !parts[0].starts_with('(') {
            parts[0] = format!("({})", parts[0]);
        }
        parts.join(" AND ")
    }
}

/// The path and query of a search, for the address of the server.
pub fn search_path(search: &str, order: PaperOrder, start: usize, most: usize) -> String {
    let order = match order {
        PaperOrder::Relevance => "relevance",
        PaperOrder::Newest => "submittedDate",
        PaperOrder::Updated => "lastUpdatedDate",
    };
    let search = encoded(search);
    format!("search_query={search}&start={start}&max_results={most}&sortBy={order}&sortOrder=descending")
}

/// The path and query that ask for papers by their ids.
pub fn ids_path(ids: &[ArxivId]) -> String {
    let listed: Vec<String> = ids.iter().map(ToString::to_string).collect();
    format!("id_list={}&start=0&max_results={}", encoded(&listed.join(",")), ids.len())
}

/// The words of a topic: characters that would open or close a phrase or a group of the query language are left out.
fn words(text: &str) -> Vec<String> {
    let clean: String =
        text.chars().map(|c| if "\"()[]{}\\:".contains(c) || c.is_control() { ' ' } else { c }).collect();
    clean.split_whitespace().take(MOST_WORDS).map(str::to_owned).collect()
}

fn folded(name: &str) -> Vec<String> {
    use unicode_normalization::UnicodeNormalization;
    let plain: String = name.nfkd().filter(|c| !('\u{300}'..='\u{36f}').contains(c)).collect();
    plain
        .to_lowercase()
        .split(|c: char| !c.is_alphanumeric())
        .filter(|part| !part.is_empty())
        .map(str::to_owned)
        .collect()
}

fn first_minute(date: PaperDate) -> String {
    format!("{:04}{:02}{:02}0000", date.year, date.month.unwrap_or(1), date.day.unwrap_or(1))
}

fn last_minute(date: PaperDate) -> String {
    let month = date.month.unwrap_or(12);
    let leap = date.year % 4 == 0 && (date.year % 100 != 0 || date.year % 400 == 0);
    let last = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    format!("{:04}{month:02}{:02}2359", date.year, date.day.unwrap_or(last))
}

/// A value of a query, percent-encoded as arXiv's manual writes it: a blank is a plus sign.
fn encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    for byte in text.bytes() {
        match byte {
            b' ' => out.push('+'),
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' | b'*' | b',' | b':' | b'/' => {
                out.push(byte as char);
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_topic_is_one_phrase_and_then_all_its_words() {
        let query = PaperQuery::topic("transformer  attention mechanism");
        assert_eq!(query.phrase(), r#"all:"transformer attention mechanism""#);
        assert_eq!(query.all_words().unwrap(), "all:transformer AND all:attention AND all:mechanism");
        assert_eq!(PaperQuery::topic("attention").all_words(), None);
        assert_eq!(PaperQuery::topic(r#"what is "self (attention"#).phrase(), r#"all:"what is self attention""#);
    }

    #[test]
    fn a_query_of_arxivs_own_goes_as_it_is() {
        let query = PaperQuery::topic("ti:attention AND (au:vaswani OR au:shazeer)");
        assert_eq!(query.phrase(), "ti:attention AND (au:vaswani OR au:shazeer)");
        assert_eq!(query.all_words(), None);
        let bounded = PaperQuery { categories: vec!["cs.CL".into()], ..PaperQuery::topic("ti:a OR ti:b") };
        assert_eq!(bounded.phrase(), "(ti:a OR ti:b) AND cat:cs.CL");
    }

    #[test]
    fn bounds_are_asked_for() {
        let query = PaperQuery {
            categories: vec!["cs.CL".into(), "cs.IR".into()],
            authors: vec!["Ashish Vaswani".into()],
            from: PaperDate::read("2023"),
            to: PaperDate::read("2024-02"),
            ..PaperQuery::topic("graphs")
        };
        let right = "all:\"graphs\" AND (cat:cs.CL OR cat:cs.IR) AND au:\"Vaswani\" \
                     AND submittedDate:[202301010000 TO 202402292359]";
        assert_eq!(query.phrase(), right);
        let path = search_path(&query.phrase(), PaperOrder::Newest, 0, 20);
        assert!(path.starts_with("search_query=all:%22graphs%22+AND+%28cat:cs.CL+OR+cat:cs.IR%29"), "{path}");
        assert!(path.ends_with("&start=0&max_results=20&sortBy=submittedDate&sortOrder=descending"), "{path}");
        let only = PaperQuery { categories: vec!["cs.CL".into()], ..PaperQuery::default() };
        assert_eq!(only.phrase(), "cat:cs.CL");
    }

    #[test]
    fn given_names_are_compared_here() {
        let query = PaperQuery { authors: vec!["J. Müller".into()], ..PaperQuery::default() };
        assert!(query.fits(&["Jörg Muller".into()]));
        assert!(!query.fits(&["Karl Müller".into(), "Jane Doe".into()]));
        assert!(PaperQuery::default().fits(&[]));
    }
}
