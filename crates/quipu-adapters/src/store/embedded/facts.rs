//! Facts as bytes: the chunk's names first, so that a view reads them without the rest.
//!
//! A mention refers to its name by place in that list; its form is kept only where it is not the
//! text under its span.

use quipu_engine::ports::StoreError;
use quipu_kernel::model::{
    AliasLink, AliasRule, Claim, Day, Description, ExtractedBy, Facts, Kind, Mention, Name, Period, Span, Statement,
};

use super::codec::{Reader, Writer};

/// Writes facts. `names` are the ids of all names in them, sorted; `ids` those of each, in the order of
/// [`Facts::names`].
pub(super) fn write<I>(facts: &[Facts], text: &str, names: &[u32], ids: impl IntoIterator<Item = I>) -> Vec<u8>
where
    I: Iterator<Item = u32>,
{
    let mut out = Writer::default();
    out.number(names.len() as u64);
    let mut before = 0;
    for &name in names {
        out.number(u64::from(name - before));
        before = name;
    }
    for (facts, mut ids) in facts.iter().zip(ids) {
        let mut next = || names.binary_search(&ids.next().unwrap_or_default()).unwrap_or_default() as u64;
        out.byte(facts.extractor as u8).number(facts.mentions.len() as u64);
        for mention in &facts.mentions {
            out.number(next()).byte(mention.kind as u8);
            span(&mut out, mention.span);
            let written = text.get(mention.span.range()) == Some(mention.form.as_str());
            out.byte(u8::from(!written));
            if !written {
                out.text(&mention.form);
            }
        }
        out.number(facts.statements.len() as u64);
        facts.statements.iter().for_each(|statement| write_statement(&mut out, statement, &mut next));
        out.number(facts.links.len() as u64);
        for link in &facts.links {
            out.number(next()).number(next()).byte(link.rule as u8);
            span(&mut out, link.quote);
        }
        // Rules give no descriptions: a chunk has no byte for data of models alone.
        if facts.extractor != ExtractedBy::Rules {
            write_words(&mut out, facts, &mut next);
        }
    }
    out.into_bytes()
}

/// Writes the descriptions, claims and keywords of a model.
fn write_words(out: &mut Writer, facts: &Facts, next: &mut impl FnMut() -> u64) {
    match facts.window {
        Some(window) => out.byte(1).key(window),
        None => out.byte(0),
    };
    out.number(facts.descriptions.len() as u64);
    for description in &facts.descriptions {
        out.number(next()).text(&description.kind).text(&description.text);
    }
    out.number(facts.claims.len() as u64);
    for claim in &facts.claims {
        out.number(next());
        match &claim.object {
            Some(_) => out.byte(1).number(next()),
            None => out.byte(0),
        };
        out.text(&claim.kind).text(&claim.status).text(&claim.text);
        write_period(out, claim.period);
        span(out, claim.quote);
    }
}

fn write_statement(out: &mut Writer, statement: &Statement, next: &mut impl FnMut() -> u64) {
    out.number(next()).text(&statement.predicate).number(next());
    span(out, statement.quote);
    out.raw(&statement.weight.to_le_bytes());
    write_period(out, statement.period);
    out.text(&statement.description).number(statement.keywords.len() as u64);
    for keyword in &statement.keywords {
        out.text(keyword);
    }
}

/// Writes a period, one byte for each end that is not stated.
pub(super) fn write_period(out: &mut Writer, period: Period) {
    for day in [period.valid_from, period.valid_to] {
        match day {
            Some(day) => out.byte(1).signed(day.year.into()).byte(day.month).byte(day.day),
            None => out.byte(0),
        };
    }
}

fn span(out: &mut Writer, span: Span) {
    out.number(span.start.into()).number(span.len() as u64);
}

fn read_span(from: &mut Reader<'_>) -> Result<Span, StoreError> {
    let (start, length) = (from.id()?, from.id()?);
    Ok(Span { start, end: start.saturating_add(length) })
}

/// The ids of the names in a chunk's facts, sorted.
pub(super) fn names_of(bytes: &[u8]) -> Result<Vec<u32>, StoreError> {
    read_names(&mut Reader::new("facts", bytes))
}

