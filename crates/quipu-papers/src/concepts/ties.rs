//! Ties between the concepts of one sentence, by cue words with their sides (relation extraction by patterns).
//!
//! A cue between two concepts ties them; "we", "our method" and the proposed thing of a sentence stand for the paper's
//! main concept. Cost: linear in the words, with a bounded look to both sides of a cue.

use quipu_language::scholarly::ParsedLine;

use super::{ConceptField, ConceptKind, ConceptPlace, ConceptTie, TieKind};

/// Maximal number of words between a cue and the concepts on either side of it.
const NEAR: usize = 7;
/// The most words between two members of a list.
const LIST: usize = 5;
/// The most targets of one cue.
const TARGETS: usize = 8;

/// Cues of one word.
const CUES: [(TieKind, &str); 5] = [
    (
        TieKind::Uses,
        "use uses used using utilize utilizes utilizing employ employs employing leverage leverages leveraging via with \
         incorporate incorporates incorporating combine combines combining integrate integrates integrating adopt \
         adopts exploits exploiting orchestrates",
    ),
    (
        TieKind::Improves,
        "improve improves improving enhance enhances enhancing extend extends extending replace replaces replacing \
         boosts boost boosting refines accelerates strengthens",
    ),
    (
        TieKind::ComparesTo,
        "outperform outperforms outperforming outperformed surpass surpasses surpassing unlike versus vs than exceeds compare",
    ),
    (TieKind::BasedOn, "follows"),
    (TieKind::AppliesTo, "for address addresses addressing tackle tackles tackling solves mitigate mitigates"),
];
/// Cues of two words.
const PAIRS: [(TieKind, &str); 5] = [
    (
        TieKind::Uses,
        "trained on|evaluated on|evaluate on|measured by|tested on|experiments on|evaluation on|finetune on|finetuned on|\
         pretrained on|means of|consists of|relies on|experiments across",
    ),
    (TieKind::Improves, "variant of|modification of|extension of|improves upon|improve upon"),
    (
        TieKind::ComparesTo,
        "compared with|compared to|alternative to|comparable to|comparison with|compare with|improvement over|improvements over|gains over",
    ),
    (
        TieKind::BasedOn,
        "based on|built on|built upon|builds on|builds upon|derived from|inspired by|grounded in|building on|building upon",
    ),
    (TieKind::AppliesTo, "applied to|apply to|applies to|approach to|tailored to|task of|applicable to|validate on"),
];
/// Words that stand for the paper's main concept.
const OURS: &str = "we our ours it method approach framework model system paper study work technique algorithm";
/// Verbs with which a paper introduces its proposal.
const BRINGS: &str = "propose proposes introduce introduces present presents develop develops describe describes";
/// Signs and words at which a look for a side ends.
const BREAKS: &str = "; : . while whereas although because however but if when";

fn is_of(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|known| known == word)
}

/// Known properties of a paper before its ties are read.
pub(super) struct About<'a> {
    /// The main concept of the paper.
    pub(super) main: Option<usize>,
    /// The kinds of its concepts.
    pub(super) kinds: &'a [ConceptKind],
}

/// Words of sentences about experiments and their outcomes.
const TRIED: &str = "we our experiments experiment results evaluation evaluate evaluated achieve achieves achieving outperforms \
    improves improving reduces reducing improvements demonstrate demonstrates show shows validate tested";

/// A concept where it stands in a line, by its words.
#[derive(Clone, Copy, Debug)]
struct Stand {
    concept: usize,
    first: usize,
    last: usize,
}

/// A line with its concepts.
struct Scene<'p> {
    words: Vec<String>,
    stands: Vec<Stand>,
    main: Option<usize>,
    titled: bool,
    sentence: ConceptPlace,
    out: &'p mut Vec<ConceptTie>,
}

/// Adds the ties that a line states between concepts, whose places are given.
pub(super) fn of_line(
    parsed: &ParsedLine<'_, '_>,
    field: ConceptField,
    places: &[(ConceptPlace, usize)],
    about: &About<'_>,
    out: &mut Vec<ConceptTie>,
) {
    let line = parsed.line;
    let words: Vec<String> = line.words.iter().map(|word| word.text.to_lowercase()).collect();
    let mut stands: Vec<Stand> = Vec::new();
    let mut here: Vec<&(ConceptPlace, usize)> =
        places.iter().filter(|(at, _)| at.field == field && at.start >= line.start && at.end <= line.end).collect();
    // The longer of two that overlap.
    here.sort_by_key(|(at, _)| (at.start, usize::MAX - at.end));
    let mut covered = 0;
    for (at, concept) in here {
        let first = line.words.partition_point(|word| word.end <= at.start);
        let last = line.words.partition_point(|word| word.start < at.end);
        if at.start >= covered && first < last {
            stands.push(Stand { concept: *concept, first, last: last - 1 });
            covered = at.end;
        }
    }
    let sentence = ConceptPlace { field, start: line.start, end: line.end };
    let mut scene = Scene { words, stands, main: about.main, titled: field == ConceptField::Title, sentence, out };
    for at in 0..scene.words.len() {
        if let Some((kind, length)) = scene.cue(at) {
            scene.tie(at, length, kind);
        }
    }
    if field == ConceptField::Abstract {
        scene.measured(about);
        scene.proposed(about);
    }
}

