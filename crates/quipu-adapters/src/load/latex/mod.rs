//! The loader of LaTeX: title, sections, lists, tables, code and formulas; commands that only lay out are left out.
//!
//! No macro is expanded and no file is read in: words in the arguments of unknown commands are read, their names are not.

mod tex_scanner;
mod tex_tables;
mod tex_words;

use quipu_engine::ports::{Input, LoadError, Loaded, Loader};
use quipu_kernel::model::{Format, Metadata};
use serde_json::Value;
use tex_scanner::TexScanner;
use tex_words::{group, plain};

use super::decode::decode;
use super::text_builder::TextBuilder;
use super::{extension, is_text};

/// Commands by which a text is one in LaTeX.
const SIGNS: [&str; 5] = ["\\documentclass", "\\begin{document}", "\\section{", "\\chapter{", "\\subsection{"];
/// The most of a preamble that is searched for the title, in bytes.
const PREAMBLE: usize = 256 << 10;

/// Reads LaTeX.
#[derive(Debug, Clone, Copy, Default)]
pub struct Latex;

impl Loader for Latex {
    fn name(&self) -> &'static str {
        "latex"
    }

    fn accepts(&self, input: &Input<'_>) -> bool {
        let named = matches!(extension(input.path).as_str(), "tex" | "latex" | "ltx");
        named && is_text(input) && {
            let text = String::from_utf8_lossy(input.bytes);
            SIGNS.iter().any(|sign| text.contains(sign))
        }
    }

    fn is_risky(&self) -> bool {
        // Braces that never close are looked for again and again, each time within a bound.
        true
    }

    fn parse(&self, input: &Input<'_>) -> Result<Loaded, LoadError> {
        let decoded = decode(input.bytes, usize::MAX)?;
        let text = decoded.text.as_ref();
        let begin = text.find("\\begin{document}").map(|at| at + "\\begin{document}".len());
        let body = &text[begin.unwrap_or(0)..];
        let body = &body[..body.find("\\end{document}").unwrap_or(body.len())];
        let head = &text[..quipu_kernel::text::char_start(text, PREAMBLE.min(text.len()))];
        let said = |name: &str| command(head, name).map(plain).filter(|words| !words.is_empty());
        let title = said("\\title");
        let authors: Vec<String> = command(head, "\\author").map(authors).unwrap_or_default();
        let mut written = TextBuilder::new(input.max_text);
        title.iter().for_each(|title| written.heading(1, title));
        if !authors.is_empty() {
            written.paragraph(&format!("Authors: {}", authors.join(", ")));
        }
        TexScanner::new(&mut written, title.is_some()).read(body);
        written.note(decoded.partial);
        let mut fields = Metadata::new();
        let date = said("\\date").map(Value::from);
        let authors = (!authors.is_empty()).then(|| authors.into_iter().collect::<Value>());
        for (field, value) in [("title", title.map(Value::from)), ("date", date), ("authors", authors)] {
            fields.extend(value.map(|value| (field.to_owned(), value)));
        }
        Ok(written.finish(input.path, "text/x-tex", Format::Markdown, fields)?.into())
    }
}

/// The argument of the first use of a command outside of comments.
fn command<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    text.match_indices(name).take(64).find_map(|(at, _)| {
        let line = text[..at].rsplit('\n').next().unwrap_or_default();
        let rest = text[at + name.len()..].trim_start();
        let rest = rest.strip_prefix('[').and_then(|rest| rest.split_once(']')).map_or(rest, |(_, rest)| rest);
        (!line.contains('%')).then(|| group(rest.trim_start())).flatten()
    })
}

