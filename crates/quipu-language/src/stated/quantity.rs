//! Quantities in a sentence: a number with its unit, converted, so that 24 months and two years are equal; its bound or
//! approximation; and the counted noun, if there is no unit.

use std::sync::LazyLock;

use super::families::is_small;
use super::pieces::{Piece, Sort};

/// The dimension of a quantity. Only quantities of one dimension are compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Dimension {
    /// A measure, in its base unit: `length`, `mass`, `time`, `percent`, a currency.
    Measured(&'static str),
    /// A number of things, with their noun's key.
    Counted(String),
    /// A number beside the word that it belongs to: a port.
    Labelled(String),
    /// A version.
    Version,
}

/// The bound of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// The number is exact.
    Exact,
    /// The number is approximate.
    About,
    /// There are as many at least.
    Least,
    /// There are as many at most.
    Most,
}

/// A quantity.
#[derive(Debug, Clone, PartialEq)]
pub struct Quantity {
    /// Its value, in the base unit of its dimension.
    pub value: f64,
    /// The maximal error by rounding.
    pub rounded: f64,
    /// Its dimension.
    pub dimension: Dimension,
    /// Its bound.
    pub bound: Bound,
    /// As written.
    pub text: String,
    /// The number as written, without its unit.
    pub number: String,
    /// The pieces that it is of, the last excluded.
    pub pieces: (usize, usize),
}

/// Units, a dimension a line: its name, then units with their values in the base unit; `*` stands for any ending.
const UNITS: &str = "\
length: mm=0.001 millimet*=0.001 cm=0.01 centimet*=0.01 m=1 metre=1 metres=1 meter=1 meters=1 km=1000 kilomet*=1000 mile=1609.344 miles=1609.344 foot=0.3048 feet=0.3048 ft=0.3048 inch=0.0254 inches=0.0254 yard=0.9144 yards=0.9144 мм=0.001 миллиметр*=0.001 см=0.01 сантиметр*=0.01 м=1 метр*=1 км=1000 километр*=1000 миля=1609.344 мили=1609.344 миль=1609.344
area: hectare=10000 hectares=10000 ha=10000 acre=4046.856 acres=4046.856 гектар*=10000 га=10000
mass: mg=0.000001 g=0.001 gram=0.001 grams=0.001 kg=1 kilogram*=1 kilo=1 kilos=1 tonne=1000 tonnes=1000 ton=1000 tons=1000 pound=0.45359237 pounds=0.45359237 lb=0.45359237 lbs=0.45359237 мг=0.000001 г=0.001 грамм*=0.001 кг=1 килограмм*=1 т=1000 тонн*=1000
time: ms=0.001 millisecond*=0.001 s=1 sec=1 second=1 seconds=1 min=60 minute=60 minutes=60 h=3600 hour=3600 hours=3600 hrs=3600 day=86400 days=86400 week=604800 weeks=604800 month=2629800 months=2629800 year=31557600 years=31557600 decade=315576000 decades=315576000 century=3155760000 centuries=3155760000 мс=0.001 секунд*=1 с=1 мин=60 минут*=60 ч=3600 час*=3600 сут*=86400 день=86400 дня=86400 дней=86400 недел*=604800 месяц*=2629800 год=31557600 года=31557600 лет=31557600 годом=31557600
data: bytes=1 byte=1 kb=1000 mb=1000000 gb=1000000000 tb=1000000000000 кб=1000 мб=1000000 гб=1000000000 тб=1000000000000
speed: km/h=1 mph=1.609344 км/ч=1
volume: ml=0.001 litre=1 litres=1 liter=1 liters=1 l=1 мл=0.001 литр*=1 л=1
temperature: °c=1 °=1 degrees=1 degree=1 celsius=1 градус*=1
percent: %=1 percent=1 процент*=1
dollars: $=1 usd=1 dollar=1 dollars=1 доллар*=1
euros: €=1 eur=1 euro=1 euros=1 евро=1
pounds-sterling: £=1 gbp=1
roubles: ₽=1 rub=1 rouble*=1 ruble*=1 рубл*=1 руб=1
";

