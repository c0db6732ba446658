//! Formulas, each once: pages carry a formula as MathML for machines and rendered for readers, often with
//! its TeX beside.
//!
//! TeX is read where a page gives it, else MathML as one line.

use ego_tree::NodeRef;
use ego_tree::iter::Edge;
use scraper::CaseSensitivity;
use scraper::node::{Element, Node};

use super::scripts::{lowered, raised};
use crate::load::written::one_line;

/// Nesting limit of a formula; deeper parts are read as words.
const DEEPEST: usize = 32;
/// Limit of a formula's parts that are searched for its TeX.
const MOST: usize = 4_000;
/// Classes of elements with a formula in two forms: KaTeX, MathJax 2, Wikipedia.
const HOLDERS: [&str; 6] = ["katex", "MathJax", "MathJax_Display", "MathJax_SVG", "MathJax_CHTML", "mwe-math-element"];
/// Signs between two parts, which blanks set apart.
const BETWEEN: &str = "=+−-×·÷±∓<>≤≥≠≈≡→⇒⇔←∈∉⊂⊆∪∩∧∨∝∼≃≪≫↦";

type Part<'a> = NodeRef<'a, Node>;

/// A formula as one line, where an element holds one; empty where the formula is read beside it.
pub(super) fn formula(part: Part<'_>, element: &Element) -> Option<String> {
    match element.name() {
        "math" => Some(written(part)),
        "script" if element.attr("type").is_some_and(|kind| kind.starts_with("math/tex")) => {
            let read = part
                .prev_siblings()
                .filter(|part| part.value().is_element())
                .take(1)
                .any(|part| math_in(part).is_some());
            Some(if read { String::new() } else { tex(&text(part)) })
        }
        "mjx-container" => math_in(part).map(written),
        _ if element.classes().any(|class| class == "MathJax_Preview") => Some(String::new()),
        _ if element.classes().any(|class| HOLDERS.contains(&class)) => match math_in(part) {
            Some(math) => Some(written(math)),
            None if is_drawn_twice(part) => Some(String::new()),
            None if element.has_class("katex", CaseSensitivity::CaseSensitive) => Some(drawn(part)),
            None => None,
        },
        _ => None,
    }
}

/// The formula inside of a part.
fn math_in(part: Part<'_>) -> Option<Part<'_>> {
    part.descendants().take(MOST).find(|part| name(*part) == "math")
}

/// True if the TeX source of this rendered formula follows right behind it.
fn is_drawn_twice(part: Part<'_>) -> bool {
    let next = part.next_siblings().find(|part| part.value().is_element());
    let script = next.and_then(|part| part.value().as_element());
    script.and_then(|script| script.attr("type")).is_some_and(|kind| kind.starts_with("math/tex"))
}

/// A formula of KaTeX in rendered form only: exponents stand in a part of their own.
fn drawn(part: Part<'_>) -> String {
    let raises = |part: Part<'_>| {
        part.value().as_element().is_some_and(|element| element.classes().any(|class| class == "msupsub"))
    };
    let (mut said, mut open) = (String::new(), Vec::new());
    for step in part.traverse().take(MOST) {
        match step {
            Edge::Open(part) if raises(part) => open.push(said.len()),
            Edge::Open(part) => said.extend(part.value().as_text().map(|text| text.replace('\u{200b}', ""))),
            Edge::Close(part) if raises(part) => {
                let inside = open.pop().map(|from| said.split_off(from)).unwrap_or_default();
                let above = raised(&said, inside.trim());
                said.push_str(&above);
            }
            Edge::Close(_) => {}
        }
    }
    one_line(&said)
}

fn written(math: Part<'_>) -> String {
    let annotation = math.descendants().take(MOST).find(|part| {
        let element = part.value().as_element().filter(|element| element.name() == "annotation");
        element.and_then(|element| element.attr("encoding")).is_some_and(|kind| kind.to_lowercase().contains("tex"))
    });
    let given = annotation.map(text).or_else(|| {
        let said = math.value().as_element().and_then(|element| element.attr("alttext"));
        said.map(str::to_owned)
    });
    match given.map(|given| tex(&given)).filter(|given| !given.is_empty()) {
        Some(given) => given,
        None => one_line(&line(math, DEEPEST)),
    }
}

