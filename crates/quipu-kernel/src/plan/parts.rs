//! A question as parts: a clause about a thing that no name gives is asked first, and what it finds stands in its place
//! (question decomposition); two things compared are asked one by one. A plan is data, checked before it runs.

use serde::{Deserialize, Serialize};

use super::route::{Route, RouteKind};
use crate::stated::clauses::{joined, verbal};
use crate::stated::families::is_small;
use crate::stated::pattern::fits;
use crate::stated::pieces::{Piece, Sort, pieces};
use crate::stated::terms::{extreme, is_class};
use crate::stated::wanted::{AskedFact, AskedSort, Extreme, wanted};

/// The most parts of a plan.
const MOST: usize = 8;

/// A part of a question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlannedPart {
    /// Its number, from 1.
    pub id: usize,
    /// What it asks; `{1}` stands for what part 1 finds.
    pub ask: String,
    /// The tool that it calls first.
    pub tool: String,
    /// Parts that must be answered before.
    pub needs: Vec<usize>,
    /// What it asks of sentences.
    pub wanted: AskedFact,
}

/// What is asked of dependencies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskedDependencies {
    /// Of what.
    pub entity: String,
    /// Whether what depends on it is asked for.
    pub on_it: bool,
    /// Whether what it depends on is.
    pub of_it: bool,
    /// Whether circles are.
    pub cycles: bool,
    /// Whether it is asked how critical it is.
    pub criticality: bool,
    /// The noun of what is asked for.
    pub class: Option<String>,
}

/// How an answer is made of what parts find.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "snake_case")]
pub enum Composing {
    /// The last part's value.
    Value,
    /// All that the last part finds.
    List,
    /// How many.
    Count,
    /// Two values compared: the more or the less.
    More {
        /// Which of both.
        extreme: Extreme,
    },
    /// Whether two values are the same.
    Same,
    /// The one of a set with the most or the least.
    Extreme {
        /// Which of them.
        extreme: Extreme,
    },
    /// Whether what is found agrees.
    Agree,
    /// By dependencies.
    Dependencies(AskedDependencies),
    /// By arithmetic.
    Arithmetic,
    /// Nothing is looked up.
    Direct,
    /// By one look.
    Look,
}

/// A plan.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PartPlan {
    /// The parts, in their order.
    pub parts: Vec<PlannedPart>,
    /// What is made of them.
    pub composing: Composing,
}

impl PartPlan {
    /// Whether it may run: numbers are unique, needs come earlier, names that stand for parts are of parts, and it is not too
    /// long.
    pub fn holds(&self) -> bool {
        let numbered = self.parts.iter().enumerate().all(|(at, part)| part.id == at + 1);
        let earlier = self.parts.iter().all(|part| part.needs.iter().all(|need| (1..part.id).contains(need)));
        let slots = self.parts.iter().all(|part| {
            let slots = part
                .wanted
                .known
                .iter()
                .filter_map(|word| word.strip_prefix('{')?.strip_suffix('}')?.parse::<usize>().ok());
            slots.into_iter().all(|slot| part.needs.contains(&slot))
        });
        numbered && earlier && slots && self.parts.len() <= MOST
    }
}

/// Plans a routed question; `names` are words known to be names.
pub fn parts(question: &str, route: &Route, names: &[&str]) -> PartPlan {
    let read = pieces(question, names);
    let whole = |composing| PartPlan { parts: Vec::new(), composing };
    match route.kind {
        RouteKind::Direct => return whole(Composing::Direct),
        RouteKind::Calculate if !read.iter().any(Piece::is_name) => return whole(Composing::Arithmetic),
        RouteKind::Global => return whole(Composing::Look),
        RouteKind::Dependency => {
            if let Some(asked) = dependencies(&read) {
                return whole(Composing::Dependencies(asked));
            }
        }
        RouteKind::Contradiction => {
            let parts = chain(agreed(&read));
            return PartPlan { parts, composing: Composing::Agree };
        }
        RouteKind::Comparison => {
            if let Some(plan) = comparison(&read) {
                return plan;
            }
        }
        _ => {}
    }
    let parts = chain(read);
    let Some(last) = parts.last().map(|part| &part.wanted) else { return whole(Composing::Look) };
    let composing = match last.extreme {
        Some(extreme) if last.known.is_empty() && last.sort == AskedSort::Name => Composing::Extreme { extreme },
        _ if route.kind == RouteKind::Count && last.many && last.sort == AskedSort::Number => Composing::Count,
        _ if last.many && last.sort == AskedSort::Name => Composing::List,
        _ => Composing::Value,
    };
    PartPlan { parts, composing }
}

