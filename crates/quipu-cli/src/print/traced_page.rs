//! The trace of an answer as one self-contained page: the question, the answer, and every event with its data to
//! fold out. Texts of documents are text, never markup; the page may load nothing and runs no script.

use quipu::ask::{AgentEvent, Answer, Step};

use super::escaped;
use super::page::text_page;
use crate::messages::say;

const STYLE: &str = "\
body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1c2126;background:#fff}\
h1{font-size:1.3rem}ol{list-style:none;padding:0}li{border-left:3px solid #b9bec6;margin:.4rem 0;padding:.2rem .8rem}\
li.part{margin-left:1.5rem}li.contradiction{border-color:#b4552d}li.answered,li.answer{border-color:#2d7d46}li.refused{border-color:#a33}\
b{display:inline-block;min-width:8rem}small{color:#666}pre{white-space:pre-wrap;background:#f4f5f7;padding:.6rem;overflow:auto}\
@media(prefers-color-scheme:dark){body{color:#e4e6e9;background:#16191d}pre{background:#22262b}small{color:#9aa0a8}}";

/// The page.
pub(crate) fn traced_page(answer: &Answer) -> String {
    let mut events = String::new();
    match &answer.agent {
        Some(trace) => trace.events.iter().for_each(|one| events.push_str(&event(one))),
        None => answer.trace.iter().for_each(|one| events.push_str(&step(one))),
    }
    let spent = answer.agent.as_ref().map(|trace| {
        let spent = &trace.spent;
        format!(
            "{} · {} / {} / {} / {} · {:.0} ms · {}",
            trace.effort,
            spent.steps,
            spent.views,
            spent.calls,
            spent.tokens,
            spent.seconds * 1e3,
            trace.stopped
        )
    });
    let sources: String = answer
        .citations
        .iter()
        .map(|cited| {
            format!("<li><b>[{}] {}</b><br>{}</li>\n", cited.n, escaped(&cited.document), escaped(&cited.quote))
        })
        .collect();
    let body = format!(
        "<p>{}</p>\n<p><small>{}</small></p>\n<h2>{}</h2>\n<ol>\n{events}</ol>\n<h2>{}</h2>\n<ol>\n{sources}</ol>\n",
        escaped(&answer.answer),
        escaped(&spent.unwrap_or_default()),
        say!("traced-steps"),
        say!("traced-sources"),
    );
    text_page(&answer.question, STYLE, &body)
}

fn step(step: &Step) -> String {
    let name = escaped(&step.step);
    format!("<li class=\"{name}\"><b>{name}</b> {} <small>{:.1} ms</small></li>\n", escaped(&step.detail), step.ms)
}

fn event(event: &AgentEvent) -> String {
    let data = serde_json::to_string_pretty(&event).unwrap_or_default();
    let class = if event.parent.is_some() { "part" } else { event.what.name() };
    format!(
        "<li class=\"{class}\"><b>{}</b> {} <small>{:.1} ms</small><details><summary>{}</summary><pre>{}</pre></details></li>\n",
        event.what.name(),
        escaped(&event.what.told()),
        event.at,
        event.id,
        escaped(&data)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_documents_say_is_no_markup() {
        let hostile = "</li><script>alert(1)</script><img src=https://evil.example/x>";
        let step = Step { step: hostile.to_owned(), detail: hostile.to_owned(), ms: 1.0, agent: None };
        let answer =
            Answer { question: hostile.into(), answer: hostile.into(), trace: vec![step], ..Answer::default() };
        let page = traced_page(&answer);
        assert!(!page.contains("<script") && !page.contains("<img") && page.contains("&lt;script&gt;"), "{page}");
        assert!(page.contains("default-src 'none'") && !page.contains("src=\""));
    }
}
