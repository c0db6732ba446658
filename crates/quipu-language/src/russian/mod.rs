//! Statements of Russian sentences about two names (open information extraction by morphology), without a parser, so
//! that recall is low and precision high: words between neighbours (`neighbours`), nouns beside people by government and
//! agreement (`appositions`), nouns behind verbs (`posts`), verbs among other words (`deeds`). Weights follow how often
//! each rule was right in a judged draw; what a sentence guesses has the weight of what is unsure.

mod appositions;
pub(crate) mod asked;
pub(crate) mod cases;
pub(crate) mod cues;
mod deeds;
pub(crate) mod families;
pub(crate) mod given;
mod line;
pub(crate) mod months;
pub(crate) mod names;
mod neighbours;
mod noun_phrases;
mod nouns;
pub(crate) mod papers;
mod parted;
mod posts;
pub(crate) mod pronouns;
pub(crate) mod small_talk;
pub(crate) mod stems;
#[cfg(test)]
mod tests;
mod tie_words;

use quipu_kernel::model::{Chunk, Facts, Kind, Mention, Period, Span, Statement};
use quipu_kernel::text::sentences;

use appositions::NounTie;
use tie_words::{RELATIONAL, noun};

/// The predicate of a definition.
const IS_A: &str = "is a";
/// Weight of a statement by a rule that was right in a judged draw.
const WEIGHT: f32 = 1.5;
/// Weight of what is unsure: by its rule, or as a guess.
const UNSURE: f32 = 0.5;
/// Words of guesses and hearsay.
const GUESSES: [&str; 11] =
    ["якобы", "возможно", "вероятно", "может", "могут", "мог", "бы", "если", "предположительно", "будто", "видимо"];
/// The most statements of a sentence with which a new one is compared.
const MOST_KNOWN: usize = 64;

/// A relation with its sentence.
struct PlacedTie {
    quote: Span,
    tie: NounTie,
}

/// A text in lower case, `ё` as `е`.
pub fn lowered(text: &str) -> String {
    text.to_lowercase().replace('ё', "е")
}

/// True if a text has a Russian letter.
pub(crate) fn is_written(text: &str) -> bool {
    text.contains(is_letter)
}

fn is_letter(c: char) -> bool {
    ('\u{410}'..='\u{44f}').contains(&c) || matches!(c, 'ё' | 'Ё')
}

/// True if a sentence is Russian, whatever the letters of its names: it has as many Russian words in lower case as
/// English ones.
pub(crate) fn is_sentence(sentence: &str) -> bool {
    let (mut russian, mut english) = (0_usize, 0_usize);
    for word in sentence.split(|c: char| !c.is_alphabetic()) {
        let Some(first) = word.chars().next().filter(|first| first.is_lowercase()) else { continue };
        russian += usize::from(is_letter(first));
        english += usize::from(first.is_ascii());
    }
    russian > 0 && russian >= english
}

/// Adds the relations between the names of a chunk; of a chunk in another language, those of its Russian sentences.
pub(crate) fn relate(chunk: &Chunk, facts: &mut Facts) {
    let text = chunk.text.as_str();
    if !is_written(text) {
        return;
    }
    let mut sentences = sentences(text);
    if chunk.language == "ru" {
        parted::part(text, facts);
    } else {
        sentences.retain(|span| is_sentence(&text[span.range()]));
    }
    facts.statements.sort_by_key(|statement| statement.quote);
    let mut ties = neighbours::ties(text, &sentences, &facts.mentions);
    ties.extend(among(text, &sentences, &facts.mentions));
    // Stable: of two ways to read a pair the words between neighbours decide.
    ties.sort_by_key(|placed| placed.quote);
    let mut out: Vec<Statement> = Vec::new();
    let mut guess = Guess::default();
    for PlacedTie { quote, tie } in &ties {
        // A word in quotation marks that a noun governs is a name.
        let target = &mut facts.mentions[tie.target];
        if target.kind == Kind::Word {
            target.kind = Kind::Entity;
        }
        let weight = if tie.is_presupposed || !guess.is_in(text, *quote) { tie.weight } else { UNSURE };
        let new = statement(*quote, tie, weight, &facts.mentions);
        let recent = out.iter().rev().take_while(|old| old.quote == *quote).take(MOST_KNOWN);
        let first = facts.statements.partition_point(|old| old.quote < *quote);
        let read = facts.statements[first..].iter().take_while(|old| old.quote == *quote).take(MOST_KNOWN);
        if new.source != new.target
            && !recent.chain(read.filter(|old| !defines_relational(old))).any(|old| is_same_pair(old, &new))
        {
            out.push(new);
        }
    }
    leave_definitions(&mut facts.statements, &out);
    facts.statements.extend(out);
    facts.statements.sort_by_key(|statement| statement.quote);
}

