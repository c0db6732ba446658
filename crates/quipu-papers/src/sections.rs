//! Kinds of sections: the rhetorical role of a paper's section, by its heading.

use serde::{Deserialize, Serialize};

/// The role of a section in a paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SectionKind {
    /// The abstract.
    Abstract,
    /// The introduction.
    Introduction,
    /// Related work and background.
    Related,
    /// Methods, materials, models and the setup of experiments.
    Methods,
    /// Results, experiments and evaluation.
    Results,
    /// The discussion.
    Discussion,
    /// The conclusion and future work.
    Conclusion,
    /// Limitations.
    Limitations,
    /// Acknowledgements and funding.
    Acknowledgements,
    /// The reference list.
    References,
    /// Appendices and supplementary material.
    Appendix,
}

impl SectionKind {
    /// All kinds, in the order in which papers have them.
    pub const ALL: [Self; 11] = [
        Self::Abstract,
        Self::Introduction,
        Self::Related,
        Self::Methods,
        Self::Results,
        Self::Discussion,
        Self::Conclusion,
        Self::Limitations,
        Self::Acknowledgements,
        Self::References,
        Self::Appendix,
    ];

    /// Its name: `methods`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Abstract => "abstract",
            Self::Introduction => "introduction",
            Self::Related => "related",
            Self::Methods => "methods",
            Self::Results => "results",
            Self::Discussion => "discussion",
            Self::Conclusion => "conclusion",
            Self::Limitations => "limitations",
            Self::Acknowledgements => "acknowledgements",
            Self::References => "references",
            Self::Appendix => "appendix",
        }
    }

    /// Phrases of its headings, in lower case.
    fn phrases(self) -> impl Iterator<Item = &'static str> {
        let all = match self {
            Self::Abstract => ABSTRACT,
            Self::Introduction => INTRODUCTION,
            Self::Related => RELATED,
            Self::Methods => METHODS,
            Self::Results => RESULTS,
            Self::Discussion => DISCUSSION,
            Self::Conclusion => CONCLUSION,
            Self::Limitations => LIMITATIONS,
            Self::Acknowledgements => ACKNOWLEDGEMENTS,
            Self::References => REFERENCES,
            Self::Appendix => APPENDIX,
        };
        all.split('|')
    }
}

const ABSTRACT: &str = "abstract|summary|аннотация|реферат|резюме";
const INTRODUCTION: &str = "introduction|motivation|введение";
const RELATED: &str = "related work|related works|related research|related literature|previous work|previous works|\
    prior work|prior works|earlier work|background|preliminaries|literature review|literature survey|\
    review of literature|state of the art|связанные работы|смежные работы|предыдущие работы|\
    обзор литературы|литературный обзор|обзор работ|обзор|существующие подходы|состояние вопроса|\
    предварительные сведения";
const METHODS: &str = "method|methods|methodology|methodologies|approach|approaches|model|models|model architecture|\
    architecture|materials|material|experimental setup|experimental set-up|experimental settings|\
    experimental setting|experimental design|experimental procedure|experiment setup|evaluation setup|\
    setup|data|dataset|datasets|data collection|procedure|implementation|implementation details|\
    training details|algorithm|framework|study area|participants|метод|методы|методика|методология|\
    материалы|материал|материал и методы|подход|модель|модели|данные|алгоритм|архитектура|\
    постановка эксперимента|постановка задачи|методика эксперимента|реализация";
const RESULTS: &str = "results|result|experiments|experiment|experimental results|evaluation|evaluations|findings|\
    experimental evaluation|analysis of results|ablation|ablation study|ablation studies|ablations|\
    результаты|результат|эксперименты|эксперимент|оценка|вычислительный эксперимент|\
    численный эксперимент";
const DISCUSSION: &str = "discussion|discussions|обсуждение|обсуждение результатов|дискуссия";
const CONCLUSION: &str = "conclusion|conclusions|concluding remarks|closing remarks|final remarks|future work|\
    future directions|outlook|summary and conclusion|summary and conclusions|заключение|выводы|вывод|\
    заключительные замечания|дальнейшая работа|итоги";
const LIMITATIONS: &str = "limitations|limitation|threats to validity|ограничения";
const ACKNOWLEDGEMENTS: &str = "acknowledgements|acknowledgments|acknowledgement|acknowledgment|funding|благодарности|благодарность|\
    финансирование";
