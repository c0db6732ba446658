//! Kinds of questions (question classification after Li and Roth, 2002, by form alone), English and Russian: how a
//! question is put says what kind of unit answers it, and how many.

use super::has;

/// How a question is put.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// For a fact: who, when, where, how many, which; or in no form that is known.
    #[default]
    Fact,
    /// For what something is or means: what is, что такое.
    Definition,
    /// For the value that holds where nothing is set: by default, по умолчанию.
    Default,
    /// For a bound: at most, up to, не более.
    Limit,
    /// For what is to be done, in order: how do I, как настроить.
    Steps,
    /// For all things of a sort: which options are there, перечисли.
    List,
    /// Whether something is so: can, is it, можно ли.
    YesNo,
    /// For a reason: why, почему.
    Why,
    /// For how two things differ, or which of them is more: difference between, older than, чем отличается.
    Compare,
    /// For what there is to say of something: tell me about, describe, расскажи.
    Describe,
    /// For what is to be typed: which command, example of, какой командой.
    Command,
}

/// Phrases of a kind; words of a phrase are parted by one space, phrases by a bar.
const DEFAULT: &str = "default|defaults|unless configured|unless changed|unless specified|unless set|unless otherwise|unless you change|unless i change|\
    not set|not configure|not configured|not specified|not given|unset|nothing is set|nothing is configured|nothing is specified|without configuration|\
    if i do not|if you do not|if i don t|if you don t|doesn t say|does not say|not say|out of the box|don t configure|left out|leave out|omitted|omit|\
    умолчанию|не задан|не задано|не задана|не заданы|не указан|не указано|не указана|не указаны|не указать|не задать|ничего не менять|\
    не настраивать|не настроено|не настроен|не менять|не изменять|изначально";
const LIMIT: &str = "maximum|max|minimum|min|at most|at least|limit|limits|limited|up to|no more than|not more than|longest|shortest|largest|smallest|\
    allowed|may i|above which|below which|how long may|how many may|how large may|how big may|highest|lowest|exceed|\
    максимум|минимум|максимально|минимально|максимальная|максимальное|максимальный|максимальную|минимальная|минимальное|минимальный|\
    минимальную|не более|не больше|не менее|не меньше|предел|лимит|ограничение|ограничения|самое большее|наибольшее|наименьшее|одновременно";
const STEPS: &str = "how do i|how do we|how do you|how to|how can i|how can we|how can you|how can one|how should i|how should we|how should one|\
    how would i|how does one|how must|steps|what should i do|what must i do|what do i do|what do i need to do|what has to be done|what can i do|what should we do|what should one do|what do we do|what must be done|what must we do|describe how|explain how|procedure|walk me through|\
    instructions|what to do|how are|how is|process for|как мне|как нам|что делать|что нужно сделать|что надо сделать|какие шаги|какие действия|по шагам|\
    пошагово|порядок действий|каким образом|как можно|как правильно|как следует|инструкция|инструкцию|как нужно|как надо";
const WHY: &str = "why|what is bad|what is wrong|what s wrong|what makes|чем плох|чем плоха|чем плохо|чем плохи|чем опасен|чем опасно|reason|reasons|how come|what for|rationale|почему|зачем|отчего|причина|причины|по какой причине|для чего|из за чего";
const COMPARE: &str = "difference between|differences between|difference|differences|differ|differs|compare|versus|vs|distinguish|distinguishes|\
    compared to|compared with|как соотносятся|разница|разницу|различие|различия|отличие|отличия|отличается|отличаются|отличить|сравни|сравните|сравнить|\
    различаются|различается";
const DESCRIBE: &str = "tell me about|tell me more|tell us about|describe|explain|summarise|summarize|summary|overview|what do you know about|give me an overview|\
    what can you tell|расскажи|расскажите|опиши|опишите|объясни|объясните|поясни|поясните|резюмируй|кратко изложи|обзор|что известно|вкратце";
const COMMAND: &str = "command|commands|example|examples|snippet|syntax|show me code|code sample|sample code|how do i write|how do i type|\
    which flag|which option|what flag|what option|which setting|what setting|which switch|which parameter|which variable|which environment variable|\
    which subcommand|which function|which method|команда|командой|команду|команды|пример|примеры|примера|синтаксис|какой флаг|какая опция|\
    каким флагом|какой опцией|какой параметр|какой параметром|какая настройка|какой ключ|какой метод|какая переменная|сниппет";
