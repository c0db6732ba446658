//! Titles as they are shown: math of TeX and tags of HTML as letters.
//!
//! A paper keeps its title with math between dollar signs, as bibliographies are written again with it; lists,
//! documents and answers show letters.

use super::small_letters::{lowered, raised};
use super::tex::{greek, letter, math_at, plain};
use super::text_cleanup::{collapsed, untagged};

/// Depth up to which groups of math are read.
const DEEPEST: usize = 40;

/// A title or an abstract as people read it: `$\mathbb{R}^n$` is `ℝⁿ`, `<i>x</i>` is `x`, `&amp;` is `&`.
pub fn shown(text: &str) -> String {
    if !text.contains(['$', '<', '&', '\\']) {
        return text.to_owned();
    }
    let text = if has_commands(text) { plain(text) } else { text.to_owned() };
    let (mut out, mut rest) = (String::with_capacity(text.len()), text.as_str());
    while let Some(at) = rest.find('$') {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let math = math_at(from).unwrap_or("$");
        match math.strip_prefix('$').and_then(|math| math.strip_suffix('$')) {
            Some(inside) => out.push_str(&in_letters(inside)),
            None => out.push('$'),
        }
        rest = from.get(math.len()..).unwrap_or_default();
    }
    out.push_str(rest);
    let out = if out.contains('<') { untagged(&out).0 } else { out };
    collapsed(&if out.contains('&') { unescaped(&out) } else { out })
}

/// True if a text has commands of TeX outside of math.
fn has_commands(text: &str) -> bool {
    let mut rest = text;
    while let Some(at) = rest.find(['$', '\\']) {
        let from = rest.get(at..).unwrap_or_default();
        if from.starts_with('\\') {
            return true;
        }
        rest = from.get(math_at(from).map_or(1, str::len)..).unwrap_or_default();
    }
    false
}

/// A text with references to characters as these characters.
fn unescaped(text: &str) -> String {
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find('&') {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let name = from.get(1..).and_then(|after| after.split_once(';')).map(|(name, _)| name);
        match name.filter(|name| name.len() <= 8).and_then(|name| Some((name, character(name)?))) {
            Some((name, c)) => {
                out.push(c);
                rest = from.get(name.len() + 2..).unwrap_or_default();
            }
            None => {
                out.push('&');
                rest = from.get(1..).unwrap_or_default();
            }
        }
    }
    out.push_str(rest);
    out
}

fn character(name: &str) -> Option<char> {
    let number = match name.strip_prefix('#') {
        Some(number) => match number.strip_prefix(['x', 'X']) {
            Some(digits) => u32::from_str_radix(digits, 16).ok(),
            None => number.parse().ok(),
        },
        None => None,
    };
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        "nbsp" => Some(' '),
        _ => number.and_then(char::from_u32).filter(|c| !c.is_control()),
    }
}

/// Math in letters: powers and indices small, commands as their signs or as their names.
fn in_letters(math: &str) -> String {
    let mut scan = MathScan { rest: math };
    let mut out = String::new();
    while !scan.rest.is_empty() {
        out.push_str(&scan.run(0));
        // A brace that nothing opened.
        scan.rest = scan.rest.strip_prefix('}').unwrap_or(scan.rest);
    }
    collapsed(&out)
}

struct MathScan<'a> {
    rest: &'a str,
}

impl<'a> MathScan<'a> {
    /// All up to the end of the group.
    fn run(&mut self, depth: usize) -> String {
        let mut out = String::new();
        while let Some(c) = self.rest.chars().next().filter(|c| *c != '}') {
            self.piece(c, depth, &mut out);
        }
        out
    }

    fn take(&mut self, c: char) {
        self.rest = self.rest.get(c.len_utf8()..).unwrap_or_default();
    }

    fn piece(&mut self, c: char, depth: usize, out: &mut String) {
        self.take(c);
        match c {
            '{' if depth < DEEPEST => {
                out.push_str(&self.run(depth + 1));
                self.rest = self.rest.strip_prefix('}').unwrap_or(self.rest);
            }
            '{' => {}
            '^' => out.push_str(&raised(&self.argument(depth))),
            '_' => out.push_str(&lowered(&self.argument(depth))),
            '\'' => out.push('′'),
            '~' => out.push(' '),
            '\\' => self.command(depth, out),
            c => out.push(c),
        }
    }

    /// The group or the sign that follows.
    fn argument(&mut self, depth: usize) -> String {
        self.rest = self.rest.trim_start();
        let mut out = String::new();
        if let Some(c) = self.rest.chars().next().filter(|c| *c != '}') {
            // A power of a power within the bound stays readable; beyond it the sign itself is read.
            if depth < DEEPEST { self.piece(c, depth + 1, &mut out) } else { self.take(c) }
        }
        out
    }

    fn command(&mut self, depth: usize, out: &mut String) {
        let name: &'a str =
            self.rest.get(..self.rest.bytes().take_while(u8::is_ascii_alphabetic).count()).unwrap_or_default();
        if name.is_empty() {
            let Some(c) = self.rest.chars().next() else { return };
            self.take(c);
            return match c {
                ',' | ';' | ':' | ' ' | '\\' => out.push(' '),
                '!' => {}
                c => out.push(c),
            };
        }
        self.rest = self.rest.get(name.len()..).unwrap_or_default().trim_start();
        match name {
            "left" | "right" | "big" | "Big" | "bigl" | "bigr" | "Bigl" | "Bigr" | "limits" | "displaystyle" => {}
            "mathbb" | "Bbb" => out.extend(self.argument(depth).chars().map(doubled)),
            "frac" | "tfrac" | "dfrac" => {
                let (above, below) = (self.argument(depth), self.argument(depth));
                out.push_str(&format!("{}/{}", grouped(&above), grouped(&below)));
            }
            "sqrt" => out.push_str(&format!("√{}", grouped(&self.argument(depth)))),
            _ if self.rest.starts_with('{') && styles(name) => out.push_str(&self.argument(depth)),
            _ => match greek(name).map(String::from).or_else(|| sign(name).or_else(|| letter(name)).map(str::to_owned))
            {
                Some(sign) => out.push_str(&sign),
                None => self.named(name, out),
            },
        }
    }