const REFERENCES: &str = "references|reference|bibliography|literature|literature cited|works cited|references cited|\
    references and notes|notes and references|reference list|list of references|cited literature|\
    literatur|literaturverzeichnis|bibliographie|références|referencias|\
    литература|список литературы|список использованной литературы|список использованных источников|\
    список источников|использованная литература|использованные источники|библиографический список|\
    библиография|список цитируемой литературы|источники|источники и литература|литература и источники";
const APPENDIX: &str = "appendix|appendices|supplementary material|supplementary materials|supplementary information|\
    supplemental material|supporting information|приложение|приложения";

/// Words that stand before a phrase and change nothing.
const SMALL: &str = "our|the|a|proposed|main|experimental|empirical|further|additional|general|overall|quantitative|\
    qualitative|numerical|statistical|brief|theoretical|preliminary|final|наш|наша|наши|предлагаемый|предложенный|\
    предложенная|предлагаемая|основные|общие|краткий|экспериментальные|численные|предварительные";

impl std::fmt::Display for SectionKind {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.name())
    }
}

/// Words of a heading at most; longer ones are titles or sentences.
const WORDS: usize = 12;

/// The kind of section that a heading names, numbered or not: `3.1 Related Work`, `IV. RESULTS`, `Введение`.
pub fn kind(heading: &str) -> Option<SectionKind> {
    let text = heading.trim().trim_start_matches('#').trim().trim_matches(['*', '_']).trim();
    if text.len() > 240 {
        return None;
    }
    let text = unspaced(text);
    let (numbering, rest) = unnumbered(&text);
    let lower = rest.to_lowercase();
    let lower = lower.trim_end_matches([':', '.', '—', '-', ' ']).trim();
    if lower.is_empty() || lower.split_whitespace().count() > WORDS {
        return None;
    }
    let appendix = ["appendix", "appendices", "приложение", "приложения"].iter().any(|word| begins(lower, word));
    if appendix || is_lettered(numbering) {
        return Some(SectionKind::Appendix);
    }
    whole(lower).or_else(|| SectionKind::ALL.into_iter().find(|kind| leads(lower, *kind))).or_else(|| closes(lower))
}

/// The kind of a section by the headings above it and its own, the outermost first. A heading that names no kind
/// inherits from the one above it; everything below references or an appendix belongs there.
pub fn kinds<S: AsRef<str>>(path: &[S]) -> Option<SectionKind> {
    let mut found = None;
    for heading in path {
        if matches!(found, Some(SectionKind::Appendix | SectionKind::References)) {
            break;
        }
        found = kind(heading.as_ref()).or(found);
    }
    found
}

/// True if `text` begins with a whole word.
fn begins(text: &str, word: &str) -> bool {
    text.strip_prefix(word).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
}

/// The heading is one of the phrases.
fn whole(lower: &str) -> Option<SectionKind> {
    SectionKind::ALL.into_iter().find(|kind| kind.phrases().any(|phrase| phrase == lower))
}

/// The heading begins with one of the phrases and adds another by `and`, or a subtitle.
fn leads(lower: &str, kind: SectionKind) -> bool {
    const JOINS: [&str; 7] = [" and ", " & ", " и ", ": ", ", ", " (", "/"];
    // A list of references stands under a heading of its own.
    kind != SectionKind::References
        && kind
            .phrases()
            .filter_map(|phrase| lower.strip_prefix(phrase))
            .any(|rest| JOINS.iter().any(|join| rest.starts_with(join)))
}

/// The heading is one of the phrases with small words before it: `our method`, `main results`.
fn closes(lower: &str) -> Option<SectionKind> {
    let mut rest = lower;
    while let Some((first, more)) = rest.split_once(' ') {
        if !SMALL.split('|').any(|word| word == first) {
            return None;
        }
        if let Some(kind) = whole(more) {
            return Some(kind).filter(|kind| !matches!(kind, SectionKind::References | SectionKind::Abstract));
        }
        rest = more;
    }
    None
}

