//! The tools as the agent's model is offered them: those that read, but for the one that asks the agent itself.

use futures::future::BoxFuture;
use quipu_engine::ports::Tool;
use quipu_engine::solve::AgentTools;
use serde_json::Value;

use super::{find, told, tools};
use crate::{Access, Quipu};

/// Tools that a model may not call: the first would ask the agent within the agent, the other tells nothing of documents.
const LEFT_OUT: [&str; 2] = ["ask", "status"];

/// The tools of a workspace.
pub(crate) struct Toolbox(pub(crate) Quipu);

impl AgentTools for Toolbox {
    fn offered(&self) -> Vec<Tool> {
        let fit = tools().iter().filter(|tool| tool.needs == Access::Read && !LEFT_OUT.contains(&tool.name));
        fit.map(|tool| Tool::new(tool.name, tool.about, tool.whole_input())).collect()
    }

    fn call(&self, name: &str, arguments: Value) -> BoxFuture<'static, Value> {
        let tool = find(name).filter(|tool| tool.needs == Access::Read && !LEFT_OUT.contains(&tool.name));
        let Some(tool) = tool else {
            let error = serde_json::json!({ "code": "not_found", "message": "there is no such tool" });
            return Box::pin(std::future::ready(serde_json::json!({ "ok": false, "error": error })));
        };
        let call = tool.call_whole(&self.0, arguments);
        Box::pin(async move { told(tool.name, call.await) })
    }
}
