//! A profile proposed by the model itself: from samples of the documents it states their subject and the
//! types of things and relations in them, and shows on passages the facts to extract.
//!
//! The proposal is checked like any other reply: types without a name, examples whose names are missing in their
//! passage, and texts that would be taken for placeholders are left out.

use std::collections::BTreeSet;

use quipu_kernel::model::Key;
use quipu_kernel::random::SplitMix;
use quipu_kernel::replies::{Notes, loose, notes};
use quipu_kernel::text::first_words;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::frame::{list_of, lists};
use super::profile::{Profile, Type};
use crate::base::gateway::Remembered;
use crate::base::ports::{DocumentRow, LlmError, Prompt, Select, SelectChunks, Shape, Speaker, Store, StoreError};
use crate::base::prompt::fill;

/// The prompts, as TOML of [`Tuning`].
pub const TUNING: &str = include_str!("../../../prompts/tune.toml");

/// The most types of things and of relations.
const TYPES: usize = 12;
/// The most examples.
const EXAMPLES: usize = 3;
/// The longest name of a type or language, in characters.
const LONGEST: usize = 40;
/// The placeholders in a profile's prompts.
const PLACES: [&str; 7] = ["{entities}", "{relations}", "{claims}", "{language}", "{title}", "{names}", "{text}"];

/// The prompt texts of the request for a profile.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tuning {
    system: String,
    user: String,
    text: String,
    examples: String,
    example: String,
    repair: String,
}

/// Options of samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SampleOptions {
    /// The number of samples.
    pub samples: usize,
    /// The most tokens of all together, estimated.
    pub tokens: usize,
    /// The seed of the random selection.
    pub seed: u64,
}

/// A piece of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    /// Id of the document.
    pub document: String,
    /// The text.
    pub text: String,
}

/// The proposal.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Tuned {
    /// The profile.
    pub profile: Profile,
    /// The ids of the documents that samples were drawn from.
    pub documents: BTreeSet<String>,
    /// Number of its examples.
    pub examples: usize,
}

/// The reply of the model.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Proposed {
    domain: String,
    language: String,
    entities: Vec<Named>,
    relations: Vec<Named>,
    examples: Vec<Value>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Named {
    name: String,
    about: String,
}

/// Proposes a profile for documents by samples of them: `words` in types and examples of its own, in a reply of
/// at most `room` tokens.
///
/// # Errors
/// When the model gives no profile.
pub async fn tune(
    llm: &Remembered,
    tuning: &Tuning,
    words: &Profile,
    samples: &[Sample],
    room: u32,
) -> Result<Tuned, LlmError> {
    let texts: Vec<String> = samples.iter().map(|sample| fill(&tuning.text, &[("text", &sample.text)])).collect();
    let prompt = Prompt::new(tuning.system.trim(), fill(&tuning.user, &[("texts", &texts.concat())]).trim(), room);
    let prompt = Prompt { shape: Shape::json("profile", schema()), ..prompt };
    let proposed = match llm.ask(&prompt, read).await {
        Err(LlmError::Senseless { .. } | LlmError::Empty { .. }) => {
            llm.ask(&prompt.and(Speaker::User, tuning.repair.trim()), read).await?
        }
        done => done?,
    };
    let documents: BTreeSet<String> = samples.iter().map(|sample| sample.document.clone()).collect();
    let examples = examples(tuning, &proposed.examples);
    Ok(Tuned { documents, examples: examples.len(), profile: profile(tuning, words, proposed, &examples) })
}

/// Pieces of as many documents as samples are wanted, else several of each. Keys are hashes, so that
/// documents from any key on are a random selection.
///
/// # Errors
/// When the store cannot be read.
pub async fn samples(store: &dyn Store, options: &SampleOptions) -> Result<Vec<Sample>, StoreError> {
    let mut drawn = SplitMix::new(options.seed);
    let from = Key::text(&format!("samples {}", options.seed));
    let mut rows: Vec<DocumentRow> = store.documents(&Select::After(Some(from), options.samples)).await?;
    if rows.len() < options.samples {
        let more = store.documents(&Select::After(None, options.samples - rows.len())).await?;
        rows.extend(more.into_iter().filter(|row| row.key <= from));
    }
    let each = options.samples.div_ceil(rows.len().max(1));
    let most = options.tokens * 4 / options.samples.max(1);
    let mut out = Vec::new();
    for row in rows {
        let mut chunks = store.chunks(&SelectChunks::OfDocument(row.key)).await?;
        for _ in 0..each.min(chunks.len()).min(options.samples - out.len()) {
            let at = (drawn.unit() * chunks.len() as f64) as usize;
            let chunk = chunks.swap_remove(at.min(chunks.len() - 1)).chunk;
            out.push(Sample { document: row.id.clone(), text: first_words(chunk.text.trim(), most).to_owned() });
        }
    }
    Ok(out)
}

fn schema() -> Value {
    let mut example = lists(false);
    example["properties"]["text"] = json!({"type": "string"});
    example["required"] = json!(["text", "entities", "relationships"]);
    let types = list_of(&["name", "about"]);
    json!({
        "type": "object",
        "properties": {
            "domain": {"type": "string"}, "language": {"type": "string"}, "entities": types, "relations": types,
            "examples": {"type": "array", "items": example},
        },
        "required": ["domain", "language", "entities", "relations", "examples"],
        "additionalProperties": false,
    })
}

