//! The words of a wiki that are not of the documents, in both languages.

/// The language of a wiki.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct WikiWords {
    pub(super) russian: bool,
}

/// A phrase that stands alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WikiPhrase {
    /// Titles of the two single pages.
    Overview,
    OpenQuestions,
    /// Headings of the overview.
    Themes,
    Things,
    Documents,
    NamedMost,
    Latest,
    /// Headings of pages of things and themes.
    Told,
    Relations,
    NamedIn,
    Parts,
    /// Heads of the table of relations.
    Relation,
    Thing,
    Source,
    /// Headings of a document.
    Headings,
    Names,
    /// Headings of what is open, and what each means.
    Unexplained,
    UnexplainedMeans,
    AlikeNames,
    AlikeMeans,
    Conflicts,
    ConflictsMean,
    NothingOpen,
    /// Labels.
    AlsoCalled,
    ThemeOf,
    Path,
    Date,
}

impl WikiWords {
    /// A phrase.
    pub(super) fn say(self, phrase: WikiPhrase) -> &'static str {
        let (english, russian) = both(phrase);
        if self.russian { russian } else { english }
    }

    /// A number of documents.
    pub(super) fn documents(self, count: u64) -> String {
        self.counted(count, ["document", "documents"], ["документ", "документа", "документов"])
    }

    /// A number of themes.
    pub(super) fn themes(self, count: u64) -> String {
        self.counted(count, ["theme", "themes"], ["тема", "темы", "тем"])
    }

    /// A number of places.
    pub(super) fn places(self, count: u64) -> String {
        self.counted(count, ["place", "places"], ["место", "места", "мест"])
    }

    /// "Named in 3 documents."
    pub(super) fn named_in(self, count: u64) -> String {
        match (self.russian, count % 10 == 1 && count % 100 != 11) {
            (false, _) => format!("Named in {}.", self.documents(count)),
            (true, true) => format!("Назван в {count} документе."),
            (true, false) => format!("Назван в {count} документах."),
        }
    }

    /// "and 7 more".
    pub(super) fn more(self, count: usize) -> String {
        if self.russian { format!("и ещё {count}") } else { format!("and {count} more") }
    }

    /// A time between two dates.
    pub(super) fn dated(self, first: &str, last: &str) -> String {
        match (self.russian, first == last) {
            (false, true) => format!("of {first}"),
            (false, false) => format!("from {first} to {last}"),
            (true, true) => format!("от {first}"),
            (true, false) => format!("с {first} по {last}"),
        }
    }

    fn counted(self, count: u64, english: [&'static str; 2], russian: [&'static str; 3]) -> String {
        let word = match (self.russian, count % 10, count % 100) {
            (false, ..) => english[usize::from(count != 1)],
            (true, _, 11..=14) => russian[2],
            (true, 1, _) => russian[0],
            (true, 2..=4, _) => russian[1],
            (true, ..) => russian[2],
        };
        format!("{count} {word}")
    }
}

/// A phrase in English and in Russian.
fn both(phrase: WikiPhrase) -> (&'static str, &'static str) {
    match phrase {
        WikiPhrase::Overview => ("Overview", "Обзор"),
        WikiPhrase::OpenQuestions => ("Open questions", "Открытые вопросы"),
        WikiPhrase::Themes => ("Themes", "Темы"),
        WikiPhrase::Things => ("Things", "Предметы"),
        WikiPhrase::Documents => ("Documents", "Документы"),
        WikiPhrase::NamedMost => ("Named most", "Названы чаще всего"),
        WikiPhrase::Latest => ("The latest", "Последние"),
        WikiPhrase::Told => ("What the documents say", "Что говорят документы"),
        WikiPhrase::Relations => ("Relations", "Связи"),
        WikiPhrase::NamedIn => ("Named in", "Где назван"),
        WikiPhrase::Parts => ("Parts", "Части"),
        WikiPhrase::Relation => ("Relation", "Связь"),
        WikiPhrase::Thing => ("Thing", "Предмет"),
        WikiPhrase::Source => ("Source", "Источник"),
        WikiPhrase::Headings => ("Headings", "Заголовки"),
        WikiPhrase::Names => ("Things it names", "Что в нём названо"),
        WikiPhrase::Unexplained => ("Named often, and never explained", "Названы часто и нигде не объяснены"),
        WikiPhrase::UnexplainedMeans => (
            "No sentence of the documents was found that says what these are.",
            "Предложения, которое говорит, что это, в документах не нашлось.",
        ),
        WikiPhrase::AlikeNames => ("Names that may mean one thing", "Имена, которые могут значить одно"),
        WikiPhrase::AlikeMeans => (
            "The names are alike, and nothing joins them. The command joins a pair.",
            "Имена похожи, и ничто их не соединяет. Команда соединяет пару.",
        ),
        WikiPhrase::Conflicts => {
            ("Statements that contradict each other", "Утверждения, которые противоречат друг другу")
        }
        WikiPhrase::ConflictsMean => (
            "Two sentences of different documents that cannot both hold, as rules read them.",
            "Два предложения разных документов, которые по правилам не могут быть верны оба.",
        ),
        WikiPhrase::NothingOpen => ("Nothing was found to be open.", "Открытого не нашлось."),
        WikiPhrase::AlsoCalled => ("Also called", "Другие имена"),
        WikiPhrase::ThemeOf => ("Theme", "Тема"),
        WikiPhrase::Path => ("File", "Файл"),
        WikiPhrase::Date => ("Date", "Дата"),
    }
}
