//! The words of answers over all documents, in both languages.

use super::mention_count::MentionCount;

/// The language of an answer.
#[derive(Debug, Clone, Copy)]
pub(super) struct WholeWording {
    pub(super) russian: bool,
}

/// How the documents of a kind were chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OnKind {
    /// By their titles.
    Title,
    /// By their headings.
    Heading,
    /// By their texts.
    Text,
}

impl WholeWording {
    fn pick<'t>(self, english: &'t str, russian: &'t str) -> &'t str {
        if self.russian { russian } else { english }
    }

    /// "1 document", "96 documents".
    fn count(self, count: usize) -> String {
        let one = count % 10 == 1 && count % 100 != 11;
        let few = (2..=4).contains(&(count % 10)) && !(12..=14).contains(&(count % 100));
        match (self.russian, count == 1, one, few) {
            (false, true, ..) => format!("{count} document"),
            (false, ..) => format!("{count} documents"),
            (true, _, true, _) => format!("{count} документ"),
            (true, _, _, true) => format!("{count} документа"),
            (true, ..) => format!("{count} документов"),
        }
    }

    /// "of 96 documents".
    fn of(self, count: usize) -> String {
        let one = count % 10 == 1 && count % 100 != 11;
        match (self.russian, count == 1, one) {
            (false, true, _) => format!("of {count} document"),
            (false, ..) => format!("of {count} documents"),
            (true, _, true) => format!("из {count} документа"),
            (true, ..) => format!("из {count} документов"),
        }
    }

    /// A text in quotation marks.
    pub(super) fn quoted(self, text: &str) -> String {
        if self.russian { format!("«{text}»") } else { format!("\"{text}\"") }
    }

    /// The number of documents.
    pub(super) fn documents(self, count: usize, by: &[String], filtered: bool) -> String {
        let counted = match (by.is_empty() && !filtered, self.russian) {
            (true, false) => "Counted: all documents of the workspace, copies of one text each.",
            (true, true) => "Посчитано: все документы рабочей папки, копии одного текста по отдельности.",
            (false, false) => "Counted: documents of the workspace that the question or its filter names.",
            (false, true) => "Посчитано: документы рабочей папки, названные вопросом или его фильтром.",
        };
        let which = self.which(by);
        format!("**{}**{which}.\n\n{counted}", self.count(count))
    }

    /// " with "acts" in title, place or fields".
    fn which(self, by: &[String]) -> String {
        if by.is_empty() {
            return String::new();
        }
        let words = self.quoted(&by.join(" "));
        let said = self.pick("in title, place or fields", "в названии, пути или полях");
        format!(" ({} {words} {said})", self.pick("with", "с"))
    }

    /// How many documents mention a phrase.
    pub(super) fn mentions(self, phrase: &str, count: &MentionCount) -> String {
        let (exact, of, phrase) = (count.exact, self.of(count.of), self.quoted(phrase));
        let which = self.which(&count.by);
        let single = exact % 10 == 1 && exact % 100 != 11;
        let first = match (self.russian, exact) {
            (false, 0) => format!("**None {of}**{which} mentions {phrase}."),
            (false, 1) => format!("**1 {of}**{which} mentions {phrase}."),
            (false, _) => format!("**{exact} {of}**{which} mention {phrase}."),
            (true, 0) => format!("**Ни один {of}**{which} не содержит {phrase}."),
            (true, _) if single => format!("**{exact} {of}**{which} содержит {phrase}."),
            (true, _) => format!("**{exact} {of}**{which} содержат {phrase}."),
        };
        let others = count.forms.len() > usize::from(exact > 0);
        if count.any_form == exact || !others {
            return first;
        }
        let forms = count.forms.join(", ");
        match self.russian {
            false => format!("{first} In any form ({forms}): **{}**.", count.any_form),
            true => format!("{first} В любой форме ({forms}): **{}**.", count.any_form),
        }
    }

    /// The line of those that are not shown.
    pub(super) fn more(self, more: usize) -> Option<String> {
        let said = if self.russian { format!("- … и ещё {more}") } else { format!("- … and {more} more") };
        (more > 0).then_some(said)
    }

    /// What was counted of mentions.
    pub(super) fn counted_mentions(self, phrase: &str, count: &MentionCount) -> String {
        let MentionCount { places, broken, in_front, .. } = *count;
        let phrase = self.quoted(phrase);
        let mut said = match self.russian {
            false => format!(
                "Counted: documents whose text holds {phrase} as whole words, in any case of letters; places: {places}."
            ),
            true => format!(
                "Посчитано: документы, в тексте которых {phrase} стоит целыми словами, в любом регистре; мест: {places}."
            ),
        };
        if broken > 0 {
            said += &match self.russian {
                false => format!(" Only over the end of a line: {broken}."),
                true => format!(" Только с переносом на другую строку: {broken}."),
            };
        }
        if in_front > 0 {
            said += &match self.russian {
                false => format!(" Only in the fields before the text: {in_front}."),
                true => format!(" Только в полях перед текстом: {in_front}."),
            };
        }
        said + &self.left(count.left)
    }

