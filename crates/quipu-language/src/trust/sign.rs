//! The signs of a statement, each true or false.

/// Names each sign once: the variants, the list of all, and the names in the file of weights.
macro_rules! signs {
    ($($(#[doc = $doc:literal])+ $sign:ident = $name:literal,)+) => {
        /// A sign of a statement.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Sign {
            $($(#[doc = $doc])+ $sign,)+
        }

        impl Sign {
            /// All signs, in the order of their numbers.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$sign),+];

            /// The name in the file of weights.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$sign => $name,)+
                }
            }
        }
    };
}

signs! {
    /// Found in brackets behind a name.
    Life = "life",
    /// A verb and its object.
    Object = "object",
    /// A passive verb and the object of a preposition.
    Passive = "passive",
    /// A verb and the object of a preposition.
    Preposition = "preposition",
    /// A verb, its object, and the object of a preposition.
    ObjectPreposition = "object-preposition",
    /// "is a".
    IsA = "is-a",
    /// An apposition.
    Apposition = "apposition",
    /// "is", between two names.
    Is = "is",
    /// "is in".
    IsIn = "is-in",
    /// A noun and the object of its preposition.
    Nominal = "nominal",
    /// A possessor and a noun.
    Possessive = "possessive",
    /// A noun before a name.
    TitleNoun = "title-noun",
    /// The adjective of a nation.
    Nationality = "nationality",
    /// The year before a noun.
    Year = "year",
    /// The text is technical.
    Technical = "technical",
    /// The first end is a common noun.
    SourceNotion = "source-notion",
    /// The second end is a common noun.
    TargetNotion = "target-notion",
    /// The first end is one word, a common noun.
    SourceWord = "source-word",
    /// The first end points back: "this mode", "these files".
    SourceThis = "source-this",
    /// The second end points back.
    TargetThis = "target-this",
    /// The second end is one word, a common noun.
    TargetWord = "target-word",
    /// The second end is a common noun of technical text.
    TechnicalNotion = "technical-notion",
    /// The first end is a name of technical text.
    TechnicalName = "technical-name",
    /// A verb and its object in technical text.
    TechnicalObject = "technical-object",
    /// A passive verb in technical text.
    TechnicalPassive = "technical-passive",
    /// "Is a" in technical text.
    TechnicalIsA = "technical-is-a",
    /// The second end is a date.
    TargetDate = "target-date",
    /// The first end is the topic of the document.
    Topic = "topic",
    /// The first end is the topic, which the sentence does not name.
    TopicUnnamed = "topic-unnamed",
    /// The predicate ends with "by".
    Agent = "agent",
    /// "May", "might", "could", "would".
    Perhaps = "perhaps",
    /// "Can", "must", "will", "should".
    Modal = "modal",
    /// The verb is denied.
    Denied = "denied",
    /// The verb takes its subject from another verb.
    Shared = "shared",
    /// The verb is a participle behind a noun.
    Participle = "participle",
    /// The verb stands in a relative clause.
    Relative = "relative",
    /// The verb stands in another subordinate clause.
    Subordinate = "subordinate",
    /// The verb governs a clause, which the statement leaves out.
    Clause = "clause",
    /// The verb has an object, which the statement leaves out.
    Incomplete = "incomplete",
    /// The sentence has a condition.
    Condition = "condition",
    /// The first end has a complement, which the statement leaves out.
    SourceCut = "source-cut",
    /// The second end has a complement, which the statement leaves out.
    TargetCut = "target-cut",
    /// The first end is joined to others.
    SourceJoined = "source-joined",
    /// The second end is joined to others.
    TargetJoined = "target-joined",
    /// More than eight words lie between the ends.
    Far = "far",
    /// More than sixteen words lie between the ends.
    Farther = "farther",
    /// The sentence has more than 35 words.
    Long = "long",
    /// The sentence has more than five names.
    ManyNames = "many-names",
    /// The root of the sentence is no verb.
    NoVerb = "no-verb",
    /// The sentence has a colon, a semicolon or a dash.
    Parted = "parted",
    /// The sentence has quotation marks.
    Quoted = "quoted",
    /// The sentence does not begin with a capital, or does not end with a stop.
    Ragged = "ragged",
    /// The parser hesitated somewhere between the ends.
    Unsure = "unsure",
    /// The parser hesitated much somewhere between the ends.
    VeryUnsure = "very-unsure",
}

/// A set of signs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Signs(u64);

impl Signs {
    /// The set with one more.
    #[must_use]
    pub fn with(self, sign: Sign) -> Self {
        Self(self.0 | 1 << sign as u8)
    }

    /// The set with one more, where a condition is met.
    #[must_use]
    pub fn with_if(self, met: bool, sign: Sign) -> Self {
        if met { self.with(sign) } else { self }
    }

    /// The set with all of another.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// True if a sign is in the set.
    pub fn has(self, sign: Sign) -> bool {
        self.0 >> sign as u8 & 1 == 1
    }

    /// Its signs.
    pub fn iter(self) -> impl Iterator<Item = Sign> {
        Sign::ALL.into_iter().filter(move |sign| self.has(*sign))
    }
}
