//! Notes to index: many short ones, some longer, some copies, with names that come back often.

use std::fmt::Write as _;
use std::path::Path;

use super::chance::Chance;

const FIRST: [&str; 12] =
    ["Ilse", "Matvei", "Ada", "Bruno", "Chiara", "Dmitri", "Edda", "Farid", "Greta", "Hugo", "Ines", "Jonas"];
const LAST: [&str; 10] =
    ["Varga", "Lagunov", "Brandt", "Costa", "Deniz", "Eriksen", "Fontana", "Groen", "Horvat", "Ivanov"];
const PLACES: [&str; 8] = ["Tarnfeld", "Kronstadt", "Oslo", "Porto", "Kazan", "Ghent", "Izmir", "Turku"];
const DEEDS: [&str; 6] = ["was born in", "founded a school in", "left", "wrote about", "was buried in", "measured"];

/// Writes `count` notes of at most `paragraphs` paragraphs into a folder; the same chance writes the same
/// notes.
pub(crate) fn write(folder: &Path, count: u64, paragraphs: u64, chance: &mut Chance) -> anyhow::Result<()> {
    let mut last = String::new();
    for number in 0..count {
        // A text that two notes share has one body and two owners.
        let text = if number % 40 == 39 { last.clone() } else { note(number, paragraphs, chance) };
        let path = folder.join(format!("part{}", number % 7)).join(format!("{number}.md"));
        std::fs::create_dir_all(folder.join(format!("part{}", number % 7)))?;
        std::fs::write(path, &text)?;
        last = text;
    }
    Ok(())
}

/// Changes two notes of three, and takes one of ten away.
pub(crate) fn edit(folder: &Path, count: u64, chance: &mut Chance) -> anyhow::Result<()> {
    for number in 0..count {
        let path = folder.join(format!("part{}", number % 7)).join(format!("{number}.md"));
        match number % 30 {
            0..=2 => std::fs::remove_file(path)?,
            3..=21 => std::fs::write(path, note(number, 3, chance))?,
            _ => {}
        }
    }
    Ok(())
}

fn name(chance: &mut Chance) -> String {
    // Few names are spoken of often, as everywhere.
    let skewed = |chance: &mut Chance, count: usize| (chance.share() * chance.share() * count as f64) as usize;
    let (first, last) = (skewed(chance, FIRST.len()), skewed(chance, LAST.len()));
    format!("{} {}", FIRST[first], LAST[last])
}

fn note(number: u64, paragraphs: u64, chance: &mut Chance) -> String {
    let (about, place) = (name(chance), *chance.of_these(&PLACES));
    let mut text = format!(
        "---\ntags: [t{}, {place}]\nyear: {}\n---\n# Note {number} on {about}\n\n",
        number % 5,
        1900 + number % 90
    );
    for paragraph in 0..=paragraphs / 2 + chance.below(paragraphs) / 2 {
        if paragraph % 9 == 2 {
            let _ = writeln!(text, "## In {place}\n");
        }
        for _ in 0..=chance.below(3) {
            let (who, deed, place) = (name(chance), chance.of_these(&DEEDS), chance.of_these(&PLACES));
            let _ = write!(text, "{who} {deed} {place} in {}. ", 1850 + chance.below(150));
        }
        text.push_str("\n\n");
    }
    text
}