/// The parts of a chain, the innermost first.
fn chain(mut read: Vec<Piece>) -> Vec<PlannedPart> {
    let mut out: Vec<PlannedPart> = Vec::new();
    while out.len() + 1 < MOST {
        let Some((range, inner)) = relative(&read).or_else(|| genitive(&read)) else { break };
        let id = out.len() + 1;
        out.push(part(id, &inner));
        let slot = Piece {
            text: format!("{{{id}}}"),
            low: format!("{{{id}}}"),
            key: format!("{{{id}}}"),
            sort: Sort::Name,
            span: read[range.start].span,
        };
        read.splice(range, [slot]);
    }
    out.push(part(out.len() + 1, &read));
    out
}

fn part(id: usize, read: &[Piece]) -> PlannedPart {
    let wanted = wanted(read);
    let slots = wanted.known.iter().filter_map(|word| word.strip_prefix('{')?.strip_suffix('}')?.parse().ok());
    let needs = slots.collect();
    let tool = if wanted.when.is_some() {
        "timeline"
    } else if wanted.many {
        "search"
    } else {
        "lookup"
    };
    PlannedPart { id, ask: joined(read), tool: tool.into(), needs, wanted }
}

fn word(low: &str) -> Piece {
    let text = low.to_owned();
    Piece {
        text: text.clone(),
        key: crate::stated::families::key(low),
        low: text,
        sort: Sort::Word,
        span: crate::model::Span::default(),
    }
}

type Inner = (std::ops::Range<usize>, Vec<Piece>);

/// The last clause about a thing that no name gives, as a question of its own: "the team that owns X" is "which team owns X".
fn relative(read: &[Piece]) -> Option<Inner> {
    let links = |piece: &Piece| {
        matches!(piece.low.as_str(), "that" | "which" | "who" | "whom") || piece.low.starts_with("котор")
    };
    let at = (1..read.len()).rev().find(|at| links(&read[*at]) && *at > 1)?;
    let russian = read[at].low.starts_with("котор");
    // Before a Russian clause stands a comma, and maybe a preposition: "книга, по которой".
    let comma = (at.saturating_sub(2)..at).rev().find(|at| read[*at].is_sign(','));
    let noun = match (russian, comma) {
        (true, Some(comma)) => comma.checked_sub(1)?,
        (true, None) => return None,
        (false, _) => at.checked_sub(1)?,
    };
    if !read[noun].is_word() || is_small(&read[noun].low) {
        return None;
    }
    let start =
        if !russian && noun > 0 && matches!(read[noun - 1].low.as_str(), "the" | "a" | "an") { noun - 1 } else { noun };
    if !russian && start == noun && noun <= 1 {
        return None;
    }
    let end = clause_end(read, at + 1, russian)?;
    let wh = match read[at].low.as_str() {
        "которую" => "какую",
        "которые" | "которых" => "какие",
        _ if russian => "какой",
        _ => "which",
    };
    let mut inner = vec![word(wh), read[noun].clone()];
    inner.extend(read[at + 1..end].iter().cloned());
    Some((start..end, inner))
}

/// Where a clause ends: behind its names where it begins with a verb, behind its verb where it begins with a name.
fn clause_end(read: &[Piece], from: usize, russian: bool) -> Option<usize> {
    let first_name = (from..read.len()).find(|at| read[*at].is_name())?;
    let after_names = |at: usize| (at..read.len()).find(|at| !read[*at].is_name()).unwrap_or(read.len());
    if russian {
        let comma = (first_name..read.len()).find(|at| read[*at].is_sign(',') || read[*at].is_sign('?'));
        return Some(comma.unwrap_or_else(|| after_names(first_name)));
    }
    let verb_first =
        read[from..first_name].iter().any(|piece| verbal(piece) || piece.is_word() && !is_small(&piece.low));
    let names_end = after_names(first_name);
    if verb_first {
        let class = read.get(names_end).is_some_and(|next| next.is_word() && is_class(&next.key));
        return Some(names_end + usize::from(class));
    }
    let verb = (names_end..read.len()).find(|at| read[*at].is_word() && !is_small(&read[*at].low))?;
    let more = read.get(verb + 1).is_some_and(|next| {
        matches!(next.low.as_str(), "in" | "on" | "to" | "by" | "with" | "from")
            && read.get(verb + 2).is_some_and(verbal)
    });
    Some(verb + 1 + usize::from(more))
}

/// "The director of X", where the question asks something of that director.
fn genitive(read: &[Piece]) -> Option<Inner> {
    let of = (1..read.len()).rev().find(|at| {
        read[*at].low == "of"
            && read
                .get(at + 1)
                .is_some_and(|next| next.is_name() || is_article(next) && read.get(at + 2).is_some_and(Piece::is_name))
    })?;
    let first = of + 1 + usize::from(is_article(&read[of + 1]));
    let end = (first..read.len()).find(|at| !read[*at].is_name()).unwrap_or(read.len());
    let start = (of.saturating_sub(4)..of).rev().find(|at| read[*at].low == "the")?;
    if start + 1 >= of || start == 0 {
        return None;
    }
    let rest = read[..start].iter().chain(&read[end..]);
    let asks = rest.filter(|piece| piece.is_word() && !is_small(&piece.low) && !piece.is_name()).count();
    let inner: Vec<Piece> = [word("what"), word("is")].into_iter().chain(read[start..end].iter().cloned()).collect();
    (asks > 0).then_some((start..end, inner))
}

