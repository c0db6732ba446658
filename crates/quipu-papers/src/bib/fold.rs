//! Titles folded, so that two ways to write one title compare as equal.

use unicode_normalization::UnicodeNormalization;

use super::tex::{greek_name, plain};
use super::text::untagged;

/// A title as it is compared: lower case, without accents, punctuation, tags and TeX, Greek letters by their names, one
/// blank between words. A longer Greek word stays Greek.
pub fn folded(title: &str) -> String {
    let title = without_styles(&plain(&untagged(title).0));
    let mut letters = Vec::with_capacity(title.len());
    for c in title.nfkd().flat_map(char::to_lowercase) {
        match c {
            '\u{300}'..='\u{36F}' => {}
            'ß' => letters.extend(['s', 's']),
            'æ' => letters.extend(['a', 'e']),
            'œ' => letters.extend(['o', 'e']),
            'þ' => letters.extend(['t', 'h']),
            'ø' => letters.push('o'),
            'ł' => letters.push('l'),
            'đ' | 'ð' => letters.push('d'),
            'ı' => letters.push('i'),
            // Signs of math and of the possessive part no words.
            '\'' | '’' | '^' | '_' | '{' | '}' | '$' => {}
            _ if c.is_alphanumeric() => letters.push(c),
            // Marks of scripts that write vowels with them.
            _ if unicode_normalization::char::is_combining_mark(c) => letters.push(c),
            _ => letters.push(' '),
        }
    }
    let mut out = String::with_capacity(letters.len());
    for run in letters.chunk_by(|a, b| greek_name(*a).is_some() == greek_name(*b).is_some()) {
        match run {
            [first, ..] if greek_name(*first).is_some() && run.len() <= 2 => {
                for letter in run {
                    out.push(' ');
                    out.push_str(greek_name(*letter).unwrap_or_default());
                }
                out.push(' ');
            }
            _ => out.extend(run),
        }
    }
    super::text::collapsed(&out)
}

/// Commands of math that only change how letters look.
const STYLES: [&str; 13] = [
    "mathbb",
    "mathcal",
    "mathrm",
    "mathbf",
    "mathit",
    "mathsf",
    "mathfrak",
    "text",
    "textrm",
    "textit",
    "boldsymbol",
    "rm",
    "bf",
];

/// The text without commands that only change how letters look; `\varepsilon` becomes `\epsilon`.
fn without_styles(text: &str) -> String {
    let mut parts = text.split('\\');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_at(part.bytes().take_while(u8::is_ascii_alphabetic).count());
        let name = name.strip_prefix("var").filter(|name| !name.is_empty()).unwrap_or(name);
        out.push(' ');
        if !STYLES.contains(&name) {
            out.push_str(name);
        }
        out.push_str(rest);
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ways_to_write_one_title_are_equal() {
        let pairs = [
            ("Attention Is All You Need", "attention is all you need."),
            ("{BERT:} Pre-training", "BERT: Pre-Training"),
            ("α-stable laws", r"{$\alpha$}-Stable Laws"),
            ("Alpha-stable laws", "α-stable laws"),
            (r"On $\varepsilon$-nets in $\mathbb{R}^2$", "On ε-nets in ℝ²"),
            (r#"{\"U}ber M{\"u}ller"#, "Über Muller"),
            ("Straße", "STRASSE"),
            ("What's new", "What’s new"),
            ("TGF<sub>β</sub>", "TGF-beta"),
        ];
        for (one, other) in pairs {
            assert_eq!(folded(one), folded(other), "{one}");
        }
        assert_eq!(folded("Ανάλυση"), "αναλυση");
        assert_eq!(folded("!?"), "");
        assert_ne!(folded("Обзор"), folded("Обзоры"));
    }

    proptest! {
        #[test]
        fn any_text_folds_and_stays_folded(text in "\\PC{0,40}") {
            let once = folded(&text);
            prop_assert_eq!(once.trim(), once.as_str());
        }
    }
}
