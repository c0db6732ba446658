//! Where do records belong? Each to the chunks of the window whose text holds it, else to all of them.
//!
//! An entity stands where its name does, as written, in another case of letters, or as a name that the
//! rules found there and that leads to the same (`Москвы` for `Москва`). A relation belongs to the chunks
//! that hold both of its ends, and quotes the sentence with both. Cost: a pass over the window's text for
//! every name, once.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use memchr::memmem::Finder;
use rustc_hash::FxHashMap;

use super::lower::Lower;
use super::notes::{Loss, Notes, Relation};
use crate::extract::{alike, day};
use crate::model::{Chunk, Claim, Description, Extractor, Facts, Key, Kind, Mention, Name, Period, Span, Statement};
use crate::text::sentences;

/// The weight of a relation for which the model gives no strength.
const PLAIN: f32 = 1.0;
/// What a relation of the greatest strength weighs: as much as one that a text states in known words.
const STRONGEST: f32 = 2.0;
/// The top of the scale on which the prompts ask for strength.
const SCALE: f32 = 10.0;
/// The predicate of a relation for which the model gives none.
const UNNAMED: &str = "related to";
/// The longest predicate, in characters.
const LONGEST_PREDICATE: usize = 80;

/// A chunk of a window, with what the rules say of it.
pub type Window<'a> = [(&'a Chunk, &'a [Facts])];

/// Gives each record to the chunks of the window that hold it: facts for every chunk, in their order,
/// under `key`, which says what was asked. What names nothing is counted as lost in `records`.
pub fn placed(notes: &mut Notes, window: &Window<'_>, key: Key) -> Vec<Facts> {
    let mut out: Vec<Facts> =
        window.iter().map(|_| Facts { extractor: Extractor::Model, window: Some(key), ..Facts::default() }).collect();
    let places = Places::new(window);
    let mut kinds: FxHashMap<String, Kind> = FxHashMap::default();
    for entity in std::mem::take(&mut notes.entities) {
        let found = places.found(&entity.name);
        let name = &found.name;
        if name.folded.is_empty() {
            notes.lose(Loss::Nameless, &entity.name);
            continue;
        }
        let kind = kind(&entity.kind);
        kinds.insert(name.folded.clone(), kind);
        for (at, span) in found.places() {
            mention(&mut out[at], &places, at, name, &entity.name, span, kind);
            if !entity.description.is_empty() {
                let (name, kind) = (name.clone(), entity.kind.clone());
                out[at].descriptions.push(Description { name, kind, text: entity.description.clone() });
            }
        }
        notes.entities.push(entity);
    }
    let kinds = |name: &Name| kinds.get(&name.folded).copied().unwrap_or_default();
    for relation in std::mem::take(&mut notes.relations) {
        let (source, target) = (places.found(&relation.source), places.found(&relation.target));
        let pairs = source.places_with(&target);
        let (source, target) = (&source.name, &target.name);
        if let Some(why) = no_ends(source, target) {
            notes.lose(why, &format!("{} > {}", relation.source, relation.target));
            continue;
        }
        for (at, [from, to]) in pairs {
            mention(&mut out[at], &places, at, source, &relation.source, from, kinds(source));
            mention(&mut out[at], &places, at, target, &relation.target, to, kinds(target));
            let quote = places.sentence(at, from, to);
            out[at].statements.push(statement(&relation, source.clone(), target.clone(), quote));
        }
        notes.relations.push(relation);
    }
    for claim in std::mem::take(&mut notes.claims) {
        let (subject, object) = (places.found(&claim.subject), Name::new(&claim.object));
        if subject.name.folded.is_empty() {
            notes.lose(Loss::Nameless, &claim.subject);
            continue;
        }
        for (at, quote) in places.of_quote(&claim.quote, &subject) {
            let object = Some(object.clone()).filter(|object| !object.folded.is_empty());
            let [kind, status, text] = [&claim.kind, &claim.status, &claim.description].map(String::clone);
            let period = Period { valid_from: day(&claim.from), valid_to: day(&claim.to) };
            out[at].claims.push(Claim { subject: subject.name.clone(), object, kind, status, period, text, quote });
        }
        notes.claims.push(claim);
    }
    out
}

/// Why two names are no ends of a relation: "Dome" and "dome." are one.
fn no_ends(source: &Name, target: &Name) -> Option<Loss> {
    if source.folded.is_empty() || target.folded.is_empty() {
        Some(Loss::Endless)
    } else {
        (source == target).then_some(Loss::Loop)
    }
}

