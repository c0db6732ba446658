//! What is told of a thing: what it is, where it is, what it depends on and so on. By the words of headings, and by those
//! of sentences.

use quipu_kernel::text::fold_name;

use crate::clauses::clause_pieces::{PieceSort, pieces};
use crate::clauses::quantity::{Dimension, quantities};

/// A part of what is told of a thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ThingPart {
    /// What it is.
    What,
    /// Where it is, or runs.
    Where,
    /// What it depends on.
    DependsOn,
    /// Who owns it, or keeps it.
    OwnedBy,
    /// Its numbers.
    Numbers,
    /// When something was done to it.
    When,
    /// Whom to ask.
    AskWhom,
}

/// The words of a part: beginnings of words in headings, and phrases of sentences, in English and in Russian.
struct PartWords {
    part: ThingPart,
    english: &'static str,
    russian: &'static str,
    headings: &'static str,
    phrases: &'static [&'static str],
}

const PARTS: [PartWords; 7] = [
    PartWords {
        part: ThingPart::What,
        english: "What it is",
        russian: "Что это",
        headings: "what overview about introduction summary purpose definition description что общая общие обзор введение описание определение назначение",
        phrases: &[],
    },
    PartWords {
        part: ThingPart::Where,
        english: "Where",
        russian: "Где",
        headings: "where location locations address environments endpoints urls где расположение местоположение адрес адреса",
        phrases: &[
            " runs on ",
            " runs at ",
            " runs in ",
            " hosted on ",
            " hosted at ",
            " hosted in ",
            " deployed to ",
            " deployed on ",
            " deployed in ",
            " located in ",
            " located at ",
            " located on ",
            " lives in ",
            " available at ",
            " stands in ",
            " stands on ",
            " stands at ",
            " находится в ",
            " находится на ",
            " расположен ",
            " расположена ",
            " расположено ",
            " размещен ",
            " размещается ",
            " развернут ",
            " стоит на ",
            " стоит в ",
            " работает на ",
            " доступен по ",
        ],
    },
    PartWords {
        part: ThingPart::DependsOn,
        english: "Depends on",
        russian: "Зависит от",
        headings: "depends dependencies dependency requirements prerequisites зависимости зависит требования",
        phrases: &[
            " depends on ",
            " relies on ",
            " requires ",
            " is powered by ",
            " is built on ",
            " needs ",
            " зависит от ",
            " требует ",
            " опирается на ",
            " нуждается в ",
            " работает с помощью ",
        ],
    },
    PartWords {
        part: ThingPart::OwnedBy,
        english: "Owned by",
        russian: "Кому принадлежит",
        headings: "owner owners ownership team maintainers владелец владельцы ответственные команда",
        phrases: &[
            " owned by ",
            " maintained by ",
            " run by ",
            " led by ",
            " developed by ",
            " managed by ",
            " operated by ",
            " belongs to ",
            " принадлежит ",
            " отвечает за ",
            " поддерживается ",
            " разработан ",
            " разработана ",
            " управляет ",
            " владеет ",
            " руководит ",
        ],
    },
    PartWords {
        part: ThingPart::Numbers,
        english: "Numbers",
        russian: "Числа",
        headings: "limits quotas pricing price prices cost costs size numbers statistics лимиты ограничения цена цены стоимость размер статистика",
        phrases: &[],
    },
    PartWords {
        part: ThingPart::When,
        english: "When",
        russian: "Когда",
        headings: "history timeline dates chronology история хронология даты",
        phrases: &[
            " since ",
            " founded ",
            " released ",
            " was created ",
            " was built ",
            " introduced in ",
            " was born ",
            " opened in ",
            " began in ",
            " started in ",
            " основан ",
            " основана ",
            " создан ",
            " создана ",
            " построен ",
            " построена ",
            " выпущен ",
            " открыт ",
            " открыта ",
            " родился ",
            " родилась ",
            " появился ",
            " появилась ",
            " с тех пор ",
        ],
    },
    PartWords {
        part: ThingPart::AskWhom,
        english: "Whom to ask",
        russian: "Кого спросить",
        headings: "contact contacts support help questions контакты контакт поддержка вопросы",
        phrases: &[
            " contact ",
            " ask the ",
            " ask in ",
            " reach out ",
            " slack channel ",
            " write to ",
            " report to ",
            " email ",
            " обратитесь ",
            " обращайтесь ",
            " свяжитесь ",
            " пишите ",
            " напишите ",
            " спросите ",
        ],
    },
];

impl ThingPart {
    /// All parts, in the order in which they are told.
    pub const ALL: [Self; 7] =
        [Self::What, Self::Where, Self::DependsOn, Self::OwnedBy, Self::Numbers, Self::When, Self::AskWhom];

    fn words(self) -> &'static PartWords {
        PARTS.iter().find(|words| words.part == self).unwrap_or(&PARTS[0])
    }

    /// Its name.
    pub fn label(self, russian: bool) -> &'static str {
        if russian { self.words().russian } else { self.words().english }
    }

    /// The part that a heading is about: one of few words, all but one of them small.
    pub fn of_heading(heading: &str) -> Option<Self> {
        let folded = fold_name(heading);
        let words: Vec<&str> = folded.split(' ').collect();
        let says = |of: &PartWords| words.iter().any(|word| of.headings.split(' ').any(|known| known == *word));
        if words.len() > LONGEST {
            return None;
        }
        PARTS.iter().find(|of| says(of)).map(|of| of.part)
    }

    /// True if a sentence tells this part: by its words; a part of time by a date too.
    pub fn is_told(self, sentence: &str) -> bool {
        let framed = format!(" {} ", fold_name(sentence));
        let says = self.words().phrases.iter().any(|phrase| framed.contains(phrase));
        match self {
            Self::Numbers => {
                let found = quantities(&pieces(sentence, &[]));
                found.iter().any(|one| matches!(one.dimension, Dimension::Measured(_)))
            }
            Self::When => says && pieces(sentence, &[]).iter().any(|piece| matches!(piece.sort, PieceSort::Date(_))),
            _ => says,
        }
    }
}

/// The longest heading that is about a part, in words.
const LONGEST: usize = 4;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_and_sentences_tell_parts() {
        assert_eq!(ThingPart::of_heading("Dependencies"), Some(ThingPart::DependsOn));
        assert_eq!(ThingPart::of_heading("История"), Some(ThingPart::When));
        assert_eq!(ThingPart::of_heading("Winding the clock"), None);
        assert!(ThingPart::DependsOn.is_told("The lock depends on the gauge."));
        assert!(ThingPart::Where.is_told("Мареограф находится в колодце у шлюза."));
        assert!(ThingPart::When.is_told("It was built in May 1874 by the council."));
        assert!(!ThingPart::When.is_told("It was built by the council."));
        assert!(ThingPart::Numbers.is_told("The well is 12 metres deep."));
        assert!(ThingPart::ALL.iter().all(|part| !part.label(true).is_empty() && !part.label(false).is_empty()));
    }
}
