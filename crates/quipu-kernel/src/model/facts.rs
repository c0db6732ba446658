//! Facts: statements of one chunk about names and relations, found by one extractor.
//!
//! Facts are contributions: everything shown of an entity or a relation is derived from them, and
//! they go when their chunk goes. All spans here are byte offsets into the **chunk's** text, so
//! that facts survive a chunk's move within its document.

use serde::{Deserialize, Serialize};

use super::{Key, Name, Period, Span};

/// The kind of thing that a name stands for, as far as rules can decide.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "UPPERCASE")]
#[repr(u8)]
pub enum Kind {
    /// A named thing of unknown kind.
    #[default]
    Entity = 0,
    /// A human being, real or not.
    Person = 1,
    /// A company, agency, team, party, school or other body.
    Org = 2,
    /// A country, city, river, building or other place.
    Place = 3,
    /// A film, book, song, paper or other work.
    Work = 4,
    /// An algorithm, model or procedure.
    Method = 5,
    /// A collection of data.
    Dataset = 6,
    /// A measure.
    Metric = 7,
    /// A running piece of software that others call.
    Service = 8,
    /// A name from code: a type, a function, a file, a setting.
    Identifier = 9,
    /// An idea, a term, a hashtag's subject.
    Concept = 10,
    /// A year or a date.
    Date = 11,
    /// An event with a name.
    Event = 12,
    /// An ordinary word, or a phrase of them: only its place (a heading, a cell, the beginning of a sentence) makes it
    /// look like a name. It is searched as any name, and shown as no entity.
    Word = 13,
}

impl Kind {
    /// All kinds, in the order of their numbers.
    pub const ALL: [Self; 14] = [
        Self::Entity,
        Self::Person,
        Self::Org,
        Self::Place,
        Self::Work,
        Self::Method,
        Self::Dataset,
        Self::Metric,
        Self::Service,
        Self::Identifier,
        Self::Concept,
        Self::Date,
        Self::Event,
        Self::Word,
    ];

    /// The kind of a number, as stores keep it; an unknown number is [`Kind::Entity`].
    pub fn from_number(number: u8) -> Self {
        Self::ALL.get(number as usize).copied().unwrap_or_default()
    }

    /// The kind's name, as shown: `PERSON`, `ENTITY`, …
    pub fn label(self) -> &'static str {
        match self {
            Self::Entity => "ENTITY",
            Self::Person => "PERSON",
            Self::Org => "ORG",
            Self::Place => "PLACE",
            Self::Work => "WORK",
            Self::Method => "METHOD",
            Self::Dataset => "DATASET",
            Self::Metric => "METRIC",
            Self::Service => "SERVICE",
            Self::Identifier => "IDENTIFIER",
            Self::Concept => "CONCEPT",
            Self::Date => "DATE",
            Self::Event => "EVENT",
            Self::Word => "WORD",
        }
    }
}

/// The extractor of a fact.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum ExtractedBy {
    /// The built-in rules, no model.
    #[default]
    Rules = 0,
    /// A language model.
    Model = 1,
    /// A person.
    Person = 2,
}

impl ExtractedBy {
    /// The extractor of a number, as stores keep it; an unknown number is [`ExtractedBy::Rules`].
    pub fn from_number(number: u8) -> Self {
        [Self::Rules, Self::Model, Self::Person].get(number as usize).copied().unwrap_or_default()
    }
}

/// A chunk names something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Mention {
    /// The name, folded.
    pub name: Name,
    /// The name as the chunk writes it; forms are votes for an entity's shown name.
    pub form: String,
    /// Place in the chunk's text; empty when the name stands in the prefix.
    pub span: Span,
    /// The probable kind of thing.
    pub kind: Kind,
}

/// A chunk states a relation between two names.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Statement {
    /// The name that the relation starts from.
    pub source: Name,
    /// The predicate, a short phrase in the language of a fixed list (`depends on`, `part of`) or
    /// as a model worded it.
    pub predicate: String,
    /// The name that the relation leads to.
    pub target: Name,
    /// The sentence that says it, in the chunk's text.
    pub quote: Span,
    /// Strength; a stated relation found by rules has 2.
    pub weight: f32,
    /// When it holds in the world.
    pub period: Period,
    /// The chunk's statement of it, in words; empty without a description beside the quote.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// Themes of the relation; empty when found by rules.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keywords: Vec<String>,
}

impl Statement {
    /// The weight from which a statement is shown without being asked for: that of one which is as likely right as the
    /// rules' norm demands.
    pub const SURE: f32 = 1.0;
    /// Stores round weights.
    const ROUNDED: f64 = 0.01;

    /// True if a relation of this weight, stated in so many chunks, is shown without being asked for: by the mean of its
    /// statements, so that a sentence which a template repeats makes it no surer.
    pub fn are_sure(weight: f64, chunks: usize) -> bool {
        weight + Self::ROUNDED >= f64::from(Self::SURE) * chunks.max(1) as f64
    }
}

/// The reason why two names are held to mean the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum AliasRule {
    /// A long form followed by its acronym in brackets, or the reverse.
    Acronym = 0,
    /// A link with another text than its target's title.
    Link = 1,
    /// A person said so.
    Person = 2,
    /// Another spelling: accents, hyphens, dots, `&`.
    Spelling = 3,
    /// A plural and its singular.
    Plural = 4,
    /// A Russian case, or another script: both lead to one name by sound.
    Sound = 5,
    /// A short name, in a document that has the full one.
    Short = 6,
    /// A title without its qualifier in brackets.
    Title = 7,
    /// "Also known as", "born".
    Known = 8,
    /// An alias or a redirect that the document itself declares.
    Declared = 9,
    /// The thing that a name usually means: one of its sort, as a noun beside it says, or a person born then.
    Usual = 10,
    /// One of several that bear the name, as the words around it say.
    Homonym = 11,
}

