//! A run: its state, its bounds, and how each step becomes an event.

use crate::find::retrieve::environment_of;
use std::time::{Duration, Instant};

use quipu_kernel::strategies::Options;
use quipu_kernel::text::language_of;
use quipu_language::clauses::wanted::AskedSort;
use quipu_language::plan::{AskedDependencies, Composing, PartPlan, Route, RouteKind, parts};
use quipu_language::questions::{FormOfQuestion, ReadQuestion};

use super::AgentModel;
use super::answer_language::AnswerLanguage;
use super::compose::Drafting;
use super::evidence::{ReadEvidence, names_in};
use super::prompts::AgentWords;
use super::run_state::PartState;
use crate::base::agent_events::{AgentEvent, AgentSpent, AgentTrace, Happened};
use crate::base::ports::{Prompt, Reply};
use crate::base::query::Query;
use crate::base::trace::Trace;
use crate::base::{AgentBounds, Effort};
use crate::base::{EngineError, Stop, Workspace};
use crate::find::environment::{Environment, Unasked};

/// A run of the agent.
pub(super) struct AgentRun<'e> {
    pub(super) workspace: &'e Workspace,
    pub(super) query: &'e Query,
    pub(super) environment: Environment<'e>,
    pub(super) evidence: ReadEvidence,
    pub(super) parts: Vec<PartState>,
    pub(super) words: AnswerLanguage,
    pub(super) stopped: Option<&'static str>,
    /// The draft to be judged beside one look.
    pub(super) draft: Option<Drafting>,
    pub(super) steps: usize,
    pub(super) bounds: AgentBounds,
    /// The prompt texts of the model, if there is one.
    pub(super) words_of_model: Option<&'e AgentWords>,
    pub(super) effort: Effort,
    stop: Stop,
    began: Instant,
    events: Vec<AgentEvent>,
    plan: PartPlan,
    pub(super) route: Route,
}

impl<'e> AgentRun<'e> {
    pub(super) fn new(
        workspace: &'e Workspace,
        query: &'e Query,
        effort: Effort,
        bounds: AgentBounds,
        stop: Stop,
        trace: &'e mut Trace,
        model: Option<AgentModel<'e>>,
    ) -> Self {
        let environment =
            environment_of(workspace, &query.options, trace).with_views(bounds.views).with_stop(stop.clone());
        let environment = match model {
            Some(model) => environment.with_model(model.llm),
            None => environment,
        };
        let mut run = Self {
            workspace,
            query,
            environment,
            evidence: ReadEvidence::default(),
            parts: Vec::new(),
            words: AnswerLanguage { russian: language_of(&query.text) == "ru" },
            stopped: None,
            draft: None,
            steps: 0,
            bounds,
            words_of_model: model.map(|model| model.words),
            effort,
            stop,
            began: Instant::now(),
            events: Vec::new(),
            plan: PartPlan { parts: Vec::new(), composing: Composing::Look },
            route: Route { kind: RouteKind::Lookup, why: String::new(), sure: 0.0 },
        };
        run.event(None, Happened::Started { question: query.text.clone(), effort, bounds });
        run
    }

    /// Records an event and reports it as a step; returns its number.
    pub(super) fn event(&mut self, parent: Option<usize>, what: Happened) -> usize {
        let id = self.events.len() + 1;
        let event = AgentEvent { id, parent, at: self.ms(), what };
        self.environment.emit(&event);
        self.events.push(event);
        id
    }

    /// Milliseconds since the run began.
    pub(super) fn ms(&self) -> f64 {
        self.began.elapsed().as_secs_f64() * 1e3
    }

    /// Finds which words of the question are names of documents, by one look.
    pub(super) async fn understand(&mut self) -> Result<(), EngineError> {
        let text = self.query.text.clone();
        let hits = self.bounds.hits.min(Options::default().limit.max(30));
        self.evidence.retrieve(self.workspace, &mut self.environment, self.query, text, "lexical", hits).await?;
        Ok(())
    }

    /// Words of the question that are known to be names.
    pub(super) fn names(&self) -> Vec<String> {
        let known = names_in(&self.query.text, &self.evidence.names);
        known.into_iter().filter(|name| self.evidence.names.contains(name)).collect()
    }

    pub(super) fn route(&mut self) {
        let names = self.names();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let route = FormOfQuestion { names: &names }.read(&self.query.text);
        if route != self.route {
            self.route = route;
            self.event(None, Happened::Routed(self.route.clone()));
        }
    }

    /// True if nothing needs to be looked up.
    pub(super) fn is_direct(&self) -> bool {
        self.route.kind == RouteKind::Direct
    }

