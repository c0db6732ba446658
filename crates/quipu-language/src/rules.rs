//! The rules as an extractor: the names of a chunk, the relations between them, and the kinds that follow from these.

use quipu_kernel::extract::{ExtractedChunk, Extractor};
use quipu_kernel::model::{
    AliasLink, Chunk, Day, Document, Facts, Kind, Mention, Name, Period, Span, Statement, vote_kind,
};
use rustc_hash::FxHashMap;

use crate::english::DEMONYMS;
use crate::english::kinds::{self, Hint};
use crate::english::statements::{End, FirstWords, PageDrafts, StatementDraft, drafts, policy};
use crate::parser::Parser;
use crate::read::ReadPage;
use crate::sentences::{ReadSentences, TreebankSentences};
use crate::trust::TrustWeights;
use crate::{names, properties, russian};

/// Finds facts by rules and a small parser, without a model.
pub struct Rules;

/// The predicate of a definition.
const IS_A: &str = "is a";

impl Extractor for Rules {
    fn recipe(&self) -> String {
        "rules 6".to_owned()
    }

    fn extract(&self, title: &str, chunk: &Chunk) -> Facts {
        let mut facts = names::extract(chunk);
        if is_english(chunk) {
            relate(title, chunk, &mut facts);
        }
        if matches!(chunk.language.as_str(), "ru" | "en" | "") {
            russian::relate(chunk, &mut facts);
        }
        leave_words(&mut facts);
        names::leave_disagreeing(&mut facts);
        properties::state(title, chunk, &mut facts);
        facts
    }

    fn title_names(&self, document: &Document) -> Vec<Mention> {
        let mut out = names::subjects(&document.title, &document.text, &document.language);
        for declared in names::declared_names(&document.title, &document.metadata) {
            if out.iter().all(|known| known.name != declared.name) {
                out.push(declared);
            }
        }
        out
    }

    fn title_links(&self, document: &Document) -> Vec<AliasLink> {
        names::declared(&document.title, &document.metadata, &document.text)
    }

