//! The numbers that Word shows before headings, clauses and members of lists: they stand nowhere in the text and
//! follow from `numbering.xml` and `styles.xml`.

use rustc_hash::{FxHashMap, FxHashSet};

use super::numerals::numeral;
use super::xml::{Tag, read};

/// Number of levels in a list.
const LEVELS: usize = 9;
/// The longest text around a number, in bytes.
const LONGEST: usize = 200;
/// The longest chain of styles that is followed.
const LONGEST_CHAIN: usize = 20;

/// A level of a list.
#[derive(Debug, Clone, Default)]
struct Level {
    start: u32,
    format: String,
    /// The number with `%1` where the number of the first level stands.
    text: String,
    /// The style whose paragraphs are of this level.
    style: Option<String>,
    /// The level that restarts it; missing: any above it; zero: no level does.
    restart: Option<usize>,
    /// True if all numbers are in figures.
    legal: bool,
}

/// A list: its levels, or the style that names another list.
#[derive(Debug, Clone, Default)]
struct Sort {
    levels: FxHashMap<usize, Level>,
    like: Option<String>,
}

/// A use of a list.
#[derive(Debug, Clone, Default)]
struct Use {
    sort: String,
    starts: FxHashMap<usize, u32>,
    levels: FxHashMap<usize, Level>,
}

#[derive(Debug, Clone, Default)]
struct Style {
    based_on: Option<String>,
    list: Option<String>,
    level: Option<usize>,
}

/// The numbering of a document.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    sorts: FxHashMap<String, Sort>,
    uses: FxHashMap<String, Use>,
    styles: FxHashMap<String, Style>,
    /// The style of paragraphs that name none.
    usual: Option<String>,
}

impl Numbers {
    /// Reads both parts.
    pub(super) fn read(numbering: &str, styles: &str) -> Option<Self> {
        let mut numbers = Self::default();
        for tag in read(numbering)?.tags() {
            match tag.name.as_str() {
                "abstractNum" => {
                    let id = tag.attribute("abstractNumId").unwrap_or_default().to_owned();
                    let like = tag.said("numStyleLink").map(str::to_owned);
                    numbers.sorts.insert(id, Sort { levels: levels(tag), like });
                }
                "num" => {
                    let id = tag.attribute("numId").unwrap_or_default().to_owned();
                    numbers.uses.insert(id, use_of(tag));
                }
                _ => {}
            }
        }
        for tag in read(styles).iter().flat_map(Tag::tags).filter(|tag| tag.name == "style") {
            if tag.attribute("type").is_some_and(|kind| kind != "paragraph" && kind != "numbering") {
                continue;
            }
            let id = tag.attribute("styleId").unwrap_or_default().to_owned();
            let (list, level) = tag.tag("pPr").map(own).unwrap_or_default();
            let is_usual = tag.attribute("default").is_some_and(|value| value == "1" || value == "true");
            if is_usual && tag.attribute("type") == Some("paragraph") {
                numbers.usual = Some(id.clone());
            }
            numbers.styles.insert(id, Style { based_on: tag.said("basedOn").map(str::to_owned), list, level });
        }
        Some(numbers)
    }

    /// The list that a paragraph belongs to, and its level there.
    fn place(&self, properties: Option<&Tag>) -> Option<(&str, usize)> {
        let (own_list, own_level) = properties.map(own).unwrap_or_default();
        let style = properties.and_then(|properties| properties.said("pStyle")).or(self.usual.as_deref());
        let chain: Vec<&str> =
            std::iter::successors(style, |id| self.styles.get(*id)?.based_on.as_deref()).take(LONGEST_CHAIN).collect();
        let mut styles = chain.iter().filter_map(|id| self.styles.get(*id));
        let by_style = styles.clone().find_map(|style| style.list.as_deref());
        let list = own_list.as_deref().or(by_style).filter(|id| *id != "0")?;
        let (list, found) = self.uses.get_key_value(list)?;
        let levels = self.levels(found);
        let of_style = || {
            let linked = |id: &&str| levels.iter().find(|(_, level)| level.style.as_deref() == Some(*id));
            chain.iter().find_map(linked).map(|(at, _)| *at)
        };
        let level = own_level.or_else(of_style).or_else(|| styles.find_map(|style| style.level)).unwrap_or(0);
        Some((list.as_str(), level.min(LEVELS - 1)))
    }

