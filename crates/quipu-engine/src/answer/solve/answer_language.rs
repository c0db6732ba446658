//! The phrases of composed answers, in the question's language.

use quipu_kernel::model::Day;
use quipu_language::months::MONTHS;

/// The language of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct AnswerLanguage {
    pub(super) russian: bool,
}

impl AnswerLanguage {
    fn of(self, english: &'static str, russian: &'static str) -> &'static str {
        if self.russian { russian } else { english }
    }

    pub(super) fn and(self) -> &'static str {
        self.of("and", "и")
    }

    pub(super) fn whether(self, yes: bool) -> &'static str {
        if yes { self.of("Yes", "Да") } else { self.of("No", "Нет") }
    }

    pub(super) fn complete(self, complete: bool) -> &'static str {
        if complete {
            self.of("These are all that the documents name.", "Это все, кого называют документы.")
        } else {
            self.of(
                "At least these: not every passage that may name one was read.",
                "Как минимум эти: прочитаны не все отрывки, где могут быть названы другие.",
            )
        }
    }

    pub(super) fn at_least(self, number: usize) -> String {
        format!("{} {number}", self.of("at least", "не менее"))
    }

    pub(super) fn nothing(self, ask: &str) -> String {
        format!("{}: {ask}", self.of("The documents do not say", "В документах не сказано"))
    }

    pub(super) fn partial(self, found: &str, ask: &str) -> String {
        format!("{found}; {}: {ask}", self.of("but the documents do not say", "но в документах не сказано"))
    }

    pub(super) fn unknown(self, name: &str, near: &[String]) -> String {
        let said = self.of("The documents name no", "В документах нет имени");
        let near = if near.is_empty() {
            String::new()
        } else {
            format!("; {}: {}", self.of("near", "похожи"), near.join(", "))
        };
        format!("{said} {name}{near}.")
    }

    pub(super) fn disagree(self, told: &[String]) -> String {
        let or = self.of(" or ", " или ");
        format!(
            "{}: {}. {}",
            self.of(
                "The documents disagree, no one value is sure",
                "Документы противоречат друг другу, нет одного значения"
            ),
            told.join(or),
            self.of("They do not say which holds.", "Что верно, они не говорят.")
        )
    }

    /// The present value and the former ones, the newest first.
    pub(super) fn changed(self, told: &[String]) -> String {
        let [now, before @ ..] = told else { return String::new() };
        let now = format!("{}: {now}", self.of("Now", "Теперь"));
        if before.is_empty() {
            return format!("{now}.");
        }
        format!("{now}; {}: {}.", self.of("before", "прежде"), before.join(", "))
    }

    pub(super) fn agree(self, value: &str, marks: &str) -> String {
        let said = self.of(
            "Yes, the documents agree, no contradiction was found",
            "Да, документы сходятся, противоречий не найдено",
        );
        format!("{said}: **{value}**{marks}.")
    }

    /// What depends on a thing: directly, and through others only.
    pub(super) fn dependents(self, name: &str, direct: &[String], indirect: &[String]) -> String {
        let (near, far) = (direct.join(", "), indirect.join(", "));
        let verb = |all: &[String]| if all.len() == 1 { "depends" } else { "depend" };
        match (direct.is_empty(), indirect.is_empty(), self.russian) {
            (true, true, false) => format!("Nothing depends on {name}"),
            (true, true, true) => format!("Ничего не зависит от {name}"),
            (false, true, false) => {
                format!("**{near}** {} on {name} directly, nothing through others", verb(direct))
            }
            (false, true, true) => format!("Напрямую от {name} зависят: **{near}**; через другие: ничего"),
            (true, false, false) => format!("**{far}** {} on {name} through others, nothing directly", verb(indirect)),
            (true, false, true) => format!("Напрямую от {name} не зависит ничего; через другие: **{far}**"),
            (false, false, false) => {
                format!("**{near}** {} on {name} directly, **{far}** through others", verb(direct))
            }
            (false, false, true) => format!("Напрямую от {name} зависят: **{near}**; через другие: **{far}**"),
        }
    }

    /// What a thing depends on: directly, and through others only.
    pub(super) fn dependencies(self, name: &str, direct: &[String], indirect: &[String]) -> String {
        let (near, far) = (direct.join(", "), indirect.join(", "));
        match (direct.is_empty(), indirect.is_empty(), self.russian) {
            (true, true, false) => format!("{name} depends on nothing"),
            (true, true, true) => format!("{name} ни от чего не зависит"),
            (false, true, false) => format!("{name} depends on **{near}** directly, on nothing through others"),
            (false, true, true) => format!("{name} зависит напрямую от: **{near}**; через другие: ни от чего"),
            (true, false, false) => format!("{name} depends on **{far}** through others, on nothing directly"),
            (true, false, true) => format!("{name} напрямую не зависит ни от чего; через другие: **{far}**"),
            (false, false, false) => format!("{name} depends on **{near}** directly, on **{far}** through others"),
            (false, false, true) => format!("{name} зависит напрямую от: **{near}**; через другие: **{far}**"),
        }
    }

    pub(super) fn level(self, level: &str) -> &str {
        match (self.russian, level) {
            (true, "none") => "нулевая",
            (true, "low") => "низкая",
            (true, "medium") => "средняя",
            (true, "high") => "высокая",
            (true, "critical") => "критическая",
            _ => level,
        }
    }

    /// A day as a reader writes it.
    pub(super) fn day(self, day: Day) -> String {
        let month = usize::from(day.month).checked_sub(1).and_then(|at| MONTHS.get(at));
        let month = month.map(|month| if self.russian { month.genitive.to_owned() } else { month.written() });
        match (day.day, month) {
            (1.., Some(month)) => format!("{} {month} {}", day.day, day.year),
            (0, Some(month)) => format!("{month} {}", day.year),
            _ => day.year.to_string(),
        }
    }

    pub(super) fn direct(self) -> &'static str {
        self.of(
            "I answer questions from the documents that are indexed here, with citations. Ask about a name, a relation, a number, a date, or what depends on what.",
            "Я отвечаю на вопросы по проиндексированным документам, со ссылками. Спросите об имени, связи, числе, дате или о том, что от чего зависит.",
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn direct_and_indirect_dependents_are_told_apart() {
        let of = |all: &[&str]| all.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>();
        let (english, russian) = (AnswerLanguage { russian: false }, AnswerLanguage { russian: true });
        let told = english.dependents("Pump", &of(&["Mill"]), &of(&["Barn", "Shop"]));
        assert_eq!(told, "**Mill** depends on Pump directly, **Barn, Shop** through others");
        let told = english.dependents("Pump", &[], &of(&["Barn"]));
        assert_eq!(told, "**Barn** depends on Pump through others, nothing directly");
        let told = russian.dependencies("Pump", &of(&["Mill"]), &[]);
        assert_eq!(told, "Pump зависит напрямую от: **Mill**; через другие: ни от чего");
        assert_eq!(english.dependencies("Pump", &[], &[]), "Pump depends on nothing");
    }
}