    pub(super) fn plan(&mut self) {
        let names = self.names();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let plan = parts(&self.query.text, &self.route, &names);
        let fits = plan.holds() && plan.parts.len() <= self.bounds.parts;
        self.follow(if fits { plan } else { PartPlan { parts: Vec::new(), composing: Composing::Look } });
    }

    /// Takes a plan as the one to follow.
    pub(super) fn follow(&mut self, plan: PartPlan) {
        self.plan = plan;
        let state = |part: &quipu_language::plan::PlannedPart| PartState {
            id: part.id,
            tool: part.tool.clone(),
            needs: part.needs.clone(),
            asked: part.wanted.clone(),
            filled: part.ask.clone(),
            answers: Vec::new(),
            grade: 0,
            sides: None,
            complete: false,
            done: false,
        };
        self.parts = self.plan.parts.iter().map(state).collect();
        self.event(None, Happened::Planned(self.plan.clone()));
    }

    /// The sort of value that a part asks for in the plan.
    pub(super) fn planned_sort(&self, at: usize) -> AskedSort {
        self.plan.parts[at].wanted.sort
    }

    /// The question about dependencies, if it is one.
    pub(super) fn dependencies_asked(&self) -> Option<AskedDependencies> {
        match &self.plan.composing {
            Composing::Dependencies(asked) => Some(asked.clone()),
            _ => None,
        }
    }

    pub(super) fn composing(&self) -> &Composing {
        &self.plan.composing
    }

    /// The next part that can be acted on, if bounds allow a step; the step is counted before it begins.
    pub(super) fn next(&mut self) -> Option<usize> {
        let answered = |id: &usize| self.parts.get(id - 1).is_some_and(|part| part.done && !part.answers.is_empty());
        let at = self.parts.iter().position(|part| !part.done && part.needs.iter().all(answered))?;
        self.may_step().then_some(at)
    }

    /// True if a step may begin; then it is counted.
    pub(super) fn may_step(&mut self) -> bool {
        let over = match () {
            () if self.stop.asked() => Some("cancelled"),
            () if self.steps >= self.bounds.steps => Some("steps"),
            () if self.began.elapsed().as_secs_f64() > self.bounds.seconds => Some("seconds"),
            () if self.environment.views_left() == 0 => Some("views"),
            () => None,
        };
        self.stopped = self.stopped.or(over);
        if over.is_none() {
            self.steps += 1;
        }
        over.is_none()
    }

    /// True if one more request to the model is allowed: one call is reserved for the answer.
    pub(super) fn may_call(&mut self) -> bool {
        let spent = self.environment.spent();
        let over = match () {
            () if !self.environment.has_model() => return false,
            () if self.stop.asked() => Some("cancelled"),
            () if spent.requests() + 1 >= self.bounds.calls => Some("calls"),
            () if spent.tokens() >= self.bounds.tokens => Some("tokens"),
            () if self.bounds.money.is_some_and(|most| spent.money >= most) => Some("money"),
            () if self.began.elapsed().as_secs_f64() > self.bounds.seconds => Some("seconds"),
            () => None,
        };
        self.stopped = self.stopped.or(over);
        over.is_none()
    }

    /// The value that `read` gives for the model's reply to a prompt, if it comes in time.
    pub(super) async fn asked<T>(
        &mut self,
        prompt: &Prompt,
        read: impl Fn(&Reply) -> Result<T, String>,
    ) -> Result<T, Unasked> {
        let left = self.bounds.seconds - self.began.elapsed().as_secs_f64();
        let left = Duration::try_from_secs_f64(left.max(0.0)).unwrap_or(Duration::MAX);
        match tokio::time::timeout(left, self.environment.ask(prompt, read)).await {
            Ok(asked) => asked,
            Err(_) => {
                self.stopped = self.stopped.or(Some("seconds"));
                Err(Unasked::Late)
            }
        }
    }

    /// Number of corrections of a part.
    pub(super) fn events_of(&self, part: usize) -> usize {
        let of = |event: &&AgentEvent| matches!(&event.what, Happened::Corrected { part: id, .. } if *id == part);
        self.events.iter().filter(of).count()
    }

    /// The trace, at the end.
    pub(super) fn trace(&mut self) -> AgentTrace {
        let because = self.stopped.unwrap_or("done").to_owned();
        self.event(None, Happened::Stopped { because: because.clone() });
        let model = self.environment.spent();
        let spent = AgentSpent {
            steps: self.steps,
            views: self.bounds.views - self.environment.views_left(),
            calls: model.requests(),
            tokens: model.tokens(),
            seconds: self.began.elapsed().as_secs_f64(),
        };
        AgentTrace {
            effort: self.effort,
            bounds: self.bounds,
            spent,
            stopped: because,
            events: std::mem::take(&mut self.events),
        }
    }
}
