//! Formulas of office documents (OMML) as a line: `a/b`, `x²`, `√(x + 1)`, `∑_(i=1)^n x_i`.

use super::xml::{Piece, Tag};
use crate::load::powers::{lowered, raised};

/// Nesting limit of a formula; deeper parts are read as plain text.
const DEEPEST: usize = 40;

/// A formula as a line.
pub(super) fn line(formula: &Tag) -> String {
    let words = inside(formula, 0);
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text of the child elements, one after the other.
fn inside(tag: &Tag, depth: usize) -> String {
    if depth > DEEPEST {
        return plain(&tag.words_of("t"));
    }
    let mut words = String::new();
    for piece in &tag.inside {
        if let Piece::Tag(tag) = piece {
            words.push_str(&part(tag, depth + 1));
        }
    }
    words
}

/// The part of a name right inside an element.
fn of(tag: &Tag, name: &str, depth: usize) -> String {
    tag.tag(name).map_or(String::new(), |part| inside(part, depth).trim().to_owned())
}

/// A property of a structure.
fn said<'t>(tag: &'t Tag, properties: &str, name: &str) -> Option<&'t str> {
    tag.tag(properties)?.said(name)
}

fn part(tag: &Tag, depth: usize) -> String {
    let of = |name: &str| of(tag, name, depth);
    match tag.name.as_str() {
        "t" => plain(&tag.words_of("t")),
        "f" if said(tag, "fPr", "type") == Some("noBar") => format!("binom({}, {})", of("num"), of("den")),
        "f" => format!("{}/{}", grouped(&of("num"), false), grouped(&of("den"), true)),
        "sSup" => format!("{}{}", grouped(&of("e"), true), up(&of("sup"))),
        "sSub" => format!("{}{}", grouped(&of("e"), true), lowered(&of("sub"))),
        "sSubSup" => format!("{}{}{}", grouped(&of("e"), true), lowered(&of("sub")), up(&of("sup"))),
        "sPre" => format!("{}{}{}", up(&of("sup")), lowered(&of("sub")), of("e")),
        "rad" => root(&of("deg"), &of("e")),
        "nary" => {
            let sign = said(tag, "naryPr", "chr").unwrap_or("∫");
            format!("{sign}{}{} {}", bound('_', &of("sub")), bound('^', &of("sup")), of("e"))
        }
        "func" => format!("{} {}", of("fName"), bracketed(&of("e"))),
        "limLow" => format!("{}{}", of("e"), bound('_', &of("lim"))),
        "limUpp" => format!("{}{}", of("e"), bound('^', &of("lim"))),
        "d" => delimited(tag, depth),
        "m" => matrix(tag, depth),
        "eqArr" => listed(tag, "e", depth).join("; "),
        "acc" => format!("{}{}", of("e"), said(tag, "accPr", "chr").unwrap_or("\u{302}")),
        "bar" => format!("{}\u{305}", of("e")),
        // Deletions of tracked changes, and properties, are no part of it.
        "del" | "moveFrom" | "rPr" | "ctrlPr" => String::new(),
        _ => inside(tag, depth),
    }
}

fn listed(tag: &Tag, name: &str, depth: usize) -> Vec<String> {
    tag.tags().filter(|part| part.name == name).map(|part| inside(part, depth).trim().to_owned()).collect()
}

/// Parts between brackets; a matrix between them needs none of its own.
fn delimited(tag: &Tag, depth: usize) -> String {
    let sign = |name: &str, usual: &'static str| {
        tag.tag("dPr")
            .and_then(|properties| properties.tag(name))
            .map_or(usual.to_owned(), |sign| sign.attribute("val").unwrap_or_default().to_owned())
    };
    let mut inside = listed(tag, "e", depth).join(&sign("sepChr", "|"));
    if inside.starts_with('[') && inside.ends_with(']') && inside.contains(';') {
        inside = inside[1..inside.len() - 1].to_owned();
    }
    format!("{}{inside}{}", sign("begChr", "("), sign("endChr", ")"))
}

/// The rows of a matrix.
fn matrix(tag: &Tag, depth: usize) -> String {
    let rows = tag.tags().filter(|row| row.name == "mr").map(|row| listed(row, "e", depth).join(", "));
    format!("[{}]", rows.collect::<Vec<_>>().join("; "))
}

fn root(degree: &str, inside: &str) -> String {
    let sign = match degree {
        "" | "2" => "√".to_owned(),
        "3" => "∛".to_owned(),
        "4" => "∜".to_owned(),
        degree => format!("{}√", up(degree)),
    };
    format!("{sign}{}", grouped(inside, true))
}

/// An exponent, which is never an ending of a numeral.
fn up(words: &str) -> String {
    match words {
        "" => String::new(),
        // A degree, a prime or a star stands raised by itself.
        "°" | "′" | "″" | "'" | "*" | "∗" => words.to_owned(),
        words => raised(words, None),
    }
}

