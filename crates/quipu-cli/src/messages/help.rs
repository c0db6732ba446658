//! Help in the language of the run.
//!
//! English stands beside the flags, in `cli/`, and beside the described items (settings, strategies, splitters). For
//! another language the tree of commands is walked once before it parses, and every text is taken from the
//! catalogue by its place: `help-config-set` is the command, its attributes are its arguments, `help-all` holds
//! those of every command. A test checks that all are there.

use std::collections::BTreeMap;

use clap::builder::PossibleValue;
use clap::{Arg, Command};
use quipu::documents::SPLITTERS;

use super::{Language, catalogue, language, say};

/// The tree of commands, its texts in the language of the run.
pub(crate) fn speak(command: Command) -> Command {
    match language() {
        Language::En => command,
        other => spoken(command, other),
    }
}

/// The description of an item, by its kind and name, from the given English text.
pub(crate) fn about(kind: &str, name: &str, english: &str) -> String {
    match language() {
        Language::En => english.to_owned(),
        other => catalogue::entry(other, kind, Some(name)).unwrap_or_else(|| english.to_owned()),
    }
}

fn spoken(mut command: Command, language: Language) -> Command {
    // The parser's own additions (`--help`, `help`, flags of every command) must exist to be translated.
    command.build();
    Tree { language, asked: BTreeMap::new() }.told(command, &mut Vec::new())
}

struct Tree {
    language: Language,
    /// Names of requested texts, with true for existing ones.
    asked: BTreeMap<String, bool>,
}

impl Tree {
    /// A command and those below it; `path` are the names above.
    fn told(&mut self, mut command: Command, path: &mut Vec<String>) -> Command {
        let id = id(path);
        let about = self.text(&id, None);
        // Below `help` stand bare copies of the commands.
        if path.first().is_none_or(|first| first != "help") && path.last().is_none_or(|last| last != "help") {
            command = self.framed(command, &id);
        }
        let below: Vec<String> = command.get_subcommands().map(|one| one.get_name().to_owned()).collect();
        for name in below {
            path.push(name.clone());
            command = command.mut_subcommand(name, |one| self.told(one, path));
            path.pop();
        }
        about.map_or(command.clone(), |about| command.about(about))
    }

    fn framed(&mut self, mut command: Command, id: &str) -> Command {
        if command.get_long_about().is_some() {
            let long = self.text(id, Some("long"));
            command = long.map_or(command.clone(), |long| command.long_about(long));
        }
        if command.get_after_help().is_some() {
            let mut after = self.text(id, Some("after")).unwrap_or_default();
            if id == "help-index" {
                after.push_str(&self.ways_to_cut());
            }
            command = command.after_help(after);
        }
        command = command.mut_args(|arg| self.argument(arg, id));
        command = command
            .help_template(format!("{{before-help}}{{about-with-newline}}\n{}{{after-help}}", say!("help-frame")))
            .subcommand_help_heading(say!("help-commands").to_string())
            .subcommand_value_name(say!("help-command").to_string());
        let usage = command.render_usage().to_string().replace("[OPTIONS]", &say!("help-some-options").to_string());
        command.override_usage(usage.trim_start_matches("Usage: ").to_owned())
    }

    fn argument(&mut self, arg: Arg, id: &str) -> Arg {
        let name = arg.get_id().as_str().to_owned();
        let of_all = arg.is_global_set() || matches!(name.as_str(), "help" | "version");
        if arg.is_hide_set() {
            return arg;
        }
        let Some(mut about) = self.text(if of_all { "help-all" } else { id }, Some(&name)) else { return arg };
        let heading = match (arg.get_help_heading(), arg.is_positional()) {
            (Some("Filters"), _) => say!("help-filters"),
            (_, true) => say!("help-arguments"),
            (_, false) => say!("help-options"),
        };
        let mut arg = arg.help_heading(heading.to_string());
        if arg.get_action().takes_values() {
            about.push_str(&self.shown(&mut arg, id, &name));
            let values: Vec<String> =
                arg.get_value_names().into_iter().flatten().map(|name| self.value(name)).collect();
            arg = if values.is_empty() { arg } else { arg.value_names(values) };
        }
        arg.help(about).long_help(None::<&str>)
    }