    /// The levels of the list that a use names, which may name the list of a style.
    fn levels(&self, found: &Use) -> &FxHashMap<usize, Level> {
        let own = self.sorts.get(&found.sort);
        let named = own.and_then(|sort| sort.like.as_deref()).and_then(|style| self.styles.get(style)?.list.as_deref());
        let linked = named.and_then(|list| self.sorts.get(&self.uses.get(list)?.sort));
        static NONE: std::sync::LazyLock<FxHashMap<usize, Level>> = std::sync::LazyLock::new(FxHashMap::default);
        linked.filter(|sort| !sort.levels.is_empty()).or(own).map_or(&*NONE, |sort| &sort.levels)
    }
}

/// The list and the level that properties of a paragraph name.
fn own(properties: &Tag) -> (Option<String>, Option<usize>) {
    let numbered = properties.tag("numPr");
    let list = numbered.and_then(|tag| tag.said("numId")).map(str::to_owned);
    (list, numbered.and_then(|tag| tag.said("ilvl")).and_then(|level| level.parse().ok()))
}

fn levels(tag: &Tag) -> FxHashMap<usize, Level> {
    let levels = tag.tags().filter(|tag| tag.name == "lvl");
    levels.filter_map(|tag| Some((tag.attribute("ilvl")?.parse().ok()?, level(tag)))).collect()
}

fn level(tag: &Tag) -> Level {
    Level {
        start: tag.said("start").and_then(|start| start.parse().ok()).unwrap_or(1),
        // A format that Word of old does not know stands in an alternative.
        format: tag.said("numFmt").unwrap_or("decimal").to_owned(),
        text: tag.said("lvlText").filter(|text| text.len() <= LONGEST).unwrap_or_default().to_owned(),
        style: tag.said("pStyle").map(str::to_owned),
        restart: tag.said("lvlRestart").and_then(|level| level.parse().ok()),
        legal: tag.is_on("isLgl"),
    }
}

fn use_of(tag: &Tag) -> Use {
    let mut found = Use { sort: tag.said("abstractNumId").unwrap_or_default().to_owned(), ..Use::default() };
    for changed in tag.tags().filter(|tag| tag.name == "lvlOverride") {
        let Some(at) = changed.attribute("ilvl").and_then(|at| at.parse().ok()) else { continue };
        if let Some(start) = changed.said("startOverride").and_then(|start| start.parse().ok()) {
            found.starts.insert(at, start);
        }
        if let Some(own) = changed.tag("lvl") {
            found.levels.insert(at, level(own));
        }
    }
    found
}

/// The count of one story: the text, or the notes.
#[derive(Debug)]
pub(super) struct Count<'n> {
    numbers: &'n Numbers,
    /// The current counts of each list, a number a level.
    counts: FxHashMap<&'n str, [Option<u32>; LEVELS]>,
    /// Uses of lists that have restarted at a level.
    begun: FxHashSet<(&'n str, usize)>,
}

impl<'n> Count<'n> {
    /// A count that has not begun.
    pub(super) fn new(numbers: &'n Numbers) -> Self {
        Self { numbers, counts: FxHashMap::default(), begun: FxHashSet::default() }
    }

