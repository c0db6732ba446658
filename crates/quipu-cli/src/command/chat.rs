//! `quipu chat`: questions one after the other, each of which may refer to earlier ones.

use std::io::{BufRead as _, IsTerminal as _};

use quipu::ask::{Answer, named, unused_name};
use quipu::{Ask, Quipu};
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use super::{ask, query};
use crate::cli::ChatArgs;
use crate::exit::Outcome;
use crate::messages::say;
use crate::place::Place;
use crate::print;

/// The prompt of the input line.
const SIGN: &str = "> ";

/// Talks until the input ends.
///
/// # Errors
/// When the workspace cannot be read.
pub(crate) async fn run(place: &Place<'_>, args: &ChatArgs) -> anyhow::Result<Outcome> {
    let quipu = place.quipu(&query::flags(&args.look, &args.write.flags()))?;
    // A missing workspace is reported before the first input.
    quipu.ready().await?;
    let name = match &args.session {
        Some(name) => named(name)?.to_owned(),
        None => unused_name(&quipu.conversations().await?),
    };
    Talk { place, args, quipu, name, last: None }.go_on().await
}

/// A conversation in progress.
struct Talk<'a> {
    place: &'a Place<'a>,
    args: &'a ChatArgs,
    quipu: Quipu,
    name: String,
    last: Option<Answer>,
}

/// The source of lines.
enum Lines {
    /// A person at a terminal, who can edit them.
    Typed(Box<DefaultEditor>),
    /// Anything else.
    Given,
}

impl Lines {
    /// The next line; missing at their end.
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
        let (session, offline) = (Some(self.name.clone()), self.args.write.offline);
        let question = Ask { session, offline, ..query::question_of(question, &self.args.filter) };
        let json = self.place.common.json;
        let answered = async {
            if json {
                let answer = self.quipu.ask(question).await?;
                print::json_line(&answer)?;
                anyhow::Ok(answer)
            } else {
                ask::shown(&self.quipu, question).await
            }
        };
        let answer = tokio::select! {
            answer = answered => answer?,
            _ = tokio::signal::ctrl_c() => {
                print::note(say!("chat-stopped"))?;
                return Ok(());
            }
        };
        self.last = Some(answer);
        if !json {
            print::text("\n")?;
        }
        Ok(())
    }

    /// Executes a command; true if the conversation goes on.
    async fn obey(&mut self, command: &str) -> anyhow::Result<bool> {
        let (word, rest) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        match (word, rest.trim()) {
            ("quit" | "exit" | "q", _) => return Ok(false),
            ("new", "") => {
                let name = unused_name(&self.quipu.conversations().await?);
                self.turn_to(name).await?;
            }
            ("new" | "open", name) if named(name).is_ok() => self.turn_to(name.to_owned()).await?,
            ("list", _) => print::sessions(&self.quipu.conversations().await?)?,
            ("history", _) => {
                self.quipu.conversation(&self.name).await?.iter().try_for_each(print::exchange)?;
            }
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
        let said = self.quipu.conversation(&name).await?;
        self.name = name;
        print::note(say!("chat-turned", name = &self.name, count = said.len()))?;
        Ok(())
    }
}
