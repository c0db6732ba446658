//! Messages are complete: both languages have the same, the code uses all and no others, with the same
//! arguments; sentences of the crates below are in their sources as the catalogue has them.

use std::collections::{BTreeMap, BTreeSet};

use fluent_syntax::ast::{CallArguments, Entry, Expression, InlineExpression, Pattern, PatternElement};
use proc_macro2::{TokenStream, TokenTree};
use syn::visit::Visit;

use super::{expect_none, files, root};

/// Names and the arguments of each.
type Known = BTreeMap<String, BTreeSet<String>>;

/// Names whose English stands in the sources: errors, the parser's words, help.
const ENGLISH_ELSEWHERE: [&str; 3] = ["error-", "clap-", "help-"];

fn is_elsewhere(id: &str) -> bool {
    ENGLISH_ELSEWHERE.iter().any(|begin| id.starts_with(begin))
}

/// A message's text, its arguments as `{}`, and their names.
#[derive(Default)]
struct Text {
    shape: String,
    arguments: BTreeSet<String>,
}

impl Text {
    fn read(&mut self, pattern: &Pattern<String>) {
        for element in &pattern.elements {
            match element {
                PatternElement::TextElement { value } => self.shape.push_str(value),
                PatternElement::Placeable { expression } => self.expression(expression),
            }
        }
    }

    fn expression(&mut self, expression: &Expression<String>) {
        match expression {
            Expression::Inline(inline) => self.inline(inline),
            Expression::Select { selector, variants } => {
                self.inline(selector);
                variants.iter().for_each(|variant| self.read(&variant.value));
            }
        }
    }

    fn inline(&mut self, inline: &InlineExpression<String>) {
        match inline {
            InlineExpression::VariableReference { id } => {
                self.arguments.insert(id.name.clone());
                self.shape.push_str("{}");
            }
            InlineExpression::StringLiteral { value } => self.shape.push_str(value),
            InlineExpression::FunctionReference { arguments: CallArguments { positional, .. }, .. } => {
                positional.iter().for_each(|inline| self.inline(inline));
            }
            InlineExpression::Placeable { expression } => self.expression(expression),
            _ => {}
        }
    }
}

/// The messages of a file of the catalogue that have a text of their own.
fn catalogue(file: &str) -> BTreeMap<String, Text> {
    let path = root().join("crates/quipu-cli/messages").join(file);
    let text = std::fs::read_to_string(&path).expect("the catalogue is there");
    let read = fluent_syntax::parser::parse(text).unwrap_or_else(|(_, errors)| panic!("{file}: {errors:?}"));
    let mut found = BTreeMap::new();
    for entry in read.body {
        let Entry::Message(message) = entry else { continue };
        let mut text = Text::default();
        message.value.iter().for_each(|pattern| text.read(pattern));
        let id = message.id.name;
        assert!(found.insert(id.clone(), text).is_none(), "{file} has {id} twice");
    }
    found
}

fn arguments(catalogue: BTreeMap<String, Text>) -> Known {
    catalogue.into_iter().map(|(id, text)| (id, text.arguments)).collect()
}

/// The messages in the code: names and arguments of every `say!`.
#[derive(Default)]
struct Saying {
    said: Vec<(String, BTreeSet<String>)>,
}

impl Visit<'_> for Saying {
    fn visit_macro(&mut self, found: &syn::Macro) {
        if found.path.segments.last().is_some_and(|last| last.ident == "say") {
            self.said.push(one(found.tokens.clone()));
        }
        self.within(found.tokens.clone());
    }
}

impl Saying {
    /// Calls inside the arguments of other macros.
    fn within(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        for (at, token) in tokens.iter().enumerate() {
            let TokenTree::Group(group) = token else { continue };
            let says = at > 1 && tokens[at - 1].to_string() == "!" && tokens[at - 2].to_string() == "say";
            if says {
                self.said.push(one(group.stream()));
            }
            self.within(group.stream());
        }
    }
}

/// The name, and every `name =` after a comma.
fn one(tokens: TokenStream) -> (String, BTreeSet<String>) {
    let tokens: Vec<String> = tokens.into_iter().map(|token| token.to_string()).collect();
    let id = tokens.first().map(|literal| literal.trim_matches('"').to_owned()).unwrap_or_default();
    let named = tokens.windows(3).filter(|three| three[0] == "," && three[2] == "=").map(|three| three[1].clone());
    (id, named.collect())
}