    /// Counts a paragraph; returns its number, if it is numbered.
    pub(super) fn label(&mut self, properties: Option<&Tag>) -> Option<String> {
        let (list, at) = self.numbers.place(properties)?;
        let found = self.numbers.uses.get(list)?;
        let levels = self.numbers.levels(found);
        let of = |at: usize| found.levels.get(&at).or_else(|| levels.get(&at));
        let level = of(at)?;
        let counts = self.counts.entry(found.sort.as_str()).or_default();
        let anew = found.starts.get(&at).filter(|_| self.begun.insert((list, at)));
        let next = match (anew, counts[at]) {
            (Some(start), _) => *start,
            (None, Some(last)) => last.saturating_add(1),
            (None, None) => level.start,
        };
        counts[at] = Some(next);
        for (below, count) in counts.iter_mut().enumerate().skip(at + 1) {
            // A level may go on where only a level further up restarts it.
            let restart = of(below).and_then(|level| level.restart);
            if restart != Some(0) && restart.is_none_or(|restart| restart > at) {
                *count = None;
            }
        }
        if matches!(level.format.as_str(), "bullet") {
            return None;
        }
        let mut label = level.text.clone();
        for (other, count) in counts.iter().enumerate().take(at + 1) {
            let mark = format!("%{}", other + 1);
            if label.contains(&mark) {
                let above = of(other);
                let format = if level.legal { "decimal" } else { above.map_or("decimal", |above| &above.format) };
                let number = count.or(above.map(|above| above.start)).unwrap_or(1);
                label = label.replace(&mark, &numeral(format, number).unwrap_or_default());
            }
        }
        let label = label.split_whitespace().collect::<Vec<_>>().join(" ");
        label.chars().any(char::is_alphanumeric).then_some(label)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NUMBERING: &str = "<w:numbering>
        <w:abstractNum w:abstractNumId='4'>
          <w:lvl w:ilvl='0'><w:start w:val='1'/><w:numFmt w:val='upperRoman'/><w:pStyle w:val='Part'/><w:lvlText w:val='Part %1'/></w:lvl>
          <w:lvl w:ilvl='1'><w:start w:val='1'/><w:numFmt w:val='decimal'/><w:pStyle w:val='Clause'/><w:isLgl/><w:lvlText w:val='%1.%2.'/></w:lvl>
          <w:lvl w:ilvl='2'><w:start w:val='3'/><w:numFmt w:val='lowerLetter'/><w:lvlText w:val='(%3)'/></w:lvl>
        </w:abstractNum>
        <w:abstractNum w:abstractNumId='5'><w:lvl w:ilvl='0'><w:numFmt w:val='bullet'/><w:lvlText w:val='o'/></w:lvl></w:abstractNum>
        <w:num w:numId='7'><w:abstractNumId w:val='4'/></w:num>
        <w:num w:numId='8'><w:abstractNumId w:val='4'/><w:lvlOverride w:ilvl='1'><w:startOverride w:val='10'/></w:lvlOverride></w:num>
        <w:num w:numId='9'><w:abstractNumId w:val='5'/></w:num>
      </w:numbering>";
    const STYLES: &str = "<w:styles>
        <w:style w:type='paragraph' w:styleId='Part'><w:pPr><w:numPr><w:numId w:val='7'/></w:numPr></w:pPr></w:style>
        <w:style w:type='paragraph' w:styleId='Clause'><w:basedOn w:val='Part'/></w:style>
        <w:style w:type='paragraph' w:styleId='Free'><w:basedOn w:val='Clause'/><w:pPr><w:numPr><w:numId w:val='0'/></w:numPr></w:pPr></w:style>
      </w:styles>";

    fn labels(paragraphs: &[&str]) -> Vec<String> {
        let numbers = Numbers::read(NUMBERING, STYLES).expect("it is XML");
        let mut count = Count::new(&numbers);
        let properties = paragraphs.iter().map(|inside| read(&format!("<w:pPr>{inside}</w:pPr>")).expect("it is XML"));
        properties.map(|properties| count.label(Some(&properties)).unwrap_or_default()).collect()
    }

    #[test]
    fn styles_number_and_levels_begin_anew() {
        let (part, clause) = ("<w:pStyle w:val='Part'/>", "<w:pStyle w:val='Clause'/>");
        let letter = "<w:numPr><w:ilvl w:val='2'/><w:numId w:val='7'/></w:numPr>";
        let said = labels(&[part, clause, clause, letter, letter, part, clause, letter]);
        assert_eq!(said, ["Part I", "1.1.", "1.2.", "(c)", "(d)", "Part II", "2.1.", "(c)"]);
    }

    #[test]
    fn a_use_may_begin_anew_and_a_style_may_switch_numbers_off() {
        let ten = "<w:numPr><w:ilvl w:val='1'/><w:numId w:val='8'/></w:numPr>";
        let said = labels(&["<w:pStyle w:val='Part'/>", ten, ten, "<w:pStyle w:val='Free'/>"]);
        assert_eq!(said, ["Part I", "1.10.", "1.11.", ""]);
        assert_eq!(
            labels(&["<w:numPr><w:numId w:val='9'/></w:numPr>", "<w:numPr><w:numId w:val='77'/></w:numPr>"]),
            ["", ""]
        );
    }
}