    /// What was not read in time.
    pub(super) fn left(self, left: usize) -> String {
        match (left, self.russian) {
            (0, _) => String::new(),
            (_, false) => {
                format!(" Cut: {left} documents more were not read in time, so that these are the least numbers.")
            }
            (_, true) => format!(" Не всё: ещё {left} документов не прочитано вовремя, числа не меньше этих."),
        }
    }

    /// Names in a row: "a, b and c".
    pub(super) fn row(self, names: &[String]) -> String {
        match names {
            [] => String::new(),
            [one] => one.clone(),
            [first @ .., last] => format!("{} {} {last}", first.join(", "), self.pick("and", "и")),
        }
    }

    /// The documents on a kind.
    fn on(self, kind: &str, basis: OnKind) -> String {
        let kind = self.quoted(kind);
        match (basis, self.russian) {
            (OnKind::Title, false) => format!("whose title names {kind}"),
            (OnKind::Heading, false) => format!("with a heading that names {kind}"),
            (OnKind::Text, false) => format!("that name {kind}"),
            (OnKind::Title, true) => format!("с {kind} в названии"),
            (OnKind::Heading, true) => format!("с {kind} в заголовке раздела"),
            (OnKind::Text, true) => format!("со словами {kind}"),
        }
    }

    /// The first line of an answer with members of a kind: the first, how many more, and whether most documents name them.
    pub(super) fn members(self, names: &[String], more: usize, together: (usize, usize)) -> String {
        let names_told = self.row(names);
        let rest = match (more, self.russian) {
            (0, _) => String::new(),
            (_, false) => format!(" and {more} more"),
            (_, true) => format!(" и ещё {more}"),
        };
        let (all, of) = together;
        let most = all * 2 > of && names.len() > 1;
        let together = match (most, self.russian) {
            (false, _) => String::new(),
            (true, false) => format!("; {all} {} name all of them", self.of(of)),
            (true, true) => format!("; в {all} {} названы все", self.of(of)),
        };
        format!("**{names_told}**{rest}{together}.")
    }

    /// The number of documents that name a member.
    pub(super) fn share(self, count: usize, of: usize, first: bool) -> String {
        if first { format!("{count} {} {of}", self.pick("of", "из")) } else { count.to_string() }
    }

    /// What was counted of members of a kind.
    pub(super) fn counted_members(self, kind: &str, of: usize, basis: OnKind, left: usize) -> String {
        let (documents, on) = (self.count(of), self.on(kind, basis));
        let said = match self.russian {
            false => format!(
                "Counted: of {documents} {on}, those that name the word or phrase; candidates are members of their lists, headings and enumerations. A document that names it once counts as one."
            ),
            true => format!(
                "Посчитано: {documents} {on}; из них те, где есть слово или фраза. Кандидаты взяты из списков, заголовков и перечислений. Документ считается один раз."
            ),
        };
        said + &self.left(left)
    }

    /// What was counted of names of a kind.
    pub(super) fn counted_names(self, of: usize, left: usize) -> String {
        let documents = self.count(of);
        let said = match self.russian {
            false => format!(
                "Counted: of {documents}, those that write one of the names; the kind of a name is read by rules."
            ),
            true => {
                format!("Посчитано: {documents}; из них те, где написано одно из имён. Вид имени определён правилами.")
            }
        };
        said + &self.left(left)
    }

    /// What was counted of values of fields.
    pub(super) fn counted_fields(self, of: usize) -> String {
        let documents = self.count(of);
        match self.russian {
            false => format!("Counted: values of this field in {documents} that have it."),
            true => format!("Посчитано: значения этого поля; оно есть в {documents}."),
        }
    }

    /// What the order of the latest documents is by.
    pub(super) fn counted_dates(self, dated: usize, of: usize) -> String {
        let documents = self.count(dated);
        match self.russian {
            false => format!("By the dates that {documents} of {of} state in their fields."),
            true => format!("По датам из полей; они есть в {documents} из {of}."),
        }
    }

    /// What was counted of groups of documents.
    pub(super) fn counted_groups(self, of: usize, by_folder: bool) -> String {
        let documents = self.count(of);
        match (self.russian, by_folder) {
            (false, true) => format!("Counted: {documents} by the folders in which they lie."),
            (false, false) => format!("Counted: {documents}, each in one theme; themes are groups of similar texts."),
            (true, true) => format!("Посчитано: {documents} по папкам."),
            (true, false) => format!("Посчитано: {documents}, каждый в одной теме; темы — группы похожих текстов."),
        }
    }

