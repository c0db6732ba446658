//! What documents say of a thing, and whether that is worth a page.

use std::collections::BTreeSet;

use quipu_kernel::model::Key;
use quipu_kernel::text::fold_name;
use quipu_language::answer::{NamePart, ThingPart, name_part, plain};
use rustc_hash::FxHashMap;

use super::thing_parts::ThingParts;
use super::told_lines::{ToldLine, told_lines};
use super::wiki_corpus::{NamedThing, WikiCorpus};
use super::wiki_page::{WikiPage, WikiPlace};
use super::wiki_words::WikiWords;
use crate::answer::Answer;
use crate::answer::whole::{in_short, summary_among};
use crate::base::graph::resolve_name;
use crate::base::ports::{DocumentRow, EntityFound, EntityRow, RelationRow, StoreError};
use crate::base::{EngineError, Workspace};
use crate::find::graph::{StatedGroup, StatedOther, grouped};

/// Most documents that are read for one thing: those that name it most often.
const READ: usize = 24;
/// Most other names of a thing.
const ALIASES: usize = 12;
/// Sentences about a name of unknown kind that are worth a page, and lines that only name it.
const TWO: usize = 2;
const SEVERAL: usize = 2;

/// A thing with what was found of it.
pub(super) struct WikiThing {
    /// Its page; none where the documents say nothing of it.
    pub(super) page: Option<WikiPage>,
    /// True if a sentence says what it is, or a document is about it.
    pub(super) explained: bool,
    /// The sentences that are about it, with their places.
    pub(super) sentences: Vec<(String, WikiPlace)>,
}

/// What documents say of a thing; where it may be an ordinary word, only what explains it is worth a page.
pub(super) async fn wiki_thing(
    workspace: &Workspace,
    corpus: &WikiCorpus,
    thing: &NamedThing,
    is_name: bool,
    words: WikiWords,
) -> Result<WikiThing, EngineError> {
    let store = &*workspace.store;
    let found = resolve_name::of_name(store, &thing.name).await?;
    let found = found.into_iter().find(|(row, _)| row.key == thing.key || row.keys.contains(&thing.key));
    let rows: Vec<DocumentRow> = thing.documents.iter().take(READ).map(|(at, _)| corpus.rows[*at].clone()).collect();
    let answer = summary_among(workspace, rows, &thing.name, words.russian).await?;
    let mut names = vec![thing.name.clone()];
    names.extend(found.iter().flat_map(|(row, _)| row.names.iter().cloned()));
    let (mut stated, others) = relations(workspace, found.as_ref()).await?;
    let lines = answer.as_ref().map(|answer| lines(answer, &stated, &names, words)).unwrap_or_default();
    keep_about(&mut stated, &names);
    let said = Said::of(&lines, &names, words);
    let titled = corpus.has_title(&names);
    let is_worth = match () {
        () if said.defined || said.own || titled && !lines.is_empty() => true,
        () if thing.is_of_known_kind() => said.about > 0 || !stated.is_empty() || lines.len() >= SEVERAL,
        () => is_name && (said.about + stated.len() >= TWO || lines.len() >= SEVERAL),
    };
    let places = |line: &ToldLine| -> Vec<(String, WikiPlace)> {
        let placed = line.sentences.iter().filter(|(text, _)| name_part(text, &names) <= NamePart::Object);
        placed.filter_map(|(text, of)| Some((text.clone(), corpus.place(of, text)?))).collect()
    };
    let mut sentences: Vec<(String, WikiPlace)> = lines.iter().flat_map(places).collect();
    let stating = stated.iter().flat_map(|group| &group.others).filter_map(|other| other.quote.as_ref());
    sentences.extend(stating.filter_map(|quote| Some((plain(&quote.quote), corpus.quoted(quote)?))));
    let parts = ThingParts { corpus, thing, words };
    let aliases = found.as_ref().map(|(row, _)| aliases(row, &thing.name)).unwrap_or_default();
    let keys = found.as_ref().map(|(row, _)| row.keys.clone()).unwrap_or_default();
    let page = is_worth.then(|| parts.page(&keys, aliases, &lines, &stated, &others));
    Ok(WikiThing { page, explained: said.defined || titled, sentences })
}