/// The names of authors: parted by `\and`, each up to its first line break.
fn authors(argument: &str) -> Vec<String> {
    let names = argument.split("\\and").flat_map(|part| part.split("\\And")).filter_map(|part| {
        let line = part.trim().split("\\\\").next()?;
        let line = line.split("\\thanks").next()?;
        Some(plain(line)).filter(|name| !name.is_empty() && name.len() < 200)
    });
    names.take(200).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn load(tex: &str) -> quipu_engine::ports::Parsed {
        Latex.parse(&Input::whole("a/bells.tex", tex.as_bytes(), 1 << 16)).expect("it is text").documents.remove(0)
    }

    #[test]
    fn a_paper_has_its_sections_lists_tables_code_and_formulas() {
        let tex = "\\documentclass{article} % a class\n\\usepackage{amsmath}\n\\title{Bells of \\emph{Orr}}\n\
            \\author{Mara Lind\\thanks{Orr} \\and Jon Moe \\\\ Harbour}\n\\date{2019-03-04}\n\\begin{document}\n\\maketitle\n\
            \\begin{abstract}\nWe count bells.\n\\end{abstract}\n\\section{The tower}\\label{sec:tower}\n\
            A bell --- of \\textbf{brass} --- weighs $m^2$ kg~\\cite{lind19,moe}; see \\ref{sec:tower} at 50\\% of it. % no\n\
            \\vspace{1cm}\n\nIt rings\\footnote{At noon.} ``often''.\n\\[ E = mc^2 \\]\n\
            \\begin{itemize}\n\\item small\n\\item large:\n\\begin{enumerate}\\item one\\end{enumerate}\n\\end{itemize}\n\
            \\begin{table}\\caption{Weights}\\begin{tabular}{l|r}\\hline bell & kg \\\\ \\hline \\textit{Anna} & 12 \\\\\n\
            \\end{tabular}\\end{table}\n\\begin{verbatim}\nring \\now % kept\n\\end{verbatim}\n\
            \\subsection*{Care}\nUse \\href{https://orr.example/x}{oil}. \\includegraphics[width=3cm]{bell.png}\n\
            \\begin{thebibliography}{9}\\bibitem{moe} J. Moe, \\emph{Oil}, 2001.\\end{thebibliography}\n\\end{document}\nrest";
        let parsed = load(tex);
        assert_eq!(
            parsed.text,
            "# Bells of Orr\n\nAuthors: Mara Lind, Jon Moe\n\n## Abstract\n\nWe count bells.\n\n## The tower\n\nA bell — of \
             brass — weighs $m^2$ kg [lind19, moe]; see sec:tower at 50% of it.\n\nIt rings “often”. $E = mc^2$\n\n\
             At noon.\n\n- small\n- large:\n    1. one\n\nWeights\n\n| bell | kg |\n|---|---|\n| Anna | 12 |\n\n\
             ```\nring \\now % kept\n```\n\n### Care\n\nUse [oil](https://orr.example/x).\n\n## References\n\n\
             - [moe] J. Moe, Oil, 2001."
        );
        assert_eq!(parsed.title.as_deref(), Some("Bells of Orr"));
        assert_eq!(
            parsed.metadata.get("authors").map(ToString::to_string),
            Some("[\"Mara Lind\",\"Jon Moe\"]".to_owned())
        );
        let named = |text: &str| Latex.accepts(&Input::whole("a.tex", text.as_bytes(), 100));
        assert!(named("\\section{x}") && !named("texture of a bell"));
    }

    proptest! {
        #[test]
        fn any_tex_is_read(
            pieces in prop::collection::vec(prop::sample::select(vec![
                "\\begin{document}", "\\section{", "}", "{", "\\begin{itemize}", "\\item", "\\end{itemize}", "$", "$$", "%", "\n",
                "\\begin{tabular}{l}", "&", "\\\\", "\\end{tabular}", "\\begin{verbatim}", "\\end{verbatim}", "\\footnote{",
                "\\cite{", "[", "]", "\\", "é", "word ", "\\'e", "\\[", "\\]", "\\href{", "\\title{", "\\caption{", "~", "--",
            ]), 0..60),
            max in 0usize..400,
        ) {
            if let Ok(loaded) = Latex.parse(&Input::whole("a.tex", pieces.concat().as_bytes(), max)) {
                prop_assert!(loaded.documents.iter().all(|parsed| parsed.text.len() <= max));
            }
        }
    }
}
