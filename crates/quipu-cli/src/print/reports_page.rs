//! Reports of communities as one self-contained page: each with its findings, and the sentences of the documents
//! that support them. Texts of documents and models are text, never markup; the page loads nothing and runs no script.

use quipu::communities::{CommunityBrief, ShownCommunity};
use quipu::graph::Quote;

use super::communities::{by, held, is_stale};
use super::escaped;
use super::page::text_page;
use crate::messages::say;

const STYLE: &str = "\
body{font:16px/1.55 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem;color:#1c2126;background:#fff}\
h1{font-size:1.5rem}h2{font-size:1.2rem;margin:2.5rem 0 .2rem;border-top:1px solid #d5d9de;padding-top:1rem}\
nav ul{list-style:none;padding-left:1.2rem}nav>ul{padding-left:0}a{color:#1f5fa8}small,cite{color:#666;font-style:normal}\
blockquote{margin:.4rem 0 .4rem 1rem;border-left:3px solid #b9bec6;padding:.1rem .8rem}cite{display:block;font-size:.85rem}\
ul.found>li{margin:.6rem 0}\
@media(prefers-color-scheme:dark){body{color:#e4e6e9;background:#16191d}h2{border-color:#343a41}a{color:#7fb3ee}small,cite{color:#9aa0a8}}";

/// The page; `title` stands above it.
pub(crate) fn reports_page(title: &str, reports: &[ShownCommunity]) -> String {
    let entries: String = reports.iter().map(|one| linked(&one.brief)).collect();
    let told: String = reports.iter().map(|one| report(one, reports)).collect();
    text_page(title, STYLE, &format!("<nav><ul>\n{entries}</ul></nav>\n{told}"))
}

/// A line of the contents.
fn linked(brief: &CommunityBrief) -> String {
    let indent = f64::from(brief.level) * 1.2;
    format!(
        "<li style=\"margin-left:{indent:.1}rem\"><a href=\"#{}\">{}</a> <small>{}</small></li>\n",
        brief.id,
        escaped(&brief.title),
        escaped(&held(brief).to_string())
    )
}

fn report(shown: &ShownCommunity, all: &[ShownCommunity]) -> String {
    let brief = &shown.brief;
    let mut out = format!("<section>\n<h2 id=\"{}\">{}</h2>\n", brief.id, escaped(&brief.title));
    let stale = brief.stale.map(|stale| format!(" · {}", is_stale(stale))).unwrap_or_default();
    out += &format!("<p><small>{}</small></p>\n", escaped(&format!("{} · {}{stale}", held(brief), by(brief.by))));
    if !shown.summary.is_empty() {
        out += &format!("<p>{}</p>\n", escaped(&shown.summary));
    }
    if !shown.findings.is_empty() {
        let found = shown.findings.iter().map(|finding| {
            let quotes: String = finding.quotes.iter().map(quoted).collect();
            format!("<li><b>{}</b> {}\n{quotes}</li>\n", escaped(&finding.summary), escaped(&finding.explanation))
        });
        out += &format!("<ul class=\"found\">\n{}</ul>\n", found.collect::<String>());
    }
    out += &shown.sentences.iter().map(quoted).collect::<String>();
    if !shown.relations.is_empty() {
        let said = shown
            .relations
            .iter()
            .map(|said| escaped(&format!("{} → {} → {}", said.source, said.predicate, said.target)) + "<br>\n");
        out += &format!("<p>{}</p>\n", said.collect::<String>());
    }
    // Parts that have no place on this page are named all the same.
    let is_here = |part: &CommunityBrief| all.iter().any(|one| one.brief.id == part.id);
    let parts = shown.parts.iter().map(|part| match is_here(part) {
        true => linked(&CommunityBrief { level: 0, ..part.clone() }),
        false => format!("<li>{}</li>\n", escaped(&part.title)),
    });
    let parts: String = parts.collect();
    if !parts.is_empty() {
        out += &format!("<p>{}</p>\n<ul>\n{parts}</ul>\n", escaped(say!("community-parts").to_string().trim()));
    }
    out + "</section>\n"
}

/// A sentence with where it stands.
fn quoted(quote: &Quote) -> String {
    let page = quote.page.map(|page| format!(", {page}")).unwrap_or_default();
    let place = [&[quote.document.clone()][..], &quote.heading].concat().join(" › ");
    format!(
        "<blockquote>{}<cite>{}{page}, {}–{}</cite></blockquote>\n",
        escaped(quote.quote.trim()),
        escaped(&place),
        quote.start,
        quote.end
    )
}

#[cfg(test)]
mod tests {
    use quipu::communities::ReportBy;

    use super::*;

    #[test]
    fn what_documents_say_is_no_markup() {
        let hostile = "</p><script>alert(1)</script><img src=https://evil.example/x>";
        let brief = CommunityBrief {
            id: quipu::graph::Key::text("a"),
            parent: None,
            level: 1,
            title: hostile.to_owned(),
            by: ReportBy::Extract,
            entities: 2,
            chunks: 2,
            documents: 1,
            rating: 3.0,
            words: Vec::new(),
            whole: false,
            stale: None,
        };
        let shown = ShownCommunity {
            parts: vec![brief.clone()],
            names: Vec::new(),
            kinds: Vec::new(),
            relations: Vec::new(),
            summary: hostile.to_owned(),
            findings: Vec::new(),
            sentences: Vec::new(),
            brief,
        };
        let page = reports_page(hostile, &[shown]);
        assert!(!page.contains("<script") && !page.contains("<img") && page.contains("&lt;script&gt;"), "{page}");
        assert!(page.contains(&format!("href=\"#{}\"", quipu::graph::Key::text("a"))), "{page}");
    }
}
