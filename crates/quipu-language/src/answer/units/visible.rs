//! The visible text of Markdown: the text with its markup (link targets, HTML tags, comments, badges,
//! template tags, anchors, marks of quotations, escapes) blanked out byte for byte, so that every offset
//! still leads to the source.
//!
//! Code, fenced or in backticks, stays as it is, and so do marks of emphasis, which the answer keeps.
//! Linear in the text: an unclosed mark is given up after a bounded look ahead.

use quipu_kernel::split::MarkdownLine;

use super::note_marks::{LONGEST, LONGEST_COMMENT, note_mark, within};

/// The placeholder for a byte of markup.
pub(crate) const BLANK: char = '\0';

/// The text as a reader sees it, as long as the source.
pub(super) fn visible(text: &str) -> String {
    let mut out = text.as_bytes().to_vec();
    let (mut at, mut fence) = (0, None);
    let mut comment_until = 0;
    while let Some(line) = MarkdownLine::at(text, at) {
        match (fence, line.fence()) {
            (None, Some(opened)) => fence = Some(opened),
            (Some(open), _) if open.closed_by(&line) => fence = None,
            (None, None) => {
                prose(text, line.start.max(comment_until).min(line.end)..line.end, &mut comment_until, &mut out)
            }
            _ => {}
        }
        at = line.next;
    }
    // Only whole characters are blanked, each byte of them.
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
}

/// Blanks the markup of a line of prose. Markup that begins on a line and ends on a later one is found from here,
/// so `until` is the end of a comment.
fn prose(text: &str, line: std::ops::Range<usize>, until: &mut usize, out: &mut [u8]) {
    let mut at = quoted(text, &line, out);
    if defines_link(&text[at..line.end]) {
        out[at..line.end].fill(0);
        at = line.end;
    }
    while at < line.end {
        if let Some(end) = note_mark(text, at, line.start, out) {
            at = end;
            continue;
        }
        let rest = &text[at..];
        let blanked = match rest.as_bytes()[0] {
            b'`' => {
                at += code(rest);
                continue;
            }
            b'<' if address(rest).is_some() => {
                let end = at + address(rest).unwrap_or(1);
                out[at] = 0;
                out[end - 1] = 0;
                at = end;
                continue;
            }
            b'<' => angle(rest),
            b'!' if rest.starts_with("![") => image(rest),
            b'[' => {
                at += bracket(text, at, out);
                continue;
            }
            b'{' => braces(rest),
            b'^' => footnote(text, at),
            b'\\' => usize::from(rest[1..].starts_with(|c: char| c.is_ascii_punctuation())),
            _ => 0,
        };
        if blanked == 0 {
            at += rest.chars().next().map_or(1, char::len_utf8);
            continue;
        }
        out[at..at + blanked].fill(0);
        // An escaped character is always text.
        at += if rest.starts_with('\\') { 2 } else { blanked };
    }
    *until = (*until).max(at);
}

/// Blanks the `>` of quotations and the marks of admonitions at the beginning of a line; returns the beginning of its
/// text.
fn quoted(text: &str, line: &std::ops::Range<usize>, out: &mut [u8]) -> usize {
    let mut at = line.start;
    loop {
        let rest = &text[at..line.end];
        let blank = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        if !rest[blank..].starts_with('>') {
            break;
        }
        at += blank + 1;
        out[at - 1] = b' ';
    }
    let rest = &text[at..line.end];
    let begin = at + (rest.len() - rest.trim_start().len());
    match admonition(&text[begin..line.end]) {
        Some(length) => {
            out[begin..begin + length].fill(0);
            begin + length
        }
        None => begin,
    }
}

/// `[label]: target "title"`: where a link leads, and nothing to read.
fn defines_link(line: &str) -> bool {
    let Some((label, rest)) = line.trim_start().strip_prefix('[').and_then(|rest| rest.split_once("]:")) else {
        return false;
    };
    let rest = rest.trim();
    let title = rest.split_once(char::is_whitespace).map_or("", |(_, title)| title.trim());
    let is_title = title.is_empty() || title.starts_with(['"', '\'', '(']);
    !label.starts_with('^') && !label.contains(']') && !rest.is_empty() && is_title
}