/// What the lines about a thing are.
struct Said {
    /// One says what it is.
    defined: bool,
    /// A page or a section has its name.
    own: bool,
    /// Number of sentences that are about it.
    about: usize,
}

impl Said {
    fn of(lines: &[ToldLine], names: &[String], words: WikiWords) -> Self {
        let label = |wanted: &str| lines.iter().any(|line| line.label.as_deref() == Some(wanted));
        let parts = || lines.iter().flat_map(|line| &line.sentences).map(|(text, _)| name_part(text, names));
        Self {
            defined: label(ThingPart::What.label(words.russian)) || parts().any(|part| part == NamePart::Defined),
            own: label(in_short(words.russian)),
            about: parts().filter(|part| *part <= NamePart::Subject).count(),
        }
    }
}

/// The lines of an answer, the one that defines the thing first; those of stated relations are left to their table.
fn lines(answer: &Answer, stated: &[StatedGroup], names: &[String], words: WikiWords) -> Vec<ToldLine> {
    let labels: BTreeSet<String> = stated
        .iter()
        .flat_map(|group| group.others.iter().map(move |other| (group, other)))
        .map(|(group, StatedOther { name, .. })| match group.backwards {
            false => format!("{} {name}", group.predicate),
            true => format!("{name} {}", group.predicate),
        })
        .collect();
    let mut lines = told_lines(answer);
    lines.retain(|line| line.label.as_ref().is_none_or(|label| !labels.contains(label)));
    let what = ThingPart::What.label(words.russian);
    let defines = |line: &ToldLine| line.sentences.iter().any(|(text, _)| name_part(text, names) == NamePart::Defined);
    let first = lines.iter().position(|line| line.label.as_deref() == Some(what));
    if let Some(at) = first.or_else(|| lines.iter().position(defines)) {
        lines[..=at].rotate_right(1);
    }
    lines
}

/// The sure relations of an entity by predicate, and the name at the other end of each.
async fn relations(
    workspace: &Workspace,
    found: Option<&EntityFound>,
) -> Result<(Vec<StatedGroup>, FxHashMap<Key, Key>), StoreError> {
    let Some((row, relations)) = found else { return Ok(Default::default()) };
    let sure: Vec<RelationRow> = relations.iter().filter(|relation| relation.is_sure()).cloned().collect();
    let other = |relation: &RelationRow| match row.keys.contains(&relation.source_name) {
        true => relation.target_name,
        false => relation.source_name,
    };
    let others = sure.iter().map(|relation| (relation.key, other(relation))).collect();
    Ok((grouped(workspace, row, &sure).await?, others))
}

/// Keeps the relations whose sentence is about the one that they start from, or names it by a pronoun: other sentences
/// are easily misread.
fn keep_about(stated: &mut Vec<StatedGroup>, names: &[String]) {
    for group in stated.iter_mut() {
        let backwards = group.backwards;
        group.others.retain(|other| {
            let Some(quote) = &other.quote else { return false };
            let text = plain(&quote.quote);
            let subject = if backwards { vec![other.name.clone()] } else { names.to_vec() };
            let folded = fold_name(&text);
            let is_named = subject.iter().any(|name| folded.contains(&fold_name(name)));
            name_part(&text, &subject) <= NamePart::Subject || !is_named
        });
    }
    stated.retain(|group| !group.others.is_empty());
}

/// The other names of an entity.
fn aliases(row: &EntityRow, shown: &str) -> Vec<String> {
    let own = fold_name(shown);
    row.names.iter().filter(|name| **name != own).take(ALIASES).cloned().collect()
}