    /// The name of the documents beside folders that are themes.
    pub(super) fn rest(self) -> &'static str {
        self.pick("Other", "Остальные")
    }

    /// What was counted of names that are near a kind.
    pub(super) fn counted_near(self, of: usize, left: usize) -> String {
        let documents = self.count(of);
        let said = match self.russian {
            false => format!(
                "Counted: of {documents}, those that write one of the names. No list says what is of this kind: names are chosen by the meanings of their words, so that some may be missing."
            ),
            true => format!(
                "Посчитано: {documents}; из них те, где написано одно из имён. Списка нет: имена выбраны по значениям слов, поэтому каких-то может не хватать."
            ),
        };
        said + &self.left(left)
    }

    /// The title of a thing, with its pages.
    pub(super) fn thing(self, name: &str, own: usize, below: usize) -> String {
        let said = match (own, below, self.russian) {
            (0, ..) => {
                return format!("**{name}** ({})", self.pick("it has no page of its own", "отдельной страницы нет"));
            }
            (1, 0, false) => "its page".to_owned(),
            (1, 0, true) => "его страница".to_owned(),
            (own, 0, false) => format!("its {own} pages"),
            (own, 0, true) => format!("страниц о нём: {own}"),
            (1, below, false) => format!("its page and {below} below it"),
            (1, below, true) => format!("его страница и вложенных: {below}"),
            (own, below, false) => format!("its {own} pages and {below} below them"),
            (own, below, true) => format!("страниц о нём: {own}, вложенных: {below}"),
        };
        format!("**{name}** ({said})")
    }

    /// The title of a thing that is a section of a page.
    pub(super) fn section(self, name: &str, page: &str) -> String {
        let page = self.quoted(page);
        format!("**{name}** ({} {page})", self.pick("a section of", "раздел страницы"))
    }

    /// The line of what is not shown.
    pub(super) fn not_shown(self, sections: &[String], others: usize, left: usize) -> String {
        let mut said = String::new();
        if !sections.is_empty() {
            said = format!("{}: {}.", self.pick("Sections not shown", "Не показаны разделы"), sections.join(", "));
        }
        let single = others % 10 == 1 && others % 100 != 11;
        let pages = match (self.russian, others) {
            (false, 0) => "No other page mentions it.".to_owned(),
            (false, 1) => "1 other page mentions it.".to_owned(),
            (false, _) => format!("{others} other pages mention it."),
            (true, 0) => "На других страницах упоминаний нет.".to_owned(),
            (true, _) if single => format!("Упоминается ещё на {others} странице."),
            (true, _) => format!("Упоминается ещё на {others} страницах."),
        };
        format!("{said} {pages}{}", self.left(left)).trim().to_owned()
    }

    /// How many pages mention a thing that has none of its own.
    pub(super) fn mentioned(self, count: usize, left: usize) -> String {
        let documents = self.count(count);
        let single = count % 10 == 1 && count % 100 != 11;
        let said = match self.russian {
            false if count == 1 => format!("{documents} mentions it."),
            false => format!("{documents} mention it."),
            true if single => format!("Упоминает {documents}."),
            true => format!("Упоминают {documents}."),
        };
        format!("{said}{}", self.left(left))
    }

    /// The label of the sentence that opens a page and defines nothing.
    pub(super) fn in_short(self) -> &'static str {
        self.pick("In short", "Вкратце")
    }

    /// The heading above what other pages say.
    pub(super) fn others(self) -> &'static str {
        self.pick("Other pages say:", "На других страницах:")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_agree_with_their_nouns() {
        let (english, russian) = (WholeWording { russian: false }, WholeWording { russian: true });
        assert_eq!((english.count(1), english.count(2)), ("1 document".to_owned(), "2 documents".to_owned()));
        let said: Vec<String> = [1, 3, 11, 21, 25].map(|count| russian.count(count)).into();
        assert_eq!(said, ["1 документ", "3 документа", "11 документов", "21 документ", "25 документов"]);
        let count = MentionCount { of: 21, exact: 1, any_form: 1, places: 2, ..MentionCount::default() };
        assert_eq!(russian.mentions("шлюз", &count), "**1 из 21 документа** содержит «шлюз».");
        assert_eq!(english.mentions("lock", &count), "**1 of 21 documents** mentions \"lock\".");
    }

    #[test]
    fn a_cut_is_said() {
        let wording = WholeWording { russian: false };
        let count = MentionCount { of: 5, left: 3, ..MentionCount::default() };
        assert!(wording.counted_mentions("lock", &count).contains("3 documents more"));
        assert!(wording.not_shown(&[], 1, 0).starts_with("1 other page mentions it."));
    }
}
