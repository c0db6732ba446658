//! A thing as a whole: the sections of its own pages by their first sentences, then what other pages say of it. Where it
//! has no page, what defines it anywhere, what pages say that name it as subject or object, and its stated relations.

use quipu_kernel::view::Filter;
use quipu_language::answer::{NamePart, ThingPart, confident, name_part, stems};

use super::snippets::{capital, cut, title, units_of};
use super::thing_pages::{ThingPages, pages, shown_name};
use super::thing_sections::{SentenceChooser, ThingPage, ThingSection, sections};
use super::wording::WholeWording;
use crate::answer::Answer;
use crate::answer::in_russian_letters;
use crate::base::citation::Citation;
use crate::base::graph::resolve_name;
use crate::base::ports::{DocumentRow, EntityFound, RelationRow, StoreError};
use crate::base::{EngineError, Workspace};
use crate::find::graph::{StatedGroup, StatedOther, grouped};
use crate::find::texts::{DocumentText, PhraseForms, SoughtPhrase, TextReader, admitted_rows, read_text};

/// Most lines of own sections, of other pages, of relations.
const SECTIONS: usize = 9;
/// Lines up to which a page without sections is told sentence by sentence.
const FEWEST: usize = 4;
const OTHERS: usize = 5;
const RELATIONS: usize = 5;
/// The longest heading shown, in letters.
const LABEL: usize = 60;
/// Most names of a thing that are sought.
const NAMES: usize = 8;
/// Confidence: each sentence is cited, and which tell most is chosen by rules.
const TRUST: f64 = 0.7;

/// A sentence of another page on the thing.
struct OtherSentence {
    part: NamePart,
    title: String,
    citation: Citation,
    text: String,
}

/// What other pages say of a thing.
#[derive(Default)]
struct OtherPages {
    sentences: Vec<OtherSentence>,
    /// Number of pages that mention it.
    count: usize,
    /// Number of documents that were not read in time.
    left: usize,
    /// The page with a section of this name, where there is one.
    section: Option<DocumentText>,
}

/// A thing as a whole, by one of its names; none where no document names it.
pub(super) async fn thing(
    workspace: &Workspace,
    filter: &Filter,
    name: &str,
    wording: Option<WholeWording>,
) -> Result<Option<Answer>, EngineError> {
    let rows = admitted_rows(&*workspace.store, filter).await?;
    thing_among(workspace, rows, name, wording).await
}

/// As [`thing`], of these documents alone.
pub(super) async fn thing_among(
    workspace: &Workspace,
    rows: Vec<DocumentRow>,
    name: &str,
    wording: Option<WholeWording>,
) -> Result<Option<Answer>, EngineError> {
    let store = &*workspace.store;
    let entity = resolve_name::meant(store, name).await?.into_iter().max_by_key(|(row, _)| row.chunks);
    let mut names = vec![name.to_owned()];
    if let Some((row, _)) = &entity {
        names.push(row.name.clone());
        names.extend(row.names.iter().take(NAMES).cloned());
    }
    let found = pages(&rows, &names);
    names.extend(found.own.first().map(|row| row.title.clone()));
    names = distinct(names);
    let own: Vec<_> = found.own.iter().map(|row| row.key).collect();
    let others = rows.into_iter().filter(|row| !own.contains(&row.key)).collect();
    let mut others = other_pages(TextReader::new(store, others), &names).await?;
    let mut thing = Vec::new();
    for row in found.own.iter().chain(&found.below) {
        thing.push(ThingPage::of(read_text(store, row.clone()).await?));
    }
    let section = if thing.is_empty() { others.section.take() } else { None };
    let wording = wording.unwrap_or_else(|| {
        let page = thing.first().map(|page| &page.document).or(section.as_ref());
        WholeWording { russian: page.is_some_and(|page| page.row.language == "ru") }
    });
    if let Some(section) = section {
        others.count = others.count.saturating_sub(1);
        return Ok(of_section(section, &names, others, wording));
    }
    if thing.is_empty() {
        return without_page(workspace, entity, &names, others, wording).await;
    }
    let shown = found.own.first().and_then(|row| shown_name(row.title.trim(), name));
    let shown = shown.or_else(|| entity.as_ref().map(|(row, _)| row.name.as_str())).unwrap_or(name);
    Ok(of_pages(&thing, &found, shown, &names, others, wording))
}

