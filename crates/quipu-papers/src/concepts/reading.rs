//! Reading a title and an abstract by rules: candidates, the choice of concepts among them, their kinds, and their
//! ties.

use std::cmp::Reverse;

use quipu_kernel::text::head;
use quipu_language::parser::Parser;
use quipu_language::scholarly::{PaperLine, ParsedLine, folded, lines_of_title, pairs, parsed, spelled};
use quipu_language::sentences::{PaperLines, ReadSentences};

use super::candidates::{Candidate, Candidates, Roles, is_tail};
use super::kind::kind;
use super::weigh::{ENOUGH, points};
use super::{Concept, ConceptField, ConceptKind, ConceptPlace, Concepts, ties};

/// The most bytes of a title and of an abstract that are read.
const LONGEST: (usize, usize) = (2_000, 12_000);
/// The most concepts of one paper.
const MOST: usize = 40;

/// Reads the concepts of a paper and their ties out of its title and its abstract, in English, by rules alone.
/// At most the first 2,000 bytes of a title and the first 12,000 of an abstract are read.
pub fn read(title: &str, summary: &str) -> Concepts {
    let (title, summary) = (head(title, LONGEST.0), head(summary, LONGEST.1));
    let (heads, body) = (lines_of_title(title), PaperLines.read(summary));
    let mut parser = Parser::english();
    let mut lines: Vec<(ConceptField, ParsedLine<'_, '_>)> = Vec::with_capacity(heads.len() + body.len());
    lines.extend(heads.iter().map(|line| (ConceptField::Title, parsed(line, true, &mut parser))));
    lines.extend(body.iter().map(|line| (ConceptField::Abstract, parsed(line, false, &mut parser))));
    let mut candidates = gathered(&lines);
    set_lead(&heads, &mut candidates);
    let kept: Vec<Candidate> = chosen(candidates.all);
    let kept = joined_tails(kept, &lines);
    let main = kept.iter().position(|one| one.lead).or_else(|| brought(&kept));
    let mut places: Vec<(ConceptPlace, usize)> = Vec::new();
    for (at, one) in kept.iter().enumerate() {
        places.extend(one.places.iter().map(|place| (*place, at)));
    }
    let kinds: Vec<ConceptKind> = kept.iter().map(kind).collect();
    let about = ties::About { main, kinds: &kinds };
    let mut out = Concepts::default();
    for (field, line) in &lines {
        ties::of_line(line, *field, &places, &about, &mut out.ties);
    }
    out.concepts = kept.into_iter().map(concept).collect();
    out
}

fn concept(mut one: Candidate) -> Concept {
    let kind = kind(&one);
    one.places.sort_unstable();
    // Of "CordBank" and "CordBank dataset" the name alone is marked.
    let all = one.places.clone();
    let inside =
        |a: &ConceptPlace, b: &ConceptPlace| a.field == b.field && b.start <= a.start && a.end <= b.end && a != b;
    one.places.retain(|place| !all.iter().any(|other| inside(other, place)));
    Concept { name: one.name, kind, aliases: one.aliases, places: one.places, implied: false }
}