/// TeX without commands for its size; between dollars where it is more than words and signs.
fn tex(given: &str) -> String {
    let mut given = one_line(given);
    for style in ["\\displaystyle", "\\textstyle"] {
        let inner = given.strip_prefix('{').and_then(|inner| inner.trim_start().strip_prefix(style));
        if let Some(inner) = inner.and_then(|inner| inner.strip_suffix('}')) {
            given = inner.trim().to_owned();
        } else if let Some(inner) = given.strip_prefix(style) {
            given = inner.trim().to_owned();
        }
    }
    let given = given.trim_matches('$').trim();
    if given.contains(['\\', '{']) { format!("${given}$") } else { given.to_owned() }
}

/// MathML as one line.
fn line(part: Part<'_>, depth: usize) -> String {
    if let Some(text) = part.value().as_text() {
        return one_line(text);
    }
    if depth == 0 {
        return text(part);
    }
    let said: Vec<String> = part.children().filter(|part| is_said(*part)).map(|part| line(part, depth - 1)).collect();
    let at = |at: usize| said.get(at).map(String::as_str).unwrap_or_default();
    let up = |base: &str, above: &str| format!("{base}{}", raised(base, above.trim()));
    let down = |base: &str, below: &str| format!("{base}{}", lowered(base, below.trim()));
    match name(part) {
        "mfrac" => format!("{}/{}", whole(at(0)), whole(at(1))),
        "msup" => up(&base(at(0)), at(1)),
        "msub" | "munder" => down(at(0), at(1)),
        "msubsup" | "munderover" => up(&down(at(0), at(1)), at(2)),
        "mover" if at(1).chars().count() == 1 && !at(1).contains(char::is_alphanumeric) => said.concat(),
        "mover" => up(at(0), at(1)),
        "msqrt" => format!("√({})", said.concat().trim()),
        "mroot" => format!("{}√({})", raised(" ", at(1)), at(0).trim()),
        "mfenced" => format!("({})", said.join(", ")),
        "mtable" => format!("[{}]", said.join("; ")),
        "mtr" | "mlabeledtr" => said.iter().map(|cell| one_line(cell)).collect::<Vec<_>>().join(", "),
        "mo" => sign(&said.concat()),
        "mspace" => " ".to_owned(),
        "semantics" => at(0).to_owned(),
        _ => said.concat(),
    }
}

/// An operator with its blanks; an invisible one (multiplication, function application) gives no text.
fn sign(said: &str) -> String {
    match said {
        "\u{2061}" | "\u{2062}" | "\u{2063}" | "\u{2064}" => String::new(),
        "," | ";" => format!("{said} "),
        _ if said.chars().count() == 1 && said.contains(|c| BETWEEN.contains(c)) => format!(" {said} "),
        _ => said.to_owned(),
    }
}

/// The numerator or denominator of a fraction, in brackets where it is more than one word.
fn whole(said: &str) -> String {
    let said = said.trim();
    if said.chars().all(|c| c.is_alphanumeric() || c == '.') { said.to_owned() } else { format!("({said})") }
}

/// The base of a power, in brackets where the power would apply only to its end.
fn base(said: &str) -> String {
    let said = said.trim();
    let apart = said.contains(' ') && !(said.starts_with('(') && said.ends_with(')'));
    if apart { format!("({said})") } else { said.to_owned() }
}

fn is_said(part: Part<'_>) -> bool {
    let silent = matches!(name(part), "annotation" | "annotation-xml" | "mphantom");
    !silent && (part.value().is_element() || part.value().as_text().is_some_and(|text| !text.trim().is_empty()))
}

fn name(part: Part<'_>) -> &str {
    part.value().as_element().map_or("", Element::name)
}

fn text(part: Part<'_>) -> String {
    let words: String =
        part.descendants().take(MOST).filter_map(|part| part.value().as_text().map(|text| &**text)).collect();
    one_line(&words)
}