/// Every message that the code says.
fn said() -> Known {
    let mut known = Known::new();
    for source in files("crates/quipu-cli/src", ".rs") {
        let mut saying = Saying::default();
        saying.visit_file(&syn::parse_file(&source.text).expect("a source parses"));
        for (id, arguments) in saying.said.into_iter().filter(|(id, _)| id != "$id") {
            let before = known.insert(id.clone(), arguments.clone());
            assert!(before.is_none_or(|before| before == arguments), "{}: {id} with other arguments", source.path);
        }
    }
    known
}

#[test]
fn both_languages_say_the_same() {
    let (english, russian) = (arguments(catalogue("en.ftl")), arguments(catalogue("ru.ftl")));
    let lacks = |other: &Known, file: &str, known: &Known| -> Vec<String> {
        let missing = known.iter().filter(|(id, arguments)| other.get(*id) != Some(arguments));
        missing.map(|(id, arguments)| format!("{file} lacks {id}, or has not the arguments {arguments:?}")).collect()
    };
    expect_none(&[lacks(&russian, "ru.ftl", &english), lacks(&english, "en.ftl", &russian)].concat());
}

#[test]
fn every_message_that_is_said_is_there_and_every_other_is_not() {
    let said = said();
    assert!(said.len() > 100, "only {} messages were found in the sources", said.len());
    let mut there = arguments(catalogue("en.ftl"));
    for file in ["ru-errors.ftl", "ru-help.ftl"] {
        let elsewhere = arguments(catalogue(file)).into_iter().filter(|(id, _)| is_elsewhere(id));
        there.extend(elsewhere);
    }
    let wrong = said.iter().filter(|(id, arguments)| there.get(*id) != Some(arguments));
    let mut complaints: Vec<String> = wrong
        .map(|(id, found)| format!("say!({id:?}) with {found:?}: the catalogue has {:?}", there.get(id)))
        .collect();
    // Patterns of data are used by their matches; those of help by the tree of commands, with a test beside it.
    let unused = there.keys().filter(|id| !said.contains_key(*id));
    let unused = unused.filter(|id| !id.starts_with("data-") && !id.starts_with("help-"));
    complaints.extend(unused.map(|id| format!("{id} is in the catalogue, and nothing says it")));
    expect_none(&complaints);
}

/// Every text in a source, also inside macros and attributes.
#[derive(Default)]
struct Texts {
    found: BTreeSet<String>,
}

impl Texts {
    fn within(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Group(group) => self.within(group.stream()),
                TokenTree::Literal(literal) => {
                    if let syn::Lit::Str(text) = syn::Lit::new(literal) {
                        self.found.insert(shape(&text.value()));
                    }
                }
                _ => {}
            }
        }
    }
}

/// A format with its arguments as `{}`, and `"{}"` where they are quoted.
fn shape(text: &str) -> String {
    let mut shape = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let (inside, after) = after.split_once('}').unwrap_or((after, ""));
        shape.push_str(before);
        shape.push_str(if inside.ends_with(":?") { "\"{}\"" } else { "{}" });
        rest = after;
    }
    shape + rest
}

fn texts(folder: &str) -> BTreeSet<String> {
    let mut texts = Texts::default();
    for source in files(folder, ".rs") {
        texts.within(source.text.parse().expect("a source parses"));
    }
    texts.found
}

#[test]
fn sentences_of_the_floors_are_in_their_sources() {
    let sources = texts("crates");
    let data = catalogue("en.ftl").into_iter().filter(|(id, _)| id.starts_with("data-"));
    let lost = data.filter(|(_, text)| !sources.contains(&text.shape));
    expect_none(&lost.map(|(id, text)| format!("no source says {id}: {:?}", text.shape)).collect::<Vec<_>>());
}

#[test]
fn why_a_file_is_not_read_is_said_in_every_language() {
    let path = root().join("crates/quipu-engine/src/base/ports/loader.rs");
    let file = syn::parse_file(&std::fs::read_to_string(path).expect("it is there")).expect("a source parses");
    let known: BTreeSet<String> = catalogue("en.ftl").into_values().map(|text| text.shape).collect();
    let mut texts = Texts::default();
    for variant in file.items.iter().filter_map(|item| if let syn::Item::Enum(one) = item { Some(one) } else { None }) {
        for attribute in variant.variants.iter().flat_map(|variant| &variant.attrs) {
            if let syn::Meta::List(list) = &attribute.meta {
                texts.within(list.tokens.clone());
            }
        }
    }
    assert!(texts.found.len() >= 10, "the errors of loaders were not found");
    expect_none(
        &texts
            .found
            .iter()
            .filter(|text| !known.contains(*text))
            .map(|text| format!("en.ftl lacks data-*: {text}"))
            .collect::<Vec<_>>(),
    );
}
