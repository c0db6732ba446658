//! The kind of thing of a name, from statements: by the noun that it is said to be, by its predicates ("directed by"
//! has a work before it and a person after it), and by the parser for people and places alone. Kinds known from the
//! names layer stay.

use quipu_kernel::model::Kind;

use crate::english::statements::{End, StatementDraft, StatementRule};
use crate::english::{KIN, WordList};

/// A reason to take an end for a thing of a kind, with its votes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Hint {
    pub(crate) end: End,
    pub(crate) kind: Kind,
    pub(crate) votes: u32,
}

/// A definition says most.
const DEFINED: u32 = 6;
/// Votes of a predicate for the kind of its target; it determines the target better than the source.
const BEHIND: u32 = 4;
const BEFORE: u32 = 2;
/// Votes of the parser alone for a name's kind.
pub(crate) const SEEMS: u32 = 1;

/// Hints of a statement on the kinds of its ends.
pub(crate) fn hints(draft: &StatementDraft, text: &str, out: &mut Vec<Hint>) {
    let mut add = |end: End, kind: Option<Kind>, votes: u32| {
        let kind = kind.filter(|_| end.is_named());
        out.extend(kind.map(|kind| Hint { end, kind, votes }));
    };
    if let (StatementRule::IsA | StatementRule::Apposition | StatementRule::TitleNoun, End::Notion(start, end)) =
        (draft.rule, draft.target)
    {
        add(draft.source, of_noun(&text[start..end]), DEFINED);
        return;
    }
    let predicate = draft.predicate.as_str();
    let first = predicate.split(' ').next().unwrap_or_default();
    if predicate.ends_with(" of") && KIN.has(first) {
        add(draft.source, Some(Kind::Person), BEHIND);
        add(draft.target, Some(Kind::Person), BEHIND);
        return;
    }
    if draft.rule == StatementRule::Nominal {
        add(draft.source, noun(first), DEFINED);
    }
    let listed =
        |list: &[(Kind, &WordList)]| list.iter().find(|(_, list)| list.has_phrase(predicate)).map(|(kind, _)| *kind);
    add(draft.target, listed(&TARGETS), BEHIND);
    add(draft.source, listed(&SOURCES), BEFORE);
}

/// The kind that the last telling word of a noun's phrase says.
fn of_noun(phrase: &str) -> Option<Kind> {
    let words: Vec<String> = phrase.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase).collect();
    // Only the last two: "music video director", but no "film about a river".
    words.iter().rev().filter(|word| !word.is_empty()).take(2).find_map(|word| noun(word))
}

/// True if a noun shows that something is no person.
pub(crate) fn thing_of(word: &str) -> bool {
    noun(word).is_some_and(|kind| kind != Kind::Person)
}

fn noun(word: &str) -> Option<Kind> {
    let of = |word: &str| NOUNS.iter().find(|(_, list)| list.has(word)).map(|(kind, _)| *kind);
    of(word).or_else(|| word.strip_suffix('s').and_then(of))
}

macro_rules! list {
    ($text:expr) => {{
        static LIST: WordList = WordList::new($text);
        &LIST
    }};
}