fn read_names(from: &mut Reader<'_>) -> Result<Vec<u32>, StoreError> {
    let mut before = 0u32;
    let mut next = |from: &mut Reader<'_>| {
        before = before.checked_add(from.id()?).ok_or_else(|| from.damaged("a name id is too large"))?;
        Ok(before)
    };
    (0..from.count()?).map(|_| next(from)).collect()
}

/// The facts of one extractor, by the ids of names: only the data that counts need.
pub(super) struct Told<'a> {
    pub(super) extractor: ExtractedBy,
    /// Name, kind, place in the text, and the form where it is not the text there.
    pub(super) mentions: Vec<(u32, Kind, Span, Option<&'a str>)>,
    pub(super) statements: Vec<ToldStatement<'a>>,
    pub(super) links: Vec<(u32, u32, AliasRule)>,
}

/// A statement, by the ids of its ends.
#[derive(Debug, Clone, Copy)]
pub(super) struct ToldStatement<'a> {
    pub(super) source: u32,
    pub(super) predicate: &'a str,
    pub(super) target: u32,
    pub(super) weight: f32,
    pub(super) period: Period,
}

impl Told<'_> {
    /// True if the facts of a text state the same about its names; `ids` are theirs, in the order of [`Facts::names`].
    pub(super) fn is(&self, facts: &Facts, text: &str, ids: impl IntoIterator<Item = u32>) -> bool {
        self.extractor == facts.extractor
            && self.mentions.len() == facts.mentions.len()
            && self.statements.len() == facts.statements.len()
            && self.links.len() == facts.links.len()
            && self.names().eq(ids.into_iter().take(self.names().count()))
            && self.mentions.iter().zip(&facts.mentions).all(|((_, kind, span, form), said)| {
                let form = form.or_else(|| text.get(span.range()));
                *kind == said.kind && form == Some(said.form.as_str())
            })
            && self.statements.iter().zip(&facts.statements).all(|(told, said)| {
                let ours = (told.predicate, told.weight.to_bits(), told.period);
                ours == (said.predicate.as_str(), said.weight.to_bits(), said.period)
            })
            && self.links.iter().zip(&facts.links).all(|((_, _, rule), said)| *rule == said.rule)
    }

    /// The names that it mentions, relates or links, in the order of [`Facts::names`]; repeats allowed.
    pub(super) fn names(&self) -> impl Iterator<Item = u32> + '_ {
        let stated = self.statements.iter().flat_map(|told| [told.source, told.target]);
        let linked = self.links.iter().flat_map(|(a, b, _)| [*a, *b]);
        self.mentions.iter().map(|(name, ..)| *name).chain(stated).chain(linked)
    }
}

/// The ids of the names in a chunk's facts, sorted, and the facts of each extractor.
pub(super) fn told(bytes: &[u8]) -> Result<(Vec<u32>, Vec<Told<'_>>), StoreError> {
    let mut from = Reader::new("facts", bytes);
    let (names, mut out) = (read_names(&mut from)?, Vec::new());
    while !from.is_done() {
        let extractor = ExtractedBy::from_number(from.byte()?);
        let mentions = (0..from.count()?).map(|_| told_mention(&mut from, &names)).collect::<Result<_, _>>()?;
        let statements = (0..from.count()?).map(|_| told_statement(&mut from, &names)).collect::<Result<_, _>>()?;
        let links = (0..from.count()?).map(|_| told_link(&mut from, &names)).collect::<Result<_, _>>()?;
        if extractor != ExtractedBy::Rules {
            skip_words(&mut from)?;
        }
        out.push(Told { extractor, mentions, statements, links });
    }
    Ok((names, out))
}

fn told_mention<'a>(from: &mut Reader<'a>, names: &[u32]) -> Result<(u32, Kind, Span, Option<&'a str>), StoreError> {
    let (name, kind, span) = (placed(from, names)?, Kind::from_number(from.byte()?), read_span(from)?);
    let form = if from.byte()? == 0 { None } else { Some(from.text()?) };
    Ok((name, kind, span, form))
}

