//! Letters drawn twice for a bolder look or a shadow are one letter.
//!
//! A copy nearly upon its letter is a twin on any page. A copy further off, but still within the
//! letter, counts where different letters of that font and size have copies at the same distance:
//! a narrow letter is not much wider than such a distance, and two letters that stand side by side
//! must stay two. Cost: linear in glyphs that are sorted.

use std::collections::BTreeMap;

use crate::glyphs::Glyph;

/// Share of a letter's width within which a copy needs no other evidence.
const UPON: f32 = 0.25;
/// Share within which it needs other letters that agree.
const WITHIN: f32 = 0.75;

/// A font and a size.
type Face = (u16, i32);

/// Takes copies out of glyphs. Each row of `rows` stands on one baseline and is sorted from the left.
pub(crate) fn take_out(rows: Vec<Vec<Glyph>>) -> Vec<Vec<Glyph>> {
    let copies: Vec<Vec<Copy>> = rows.iter().map(|row| copies(row)).collect();
    let usual = usual(&rows, &copies);
    let single = |(row, copies): (Vec<Glyph>, Vec<Copy>)| -> Vec<Glyph> {
        let mut gone = vec![false; row.len()];
        for Copy { of, at, distance } in copies {
            let glyph = &row[of];
            let upon = distance < UPON * width(glyph);
            // Drawn more than twice, each copy stands as far from the one before.
            let steps = usual.get(&face(glyph)).map(|usual| (1..4).map(move |times| times * usual));
            let usual = steps.is_some_and(|mut steps| steps.any(|usual| (step(distance) - usual).abs() <= 1));
            // Copies are those of a letter that stays, or two letters would be one.
            gone[at] |= !gone[of] && (upon || usual);
        }
        row.into_iter().zip(gone).filter(|(_, gone)| !gone).map(|(glyph, _)| glyph).collect()
    };
    rows.into_iter().zip(copies).map(single).collect()
}

/// A glyph of a row that may be a copy, its original, and the distance between them.
struct Copy {
    of: usize,
    at: usize,
    distance: f32,
}

fn width(glyph: &Glyph) -> f32 {
    (glyph.right - glyph.left).max(0.4)
}

/// The possible copies of a row, by the letters that they would be of.
fn copies(row: &[Glyph]) -> Vec<Copy> {
    let mut copies = Vec::new();
    for (at, glyph) in row.iter().enumerate().filter(|(_, glyph)| !glyph.letter.is_whitespace()) {
        let reach = WITHIN * width(glyph);
        let near = row.iter().enumerate().skip(at + 1).take_while(|(_, other)| other.left - glyph.left < reach);
        // A few copies are a bold look, many are noise.
        for (other, copy) in near.take(8) {
            if copy.letter == glyph.letter && (copy.size - glyph.size).abs() < 0.05 * glyph.size {
                copies.push(Copy { of: at, at: other, distance: copy.left - glyph.left });
            }
        }
    }
    copies
}

/// The distance at which the letters of a face have copies, where several letters do.
fn usual(rows: &[Vec<Glyph>], copies: &[Vec<Copy>]) -> BTreeMap<Face, i32> {
    let mut found: BTreeMap<Face, BTreeMap<i32, Vec<char>>> = BTreeMap::new();
    for (row, copies) in rows.iter().zip(copies) {
        for copy in copies {
            let glyph = &row[copy.at];
            found.entry(face(glyph)).or_default().entry(step(copy.distance)).or_default().push(glyph.letter);
        }
    }
    let most = |steps: BTreeMap<i32, Vec<char>>| {
        let (step, mut letters) = steps.into_iter().max_by_key(|(step, letters)| (letters.len(), -step))?;
        letters.sort_unstable();
        letters.dedup();
        (letters.len() > 1).then_some(step)
    };
    found.into_iter().filter_map(|(face, steps)| Some((face, most(steps)?))).collect()
}

fn face(glyph: &Glyph) -> Face {
    (glyph.font, (2.0 * glyph.size).round() as i32)
}

/// A distance in tenths of a point.
fn step(distance: f32) -> i32 {
    (10.0 * distance).round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(letters: &[(char, f32)]) -> Vec<Glyph> {
        let glyph = |(letter, left): &(char, f32)| Glyph {
            letter: *letter,
            left: *left,
            right: left + if "il".contains(*letter) { 2.0 } else { 6.0 },
            y: 0.0,
            size: 10.0,
            style: Default::default(),
            font: 0,
        };
        letters.iter().map(glyph).collect()
    }

    fn read(letters: &[(char, f32)]) -> String {
        take_out(vec![row(letters)]).concat().iter().map(|glyph| glyph.letter).collect()
    }

    #[test]
    fn narrow_letters_drawn_twice_are_one() {
        let hill = [('h', 0.0), ('h', 1.0), ('i', 6.0), ('i', 7.0), ('l', 8.0), ('l', 9.0), ('l', 10.0), ('l', 11.0)];
        assert_eq!(read(&hill), "hill");
        let thrice = [('i', 0.0), ('i', 0.6), ('i', 1.2), ('l', 2.0), ('l', 2.6), ('l', 3.2)];
        assert_eq!(read(&thrice), "il");
        // Half a letter further.
        let half = [('l', 0.0), ('l', 1.0), ('l', 2.0), ('l', 3.0), ('i', 4.0), ('i', 5.0)];
        assert_eq!(read(&half), "lli");
    }

    #[test]
    fn letters_side_by_side_stay() {
        assert_eq!(read(&[('a', 0.0), ('l', 6.0), ('l', 8.0), ('i', 10.0), ('i', 12.0)]), "allii");
        // Set tighter than the font says.
        assert_eq!(read(&[('0', 0.0), ('0', 4.0), ('0', 8.0)]), "000");
    }
}
