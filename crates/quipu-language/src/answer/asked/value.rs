//! The sort of thing that must stand in an answer (the expected answer type of question answering): a name, a time, a
//! place, a number, a version; and whether a word may be one.

use super::has;
use crate::months::MONTHS;

/// What must stand in an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Value {
    /// Anything.
    #[default]
    Anything,
    /// Someone: who, кто.
    Who,
    /// A time: when, когда, in what year.
    When,
    /// A place: where, где.
    Where,
    /// A number: how many, сколько.
    Number,
    /// A version: which release, с какой версии.
    Version,
}

const WHO: &str = "who whom whose кто кого кому кем чей чья чье чьи";
const WHEN: &str = "when когда";
const WHERE: &str = "where где куда откуда";
const NUMBER: &str = "сколько насколько процент percent percentage";
/// Words that ask for a number after `how`.
const HOW: &str = "many much long old far tall large big high deep often fast wide heavy";
/// Words that say after `what`, `which` or `какой` what is asked for.
const TIMES: &str =
    "year date day month century decade time era году год дата день дне месяц месяце веке век годах десятилетии дату";
const PLACES: &str = "country city place state town river continent island county region province village стране городе месте страна город штате \
    штат реке река острове континенте регионе области провинции";
const PEOPLE: &str = "person man woman author actor king queen president player director writer человек актер автор король королева президент \
    игрок режиссер писатель";
const VERSIONS: &str =
    "version release versions releases версия версии версию версией релиз релизе релиза выпуск выпуске выпуска";
const AMOUNTS: &str = "number amount percentage population score length height size rank age distance количество число численность население \
    высота длина размер возраст счет процент расстояние";
/// Words that ask openly: what follows them says the kind.
const WHICH: &str = "what which какой какая какое какие каком какого какую каких какому каким";
const TIMES_SAID: &str = "century centuries веке века век году годах";
const NUMERALS: &str = "one two three four five six seven eight nine ten eleven twelve dozen twenty thirty forty fifty sixty seventy eighty ninety \
    hundred thousand million billion half third quarter twice once один одна одно два две двух три трех четыре четырех пять пяти шесть шести семь \
    семи восемь восьми девять девяти десять десяти двадцать тридцать сорок пятьдесят сто тысяча тысяч миллион миллионов миллиард половина треть \
    четверть четырьмя тремя двумя";

/// Words by which a question asks, beside stop words: an answer need not say them.
const ASKING: &str = "difference differences differ differs compare compared comparison versus vs describe explain summarise summarize summary overview tell list \
    enumerate older younger newer earlier later mean means meant default defaults maximum minimum steps step example examples разница различие отличие отличия \
    отличается отличаются сравни сравните опиши опишите объясни объясните расскажи расскажите перечисли перечислите назови назовите старше младше раньше позже \
    значит означает умолчанию зачем пример \
    kind kinds type types sort sorts name names named called many much entity entities term terms year years happen happens \
    happened какова каково каковы каков какую каким какими какого какому каких кем чьей чьего чьих чьим чьими чему ком называется называются \
    называют называлась назывался называлось назвали звали зовут имя название тип типа вид вида году год года является являются";

/// Whether a folded word of a question says how it asks and not what about.
pub(in crate::answer) fn only_asks(folded: &str) -> bool {
    has(ASKING, folded)
}

/// Whether a folded word is a month, in Russian as behind the number of a day.
fn is_month(folded: &str) -> bool {
    MONTHS.iter().any(|month| [month.english, month.genitive].contains(&folded))
}

/// What the folded words of a question, in order, ask for.
pub(super) fn value(words: &[&str]) -> Value {
    for (at, word) in words.iter().enumerate() {
        let next = words.get(at + 1).copied().unwrap_or("");
        let soon = || words[at + 1..].iter().take(3).copied();
        let kind = match *word {
            word if has(WHO, word) => Value::Who,
            word if has(WHEN, word) && asks(words, at) => Value::When,
            word if has(WHERE, word) && asks(words, at) => Value::Where,
            word if has(NUMBER, word) || (word == "how" && has(HOW, next)) => Value::Number,
            word if has(WHICH, word) => {
                soon().map(named_kind).find(|kind| *kind != Value::Anything).unwrap_or_default()
            }
            _ => Value::Anything,
        };
        if kind != Value::Anything {
            return kind;
        }
    }
    Value::Anything
}

/// Whether a word that also joins sentences asks here: it begins or ends the question, or stands behind a preposition.
fn asks(words: &[&str], at: usize) -> bool {
    let before = at.checked_sub(1).map_or("", |before| words[before]);
    at < 2 || at + 1 == words.len() || has("since until till from by and с до и or", before)
}

fn named_kind(word: &str) -> Value {
    match word {
        word if has(TIMES, word) => Value::When,
        word if has(PLACES, word) => Value::Where,
        word if has(PEOPLE, word) => Value::Who,
        word if has(AMOUNTS, word) => Value::Number,
        word if has(VERSIONS, word) => Value::Version,
        _ => Value::Anything,
    }
}

impl Value {
    /// Whether a word of a sentence may be what is asked for. `capital` says that the source
    /// writes it with a capital, `first` that it begins the sentence.
    pub fn answers(self, folded: &str, capital: bool, first: bool) -> bool {
        let digit = folded.starts_with(|c: char| c.is_numeric());
        match self {
            Self::Anything => false,
            Self::Who | Self::Where => capital && !first,
            Self::When => digit || has(TIMES_SAID, folded) || is_month(folded),
            Self::Number | Self::Version => digit || (self == Self::Number && has(NUMERALS, folded)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Value {
        let words: Vec<String> = quipu_kernel::text::words(text).into_iter().map(|word| word.text).collect();
        value(&words.iter().map(String::as_str).collect::<Vec<_>>())
    }

    #[test]
    fn question_words_say_the_kind() {
        assert_eq!(of("Who led the Panthers?"), Value::Who);
        assert_eq!(of("In what year was it built?"), Value::When);
        assert_eq!(of("How many points?"), Value::Number);
        assert_eq!(of("Where is it?"), Value::Where);
        assert_eq!(of("В каком году он родился?"), Value::When);
        assert_eq!(of("Сколько очков?"), Value::Number);
        assert_eq!(of("How does it work?"), Value::Anything);
        assert_eq!(of(""), Value::Anything);
    }

    #[test]
    fn the_lists_are_folded() {
        for word in [WHO, WHEN, WHERE, NUMBER, HOW, TIMES, PLACES, PEOPLE, AMOUNTS, WHICH, TIMES_SAID, NUMERALS, ASKING]
            .iter()
            .flat_map(|list| list.split_ascii_whitespace())
        {
            assert_eq!(quipu_kernel::text::fold_name(word), word);
        }
        assert!(only_asks("kind") && only_asks("называется") && !only_asks("bridge"));
    }

    #[test]
    fn words_answer_their_kind() {
        assert!(Value::When.answers("1999", false, false) && !Value::When.answers("cat", false, false));
        assert!(Value::Who.answers("ada", true, false) && !Value::Who.answers("the", true, true));
        assert!(Value::Number.answers("четырьмя", false, false));
    }
}