/// Numbers as words.
const NUMBERS: &str = " one=1 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 thirteen=13 fourteen=14 fifteen=15 sixteen=16 seventeen=17 eighteen=18 nineteen=19 twenty=20 thirty=30 forty=40 fifty=50 sixty=60 seventy=70 eighty=80 ninety=90 dozen=12 twice=2 один=1 одна=1 одно=1 два=2 две=2 двух=2 двое=2 три=3 трех=3 трое=3 четыре=4 четырех=4 пять=5 пяти=5 шесть=6 шести=6 семь=7 семи=7 восемь=8 восьми=8 девять=9 десять=10 десяти=10 одиннадцать=11 двенадцать=12 пятнадцать=15 двадцать=20 тридцать=30 сорок=40 пятьдесят=50 шестьдесят=60 семьдесят=70 восемьдесят=80 девяносто=90 сто=100 двести=200 триста=300 полтора=1.5 полторы=1.5 полгода=0.5 ";
/// Words that multiply the number before them.
const TIMES: &[(&str, f64)] = &[
    ("hundred", 100.0),
    ("thousand", 1e3),
    ("тысяч", 1e3),
    ("тыс", 1e3),
    ("million", 1e6),
    ("миллион", 1e6),
    ("млн", 1e6),
    ("billion", 1e9),
    ("миллиард", 1e9),
    ("млрд", 1e9),
];
const ABOUT: &str = " about around roughly approximately nearly almost some circa ca approx just barely over-around почти около примерно приблизительно порядка где-то ";
const LEAST: &[&str] = &[
    "at least",
    "more than",
    "over",
    "no fewer than",
    "no less than",
    "above",
    "from",
    "minimum",
    "не менее",
    "не меньше",
    "более",
    "больше",
    "свыше",
    "минимум",
    "от",
];
const MOST: &[&str] = &[
    "at most",
    "up to",
    "less than",
    "fewer than",
    "under",
    "no more than",
    "not more than",
    "below",
    "maximum",
    "не более",
    "не больше",
    "до",
    "менее",
    "меньше",
    "максимум",
];

/// The quantities of a sentence, in its order.
pub fn quantities(pieces: &[Piece]) -> Vec<Quantity> {
    let (mut out, mut at) = (Vec::new(), 0);
    while at < pieces.len() {
        match quantity(pieces, at) {
            Some(found) => {
                at = found.pieces.1.max(at + 1);
                out.push(found);
            }
            None => at += 1,
        }
    }
    out
}

fn quantity(pieces: &[Piece], at: usize) -> Option<Quantity> {
    let first = pieces.get(at)?;
    if first.sort == Sort::Version {
        let text = first.text.clone();
        let number = text.clone();
        return Some(Quantity {
            value: 0.0,
            rounded: 0.0,
            dimension: Dimension::Version,
            bound: Bound::Exact,
            text,
            number,
            pieces: (at, at + 1),
        });
    }
    let (mut value, mut end) = number_at(pieces, at)?;
    let mut rounded = places(first);
    let times = pieces.get(end).and_then(|piece| TIMES.iter().find(|(word, _)| piece.low.starts_with(word)));
    if let Some((_, times)) = times {
        (value, rounded, end) =
            (value * times, rounded.max(0.5 * f64::from(u8::from(first.is_word()))) * times, end + 1);
    }
    let number = written(pieces, at, end);
    let money = at
        .checked_sub(1)
        .and_then(|before| pieces.get(before))
        .and_then(|sign| unit(&sign.low))
        .filter(|_| pieces[at - 1].text.chars().count() == 1 && !pieces[at - 1].is_word());
    let after = pieces.get(end).and_then(|piece| unit(&piece.low).or_else(|| half(pieces, end)));
    let (dimension, factor) = match (after, money) {
        (Some((name, factor)), _) => {
            end += 1;
            (Dimension::Measured(name), factor)
        }
        (None, Some((name, factor))) => (Dimension::Measured(name), factor),
        (None, None) => (told(pieces, at, &mut end)?, 1.0),
    };
    if let Some(more) = and_a_half(pieces, end) {
        (value, end) = (value + 0.5, end + more);
    }
    let (value, rounded) = (value * factor, rounded * factor);
    Some(Quantity {
        value,
        rounded,
        dimension,
        bound: bound(pieces, at),
        text: written(pieces, at, end),
        number,
        pieces: (at, end),
    })
}

/// Pieces as they are written.
fn written(pieces: &[Piece], from: usize, to: usize) -> String {
    let mut out = String::new();
    for (at, piece) in pieces.iter().enumerate().take(to).skip(from) {
        let gap = at > from && piece.span.start > pieces[at - 1].span.end;
        out.push_str(if gap { " " } else { "" });
        out.push_str(&piece.text);
    }
    out
}

