//! `quipu ways`: the list of strategies, and the details of one.

use quipu::ask::{WayTold, way, ways};

use crate::cli::WaysArgs;
use crate::exit::Outcome;
use crate::messages::{about, say};
use crate::place::Place;
use crate::print;

/// Prints the strategies, or one.
///
/// # Errors
/// When the name is unknown, settings cannot be read, or standard output is closed.
pub(crate) fn run(place: &Place<'_>, args: &WaysArgs) -> anyhow::Result<Outcome> {
    let look = place.settings(&[])?.settings.look;
    let Some(name) = &args.name else {
        let all: Vec<WayTold> = ways().map(|way| way.told(&look)).collect();
        if place.common.json {
            print::json(&all)?;
        } else {
            print::ways(&all.iter().map(|way| [way.name.clone(), told(way), way.of.clone()]).collect::<Vec<_>>())?;
        }
        return Ok(Outcome::Done);
    };
    let way = way(name)?.told(&look);
    if place.common.json {
        print::json(&way)?;
        return Ok(Outcome::Done);
    }
    print::line(format!("{}: {}", way.name, told(&way)))?;
    if !way.of.is_empty() {
        print::line(say!("way-of", of = &way.of))?;
    }
    print::line("")?;
    print::line(format!("  {}", drawn(&way)))?;
    print::line("")?;
    for (what, count) in &way.needs {
        print::line(match count {
            Some(count) => say!("way-needs", what = what, count = *count),
            None => say!("way-sees", what = what),
        })?;
    }
    print::line(say!("way-bounds", views = way.views, calls = way.calls))?;
    for option in &way.options {
        let set = format!("{} = {}", option.key, option.value);
        print::line(if option.value == option.default { set } else { say!("way-set", set = set).to_string() })?;
        print::line(format!("    {}", option.about))?;
    }
    Ok(Outcome::Done)
}

fn told(way: &WayTold) -> String {
    about("strategy", &way.name, &way.about)
}

/// The way as a line from the question to its evidence.
fn drawn(way: &WayTold) -> String {
    let steps = way.steps.iter().map(|step| format!("[{step}]"));
    let all: Vec<String> = std::iter::once("question".to_owned()).chain(steps).chain(["evidence".to_owned()]).collect();
    all.join(" → ")
}
