//! The selection of reports for a model: those that it rates as helpful, from the outermost communities inwards
//! (dynamic community selection, Microsoft Research, 2024), or all of one level.
//!
//! Reports of inner communities without any relation to the question are dropped by a rule beforehand: no common word
//! and an insignificant cosine. Several reports are rated in one call.

use quipu_kernel::communities::NOBODY;
use quipu_kernel::replies::ratings;
use quipu_kernel::view::{Note, Question};
use serde_json::{Value, json};

use super::options::{CommunityLevel, GlobalOptions};
use crate::base::gateway::tokens;
use crate::base::ports::{Prompt, Shape};
use crate::base::{CommunityShelf, EngineError};
use crate::find::communities::report_fits;
use crate::find::communities::{CommunityMap, Report};
use crate::find::environment::{Asks, Environment, PolicyModel};

/// Reports per rating call.
const TOGETHER: usize = 16;
/// The most tokens of their ratings.
const ROOM: u32 = 400;
/// A report that is rated so or better helps.
const HELPS: f64 = 1.0;
/// Bytes of a report that are shown for a rating.
const SHOWN: usize = 700;

/// The selection of reports.
pub(super) struct Selection<'a> {
    /// The report of each community, by its position.
    reports: Vec<Option<&'a Report>>,
    children: Vec<Vec<u32>>,
    roots: Vec<u32>,
    /// The relevance of each, and if it may be rated.
    fits: Vec<f64>,
    may: Vec<bool>,
    level: CommunityLevel,
    levels: Vec<u32>,
    failed: usize,
    asked: usize,
}

impl<'a> Selection<'a> {
    pub(super) async fn of(
        question: &Question,
        environment: &Environment<'_>,
        kept: &CommunityShelf,
        map: &'a CommunityMap,
    ) -> Result<Self, EngineError> {
        let placed: Vec<(u32, u32, &Report)> = map.reports().collect();
        let found = report_fits(environment.workspace(), kept, question, &placed).await?;
        let whole = super::asks_of_whole(question);
        let tree = map.tree();
        let count = tree.communities.len();
        let (mut reports, mut fits, mut may) = (vec![None; count], vec![0.0; count], vec![false; count]);
        let mut levels = vec![0; count];
        for ((at, level, report), fit) in placed.into_iter().zip(found.fits) {
            let at = at as usize;
            (reports[at], fits[at], may[at], levels[at]) = (Some(report), fit, whole || level == 0 || fit > 0.0, level);
        }
        let is_root = |at: &u32| tree.communities[*at as usize].parent.is_none_or(|parent| parent == NOBODY);
        let roots = (0..count as u32).filter(is_root).collect();
        let level = GlobalOptions::of(environment.options()).level;
        Ok(Self { reports, children: tree.children(), roots, fits, may, level, levels, failed: 0, asked: 0 })
    }

    /// The reports that would be read at most.
    pub(super) fn at_most(&self, environment: &Environment<'_>) -> Vec<&'a Report> {
        let all = match self.level {
            CommunityLevel::At(level) => self.at_level(level),
            // Parts replace their parent: at most all innermost reports are read.
            CommunityLevel::Dynamic => self.innermost(),
        };
        super::within(self.told(all), GlobalOptions::of(environment.options()).read_tokens as u64, super::report_tokens)
            .0
    }

    fn innermost(&self) -> Vec<u32> {
        let (mut open, mut found) = (self.roots.clone(), Vec::new());
        while let Some(at) = open.pop() {
            let parts: Vec<u32> =
                self.children[at as usize].iter().copied().filter(|at| self.may[*at as usize]).collect();
            if parts.is_empty() {
                found.push(at);
            }
            open.extend(parts);
        }
        found
    }

    /// The communities of a level, and those above it without parts.
    fn at_level(&self, level: u32) -> Vec<u32> {
        let all = 0..self.reports.len() as u32;
        let is_there = |at: &u32| {
            let (own, parts) = (self.levels[*at as usize], &self.children[*at as usize]);
            own == level || own < level && parts.is_empty()
        };
        all.filter(is_there).collect()
    }

    /// Reports, those that fit best first.
    fn told(&self, mut of: Vec<u32>) -> Vec<&'a Report> {
        let key = |at: &u32| (self.fits[*at as usize], self.reports[*at as usize].map_or(0.0, |report| report.rating));
        of.sort_by(|x, y| {
            let ((a, c), (b, d)) = (key(x), key(y));
            b.total_cmp(&a).then(d.total_cmp(&c)).then(x.cmp(y))
        });
        of.into_iter().filter_map(|at| self.reports[at as usize]).collect()
    }

