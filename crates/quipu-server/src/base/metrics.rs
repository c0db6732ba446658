//! Metrics of the server, for Prometheus.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use axum::http::{Method, StatusCode};

/// The upper ends of the classes of times, in seconds.
const CLASSES: [f64; 9] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 30.0];

/// Counts since the server began.
#[derive(Default)]
pub(crate) struct Metrics(Mutex<Counts>);

#[derive(Default)]
struct Counts {
    requests: BTreeMap<(String, u16), u64>,
    times: [u64; CLASSES.len() + 1],
    seconds: f64,
    refused: u64,
    /// Calls of tools over MCP, by tool and outcome.
    tools: BTreeMap<(&'static str, &'static str), u64>,
    background: BTreeMap<&'static str, u64>,
}

impl Metrics {
    /// Counts a request: the time is that until its headers were ready.
    pub(crate) fn served(&self, method: &Method, status: StatusCode, took: Duration) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let method = if KNOWN.contains(method) { method.as_str() } else { "other" };
        *counts.requests.entry((method.to_owned(), status.as_u16())).or_default() += 1;
        let seconds = took.as_secs_f64();
        let class = CLASSES.iter().position(|end| seconds <= *end).unwrap_or(CLASSES.len());
        counts.times[class] += 1;
        counts.seconds += seconds;
    }

    /// Counts a token that did not hold.
    pub(crate) fn refused(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).refused += 1;
    }

    /// Counts a call of a tool over MCP.
    pub(crate) fn tool_called(&self, tool: &'static str, ok: bool) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *counts.tools.entry((tool, if ok { "ok" } else { "error" })).or_default() += 1;
    }

    /// Counts a request that a chat page sent beside a question, as for a title.
    pub(crate) fn background(&self, task: &'static str) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner).background.entry(task).or_default() += 1;
    }

    /// All counts in the text format.
    pub(crate) fn text(&self) -> String {
        let counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut text = String::new();
        // A string takes everything.
        let mut line = |said: std::fmt::Arguments<'_>| {
            let _ = writeln!(text, "{said}");
        };
        line(format_args!(
            "# HELP quipu_http_requests_total Requests that were answered.\n# TYPE quipu_http_requests_total counter"
        ));
        for ((method, status), count) in &counts.requests {
            line(format_args!("quipu_http_requests_total{{method=\"{method}\",status=\"{status}\"}} {count}"));
        }
        line(format_args!(
            "# HELP quipu_http_seconds Seconds until a reply began.\n# TYPE quipu_http_seconds histogram"
        ));
        let mut sum = 0;
        for (end, count) in CLASSES.iter().zip(&counts.times) {
            sum += count;
            line(format_args!("quipu_http_seconds_bucket{{le=\"{end}\"}} {sum}"));
        }
        sum += counts.times[CLASSES.len()];
        line(format_args!("quipu_http_seconds_bucket{{le=\"+Inf\"}} {sum}"));
        line(format_args!("quipu_http_seconds_sum {}\nquipu_http_seconds_count {sum}", counts.seconds));
        line(format_args!(
            "# HELP quipu_token_failures_total Tokens that did not hold.\n# TYPE quipu_token_failures_total counter\nquipu_token_failures_total {}",
            counts.refused
        ));
        if !counts.tools.is_empty() {
            line(format_args!(
                "# HELP quipu_mcp_calls_total Calls of tools over MCP.\n# TYPE quipu_mcp_calls_total counter"
            ));
        }
        for ((tool, outcome), count) in &counts.tools {
            line(format_args!("quipu_mcp_calls_total{{tool=\"{tool}\",outcome=\"{outcome}\"}} {count}"));
        }
        line(format_args!(
            "# HELP quipu_background_tasks_total Requests of chat pages beside a question.\n# TYPE quipu_background_tasks_total counter"
        ));
        for (task, count) in &counts.background {
            line(format_args!("quipu_background_tasks_total{{task=\"{task}\"}} {count}"));
        }
        text
    }
}

/// Methods that have a count of their own: others are any text that a client sends.
const KNOWN: [Method; 6] = [Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::PATCH, Method::DELETE];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_add_up() {
        let metrics = Metrics::default();
        metrics.served(&Method::GET, StatusCode::OK, Duration::from_millis(3));
        metrics.served(&Method::GET, StatusCode::OK, Duration::from_secs(90));
        metrics.served(&Method::from_bytes(b"\x21ODD").unwrap(), StatusCode::NOT_FOUND, Duration::from_millis(30));
        let text = metrics.text();
        assert!(text.contains("quipu_http_requests_total{method=\"GET\",status=\"200\"} 2"), "{text}");
        assert!(text.contains("method=\"other\",status=\"404\"} 1"), "{text}");
        assert!(text.contains("le=\"0.005\"} 1") && text.contains("le=\"30\"} 2") && text.contains("le=\"+Inf\"} 3"));
    }
}
