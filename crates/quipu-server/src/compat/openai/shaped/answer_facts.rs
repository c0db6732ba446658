//! What an answer says, as values by the names that properties of clients have: the text, its citations, whether it
//! refuses. A name that is not known gets nothing, since a guess would be a statement without a source.

use quipu::ask::Answer;
use serde_json::{Value, json};

use crate::compat::openai::source_marks::{self, Unmarked, language};
use crate::place_links::PublicLinks;

/// Names of the answer's text.
const TEXTS: &[&str] = &[
    "answer",
    "text",
    "response",
    "result",
    "reply",
    "content",
    "message",
    "output",
    "summary",
    "conclusion",
    "sentence",
    "statement",
    "markdown",
    "ответ",
];
/// Names of the reasons of an answer.
const REASONS: &[&str] = &[
    "reasoning",
    "explanation",
    "rationale",
    "justification",
    "reason",
    "evidence",
    "support",
    "basis",
    "quote",
    "quotes",
    "thought",
    "thoughts",
];
/// Names of citations, together or one by one.
const CITED: &[&str] = &[
    "citation",
    "citations",
    "source",
    "sources",
    "reference",
    "references",
    "evidence",
    "quote",
    "quotes",
    "excerpt",
    "excerpts",
    "passage",
    "passages",
    "snippet",
    "snippets",
    "document",
    "documents",
    "doc",
    "docs",
    "file",
    "files",
    "url",
    "urls",
    "link",
    "links",
    "page",
    "pages",
    "title",
    "titles",
    "href",
    "uri",
    "context",
    "contexts",
    "annotations",
];
/// Names of lists of statements.
const POINTS: &[&str] = &[
    "answers",
    "facts",
    "points",
    "statements",
    "sentences",
    "results",
    "findings",
    "claims",
    "highlights",
    "bullets",
];
/// Names of flags that say that the documents answer.
const FOUND: &[&str] =
    &["found", "answered", "answerable", "success", "supported", "grounded", "known", "available", "ok", "sufficient"];
/// Names of flags that say that they do not.
const REFUSED: &[&str] =
    &["refused", "refusal", "unanswered", "unanswerable", "unknown", "missing", "abstain", "abstained", "insufficient"];
/// Names of the confidence.
const TRUST: &[&str] = &["confidence", "certainty", "score", "probability", "trust", "likelihood"];

/// A citation by its parts.
pub(super) struct CitedFact {
    n: usize,
    document: String,
    title: String,
    heading: String,
    page: Option<u32>,
    quote: String,
    url: String,
    span: (u32, u32),
}

/// An answer by its parts.
pub(super) struct AnswerFacts {
    question: String,
    /// Its text, without marks.
    pub(super) text: String,
    marked: String,
    cited: Vec<CitedFact>,
    points: Vec<String>,
    confidence: f64,
    refused: bool,
}

/// What a property is a part of.
#[derive(Clone, Copy)]
pub(super) enum FactScope<'a> {
    /// The answer.
    Answer,
    /// One of its citations.
    Cited(&'a CitedFact),
}

impl AnswerFacts {
    pub(super) fn of(answer: &Answer, places: &PublicLinks) -> Self {
        let beyond = answer.beyond.iter().map(|beyond| format!("\n\n{beyond}")).collect::<String>();
        let marked = format!("{}{beyond}", answer.answer);
        let cited = answer.citations.iter().map(|citation| CitedFact {
            n: citation.n,
            document: citation.document.clone(),
            title: source_marks::title(citation, &answer.hits),
            heading: citation.heading.join(" › "),
            page: citation.page,
            quote: citation.quote.clone(),
            url: places.cited(citation),
            span: (citation.start, citation.end),
        });
        let units = answer.units.iter().map(|unit| unmarked(&unit.text));
        let sentences = answer.sentences.iter().map(|sentence| unmarked(&sentence.text));
        let mut points: Vec<String> = units.chain(sentences).filter(|text| !text.is_empty()).collect();
        if points.is_empty() {
            points.push(unmarked(&marked));
        }
        Self {
            question: answer.question.clone(),
            text: unmarked(&marked),
            cited: cited.collect(),
            points: if answer.refused { Vec::new() } else { points },
            confidence: answer.confidence.value,
            refused: answer.refused,
            marked,
        }
    }

