//! Properties of a note: a line `director: [[Ridley Scott]]` or `employer:: [[Town Council]]` states a relation of the
//! note to each page that it links to, with that line as its quote.

use quipu_kernel::model::{Chunk, Facts, Kind, Mention, Name, Period, Span, Statement};

/// Weight of a stated relation, as of other rules.
const WEIGHT: f32 = 2.0;
/// The most statements of a chunk.
const MOST: usize = 200;
/// The longest name of a property, in bytes and words.
const LONGEST_KEY: usize = 40;
const MOST_WORDS: usize = 3;
/// The longest name of a page, in bytes.
const LONGEST_PAGE: usize = 200;

/// Adds the relations that the properties of a chunk state about the document of this title.
pub(crate) fn state(title: &str, chunk: &Chunk, facts: &mut Facts) {
    let source = Name::new(title);
    if source.folded.is_empty() || !chunk.text.contains("[[") {
        return;
    }
    let found = properties(&chunk.text);
    for (property, page) in found.iter().flat_map(|property| property.pages.iter().map(move |page| (property, page))) {
        let form = &chunk.text[page.range()];
        let target = Name::new(form);
        if target.folded.is_empty() || target == source {
            continue;
        }
        mention(facts, &source, title, Span::default());
        mention(facts, &target, form, *page);
        facts.statements.push(Statement {
            source: source.clone(),
            predicate: property.key.clone(),
            target,
            quote: property.line,
            weight: WEIGHT,
            period: Period::default(),
            description: String::new(),
            keywords: Vec::new(),
        });
    }
    if !found.is_empty() {
        facts.mentions.sort_by_key(|mention| mention.span);
        facts.statements.sort_by_key(|statement| statement.quote);
    }
}

/// Makes sure that a name is mentioned.
fn mention(facts: &mut Facts, name: &Name, form: &str, span: Span) {
    if facts.mentions.iter().all(|known| known.name != *name) {
        facts.mentions.push(Mention { name: name.clone(), form: form.to_owned(), span, kind: Kind::Entity });
    }
}

/// A property with links.
struct Property {
    key: String,
    /// Its line.
    line: Span,
    /// The names of the pages.
    pages: Vec<Span>,
}

/// The properties of a text whose values are links and nothing else.
fn properties(text: &str) -> Vec<Property> {
    let (mut at, mut found, mut count) = (0, Vec::new(), 0);
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        if let Some(property) = property(line, start)
            && count + property.pages.len() <= MOST
        {
            count += property.pages.len();
            found.push(property);
        }
    }
    found
}

fn property(line: &str, start: usize) -> Option<Property> {
    let body = line.trim_start_matches([' ', '\t', '-', '*']).trim_end();
    let begin = start + (line.trim_end().len() - body.len());
    let colon = body.find(':').filter(|colon| *colon <= LONGEST_KEY)?;
    let key = body[..colon].trim();
    let is_key = key.starts_with(char::is_alphabetic)
        && key.split_whitespace().count() <= MOST_WORDS
        && key.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '_' | '-'));
    let value = body[colon..].trim_start_matches(':');
    let pages = pages(value, begin + (body.len() - value.len())).filter(|pages| is_key && !pages.is_empty())?;
    let key = key.to_lowercase().replace(['_', '-'], " ");
    Some(Property { key, line: Span::new(begin, begin + body.len()), pages })
}

/// The names of the pages in a value that is nothing but links.
fn pages(value: &str, start: usize) -> Option<Vec<Span>> {
    let (mut rest, mut found) = (value, Vec::new());
    loop {
        let blank = rest.trim_start_matches([' ', '\t', ',', ';', '"', '\'']);
        if blank.is_empty() {
            return Some(found);
        }
        let inner = blank.strip_prefix("[[")?;
        let end = inner.find("]]")?;
        let page = inner[..end].split(['|', '#', '^']).next().unwrap_or_default();
        let name = page.rsplit('/').next().unwrap_or(page);
        let from = start + (value.len() - inner.len()) + (page.len() - name.len());
        if !name.trim().is_empty() && name.len() <= LONGEST_PAGE && found.len() < MOST {
            let lead = name.len() - name.trim_start().len();
            found.push(Span::new(from + lead, from + lead + name.trim().len()));
        }
        rest = &inner[end + 2..];
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn stated(text: &str) -> Vec<String> {
        let chunk = Chunk { text: text.to_owned(), ..Chunk::default() };
        let mut facts = Facts::default();
        state("Night Ferry", &chunk, &mut facts);
        let said = |statement: &Statement| {
            let quote = &text[statement.quote.range()];
            format!("{} -> {} ({quote})", statement.predicate, statement.target.folded)
        };
        facts.statements.iter().map(said).collect()
    }

    #[test]
    fn a_property_with_links_states_relations_of_its_note() {
        assert_eq!(stated("director: [[Mara Lind]]"), ["director -> mara lind (director: [[Mara Lind]])"]);
        assert_eq!(
            stated("Text.\n- Shot_in:: [[Places/Orr|there]], [[Sund#Harbour]]\n"),
            [
                "shot in -> orr (Shot_in:: [[Places/Orr|there]], [[Sund#Harbour]])",
                "shot in -> sund (Shot_in:: [[Places/Orr|there]], [[Sund#Harbour]])"
            ]
        );
        for prose in
            ["She met: [[Mara]] at noon", "see [[Mara]]: it rains", "director: Mara", "a b c d: [[Mara]]", "x: [[]]"]
        {
            assert!(stated(prose).is_empty(), "{prose}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_safe(text in "([a-zé:|#^,\n -]|\\[\\[|\\]\\]){0,80}") {
            stated(&text);
        }
    }
}
