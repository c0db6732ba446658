//! `auto`, the default: a router among strategies. By `names` a long text is searched by `hybrid`, all else by `walk`;
//! with a bound the named entities of the question choose between both. By `route` its kind chooses, as in the agent: a
//! relation is looked for by `paths` three relations deep, indirect facts by `walk` and `paths` together, times by
//! statements with dates; for lists and counts each document's best chunk goes before its others; all else goes by the
//! named entities. Questions about the whole never come here: `global` looks more than once, and its callers choose it
//! before, where `whole` says so.
//!
//! Cost: that of the chosen strategies, in one view. The choice is in the trace. By names it finds more on every set of
//! questions of several steps (recall of the first five on even questions, names and route: 2wiki 97.9 and 85.2,
//! musique 75.3 and 63.3, hotpotqa 89.0 and 81.7): `paths` finds less than `walk`, and merged with it pushes down its
//! hits.

mod by_names;
mod routed;

use std::fmt::Display;
use std::str::FromStr;

use super::{Draft, OptionBounds, Options, Parameter, Strategy, WayCard};
use crate::view::{Evidence, Needs, Question, View, ViewText};

/// Criteria of the choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ChosenBy {
    /// The named entities of the question.
    Names,
    /// Its kind.
    Route,
}

impl Display for ChosenBy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Route => "route",
            Self::Names => "names",
        })
    }
}

impl FromStr for ChosenBy {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        [Self::Names, Self::Route]
            .into_iter()
            .find(|by| by.to_string() == text)
            .ok_or_else(|| "names or route".to_owned())
    }
}

crate::kinds_of_text!(ChosenBy);

crate::own_options! {
    /// Options of `auto`.
    struct AutoOptions of "auto" {
        by: ChosenBy = ChosenBy::Names, OptionBounds::Text, "what chooses a way: what the question `names`, or its kind (`route`)";
        named: f64 = 0.0, OptionBounds::Number(0.0, 1.0), "by `names`: the part of a walk's start, after plain words are taken off, below which `hybrid` is chosen; 0: for long texts alone";
        whole: bool = false, OptionBounds::Truth, "whether a question about the whole of the documents is answered by `global`, where there are communities";
    }
}

/// The strategy.
#[derive(Debug, Clone, Copy)]
pub(super) struct Auto;

/// The ranking of the chosen strategy.
struct ChosenDraft<'a>(Box<dyn Draft + 'a>);

impl Draft for ChosenDraft<'_> {
    fn reads(&self) -> Vec<u32> {
        self.0.reads()
    }

    fn finish(self: Box<Self>, texts: &[ViewText]) -> Evidence {
        Evidence { strategy: Auto.name().to_owned(), ..self.0.finish(texts) }
    }
}

impl Strategy for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn about(&self) -> &'static str {
        "chosen by the question, the default: `hybrid` for a long text, else `walk`"
    }

    fn card(&self) -> WayCard {
        WayCard { of: "", steps: &["route", "a choice", "fusion"], ..WayCard::default() }
    }

    fn parameters(&self) -> &'static [Parameter] {
        AutoOptions::PARAMETERS
    }

    fn plan(&self, question: &Question, options: &Options) -> Needs {
        match AutoOptions::of(options).by {
            ChosenBy::Route => routed::plan(question, options),
            ChosenBy::Names => by_names::plan(question, options),
        }
    }

    fn draft<'a>(&self, question: &'a Question, view: &'a View, options: &'a Options) -> Option<Box<dyn Draft + 'a>> {
        match AutoOptions::of(options).by {
            ChosenBy::Route => None,
            ChosenBy::Names => {
                let draft = by_names::chosen(question, view, options).0.draft(question, view, options)?;
                Some(Box::new(ChosenDraft(draft)))
            }
        }
    }

    fn retrieve(&self, question: &Question, view: &View, options: &Options) -> Evidence {
        let found = match AutoOptions::of(options).by {
            ChosenBy::Route => routed::retrieve(question, view, options),
            ChosenBy::Names => by_names::chosen(question, view, options).0.retrieve(question, view, options),
        };
        Evidence { strategy: self.name().to_owned(), ..found }
    }

    fn chosen(&self, question: &Question, view: &View, options: &Options) -> Option<(&'static str, &'static str)> {
        Some(match AutoOptions::of(options).by {
            ChosenBy::Route => routed::chosen(question, view, options),
            ChosenBy::Names => {
                let (strategy, why) = by_names::chosen(question, view, options);
                (strategy.name(), why)
            }
        })
    }
}
