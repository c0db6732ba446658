//! What a server shall do: its latency, its faults, its words, and which parameters it accepts.

use std::collections::HashMap;
use std::time::Duration;

use serde::Deserialize;

use crate::drawn::Drawn;

/// How a server says when it may be asked again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum After {
    /// It does not.
    Unsaid,
    /// In seconds.
    Seconds(u64),
    /// As a date, so many seconds from then.
    Date(u64),
}

/// What may go wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// 429.
    Busy(After),
    /// 500.
    Broken,
    /// Nothing, for as long as somebody waits.
    Hang,
    /// The connection is closed in the middle of the reply.
    Cut,
    /// The body is no JSON.
    Malformed,
    /// The reply stands in a fence, with prose before and after it.
    Prose,
    /// The reply ends in the middle, and the server says that there was no more room.
    Truncated,
    /// The reply ends in the middle, and the server says that all is well.
    Half,
    /// The reply is empty.
    Empty,
    /// The model thinks aloud, in tags.
    Thinking,
    /// The model thinks aloud, in a field beside its reply.
    Reasoning,
    /// A page of HTML with status 200.
    Html,
    /// The reply comes a few bytes at a time.
    Drip,
}

impl Fault {
    /// Every fault with its name.
    pub const ALL: [(&'static str, Self); 13] = [
        ("busy", Self::Busy(After::Seconds(0))),
        ("broken", Self::Broken),
        ("hang", Self::Hang),
        ("cut", Self::Cut),
        ("malformed", Self::Malformed),
        ("prose", Self::Prose),
        ("truncated", Self::Truncated),
        ("half", Self::Half),
        ("empty", Self::Empty),
        ("thinking", Self::Thinking),
        ("reasoning", Self::Reasoning),
        ("html", Self::Html),
        ("drip", Self::Drip),
    ];
}

/// One line of a script; one call takes one.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// Says this.
    Says(String),
    /// Calls these tools, each with its arguments as they are written.
    Calls(Vec<(String, String)>),
    /// Says what it would, but wrongly.
    Fails(Fault),
    /// Refuses with a status and a body.
    Refuses(u16, String),
    /// Answers with this body of this kind, as whatever server may.
    Answers(&'static str, String),
}

/// How long a reply takes to begin.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Latency {
    /// Always so long.
    Fixed(Duration),
    /// Around a median, as a log-normal distribution of this width.
    Spread {
        /// Half of the replies are faster.
        median: Duration,
        /// The standard deviation of the logarithm.
        sigma: f64,
    },
}

impl Latency {
    pub(crate) fn drawn(self, drawn: &mut Drawn) -> Duration {
        match self {
            Self::Fixed(fixed) => fixed,
            Self::Spread { median, sigma } => median.mul_f64((sigma * drawn.normal()).exp().min(100.0)),
        }
    }
}

/// Which parameters of the protocol a server knows; servers differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Accepts {
    /// `response_format` with `json_schema`.
    pub schema: bool,
    /// `response_format` with `json_object`.
    pub object: bool,
    /// `max_tokens`; else only `max_completion_tokens`.
    pub max_tokens: bool,
    /// `max_completion_tokens`.
    pub max_completion_tokens: bool,
    /// Any `temperature`; else only 1.
    pub temperature: bool,
    /// `stream_options`.
    pub stream_options: bool,
    /// `tools`, and turns of the role `tool`.
    pub tools: bool,
}

impl Default for Accepts {
    fn default() -> Self {
        Self {
            schema: true,
            object: true,
            max_tokens: true,
            max_completion_tokens: true,
            temperature: true,
            stream_options: true,
            tools: true,
        }
    }
}

/// Which parameters of a rerank request a server knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RerankShape {
    /// `documents`, `top_n` and `return_documents`, as Jina, Cohere and vLLM; it gives `results`.
    #[default]
    TopN,
    /// `documents` and `top_k`, as Voyage; anything else is refused with 400. It gives `data`.
    TopK,
    /// `texts`, as text-embeddings-inference; a request without them is refused with 422. It gives a bare list of `score`s.
    Texts,
}

/// What is said to prompts that hold all of some texts.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// The texts.
    pub holds: Vec<String>,
    /// The reply.
    pub says: String,
}

/// See the module.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// Where to listen; port 0 is any that is free.
    pub address: String,
    /// The model's name; the only one that is known.
    pub model: String,
    /// The key that must be shown, if one must.
    pub key: Option<String>,
    /// What all drawing begins with.
    pub seed: u64,
    /// Until a reply begins.
    pub latency: Latency,
    /// Between two pieces of a stream.
    pub between: Duration,
    /// Faults by their share of calls, the first drawn first.
    pub faults: Vec<(Fault, f64)>,
    /// What the first calls get; afterwards recordings and the brain speak.
    pub script: Vec<Step>,
    /// Replies by [the name of their prompt](crate::name_of).
    pub recorded: HashMap<String, String>,
    /// What is said to prompts that hold all of some texts; of several the first counts. The brain speaks to all others.
    pub rules: Vec<Rule>,
    /// Tokens that prompt and reply may have together.
    pub context: u64,
    /// Tokens of a prompt that are read; more are cut off without a word, as Ollama does.
    pub reads: u64,
    /// Components of a vector.
    pub dimension: usize,
    /// What is accepted.
    pub accepts: Accepts,
    /// Whether tokens are told.
    pub usage: bool,
    /// In which shape it is asked for scores.
    pub rerank: RerankShape,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            address: "127.0.0.1:0".to_owned(),
            model: "scripted".to_owned(),
            key: None,
            seed: 1,
            latency: Latency::Fixed(Duration::ZERO),
            between: Duration::ZERO,
            faults: Vec::new(),
            script: Vec::new(),
            recorded: HashMap::new(),
            rules: Vec::new(),
            context: 128_000,
            reads: u64::MAX,
            dimension: 64,
            accepts: Accepts::default(),
            usage: true,
            rerank: RerankShape::default(),
        }
    }
}

impl Plan {
    /// A plan that follows a script.
    pub fn scripted(script: impl IntoIterator<Item = Step>) -> Self {
        Self { script: script.into_iter().collect(), ..Self::default() }
    }

    pub(crate) fn fault(&self, drawn: &mut Drawn) -> Option<Fault> {
        let mut at = drawn.unit();
        self.faults.iter().find_map(|(fault, share)| {
            at -= share;
            (at < 0.0).then_some(*fault)
        })
    }
}
