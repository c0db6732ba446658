//! A sentence as pieces: words, names, numbers, dates and signs (tokenisation), in English and Russian. The question
//! and its possible answers are read when a question is asked; nothing of it is stored.

use quipu_kernel::model::{Day, Span};

use super::verb_families::key;
use crate::months::numbered as numbered_month;
pub use crate::russian::lowered;

/// Kinds of pieces.
#[derive(Debug, Clone, PartialEq)]
pub enum PieceSort {
    /// A word.
    Word,
    /// A name: a word with a capital within a sentence, or with the spelling of names in code, or a known name.
    Name,
    /// A number.
    Number(f64),
    /// A version or another number of several parts, as `3.1.0`.
    Version,
    /// A date.
    Date(Day),
    /// Text in quotation marks.
    Quoted,
    /// A sign.
    Sign(char),
}

/// A piece of a sentence.
#[derive(Debug, Clone, PartialEq)]
pub struct ClausePiece {
    /// As written.
    pub text: String,
    /// In lower case, `ё` as `е`.
    pub low: String,
    /// Its key for comparison: its family, else its stem.
    pub key: String,
    /// Its kind.
    pub sort: PieceSort,
    /// Its place.
    pub span: Span,
}

impl ClausePiece {
    /// True if it is a name.
    pub fn is_name(&self) -> bool {
        matches!(self.sort, PieceSort::Name | PieceSort::Quoted)
    }

    /// True if it is this sign.
    pub fn is_sign(&self, sign: char) -> bool {
        self.sort == PieceSort::Sign(sign)
    }

    /// True if it is a word.
    pub fn is_word(&self) -> bool {
        self.sort == PieceSort::Word
    }

    /// Its number.
    pub fn number(&self) -> Option<f64> {
        match self.sort {
            PieceSort::Number(number) => Some(number),
            _ => None,
        }
    }

    /// Its date.
    pub fn day(&self) -> Option<Day> {
        match self.sort {
            PieceSort::Date(day) => Some(day),
            _ => None,
        }
    }
}

/// Words after which a plain number of four digits is a year.
const BEFORE_YEAR: &str = " in since before after until by from to between and during circa of early late mid year в с до после к между и по около год году года конце начале ";
/// Days of the week, which English writes with a capital.
pub(crate) const WEEKDAYS: &str = " monday tuesday wednesday thursday friday saturday sunday ";
/// Words that begin a sentence with a capital and are no names.
const OPENERS: &str = " the a an it its he she they this that these those there here we you i in on at by for from to of with before after since until during when where who what which whose how why is are was were do does did has have had can could will would should may if no not all some any each every both most many few one two three an and or but as so then work list name show give tell find count compare summarise summarize convert hello hi thanks please at однако в на с к у о от до по за из для при после перед между что кто где когда как какой какая какое какие сколько почему чем чей он она оно они это эта этот эти тот там и или но а не нет если все всего список назови перечисли покажи привет спасибо ";

/// Reads the pieces of a text; `names` are known to be names however they are written.
pub fn pieces(text: &str, names: &[&str]) -> Vec<ClausePiece> {
    let mut raw = raw(text);
    numbered(&mut raw);
    dated(&mut raw, text);
    named(&mut raw, names);
    raw
}

fn piece(text: &str, start: usize, sort: PieceSort) -> ClausePiece {
    let low = lowered(text);
    let key = if sort == PieceSort::Word { key(&low) } else { low.clone() };
    ClausePiece { text: text.to_owned(), low, key, sort, span: Span::new(start, start + text.len()) }
}

/// The pieces before anything is known of them but their letters.
fn raw(text: &str) -> Vec<ClausePiece> {
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let (mut out, mut at) = (Vec::new(), 0);
    while let Some(&(start, c)) = chars.get(at) {
        if c.is_whitespace() {
            at += 1;
        } else if let Some(end) = quoted(&chars, at) {
            let close = chars.get(end).map_or(text.len(), |(place, _)| *place);
            out.push(piece(&text[start + c.len_utf8()..close], start + c.len_utf8(), PieceSort::Quoted));
            at = end + 1;
        } else if c.is_alphanumeric() {
            let end = word_end(&chars, at);
            let stop = chars.get(end).map_or(text.len(), |(place, _)| *place);
            out.push(piece(&text[start..stop], start, PieceSort::Word));
            at = end;
        } else {
            out.push(piece(&text[start..start + c.len_utf8()], start, PieceSort::Sign(c)));
            at += 1;
        }
    }
    out
}

