//! The table of settings: a line has field, type, default, key, accepted values and meaning. The
//! options of strategies have such a table in the kernel; its lines follow under `look`.

use std::borrow::Cow;
use std::sync::LazyLock;

use quipu_engine::ways;
use quipu_kernel::split::{Encoding, KeepSeparator, SPLITTERS};
use quipu_kernel::strategies::{OptionError, Options, Parameter};
use quipu_kernel::view::Expression;
use quipu_language::plan::Ontology;

use super::llm::{self, Llms};
use super::setting_value::{Accepts, DEFAULT, ExpectedValue, SettingKind, SettingRow};
use super::virtual_fields::{refusal, virtual_field};

/// A row of the table of settings.
pub type Setting = SettingRow<Settings>;

/// All settings, by section.
pub static TABLE: LazyLock<Vec<Setting>> = LazyLock::new(|| {
    let looks = ways::parameters().map(look);
    let llms = llm::table().into_iter().map(|row| row.within(|of: &Settings| &of.llms, |of| &mut of.llms));
    own().into_iter().chain(llms).chain(std::iter::once(look_where())).chain(looks).collect()
});

/// The accepted values of an option.
fn expected(error: OptionError) -> ExpectedValue {
    ExpectedValue::Option(match error {
        OptionError::Value { expected, .. } => expected,
        unknown @ OptionError::Unknown { .. } => unknown.to_string(),
    })
}

/// The setting of a filter on the documents of every look.
fn look_where() -> Setting {
    Setting {
        key: "look.where".to_owned(),
        about:
            "an expression over fields that every document must satisfy that is looked at, beside what a question asks \
            for, as in year >= 2020 and not tags = draft; by default none"
                .to_owned(),
        accepts: None,
        work: None,
        set: Box::new(|settings, text| {
            let read = (!text.trim().is_empty()).then(|| text.parse::<Expression>()).transpose();
            let expression = read.map_err(|error| ExpectedValue::Expression(error.to_string()))?;
            if let Some(field) = expression.as_ref().and_then(virtual_field) {
                return Err(ExpectedValue::Expression(refusal(field)));
            }
            settings.look_where = expression;
            Ok(())
        }),
        show: Box::new(|settings| settings.look_where.as_ref().map(ToString::to_string).unwrap_or_default()),
    }
}

fn look(parameter: &'static Parameter) -> Setting {
    Setting {
        key: format!("look.{}", parameter.key),
        about: parameter.about.to_owned(),
        accepts: None,
        work: None,
        set: Box::new(|settings, text| parameter.set(&mut settings.look, &in_json(text)).map_err(expected)),
        show: Box::new(|settings| parameter.value(&settings.look)),
    }
}

/// A list as files write it, in JSON, which the kernel reads; another text unchanged.
fn in_json(text: &str) -> Cow<'_, str> {
    let table = || format!("list = {text}").parse::<toml::Table>().ok().filter(|table| table.len() == 1);
    let list = text.trim_start().starts_with('[').then(table).flatten();
    list.and_then(|list| serde_json::to_string(list.get("list")?).ok()).map_or(Cow::Borrowed(text), Cow::Owned)
}