/// The number that begins at a piece: digits, a word, or "a" before a unit.
fn number_at(pieces: &[Piece], at: usize) -> Option<(f64, usize)> {
    let first = &pieces[at];
    if let Some(number) = first.number() {
        return Some((number, at + 1));
    }
    if !first.is_word() {
        return None;
    }
    let next = pieces.get(at + 1);
    if first.low == "half" || first.low == "пол" {
        let article = usize::from(next.is_some_and(|next| matches!(next.low.as_str(), "a" | "an")));
        let measured = pieces.get(at + 1 + article).is_some_and(|piece| unit(&piece.low).is_some());
        return measured.then_some((0.5, at + 1 + article));
    }
    if matches!(first.low.as_str(), "a" | "an") {
        let measured = next.and_then(|next| unit(&next.low)).is_some_and(|(name, _)| name == "time");
        // "Five times a month" counts no month.
        let counts =
            |piece: &Piece| piece.number().is_some() || word_number(&piece.low).is_some() || unit(&piece.low).is_some();
        let rate = pieces[at.saturating_sub(2)..at].iter().any(counts);
        return (measured && !rate).then_some((1.0, at + 1));
    }
    let value = word_number(&first.low)?;
    // "One of them" and "no one" count nothing.
    let of = next.is_some_and(|next| matches!(next.low.as_str(), "of" | "из" | "another"));
    (!of || value > 1.0).then_some((value, at + 1))
}

/// The number that a word is.
pub(crate) fn word_number(low: &str) -> Option<f64> {
    let word = |word: &str| {
        NUMBERS.split(' ').find_map(|pair| pair.strip_prefix(word)?.strip_prefix('=')?.parse::<f64>().ok())
    };
    word(low).or_else(|| low.split_once('-').and_then(|(tens, ones)| Some(word(tens)? + word(ones)?)))
}

/// A unit: its spelling, its dimension, and its value in the base unit.
type Unit = (&'static str, &'static str, f64);

static TABLE: LazyLock<Vec<Unit>> = LazyLock::new(|| {
    let lines = UNITS.lines().filter_map(|line| line.split_once(": "));
    let units = lines.flat_map(|(name, units)| units.split(' ').map(move |unit| (name, unit)));
    units
        .filter_map(|(name, unit)| {
            unit.split_once('=').and_then(|(word, factor)| Some((word, name, factor.parse().ok()?)))
        })
        .collect()
});

/// The dimension of a unit, and its value in the base unit.
pub(crate) fn unit(low: &str) -> Option<(&'static str, f64)> {
    let is = |word: &str| match word.strip_suffix('*') {
        Some(begin) => low.strip_prefix(begin).is_some_and(|end| end.chars().count() <= 4),
        None => word == low,
    };
    TABLE.iter().find(|(word, _, _)| is(word)).map(|(_, name, factor)| (*name, *factor))
}

/// A unit after a hyphen or a degree sign: `5-metre`, `20 ° C`.
fn half(pieces: &[Piece], at: usize) -> Option<(&'static str, f64)> {
    let sign = pieces.get(at).filter(|piece| piece.is_sign('-'))?;
    pieces.get(at + 1).filter(|next| next.span.start == sign.span.end).and_then(|next| unit(&next.low))
}

/// "… and a half" after a unit, with its number of pieces.
fn and_a_half(pieces: &[Piece], at: usize) -> Option<usize> {
    let low = |offset: usize| pieces.get(at + offset).map_or("", |piece| piece.low.as_str());
    match (low(0), low(1), low(2)) {
        ("and", "a", "half") => Some(3),
        ("с", "половиной", _) => Some(2),
        _ => None,
    }
}

/// The noun that a number without a unit counts, or of which it is the number.
fn told(pieces: &[Piece], at: usize, end: &mut usize) -> Option<Dimension> {
    let noun = |piece: &&Piece| piece.is_word() && !is_small(&piece.low);
    if let Some(next) = pieces.get(*end).filter(noun) {
        // An adjective may stand before the counted noun.
        return Some(Dimension::Counted(next.key.clone()));
    }
    let colon = pieces
        .get(at.checked_sub(1)?)
        .is_some_and(|piece| piece.is_sign(':') || piece.low == "is" || piece.low == "at");
    let before = at.checked_sub(1 + usize::from(colon)).and_then(|before| pieces.get(before)).filter(noun)?;
    if word_number(&pieces[at].low).is_some() && !colon {
        return None;
    }
    Some(Dimension::Labelled(before.key.clone()))
}

