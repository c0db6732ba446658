//! Birth years of people, from the brackets after the name: "Иоганн Штраус (1804—1849)", "Ada Stern (born 1946)".
//!
//! Two people of one name were hardly born in one year, and one was born in one year only. Cost: a look at
//! the text after a name; brackets are read up to a bounded length.

use quipu_kernel::model::Mention;
use quipu_kernel::text::head;

/// Maximal length of the brackets, in bytes.
const LONGEST: usize = 120;
/// The longest life, in years.
const OLDEST: u16 = 120;

/// The year of birth of the person whom a mention names.
pub(super) fn born(text: &str, mention: &Mention) -> Option<u16> {
    let behind = text.get(mention.span.range().end..)?.strip_prefix(" (")?;
    let (inside, _) = head(behind, LONGEST).split_once(')')?;
    let mut years = inside.split(|c: char| !c.is_ascii_digit()).filter(|digits| digits.len() == 4);
    let mut year = || years.next().map(str::parse::<u16>);
    let (birth, death, more) = (year()?.ok()?, year(), year());
    let alone = || ["род", "р. ", "born ", "b. ", "geb. ", "* "].iter().any(|word| inside.starts_with(word));
    let lived = match death {
        Some(death) => inside.contains(['—', '–', '-']) && (birth + 1..=birth + OLDEST).contains(&death.ok()?),
        None => alone(),
    };
    (lived && more.is_none()).then_some(birth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quipu_kernel::model::{Kind, Name, Span};

    fn of(behind: &str) -> Option<u16> {
        let form = "Иоганн Штраус";
        let mention = Mention {
            name: Name::new(form),
            form: form.to_owned(),
            span: Span::new(0, form.len()),
            kind: Kind::Entity,
        };
        born(&format!("{form}{behind}"), &mention)
    }

    #[test]
    fn brackets_behind_a_name_tell_the_year_of_birth() {
        assert_eq!(of(" (1804—1849) играл"), Some(1804));
        assert_eq!(of(" (14 марта 1804, Вена — 25 сентября 1849, Вена)"), Some(1804));
        assert_eq!(of(" (род. 1946) поёт"), Some(1946));
        assert_eq!(of(" (born 3 May 1946) sings"), Some(1946));
        for none in [" (1804)", " (с 1804 по 1999)", " в 1804—1849", " (1804—1805, 1807)", " (9999—0001)", ""]
        {
            assert_eq!(of(none), None, "{none}");
        }
    }
}
