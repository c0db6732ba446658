//! Small talk: a greeting, thanks, a farewell. A short word answers it; nothing is retrieved, and nothing is cited.

use quipu_language::questions::{ReadQuestion as _, SmallTalk, SmallTalkOfText};

use super::{AnswerContext, Answerer, Needed, Offer};
use crate::answer::{Answer, in_russian_letters};
use crate::base::EngineError;
use crate::base::ports::Boxed;
use crate::base::trace::Trace;

pub(super) struct SmallTalkAnswerer;

impl Answerer for SmallTalkAnswerer {
    fn name(&self) -> &'static str {
        "small talk"
    }

    fn needs(&self) -> Needed {
        Needed::Text
    }

    fn offer<'a>(&'a self, asked: &'a AnswerContext<'_>, _: &'a mut Trace) -> Boxed<'a, Result<Offer, EngineError>> {
        Box::pin(async move {
            let text = &asked.asking.query.text;
            let Some(kind) = SmallTalkOfText.read(text) else { return Ok(Offer::none("it asks for something")) };
            let answer = Answer { answer: reply(kind, text).to_owned(), ..Answer::default() };
            Ok(Offer::sure(answer, why(kind)))
        })
    }
}

/// The kind, for the trace.
fn why(kind: SmallTalk) -> &'static str {
    match kind {
        SmallTalk::Agreement => "it agrees",
        SmallTalk::Greeting => "it greets",
        SmallTalk::Wellbeing => "it asks how one is",
        SmallTalk::Apology => "it apologises",
        SmallTalk::Farewell => "it says goodbye",
        SmallTalk::Thanks => "it thanks",
        SmallTalk::Identity => "it asks about the program itself",
    }
}

/// A short word in the language of the text: its letters decide, since it is too short for more.
fn reply(kind: SmallTalk, text: &str) -> &'static str {
    let russian = in_russian_letters(text);
    if russian { in_russian(kind) } else { in_english(kind) }
}

fn in_english(kind: SmallTalk) -> &'static str {
    match kind {
        SmallTalk::Agreement => "All right. Ask whenever there is something to look up in the documents.",
        SmallTalk::Greeting => {
            "Hello! Ask about what the documents here say: a name, a date, a number, how or why something is so."
        }
        SmallTalk::Wellbeing => "All is well, thank you. What would you like to know from the documents here?",
        SmallTalk::Apology => "No harm done. Ask about anything that the documents here may say.",
        SmallTalk::Farewell => "Goodbye!",
        SmallTalk::Thanks => "You are welcome. Ask again whenever there is something to look up.",
        SmallTalk::Identity => {
            "This is Quipu. It answers questions from the documents that are indexed here, with citations. Ask about a \
             name, a relation, a number, a date, or what depends on what."
        }
    }
}

fn in_russian(kind: SmallTalk) -> &'static str {
    match kind {
        SmallTalk::Agreement => "Хорошо. Спрашивайте, если нужно что-то найти в документах.",
        SmallTalk::Greeting => {
            "Здравствуйте! Спросите, что сказано в этих документах: об имени, дате, числе, о том, как или почему."
        }
        SmallTalk::Wellbeing => "Всё хорошо, спасибо. Что вы хотите узнать из этих документов?",
        SmallTalk::Apology => "Ничего страшного. Спросите о том, что может быть в этих документах.",
        SmallTalk::Farewell => "До свидания!",
        SmallTalk::Thanks => "Пожалуйста. Спрашивайте ещё, если нужно что-то найти.",
        SmallTalk::Identity => {
            "Это Quipu. Он отвечает на вопросы по проиндексированным документам, со ссылками. Спросите об имени, связи, \
             числе, дате или о том, что от чего зависит."
        }
    }
}
