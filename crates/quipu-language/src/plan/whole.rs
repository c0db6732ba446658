//! Questions about all documents at once: every telling word of them speaks of documents, of themes or of telling.

use quipu_kernel::text::{fold_name, is_stop_word, words};

/// Beginnings of words that name documents, where a question stands before no name.
const DOCUMENTS: &str = "document documents documentation doc docs file files folder folders text texts page pages corpus collection archive \
    notes note library handbook wiki repository repo workspace data material materials content contents site website book books manual \
    articles article posts post blog minutes meetings meeting entries entry records policies policy rules terms law laws vault news newsletter code codebase \
    source sources journal data set sets archives lessons guides guide papers letters reports project projects table tables dataset datasets everything thing things stuff here whole \
    документ документы документов документа документах документация документации файл файлы файлов файлах папка папке папки текст тексты \
    текстов текстах страницы страниц корпус корпуса коллекция коллекции коллекцию архив архива заметки заметок справочник справочника \
    протоколы протоколов протоколах посты постов постах блог блога новости новостей законы законов правила правил заметках статьи статей статьях \
    материалы материалов материалах сайт сайта книга книги вики репозиторий база база базе письма писем отчеты здесь тут целом собрание";
/// Words that name what documents are about.
const THEMES: &str = "about topic topics theme themes subject subjects area areas cover covers covered discuss discusses discussed deal deals \
    overview summary summarise summarize summarised sum gist essence outline introduction contain contains inside section sections chapter chapters issues organised organized structured \
    раздел разделы разделов главы глав тема темы тем теме темах тематика предмет предметы обзор сводка сводку резюме содержание содержит содержат суть посвящен посвящена \
    посвящено посвящены чему речь рассказывают рассказывает говорится охватывает охватывают обобщи перескажи резюмируй";
/// Words that say nothing of their own in such a question.
const IDLE: &str = "main key central big nutshell part parts do does major general overall common principal important broad different various kind kinds sort give tell show \
    list describe explain please quick short brief looking sentence sentences word words paragraph two three few one go dealing let know say says said tells talk talks talking read reading find look see come comes up person someone mostly mainly generally overall roughly basically \
    recur recurs recurring recurrent keep keeps coming back again treat treats treated write writes people present common commonly often most attention gets get \
    divided
    главные главная главное основные основная основное основных ключевые общие общий краткий краткое кратко дай дайте расскажи расскажите \
    покажи скажи опиши какова каковы назови назовите перечисли пожалуйста есть вся весь всей всю идет идёт найти узнать большие центральные вообще";

/// True if a question asks what all documents are about: "What is this about?", "О чём эти документы?".
pub fn asks_of_all(question: &str) -> bool {
    let folded = fold_name(question);
    let said = words(&folded);
    let is_in = |list: &str, word: &str| list.split_whitespace().any(|known| known == word);
    let telling: Vec<&str> = said.iter().map(|word| word.text.as_str()).filter(|word| !is_pointing(word)).collect();
    if said.is_empty() || said.len() > 16 || folded.contains("how many") || folded.contains("сколько") {
        return false;
    }
    let known = |word: &&str| [DOCUMENTS, THEMES, IDLE].iter().any(|list| is_in(list, word));
    let about = folded.contains("about") || folded.contains("о чем");
    let themed = about || telling.iter().any(|word| is_in(THEMES, word));
    let documents =
        telling.iter().any(|word| is_in(DOCUMENTS, word)) || said.iter().any(|word| is_pointing(&word.text));
    // "What is in here?" names neither theme nor telling.
    let here = said.iter().any(|word| matches!(word.text.as_str(), "here" | "здесь" | "тут"));
    let contained = is_what(&said[0].text) && telling.len() <= 5 && (here || documents && !telling.is_empty());
    telling.iter().all(known) && (themed && (documents || said.len() <= 6) || contained)
}

/// True if a question asks for kinds of anything in all documents: "What kinds of rules are in this collection?".
pub fn asks_kinds_of_all(question: &str) -> bool {
    let folded = fold_name(question);
    let read = words(&folded);
    let said: Vec<&str> = read.iter().map(|word| word.text.as_str()).collect();
    let is_kind = |word: &&str| {
        matches!(*word, "kind" | "kinds" | "sort" | "sorts" | "type" | "types" | "виды" | "типы" | "какого")
    };
    let Some((last, before)) = said.split_last() else { return false };
    let documents = DOCUMENTS.split_whitespace().any(|known| known == *last);
    let place = before.last().is_some_and(|word| matches!(*word, "this" | "these" | "the" | "этой" | "этих" | "этом"));
    let here = matches!(*last, "here" | "здесь" | "тут") || documents && place;
    let asks = said.first().is_some_and(|word| matches!(*word, "what" | "which" | "какие" | "какого"));
    asks && here && said.iter().take(3).any(is_kind) && said.len() <= 10
}

/// True for words that carry no content of their own.
fn is_pointing(word: &str) -> bool {
    is_stop_word(word)
        || matches!(
            word,
            "s" | "what" | "whats" | "about" | "this" | "these" | "all" | "of" | "чем" | "всех" | "все" | "это"
        )
}

fn is_what(word: &str) -> bool {
    matches!(word, "what" | "whats" | "что")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_of_the_whole_are_known() {
        for question in [
            "What is this about?",
            "What are these documents about?",
            "What's in here?",
            "What am I looking at here, in two sentences?",
            "What are the main topics?",
            "What are the key themes of this collection?",
            "Give me an overview of these files.",
            "Summarise everything.",
            "What does this handbook cover?",
            "What do these posts talk about?",
            "Which themes come up in these minutes?",
            "What is this vault about?",
            "What are the rules in this collection about?",
            "О чём эти протоколы?",
            "What are the recurring themes?",
            "How is this documentation organised?",
            "What sections does the documentation have?",
            "What main subjects are treated in the docs?",
            "Какие разделы есть в документации?",
            "What topics does this documentation cover?",
            "О чём эти документы?",
            "О чем это?",
            "Какие здесь основные темы?",
            "Дай краткий обзор этих материалов",
            "Что здесь есть?",
            "Чему посвящены эти тексты?",
        ] {
            assert!(asks_of_all(question), "{question}");
        }
    }

    #[test]
    fn kinds_in_all_documents_are_asked_for_by_the_place() {
        assert!(asks_kinds_of_all("Which kinds of rules are in this collection?"));
        assert!(asks_kinds_of_all("Какие виды узлов есть здесь?"));
        assert!(!asks_kinds_of_all("What kinds of rope are in the red box?"));
        assert!(!asks_kinds_of_all("What is here?"));
    }

    #[test]
    fn a_question_with_a_subject_of_its_own_is_none() {
        for question in [
            "What is the ferry about?",
            "What are the main topics of the meeting in May?",
            "Summarise the report on storms.",
            "How many documents are there?",
            "What is a lamp?",
            "What is new here?",
            "What is in the red box?",
            "Which files mention the tower?",
            "О чём договорились на собрании?",
            "Сколько здесь документов?",
            "Что делает сервис погоды?",
            "What is it?",
            "Hello",
        ] {
            assert!(!asks_of_all(question), "{question}");
        }
    }
}
