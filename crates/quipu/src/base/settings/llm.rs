//! Language models: rows that hold for all work, and the same rows again for each kind of it.
//!
//! A row below `llm.extract` that is not set has the value of the row below `llm`; so one model for all is
//! two lines, and another for one kind of work one more.

use std::collections::BTreeMap;
use std::time::Duration;

use quipu_adapters::llm::{ChatOptions, Waits};
use quipu_adapters::net::Secret;
use quipu_engine::gateway::{ConcurrencyLimit, Fuse, Manners, Patience, Price, RateLimits};
use quipu_engine::ports::LlmCard;

use super::setting_value::{Accepts, DEFAULT, SettingKind, SettingRow};
use super::work::Work;

/// A row that holds for all work, and for each.
struct Row {
    name: &'static str,
    default: &'static str,
    accepts: Accepts,
    /// True if it applies to a model used only for ranking.
    ranks: bool,
    about: &'static str,
}

const fn row(name: &'static str, default: &'static str, accepts: Accepts, about: &'static str) -> Row {
    Row { name, default, accepts, ranks: false, about }
}

const fn ranks(row: Row) -> Row {
    Row { ranks: true, ..row }
}

const SECONDS: Accepts = Accepts::Number(0.01, 86_400.0);
const COUNT: Accepts = Accepts::Number(0.0, 1e9);
const MONEY: Accepts = Accepts::Number(0.0, 1e6);

/// Rows that are set for all work or for one.
const ROWS: &[Row] = &[
    ranks(row(
        "url",
        "http://127.0.0.1:11434/v1",
        Accepts::Text,
        "the model server's address, up to `/v1`; by default Ollama's",
    )),
    ranks(row(
        "name",
        "",
        Accepts::Text,
        "the model's name, as the server knows it; empty: none is asked. `llm.rerank` takes no other's name",
    )),
    ranks(row(
        "key",
        DEFAULT,
        Accepts::Text,
        "the variable that holds the key; by default OPENAI_API_KEY where `llm.url` is OpenAI's, else none",
    )),
    row(
        "temperature",
        DEFAULT,
        Accepts::Number(0.0, 2.0),
        "how freely words are drawn; by default as each prompt says",
    ),
    row(
        "context",
        "8192",
        Accepts::Number(512.0, 1e8),
        "tokens that prompt and reply may have together; what the server was started with",
    ),
    row(
        "reply_tokens",
        "0",
        COUNT,
        "the most tokens of a reply; 0: as each question says, and up to four times that where a reply is cut off",
    ),
    ranks(row("connect_seconds", "10", SECONDS, "how long to wait for a connection")),
    ranks(row(
        "first_seconds",
        "300",
        SECONDS,
        "how long to wait for a reply: for its first token where it streams, else for all of it",
    )),
    row(
        "idle_seconds",
        "0",
        Accepts::Number(0.0, 86_400.0),
        "how long to wait for the next token; every call streams then. 0: calls stream only if a client reads along",
    ),
    ranks(row("retries", "4", Accepts::Number(0.0, 100.0), "how often a call that failed in passing is made again")),
    ranks(row("requests_a_minute", "0", COUNT, "the most calls a minute; 0: no bound")),
    ranks(row(
        "tokens_a_minute",
        "0",
        COUNT,
        "the most tokens a minute, of prompts and the room of replies; 0: no bound",
    )),
    ranks(row(
        "most_at_once",
        "16",
        Accepts::Number(1.0, 10_000.0),
        "the most calls at once; fewer where the server is busy",
    )),
    ranks(row("price_input", "0", MONEY, "price of a million tokens of prompts, in any currency")),
    row("price_output", "0", MONEY, "price of a million tokens of replies"),
];

/// Rows for the whole run.
const WHOLE: &[Row] = &[
    row("record", "", Accepts::Text, "a file that takes every reply, to have the run again"),
    row(
        "replay",
        "",
        Accepts::Text,
        "a file that took the replies of a run: no server is asked, and what it does not hold is refused",
    ),
];

/// The settings of language models, by the rest of their keys behind `llm.`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Llms {
    set: BTreeMap<String, String>,
}

/// A model for a kind of work, and how it is asked.
#[derive(Debug, Clone, PartialEq)]
pub struct LlmUse {
    /// The model and its server.
    pub chat: ChatOptions,
    /// The settings of calls.
    pub manners: Manners,
}

