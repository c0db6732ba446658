//! The facts that a question asks of a thing, and the predicates that state them: a table of canonical predicates,
//! which is applied when statements are read, so that no change of it changes what is stored.
//!
//! A predicate stands in the wording of rules: verbs in the third person, passive ones as their participle, with the
//! words after them. In the table a `*` at either end stands for anything.

use quipu_kernel::view::listed;

/// A fact that a question may ask of a thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bond {
    /// Its director.
    Director,
    /// Its performer.
    Performer,
    /// The composer of it or of its music.
    Composer,
    /// Its author.
    Author,
    /// Its producer.
    Producer,
    /// Its publisher.
    Publisher,
    /// Its founder.
    Founder,
    /// His or her father.
    Father,
    /// His or her mother.
    Mother,
    /// A parent, whichever.
    Parent,
    /// His or her child.
    Child,
    /// A brother or a sister.
    Sibling,
    /// His or her wife or husband.
    Spouse,
    /// His or her date of birth.
    BornOn,
    /// His or her place of birth.
    BornIn,
    /// His or her date of death.
    DiedOn,
    /// His or her place of death.
    DiedIn,
    /// His or her cause of death.
    DiedOf,
    /// The nation of a person or thing.
    Nationality,
    /// The country in which it lies.
    Country,
    /// When it came out.
    PublishedOn,
    /// When it began.
    BegunOn,
    /// The place where he or she studied.
    Education,
    /// An award that he or she won.
    Award,
    /// The whole that it is part of.
    Whole,
    /// A thing that it depends on.
    DependsOn,
    /// A thing that it uses.
    Uses,
    /// A thing that it calls.
    Calls,
    /// The owner of a thing.
    Owner,
    /// Its kind.
    Kind,
}

/// The order in which found values are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BondOrder {
    /// The most strongly stated value first.
    Strongest,
    /// In the order of the text: a father stands before a mother.
    First,
    /// The second of the text.
    Second,
    /// The last of the text: a country stands after its districts.
    Last,
}

/// A row of the table.
struct Row {
    tie: Bond,
    /// The canonical name of the predicate.
    name: &'static str,
    /// Predicates that lead from the thing to the value.
    forward: &'static str,
    /// Predicates that lead from the value to the thing.
    backward: &'static str,
    /// True for questions of dates, false for others; none where either may be.
    dated: Option<bool>,
}

const fn row(tie: Bond, name: &'static str, forward: &'static str, backward: &'static str, dated: Option<bool>) -> Row {
    Row { tie, name, forward, backward, dated }
}