/// The length of a mark that gives the kind of the note after it: `[!NOTE]`, `!!! note "Title"`, `::: tip`.
fn admonition(line: &str) -> Option<usize> {
    if let Some(inner) = line.strip_prefix("[!") {
        return inner.find(']').filter(|at| inner[..*at].chars().all(char::is_alphanumeric)).map(|at| at + 3);
    }
    let marked = ["!!! ", "??? ", "???+ ", ":::"].iter().any(|mark| line.starts_with(mark));
    marked.then(|| line.find('"').unwrap_or(line.len()))
}

/// The length of a code span, its marks included, or of the marks alone where nothing closes it.
fn code(rest: &str) -> usize {
    let marks = rest.bytes().take_while(|byte| *byte == b'`').count();
    let near = &rest.as_bytes()[marks..rest.len().min(marks + LONGEST)];
    let mut at = 0;
    while at < near.len() {
        let run = near[at..].iter().take_while(|byte| **byte == b'`').count();
        if run == marks {
            return marks + at + run;
        }
        at += run.max(1);
    }
    marks
}

/// The length of an address in angle brackets.
fn address(rest: &str) -> Option<usize> {
    let end = within(rest, LONGEST, ">")?;
    let inner = &rest[1..end - 1];
    (inner.contains("://") && !inner.contains([' ', '=', '<', '\n'])).then_some(end)
}

/// The length of an HTML tag or comment.
fn angle(rest: &str) -> usize {
    if rest.starts_with("<!--") {
        return within(rest, LONGEST_COMMENT, "-->").unwrap_or(0);
    }
    let named = rest[1..].trim_start_matches('/').starts_with(|c: char| c.is_ascii_alphabetic());
    let Some(end) = within(rest, LONGEST, ">").filter(|_| named) else { return 0 };
    let inner = &rest[1..end - 1];
    if inner.contains(['<', '\n']) && !inner.contains('=') { 0 } else { end }
}

/// The length of `![...](...)` or `![...][...]`.
fn image(rest: &str) -> usize {
    closed(&rest[1..]).and_then(|words| Some(1 + words + target(&rest[1 + words..])?)).unwrap_or(0)
}

/// Blanks the markup of `[words](target)`, `[words][label]` and `[words]`; returns the place to go on from.
fn bracket(text: &str, at: usize, out: &mut [u8]) -> usize {
    let rest = &text[at..];
    let Some(words) = closed(rest) else { return 1 };
    let inner = &rest[1..words - 1];
    if inner.starts_with('^') {
        out[at..at + words].fill(0);
        return words;
    }
    // `[ ]` is a task, `[3]` a number, `names[key]` code.
    let plain = inner.trim().len() > 1 && inner.contains(char::is_alphabetic) && !inner.contains([';', '=', '"']);
    let indexes = text[..at].ends_with(|c: char| c.is_alphanumeric() || c == ']');
    match target(&rest[words..]) {
        Some(length) => {
            out[at] = 0;
            out[at + words - 1..at + words + length].fill(0);
        }
        None if plain && !indexes => {
            out[at] = 0;
            out[at + words - 1] = 0;
        }
        None => {}
    }
    // The inside may be markup too: a badge is an image in a link.
    if inner.starts_with('!') {
        out[at..at + words].fill(0);
        return words;
    }
    1
}

