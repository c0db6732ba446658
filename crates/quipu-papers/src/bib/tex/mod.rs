//! From TeX to Unicode, as far as bibliographies use it: accents, letters and signs become characters, braces go but
//! are remembered, and math between dollar signs stays.

mod escape;
mod letters;
mod reader;

pub(crate) use escape::{escaped, math_at};
pub(crate) use letters::{greek, greek_name, letter};
pub(crate) use reader::{TexGlyph, glyphs, words};

/// The Unicode form of a text in TeX: accents and letters as characters, commands and braces off, blanks collapsed.
/// Math between dollar signs stays as it is, but a single Greek letter or sign (`$\alpha$`) becomes that character.
pub fn plain(tex: &str) -> String {
    glyphs(tex).into_iter().map(|glyph| glyph.c).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn accents_and_letters_become_characters() {
        let cases = [
            (r#"M{\"u}ller, J{\"o}rg"#, "Müller, Jörg"),
            (r"{\L}ukasz {\.Z}o{\l}{\k a}d{\'z}", "Łukasz Żołądź"),
            (r#"{\AA}kerstr\"om, S{\o}ren"#, "Åkerström, Søren"),
            (r"Dup\^ont N{\'u}{\~n}ez Se\'an \v{C}apek", "Dupônt Núñez Seán Čapek"),
            (r"\'{\i} \'\i{} \v{\j}", "í í ǰ"),
            (r"\L ukasz", "Łukasz"),
            (r#"\~{} \^{} \"{}"#, "~ ^ \""),
            (r"50\% \& {\ss}~x --- y -- z ``q''", "50% & ß x — y – z “q”"),
            (r"{$\alpha$}-stable $x^2 < y_i$", "α-stable $x^2 < y_i$"),
            (r"\(\beta\) and \[ x \]", "β and $x$"),
            (r"\textless b\textgreater tags\textless /b\textgreater{} \textendash{} here", "<b>tags</b> – here"),
            (r"{\noopsort{1973b}}1973 \href{https://x.org}{shown} \emph{said}", "1973 shown said"),
            (r"costs \$5 and $6", "costs $5 and $6"),
            (r"\v s{\v{\c{c}}}", "šç̌"),
            ("a\\", "a\\"),
            ("{{a} b}} c", "a b c"),
        ];
        for (tex, said) in cases {
            assert_eq!(plain(tex), said, "{tex}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read(tex in r#"([\\{}$~'"`^=.a-zé \n(){}-]|\\(href|noopsort|alpha|c|k|par)\{?){0,60}"#) {
            let said = plain(&tex);
            prop_assert_eq!(said.trim(), said.as_str());
        }

        #[test]
        fn what_is_escaped_is_read_as_it_was(text in r#"[\\{}$~'"`^&%#_a-zé0-9 ü—-]{0,60}"#) {
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            // A command alone in math is read as the sign that it stands for.
            prop_assume!(!text.contains("$\\"));
            prop_assert_eq!(plain(&escaped(&text)), text);
        }
    }
}
