//! The phrases of an overview, in the language of the question.

/// The language of the phrases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct OverviewWords {
    pub(super) russian: bool,
}

impl OverviewWords {
    fn of(self, english: &'static str, russian: &'static str) -> &'static str {
        if self.russian { russian } else { english }
    }

    /// A number of documents.
    pub(super) fn documents(self, count: u64) -> String {
        format!("{count} {}", self.counted(count, ["document", "documents"], ["документ", "документа", "документов"]))
    }

    /// A number of themes.
    pub(super) fn themes(self, count: u64) -> String {
        format!("{count} {}", self.counted(count, ["theme", "themes"], ["тема", "темы", "тем"]))
    }

    fn counted(self, count: u64, english: [&'static str; 2], russian: [&'static str; 3]) -> &'static str {
        if !self.russian {
            return english[usize::from(count != 1)];
        }
        match (count % 10, count % 100) {
            (_, 11..=14) => russian[2],
            (1, _) => russian[0],
            (2..=4, _) => russian[1],
            _ => russian[2],
        }
    }

    /// The time between two dates.
    pub(super) fn dated(self, first: &str, last: &str) -> String {
        if first == last {
            return format!("{} {first}", self.of("of", "от"));
        }
        format!("{} {first} {} {last}", self.of("from", "с"), self.of("to", "по"))
    }

    pub(super) fn named_most(self) -> &'static str {
        self.of("Named in the most documents", "Чаще всего названы")
    }

    pub(super) fn latest(self) -> &'static str {
        self.of("The latest", "Последние")
    }

    /// The name of the documents beside folders that are themes.
    pub(super) fn rest(self) -> &'static str {
        self.of("Other", "Остальные")
    }

    /// The words before a sentence with which many documents begin.
    pub(super) fn alike(self, count: u64) -> String {
        match self.russian {
            false => format!("{count} documents begin alike, such as:"),
            true => format!("{} начинаются одинаково, например:", self.documents(count)),
        }
    }

    pub(super) fn nothing(self) -> &'static str {
        self.of("No sentence says what it is.", "Ни одно предложение не говорит, что это.")
    }
}
