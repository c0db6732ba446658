//! The interface behind the protocol: the visible workspaces and tools, and calls of these.

use futures::future::BoxFuture;
use quipu::tools::{CallListener, NamedTool, ToolError};
use serde_json::Value;

/// The workspaces and tools of one client. It may be created again for each request.
pub trait McpEndpoint: Send + Sync + 'static {
    /// Names of the visible workspaces; the first is the default.
    fn workspaces(&self) -> Vec<String>;

    /// The tools that are shown, in their order.
    fn tools(&self) -> Vec<&'static NamedTool>;

    /// True if all clients get the same lists, so that they may be cached: no token is needed.
    fn is_public(&self) -> bool;

    /// Calls a tool. The result is dropped if the caller gives up.
    ///
    /// # Errors
    /// When the workspace is not seen, the tool may not be called, or it fails.
    fn call(&self, call: McpCall) -> BoxFuture<'static, Result<Value, McpRefusal>>;
}

/// A call.
pub struct McpCall {
    /// The tool, one of those that are shown.
    pub tool: &'static NamedTool,
    /// The workspace that is named; none where it is the first.
    pub workspace: Option<String>,
    /// The arguments: an object.
    pub arguments: Value,
    /// The listener of events during the call.
    pub heard: CallListener,
}

/// The reason of a failed call: returned to the model, which may correct it.
#[derive(Debug)]
pub struct McpRefusal {
    /// A name for programs, as `not_found`.
    pub code: String,
    /// The problem, and the advised action.
    pub message: String,
}

impl From<ToolError> for McpRefusal {
    fn from(error: ToolError) -> Self {
        Self { code: error.code().to_owned(), message: error.message() }
    }
}