fn told_statement<'a>(from: &mut Reader<'a>, names: &[u32]) -> Result<ToldStatement<'a>, StoreError> {
    let (source, predicate, target) = (placed(from, names)?, from.text()?, placed(from, names)?);
    read_span(from)?;
    let (weight, period) = (read_weight(from)?, read_period(from)?);
    skip_texts(from, 1)?;
    skip_keywords(from)?;
    Ok(ToldStatement { source, predicate, target, weight, period })
}

fn told_link(from: &mut Reader<'_>, names: &[u32]) -> Result<(u32, u32, AliasRule), StoreError> {
    let link = (placed(from, names)?, placed(from, names)?, AliasRule::from_number(from.byte()?));
    read_span(from)?;
    Ok(link)
}

/// Skips the descriptions, claims and keywords of a model.
fn skip_words(from: &mut Reader<'_>) -> Result<(), StoreError> {
    if from.byte()? != 0 {
        from.key()?;
    }
    for _ in 0..from.count()? {
        from.number()?;
        skip_texts(from, 2)?;
    }
    for _ in 0..from.count()? {
        from.number()?;
        if from.byte()? != 0 {
            from.number()?;
        }
        skip_texts(from, 3)?;
        read_period(from)?;
        read_span(from)?;
    }
    Ok(())
}

fn skip_keywords(from: &mut Reader<'_>) -> Result<(), StoreError> {
    let count = from.count()?;
    skip_texts(from, count)
}

fn skip_texts(from: &mut Reader<'_>, count: usize) -> Result<(), StoreError> {
    (0..count).try_for_each(|_| from.text().map(drop))
}

/// Reads a period.
pub(super) fn read_period(from: &mut Reader<'_>) -> Result<Period, StoreError> {
    Ok(Period { valid_from: day(from)?, valid_to: day(from)? })
}

/// Reads facts back. `name` gives a name by its id.
pub(super) fn read(
    bytes: &[u8],
    text: &str,
    name: impl Fn(u32) -> Result<Name, StoreError>,
) -> Result<Vec<Facts>, StoreError> {
    let mut from = Reader::new("facts", bytes);
    let names: Vec<Name> = read_names(&mut from)?.into_iter().map(name).collect::<Result<_, _>>()?;
    let name = |from: &mut Reader<'_>| placed(from, &names);
    let mut out = Vec::new();
    while !from.is_done() {
        let extractor = ExtractedBy::from_number(from.byte()?);
        let mentions = (0..from.count()?).map(|_| mention(&mut from, text, &name)).collect::<Result<_, _>>()?;
        let statements = (0..from.count()?).map(|_| statement(&mut from, &name)).collect::<Result<_, _>>()?;
        let links = (0..from.count()?).map(|_| link(&mut from, &name)).collect::<Result<_, _>>()?;
        let mut facts = Facts { extractor, mentions, statements, links, ..Facts::default() };
        if extractor != ExtractedBy::Rules {
            read_words(&mut from, &name, &mut facts)?;
        }
        out.push(facts);
    }
    Ok(out)
}

/// Reads the statements of models without keywords, descriptions and claims, and nothing else.
pub(super) fn read_by_models(
    bytes: &[u8],
    name: impl Fn(u32) -> Result<Name, StoreError>,
) -> Result<Vec<Facts>, StoreError> {
    let mut from = Reader::new("facts", bytes);
    let ids = read_names(&mut from)?;
    let name = |from: &mut Reader<'_>| name(placed(from, &ids)?);
    let mut out = Vec::new();
    while !from.is_done() {
        let extractor = ExtractedBy::from_number(from.byte()?);
        (0..from.count()?).try_for_each(|_| told_mention(&mut from, &ids).map(drop))?;
        let mut facts = Facts { extractor, ..Facts::default() };
        if extractor == ExtractedBy::Rules {
            (0..from.count()?).try_for_each(|_| told_statement(&mut from, &ids).map(drop))?;
        } else {
            let plain = |from: &mut Reader<'_>| {
                let said = without_keywords(from, &name)?;
                skip_keywords(from).map(|()| said)
            };
            facts.statements = (0..from.count()?).map(|_| plain(&mut from)).collect::<Result<_, _>>()?;
        }
        (0..from.count()?).try_for_each(|_| told_link(&mut from, &ids).map(drop))?;
        if extractor != ExtractedBy::Rules {
            read_words(&mut from, &name, &mut facts)?;
            out.push(facts);
        }
    }
    Ok(out)
}

