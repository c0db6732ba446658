//! Names as capitals show them: maximal runs of capitalised words with the small words that join
//! them.
//!
//! The idea is that of the offline walk (runs of capitals and years are entities enough to connect
//! passages), with rules that keep it precise: a run ends where a title, a nationality or a country
//! shows that another name begins, function words fall off its ends, and a word that is capitalised
//! only because a sentence begins with it is no name. Each token is looked at a bounded number of
//! times.

use std::cell::OnceCell;

use super::alias::is_like_town;
use super::beginnings::Beginnings;
use super::capitals::{MOST_JOINERS, Runs};
use super::dates::Date;
use super::found::FoundName;
use super::name_tokens::{Gap, NameToken, TokenShape};
use super::sorts::{begins_with_sort, sort_of};
use super::spelling::{compound_head, is_adjective, is_cyrillic, is_gerund, is_roman};
use crate::tables::marks::Marks;
use quipu_kernel::model::Kind;
use quipu_kernel::text::GERMAN;

/// Countries that stand after the name of a body of theirs, and belong to it.
pub(super) const COUNTRIES: [&str; 5] = ["СССР", "РСФСР", "РФ", "США", "УССР"];
/// The longest run, in words; a longer one is a shout or a table.
const LONGEST_RUN: usize = 24;
/// The longest title at a sentence's beginning, in words.
const LONGEST_TITLE: usize = 12;

/// The runs of a text. `taken` marks the tokens that belong to dates.
pub(super) fn runs(text: &str, tokens: &[NameToken], dates: &[Date], language: &str, found: &mut Vec<FoundName>) {
    let mut taken = vec![false; tokens.len()];
    for date in dates {
        taken[date.first..date.last].fill(true);
    }
    let german = language == "de";
    let runs = Runs { text, tokens, taken, german, beginnings: Beginnings::new(tokens), inside: OnceCell::new() };
    let mut at = 0;
    while at < tokens.len() {
        at = match runs.defined_title(at) {
            Some((start, last)) => {
                runs.emit(start, last, found);
                last + 1
            }
            None if runs.may_begin(at) => {
                let last = runs.run_from(at);
                runs.settle(at, last, found);
                last + 1
            }
            None => at + 1,
        };
    }
}