    /// The parser's additions to the help of an argument: its default, its variable, its possible values.
    fn shown(&mut self, arg: &mut Arg, id: &str, name: &str) -> String {
        let mut shown = String::new();
        let defaults: Vec<_> = arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
        if !defaults.is_empty() {
            shown.push_str(&format!(" {}", say!("help-default", value = defaults.join(" "))));
        }
        if let Some(variable) = arg.get_env() {
            shown.push_str(&format!(" {}", say!("help-variable", name = variable.to_string_lossy())));
        }
        let possible: Vec<PossibleValue> = arg.get_possible_values();
        let possible: Vec<&PossibleValue> = possible.iter().filter(|value| !value.is_hide_set()).collect();
        for value in &possible {
            let key = format!("{name}-{}", value.get_name());
            if value.get_help().is_some()
                && !arg.is_global_set()
                && let Some(about) = self.text(id, Some(&key))
            {
                shown.push_str(&format!("\n- {}: {about}", value.get_name()));
            }
        }
        if !possible.is_empty() && !shown.contains('\n') {
            let names: Vec<&str> = possible.iter().map(|value| value.get_name()).collect();
            shown.push_str(&format!(" {}", say!("help-possible", values = names.join(", "))));
        }
        *arg = arg.clone().hide_default_value(true).hide_env(true).hide_possible_values(true);
        shown
    }

    /// The name of a value, as help shows it.
    fn value(&mut self, name: &str) -> String {
        let key = name.replace(|letter: char| !letter.is_ascii_alphanumeric(), "-");
        self.text("help-values", Some(&key)).unwrap_or_else(|| name.to_owned())
    }

    fn ways_to_cut(&self) -> String {
        let mut ways = format!("\n\n{}", say!("help-ways-to-cut"));
        for splitter in SPLITTERS {
            let about = catalogue::entry(self.language, "splitter", Some(splitter.name()));
            let about = about.unwrap_or_else(|| splitter.about().to_owned());
            ways.push_str(&format!("\n  {:<12}{about}", splitter.name()));
        }
        ways
    }

    fn text(&mut self, id: &str, attribute: Option<&str>) -> Option<String> {
        let text = catalogue::entry(self.language, id, attribute).map(|text| joined(&text));
        let name = attribute.map_or(id.to_owned(), |attribute| format!("{id}.{attribute}"));
        self.asked.insert(name, text.is_some());
        text
    }
}

/// A text whose paragraphs are a line each, as they are wrapped at display; indented text keeps its lines.
fn joined(text: &str) -> String {
    let mut out = String::new();
    let mut before = "";
    for line in text.lines() {
        let goes_on = |line: &str| !line.is_empty() && !line.starts_with(' ');
        let same = goes_on(before) && goes_on(line) && !before.ends_with(':');
        out.push_str(if out.is_empty() {
            ""
        } else if same {
            " "
        } else {
            "\n"
        });
        out.push_str(line);
        before = line;
    }
    out
}

