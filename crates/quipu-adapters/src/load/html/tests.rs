//! Pages with the same text in many forms give that text.

use quipu_engine::ports::{Input, LoadError, Loader as _, Parsed};

use super::WebPages;
use crate::load::LoadOptions;
use crate::load::mixed_parts::MixedParts;

fn page(body: &str) -> Parsed {
    let page = format!("<!DOCTYPE html><html><head><title>T</title></head><body>{body}</body></html>");
    let mut loaded = WebPages::default().parse(&Input::whole("a.html", page.as_bytes(), 1 << 20)).expect("a page");
    loaded.documents.remove(0)
}

fn read(body: &str) -> String {
    page(body).text
}

#[test]
fn powers_indices_and_signs_of_notes_are_told_apart() {
    for (body, text) in [
        ("<p>5 x 10<sup>−3</sup> mol, H<sub>2</sub>SO<sub>4</sub></p>", "5 x 10⁻³ mol, H₂SO₄"),
        ("<p>the 2<sup>nd</sup> of e<sup>-t/τ</sup></p>", "the 2nd of e^(-t/τ)"),
        ("<p>2<sup>3<sup>2</sup></sup> and V<sub>max</sub></p>", "2^(3²) and V_(max)"),
        ("<p>area 12 km<span style=\"font-size:60%; vertical-align: super\">2</span></p>", "area 12 km²"),
        ("<p>built in 1911<sup><a href=\"#n4\">[4]</a></sup>.</p>", "built in 1911[^4]."),
        ("<p>built in 1911<a href=\"#n4\"><sup>4</sup></a>.</p>", "built in 1911[^4]."),
        (
            "<table><tr><th>a</th><th>b</th></tr><tr><td>10<sup>4</sup></td><td>w<b>or</b>d</td></tr></table>",
            "| a | b |\n|---|---|\n| 10⁴ | word |",
        ),
        ("<h2>Flow in m<sup>3</sup>/s</h2>", "## Flow in m³/s"),
        ("<pre>2<sup>8</sup></pre>", "```\n2⁸\n```"),
    ] {
        assert_eq!(read(body), text);
    }
}

#[test]
fn what_is_struck_out_is_marked() {
    for (body, text) in [
        ("<p>Fee: <s>12</s> 9</p>", "Fee: ~~12~~ 9"),
        ("<p>Fee: <span style=\"text-decoration: line-through\">12 </span>9</p>", "Fee: ~~12~~ 9"),
        ("<p>Fee: <span class=\"line-through\">12</span> 9</p>", "Fee: ~~12~~ 9"),
        ("<del><p>One.</p><p>Two.</p></del><p>Three.</p>", "~~One.~~\n\n~~Two.~~\n\nThree."),
        ("<ul><li><strike>Old</strike> <a href=\"http://a.b\">New</a></li></ul>", "- ~~Old~~ [New](http://a.b)"),
        ("<p style=\"text-decoration:line-through\">Gone</p><p>Here</p>", "~~Gone~~\n\nHere"),
        ("<table><tr><td>a</td><td><del>3</del> 4</td></tr></table>", "| a | ~~3~~ 4 |\n|---|---|"),
        ("<p>none <del></del>here, <del>a <s>b</s> c</del></p>", "none here, ~~a b c~~"),
        (
            "<style>.c1,span.c2 { color:red; Text-Decoration: line-through }.c3{vertical-align:super}</style>\
          <p>Fee: <span class=\"c2\">12</span> 9, 10<span class=\"c3\">3</span></p>",
            "Fee: ~~12~~ 9, 10³",
        ),
    ] {
        assert_eq!(read(body), text);
    }
}