    /// The object of an answer where a client names no schema.
    pub(super) fn object(&self, marks: bool) -> Value {
        let cited = self.cited.iter().map(|one| {
            let CitedFact { n, document, title, page, quote, url, .. } = one;
            json!({ "n": n, "document": document, "title": title, "page": page, "quote": quote, "url": url })
        });
        json!({
            "answer": if marks { &self.marked } else { &self.text },
            "citations": cited.collect::<Vec<_>>(),
            "confidence": self.confidence,
            "refused": self.refused,
        })
    }

    /// The citations, where a property of this name asks for citations.
    pub(super) fn cited(&self, words: &[String]) -> Option<&[CitedFact]> {
        let last = words.last()?;
        CITED.contains(&last.as_str()).then_some(self.cited.as_slice())
    }

    /// The statements, where a property of this name asks for statements.
    pub(super) fn points(&self, words: &[String]) -> Option<&[String]> {
        let last = words.last()?;
        let is_text = TEXTS.contains(&last.trim_end_matches('s'));
        (POINTS.contains(&last.as_str()) || is_text).then_some(self.points.as_slice())
    }

    /// The texts that a property of this name may have, best first.
    pub(super) fn texts(&self, words: &[String], scope: FactScope<'_>) -> Vec<String> {
        let last = part(words);
        if let FactScope::Cited(one) = scope {
            return one.texts(last);
        }
        let has = |names: &[&str]| names.contains(&last);
        let of_citation = words.iter().any(|word| CITED.contains(&word.as_str()));
        match last {
            "question" | "query" => vec![self.question.clone()],
            "language" | "lang" | "locale" => {
                let russian = language(&self.text) == 1;
                let all = if russian { ["ru", "russian", "Russian"] } else { ["en", "english", "English"] };
                all.map(str::to_owned).to_vec()
            }
            _ if has(TRUST) => {
                let level = ["low", "medium", "high"]
                    [usize::from(self.confidence >= 0.4) + usize::from(self.confidence >= 0.7)];
                let number = format!("{:.2}", self.confidence);
                vec![level.to_owned(), level.to_uppercase(), capital(level), number]
            }
            "status" | "state" | "outcome" => {
                let all = if self.refused {
                    ["refused", "not_found", "unanswered", "no_answer", "unknown", "insufficient"]
                } else {
                    ["answered", "found", "success", "ok", "complete", "supported"]
                };
                all.iter().flat_map(|word| [(*word).to_owned(), word.to_uppercase(), capital(word)]).collect()
            }
            _ if has(REASONS) && !self.cited.is_empty() => {
                vec![self.cited.iter().map(|one| one.quote.trim()).collect::<Vec<_>>().join("\n")]
            }
            _ if has(REASONS) && self.refused => vec![self.text.clone()],
            _ if of_citation => self.cited.first().map(|one| one.texts(last)).unwrap_or_default(),
            _ if has(TEXTS) => vec![self.text.clone()],
            _ if words.iter().any(|word| word == "answer") && words.len() < 3 => vec![self.text.clone()],
            "year" => single(years(&self.text)).map(|year| year.to_string()).into_iter().collect(),
            "date" | "day" => single(dates(&self.text)).into_iter().collect(),
            _ => Vec::new(),
        }
    }

