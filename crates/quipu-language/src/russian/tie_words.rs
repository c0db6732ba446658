//! Russian words that tie names: verbs, participles and nouns, each with its predicate.

use super::months::MONTHS;

/// Verbs between a subject and its object, by the form for him; ` на`, ` в` and the like belong to the verb. A
/// predicate is the verb in that form.
pub(super) const VERBS: &str = "основал учредил создал написал снял поставил построил спроектировал изобрел разработал \
    возглавил возглавлял купил приобрел победил сменил заменил выпустил издал опубликовал окончил закончил перевел \
    исполнил записал сочинил нарисовал завоевал захватил убил открыл спродюсировал владел принадлежал женился+на играл+за выступал+за \
    работал+в служил+в жил+в учился+в преподавал+в родился+в умер+в скончался+в погиб+в похоронен+в переехал+в \
    вступил+в участвовал+в сотрудничал+с граничил+с подчинялся+кому боролся+с сыграл+в снялся+в";

/// Verbs in the present tense, as they stand in a text.
pub(super) const PRESENT: &str = "возглавляет контролирует включает содержит производит выпускает поддерживает заменяет \
    расширяет реализует хранит читает пишет владеет принадлежит отправляет получает находится+в находится+на расположен+в расположена+в \
    расположено+в расположен+на расположена+на граничит+с впадает+в протекает+через играет+за работает+в работает+на \
    живет+в учится+в преподает+в сотрудничает+с подключается+к ссылается+на состоит+из";

/// Short passive participles in the masculine, after which the agent stands in the instrumental.
pub(super) const PASSIVE: &str = "основан учрежден создан написан снят поставлен построен спроектирован изобретен разработан \
    возглавлен куплен приобретен выпущен издан опубликован переведен исполнен записан сочинен нарисован завоеван захвачен \
    убит открыт спродюсирован";

/// Relational nouns, with an owner: "столица Франции".
pub(super) const RELATIONAL: &str = "столица сын дочь жена муж супруга супруг брат сестра отец мать внук внучка племянник директор \
    президент основатель основательница автор режиссер продюсер композитор сценарист часть член глава руководитель король \
    королева царь император министр тренер капитан персонаж участник ученик преемник создатель владелец дочерняя+компания \
    район пригород приток сосед герой центр губернатор мэр";

/// Words that may stand before a verb without changing its relation.
pub(super) const FILLERS: &str = "также затем позже позднее впоследствии вскоре потом сам сама лично сначала впервые снова уже тоже \
    официально первоначально";

/// Words of dates, beside the months.
const OF_DATES: &str = "год году года годы годах г г. гг гг. век веке века в.";

/// True if a word is one of dates: a month after its day or after "в", or a year or a century.
pub(super) fn is_of_date(word: &str) -> bool {
    has(OF_DATES, word)
        || MONTHS.iter().any(|[genitive, _, prepositional, _]| [*genitive, *prepositional].contains(&word))
}

/// True if a list has a word; ` ` in it is written `+`.
pub(super) fn has(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|known| known == word)
}

/// The verb of a list that a word in the past is a form of: "основала" is "основал".
pub(super) fn past(list: &str, words: &str) -> Option<String> {
    let (verb, preposition) = words.split_once('+').map_or((words, None), |(verb, rest)| (verb, Some(rest)));
    let (root, reflexive) = match verb.strip_suffix("ся").or_else(|| verb.strip_suffix("сь")) {
        Some(root) => (root, true),
        None => (verb, false),
    };
    let his = root.strip_suffix(['а', 'о', 'и']).filter(|root| root.ends_with('л')).unwrap_or(root);
    let plain = if reflexive { format!("{his}ся") } else { his.to_owned() };
    let plain = preposition.map_or(plain.clone(), |rest| format!("{plain}+{rest}"));
    has(list, &plain).then_some(plain)
}

/// The short participle of a list that a word is a form of: "основана", "основанный" are "основан".
pub(super) fn participle(list: &str, word: &str) -> Option<String> {
    const FULL: [&str; 14] =
        ["ный", "ная", "ное", "ные", "ного", "ной", "ных", "ным", "ными", "ную", "тый", "тая", "тое", "тые"];
    let short = word.strip_suffix(['а', 'о', 'ы']).unwrap_or(word);
    if has(list, short) {
        return Some(short.to_owned());
    }
    let full = FULL.iter().find_map(|end| word.strip_suffix(end));
    // "снятый" is "снят": of those the letter stays.
    let letter = if word.contains("ты") || word.contains("та") || word.contains("то") { "т" } else { "" };
    let full = full.map(|root| format!("{root}{letter}"))?;
    [full.clone(), full.trim_end_matches('т').to_owned()].into_iter().find(|short| has(list, short))
}

/// The noun of a list that a word is, in the nominative or, after "является" and "был", the instrumental.
pub(super) fn noun(list: &str, word: &str) -> Option<String> {
    let forms = [
        word.to_owned(),
        ending(word, "цей", "ца"),
        ending(word, "ом", ""),
        ending(word, "ем", "ь"),
        ending(word, "ем", "й"),
        ending(word, "ей", "я"),
        ending(word, "ой", "а"),
        ending(word, "ером", "ер"),
        ending(word, "ью", "ь"),
        ending(word, "ом", "о"),
    ];
    forms.into_iter().find(|form| has(list, form))
}

fn ending(word: &str, from: &str, to: &str) -> String {
    word.strip_suffix(from).map_or_else(String::new, |root| format!("{root}{to}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_lead_to_one_word() {
        assert_eq!(past(VERBS, "основала").as_deref(), Some("основал"));
        assert_eq!(past(VERBS, "родилась+в").as_deref(), Some("родился+в"));
        assert_eq!(past(VERBS, "основатель"), None);
        assert_eq!(participle(PASSIVE, "основана").as_deref(), Some("основан"));
        assert_eq!(participle(PASSIVE, "написанный").as_deref(), Some("написан"));
        assert_eq!(participle(PASSIVE, "снятый").as_deref(), Some("снят"));
        assert_eq!(noun(RELATIONAL, "столицей").as_deref(), Some("столица"));
        assert_eq!(noun(RELATIONAL, "режиссером").as_deref(), Some("режиссер"));
        assert_eq!(noun(RELATIONAL, "частью").as_deref(), Some("часть"));
    }
}
