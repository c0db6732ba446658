//! The sort of thing of a Russian name at its place: by the noun before it, by its definition or
//! apposition, and by the noun that refers to it in the next sentence.
//!
//! Only words about the name itself count, not others of its sentence. Cost: the word before a mention; for the first
//! name of a sentence, the sentence and three words after it.

use crate::names::sorts::{Case, Sort, given_to, sort_of};
use crate::names::spelling::{genitive, is_adjective};
use crate::russian::given::is_form_of_given;
use quipu_kernel::model::Mention;
use quipu_kernel::text::{char_start, head};

/// Maximal distance from a name at which its sentence is looked at, in bytes.
const REACH: usize = 320;
/// The most words of a definition up to its noun.
const MOST_WORDS: usize = 6;
/// The most words in the genitive between a noun and the name.
const COMPLEMENT: usize = 2;
/// Maximal number of words of the next sentence before a noun that refers to the name.
const TAKEN_UP_WITHIN: usize = 3;
/// Verbs of waters.
const FLOWS: [&str; 10] =
    ["течёт", "течет", "текла", "тёк", "впадает", "впадала", "впадал", "вытекает", "разлилась", "разлился"];
/// "This", of one thing.
const THIS: [&str; 9] = ["этот", "эта", "это", "этого", "этой", "этому", "этом", "эту", "этим"];
/// Words before an accusative that looks like a nominative.
const PREPOSITIONS: [&str; 9] = ["в", "во", "на", "за", "под", "через", "про", "о", "об"];

/// The sort of thing of a mention's name in the text; `quoted` is true inside quotes.
pub(super) fn sort(text: &str, mention: &Mention, quoted: bool) -> Option<Sort> {
    let span = mention.span.range();
    let (mut before, mut behind) = (text.get(..span.start)?, text.get(span.end..)?);
    if quoted {
        before = before.trim_end_matches(['«', '„', '“', '"']);
        behind = behind.trim_start_matches(['»', '“', '”', '"']);
    }
    named(before, &mention.form, quoted)
        .or_else(|| defined(behind))
        .or_else(|| apposed(behind))
        .or_else(|| {
            if quoted { None } else { flows(behind).or_else(|| stands(behind)).or_else(|| within(before, mention)) }
        })
        .or_else(|| concluded(before, behind))
        .or_else(|| taken_up(before, &mention.form, behind))
        .or_else(|| pointed_at(before, behind))
}

/// "корабль Орион", "заводе «Кристалл»", "бог земледелия Сатурн".
fn named(before: &str, form: &str, quoted: bool) -> Option<Sort> {
    let words = before.strip_suffix(' ')?.rsplit([' ', '\n', '(', '«']);
    for word in words.take(COMPLEMENT + 1) {
        let noun = word.to_lowercase();
        if let Some((sort, _)) = sort_of(&noun) {
            // A quoted thing is made: спутник «Восход».
            let made = if sort == Sort::Sky { Sort::Craft } else { sort };
            return if quoted { Some(made) } else { given_to(&noun, form) };
        }
        if genitive(word).is_none() && !(word.chars().nth(3).is_some() && word.ends_with(['а', 'я', 'ы', 'и'])) {
            return None;
        }
    }
    None
}

/// "Ява — самый населённый остров".
fn defined(behind: &str) -> Option<Sort> {
    let rest = [" — ", " – ", " - "].iter().find_map(|dash| behind.strip_prefix(dash))?;
    described(rest.strip_prefix("это ").unwrap_or(rest), 0)
}

/// "Орион, самое выразительное созвездие".
fn apposed(behind: &str) -> Option<Sort> {
    described(behind.strip_prefix(", ")?, 1)
}

/// "Амур течёт": a verb of waters only.
fn flows(behind: &str) -> Option<Sort> {
    let verb = behind.strip_prefix(' ')?.split(|c: char| !c.is_alphabetic()).next()?;
    FLOWS.contains(&verb).then_some(Sort::Water)
}

