//! Statements of Russian sentences about two neighbouring names (open information extraction by morphology): the words
//! between them are a verb, a participle with its agent in the instrumental, or a relational noun. There is no parsing,
//! so recall is low and precision high.

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
mod noun_phrases;
mod nouns;
pub(crate) mod papers;
mod parted;
mod posts;
pub(crate) mod pronouns;
pub(crate) mod small_talk;
pub(crate) mod stems;
mod tie_words;

use quipu_kernel::model::{Chunk, Facts, Kind, Mention, Name, Period, Span, Statement};
use quipu_kernel::text::sentences;

use appositions::NounTie;
use tie_words::{FILLERS, PASSIVE, PRESENT, RELATIONAL, VERBS, has, is_of_date, noun, participle, past};

/// The predicate of a definition.
const IS_A: &str = "is a";
/// Weight of a statement.
const WEIGHT: f32 = 1.5;
/// Weight of a statement of a sentence that guesses.
const UNSURE: f32 = 0.5;
/// Words of guesses and hearsay.
const GUESSES: [&str; 11] =
    ["якобы", "возможно", "вероятно", "может", "могут", "мог", "бы", "если", "предположительно", "будто", "видимо"];
/// The most statements that are compared with a new one.
const MOST_KNOWN: usize = 64;
/// The most bytes between two names.
const FARTHEST: usize = 160;

/// A tie between two neighbours.
#[derive(Debug, PartialEq, Eq)]
struct Tie {
    predicate: String,
    /// True if it leads from the second to the first.
    reversed: bool,
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
    if !is_written(&chunk.text) {
        return;
    }
    let mut sentences = sentences(&chunk.text);
    if chunk.language == "ru" {
        parted::part(&chunk.text, &mut facts.mentions);
    } else {
        sentences.retain(|span| is_sentence(&chunk.text[span.range()]));
    }
    let mut found = Found { facts, out: Vec::new() };
    found.neighbours(&chunk.text, &sentences);
    found.nouns(&chunk.text, &sentences);
    let Found { out, .. } = found;
    facts.statements.extend(out);
    facts.statements.sort_by_key(|statement| statement.quote);
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

/// The facts of a chunk, with the statements found so far.
struct Found<'f> {
    facts: &'f mut Facts,
    out: Vec<Statement>,
}