static TABLE: [Row; 30] = [
    row(
        Bond::Director,
        "directed by",
        "directed by|* directed by|directed and *by|film by|movie by|directed for *by|debut of|снят",
        "directs|director of|film of|* director of|directs *|снял|режиссер",
        Some(false),
    ),
    row(
        Bond::Performer,
        "performed by",
        "performed by|recorded by|sung by|song by|single by|album by|track by|released by|written by|song of|single of|\
         album of|hit by|hit of|song from|* sung by|* performed by|* recorded by|исполнен|записан",
        "performs|records|sings|releases|singer of|исполнил|записал",
        Some(false),
    ),
    row(
        Bond::Composer,
        "composed by",
        "composed by|music by|music composed by|score by|score composed by|scored by|songs composed by|soundtrack composed by|\
         music scored by|* composed by|song by|written by|сочинен",
        "composes|scores|composer of|composes music for|composes score for|writes|composes *|сочинил|композитор",
        Some(false),
    ),
    row(
        Bond::Author,
        "written by",
        "written by|authored by|novel by|book by|* written by|написан",
        "writes|author of|writer of|authors|написал|автор",
        Some(false),
    ),
    row(
        Bond::Producer,
        "produced by",
        "produced by|* produced by|спродюсирован",
        "produces|producer of|спродюсировал|продюсер",
        Some(false),
    ),
    row(
        Bond::Publisher,
        "published by",
        "published by|* published by|издан|выпущен",
        "publishes|publisher of|издал|выпустил",
        Some(false),
    ),
    row(
        Bond::Founder,
        "founded by",
        "founded by|established by|created by|co-founded by|started by|formed by|built by|основан|учрежден|создан",
        "founds|founder of|co-founder of|co-founds|establishes|creates|founder *|основал|учредил|создал|основатель|основательница|создатель",
        Some(false),
    ),
    row(Bond::Father, "child of father", "father is", "father of|* father of", Some(false)),
    row(Bond::Mother, "child of mother", "mother is", "mother of|* mother of", Some(false)),
    row(
        Bond::Parent,
        "child of",
        "son of|daughter of|child of|born to|*son of|*daughter of|children of|sons of|daughters of|* son of|* daughter of|* child of|сын|дочь",
        "father of|mother of|parent of|parents of|отец|мать",
        Some(false),
    ),
    row(
        Bond::Child,
        "parent of",
        "father of|mother of|parent of|отец|мать",
        "son of|daughter of|child of|born to|* son of|* daughter of|* child of|children of|сын|дочь",
        Some(false),
    ),
    row(
        Bond::Sibling,
        "sibling of",
        "brother of|sister of|sibling of|half-brother of|half-sister of|* brother of|* sister of|twin of|брат|сестра",
        "brother of|sister of|sibling of|half-brother of|half-sister of|* brother of|* sister of|twin of|брат|сестра",
        Some(false),
    ),
    row(
        Bond::Spouse,
        "spouse of",
        "marries|married to|married|wife of|husband of|spouse of|widow of|widower of|consort of|marriage to|marriage with|weds|* wife of|* husband of|женился на|жена|муж|супруга|супруг",
        "marries|married to|married|wife of|husband of|spouse of|widow of|consort of|weds|* wife of|* husband of|женился на|жена|муж|супруга|супруг",
        Some(false),
    ),
    row(Bond::BornOn, "born on", "born on|born in|born|born at|birth in|birth on", "", Some(true)),
    row(
        Bond::BornIn,
        "born in",
        "born in|born at|born near|native of|raised in|born and *|родился в",
        "birthplace of",
        Some(false),
    ),
    row(
        Bond::DiedOn,
        "died on",
        "died on|dies on|dies in|died in|dies|death in|death on|killed in|killed on|executed on|executed in|murdered in|shot in|dies at",
        "",
        Some(true),
    ),
    row(
        Bond::DiedIn,
        "died in",
        "died in|dies in|dies at|died at|dies near|killed in|killed at|death in|death at|умер в|скончался в|погиб в",
        "",
        Some(false),
    ),
    row(
        Bond::DiedOf,
        "died of",
        "dies of|dies from|died of|died from|killed by|shot by|assassinated by|death from|death of",
        "",
        None,
    ),
    row(
        Bond::Nationality,
        "nationality",
        "nationality|citizen of|* from|king of|queen of|emperor of|president of|is from",
        "",
        Some(false),
    ),
    row(
        Bond::Country,
        "located in",
        "located in|situated in|is in|* in|* of|lies in|nationality|находится в|расположен в|расположена в|расположено в",
        "capital of|столица",
        Some(false),
    ),
    row(
        Bond::PublishedOn,
        "published on",
        "dated|released on|released in|publishes|published in|published on|premieres on|premieres in|premiered at|issued in|\
         aired on|made in|released|film in|airs on",
        "",
        Some(true),
    ),
    row(
        Bond::BegunOn,
        "begun on",
        "founded in|founded on|established in|established on|launched in|started in|published in|created in|formed in|begins in|\
         opens in|opened in|dated|inception in|founded|established|published from|published between|\
         published since|runs from|begins publication in|* founded in|active since",
        "",
        Some(true),
    ),
    row(
        Bond::Education,
        "educated at",
        "educated at|graduates from|graduate of|attends|studies at|graduated from|alumnus of|degree from|studies in|educated in|\
         receives degree from|earns degree from|* degree from|student at|student of|учился в|окончил|закончил",
        "",
        Some(false),
    ),
    row(
        Bond::Award,
        "won",
        "wins|awarded|receives|recipient of|winner of|honored with|wins *|receives *",
        "awarded to",
        Some(false),
    ),
    row(
        Bond::Whole,
        "part of",
        "part of|member of|belongs to|is part of|subsidiary of|division of|часть|член|вступил в",
        "contains|includes|comprises|включает|содержит|состоит из",
        Some(false),
    ),
    row(
        Bond::DependsOn,
        "depends on",
        "depends on|relies on|requires|built on|based on|is based on|needs",
        "required by",
        Some(false),
    ),
    row(Bond::Uses, "uses", "uses|employs|utilizes", "used by|used in", Some(false)),
    row(Bond::Calls, "calls", "calls|invokes", "called by|invoked by", Some(false)),
    row(
        Bond::Owner,
        "owned by",
        "owned by|maintained by|operated by|run by|led by|managed by",
        "owns|maintains|operates|runs|leads|manages|возглавляет|возглавлял|возглавил|директор|руководитель|глава|владелец",
        Some(false),
    ),
    row(Bond::Kind, "is a", "is a", "", Some(false)),
];