fn is_article(piece: &Piece) -> bool {
    matches!(piece.low.as_str(), "the" | "a" | "an")
}

/// What is asked of dependencies.
fn dependencies(read: &[Piece]) -> Option<AskedDependencies> {
    let asked = wanted(read);
    if asked.known.is_empty() {
        return None;
    }
    let any = |patterns: &[&str]| patterns.iter().any(|pattern| fits(read, pattern));
    let cycles = any(&["cycle*|circular*|cyclic", "цикл*"]);
    let criticality = any(&["critical*|criticality|essential|important", "критич*"]);
    let breaks = any(&[
        "break*|fail*|affect*|impact*|stop*|happens|goes",
        "слома*",
        "упад*",
        "перестан*",
        "затрон*|затрагив*",
        "откаж*",
        "пострада*",
        "останов*",
    ]);
    let depends = any(&["depend*|rely|relies|need*|require*", "завис*|нуж*"]);
    let of_it = depends && asked.side == Some(crate::stated::wanted::Side::Before) && !breaks;
    let on_it = !of_it && (depends || breaks);
    let class = asked.class.filter(|class| !matches!(class.as_str(), "depend" | "thing" | "critic"));
    Some(AskedDependencies {
        entity: asked.shown,
        on_it: on_it && !cycles,
        of_it: of_it && !cycles,
        cycles,
        criticality,
        class,
    })
}

/// What sources are asked to agree on, as a question of its own.
fn agreed(read: &[Piece]) -> Vec<Piece> {
    let cut = |low: &str| {
        matches!(
            low,
            "on" | "about"
                | "in"
                | "over"
                | "regarding"
                | "concerning"
                | "whether"
                | "о"
                | "об"
                | "в"
                | "насчет"
                | "про"
                | "том"
                | "по"
        )
    };
    let name = read.iter().position(Piece::is_name).unwrap_or(read.len());
    let at = read.iter().take(name).position(|piece| cut(&piece.low) && piece.is_word());
    let mut rest = at.map_or(read, |at| &read[at + 1..]).to_vec();
    while rest.first().is_some_and(|first| matches!(first.low.as_str(), "том" | "," | "the")) {
        rest.remove(0);
    }
    let wh = |piece: &Piece| {
        matches!(piece.low.as_str(), "how" | "who" | "which" | "what" | "when" | "where")
            || piece.low.starts_with("как")
            || matches!(piece.low.as_str(), "кто" | "когда" | "где" | "сколько")
    };
    if !rest.first().is_some_and(wh) {
        rest.insert(0, word("what"));
        rest.insert(1, word("is"));
    }
    rest
}

/// Two things compared, each asked for itself.
fn comparison(read: &[Piece]) -> Option<PartPlan> {
    let joins = |piece: &Piece| matches!(piece.low.as_str(), "or" | "and" | "или" | "и" | "than" | "чем");
    let join = (1..read.len())
        .find(|at| joins(&read[*at]) && side_before(read, *at).is_some() && side_after(read, *at).is_some())?;
    let (one, other) = (side_before(read, join)?, side_after(read, join)?);
    let without = |gone: std::ops::Range<usize>| -> Vec<Piece> {
        read.iter()
            .enumerate()
            .filter(|(at, _)| !gone.contains(at) && *at != join)
            .map(|(_, piece)| piece.clone())
            .collect()
    };
    let (first, second) = (without(other.clone()), without(one.clone()));
    let same = fits(read, "same|share|shares|both|common|alike|identical|equal*")
        || fits(read, "один*|одна|одно|одном|одну|одной|общ*|тот|та|тем|одинаков*");
    let found = extreme(read);
    if !same && found.is_none() {
        return None;
    }
    let mut parts = vec![part(1, &first), part(2, &second)];
    parts[1].needs.clear();
    for part in &mut parts {
        part.wanted.extreme = None;
        part.wanted.many = false;
        part.tool = "compare".into();
        if same { shared(&mut part.wanted, read) } else { compared(&mut part.wanted, read) }
    }
    Some(PartPlan {
        parts,
        composing: if same { Composing::Same } else { Composing::More { extreme: found.unwrap_or(Extreme::Most) } },
    })
}

fn side_before(read: &[Piece], join: usize) -> Option<std::ops::Range<usize>> {
    let mut end = join;
    if end > 1 && read[end - 1].is_word() && !is_small(&read[end - 1].low) && read[end - 2].is_name() {
        end -= 1;
    }
    let start = (0..end).rev().take_while(|at| read[*at].is_name()).last()?;
    Some(start..join)
}

