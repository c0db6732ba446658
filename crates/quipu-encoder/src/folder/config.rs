//! `config.json`: the shape of the network.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::ModelFolder;
use crate::EncoderError;

const FILE: &str = "config.json";

/// No width, length or vocabulary of a BERT comes near it; products of two stay far from overflow.
const LARGEST: usize = 1 << 24;

/// The contents of `config.json`, checked.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Config {
    pub(crate) hidden: usize,
    pub(crate) heads: usize,
    pub(crate) layers: usize,
    pub(crate) inner: usize,
    pub(crate) vocabulary: usize,
    pub(crate) types: usize,
    /// Rows of the table of positions.
    pub(crate) positions: usize,
    /// The token of padding, where its id is its row and all others come after it: RoBERTa.
    pub(crate) padding: Option<u32>,
    pub(crate) epsilon: f32,
    /// The origin of the weights, if it is given.
    pub(crate) origin: String,
    /// Number of labels, for a classifier of texts; none for a network without such a head.
    pub(crate) labels: Option<usize>,
}

#[derive(Deserialize)]
struct Raw {
    model_type: String,
    hidden_size: usize,
    num_attention_heads: usize,
    num_hidden_layers: usize,
    intermediate_size: usize,
    vocab_size: usize,
    max_position_embeddings: usize,
    #[serde(default = "two")]
    type_vocab_size: usize,
    #[serde(default = "gelu")]
    hidden_act: String,
    #[serde(default = "epsilon")]
    layer_norm_eps: f64,
    #[serde(default)]
    pad_token_id: Option<u32>,
    #[serde(default)]
    position_embedding_type: Option<String>,
    #[serde(default, rename = "_name_or_path")]
    origin: Option<String>,
    #[serde(default)]
    architectures: Vec<String>,
    #[serde(default)]
    num_labels: Option<usize>,
    #[serde(default)]
    id2label: Option<BTreeMap<String, serde_json::Value>>,
}

impl Raw {
    /// A file without labels has two, as the library that writes it says.
    fn labels(&self) -> Option<usize> {
        let classifies = self.architectures.iter().any(|name| name.ends_with("ForSequenceClassification"));
        let told = self.num_labels.or(self.id2label.as_ref().map(BTreeMap::len));
        classifies.then(|| told.unwrap_or(2))
    }
}

fn two() -> usize {
    2
}

fn gelu() -> String {
    "gelu".to_owned()
}

fn epsilon() -> f64 {
    1e-12
}

impl Config {
    pub(crate) fn read(folder: &ModelFolder) -> Result<Self, EncoderError> {
        let (raw, path): (Raw, _) = (folder.json(FILE)?, folder.file(FILE));
        let unsupported = |what: String| Err(EncoderError::unsupported(&path, what));
        if raw.hidden_act != "gelu" {
            return unsupported(format!("the activation {:?}", raw.hidden_act));
        }
        if raw.position_embedding_type.as_deref().is_some_and(|kind| kind != "absolute") {
            return unsupported("an embedding of positions that is not absolute".to_owned());
        }
        let padding = match raw.model_type.as_str() {
            "bert" => None,
            "xlm-roberta" | "roberta" | "camembert" => Some(raw.pad_token_id.unwrap_or(1)),
            other => return unsupported(format!("the architecture {other:?}")),
        };
        let labels = raw.labels();
        let config = Self {
            labels,
            hidden: raw.hidden_size,
            heads: raw.num_attention_heads,
            layers: raw.num_hidden_layers,
            inner: raw.intermediate_size,
            vocabulary: raw.vocab_size,
            types: raw.type_vocab_size,
            positions: raw.max_position_embeddings,
            padding,
            epsilon: raw.layer_norm_eps as f32,
            origin: raw.origin.unwrap_or_default(),
        };
        config.checked().map_err(|reason| EncoderError::malformed(&path, reason))
    }

    fn checked(self) -> Result<Self, String> {
        let sizes = [
            ("hidden_size", self.hidden),
            ("num_attention_heads", self.heads),
            ("intermediate_size", self.inner),
            ("vocab_size", self.vocabulary),
            ("type_vocab_size", self.types),
            ("max_position_embeddings", self.positions),
            ("num_hidden_layers", self.layers),
        ];
        if let Some((name, size)) = sizes.into_iter().find(|(_, size)| *size == 0 || *size > LARGEST) {
            return Err(format!("{name} is {size}"));
        }
        if !self.hidden.is_multiple_of(self.heads) {
            return Err(format!("hidden_size {} is no multiple of {} heads", self.hidden, self.heads));
        }
        if self.longest() < 3 {
            return Err(format!("{} positions leave no room after padding", self.positions));
        }
        if !(self.epsilon >= 0.0 && self.epsilon < 1.0) {
            return Err(format!("layer_norm_eps is {}", self.epsilon));
        }
        Ok(self)
    }

    /// The most tokens of a text that have a position.
    pub(crate) fn longest(&self) -> usize {
        self.positions.saturating_sub(self.padding.map_or(0, |padding| padding as usize + 1))
    }
}
