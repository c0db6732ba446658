//! Tables of what commands, environments and letters of LaTeX mean.

/// The number of arguments in braces that say nothing to readers, by command.
pub(super) fn silent_arguments(name: &str) -> Option<usize> {
    Some(match name {
        "label" | "vspace" | "hspace" | "includegraphics" | "usepackage" | "bibliographystyle" | "bibliography"
        | "input" | "include" | "pagestyle" | "thispagestyle" | "documentclass" | "pagenumbering" | "index"
        | "vskip" | "hskip" | "phantom" | "hphantom" | "vphantom" | "cline" | "cmidrule" | "theoremstyle"
        | "graphicspath" | "hypersetup" | "lstset" | "addbibresource" | "usetikzlibrary" | "title" | "author"
        | "date" | "thanks" | "color" | "newcounter" | "stepcounter" | "selectlanguage" | "markboth"
        | "extracolsep" | "scalebox" | "lstinputlisting" => 1,
        "setlength"
        | "addtolength"
        | "setcounter"
        | "addtocounter"
        | "newcommand"
        | "renewcommand"
        | "providecommand"
        | "newtheorem"
        | "definecolor"
        | "resizebox"
        | "addcontentsline"
        | "DeclareMathOperator"
        | "rule" => 2,
        "newenvironment" | "renewenvironment" => 3,
        "textcolor" | "multirow" | "multicolumn" => 1,
        _ => return None,
    })
}

/// The level of a heading, from 1.
pub(super) fn level(name: &str) -> Option<usize> {
    Some(match name {
        "part" | "chapter" | "section" => 1,
        "subsection" => 2,
        "subsubsection" => 3,
        "paragraph" => 4,
        "subparagraph" => 5,
        _ => return None,
    })
}

/// The kinds of environments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TexEnvironment {
    /// Text as it stands.
    Verbatim,
    /// Rows and cells.
    Table,
    /// A formula.
    Formula,
    /// A list with marks.
    Marks,
    /// A list with numbers.
    Numbers,
    /// Something drawn or meant for nobody.
    Left,
    /// A statement with its kind before it.
    Statement,
    /// The list of works that are cited.
    References,
    /// The abstract.
    Abstract,
    /// Any other.
    Other,
}

/// The kind of an environment.
pub(super) fn environment(name: &str) -> TexEnvironment {
    match name.trim_end_matches('*') {
        "verbatim" | "Verbatim" | "lstlisting" | "minted" | "alltt" | "algorithmic" => TexEnvironment::Verbatim,
        "tabular" | "tabularx" | "longtable" | "tabulary" | "supertabular" => TexEnvironment::Table,
        "equation" | "align" | "gather" | "displaymath" | "eqnarray" | "multline" | "math" | "flalign" | "alignat" => {
            TexEnvironment::Formula
        }
        "itemize" | "description" | "compactitem" => TexEnvironment::Marks,
        "enumerate" | "compactenum" => TexEnvironment::Numbers,
        "tikzpicture" | "comment" | "filecontents" | "pgfpicture" | "picture" | "CCSXML" => TexEnvironment::Left,
        "theorem" | "lemma" | "definition" | "corollary" | "proposition" | "remark" | "example" | "proof" => {
            TexEnvironment::Statement
        }
        "thebibliography" => TexEnvironment::References,
        "abstract" => TexEnvironment::Abstract,
        _ => TexEnvironment::Other,
    }
}

/// The letters of a command.
pub(super) fn letters(name: &str) -> Option<&'static str> {
    Some(match name {
        "%" => "%",
        "&" => "&",
        "#" => "#",
        "_" => "_",
        "{" => "{",
        "}" => "}",
        "$" => "$",
        "ldots" | "dots" => "…",
        "LaTeX" => "LaTeX",
        "TeX" => "TeX",
        "S" => "§",
        "copyright" => "©",
        "ss" => "ß",
        "o" => "ø",
        "O" => "Ø",
        "ae" => "æ",
        "AE" => "Æ",
        "oe" => "œ",
        "aa" => "å",
        "AA" => "Å",
        "l" => "ł",
        "L" => "Ł",
        "i" => "ı",
        "textbackslash" => "\\",
        "textasciitilde" => "~",
        "textendash" => "–",
        "textemdash" => "—",
        "textdegree" | "degree" => "°",
        "pounds" => "£",
        "euro" => "€",
        "\\" | " " | "newline" | "quad" | "qquad" | "," | ";" | "linebreak" => " ",
        _ => return None,
    })
}

/// The combining mark of an accent.
pub(super) fn accent(name: &str) -> Option<char> {
    Some(match name {
        "'" => '\u{301}',
        "`" => '\u{300}',
        "^" => '\u{302}',
        "\"" => '\u{308}',
        "~" => '\u{303}',
        "=" => '\u{304}',
        "." => '\u{307}',
        "c" => '\u{327}',
        "v" => '\u{30c}',
        "u" => '\u{306}',
        "H" => '\u{30b}',
        "r" => '\u{30a}',
        "k" => '\u{328}',
        _ => return None,
    })
}
