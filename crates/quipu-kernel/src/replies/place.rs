//! Placement of records: each goes to the chunks of the window whose text holds it, else to all of them.
//!
//! An entity belongs to the chunks that hold its name, a relation to those that hold both of its ends, and quotes the
//! sentence with both, a claim to those that hold its quote.

use std::iter::repeat_n;
use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};

use super::keys::KIND_WORDS;
use super::notes::{Claim as SaidClaim, Entity, Loss, Lost, Notes, Relation};
use super::places::{Found, Places, Window};
use crate::extract::Extractor;
use crate::model::{Claim, Description, ExtractedBy, Facts, Key, Kind, Mention, Name, Period, Span, Statement};

/// The weight of a relation for which the model gives no strength.
const PLAIN: f32 = 1.0;
/// Weight of a relation of the greatest strength: that of one that a text states in known words.
const STRONGEST: f32 = 2.0;
/// The top of the scale on which the prompts ask for strength.
const SCALE: f32 = 10.0;
/// The predicate of a relation for which the model gives none.
const UNNAMED: &str = "related to";
/// The longest predicate, in characters.
const LONGEST_PREDICATE: usize = 80;

/// The result of placing a reply's records.
#[derive(Debug, Default)]
pub struct Placed {
    /// Numbers of placed entities, relations and claims.
    pub found: [u64; 3],
    /// Records lost before or during placement.
    pub lost: Vec<Lost>,
    /// Number of records that repeat another one of the same reply word for word.
    pub repeated: u64,
}

/// Gives each record to the chunks of the window that hold it, under `key`, a hash of the prompt; the facts are
/// those of every chunk, in their order. A record without a name is counted as lost.
pub fn placed(notes: Notes, window: &Window<'_>, key: Key, extractor: &dyn Extractor) -> (Vec<Facts>, Placed) {
    let Notes { entities, relations, claims, lost, repeated, .. } = notes;
    let places = Places::new(window, extractor);
    let mut placing = Placing::new(&places, window, key, Placed { found: [0; 3], lost, repeated });
    entities.into_iter().for_each(|entity| placing.entity(entity));
    relations.into_iter().for_each(|relation| placing.relation(relation));
    claims.into_iter().for_each(|claim| placing.claim(claim));
    (placing.out, placing.became)
}

/// Records on their way into chunks.
struct Placing<'a> {
    places: &'a Places<'a>,
    out: Vec<Facts>,
    became: Placed,
    /// Names that each chunk mentions, by their numbers.
    mentioned: Vec<FxHashSet<usize>>,
    /// Kind of each name, by its number.
    kinds: FxHashMap<usize, Kind>,
}

impl<'a> Placing<'a> {
    fn new(places: &'a Places<'a>, window: &Window<'_>, key: Key, became: Placed) -> Self {
        let empty = || Facts { extractor: ExtractedBy::Model, window: Some(key), ..Facts::default() };
        let out = window.iter().map(|_| empty()).collect();
        let mentioned = vec![FxHashSet::default(); window.len()];
        Self { places, out, became, mentioned, kinds: FxHashMap::default() }
    }

    fn lose(&mut self, why: Loss, text: &str) {
        self.became.lost.push(Lost::new(why, text));
    }

    fn entity(&mut self, entity: Entity) {
        let found = self.places.found(&entity.name);
        if found.name.folded.is_empty() {
            return self.lose(Loss::Nameless, &entity.name);
        }
        self.became.found[0] += 1;
        self.kinds.insert(found.number, kind(&entity.kind));
        let places = found.places();
        for (at, span) in &places {
            self.mention(*at, &found, &entity.name, *span);
        }
        if !entity.description.is_empty() {
            let said = Description { name: found.name.clone(), kind: entity.kind, text: entity.description };
            for ((at, _), said) in places.iter().zip(repeat_n(said, places.len())) {
                self.out[*at].descriptions.push(said);
            }
        }
    }

