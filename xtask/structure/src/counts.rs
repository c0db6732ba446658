//! Counts: lines of code, functions, and functions that bundle parameters into a tuple.

use syn::spanned::Spanned;
use syn::visit::Visit;

use crate::CrateSources;
use crate::imports::is_of_tests;

/// Counts of a crate; tests are left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Lines that are neither blank nor comment.
    pub lines: usize,
    /// Files.
    pub files: usize,
    /// Functions.
    pub functions: usize,
    /// Functions with a parameter that is a tuple.
    pub tuples: usize,
    /// Functions with six parameters or more.
    pub many: usize,
}

/// Counts a crate.
pub fn counts(sources: &CrateSources) -> Counts {
    let mut out = Counts { files: sources.files.len(), ..Counts::default() };
    for file in sources.files.values() {
        let mut tests = TestLines::default();
        tests.visit_file(&file.syntax);
        let is_code = |(at, line): &(usize, &str)| {
            let line = line.trim();
            let of_tests = tests.0.iter().any(|(first, last)| (*first..=*last).contains(&(at + 1)));
            !of_tests && !line.is_empty() && !line.starts_with("//")
        };
        out.lines += file.text.lines().enumerate().filter(is_code).count();
        let mut functions = Functions(&mut out);
        functions.visit_file(&file.syntax);
    }
    out
}

#[derive(Default)]
struct TestLines(Vec<(usize, usize)>);

impl<'ast> Visit<'ast> for TestLines {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if is_of_tests(&module.attrs) {
            let span = module.span();
            self.0.push((span.start().line, span.end().line));
        }
    }
}

struct Functions<'a>(&'a mut Counts);

impl Functions<'_> {
    fn count(&mut self, signature: &syn::Signature) {
        let is_tuple = |input: &&syn::FnArg| match input {
            syn::FnArg::Typed(typed) => matches!(&*typed.ty, syn::Type::Tuple(tuple) if tuple.elems.len() > 1),
            syn::FnArg::Receiver(_) => false,
        };
        self.0.functions += 1;
        self.0.tuples += usize::from(signature.inputs.iter().any(|input| is_tuple(&input)));
        self.0.many += usize::from(signature.inputs.len() >= 6);
    }
}

impl<'ast> Visit<'ast> for Functions<'_> {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !is_of_tests(&module.attrs) {
            syn::visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.count(&function.sig);
        syn::visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.count(&function.sig);
        syn::visit::visit_impl_item_fn(self, function);
    }

    fn visit_trait_item_fn(&mut self, function: &'ast syn::TraitItemFn) {
        self.count(&function.sig);
        syn::visit::visit_trait_item_fn(self, function);
    }
}