fn read_words(from: &mut Reader<'_>, name: &impl ReadName, facts: &mut Facts) -> Result<(), StoreError> {
    facts.window = if from.byte()? == 0 { None } else { Some(from.key()?) };
    facts.descriptions = (0..from.count()?)
        .map(|_| {
            let name = name(from)?;
            Ok(Description { name, kind: from.text()?.to_owned(), text: from.text()?.to_owned() })
        })
        .collect::<Result<_, StoreError>>()?;
    facts.claims = (0..from.count()?).map(|_| claim(from, name)).collect::<Result<_, _>>()?;
    Ok(())
}

fn claim(from: &mut Reader<'_>, name: &impl ReadName) -> Result<Claim, StoreError> {
    let subject = name(from)?;
    let object = if from.byte()? == 0 { None } else { Some(name(from)?) };
    let (kind, status, text) = (from.text()?.to_owned(), from.text()?.to_owned(), from.text()?.to_owned());
    let period = read_period(from)?;
    Ok(Claim { subject, object, kind, status, period, text, quote: read_span(from)? })
}

/// Reads a name, which stands there as its place among those of the chunk.
trait ReadName: Fn(&mut Reader<'_>) -> Result<Name, StoreError> {}

impl<F: Fn(&mut Reader<'_>) -> Result<Name, StoreError>> ReadName for F {}

fn placed<N: Clone>(from: &mut Reader<'_>, names: &[N]) -> Result<N, StoreError> {
    let place = from.number()? as usize;
    names.get(place).cloned().ok_or_else(|| from.damaged("a fact names nothing"))
}

fn mention(from: &mut Reader<'_>, text: &str, name: &impl ReadName) -> Result<Mention, StoreError> {
    let (name, kind, span) = (name(from)?, Kind::from_number(from.byte()?), read_span(from)?);
    let form = match from.byte()? {
        0 => text.get(span.range()).ok_or_else(|| from.damaged("a mention lies outside its chunk"))?,
        _ => from.text()?,
    };
    Ok(Mention { name, form: form.to_owned(), span, kind })
}

fn statement(from: &mut Reader<'_>, name: &impl ReadName) -> Result<Statement, StoreError> {
    let said = without_keywords(from, name)?;
    let keywords = (0..from.count()?).map(|_| Ok(from.text()?.to_owned())).collect::<Result<_, StoreError>>()?;
    Ok(Statement { keywords, ..said })
}

/// A statement up to its keywords.
fn without_keywords(from: &mut Reader<'_>, name: &impl ReadName) -> Result<Statement, StoreError> {
    let (source, predicate, target) = (name(from)?, from.text()?.to_owned(), name(from)?);
    let quote = read_span(from)?;
    let weight = read_weight(from)?;
    let period = read_period(from)?;
    let description = from.text()?.to_owned();
    Ok(Statement { source, predicate, target, quote, weight, period, description, keywords: Vec::new() })
}

fn read_weight(from: &mut Reader<'_>) -> Result<f32, StoreError> {
    let mut weight = [0; 4];
    weight.copy_from_slice(from.take(4)?);
    Ok(f32::from_le_bytes(weight))
}

fn day(from: &mut Reader<'_>) -> Result<Option<Day>, StoreError> {
    if from.byte()? == 0 {
        return Ok(None);
    }
    let year = i16::try_from(from.signed()?).map_err(|_| from.damaged("a year is too large"))?;
    Ok(Some(Day { year, month: from.byte()?, day: from.byte()? }))
}

fn link(from: &mut Reader<'_>, name: &impl ReadName) -> Result<AliasLink, StoreError> {
    let (a, b) = (name(from)?, name(from)?);
    Ok(AliasLink { a, b, rule: AliasRule::from_number(from.byte()?), quote: read_span(from)? })
}