/// The end of a short quotation that begins here.
fn quoted(chars: &[(usize, char)], at: usize) -> Option<usize> {
    let close = match chars[at].1 {
        '«' => '»',
        '“' | '„' => '”',
        '"' => '"',
        _ => return None,
    };
    (at + 2..chars.len().min(at + 80)).find(|end| chars[*end].1 == close)
}

/// One past the last letter of a word or a number: hyphens, points and apostrophes join the letters on both sides.
fn word_end(chars: &[(usize, char)], at: usize) -> usize {
    let digit = chars[at].1.is_numeric();
    let mut end = at + 1;
    while let Some(&(_, c)) = chars.get(end) {
        let next = chars.get(end + 1).map(|(_, c)| *c);
        let joins = match c {
            '.' | ',' | ':' | '/' => digit && next.is_some_and(char::is_numeric) && chars[end - 1].1.is_numeric(),
            '-' | '_' | '\'' | '’' => next.is_some_and(char::is_alphanumeric),
            _ => false,
        };
        if !(joins || c.is_alphanumeric()) || (digit && c.is_alphabetic() && chars[end - 1].1.is_numeric()) {
            break;
        }
        end += 1;
    }
    end
}

/// The number that is written in digits: `4,100`, `42.2`, `0,5`.
fn digits(text: &str) -> Option<f64> {
    let groups: Vec<&str> = text.split(',').collect();
    let thousands = groups.len() > 1 && groups[1..].iter().all(|group| group.len() == 3) && groups[0] != "0";
    let plain = if thousands { text.replace(',', "") } else { text.replace(',', ".") };
    plain.parse().ok()
}

/// Turns words that are numbers into numbers.
fn numbered(pieces: &mut Vec<ClausePiece>) {
    for piece in pieces.iter_mut() {
        let text = &piece.text;
        if !piece.is_word() || !text.starts_with(|c: char| c.is_ascii_digit()) {
            continue;
        }
        let numeric = text.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ','));
        if numeric && text.matches('.').count() < 2 {
            if let Some(number) = digits(text) {
                piece.sort = PieceSort::Number(number);
            }
        } else if text.contains('.') {
            piece.sort = PieceSort::Version;
        } else if let Some(day) = iso(text) {
            piece.sort = PieceSort::Date(day);
        }
    }
    // Thousands that are separated by a blank: `12 000`.
    let mut at = 1;
    while at < pieces.len() {
        let (before, this) = (&pieces[at - 1], &pieces[at]);
        let joined = before.number().zip(this.number()).filter(|(first, _)| {
            this.text.len() == 3 && *first >= 1.0 && before.text.len() <= 3 && this.span.start == before.span.end + 1
        });
        if let Some((first, second)) = joined {
            pieces[at - 1].sort = PieceSort::Number(first * 1000.0 + second);
            pieces[at - 1].span.end = pieces[at].span.end;
            pieces.remove(at);
        } else {
            at += 1;
        }
    }
}

fn iso(text: &str) -> Option<Day> {
    let mut parts = text.split('-').map(|part| part.parse::<i16>().ok());
    let (year, month) = (parts.next()??, parts.next()??);
    let day = parts.next().flatten().unwrap_or_default();
    let known = (1000..2200).contains(&year) && (1..=12).contains(&month) && (0..=31).contains(&day);
    known.then_some(Day { year, month: month as u8, day: day as u8 })
}

/// The month that a word names; English ones have a capital.
fn month(piece: &ClausePiece) -> Option<u8> {
    numbered_month(|month| {
        let (english, stem) = (month.english, month.stem());
        let latin = piece.text.starts_with(|c: char| c.is_ascii_uppercase());
        let whole = piece.low == english || piece.low.len() == 3 && english.starts_with(&piece.low);
        let case = piece.low.strip_prefix(stem).is_some_and(|end| end.chars().count() <= 2 && end != "рт");
        // "Ма" begins many words.
        latin && whole || case && (stem != "ма" || month.russian().contains(&piece.low.as_str()))
    })
}

fn year(piece: &ClausePiece) -> Option<i16> {
    piece.number().filter(|year| piece.text.len() == 4 && (1000.0..2200.0).contains(year)).map(|year| year as i16)
}

fn day_number(piece: &ClausePiece) -> Option<u8> {
    let digits = piece.low.trim_end_matches(|c: char| c.is_alphabetic() || c == '-');
    digits.parse().ok().filter(|day| (1..=31).contains(day) && piece.low.len() <= digits.len() + 6)
}