/// A bound of a sum or a limit.
fn bound(mark: char, words: &str) -> String {
    match words.chars().count() {
        0 => String::new(),
        1 => format!("{mark}{words}"),
        _ => format!("{mark}({words})"),
    }
}

/// A part in brackets where it would otherwise fall apart: a sum always, a product if it is `tight`.
fn grouped(words: &str, tight: bool) -> String {
    let mut open = 0i32;
    let (mut loose, mut closed_at) = (false, None);
    for (at, c) in words.char_indices() {
        match c {
            '(' | '[' | '{' => open += 1,
            ')' | ']' | '}' => open -= 1,
            '+' | '-' | '−' | '±' | '=' | '/' | '<' | '>' | '≤' | '≥' | ' ' | ',' if open == 0 && at > 0 => {
                loose = true
            }
            _ => {}
        }
        if open == 0 && closed_at.is_none() {
            closed_at = Some(at + c.len_utf8());
        }
    }
    let is_one = closed_at == Some(words.len()) && words.chars().count() > 1;
    let is_word = words.chars().all(|c| c.is_ascii_digit() || c == '.' || c == ',')
        || words.chars().filter(|c| c.is_alphanumeric() && !is_small(*c)).count() <= 1;
    if is_one || (!loose && (!tight || is_word)) { words.to_owned() } else { format!("({words})") }
}

fn is_small(c: char) -> bool {
    matches!(c, '⁰'..='₎' | '¹' | '²' | '³' | 'ₓ' | 'ᵢ')
}

/// The argument of a function; a number or a letter stands without brackets.
fn bracketed(words: &str) -> String {
    if words.starts_with('(') { words.to_owned() } else { grouped(words, true) }
}

/// Letters of formulas, which Unicode has in many shapes, as plain ones.
fn plain(words: &str) -> String {
    words.chars().map(|c| plain_letter(c).unwrap_or(c)).collect()
}

fn plain_letter(c: char) -> Option<char> {
    let code = u32::from(c);
    let (first, at) = match code {
        0x210e => return Some('h'),
        0x1d400..=0x1d6a3 => match (code - 0x1d400) % 52 {
            at @ 0..=25 => ('A', at),
            at => ('a', at - 26),
        },
        0x1d6a8..=0x1d7c9 => match (code - 0x1d6a8) % 58 {
            at @ (0..=16 | 18..=24) => ('Α', at),
            at @ 26..=50 => ('α', at - 26),
            _ => return None,
        },
        0x1d7ce..=0x1d7ff => ('0', (code - 0x1d7ce) % 10),
        _ => return None,
    };
    char::from_u32(u32::from(first) + at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::office::xml::read;

    fn shown(formula: &str) -> String {
        line(&read(&format!("<m:oMath>{formula}</m:oMath>")).expect("it is XML"))
    }

    fn run(words: &str) -> String {
        format!("<m:r><m:rPr><m:sty m:val='p'/></m:rPr><m:t>{words}</m:t></m:r>")
    }

    #[test]
    fn a_fraction_keeps_its_stroke_and_its_brackets() {
        let over = |a: &str, b: &str| format!("<m:f><m:num>{a}</m:num><m:den>{b}</m:den></m:f>");
        assert_eq!(shown(&over(&run("7"), &run("16"))), "7/16");
        assert_eq!(shown(&over(&run("p+q"), &run("2r"))), "(p+q)/(2r)");
        assert_eq!(shown(&over(&run("7"), &over(&run("2"), &run("x")))), "7/(2/x)");
    }

    #[test]
    fn powers_roots_and_sums_read_in_a_line() {
        let power = format!("<m:sSup><m:e>{}</m:e><m:sup>{}</m:sup></m:sSup>", run("𝑥"), run("5"));
        assert_eq!(shown(&power), "x⁵");
        let root = format!("<m:rad><m:radPr><m:degHide m:val='1'/></m:radPr><m:deg/><m:e>{}</m:e></m:rad>", run("t-1"));
        assert_eq!(shown(&root), "√(t-1)");
        let sum = format!(
            "<m:nary><m:naryPr><m:chr m:val='∑'/></m:naryPr><m:sub>{}</m:sub><m:sup>{}</m:sup><m:e>{power}</m:e></m:nary>",
            run("k=0"),
            run("m")
        );
        assert_eq!(shown(&sum), "∑_(k=0)^m x⁵");
        let index = format!("<m:sSub><m:e>{}</m:e><m:sub>{}</m:sub></m:sSub>", run("v"), run("max"));
        assert_eq!(shown(&index), "v_(max)");
    }

    #[test]
    fn brackets_and_matrices_are_kept() {
        let row = |a: &str, b: &str| format!("<m:mr><m:e>{}</m:e><m:e>{}</m:e></m:mr>", run(a), run(b));
        let matrix = format!("<m:d><m:e><m:m>{}{}</m:m></m:e></m:d>", row("1", "2"), row("3", "4"));
        assert_eq!(shown(&matrix), "(1, 2; 3, 4)");
    }
}