#[test]
fn a_formula_is_read_once() {
    let math = "<math><mi>a</mi><mo>=</mo><mfrac><mrow><mi>b</mi><mo>+</mo><mn>1</mn></mrow><msup><mi>c</mi><mn>2</mn></msup></mfrac></math>";
    let tex = math.replace("<math>", "<math><semantics><mrow>").replace(
        "</math>",
        "</mrow><annotation encoding=\"application/x-tex\">a=\\frac{b+1}{c^2}</annotation></semantics></math>",
    );
    for (body, text) in [
        (format!("<p>{math}</p>"), "a = (b + 1)/c²"),
        (format!("<p>{tex}</p>"), "$a=\\frac{b+1}{c^2}$"),
        (format!("<p>So <mjx-container><mjx-math aria-hidden=\"true\">a=bc2</mjx-math><mjx-assistive-mml>{math}</mjx-assistive-mml></mjx-container>.</p>"),
         "So a = (b + 1)/c²."),
        ("<p>So <span class=\"MathJax_Preview\">a1</span><span class=\"MathJax\"><nobr>ab2</nobr></span><script type=\"math/tex\">a=b^2</script>.</p>".to_owned(),
         "So a=b^2."),
        ("<p>So <span class=\"mwe-math-element\"><span style=\"display: none\"><math alttext=\"{\\displaystyle v=at}\"><mi>v</mi></math></span><img class=\"mwe-math-fallback-image-inline\" alt=\"{\\displaystyle v=at}\"></span>.</p>".to_owned(),
         "So v=at."),
    ] {
        assert_eq!(read(&body), text);
    }
}

#[test]
fn points_are_numbered_as_the_page_numbers_them() {
    for (body, text) in [
        ("<ol start=\"4\"><li><p>a</p><p>b</p><div>c</div></li><li>d</li></ol>", "4. a\n    b\n    c\n5. d"),
        ("<ol reversed><li>a</li><li>b</li><li value=\"9\">c</li></ol>", "3. a\n2. b\n9. c"),
        ("<ol type=\"I\"><li>a</li><li>b</li></ol>", "- I. a\n- II. b"),
        ("<ol style=\"list-style-type: lower-alpha\"><li>a</li><li>b</li></ol>", "- a. a\n- b. b"),
        ("<ol><li>a<ul><li>b</li></ul>c</li><li>d</li></ol>", "1. a\n    - b\n    c\n2. d"),
        ("<ol><li>a<pre>x</pre>b</li><li>c</li></ol>", "1. a\n\n```\nx\n```\n\nb\n\n2. c"),
        ("<ol><li><h3>Open</h3><p>it</p></li><li><h3>Close</h3></li></ol>", "### 1. Open\n\nit\n\n### 2. Close"),
        ("<ul><ul><li>a</li></ul></ul>", "- a"),
        ("<ul><li><input type=\"checkbox\" checked>a</li><li><input type=\"checkbox\">b</li></ul>", "- [x] a\n- [ ] b"),
        ("<ol><li></li><li>b</li></ol>", "2. b"),
    ] {
        assert_eq!(read(body), text);
    }
}

#[test]
fn a_term_and_its_description_are_one_paragraph() {
    for (body, text) in [
        (
            "<dl><dt>Kedge</dt><dt>Hook</dt><dd>a light anchor</dd><dd>a verb, too</dd><dt>Boom</dt><dd><p>A spar.</p><p>More.</p></dd></dl>",
            "Kedge, Hook: a light anchor; a verb, too\n\nBoom: A spar.\n\nMore.",
        ),
        ("<dl><div><dt>Is it deep?</dt><dd>Yes.</dd></div></dl>", "Is it deep? Yes."),
        ("<dl><dt>Kit</dt><dd><ul><li>rope</li></ul></dd><dt>End</dt></dl>", "Kit:\n\n- rope\n\nEnd"),
        ("<ul><li><dl><dt>a</dt><dd>b</dd></dl></li></ul>", "- a: b"),
        (
            "<dl><dt><button aria-expanded=\"false\" aria-controls=\"x\">When?</button></dt><dd><p id=\"x\" hidden>At nine o'clock.</p></dd></dl>",
            "When? At nine o'clock.",
        ),
    ] {
        assert_eq!(read(body), text);
    }
}

