//! How many documents mention a word or a phrase, and which: every text is searched as `grep -i -w` searches it.

use std::collections::BTreeMap;

use quipu_kernel::model::Span;
use quipu_kernel::view::Filter;
use quipu_language::answer::{ToldUnit, UnitKind, confident};
use quipu_language::questions::{DocumentNoun, MentionAsked};

use super::mention_count::MentionCount;
use super::named_documents::named;
use super::snippets::{CitedSentences, cut, line_at, shown, title, unit_at, units_of};
use super::wording::WholeWording;
use crate::answer::Answer;
use crate::base::ports::{DocumentRow, Store, StoreError};
use crate::base::{EngineError, Workspace};
use crate::find::texts::{DocumentText, PhraseForms, SoughtPhrase, TextReader, admitted_rows, front_matter, read_text};

/// Number of documents that are shown.
const SHOWN: usize = 10;
/// Number of forms that are shown.
const FORMS: usize = 6;

/// A document that mentions what is sought.
struct Holding {
    row: DocumentRow,
    /// Number of places in its text; none where only its front matter holds it.
    places: usize,
    /// True if every place goes on over the end of a line.
    broken: bool,
    /// True if it holds another form alone.
    other_form: bool,
}

/// How many documents there are.
pub(super) async fn documents(
    workspace: &Workspace,
    filter: &Filter,
    of: &DocumentNoun,
    wording: WholeWording,
) -> Result<Option<Answer>, EngineError> {
    let rows = admitted_rows(&*workspace.store, filter).await?;
    let Some(found) = named(rows, of) else { return Ok(None) };
    let text = wording.documents(found.rows.len(), &found.by, !filter.is_empty());
    Ok(Some(Answer { answer: text, confidence: confident(SURE).into(), ..Answer::default() }))
}

/// Confidence in a count over all texts.
pub(super) const SURE: f64 = 0.95;

/// Which documents mention a phrase, and how many these are.
pub(super) async fn mentions(
    workspace: &Workspace,
    filter: &Filter,
    asked: &MentionAsked,
    wording: WholeWording,
) -> Result<Option<Answer>, EngineError> {
    let store = &*workspace.store;
    let Some(meant) = named(admitted_rows(store, filter).await?, &asked.of) else { return Ok(None) };
    let forms = if asked.quoted { None } else { PhraseForms::of(&asked.phrase) };
    let Some(phrase) = SoughtPhrase::exact(&[&asked.phrase]) else { return Ok(None) };
    let mut sought = Sought { phrase, also: Vec::new(), forms };
    let (mut count, mut holding) = search(store, meant.rows.clone(), &sought).await?;
    // Where no document holds "x or y" itself, one of the two is meant, and both by "x and y".
    if holding.is_empty()
        && !asked.quoted
        && let Some(parted) = Sought::parted(&asked.phrase)
    {
        sought = parted;
        (count, holding) = search(store, meant.rows, &sought).await?;
    }
    count.by = meant.by;
    // Documents that hold the phrase as it is written are shown, and where there are none those with another form.
    holding.retain(|one| count.exact == 0 || !one.other_form);
    holding.sort_by(|a, b| b.places.cmp(&a.places).then_with(|| a.row.id.cmp(&b.row.id)));
    let mut said = CitedSentences::default();
    let mut lines = Vec::new();
    let all = holding.len();
    for one in holding.into_iter().take(SHOWN) {
        let document = read_text(store, one.row).await?;
        lines.push(line(&document, &sought, &mut said));
    }
    let more = all - lines.len();
    let parts = [vec![wording.mentions(&asked.phrase, &count)], lines, wording.more(more).into_iter().collect()];
    let listed = parts.concat().join("\n");
    let answer = format!("{listed}\n\n{}", wording.counted_mentions(&asked.phrase, &count));
    let CitedSentences { citations, units } = said;
    Ok(Some(Answer { answer, citations, units, confidence: confident(SURE).into(), ..Answer::default() }))
}

/// What is sought in the texts.
struct Sought {
    phrase: SoughtPhrase,
    /// Phrases that a document must hold too.
    also: Vec<SoughtPhrase>,
    forms: Option<PhraseForms>,
}