/// Adds a mention, unless the chunk has it.
fn mention(facts: &mut Facts, places: &Places<'_>, at: usize, name: &Name, said: &str, span: Span, kind: Kind) {
    if facts.mentions.iter().any(|known| known.name == *name) {
        return;
    }
    let written = places.window[at].0.text.get(span.range()).filter(|text| !text.is_empty());
    let form = written.unwrap_or(said).to_owned();
    facts.mentions.push(Mention { name: name.clone(), form, span, kind });
}

fn statement(relation: &Relation, source: Name, target: Name, quote: Span) -> Statement {
    let predicate = predicate(&relation.predicate);
    let weight = relation.strength.map_or(PLAIN, |said| (said / SCALE * STRONGEST).clamp(0.1, STRONGEST));
    Statement {
        source,
        predicate: if predicate.is_empty() { UNNAMED.to_owned() } else { predicate },
        target,
        quote,
        weight,
        period: Period { valid_from: day(&relation.from), valid_to: day(&relation.to) },
        description: relation.description.clone(),
        keywords: relation.keywords.clone(),
    }
}

/// A predicate in lower case and words, and not without end.
fn predicate(said: &str) -> String {
    let plain = |byte: u8| byte.is_ascii() && !byte.is_ascii_uppercase() && byte != b'_';
    if said.len() <= LONGEST_PREDICATE && said.bytes().all(plain) {
        return said.to_owned();
    }
    said.to_lowercase().replace('_', " ").chars().take(LONGEST_PREDICATE).collect()
}

/// Where things stand in a window.
struct Places<'a> {
    window: &'a Window<'a>,
    lower: Vec<Lower>,
    /// What each chunk's mentions lead to, where somebody asked.
    leads: Vec<OnceCell<Leads<'a>>>,
    /// Each chunk's sentences, where somebody asked.
    sentences: Vec<OnceCell<Vec<Span>>>,
    /// Where each chunk has the names that were sought.
    found: RefCell<FxHashMap<String, Rc<Found>>>,
    /// The names that lead to the same as each of those that somebody asked about.
    alike: RefCell<FxHashMap<String, Rc<[Name]>>>,
}

/// Where each chunk of a window has a name.
struct Found {
    name: Name,
    spans: Vec<Option<Span>>,
}

impl Found {
    /// The chunks that hold the name, each with where; all of them with no place where none does.
    fn places(&self) -> Vec<(usize, Span)> {
        let held = self.held();
        if held.is_empty() { (0..self.spans.len()).map(|at| (at, Span::default())).collect() } else { held }
    }

    /// The chunks that hold the name.
    fn held(&self) -> Vec<(usize, Span)> {
        self.spans.iter().enumerate().filter_map(|(at, span)| Some((at, (*span)?))).collect()
    }

    /// The chunks that hold both names; all of them where none does.
    fn places_with(&self, other: &Self) -> Vec<(usize, [Span; 2])> {
        let pairs = || self.spans.iter().zip(&other.spans).enumerate();
        let both: Vec<_> = pairs().filter_map(|(at, (one, other))| Some((at, [(*one)?, (*other)?]))).collect();
        if !both.is_empty() {
            return both;
        }
        pairs().map(|(at, (one, other))| (at, [one.unwrap_or_default(), other.unwrap_or_default()])).collect()
    }
}

/// A name that is sought.
struct Sought<'a> {
    written: Finder<'a>,
    folded: &'a str,
}

/// Which names the mentions that the rules found in a chunk lead to: the first one for each.
#[derive(Default)]
struct Leads<'a> {
    mentions: Vec<&'a Mention>,
    written: FxHashMap<&'a str, usize>,
    /// The same by what they lead to, where somebody asked.
    alike: OnceCell<FxHashMap<Name, usize>>,
}

impl<'a> Leads<'a> {
    fn of(facts: &'a [Facts]) -> Self {
        let mut out = Self::default();
        let rules = facts.iter().filter(|facts| facts.extractor == Extractor::Rules);
        for mention in rules.flat_map(|facts| &facts.mentions).filter(|mention| !mention.span.is_empty()) {
            out.written.entry(&mention.name.folded).or_insert(out.mentions.len());
            out.mentions.push(mention);
        }
        out
    }

    fn alike(&self, name: &Name, alike: impl Fn(&str) -> Rc<[Name]>) -> Option<usize> {
        let all = self.alike.get_or_init(|| {
            let mut out = FxHashMap::default();
            for (at, mention) in self.mentions.iter().enumerate() {
                for name in alike(&mention.name.folded).iter() {
                    out.entry(name.clone()).or_insert(at);
                }
            }
            out
        });
        all.get(name).copied()
    }
}