/// Names without those that are equal but for their spelling.
fn distinct(names: Vec<String>) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for name in names {
        if !name.trim().is_empty() && !out.iter().any(|known| known.to_lowercase() == name.to_lowercase()) {
            out.push(name);
        }
    }
    out
}

/// True if a text names a thing: as written, and a Russian name in any case.
struct NamesOfThing {
    phrase: Option<SoughtPhrase>,
    forms: Vec<PhraseForms>,
}

impl NamesOfThing {
    fn of(names: &[String]) -> Self {
        let russian = |name: &&String| in_russian_letters(name);
        let forms = names.iter().filter(russian).filter_map(|name| PhraseForms::of(name)).collect();
        Self { phrase: SoughtPhrase::exact(names), forms }
    }

    fn stand_in(&self, text: &str) -> bool {
        self.phrase.as_ref().is_some_and(|phrase| phrase.find(text).is_some())
            || self.forms.iter().any(|forms| forms.find(text).is_some())
    }
}

/// Reads the other pages: how many mention the thing, and the best sentence of each that is about it.
async fn other_pages(mut reader: TextReader<'_>, names: &[String]) -> Result<OtherPages, StoreError> {
    let wanted = NamesOfThing::of(names);
    let own: Vec<Vec<String>> = names.iter().map(|name| stems(name)).collect();
    let mut out = OtherPages::default();
    while let Some(document) = reader.next().await? {
        if !wanted.stand_in(&document.text) {
            continue;
        }
        out.count += 1;
        let headed =
            document.chunks.iter().any(|chunk| chunk.headings.iter().any(|heading| own.contains(&stems(heading))));
        let units = units_of(&document);
        let mut best: Option<(NamePart, usize)> = None;
        for (at, unit) in units.iter().enumerate().filter(|(_, unit)| unit.tells() && wanted.stand_in(&unit.text)) {
            let part = name_part(&unit.text, names);
            if part < best.map_or(NamePart::Beside, |(part, _)| part) {
                best = Some((part, at));
            }
        }
        if let Some((part, at)) = best
            && let Some(citation) = document.cite(units[at].span)
        {
            let text = units[at].text.clone();
            out.sentences.push(OtherSentence { part, title: title(&document), citation, text });
        }
        if headed && out.section.is_none() {
            out.section = Some(document);
        }
    }
    out.left = reader.left;
    out.sentences.sort_by(|a, b| a.part.cmp(&b.part).then_with(|| a.citation.document.cmp(&b.citation.document)));
    Ok(out)
}

/// The answer from the thing's own pages.
fn of_pages(
    thing: &[ThingPage],
    found: &ThingPages,
    name: &str,
    names: &[String],
    others: OtherPages,
    wording: WholeWording,
) -> Option<Answer> {
    let own = found.own.len();
    let sections = sections(thing, own);
    let chooser = SentenceChooser::new(thing, names);
    let head = wording.thing(name, own, found.below.len());
    finished(chooser, &sections, own, head, others, wording)
}