const LIST: &str = "list|name all|enumerate|what are the|which are the|what are|name the|what kinds|which kinds|what types|which types|\
    what sorts|what options|which options|what all|what does it take|все виды|перечисли|перечислите|назови|назовите|список|какие|каких|какими|какие есть|\
    что входит|из чего состоит|из каких|из скольких";
const DEFINITION: &str = "what is|what s|what are|what does|what do|define|definition|meaning of|meant by|what counts as|considered|stand for|stands for|\
    is defined|defined|что такое|что значит|что означает|что называется|называется|называют|что понимается|определение|определяется|чем является|\
    что представляет собой|расшифровывается|за что отвечает|что делает";
/// Words with which a question whether something is so begins.
const WHETHER: &str = "is are was were do does did can could may might must should shall will would has have had am isn aren doesn don \
    можно нужно нужен нужна нужны надо может могут есть обязательно правда верно должен должна должны разрешено допустимо возможно стоит";
/// Comparatives by which one of two is asked for.
pub(super) const MORE: &str = "older younger newer earlier later first longer shorter larger smaller bigger taller higher lower faster slower better more \
    less fewer cheaper heavier lighter farther closer wins precedence раньше позже старше младше новее старее больше меньше выше ниже длиннее короче быстрее \
    медленнее лучше дешевле дороже тяжелее легче дальше ближе первым первой первый первая";
/// Words that end as plurals do and are none, behind `which` and `what`.
const SINGULAR: &str = "does this was has always makes happens counts means says uses needs gives tells comes goes works decides sets affects causes \
    controls determines allows takes turns shows lets keeps holds stops starts follows wins points class process access status address basis";
/// Verbs that say nothing of what is asked about behind `how does` and `как`.
const WORKING: &str = "work works function functions operate operates работает работают устроен устроена устроено устроены действует действуют \
    функционирует функционируют";
/// Endings of Russian infinitives: `как установить`.
const INFINITIVE: &[&str] = &["ть", "ти", "чь", "ться", "тись", "чься"];

/// How a question of these folded words is put; the first of these that fits.
pub(super) fn kind(words: &[&str]) -> Kind {
    let says = |phrases: &str| phrases.split('|').any(|phrase| holds(words, phrase.trim()));
    let begins = |phrases: &str| phrases.split('|').any(|phrase| starts(words, phrase.trim()));
    let words = essential(words);
    let first = words.first().copied().unwrap_or_default();
    if says(COMPARE) || chooses(words) {
        return Kind::Compare;
    }
    if working(words).is_some() {
        return Kind::Describe;
    }
    if begins(DESCRIBE) {
        return if says(STEPS) || steps(words) { Kind::Steps } else { Kind::Describe };
    }
    if says(WHY) {
        return Kind::Why;
    }
    if says(COMMAND) {
        return Kind::Command;
    }
    if says(DEFAULT) || unsaid(words) {
        return Kind::Default;
    }
    if has(WHETHER, first) || words.contains(&"ли") {
        return Kind::YesNo;
    }
    if counts(words) {
        return if says(LIMIT) { Kind::Limit } else { Kind::Fact };
    }
    if says(LIMIT) {
        return Kind::Limit;
    }
    if steps(words) || says(STEPS) {
        return Kind::Steps;
    }
    if begins("list|name all|name the|enumerate|перечисли|перечислите|назови|назовите") || plural(words)
    {
        return Kind::List;
    }
    if defines(words) && says(DEFINITION) {
        return Kind::Definition;
    }
    if says(LIST) { Kind::List } else { Kind::Fact }
}

/// Words of courtesy and of setting the scene before a question.
fn essential<'a, 'w>(words: &'a [&'w str]) -> &'a [&'w str] {
    let polite =
        words.iter().take_while(|word| has("please can could you пожалуйста so and well ok okay а и", word)).count();
    if polite < words.len() && polite > 1 { &words[polite..] } else { words }
}

/// Whether words hold a phrase, one after the other.
fn holds(words: &[&str], phrase: &str) -> bool {
    let phrase: Vec<&str> = phrase.split_ascii_whitespace().collect();
    !phrase.is_empty() && words.windows(phrase.len()).any(|window| window == phrase)
}

/// Whether words begin with a phrase, a word of courtesy before it left aside.
fn starts(words: &[&str], phrase: &str) -> bool {
    let polite = words.iter().take_while(|word| has("please can could you пожалуйста", word)).count();
    words[polite..].iter().zip(phrase.split_ascii_whitespace()).filter(|(a, b)| **a == *b).count()
        == phrase.split_ascii_whitespace().count()
}