/// "Королёв стоит на Яузе": the location of a town, or its origin.
fn stands(behind: &str) -> Option<Sort> {
    const ON: [&str; 8] = [
        "стоит на ",
        "стоит при ",
        "лежит на ",
        "лежит при ",
        "стоял на ",
        "лежит у ",
        "стоит в устье ",
        "расположен на ",
    ];
    const AT: [&str; 6] = ["берегу", "берегах", "слиянии", "впадении", "реке", "реки"];
    const GROWN: [&str; 5] = ["завод", "посёлк", "слобод", "крепост", "станци"];
    let clause = behind.strip_prefix(' ')?.split(['.', ',', ';', ':', '—', '!', '?']).next()?;
    if let Some(place) = ON.iter().find_map(|verb| clause.strip_prefix(verb)) {
        let mut words = place.split(' ').take(2);
        let named = |word: &str| word.starts_with(char::is_uppercase) && word.ends_with(['е', 'и']);
        return words.any(|word| AT.contains(&word) || named(word)).then_some(Sort::Town);
    }
    let grown = ["вырос", "выросла", "выросло"].iter().find_map(|verb| clause.strip_prefix(verb));
    let town = grown.is_some_and(|rest| GROWN.iter().any(|noun| rest.contains(noun)));
    (town || clause.starts_with("получил статус города")).then_some(Sort::Town)
}

/// "в Жуковском": a likely person's name in a position where no person can be.
fn within(before: &str, mention: &Mention) -> Option<Sort> {
    let placed = ["В ", "в "]
        .iter()
        .any(|word| before.strip_suffix(word).is_some_and(|rest| !rest.ends_with(char::is_alphabetic)));
    let surname = ["ском", "цком"].iter().any(|end| mention.form.ends_with(end));
    (placed && surname).then_some(Sort::Town)
}

/// "Кунгур известен давно. В этом городе …": the noun that refers to the one name of the sentence before.
fn pointed_at(before: &str, behind: &str) -> Option<Sort> {
    let (sentence, next) = head(behind, REACH).split_once(". ")?;
    let alone =
        [sentence_before(before), sentence].iter().all(|text| !text.contains(|c: char| c.is_uppercase() || c == '«'));
    let next = next.split(['.', '!', '?', ';']).next().filter(|_| alone)?;
    let mut words = next.split(' ').skip_while(|word| !THIS.contains(&word.to_lowercase().as_str())).skip(1);
    let noun = words.next()?.trim_end_matches(|c: char| !c.is_alphabetic());
    sort_of(noun).map(|(sort, _)| sort)
}

/// The noun in the nominative after adjectives, `least` of them.
fn described(rest: &str, least: usize) -> Option<Sort> {
    for (at, word) in head(rest, REACH).split(' ').take(MOST_WORDS).enumerate() {
        let bare = word.trim_end_matches(|c: char| !c.is_alphabetic());
        if let Some((sort, case)) = sort_of(bare) {
            return (case == Case::Nominative && at >= least).then_some(sort);
        }
        if bare.len() != word.len() || !is_adjective(bare) || !bare.starts_with(char::is_lowercase) {
            return None;
        }
    }
    None
}

/// "Самый населённый остров мира — Ява."
fn concluded(before: &str, behind: &str) -> Option<Sort> {
    let said = before.strip_suffix("— ").or_else(|| before.strip_suffix("– "))?;
    let sentence = sentence_before(said).trim_end();
    if !behind.starts_with(['.', ',', ':', ';']) || sentence.split(' ').count() > MOST_WORDS {
        return None;
    }
    let mut nouns = sentence.split(' ').filter_map(|word| sort_of(&word.to_lowercase()));
    let (sort, case) = nouns.next()?;
    (case == Case::Nominative && nouns.next().is_none()).then_some(sort)
}