/// `R E S U L T S` is a word.
fn unspaced(text: &str) -> String {
    let letters = text.split_whitespace().filter(|word| word.chars().count() == 1).count();
    if letters > 3 && letters == text.split_whitespace().count() {
        return text.split_whitespace().collect();
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The numbering of a heading, and the rest: `3.1.`, `IV.`, `A.2`, `§ 4`, `Section 3:`.
fn unnumbered(text: &str) -> (&str, &str) {
    let text = ["section ", "Section ", "SECTION ", "§", "Chapter ", "Глава "]
        .iter()
        .find_map(|word| {
            text.strip_prefix(word).filter(|rest| rest.trim_start().starts_with(|c: char| c.is_ascii_digit()))
        })
        .unwrap_or(text)
        .trim_start();
    let Some((first, rest)) = text.split_once(' ') else { return ("", text) };
    let core = first.trim_end_matches(['.', ')', ':']).trim_start_matches('(');
    let roman = !core.is_empty() && core.len() < 6 && core.chars().all(|c| "IVXivx".contains(c));
    let mut parts = core.split('.');
    let letter = |part: &str| part.len() == 1 && part.bytes().all(|c| c.is_ascii_uppercase());
    let number = |part: &str| !part.is_empty() && part.len() < 4 && part.bytes().all(|c| c.is_ascii_digit());
    let numbered = parts.next().is_some_and(|part| letter(part) || number(part)) && parts.all(number);
    if roman || numbered { (core, rest.trim_start_matches(['.', ')', '-', '–', '—', ' '])) } else { ("", text) }
}

/// `A.2` numbers a section of an appendix.
fn is_lettered(numbering: &str) -> bool {
    numbering.len() > 2 && numbering.starts_with(|c: char| c.is_ascii_uppercase()) && numbering[1..].starts_with('.')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn headings_name_kinds() {
        use SectionKind::*;
        for (heading, expected) in [
            ("Abstract", Some(Abstract)),
            ("## 1 Introduction", Some(Introduction)),
            ("I. INTRODUCTION", Some(Introduction)),
            ("2. Related Work and Background", Some(Related)),
            ("3.2 Our Approach", Some(Methods)),
            ("Materials and Methods", Some(Methods)),
            ("Experimental setup", Some(Methods)),
            ("Experimental Results", Some(Results)),
            ("4 Experiments", Some(Results)),
            ("Results and Discussion", Some(Results)),
            ("Discussion", Some(Discussion)),
            ("V. CONCLUSIONS AND FUTURE WORK", Some(Conclusion)),
            ("Limitations:", Some(Limitations)),
            ("Acknowledgments", Some(Acknowledgements)),
            ("R E F E R E N C E S", Some(References)),
            ("**References**", Some(References)),
            ("A Appendix", Some(Appendix)),
            ("Appendix B. Proofs", Some(Appendix)),
            ("A.1 Results on other data", Some(Appendix)),
            ("1 Введение", Some(Introduction)),
            ("2 Материалы и методы", Some(Methods)),
            ("Обсуждение результатов", Some(Discussion)),
            ("Список литературы", Some(References)),
            ("Приложение А", Some(Appendix)),
            ("Заключение", Some(Conclusion)),
            ("Proposed framework", Some(Methods)),
            ("Language models", None),
            ("Attention", None),
            ("References to earlier texts in the novel", None),
            ("We evaluate the results of models", None),
            ("", None),
            ("3", None),
        ] {
            assert_eq!(kind(heading), expected, "{heading}");
        }
    }

    #[test]
    fn nested_headings_inherit() {
        assert_eq!(kinds(&["A paper of nothing", "3 Method", "3.1 Gates"]), Some(SectionKind::Methods));
        assert_eq!(kinds(&["4 Experiments", "4.1 Experimental setup"]), Some(SectionKind::Methods));
        assert_eq!(kinds(&["Appendix", "Results"]), Some(SectionKind::Appendix));
        assert_eq!(kinds(&["A paper of nothing"]), None);
        assert_eq!(kinds::<&str>(&[]), None);
    }

    #[test]
    fn names_are_those_of_serde() {
        for kind in SectionKind::ALL {
            assert_eq!(serde_json::to_string(&kind).unwrap(), format!("\"{}\"", kind.name()));
        }
    }

    proptest! {
        #[test]
        fn any_heading_is_read(text in "\\PC{0,60}") {
            kind(&text);
        }
    }
}