    fn resolve_names(&self, title: &str, said: &mut [ExtractedChunk<'_>]) {
        names::resolve_names(title, said, true);
    }

    fn settle_models(&self, title: &str, said: &mut [ExtractedChunk<'_>]) {
        names::settle_models(title, said);
    }

    fn spellings(&self, folded: &str) -> Vec<Name> {
        names::alike(folded)
    }

    fn day(&self, text: &str) -> Option<Day> {
        names::day(text)
    }
}

/// The rules without the dictionary of well-known homonyms: namesakes that only the dictionary separates are one name.
pub struct RulesWithoutHomonyms;

impl Extractor for RulesWithoutHomonyms {
    fn recipe(&self) -> String {
        format!("{} without homonyms", Rules.recipe())
    }

    fn extract(&self, title: &str, chunk: &Chunk) -> Facts {
        Rules.extract(title, chunk)
    }

    fn title_names(&self, document: &Document) -> Vec<Mention> {
        Rules.title_names(document)
    }

    fn title_links(&self, document: &Document) -> Vec<AliasLink> {
        Rules.title_links(document)
    }

    fn resolve_names(&self, title: &str, said: &mut [ExtractedChunk<'_>]) {
        names::resolve_names(title, said, false);
    }

    fn settle_models(&self, title: &str, said: &mut [ExtractedChunk<'_>]) {
        Rules.settle_models(title, said);
    }

    fn spellings(&self, folded: &str) -> Vec<Name> {
        Rules.spellings(folded)
    }

    fn day(&self, text: &str) -> Option<Day> {
        Rules.day(text)
    }
}

/// Leaves the statements about ordinary words.
fn leave_words(facts: &mut Facts) {
    let Facts { mentions, statements, .. } = facts;
    let is_word = |name: &Name| {
        let mut of = mentions.iter().filter(|mention| mention.name == *name).peekable();
        of.peek().is_some() && of.all(is_placed)
    };
    statements.retain(|said| !is_word(&said.source) && !is_word(&said.target));
}

/// True for an ordinary word with a capital: its place made it look like a name. Notions are in lower case.
fn is_placed(mention: &Mention) -> bool {
    mention.kind == Kind::Word && mention.form.contains(char::is_uppercase)
}

/// True if a chunk can be parsed: it is in English, or too short for a detection.
fn is_english(chunk: &Chunk) -> bool {
    matches!(chunk.language.as_str(), "en" | "")
        && chunk.text.bytes().filter(u8::is_ascii).count() * 2 > chunk.text.len()
}

/// Adds the relations between the names of a chunk.
fn relate(title: &str, chunk: &Chunk, facts: &mut Facts) {
    leave_definitions(facts);
    let reader = TreebankSentences { title, mentions: &facts.mentions, opens: chunk.body.start == 0 };
    let page = reader.read(&chunk.text);
    let PageDrafts { drafts: mut found, mut hints, first } = drafts(&page, &mut Parser::english(), &facts.mentions);
    // A Russian verb between names in Latin letters is no English one, nor a noun.
    found.retain(|draft| !is_in_russian(draft, &chunk.text));
    settle_first(&first, facts);
    found.iter().for_each(|draft| kinds::hints(draft, &chunk.text, &mut hints));
    let mut writer = Writer { page: &page, text: &chunk.text, facts, added: Vec::new() };
    found.iter().for_each(|draft| writer.write(draft));
    let told = writer.told(&hints);
    let Writer { added, .. } = writer;
    facts.mentions.extend(added);
    for mention in facts.mentions.iter_mut().filter(|mention| mention.kind == Kind::Entity) {
        mention.kind = told.get(&mention.name).copied().unwrap_or_default();
    }
    facts.mentions.sort_by_key(|mention| mention.span);
    facts.statements.sort_by_key(|statement| statement.quote);
}

/// True if a draft is of a Russian sentence, or has a Russian word as its notion; predicates are English.
fn is_in_russian(draft: &StatementDraft, text: &str) -> bool {
    let notion = |end: End| match end {
        End::Notion(start, end) => text.get(start..end).is_some_and(russian::is_written),
        _ => false,
    };
    [draft.source, draft.target].into_iter().any(notion)
        || text.get(draft.quote.range()).is_some_and(russian::is_sentence)
}

/// Takes the first words of sentences for what their trees say.
fn settle_first(first: &FirstWords, facts: &mut Facts) {
    for mention in facts.mentions.iter_mut().filter(|mention| !mention.span.is_empty()) {
        let start = mention.span.range().start;
        if mention.kind == Kind::Word && first.names.contains(&start) {
            mention.kind = Kind::Entity;
        }
        if let Some(step) = first.steps.iter().find(|step| step.start == start) {
            let cut = step.next - start;
            if let Some(rest) = mention.form.get(cut..).filter(|rest| rest.starts_with(char::is_uppercase)) {
                let form = rest.to_owned();
                mention.name = Name::new(&form);
                mention.span = Span::new(step.next, mention.span.range().end);
                mention.form = form;
            }
        }
    }
}

/// Leaves the definitions that patterns of words found to the parser, which reads them whole, with the notions that
/// only they name.
fn leave_definitions(facts: &mut Facts) {
    let english = |said: &Statement| said.predicate == IS_A && said.target.folded.is_ascii();
    let (defined, rest): (Vec<Statement>, Vec<Statement>) = facts.statements.drain(..).partition(english);
    facts.statements = rest;
    let only = |mention: &Mention| {
        matches!(mention.kind, Kind::Concept | Kind::Word)
            && !mention.form.contains(char::is_uppercase)
            && defined.iter().any(|said| said.target == mention.name)
    };
    facts.mentions.retain(|mention| mention.span.is_empty() || !only(mention));
}

/// Turns drafts into statements between mentions.
struct Writer<'w> {
    page: &'w ReadPage<'w>,
    text: &'w str,
    facts: &'w mut Facts,
    /// Mentions that the statements need and the names layer has not.
    added: Vec<Mention>,
}

impl Writer<'_> {
    fn write(&mut self, draft: &StatementDraft) {
        let is_thing = |end: End| self.thing(end).is_some();
        if !policy::keeps(draft, self.text, self.page.technical, is_thing) {
            return;
        }
        let (Some(source), Some(target)) = (self.mention(draft.source), self.mention(draft.target)) else { return };
        if [&source, &target].into_iter().any(is_placed) {
            return;
        }
        let differ = source.name != target.name && !source.name.folded.is_empty() && !target.name.folded.is_empty();
        if !differ || self.is_stated(draft, &source.name, &target.name) {
            return;
        }
        let statement = Statement {
            source: source.name.clone(),
            predicate: draft.predicate.clone(),
            target: target.name.clone(),
            quote: draft.quote,
            weight: TrustWeights::kept().weight(draft.signs),
            period: self.period(draft),
            description: String::new(),
            keywords: Vec::new(),
        };
        self.facts.statements.push(statement);
        self.add(source);
        self.add(target);
    }

    /// True if the same pair is tied in the same sentence by a pattern of words, or by this predicate.
    fn is_stated(&self, draft: &StatementDraft, source: &Name, target: &Name) -> bool {
        self.facts.statements.iter().any(|old| {
            let same = old.source == *source && old.target == *target;
            let turned = old.source == *target && old.target == *source && old.weight == OLD_WEIGHT;
            let predicate = old.predicate == draft.predicate || old.weight == OLD_WEIGHT;
            old.quote == draft.quote && (same && predicate || turned)
        })
    }

    fn add(&mut self, mention: Mention) {
        let known = self
            .facts
            .mentions
            .iter()
            .chain(&self.added)
            .any(|old| old.name == mention.name && old.span == mention.span);
        if !known {
            self.added.push(mention);
        }
    }

    /// The mention of the names layer at an end.
    fn thing(&self, end: End) -> Option<&Mention> {
        mention_at(&self.facts.mentions, end)
    }

    /// The kinds of names by hints, each the one of the most votes; the parser alone decides on a person
    /// or a place where there are no other hints.
    fn told(&self, hints: &[Hint]) -> FxHashMap<Name, Kind> {
        let mut votes: FxHashMap<Name, Vec<(Kind, u64)>> = FxHashMap::default();
        for hint in hints {
            if let Some(mention) = self.mention(hint.end) {
                votes.entry(mention.name).or_default().push((hint.kind, u64::from(hint.votes)));
            }
        }
        let most = |of: Vec<(Kind, u64)>| {
            let mut sums: Vec<(Kind, u64)> = Vec::new();
            for (kind, votes) in of {
                match sums.iter_mut().find(|(known, _)| *known == kind) {
                    Some((_, sum)) => *sum += votes,
                    None => sums.push((kind, votes)),
                }
            }
            vote_kind(sums)
        };
        votes.into_iter().map(|(name, of)| (name, most(of))).collect()
    }

    /// The mention that an end is.
    fn mention(&self, end: End) -> Option<Mention> {
        if let Some(known) = self.thing(end) {
            return Some(known.clone());
        }
        let (form, span, kind) = match end {
            End::Topic => {
                let topic = self.page.topic.as_ref()?;
                (topic.name.as_str(), Span::default(), Kind::Entity)
            }
            End::Name(start, end) => (self.text.get(start..end)?, Span::new(start, end), Kind::Entity),
            End::Date(start, end) => (self.text.get(start..end)?, Span::new(start, end), Kind::Date),
            End::Notion(start, end) => {
                let form = self.text.get(start..end)?;
                let plain = !form.contains(' ') && !form.contains(char::is_uppercase);
                (form, Span::new(start, end), if plain { Kind::Word } else { Kind::Concept })
            }
        };
        let overlaps = |mention: &&Mention| {
            let range = mention.span.range();
            range.start < span.range().end && span.range().start < range.end
        };
        let other = self.facts.mentions.iter().find(overlaps).filter(|_| !span.is_empty());
        // An adjective of a nation is one in any longer name ("American Western").
        let nation = matches!(end, End::Notion(..)) && form.starts_with(char::is_uppercase) && is_demonym(form);
        match other.filter(|_| !nation) {
            // A name inside a longer one that the names layer has.
            Some(other) if !matches!(end, End::Notion(..)) => Some(other.clone()),
            Some(_) => None,
            None => Some(Mention { name: Name::new(form), form: form.to_owned(), span, kind }),
        }
    }

    fn period(&self, draft: &StatementDraft) -> Period {
        let Some(when) = draft.when else { return Period::default() };
        let day = self.text.get(when.date.0..when.date.1).and_then(names::day).filter(|day| day.year != 0);
        let (from, to) = when.bounds;
        Period { valid_from: day.filter(|_| from), valid_to: day.filter(|_| to) }
    }
}

/// The mention at an end.
pub(crate) fn mention_at(mentions: &[Mention], end: End) -> Option<&Mention> {
    let (start, stop) = end.bytes()?;
    mentions.iter().find(|mention| mention.span.range() == (start..stop))
}

/// True if a form is the adjective of a nation.
fn is_demonym(form: &str) -> bool {
    form.rsplit(' ').next().is_some_and(|last| DEMONYMS.has(&last.to_lowercase()))
}

/// The weight of statements by patterns of words.
const OLD_WEIGHT: f32 = 2.0;
