//! Facts without a model (named entity recognition, relation extraction by rules): names and statements of one chunk,
//! by rules, in English and Russian.
//!
//! Scanners read the chunk once each and find spans that name something: Markdown, dates, titles in
//! quotes, identifiers, runs of capitals. Where spans overlap, the longest wins. Then acronyms give
//! alias links, and known wordings between names give statements. All of it is pure, deterministic,
//! linear in the text, and safe for any script.

mod acronym_pair;
mod acronyms;
pub(crate) mod alias;
mod apart;
mod beginnings;
mod capitals;
mod chunk_markup;
mod dates;
mod disagree;
mod eponyms;
mod evidence;
mod found;
mod identifiers;
mod kinds;
pub(crate) mod lexicon;
mod name_tokens;
mod notions;
mod official;
mod patterns;
mod prepositional;
mod quotes;
mod runs;
mod sorts;
mod spelled;
mod spelling;
mod statements;
mod subject;
mod term_names;
#[cfg(test)]
mod tests;

use evidence::{NameEvidence, subject_of_mail};
use found::FoundName;
use name_tokens::NameToken;
use quipu_kernel::model::{AliasLink, AliasRule, Chunk, ExtractedBy, Facts, Kind, Mention, Name, Span};
use quipu_kernel::text::sentences;
use statements::StatementInput;

pub use alias::{alike, declared, declared_names, resolve_names, settle_models};
pub use dates::day;
pub(crate) use disagree::leave_disagreeing;
pub use subject::subjects;

/// Maximal length of a name, in bytes.
const LONGEST: usize = 200;

/// The names and statements of a chunk.
///
/// Spans are byte offsets into the chunk's text. Mentions come in the order of their spans; those of
/// headings above the chunk come first, with an empty span. A mention's `form` is the text at its
/// span, its `name` the folded form.
pub fn extract(chunk: &Chunk) -> Facts {
    let text = chunk.text.as_str();
    let sentences = sentences(text);
    let markup = chunk_markup::markup(text);
    let tokens = name_tokens::tokens(text, &sentences, &markup.hidden);
    let dates = dates::dates(text, &tokens);
    let acronyms = acronyms::acronyms(text, &tokens);
    let mut found = markup.found;
    found.extend(dates.iter().map(|date| FoundName::new(tokens[date.first].start, date.end, Kind::Date)));
    found.extend(
        acronyms
            .iter()
            .flat_map(|pair| [pair.long, pair.short])
            .map(|(start, end)| FoundName::new(start, end, Kind::Entity)),
    );
    found.extend(headings_in(text, &markup.headings));
    identifiers::identifiers(text, &tokens, &mut found);
    quotes::quotes(text, &sentences, &tokens, &mut found);
    runs::runs(text, &tokens, &dates, &chunk.language, &mut found);
    if spelling::has_cyrillic(text) {
        eponyms::eponyms(text, &tokens, &mut found);
        notions::notions(text, &tokens, &mut found);
        prepositional::prepositional(text, &tokens, &mut found);
        term_names::terms(text, &tokens, &markup.headings, &chunk.headings, &mut found);
    }
    let mut found = found::resolve(found);
    // A name that is too long to be mentioned states nothing either.
    found.retain(|found| found.length() <= LONGEST);
    tell_kinds(text, &tokens, &mut found);
    let evidence = NameEvidence::of(text, &tokens, &markup.headings, &chunk.language);
    evidence.weigh(&mut found);

    let reading = StatementInput { text, tokens: &tokens, sentences: &sentences, dates: &dates };
    let mut concepts = statements::concepts(&reading, &found);
    concepts.retain(|(_, concept)| concept.length() <= LONGEST);
    let mut statements = statements::statements(&reading, &found, &concepts);
    let pairs = acronyms.iter().map(|pair| (official::named(text, pair.long, &found), pair.short, AliasRule::Acronym));
    let targets = markup
        .links
        .iter()
        .map(|(a, b)| ((a.range().start, a.range().end), (b.range().start, b.range().end), AliasRule::Link));
    let also = alias::known(text, &sentences, &found);
    let also = also.iter().map(|(a, b)| ((a.start, a.end), (b.start, b.end), AliasRule::Known));
    let links = pairs.chain(targets).chain(also);
    let links = links.filter_map(|(a, b, rule)| said_alias(text, &sentences, a, b, rule)).collect();
    found.extend(concepts.into_iter().map(|(_, concept)| concept));
    let mentions = mentions(chunk, &found::resolve(found));
    // A concept may have swallowed a name that another statement is about.
    let is_mentioned = |name: &Name| mentions.iter().any(|mention| mention.name == *name);
    statements.retain(|statement| is_mentioned(&statement.source) && is_mentioned(&statement.target));
    Facts { extractor: ExtractedBy::Rules, mentions, statements, links, ..Facts::default() }
}