impl AliasRule {
    /// All rules, in the order of their numbers.
    pub const ALL: [Self; 12] = [
        Self::Acronym,
        Self::Link,
        Self::Person,
        Self::Spelling,
        Self::Plural,
        Self::Sound,
        Self::Short,
        Self::Title,
        Self::Known,
        Self::Declared,
        Self::Usual,
        Self::Homonym,
    ];

    /// The rule of a number, as stores keep it; an unknown number is [`AliasRule::Acronym`].
    pub fn from_number(number: u8) -> Self {
        Self::ALL.get(usize::from(number)).copied().unwrap_or(Self::Acronym)
    }

    /// True if documents state it in words, about a name that may mean other things elsewhere.
    fn says_of_one_meaning(self) -> bool {
        matches!(self, Self::Acronym | Self::Link | Self::Title | Self::Known | Self::Declared | Self::Usual)
    }
}

/// A chunk gives evidence that two names mean the same thing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct AliasLink {
    /// One name: the fuller one, where one says more.
    pub a: Name,
    /// The other.
    pub b: Name,
    /// The rule.
    pub rule: AliasRule,
    /// The evidence, in the chunk's text.
    pub quote: Span,
}

impl AliasLink {
    /// True if the text itself states it: links added by settling are sure, or lead from a canonical name.
    pub fn is_given(&self) -> bool {
        self.is_tentative() && self.rule != AliasRule::Usual && !self.a.is_canonical()
    }

    /// True if it holds only while (nearly) all links of `b` lead to one thing: a name `b` of one
    /// document may mean another thing in the next. In a sense of its own `b` is sure.
    pub fn is_tentative(&self) -> bool {
        self.rule.says_of_one_meaning() && (self.b.sense.is_empty() || self.b.is_canonical())
    }

    /// Number of votes of a tentative link: a link that a document declares of itself needs no
    /// second one.
    pub fn votes(&self) -> u64 {
        if matches!(self.rule, AliasRule::Title | AliasRule::Declared | AliasRule::Usual) { LEAST } else { 1 }
    }
}

/// Votes that a name needs to be held to mean something wherever it stands.
const LEAST: u64 = 2;

/// True if a name with several tentative meanings is held to mean the one with `most` of `all` votes: at least three of
/// four, and at least two votes.
pub fn is_meant(most: u64, all: u64) -> bool {
    most >= LEAST && most.saturating_mul(4) >= all.saturating_mul(3)
}

/// A chunk's description of a name, in a model's words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Description {
    /// The described name.
    pub name: Name,
    /// The kind of thing, in the model's word; the nearest [`Kind`] stands in the mention.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub kind: String,
    /// Text of the description.
    pub text: String,
}

/// A chunk claims something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Claim {
    /// About whom.
    pub subject: Name,
    /// Another concerned name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object: Option<Name>,
    /// Sort of the claim.
    pub kind: String,
    /// True, false or suspected.
    pub status: String,
    /// When it holds.
    pub period: Period,
    /// Text of the claim.
    pub text: String,
    /// The words that say so, in the chunk's text; empty where they stand elsewhere in the window.
    pub quote: Span,
}

/// Facts of one chunk, found by one extractor.
///
/// A model reads a window of neighbouring chunks at once. Facts of it that stand in none of their texts
/// are given to all of them, with an empty span.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Facts {
    /// The extractor.
    pub extractor: ExtractedBy,
    /// Hash of the prompt, for a model's facts; another window, prompt or model has another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<Key>,
    /// Things named, in the order of the text.
    pub mentions: Vec<Mention>,
    /// Relations stated.
    pub statements: Vec<Statement>,
    /// Names said to mean the same.
    pub links: Vec<AliasLink>,
    /// Descriptions of names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub descriptions: Vec<Description>,
    /// Claims.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<Claim>,
}

impl Facts {
    /// All names in them, some more than once.
    pub fn names(&self) -> impl Iterator<Item = &Name> {
        let statements = self.statements.iter().flat_map(|statement| [&statement.source, &statement.target]);
        let links = self.links.iter().flat_map(|link| [&link.a, &link.b]);
        let claims = self.claims.iter().flat_map(|claim| [&claim.subject].into_iter().chain(&claim.object));
        let described = self.descriptions.iter().map(|description| &description.name);
        self.mentions.iter().map(|mention| &mention.name).chain(statements).chain(links).chain(described).chain(claims)
    }

    /// The names of mentions, statements, descriptions and claims: all that settling may give a sense.
    pub fn settled_names(&mut self) -> impl Iterator<Item = &mut Name> {
        let statements = self.statements.iter_mut().flat_map(|said| [&mut said.source, &mut said.target]);
        let claims = self.claims.iter_mut().flat_map(|claim| [&mut claim.subject].into_iter().chain(&mut claim.object));
        let described = self.descriptions.iter_mut().map(|description| &mut description.name);
        self.mentions.iter_mut().map(|mention| &mut mention.name).chain(statements).chain(described).chain(claims)
    }
}
