//! The noun of a question that says which documents are meant.

use quipu_kernel::model::Kind;

use crate::clauses::clause_pieces::{ClausePiece, PieceSort};

use super::piece_text::{bare, text};

/// Nouns of any document, by their beginnings.
const DOCUMENTS: &str = "document doc docs page pages file files article text source note notes документ файл страниц текст источник стат заметк";
/// Nouns of documents of a kind, which other things may have too, by their beginnings.
const OF_A_KIND: &str = "report letter email mail message post paper chapter minute minutes transcript interview review \
                         record act acts law laws contract meeting guide manual entry entries policy policies dataset release lesson recipe ticket issue отчет письм писем сообщени пост \
                         глав протокол стенограмм интервью отзыв заседани собрани встреч закон договор запис материал публикаци руководств инструкци";
/// Words before a noun that say nothing of it.
const BEFORE: &str = " of the these those our all your my different indexed other blog из этих эти этом наших наши всех все этой разных других ";
/// Nouns of themes, by their beginnings: a text has them, and no list names them.
const THEMES: &str = "theme topic subject тем темы сюжет";

/// Nouns of groups of documents.
const GROUPS: &str =
    "category categorie folder directory directorie section area group категори папк раздел област групп";

/// Documents as a question names them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DocumentNoun {
    /// Words that say which documents, as the question writes them; empty for all.
    pub words: Vec<String>,
    /// The noun itself, in lower case; empty where the question has none.
    pub noun: String,
}

impl DocumentNoun {
    /// Any document.
    pub(super) fn any() -> Self {
        Self::default()
    }

    /// The documents that pieces of a question name; none where they hold more than a short name.
    pub(super) fn read(question: &str, pieces: &[ClausePiece]) -> Option<Self> {
        let own = |piece: &&ClausePiece| !BEFORE.contains(&format!(" {} ", piece.low));
        let own: Vec<ClausePiece> = bare(pieces).iter().filter(own).cloned().collect();
        let is_sign = |piece: &ClausePiece| matches!(piece.sort, PieceSort::Sign(sign) if !matches!(sign, '-' | '/'));
        if own.len() > MOST || own.iter().any(is_sign) {
            return None;
        }
        // The noun stands last in English and first in Russian.
        let at = own.iter().position(|piece| is_of_documents(&piece.low));
        let at = at.or_else(|| own.iter().position(|piece| begins(OF_A_KIND, &piece.low)));
        let at = at.or_else(|| own.len().checked_sub(1))?;
        let noun = own[at].low.clone();
        let words = own.iter().enumerate().filter(|(other, piece)| *other != at && piece.text.len() > 1);
        let words = words.filter_map(|(_, piece)| text(question, std::slice::from_ref(piece))).collect();
        Some(Self { words, noun })
    }

    /// True if the noun names any document.
    pub fn is_document(&self) -> bool {
        self.noun.is_empty() || is_of_documents(&self.noun)
    }

    /// True if the noun names documents of a kind in one of its meanings.
    pub fn may_be(&self) -> bool {
        begins(OF_A_KIND, &self.noun)
    }

    /// The words that documents must have in their titles, places or fields to be meant, and whether all are meant
    /// where no document has them: a noun of a kind may be another word for all documents.
    pub fn narrowed(&self) -> (Vec<&str>, bool) {
        let noun = (!self.is_document()).then_some(self.noun.as_str());
        let words: Vec<&str> = self.words.iter().map(String::as_str).collect();
        let all = words.is_empty() && (noun.is_none() || self.may_be());
        (words.into_iter().chain(noun).collect(), all)
    }
}

/// The longest name of a group of documents, in pieces.
const MOST: usize = 5;

/// True if a word names documents of any kind.
pub(super) fn is_of_documents(low: &str) -> bool {
    begins(DOCUMENTS, low)
}

/// True if a word names themes of texts.
pub(super) fn is_theme(low: &str) -> bool {
    begins(THEMES, low) && low.chars().count() < 10
}

/// True if a word names groups of documents: their themes, or the folders in which they lie.
pub(super) fn is_group(low: &str) -> bool {
    begins(GROUPS, low) || is_theme(low)
}

/// True if a word is a form of one of these: an English plural, or a Russian form of any case.
fn begins(list: &str, low: &str) -> bool {
    list.split_whitespace().any(|begin| {
        let Some(rest) = low.strip_prefix(begin) else { return false };
        match low.starts_with(|c: char| c.is_ascii()) {
            true => matches!(rest, "" | "s"),
            false => rest.chars().count() <= 3,
        }
    })
}

/// Nouns of kinds of names, by their beginnings.
const KINDS: [(Kind, &str); 6] = [
    (Kind::Person, "people persons person человек люди людей персон лиц"),
    (
        Kind::Org,
        "organisations organizations organisation organization companies company institutions teams организаци компани команд учреждени",
    ),
    (Kind::Place, "places place cities city countries country towns locations мест город стран"),
    (Kind::Service, "services service сервис"),
    (Kind::Event, "events event событи"),
    (Kind::Work, "books films works songs книг фильм произведени"),
];

/// The kind of names that a noun means.
pub fn kind_of_noun(low: &str) -> Option<Kind> {
    KINDS.iter().find(|(_, nouns)| begins(nouns, low)).map(|(kind, _)| *kind)
}