/// Kinds by the nouns that things are said to be.
static NOUNS: [(Kind, &WordList); 9] = [
    (
        Kind::Person,
        list!(
            "actor actress director filmmaker singer musician writer author poet novelist politician footballer player composer \
         producer screenwriter journalist painter artist king queen prince princess emperor empress duke duchess earl count \
         countess bishop archbishop priest lawyer judge professor scientist mathematician physicist chemist economist \
         historian philosopher engineer architect officer soldier businessman businesswoman entrepreneur coach wrestler boxer \
         swimmer athlete cyclist skater gymnast model dancer choreographer comedian presenter cinematographer critic rapper \
         guitarist drummer bassist songwriter lyricist playwright dramatist nobleman noblewoman baron lord senator governor \
         president minister mayor person man woman photographer activist diplomat saint monk nun pope cardinal aristocrat \
         cricketer golfer racer driver pilot sailor astronaut student pianist violinist conductor contestant ruler sultan \
         khan cousin nephew niece uncle aunt friend partner scholar theologian inventor explorer leader founder heir jockey \
         fighter weightlifter sprinter runner jumper rower host personality performer vocalist soprano tenor designer \
         executive teacher physician surgeon nurse psychologist biologist botanist geologist astronomer linguist admiral \
         colonel captain commander pirate outlaw sculptor illustrator cartoonist animator editor translator publisher \
         umpire referee midfielder goalkeeper defender striker quarterback pitcher outfielder sheriff spy statesman \
         chairman candidate wife husband son daughter brother sister father mother member citizen resident native"
        ),
    ),
    (
        Kind::Work,
        list!(
            "film movie song album single novel book series show episode play opera musical poem story magazine newspaper journal \
         soundtrack documentary sequel remake comedy drama thriller western horror track ep record ballad anthem painting \
         sculpture memoir autobiography biography trilogy sitcom adaptation picture feature programme publication periodical \
         novella anthology mixtape video game manga anime comic musical ballet symphony concerto sonata hymn carol tale fable"
        ),
    ),
    (
        Kind::Org,
        list!(
            "company band group team university school college institute institution organization organisation party agency \
         studio label network channel station orchestra choir government ministry department committee council army navy \
         bank hospital museum corporation firm association society federation league union academy foundation airline \
         subsidiary brand duo trio quartet quintet ensemble dynasty regiment squadron club charity consortium cooperative \
         manufacturer retailer newspaper publisher brewery startup conglomerate"
        ),
    ),
    (
        Kind::Place,
        list!(
            "city town village country state province district county region river lake mountain island municipality commune \
         suburb neighborhood neighbourhood locality settlement hamlet community area capital peninsula bay sea ocean valley \
         street road building castle palace bridge airport park stadium cemetery hotel parish borough creek stream mine hill \
         kingdom empire republic territory continent port church cathedral temple mosque monastery abbey railway lighthouse \
         stadium arena theatre theater reservoir waterfall volcano desert forest glacier canal dam harbour harbor prefecture \
         township township oblast canton archipelago atoll plateau ridge tower house mansion skyscraper"
        ),
    ),
    (
        Kind::Event,
        list!(
            "war battle festival tournament championship competition election ceremony olympics season event revolution \
         conference match race marathon siege campaign earthquake massacre treaty uprising rebellion concert tour hurricane"
        ),
    ),
    (Kind::Method, list!("algorithm method technique procedure heuristic protocol framework theorem")),
    (Kind::Dataset, list!("dataset corpus benchmark database")),
    (Kind::Metric, list!("metric measure statistic")),
    (Kind::Service, list!("service server daemon microservice gateway broker")),
];

/// Kinds of the targets of predicates; the words of one are joined by underscores.
static TARGETS: [(Kind, &WordList); 4] = [
    (
        Kind::Person,
        list!(
            "directed_by written_by produced_by composed_by sung_by portrayed_by played_by edited_by succeeded_by stars marries \
         married_to film_by screenplay_written_by music_composed_by created_by painted_by designed_by coached_by starring"
        ),
    ),
    (
        Kind::Place,
        list!(
            "born_in died_in dies_in village_in city_in town_in school_in airport_in river_in locality_in district_in located_in \
         lives_in moves_to situated_in native_of commune_in municipality_in lies_in buried_in raised_in settles_in resides_in"
        ),
    ),
    (
        Kind::Org,
        list!(
            "plays_for works_for signed_to signed_with signs_with signs_for educated_at graduates_from published_by \
         distributed_by studies_at attends graduated_from employed_by enrolls_at"
        ),
    ),
    (Kind::Work, list!("stars_in appears_in directs acts_in role_in debuts_in debut_in voices starred_in")),
];

/// Kinds of the sources of predicates.
static SOURCES: [(Kind, &WordList); 4] = [
    (
        Kind::Person,
        list!(
            "born_on born_in died_on died_in dies_in dies_on marries married_to educated_at graduates_from directs stars_in \
         appears_in plays_for studies_at retires_from acts_in lives_in resides_in raised_in"
        ),
    ),
    (
        Kind::Work,
        list!(
            "directed_by stars released_in released_on released_by written_by produced_by composed_by premieres_in premieres_on \
         published_in published_by screenplay_written_by music_composed_by distributed_by starring"
        ),
    ),
    (Kind::Place, list!("village_in city_in town_in flows_into flows_through commune_in municipality_in")),
    (Kind::Org, list!("founded_in founded_by headquartered_in releases publishes established_in established_by")),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_noun_says_what_a_thing_is() {
        assert_eq!(of_noun("film director"), Some(Kind::Person));
        assert_eq!(of_noun("romantic comedy films"), Some(Kind::Work));
        assert_eq!(of_noun("quick brown fox"), None);
    }

    #[test]
    fn a_predicate_tells_of_both_ends() {
        let draft = StatementDraft {
            source: End::Topic,
            predicate: "directed by".to_owned(),
            target: End::Name(0, 1),
            rule: StatementRule::Passive,
            signs: Default::default(),
            quote: Default::default(),
            when: None,
        };
        let mut found = Vec::new();
        hints(&draft, "A", &mut found);
        let kinds: Vec<Kind> = found.iter().map(|hint| hint.kind).collect();
        assert_eq!(kinds, [Kind::Person, Kind::Work]);
    }
}
