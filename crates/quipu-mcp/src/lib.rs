//! An interface for agents: the library's tools over the Model Context Protocol (MCP), by standard streams or HTTP.
//!
//! One server answers both eras of the protocol: the handshake of the revisions from 2024-11-05 to 2025-11-25, and the
//! stateless one of 2026-07-28. It offers tools alone: documents are results of tools, and nothing in a document makes
//! a tool run. A [`McpEndpoint`] defines its contents: a folder's workspace, or those that a token sees.

mod accepted;
mod door;
mod http;
mod inbound;
mod server;
mod sets;
mod stdio;

pub use door::{McpCall, McpEndpoint, McpRefusal};
pub use http::{MAX_MESSAGE, over_http};
pub use sets::{SETS, ToolSetError, tool_set};
pub use stdio::over_streams;