/// The names that a document's title gives to each of its chunks: the whole title, and the title
/// without a bracketed suffix and without a leading article, both in the sense of the whole where it has
/// one. Spans are empty; without repeats.
pub fn title_names(title: &str) -> Vec<Mention> {
    let whole = subject_of_mail(title);
    let bare = match whole.rfind(['(', '（']) {
        Some(at) if at > 0 && whole.ends_with([')', '）']) => whole[..at].trim_end(),
        _ => whole,
    };
    let plain =
        ["The ", "A ", "An "].iter().find_map(|article| bare.strip_prefix(article)).map_or(bare, str::trim_start);
    let mut out: Vec<Mention> = Vec::new();
    for form in [whole, bare, plain] {
        let found = mention(&form.replace('_', " "), Span::default(), Kind::Entity);
        let found = found.map(|found| alias::in_sense(title, found));
        out.extend(found.filter(|new| out.iter().all(|old| old.name != new.name)));
    }
    out
}

fn mention(form: &str, span: Span, kind: Kind) -> Option<Mention> {
    let name = Name::new(form);
    let fits = !name.folded.is_empty() && form.len() <= LONGEST;
    fits.then(|| Mention { name, form: form.to_owned(), span, kind })
}

fn headings_in<'a>(text: &'a str, headings: &'a [Span]) -> impl Iterator<Item = FoundName> + 'a {
    let names = headings.iter().filter(|span| chunk_markup::heading_names(&text[span.range()]));
    names.map(|span| FoundName::new(span.range().start, span.range().end, Kind::Entity))
}

/// Gives a kind to names without one.
fn tell_kinds(text: &str, tokens: &[NameToken], found: &mut [FoundName]) {
    for f in found.iter_mut().filter(|f| f.kind == Kind::Entity) {
        let first = tokens.partition_point(|token| token.start < f.start);
        let last = first + tokens[first..].iter().take_while(|token| token.start < f.end).count();
        f.kind = kinds::kind_of(text, &tokens[first..last], &tokens[last..]);
    }
}

fn said_alias(
    text: &str,
    sentences: &[Span],
    a: (usize, usize),
    b: (usize, usize),
    rule: AliasRule,
) -> Option<AliasLink> {
    let (one, other) = (Name::new(&text[a.0..a.1]), Name::new(&text[b.0..b.1]));
    let next = sentences.partition_point(|span| span.range().start <= a.0);
    let quote = *sentences[..next].last()?;
    let differ = one != other && !one.folded.is_empty() && !other.folded.is_empty();
    differ.then_some(AliasLink { a: one, b: other, rule, quote })
}

fn mentions(chunk: &Chunk, found: &[FoundName]) -> Vec<Mention> {
    let inside: Vec<Mention> =
        found.iter().filter_map(|f| mention(&chunk.text[f.start..f.end], Span::new(f.start, f.end), f.kind)).collect();
    let mut out: Vec<Mention> = Vec::new();
    for heading in chunk.headings.iter().filter(|heading| chunk_markup::heading_names(heading)) {
        // Whatever has a capital here has it anywhere in a heading.
        let new = mention(heading.trim(), Span::default(), Kind::Word);
        let known = |new: &Mention| out.iter().chain(&inside).any(|old| old.name == new.name);
        out.extend(new.filter(|new| !known(new)));
    }
    out.extend(inside);
    out.sort_by_key(|mention| mention.span);
    out
}