#[test]
fn a_table_of_facts_keeps_its_rows_whatever_its_cells_hold() {
    let inner = "<table><tr><td>oak</td><td>4 m</td></tr><tr><td>elm</td><td>2 m</td></tr></table>";
    let expected = "| Yard | Wood | Head |\n|---|---|---|\n| East | oak 4 m; elm 2 m | Ida |\n| West | none | Olaf |";
    let heads = "<tr><th>Yard</th><th>Wood</th><th>Head</th></tr>";
    let rows =
        format!("<tr><td>East</td><td>{inner}</td><td>Ida</td></tr><tr><td>West</td><td>none</td><td>Olaf</td></tr>");
    assert_eq!(read(&format!("<table>{heads}{rows}</table>")), expected);
    let plain = heads.replace("th>", "td>");
    assert_eq!(read(&format!("<table>{plain}{rows}</table>")), expected);
    // A layout table is not a table of the text.
    let text = "<h1>Yards</h1><p>All about yards.</p>";
    assert_eq!(
        read(&format!(
            "<table border=0><tr><td colspan=2>Site</td></tr><tr><td>Menu</td><td>{text}{inner}</td></tr></table>"
        )),
        "Site\n\nMenu\n\n# Yards\n\nAll about yards.\n\n| oak | 4 m |\n|---|---|\n| elm | 2 m |"
    );
    assert_eq!(read("<table role=\"presentation\"><tr><td>left</td><td>right</td></tr></table>"), "left\n\nright");
    assert_eq!(
        read(
            "<table><tr><th>Day</th><th>Open</th></tr><tr><td>Sun</td><td><ul><li>9 to 12</li><li>15 to 18</li></ul></td></tr></table>"
        ),
        "| Day | Open |\n|---|---|\n| Sun | 9 to 12; 15 to 18 |"
    );
}

#[test]
fn the_words_of_pictures_are_read_where_they_say_something() {
    for (body, text) in [
        ("<p>See <img alt=\"A map of two locks\">.</p>", "See A map of two locks."),
        ("<figure><img alt=\"The lock\"><figcaption>The lock in May</figcaption></figure>", "The lock in May"),
        (
            "<p><a href=\"/\"><img src=\"logo.gif\" alt=\"To the start\"></a> x <img alt=\"IMG_2231\"><img alt=\"\"></p>",
            "x",
        ),
        ("<p>Open: <span role=\"img\" aria-label=\"yes\">✓</span></p>", "Open: yes"),
        ("<p>Rated <i class=\"stars\" aria-label=\"4 of 5\"></i></p>", "Rated 4 of 5"),
        ("<p>x <svg><title>Tide curve of May</title><path/></svg></p>", "x Tide curve of May"),
        ("<p><a href=\"http://a.b/c\"><img alt=\"Quay plan\">Quay plan</a></p>", "[Quay plan](http://a.b/c)"),
    ] {
        assert_eq!(read(body), text);
    }
}

const MENU: &str = "<nav><ul><li><a href=\"/a\">Start</a></li><li><a href=\"/b\">Boats</a></li></ul></nav>";
const FOOT: &str = "<footer><p>All rights reserved.</p></footer>";

#[test]
fn a_form_that_holds_the_page_is_read_and_one_to_fill_in_is_not() {
    let text = "<h1>Rates</h1><p>A barge pays nine crowns for each lock that it passes on its way.</p>";
    let controls = "<input type=\"hidden\" name=\"state\" value=\"Zm9v\"><select><option>Any</option></select><button>Send</button>";
    let expected = "# Rates\n\nA barge pays nine crowns for each lock that it passes on its way.";
    assert_eq!(read(&format!("<form>{controls}{MENU}<div>{text}</div>{FOOT}</form>")), expected);
    assert_eq!(read(&format!("{MENU}{text}<form><p>Letters by mail?</p>{controls}</form>")), expected);
}