fn side_after(read: &[Piece], join: usize) -> Option<std::ops::Range<usize>> {
    let start = join + 1 + usize::from(read.get(join + 1).is_some_and(is_article));
    let end = (start..read.len()).take_while(|at| read[*at].is_name()).last()? + 1;
    Some(join + 1..end)
}

/// What two things are asked to share.
fn shared(wanted: &mut AskedFact, read: &[Piece]) {
    let at = read.iter().position(|piece| {
        matches!(
            piece.low.as_str(),
            "same"
                | "share"
                | "shares"
                | "common"
                | "одном"
                | "одну"
                | "одной"
                | "один"
                | "одна"
                | "общая"
                | "общую"
                | "общий"
                | "той"
                | "том"
        )
    });
    let noun = at.and_then(|at| read[at + 1..].iter().find(|piece| piece.is_word() && !is_small(&piece.low)));
    wanted.keys.retain(|key| !matches!(key.as_str(), "share" | "same" | "both" | "common"));
    if let Some(noun) = noun {
        wanted.keys.retain(|key| *key != noun.key);
        wanted.class = Some(noun.key.clone());
        if wanted.keys.is_empty() {
            wanted.keys.push(noun.key.clone());
        }
    }
    wanted.sort = AskedSort::Name;
}

/// By what two things are compared: a date, or a number of something.
fn compared(wanted: &mut AskedFact, read: &[Piece]) {
    let dated = fits(
        read,
        "earlier|later|older|younger|newer|sooner|first|last|раньше|позже|старше|младше|моложе|новее|древнее|первым|первой|первый|последним",
    );
    let more = read
        .iter()
        .position(|piece| matches!(piece.low.as_str(), "more" | "fewer" | "less" | "most" | "больше" | "меньше"));
    let noun = more
        .and_then(|at| read.get(at + 1))
        .filter(|next| next.is_word() && !is_small(&next.low) && !verbal(next) || next.low.ends_with('s'));
    if let Some(noun) = noun {
        wanted.class = Some(noun.key.clone());
        wanted.sort = AskedSort::Number;
        wanted.keys = vec![noun.key.clone()];
    } else if dated {
        wanted.sort = AskedSort::Date;
        wanted.class = None;
        if fits(read, "older|younger|старше|младше|моложе") && wanted.keys.is_empty() {
            wanted.keys = vec!["born".into()];
        }
    } else {
        wanted.sort = AskedSort::Number;
    }
}

#[cfg(test)]
mod tests {
    use super::super::route::route;
    use super::*;

    fn planned(question: &str) -> (Vec<String>, Composing) {
        let plan = parts(question, &route(question, &[]), &[]);
        assert!(plan.holds(), "{plan:?}");
        (plan.parts.into_iter().map(|part| part.ask).collect(), plan.composing)
    }

    #[test]
    fn a_clause_is_asked_first() {
        let (parts, composing) = planned("Who leads the team that owns Lamp?");
        assert_eq!(
            (parts, composing),
            (vec!["which team owns Lamp".to_owned(), "Who leads {1}?".to_owned()], Composing::Value)
        );
        let (parts, _) = planned("In which city does the team that owns Lamp sit?");
        assert_eq!(parts, ["which team owns Lamp", "In which city does {1} sit?"]);
        let (parts, _) = planned("In which language is the service that Lamp calls written?");
        assert_eq!(parts, ["which service Lamp calls", "In which language is {1} written?"]);
        let (parts, _) = planned("Which engine runs the database of the service that replaces OldLamp?");
        assert_eq!(parts, ["which service replaces OldLamp", "what is the database of {1}", "Which engine runs {2}?"]);
        let (parts, _) = planned("Кто руководит командой, которой принадлежит Lamp?");
        assert_eq!(parts, ["какой командой принадлежит Lamp", "Кто руководит {1}?"]);
    }

    #[test]
    fn two_things_are_asked_one_by_one() {
        let (parts, composing) = planned("Which has more replicas, LampA or LampB?");
        assert_eq!((parts.len(), composing), (2, Composing::More { extreme: Extreme::Most }));
        assert_eq!(planned("Are LampA and LampB written in the same language?").1, Composing::Same);
    }

    #[test]
    fn sets_are_counted_or_listed() {
        assert_eq!(planned("How many services are written in Rust?").1, Composing::Count);
        assert_eq!(planned("Which services use Lamp?").1, Composing::List);
        assert_eq!(planned("Which project is due last?").1, Composing::Extreme { extreme: Extreme::Most });
        assert!(matches!(planned("How critical is Lamp?").1, Composing::Dependencies(asked) if asked.criticality));
    }
}