/// The maximal error by rounding of a number as written.
fn places(piece: &Piece) -> f64 {
    let digits: String = piece.text.chars().filter(|c| c.is_ascii_digit()).collect();
    let point = piece
        .text
        .rsplit_once(['.', ','])
        .filter(|(_, end)| end.len() != 3 || piece.text.starts_with("0"))
        .map(|(_, end)| end.len());
    if let Some(places) = point {
        return 0.5 * 10f64.powi(-i32::try_from(places).unwrap_or(0));
    }
    let zeros = digits.len() - digits.trim_end_matches('0').len();
    let round = zeros >= 3 || zeros == 2 && digits.len() >= 4;
    if round { 0.5 * 10f64.powi(i32::try_from(zeros).unwrap_or(0)) } else { 0.5 }
}

fn bound(pieces: &[Piece], at: usize) -> Bound {
    let from = at.saturating_sub(3);
    let before = pieces[from..at].iter().map(|piece| piece.low.as_str()).collect::<Vec<_>>().join(" ");
    let before = format!(" {before}");
    let ends = |words: &[&str]| words.iter().any(|word| before.ends_with(&format!(" {word}")));
    let last = pieces[from..at].iter().rev().take(2).any(|piece| ABOUT.contains(&format!(" {} ", piece.low)));
    match () {
        () if ends(MOST) => Bound::Most,
        () if ends(LEAST) => Bound::Least,
        () if last => Bound::About,
        () => Bound::Exact,
    }
}

impl Quantity {
    /// True if both can be true of one thing; none where they cannot be compared.
    pub fn agrees(&self, other: &Self) -> Option<bool> {
        if self.dimension != other.dimension {
            return None;
        }
        if self.dimension == Dimension::Version {
            return Some(self.text == other.text);
        }
        let bounded = |bound: &Self, exact: &Self| match bound.bound {
            Bound::Least => Some(exact.value >= bound.value || exact.bound == Bound::Most),
            Bound::Most => Some(exact.value <= bound.value || exact.bound == Bound::Least),
            _ => None,
        };
        if let Some(holds) = bounded(self, other).or_else(|| bounded(other, self)) {
            return Some(holds);
        }
        let apart = (self.value - other.value).abs();
        let most = self.value.abs().max(other.value.abs());
        let about = self.bound == Bound::About || other.bound == Bound::About;
        let labelled = matches!(self.dimension, Dimension::Labelled(_));
        let slack = if labelled {
            0.0
        } else {
            f64::max(if about { 0.1 } else { 0.02 } * most, self.rounded.max(other.rounded))
        };
        Some(apart <= slack + f64::EPSILON * most)
    }
}

#[cfg(test)]
mod tests {
    use super::super::pieces::pieces;
    use super::*;

    fn first(text: &str) -> Quantity {
        quantities(&pieces(text, &[])).into_iter().next().unwrap_or_else(|| panic!("{text}"))
    }

    #[test]
    fn units_are_converted() {
        for (one, other, holds) in [
            ("It lasts 24 months.", "It lasts two years.", true),
            ("It lasts 24 months.", "It lasts three years.", false),
            ("Он длится 14 дней.", "Он длится две недели.", true),
            ("It is 42.2 km long.", "It is 26.2 miles long.", true),
            ("It took 95 minutes.", "It took about an hour and a half.", true),
            ("It took 95 minutes.", "It took an hour.", false),
            ("At least 40 people came.", "43 people came.", true),
            ("Более 200 человек пришло.", "Пришло 150 человек.", false),
            ("It costs $5.", "It costs 5 dollars.", true),
        ] {
            assert_eq!(first(one).agrees(&first(other)), Some(holds), "{one} {other}");
        }
        assert_eq!(first("It is 3 m long.").agrees(&first("It took 3 days.")), None);
    }

    #[test]
    fn a_number_says_what_it_counts() {
        assert_eq!(first("Port: 8340").dimension, Dimension::Labelled("port".into()));
        assert_eq!(first("The team has 8 people.").dimension, Dimension::Counted("people".into()));
        assert_eq!(first("It is at version 3.1.0.").dimension, Dimension::Version);
    }
}