/// "Зенит стал чемпионом. Команду тренировал …": the noun of the next sentence for the first name of this one.
fn taken_up(before: &str, form: &str, behind: &str) -> Option<Sort> {
    let named = |text: &str| text.contains(|c: char| c.is_uppercase() || c == '«');
    let rest = head(behind, REACH);
    let (sentence, next) = rest.split_once(". ")?;
    let sentence_before = sentence_before(before);
    let (first, others) = sentence_before.split_once(' ').unwrap_or((sentence_before, ""));
    if named(others) || is_form_of_given(&first.to_lowercase()) {
        return None;
    }
    // Of several names a place is rather one after, unless the next sentence goes on to name the first.
    let goes_on = || next.split(['.', '!', '?']).next().is_some_and(|next| next.contains(form));
    let fits = |sort: &Sort| !sort.is_place() || !named(sentence) || goes_on();
    let mut words = next.split(' ').peekable();
    let mut last = String::new();
    for at in 0..TAKEN_UP_WITHIN {
        let word = words.next()?;
        let bare = word.trim_end_matches(|c: char| !c.is_alphabetic());
        let lower = bare.to_lowercase();
        let begins = (at == 0) == bare.starts_with(char::is_uppercase);
        if let Some((sort, case)) = sort_of(&lower).filter(|_| begins && !is_form_of_given(&lower)) {
            let another = words.peek().is_some_and(|next| named(next) || next.starts_with(['«', '"']));
            let subject = case == Case::Nominative && !PREPOSITIONS.contains(&last.as_str());
            return (!another && (subject || at == 0 && case == Case::Accusative)).then_some(sort).filter(fits);
        }
        if bare.len() != word.len() {
            return None;
        }
        last = lower;
    }
    None
}

/// The beginning of the sentence that ends with a text.
fn sentence_before(text: &str) -> &str {
    let near = &text[char_start(text, text.len().saturating_sub(REACH))..];
    let stop = near.rfind(['.', '!', '?', '\n']).map_or(0, |at| at + 1);
    near[stop..].trim_start()
}

#[cfg(test)]
mod tests {
    use super::*;
    use quipu_kernel::model::{Kind, Name, Span};

    fn of(text: &str, form: &str) -> Option<Sort> {
        let at = text.find(form).unwrap();
        let span = Span::new(at, at + form.len());
        let quoted = text[..at].ends_with('«');
        sort(text, &Mention { name: Name::new(form), form: form.to_owned(), span, kind: Kind::Entity }, quoted)
    }

    #[test]
    fn nouns_beside_a_name_tell_its_sort() {
        for (text, form, expected) in [
            ("Летел корабль Орион вокруг Луны.", "Орион", Sort::Craft),
            ("Виден Орион, самое выразительное созвездие зимы.", "Орион", Sort::Sky),
            ("Ява — самый населённый остров.", "Ява", Sort::Land),
            ("Самый населённый остров мира — Ява: тесно.", "Ява", Sort::Land),
            ("На заводе «Кристалл» варят.", "Кристалл", Sort::Good),
            ("«Зенит» победил. Команду тренировал Садырин.", "Зенит", Sort::Team),
            ("Амур течёт к Китаю. Летом река поднимается, и Амур шумит.", "Амур", Sort::Water),
            ("Учил пахать бог земледелия Сатурн.", "Сатурн", Sort::God),
            ("Раменский стоит на Москве-реке.", "Раменский", Sort::Town),
            ("Самолёты видели в Раменском.", "Раменском", Sort::Town),
            ("Ижма лежит на берегу Печоры. Тихо.", "Ижма", Sort::Town),
            ("Сура разлилась.", "Сура", Sort::Water),
            ("Кологрив мал. Летом в этом городе тихо.", "Кологрив", Sort::Town),
        ] {
            assert_eq!(of(text, form), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_a_sentence_speaks_of_besides_is_not_said_of_its_name() {
        for (text, form) in [
            ("Над Волгой стоит город.", "Волгой"),
            ("Его завод купил Форд. В город приехали.", "Форд"),
            ("Зенит виден. Город Киров спит.", "Зенит"),
            ("Наполеон взял Москву. Город горел.", "Наполеон"),
            ("Иван и Пётр ушли. Корабль ждал.", "Пётр"),
            ("Когда строили Тверь, город горел.", "Тверь"),
            ("Иванов стоит на сцене. Тихо.", "Иванов"),
            ("Сидоров и Ким ушли. Этот город спал.", "Сидоров"),
        ] {
            assert_eq!(of(text, form), None, "{text}");
        }
    }
}
