//! What is behind the protocol: which workspaces and tools are seen, and how one is called.

use futures::future::BoxFuture;
use quipu::tools::{CallListener, NamedTool, ToolError};
use serde_json::Value;

/// What whoever asks may see and call. It is made for one asker, and may be asked for each request anew.
pub trait McpDoor: Send + Sync + 'static {
    /// Names of the workspaces that are seen; the first is meant where none is named.
    fn workspaces(&self) -> Vec<String>;

    /// The tools that are shown, in their order.
    fn tools(&self) -> Vec<&'static NamedTool>;

    /// True if all clients get the same lists, so that they may be cached: no token is needed.
    fn is_public(&self) -> bool;

    /// Calls a tool. What this gives is dropped where the caller gives up.
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
    /// Who hears what happens meanwhile.
    pub heard: CallListener,
}

/// Why a call gave nothing: told to the model, which may mend it.
#[derive(Debug)]
pub struct McpRefusal {
    /// A name for programs, as `not_found`.
    pub code: String,
    /// What is wrong and what to do.
    pub message: String,
}

impl From<ToolError> for McpRefusal {
    fn from(error: ToolError) -> Self {
        Self { code: error.code().to_owned(), message: error.to_string() }
    }
}