    fn relation(&mut self, relation: Relation) {
        let (source, target) = (self.places.found(&relation.source), self.places.found(&relation.target));
        if let Some(why) = no_ends(&source.name, &target.name) {
            return self.lose(why, &format!("{} > {}", relation.source, relation.target));
        }
        self.became.found[1] += 1;
        let pairs = source.places_with(&target);
        for (at, [from, to]) in &pairs {
            self.mention(*at, &source, &relation.source, *from);
            self.mention(*at, &target, &relation.target, *to);
        }
        let said = statement(relation, source.name.clone(), target.name.clone(), self.places.extractor);
        for ((at, [from, to]), said) in pairs.iter().zip(repeat_n(said, pairs.len())) {
            let quote = self.places.sentence(*at, *from, *to);
            self.out[*at].statements.push(Statement { quote, ..said });
        }
    }

    fn claim(&mut self, claim: SaidClaim) {
        let (subject, object) = (self.places.found(&claim.subject), Name::new(&claim.object));
        if subject.name.folded.is_empty() {
            return self.lose(Loss::Nameless, &claim.subject);
        }
        self.became.found[2] += 1;
        let places = self.places.of_quote(&claim.quote, &subject);
        let said = Claim {
            subject: subject.name.clone(),
            object: Some(object).filter(|object| !object.folded.is_empty()),
            kind: claim.kind,
            status: claim.status,
            period: Period {
                valid_from: self.places.extractor.day(&claim.from),
                valid_to: self.places.extractor.day(&claim.to),
            },
            text: claim.description,
            quote: Span::default(),
        };
        for ((at, quote), said) in places.iter().zip(repeat_n(said, places.len())) {
            self.out[*at].claims.push(Claim { quote: *quote, ..said });
        }
    }

    /// Adds a mention, unless the chunk has it.
    fn mention(&mut self, at: usize, found: &Found, said: &str, span: Span) {
        if !self.mentioned[at].insert(found.number) {
            return;
        }
        let written = self.places.window[at].0.text.get(span.range()).filter(|text| !text.is_empty());
        let (form, kind) =
            (written.unwrap_or(said).to_owned(), self.kinds.get(&found.number).copied().unwrap_or_default());
        self.out[at].mentions.push(Mention { name: found.name.clone(), form, span, kind });
    }
}

/// The reason why two names are no ends of a relation: "Dome" and "dome." are one.
fn no_ends(source: &Name, target: &Name) -> Option<Loss> {
    if source.folded.is_empty() || target.folded.is_empty() {
        Some(Loss::Endless)
    } else {
        (source == target).then_some(Loss::Loop)
    }
}

fn statement(relation: Relation, source: Name, target: Name, extractor: &dyn Extractor) -> Statement {
    let predicate = predicate(relation.predicate);
    let weight = relation.strength.map_or(PLAIN, |said| (said / SCALE * STRONGEST).clamp(0.1, STRONGEST));
    Statement {
        source,
        predicate: if predicate.is_empty() { UNNAMED.to_owned() } else { predicate },
        target,
        quote: Span::default(),
        weight,
        period: Period { valid_from: extractor.day(&relation.from), valid_to: extractor.day(&relation.to) },
        description: relation.description,
        keywords: relation.keywords,
    }
}

/// A predicate in lower case and words, and not without end.
fn predicate(said: String) -> String {
    let plain = |byte: u8| byte.is_ascii() && !byte.is_ascii_uppercase() && byte != b'_';
    if said.len() <= LONGEST_PREDICATE && said.bytes().all(plain) {
        return said;
    }
    said.to_lowercase().replace('_', " ").chars().take(LONGEST_PREDICATE).collect()
}

/// Words that models have for kinds.
static KINDS: LazyLock<FxHashMap<&str, Kind>> = LazyLock::new(|| {
    let words = KIND_WORDS.iter().rev().flat_map(|(words, kind)| words.split(' ').map(|word| (word, *kind)));
    words.collect()
});

