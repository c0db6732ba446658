//! `quipu chat`: questions one after the other, each of which may lean on what was said before.

use std::io::{BufRead as _, IsTerminal as _};
use std::sync::Arc;

use quipu_engine::Workspace;
use quipu_engine::ask::{Answer, Asking};
use quipu_engine::ports::Kept;
use quipu_engine::sessions::{self, Exchange};
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use super::pen::Pen;
use super::{Place, ask, query};
use crate::cli::ChatArgs;
use crate::exit::Outcome;
use crate::messages::say;
use crate::settings::Settings;
use crate::{print, wire};

/// What stands before what is typed.
const SIGN: &str = "> ";

/// Talks until the input ends.
///
/// # Errors
/// When the workspace cannot be read.
pub(crate) async fn run(place: &Place<'_>, args: &ChatArgs) -> anyhow::Result<Outcome> {
    let settings = query::settings(place, &args.look, &args.write.flags())?.settings;
    let workspace = wire::open(&place.folder, &settings)?;
    let pen = ask::pen(place, &settings, args.write.offline)?;
    let kept = wire::sessions(&place.folder)?;
    let name = match ask::session(place, args.session.as_deref())? {
        Some((_, name)) => name,
        None => unused(&*kept).await?,
    };
    let said = sessions::read(&*kept, &name).await?;
    let mut talk = Talk { place, args, settings, workspace, pen, kept, name, said, last: None };
    let outcome = talk.go_on().await;
    if let Some(pen) = &talk.pen {
        pen.put_down()?;
    }
    outcome
}

/// A name that no conversation has.
async fn unused(kept: &dyn Kept) -> anyhow::Result<String> {
    let taken = sessions::list(kept).await?;
    let number = |name: &str| name.strip_prefix("chat-")?.parse::<u64>().ok();
    let last = taken.iter().filter_map(|session| number(&session.name)).max().unwrap_or(0);
    Ok(format!("chat-{}", last + 1))
}

/// A conversation in progress.
struct Talk<'a> {
    place: &'a Place<'a>,
    args: &'a ChatArgs,
    settings: Settings,
    workspace: Workspace,
    pen: Option<Pen>,
    kept: Arc<dyn Kept>,
    name: String,
    said: Vec<Exchange>,
    last: Option<Answer>,
}

/// Where lines come from.
enum Lines {
    /// A person before a terminal, who can edit them.
    Typed(Box<DefaultEditor>),
    /// Anything else.
    Given,
}

impl Lines {
    /// The next line; none where they end.
    fn next(&mut self) -> anyhow::Result<Option<String>> {
        let Self::Typed(editor) = self else {
            let mut line = String::new();
            let count = std::io::stdin().lock().read_line(&mut line)?;
            return Ok((count > 0).then_some(line));
        };
        match editor.readline(SIGN) {
            Ok(line) => {
                let _known = editor.add_history_entry(&line)?;
                Ok(Some(line))
            }
            Err(ReadlineError::Interrupted) => Ok(Some(String::new())),
            Err(ReadlineError::Eof) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

impl Talk<'_> {
    async fn go_on(&mut self) -> anyhow::Result<Outcome> {
        let watched = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        let mut lines = if watched { Lines::Typed(Box::new(DefaultEditor::new()?)) } else { Lines::Given };
        if watched && !self.place.common.json {
            print::note(say!("chat-begins", name = &self.name))?;
        }
        while let Some(line) = lines.next()? {
            let line = line.trim();
            match line.strip_prefix('/') {
                Some(command) if !self.obey(command).await? => break,
                Some(_) => {}
                None if line.is_empty() => {}
                None => self.ask(line).await?,
            }
        }
        Ok(Outcome::Done)
    }

    /// Answers a question, and keeps both; an answer that is stopped leaves nothing.
    async fn ask(&mut self, question: &str) -> anyhow::Result<()> {
        let query = query::query_of(question, &self.args.filter, &self.settings)?;
        let writer = self.pen.as_ref().map(Pen::asking);
        let asking = Asking { query: &query, before: &self.said, writer };
        let json = self.place.common.json;
        let answered = async {
            if json {
                let answer = quipu_engine::ask::answer(&self.workspace, asking).await?;
                print::json_line(&answer)?;
                anyhow::Ok(answer)
            } else {
                ask::shown(&self.workspace, asking).await
            }
        };
        let answer = tokio::select! {
            answer = answered => answer?,
            _ = tokio::signal::ctrl_c() => {
                print::note(say!("chat-stopped"))?;
                return Ok(());
            }
        };
        let exchange = Exchange::of(&answer);
        sessions::add(&*self.kept, &self.name, &exchange).await?;
        self.said.push(exchange);
        self.last = Some(answer);
        if !json {
            print::text("\n")?;
        }
        Ok(())
    }

    /// Does what a command says; says whether the conversation goes on.
    async fn obey(&mut self, command: &str) -> anyhow::Result<bool> {
        let (word, rest) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        match (word, rest.trim()) {
            ("quit" | "exit" | "q", _) => return Ok(false),
            ("new", "") => {
                let name = unused(&*self.kept).await?;
                self.turn_to(name).await?;
            }
            ("new" | "open", name) if sessions::check(name).is_ok() => self.turn_to(name.to_owned()).await?,
            ("list", _) => print::sessions(&sessions::list(&*self.kept).await?)?,
            ("history", _) => self.said.iter().try_for_each(print::exchange)?,
            ("sources", _) => match &self.last {
                Some(answer) => answer.hits.iter().enumerate().try_for_each(|(at, hit)| print::source(at + 1, hit))?,
                None => print::note(say!("chat-no-answer"))?,
            },
            _ => print::note(say!("chat-help"))?,
        }
        Ok(true)
    }

    /// Goes on with another conversation.
    async fn turn_to(&mut self, name: String) -> anyhow::Result<()> {
        self.said = sessions::read(&*self.kept, &name).await?;
        self.name = name;
        print::note(say!("chat-turned", name = &self.name, count = self.said.len()))?;
        Ok(())
    }
}