#[test]
fn the_part_called_main_is_read_where_it_holds_the_text() {
    let text = "<p>The lock was dug in two summers by men from the marsh villages.</p>";
    let read_text = "The lock was dug in two summers by men from the marsh villages.";
    assert_eq!(read(&format!("{MENU}<main>{text}</main><div>Beside it.</div>")), read_text);
    assert_eq!(read(&format!("{MENU}<div>{text}</div><main></main>{FOOT}")), read_text);
    assert_eq!(
        read(&format!("<div>{text}{text}</div><article><p>Visit us.</p></article>")).matches("marsh").count(),
        2
    );
    let heading = |title: &str| {
        let page = format!("<html><title>{title}</title><header><h1>The lock</h1></header><main>{text}</main></html>");
        let loaded = WebPages::default().parse(&Input::whole("a.html", page.as_bytes(), 1 << 20)).expect("a page");
        loaded.documents[0].text.starts_with("# The lock\n")
    };
    assert!(heading("The Lock - Canals") && !heading("Canals | The lock"));
    let comments = format!("<article>{text}<article><p>A good lock.</p></article></article><div>Beside.</div>");
    assert_eq!(read(&comments), format!("{read_text}\n\nA good lock."));
    assert_eq!(read(&format!("<div role=\"banner\"><h1>T</h1></div>{text}")), format!("# T\n\n{read_text}"));
    // A part that no rule reads is omitted by all.
    assert_eq!(read(&format!("<nav>{text}</nav>")), read_text);
    assert_eq!(read(&format!("<div hidden><span>{text}</span></div>")), read_text);
}

#[test]
fn what_is_left_out_beside_the_main_part_is_told() {
    let words = |count: usize| "Words of the page stand here. ".repeat(count);
    let half = page(&format!("<main><p>{}</p></main><div>{}</div>", words(20), words(24)));
    assert!(half.partial.as_deref().is_some_and(|why| why.starts_with("54 percent of the page")), "{:?}", half.partial);
    let little = page(&format!("<main><p>{}</p></main><div>{}</div>{MENU}{FOOT}", words(20), words(5)));
    assert_eq!(little.partial, None);
}

#[test]
fn asides_in_the_text_are_text() {
    let warning = "<p>Keep off the sill.</p>";
    for (body, is_read) in [
        (format!("<main><p>One.</p><aside>{warning}</aside><p>Two.</p></main>"), true),
        (format!("<p>One.</p><aside class=\"note\">{warning}</aside>"), true),
        (format!("<div><p>One.</p><aside>{warning}</aside><p>Two.</p></div>"), true),
        (format!("<main><p>One.</p><aside class=\"related-posts\">{warning}</aside></main>"), false),
        ("<main><p>One.</p><aside><a href=\"/x\">Keep off the sill.</a></aside></main>".to_owned(), false),
        (format!("<div><p>One and two and three and four.</p></div><aside>{warning}</aside>"), false),
        ("<main><p>One.</p><blockquote>Two<footer>Keep off the sill.</footer></blockquote></main>".to_owned(), true),
    ] {
        assert_eq!(read(&body).contains("Keep off the sill."), is_read, "{body}");
    }
}

#[test]
fn questions_that_are_buttons_and_hidden_answers_are_read() {
    let answer = "<p>At nine, unless there is fog.</p>";
    let question = "When does it sail?";
    for body in [
        format!(
            "<h4><button type=\"button\" aria-expanded=\"false\" aria-controls=\"a\">{question}</button></h4><div id=\"a\" hidden>{answer}</div>"
        ),
        format!(
            "<button class=\"accordion\">{question}</button><div class=\"panel\" style=\"display: none\">{answer}</div>"
        ),
        format!(
            "<h4><a role=\"button\" data-toggle=\"collapse\" href=\"#a\">{question}</a></h4><div id=\"a\" class=\"collapse\" aria-hidden=\"true\">{answer}</div>"
        ),
        format!(
            "<div role=\"button\" class=\"faq-question\">{question}</div><div class=\"faq-answer\" hidden>{answer}</div>"
        ),
        format!("<details><summary>{question}</summary>{answer}</details>"),
        format!(
            "<div role=\"heading\" aria-level=\"3\"><div role=\"button\">{question}</div></div><div role=\"tabpanel\" aria-hidden=\"true\">{answer}</div>"
        ),
        format!(
            "<ul role=\"tablist\"><li><button role=\"tab\" aria-controls=\"a\">{question}</button></li></ul><div role=\"tabpanel\" id=\"a\" hidden>{answer}</div>"
        ),
    ] {
        let text = read(&format!("<main><h1>Ferry</h1><p>All about the ferry to the island.</p>{body}</main>"));
        assert!(text.contains(question) && text.contains("unless there is fog"), "{body}\n{text}");
    }
    let text = read(&format!(
        "<main><h1>Ferry <button>Copy the link</button></h1>{answer}<button aria-expanded=\"false\" aria-controls=\"m\">Menu</button>\
         <ul id=\"m\" hidden><li><a href=\"/\">Start</a></li></ul><div class=\"cookie-modal\" style=\"display:none\">{}</div>\
         <button>Send</button></main>",
        answer.repeat(9)
    ));
    assert_eq!(text, "# Ferry\n\nAt nine, unless there is fog.");
}

