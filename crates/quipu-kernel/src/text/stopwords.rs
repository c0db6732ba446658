//! Words too common to name anything, English and Russian: function words of closed classes, folded.
//! Used to judge names and to weigh a question's words, never to drop words from the index.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::fold::fold_name;
use super::function_words::all_function_words;

const ENGLISH: &str = "a about above after again all also although am an and another any are as at be because been before being \
    below between both but by can cannot could d did do does doing don down during each either else ever \
    every few first for from further had has have having he her here hers herself him himself his how i if \
    in into is it its itself just ll me more most much must my myself neither no nor not now of off on once \
    one only or other our ours ourselves out over own per re s same second shall she should since so some \
    such t than that the their theirs them themselves then there these they this those though three through \
    thus to too two under until up upon us ve very was we were what whatever when where whether which while \
    who whom whose why will with within without would yet you your yours yourself";

const RUSSIAN: &str = "а без более больше бы был была были было быть в вам вас ваш ведь весь во вот впрочем все всегда всего \
    всей всех всю вы где да даже для до его ее ей ему если есть еще ею же за зачем здесь и из изо или им ими \
    их к как какая какие каких какое какой каком какую ко когда кого кому которая которого которое которой \
    которую которые который которых кто куда ли либо между меня мне много может можно мой моя мы на над надо \
    нам нас насколько наш не него нее ней нельзя нет ни нибудь никогда ним них но ну о об однако он она они \
    оно от откуда ото очень по под после потом потому почему почти при про раз с сам свое своей своих свою \
    себе себя сейчас сколько со так также такие такой там те тебя тем теперь то тогда того тоже той только \
    том тот туда тут ты у уж уже хотя чего чей чем через что чтоб чтобы чье чья эта эти этим этих это этого \
    этой этом этот эту я";

/// Function words of other languages that say something in English or Russian: they are no stop words.
const TELLING: &str = "ab ante autour bis car den des die falls han hat he laut lo mag man nahe os par per plus pro se sin son ton \
    via war wen will muss";

/// The stop words of English and Russian.
fn own() -> impl Iterator<Item = &'static str> {
    ENGLISH.split_ascii_whitespace().chain(RUSSIAN.split_ascii_whitespace())
}

/// True if a word in lower case is a stop word of English or Russian.
pub fn is_own_stop_word(word: &str) -> bool {
    static WORDS: LazyLock<FxHashSet<&'static str>> = LazyLock::new(|| own().collect());
    WORDS.contains(word)
}

/// True if a folded word is a stop word of English or Russian, or a function word of another language with a list.
pub fn is_stop_word(folded: &str) -> bool {
    static WORDS: LazyLock<FxHashSet<String>> = LazyLock::new(|| {
        let telling = |word: &String| !TELLING.split_ascii_whitespace().any(|known| known == word);
        let others = all_function_words().map(fold_name).filter(|word| telling(word));
        own().map(str::to_owned).chain(others).collect()
    });
    WORDS.contains(folded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn function_words_stop_and_names_do_not() {
        assert!(["the", "и", "который", "who"].iter().all(|word| is_stop_word(word)));
        assert!(["", "curie", "москва", "1999", "die", "war"].iter().all(|word| !is_stop_word(word)));
        assert!(["qui", "und", "скільки", "cuando"].iter().all(|word| is_stop_word(word)));
    }

    #[test]
    fn the_lists_are_folded() {
        for word in own() {
            assert_eq!(fold_name(word), word);
        }
    }
}
