//! What a client accepts, as it says in `Accept`: JSON, a stream of events, or both.

use axum::http::{HeaderMap, header};

/// A mark of requests whose sender reads no stream of events: nothing but the reply is sent.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ReplyAlone;

/// What a client reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Accepted {
    /// A reply in JSON.
    pub(crate) json: bool,
    /// A stream of events.
    pub(crate) events: bool,
}

impl Accepted {
    /// What headers say. A client that says nothing reads JSON.
    pub(crate) fn of(headers: &HeaderMap) -> Self {
        let values = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
        let ranges: Vec<(String, f32)> = values.flat_map(|value| value.split(',')).filter_map(range).collect();
        if ranges.is_empty() {
            return Self { json: true, events: false };
        }
        // A client that takes anything need not know what a stream of events is.
        let events = weight(&ranges, &["text/event-stream", "text/*"]) > 0.0;
        Self { json: weight(&ranges, &["application/json", "application/*", "*/*", "*"]) > 0.0, events }
    }
}

/// A range of types with its weight; what is no weight counts as none given.
fn range(text: &str) -> Option<(String, f32)> {
    let mut parts = text.split(';').map(str::trim);
    let kind = parts.next().filter(|kind| !kind.is_empty())?.to_ascii_lowercase();
    let weight = parts.find_map(|part| {
        let (name, value) = part.split_once('=')?;
        if name.trim().eq_ignore_ascii_case("q") { value.trim().parse::<f32>().ok() } else { None }
    });
    Some((kind, weight.filter(|weight| weight.is_finite()).unwrap_or(1.0)))
}

/// The weight of the first of some ranges that is named: from the narrowest to the widest.
fn weight(ranges: &[(String, f32)], wanted: &[&str]) -> f32 {
    let of = |wanted: &str| {
        let weights = ranges.iter().filter(|(range, _)| range == wanted).map(|(_, weight)| *weight);
        weights.reduce(f32::max)
    };
    wanted.iter().find_map(|wanted| of(wanted)).unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_accept_json_is_read() {
        for (said, json, events) in [
            ("", true, false),
            ("application/json", true, false),
            ("APPLICATION/JSON; charset=utf-8", true, false),
            ("text/event-stream, application/json", true, true),
            ("application/json;q=0.5, text/event-stream;q=0.1", true, true),
            ("application/*", true, false),
            ("*/*", true, false),
            ("text/html, */*;q=0.8", true, false),
            ("text/*, application/json", true, true),
            ("text/event-stream", false, true),
            ("Text/Event-Stream, application/json;q=0", false, true),
            ("application/json, text/event-stream;q=0.0", true, false),
            ("application/json; q=much", true, false),
            ("text/html", false, false),
            ("application/json;q=0", false, false),
        ] {
            let headers = [(header::ACCEPT, said.parse().unwrap())].into_iter().collect();
            assert_eq!(Accepted::of(&headers), Accepted { json, events }, "{said}");
        }
        assert_eq!(Accepted::of(&HeaderMap::new()), Accepted { json: true, events: false });
    }
}