/// The kind that a model's word for it comes nearest to.
fn kind(word: &str) -> Kind {
    let word = word.trim();
    let known = KINDS.get(word).or_else(|| KINDS.get(word.to_lowercase().as_str()));
    known.copied().unwrap_or(Kind::Entity)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::toy::Toy;
    use crate::model::Chunk;

    fn window(texts: &[&str]) -> Vec<(Chunk, Vec<Facts>)> {
        let chunk = |text: &&str| Chunk { text: (*text).to_owned(), ..Chunk::default() };
        texts.iter().map(chunk).map(|chunk| (chunk.clone(), vec![Toy.extract("", &chunk)])).collect()
    }

    fn place(notes: Notes, texts: &[&str]) -> Vec<Facts> {
        let window = window(texts);
        let of: Vec<_> = window.iter().map(|(chunk, facts)| (chunk, facts.as_slice())).collect();
        placed(notes, &of, Key::text("asked"), &Toy).0
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
        let notes = Notes { entities: vec![entity("SCROOGE"), entity("Marley")], ..Notes::default() };
        let facts = place(notes, &["Old Scrooge sat.", "It rained.", "Scrooges sang."]);
        assert_eq!(spans(&facts), [vec![("Scrooge", 11), ("Marley", 0)], vec![("Marley", 0)], vec![("Marley", 0)]]);
        assert_eq!(facts[0].mentions[0].kind, Kind::Person);
        assert_eq!(facts[0].descriptions.len(), 2);
        let notes = Notes { entities: vec![entity("Москва")], ..Notes::default() };
        let facts = place(notes, &["Он уехал из Москвы.", "Потом был дождь."]);
        assert_eq!(facts[0].mentions[0].form, "Москвы");
        assert!(facts[1].mentions.is_empty());
    }

    #[test]
    fn relations_quote_the_sentence_with_both_ends() {
        let notes = Notes { relations: vec![relation("Ada", "Babbage")], ..Notes::default() };
        let facts = place(notes.clone(), &["It rained. Ada met Babbage. He left.", "Ada wrote."]);
        let said = &facts[0].statements[0];
        assert_eq!((said.quote, said.weight, said.predicate.as_str()), (Span::new(11, 27), 1.0, "related to"));
        assert!(facts[1].statements.is_empty());
        let facts = place(notes, &["Ada wrote.", "Babbage read."]);
        assert!(facts.iter().all(|facts| facts.statements.len() == 1 && facts.statements[0].quote.is_empty()));
    }

    #[test]
    fn predicates_are_words_and_end() {
        assert_eq!(
            ["works for", "WORKS_FOR", "Входит_в"].map(|said| predicate(said.to_owned())),
            ["works for", "works for", "входит в"]
        );
        assert_eq!(["я".repeat(99), "i".repeat(99)].map(|long| predicate(long).chars().count()), [80, 80]);
    }

    #[test]
    fn claims_belong_where_their_quote_stands() {
        let said = |quote: &str| SaidClaim {
            subject: "Ada".to_owned(),
            quote: quote.to_owned(),
            from: "1843-10-02T00:00:00".to_owned(),
            ..SaidClaim::default()
        };
        let notes = Notes { claims: vec![said("wrote the notes"), said("sang")], ..Notes::default() };
        let facts = place(notes, &["Ada slept.", "She wrote the notes."]);
        assert_eq!(facts.iter().map(|facts| facts.claims.len()).collect::<Vec<_>>(), [1, 1]);
        assert_eq!(facts[1].claims[0].quote, Span::new(4, 19));
        assert_eq!(facts[1].claims[0].period.valid_from.map(|day| (day.year, day.month, day.day)), Some((1843, 10, 2)));
    }

    #[test]
    fn letters_that_grow_in_lower_case_keep_their_places() {
        let notes = Notes { entities: vec![entity("Ada")], ..Notes::default() };
        let facts = place(notes, &["İİİ and Ada"]);
        assert_eq!(facts[0].mentions[0].form, "Ada");
    }
}