/// The answer from a section of a page about other things.
fn of_section(page: DocumentText, names: &[String], others: OtherPages, wording: WholeWording) -> Option<Answer> {
    let own: Vec<Vec<String>> = names.iter().map(|name| stems(name)).collect();
    let mut page = ThingPage::of(page);
    page.units.retain(|unit| unit.headings.iter().any(|heading| own.contains(&stems(heading))));
    for unit in &mut page.units {
        let at = unit.headings.iter().position(|heading| own.contains(&stems(heading))).unwrap_or(0);
        unit.headings.drain(..=at);
    }
    let head = wording.section(&names[0], &title(&page.document));
    let others = OtherPages {
        sentences: others.sentences.into_iter().filter(|one| one.citation.document != page.document.row.id).collect(),
        ..others
    };
    let pages = [page];
    let sections = sections(&pages, 1);
    finished(SentenceChooser::new(&pages, names), &sections, 1, head, others, wording)
}

/// The lines of sections, then those of other pages, then what is not shown.
fn finished(
    mut chooser: SentenceChooser<'_>,
    sections: &[ThingSection],
    own: usize,
    head: String,
    others: OtherPages,
    wording: WholeWording,
) -> Option<Answer> {
    let (mut lines, mut done) = (Vec::new(), vec![false; sections.len()]);
    let label = |part: ThingPart| part.label(wording.russian);
    if let Some((defines, told)) = chooser.definition(own) {
        let label = if defines { label(ThingPart::What) } else { wording.in_short() };
        lines.push(format!("- *{label}*: {told}"));
    }
    for part in ThingPart::ALL {
        if part == ThingPart::What {
            continue;
        }
        let of_heading = sections.iter().position(|section| section.part == Some(part));
        let told = match of_heading {
            Some(at) => {
                done[at] = true;
                chooser.most_telling(&sections[at])
            }
            None => chooser.of_part(part, own),
        };
        lines.extend(told.map(|told| format!("- *{}*: {told}", label(part))));
    }
    let before = lines.len();
    for (at, section) in sections.iter().enumerate() {
        let idle = section.heading.is_empty() || section.part == Some(ThingPart::What);
        if done[at] || idle || lines.len() >= SECTIONS {
            done[at] |= idle;
            continue;
        }
        if let Some(told) = chooser.most_telling(section) {
            done[at] = true;
            lines.push(format!("- *{}*: {told}", heading(&section.heading)));
        }
    }
    let few = lines.len() <= before + 1;
    while few
        && lines.len() < FEWEST
        && let Some(told) = chooser.next_of(own)
    {
        lines.push(format!("- {told}"));
    }
    let left: Vec<String> =
        sections.iter().zip(&done).filter(|(_, done)| !**done).map(|(one, _)| heading(&one.heading)).collect();
    let said = other_lines(&mut chooser, others.sentences, OTHERS);
    if lines.is_empty() && said.is_empty() {
        return None;
    }
    Some(closed(chooser, head, lines, said, wording.not_shown(&distinct(left), others.count, others.left), wording))
}

/// A heading with a capital, cut where it is long.
fn heading(heading: &str) -> String {
    let whole = capital(heading);
    match whole.char_indices().nth(LABEL) {
        Some((end, _)) => format!("{} …", whole[..end].trim_end()),
        None => whole,
    }
}

/// What other pages say, a line each, at most so many.
fn other_lines(chooser: &mut SentenceChooser<'_>, sentences: Vec<OtherSentence>, most: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for OtherSentence { title, citation, text, .. } in sentences {
        if lines.len() == most {
            break;
        }
        if chooser.is_new(&text) {
            let text = cut(&text, 0);
            let mark = chooser.said.mark_of(citation, &text);
            lines.push(format!("- *{title}*: {text}{mark}"));
        }
    }
    lines
}

/// The whole answer.
fn closed(
    chooser: SentenceChooser<'_>,
    head: String,
    lines: Vec<String>,
    others: Vec<String>,
    rest: String,
    wording: WholeWording,
) -> Answer {
    let mut parts = vec![head, lines.join("\n")];
    if !others.is_empty() {
        parts.push(wording.others().to_owned());
        parts.push(others.join("\n"));
    }
    parts.push(rest);
    parts.retain(|part| !part.is_empty());
    let (citations, units) = (chooser.said.citations, chooser.said.units);
    Answer { answer: parts.join("\n\n"), citations, units, confidence: confident(TRUST).into(), ..Answer::default() }
}