impl Scene<'_> {
    /// The cue that begins at a word, and its length in words.
    fn cue(&self, at: usize) -> Option<(TieKind, usize)> {
        let word = self.words[at].as_str();
        if self.stands.iter().any(|stand| stand.first <= at && at <= stand.last) {
            return None;
        }
        if let Some(next) = self.words.get(at + 1) {
            let is = |pair: &str| pair.split_once(' ') == Some((word, next.as_str()));
            if let Some((kind, _)) = PAIRS.iter().find(|(_, pairs)| pairs.split('|').any(is)) {
                return Some((*kind, 2));
            }
        }
        CUES.iter().find(|(_, words)| is_of(words, word)).map(|(kind, _)| (*kind, 1))
    }

    fn tie(&mut self, at: usize, length: usize, kind: TieKind) {
        let targets = self.targets(at + length);
        let Some(source) = (if targets.is_empty() { None } else { self.source(at) }) else { return };
        for target in targets {
            self.add(source, kind, target);
        }
    }

    fn add(&mut self, source: usize, kind: TieKind, target: usize) {
        let known = self.out.iter().any(|one| (one.source, one.kind, one.target) == (source, kind, target));
        if source != target && !known {
            self.out.push(ConceptTie { source, kind, target, sentence: self.sentence });
        }
    }

    /// Ties data and metrics of a sentence about experiments to the paper's main concept.
    fn measured(&mut self, about: &About<'_>) {
        let Some(main) = self.main else { return };
        let ours = self.stands.iter().any(|stand| stand.concept == main);
        if !ours
            && !self.words.iter().any(|word| matches!(word.as_str(), "we" | "our" | "it" | "experiments" | "results"))
        {
            return;
        }
        if !self.words.iter().any(|word| is_of(TRIED, word)) {
            return;
        }
        let tried: Vec<usize> = self.stands.iter().map(|stand| stand.concept).collect();
        for target in tried {
            if matches!(about.kinds.get(target), Some(ConceptKind::Dataset | ConceptKind::Metric)) {
                self.add(main, TieKind::Uses, target);
            }
        }
    }

    /// "We propose X, a Y approach": the method Y is used.
    fn proposed(&mut self, about: &About<'_>) {
        let Some(main) = self.main else { return };
        let pairs: Vec<(Stand, Stand)> = self.stands.windows(2).map(|pair| (pair[0], pair[1])).collect();
        for (one, next) in pairs {
            let between = &self.words[one.last + 1..next.first.max(one.last + 1)];
            let apposed =
                matches!(between, [comma, article, ..] if comma == "," && matches!(article.as_str(), "a" | "an"));
            let brings = self.words[..one.first].iter().any(|word| is_of(BRINGS, word));
            let method = about.kinds.get(next.concept) == Some(&ConceptKind::Method);
            if one.concept == main && apposed && brings && method && between.len() <= LIST {
                self.add(main, TieKind::Uses, next.concept);
            }
        }
    }

    /// The concepts after a cue: the next one, and those of a list with it.
    fn targets(&self, from: usize) -> Vec<usize> {
        let mut out = Vec::new();
        let mut at = from;
        for stand in self.stands.iter().filter(|stand| stand.first >= from) {
            let between = &self.words[at..stand.first.max(at)];
            let most = if out.is_empty() { NEAR } else { LIST };
            let stops = between.iter().any(|word| is_of(BREAKS, word) || is_of("which that to", word))
                || (at..stand.first).any(|at| self.cue(at).is_some());
            let listed =
                out.is_empty() || between.iter().any(|word| matches!(word.as_str(), "," | "and" | "or" | "of"));
            if between.len() > most || stops || !listed || out.len() == TARGETS {
                break;
            }
            out.push(stand.concept);
            at = stand.last + 1;
        }
        out
    }

    /// The concept before a cue, or the paper's main concept where the line is about it.
    fn source(&self, cue: usize) -> Option<usize> {
        if self.titled && self.main.is_some() {
            return self.main;
        }
        let brings = self.words[..cue].iter().any(|word| is_of(BRINGS, word));
        if brings && self.main.is_some() {
            return self.main;
        }
        // "X outperforms Y and improves Z": both verbs are of X.
        let again = cue > 0 && self.words[cue - 1] == "and";
        if let Some(last) = self.out.last().filter(|last| again && last.sentence == self.sentence) {
            return Some(last.source);
        }
        let mut nearest = None;
        let mut at = cue;
        while at > 0 && cue - at < 3 * NEAR {
            at -= 1;
            if let Some(stand) = self.stands.iter().find(|stand| stand.first <= at && at <= stand.last) {
                nearest = nearest.or(Some(stand.concept));
                at = stand.first;
                continue;
            }
            let word = self.words[at].as_str();
            if matches!(word, "we" | "our") || nearest.is_none() && is_of(OURS, word) {
                return self.main;
            }
            if is_of(BREAKS, word) || word == "that" {
                break;
            }
        }
        if nearest.is_some() {
            return nearest;
        }
        // "Using X, we …", "On X, …"
        let ours = self.words[cue..].iter().take(4 * NEAR).any(|word| matches!(word.as_str(), "we" | "our"));
        if ours { self.main } else { None }
    }
}