impl<'a> Places<'a> {
    fn new(window: &'a Window<'a>) -> Self {
        let lower = window.iter().map(|(chunk, _)| Lower::of(&chunk.text)).collect();
        let leads = window.iter().map(|_| OnceCell::new()).collect();
        let sentences = window.iter().map(|_| OnceCell::new()).collect();
        Self { window, lower, leads, sentences, found: RefCell::default(), alike: RefCell::default() }
    }

    /// The names that lead to the same as a folded one.
    fn alike(&self, folded: &str) -> Rc<[Name]> {
        if let Some(known) = self.alike.borrow().get(folded) {
            return known.clone();
        }
        let names: Rc<[Name]> = alike(folded).into();
        self.alike.borrow_mut().insert(folded.to_owned(), names.clone());
        names
    }

    /// Where each chunk has a name.
    fn found(&self, name: &str) -> Rc<Found> {
        if let Some(known) = self.found.borrow().get(name) {
            return known.clone();
        }
        let (lower, own) = (name.to_lowercase(), Name::new(name));
        let sought = Sought { written: Finder::new(&lower), folded: &own.folded };
        let spans = (0..self.window.len()).map(|at| self.find(at, &sought)).collect();
        let found = Rc::new(Found { name: own, spans });
        self.found.borrow_mut().insert(name.to_owned(), found.clone());
        found
    }

    /// The chunks that hold a quote, or else the subject; else all.
    fn of_quote(&self, quote: &str, subject: &Found) -> Vec<(usize, Span)> {
        let whole = if quote.is_empty() { Vec::new() } else { self.found(quote).held() };
        if !whole.is_empty() {
            return whole;
        }
        subject.places().into_iter().map(|(at, _)| (at, Span::default())).collect()
    }

    /// Where a chunk writes a name, or what leads to the same.
    fn find(&self, at: usize, sought: &Sought<'_>) -> Option<Span> {
        let lower = &self.lower[at];
        let text = &lower.text;
        let length = sought.written.needle().len();
        let alone = |from: usize, to: usize| {
            let (before, behind) = (text[..from].chars().next_back(), text[to..].chars().next());
            !before.is_some_and(char::is_alphanumeric) && !behind.is_some_and(char::is_alphanumeric)
        };
        let mut places = sought.written.find_iter(text.as_bytes()).filter(|_| length > 0);
        if let Some(from) = places.find(|from| alone(*from, from + length)) {
            return Some(Span { start: lower.start(from), end: lower.start(from + length) });
        }
        self.led(at, sought)
    }

    /// The mention of the rules that leads to the same name.
    fn led(&self, at: usize, sought: &Sought<'_>) -> Option<Span> {
        let leads = self.leads[at].get_or_init(|| Leads::of(self.window[at].1));
        let same = leads.written.get(sought.folded).copied();
        let alike = self.alike(sought.folded);
        let alike = alike.iter().filter_map(|name| leads.alike(name, |folded| self.alike(folded))).min();
        same.into_iter().chain(alike).min().map(|at| leads.mentions[at].span)
    }

    /// The sentence of a chunk that holds two places.
    fn sentence(&self, at: usize, one: Span, other: Span) -> Span {
        if one.is_empty() || other.is_empty() {
            return Span::default();
        }
        let holds = |sentence: &Span, span: Span| sentence.start <= span.start && span.end <= sentence.end;
        let all = self.sentences[at].get_or_init(|| sentences(&self.window[at].0.text));
        all.iter().copied().find(|sentence| holds(sentence, one) && holds(sentence, other)).unwrap_or_default()
    }
}

/// The kind that a model's word for it comes nearest to.
fn kind(word: &str) -> Kind {
    const WORDS: [(&str, Kind); 13] = [
        (" person people character human individual author человек персона личность ", Kind::Person),
        (
            " organization organisation company institution group team party agency team организация компания ",
            Kind::Org,
        ),
        (" geo location place country city region state landmark место город страна ", Kind::Place),
        (" event incident war meeting событие ", Kind::Event),
        (" method algorithm technique model approach architecture метод алгоритм модель ", Kind::Method),
        (" dataset benchmark corpus data датасет ", Kind::Dataset),
        (" metric measure score метрика ", Kind::Metric),
        (" service system server product сервис система ", Kind::Service),
        (" library api package function class module file framework библиотека ", Kind::Identifier),
        (" concept idea term topic field category theory понятие ", Kind::Concept),
        (" work book film song paper artwork publication artifact произведение книга ", Kind::Work),
        (" date time year period дата время ", Kind::Date),
        (" creature animal object naturalobject material ", Kind::Entity),
    ];
    let word = format!(" {} ", word.trim().to_lowercase());
    let known = |(words, _): &&(&str, Kind)| word.len() > 2 && words.contains(&word);
    WORDS.iter().find(known).map_or(Kind::Entity, |(_, kind)| *kind)
}