/// All candidates of the lines.
fn gathered(lines: &[(ConceptField, ParsedLine<'_, '_>)]) -> Candidates {
    let mut out = Candidates::default();
    let mut explained: Vec<ConceptPlace> = Vec::new();
    for (field, parsed) in lines {
        for pair in pairs(parsed.line) {
            out.add_pair(&pair, *field);
            let ends =
                |words: &[quipu_language::scholarly::PaperToken<'_>]| Some((words.first()?.start, words.last()?.end));
            for (start, end) in ends(&pair.short_words).into_iter().chain(ends(&pair.long_words)) {
                explained.push(ConceptPlace { field: *field, start, end });
            }
        }
    }
    for (field, parsed) in lines {
        for phrase in &parsed.phrases {
            out.add_phrase(parsed, phrase, *field);
        }
        out.mark_data(parsed);
        for bracket in &parsed.line.brackets {
            let inside = |place: &ConceptPlace| {
                let touches = |start, end| place.start < end && start < place.end;
                place.field == *field && bracket.words.iter().any(|word| touches(word.start, word.end))
            };
            if !explained.iter().any(inside) {
                out.add_bracket(&bracket.words, *field);
            }
        }
    }
    out
}

/// Marks the beginning of the title where a colon follows: `NAME: what it is`.
fn set_lead(heads: &[PaperLine<'_>], candidates: &mut Candidates) {
    let [first, _, ..] = heads else { return };
    if first.words.len() > 5 {
        return;
    }
    let key = folded(&spelled(&first.words));
    let whole = candidates.of(&key);
    if let Some(at) = whole.filter(|at| candidates.all[*at].named || key.split(' ').count() <= 2) {
        candidates.all[at].lead = true;
    }
}

/// The candidates that enough speaks for, in the order of the paper.
fn chosen(all: Vec<Candidate>) -> Vec<Candidate> {
    let mut scored: Vec<(i32, usize, Candidate)> =
        all.into_iter().enumerate().map(|(at, one)| (points(&one), at, one)).collect();
    scored.retain(|(points, _, one)| *points >= ENOUGH && !one.name.is_empty());
    scored.sort_by_key(|(points, at, _)| (Reverse(*points), *at));
    scored.truncate(MOST);
    scored.sort_by_key(|(_, at, one)| (one.places.iter().min().copied(), *at));
    scored.into_iter().map(|(_, _, one)| one).collect()
}

/// Joins a name to the longer one that ends with it where the two never stand in one sentence: "average accuracy" and
/// "accuracy" are one, "exclusive self-attention improves self-attention" are two.
fn joined_tails(kept: Vec<Candidate>, lines: &[(ConceptField, ParsedLine<'_, '_>)]) -> Vec<Candidate> {
    let keys: Vec<String> = kept.iter().map(|one| folded(&one.name)).collect();
    let stands: Vec<Vec<usize>> = kept.iter().map(|one| lines_of(one, lines)).collect();
    let apart = |a: usize, b: usize| stands[a].iter().all(|line| !stands[b].contains(line));
    let mut into: Vec<Option<usize>> = vec![None; kept.len()];
    for short in 0..kept.len() {
        if kept[short].named || kept[short].short || kept[short].lead {
            continue;
        }
        let mut longer = (0..kept.len()).filter(|long| is_tail(&keys[short], &keys[*long]) && !kept[*long].lead);
        if let (Some(long), None) = (longer.next(), longer.next())
            && apart(short, long)
            && into[long].is_none()
        {
            into[short] = Some(long);
        }
    }
    let mut kept: Vec<Option<Candidate>> = kept.into_iter().map(Some).collect();
    for (short, long) in into.iter().enumerate() {
        let Some(long) = long else { continue };
        let Some(one) = kept[short].take() else { continue };
        let Some(whole) = kept[*long].as_mut() else { continue };
        for name in one.names() {
            whole.call(name);
        }
        whole.places.extend(one.places.iter().copied());
        whole.roles.0 |= one.roles.0;
    }
    kept.into_iter().flatten().collect()
}

/// The lines in which a candidate stands.
fn lines_of(one: &Candidate, lines: &[(ConceptField, ParsedLine<'_, '_>)]) -> Vec<usize> {
    let holds = |at: &usize| {
        let (field, parsed) = &lines[*at];
        one.places
            .iter()
            .any(|place| place.field == *field && place.start >= parsed.line.start && place.end <= parsed.line.end)
    };
    (0..lines.len()).filter(holds).collect()
}

/// The concept that the paper proposes where its title names none: the first proposed one, one with a name of its own
/// before one without.
fn brought(kept: &[Candidate]) -> Option<usize> {
    let brings = |one: &&Candidate| one.roles.any(Roles::BROUGHT);
    let at = |one: &Candidate| kept.iter().position(|other| std::ptr::eq(other, one));
    kept.iter().filter(brings).find(|one| one.named).or_else(|| kept.iter().find(brings)).and_then(at)
}

#[cfg(test)]
#[path = "reading_tests.rs"]
mod tests;