/// The length of a bracket with its contents, brackets inside it counted.
fn closed(rest: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, byte) in rest.bytes().enumerate().take(LONGEST) {
        match byte {
            b'[' => depth += 1,
            b']' => depth -= 1,
            b'\n' if rest[at + 1..].trim_start_matches([' ', '\t']).starts_with('\n') => return None,
            _ => {}
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}

/// The length of the `(target)` or `[label]` that a text begins with; targets may hold parentheses.
fn target(rest: &str) -> Option<usize> {
    match rest.as_bytes().first()? {
        b'[' => within(rest, LONGEST, "]"),
        b'(' => {
            let mut depth = 0_usize;
            for (at, byte) in rest.bytes().enumerate().take(LONGEST) {
                match byte {
                    b'(' => depth += 1,
                    b')' => depth -= 1,
                    _ => {}
                }
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            None
        }
        _ => None,
    }
}

/// The length of a raised number after a word, as readers of PDF write the marks of notes: `article^1,2`. A power keeps
/// its own: `10^6`, `n^2`.
fn footnote(text: &str, at: usize) -> usize {
    let mut before = text[..at].chars().rev();
    let behind_word = match (before.next(), before.next()) {
        // One letter is a variable.
        (Some(last), before) if last.is_alphabetic() => before.is_some_and(char::is_alphabetic),
        (last, _) => last.is_some_and(|last| matches!(last, '.' | ',' | ')' | '”' | '"')),
    };
    let length = text[at + 1..].bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b',').count();
    if behind_word && length > 0 { length + 1 } else { 0 }
}

/// The length of `{#anchor}`, `{.class}`, `{: attributes}`.
fn braces(rest: &str) -> usize {
    match rest.as_bytes().get(1) {
        Some(b'#' | b'.' | b':') => within(rest, LONGEST, "}").unwrap_or(0),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn seen(text: &str) -> String {
        visible(text).replace(BLANK, "")
    }

    #[test]
    fn links_become_their_words_and_images_go() {
        assert_eq!(
            seen("See [the guide](a(b).md \"t\") and [that][ref], or [here]."),
            "See the guide and that, or here."
        );
        assert_eq!(seen("[![ok](a.svg)](b) ![x](y)text[^1]"), " text");
        assert_eq!(seen("- list[0] of [1] and <https://a.b>"), "- list[0] of [1] and https://a.b");
    }

    #[test]
    fn tags_and_templates_go_and_code_stays() {
        assert_eq!(seen("<a id=\"x\"></a>`Vec<T>` is <b>it</b>, a < b"), "`Vec<T>` is it, a < b");
        assert_eq!(seen("{% note info %}\nRead {{ name }} it {#anchor}"), "\nRead name it ");
        assert_eq!(seen("one <!-- two\nthree --> four"), "one  four");
        assert_eq!(seen("```\n<b>[a](b)\n```\n1\\. a\\_b"), "```\n<b>[a](b)\n```\n1. a_b");
    }

    #[test]
    fn no_template_leaves_empty_marks() {
        assert_eq!(seen("The **{{ product.name }}** rings"), "The **product.name** rings");
        assert_eq!(seen("The **{{< short \"x\" >}}** and _{% set a %}_ rings <%= bell %>."), "The  and  rings .");
        assert_eq!(seen("`{{ kept }}` {{ open"), "`{{ kept }}` {{ open");
    }

    #[test]
    fn marks_of_vaults_go() {
        assert_eq!(
            seen("See [[Ada Novak|her]] and [[Clock#Repairs]], ![[tower.png]]!"),
            "See her and Clock#Repairs, !"
        );
        assert_eq!(seen("Jan kept it. ^life\n- [ ] check 1^a\n1. [x] done"), "Jan kept it. \n- check 1^a\n1. done");
        assert_eq!(
            seen("It is %%not\nsure%% old, 50%% of it. employer:: x\nemployer:: [[Town]]"),
            "It is  old, 50%% of it. employer:: x\nemployer: Town"
        );
        assert_eq!(seen("As ((6516f1b2-0d1c-4b1e-9f43-aaaaaaaaaaaa)) says ((this))."), "As  says ((this)).");
    }

    #[test]
    fn marks_of_notes_go_and_powers_stay() {
        assert_eq!(seen("Its first article^1,2 has 10^6 words.^3"), "Its first article has 10^6 words.");
        assert_eq!(seen("It costs O(n^2 d) steps, or O(k n d^2)."), "It costs O(n^2 d) steps, or O(k n d^2).");
    }

    #[test]
    fn marks_of_quotations_and_notes_go() {
        assert_eq!(seen("> **Note**: it is\n> > so").trim(), "**Note**: it is\n    so");
        assert_eq!(seen("> [!WARNING]\n> Stop."), "  \n  Stop.");
    }

    proptest! {
        #[test]
        fn it_is_as_long_as_the_source_and_keeps_its_words(text in "([a-zé `\\[\\]()!<>{}%#\\\\\n*|^:-]|https://|\\{\\{|\\[\\[|%%|- \\[ \\] ){0,120}") {
            let seen = visible(&text);
            prop_assert_eq!(seen.len(), text.len());
            for (at, c) in seen.char_indices().filter(|(_, c)| *c != BLANK && *c != ' ') {
                prop_assert!(text[at..].starts_with(c));
            }
        }
    }
}
