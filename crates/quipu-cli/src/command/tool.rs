//! `quipu tool`: a tool by its name, with the results that agents get.

use anyhow::Context as _;
use quipu::Access;
use quipu::tools::told;
use quipu_research::{find, tools};

use crate::cli::ToolArgs;
use crate::exit::Outcome;
use crate::messages::say;
use crate::place::Place;
use crate::print;

/// Calls a tool and prints its result, as JSON; without a name lists the tools.
///
/// # Errors
/// When there is no such read-only tool, its arguments are invalid, or it fails.
pub(crate) async fn run(place: &Place<'_>, args: &ToolArgs) -> anyhow::Result<Outcome> {
    let reads = || tools().iter().copied().filter(|tool| tool.needs == Access::Read);
    let Some(name) = &args.name else {
        reads().try_for_each(|tool| print::line(format!("{:<14}{}", tool.name, tool.about)))?;
        return Ok(Outcome::Done);
    };
    let known = || reads().map(|tool| tool.name).collect::<Vec<_>>().join(", ");
    let tool = find(name).filter(|tool| tool.needs == Access::Read);
    let tool = tool.with_context(|| say!("tool-unknown", name = name.as_str(), known = known()))?;
    let arguments = serde_json::from_str(&args.arguments).with_context(|| say!("tool-arguments"))?;
    let given = tool.call(&place.quipu(&[])?, arguments).await;
    if place.common.json {
        let outcome = if given.is_ok() { Outcome::Done } else { Outcome::Failed };
        print::json(&told(tool.name, given))?;
        return Ok(outcome);
    }
    print::json(&given?)?;
    Ok(Outcome::Done)
}