#[cfg(test)]
mod tests {
    use super::super::notes::{Claim as SaidClaim, Entity};
    use rustc_hash::FxHashSet;

    use super::*;
    use crate::extract::extract;

    fn window(texts: &[&str]) -> Vec<(Chunk, Vec<Facts>)> {
        let chunk = |text: &&str| Chunk { text: (*text).to_owned(), ..Chunk::default() };
        texts.iter().map(chunk).map(|chunk| (chunk.clone(), vec![extract(&chunk)])).collect()
    }

    fn place(notes: &mut Notes, texts: &[&str]) -> Vec<Facts> {
        let window = window(texts);
        let of: Vec<_> = window.iter().map(|(chunk, facts)| (chunk, facts.as_slice())).collect();
        placed(notes, &of, Key::text("asked"))
    }

    fn entity(name: &str) -> Entity {
        Entity { name: name.to_owned(), kind: "person".to_owned(), description: "d".to_owned() }
    }

    fn relation(source: &str, target: &str) -> Relation {
        Relation { source: source.to_owned(), target: target.to_owned(), strength: Some(5.0), ..Relation::default() }
    }

    fn spans(facts: &[Facts]) -> Vec<Vec<(&str, u32)>> {
        let of = |facts: &Facts| facts.mentions.len();
        assert!(facts.iter().all(|facts| of(facts) == facts.names().collect::<FxHashSet<_>>().len()));
        facts.iter().map(|facts| facts.mentions.iter().map(|m| (m.form.as_str(), m.span.end)).collect()).collect()
    }

    #[test]
    fn entities_belong_where_their_names_stand() {
        let mut notes = Notes { entities: vec![entity("SCROOGE"), entity("Marley")], ..Notes::default() };
        let facts = place(&mut notes, &["Old Scrooge sat.", "It rained.", "Scrooges sang."]);
        assert_eq!(spans(&facts), [vec![("Scrooge", 11), ("Marley", 0)], vec![("Marley", 0)], vec![("Marley", 0)]]);
        assert_eq!(facts[0].mentions[0].kind, Kind::Person);
        assert_eq!(facts[0].descriptions.len(), 2);
        let mut notes = Notes { entities: vec![entity("Москва")], ..Notes::default() };
        let facts = place(&mut notes, &["Он уехал из Москвы.", "Потом был дождь."]);
        assert_eq!(facts[0].mentions[0].form, "Москвы");
        assert!(facts[1].mentions.is_empty());
    }

    #[test]
    fn relations_quote_the_sentence_with_both_ends() {
        let mut notes = Notes { relations: vec![relation("Ada", "Babbage")], ..Notes::default() };
        let facts = place(&mut notes, &["It rained. Ada met Babbage. He left.", "Ada wrote."]);
        let said = &facts[0].statements[0];
        assert_eq!((said.quote, said.weight, said.predicate.as_str()), (Span::new(11, 27), 1.0, "related to"));
        assert!(facts[1].statements.is_empty());
        let facts = place(&mut notes, &["Ada wrote.", "Babbage read."]);
        assert!(facts.iter().all(|facts| facts.statements.len() == 1 && facts.statements[0].quote.is_empty()));
    }

    #[test]
    fn predicates_are_words_and_end() {
        assert_eq!(["works for", "WORKS_FOR", "Входит_в"].map(predicate), ["works for", "works for", "входит в"]);
        assert_eq!(["я".repeat(99), "i".repeat(99)].map(|long| predicate(&long).chars().count()), [80, 80]);
    }

    #[test]
    fn claims_belong_where_their_quote_stands() {
        let said = |quote: &str| SaidClaim {
            subject: "Ada".to_owned(),
            quote: quote.to_owned(),
            from: "1843-10-02T00:00:00".to_owned(),
            ..SaidClaim::default()
        };
        let mut notes = Notes { claims: vec![said("wrote the notes"), said("sang")], ..Notes::default() };
        let facts = place(&mut notes, &["Ada slept.", "She wrote the notes."]);
        assert_eq!(facts.iter().map(|facts| facts.claims.len()).collect::<Vec<_>>(), [1, 1]);
        assert_eq!(facts[1].claims[0].quote, Span::new(4, 19));
        assert_eq!(facts[1].claims[0].period.valid_from.map(|day| (day.year, day.month, day.day)), Some((1843, 10, 2)));
    }

    #[test]
    fn letters_that_grow_in_lower_case_keep_their_places() {
        let mut notes = Notes { entities: vec![entity("Ada")], ..Notes::default() };
        let facts = place(&mut notes, &["İİİ and Ada"]);
        assert_eq!(facts[0].mentions[0].form, "Ada");
    }
}