impl Runs<'_> {
    fn may_begin(&self, at: usize) -> bool {
        self.tokens[at].is_capital() && !self.taken[at]
    }

    /// A run at the beginning of a sentence that defines it ("Comets on Fire is a …"): any small
    /// words may stand in it. Its first and last token.
    fn defined_title(&self, at: usize) -> Option<(usize, usize)> {
        let head = self.tokens[at];
        if !head.first || !head.is_capital() {
            return None;
        }
        let title = |token: &NameToken| {
            token.shape != TokenShape::Lower
                || token.has(Marks::LOOSE | Marks::PARTICLE | Marks::STOP) && !token.has(Marks::COPULA)
        };
        let gap = |token: &NameToken| matches!(token.gap, Gap::Space);
        let more = self.tokens[at + 1..]
            .iter()
            .take(LONGEST_TITLE)
            .take_while(|token| !token.first && title(token) && gap(token))
            .count();
        let last = at + more;
        let next = self.tokens.get(last + 1).filter(|next| !next.first)?;
        let article = self
            .tokens
            .get(last + 2)
            .is_some_and(|token| matches!(&self.text[token.start..token.end], "a" | "an" | "the"));
        let defines = next.gap == Gap::Space && next.has(Marks::COPULA) && article;
        if !defines || self.tokens[last].shape == TokenShape::Lower || self.taken[last] || self.taken[at] {
            return None;
        }
        let start = if matches!(self.word(at), "The" | "A" | "An") { at + 1 } else { at };
        let proper = (start..=last).filter(|i| self.tokens[*i].is_capital()).count();
        let small = head.has(Marks::STOP | Marks::COMMON)
            || self.tokens[at..=last].iter().any(|token| token.shape == TokenShape::Lower);
        (small && start <= last && self.tokens[start].is_capital() && proper >= 2).then_some((start, last))
    }

    /// The last token of the run that begins at `at`.
    fn run_from(&self, at: usize) -> usize {
        let mut last = at;
        while let Some(next) = self.extended(at, last).filter(|next| next - at < LONGEST_RUN) {
            last = next;
        }
        last
    }

    fn extended(&self, start: usize, last: usize) -> Option<usize> {
        let token = self.going_on(last + 1)?;
        if compound_head(self.word(last)).is_some() {
            return None;
        }
        if token.gap == Gap::Space && self.completes_with_number(last, token) {
            return Some(last + 1);
        }
        if token.is_capital() {
            let joined = match token.gap {
                Gap::Space => !self.parts(start, last),
                Gap::Dot => self.abbreviates(last) && !self.is_behind_initials(start, last + 1),
                _ => self.text[self.tokens[last].end..token.start].trim() == "&",
            };
            return joined.then_some(last + 1);
        }
        if token.gap != Gap::Space || token.shape != TokenShape::Lower {
            return None;
        }
        self.official(start, last).or_else(|| self.joined(start, last))
    }

    /// "Route 66", "Astra 2A".
    fn completes_with_number(&self, last: usize, number: &NameToken) -> bool {
        let word = number.word(self.text);
        match number.shape {
            TokenShape::Number => self.tokens[last].has(Marks::NUMBERED),
            TokenShape::Figure => word.len() <= 5 && word.bytes().last().is_some_and(|b| b.is_ascii_uppercase()),
            _ => false,
        }
    }

    /// True if a capital that follows the token at `last` begins another name.
    fn parts(&self, start: usize, last: usize) -> bool {
        let (token, next) = (self.tokens[last], self.tokens[last + 1]);
        if token.shape == TokenShape::Lower {
            return !COUNTRIES.contains(&self.word(last + 1)) && !self.is_of_land(last + 1);
        }
        let russian = is_cyrillic(self.word(last));
        let letters = |at: usize| self.word(at).chars().all(char::is_alphabetic) && !is_roman(self.word(at));
        let scripts = russian != is_cyrillic(self.word(last + 1)) && letters(last) && letters(last + 1);
        let nation = start == last && token.has(Marks::NATION) && next.has(Marks::TITLE | Marks::GIVEN);
        scripts || nation || russian && self.parts_in_russian(start, last)
    }

    /// True if a Russian word is the genitive of a country, with a body of it named before: "Союз писателей России".
    fn is_of_land(&self, at: usize) -> bool {
        self.tokens[at].has(Marks::LAND) && is_cyrillic(self.word(at)) && self.word(at).ends_with(['и', 'ы', 'а', 'я'])
    }

    /// True if the token is an initial or an abbreviation, so that a dot after it ends nothing.
    fn abbreviates(&self, last: usize) -> bool {
        let token = self.tokens[last];
        // "Пётр I."
        let numeral = last > 0 && is_roman(self.word(last)) && is_cyrillic(self.word(last - 1));
        token.is_initial() && !numeral
            || self.word(last).contains('.')
            || (token.length <= 4 && token.has(Marks::TITLE))
            || matches!(self.word(last), "Jr" | "Sr" | "Mt" | "Ft" | "Дж")
    }

    /// True if a word stands after a surname with both of its initials: "Чехов А. П. Остров Сахалин".
    fn is_behind_initials(&self, start: usize, at: usize) -> bool {
        const ENDINGS: [&str; 12] = ["ов", "ев", "ёв", "ин", "ын", "ий", "ая", "ич", "ко", "ук", "юк", "ян"];
        let initials = || self.tokens[start + 1..at].iter().all(NameToken::is_initial);
        let surname = || ENDINGS.iter().any(|ending| self.word(start).ends_with(ending));
        !self.tokens[at].is_initial()
            && at - start == 3
            && is_cyrillic(self.word(start))
            && initials()
            && surname()
            && !self.is_given(start)
    }

    /// The next capitalised word after small words that join names.
    fn joined(&self, start: usize, last: usize) -> Option<usize> {
        let mut at = last + 1;
        let mut seen = Marks::NONE;
        while let Some(token) = self.going_on(at).filter(|token| token.gap == Gap::Space) {
            if token.is_capital() {
                return self.may_join(start, last, at, seen).then_some(at);
            }
            let joins = token.has(Marks::LOOSE | Marks::PARTICLE) || matches!(self.word(at), "и" | "на");
            let joiner = joins && token.shape == TokenShape::Lower;
            if !joiner || at - last > MOST_JOINERS {
                return None;
            }
            seen |= token.marks;
            at += 1;
        }
        None
    }

    /// True if the small words between `last` and `at` join the two into one name.
    fn may_join(&self, start: usize, last: usize, at: usize, seen: Marks) -> bool {
        let first_joiner = self.tokens[last + 1];
        let alone = at == last + 2;
        let word = self.word(last + 1);
        if matches!(self.tokens[last].shape, TokenShape::Number | TokenShape::Figure) {
            return false;
        }
        if first_joiner.has(Marks::OF) {
            return start != last || !self.tokens[last].has(Marks::NATION | Marks::MONTH);
        }
        if first_joiner.has(Marks::PARTICLE) && !matches!(word, "a" | "and") {
            return !self.tokens[last].first || !self.tokens[last].has(Marks::STOP);
        }
        let org = |i: usize| self.tokens[i].has(Marks::ORG | Marks::OF_ORG);
        match word {
            // "музей Виктории и Альберта", "собор Петра и Павла".
            "и" => {
                let headed = start > 0 && self.tokens[start - 1].has(Marks::HEAD) && !self.tokens[start].first;
                alone && last == start && headed && self.is_given(last) && self.is_given(at)
            }
            "the" => {
                alone
                    && last == start
                    && !self.tokens[last].first
                    && !self.tokens[last].has(Marks::ORG | Marks::PLACE | Marks::LAND)
            }
            "and" => {
                alone
                    && (start..=last).any(|i| self.tokens[i].has(Marks::OF_ORG))
                    && (start..=last).any(|i| self.tokens[i].has(Marks::OF))
            }
            "on" => self.tokens[last].has(Marks::ORG | Marks::EVENT) && !seen.any(Marks::AND),
            "for" => (start..=last).any(org) && !seen.any(Marks::AND),
            "at" => alone && (start..=last).any(|i| self.tokens[i].has(Marks::OF_ORG)),
            "to" => alone && self.tokens[last].has(Marks::TITLE),
            "на" => alone && matches!(self.word(at), "Дону" | "Майне" | "Одере" | "Амуре" | "Эйвоне" | "Руре"),
            _ => false,
        }
    }

    /// Removes the words of a run that are no part of the name, and emits the rest.
    fn settle(&self, mut start: usize, mut last: usize, found: &mut Vec<FoundName>) {
        let official = last > start && self.tokens[last].shape == TokenShape::Lower;
        while start < last && self.falls_off(start) && (!official || self.tokens[start + 1].is_capital()) {
            start += 1;
        }
        while start < last && !official && self.trails(last) {
            last -= 1;
        }
        if start == last && !self.stands_alone(start) {
            return;
        }
        let start = if self.is_led(start) { start - 1 } else { self.with_year(start, last) };
        self.emit(start, last, found);
    }

    /// True if a particle of nobility stands before a Russian surname: "генерал фон Клюк".
    fn is_led(&self, start: usize) -> bool {
        let Some(before) = start.checked_sub(1).filter(|_| !self.tokens[start].first) else { return false };
        let joined = self.tokens[start].gap == Gap::Space && is_cyrillic(self.word(start));
        joined && matches!(self.word(before), "фон" | "ван" | "де" | "дю" | "дель")
    }

    /// True if a token at the end of a run is not part of the name.
    fn trails(&self, at: usize) -> bool {
        let token = self.tokens[at];
        let initial = token.is_initial() && token.gap == Gap::Dot;
        let small = token.has(Marks::EVERYDAY | Marks::STOP) && !is_roman(self.word(at)) && !initial;
        small || token.shape == TokenShape::Lower
    }

    /// True if a token at the beginning of a run is not part of the name. Inside a sentence a capital on
    /// a small word is intended ("in On the Road"), except for articles.
    fn falls_off(&self, at: usize) -> bool {
        let token = self.tokens[at];
        let title = token.has(Marks::TITLE) && !is_cyrillic(self.word(at));
        let headed = token.has(Marks::NUMBERED | Marks::ORG | Marks::PLACE | Marks::OF_ORG | Marks::NATION);
        let next = self.tokens.get(at + 1).filter(|next| next.is_capital());
        let described = token.first
            && next.is_some()
            && is_cyrillic(self.word(at))
            && !token.has(Marks::GIVEN)
            && ["ая", "ый", "ское", "ские"].iter().any(|ending| self.word(at).ends_with(ending))
            && is_adjective(self.word(at + 1));
        let common = described || token.has(Marks::COMMON | Marks::TITLE | Marks::ORDINAL) && !title && !headed;
        let initial = token.length == 1 && self.tokens.get(at + 1).is_some_and(|next| next.gap == Gap::Dot);
        let small =
            token.has(Marks::STOP) && !initial && (token.first || matches!(self.word(at), "The" | "A" | "An" | "I"));
        token.shape == TokenShape::Lower
            || self.german && GERMAN.has(&self.word(at).to_lowercase())
            || self.is_sort(at)
            || (small || token.first && (common || is_gerund(self.word(at)))) && !(token.first && self.is_again(at))
    }

    /// True if the word that begins a Russian sentence only gives the sort of the thing whose name follows: "Город
    /// Гагарин".
    fn is_sort(&self, at: usize) -> bool {
        let next = self.tokens.get(at + 1).filter(|next| next.is_capital() && next.gap == Gap::Space);
        self.tokens[at].first && next.is_some() && begins_with_sort(&self.word(at).to_lowercase(), self.word(at + 1))
    }

    /// True if a word gives the sort of the thing named in the quotes after it: "Барк «Седов»".
    fn is_sort_of_quoted(&self, at: usize) -> bool {
        let behind = self.text[self.tokens[at].end..].trim_start();
        behind.starts_with(['«', '„', '"']) && sort_of(&self.word(at).to_lowercase()).is_some()
    }

    /// True if one word is a name by itself.
    fn stands_alone(&self, at: usize) -> bool {
        let token = self.tokens[at];
        if token.length < 2
            || token.has(Marks::STOP | Marks::MONTH)
            || (token.has(Marks::EVERYDAY) && token.length <= 4)
        {
            return false;
        }
        // "Троицк Челябинской области"
        let town = || is_like_town(self.word(at)) && self.is_of_region(at);
        !token.first || town() || !self.is_sort_of_quoted(at) && self.begins_name(at, &token)
    }

    /// True if a name begins at a token, by the token after it.
    fn begins_name(&self, at: usize, token: &NameToken) -> bool {
        let (next, after) = self.next(at);
        self.beginnings.is_name(self.word(at), token, next, after)
    }

    /// The token after, and its word.
    fn next(&self, at: usize) -> (Option<&NameToken>, &str) {
        let next = self.tokens.get(at + 1);
        (next, next.map_or("", |_| self.word(at + 1)))
    }

    /// The start of the run with the year that belongs to its name ("the 2018 Winter Paralympics").
    fn with_year(&self, start: usize, last: usize) -> usize {
        let is_year =
            |at: usize| self.taken[at] && self.tokens[at].shape == TokenShape::Number && self.tokens[at].length == 4;
        let begins = start > 1
            && is_year(start - 1)
            && self.tokens[start].gap == Gap::Space
            && self.tokens[start - 2].has(Marks::DETERMINER);
        let event = (start..=last).any(|at| self.tokens[at].has(Marks::EVENT));
        let named = last > start && !self.tokens[start].has(Marks::NATION);
        if begins && (event || named) { start - 1 } else { start }
    }

    fn emit(&self, start: usize, last: usize, found: &mut Vec<FoundName>) {
        let token = &self.tokens[last];
        let head = compound_head(self.word(last)).map(|length| token.start + length);
        let dotted = self.word(last).contains('.') && self.text[token.end..].starts_with('.');
        let end = head.unwrap_or(token.core + usize::from(dotted));
        found.push(FoundName::new(self.tokens[start].start, end, Kind::Entity));
    }
}
