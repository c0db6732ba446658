//! Sources stay short, begin with a description, and hold nothing unfinished.

use syn::spanned::Spanned;
use syn::visit::Visit;

use super::{Source, expect_none, files};

/// The most lines of code of a file; comments, blank lines and its test module are not counted.
const LONGEST_FILE: usize = 400;
/// The most lines of a function.
const LONGEST_FUNCTION: usize = 60;

/// Files that may be longer, and why.
const LONG_FILES: &[(&str, &str)] = &[];
/// Functions that may be longer, and why.
const LONG_FUNCTIONS: &[(&str, &str, &str)] = &[];

/// Marks of unfinished work, spelled so that this file does not hold them.
const UNFINISHED: &[&str] = &["TO DO", "FIX ME", "XX X", "dbg !(", "todo !(", "unimplemented !("];

#[test]
fn every_source_says_what_it_is_for() {
    let silent = files("crates", ".rs").into_iter().filter(|source| {
        let head = source.text.lines().next().and_then(|line| line.strip_prefix("//! "));
        head.is_none_or(|head| head.trim().len() < 10)
    });
    expect_none(
        &silent.map(|source| format!("{}: begin with `//!` and what the file is for", source.path)).collect::<Vec<_>>(),
    );
}

#[test]
fn nothing_is_unfinished() {
    let mut found = Vec::new();
    for source in files("crates", ".rs") {
        for (at, line) in source.text.lines().enumerate() {
            // A word of another program's format may end so.
            let holds = |mark: &str| {
                line.match_indices(mark).any(|(at, _)| !line[..at].ends_with(|c: char| c.is_ascii_uppercase()))
            };
            let mark = UNFINISHED.iter().map(|mark| mark.replace(' ', "")).find(|mark| holds(mark));
            found.extend(
                mark.map(|mark| format!("{}:{}: holds {mark:?}; finish it or leave it out", source.path, at + 1)),
            );
        }
    }
    expect_none(&found);
}

#[test]
fn files_are_short() {
    let long = files("crates", ".rs").into_iter().filter_map(|source| {
        let lines = code_lines(&source);
        let excused = LONG_FILES.iter().any(|(path, _)| *path == source.path);
        (lines > LONGEST_FILE && !excused)
            .then(|| format!("{}: {lines} lines of code, at most {LONGEST_FILE}; cut it by meaning", source.path))
    });
    expect_none(&long.collect::<Vec<_>>());
}

#[test]
fn functions_are_short() {
    let mut complaints = Vec::new();
    for source in files("crates", ".rs") {
        let file = syn::parse_file(&source.text).expect("a source parses");
        let mut lengths = Lengths::default();
        lengths.visit_file(&file);
        complaints.extend(lengths.long.into_iter().filter_map(|(name, lines)| {
            let excused = LONG_FUNCTIONS.iter().any(|(path, function, _)| *path == source.path && *function == name);
            (!excused).then(|| format!("{}: `{name}` has {lines} lines, at most {LONGEST_FUNCTION}", source.path))
        }));
    }
    expect_none(&complaints);
}

#[test]
fn exceptions_are_still_needed() {
    let sources = files("crates", ".rs");
    let stale = LONG_FILES.iter().filter(|(path, _)| {
        let source = sources.iter().find(|source| source.path == *path);
        source.is_none_or(|source| code_lines(source) <= LONGEST_FILE)
    });
    expect_none(&stale.map(|(path, _)| format!("{path} needs no exception any more")).collect::<Vec<_>>());
}

/// The most characters of a literal that reaches a prompt, and of a constant that may be one.
const LONGEST_LITERAL: usize = 80;
/// The beginnings of prompts, anywhere.
const BEGINNINGS: [&str; 3] = ["You are a", "As an AI", "### Instruction"];

#[test]
fn no_prompt_stands_in_code() {
    let mut complaints = Vec::new();
    // Files that make prompts, or name a system prompt; the command line makes none.
    let makes = |source: &&Source| {
        ["Prompt", "SYSTEM"].iter().any(|word| source.text.contains(word)) && !source.path.contains("quipu-cli/")
    };
    let of_tests = |source: &&Source| source.path.ends_with("tests.rs") || source.path.contains("/tests/");
    for source in files("crates", ".rs").iter().filter(makes).filter(|source| !of_tests(source)) {
        let mut prompts = Prompts::default();
        prompts.visit_file(&syn::parse_file(&source.text).expect("a source parses"));
        let said = |line| format!("{}:{line}: a prompt belongs into a file below `prompts/`", source.path);
        complaints.extend(prompts.lines.into_iter().map(said));
    }
    for source in files("crates", ".rs").iter().filter(|source| !source.path.contains("/tests/")) {
        let begun = BEGINNINGS.map(str::to_owned).into_iter().filter(|begins| source.text.contains(begins.as_str()));
        complaints.extend(begun.map(|begins| format!("{}: a prompt ({begins:?}) belongs into a file", source.path)));
    }
    expect_none(&complaints);
}

/// Lines of long literals that are constants or reach `Prompt::new`, tests left out.
#[derive(Default)]
struct Prompts {
    lines: Vec<usize>,
}

impl Prompts {
    fn look(&mut self, expression: &syn::Expr) {
        if let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) = expression
            && text.value().chars().count() > LONGEST_LITERAL
            && text.value().contains(' ')
        {
            self.lines.push(text.span().start().line);
        }
    }
}

impl<'ast> Visit<'ast> for Prompts {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if module.ident != "tests" {
            syn::visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_const(&mut self, one: &'ast syn::ItemConst) {
        self.look(&one.expr);
        syn::visit::visit_item_const(self, one);
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        let is_prompt = |path: &syn::ExprPath| {
            let mut names = path.path.segments.iter().rev().map(|segment| segment.ident.to_string());
            names.next().as_deref() == Some("new") && names.next().as_deref() == Some("Prompt")
        };
        if matches!(&*call.func, syn::Expr::Path(path) if is_prompt(path)) {
            call.args.iter().for_each(|argument| self.look(argument));
        }
        syn::visit::visit_expr_call(self, call);
    }
}

/// Lines that are neither blank nor comment, up to the file's test module.
fn code_lines(source: &Source) -> usize {
    let code = source.text.split("\n#[cfg(test)]\nmod ").next().unwrap_or_default();
    code.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//")).count()
}

/// Collects functions that are too long, tests left out.
#[derive(Default)]
struct Lengths {
    long: Vec<(String, usize)>,
}

impl Lengths {
    fn measure(&mut self, name: &syn::Ident, block: &syn::Block) {
        let span = block.span();
        let lines = span.end().line.saturating_sub(span.start().line) + 1;
        if lines > LONGEST_FUNCTION {
            self.long.push((name.to_string(), lines));
        }
    }
}

impl<'ast> Visit<'ast> for Lengths {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if module.ident != "tests" {
            syn::visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.measure(&function.sig.ident, &function.block);
        syn::visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.measure(&function.sig.ident, &function.block);
        syn::visit::visit_impl_item_fn(self, function);
    }

    fn visit_trait_item_fn(&mut self, function: &'ast syn::TraitItemFn) {
        if let Some(block) = &function.default {
            self.measure(&function.sig.ident, block);
        }
    }
}
