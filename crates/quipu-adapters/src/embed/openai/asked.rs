//! Requests for the vectors of texts, a batch at a time. A refused batch is split until the server takes it: its
//! maximal batch size is learned, a text that is too long is embedded by its beginning, and a text that is refused in
//! every form costs only itself. Before a text is given up, a probe checks that the server takes anything at all.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use quipu_engine::ports::{EmbedError, Role};
use quipu_kernel::text::head;
use serde::Serialize;
use ureq::Agent;

use super::ServerOptions;
use super::answer::vectors;
use super::refused::Refused;
use crate::net::{agent_for, between, is_too_long, joined, shown};

/// Attempts per batch.
pub(super) const TRIES: u32 = 5;
/// Attempts where the server breaks over a batch: of several texts, and of one.
const TRIES_BROKEN: (u32, u32) = (2, 3);
/// The longest pause that a server may ask for.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
/// Placeholder in the name of a model for the role of a text.
const ROLE: &str = "{role}";
/// A text that every server takes.
const ANY: &str = "quipu";
/// Limit of cuts of a text that is too long.
const CUTS: u32 = 5;

/// A server of vectors, and its learned limits.
pub(super) struct Asked {
    agent: Agent,
    options: ServerOptions,
    dimension: OnceLock<usize>,
    /// The most texts that it takes, as far as that is known.
    most: AtomicUsize,
    /// Number of texts that were refused as they are.
    refused: AtomicU64,
}

#[derive(Serialize)]
struct Request<'a> {
    model: &'a str,
    input: &'a [String],
    encoding_format: &'static str,
}

/// A vector for each text, none for one that the server does not take.
type Vectors = Vec<Option<Vec<f32>>>;

impl Asked {
    pub(super) fn new(options: ServerOptions) -> Self {
        let agent = agent_for(&options.url, options.patience, options.patience);
        let dimension = options.dimension.map_or_else(OnceLock::new, OnceLock::from);
        Self { agent, dimension, most: AtomicUsize::new(options.batch.max(1)), refused: AtomicU64::new(0), options }
    }

    /// The vectors of texts.
    pub(super) fn all(&self, texts: &[String], role: Role) -> Result<Vectors, EmbedError> {
        let (before, word) = match role {
            Role::Question => (&self.options.question, "query"),
            Role::Passage => (&self.options.passage, "passage"),
        };
        let model = self.options.name.replace(ROLE, word);
        // Servers refuse an empty text.
        let shown = |text: &String| if text.trim().is_empty() { ".".to_owned() } else { format!("{before}{text}") };
        let input: Vec<String> = texts.iter().map(shown).collect();
        let (mut found, mut rest) = (Vec::with_capacity(texts.len()), input.as_slice());
        while !rest.is_empty() {
            let (batch, after) = rest.split_at(self.most.load(Ordering::Relaxed).clamp(1, rest.len()));
            found.append(&mut self.some(&model, batch)?);
            rest = after;
        }
        Ok(found)
    }

    /// The vectors of a batch, by parts where it is not taken whole.
    fn some(&self, model: &str, batch: &[String]) -> Result<Vectors, EmbedError> {
        let (reason, most, of_texts) = match self.patiently(model, batch) {
            Ok(vectors) => return Ok(vectors),
            Err(Refused::Texts(reason, most)) => (reason, most, true),
            Err(Refused::Broken(reason, _)) => (reason, None, false),
            Err(Refused::Never(reason) | Refused::Later(reason, _)) => return Err(self.failed(reason)),
        };
        if let [text] = batch {
            return Ok(vec![self.one(model, text, reason)?]);
        }
        let size = most.unwrap_or(batch.len().div_ceil(2)).clamp(1, batch.len() - 1);
        if most.is_some() {
            self.most.fetch_min(size, Ordering::Relaxed);
        }
        let before = self.refused.load(Ordering::Relaxed);
        let mut found = Vec::with_capacity(batch.len());
        for part in batch.chunks(size) {
            found.append(&mut self.some(model, part)?);
        }
        // All of them were taken as they are: there were too many.
        if of_texts && self.refused.load(Ordering::Relaxed) == before {
            self.most.fetch_min(size, Ordering::Relaxed);
        }
        Ok(found)
    }

