//! A clause about a thing without a name, or a genitive, is asked first: "the team that owns X", "the director of X".

use super::{MOST, PlannedPart, is_article, part, slot, word};
use crate::stated::clauses::verbal;
use crate::stated::families::is_small;
use crate::stated::pieces::Piece;
use crate::stated::terms::is_class;

/// The parts of a chain, the innermost first.
pub(super) fn chain(mut read: Vec<Piece>) -> Vec<PlannedPart> {
    let mut out: Vec<PlannedPart> = Vec::new();
    while out.len() + 1 < MOST {
        let Some((range, inner)) = relative(&read).or_else(|| genitive(&read)) else { break };
        let id = out.len() + 1;
        out.push(part(id, &inner));
        let slot = slot(id, read[range.start].span);
        read.splice(range, [slot]);
    }
    out.push(part(out.len() + 1, &read));
    out
}

type Inner = (std::ops::Range<usize>, Vec<Piece>);

/// The last clause about a thing that no name gives, as a question of its own: "the team that owns X" is "which team
/// owns X".
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

/// The end of a clause: after its names if it begins with a verb, after its verb if it begins with a name.
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
