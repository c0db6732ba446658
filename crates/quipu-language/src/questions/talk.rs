//! A text that asks for nothing in documents: a greeting, thanks, a farewell, a question about the program itself.

use super::ReadQuestion;
use crate::english;
use crate::russian;
use crate::tables::talk_phrases::SmallTalkPhrases;

pub use crate::tables::talk_phrases::SmallTalk;

/// The longest small talk, in words.
const MOST: usize = 14;
/// Signs of a quote or of code: a text with them names something.
const NAMING: &str = "\"«»“”„`<>{}[]=\\/@#";

const LANGUAGES: [&SmallTalkPhrases; 2] = [&english::small_talk::SMALL_TALK, &russian::small_talk::SMALL_TALK];

/// Reads small talk: only a text that is nothing else, word by word.
#[derive(Debug, Clone, Copy)]
pub struct SmallTalkOfText;

impl ReadQuestion for SmallTalkOfText {
    type Form<'q> = str;
    type Asked = Option<SmallTalk>;

    fn read(&self, text: &str) -> Option<SmallTalk> {
        if text.contains(|letter| NAMING.contains(letter)) {
            return None;
        }
        let low = text.to_lowercase().replace('ё', "е").replace('’', "'");
        let is_sign = |letter: char| !letter.is_alphanumeric() && letter != '\'';
        let words: Vec<&str> = low.split(is_sign).filter(|word| !word.is_empty()).take(MOST + 1).collect();
        if words.len() > MOST {
            return None;
        }
        let (mut rest, mut found) = (words.as_slice(), None);
        while !rest.is_empty() {
            let (length, kind) = LANGUAGES.iter().filter_map(|language| begin(rest, language)).max()?;
            found = found.max(kind);
            rest = &rest[length..];
        }
        found
    }
}

/// The longest phrase with which words begin, and its kind; none for words that stand beside others.
fn begin(words: &[&str], language: &SmallTalkPhrases) -> Option<(usize, Option<SmallTalk>)> {
    let fits = |phrase: &str| {
        let length = phrase.split(' ').count();
        let same = words.len() >= length && phrase.split(' ').zip(words).all(|(one, other)| one == *other);
        same.then_some(length)
    };
    let kinds = language.phrases.iter().flat_map(|(kind, phrases)| {
        phrases.iter().filter_map(move |phrase| fits(phrase).map(|length| (length, Some(*kind))))
    });
    let beside = language.beside.iter().filter_map(|phrase| fits(phrase).map(|length| (length, None)));
    kinds.chain(beside).max()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Option<SmallTalk> {
        SmallTalkOfText.read(text)
    }

    #[test]
    fn small_talk_is_known_by_all_of_its_words() {
        for (text, kind) in [
            ("hi", SmallTalk::Greeting),
            ("Hello!", SmallTalk::Greeting),
            ("Hey there 👋", SmallTalk::Greeting),
            ("Good morning, how are you today?", SmallTalk::Wellbeing),
            ("Как ваши дела?", SmallTalk::Wellbeing),
            ("I'm sorry", SmallTalk::Apology),
            ("Hello, is anyone there?", SmallTalk::Identity),
            ("no, thanks", SmallTalk::Thanks),
            ("Yes!", SmallTalk::Agreement),
            ("help", SmallTalk::Identity),
            ("Вы мне очень помогли", SmallTalk::Thanks),
            ("thanks, that helped", SmallTalk::Thanks),
            ("Thank you very much for your help!", SmallTalk::Thanks),
            ("OK, great, thanks again :)", SmallTalk::Thanks),
            ("ok", SmallTalk::Agreement),
            ("Got it.", SmallTalk::Agreement),
            ("Bye, have a nice day", SmallTalk::Farewell),
            ("Hello, who are you?", SmallTalk::Identity),
            ("What’s your name?", SmallTalk::Identity),
            ("привет", SmallTalk::Greeting),
            ("Добрый день, коллеги!", SmallTalk::Greeting),
            ("спасибо большое", SmallTalk::Thanks),
            ("Отлично, всё понятно, спасибо за помощь", SmallTalk::Thanks),
            ("До свидания!", SmallTalk::Farewell),
            ("Привет, кто ты?", SmallTalk::Identity),
        ] {
            assert_eq!(of(text), Some(kind), "{text}");
        }
    }

    #[test]
    fn a_text_that_holds_more_is_a_question() {
        for text in [
            "",
            "?!",
            "Hi, who keeps the bell?",
            "What does thanks mean?",
            "Hello world program",
            "hello.txt",
            "\"hello\"",
            "Thanks Lena",
            "and you",
            "very much",
            "test",
            "The bell",
            "Привет, кто хранит колокол?",
            "Что значит спасибо?",
            "спасибо Мире Линд",
            "Good Morning America",
            "Who are you talking about in chapter two?",
            "ok so what is the limit",
            "help page",
            "yes and the second floor",
        ] {
            assert_eq!(of(text), None, "{text}");
        }
    }
}
