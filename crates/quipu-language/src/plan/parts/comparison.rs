//! Two things compared: each has a part of its own, by the property that the comparative names.

use super::{Composing, PartPlan, is_article, part};
use crate::stated::asked_for::Extreme;
use crate::stated::clauses::verbal;
use crate::stated::families::is_small;
use crate::stated::pattern::fits;
use crate::stated::pieces::Piece;
use crate::stated::terms::extreme;
use crate::stated::wanted::{AskedFact, AskedSort};

/// A plan of two compared things, with a part for each.
pub(super) fn comparison(read: &[Piece]) -> Option<PartPlan> {
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

/// Sets the property that two things are asked to share.
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

/// Sets the property by which two things are compared: a date, or a number of something.
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
