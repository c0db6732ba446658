//! Globs over ids and source paths: `*` within a folder, `**` across folders, `?` one character.
//!
//! The set of places in the pattern that a prefix of the text can have reached is carried along
//! the text, so no pattern makes it slow. Cost: length of the text times length of the pattern.

/// A piece of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Piece {
    One(char),
    Any,
    Run,
    Deep,
}

/// A glob.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Glob(Vec<Piece>);

impl Glob {
    /// The glob of a text; none when it has no wildcard.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut pieces: Vec<Piece> = Vec::new();
        for c in text.chars() {
            match (c, pieces.last_mut()) {
                ('*', Some(last @ (Piece::Run | Piece::Deep))) => *last = Piece::Deep,
                ('*', _) => pieces.push(Piece::Run),
                ('?', _) => pieces.push(Piece::Any),
                (c, _) => pieces.push(Piece::One(c)),
            }
        }
        pieces.iter().any(|piece| !matches!(piece, Piece::One(_))).then_some(Self(pieces))
    }

    /// True if the glob matches the whole text.
    pub(crate) fn matches(&self, text: &str) -> bool {
        let mut reached = vec![false; self.0.len() + 1];
        reached[0] = true;
        self.pass_empty(&mut reached);
        for c in text.chars() {
            let mut next = vec![false; reached.len()];
            for (place, piece) in self.0.iter().enumerate().filter(|(place, _)| reached[*place]) {
                match piece {
                    Piece::One(one) => next[place + 1] |= *one == c,
                    Piece::Any => next[place + 1] |= c != '/',
                    Piece::Run => next[place] |= c != '/',
                    Piece::Deep => next[place] = true,
                }
            }
            self.pass_empty(&mut next);
            reached = next;
        }
        reached[self.0.len()]
    }

    /// `*` and `**` match nothing too; `**/` matches no folder at all.
    fn pass_empty(&self, reached: &mut [bool]) {
        for (place, piece) in self.0.iter().enumerate() {
            if reached[place] && matches!(piece, Piece::Run | Piece::Deep) {
                reached[place + 1] = true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(glob: &str, text: &str) -> bool {
        Glob::parse(glob).is_some_and(|glob| glob.matches(text))
    }

    #[test]
    fn wildcards_stay_in_their_folder_unless_doubled() {
        assert!(matches("notes/*.md", "notes/a.md"));
        assert!(!matches("notes/*.md", "notes/deep/a.md"));
        assert!(matches("notes/**", "notes/deep/a.md"));
        assert!(matches("**.md", "notes/deep/a.md"));
        assert!(matches("notes/?.md", "notes/я.md"));
        assert!(!matches("notes/?.md", "notes/ab.md"));
        assert_eq!(Glob::parse("notes/a.md"), None);
    }

    #[test]
    fn a_hostile_pattern_is_not_slow() {
        let text = "a".repeat(5_000);
        assert!(!matches(&"*a".repeat(200).replace("*a", "*a?").to_string(), &text[..300]));
        assert!(matches(&"*a".repeat(200), &text));
    }
}
