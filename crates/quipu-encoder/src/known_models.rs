//! Models that are known by name: the places of their files, and their hashes.
//!
//! Any folder can be opened; these can be fetched by a name. A hash is written here only where it was computed
//! from a copy obtained from elsewhere and found to be the same; the others are trusted on first use, and
//! kept beside the files, so that the next fetch notices a change.

/// A model that can be fetched by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownModel {
    /// Its name, which is also its folder.
    pub name: &'static str,
    /// Its repository on a hub of Hugging Face's layout: a file's address is `BASE/REPOSITORY/resolve/REVISION/FILE`.
    pub repository: &'static str,
    /// Branch, or commit.
    pub revision: &'static str,
    /// The files that are fetched.
    pub files: &'static [KnownFile],
    /// Components of a vector; 1 for a reader, which gives a score.
    pub dimension: usize,
    /// Bytes to fetch, about, in millions.
    pub megabytes: u32,
    /// The languages of the model.
    pub languages: &'static str,
    /// Its licence, as its page states it.
    pub licence: &'static str,
    /// What it computes.
    pub kind: ModelKind,
    /// Another name under which it is found.
    pub alias: Option<&'static str>,
}

/// What a model computes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModelKind {
    /// Vectors of texts.
    Encoder,
    /// A score of a question and a text: a cross-encoder.
    Reader,
}

impl ModelKind {
    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Encoder => "encoder",
            Self::Reader => "reader",
        }
    }
}

/// A file of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownFile {
    /// Its path in the repository and in the folder.
    pub path: &'static str,
    /// SHA-256 in hexadecimal, where it is known.
    pub sha256: Option<&'static str>,
    /// True if a repository may lack it.
    pub optional: bool,
}

/// The languages of a model that was trained on English alone.
pub const ENGLISH: &str = "English";

/// The default address from which files are fetched.
pub const HUB: &str = "https://huggingface.co";

const fn needed(path: &'static str) -> KnownFile {
    KnownFile { path, sha256: None, optional: false }
}

const fn hashed(path: &'static str, sha256: &'static str) -> KnownFile {
    KnownFile { path, sha256: Some(sha256), optional: false }
}

const fn optional(path: &'static str) -> KnownFile {
    KnownFile { path, sha256: None, optional: true }
}

/// Files of a repository of sentence-transformers, and of repositories made for them.
pub const USUAL: &[KnownFile] = &[
    needed("config.json"),
    needed("tokenizer.json"),
    optional("tokenizer_config.json"),
    optional("modules.json"),
    optional("1_Pooling/config.json"),
    optional("sentence_bert_config.json"),
    optional("config_sentence_transformers.json"),
    needed("model.safetensors"),
];

const MINILM: &[KnownFile] = &[
    hashed("config.json", "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41"),
    hashed("tokenizer.json", "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"),
    optional("tokenizer_config.json"),
    hashed("modules.json", "84e40c8e006c9b1d6c122e02cba9b02458120b5fb0c87b746c41e0207cf642cf"),
    hashed("1_Pooling/config.json", "4be450dde3b0273bb9787637cfbd28fe04a7ba6ab9d36ac48e92b11e350ffc23"),
    hashed("sentence_bert_config.json", "fc1993fde0a95c24ec6c022539d41cf6e2f7c9721e5415d6fb6897472a9cd4b7"),
    optional("config_sentence_transformers.json"),
    hashed("model.safetensors", "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"),
];

const fn usual(name: &'static str, repository: &'static str, dimension: usize, megabytes: u32) -> KnownModel {
    let (languages, licence, kind, alias) = (ENGLISH, "MIT", ModelKind::Encoder, None);
    KnownModel {
        name,
        repository,
        revision: "main",
        files: USUAL,
        dimension,
        megabytes,
        languages,
        licence,
        kind,
        alias,
    }
}

const fn reader(
    name: &'static str,
    repository: &'static str,
    megabytes: u32,
    languages: &'static str,
    alias: &'static str,
) -> KnownModel {
    let (licence, kind) = ("Apache-2.0", ModelKind::Reader);
    KnownModel { licence, kind, languages, alias: Some(alias), ..usual(name, repository, 1, megabytes) }
}

/// All that are known, the default first.
pub const KNOWN: &[KnownModel] = &[
    KnownModel {
        files: MINILM,
        revision: "1110a243fdf4706b3f48f1d95db1a4f5529b4d41",
        licence: "Apache-2.0",
        ..usual("all-MiniLM-L6-v2", "sentence-transformers/all-MiniLM-L6-v2", 384, 92)
    },
    KnownModel {
        files: USUAL,
        licence: "Apache-2.0",
        ..usual("all-MiniLM-L12-v2", "sentence-transformers/all-MiniLM-L12-v2", 384, 134)
    },
    usual("bge-small-en-v1.5", "BAAI/bge-small-en-v1.5", 384, 134),
    usual("bge-base-en-v1.5", "BAAI/bge-base-en-v1.5", 768, 439),
    usual("e5-small-v2", "intfloat/e5-small-v2", 384, 134),
    KnownModel {
        languages: "a hundred, English and Russian among them",
        ..usual("multilingual-e5-small", "intfloat/multilingual-e5-small", 384, 488)
    },
    KnownModel {
        languages: "a hundred, English and Russian among them",
        ..usual("multilingual-e5-base", "intfloat/multilingual-e5-base", 768, 1129)
    },
    KnownModel {
        languages: "fifty, English and Russian among them",
        licence: "Apache-2.0",
        ..usual(
            "paraphrase-multilingual-MiniLM-L12-v2",
            "sentence-transformers/paraphrase-multilingual-MiniLM-L12-v2",
            384,
            480,
        )
    },
    reader("ms-marco-MiniLM-L6-v2", "cross-encoder/ms-marco-MiniLM-L6-v2", 92, ENGLISH, "reader"),
    reader(
        "mmarco-mMiniLMv2-L12-H384-v1",
        "cross-encoder/mmarco-mMiniLMv2-L12-H384-v1",
        488,
        "fifteen, English and Russian among them",
        "reader-multilingual",
    ),
];

/// The model of this name or alias, in any case of letters.
pub fn known(name: &str) -> Option<&'static KnownModel> {
    let is = |known: &&str| known.eq_ignore_ascii_case(name);
    KNOWN.iter().find(|known| is(&known.name) || known.alias.as_ref().is_some_and(&is))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_are_folders_and_differ() {
        let names: BTreeSet<String> = KNOWN.iter().map(|known| known.name.to_lowercase()).collect();
        assert_eq!(names.len(), KNOWN.len());
        for known in KNOWN {
            assert!(known.name.chars().all(|letter| letter.is_ascii_alphanumeric() || "-.".contains(letter)));
            assert!(known.repository.ends_with(known.name), "{}", known.name);
            let hashes = known.files.iter().filter_map(|file| file.sha256);
            assert!(hashes.into_iter().all(|hash| hash.len() == 64 && hash.chars().all(|c| c.is_ascii_hexdigit())));
        }
    }

    #[test]
    fn a_name_is_found_in_any_case() {
        assert_eq!(known("all-minilm-l6-v2").map(|known| known.dimension), Some(384));
        assert_eq!(known("Reader").map(|known| known.kind), Some(ModelKind::Reader));
        assert_eq!(known("gpt"), None);
    }
}