/// `If I give no backlog`, `если код не передать`: what holds where something is not done.
fn unsaid(words: &[&str]) -> bool {
    let condition = words.iter().position(|word| has("if when unless если когда", word));
    let behind = condition.map_or(&[][..], |at| &words[at + 1..]);
    let asks_when = condition == Some(0) && has("when когда", words[0]);
    !asks_when
        && behind.iter().take(6).any(|word| has("no not nothing none without t never не ни ничего нет без", word))
}

/// `How many`, `сколько`: a number, and no list.
fn counts(words: &[&str]) -> bool {
    words.windows(2).any(|pair| {
        pair[0] == "how" && has("many much long old far tall large big high deep often fast wide heavy", pair[1])
    }) || words.contains(&"сколько")
}

/// `How does self-attention work`, `как работает самовнимание`: the verb that asks for no more than what there is to say of
/// something; none where the question says more, as `how does a clerk work with the files`.
pub(in crate::answer) fn working<'w>(words: &[&'w str]) -> Option<&'w str> {
    let asks = words.windows(2).any(|pair| pair[0] == "how" && has("does do did", pair[1]));
    match (asks, words) {
        _ if words.len() > 8 => None,
        (true, [.., verb]) if has(WORKING, verb) => Some(verb),
        (false, ["как", verb, _, ..]) | (false, [_, "как", verb, _, ..]) if has(WORKING, verb) => Some(verb),
        (false, ["как", _, .., verb]) if has(WORKING, verb) => Some(verb),
        _ => None,
    }
}

/// `Which is older, A or B`: one of two is asked for.
fn chooses(words: &[&str]) -> bool {
    let or = words.iter().any(|word| *word == "or" || *word == "или");
    let which = words
        .iter()
        .any(|word| has("which who what whose when кто что какой какая какое который которая которое где", word));
    or && which && words.iter().any(|word| has(MORE, word))
}

/// `Как установить`: how something is done.
fn steps(words: &[&str]) -> bool {
    words.windows(2).any(|pair| pair[0] == "как" && INFINITIVE.iter().any(|end| pair[1].ends_with(end)))
        || (words.first() == Some(&"как") && words.len() > 1)
}

/// `Which formats are supported`: a question word, and a plural soon behind it.
fn plural(words: &[&str]) -> bool {
    let many = |word: &&str| word.len() > 3 && word.ends_with('s') && !word.ends_with("ss") && !has(SINGULAR, word);
    let asks = |word: &str, reach: usize| {
        words.iter().position(|known| *known == word).is_some_and(|at| words[at + 1..].iter().take(reach).any(many))
    };
    let verb = || words.iter().any(|word| has("are were do can have exist there could may must should will did", word));
    asks("which", 3)
        || (asks("what", 2) && verb())
        || words.first().is_some_and(|first| has("какие каких какими", first))
}

/// Whether a question says so little besides that it asks what something is: at most three words that count behind the
/// verb, and no `of`, `that`, `in` that would make it ask for a property of something.
fn defines(words: &[&str]) -> bool {
    let asks = |word: &&&str| {
        has(
            "what s is are does do was were the a an mean means meant by called stand for you we count counts as define \
        definition meaning of considered что такое значит означает называется называют понимается под это такой такая такое",
            word,
        )
    };
    let telling = words.iter().filter(|word| !asks(word)).count();
    let property = |word: &&str| {
        has(
            "that which who when where in on at to from during between used use после для который которая которое",
            word,
        )
    };
    let of = words.iter().position(|word| *word == "of");
    let meaning = |at: usize| has("meaning definition kind", words[at.saturating_sub(1)]);
    telling <= 4 && !words.iter().skip(2).any(property) && of.is_none_or(meaning)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_something_works_asks_what_there_is_to_say_of_it() {
        let of = |text: &str| kind(&text.split(' ').collect::<Vec<_>>());
        for text in [
            "how does self attention work",
            "how do bells function",
            "как работает самовнимание",
            "как устроен колокол",
        ] {
            assert_eq!(of(text), Kind::Describe, "{text}");
        }
        for text in ["how does one work with files", "как установить колокол", "how long does it work"]
        {
            assert_ne!(of(text), Kind::Describe, "{text}");
        }
    }
}
