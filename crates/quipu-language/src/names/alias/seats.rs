//! The town of a body or a building, from the words right after its name: "Успенский собор во Владимире".

use super::heard::sound_of;
use super::heard::{Heard, is_cyrillic};
use quipu_kernel::model::Mention;
use quipu_kernel::text::fold_name;

/// Beginnings of nouns of which every town has one of its own: wars and treaties are elsewhere as well.
const NOUNS: [&str; 33] = [
    "собор",
    "церк",
    "храм",
    "мечет",
    "монастыр",
    "кладбищ",
    "театр",
    "музе",
    "галере",
    "библиотек",
    "консерватори",
    "филармони",
    "университет",
    "институт",
    "академи",
    "школ",
    "гимнази",
    "лице",
    "больниц",
    "вокзал",
    "аэропорт",
    "стадион",
    "парк",
    "площад",
    "мост",
    "завод",
    "фабрик",
    "верф",
    "кремл",
    "крепост",
    "дворец",
    "дворц",
    "обсерватори",
];
/// The shortest name of a town, in letters.
const SHORTEST: usize = 3;

/// The town of the body or building in a mention of several words, by its sound.
pub(super) fn seat(text: &str, mention: &Mention) -> Option<String> {
    let rest = text.get(mention.span.range().end..)?;
    let behind = rest.strip_prefix(" в ").or_else(|| rest.strip_prefix(" во "))?;
    let body = mention.name.folded.rsplit(' ').next()?;
    let end = behind.find(|c: char| !c.is_alphabetic() && c != '-').unwrap_or(behind.len());
    let (town, more) = behind.split_at(end);
    // "в Нижнем Новгороде", "в Кировской области" say more than one word.
    let alone = !more.strip_prefix(' ').is_some_and(|next| next.starts_with(char::is_uppercase));
    let named = town.starts_with(char::is_uppercase) && town.chars().nth(SHORTEST - 1).is_some();
    let folded = fold_name(town);
    let fits = alone && named && is_cyrillic(&folded) && town.chars().any(char::is_lowercase);
    // "эвакуировали завод в Челябинск" does not say where it is.
    let located = town.ends_with(['е', 'и']);
    let own = NOUNS.iter().any(|noun| body.starts_with(noun));
    (fits && located && own).then(|| sound_of(&folded, Some(&Heard::new(&folded, town))))
}