impl Llms {
    fn get(&self, work: Work, name: &str) -> &str {
        // A reranker is no chat model: it has a name and a price of its own, or none.
        let shared = work != Work::Rerank || !matches!(name, "name" | "price_input" | "price_output");
        let own = self.set.get(&format!("{}.{name}", work.name()));
        own.or_else(|| self.set.get(name).filter(|_| shared)).map_or_else(|| default(name), String::as_str)
    }

    /// A file that is named for the whole run.
    pub fn file(&self, name: &str) -> Option<&str> {
        self.set.get(name).map(String::as_str).filter(|path| !path.is_empty())
    }

    fn number(&self, work: Work, name: &str) -> f64 {
        self.get(work, name).replace('_', "").parse().unwrap_or_default()
    }

    fn seconds(&self, work: Work, name: &str) -> Duration {
        Duration::from_secs_f64(self.number(work, name))
    }

    fn whole(&self, work: Work, name: &str) -> u32 {
        // Rows bound the values.
        self.number(work, name) as u32
    }

    /// The model for a kind of work, if one is named.
    pub(super) fn of(&self, work: Work) -> Option<LlmUse> {
        let name = Some(self.get(work, "name")).filter(|name| !name.is_empty())?.to_owned();
        let key = key(self.get(work, "key"), self.get(work, "url"));
        let idle = self.seconds(work, "idle_seconds");
        let most = self.whole(work, "most_at_once");
        let temperature = self.get(work, "temperature").parse().ok();
        let longest = Some(self.whole(work, "reply_tokens")).filter(|most| *most > 0);
        let chat = ChatOptions {
            url: self.get(work, "url").to_owned(),
            card: LlmCard { name, context: self.whole(work, "context"), temperature, longest },
            key,
            waits: Waits {
                connect: self.seconds(work, "connect_seconds"),
                first: self.seconds(work, "first_seconds"),
                idle: Some(idle).filter(|idle| !idle.is_zero()),
            },
        };
        let manners = Manners {
            patience: Patience { tries: self.whole(work, "retries") + 1, ..Patience::default() },
            // Concurrent calls all fail when their server goes away; that is one failure.
            fuse: Fuse { failures: Fuse::default().failures.max(2 * most), ..Fuse::default() },
            limits: RateLimits {
                requests: self.whole(work, "requests_a_minute"),
                tokens: self.whole(work, "tokens_a_minute"),
            },
            crowd: ConcurrencyLimit { first: ConcurrencyLimit::default().first.min(most), most },
            price: Price { input: self.number(work, "price_input"), output: self.number(work, "price_output") },
        };
        Some(LlmUse { chat, manners })
    }
}

/// The key for a server, from the variable that is named.
pub(super) fn key(named: &str, url: &str) -> Option<Secret> {
    let variable = Some(variable(named, url)).filter(|name| !name.is_empty())?;
    let secret = std::env::var(variable).ok().and_then(Secret::new)?;
    Some(secret.of(variable))
}

/// The variable of a server's key: the one that is set, else that of OpenAI for its server.
fn variable<'n>(named: &'n str, url: &str) -> &'n str {
    let openai = url.trim_start_matches("https://").starts_with("api.openai.com/");
    match named {
        DEFAULT if openai => "OPENAI_API_KEY",
        DEFAULT => "",
        named => named,
    }
}

fn default(name: &str) -> &'static str {
    ROWS.iter().find(|row| row.name == name).map_or("", |row| row.default)
}

/// The rows of the table: those for all work, then those for each.
pub(super) fn table() -> Vec<SettingRow<Llms>> {
    let all = ROWS.iter().chain(WHOLE).map(|row| setting(row, None));
    let each = Work::ALL.into_iter().flat_map(|work| {
        let rows = ROWS.iter().filter(move |row| work != Work::Rerank || row.ranks);
        rows.map(move |row| setting(row, Some(work)))
    });
    all.chain(each).collect()
}