impl Found<'_> {
    /// The relations of names by the words between them.
    fn neighbours(&mut self, text: &str, sentences: &[Span]) {
        let names: Vec<usize> =
            (0..self.facts.mentions.len()).filter(|at| is_named(&self.facts.mentions[*at])).collect();
        for pair in names.windows(2) {
            let [first, second] = pair else { continue };
            let [a, b] = [first, second].map(|at| &self.facts.mentions[*at]);
            let (start, end) = (a.span.range(), b.span.range());
            let Some(quote) = within(sentences, start.start, end.end) else { continue };
            if end.start < start.end || end.start - start.end > FARTHEST || a.name == b.name {
                continue;
            }
            let before = &text[quote.range().start..start.start];
            let Some(Tie { predicate, reversed }) = tie(before, &text[start.end..end.start], &a.form, &b.form) else {
                continue;
            };
            let (source, target) = if reversed { (*second, *first) } else { (*first, *second) };
            let weight = if is_unsure(&text[quote.range()]) { UNSURE } else { WEIGHT };
            self.add(quote, &NounTie { source, predicate, target, weight });
        }
    }

    /// The relations of people by nouns beside them and behind verbs.
    fn nouns(&mut self, text: &str, sentences: &[Span]) {
        let mentions = &self.facts.mentions;
        let fits = |at: &usize| is_named(&mentions[*at]) || is_quoted(text, &mentions[*at]);
        let names: Vec<usize> = (0..mentions.len()).filter(fits).collect();
        let mut ties: Vec<(Span, NounTie)> = Vec::new();
        let mut next = 0;
        for quote in sentences {
            let range = quote.range();
            let starts = |at: &usize| mentions[*at].span.range().start;
            next += names[next..].iter().take_while(|at| starts(at) < range.start).count();
            let count = names[next..].iter().take_while(|at| starts(at) < range.end).count();
            let inside = |at: &&usize| mentions[**at].span.range().end <= range.end;
            let named: Vec<usize> = names[next..next + count].iter().filter(inside).copied().collect();
            next += count;
            if named.len() < 2 {
                continue;
            }
            let pieces = line::pieces(text, *quote, mentions, &named);
            ties.extend(appositions::appositions(&pieces).into_iter().map(|tie| (*quote, tie)));
            let unsure = is_unsure(&text[range]);
            ties.extend(posts::posts(&pieces).into_iter().chain(deeds::deeds(&pieces)).map(|tie| {
                let weight = if unsure { UNSURE } else { tie.weight };
                (*quote, NounTie { weight, ..tie })
            }));
        }
        for (quote, tie) in ties {
            // A word in quotation marks that a noun governs is a name.
            let target = &mut self.facts.mentions[tie.target];
            if target.kind == Kind::Word {
                target.kind = Kind::Entity;
            }
            self.add(quote, &tie);
        }
    }

    /// Adds a statement, unless its pair of names is tied in its sentence.
    fn add(&mut self, quote: Span, tie: &NounTie) {
        let [source, target] = [tie.source, tie.target].map(|at| self.facts.mentions[at].name.clone());
        let known = |old: &Statement| {
            old.quote == quote && [(&old.source, &old.target), (&old.target, &old.source)].contains(&(&source, &target))
        };
        // Statements are added by sentence, so those of this one stand last.
        let recent = self.out.iter().rev().take(MOST_KNOWN);
        if source == target || recent.chain(&self.facts.statements).any(known) {
            return;
        }
        // "Является директором Газпрома" is more exact than the statement of a definition.
        self.facts.statements.retain(|old| {
            !(old.quote == quote && old.predicate == IS_A && old.source == source && is_relational(&old.target))
        });
        self.out.push(Statement {
            source,
            predicate: tie.predicate.clone(),
            target,
            quote,
            weight: tie.weight,
            period: Period::default(),
            description: String::new(),
            keywords: Vec::new(),
        });
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

/// True if a defined notion is a relational noun.
fn is_relational(target: &Name) -> bool {
    target.folded.split(' ').next_back().is_some_and(|word| noun(RELATIONAL, word).is_some())
}

/// The sentence that holds both places.
fn within(sentences: &[Span], start: usize, end: usize) -> Option<Span> {
    let next = sentences.partition_point(|span| span.range().start <= start);
    sentences[..next].last().copied().filter(|span| end <= span.range().end)
}

/// The tie of two neighbours by the words between them, and before the first.
fn tie(before: &str, between: &str, a: &str, b: &str) -> Option<Tie> {
    let (said, hung) = said(between)?;
    let words: Vec<&str> = said.iter().map(String::as_str).collect();
    let forward = |predicate: String| Some(Tie { predicate: predicate.replace('+', " "), reversed: false });
    match words.as_slice() {
        [] => role(before, between, a, b),
        ["не", ..] => None,
        [first, rest @ ..] if is_dash(first) || is_copula(first) => {
            let rest: Vec<&str> = rest.iter().copied().filter(|word| *word != "это").collect();
            match rest.as_slice() {
                [word] if !is_copula(first) || instrumental(word) => noun(RELATIONAL, word).and_then(forward),
                _ => participles(&rest, b).filter(|_| is_was(first)).and_then(forward),
            }
        }
        _ if oblique(a) => None,
        // The words after a comma are about the name only if they begin with a participle: "гитарист Битлз, родился в".
        words if hung => participles(words, b).and_then(forward),
        words => verbs(words).or_else(|| participles(words, b)).and_then(forward),
    }
}

/// The words between two names, in lower case, without dates, fillers and openings of clauses about the first, and true
/// if they stand after a comma; none where the names are separated.
fn said(between: &str) -> Option<(Vec<String>, bool)> {
    let low = between.to_lowercase().replace('ё', "е");
    let low = low.trim_matches([' ', '\n', '«', '»', '"', '„', '“']);
    let (low, hung) = match low.strip_prefix(',') {
        None => (low, false),
        Some(clause) => {
            let clause = clause.trim_start();
            let which = ["который ", "которая ", "которое ", "которые "];
            let opened = which.iter().find_map(|word| clause.strip_prefix(word));
            (opened.unwrap_or(clause), opened.is_none())
        }
    };
    if low.contains([',', ';', ':', '.', '!', '?', '(', ')', '|', '[', ']']) {
        return None;
    }
    let raw: Vec<&str> = low.split_whitespace().collect();
    let is_number = |word: &str| word.chars().next().is_some_and(|c| c.is_ascii_digit());
    let mut out = Vec::new();
    for (at, word) in raw.iter().enumerate() {
        let dated = is_number(word)
            || is_of_date(word)
            || matches!(*word, "в" | "с" | "до")
                && raw.get(at + 1).is_some_and(|next| is_number(next) || is_of_date(next));
        if !dated && !has(FILLERS, word) {
            out.push((*word).to_owned());
        }
    }
    Some((out, hung))
}

fn is_dash(word: &str) -> bool {
    matches!(word, "—" | "–" | "-")
}

fn is_was(word: &str) -> bool {
    matches!(word, "был" | "была" | "было" | "были")
}

fn is_copula(word: &str) -> bool {
    is_was(word) || matches!(word, "является" | "являлся" | "являлась" | "стал" | "стала" | "стало")
}

/// A verb, with its preposition.
fn verbs(words: &[&str]) -> Option<String> {
    let joined = words.join("+");
    if words.len() > 2 {
        return None;
    }
    has(PRESENT, &joined).then(|| joined.clone()).or_else(|| past(VERBS, &joined))
}

/// A participle, where who did it stands in the instrumental.
fn participles(words: &[&str], doer: &str) -> Option<String> {
    let words = match words {
        [was, rest @ ..] if is_was(was) => rest,
        all => all,
    };
    let [word] = words else { return None };
    participle(PASSIVE, word).filter(|_| instrumental(last_word(doer)))
}

/// "режиссёр X Y": Y is the director of X, where nothing stands between and Y is a full name.
fn role(before: &str, between: &str, a: &str, b: &str) -> Option<Tie> {
    let word =
        before.trim_end_matches([' ', '«', '"']).rsplit([' ', '\n', '(']).next()?.to_lowercase().replace('ё', "е");
    let full = b.split(' ').count() == 2 && b.split(' ').all(|word| word.starts_with(char::is_uppercase));
    let bare = between.trim_matches(['»', '"']) == " ";
    let fits = bare && full && a != b && has(RELATIONAL, &word) && !oblique_person(b);
    fits.then_some(Tie { predicate: word, reversed: true })
}

fn last_word(name: &str) -> &str {
    name.rsplit(' ').next().unwrap_or(name).trim_matches(['»', '"', '«'])
}

/// True if a word has an ending of the instrumental.
fn instrumental(word: &str) -> bool {
    let low = word.to_lowercase();
    ["ом", "ем", "ём", "ым", "им", "ой", "ей", "ою", "ею", "ью", "ами", "ями", "ми"]
        .iter()
        .any(|end| low.ends_with(end))
}

/// True if a name has an ending that no subject has.
fn oblique(name: &str) -> bool {
    let low = last_word(name).to_lowercase();
    let adjective = |word: &str| ["ого", "его", "ому", "ему", "ых", "их"].iter().any(|end| word.ends_with(end));
    name.contains(' ') && name.split(' ').any(adjective)
        || low.chars().count() > 3
            && ["у", "ю", "ом", "ем", "ой", "ей", "ым", "ах", "ях", "ами", "ями", "ого", "его", "ему", "ому", "ых"]
                .iter()
                .any(|end| low.ends_with(end))
}

fn oblique_person(name: &str) -> bool {
    let low = last_word(name).to_lowercase();
    ["у", "ю", "ом", "ем", "ым", "ого", "его", "ому", "ему"].iter().any(|end| low.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::extract;

    fn stated(text: &str) -> Vec<String> {
        let chunk = Chunk { text: text.to_owned(), language: "ru".to_owned(), ..Chunk::default() };
        let mut facts = extract(&chunk);
        relate(&chunk, &mut facts);
        let form = |name: &Name| {
            let found = facts.mentions.iter().find(|mention| mention.name == *name);
            found.map_or_else(|| name.folded.clone(), |mention| mention.form.clone())
        };
        facts
            .statements
            .iter()
            .map(|said| format!("{} | {} | {}", form(&said.source), said.predicate, form(&said.target)))
            .collect()
    }

    #[test]
    fn a_verb_ties_its_neighbours() {
        assert_eq!(stated("Юрий Долгорукий основал Москву."), ["Юрий Долгорукий | основал | Москву"]);
        assert_eq!(stated("Анна Керн родилась в 1800 году в Орле."), ["Анна Керн | родился в | Орле"]);
        assert_eq!(
            stated("Иван Петров, который возглавляет Газпром, молчит."),
            ["Иван Петров | возглавляет | Газпром"]
        );
    }

    #[test]
    fn who_did_it_stands_in_the_instrumental() {
        assert_eq!(stated("Город Тверь был основан Михаилом Ярославичем."), ["Тверь | основан | Михаилом Ярославичем"]);
        assert_eq!(stated("«Война и мир» написана Львом Толстым."), ["Война и мир | написан | Львом Толстым"]);
    }

    #[test]
    fn a_noun_ties_what_it_is_of() {
        assert_eq!(stated("Париж — столица Франции."), ["Париж | столица | Франции"]);
        assert_eq!(stated("Иван Петров является директором Газпрома."), ["Иван Петров | директор | Газпрома"]);
        assert_eq!(stated("Вчера директор Газпрома Иван Петров молчал."), ["Иван Петров | директор | Газпрома"]);
    }

    #[test]
    fn what_is_not_plain_is_not_read() {
        for text in [
            "Москву основал Юрий Долгорукий.",
            "Иван Петров не возглавляет Газпром.",
            "Иван Петров и Анна Керн основали в Орле.",
            "Париж, Франция и Лион.",
            "Иван Петров думал, что основал Москву.",
            "Энди Тейлор, гитарист Дюран, родился в Ньюкасле.",
            "Здания Главного двора спроектировал Кобб.",
        ] {
            assert_eq!(stated(text), [""; 0], "{text}");
        }
    }
}