impl Bond {
    fn row(self) -> &'static Row {
        let row = TABLE.iter().find(|row| row.tie == self);
        row.unwrap_or(&TABLE[0])
    }

    /// The name of the tie.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// True if a predicate leads from a thing to the value of this tie.
    pub(super) fn leads(self, predicate: &str) -> bool {
        listed(self.row().forward, predicate)
    }

    /// True if a predicate leads from the value of this tie to the thing.
    pub(super) fn leads_back(self, predicate: &str) -> bool {
        listed(self.row().backward, predicate)
    }

    /// True for questions of dates, false for others; none where either may be.
    pub fn dated(self) -> Option<bool> {
        self.row().dated
    }

    /// The order in which found values are taken.
    pub fn order(self) -> BondOrder {
        match self {
            Self::Country => BondOrder::Last,
            // Of places one after another the first is the nearest.
            Self::Parent | Self::BornIn | Self::DiedIn => BondOrder::First,
            _ => BondOrder::Strongest,
        }
    }

    /// The tie to follow if nothing is found, and the choice among its values: of two parents a father is named first.
    pub fn instead(self) -> Option<(Self, BondOrder)> {
        match self {
            Self::Father => Some((Self::Parent, BondOrder::First)),
            Self::Mother => Some((Self::Parent, BondOrder::Second)),
            Self::Nationality => Some((Self::BornIn, BondOrder::Last)),
            Self::BegunOn => Some((Self::PublishedOn, BondOrder::Strongest)),
            _ => None,
        }
    }

    /// The tie as a sentence about `subject`.
    pub fn told(self, subject: &str, object: &str) -> String {
        match self {
            Self::Director => format!("{subject} was directed by {object}"),
            Self::Performer => format!("{subject} was performed by {object}"),
            Self::Composer => format!("the music of {subject} is by {object}"),
            Self::Author => format!("{subject} was written by {object}"),
            Self::Producer => format!("{subject} was produced by {object}"),
            Self::Publisher => format!("{subject} was published by {object}"),
            Self::Founder => format!("{subject} was founded by {object}"),
            Self::Father => format!("the father of {subject} is {object}"),
            Self::Mother => format!("the mother of {subject} is {object}"),
            Self::Parent => format!("{subject} is a child of {object}"),
            Self::Child => format!("a child of {subject} is {object}"),
            Self::Sibling => format!("{subject} is a sibling of {object}"),
            Self::Spouse => format!("{subject} was married to {object}"),
            Self::BornOn => format!("{subject} was born on {object}"),
            Self::BornIn => format!("{subject} was born in {object}"),
            Self::DiedOn => format!("{subject} died on {object}"),
            Self::DiedIn => format!("{subject} died in {object}"),
            Self::DiedOf => format!("{subject} died of {object}"),
            Self::Nationality => format!("the nationality of {subject} is {object}"),
            Self::Country => format!("{subject} is in {object}"),
            Self::PublishedOn => format!("{subject} came out in {object}"),
            Self::BegunOn => format!("{subject} began in {object}"),
            Self::Education => format!("{subject} studied at {object}"),
            Self::Award => format!("{subject} won {object}"),
            Self::Whole => format!("{subject} is part of {object}"),
            Self::DependsOn => format!("{subject} depends on {object}"),
            Self::Uses => format!("{subject} uses {object}"),
            Self::Calls => format!("{subject} calls {object}"),
            Self::Owner => format!("{subject} belongs to {object}"),
            Self::Kind => format!("{subject} is a {object}"),
        }
    }
}

/// The canonical name of a predicate, and true if it then leads the other way. For a target that is a date the
/// tie must ask for a date, for another it must not. A predicate that the table does not have is its own name.
pub(super) fn canonical(predicate: &str, dated: bool) -> (&str, bool) {
    if let Some(row) = rows(dated).find(|row| listed(row.forward, predicate)) {
        return (row.name, false);
    }
    rows(dated).find(|row| listed(row.backward, predicate)).map_or((predicate, false), |row| (row.name, true))
}

/// The names of predicates with their wordings, in the order in which [`canonical`] looks at them for questions without
/// a date.
pub(crate) fn wordings() -> impl Iterator<Item = (&'static str, &'static str)> {
    let forward = rows(false).map(|row| (row.name, row.forward));
    forward.chain(rows(false).map(|row| (row.name, row.backward)))
}

/// The rows of canonical predicates, in the order in which they are looked at.
fn rows(dated: bool) -> impl Iterator<Item = &'static Row> {
    let plain =
        |row: &&Row| !matches!(row.tie, Bond::Country | Bond::Father | Bond::Mother | Bond::Child | Bond::Nationality);
    let fits = move |row: &&Row| plain(row) && row.dated.is_none_or(|asked| asked == dated);
    // A question that asks who wrote a song may mean its singer; a statement with "written by" means an author.
    let loose = |row: &&Row| matches!(row.tie, Bond::Performer | Bond::Composer);
    let strict = TABLE.iter().filter(move |row| fits(row) && !loose(row));
    strict.chain(TABLE.iter().filter(move |row| fits(row) && loose(row)))
}
