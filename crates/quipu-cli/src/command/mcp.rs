//! `quipu mcp`: tools for agents over standard streams, for one workspace.

use std::io;
use std::sync::Arc;

use futures::future::BoxFuture;
use quipu::settings::Settings;
use quipu::tools::{NamedTool, ToolDoor, page_of};
use quipu::{Access, Quipu};
use quipu_mcp::{McpCall, McpDoor, McpRefusal, SETS, ToolSetError, over_streams, tool_set};
use serde_json::Value;
use tokio::sync::Mutex;

use crate::cli::McpArgs;
use crate::exit::{Outcome, Usage};
use crate::messages::say;
use crate::place::Place;

/// Answers until standard input ends. Nothing but messages of the protocol goes to standard output.
///
/// # Errors
/// When the workspace cannot be read, the tools are none, or standard output is closed.
pub(crate) async fn run(place: &Place<'_>, args: &McpArgs) -> anyhow::Result<Outcome> {
    let write = args.write.then(|| "yes".to_owned());
    let quipu = place.quipu(&[("mcp.tools", "--tools", args.tools.clone()), ("mcp.write", "--write", write)])?;
    let shown = shown(quipu.settings())?;
    quipu.ready().await?;
    let page = Some(&quipu.settings().server_public_url).filter(|url| !url.is_empty());
    let name = super::served_name::name_of(place)?;
    let page = page.map(|url| page_of(url, &name));
    let door = Arc::new(OwnWorkspace { quipu, name, shown, page, deciding: Arc::default() });
    over_streams(door, standard(&io::stdin())?, standard(&io::stdout())?).await?;
    Ok(Outcome::Done)
}

/// A standard stream that is read or written without blocking other work.
#[cfg(unix)]
fn standard(stream: &impl std::os::fd::AsFd) -> io::Result<tokio::fs::File> {
    Ok(tokio::fs::File::from_std(stream.as_fd().try_clone_to_owned()?.into()))
}

/// A standard stream that is read or written without blocking other work.
#[cfg(windows)]
fn standard(stream: &impl std::os::windows::io::AsHandle) -> io::Result<tokio::fs::File> {
    Ok(tokio::fs::File::from_std(stream.as_handle().try_clone_to_owned()?.into()))
}

/// The tools that settings show.
///
/// # Errors
/// When they name none.
pub(super) fn shown(settings: &Settings) -> Result<Vec<&'static NamedTool>, Usage> {
    let known = || quipu_research::tools().iter().map(|tool| tool.name).collect::<Vec<_>>().join(", ");
    tool_set(&settings.mcp_tools, settings.mcp_write == "yes").map_err(|error| match error {
        ToolSetError::Unknown { word } => {
            Usage(say!("mcp-tool-unknown", name = word, sets = SETS.join(", "), known = known()))
        }
        ToolSetError::Writes { tool } => Usage(say!("mcp-tool-writes", name = tool)),
    })
}

/// The workspace of the program's user.
struct OwnWorkspace {
    quipu: Quipu,
    name: String,
    shown: Vec<&'static NamedTool>,
    page: Option<String>,
    /// Writers take turns.
    deciding: Arc<Mutex<()>>,
}

impl McpDoor for OwnWorkspace {
    fn workspaces(&self) -> Vec<String> {
        vec![self.name.clone()]
    }

    fn tools(&self) -> Vec<&'static NamedTool> {
        self.shown.clone()
    }

    fn is_public(&self) -> bool {
        false
    }

    fn call(&self, call: McpCall) -> BoxFuture<'static, Result<Value, McpRefusal>> {
        let McpCall { tool, arguments, heard, .. } = call;
        let (quipu, deciding) = (self.quipu.clone(), self.deciding.clone());
        let door = ToolDoor { page: self.page.clone(), heard };
        Box::pin(async move {
            let _alone = if tool.needs > Access::Read { Some(deciding.lock().await) } else { None };
            Ok(tool.call_by(&quipu, arguments, door).await?)
        })
    }
}