impl Sought {
    /// The parts of "x or y", of which one is enough, or of "x and y", which must both be there.
    fn parted(phrase: &str) -> Option<Self> {
        let either = [" or ", " или "].iter().find_map(|joint| phrase.split_once(joint));
        if let Some((one, other)) = either {
            return Some(Self { phrase: SoughtPhrase::exact(&[one, other])?, also: Vec::new(), forms: None });
        }
        let (one, other) = [" and ", " и "].iter().find_map(|joint| phrase.split_once(joint))?;
        Some(Self { phrase: SoughtPhrase::exact(&[one])?, also: vec![SoughtPhrase::exact(&[other])?], forms: None })
    }
}

/// Searches all texts.
async fn search(
    store: &dyn Store,
    rows: Vec<DocumentRow>,
    sought: &Sought,
) -> Result<(MentionCount, Vec<Holding>), StoreError> {
    let mut reader = TextReader::new(store, rows);
    let mut count = MentionCount::default();
    let (mut holding, mut seen): (Vec<Holding>, BTreeMap<String, usize>) = (Vec::new(), BTreeMap::new());
    while let Some(document) = reader.next().await? {
        count.of += 1;
        if let Some(forms) = &sought.forms {
            let found = forms.all(&document.text);
            found
                .iter()
                .for_each(|form| *seen.entry(form.to_lowercase().trim_matches('_').to_owned()).or_default() += 1);
        }
        if sought.also.iter().all(|phrase| phrase.find(&document.text).is_some()) {
            holding.extend(held(document, &sought.phrase, sought.forms.as_ref()));
        }
    }
    count.left = reader.left;
    sum(&mut count, &holding, seen);
    Ok((count, holding))
}

/// What a document holds of a phrase; none where nothing.
fn held(document: DocumentText, phrase: &SoughtPhrase, forms: Option<&PhraseForms>) -> Option<Holding> {
    let places: Vec<Span> = phrase.places(&document.text).collect();
    let over_line = |span: &Span| document.text.get(span.range()).is_some_and(|found| found.contains('\n'));
    let broken = !places.is_empty() && places.iter().all(over_line);
    let in_front = || front_matter(&document.row).iter().any(|said| phrase.find(said).is_some());
    let exact = !places.is_empty() || in_front();
    let of_form = |forms: &PhraseForms| {
        let front = front_matter(&document.row);
        forms.find(&document.text).is_some() || front.iter().any(|said| forms.find(said).is_some())
    };
    let other_form = !exact && forms.is_some_and(of_form);
    (exact || other_form).then_some(Holding { places: places.len(), broken, other_form, row: document.row })
}

fn sum(count: &mut MentionCount, holding: &[Holding], seen: BTreeMap<String, usize>) {
    let exact = || holding.iter().filter(|one| !one.other_form);
    count.exact = exact().count();
    count.any_form = holding.len();
    count.places = exact().map(|one| one.places).sum();
    count.broken = exact().filter(|one| one.broken).count();
    count.in_front = exact().filter(|one| one.places == 0).count();
    let mut forms: Vec<(String, usize)> = seen.into_iter().collect();
    forms.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    count.forms = forms.into_iter().take(FORMS).map(|(form, _)| form).collect();
}

/// A document with the first sentence that mentions the phrase; of two phrases the sentence that has both, if there is one.
fn line(document: &DocumentText, sought: &Sought, said: &mut CitedSentences) -> String {
    let Sought { phrase, also, forms } = sought;
    let form = |text: &str| forms.as_ref().and_then(|forms| forms.find(text)).map(|(span, _)| span);
    let found = |text: &str| phrase.find(text).or_else(|| form(text));
    let Some(place) = found(&document.text) else { return format!("- *{}*", title(document)) };
    let units = units_of(document);
    let holds = |unit: &&ToldUnit| found(&unit.text).is_some() && unit.kind != UnitKind::Code;
    let both = |unit: &&ToldUnit| also.iter().all(|phrase| phrase.find(&unit.text).is_some());
    let telling = || units.iter().filter(|unit| unit.tells()).filter(holds);
    let (span, text) = match telling().find(both).or_else(|| telling().next()).or_else(|| unit_at(&units, place.start))
    {
        Some(unit) => (unit.span, shown(&unit.text)),
        None => {
            let span = line_at(&document.text, place.start);
            let text = shown(document.text.get(span.range()).unwrap_or_default());
            let field = text.split_once(": ").is_some_and(|(name, _)| document.row.metadata.contains_key(name));
            if field {
                return format!("- *{}*", title(document));
            }
            (span, text)
        }
    };
    let around = phrase.find(&text).map_or(0, |found| found.start as usize);
    let text = cut(&text, around);
    let mark = said.mark(document, span, &text);
    format!("- *{}*: {text}{mark}", title(document))
}