fn setting(row: &'static Row, work: Option<Work>) -> SettingRow<Llms> {
    let below = work.map_or_else(|| row.name.to_owned(), |work| format!("{}.{}", work.name(), row.name));
    let (to_set, to_show) = (below.clone(), below.clone());
    let unset = if work.is_some() { DEFAULT } else { row.default };
    SettingRow {
        key: format!("llm.{below}"),
        about: row.about.to_owned(),
        accepts: Some(row.accepts),
        work,
        set: Box::new(move |llms: &mut Llms, text| {
            let known = text == unset || row.accepts.accepts(text);
            let set = &mut llms.set;
            match () {
                () if !known => return Err(row.accepts.expected()),
                () if text == unset => drop(set.remove(&to_set)),
                () => drop(set.insert(to_set.clone(), text.to_owned())),
            }
            Ok(())
        }),
        show: Box::new(move |llms: &Llms| llms.set.get(&to_show).map_or_else(|| unset.to_owned(), Clone::clone)),
    }
}

impl Accepts {
    /// True if a value is accepted.
    fn accepts(self, text: &str) -> bool {
        match self {
            Self::Number(..) => f64::read(text, self).is_some(),
            _ => String::read(text, self).is_some(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{Settings, TABLE};

    fn set(pairs: &[(&str, &str)]) -> Settings {
        let mut settings = Settings::default();
        for (key, value) in pairs {
            let row = TABLE.iter().find(|row| row.key == *key).unwrap_or_else(|| panic!("{key}"));
            (row.set)(&mut settings, value).unwrap_or_else(|expected| panic!("{key}: {expected}"));
        }
        settings
    }

    #[test]
    fn no_model_is_named_at_first_and_a_name_is_for_all_work_but_ranking() {
        assert!(Work::ALL.into_iter().all(|work| Settings::default().llm(work).is_none()));
        let settings = set(&[("llm.name", "small")]);
        let named = Work::ALL.map(|work| settings.llm(work).map(|one| one.chat.card.name));
        let small = || Some("small".to_owned());
        assert_eq!(named, [small(), small(), small(), small(), None]);
        let settings = set(&[("llm.rerank.name", "order"), ("llm.price_input", "5"), ("llm.retries", "7")]);
        let manners = settings.llm(Work::Rerank).unwrap().manners;
        assert_eq!((manners.price.input, manners.patience.tries), (0.0, 8), "a chat model's price is not its own");
    }

    #[test]
    fn one_kind_of_work_may_have_a_model_of_its_own() {
        let settings = set(&[
            ("llm.name", "small"),
            ("llm.retries", "7"),
            ("llm.temperature", "0.5"),
            ("llm.extract.name", "large"),
            ("llm.extract.price_output", "2.5"),
            ("llm.extract.most_at_once", "2"),
            ("llm.judge.name", ""),
        ]);
        let (extract, answer) = (settings.llm(Work::Extract).unwrap(), settings.llm(Work::Answer).unwrap());
        assert_eq!((extract.chat.card.name.as_str(), answer.chat.card.name.as_str()), ("large", "small"));
        assert_eq!((extract.manners.patience.tries, extract.chat.card.temperature), (8, Some(0.5)));
        assert_eq!((extract.manners.price.output, answer.manners.price.output), (2.5, 0.0));
        assert_eq!((extract.manners.crowd, answer.manners.crowd.most), (ConcurrencyLimit { first: 2, most: 2 }, 16));
        assert_eq!(settings.llm(Work::Judge), None, "an empty name is none");
        let row = TABLE.iter().find(|row| row.key == "llm.extract.name").unwrap();
        let mut settings = settings;
        (row.set)(&mut settings, DEFAULT).unwrap();
        assert_eq!(settings.llm(Work::Extract).unwrap().chat.card.name, "small", "unset again");
        assert!((row.set)(&mut settings, "x").is_ok());
        let row = TABLE.iter().find(|row| row.key == "llm.extract.context").unwrap();
        assert!((row.set)(&mut settings, "many").is_err() && (row.set)(&mut settings, "10").is_err());
    }

    #[test]
    fn the_usual_key_goes_to_no_other_server() {
        let unnamed = set(&[]);
        for named in [unnamed.llms.get(Work::Answer, "key"), unnamed.embed_key.as_str()] {
            assert_eq!(variable(named, "https://api.openai.com/v1"), "OPENAI_API_KEY");
            assert_eq!(variable(named, "https://api.openai.com.example.org/v1"), "");
            assert_eq!(variable(named, "http://127.0.0.1:8080/v1"), "");
        }
        let set = set(&[("llm.key", "OTHER_KEY")]);
        assert_eq!(variable(set.llms.get(Work::Answer, "key"), "https://api.openai.com/v1"), "OTHER_KEY");
    }
}
