//! Questions about dependencies: dependents of a thing, its dependencies, cycles, criticality.

use quipu_language::clauses::clause_pieces::pieces;
use quipu_language::plan::AskedDependencies;
use serde_json::json;

use super::Solved;
use super::agent_run::AgentRun;
use super::compose::Drafting;
use crate::answer::tools::dependencies::{DependencyAsk, DependencyView, dependencies};
use crate::base::EngineError;
use crate::base::agent_events::Happened;

impl AgentRun<'_> {
    /// Answers a question about dependencies.
    pub(super) async fn depend(&mut self, asked: &AskedDependencies) -> Result<Solved, EngineError> {
        if !self.may_step() {
            return Ok(self.looks(Vec::new()));
        }
        let arguments = json!({ "entity": asked.entity });
        let parent = self.event(None, Happened::StepStarted { part: 1, tool: "dependencies".into(), arguments });
        let began = self.ms();
        let ask = DependencyAsk { entity: asked.entity.clone(), ..DependencyAsk::default() };
        let found = dependencies(self.workspace, &ask).await?;
        let chosen = found
            .as_ref()
            .map(|view| view.all.iter().chain(&view.of).map(|one| one.entity.clone()).collect::<Vec<_>>())
            .unwrap_or_default();
        let ended = Happened::StepEnded {
            part: 1,
            tool: "dependencies".into(),
            ok: found.is_some(),
            considered: Vec::new(),
            empty: chosen.is_empty(),
            chosen,
            why: found.as_ref().map(|view| view.criticality.rule.clone()).unwrap_or_default(),
            refs: found.iter().flat_map(|view| view.documents()).collect(),
            read: found.as_ref().map_or(0, |view| view.read),
            dropped: 0,
            ms: self.ms() - began,
        };
        self.event(Some(parent), ended);
        let Some(view) = found else {
            let words: Vec<String> = pieces(&asked.entity, &[]).into_iter().map(|piece| piece.low).collect();
            if self.evidence.has(&words) {
                return Ok(self.looks(Vec::new()));
            }
            let text = self.words.unknown(&asked.entity, &[]);
            self.event(None, Happened::Refused { why: text.clone() });
            return Ok(self.answer(Drafting { text, ..Drafting::default() }, true));
        };
        let draft = self.depended(asked, &view);
        self.event(None, Happened::Draft { text: draft.text.clone() });
        self.event(None, Happened::Checked { answered: 1, of: 1, citations: draft.citations.len(), open: Vec::new() });
        self.event(None, Happened::Answered { value: draft.value.clone().unwrap_or_default() });
        Ok(self.answer(draft, false))
    }

    fn depended(&self, asked: &AskedDependencies, view: &DependencyView) -> Drafting {
        let russian = self.words.russian;
        let mut told = Vec::new();
        let name = &view.entity;
        if asked.on_it {
            let (direct, indirect) = of_class(asked, &view.direct, &view.indirect);
            told.push(self.words.dependents(name, &direct, &indirect));
        }
        if asked.of_it {
            let (direct, indirect) = of_class(asked, &view.direct_of, &view.indirect_of);
            told.push(self.words.dependencies(name, &direct, &indirect));
        }
        if asked.cycles {
            let own: Vec<&Vec<String>> = view.cycles.iter().filter(|cycle| cycle.contains(name)).collect();
            told.push(match (own.first(), russian) {
                (None, false) => format!("No: {name} is in no dependency cycle"),
                (None, true) => format!("Нет, {name} не входит в цикл зависимостей"),
                (Some(cycle), false) => format!("Yes, a dependency cycle: **{} → {}**", cycle.join(" → "), cycle[0]),
                (Some(cycle), true) => format!("Да, цикл зависимостей: **{} → {}**", cycle.join(" → "), cycle[0]),
            });
        }
        if asked.criticality {
            told.push(self.critical(view));
        }
        let citations = view.citations(asked.of_it && !asked.on_it, asked.cycles);
        let marks: String = (1..=citations.len()).map(|n| format!(" [{n}]")).collect();
        let text = format!("{}.{marks}", told.join(". "));
        Drafting { value: Some(told.join(". ")), text, citations, open: Vec::new() }
    }

    fn critical(&self, view: &DependencyView) -> String {
        let (name, is) = (&view.entity, &view.criticality);
        let level = self.words.level(is.level.name());
        let (transitive, of, direct) = (is.transitive, is.of, is.direct);
        if self.words.russian {
            return format!(
                "Критичность {name}: **{level}** ({transitive} из {of} зависят от него, напрямую {direct})"
            );
        }
        format!("Criticality of {name}: **{level}** ({transitive} of {of} depend on it, {direct} directly)")
    }
}

/// The direct and the indirect things that the noun of the question names; all of them where it names none.
fn of_class(asked: &AskedDependencies, direct: &[String], indirect: &[String]) -> (Vec<String>, Vec<String>) {
    let class = asked.class.as_deref().map(|class| class.trim_end_matches('s').to_owned());
    let is = |entity: &&String| class.as_ref().is_none_or(|class| entity.to_lowercase().contains(class));
    let any = direct.iter().chain(indirect).any(|entity| is(&entity));
    let of = |all: &[String]| all.iter().filter(|entity| !any || is(entity)).cloned().collect();
    (of(direct), of(indirect))
}
