//! Meanings of TeX's commands: letters, punctuation, accents and Greek letters.

/// The small Greek letters by their names in TeX, which are their names in English, too.
const GREEK: [(&str, char); 24] = [
    ("alpha", 'α'),
    ("beta", 'β'),
    ("gamma", 'γ'),
    ("delta", 'δ'),
    ("epsilon", 'ε'),
    ("zeta", 'ζ'),
    ("eta", 'η'),
    ("theta", 'θ'),
    ("iota", 'ι'),
    ("kappa", 'κ'),
    ("lambda", 'λ'),
    ("mu", 'μ'),
    ("nu", 'ν'),
    ("xi", 'ξ'),
    ("omicron", 'ο'),
    ("pi", 'π'),
    ("rho", 'ρ'),
    ("sigma", 'σ'),
    ("tau", 'τ'),
    ("upsilon", 'υ'),
    ("phi", 'φ'),
    ("chi", 'χ'),
    ("psi", 'ψ'),
    ("omega", 'ω'),
];

/// The capital Greek letters that have a command of their own.
const CAPITALS: [(&str, char); 11] = [
    ("Gamma", 'Γ'),
    ("Delta", 'Δ'),
    ("Theta", 'Θ'),
    ("Lambda", 'Λ'),
    ("Xi", 'Ξ'),
    ("Pi", 'Π'),
    ("Sigma", 'Σ'),
    ("Upsilon", 'Υ'),
    ("Phi", 'Φ'),
    ("Psi", 'Ψ'),
    ("Omega", 'Ω'),
];

/// The Greek letter of a command: `alpha`, `Gamma`, `varepsilon`, `textalpha`.
pub(crate) fn greek(command: &str) -> Option<char> {
    let name = command.strip_prefix("text").or_else(|| command.strip_prefix("var")).unwrap_or(command);
    GREEK.iter().chain(&CAPITALS).find(|(known, _)| *known == name).map(|(_, letter)| *letter)
}

/// The name of a small Greek letter: `α` is `alpha`.
pub(crate) fn greek_name(letter: char) -> Option<&'static str> {
    let letter = if letter == 'ς' { 'σ' } else { letter };
    GREEK.iter().find(|(_, known)| *known == letter).map(|(name, _)| *name)
}

/// The combining mark of an accent command, and the sign that stands for it alone.
pub(crate) fn accent(command: &str) -> Option<(char, Option<char>)> {
    Some(match command {
        "`" => ('\u{300}', Some('`')),
        "'" => ('\u{301}', Some('\'')),
        "^" => ('\u{302}', Some('^')),
        "~" => ('\u{303}', Some('~')),
        "=" => ('\u{304}', None),
        "u" => ('\u{306}', None),
        "." => ('\u{307}', None),
        "\"" => ('\u{308}', Some('"')),
        "h" => ('\u{309}', None),
        "r" => ('\u{30A}', None),
        "H" => ('\u{30B}', None),
        "v" => ('\u{30C}', None),
        "d" => ('\u{323}', None),
        "c" => ('\u{327}', None),
        "k" => ('\u{328}', None),
        "b" => ('\u{331}', None),
        "t" => ('\u{361}', None),
        _ => return None,
    })
}

/// The letter or sign of a command: `ss` is `ß`, `textendash` is `–`.
pub(crate) fn letter(command: &str) -> Option<&'static str> {
    LETTERS.iter().chain(SIGNS).find(|(known, _)| *known == command).map(|(_, text)| *text)
}

/// Letters of Latin script.
const LETTERS: &[(&str, &str)] = &[
    ("ss", "ß"),
    ("SS", "ẞ"),
    ("o", "ø"),
    ("O", "Ø"),
    ("l", "ł"),
    ("L", "Ł"),
    ("ae", "æ"),
    ("AE", "Æ"),
    ("oe", "œ"),
    ("OE", "Œ"),
    ("aa", "å"),
    ("AA", "Å"),
    ("i", "ı"),
    ("j", "ȷ"),
    ("dh", "ð"),
    ("DH", "Ð"),
    ("th", "þ"),
    ("TH", "Þ"),
    ("dj", "đ"),
    ("DJ", "Đ"),
    ("ng", "ŋ"),
    ("NG", "Ŋ"),
    ("TeX", "TeX"),
    ("LaTeX", "LaTeX"),
    ("BibTeX", "BibTeX"),
];

/// Punctuation and other signs.
const SIGNS: &[(&str, &str)] = &[
    ("textendash", "–"),
    ("textemdash", "—"),
    ("textquoteleft", "‘"),
    ("textquoteright", "’"),
    ("textquotedblleft", "“"),
    ("textquotedblright", "”"),
    ("textquotesingle", "'"),
    ("textquotedbl", "\""),
    ("textasciigrave", "`"),
    ("quotesinglbase", "‚"),
    ("quotedblbase", "„"),
    ("guillemotleft", "«"),
    ("guillemotright", "»"),
    ("flqq", "«"),
    ("frqq", "»"),
    ("textless", "<"),
    ("textgreater", ">"),
    ("textbar", "|"),
    ("textbackslash", "\\"),
    ("textbraceleft", "{"),
    ("textbraceright", "}"),
    ("lbrace", "{"),
    ("rbrace", "}"),
    ("textasciitilde", "~"),
    ("textasciicircum", "^"),
    ("textunderscore", "_"),
    ("textdollar", "$"),
    ("textexclamdown", "¡"),
    ("textquestiondown", "¿"),
    ("textbullet", "•"),
    ("textperiodcentered", "·"),
    ("ldots", "…"),
    ("dots", "…"),
    ("textellipsis", "…"),
    ("S", "§"),
    ("P", "¶"),
    ("copyright", "©"),
    ("textcopyright", "©"),
    ("textregistered", "®"),
    ("texttrademark", "™"),
    ("pounds", "£"),
    ("textsterling", "£"),
    ("euro", "€"),
    ("texteuro", "€"),
    ("textyen", "¥"),
    ("textdegree", "°"),
    ("degree", "°"),
    ("textmu", "µ"),
    ("textpm", "±"),
    ("pm", "±"),
    ("times", "×"),
    ("texttimes", "×"),
    ("infty", "∞"),
    ("leq", "≤"),
    ("le", "≤"),
    ("geq", "≥"),
    ("ge", "≥"),
    ("to", "→"),
    ("rightarrow", "→"),
    ("leftarrow", "←"),
    ("ell", "ℓ"),
    ("sim", "∼"),
    ("par", " "),
    ("newline", " "),
    ("space", " "),
    ("quad", " "),
    ("qquad", " "),
];
