//! A plain page: what is served, and one field for a question.

use std::sync::Arc;

use axum::extract::{Query, State};
use axum::http::{HeaderValue, header};
use axum::response::{Html, IntoResponse as _, Response};
use quipu::Ask;
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;

use super::shapes::QUESTION;
use crate::app::App;
use crate::gate::who::Who;
use crate::problem::without_paths;

pub(super) fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().route("/", axum::routing::get(page))
}

/// What was asked on the page.
#[derive(Debug, Default, Deserialize)]
struct Asked {
    #[serde(default)]
    q: String,
    #[serde(default)]
    workspace: String,
}

async fn page(State(app): State<Arc<App>>, who: Who, Query(asked): Query<Asked>) -> Response {
    let mut seen = app.spaces.all();
    seen.retain(|served| who.sees(&served.name()));
    let mut rows = String::new();
    let mut options = String::new();
    for served in &seen {
        let held = served.quipu().status().await;
        let said = match held {
            Ok(held) => format!("{} documents, {} chunks", held.status.documents, held.status.chunks),
            Err(error) => without_paths(&error.to_string()),
        };
        let running =
            served.queue.counts().iter().filter(|(state, _)| !state.is_over()).map(|(_, count)| count).sum::<usize>();
        let name = escaped(&served.name());
        rows.push_str(&format!("<tr><td>{name}</td><td>{}</td><td>{running} jobs</td></tr>", escaped(&said)));
        let selected = if *served.name() == *asked.workspace { " selected" } else { "" };
        options.push_str(&format!("<option{selected}>{name}</option>"));
    }
    let question = asked.q.trim();
    let meant = seen.iter().find(|served| *served.name() == *asked.workspace).or_else(|| seen.first());
    let answer = match meant {
        Some(served) if !question.is_empty() && question.len() <= QUESTION => {
            match served.quipu().ask(Ask::of(question)).await {
                Ok(answer) => {
                    let cited: String = answer
                        .citations
                        .iter()
                        .map(|citation| {
                            format!(
                                "<li value=\"{}\"><b>{}</b> <q>{}</q></li>",
                                citation.n,
                                escaped(&citation.document),
                                escaped(&citation.quote)
                            )
                        })
                        .collect();
                    format!("<section><pre>{}</pre><ol>{cited}</ol></section>", escaped(&answer.answer))
                }
                Err(error) => {
                    format!("<section role=\"alert\">{}</section>", escaped(&without_paths(&error.to_string())))
                }
            }
        }
        _ => String::new(),
    };
    let html = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>Quipu</title><style>{STYLE}</style><h1>Quipu</h1>\
         <form><label>Ask <input name=\"q\" value=\"{}\" autofocus size=\"60\"></label> <select name=\"workspace\">{options}</select> \
         <button>Ask</button></form>{answer}<table>{rows}</table>\
         <p>The API is described at <a href=\"/api/v1/openapi.json\">/api/v1/openapi.json</a>.</p></html>",
        escaped(question)
    );
    let mut response = Html(html).into_response();
    let policy =
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    response
}

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}\
pre{white-space:pre-wrap;font:inherit}td{padding:.2rem 1rem .2rem 0}input,select,button{font:inherit}\
@media(prefers-color-scheme:dark){body{color:#ddd;background:#161616}a{color:#8ab4f8}}";

/// A text as HTML shows it.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            letter => out.push(letter),
        }
    }
    out
}