/// The answer about a thing without a page.
async fn without_page(
    workspace: &Workspace,
    entity: Option<EntityFound>,
    names: &[String],
    mut others: OtherPages,
    wording: WholeWording,
) -> Result<Option<Answer>, EngineError> {
    // Words that are no name are a thing where a sentence defines them, or several are about them.
    let about = others.sentences.iter().filter(|one| one.part <= NamePart::Subject).count();
    let defined = others.sentences.first().is_some_and(|first| first.part == NamePart::Defined);
    if entity.is_none() && !defined && about < 2 {
        return Ok(None);
    }
    let mut chooser = SentenceChooser::new(&[], names);
    let mut lines = Vec::new();
    if defined {
        let first = others.sentences.remove(0);
        if chooser.is_new(&first.text) {
            let text = cut(&first.text, 0);
            let mark = chooser.said.mark_of(first.citation, &text);
            lines.push(format!("- *{}*: {text}{mark}", ThingPart::What.label(wording.russian)));
        }
    }
    let shown = entity.as_ref().map_or(names[0].clone(), |(row, _)| row.name.clone());
    let related = match entity {
        Some(entity) => related(workspace, entity, &mut chooser).await?,
        None => Vec::new(),
    };
    let said = other_lines(&mut chooser, others.sentences, OTHERS);
    lines.extend(said);
    lines.extend(related);
    if lines.is_empty() {
        return Ok(None);
    }
    let head = wording.thing(&shown, 0, 0);
    let rest = wording.mentioned(others.count, others.left);
    Ok(Some(closed(chooser, head, lines, Vec::new(), rest, wording)))
}

/// The stated relations of an entity, a line each with the sentence that states it.
async fn related(
    workspace: &Workspace,
    (entity, relations): EntityFound,
    chooser: &mut SentenceChooser<'_>,
) -> Result<Vec<String>, StoreError> {
    let sure: Vec<RelationRow> = relations.into_iter().filter(RelationRow::is_sure).collect();
    let owned = grouped(workspace, &entity, &sure).await?;
    let told: Vec<(&StatedGroup, &StatedOther)> =
        owned.iter().filter_map(|group| Some((group, group.others.first()?))).collect();
    let mut related = Vec::new();
    for (group, other) in told {
        let Some(quote) = other.quote.as_ref().filter(|_| related.len() < RELATIONS) else { continue };
        let text = quipu_language::answer::plain(&quote.quote);
        if text.split_whitespace().count() < 4 || !chooser.is_new(&text) {
            continue;
        }
        let label = match group.backwards {
            false => format!("{} {}", group.predicate, other.name),
            true => format!("{} {}", other.name, group.predicate),
        };
        let text = cut(&text, 0);
        let Some(citation) = cited(workspace, quote).await? else { continue };
        let mark = chooser.said.mark_of(citation, &text);
        related.push(format!("- *{label}*: {text}{mark}"));
    }
    Ok(related)
}

/// The citation of a sentence that states a relation.
async fn cited(workspace: &Workspace, quote: &crate::base::citation::Quote) -> Result<Option<Citation>, StoreError> {
    use crate::base::ports::{Select, SelectChunks};
    use quipu_kernel::model::Span;
    let store = &*workspace.store;
    let Some(stored) = store.chunks(&SelectChunks::Bare(vec![quote.chunk])).await?.into_iter().next() else {
        return Ok(None);
    };
    let Some(row) = store.documents(&Select::Keys(vec![stored.chunk.document])).await?.into_iter().next() else {
        return Ok(None);
    };
    let text = crate::base::text::text_of([&stored.chunk]);
    let document = DocumentText { row, chunks: vec![stored.chunk], text };
    Ok(document.cite(Span { start: quote.start, end: quote.end }))
}
