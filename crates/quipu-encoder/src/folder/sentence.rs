//! The parts that make a sentence encoder of a network: pooling, length, normalisation, prefixes.
//!
//! They stand in the small files that sentence-transformers writes. Where a folder has none of them (a bare
//! network), sentences are the mean of their tokens. Prefixes stand in `config_sentence_transformers.json`; the
//! families that were published before it are known here by name.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{Config, Folder};
use crate::EncoderError;

/// The pooling of the vectors of tokens into one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pooling {
    /// The mean of all tokens.
    Mean,
    /// The first token.
    Cls,
}

/// Prefixes of texts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Prefixes {
    /// Before a question.
    pub question: String,
    /// Before a text that is searched.
    pub passage: String,
}

/// The contents of the small files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sentence {
    pub(crate) pooling: Pooling,
    pub(crate) normalised: bool,
    /// Maximal number of tokens of a text, the first and last included; longer texts are cut.
    pub(crate) longest: usize,
    pub(crate) lowercase: bool,
    pub(crate) prefixes: Prefixes,
}

#[derive(Deserialize)]
struct Module {
    #[serde(default)]
    path: String,
    #[serde(rename = "type")]
    kind: String,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Bert {
    max_seq_length: Option<usize>,
    do_lower_case: bool,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct TokenizerConfig {
    /// "No limit" is written as a number with thirty digits.
    model_max_length: Option<f64>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Prompts {
    prompts: BTreeMap<String, Option<String>>,
}

impl Sentence {
    pub(crate) fn read(folder: &Folder, config: &Config) -> Result<Self, EncoderError> {
        let modules: Option<Vec<Module>> = folder.optional_json("modules.json")?;
        let mut pooling_folder = "1_Pooling".to_owned();
        let mut normalised = modules.is_none();
        for module in modules.unwrap_or_default() {
            match module.kind.rsplit('.').next().unwrap_or_default() {
                "Transformer" => {}
                "Pooling" => pooling_folder = module.path,
                "Normalize" => normalised = true,
                other => {
                    return Err(EncoderError::unsupported(
                        &folder.file("modules.json"),
                        format_args!("the module {other:?}"),
                    ));
                }
            }
        }
        let bert: Bert = folder.optional_json("sentence_bert_config.json")?.unwrap_or_default();
        Ok(Self {
            pooling: pooling(folder, &pooling_folder)?,
            normalised,
            longest: longest(folder, &bert, config)?,
            lowercase: bert.do_lower_case,
            prefixes: prefixes(folder, config)?,
        })
    }
}

/// `1_Pooling/config.json`: one of its switches is on, or, in newer files, it has a name.
fn pooling(folder: &Folder, inside: &str) -> Result<Pooling, EncoderError> {
    let name = format!("{inside}/config.json");
    let Some(values): Option<BTreeMap<String, serde_json::Value>> = folder.optional_json(&name)? else {
        return Ok(Pooling::Mean);
    };
    let named = values.get("pooling_mode").and_then(|mode| mode.as_str());
    let switched = values.iter().filter(|(_, on)| on.as_bool() == Some(true));
    let switched = switched.filter_map(|(key, _)| key.strip_prefix("pooling_mode_"));
    let modes: Vec<&str> = named.map_or_else(|| switched.collect(), |mode| vec![mode]);
    match modes[..] {
        ["mean_tokens" | "mean"] => Ok(Pooling::Mean),
        ["cls_token" | "cls"] => Ok(Pooling::Cls),
        _ => Err(EncoderError::unsupported(&folder.file(&name), format_args!("the pooling {}", modes.join(" with ")))),
    }
}

/// The least length that the folder's files allow.
fn longest(folder: &Folder, bert: &Bert, config: &Config) -> Result<usize, EncoderError> {
    let tokenizer: TokenizerConfig = folder.optional_json("tokenizer_config.json")?.unwrap_or_default();
    let of_tokenizer = tokenizer.model_max_length.filter(|most| *most >= 1.0).map(|most| most as usize);
    let most = bert.max_seq_length.or(of_tokenizer).unwrap_or(usize::MAX).min(config.longest());
    if most < 3 {
        let name = if bert.max_seq_length.is_some() { "sentence_bert_config.json" } else { "tokenizer_config.json" };
        return Err(EncoderError::malformed(&folder.file(name), format_args!("a length of {most} holds no text")));
    }
    Ok(most)
}

fn prefixes(folder: &Folder, config: &Config) -> Result<Prefixes, EncoderError> {
    let file: Prompts = folder.optional_json("config_sentence_transformers.json")?.unwrap_or_default();
    let said = |names: &[&str]| {
        names.iter().find_map(|name| file.prompts.get(*name).cloned().flatten()).filter(|prefix| !prefix.is_empty())
    };
    let family = family(&folder.name()).or_else(|| family(&config.origin)).unwrap_or_default();
    Ok(Prefixes {
        question: said(&["query", "question"]).unwrap_or(family.question),
        passage: said(&["passage", "document"]).unwrap_or(family.passage),
    })
}

/// Prefixes of families whose files do not tell them.
fn family(name: &str) -> Option<Prefixes> {
    let name = name.to_lowercase();
    let words: Vec<&str> = name.split(|letter: char| !letter.is_alphanumeric()).collect();
    let has = |word: &str| words.contains(&word);
    if has("e5") && !has("instruct") {
        Some(Prefixes { question: "query: ".to_owned(), passage: "passage: ".to_owned() })
    } else if has("bge") && has("en") {
        let question = "Represent this sentence for searching relevant passages: ".to_owned();
        Some(Prefixes { question, passage: String::new() })
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_are_known_by_name() {
        let prefixes = |name| family(name).map(|prefixes| (prefixes.question, prefixes.passage));
        let e5 = ("query: ".to_owned(), "passage: ".to_owned());
        assert_eq!(prefixes("multilingual-e5-small"), Some(e5.clone()));
        assert_eq!(prefixes("intfloat/e5-base-v2"), Some(e5));
        let (question, passage) = prefixes("/models/BAAI_bge-small-en/").expect("a family");
        assert!(question.starts_with("Represent this sentence") && passage.is_empty());
        for other in ["all-MiniLM-L6-v2", "bge-m3", "multilingual-e5-large-instruct", ""] {
            assert_eq!(prefixes(other), None, "{other}");
        }
    }
}