/// Dates are joined from their parts.
fn dated(pieces: &mut Vec<ClausePiece>, text: &str) {
    let mut at = 0;
    while at < pieces.len() {
        if let Some((length, day)) = date_at(pieces, at) {
            let span = Span { start: pieces[at].span.start, end: pieces[at + length - 1].span.end };
            let joined = piece(&text[span.range()], pieces[at].span.start as usize, PieceSort::Date(day));
            pieces.splice(at..at + length, [joined]);
        }
        at += 1;
    }
}

/// The date that begins at a piece, with its number of pieces.
fn date_at(pieces: &[ClausePiece], at: usize) -> Option<(usize, Day)> {
    let get = |offset: usize| pieces.get(at + offset);
    let year_at = |offset: usize| -> Option<(usize, i16)> {
        let comma = usize::from(get(offset).is_some_and(|piece| piece.is_sign(',')));
        let found = get(offset + comma).and_then(year)?;
        let word = get(offset + comma + 1).is_some_and(|piece| is_year_word(&piece.low));
        Some((comma + 1 + usize::from(word), found))
    };
    let first = get(0)?;
    if let (Some(day), Some(month)) = (day_number(first), get(1).and_then(month)) {
        let (length, year) = year_at(2).map_or((0, 0), |(length, year)| (length, year));
        return Some((2 + length, Day { year, month, day }));
    }
    if let Some(month) = month(first) {
        if let Some((length, year)) = year_at(1).filter(|(length, _)| *length < 3) {
            return Some((1 + length, Day { year, month, day: 0 }));
        }
        let day = get(1).and_then(day_number)?;
        let (length, year) = year_at(2)?;
        return Some((2 + length, Day { year, month, day }));
    }
    let found = year(first)?;
    let word = get(1).is_some_and(|piece| is_year_word(&piece.low));
    let before = at.checked_sub(1).and_then(|before| pieces.get(before));
    let asks = before.is_some_and(|before| BEFORE_YEAR.contains(&format!(" {} ", before.low)));
    let counted = get(1).is_some_and(|next| next.is_word() && !word && !super::verb_families::is_small(&next.low));
    (word || asks && !counted).then_some((1 + usize::from(word), Day { year: found, month: 0, day: 0 }))
}

fn is_year_word(low: &str) -> bool {
    matches!(low, "год" | "года" | "году" | "годом" | "г")
}

/// Turns words that are names into names.
fn named(pieces: &mut [ClausePiece], names: &[&str]) {
    let mut opens = true;
    for at in 0..pieces.len() {
        let piece = &pieces[at];
        if !piece.is_word() {
            opens =
                opens && !piece.is_name() || matches!(piece.sort, PieceSort::Sign('.' | '?' | '!' | ':' | '-' | '*'));
            continue;
        }
        let known = names.contains(&piece.text.as_str());
        let raised = piece.text.starts_with(char::is_uppercase);
        let inner = piece.text.chars().skip(1).any(char::is_uppercase)
            || piece.text.contains('_')
            || piece.text.contains(|c: char| c.is_ascii_digit()) && piece.text.contains(|c: char| c.is_alphabetic());
        let next_raised = pieces.get(at + 1).is_some_and(|next| next.text.starts_with(char::is_uppercase));
        let opener = OPENERS.contains(&format!(" {} ", piece.low)) || piece.low == "i";
        let initial = piece.text.chars().count() == 1 && pieces.get(at + 1).is_some_and(|next| next.is_sign('.'));
        let weekday = WEEKDAYS.contains(&format!(" {} ", piece.low));
        let opening = weekday || opens && (opener || !next_raised && !initial);
        let name = known || inner || raised && piece.low != "i" && !opening;
        if name {
            pieces[at].sort = PieceSort::Name;
            pieces[at].key = pieces[at].low.clone();
        }
        // After an initial a sentence goes on.
        opens = false;
    }
    // The first word of a sentence is a name where it stands as one later.
    let later: Vec<String> =
        pieces.iter().skip(1).filter(|piece| piece.is_name()).map(|piece| piece.low.clone()).collect();
    let first = pieces.iter_mut().find(|piece| piece.is_word() && piece.text.starts_with(char::is_uppercase));
    if let Some(first) = first.filter(|first| later.contains(&first.low)) {
        first.sort = PieceSort::Name;
        first.key.clone_from(&first.low);
    }
}