#[test]
fn a_page_of_scripts_alone_is_refused_with_a_reason() {
    let page = "<!DOCTYPE html><html><body><div id=\"app\"></div><script src=\"a.js\"></script></body></html>";
    let error = WebPages::default().parse(&Input::whole("a.html", page.as_bytes(), 1 << 20)).expect_err("no text");
    assert!(matches!(error, LoadError::Unreadable { reason } if reason.contains("only scripts")));
    let all = WebPages::new(&LoadOptions { html_all: true, ..LoadOptions::default() });
    let loaded = all.parse(&Input::whole("a.html", MENU.as_bytes(), 1 << 20)).expect("menus are read");
    assert!(loaded.documents[0].text.contains("Boats"));
}

/// Parts of pages, between bars.
const PARTS: &str = "<ul>|</ul>|<ol reversed>|</ol>|<li value=\"-3\">|<li>|<dl>|</dl>|<dt>|<dd>|<table>|</table>|\
    <tr>|<td colspan=3 rowspan=2>|<th>|<caption>|<sup>|</sup>|<sub>|</sub>|<del>|</del>|\
    <a href=\"#x\">|<a href=\"http://a.b\">|</a>|<p>|</p>|<h2>|</h2>|<pre>|</pre>|<blockquote>|\
    </blockquote>|<math>|<mfrac>|<msup>|<mi>x</mi>|</math>|<img alt=\"é\">|\
    <button aria-controls=\"x\">|</button>|<div id=\"x\" hidden>|</div>|<form>|</form>|<aside>|\
    <main>|<br>|é 2|слово| |<span class=\"katex\">|<span style=\"vertical-align:super\">|</span>|\
    <details><summary>|<svg><title>";

/// Pages of parts in any order, with any nesting: the reader never fails, and no text exceeds the limit.
#[test]
fn any_nesting_is_read() {
    let parts: Vec<&str> = PARTS.split('|').collect();
    let all = WebPages::new(&LoadOptions { html_all: true, ..LoadOptions::default() });
    MixedParts { parts: &parts, seed: 7, rounds: 3_000, longest: 60 }.are_read(
        "<!DOCTYPE html>",
        "a.html",
        &[&WebPages::new(&LoadOptions::default()), &all],
    );
}

#[test]
fn a_cell_that_spans_much_is_said_only_so_often_again() {
    let words = "bell ".repeat(20_000);
    let cell = format!("<td colspan=250 rowspan=250>{words}</td>");
    let text = read(&format!("<table><tr>{cell}<td>x</td></tr>{}</table>", "<tr><td>y</td></tr>".repeat(250)));
    assert!(text.starts_with("| bell bell"), "it is said once at least");
    let rows = format!("<tr>{}</tr>{}", "<td></td>".repeat(100_000), "<tr><td>y</td><td>z</td></tr>".repeat(10_000));
    assert!(read(&format!("<table>{rows}</table>")).starts_with("| y | z |"));
}

#[test]
fn what_a_page_begins_with_may_be_no_text() {
    let begun = [b"<!--".as_slice(), &[0xff; 500], b"--><html><p>The bell is cast.</p>"].concat();
    assert!(WebPages::default().accepts(&Input::whole("a.html", &begun, 1 << 20)));
    assert!(super::begins_a_page(&begun));
}

#[test]
fn forms_in_forms_cost_no_more_than_their_bytes() {
    let forms = "<form><div></form>".repeat(3_000);
    let text = read(&format!("{forms}<h1>Bells</h1><p>Cast in the spring.</p>"));
    assert!(text.contains("Cast in the spring."), "{text}");
}
