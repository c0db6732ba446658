//! "(19 February 1913, Vienna – 13 July 1997 New York)", "(1948)", "(also known as …)": lives, years and other names in
//! brackets after a name.

use super::{End, Rule, Scribe};
use crate::read::{Bracket, ReadWord, WordKind};

/// Maximal distance from the beginning of a page for a life in brackets that is the topic's, with any name before it.
const OPENING: usize = 18;
/// The most places of one birth.
const MOST_PLACES: usize = 3;

/// Brackets as a life.
struct Life<'w, 'a> {
    words: &'w [ReadWord<'a>],
    /// Places of the dates with a year.
    dates: Vec<usize>,
    dashes: Vec<usize>,
}

impl Scribe<'_, '_> {
    /// Reads the brackets of a sentence.
    pub(super) fn brackets(&mut self) {
        for bracket in self.tree.brackets {
            let Some(name) = self.tree.name(bracket.after).filter(|name| name.kind != WordKind::Date) else { continue };
            let end = self.end(name.head);
            let opening = self.page.first
                && self.about.any
                && self.about.person != Some(false)
                && self.drafts.is_empty()
                && bracket.after < OPENING;
            let Some(subject) = (if opening { Some(End::Topic) } else { end }) else { continue };
            self.life(subject, bracket);
        }
    }

    fn life(&mut self, subject: End, bracket: &Bracket<'_>) {
        let life = Life::of(&bracket.words, self.page.text);
        let Some(first) = life.dates.first().copied() else { return };
        let said = |words: &[&str]| {
            life.words[..first].iter().any(|word| words.iter().any(|known| word.read.eq_ignore_ascii_case(known)))
        };
        let (born, died) = (said(&["born", "b.", "b", "née", "né", "nee"]), said(&["died", "d.", "d"]));
        let date = |at: usize| End::Date(life.words[at].start, life.words[at].end);
        let second = life.dates.get(1).copied().filter(|second| life.parted(first, *second));
        // "(1950 –)": a word after the dash, such as "present", means an office.
        let open = life.dashes.iter().any(|dash| *dash == first + 1 && dash + 1 == life.words.len());
        let ended = life.dashes.iter().any(|dash| dash + 1 == first && *dash <= 1);
        if died || ended && life.dates.len() == 1 {
            self.emit(subject, "died on", date(first), Rule::Life);
            return;
        }
        if !born && second.is_none() && !(open && life.dates.len() == 1) {
            if life.words.len() == 1 {
                self.emit(subject, "dated", date(first), Rule::Year);
            }
            return;
        }
        self.emit(subject, "born on", date(first), Rule::Life);
        let stop = life.stop(first, second);
        let mut births = life.places(first + 1, stop);
        if born && let Some(at) = life.words[..first].iter().position(|word| word.read == "in") {
            births.extend(life.places(at + 1, first));
        }
        self.places_of(subject, "born in", &births);
        if let Some(second) = second {
            self.emit(subject, "died on", date(second), Rule::Life);
            let deaths = [life.places(second + 1, life.words.len()), life.places(stop, second)].concat();
            self.places_of(subject, "died in", &deaths);
        }
    }

    fn places_of(&mut self, subject: End, predicate: &str, places: &[(usize, usize)]) {
        for (start, end) in places.iter().take(MOST_PLACES) {
            self.emit(subject, predicate, End::Name(*start, *end), Rule::Life);
        }
    }
}

fn is_dash(word: &ReadWord<'_>) -> bool {
    matches!(word.read, "–" | "-" | "—" | "--" | "−")
}

impl<'w, 'a> Life<'w, 'a> {
    fn of(words: &'w [ReadWord<'a>], text: &str) -> Self {
        let has_year = |word: &ReadWord<'_>| {
            let digits = |part: &str| part.len() >= 3 && part.bytes().all(|byte| byte.is_ascii_digit());
            text[word.start..word.end].split(|c: char| !c.is_ascii_alphanumeric()).any(digits)
        };
        let places =
            |wanted: &dyn Fn(&ReadWord<'_>) -> bool| (0..words.len()).filter(|at| wanted(&words[*at])).collect();
        let dates = places(&|word| word.kind == WordKind::Date && has_year(word));
        Self { words, dates, dashes: places(&is_dash) }
    }

    /// True if a dash separates two dates, or nothing does.
    fn parted(&self, first: usize, second: usize) -> bool {
        second == first + 1 || self.dashes.iter().any(|dash| (first..second).contains(dash))
    }

    /// The end of a birth: the last dash before the death, or the first one without a death.
    fn stop(&self, first: usize, second: Option<usize>) -> usize {
        match second {
            None => self.dashes.iter().copied().find(|dash| *dash > first).unwrap_or(self.words.len()),
            Some(second) => {
                let before = |dash: &&usize| (first..second).contains(*dash);
                let long = |dash: &usize| matches!(self.words[*dash].read, "–" | "—") || dash + 1 == second;
                self.dashes.iter().filter(before).copied().find(long).unwrap_or(second)
            }
        }
    }

    /// The places between two words, as bytes of the text.
    fn places(&self, from: usize, to: usize) -> Vec<(usize, usize)> {
        let raised = |at: usize| {
            let word = &self.words[at];
            word.kind == WordKind::Plain && word.read.starts_with(char::is_uppercase)
        };
        let mut out = Vec::new();
        let mut at = from;
        while at < to.min(self.words.len()) {
            if !raised(at) {
                at += 1;
                continue;
            }
            let mut last = at;
            while last + 1 < to {
                let joins =
                    matches!(self.words[last + 1].read, "de" | "of" | "la" | "le" | "am" | "der" | "sur" | "del" | "-");
                if raised(last + 1) {
                    last += 1;
                } else if joins && last + 2 < to && raised(last + 2) {
                    last += 2;
                } else {
                    break;
                }
            }
            out.push((self.words[at].start, self.words[last].end));
            at = last + 1;
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::said;

    #[test]
    fn a_life_in_brackets_has_dates_and_places() {
        let text = "Jan Nowak (19 February 1913, Vienna – 13 July 1997 New York) was a director.";
        let found = said("Jan Nowak", text);
        for expected in
            ["born on | 19 February 1913", "born in | Vienna", "died on | 13 July 1997", "died in | New York"]
        {
            assert!(found.contains(&format!("Jan Nowak | {expected}")), "{found:?}");
        }
    }

    #[test]
    fn a_year_alone_dates_a_work() {
        let found = said("", "She made Night Train (1948) and left.");
        assert!(found.contains(&"Night Train | dated | 1948".to_owned()), "{found:?}");
    }
}
