//! What kind of thing a question asks for, and whether a sentence holds one, judged by words alone,
//! in English and Russian.

/// What kind of thing a question asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Asked {
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
const AMOUNTS: &str = "number amount percentage population score length height size rank age distance количество число численность население \
    высота длина размер возраст счет процент расстояние";
/// Words that ask openly: what follows them says the kind.
const WHICH: &str = "what which какой какая какое какие каком какого какую каких какому каким";
const MONTHS: &str = "january february march april may june july august september october november december января февраля марта апреля мая июня \
    июля августа сентября октября ноября декабря century centuries веке века век году годах";
const NUMERALS: &str = "one two three four five six seven eight nine ten eleven twelve dozen twenty thirty forty fifty sixty seventy eighty ninety \
    hundred thousand million billion half third quarter twice once один одна одно два две двух три трех четыре четырех пять пяти шесть шести семь \
    семи восемь восьми девять девяти десять десяти двадцать тридцать сорок пятьдесят сто тысяча тысяч миллион миллионов миллиард половина треть \
    четверть четырьмя тремя двумя";

/// Words by which a question asks, beside stop words: an answer need not say them.
const ASKING: &str = "kind kinds type types sort sorts name names named called many much entity entities term terms year years happen happens \
    happened какова каково каковы каков какую каким какими какого какому каких кем чьей чьего чьих чьим чьими чему ком называется называются \
    называют называлась назывался называлось назвали звали зовут имя название тип типа вид вида году год года является являются";

/// Whether a folded word of a question says how it asks and not what about.
pub(super) fn only_asks(folded: &str) -> bool {
    has(ASKING, folded)
}

fn has(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|known| known == word)
}

/// What the folded words of a question, in order, ask for.
pub fn asked(words: &[&str]) -> Asked {
    for (at, word) in words.iter().enumerate() {
        let next = words.get(at + 1).copied().unwrap_or("");
        let soon = || words[at + 1..].iter().take(3).copied();
        let kind = match *word {
            word if has(WHO, word) => Asked::Who,
            word if has(WHEN, word) => Asked::When,
            word if has(WHERE, word) => Asked::Where,
            word if has(NUMBER, word) || (word == "how" && has(HOW, next)) => Asked::Number,
            word if has(WHICH, word) => {
                soon().map(named_kind).find(|kind| *kind != Asked::Anything).unwrap_or_default()
            }
            _ => Asked::Anything,
        };
        if kind != Asked::Anything {
            return kind;
        }
    }
    Asked::Anything
}

fn named_kind(word: &str) -> Asked {
    match word {
        word if has(TIMES, word) => Asked::When,
        word if has(PLACES, word) => Asked::Where,
        word if has(PEOPLE, word) => Asked::Who,
        word if has(AMOUNTS, word) => Asked::Number,
        _ => Asked::Anything,
    }
}

impl Asked {
    /// Whether a word of a sentence may be what is asked for. `capital` says that the source
    /// writes it with a capital, `first` that it begins the sentence.
    pub fn answers(self, folded: &str, capital: bool, first: bool) -> bool {
        let digit = folded.starts_with(|c: char| c.is_numeric());
        match self {
            Self::Anything => false,
            Self::Who | Self::Where => capital && !first,
            Self::When => digit || has(MONTHS, folded),
            Self::Number => digit || has(NUMERALS, folded),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Asked {
        let words: Vec<String> = crate::text::words(text).into_iter().map(|word| word.text).collect();
        asked(&words.iter().map(String::as_str).collect::<Vec<_>>())
    }

    #[test]
    fn question_words_say_the_kind() {
        assert_eq!(of("Who led the Panthers?"), Asked::Who);
        assert_eq!(of("In what year was it built?"), Asked::When);
        assert_eq!(of("How many points?"), Asked::Number);
        assert_eq!(of("Where is it?"), Asked::Where);
        assert_eq!(of("В каком году он родился?"), Asked::When);
        assert_eq!(of("Сколько очков?"), Asked::Number);
        assert_eq!(of("How does it work?"), Asked::Anything);
        assert_eq!(of(""), Asked::Anything);
    }

    #[test]
    fn the_lists_are_folded() {
        for word in [WHO, WHEN, WHERE, NUMBER, HOW, TIMES, PLACES, PEOPLE, AMOUNTS, WHICH, MONTHS, NUMERALS, ASKING]
            .iter()
            .flat_map(|list| list.split_ascii_whitespace())
        {
            assert_eq!(crate::text::fold_name(word), word);
        }
        assert!(only_asks("kind") && only_asks("называется") && !only_asks("bridge"));
    }

    #[test]
    fn words_answer_their_kind() {
        assert!(Asked::When.answers("1999", false, false) && !Asked::When.answers("cat", false, false));
        assert!(Asked::Who.answers("ada", true, false) && !Asked::Who.answers("the", true, true));
        assert!(Asked::Number.answers("четырьмя", false, false));
    }
}