    /// The numbers that a property of this name may have, best first.
    pub(super) fn numbers(&self, words: &[String], scope: FactScope<'_>) -> Vec<Value> {
        let last = part(words);
        if let FactScope::Cited(one) = scope {
            return one.numbers(last);
        }
        let of_citation = words.iter().any(|word| CITED.contains(&word.as_str()));
        let has = |name: &str| words.iter().any(|word| word == name);
        match last {
            _ if TRUST.contains(&last) => {
                let part = |of: f64| json!((self.confidence * of).round() as u64);
                vec![json!(self.confidence), part(100.0), part(10.0), part(5.0), part(1.0)]
            }
            "count" | "number" | "total" if of_citation && !has("page") => vec![json!(self.cited.len())],
            "page" => self.cited.first().and_then(|one| one.page).map(|page| json!(page)).into_iter().collect(),
            "year" => single(years(&self.text)).map(|year| json!(year)).into_iter().collect(),
            "number" | "count" | "amount" | "quantity" | "total" | "value" | "answer" | "result"
                if words.len() == 1 =>
            {
                single(numbers(&self.text)).map(whole).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// The flag that a property of this name has.
    pub(super) fn flag(&self, words: &[String], scope: FactScope<'_>) -> Option<bool> {
        if matches!(scope, FactScope::Cited(_)) {
            return None;
        }
        let last = part(words);
        let negated = words.iter().any(|word| matches!(word.as_str(), "not" | "no" | "cannot" | "cant" | "un"));
        let begins = |begin: &[&str]| {
            let first = self.text.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default();
            begin.contains(&first.to_lowercase().as_str())
        };
        match last {
            _ if FOUND.contains(&last) => Some(self.refused == negated),
            _ if REFUSED.contains(&last) => Some(self.refused),
            // "has_answer", "no_answer", "has_sources".
            "answer" | "citations" | "sources"
                if words.iter().any(|word| word == "has" || word == "have") || negated =>
            {
                Some(self.refused == negated)
            }
            "answer" | "result" if !self.refused && begins(&["yes", "да"]) => Some(true),
            "answer" | "result" if !self.refused && begins(&["no", "нет"]) => Some(false),
            _ => None,
        }
    }

    /// True if there is no answer.
    pub(super) fn is_refused(&self) -> bool {
        self.refused
    }
}

impl CitedFact {
    /// The texts of a part, best first.
    pub(super) fn texts(&self, last: &str) -> Vec<String> {
        let page = self.page.map(|page| page.to_string());
        match last {
            "url" | "urls" | "link" | "links" | "href" | "uri" => vec![self.url.clone()],
            "title" | "titles" | "name" | "label" => vec![self.title.clone()],
            "page" | "pages" => page.into_iter().collect(),
            "quote" | "quotes" | "text" | "snippet" | "snippets" | "excerpt" | "excerpts" | "passage" | "passages"
            | "content" | "sentence" | "evidence" | "context" | "contexts" => vec![self.quote.clone()],
            "heading" | "section" | "chapter" => {
                Some(self.heading.clone()).filter(|all| !all.is_empty()).into_iter().collect()
            }
            "n" | "number" | "index" | "marker" => vec![self.n.to_string()],
            "document" | "documents" | "doc" | "docs" | "file" | "files" | "filename" | "path" | "id" | "ids"
            | "source" | "sources" | "reference" | "references" | "citation" | "citations" => {
                vec![self.document.clone(), self.url.clone()]
            }
            _ => Vec::new(),
        }
    }

    /// The numbers of a part.
    pub(super) fn numbers(&self, last: &str) -> Vec<Value> {
        match last {
            "page" | "pages" => self.page.map(|page| json!(page)).into_iter().collect(),
            "n" | "number" | "index" | "id" | "ids" | "citation" | "citations" | "reference" | "references"
            | "source" | "sources" => vec![json!(self.n)],
            "start" => vec![json!(self.span.0)],
            "end" => vec![json!(self.span.1)],
            _ => Vec::new(),
        }
    }
}

/// The word of a name that says what it is: its last, but that of a page before its number.
fn part(words: &[String]) -> &str {
    let last = words.last().map_or("", String::as_str);
    let of_page =
        words.iter().any(|word| word == "page") && matches!(last, "number" | "no" | "num" | "start" | "index");
    if of_page { "page" } else { last }
}

fn unmarked(text: &str) -> String {
    let mut marks = Unmarked::default();
    let mut out = marks.push(text);
    out.push_str(&marks.rest());
    out.trim().to_owned()
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// The only one of several values, where all are equal.
fn single<T: PartialEq>(all: Vec<T>) -> Option<T> {
    let mut all = all.into_iter();
    let first = all.next()?;
    all.all(|other| other == first).then_some(first)
}

/// Runs of a text that begin and end with a digit and are numbers, with the signs within them.
fn runs(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|letter: char| !letter.is_alphanumeric() && !".,:-".contains(letter));
    words.map(|word| word.trim_matches(|letter: char| !letter.is_alphanumeric())).filter(|word| !word.is_empty())
}

fn years(text: &str) -> Vec<u16> {
    let four = |word: &&str| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    runs(text).filter(four).filter_map(|word| word.parse().ok()).filter(|year| (1000..3000).contains(year)).collect()
}

fn dates(text: &str) -> Vec<String> {
    let is = |word: &&str| word.len() == 10 && word.parse::<jiff::civil::Date>().is_ok();
    runs(text).filter(is).map(str::to_owned).collect()
}

fn numbers(text: &str) -> Vec<f64> {
    let plain = |word: &&str| word.starts_with(|letter: char| letter.is_ascii_digit());
    runs(text).filter(plain).filter_map(|word| word.replace(',', "").parse().ok()).collect()
}

/// A number as JSON has it: whole ones without a fraction.
fn whole(number: f64) -> Value {
    if number.fract() == 0.0 && number.abs() < 9e15 { json!(number as i64) } else { json!(number) }
}
