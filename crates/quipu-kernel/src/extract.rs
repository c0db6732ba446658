//! The trait of extractors of facts (information extraction), as the engine calls it. The rules of the binary are a
//! crate of their own.

use crate::model::{AliasLink, Chunk, Day, Document, ExtractedBy, Facts, Mention, Name};

/// Finds facts in chunks and titles (information extraction). Pure: the same chunk under the same title gives the same
/// facts.
///
/// ```
/// use quipu_kernel::extract::Extractor;
/// use quipu_kernel::model::{Chunk, Document, Facts, Kind, Mention, Name, Span};
///
/// /// Words that begin with a capital.
/// struct Capitals;
///
/// impl Extractor for Capitals {
///     fn extract(&self, _title: &str, chunk: &Chunk) -> Facts {
///         let words = chunk.text.split(' ').filter(|word| word.starts_with(char::is_uppercase));
///         let mention = |word: &str| {
///             let at = word.as_ptr() as usize - chunk.text.as_ptr() as usize;
///             let span = Span::new(at, at + word.len());
///             Mention { name: Name::new(word), form: word.to_owned(), span, kind: Kind::Entity }
///         };
///         Facts { mentions: words.map(mention).collect(), ..Facts::default() }
///     }
///     fn title_names(&self, _document: &Document) -> Vec<Mention> {
///         Vec::new()
///     }
/// }
///
/// let chunk = Chunk { text: "AuthService uses UserStore".to_owned(), ..Chunk::default() };
/// assert_eq!(Capitals.extract("", &chunk).mentions.len(), 2);
/// ```
pub trait Extractor: Send + Sync {
    /// Names the rules and their version. Facts that were found by another recipe are found again when their document
    /// is indexed again.
    fn recipe(&self) -> String {
        String::new()
    }
    /// Finds the facts of the chunk's text and prefix, in a document of this title.
    fn extract(&self, title: &str, chunk: &Chunk) -> Facts;
    /// Finds the subject of a document, which is given to every chunk of its body: the names of its title, and the name
    /// that its text begins with.
    fn title_names(&self, document: &Document) -> Vec<Mention>;
    /// Finds links between names of one meaning in a document's title and metadata.
    fn title_links(&self, _document: &Document) -> Vec<AliasLink> {
        Vec::new()
    }
    /// Understands the chunks of one document together: which names mean the same there, and in
    /// which sense each is used. A second call, under any title, starts over.
    fn settle(&self, _title: &str, said: &mut [Said<'_>]) {
        said.iter_mut().flat_map(|said| said.facts.iter_mut()).for_each(unsettle);
    }
    /// Does the same where everything except the facts of a model is settled under this title already.
    fn settle_models(&self, title: &str, said: &mut [Said<'_>]) {
        self.settle(title, said);
    }
    /// The names that a folded name leads to in any document, for names in questions.
    fn spellings(&self, _folded: &str) -> Vec<Name> {
        Vec::new()
    }
    /// The first date that a text says, or that a model gives: "2 October 1843", "1843-10-02T00:00:00".
    fn day(&self, _text: &str) -> Option<Day> {
        None
    }
}

/// A chunk with its facts, by extractor.
#[derive(Debug)]
pub struct Said<'a> {
    /// The chunk.
    pub chunk: &'a Chunk,
    /// Facts of the text.
    pub facts: &'a mut Vec<Facts>,
}

/// Undoes settling: every name in no particular sense, and of links those that the text itself gives.
pub fn unsettle(facts: &mut Facts) {
    if facts.extractor == ExtractedBy::Rules {
        facts.links.retain(AliasLink::is_given);
    }
    facts.settled_names().filter(|name| !name.sense.is_empty()).for_each(|name| name.sense.clear());
}

/// A toy reader of names and dates for tests.
#[cfg(test)]
pub(crate) mod toy {
    use super::*;
    use crate::model::{Kind, Span};

    /// Words that begin with a capital; one that ends in a vowel is also called without it.
    pub(crate) struct Toy;

    /// The first number of four digits, with the month and the day that a date as machines write it has after it.
    pub(crate) fn year(text: &str) -> Option<Day> {
        let mut parts = text.split(['T', ' ']).next().unwrap_or_default().split('-').map(str::parse::<u8>);
        let year = text.split('-').next().and_then(|year| year.parse().ok());
        if let (Some(year), Some(_), Some(Ok(month)), Some(Ok(day))) = (year, parts.next(), parts.next(), parts.next())
        {
            return Some(Day { year, month, day });
        }
        let mut numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|number| number.len() == 4);
        numbers.next()?.parse().ok().map(|year| Day { year, month: 0, day: 0 })
    }

    impl Extractor for Toy {
        fn extract(&self, _: &str, chunk: &Chunk) -> Facts {
            let text = chunk.text.as_str();
            let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.starts_with(char::is_uppercase));
            let mention = |word: &str| {
                let at = word.as_ptr() as usize - text.as_ptr() as usize;
                let span = Span::new(at, at + word.len());
                Mention { name: Name::new(word), form: word.to_owned(), span, kind: Kind::Entity }
            };
            Facts { mentions: words.map(mention).collect(), ..Facts::default() }
        }

        fn title_names(&self, _: &Document) -> Vec<Mention> {
            Vec::new()
        }

        fn spellings(&self, folded: &str) -> Vec<Name> {
            vec![Name::canonical(folded.trim_end_matches(['а', 'ы']).to_owned())]
        }

        fn day(&self, text: &str) -> Option<Day> {
            year(text)
        }
    }
}