/// Leaves definitions for which there is a relation: "является директором Газпрома" is more exact than that he is a
/// director.
fn leave_definitions(statements: &mut Vec<Statement>, found: &[Statement]) {
    statements.retain(|old| {
        let first = found.partition_point(|new| new.quote < old.quote);
        let of_sentence = found[first..].iter().take_while(|new| new.quote == old.quote).take(MOST_KNOWN);
        !(defines_relational(old) && of_sentence.into_iter().any(|new| new.source == old.source))
    });
}

/// True if two statements tie the same names, either way.
fn is_same_pair(a: &Statement, b: &Statement) -> bool {
    a.source == b.source && a.target == b.target || a.source == b.target && a.target == b.source
}

fn statement(quote: Span, tie: &NounTie, weight: f32, mentions: &[Mention]) -> Statement {
    Statement {
        source: mentions[tie.source].name.clone(),
        predicate: tie.predicate.clone(),
        target: mentions[tie.target].name.clone(),
        quote,
        weight,
        period: Period::default(),
        description: String::new(),
        keywords: Vec::new(),
    }
}

/// The relations of the names of each sentence by nouns and verbs among its other words.
fn among(text: &str, sentences: &[Span], mentions: &[Mention]) -> Vec<PlacedTie> {
    let fits = |at: &usize| is_named(&mentions[*at]) || is_quoted(text, &mentions[*at]);
    let names: Vec<usize> = (0..mentions.len()).filter(fits).collect();
    let mut out = Vec::new();
    let mut next = 0;
    for quote in sentences {
        let range = quote.range();
        let starts = |at: &usize| mentions[*at].span.range().start;
        next += names[next..].iter().take_while(|at| starts(at) < range.start).count();
        let count = names[next..].iter().take_while(|at| starts(at) < range.end).count();
        let inside = |at: &&usize| mentions[**at].span.range().end <= range.end;
        let named: Vec<usize> = names[next..next + count].iter().filter(inside).copied().collect();
        next += count;
        if named.len() > 1 {
            let pieces = line::pieces(text, *quote, mentions, &named);
            let ties = appositions::appositions(&pieces).into_iter().chain(posts::posts(&pieces));
            let ties = ties.chain(deeds::deeds(&pieces));
            out.extend(ties.map(|tie| PlacedTie { quote: *quote, tie }));
        }
    }
    out
}

/// True for a mention in the text that names something.
fn is_named(mention: &Mention) -> bool {
    !mention.span.is_empty() && !matches!(mention.kind, Kind::Date | Kind::Concept | Kind::Word)
}

/// True for a word with a capital behind an opening quotation mark, of which its surroundings do not say that it is a
/// name.
fn is_quoted(text: &str, mention: &Mention) -> bool {
    let range = mention.span.range();
    mention.kind == Kind::Word
        && !range.is_empty()
        && mention.form.starts_with(char::is_uppercase)
        && text[..range.start].ends_with(['«', '"', '“', '„'])
}

/// Whether the sentence that was asked for last guesses, so that each is read once.
#[derive(Default)]
struct Guess {
    quote: Span,
    is: bool,
}

impl Guess {
    fn is_in(&mut self, text: &str, quote: Span) -> bool {
        if self.quote != quote {
            *self = Self { quote, is: is_unsure(&text[quote.range()]) };
        }
        self.is
    }
}

/// True if a sentence says something as a guess or a hearsay.
fn is_unsure(sentence: &str) -> bool {
    let mut words = sentence.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    words.any(|word| is_guess(&word.to_lowercase()))
}

/// True for a word of guesses and hearsay, in lower case.
fn is_guess(word: &str) -> bool {
    GUESSES.contains(&word)
}

/// True for the definition of a name by a relational noun.
fn defines_relational(said: &Statement) -> bool {
    let last = said.target.folded.split(' ').next_back();
    said.predicate == IS_A && last.is_some_and(|word| noun(RELATIONAL, word).is_some())
}