macro_rules! table {
    ($($field:ident: $kind:ty = $default:expr, $key:literal, $accepts:expr, $about:literal;)*) => {
        /// Every setting with its value.
        #[derive(Debug, Clone, PartialEq)]
        pub struct Settings {
            $(#[doc = $about] pub $field: $kind,)*
            /// Language models.
            pub llms: Llms,
            /// A condition on every document of a look.
            pub look_where: Option<Expression>,
            /// The options of strategies.
            pub look: Options,
        }

        impl Default for Settings {
            fn default() -> Self {
                Self { $($field: $default,)* llms: Llms::default(), look_where: None, look: Options::default() }
            }
        }

        fn own() -> Vec<Setting> {
            vec![$(Setting {
                key: $key.to_owned(),
                about: $accepts.after($about),
                accepts: Some($accepts),
                work: None,
                set: Box::new(|settings, text| {
                    settings.$field = <$kind as SettingKind>::read(text, $accepts).ok_or_else(|| $accepts.expected())?;
                    Ok(())
                }),
                show: Box::new(|settings| settings.$field.show()),
            },)*]
        }
    };
}

const CUTS: Accepts = Accepts::Names(|| SPLITTERS.iter().map(|splitter| splitter.name()).collect());
const KEEP: Accepts = Accepts::Names(|| KeepSeparator::ALL.iter().map(|keep| keep.name()).collect());
const ENCODINGS: Accepts = Accepts::Names(|| Encoding::ALL.iter().map(|encoding| encoding.name()).collect());
const YES_NO: Accepts = Accepts::Names(|| vec!["no", "yes"]);
const PAGES: Accepts = Accepts::Names(|| vec!["main", "all"]);
const PREDICATES: Accepts = Accepts::Lines(
    |lines| Ontology::read(lines, &[]).is_ok(),
    r#"["depends on = leans on | needs", "owned by < keeps"]"#,
);
const KINDS: Accepts =
    Accepts::Lines(|lines| Ontology::read(&[], lines).is_ok(), r#"["TEAM = team | squad", "DRUG = drug | medicine"]"#);
const EFFORTS: Accepts =
    Accepts::Names(|| quipu_engine::base::Effort::ALL.iter().map(|effort| effort.name()).collect());
const CONTEXTS: Accepts =
    Accepts::Names(|| quipu_engine::ask::ContextForm::ALL.iter().map(|(name, _)| *name).collect());
const STRATEGIES: Accepts =
    Accepts::Names(|| ways::all().map(|way| way.name()).chain(ways::ALIASES.iter().map(|(alias, _)| *alias)).collect());

table! {
    max_document: usize = 64, "index.max_document", Accepts::Number(1.0, 1024.0),
        "the most text of one document, in megabytes; a longer one is cut there and reported";
    sync_every: usize = 10, "index.sync_every", Accepts::Number(1.0, 3600.0),
        "while indexing in bulk, make the indexed documents durable at least this often, in seconds";
    sync_megabytes: f64 = 32.0, "index.sync_megabytes", Accepts::Number(0.01, 1024.0),
        "while indexing in bulk, make the indexed documents durable after this much text, in megabytes";
    load_max_file: usize = 256, "load.max_file", Accepts::Number(1.0, 2048.0),
        "the largest file of a format that is read whole (PDF, office, archives), in megabytes";
    load_seconds: usize = 60, "load.seconds", Accepts::Number(1.0, 86_400.0),
        "how long the reader of one such file may take, in seconds; of processor time a small file gets a sixtieth of that, \
        a larger one more";
    load_memory: usize = 2_000, "load.memory", Accepts::Number(100.0, 1_000_000.0),
        "how much memory that reader may take, in megabytes, where the system can bound it";
    load_html: String = "main".to_owned(), "load.html", PAGES,
        "the part of a web page that is read: its main part, or menus, footers and forms too";
    load_everything: String = "no".to_owned(), "load.everything", YES_NO,
        "whether files that are no documents are read, too: drawings without sentences, minified scripts, source maps, lock \
        files, what editors and downloads leave behind, keys, and data (base64) within texts; by default they are left out \
        and counted";
    load_ocr: String = String::new(), "load.ocr", Accepts::Text,
        "languages in which pictures of pages are read by tesseract, as in eng+rus; by default they are only reported. Needs \
        tesseract and pdftoppm, and more of `load.seconds`";
    load_json_text: Vec<String> = Vec::new(), "load.json_text", Accepts::Texts,
        "fields of JSON objects that hold their text, before those looked for anyway (text, content, body, abstract and \
        others); `a.b` is the field b of a";
    load_json_title: Vec<String> = Vec::new(), "load.json_title", Accepts::Texts,
        "fields that hold their title, before title, name, headline and subject";
    load_json_id: Vec<String> = Vec::new(), "load.json_id", Accepts::Texts,
        "fields that hold their id, before _id, id and others";
    splitter: String = "structure".to_owned(), "split.method", CUTS,
        "the rule by which documents are cut into chunks";
    split_characters: Option<usize> = None, "split.characters", Accepts::Number(50.0, 100_000.0),
        "the most characters of a chunk; by default 1200, and 1000 for recursive";
    split_tokens: Option<usize> = None, "split.tokens", Accepts::Number(1.0, 50_000.0),
        "the most tokens of a chunk: of `split.encoding` for tokens, by default 1200; words as the word index counts \
        them for structure, by default without bound";
    split_overlap: Option<usize> = None, "split.overlap", Accepts::Number(0.0, 50_000.0),
        "the most that a chunk of recursive, tokens or sentences repeats of the one before it, in the unit of its size; \
        by default 100, and 0 for sentences";
    split_separators: Vec<String> = Vec::new(), "split.separators", Accepts::Texts,
        "where recursive cuts, from coarse to fine; by default [\"\\n\\n\", \"\\n\", \" \", \"\"]";
    split_keep_separator: String = "start".to_owned(), "split.keep_separator", KEEP,
        "whether a separator begins what follows, ends what stands before, or is in neither";
    split_encoding: String = "o200k".to_owned(), "split.encoding", ENCODINGS,
        "whose tokens are counted";
    embed_model: String = "static".to_owned(), "embed.model", Accepts::Text,
        "what makes vectors: `static` (inside the binary), `none`, `openai` (a server), or a sentence encoder: a name that \
        `quipu model list` shows, or a model's folder";
    embed_library: String = String::new(), "embed.library", Accepts::Text,
        "an ONNX Runtime library that runs the encoder, or `auto` to look for one; by default it runs by what is in the binary";
    embed_url: String = "http://127.0.0.1:11434/v1".to_owned(), "embed.url", Accepts::Text,
        "with `openai`: the server's address, up to `/v1`";
    embed_name: String = "text-embedding-3-small".to_owned(), "embed.name", Accepts::Text,
        "with `openai`: the model's name; `{role}` in it becomes `query` or `passage`";
    embed_key: String = DEFAULT.to_owned(), "embed.key", Accepts::Text,
        "with `openai`: the variable that holds the key; by default OPENAI_API_KEY where `embed.url` is OpenAI's, else none";
    embed_dimension: usize = 0, "embed.dimension", Accepts::Number(0.0, 65_536.0),
        "with `openai`: components of a vector; 0: as in the server's first reply";
    embed_batch: usize = 64, "embed.batch", Accepts::Number(1.0, 4096.0),
        "with `openai`: texts a request";
    embed_query_prefix: String = String::new(), "embed.query_prefix", Accepts::Text,
        "with `openai`: prefix of questions";
    embed_passage_prefix: String = String::new(), "embed.passage_prefix", Accepts::Text,
        "with `openai`: prefix of passages";
    embed_seconds: usize = 60, "embed.seconds", Accepts::Number(1.0, 3600.0),
        "with `openai`: how long a request may take";
    model_folder: String = String::new(), "model.folder", Accepts::Text,
        "the folder of models; by default quipu/models below $XDG_DATA_HOME or ~/.local/share";
    model_mirror: String = String::new(), "model.mirror", Accepts::Text,
        "where `quipu model pull` fetches from: the address of a hub of the same layout as the usual one";
    reader_model: String = "none".to_owned(), "reader.model", Accepts::Text,
        "a model that reads question and sentence together (a cross-encoder) and helps to choose the sentences of quoted \
        answers: `none`, `server` (that of `llm.rerank`), a name that `quipu model list` shows, or a model's folder";
    reader_units: usize = 30, "reader.units", Accepts::Number(1.0, 200.0),
        "how many sentences, members of lists and rows it reads for a question, the best by their words";
    reader_milliseconds: usize = 2000, "reader.milliseconds", Accepts::Number(1.0, 600_000.0),
        "how long it may take for a question; later the answer is chosen by words alone, and the trace says so";
    extract_profile: String = "general".to_owned(), "extract.profile", Accepts::Text,
        "what a model is asked to find in documents: a name that `quipu prompts list` shows, or a file that \
        `quipu prompts eject` wrote";
    extract_window: usize = 1200, "extract.window", Accepts::Number(50.0, 1_000_000.0),
        "the most tokens of neighbouring chunks that a model reads at once";
    extract_share: f64 = 1.0, "extract.share", Accepts::Number(0.0, 1.0),
        "which share of these windows a model reads: those that stand for most others; rules read the rest";
    extract_gleanings: usize = 1, "extract.gleanings", Accepts::Number(0.0, 10.0),
        "how often it is asked for missed facts; it ends when the model finds nothing more";
    extract_room: usize = 4096, "extract.room", Accepts::Number(16.0, 1_000_000.0),
        "the most tokens of its reply, at first; one that is cut off gets more";
    extract_only: String = String::new(), "extract.only", Accepts::Text,
        "it reads only what stands below a heading of this name, as abstract; the first chunk where there is none. By \
        default all";
    extract_language: String = String::new(), "extract.language", Accepts::Text,
        "the language in which it describes what it finds; by default that of the text";
    extract_claims: String = "no".to_owned(), "extract.claims", YES_NO,
        "whether it is asked for claims, too";
    extract_describe: String = String::new(), "extract.describe", Accepts::Text,
        "the words in which one description is made of many: a file that `quipu prompts eject describe` wrote; by default \
        those in the binary";
    extract_context: String = "no".to_owned(), "extract.context", YES_NO,
        "whether a model says of each chunk in one sentence where it stands in its document: searched and embedded with \
        the chunk, never quoted. A call for each window; what was said stays when this is turned off";
    extract_context_words: String = String::new(), "extract.context_words", Accepts::Text,
        "the words in which it is asked for that: a file that `quipu prompts eject context` wrote; by default those in the \
        binary";
    extract_fragments: usize = 8, "extract.fragments", Accepts::Number(1.0, 1e6),
        "one description is made of more descriptions than this, of an entity or a relation";
    extract_fragment_tokens: usize = 1200, "extract.fragment_tokens", Accepts::Number(100.0, 1e6),
        "or where they have more tokens than this together";
    names_homonyms: String = "yes".to_owned(), "names.homonyms", YES_NO,
        "whether a dictionary of well-known namesakes tells them apart by the words around them (word-sense disambiguation): \
        on labelled namesakes precision 54.0 without it and 69.8 with it, recall 62.7 and 80.0, on questions no \
        difference (eval/ABLATION.md); where it changes, documents are read again by the next `quipu index`";
    relation_predicates: Vec<String> = Vec::new(), "relations.predicates", PREDICATES,
        "wordings of predicates beside those in the binary, by which relations are shown and followed: `NAME = wording | \
        wording`, or `NAME < wording` for those that lead the other way; a `*` at either end stands for anything";
    relation_kinds: Vec<String> = Vec::new(), "relations.kinds", KINDS,
        "kinds of things by the nouns that they are said to be, as they are shown and drawn";
    effort: String = "quick".to_owned(), "answer.effort", EFFORTS,
        "how much is done for a question: one look, a plan of a few parts with corrections, or one of many parts";
    answer_beyond: String = "no".to_owned(), "answer.beyond", YES_NO,
        "whether a model says what it knows from elsewhere where the documents say nothing: headed so, without a citation";
    answer_corrective: String = "no".to_owned(), "answer.corrective", YES_NO,
        "whether it is checked that what was found bears on the question (corrective RAG): where it does not, it is looked \
        for once more by other words, and then a note warns";
    answer_cache: String = "yes".to_owned(), "answer.cache", YES_NO,
        "whether an answer that a model wrote, or that took more effort than one look, is kept and given again while \
        documents and settings are the same";
    answer_monitor: String = "yes".to_owned(), "answer.monitor", YES_NO,
        "whether kinds of questions and how they were answered are counted beside the workspace, without a word of \
        them (`quipu monitor`)";
    answer_length: String = "medium".to_owned(), "answer.length", Accepts::Text,
        "how long the answers are that a model writes: short, medium or long, or another that `answer.prompts` tells of";
    answer_style: String = "prose".to_owned(), "answer.style", Accepts::Text,
        "how they are written: prose, list, steps or simple, or another that `answer.prompts` tells of";
    answer_language: String = String::new(), "answer.language", Accepts::Text,
        "the language in which they are written; by default that of the question";
    answer_passages: usize = 4000, "answer.passages", Accepts::Number(100.0, 1e6),
        "the most tokens of passages that the model reads for an answer";
    answer_entities: usize = 800, "answer.entities", Accepts::Number(0.0, 1e6),
        "the most tokens of what is known of the entities that a question names";
    answer_relations: usize = 800, "answer.relations", Accepts::Number(0.0, 1e6),
        "the most tokens of relations, where `answer.context` is `rows`";
    answer_context: String = "text".to_owned(), "answer.context", CONTEXTS,
        "how the sources are written that a model reads: numbered `text`, or `rows` of entities, relations and passages";
    answer_history: usize = 1500, "answer.history", Accepts::Number(0.0, 1e6),
        "the most tokens of a conversation by which a follow-up question is understood";
    answer_room: usize = 1024, "answer.room", Accepts::Number(16.0, 1e6),
        "the most tokens of an answer";
    answer_judge: String = "yes".to_owned(), "answer.judge", YES_NO,
        "whether a model judges sentences whose words are not those of their sources, in one call an answer";
    answer_prompts: String = String::new(), "answer.prompts", Accepts::Text,
        "the words in which answers are asked for: a file that `quipu prompts eject answer` wrote; by default those in \
        the binary";
    agent_prompts: String = String::new(), "agent.prompts", Accepts::Text,
        "the words in which the agent asks a model: a file that `quipu prompts eject agent` wrote; by default those in the \
        binary";
    way_prompts: String = String::new(), "agent.way_prompts", Accepts::Text,
        "the words in which ways to look ask a model before they look: a file that `quipu prompts eject ways` wrote; by \
        default those in the binary";
    agent_steps: usize = 0, "agent.steps", Accepts::Number(0.0, 1e6),
        "the most steps of a question with more effort than one look; 0 for those of the effort, as below";
    agent_views: usize = 0, "agent.views", Accepts::Number(0.0, 1e6),
        "the most views of the graph that such a question cuts";
    agent_calls: usize = 0, "agent.calls", Accepts::Number(0.0, 1e6),
        "the most calls of a model that it makes, that for the answer among them";
    agent_tokens: usize = 0, "agent.tokens", Accepts::Number(0.0, 1e9),
        "the tokens of those calls, beyond which none begins";
    agent_seconds: f64 = 0.0, "agent.seconds", Accepts::Number(0.0, 86_400.0),
        "the seconds that it takes before the answer is written";
    agent_money: f64 = 0.0, "agent.money", Accepts::Number(0.0, 1e6),
        "the money that those calls cost, by the prices of the models, beyond which none begins; 0 for no bound";
    communities_least_chunks: usize = 2, "communities.least_chunks", Accepts::Number(1.0, 1e6),
        "in how many chunks an entity must be to be in a community, unless a relation of it is stated";
    communities_least_together: usize = 2, "communities.least_together", Accepts::Number(1.0, 1e6),
        "in how many chunks two entities must be together to be tied; once where there are fewer than 500 chunks";
    communities_npmi: f64 = 0.2, "communities.npmi", Accepts::Number(0.0, 1.0),
        "how much more often than by chance, by normalised pointwise mutual information";
    communities_best: usize = 10, "communities.best", Accepts::Number(1.0, 1000.0),
        "how many such ties an entity offers, its strongest";
    communities_hub: f64 = 0.05, "communities.hub", Accepts::Number(0.0, 1.0),
        "in which share of all chunks an entity ties too much together: it joins a community afterwards, as a guest";
    communities_resolution: f64 = 1.0, "communities.resolution", Accepts::Number(0.01, 100.0),
        "above 1 communities are smaller, below 1 larger";
    communities_largest: usize = 32, "communities.largest", Accepts::Number(2.0, 1e6),
        "a community of more entities falls into parts";
    communities_seed: usize = 0, "communities.seed", Accepts::Number(0.0, 1e9),
        "in which order entities are looked at: another gives other communities of the same quality";
    communities_report_tokens: usize = 6000, "communities.report_tokens", Accepts::Number(200.0, 1e6),
        "the most tokens of relations, descriptions, passages and reports on parts that a model writes a report from";
    communities_report_least: usize = 20, "communities.report_least", Accepts::Number(1.0, 1e6),
        "a community of fewer entities is not written of by a model, where there are 500 chunks or more: sentences of the \
        documents tell of it";
    communities_prompts: String = String::new(), "communities.prompts", Accepts::Text,
        "the words in which a model is asked about communities: a file that `quipu prompts eject communities` wrote; by \
        default those in the binary";
    wait: usize = 10, "store.wait", Accepts::Number(0.0, 86_400.0),
        "how long to wait for another process that writes to the workspace, in seconds";
    server_listen: String = "127.0.0.1:7171".to_owned(), "server.listen", Accepts::Text,
        "where `quipu serve` listens: an address of this machine with a port; another than 127.0.0.1 needs a token";
    server_hosts: Vec<String> = Vec::new(), "server.hosts", Accepts::Texts,
        "names under which it is asked, beside its address and localhost: other hosts are refused";
    server_origins: Vec<String> = Vec::new(), "server.origins", Accepts::Texts,
        "origins of pages elsewhere that may ask it, as https://wiki.example.org";
    server_roots: Vec<String> = Vec::new(), "server.roots", Accepts::Texts,
        "folders below which requests may name files to index; by default none";
    server_fetch_inside: Vec<String> = Vec::new(), "server.fetch_inside", Accepts::Texts,
        "hosts within this network from which documents may be fetched, as wiki.lan or 10.0.0.7:8000; by default none: \
        addresses lead to the open net alone";
    server_closed: String = "no".to_owned(), "server.closed", YES_NO,
        "whether requests of this machine need a token, too";
    server_requests: usize = 256, "server.requests", Accepts::Number(1.0, 100_000.0),
        "how many requests are served at once; further ones are refused and may be retried";
    server_max_file: usize = 512, "server.max_file", Accepts::Number(1.0, 65_536.0),
        "the largest file that can be uploaded, in megabytes";
    server_max_files: usize = 2000, "server.max_files", Accepts::Number(1.0, 100_000.0),
        "the most files of one upload";
    server_public_url: String = String::new(), "server.public_url", Accepts::Text,
        "the address under which people reach the page, as https://quipu.example.org or https://example.org/quipu, which tools give \
        with what they find; by default the one that a request came under. Where it is set, requests of this machine need a token, too";
    server_proxies: Vec<String> = Vec::new(), "server.proxies", Accepts::Texts,
        "reverse proxies in front of the server, as 127.0.0.1 or 10.0.0.0/8: their headers give a client's address, for logs and \
        limits. Where it is set, requests of this machine need a token, too";
    mcp_tools: String = "default".to_owned(), "mcp.tools", Accepts::Text,
        "which tools agents are shown over MCP: default, papers, all, or names parted by commas";
    mcp_write: String = "no".to_owned(), "mcp.write", YES_NO,
        "whether agents are shown tools that change the workspace: of a server only those whose token may write";
    openai_sources: String = "list".to_owned(), "openai.sources", Accepts::Names(|| vec!["list", "marks", "none"]),
        "how sources stand in the text of answers by OpenAI's protocol: marks and a list below, marks alone, or neither";
    openai_models: String = "workspaces".to_owned(), "openai.models", Accepts::Names(|| vec!["workspaces", "ways"]),
        "which models OpenAI's protocol lists: one for the workspace, or one more for each strategy; all are accepted by name";
    research_arxiv: String = "https://export.arxiv.org".to_owned(), "research.arxiv", Accepts::Text,
        "where `quipu papers` asks arXiv: its address for programs, or a mirror";
    research_mail: String = String::new(), "research.mail", Accepts::Text,
        "a mail address by which arXiv can reach the user, sent with every request; by default none";
    research_pause: f64 = 3.0, "research.pause", Accepts::Number(0.0, 3600.0),
        "the least time between two requests, in seconds; arXiv itself is never asked more often than every 3";
    research_wait: f64 = 120.0, "research.wait", Accepts::Number(0.0, 3600.0),
        "how long the route `build_graph` waits for texts of papers before its reply is the job that goes on, in seconds";
    strategy: String = "auto".to_owned(), "look.strategy", STRATEGIES,
        "how to look for evidence";
}