    /// The maximum cost of the ratings.
    pub(super) fn asks(&self, question: &Question, model: PolicyModel<'_>) -> Asks {
        if self.level != CommunityLevel::Dynamic {
            return Asks::default();
        }
        let all: Vec<u32> = (0..self.reports.len() as u32).filter(|at| self.may[*at as usize]).collect();
        let prompts = all.chunks(TOGETHER).map(|some| self.prompt(question, model, some));
        let (mut calls, mut input) = (0, 0);
        prompts.for_each(|prompt| {
            calls += 1;
            input += tokens::foretold(&prompt);
        });
        // Every level may end with a group that is not full.
        let deepest = self.levels.iter().max().map_or(0, |level| u64::from(*level));
        Asks { calls: calls + deepest, input, output: (calls + deepest) * u64::from(ROOM), tests: true }
    }

    fn prompt(&self, question: &Question, model: PolicyModel<'_>, of: &[u32]) -> Prompt {
        let shown = |(number, at): (usize, &u32)| {
            let report = self.reports[*at as usize]?;
            let text = if report.summary.is_empty() { &report.searched() } else { &report.summary };
            let text = quipu_kernel::text::first_words(text, SHOWN).replace('\n', "; ");
            Some(format!("Report {number}: {}\n{text}", report.title))
        };
        let reports = (1..).zip(of).filter_map(shown).collect::<Vec<_>>().join("\n\n");
        let prompt = model.words.rate.prompt(&[("question", &question.text), ("reports", &reports)], ROOM);
        Prompt { shape: Shape::json("ratings", schema()), ..prompt }
    }

    /// The reports that are read, those that help most first.
    pub(super) async fn select(&mut self, question: &Question, environment: &mut Environment<'_>) -> Vec<&'a Report> {
        let Some(model) = environment.model() else { return Vec::new() };
        if let CommunityLevel::At(level) = self.level {
            return self.told(self.at_level(level));
        }
        // Helpful reports, and those to be rated: parts with their parents.
        let mut chosen: Vec<(f64, u32)> = Vec::new();
        let mut open: Vec<(u32, Option<u32>)> = self.roots.iter().map(|at| (*at, None)).collect();
        while !open.is_empty() && !environment.is_stopped() {
            let of: Vec<u32> = open.iter().map(|(at, _)| *at).collect();
            let rated = self.rated(question, environment, model, &of).await;
            let helped: Vec<(f64, u32, Option<u32>)> = open
                .iter()
                .zip(rated)
                .filter(|(_, rating)| *rating >= HELPS)
                .map(|((at, of), r)| (r, *at, *of))
                .collect();
            chosen.retain(|(_, at)| !helped.iter().any(|(_, _, of)| *of == Some(*at)));
            chosen.extend(helped.iter().map(|(rating, at, _)| (*rating, *at)));
            let below = |at: u32| {
                let parts = self.children[at as usize].iter().copied().filter(|at| self.may[*at as usize]);
                parts.map(move |part| (part, Some(at))).collect::<Vec<_>>()
            };
            // If nothing helps, inner reports may still be relevant.
            let next: Vec<u32> = match helped.is_empty() && chosen.is_empty() {
                true => of,
                false => helped.iter().map(|(_, at, _)| *at).collect(),
            };
            open = next.into_iter().flat_map(below).collect();
        }
        let fit = |at: u32| self.fits[at as usize];
        chosen.sort_by(|x, y| y.0.total_cmp(&x.0).then(fit(y.1).total_cmp(&fit(x.1))).then(x.1.cmp(&y.1)));
        chosen.into_iter().filter_map(|(_, at)| self.reports[at as usize]).collect()
    }

    /// The model's ratings of these. Reports without a rating get that of the rule without a model.
    async fn rated(
        &mut self,
        question: &Question,
        environment: &mut Environment<'_>,
        model: PolicyModel<'_>,
        of: &[u32],
    ) -> Vec<f64> {
        let groups: Vec<&[u32]> = of.chunks(TOGETHER).collect();
        let prompts: Vec<Prompt> = groups.iter().map(|some| self.prompt(question, model, some)).collect();
        let read = |at: usize, text: &str| {
            let found = ratings(text, groups[at].len());
            if found.iter().any(Option::is_some) { Ok(found) } else { Err("it rates nothing".to_owned()) }
        };
        let replies = environment.ask_all(model.tester, &prompts, read).await;
        self.asked += replies.len();
        self.failed += replies.iter().filter(|reply| reply.is_err()).count();
        let all = groups.iter().zip(replies).flat_map(|(some, reply)| {
            let found = reply.unwrap_or_else(|_| vec![None; some.len()]);
            some.iter()
                .zip(found)
                .map(|(at, rating)| rating.unwrap_or(5.0 * self.fits[*at as usize]))
                .collect::<Vec<_>>()
        });
        all.collect()
    }

    /// The note on unreadable ratings.
    pub(super) fn note(&self) -> Option<Note> {
        (self.failed > 0).then_some(Note::Unread { failed: self.failed, of: self.asked })
    }
}

fn schema() -> Value {
    let rating = json!({ "type": "object", "additionalProperties": false, "required": ["report", "rating"],
        "properties": { "report": { "type": "integer" }, "rating": { "type": "integer" } } });
    json!({ "type": "object", "additionalProperties": false, "required": ["ratings"],
        "properties": { "ratings": { "type": "array", "items": rating } } })
}