    /// The vector of a text that was refused alone: of its beginning where it is too long; missing where the server
    /// takes other texts.
    fn one(&self, model: &str, text: &str, reason: String) -> Result<Option<Vec<f32>>, EmbedError> {
        let alone =
            |text: &str| self.patiently(model, &[text.to_owned()]).ok().map(|found| found.into_iter().next().flatten());
        if alone(ANY).is_none() {
            return Err(self.failed(reason));
        }
        self.refused.fetch_add(1, Ordering::Relaxed);
        if is_too_long(&reason) {
            let mut shorter = text;
            let mut cut = share(&reason);
            for _ in 0..CUTS {
                shorter = beginning(shorter, cut);
                if let Some(found) = Some(shorter).filter(|text| !text.is_empty()).and_then(alone) {
                    return Ok(found);
                }
                cut = 0.5;
            }
            return Ok(None);
        }
        // A momentary failure is over, since the server took another text.
        Ok(alone(text).flatten())
    }

    fn patiently(&self, model: &str, batch: &[String]) -> Result<Vectors, Refused> {
        let request = Request { model, input: batch, encoding_format: "float" };
        let (several, alone) = TRIES_BROKEN;
        let mut pause = self.options.pause;
        let mut tries = 1;
        loop {
            let (refused, most) = match self.once(&request) {
                Err(refused @ Refused::Later(..)) => (refused, TRIES),
                Err(refused @ Refused::Broken(..)) => (refused, if batch.len() > 1 { several } else { alone }),
                done => return done,
            };
            match refused {
                Refused::Later(reason, _) if tries >= most => {
                    return Err(Refused::Later(format!("{tries} times in a row: {reason}"), None));
                }
                Refused::Broken(reason, _) if tries >= most => {
                    return Err(Refused::Broken(format!("{tries} times in a row: {reason}"), None));
                }
                Refused::Later(_, after) | Refused::Broken(_, after) => {
                    std::thread::sleep(after.unwrap_or(pause).min(LONGEST_PAUSE));
                    (pause, tries) = (pause * 2, tries + 1);
                }
                over => return Err(over),
            }
        }
    }

    fn once(&self, request: &Request<'_>) -> Result<Vectors, Refused> {
        let body = serde_json::to_vec(request).map_err(|error| Refused::Never(error.to_string()))?;
        // It follows no redirection: texts and key go nowhere but where they were meant to.
        let post = self.agent.post(self.address()).config().max_redirects(0).build();
        let mut post = post.header("Content-Type", "application/json");
        if let Some(key) = &self.options.key {
            post = post.header("Authorization", key.bearer().map_err(Refused::Never)?);
        }
        let mut response = post.send(&body[..]).map_err(|error| self.unreached(&error))?;
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let text = response.body_mut().with_config().limit(1 << 30).read_to_string();
        let text = text.map_err(|error| Refused::Later(error.to_string(), None))?;
        let sent = request.input.len();
        match status {
            200..=299 => vectors(&text, sent, |found| self.dimension(found)),
            _ => Err(Refused::of(status, &headers, &text, sent)),
        }
    }

    /// The length of vectors: as configured, else that of the first one found. A vector of length zero sets no length.
    fn dimension(&self, found: usize) -> usize {
        if found == 0 {
            self.dimension.get().copied().unwrap_or_default()
        } else {
            *self.dimension.get_or_init(|| found)
        }
    }

    fn address(&self) -> String {
        joined(&self.options.url, "embeddings")
    }

    fn unreached(&self, error: &ureq::Error) -> Refused {
        let reason = match between(&self.options.url) {
            Some(proxy) => format!(
                "it cannot be reached through the proxy {proxy} ({error}); start the proxy, change the variable, or put the server's host into NO_PROXY"
            ),
            None => format!("it cannot be reached ({error}); start the server, or set `embed.url`"),
        };
        Refused::Later(reason, None)
    }

    /// An error; the key is in none, should the server repeat it.
    pub(super) fn failed(&self, reason: String) -> EmbedError {
        let reason = self.options.key.as_ref().map_or(reason.clone(), |key| key.hidden_in(&reason));
        let model = self.options.name.clone();
        EmbedError::Failed { model, reason: format!("{}: {reason}", shown(&self.address())) }
    }
}

/// The share of a text that fits, by the server's words: tokens that fit, and tokens that there were; else half.
fn share(said: &str) -> f64 {
    let said = said.split_once(": ").map_or(said, |(_, said)| said);
    let numbers = said.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse::<f64>().ok());
    let numbers: Vec<f64> = numbers.filter(|number| *number >= 64.0).collect();
    match numbers.as_slice() {
        [one, other] if one != other => (one.min(*other) / one.max(*other) * 0.9).max(0.05),
        _ => 0.5,
    }
}

/// The beginning of a text, of this share, up to a blank where one is near.
fn beginning(text: &str, share: f64) -> &str {
    let most = (text.len() as f64 * share) as usize;
    let start = head(text, most);
    let at = start.rfind(char::is_whitespace).filter(|at| *at * 2 > start.len()).unwrap_or(start.len());
    start.split_at(at).0.trim_end()
}
