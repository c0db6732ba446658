//! Unique roles, with one holder at a time: of one team there is one leader, of one leader there may be many teams; and
//! the name that a sentence puts into such a role.

use super::read::Told;
use crate::stated::pieces::Piece;

/// Families whose agent is one at a time: who leads, who owns.
const ONE_AGENT: &[&str] = &["lead", "own", "direct", "replace"];
/// Families with one object: a place of birth.
const ONE_OBJECT: &[&str] = &["born", "die", "capital", "sit", "mother", "father", "marry"];
/// Words that make another role of it.
const OTHER_ROLE: &str = " former ex previous acting deputy vice co-founder assistant honorary first second next бывший бывшая заместитель врио исполняющий почетный первый второй ";

/// The name in the role that takes one at a time, of a family.
pub(super) fn role(told: &Told, family: &str) -> Option<String> {
    let at = told.pieces.iter().position(|piece| piece.key == family)?;
    let other = |piece: &Piece| OTHER_ROLE.contains(&format!(" {} ", piece.low));
    if told.pieces[at.saturating_sub(2)..at].iter().any(other) {
        return None;
    }
    let (before, after) = (&told.pieces[..at], &told.pieces[at + 1..]);
    let value = if is_noun(&told.pieces[at], after) {
        noun(before, after)
    } else if ONE_AGENT.contains(&family) {
        let by = after.iter().position(|piece| piece.low == "by");
        match by {
            Some(by) => run(&after[by + 1..]),
            None if before.iter().any(Piece::is_name) => run(before),
            None => None,
        }
    } else {
        run(after).or_else(|| run(before))
    };
    value.filter(|value| !value.is_empty())
}

/// The families of this sort that both sentences have.
pub(super) fn shared<'a>(a: &'a Told, b: &'a Told) -> impl Iterator<Item = &'static str> + 'a {
    ONE_AGENT.iter().chain(ONE_OBJECT).copied().filter(|family| a.keys.contains(*family) && b.keys.contains(*family))
}

/// True if a word of a family stands as a noun: "the director of the plant", "директором завода".
fn is_noun(word: &Piece, after: &[Piece]) -> bool {
    const NOUNS: &str = "director head leader owner manager chair capital mother father wife husband spouse author директор начальник глав руководител владел столиц мать матер отец отц жена жену женой муж супруг режиссер";
    let noun = NOUNS.split(' ').any(|begin| word.low.starts_with(begin));
    let verb = word.low.ends_with("ed")
        || matches!(word.low.as_str(), "heads" | "chairs" | "head" | "owns")
            && after.first().is_none_or(|next| next.low != "of");
    noun && !verb
}

/// Beside a noun the thing follows it, and the value stands elsewhere.
fn noun(before: &[Piece], after: &[Piece]) -> Option<String> {
    if before.iter().any(Piece::is_name) {
        return run(before);
    }
    // After a copula, or after a dash.
    let copula = |piece: &Piece| {
        matches!(
            piece.low.as_str(),
            "is" | "was"
                | "является"
                | "был"
                | "была"
                | "стал"
                | "стала"
                | "стало"
                | "назначен"
                | "назначена"
                | "—"
                | "–"
                | ":"
        )
    };
    let at = after.iter().position(copula)?;
    run(&after[at + 1..])
}

/// The names of a stretch as one text.
fn run(pieces: &[Piece]) -> Option<String> {
    let names: Vec<&str> = pieces.iter().filter(|piece| piece.is_name()).map(|piece| piece.text.as_str()).collect();
    (!names.is_empty()).then(|| names.join(" "))
}
