//! Names of things of one sort: the river Амур and the god Амур, each in a sense of its own.
//!
//! A thing that a document calls a river means the river, in a sense shared by all such documents; a bare name is taken
//! for the same while no documents speak of a god of that name. A name that is also a person's there is left alone.
//! Cost: a pass over the document's names, where a noun stands beside one.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::heard::HeardMention;
use super::heard::sound_of;
use super::people::is_full_name;
use super::{Meaning, NamedDocument, usual};
use crate::names::lexicon::marks_of;
use crate::names::sorts::NameSort;
use crate::russian::cases::is_like_person;
use crate::tables::marks::Marks;
use quipu_kernel::model::{AliasRule, Name};
use quipu_kernel::text::fold_name;

/// Frequent names of ships, teams and wares, which by themselves mean none of these.
const NAMES: &str = "Меркурий Венера Марс Юпитер Сатурн Уран Нептун Плутон Луна Солнце Орион Сириус Аполлон Гермес Зевс Афина \
Артемида Аврора Вега Кассиопея Пегас Феникс Титан Атлант Геркулес Прометей Рубин Изумруд Сапфир Алмаз Кристалл Волга Дон Урал \
Енисей Ангара Нева Кама Ока Байкал Амур Ладога Днепр Дунай Висла Рейн Эльба Темза Нил Инд Ганг Эльбрус Казбек Памир Кавказ \
Лена Обь Спартак Буран Викинг Витязь Богатырь";
/// Their sounds.
static FAMOUS: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let heard = NAMES.split_ascii_whitespace().map(|name| HeardMention::new(&fold_name(name), name));
    heard.flat_map(|heard| heard.readings).map(|words| words.join(" ")).collect()
});

/// The single names of a document that are things of one sort, with their meanings.
pub(super) fn things<'a>(document: &NamedDocument<'a>) -> Vec<(&'a str, Meaning)> {
    let mut out = Vec::new();
    if document.sorts.is_empty() {
        return out;
    }
    let people = people(document);
    for (folded, (_, heard)) in &document.names {
        let heard = heard.as_ref();
        let sorts = document.sorts_of(folded, heard).into_iter().flatten().collect::<Vec<_>>();
        let [sort] = sorts.as_slice() else { continue };
        let (sound, quoted) = (sound_of(folded, heard), document.quoted.contains(folded));
        if heard.is_some_and(|heard| heard.ambiguous) || people.contains(&sound) {
            continue;
        }
        let reading = heard.and_then(|heard| heard.readings.first()).map(Vec::as_slice);
        let usual = usual(folded, heard, reading, quoted);
        let of_sort = Name::canonical(format!("{} ({})", usual.folded, sort.word()));
        // A bare Киров means the person, and a word in quotes names another thing in each text.
        // Europe is hardly the moon, and a metal no name at all.
        let other = is_like_person(folded)
            || !sort.is_place() && marks_of(folded).any(Marks::LAND)
            || sort.is_made() && FAMOUS.contains(&usual.folded)
            || document.terms.contains(&usual.folded);
        let region = document.region_of(folded, heard).filter(|_| **sort == NameSort::Town);
        let in_region = region.map(|region| Name::canonical(format!("{} ({} {region})", usual.folded, sort.word())));
        let mut usually = vec![of_sort];
        usually.extend((!quoted && !other).then_some(usual));
        usually.splice(0..0, in_region);
        let full = usually.remove(0);
        out.push((*folded, Meaning { usually, ..Meaning::here(full, AliasRule::Sound) }));
    }
    out
}

/// The full names of people whose birth dates the document gives, and of bodies whose towns it gives, with their
/// meanings.
pub(super) fn told_apart<'a>(document: &NamedDocument<'a>) -> Vec<(&'a str, Meaning)> {
    if document.born.is_empty() && document.seats.is_empty() {
        return Vec::new();
    }
    let sure = document.names.iter().filter_map(|(folded, (_, heard))| {
        let sound = match heard {
            Some(heard) if heard.ambiguous => return None,
            heard => sound_of(folded, heard.as_ref()),
        };
        let year = || document.born.get(&sound).and_then(one).map(ToString::to_string);
        let told = year().or_else(|| document.seats.get(&sound).and_then(one).map(|town| format!("in {town}")))?;
        let full = Name::canonical(format!("{sound} ({told})"));
        let plain = || Name { folded: (*folded).to_owned(), sense: String::new() };
        let usual = vec![if heard.is_some() { Name::canonical(sound) } else { plain() }];
        Some((*folded, Meaning { usually: usual, ..Meaning::here(full, AliasRule::Sound) }))
    });
    sure.collect()
}

/// The only member of a set.
fn one<T: Ord>(of: &BTreeSet<T>) -> Option<&T> {
    of.first().filter(|_| of.len() == 1)
}

/// The common nouns that a document speaks of, with their meanings: вера is not the name Вера.
pub(super) fn terms<'a>(title: &str, document: &NamedDocument<'a>) -> Vec<(&'a str, Meaning)> {
    if document.terms.is_empty() {
        return Vec::new();
    }
    let titled = HeardMention::new(&fold_name(title), title);
    let single = document.names.iter().filter(|(folded, _)| !folded.contains(' '));
    let of_terms = single.filter_map(|(folded, (_, heard))| {
        let sound = sound_of(folded, heard.as_ref());
        let own = document.terms.contains(&sound) && titled.readings.iter().all(|words| *words != [sound.as_str()]);
        let full = Name::canonical(format!("{sound} (term)"));
        own.then(|| (*folded, Meaning::here(full, AliasRule::Sound)))
    });
    of_terms.collect()
}

/// The sounds of the words of people's full names.
fn people(document: &NamedDocument<'_>) -> BTreeSet<String> {
    let full = document.names.iter().filter(|(_, (mention, heard))| is_full_name(mention, heard.as_ref()));
    full.flat_map(|(folded, (_, heard))| {
        let words = heard.iter().flat_map(|heard| heard.readings.iter().flatten().cloned());
        words.chain(folded.split(' ').map(str::to_owned))
    })
    .collect()
}