/// The name of a command's texts: those below `help` are the same.
fn id(path: &[String]) -> String {
    let (last, above) = match path.split_last() {
        Some((last, above)) => (last.as_str(), above),
        None => return "help-quipu".to_owned(),
    };
    if last == "help" {
        return "help-help".to_owned();
    }
    let names = above.iter().map(String::as_str).filter(|name| *name != "help").chain([last]);
    format!("help-{}", names.collect::<Vec<_>>().join("-"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory as _;
    use fluent_bundle::FluentResource;
    use fluent_syntax::ast::Entry;
    use quipu::ask::ways;

    use super::super::settings::told_as;
    use super::*;
    use crate::cli::Cli;
    use quipu::settings::TABLE;

    /// The names of the file of help: messages with a text, and `name.attribute`.
    fn there() -> BTreeSet<String> {
        let file = FluentResource::try_new(include_str!("../../messages/ru-help.ftl").to_owned());
        let file = file.unwrap_or_else(|(_, errors)| panic!("{errors:?}"));
        let mut names = BTreeSet::new();
        for entry in file.entries() {
            let Entry::Message(message) = entry else { continue };
            let id = message.id.name;
            names.extend(message.value.as_ref().map(|_| id.to_owned()));
            names.extend(message.attributes.iter().map(|attribute| format!("{id}.{}", attribute.id.name)));
        }
        names
    }

    /// Checks for missing and superfluous entries of the file.
    fn compared(asked: &BTreeSet<String>, there: &BTreeSet<String>) {
        let missing: Vec<_> = asked.difference(there).collect();
        assert!(missing.is_empty(), "messages/ru-help.ftl lacks {missing:#?}");
        let unused: Vec<_> = there.difference(asked).collect();
        assert!(unused.is_empty(), "messages/ru-help.ftl has for nothing {unused:#?}");
    }

    #[test]
    fn every_command_and_argument_has_its_russian_help() {
        let mut command = Cli::command();
        command.build();
        let mut tree = Tree { language: Language::Ru, asked: BTreeMap::new() };
        tree.told(command, &mut Vec::new()).debug_assert();
        // Messages used by name are checked by the test of messages.
        let by_name = |id: &String| include_str!("help.rs").contains(&format!("say!(\"{id}\""));
        let there = there().into_iter().filter(|id| id.starts_with("help-") && !by_name(id)).collect();
        compared(&tree.asked.into_keys().collect(), &there);
    }

    /// The commands in the examples of a command: lines apart, without their explanations.
    fn examples(command: &Command, path: &str, found: &mut Vec<(String, String)>) {
        let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let typed = after.lines().filter_map(|line| line.strip_prefix("  ")).filter(|line| line.contains("quipu "));
        found.extend(typed.map(|line| (path.to_owned(), line.split("  ").next().unwrap_or(line).trim().to_owned())));
        for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
            examples(below, &format!("{path}-{}", below.get_name()), found);
        }
    }

    #[test]
    fn every_example_is_in_the_russian_help_too() {
        let mut found = Vec::new();
        examples(&Cli::command(), "help", &mut found);
        assert!(found.len() > 50, "only {} examples were found", found.len());
        let lost = |(path, typed): &(String, String)| {
            let id = if path == "help" { "help-quipu" } else { path };
            let after = catalogue::entry(Language::Ru, id, Some("after")).unwrap_or_default();
            !after.contains(typed)
        };
        let lost: Vec<_> = found.into_iter().filter(lost).collect();
        assert!(lost.is_empty(), "messages/ru-help.ftl lacks the examples {lost:#?}");
    }

    /// Limit of lines about strategies without a Russian text: a contributor may not write Russian.
    const WAITING: usize = 5;

    #[test]
    fn every_setting_strategy_and_splitter_is_told_in_russian() {
        let id = |setting| {
            let (id, name) = told_as(setting);
            format!("{id}.{name}")
        };
        let of_ways = |id: &str| id.starts_with("setting-look-") || id.starts_with("strategy.");
        let ways = ways().map(|way| format!("strategy.{}", way.name()));
        let cuts = SPLITTERS.iter().map(|cut| format!("splitter.{}", cut.name()));
        let mut asked: BTreeSet<String> = TABLE.iter().map(id).chain(ways).chain(cuts).collect();
        let there: BTreeSet<String> =
            there().into_iter().filter(|id| !id.starts_with("help-") && !id.starts_with("clap-")).collect();
        let waiting: Vec<_> = asked.difference(&there).filter(|id| of_ways(id)).cloned().collect();
        println!("{} lines of ways wait for their Russian words, of {WAITING} that may: {waiting:?}", waiting.len());
        assert!(waiting.len() <= WAITING, "messages/ru-help.ftl lacks {waiting:#?}");
        asked.retain(|id| !waiting.contains(id));
        compared(&asked, &there);
    }
}