/// The first object of a reply that proposes types.
fn read(reply: &str) -> Result<Proposed, String> {
    let objects = loose(reply).values.into_iter().filter_map(|value| serde_json::from_value::<Proposed>(value).ok());
    let named = |of: &Proposed| of.entities.iter().any(|one| is_plain(&one.name));
    objects.into_iter().find(named).ok_or_else(|| "it proposes no types of things".to_owned())
}

/// True if a name can stand in a question.
fn is_plain(name: &str) -> bool {
    let name = name.trim();
    !name.is_empty() && name.chars().count() <= LONGEST && !name.contains(['{', '}', '\n'])
}

fn types(named: Vec<Named>) -> Vec<Type> {
    let mut out: Vec<Type> = Vec::new();
    for Named { name, about } in named.into_iter().filter(|one| is_plain(&one.name)) {
        let (name, about) = (name.trim().to_owned(), about.split_whitespace().collect::<Vec<_>>().join(" "));
        let about = if PLACES.iter().any(|place| about.contains(place)) { String::new() } else { about };
        if !out.iter().any(|known| known.name.eq_ignore_ascii_case(&name)) {
            out.push(Type { name, about });
        }
    }
    out.truncate(TYPES);
    out
}

/// Passages with their facts, as prompts show them.
fn examples(tuning: &Tuning, proposed: &[Value]) -> Vec<String> {
    let one = |value: &Value| {
        let text = value["text"].as_str()?.trim();
        let mut found: Notes = notes(&value.to_string());
        let holds = |name: &str| text.to_lowercase().contains(&name.to_lowercase());
        found.entities.retain(|entity| holds(&entity.name));
        found.relations.retain(|relation| holds(&relation.source) && holds(&relation.target));
        let entities =
            found.entities.iter().map(|of| json!({"name": of.name, "type": of.kind, "description": of.description}));
        let relations = found.relations.iter().map(|of| {
            json!({"source": of.source, "target": of.target, "predicate": of.predicate, "description": of.description,
                   "keywords": of.keywords, "strength": of.strength.unwrap_or(5.0)})
        });
        let reply = json!({"entities": entities.collect::<Vec<_>>(), "relationships": relations.collect::<Vec<_>>()});
        let shown = fill(tuning.example.trim_start(), &[("reply", &reply.to_string()), ("text", text)]);
        let whole = !found.entities.is_empty() && !PLACES.iter().any(|place| shown.contains(place));
        whole.then_some(shown)
    };
    proposed.iter().filter_map(one).take(EXAMPLES).collect()
}

fn profile(tuning: &Tuning, words: &Profile, proposed: Proposed, examples: &[String]) -> Profile {
    let plain = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut profile = Profile {
        about: plain(proposed.domain),
        output_language: Some(plain(proposed.language)).filter(|name| is_plain(name)).unwrap_or_default(),
        entity: types(proposed.entities),
        relation: types(proposed.relations),
        ..words.clone()
    };
    if !examples.is_empty() {
        let shown = fill(tuning.examples.trim_start(), &[("examples", examples.concat().trim_end())]);
        // Before the document: the last part of a prompt is the text to read.
        let at = profile.user.find("Title:").or_else(|| profile.user.find("{text}")).unwrap_or_default();
        profile.user.insert_str(at, &format!("{}\n\n", shown.trim_end()));
    }
    profile
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tuning() -> Tuning {
        let [system, user, repair] = ["s", "{texts}", "r"].map(str::to_owned);
        let [text, examples, example] = ["{text}\n", "As:\n{examples}", "{text} -> {reply}\n"].map(str::to_owned);
        Tuning { system, user, text, examples, example, repair }
    }

    #[test]
    fn what_cannot_be_asked_with_is_left_out() {
        let reply = json!({
            "domain": "bells\n and towers", "language": "English",
            "entities": [{"name": "bell", "about": "what {text} rings"}, {"name": ""}, {"name": "BELL"}, {"name": "{title}"}],
            "relations": [{"name": "CAST_BY", "about": "who made it"}],
            "examples": [
                {"text": "Ilse cast the bell.", "entities": [{"name": "Ilse", "type": "person"}, {"name": "Matvey"}],
                 "relationships": [{"source": "Ilse", "target": "bell", "predicate": "CAST"}]},
                {"text": "It rained.", "entities": [{"name": "Ilse"}]},
                {"text": "Ilse {title}", "entities": [{"name": "Ilse"}]},
            ],
        });
        let proposed = read(&format!("Here you are:\n```json\n{reply}\n```")).unwrap();
        let shown = examples(&tuning(), &proposed.examples);
        assert_eq!(shown.len(), 1, "{shown:?}");
        assert!(shown[0].starts_with("Ilse cast the bell. -> {") && !shown[0].contains("Matvey"), "{shown:?}");
        let words = Profile {
            user: "Find {entities}.\nTitle: {title}\n{text}".to_owned(),
            form: "json".to_owned(),
            ..Profile::default()
        };
        let profile = profile(&tuning(), &words, proposed, &shown);
        assert_eq!((profile.about.as_str(), profile.output_language.as_str()), ("bells and towers", "English"));
        assert_eq!(profile.entity, [Type { name: "bell".to_owned(), about: String::new() }]);
        assert_eq!(profile.relation.len(), 1);
        assert!(
            profile.user.starts_with("Find {entities}.\nAs:\nIlse cast")
                && profile.user.ends_with("\n\nTitle: {title}\n{text}")
        );
        assert_eq!(profile.check(), Ok(()));
        assert!(read(r#"{"entities": [{"name": " "}]}"#).is_err() && read("No.").is_err());
    }
}