    /// A function by its name, apart from letters beside it: `n\log n`.
    fn named(&self, name: &str, out: &mut String) {
        if out.ends_with(char::is_alphanumeric) {
            out.push(' ');
        }
        out.push_str(name);
        if self.rest.starts_with(|c: char| c.is_alphanumeric() || c == '\\') {
            out.push(' ');
        }
    }
}

/// True if a command only changes how letters look.
fn styles(name: &str) -> bool {
    name.starts_with("math")
        || name.starts_with("text")
        || matches!(name, "operatorname" | "boldsymbol" | "bm" | "mbox" | "rm" | "emph")
}

fn grouped(text: &str) -> String {
    if text.chars().count() > 1 && !text.chars().all(char::is_alphanumeric) {
        format!("({text})")
    } else {
        text.to_owned()
    }
}

/// A capital with doubled strokes.
fn doubled(c: char) -> char {
    match c {
        'C' => 'ℂ',
        'H' => 'ℍ',
        'N' => 'ℕ',
        'P' => 'ℙ',
        'Q' => 'ℚ',
        'R' => 'ℝ',
        'Z' => 'ℤ',
        'A'..='Y' => char::from_u32(0x1D538 + u32::from(c) - u32::from('A')).unwrap_or(c),
        c => c,
    }
}

/// Signs of math beside those of texts.
fn sign(name: &str) -> Option<&'static str> {
    SIGNS.iter().find(|(known, _)| *known == name).map(|(_, sign)| *sign)
}

const SIGNS: [(&str, &str); 44] = [
    ("cdot", "·"),
    ("in", " ∈ "),
    ("notin", " ∉ "),
    ("subset", " ⊂ "),
    ("subseteq", " ⊆ "),
    ("cup", " ∪ "),
    ("cap", " ∩ "),
    ("setminus", " ∖ "),
    ("emptyset", "∅"),
    ("neq", " ≠ "),
    ("ne", " ≠ "),
    ("approx", " ≈ "),
    ("equiv", " ≡ "),
    ("simeq", " ≃ "),
    ("cong", " ≅ "),
    ("propto", " ∝ "),
    ("ll", " ≪ "),
    ("gg", " ≫ "),
    ("lesssim", " ≲ "),
    ("gtrsim", " ≳ "),
    ("partial", "∂"),
    ("nabla", "∇"),
    ("sum", "∑"),
    ("prod", "∏"),
    ("int", "∫"),
    ("otimes", "⊗"),
    ("oplus", "⊕"),
    ("odot", "⊙"),
    ("circ", "∘"),
    ("star", "⋆"),
    ("ast", "∗"),
    ("dagger", "†"),
    ("prime", "′"),
    ("hbar", "ℏ"),
    ("perp", "⊥"),
    ("parallel", "∥"),
    ("langle", "⟨"),
    ("rangle", "⟩"),
    ("mid", " | "),
    ("mapsto", " ↦ "),
    ("Rightarrow", " ⇒ "),
    ("wedge", "∧"),
    ("vee", "∨"),
    ("aleph", "ℵ"),
];

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn math_and_tags_are_shown_as_letters() {
        for (title, said) in [
            (r"Nets in $\mathbb{R}^n$ of width $O(\log n)$", "Nets in ℝⁿ of width O(log n)"),
            (r"An $n\log n$ bound, $\frac{1}{2}$ of $x_{i}^2$", "An n log n bound, 1/2 of xᵢ²"),
            (r"$\mathcal{L}_1$ and $\alpha$-stable $10^{-3}$", "L₁ and α-stable 10⁻³"),
            (r"From $K^{*}$ to $e^{\mathrm{Qx}}$", "From K* to e^(Qx)"),
            ("The <i>Ada</i> at 10<sup>6</sup> of CO<sub>2</sub> &amp; <b>more</b>", "The Ada at 10⁶ of CO₂ & more"),
            (r#"Schr{\"o}dinger and $\hbar$"#, "Schrödinger and ℏ"),
            ("Costs of $5 and $6 & x < y", "Costs of $5 and $6 & x < y"),
            ("Plain", "Plain"),
        ] {
            assert_eq!(shown(title), said, "{title}");
        }
    }

    proptest! {
        #[test]
        fn any_title_is_shown(title in r#"[$\\{}^_&;<>a-zA-Z0-9 é()]{0,60}"#) {
            let said = shown(&title);
            prop_assert!(said.len() <= 20 * title.len() + 20);
        }

        #[test]
        fn math_leaves_no_command(name in "[a-zA-Z]{1,12}", argument in "[a-zA-Z0-9]{0,6}") {
            let said = shown(&format!("On ${}{name}{{{argument}}}$", '\\'));
            prop_assert!(!said.contains(['\\', '{', '}']), "{}", said);
        }
    }
}
